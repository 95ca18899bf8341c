/* SPDX-License-Identifier: MIT
 *
 * firstlight demo: wake the device, draw, and keep the picture.
 */
#include "demos/firstlight/demo_trace.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/near.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/film.h"
#include "demos/firstlight/html.h"
#include "demos/firstlight/preview.h"
#include "demos/demo.h"
#include "demos/rgb.h"
#include "hw/fl_wake.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct show {
	const struct fl_args *a;
	const struct fl_demo *demo;
	struct fl_stage *stage;
	struct fl_device *device;
	uint8_t *rgb; /* a frame: rows of 3 bytes a pixel */
	uint32_t *row;
	struct fl_film *film; /* one file for all frames, or NULL */
	bool numbered;        /* a file a frame: %d in --out */
	double seconds;       /* drawing took, all frames together */
};

static int list_demos(bool json)
{
	json_t *list = json_array();

	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		const char *needs = (*d)->needs & FL_NEEDS_3D ? "3D" : "2D";

		if (json)
			json_array_append_new(list, json_pack("{s:s,s:s,s:s}", "name", (*d)->name, "what",
							      (*d)->what, "needs", needs));
		else
			printf("  %-10s %s  %s\n", (*d)->name, needs, (*d)->what);
	}
	if (json) {
		json_dumpf(list, stdout, JSON_INDENT(1));
		putchar('\n');
	}
	json_decref(list);
	return FL_OK;
}

static enum fl_code read_picture(struct show *s, struct fl_err *err)
{
	uint8_t *to = s->rgb;

	for (unsigned y = 0; y < s->stage->height && !fl_stopped(s->stage->dev); y++) {
		fl_stage_row(s->stage, y, s->row);
		to = fl_rgb_row(s->row, s->stage->width, to);
	}
	return fl_stopped(s->stage->dev) ? fl_fail(err, FL_FAILED, "interrupted before the picture was read")
					 : FL_OK;
}

static enum fl_code keep(struct show *s, unsigned frame, struct fl_err *err)
{
	unsigned w = s->stage->width, h = s->stage->height;

	if (!s->a->out)
		return FL_OK;
	if (s->numbered) {
		char path[4096];

		fl_film_numbered_path(path, sizeof path, s->a->out, frame);
		struct fl_film *one = fl_film_open(path, w, h, 1, 0, err);
		if (!one)
			return err->code;
		enum fl_code code = fl_film_frame(one, s->rgb, w * 3, err);
		return fl_film_close(one, code ? NULL : err) ? err->code : code;
	}
	if (!s->film)
		s->film =
		    fl_film_open(s->a->out, w, h, s->a->frames, 17, err); /* 60 frames a second, about */
	return s->film ? fl_film_frame(s->film, s->rgb, w * 3, err) : err->code;
}

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum fl_code draw(struct show *s, struct fl_err *err)
{
	const struct fl_args *a = s->a;
	enum fl_code code = fl_demo_begin(s->demo, s->stage, err);

	s->rgb = malloc((size_t)s->stage->width * s->stage->height * 3);
	s->row = malloc((size_t)s->stage->width * 4);
	if (!code && (!s->rgb || !s->row))
		code = fl_fail(err, FL_FAILED, "out of memory for a picture of %u x %u", s->stage->width,
			       s->stage->height);
	for (unsigned i = 0; !code && i < a->frames; i++) {
		unsigned n = a->first + i;
		double start = now_s();

		if (!a->quiet && a->frames > 1)
			fl_progress("frame %u of %u", i + 1, a->frames);
		if (fl_stopped(s->stage->dev)) {
			code = fl_fail(err, FL_FAILED, "interrupted behind %u of %u frames", i, a->frames);
			break;
		}
		code = fl_device_check(s->device, err);
		if (!code)
			code = fl_demo_frame(s->demo, s->stage, n, err);
		s->seconds += now_s() - start;
		if (!code && (a->out || i + 1 == a->frames))
			code = read_picture(s, err);
		if (!code)
			code = keep(s, n, err);
	}
	fl_progress(NULL);
	if (s->film) {
		struct fl_err late = {0};
		enum fl_code closed = fl_film_close(s->film, &late);

		if (!code && closed) {
			*err = late;
			code = closed;
		}
	}
	if (!code && !a->quiet && !a->json && !fl_film_is_pipe(a->out))
		fl_preview(s->rgb, s->stage->width, s->stage->height, s->stage->width * 3);
	free(s->rgb);
	free(s->row);
	return code;
}

