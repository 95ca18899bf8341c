/* SPDX-License-Identifier: MIT
 *
 * What the library's tests on the model share: a stage on a model, its picture, and what the model objects
 * to.
 */
#ifndef TESTS_UNIT_TEST_LIB_RIG_H
#define TESTS_UNIT_TEST_LIB_RIG_H

#include "demos/demo.h"
#include "hw/bus/hosted/hosted.h"
#include "lib/fl_stage_family.h"
#include "lib/r500/program.h"
#include "hw/cik/card.h"
#include "hw/gc/card.h"
#include "hw/r600/card.h"

#include <criterion/criterion.h>
#include <math.h>

struct rig {
	struct fl_model *m;
	struct fl_dev dev;
	struct fl_stage stage;
	uint32_t *picture;
};

/* How commands go to the chip; zero: the first way that works. */
static enum fl_transport rig_transport;

/* Called with the device between its opening and the stage's; NULL: nothing is. */
static void (*rig_dev_opened)(struct fl_dev *d);

static inline struct rig *rig_open_chip(const char *chip, uint32_t w, uint32_t h, bool by_registers)
{
	static struct rig r;
	static uint8_t firmware[FL_IMAGES][24 << 10];
	struct fl_model_config cfg = {.vram_B = 64 << 20, .threads = 1, .posted = true};
	struct fl_stage_options o = {
	    .width = w, .height = h, .transport = rig_transport, .by_registers = by_registers};
	struct fl_err err = {0};
	char why[200] = "";

	memset(&r, 0, sizeof(r));
	for (unsigned i = 0; i < FL_IMAGES; i++)
		o.images.of[i] = (struct fl_image){
		    firmware[i], fl_model_firmware(chip, i, firmware[i], sizeof(firmware[i]))};
	r.m = fl_model_new(chip, &cfg, why, sizeof(why));
	cr_assert(r.m, "%s", why);
	cr_assert_eq(fl_open_model(&r.dev, r.m, chip, &err), FL_OK, "%s", err.text);
	if (rig_dev_opened)
		rig_dev_opened(&r.dev);
	cr_assert_eq(fl_stage_open(&r.stage, &r.dev, &o, &err), FL_OK, "%s", err.text);
	r.picture = calloc(w * h, 4);
	return &r;
}

static inline struct rig *rig_open(uint32_t w, uint32_t h, bool by_registers)
{
	return rig_open_chip("r580", w, h, by_registers);
}

/* The chip that tests of all demos draw one on: an R580, or one that knows what it asks for. */
static inline const char *rig_chip_of(const struct fl_demo *demo)
{
	return demo->does ? "rv770" : "r580";
}

static inline void rig_look(struct rig *r)
{
	const struct fl_report *report;

	for (uint32_t y = 0; y < r->stage.height; y++)
		fl_stage_row(&r->stage, y, r->picture + y * r->stage.width);
	for (unsigned i = 0; (report = fl_model_report(r->m, i)); i++)
		cr_assert_eq(report->severity, FL_NOTE, "%s: %s: %s", report->block, report->where,
			     report->text);
}

/* Draw one frame of a demo, and read the picture. The model must have nothing to say but notes. */
static inline void rig_frame(struct rig *r, const struct fl_demo *demo, uint32_t n)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_demo_begin(demo, &r->stage, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_demo_frame(demo, &r->stage, n, &err), FL_OK, "%s", err.text);
	rig_look(r);
}

/* What was drawn with the stage's own engines is done, and read. */
static inline void rig_finish(struct rig *r)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_stage_finish(&r->stage, &err), FL_OK, "%s", err.text);
	rig_look(r);
}

static inline uint32_t rig_at(const struct rig *r, uint32_t x, uint32_t y)
{
	return r->picture[y * r->stage.width + x];
}

static inline void rig_close(struct rig *r)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_stage_close(&r->stage, &err), FL_OK, "%s", err.text);
	free(r->picture);
	fl_dev_close(&r->dev);
	fl_model_delete(r->m);
}

/* ---- pictures of one function ---- */

enum { W = 192, H = 128 };

/* Pixels as coordinates: (0, 0) is the corner of the upper left pixel. */
static inline void pixels(struct fl_draw *d)
{
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, W, H, 0, 0, -1); /* z 0 is near, 1 far */
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
}

static inline void rect(struct fl_draw *d, float x0, float y0, float x1, float y1, float z)
{
	fl_begin(d, FL_QUADS);
	fl_texcoord(d, 0, 0);
	fl_vertex(d, x0, y0, z);
	fl_texcoord(d, 0, 1);
	fl_vertex(d, x0, y1, z);
	fl_texcoord(d, 1, 1);
	fl_vertex(d, x1, y1, z);
	fl_texcoord(d, 1, 0);
	fl_vertex(d, x1, y0, z);
	fl_end(d);
}

/* In unit 0, 16 x 16 texels, each of another color, up to its edges. */
static inline uint32_t grid_texel(uint32_t x, uint32_t y)
{
	return 0xff000000 | (x * 16) << 16 | (y * 16) << 8 | 7;
}

