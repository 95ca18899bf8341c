/* SPDX-License-Identifier: MIT
 *
 * Pieces of programs for R6xx and R7xx that several demos have. Operations that take all four vector units
 * stand in groups of their own.
 */
#ifndef DEMOS_R600_TEXT_H
#define DEMOS_R600_TEXT_H

/* x, y, z or w of a register becomes a . b, where the names of the registers that are not written are __. */
#define R600_DOT(x, y, z, w, a, b)              \
	"0 x: DOT4 " x ".x, " a ".x, " b ".x\n" \
	"  y: DOT4 " y ".y, " a ".y, " b ".y\n" \
	"  z: DOT4 " z ".z, " a ".z, " b ".z\n" \
	"  w: DOT4 " w ".w, " a ".w, " b ".w\n"
/* The same without their w */
#define R600_DOT3(x, y, z, w, a, b)             \
	"0 x: DOT4 " x ".x, " a ".x, " b ".x\n" \
	"  y: DOT4 " y ".y, " a ".y, " b ".y\n" \
	"  z: DOT4 " z ".z, " a ".z, " b ".z\n" \
	"  w: DOT4 " w ".w, 0, 0\n"

/* to = the rows of m times v */
#define R600_ROWS3(to, m, v)                       \
	R600_DOT(to, "__", "__", "__", m "[0]", v) \
	R600_DOT("__", to, "__", "__", m "[1]", v) \
	R600_DOT("__", "__", to, "__", m "[2]", v)
#define R600_ROWS(to, m, v) R600_ROWS3(to, m, v) R600_DOT("__", "__", "__", to, m "[3]", v)
/* The same of three rows and three columns */
#define R600_TURN(to, m, v)                         \
	R600_DOT3(to, "__", "__", "__", m "[0]", v) \
	R600_DOT3("__", to, "__", "__", m "[1]", v) \
	R600_DOT3("__", "__", to, "__", m "[2]", v)

/* v, which is as many turns, becomes its sine: SIN takes half a turn to either side of 0. The program has
 * const chip_turn. */
#define R600_SINE(v)                      \
	"ADD " v ", " v ", 0.5\n"         \
	"FRACT " v ", " v "\n"            \
	"ADD " v ", " v ", -0.5\n"        \
	"MUL " v ", " v ", chip_turn.x\n" \
	"SIN " v ", " v "\n"

/* The vertex program of things that a fragment program lights: out base, its color, and, as the eye has them,
 * n, its normal, and at, its place. */
#define R600_SCENE                                                                                 \
	"!!R600\n"                                                                                 \
	"vertex\n"                                                                                 \
	"in position\n"                                                                            \
	"in color\n"                                                                               \
	"in normal\n"                                                                              \
	"out pos : position\n"                                                                     \
	"out base : color0\n"                                                                      \
	"out n : texcoord0\n"                                                                      \
	"out at : texcoord1\n"                                                                     \
	"const state_mvp[4]\n"                                                                     \
	"const state_modelview[4]\n"                                                               \
	"const state_normal[3]\n"                                                                  \
	"CALL_FS\n"                                                                                \
	"ALU\n" R600_ROWS("pos", "state_mvp", "position") R600_TURN("n", "state_normal", "normal") \
	    R600_ROWS("at", "state_modelview", "position") "EXPORT_DONE POS 60, pos.xyzw\n"        \
							   "EXPORT PARAM 0, color.xyzw\n"          \
							   "EXPORT PARAM 1, n.xyz1\n"              \
							   "EXPORT_DONE PARAM 2, at.xyzw\n"

/* The vertex program of fl_shape_screen(): out uv */
#define R600_SCREEN                           \
	"!!R600\n"                            \
	"vertex\n"                            \
	"in position\n"                       \
	"in texcoord0\n"                      \
	"out uv : texcoord0\n"                \
	"CALL_FS\n"                           \
	"EXPORT_DONE POS 60, position.xyzw\n" \
	"EXPORT_DONE PARAM 0, texcoord0.xyzw\n"

#endif
