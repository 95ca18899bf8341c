/* SPDX-License-Identifier: MIT
 *
 * With -DFL_WHERE each drawing call notes where it stands in the source, and the libraries of `make debug`
 * name that place with the first mistake: "cube.c:12: fl_end(): fl_end() without fl_begin()". Other libraries
 * do not look at it. Included by lib/fl_draw.h; fl_buffer.h and fl_program.h have those of their own.
 */
#ifndef LIB_FL_WHERE_H
#define LIB_FL_WHERE_H

#include "lib/fl_draw.h"

static inline struct fl_draw *fl_where_is(struct fl_draw *d, const char *file, uint32_t line,
					  const char *call)
{
	d->where.file = file;
	d->where.line = line;
	d->where.call = call;
	return d;
}

#define FL_AT(d, call)               fl_where_is(d, __FILE__, __LINE__, call)

#define fl_draw_invalidate(d)        fl_draw_invalidate(FL_AT(d, "fl_draw_invalidate"))
#define fl_draw_target(d, ...)       fl_draw_target(FL_AT(d, "fl_draw_target"), __VA_ARGS__)
#define fl_draw_targets(d, ...)      fl_draw_targets(FL_AT(d, "fl_draw_targets"), __VA_ARGS__)
#define fl_resolve(d, ...)           fl_resolve(FL_AT(d, "fl_resolve"), __VA_ARGS__)
#define fl_clear(d, ...)             fl_clear(FL_AT(d, "fl_clear"), __VA_ARGS__)
#define fl_clear_float(d, ...)       fl_clear_float(FL_AT(d, "fl_clear_float"), __VA_ARGS__)
#define fl_clear_uint(d, ...)        fl_clear_uint(FL_AT(d, "fl_clear_uint"), __VA_ARGS__)
#define fl_draw_finish(d)            fl_draw_finish(FL_AT(d, "fl_draw_finish"))
#define fl_viewport(d, ...)          fl_viewport(FL_AT(d, "fl_viewport"), __VA_ARGS__)
#define fl_depth_range(d, ...)       fl_depth_range(FL_AT(d, "fl_depth_range"), __VA_ARGS__)
#define fl_scissor(d, ...)           fl_scissor(FL_AT(d, "fl_scissor"), __VA_ARGS__)
#define fl_scissor_off(d)            fl_scissor_off(FL_AT(d, "fl_scissor_off"))
#define fl_depth(d, ...)             fl_depth(FL_AT(d, "fl_depth"), __VA_ARGS__)
#define fl_stencil(d, ...)           fl_stencil(FL_AT(d, "fl_stencil"), __VA_ARGS__)
#define fl_stencil_op(d, ...)        fl_stencil_op(FL_AT(d, "fl_stencil_op"), __VA_ARGS__)
#define fl_stencil_side(d, ...)      fl_stencil_side(FL_AT(d, "fl_stencil_side"), __VA_ARGS__)
#define fl_blend(d, ...)             fl_blend(FL_AT(d, "fl_blend"), __VA_ARGS__)
#define fl_blend_separate(d, ...)    fl_blend_separate(FL_AT(d, "fl_blend_separate"), __VA_ARGS__)
#define fl_blend_color(d, ...)       fl_blend_color(FL_AT(d, "fl_blend_color"), __VA_ARGS__)
#define fl_logic_op(d, ...)          fl_logic_op(FL_AT(d, "fl_logic_op"), __VA_ARGS__)
#define fl_dither(d, ...)            fl_dither(FL_AT(d, "fl_dither"), __VA_ARGS__)
#define fl_alpha_test(d, ...)        fl_alpha_test(FL_AT(d, "fl_alpha_test"), __VA_ARGS__)
#define fl_color_mask(d, ...)        fl_color_mask(FL_AT(d, "fl_color_mask"), __VA_ARGS__)
#define fl_cull(d, ...)              fl_cull(FL_AT(d, "fl_cull"), __VA_ARGS__)
#define fl_polygon_mode(d, ...)      fl_polygon_mode(FL_AT(d, "fl_polygon_mode"), __VA_ARGS__)
#define fl_flat(d, ...)              fl_flat(FL_AT(d, "fl_flat"), __VA_ARGS__)
#define fl_polygon_offset(d, ...)    fl_polygon_offset(FL_AT(d, "fl_polygon_offset"), __VA_ARGS__)
#define fl_point_size(d, ...)        fl_point_size(FL_AT(d, "fl_point_size"), __VA_ARGS__)
#define fl_point_sprite(d, ...)      fl_point_sprite(FL_AT(d, "fl_point_sprite"), __VA_ARGS__)
#define fl_point_attenuation(d, ...) fl_point_attenuation(FL_AT(d, "fl_point_attenuation"), __VA_ARGS__)
#define fl_line_width(d, ...)        fl_line_width(FL_AT(d, "fl_line_width"), __VA_ARGS__)
#define fl_line_stipple(d, ...)      fl_line_stipple(FL_AT(d, "fl_line_stipple"), __VA_ARGS__)
#define fl_clip_plane(d, ...)        fl_clip_plane(FL_AT(d, "fl_clip_plane"), __VA_ARGS__)
#define fl_texture(d, ...)           fl_texture(FL_AT(d, "fl_texture"), __VA_ARGS__)
#define fl_texenv(d, ...)            fl_texenv(FL_AT(d, "fl_texenv"), __VA_ARGS__)
#define fl_texenv_color(d, ...)      fl_texenv_color(FL_AT(d, "fl_texenv_color"), __VA_ARGS__)
#define fl_texgen(d, ...)            fl_texgen(FL_AT(d, "fl_texgen"), __VA_ARGS__)
#define fl_texgen_planes(d, ...)     fl_texgen_planes(FL_AT(d, "fl_texgen_planes"), __VA_ARGS__)
#define fl_fog(d, ...)               fl_fog(FL_AT(d, "fl_fog"), __VA_ARGS__)
#define fl_fog_mode(d, ...)          fl_fog_mode(FL_AT(d, "fl_fog_mode"), __VA_ARGS__)
#define fl_occlusion_begin(d)        fl_occlusion_begin(FL_AT(d, "fl_occlusion_begin"))
#define fl_occlusion_end(d, ...)     fl_occlusion_end(FL_AT(d, "fl_occlusion_end"), __VA_ARGS__)
#define fl_matrix_mode(d, ...)       fl_matrix_mode(FL_AT(d, "fl_matrix_mode"), __VA_ARGS__)
#define fl_push_matrix(d)            fl_push_matrix(FL_AT(d, "fl_push_matrix"))
#define fl_pop_matrix(d)             fl_pop_matrix(FL_AT(d, "fl_pop_matrix"))
#define fl_load_identity(d)          fl_load_identity(FL_AT(d, "fl_load_identity"))
#define fl_load_matrix(d, ...)       fl_load_matrix(FL_AT(d, "fl_load_matrix"), __VA_ARGS__)
#define fl_mult_matrix(d, ...)       fl_mult_matrix(FL_AT(d, "fl_mult_matrix"), __VA_ARGS__)
#define fl_translate(d, ...)         fl_translate(FL_AT(d, "fl_translate"), __VA_ARGS__)
#define fl_scale(d, ...)             fl_scale(FL_AT(d, "fl_scale"), __VA_ARGS__)
#define fl_rotate(d, ...)            fl_rotate(FL_AT(d, "fl_rotate"), __VA_ARGS__)
#define fl_perspective(d, ...)       fl_perspective(FL_AT(d, "fl_perspective"), __VA_ARGS__)
#define fl_ortho(d, ...)             fl_ortho(FL_AT(d, "fl_ortho"), __VA_ARGS__)
#define fl_look_at(d, ...)           fl_look_at(FL_AT(d, "fl_look_at"), __VA_ARGS__)
#define fl_begin(d, ...)             fl_begin(FL_AT(d, "fl_begin"), __VA_ARGS__)
#define fl_end(d)                    fl_end(FL_AT(d, "fl_end"))
#define fl_draw_texcoords(d, ...)    fl_draw_texcoords(FL_AT(d, "fl_draw_texcoords"), __VA_ARGS__)
#define fl_color(d, ...)             fl_color(FL_AT(d, "fl_color"), __VA_ARGS__)
#define fl_color_argb(d, ...)        fl_color_argb(FL_AT(d, "fl_color_argb"), __VA_ARGS__)
#define fl_colorf(d, ...)            fl_colorf(FL_AT(d, "fl_colorf"), __VA_ARGS__)
#define fl_texcoord(d, ...)          fl_texcoord(FL_AT(d, "fl_texcoord"), __VA_ARGS__)
#define fl_texcoord_of(d, ...)       fl_texcoord_of(FL_AT(d, "fl_texcoord_of"), __VA_ARGS__)
#define fl_texcoord_size(d, ...)     fl_texcoord_size(FL_AT(d, "fl_texcoord_size"), __VA_ARGS__)
#define fl_normal(d, ...)            fl_normal(FL_AT(d, "fl_normal"), __VA_ARGS__)
#define fl_vertex(d, ...)            fl_vertex(FL_AT(d, "fl_vertex"), __VA_ARGS__)
#define fl_lighting(d, ...)          fl_lighting(FL_AT(d, "fl_lighting"), __VA_ARGS__)
#define fl_light(d, ...)             fl_light(FL_AT(d, "fl_light"), __VA_ARGS__)
#define fl_light_position(d, ...)    fl_light_position(FL_AT(d, "fl_light_position"), __VA_ARGS__)
#define fl_light_color(d, ...)       fl_light_color(FL_AT(d, "fl_light_color"), __VA_ARGS__)
#define fl_light_attenuation(d, ...) fl_light_attenuation(FL_AT(d, "fl_light_attenuation"), __VA_ARGS__)
#define fl_ambient(d, ...)           fl_ambient(FL_AT(d, "fl_ambient"), __VA_ARGS__)
#define fl_material(d, ...)          fl_material(FL_AT(d, "fl_material"), __VA_ARGS__)
#define fl_color_material(d, ...)    fl_color_material(FL_AT(d, "fl_color_material"), __VA_ARGS__)

#endif