static inline void grid_texture(struct fl_stage *s)
{
	cr_assert_eq(fl_stage_image(s, &s->texture[0].image, 16, 16, FL_ARGB8888, grid_texel, NULL), FL_OK);
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	fl_texture(&s->d, 0, &s->texture[0]);
}

/* For vertex programs with `out pos : position` and `const state_mvp[4]`. */
#define TRANSFORM                             \
	"DP4 pos.x, state_mvp[0], position\n" \
	"DP4 pos.y, state_mvp[1], position\n" \
	"DP4 pos.z, state_mvp[2], position\n" \
	"DP4 pos.w, state_mvp[3], position\n"

static inline void make_program(struct fl_program *p, const char *vertex, const char *fragment)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_program_make(p, vertex, fragment, &err), FL_OK, "%s", err.text);
}

/* A program that looks up a texture of any kind, by three coordinates. */
static inline void look_up(struct fl_draw *d)
{
	static struct fl_program p;

	make_program(&p,
		     "!!PVS\nin position\nin texcoord0\nout pos : position\nout uv : texcoord0\n"
		     "const state_mvp[4]\n" TRANSFORM "MOV uv, texcoord0\n",
		     "!!US\nin uv : texcoord0\nout pixel : A\ntemp t\nLD t, uv, tex0\nMOV pixel, t\n");
	fl_program(d, &p);
}

static void (*rig_function)(struct fl_stage *s);

static inline enum fl_code rig_function_frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	rig_function(s);
	return FL_OK;
}

/* A frame of what f draws. */
static inline void rig_draw(struct rig *r, void (*f)(struct fl_stage *s))
{
	static const struct fl_demo demo = {
	    .name = "test", .needs = FL_NEEDS_3D, .frame = rig_function_frame};

	rig_function = f;
	rig_frame(r, &demo, 0);
}

/* What f draws, on a chip, W x H pixels; check looks at it. */
static inline void draw_on(const char *chip, void (*f)(struct fl_stage *s), void (*check)(struct rig *r))
{
	struct rig *r = rig_open_chip(chip, W, H, false);

	rig_draw(r, f);
	check(r);
	rig_close(r);
}

/* R3xx, R4xx, R5xx: 3, 4, 5, of the chips that draw() draws on; R6xx and R7xx: 6; Sea Islands: 7; Vivante
 * cores: 8 */
static inline int generation(const struct fl_stage *s)
{
	if (s->family->family == &gc_family)
		return 8;
	if (s->family->family == &cik_family)
		return 7;
	if (s->family->family == &r600_family)
		return 6;
	return s->chip_name[1] == '5' ? 5 : strchr(s->chip_name, '4') ? 4 : 3;
}

/* The same on R5xx, R3xx and R4xx: what only they have. What asks for R5xx is drawn by draw_on(), with the
 * reason. */
static inline void draw_r500(void (*f)(struct fl_stage *s), void (*check)(struct rig *r))
{
	static const char *const chips[] = {"r580", "r300", "rv350", "r420", "rv410"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++)
		draw_on(chips[i], f, check);
}

/* The same on a core that does not do everything: what the library refuses, by its name, is left aside. */
static inline void draw_or_refuse(const char *chip, void (*f)(struct fl_stage *s),
				  void (*check)(struct rig *r))
{
	static const struct fl_demo demo = {
	    .name = "test", .needs = FL_NEEDS_3D, .frame = rig_function_frame};
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_err err = {0};
	enum fl_code code;

	rig_function = f;
	code = fl_demo_begin(&demo, &r->stage, &err);
	if (!code)
		code = fl_demo_frame(&demo, &r->stage, 0, &err);
	if (code)
		cr_assert(!strncmp(err.text, r->stage.chip_name, strlen(r->stage.chip_name)), "%s", err.text);
	rig_look(r);
	if (!code)
		check(r);
	rig_close(r);
}

/* The same on all chips that have 3D. */
static inline void draw(void (*f)(struct fl_stage *s), void (*check)(struct rig *r))
{
	draw_r500(f, check);
	draw_on("rv770", f, check);
	draw_on("r600", f, check);
	draw_on("bonaire", f, check);
	draw_or_refuse("gc880", f, check);
	draw_or_refuse("gc2000", f, check);
	draw_or_refuse("gc3000", f, check);
	draw_or_refuse("gc7000l", f, check);
}

static inline int channel_difference(uint32_t a, uint32_t b)
{
	int most = 0;

	for (int shift = 0; shift < 32; shift += 8) {
		int d = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));

		most = d > most ? d : most;
	}
	return most;
}

#define ASSERT_NEAR(r, x, y, want, tolerance)                                                                \
	cr_assert_leq(channel_difference(rig_at(r, x, y), want), tolerance, "(%u, %u): 0x%08x, want 0x%08x", \
		      (unsigned)(x), (unsigned)(y), rig_at(r, x, y), (uint32_t)(want))

/* a, and t times the way to b */
static inline uint32_t mix(uint32_t a, uint32_t b, double t)
{
	uint32_t out = 0;

	for (int shift = 0; shift < 32; shift += 8)
		out |= (uint32_t)lround((a >> shift & 255) * (1 - t) + (b >> shift & 255) * t) << shift;
	return out;
}

#endif
