/* SPDX-License-Identifier: MIT
 *
 * The kit and its models for a page: a module of WebAssembly that inserts a card, draws demos on it frame by
 * frame, and runs lines of the monitor. showroom.js is its only caller.
 *
 * Text goes in through a buffer of the module's (fl_web_in()), and out through the page's function say().
 * Functions give FL_OK or another enum fl_code, after which say() has had the reason.
 */
#include "demos/firstlight/replay.h"
#include "demos/monitor.h"
#include "demos/web/web.h"
#include "demos/web/web_own.h"
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_fmt.h"

#include <stdlib.h>
#include <string.h>

enum { VRAM_B = 64 << 20, IN_B = 4096 };

static struct {
	struct fl_model *model;
	struct fl_dev dev;
	struct fl_stage stage;
	bool on_stage;
	const struct fl_demo *demo;
	struct fl_mon mon;
	uint32_t *rgba; /* the picture, as the page's canvas wants it */
	uint32_t width, height;
	uint8_t *trace;
	struct fl_firmware firmware;
	char in[IN_B];
} w;

static void put(void *arg, const char *s, size_t n)
{
	fl_web_say(FL_WEB_TEXT, s, n);
}

static void complain(void *arg, const struct fl_err *err)
{
	fl_web_say(FL_WEB_ERROR, err->text, strlen(err->text));
}

static enum fl_code said(enum fl_code code, const struct fl_err *err)
{
	if (code)
		complain(NULL, err);
	return code;
}

/* ---- what there is ------------------------------------------------------------------------------------- */
const char *fl_web_chip(unsigned i)
{
	return fl_model_chips()[i];
}

const char *fl_web_chip_about(unsigned i)
{
	return fl_model_describe(fl_model_chips()[i]);
}

const char *fl_web_fault(unsigned i)
{
	return fl_model_faults()[i];
}

const char *fl_web_demo(unsigned i)
{
	return fl_demos[i] ? fl_demos[i]->name : NULL;
}

const char *fl_web_demo_about(unsigned i)
{
	return fl_demos[i]->what;
}

char *fl_web_in(void)
{
	return w.in;
}

/* ---- the card ------------------------------------------------------------------------------------------ */
static void picture(struct fl_mon *m, struct fl_stage *s);

/* fault: of fl_model_faults(), or "". */
static enum fl_code insert(const char *chip, const char *fault, struct fl_err *err)
{
	const struct fl_model_config config = {.vram_B = VRAM_B, .posted = true, .threads = 1};
	enum fl_code code;
	char why[256];

	if (w.model)
		fl_model_delete(w.model);
	w.on_stage = false;
	w.model = fl_model_new(chip, &config, why, sizeof(why));
	if (!w.model)
		return fl_fail(err, FL_NO_DEVICE, "%s", why);
	if (*fault && !fl_model_break(w.model, fault))
		return fl_fail(err, FL_USAGE, "%s cannot be broken by %s", chip, fault);
	code = fl_open_model(&w.dev, w.model, chip, err);
	if (code)
		return code;
	w.mon = (struct fl_mon){.put = put,
				.complain = complain,
				.dev = &w.dev,
				.more = {fl_mon_step_cmds, fl_mon_smoke_cmds, fl_monitor_demo_cmds}};
	fl_monitor_picture = picture;
	code = fl_firmware_load(&w.firmware, fl_family_of(&w.dev), &w.dev,
				&(const struct fl_firmware_source){.model = chip}, err);
	w.mon.images = w.firmware.images;
	return code ? code : fl_regtool_for(&w.mon.tool, &w.dev, err);
}

enum fl_code fl_web_insert(unsigned chip, int fault)
{
	struct fl_err err;

	return said(insert(fl_model_chips()[chip], fault < 0 ? "" : fl_model_faults()[fault], &err), &err);
}

/* ---- pictures ------------------------------------------------------------------------------------------ */
/* The canvas has R, G, B, A bytes, and what the demos leave in alpha is not meant for it. */
uint32_t *fl_web_canvas(uint32_t width, uint32_t height)
{
	uint32_t *rgba = realloc(w.rgba, (size_t)width * height * 4);

	if (!rgba)
		return NULL;
	w.rgba = rgba;
	w.width = width;
	w.height = height;
	return rgba;
}

static void picture(struct fl_mon *m, struct fl_stage *s)
{
	uint32_t *rgba = fl_web_canvas(s->width, s->height);

	if (!rgba)
		return;
	for (uint32_t y = 0; y < s->height; y++, rgba += s->width) {
		fl_stage_row(s, y, rgba);
		for (uint32_t x = 0; x < s->width; x++)
			rgba[x] =
			    0xff000000 | (rgba[x] & 0xff) << 16 | (rgba[x] & 0xff00) | (rgba[x] >> 16 & 0xff);
	}
}

const uint32_t *fl_web_pixels(void)
{
	return w.rgba;
}

uint32_t fl_web_width(void)
{
	return w.width;
}

uint32_t fl_web_height(void)
{
	return w.height;
}

static enum fl_code leave_stage(struct fl_err *err)
{
	if (!w.on_stage)
		return FL_OK;
	w.on_stage = false;
	return fl_stage_close(&w.stage, err);
}

