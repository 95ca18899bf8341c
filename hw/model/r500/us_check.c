/* SPDX-License-Identifier: MIT
 *
 * US: the rules that a program has to keep because the hardware does not check them: encodings (R5xx guide
 * 8.4, 11.10), the texture semaphore (8.5.2), ALU_WAIT (8.3.1), NOP (8.4.2, 8.4.4), how it ends (8.2). Each
 * program is checked once, when it is decoded, along its steps in order; nothing is assumed across a jump, so
 * that there are no false alarms.
 *
 * The guide asks for ALU_WAIT on texture instructions that use the ALU's results as well. Mesa's programs
 * never set it there, and run on cards: it is not reported.
 */
#include "hw/model/pixel/color.h"
#include "hw/model/r500/rs.h"
#include "hw/model/r500/us_block.h"

#include <string.h>

struct checker {
	struct mr500 *r;
	const struct us_prog *p;
	unsigned pixsize;
	uint8_t fetched[MR500_MAX_TEMPS];  /* channels that a look-up will write: no semaphore acquired yet */
	uint8_t acquired[MR500_MAX_TEMPS]; /* channels that a look-up wrote, with the semaphore acquired */
	bool pred_pending, alu_pending;
	const struct us_inst *before; /* the ALU instruction right before, or NULL */
};

