/* SPDX-License-Identifier: MIT
 *
 * The debug build of immediate mode: it says what is wrong with a call. The library's files are compiled here once more,
 * with FL_DEBUG and under other names.
 */
#define FL_DEBUG             1
#define fl_alpha_test        checked_fl_alpha_test
#define fl_begin             checked_fl_begin
#define fl_blend             checked_fl_blend
#define fl_clear             checked_fl_clear
#define fl_color_mask        checked_fl_color_mask
#define fl_cull              checked_fl_cull
#define fl_depth             checked_fl_depth
#define fl_depth_range       checked_fl_depth_range
#define fl_draw_finish       checked_fl_draw_finish
#define fl_draw_init         checked_fl_draw_init
#define fl_draw_invalidate   checked_fl_draw_invalidate
#define fl_draw_split        checked_fl_draw_split
#define fl_draw_target       checked_fl_draw_target
#define fl_end               checked_fl_end
#define fl_flat              checked_fl_flat
#define fl_fog               checked_fl_fog
#define fl_ambient           checked_fl_ambient
#define fl_color_material    checked_fl_color_material
#define fl_draw_texcoords    checked_fl_draw_texcoords
#define fl_light(...)        checked_fl_light(__VA_ARGS__)
#define fl_light_attenuation checked_fl_light_attenuation
#define fl_light_color       checked_fl_light_color
#define fl_light_defaults    checked_fl_light_defaults
#define fl_light_position    checked_fl_light_position
#define fl_lighting          checked_fl_lighting
#define fl_material(...)     checked_fl_material(__VA_ARGS__)
#define fl_line_width        checked_fl_line_width
#define fl_load_identity     checked_fl_load_identity
#define fl_load_matrix       checked_fl_load_matrix
#define fl_look_at           checked_fl_look_at
#define fl_matrix_mode       checked_fl_matrix_mode
#define fl_mult_matrix       checked_fl_mult_matrix
#define fl_ortho             checked_fl_ortho
#define fl_perspective       checked_fl_perspective
#define fl_point_size        checked_fl_point_size
#define fl_polygon_offset    checked_fl_polygon_offset
#define fl_pop_matrix        checked_fl_pop_matrix
#define fl_push_matrix       checked_fl_push_matrix
#define fl_rotate            checked_fl_rotate
#define fl_scale             checked_fl_scale
#define fl_scissor           checked_fl_scissor
#define fl_scissor_off       checked_fl_scissor_off
#define fl_stencil(...)      checked_fl_stencil(__VA_ARGS__)
#define fl_stencil_op        checked_fl_stencil_op
#define fl_texenv            checked_fl_texenv
#define fl_translate         checked_fl_translate
#define fl_viewport          checked_fl_viewport
#define fl_texture(...)      checked_fl_texture(__VA_ARGS__) /* a macro with arguments: struct fl_texture keeps its name */
/* clang-format off: the names above come first */
#include "lib/fl_draw.c"
#include "lib/fl_draw_begin.c"
#include "lib/fl_light.c"
/* clang-format on */

#include <criterion/criterion.h>

static uint32_t words[1 << 14];

static enum fl_code submit(struct fl_cs *cs, struct fl_err *err)
{
	cs->at = cs->start;
	return FL_OK;
}

static struct fl_draw d;
static struct fl_cs cs;
static struct fl_surface color, depth, linear_depth;

static void open_target(void)
{
	const struct fl_draw_chip chip = {.backend = &fl_draw_r500, .vertex_units = 8};

	fl_cs_init(&cs, words, sizeof(words) / 4, submit, NULL);
	fl_surface_init(&color, 64, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&depth, 64, 64, FL_Z16, FL_MICRO | FL_SQUARE, FL_USE_3D, NULL);
	fl_surface_init(&linear_depth, 64, 64, FL_Z16, FL_LINEAR, FL_USE_3D, NULL);
	fl_draw_init(&d, &cs, &chip);
	fl_draw_target(&d, &color, NULL);
	cr_assert_eq(d.code, FL_OK);
}

