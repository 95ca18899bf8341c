/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: depths and stencils after an event, as values and as pictures. The form is that of
 * look.h.
 */
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"
#include "hw/fl_fmt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct found {
	uint32_t event;
	uint64_t target; /* of the picture, which has this size: */
	uint32_t w, h;
	struct fl_look_depths *out;
	bool there, failed, read; /* failed: out of memory */
	bool shown;               /* the event draws to the picture's target */
};

static void event(void *arg, struct fl_model *m, const struct fl_look_event *e)
{
	struct found *f = arg;
	struct fl_look_depths *d = f->out;
	size_t n;

	if (e->n != f->event)
		return;
	f->there = fl_model_look_depth_buffer(m, &d->buffer);
	for (unsigned i = 0; i < FL_LOOK_TARGETS; i++)
		f->shown |= e->color[i] == f->target && f->target != FL_LOOK_NONE;
	if (!f->there)
		return;
	if (f->shown) {
		d->buffer.width = f->w;
		d->buffer.height = f->h;
	}
	n = (size_t)d->buffer.width * d->buffer.height * d->buffer.samples;
	d->depth = calloc(n + 1, sizeof(*d->depth));
	d->stencil = calloc(n + 1, 1);
	f->failed = !d->depth || !d->stencil;
	f->read = !f->failed &&
		  fl_model_look_depths(m, 0, 0, d->buffer.width, d->buffer.height, d->depth, d->stencil);
}

static void swap_rows(uint8_t *rows, size_t row_B, uint32_t h)
{
	for (uint32_t y = 0; y < h / 2; y++)
		for (size_t i = 0; i < row_B; i++) {
			uint8_t *a = rows + y * row_B + i, *b = rows + (h - 1 - y) * row_B + i, was = *a;

			*a = *b;
			*b = was;
		}
}

static void finish(struct fl_look_depths *d, bool flip)
{
	const size_t row = (size_t)d->buffer.width * d->buffer.samples, n = row * d->buffer.height;

	if (flip) {
		swap_rows((uint8_t *)d->depth, row * sizeof(*d->depth), d->buffer.height);
		swap_rows(d->stencil, row, d->buffer.height);
	}
	d->least = n ? INFINITY : 0;
	d->most = n ? -INFINITY : 0;
	for (size_t i = 0; i < n; i++)
		if (isfinite(d->depth[i])) {
			d->least = fmin(d->least, d->depth[i]);
			d->most = fmax(d->most, d->depth[i]);
		}
	if (d->least > d->most)
		d->least = d->most = 0;
}

static enum fl_code read_event(const struct fl_look_trace *t, struct found *f, struct fl_err *err)
{
	const struct fl_look look = {.stop = f->event + 1, .event = event, .arg = f};
	struct fl_replay_result res;
	enum fl_code code = fl_look_run(t, &look, NULL, &res, err);

	free(res.shot);
	if (code)
		return code;
	if (f->event >= res.events)
		return fl_look_no_event(f->event, res.scene, res.events, err);
	if (!f->there)
		return fl_fail(err, FL_USAGE, "event %u draws to no depth buffer", f->event);
	if (f->failed)
		return fl_fail(err, FL_FAILED, "no memory for a depth buffer");
	if (!f->read)
		return fl_fail(err, FL_FAILED, "the depth buffer of event %u has no memory for %ux%u",
			       f->event, f->out->buffer.width, f->out->buffer.height);
	return FL_OK;
}

enum fl_code fl_look_filmed_depths(const struct fl_look_trace *t, const struct fl_look_film *film, uint32_t n,
				   struct fl_look_depths *out, struct fl_err *err)
{
	struct found f = {.event = n, .out = out};
	enum fl_code code;

	memset(out, 0, sizeof(*out));
	f.target = fl_replay_target(t->data, t->size_B, &f.w, &f.h);
	code = read_event(t, &f, err);
	if (code)
		fl_look_depths_free(out);
	else
		finish(out, f.shown && film->usable && film->flip);
	return code;
}

