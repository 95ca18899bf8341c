/* SPDX-License-Identifier: MIT
 *
 * Read ports of ALU groups. A group is read in three cycles, in each of which every channel of the register
 * file delivers one register; a bank swizzle says in which cycle an operand comes. Constants have ports of
 * their own, and the transcendental unit takes its constants in its first cycles. Mesa r600_asm.c.
 */
#include "lib/r600/group.h"

enum { CYCLES = 3, NONE = 0xffff };

/* The cycle of source 0, 1 and 2: VEC_012, 021, 120, 102, 201, 210; SCL_210, 122, 212, 221 */
static const uint8_t vector[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
static const uint8_t scalar[4][3] = {{2, 1, 0}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}};

struct ports {
	uint16_t gpr[CYCLES][4];
	uint32_t constant[4], n_constants;
};

static bool breaks(struct fl_r600_rule *broken, uint32_t at, const char *text)
{
	*broken = (struct fl_r600_rule){text, at};
	return false;
}

static bool is_gpr(const struct fl_r600_src *s)
{
	return s->sel < FL_R600_SRC_KCACHE;
}

static bool is_constant(const struct fl_r600_src *s)
{
	return fl_r600_is_kcache(s->sel) || s->sel >= FL_R600_SRC_CFILE;
}

static bool take_gpr(struct ports *p, const struct fl_r600_src *s, uint32_t cycle)
{
	uint16_t *port = &p->gpr[cycle][s->chan], what = (uint16_t)(s->sel | (uint32_t)s->rel << 9);

	if (*port == NONE)
		*port = what;
	return *port == what;
}

/* R6xx reads four constants a group, one channel each; R7xx two, two channels each. */
static bool take_constant(bool r700, struct ports *p, const struct fl_r600_src *s)
{
	uint32_t what = (s->sel | (uint32_t)s->rel << 9) << 2 | (r700 ? s->chan / 2 : s->chan);

	for (uint32_t i = 0; i < p->n_constants; i++)
		if (p->constant[i] == what)
			return true;
	if (p->n_constants == (r700 ? 2 : 4))
		return false;
	p->constant[p->n_constants++] = what;
	return true;
}

static bool take_vector(struct ports *p, const uint32_t w[2], uint32_t n)
{
	uint32_t swizzle = fl_r600_swizzle(w);
	struct fl_r600_src s, first = {0};

	if (swizzle > 5)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		fl_r600_alu_src(w, k, &s);
		if (k == 0)
			first = s;
		if (!is_gpr(&s) ||
		    (k == 1 && s.sel == first.sel && s.chan == first.chan && s.rel == first.rel))
			continue;
		if (!take_gpr(p, &s, vector[swizzle][k]))
			return false;
	}
	return true;
}

static uint32_t constants_of(const uint32_t w[2], uint32_t n)
{
	struct fl_r600_src s;
	uint32_t constants = 0;

	for (uint32_t k = 0; k < n; k++) {
		fl_r600_alu_src(w, k, &s);
		constants += is_constant(&s) || (s.sel >= FL_R600_SRC_DOUBLE && s.sel <= FL_R600_SRC_LITERAL);
	}
	return constants;
}

static bool take_scalar(struct ports *p, const uint32_t w[2], uint32_t n)
{
	uint32_t swizzle = fl_r600_swizzle(w), constants = constants_of(w, n);
	struct fl_r600_src s;

	if (swizzle > 3)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t cycle = scalar[swizzle][k];

		fl_r600_alu_src(w, k, &s);
		if (constants && cycle < constants &&
		    (is_gpr(&s) || s.sel == FL_R600_SRC_PV || s.sel == FL_R600_SRC_PS))
			return false;
		if (is_gpr(&s) && !take_gpr(p, &s, cycle))
			return false;
	}
	return true;
}

static bool constants_fit(const struct fl_r600_group *g, struct fl_r600_rule *broken)
{
	struct ports p = {.n_constants = 0};
	struct fl_r600_src s;

	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t n = fl_r600_alu_of(g->r700, g->w[i])->sources;

		if (g->unit[i] == FL_R600_SLOT_T && constants_of(g->w[i], n) > 2)
			return breaks(broken, i, "the unit t reads at most two constants");
		for (uint32_t k = 0; k < n; k++) {
			fl_r600_alu_src(g->w[i], k, &s);
			if (is_constant(&s) && !take_constant(g->r700, &p, &s))
				return breaks(broken, i,
					      g->r700
						  ? "a group reads at most two constants, of each xy or zw"
						  : "a group reads at most four channels of constants");
		}
	}
	return true;
}

static bool fits(const struct fl_r600_group *g, uint32_t *at)
{
	struct ports p;

	for (uint32_t i = 0; i < CYCLES * 4; i++)
		p.gpr[i / 4][i % 4] = NONE;
	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t n = fl_r600_alu_of(g->r700, g->w[i])->sources;

		*at = i;
		if (!(g->unit[i] == FL_R600_SLOT_T ? take_scalar : take_vector)(&p, g->w[i], n))
			return false;
	}
	return true;
}

bool fl_r600_group_ports(const struct fl_r600_group *g, struct fl_r600_rule *broken)
{
	uint32_t at;

	if (!constants_fit(g, broken))
		return false;
	return fits(g, &at) || breaks(broken, at, "the bank swizzles give this operation no read port");
}

bool fl_r600_group_search(struct fl_r600_group *g, struct fl_r600_rule *broken)
{
	uint32_t at = 0, i;

	if (!constants_fit(g, broken))
		return false;
	for (i = 0; i < g->n; i++)
		fl_r600_set_swizzle(g->w[i], 0);
	while (!fits(g, &at)) {
		for (i = 0; i < g->n; i++) {
			uint32_t next = fl_r600_swizzle(g->w[i]) + 1;
			bool over = next == (g->unit[i] == FL_R600_SLOT_T ? 4 : 6);

			fl_r600_set_swizzle(g->w[i], over ? 0 : next);
			if (!over)
				break;
		}
		if (i == g->n)
			return breaks(broken, 0,
				      "no bank swizzles give every operand a read port: a channel of "
				      "the registers is read three times a group");
	}
	return true;
}