/* The call must be objected to, and the text must hold both words. */
#define WRONG(call, function, word)                                                                               \
	do {                                                                                                      \
		open_target();                                                                                    \
		call;                                                                                             \
		cr_assert_eq(d.code, FL_USAGE, "%s passes", #call);                                               \
		cr_assert(strstr(d.err.text, function) && strstr(d.err.text, word), "%s: %s", #call, d.err.text); \
	} while (0)

#define RIGHT(call)                                                       \
	do {                                                              \
		open_target();                                            \
		call;                                                     \
		cr_assert_eq(d.code, FL_OK, "%s: %s", #call, d.err.text); \
	} while (0)

Test(lib, debug_build_checks_calls)
{
	struct fl_texture npot = {.wrap_s = FL_REPEAT, .wrap_t = FL_CLAMP};

	fl_surface_init(&npot.image, 48, 64, FL_ARGB8888, FL_LINEAR, FL_USE_TEXTURE, NULL);
	WRONG((fl_begin(&d, FL_LINES), fl_begin(&d, FL_LINES)), "fl_begin", "inside");
	WRONG(fl_end(&d), "fl_end", "without");
	WRONG(fl_vertex(&d, 0, 0, 0), "fl_draw_split", "outside");
	WRONG((fl_begin(&d, FL_LINES), fl_load_identity(&d)), "top", "matrix");
	WRONG((fl_begin(&d, FL_LINES), fl_clear(&d, 1, 0, 0, 0)), "fl_clear", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_draw_finish(&d)), "fl_draw_finish", "between");
	WRONG(fl_clear(&d, FL_CLEAR_DEPTH, 0, 0, 0), "fl_clear", "no depth buffer");
	WRONG(fl_depth(&d, true, FL_LESS, true), "fl_depth", "without a depth buffer");
	WRONG(fl_stencil(&d, true, FL_LESS, 1, 1, 1), "fl_stencil", "without a stencil buffer");
	WRONG((fl_draw_target(&d, &color, &depth), fl_stencil(&d, true, FL_LESS, 1, 1, 1)), "fl_stencil", "without");
	WRONG(fl_draw_target(&d, &color, &linear_depth), "fl_draw_target", "micro-tiled");
	WRONG(fl_draw_target(&d, NULL, NULL), "fl_draw_target", "surface");
	WRONG(fl_pop_matrix(&d), "fl_pop_matrix", "empty");
	WRONG(for (int i = 0; i < 8; i++) fl_push_matrix(&d), "fl_push_matrix", "full");
	WRONG(fl_blend(&d, FL_ONE, FL_SRC_ALPHA_SATURATE), "fl_blend", "source factor");
	WRONG(fl_texture(&d, 0, &npot), "fl_texture", "power of two");
	WRONG(fl_viewport(&d, 0, 0, 0, 5), "fl_viewport", "no size");
	WRONG(fl_fog(&d, true, 3, 3, 0), "fl_fog", "starts where it ends");

	RIGHT((fl_begin(&d, FL_LINES), fl_vertex(&d, 0, 0, 0), fl_end(&d)));
	RIGHT((fl_draw_target(&d, &color, &depth), fl_depth(&d, true, FL_LESS, true)));
	npot.wrap_s = FL_CLAMP;
	RIGHT(fl_texture(&d, 0, &npot));
	RIGHT((fl_push_matrix(&d), fl_pop_matrix(&d)));

	/* the first mistake stays, and nothing breaks after it */
	open_target();
	fl_end(&d);
	fl_vertex(&d, 1, 2, 3);
	fl_pop_matrix(&d);
	cr_assert(strstr(d.err.text, "fl_end"), "%s", d.err.text);
	/* without a vertex, nothing is sent */
	fl_begin(&d, FL_TRIANGLES);
	uint32_t *before = cs.at;
	fl_end(&d);
	cr_assert_eq(cs.at, before);
}
