/* SPDX-License-Identifier: MIT
 *
 * occlusion: the chip counts the pixels of each ball that a turning fence leaves to be seen. The bars below
 * are the counts, beside what each ball would have without the fence.
 */
#include "demos/demo.h"
#include "demos/shape.h"

enum { BALLS = 7, POSTS = 9 };

static const uint32_t color[BALLS] = {0xffe05858, 0xffe09848, 0xffd8d050, 0xff60c060,
				      0xff50b8c8, 0xff6080e0, 0xffa868d0};

static void ball(struct fl_draw *d, int i)
{
	fl_color_argb(d, color[i]);
	fl_push_matrix(d);
	fl_translate(d, (float)i * 0.8f - 2.4f, 0.35f, -1);
	fl_shape_sphere(d, 0.36f, 32, 20);
	fl_pop_matrix(d);
}

static void fence(struct fl_draw *d, float t)
{
	fl_push_matrix(d);
	fl_rotate(d, 25 * fl_sinf(t * 0.9f), 0, 1, 0);
	fl_color_argb(d, 0xff7c7468);
	for (int i = 0; i < POSTS; i++) {
		fl_push_matrix(d);
		fl_translate(d, (float)i * 0.7f - 2.8f + 0.3f * fl_sinf(t + (float)i), 0.3f, 0.4f);
		fl_shape_box(d, 0.08f + 0.06f * (float)(i % 3), 0.7f, 0.06f);
		fl_pop_matrix(d);
	}
	fl_pop_matrix(d);
}

/* Where the counts go: a place for each ball, with the fence and without. */
static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	return fl_surface_place(&s->surface[0], &s->vram, 64, 2 * BALLS, FL_ARGB8888, FL_LINEAR, FL_USE_2D,
				err);
}

static uint64_t place(const struct fl_stage *s, int i, int without)
{
	return s->surface[0].offset_B + fl_surface_at(&s->surface[0], 0, (uint32_t)(2 * i + without));
}

static uint32_t pixels(struct fl_stage *s, int i, int without)
{
	uint32_t words[FL_OCCLUSION_WORDS_MAX];

	fl_vram_read(s->dev, place(s, i, without), words, 4 * fl_occlusion_words(&s->d));
	return fl_occlusion_count(&s->d, words);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float eye[3] = {0, 0.9f, 6}, center[3] = {0, -0.7f, 0}, up[3] = {0, 1, 0};
	struct fl_draw *d = &s->d;
	int32_t w = (int32_t)s->width, h = (int32_t)s->height, step = w / (BALLS + 1);
	enum fl_code code;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff182028, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 42, (float)w / (float)h, 1, 20);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_light_position(d, 0, 1, 2, 2, 0);
	fl_look_at(d, eye, center, up);
	fl_lighting(d, true);
	fl_cull(d, FL_CULL_BACK); /* each pixel of a ball once */

	fl_depth(d, false, FL_ALWAYS, false);
	fl_color_mask(d, false, false, false, false);
	for (int i = 0; i < BALLS; i++) {
		fl_occlusion_begin(d);
		ball(d, i);
		fl_occlusion_end(d, place(s, i, 1));
	}
	fl_color_mask(d, true, true, true, true);
	fl_depth(d, true, FL_LESS, true);
	fence(d, fl_demo_seconds(n));
	for (int i = 0; i < BALLS; i++) {
		fl_occlusion_begin(d);
		ball(d, i);
		fl_occlusion_end(d, place(s, i, 0));
	}

	/* The counts are there when the chip has drawn. */
	code = fl_stage_finish(s, err);
	if (code)
		return code;
	for (int i = 0; i < BALLS; i++) {
		int32_t all = (int32_t)((uint64_t)pixels(s, i, 1) * 14000 / ((uint64_t)w * (uint64_t)w) *
					(uint64_t)h / 600);
		uint32_t total = pixels(s, i, 1);
		int32_t seen = total ? (int32_t)((uint64_t)pixels(s, i, 0) * (uint64_t)all / total) : 0;
		int32_t x = step / 2 + i * step + step / 8, y = h - h / 24;

		fl_fill_rect(&s->g, x, y - all, step * 3 / 4, all, 0xff384450);
		fl_fill_rect(&s->g, x, y - seen, step * 3 / 4, seen, color[i]);
	}
	return FL_OK;
}

const struct fl_demo fl_demo_occlusion = {
    .name = "occlusion",
    .what = "how much of each ball a fence leaves to be seen, counted by the chip",
    .needs = FL_NEEDS_2D | FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