enum fl_code fl_look_depths(const struct fl_look_trace *t, uint32_t n, struct fl_look_depths *out,
			    struct fl_err *err)
{
	struct fl_look_film film;
	enum fl_code code = fl_look_only_film(t, &film, err);

	memset(out, 0, sizeof(*out));
	if (code)
		return code;
	code = fl_look_filmed_depths(t, &film, n, out, err);
	fl_look_film_free(&film);
	return code;
}

void fl_look_depths_free(struct fl_look_depths *d)
{
	free(d->depth);
	free(d->stencil);
	memset(d, 0, sizeof(*d));
}

/* ---- pictures ------------------------------------------------------------------------------------------ */
/* Black for 0; each other value has a hue of its own, far from those beside it. */
static void stencil_color(uint8_t value, uint8_t rgb[3])
{
	const double golden = 0.6180339887498949, hue = fmod(value * golden, 1) * 6;

	for (unsigned c = 0; c < 3; c++) {
		const double far = fabs(fmod(hue + 6 - 2 * c, 6) - 3), part = far < 1   ? 0
									      : far > 2 ? 1
											: far - 1;

		rgb[c] = value ? (uint8_t)(64 + 191 * part + 0.5) : 0;
	}
}

enum fl_code fl_look_depth_picture(const struct fl_look_depths *d, bool stencil, struct fl_look_picture *out,
				   struct fl_err *err)
{
	const size_t n = (size_t)d->buffer.width * d->buffer.height;
	const double range = d->most - d->least;

	*out = (struct fl_look_picture){d->buffer.width, d->buffer.height, malloc(4 * n + 1)};
	if (!out->rgba)
		return fl_fail(err, FL_FAILED, "no memory for a picture");
	for (size_t i = 0; i < n; i++) {
		uint8_t *px = out->rgba + 4 * i;
		const double z = d->depth[i * d->buffer.samples];
		const double part = !isfinite(z) ? 0 : range > 0 ? (z - d->least) / range : 1;

		memset(px, (int)(part * 255 + 0.5), 3);
		if (stencil)
			stencil_color(d->stencil[i * d->buffer.samples], px);
		px[3] = 255;
	}
	return FL_OK;
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */
void fl_look_put_depths(struct fl_json *j, const struct fl_look_depths *d, uint32_t n)
{
	char address[24];

	fl_format(address, sizeof address, "0x%08llx", (unsigned long long)d->buffer.address);
	fl_json_uint(j, "event", n);
	fl_json_text(j, "target", address);
	fl_json_text(j, "format", d->buffer.format);
	fl_json_uint(j, "width", d->buffer.width);
	fl_json_uint(j, "height", d->buffer.height);
	fl_json_uint(j, "samples", d->buffer.samples);
	fl_json_bool(j, "has_stencil", d->buffer.has_stencil);
	fl_json_float(j, "least", d->least);
	fl_json_float(j, "most", d->most);
}

char *fl_look_depths_json(const struct fl_look_trace *t, uint32_t n, struct fl_err *err)
{
	struct fl_look_depths d;
	struct fl_json j = {.s = NULL};
	size_t many;
	char *s;

	if (fl_look_depths(t, n, &d, err))
		return NULL;
	many = (size_t)d.buffer.width * d.buffer.height * d.buffer.samples;
	fl_json_open(&j, NULL, '{');
	fl_look_put_depths(&j, &d, n);
	fl_json_open(&j, "depth", '[');
	for (size_t i = 0; i < many; i++)
		fl_json_float(&j, NULL, d.depth[i]);
	fl_json_close(&j, ']');
	if (d.buffer.has_stencil) {
		fl_json_open(&j, "stencil", '[');
		for (size_t i = 0; i < many; i++)
			fl_json_uint(&j, NULL, d.stencil[i]);
		fl_json_close(&j, ']');
	} else {
		fl_json_null(&j, "stencil");
	}
	fl_json_close(&j, '}');
	fl_look_depths_free(&d);
	s = fl_json_take(&j);
	if (!s)
		fl_fail(err, FL_FAILED, "no memory for the answer");
	return s;
}
