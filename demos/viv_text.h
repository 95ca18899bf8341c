/* SPDX-License-Identifier: MIT
 *
 * Pieces of programs for Vivante's cores that several demos have. They keep to what all cores do: an
 * instruction reads one uniform, and there are no sines, whose form differs.
 */
#ifndef DEMOS_VIV_TEXT_H
#define DEMOS_VIV_TEXT_H

/* What VIV_SINE() wants declared. */
#define VIV_SINE_CONST "const sine = {2, -1, 4, 0.225}\n"
/* Components of v, with that mask, which are as many turns, become their sines, to a thousandth: a
 * parabola, and part of its square. w is a register that is lost. */
#define VIV_SINE(v, mask, w)                            \
	"frc " v mask ", void, void, " v "\n"           \
	"mad " v mask ", " v ", sine.xxxx, sine.yyyy\n" \
	"mad " w mask ", " v ", |" v "|, -" v "\n"      \
	"mul " v mask ", " w ", sine.zzzz, void\n"      \
	"mad " w mask ", " v ", |" v "|, -" v "\n"      \
	"mad " v mask ", " w ", sine.wwww, " v "\n"

/* to = the rows of m times v */
#define VIV_ROWS3(to, m, v)                        \
	"dp4 " to ".x___, " m "[0], " v ", void\n" \
	"dp4 " to "._y__, " m "[1], " v ", void\n" \
	"dp4 " to ".__z_, " m "[2], " v ", void\n"
#define VIV_ROWS(to, m, v) VIV_ROWS3(to, m, v) "dp4 " to ".___w, " m "[3], " v ", void\n"
/* The same of three rows and three columns */
#define VIV_TURN(to, m, v)                         \
	"dp3 " to ".x___, " m "[0], " v ", void\n" \
	"dp3 " to "._y__, " m "[1], " v ", void\n" \
	"dp3 " to ".__z_, " m "[2], " v ", void\n"

/* The vertex program of things that a fragment program lights: out base, its color, and, as the eye has them,
 * n, its normal, and at, its place. */
#define VIV_SCENE                                                                                 \
	"!!GC2000\n"                                                                              \
	"vertex\n"                                                                                \
	"in position\n"                                                                           \
	"in color\n"                                                                              \
	"in normal\n"                                                                             \
	"out pos : position\n"                                                                    \
	"out base : color0\n"                                                                     \
	"out n : texcoord0\n"                                                                     \
	"out at : texcoord1\n"                                                                    \
	"const state_mvp[4]\n"                                                                    \
	"const state_modelview[4]\n"                                                              \
	"const state_normal[3]\n" VIV_ROWS("pos", "state_mvp", "position")                        \
	    VIV_ROWS("at", "state_modelview", "position")                                         \
		VIV_TURN("n", "state_normal", "normal") "mov n.___w, void, void, position.wwww\n" \
							"mov base, void, void, color\n"

/* The vertex program of fl_shape_screen(): out uv */
#define VIV_SCREEN                        \
	"!!GC2000\n"                      \
	"vertex\n"                        \
	"in position\n"                   \
	"in texcoord0\n"                  \
	"out pos : position\n"            \
	"out uv : texcoord0\n"            \
	"mov pos, void, void, position\n" \
	"mov uv, void, void, texcoord0\n"

#endif
