/* SPDX-License-Identifier: MIT
 *
 * Fixed-function fragment programs: a line's stipple, all look-ups, then what the units do to the color, in
 * their order, then fog. A temporary takes the number of the input that it comes from (lib/fl_ff_form.h): the
 * color, the texel of a unit in place of its coordinate; the one after them is for what is between.
 */
#include "lib/fl_ff_compose.h"

struct fs {
	struct fl_ff_code code;
	struct fl_ff_places at;
	struct fl_ff_src color; /* as the units and fog before have left it */
	uint32_t between;
};

/* The color is written, and goes out if this is the last one to do so. */
static struct fl_ff_dst next_color(struct fs *s, bool last)
{
	s->color = R(s->at.in[FL_FF_IN_COLOR], XYZW);
	return last ? OUT(COLOR, ALL) : TEMP(s->at.in[FL_FF_IN_COLOR], ALL);
}

static struct fl_ff_dst masked(struct fl_ff_dst to, uint32_t mask)
{
	to.mask = (uint8_t)mask;
	return to;
}

static struct fl_ff_src negated(struct fl_ff_src s)
{
	s.select |= FL_FF_NEGATE;
	return s;
}

/* What a unit makes of the color c and its texel t */
static void unit(struct fs *s, uint32_t u, uint32_t env, bool last)
{
	struct fl_ff_code *b = &s->code;
	const struct fl_ff_src c = s->color, between = R(s->between, XYZW);
	const uint32_t texel = s->at.in[FL_FF_IN_TEXCOORD + u];
	const struct fl_ff_src t = R(texel, XYZW);
	const struct fl_ff_dst to = next_color(s, last);

	switch (env) {
	case FL_MODULATE: /* c * t */
		PUT2(b, MUL, to, c, t);
		break;
	case FL_REPLACE: /* t */
		PUT1(b, MOV, to, t);
		break;
	case FL_DECAL: /* t.a * t + (1 - t.a) * c, c.a; the second product first */
		PUT3(b, MAD, TEMP(s->between, XYZ), negated(c), R(texel, WWWW), c);
		PUT1(b, MOV, TEMP(s->between, W), c);
		PUT3(b, MAD, masked(to, XYZ), t, R(texel, WWWW), between);
		PUT1(b, MOV, masked(to, W), between);
		break;
	case FL_ENV_BLEND: /* t * k + (1 - t) * c, c.a * t.a; likewise */
		PUT3(b, MAD, TEMP(s->between, XYZ), negated(c), t, c);
		PUT2(b, MUL, TEMP(s->between, W), c, t);
		PUT3(b, MAD, masked(to, XYZ), t, C(FL_FF_FC_ENV + u, XYZW), between);
		PUT1(b, MOV, masked(to, W), between);
		break;
	case FL_ENV_ADD: /* c + t, c.a * t.a */
		PUT2(b, ADD, saturated(masked(to, XYZ)), c, t);
		PUT2(b, MUL, saturated(masked(to, W)), c, t);
		break;
	}
}

/* f * c + (1 - f) * fog color, c.a, with the factor f; the second product first */
static void fog(struct fs *s)
{
	struct fl_ff_code *b = &s->code;
	const struct fl_ff_src c = s->color, f = IN(FOG, XXXX), color = C(FL_FF_FC_FOG, XYZW);
	const struct fl_ff_dst to = next_color(s, true);

	PUT3(b, MAD, TEMP(s->between, XYZ), negated(color), f, color);
	PUT3(b, MAD, masked(to, XYZ), c, f, R(s->between, XYZW));
	PUT1(b, MOV, masked(to, W), c);
}

/* Lines: which of 16 bits of the pattern the pixel has, by y of the input, which counts repeats of the
 * pattern; there is no texture in this. With i = floor(16 frac(y)), bit i of pattern is the first digit after
 * the point of pattern / 2 / 2^i. The constant: (pattern + 1/2) / 2, so that no digit hangs on rounding; 16;
 * 1/2; a quarter of a pixel, which is added first: lines begin at the middle of a pixel or between two, and i
 * must not hang on rounding either. */
static const struct fl_ff_inst stipple[] = {
#define K(s) C(FL_FF_FC_STIPPLE, s)
#define DO(op_, to_, a_, b_)                                            \
	{                                                               \
		.op = FL_FF_##op_, .to = TEMP(to_, W), .a = a_, .b = b_ \
	}
    DO(ADD, 0, IN(STIPPLE, YYYY), K(WWWW)),
    DO(FRC, 1, R(0, WWWW), NONE),
    DO(MUL, 1, R(1, WWWW), K(YYYY)),
    DO(FRC, 0, R(1, WWWW), NONE),
    DO(ADD, 0, R(0, WWWW), R(1, WWWW | FL_FF_NEGATE)), /* -i: x - floor(x) - x */
    DO(EX2, 0, R(0, WWWW), NONE),
    DO(MUL, 0, R(0, WWWW), K(XXXX)),
    DO(FRC, 0, R(0, WWWW), NONE),
    DO(ADD, 0, R(0, WWWW), K(ZZZZ | FL_FF_NEGATE)),
    {.op = FL_FF_KIL, .a = R(0, WWWW)},
};

/* Temporaries 0 and 1 of the stipple are the input's and the one that is between. */
static void put_stipple(struct fs *s)
{
	const uint8_t at[2] = {s->at.in[FL_FF_IN_STIPPLE], (uint8_t)s->between};

	for (uint32_t k = 0; k < sizeof(stipple) / sizeof(stipple[0]); k++) {
		struct fl_ff_inst *i = s->code.end++;

		*i = stipple[k];
		if (i->to.mask)
			i->to.at = at[i->to.at];
		if (i->a.file == FL_FF_TEMP)
			i->a.at = at[i->a.at];
		if (i->b.file == FL_FF_TEMP && i->b.select)
			i->b.at = at[i->b.at];
	}
}

static void look_up(struct fs *s, uint32_t u, uint32_t bits)
{
	fl_ff_put(&s->code, bits & FL_FF_FS_PROJ ? FL_FF_TEXP : FL_FF_TEX,
		  TEMP(s->at.in[FL_FF_IN_TEXCOORD + u], ALL), IN(TEXCOORD + u, XYZW), NONE, NONE);
	s->code.end[-1].unit = (uint8_t)u;
	s->code.end[-1].kind = (uint8_t)FL_FF_FS_KIND_OF(bits);
}

uint32_t fl_ff_fs_make(uint64_t key, struct fl_ff_inst *inst)
{
	struct fs s = {.code = {inst}, .color = IN(COLOR, XYZW)};
	const bool fogged = key & FL_FF_FS_FOG;
	uint32_t last = FL_TEXCOORDS; /* unit that is on */

	fl_ff_fs_places(key, &s.at);
	s.between = s.at.n_in;
	if (key & FL_FF_FS_STIPPLE)
		put_stipple(&s);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (FL_FF_FS_UNIT(key, u) & FL_FF_FS_ON) {
			look_up(&s, u, FL_FF_FS_UNIT(key, u));
			last = u;
		}
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (FL_FF_FS_UNIT(key, u) & FL_FF_FS_ON)
			unit(&s, u, FL_FF_FS_ENV_OF(FL_FF_FS_UNIT(key, u)), u == last && !fogged);
	if (fogged)
		fog(&s);
	else if (last == FL_TEXCOORDS)
		PUT1(&s.code, MOV, OUT(COLOR, ALL), s.color);
	return (uint32_t)(s.code.end - inst);
}