enum fl_code fl_web_begin(unsigned demo, uint32_t width, uint32_t height)
{
	const struct fl_stage_options o = {.width = width, .height = height, .images = w.mon.images};
	struct fl_err err;
	enum fl_code code = leave_stage(&err);

	if (!code)
		code = fl_stage_open(&w.stage, &w.dev, &o, &err);
	if (code)
		return said(code, &err);
	w.on_stage = true;
	w.demo = fl_demos[demo];
	return said(fl_demo_begin(w.demo, &w.stage, &err), &err);
}

/* Frame n, whose picture is then at fl_web_pixels(). */
enum fl_code fl_web_frame(uint32_t n)
{
	struct fl_err err;
	enum fl_code code;

	if (!w.on_stage)
		return said(fl_fail(&err, FL_USAGE, "nothing is being drawn"), &err);
	code = fl_demo_frame(w.demo, &w.stage, n, &err);
	if (!code)
		picture(&w.mon, &w.stage);
	return said(code, &err);
}

/* ---- the monitor --------------------------------------------------------------------------------------- */
/* Does a command of this line wake or reset the card, so that no demo can go on? Those are in the tables that
 * the page brings; the monitor's own only look and poke. */
static bool takes_the_card(const char *line)
{
	while (*line) {
		const char *begin = line + strspn(line, " \t;");
		size_t n = strcspn(begin, " \t;");
		const struct fl_mon_cmd *cmd = n ? fl_mon_cmd_find(&w.mon, begin, n) : NULL;

		for (unsigned t = 0; cmd && w.mon.more[t]; t++)
			for (const struct fl_mon_cmd *c = w.mon.more[t]; c->name; c++)
				if (c == cmd)
					return true;
		line = begin + n;
		line += strcspn(line, ";");
	}
	return false;
}

/* The line in fl_web_in(). */
enum fl_code fl_web_line(void)
{
	struct fl_err err;

	w.in[IN_B - 1] = 0;
	if (takes_the_card(w.in) && leave_stage(&err))
		complain(NULL, &err);
	return fl_mon_line(&w.mon, w.in);
}

static void offer(void *to, const char *word, char then, const char *what)
{
	char text[256];
	int n = fl_format(text, sizeof(text), "%s%s\t%s", word, then ? " " : "", what ? what : "");

	fl_web_say(FL_WEB_OFFER, text, n < (int)sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

/* Of the line in fl_web_in(), up to the cursor: say() has each word that the last one could become. Gives
 * where that word begins. */
uint32_t fl_web_complete(void)
{
	return (uint32_t)fl_mon_complete(&w.mon, w.in, strlen(w.in), offer, NULL);
}

bool fl_web_on_stage(void)
{
	return w.on_stage;
}

/* ---- what the model has to say ------------------------------------------------------------------------- */
static void say_report(const struct fl_report *r)
{
	static const char *const severity[] = {"note", "warning", "refused"};
	char text[sizeof(*r) + 32];
	int size = fl_format(text, sizeof(text), "%s\t%s\t%s\t%s\t%s\t%u", severity[r->severity], r->block,
			     r->text, r->section, r->where, r->count);

	fl_web_say(FL_WEB_REPORT, text, (size_t)size);
}

/* How many reports; each goes to say(). */
uint32_t fl_web_reports(void)
{
	const struct fl_report *r;
	uint32_t n = 0;

	for (; w.model && (r = fl_model_report(w.model, n)); n++)
		say_report(r);
	return n;
}

void fl_web_reports_clear(void)
{
	if (w.model)
		fl_model_reports_clear(w.model);
}

/* ---- recorded streams ---------------------------------------------------------------------------------- */
uint8_t *fl_web_trace(size_t size_B)
{
	free(w.trace);
	w.trace = malloc(size_B);
	return w.trace;
}

const uint8_t *fl_web_traced(void)
{
	return w.trace;
}

static void replayed(void *arg, const char *scene, const struct fl_report *r)
{
	say_report(r);
}

enum fl_code fl_web_replay(size_t size_B)
{
	/* fine: as `firstlight replay`, for the pictures are a software rasterizer's. */
	const struct fl_replay_options o = {
	    .model = {.running = true, .threads = 1, .fine = true}, .want_picture = true, .report = replayed};
	struct fl_replay_result res;
	struct fl_err err;
	enum fl_code code = fl_replay(w.trace, size_B, "trace", &o, &res, &err);
	uint32_t *rgba = res.picture ? fl_web_canvas(3 * res.w, res.h) : NULL;
	char text[256];
	int n;

	for (size_t i = 0; rgba && i < (size_t)3 * res.w * res.h; i++)
		rgba[i] = 0xff000000 | res.picture[3 * i] | (uint32_t)res.picture[3 * i + 1] << 8 |
			  (uint32_t)res.picture[3 * i + 2] << 16;
	free(res.picture);
	if (code)
		return said(code, &err);
	n = fl_format(text, sizeof(text), "%s\t%s\t%s\t%u\t%u\t%u", res.scene, res.chip,
		      res.pass ? "pass" : "fail", res.pixels, res.differ, res.max_diff);
	fl_web_say(FL_WEB_RESULT, text, (size_t)n);
	return FL_OK;
}
