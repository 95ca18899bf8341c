/* SPDX-License-Identifier: MIT
 *
 * Planned groups (sq_plan.c) give what the path gives that plans nothing: random groups that fill their
 * units, read what the group before left in PV and PS, write registers over that others still read, take
 * constants, and change operands and results. So do programs of several clauses that are compiled (sq_jit.c),
 * which store what something behind a clause reads.
 */
#include "hw/model/jit/jit.h"
#include "hw/model/r600/sq_code.h"
#include "tests/unit/r600/sq_rig.h"

TestSuite(r600_sq_plan, .timeout = 120, .fini = rig_free);

enum { REGISTERS = 3, GROUPS = 12, PROGRAMS = 200, UNITS = 5 };

static uint32_t seed = 14;

static unsigned pick(unsigned n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* left: units whose results the next group may read */
static char *source(char *p, unsigned left)
{
	static const char *const numbers[] = {"0", "1.0", "0.5", "0x7fc00001"};
	const unsigned unit = pick(UNITS);

	p += sprintf(p, ", %s", pick(4) ? "" : "-");
	if (pick(4) == 0)
		return p + sprintf(p, "%s", numbers[pick(4)]);
	if (pick(2) && left >> unit & 1)
		return p + (unit == 4 ? sprintf(p, "PS") : sprintf(p, "PV.%c", "xyzw"[unit]));
	return p + sprintf(p, "R%u.%c", 1 + pick(2), "xyzw"[pick(4)]);
}

/* units: that the group uses. An operation goes to t where the unit of its channel is taken. */
static char *destination(char *p, unsigned unit, unsigned units, bool always)
{
	const char channel = "xyzw"[unit < 4 ? unit : (unsigned)__builtin_ctz(units)];

	if (unit < 4 && pick(4) == 0 && !always)
		return p + sprintf(p, "__.%c", channel);
	/* t has a register of its own: no two units may write the same */
	return p + sprintf(p, "R%u.%c", unit < 4 ? 1 + pick(REGISTERS) : REGISTERS + 1, channel);
}

static char *operation(char *p, unsigned unit, unsigned units, const char *name, unsigned sources,
		       unsigned left, const char *modifier)
{
	static const char *const modifiers[] = {"", "", "", "_sat"};

	p += sprintf(p, " %c: %s%s ", "xyzwt"[unit], name, modifier ? modifier : modifiers[pick(4)]);
	p = destination(p, unit, units, sources == 3); /* those of three write their result */
	while (sources--)
		p = source(p, left);
	return p + sprintf(p, "\n");
}

static char *random_clause(char *p, unsigned groups)
{
	static const struct {
		const char *name;
		unsigned sources;
	} ops[] = {{"ADD", 2},    {"MUL", 2},         {"MAX", 2},      {"MOV", 1},
		   {"SETGT", 2},  {"MIN_DX10", 2},    {"MAX_DX10", 2}, {"MUL_IEEE", 2},
		   {"MULADD", 3}, {"MULADD_IEEE", 3}, {"MIN", 2},      {"CNDGT", 3}};
	unsigned left = 0;

	p += sprintf(p, "ALU\n");
	for (unsigned g = 0; g < groups; g++) {
		const bool dot = pick(4) == 0, max = pick(3) == 0; /* MAX4 is never planned */
		const unsigned units = dot ? 15 : 1 + pick(15);

		p += sprintf(p, " %u", g);
		for (unsigned u = 0; u < 4; u++) {
			const unsigned k = pick(sizeof(ops) / sizeof(ops[0]));

			if (dot)
				p = operation(p, u, units, max ? "MAX4" : "DOT4", max ? 1 : 2, left, "");
			else if (units >> u & 1)
				p = operation(p, u, units, ops[k].name, ops[k].sources, left, NULL);
		}
		left = units;
		if (pick(2)) { /* FLT_TO_INT is planned, and not compiled */
			p = operation(p, 4, units, pick(4) ? "MOV" : "FLT_TO_INT", 1, 0, "");
			left |= 16;
		}
	}
	return p;
}

static void random_text(char *p)
{
	sprintf(random_clause(p, GROUPS), "EXPORT_DONE PIXEL 0, R1.xyzw EOP\n");
}

static char *random_export(char *p, const char *done)
{
	p += sprintf(p, "EXPORT%s PIXEL %u, R%u.", done, *done ? 0 : 1 + pick(3), 1 + pick(REGISTERS + 1));
	for (unsigned i = 0; i < 4; i++)
		*p++ = "xyzw01"[pick(6)];
	return p + sprintf(p, "%s\n", *done ? " EOP" : "");
}

static void random_clauses(char *p)
{
	p = random_clause(p, GROUPS / 3);
	if (pick(2))
		p = random_export(p, "");
	p = random_clause(p, GROUPS / 3);
	random_export(random_clause(p, 1), "_DONE");
}

static void random_data(void)
{
	static const uint32_t special[] = {0x7fc12345, 0x7f800000, 0xff800000, 0x80000000};

	for (unsigned l = 0; l < MR600_WAVE; l++)
		for (unsigned c = 0; c < 4 * (REGISTERS + 2); c++)
			rig.gpr[c / 4][c % 4].f[l] = (float)((int)((l * 5 + c * 7 + l / 9) % 23) - 11) / 4;
	for (unsigned l = 0; l < MR600_WAVE; l++) /* a NaN, infinities, a zero with a sign */
		rig.gpr[1 + l % 2][l / 2 % 4].u[l] = special[l % 4];
}

static uint64_t hash_of(uint64_t hash, const void *words)
{
	for (unsigned l = 0; l < MR600_WAVE; l++)
		hash = (hash ^ ((const uint32_t *)words)[l]) * 0x100000001b3u;
	return hash;
}

static uint64_t result(const char *isa, const char *text)
{
	uint64_t hash = 0xcbf29ce484222325u;

	rig_isa = isa;
	rig_new("rv770");
	random_data();
	cr_assert(rig_run(rig_program(MR600_PS, text), MR600_PS, ~UINT64_C(0)));
	for (unsigned c = 0; c < 4 * (REGISTERS + 2); c++)
		hash = hash_of(hash, rig.gpr[c / 4][c % 4].u);
	rig_free();
	return hash;
}

Test(r600_sq_plan, random_groups)
{
	char text[GROUPS * UNITS * 80];

	for (unsigned i = 0; i < PROGRAMS; i++) {
		random_text(text);
		cr_assert_eq(result("scalar", text), result(NULL, text), "%s", text);
	}
	rig_new("rv770"); /* for the end */
}

static const char *chip = "rv770";

/* The colors of a program; isa: that it is compiled for, "scalar" for the path that judges. */
static uint64_t colors_of(const char *isa, const char *text, void (*data)(void), unsigned *compiled)
{
	const struct mr600_program *p;
	uint64_t hash = 0xcbf29ce484222325u;

	rig_isa = isa;
	rig_new(chip);
	rig.r->base.jit = FL_JIT_ALWAYS;
	data();
	p = rig_program(MR600_PS, text);
	cr_assert(rig_run(p, MR600_PS, ~UINT64_C(0)));
	*compiled += p->native && p->code.pure != SQ_IMPURE;
	for (unsigned c = 0; c < 4 * 4; c++)
		hash = hash_of(hash, rig.px->out[c / 4][c % 4]);
	rig_free();
	return hash;
}

static uint64_t colors(const char *isa, const char *text, unsigned *compiled)
{
	return colors_of(isa, text, random_data, compiled);
}

Test(r600_sq_plan, random_programs_compiled)
{
	static const char *const isas[] = {"base", NULL};
	const bool compiler = fl_jit_start();
	char text[GROUPS * UNITS * 80];
	unsigned compiled = 0, none = 0;

	for (unsigned i = 0; i < PROGRAMS; i++) {
		random_clauses(text);
		cr_assert_eq(colors("scalar", text, &none), colors(isas[i % 2], text, &compiled), "%s", text);
	}
	cr_expect(!compiler || compiled > PROGRAMS / 4, "%u pure programs compiled", compiled);
	cr_expect_eq(none, 0);
	rig_new("rv770"); /* for the end */
}

/* One clause, and what is behind it reads one register or the other. */
Test(r600_sq_plan, code_goes_with_what_is_read_behind_it)
{
	unsigned compiled = 0, none = 0;

	for (unsigned i = 0; i < 8; i++) {
		char text[400];

		snprintf(
		    text, sizeof(text),
		    "ALU\n 0 x: ADD R1.x, R1.x, R2.x\n y: MUL R2.y, R1.x, R2.z\n z: ADD R1.z, R1.y, R2.w\n"
		    " w: MULADD R2.w, R1.w, R2.x, R1.z\nEXPORT_DONE PIXEL 0, R%u.%c%c01 EOP\n",
		    1 + i % 2, i & 2 ? 'x' : 'y', i & 4 ? 'z' : 'w');
		cr_assert_eq(colors("scalar", text, &none), colors(NULL, text, &compiled), "%s", text);
	}
	cr_expect(!fl_jit_start() || compiled == 8);
	rig_new("rv770"); /* for the end */
}

/* A literal that is known when the program is compiled: a number, a zero, a NaN. */
Test(r600_sq_plan, code_goes_with_literals)
{
	static const char *const literals[] = {"0x7fc00001", "0x3f200000", "0x80000000", "0x00000001",
					       "0xff800000"};
	unsigned compiled = 0, none = 0;

	for (unsigned i = 0; i < 5; i++) {
		char text[400];

		snprintf(text, sizeof(text),
			 "ALU\n 0 x: MIN_DX10 R1.x, R1.x, %s\n y: MAX_DX10 R1.y, R2.x, %s\n z: MUL R1.z, "
			 "R2.y, %s\n"
			 " w: MULADD R1.w, %s, R2.z, R1.z\nEXPORT_DONE PIXEL 0, R1.xyzw EOP\n",
			 literals[i], literals[i], literals[i], literals[i]);
		cr_assert_eq(colors("scalar", text, &none), colors(NULL, text, &compiled), "%s", text);
	}
	cr_expect(!fl_jit_start() || compiled == 5);
	rig_new("rv770"); /* for the end */
}

/* Numbers of all kinds: in four lanes of five such that are looked for, and numbers of all sizes. */
static void odd_data(void)
{
	static const uint32_t odd[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345,
				       0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x3f800000, 0xbf800000,
				       0x4a800000, 0x4a7fffff, 0x3e800000, 0xc3160000};
	uint32_t s = 77;

	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < MR600_WAVE; l++) {
			s = s * 1664525u + 1013904223u;
			rig.gpr[2][c].u[l] = s >> 8 & 1   ? odd[s >> 12 & 15]
					     : s >> 8 & 2 ? s
							  : 0x3f000000 ^ (s & 0x83ffffff);
		}
}

