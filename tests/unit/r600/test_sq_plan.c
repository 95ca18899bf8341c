/* SPDX-License-Identifier: MIT
 *
 * Planned groups (sq_plan.c) give what the path gives that plans nothing: random groups that fill their
 * units, read what the group before left in PV and PS, write registers over that others still read, take
 * constants, and change operands and results.
 */
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
	static const char *const numbers[] = {"0", "1.0", "0.5", "2.5"};
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

static void random_text(char *p)
{
	static const struct {
		const char *name;
		unsigned sources;
	} ops[] = {{"ADD", 2},      {"MUL", 2},      {"MAX", 2},      {"MOV", 1},    {"SETGT", 2},
		   {"MIN_DX10", 2}, {"MAX_DX10", 2}, {"MUL_IEEE", 2}, {"MULADD", 3}, {"MULADD_IEEE", 3}};
	unsigned left = 0;

	p += sprintf(p, "ALU\n");
	for (unsigned g = 0; g < GROUPS; g++) {
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
		if (pick(2)) {
			p = operation(p, 4, units, "MOV", 1, 0, NULL);
			left |= 16;
		}
	}
	sprintf(p, "EXPORT_DONE PIXEL 0, R1.xyzw EOP\n");
}

static uint64_t result(const char *isa, const char *text)
{
	static const uint32_t special[] = {0x7fc12345, 0x7f800000, 0xff800000, 0x80000000};
	uint64_t hash = 0xcbf29ce484222325u;

	rig_isa = isa;
	rig_new("rv770");
	for (unsigned l = 0; l < MR600_WAVE; l++)
		for (unsigned c = 0; c < 4 * (REGISTERS + 2); c++)
			rig.gpr[c / 4][c % 4].f[l] = (float)((int)((l * 5 + c * 7 + l / 9) % 23) - 11) / 4;
	for (unsigned l = 0; l < MR600_WAVE; l += 3) /* a NaN, infinities, a zero with a sign */
		rig.gpr[1 + l % 2][l / 2 % 4].u[l] = special[l / 3 % 4];
	cr_assert(rig_run(rig_program(MR600_PS, text), MR600_PS, ~UINT64_C(0)));
	for (unsigned l = 0; l < MR600_WAVE; l++)
		for (unsigned c = 0; c < 4 * (REGISTERS + 2); c++)
			hash = (hash ^ rig.gpr[c / 4][c % 4].u[l]) * 0x100000001b3u;
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