#define WARN(c, in, section, fmt, ...)                                                                 \
	mr500_report((c)->r, FL_WARN, "US", "R5xx guide " section, "instruction %u: " fmt, (in)->addr, \
		     ##__VA_ARGS__)

static void read_alu(void *checker, const struct us_inst *in, const struct us_src *src, unsigned chan,
		     enum us_how how)
{
	struct checker *c = checker;

	if (src->kind != US_SRC_TEMP || src->rel)
		return;
	unsigned reg = src->index, bit = 1u << chan;
	if ((c->fetched[reg] | c->acquired[reg]) & bit)
		WARN(c, in, "8.5.2",
		     "reads temporary %u, which a texture instruction writes, without waiting for the "
		     "semaphore",
		     reg);
	if (reg > c->pixsize)
		WARN(c, in, "11.10", "reads temporary %u, but US_PIXSIZE says that %u is the last", reg,
		     c->pixsize);
	/* 8.4.2, 8.4.4: presubtract and MDH/MDV see a register late. */
	const struct us_inst *b = c->before;
	if (how != US_READ_PLAIN && b && !b->nop && !b->half[chan == 3].dst_rel && b->wmask & bit &&
	    b->half[chan == 3].dst == reg)
		WARN(c, in, "8.4.2",
		     "presubtract, MDH or MDV of temporary %u, which the instruction before writes, without "
		     "NOP between",
		     reg);
}

static void check_tex_reg(struct checker *c, const struct us_inst *in, const struct us_reg *reg)
{
	if (reg->rel)
		return;
	unsigned chans = in->tex_op == US_TEX_KILL ? in->wmask : 0;
	if (in->tex_op != US_TEX_KILL)
		for (unsigned i = 0; i < (in->tex_op == US_TEX_LD ? 2 : 4); i++)
			chans |= 1u << reg->swz[i];
	if ((c->fetched[reg->index] | c->acquired[reg->index]) & chans)
		WARN(c, in, "8.5.2",
		     "uses temporary %u, which a texture instruction writes, without waiting for the "
		     "semaphore",
		     reg->index);
	if (reg->index > c->pixsize)
		WARN(c, in, "11.10", "reads temporary %u, but US_PIXSIZE says that %u is the last",
		     reg->index, c->pixsize);
}

static void check_tex(struct checker *c, const struct us_inst *in)
{
	if (in->tex_op == US_TEX_RESERVED)
		WARN(c, in, "8.5.1", "reserved texture operation 7");
	if (in->sem_acquire && !in->sem_wait)
		WARN(c, in, "8.5.2", "TEX_SEM_ACQUIRE without TEX_SEM_WAIT");
	if (in->tex_op != US_TEX_NOP && in->tex_op != US_TEX_RESERVED) {
		check_tex_reg(c, in, &in->coord);
		if (in->tex_op == US_TEX_DXDY) {
			check_tex_reg(c, in, &in->dx);
			check_tex_reg(c, in, &in->dy);
		}
		if (in->tex_op != US_TEX_KILL && !in->result.rel) {
			if (in->wmask && in->result.index > c->pixsize)
				WARN(c, in, "11.10",
				     "writes temporary %u, but US_PIXSIZE says that %u is the last",
				     in->result.index, c->pixsize);
			c->fetched[in->result.index] |= in->wmask;
		}
	}
	if (in->sem_acquire)
		for (unsigned i = 0; i < MR500_MAX_TEMPS; i++) {
			c->acquired[i] |= c->fetched[i];
			c->fetched[i] = 0;
		}
}

static void check_half(struct checker *c, const struct us_inst *in, unsigned h)
{
	const struct us_half *half = &in->half[h], *other = &in->half[!h];
	const char *name = h ? "alpha" : "RGB";
	bool dots = other->op == US_DP3 || other->op == US_DP4 || other->op == US_D2A;
	bool trans = other->op >= US_EX2 && other->op <= US_COS;

	if (!(mr500_us_needed(in) & (h ? 8 : 7)))
		return;
	if (half->op == US_RESERVED)
		WARN(c, in, "11.10", "reserved %s operation", name);
	if (half->op == US_OTHER && !(h ? dots : trans))
		WARN(c, in, "8.4.4", "%s takes the other half's result, which is not %s", name,
		     h ? "a dot product" : "a transcendental");
	if (half->omod == 7 && !(half->op >= US_MIN && half->op <= US_CMP))
		WARN(c, in, "8.4.5.1",
		     "%s output modifier disabled for an operation other than MIN, MAX, CND, CMP", name);
	if (half->omod == 7 && half->clamp)
		WARN(c, in, "8.4.5.1", "%s clamps with the output modifier disabled", name);
	if (in->wmask & (h ? 8 : 7) && !half->dst_rel && half->dst > c->pixsize)
		WARN(c, in, "11.10", "writes temporary %u, but US_PIXSIZE says that %u is the last",
		     half->dst, c->pixsize);
	for (unsigned n = 0; n < 3; n++)
		if (mr500_us_args(half->op) >> n & 1)
			for (unsigned i = 0; i < (h ? 1 : 3); i++)
				if (half->arg[n].swz[i] == US_SWZ_UNUSED &&
				    (in->wmask | in->omask) >> (h ? 3 : i) & 1)
					WARN(c, in, "11.10", "reserved swizzle 7 in the %s half", name);
}

static void check_alu(struct checker *c, const struct us_inst *in)
{
	check_half(c, in, 0);
	check_half(c, in, 1);
	mr500_us_reads(in, read_alu, c);
	if (in->type == US_ALU && in->omask)
		c->pred_pending = true;
	if (in->alu_wmask)
		c->alu_pending = true;
}

static void check_fc(struct checker *c, const struct us_inst *in)
{
	/* Does the jump table look at the ALU result, or the predicate? */
	unsigned f = in->jump_func;
	bool on_alu = (f & 15) != f >> 4, on_pred = (f & 0x33) != (f >> 2 & 0x33);

	if ((on_alu && c->alu_pending) || (on_pred && c->pred_pending))
		WARN(c, in, "8.3.1", "flow control depends on the ALU without ALU_WAIT");
	if (on_pred && in->pred_sel[0] == 1)
		WARN(c, in, "8.6.1",
		     "flow control with a predicate by channel; it needs one of the replicated ones");
	if (!c->p->full_fc && (in->fc_op != 0 || in->a_op))
		WARN(c, in, "8.6", "loops and calls need US_FC_CTRL.FULL_FC_EN");
	if (in->a_op == 3 || in->b_op[0] == 3 || in->b_op[1] == 3)
		WARN(c, in, "11.10", "reserved stack operation 3");
	memset(c->fetched, 0, sizeof(c->fetched));
	memset(c->acquired, 0, sizeof(c->acquired));
	c->pred_pending = c->alu_pending = false;
}

static bool in_range(uint32_t range, unsigned addr)
{
	unsigned first = R500_US_CODE_RANGE__CODE_ADDR__GET(range),
		 n = R500_US_CODE_RANGE__CODE_SIZE__GET(range);

	return (addr - first) % US_MAX_INST <= n;
}

static void check_unset(struct mr500 *r, const struct us_unset *u)
{
	if (u->pred_at >= 0)
		mr500_report(r, FL_WARN, "US", "R5xx guide 8.4.9",
			     "instruction %d: looks at a predicate that no instruction before it sets",
			     u->pred_at);
	if (u->alu_at >= 0)
		mr500_report(r, FL_WARN, "US", "R5xx guide 8.4.10",
			     "instruction %d: looks at the ALU result, which nothing has set since the last "
			     "flow control instruction",
			     u->alu_at);
	if (u->al_at >= 0)
		mr500_report(r, FL_WARN, "US", "R5xx guide 8.6.2",
			     "instruction %d: adds aL, but no LOOP comes before it", u->al_at);
}

/* Channels of its target that a color buffer keeps; of one with a mask, it is not asked which. Streams that
 * ran on real cards name targets in US_OUT_FMT that they never set up: no buffer keeps anything of those. */
static unsigned kept(const struct fl_pixel_target *t)
{
	unsigned n = t->raw.n, chans = 0;

	for (unsigned i = 0; i < (n ? n : 4); i++)
		chans |= 1u << t->sel[n ? t->raw.c[i] : i];
	return t->path == FL_PIXEL_COLOR_NONE || t->partial || !t->key.cpp ? 0 : chans;
}

void mr500_us_check_link(struct mr500 *r, const struct mr500_draw *d)
{
	const struct us_unset *u = d->us->prog.unset;
	const uint64_t *rs_written = d->rs->written;

	for (unsigned i = 0; i < d->base.color->n; i++) {
		const struct fl_pixel_target *t = &d->base.color->target[i];
		unsigned missing = kept(t) & ~u->out_some[t->from];
		if (missing)
			mr500_report(r, FL_WARN, "US", "R5xx guide 8.4.8",
				     "render target %c goes to a color buffer, but the program never writes "
				     "its channel %c",
				     'A' + t->from, "RGBA"[__builtin_ctz(missing)]);
	}
	for (unsigned i = 0; i < US_TEMP_WORDS; i++) {
		uint64_t bad = u->never[i] & ~rs_written[i];
		if (!bad)
			continue;
		unsigned n = i * 64 + (unsigned)__builtin_ctzll(bad);
		mr500_report(r, FL_WARN, "US", "R5xx guide 8.4.1",
			     "instruction %u: reads temporary %u, channel %c, which neither RS nor the "
			     "program has written: what the register's last user left is there",
			     u->never_at[n], n / 4, "RGBA"[n % 4]);
	}
}

void mr500_us_check(struct mr500 *r, const struct us_prog *p)
{
	struct checker c = {
	    .r = r, .p = p, .pixsize = R500_US_PIXSIZE__PIX_SIZE__GET(R500_REG(r, US_PIXSIZE))};
	uint32_t range = R500_REG(r, US_CODE_RANGE);

	check_unset(r, p->unset);
	if (p->fp24) {
		mr500_us_check_r300(r, p);
		return;
	}

	if (p->full_fc && c.pixsize < 1)
		mr500_report(r, FL_WARN, "US", "R5xx guide 8.6",
			     "full flow control needs US_PIXSIZE of 1 or more");
	for (unsigned i = 0; i < p->n_step; i++) {
		const struct us_inst *in = &p->step[i].in;

		if (!in_range(range, in->addr))
			WARN(&c, in, "8.2", "outside of the range that US_CODE_RANGE declares (0x%08x)",
			     range);
		if (in->sem_wait)
			memset(c.acquired, 0, sizeof(c.acquired));
		if (in->alu_wait) {
			c.pred_pending = c.alu_pending = false;
		}
		if (in->pred_sel[0] > 5 || (in->type != US_FC && in->pred_sel[1] > 5))
			WARN(&c, in, "11.10", "reserved predicate select");
		if ((in->pred_inv[0] && !in->pred_sel[0]) ||
		    (in->type != US_FC && in->pred_inv[1] && !in->pred_sel[1]))
			WARN(&c, in, "8.4.6", "predicate inverted where none is selected");
		switch (in->type) {
		case US_TEX:
			check_tex(&c, in);
			break;
		case US_FC:
			check_fc(&c, in);
			break;
		default:
			check_alu(&c, in);
		}
		c.before = in->type <= US_OUT ? in : NULL;
		if (p->step[i].end) {
			if (in->type != US_OUT)
				WARN(&c, in, "8.2", "the program ends here, which is not an OUT instruction");
			else if (!in->sem_wait)
				WARN(&c, in, "8.5.2",
				     "the last instruction does not wait for the texture semaphore");
		}
	}
	if (!p->unset->ends)
		mr500_report(r, FL_WARN, "US", "R5xx guide 8.2",
			     "no way leads from the program's start to its END_ADDR");
}
