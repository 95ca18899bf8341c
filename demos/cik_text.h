/* SPDX-License-Identifier: MIT
 *
 * Pieces of programs for Sea Islands (GFX7) that several demos have.
 */
#ifndef DEMOS_CIK_TEXT_H
#define DEMOS_CIK_TEXT_H

/* to, a component, becomes a . b of three components, or of four. Scalar registers are those of a. */
#define GFX7_DOT3(to, a, b)                    \
	"v_mul_f32 " to ", " a ".x, " b ".x\n" \
	"v_mac_f32 " to ", " a ".y, " b ".y\n" \
	"v_mac_f32 " to ", " a ".z, " b ".z\n"
#define GFX7_DOT(to, a, b) GFX7_DOT3(to, a, b) "v_mac_f32 " to ", " a ".w, " b ".w\n"

/* to = the rows of m times v, none of whose components is one of to's */
#define GFX7_ROWS3(to, m, v)          \
	GFX7_DOT(to ".x", m "[0]", v) \
	GFX7_DOT(to ".y", m "[1]", v) \
	GFX7_DOT(to ".z", m "[2]", v)
#define GFX7_ROWS(to, m, v) GFX7_ROWS3(to, m, v) GFX7_DOT(to ".w", m "[3]", v)
/* The same of three rows and three columns */
#define GFX7_TURN(to, m, v)            \
	GFX7_DOT3(to ".x", m "[0]", v) \
	GFX7_DOT3(to ".y", m "[1]", v) \
	GFX7_DOT3(to ".z", m "[2]", v)

/* The same operation on x, y, z of its operands, the first of which may be none of the others' but its own */
#define GFX7_XYZ1(op, to, a) op " " to ".x, " a ".x\n" op " " to ".y, " a ".y\n" op " " to ".z, " a ".z\n"
#define GFX7_XYZ2(op, to, a, b)                                                                           \
	op " " to ".x, " a ".x, " b ".x\n" op " " to ".y, " a ".y, " b ".y\n" op " " to ".z, " a ".z, " b \
	   ".z\n"
/* a is one thing for all of them. */
#define GFX7_XYZ_BY(op, to, a, b) \
	op " " to ".x, " a ", " b ".x\n" op " " to ".y, " a ", " b ".y\n" op " " to ".z, " a ", " b ".z\n"

/* v, which is as many turns, becomes its sine. The fraction first: far from 0 v_sin_f32 knows no sines. */
#define GFX7_SINE(v) "v_fract_f32 " v ", " v "\nv_sin_f32 " v ", " v "\n"

/* A texture, where it is a coordinate of two components */
#define GFX7_SAMPLE(to, at, texture) \
	"image_sample " to ", " at ".xy, " texture ", " texture ".sampler dmask:0xf\n"

#define GFX7_EXPORT(target, v, more) "exp " target " " v ".x, " v ".y, " v ".z, " v ".w" more "\n"
/* The last color; there are no textures, or pixels of quads have been left aside. */
#define GFX7_PIXEL(v)                GFX7_EXPORT("mrt0", v, " done vm")

/* The vertex program of things that a fragment program lights: out base, its color, and, as the eye has them,
 * n, its normal, and at, its place. */
/* clang-format off */
#define GFX7_SCENE \
	"; !!GFX7\n" \
	"vertex\n" \
	"in position\n" \
	"in color\n" \
	"in normal\n" \
	"out pos : position\n" \
	"out base : color0\n" \
	"out n : texcoord0\n" \
	"out at : texcoord1\n" \
	"const state_mvp[4]\n" \
	"const state_modelview[4]\n" \
	"const state_normal[3]\n" \
	GFX7_ROWS("pos", "state_mvp", "position") \
	GFX7_TURN("n", "state_normal", "normal") \
	"v_mov_b32 n.w, 1.0\n" \
	GFX7_ROWS("at", "state_modelview", "position") \
	GFX7_EXPORT("pos0", "pos", " done") \
	GFX7_EXPORT("param0", "color", "") \
	GFX7_EXPORT("param1", "n", "") \
	GFX7_EXPORT("param2", "at", "")
/* clang-format on */

/* The vertex program of fl_shape_screen(): out uv */
/* clang-format off */
#define GFX7_SCREEN \
	"; !!GFX7\n" \
	"vertex\n" \
	"in position\n" \
	"in texcoord0\n" \
	"out uv : texcoord0\n" \
	GFX7_EXPORT("pos0", "position", " done") \
	GFX7_EXPORT("param0", "texcoord0", "")
/* clang-format on */

#endif