Test(r600_sq_plan, transcendentals_compiled)
{
	static const char *const names[] = {
	    "EXP_IEEE",       "LOG_IEEE",          "LOG_CLAMPED",  "RECIP_IEEE", "RECIP_CLAMPED", "RECIP_FF",
	    "RECIPSQRT_IEEE", "RECIPSQRT_CLAMPED", "RECIPSQRT_FF", "SQRT_IEEE",  "SIN",           "COS"};
	static const char *const isas[] = {"base", NULL};
	const unsigned n = sizeof(names) / sizeof(names[0]);
	const uint64_t before = fl_jit_counts().compiled;
	unsigned compiled = 0, none = 0;

	for (unsigned i = 0; i < 2 * n; i++) {
		const char *o = names[i / 2];
		char text[400];

		chip = i % 2 ? "rv770" : "rv670"; /* whose angles are others */

		snprintf(text, sizeof(text),
			 "ALU\n 0 t: %s R1.x, R2.x\n 1 t: %s R1.y, R2.y\n 2 t: %s R1.z, |R2.z|\n"
			 " 3 t: %s_sat R1.w, -R2.w\nEXPORT_DONE PIXEL 0, R1.xyzw EOP\n",
			 o, o, o, o);
		cr_assert_eq(colors_of("scalar", text, odd_data, &none),
			     colors_of(isas[i / 2 % 2], text, odd_data, &compiled), "%s", text);
	}
	cr_expect(!fl_jit_start() || (compiled == 2 * n && fl_jit_counts().compiled - before >= n), "%u",
		  compiled);
	rig_new("rv770"); /* for the end */
}
