/* SPDX-License-Identifier: MIT
 *
 * Pieces of programs for Sea Islands that several demos have.
 */
#ifndef DEMOS_CIK_TEXT_H
#define DEMOS_CIK_TEXT_H

/* to, a component, becomes a . b of three components, or of four. Scalar registers are those of a. */
#define DOT3_CIK(to, a, b)                     \
	"v_mul_f32 " to ", " a ".x, " b ".x\n" \
	"v_mac_f32 " to ", " a ".y, " b ".y\n" \
	"v_mac_f32 " to ", " a ".z, " b ".z\n"
#define DOT_CIK(to, a, b) DOT3_CIK(to, a, b) "v_mac_f32 " to ", " a ".w, " b ".w\n"

/* to = the rows of m times v, none of whose components is one of to's */
#define ROWS3_CIK(to, m, v)          \
	DOT_CIK(to ".x", m "[0]", v) \
	DOT_CIK(to ".y", m "[1]", v) \
	DOT_CIK(to ".z", m "[2]", v)
#define ROWS_CIK(to, m, v) ROWS3_CIK(to, m, v) DOT_CIK(to ".w", m "[3]", v)
/* The same of three rows and three columns */
#define TURN_CIK(to, m, v)            \
	DOT3_CIK(to ".x", m "[0]", v) \
	DOT3_CIK(to ".y", m "[1]", v) \
	DOT3_CIK(to ".z", m "[2]", v)

/* The same operation on x, y, z of its operands, the first of which may be none of the others' but its own */
#define XYZ1_CIK(op, to, a) op " " to ".x, " a ".x\n" op " " to ".y, " a ".y\n" op " " to ".z, " a ".z\n"
#define XYZ2_CIK(op, to, a, b)                                                                            \
	op " " to ".x, " a ".x, " b ".x\n" op " " to ".y, " a ".y, " b ".y\n" op " " to ".z, " a ".z, " b \
	   ".z\n"
/* a is one thing for all of them. */
#define XYZ_BY_CIK(op, to, a, b) \
	op " " to ".x, " a ", " b ".x\n" op " " to ".y, " a ", " b ".y\n" op " " to ".z, " a ", " b ".z\n"

/* v, which is as many turns, becomes its sine. The fraction first: far from 0 v_sin_f32 knows no sines. */
#define SINE_CIK(v) "v_fract_f32 " v ", " v "\nv_sin_f32 " v ", " v "\n"

/* A texture, where it is a coordinate of two components */
#define SAMPLE_CIK(to, at, texture) \
	"image_sample " to ", " at ".xy, " texture ", " texture ".sampler dmask:0xf\n"

#define EXPORT_CIK(target, v, more) "exp " target " " v ".x, " v ".y, " v ".z, " v ".w" more "\n"
/* The last color; there are no textures, or pixels of quads have been left aside. */
#define PIXEL_CIK(v)                EXPORT_CIK("mrt0", v, " done vm")

/* The vertex program of things that a fragment program lights: out base, its color, and, as the eye has them,
 * n, its normal, and at, its place. */
#define SCENE_CIK                                                                                            \
	"; !!GFX7\n"                                                                                         \
	"vertex\n"                                                                                           \
	"in position\n"                                                                                      \
	"in color\n"                                                                                         \
	"in normal\n"                                                                                        \
	"out pos : position\n"                                                                               \
	"out base : color0\n"                                                                                \
	"out n : texcoord0\n"                                                                                \
	"out at : texcoord1\n"                                                                               \
	"const state_mvp[4]\n"                                                                               \
	"const state_modelview[4]\n"                                                                         \
	"const state_normal[3]\n" ROWS_CIK("pos", "state_mvp", "position")                                   \
	    TURN_CIK("n", "state_normal", "normal") "v_mov_b32 n.w, 1.0\n" ROWS_CIK("at", "state_modelview", \
										    "position")              \
		EXPORT_CIK("pos0", "pos", " done") EXPORT_CIK("param0", "color", "")                         \
		    EXPORT_CIK("param1", "n", "") EXPORT_CIK("param2", "at", "")

/* The vertex program of fl_shape_screen(): out uv */
#define SCREEN_CIK       \
	"; !!GFX7\n"     \
	"vertex\n"       \
	"in position\n"  \
	"in texcoord0\n" \
	"out uv : texcoord0\n" EXPORT_CIK("pos0", "position", " done") EXPORT_CIK("param0", "texcoord0", "")

#endif