static void say(const struct show *s, const struct fl_device *d)
{
	const struct fl_args *a = s->a;
	FILE *f = fl_film_is_pipe(a->out) ? stderr : stdout;

	if (a->json) {
		json_t *o = json_pack("{s:s,s:s,s:i,s:i,s:i,s:f,s:s*}", "demo", s->demo->name, "device",
				      d->inner.name, "width", (int)s->stage->width, "height",
				      (int)s->stage->height, "frames", (int)a->frames, "ms_a_frame",
				      s->seconds * 1e3 / a->frames, "out", a->out);

		json_dumpf(o, f, JSON_INDENT(1));
		putc('\n', f);
		json_decref(o);
	} else if (!a->quiet) {
		fprintf(f, "%s: %u frame%s of %u x %u on %s%s%s\n", s->demo->name, a->frames,
			a->frames == 1 ? "" : "s", s->stage->width, s->stage->height, d->inner.name,
			a->out ? ": " : "", a->out ? a->out : "");
	}
}

/* What is shown where; the steps before are `ring`'s to tell. */
static void on_step(void *arg, const struct fl_step *step, enum fl_code code, const struct fl_bringup *up,
		    const struct fl_err *err)
{
	const struct show *s = arg;

	if (!code && !step->run && *up->did && !s->a->quiet)
		fl_complain(0, "%s", up->did);
}

/* The picture stays on the display until somebody has seen it. */
static void wait_for_enter(const struct show *s)
{
	int c;

	if (!s->a->show || !isatty(STDIN_FILENO) || fl_stopped(s->stage->dev))
		return;
	fl_complain(0, "shown until Enter is pressed");
	do
		c = getchar();
	while (c != EOF && c != '\n' && !fl_stopped(s->stage->dev));
}

/* --html: what is drawn, recorded, as a page. */
static enum fl_code draw_recorded(struct show *s, const struct fl_device *d, struct fl_err *err)
{
	static struct fl_html html; /* it is large */
	struct fl_demo_trace t = {0};
	enum fl_code code = fl_html_begin(&html, s->a->html, err);

	if (!code)
		code = fl_demo_trace_begin(&t, s->stage, d->model, s->a->chip ? s->a->chip : "r580",
					   s->demo->name, err);
	if (!code)
		code = draw(s, err);
	if (!code)
		code = fl_demo_trace_end(&t, err);
	if (!code)
		code = fl_html_trace(&html, s->demo->name, t.data, t.n_B, err);
	if (!code && !s->a->quiet && !s->a->json && !fl_film_is_pipe(s->a->out))
		printf("%s\n", html.path);
	fl_demo_trace_free(&t);
	fl_html_end(&html);
	return code;
}

static int no_demo(const char *name)
{
	struct fl_near near = {.word = name};

	for (const struct fl_demo *const *d = fl_demos; *d; d++)
		fl_near_offer(&near, (*d)->name);
	return near.found ? fl_complain(FL_USAGE,
					"there is no demo '%s': did you mean '%s'? `firstlight demo --list` "
					"names them all",
					name, near.found)
			  : fl_complain(FL_USAGE,
					"there is no demo '%s': `firstlight demo --list` names them", name);
}

int fl_cmd_demo(const struct fl_args *a)
{
	static struct fl_device d; /* these two are large */
	static struct fl_stage stage;
	struct show s = {.a = a, .stage = &stage, .device = &d};
	struct fl_stage_options o = {
	    .width = a->width, .height = a->height, .show = a->show, .progress = on_step, .progress_arg = &s};
	struct fl_err err = {0};
	enum fl_code code;

	if (a->list)
		return list_demos(a->json);
	if (!a->n_operands)
		return fl_complain(FL_USAGE, "which demo? `firstlight demo --list` names them");
	s.demo = fl_demo_find(a->operand[0]);
	if (!s.demo)
		return no_demo(a->operand[0]);
	if (a->html && a->device)
		return fl_complain(FL_USAGE, "--html is for a model: what a card does cannot be looked into");
	code = fl_film_numbered(a->out, &s.numbered, &err);
	if (!code)
		code = fl_film_path(a->out, s.numbered ? 1 : a->frames, !s.numbered, &err);
	if (!code)
		code = fl_device_transport(a, &o.transport, &err);
	if (!code)
		code = fl_device_open(&d, a, &err);
	if (code)
		return fl_complain_err(&err);
	/* A card that cannot be woken wants no firmware: opening the stage says why. */
	if (!fl_wake_first(d.family, &d.dev, &err))
		code = fl_device_firmware(&d, a, &err);
	o.images = d.firmware.images;
	if (!code)
		code = fl_stage_open(&stage, &d.dev, &o, &err);
	if (!code) {
		code = a->html ? draw_recorded(&s, &d, &err) : draw(&s, &err);
		if (!code) {
			say(&s, &d);
			wait_for_enter(&s);
		}
	}
	if (code)
		fl_complain_err(&err);
	if (fl_device_reports(&d) && !code)
		code = fl_complain(FL_FAILED, "the model objected: a card would perhaps show nothing");
	return fl_device_close(&d, code);
}
