/* SPDX-License-Identifier: MIT
 *
 * US of R3xx and R4xx: the rules that a program has to keep because the hardware does not check them. In
 * place of R5xx's semaphore and ALU_WAIT (mr500_us_check.c) there are nodes: each waits for the one before,
 * and inside of one the texture instructions all come first.
 */
#include "hw/model/r500/us_block.h"

#include <string.h>

enum { R3XX_ALU = 64, R3XX_TEX = 32, R4XX_INST = 512, PIX_SIZES = 32 };

#define SAY(r, fmt, ...) mr500_report(r, FL_WARN, "US", "Mesa r300_reg.h", fmt, ##__VA_ARGS__)

struct checker {
	struct mr500 *r;
	unsigned last_temp;
	const struct us_inst *before; /* the ALU instruction right before, or NULL */
};

void mr500_us_check_node_r300(struct mr500 *r, const struct us_node_r300 *n, const struct us_step *step)
{
	bool r4xx = r->variant->kind == MR500_KIND_R4XX;
	unsigned max_alu = r4xx ? R4XX_INST : R3XX_ALU, max_tex = r4xx ? R4XX_INST : R3XX_TEX;
	bool fetched[MR500_MAX_TEMPS] = {false};

	if (n->alu + n->n_alu > max_alu)
		SAY(r, "node %u has %u ALU instructions from %u on: there are %u", n->index, n->n_alu, n->alu,
		    max_alu);
	if (n->tex + n->n_tex > max_tex)
		SAY(r, "node %u has %u texture instructions from %u on: there are %u", n->index, n->n_tex,
		    n->tex, max_tex);
	for (unsigned i = 0; i < n->n_steps; i++) {
		const struct us_inst *in = &step[i].in;

		if (in->type == US_TEX && in->tex_op != US_TEX_NOP && in->tex_op != US_TEX_RESERVED) {
			if (fetched[in->coord.index])
				SAY(r,
				    "texture instruction %u: reads temporary %u, which the same node "
				    "fetches: that takes another node",
				    in->addr, in->coord.index);
			if (in->tex_op != US_TEX_KILL)
				fetched[in->result.index] = true;
		}
		if (in->type == US_OUT && in->omask && !n->rgba_out)
			SAY(r,
			    "ALU instruction %u: writes a color, but its node's US_CODE_ADDR has no RGBA_OUT",
			    in->addr);
		if (in->type == US_OUT && in->w_omask && !n->w_out)
			SAY(r, "ALU instruction %u: writes a depth, but its node's US_CODE_ADDR has no W_OUT",
			    in->addr);
	}
}

static void read_alu(void *checker, const struct us_inst *in, const struct us_src *src, unsigned chan,
		     enum us_how how)
{
	struct checker *c = checker;
	const struct us_inst *b = c->before;

	if (src->kind != US_SRC_TEMP)
		return;
	if (src->index > c->last_temp)
		SAY(c->r, "ALU instruction %u: reads temporary %u, but US_PIXSIZE says that %u is the last",
		    in->addr, src->index, c->last_temp);
	if (how == US_READ_PRESUB && b && !b->nop && b->wmask >> chan & 1 &&
	    b->half[chan == 3].dst == src->index)
		SAY(c->r,
		    "ALU instruction %u: presubtract of temporary %u, which the instruction before writes, "
		    "without NOP between",
		    in->addr, src->index);
}

static void check_half(struct checker *c, const struct us_inst *in, unsigned h, const uint32_t word[5])
{
	const struct us_half *half = &in->half[h], *other = &in->half[!h];
	const char *name = h ? "alpha" : "RGB";
	bool dots = other->op == US_DP3 || other->op == US_DP4 || other->op == US_D2A;
	bool trans = other->op >= US_EX2 && other->op <= US_COS;
	unsigned omod =
	    h ? R300_US_ALU_ALPHA_INST__OMOD__GET(word[3]) : R300_US_ALU_RGB_INST__OMOD__GET(word[2]);
	unsigned sel[3] = {R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__GET(word[3]),
			   R300_US_ALU_ALPHA_INST__ALPHA_SEL_B__GET(word[3]),
			   R300_US_ALU_ALPHA_INST__ALPHA_SEL_C__GET(word[3])};

	if (!(mr500_us_needed(in) & (h ? 8 : 7)))
		return;
	if (half->op == US_RESERVED)
		SAY(c->r, "ALU instruction %u: reserved %s operation", in->addr, name);
	if (half->op == US_OTHER && !(h ? dots : trans))
		SAY(c->r, "ALU instruction %u: %s takes the other half's result, which is not %s", in->addr,
		    name, h ? "a dot product" : "a transcendental");
	if (omod == 7)
		SAY(c->r, "ALU instruction %u: reserved %s output modifier 7", in->addr, name);
	for (unsigned n = 0; n < 3 && h; n++)
		if (mr500_us_args(half->op) >> n & 1 && sel[n] > R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__HALF)
			SAY(c->r, "ALU instruction %u: reserved alpha argument %u", in->addr, sel[n]);
	if (in->wmask & (h ? 8 : 7) && half->dst > c->last_temp)
		SAY(c->r, "ALU instruction %u: writes temporary %u, but US_PIXSIZE says that %u is the last",
		    in->addr, half->dst, c->last_temp);
}

static void check_tex(struct checker *c, const struct us_inst *in)
{
	if (in->tex_op == US_TEX_RESERVED)
		SAY(c->r, "texture instruction %u: reserved operation", in->addr);
	if (in->tex_op == US_TEX_NOP || in->tex_op == US_TEX_RESERVED)
		return;
	if (in->coord.index > c->last_temp)
		SAY(c->r,
		    "texture instruction %u: reads temporary %u, but US_PIXSIZE says that %u is the last",
		    in->addr, in->coord.index, c->last_temp);
	if (in->tex_op != US_TEX_KILL && in->result.index > c->last_temp)
		SAY(c->r,
		    "texture instruction %u: writes temporary %u, but US_PIXSIZE says that %u is the last",
		    in->addr, in->result.index, c->last_temp);
}

/* The highest temporary of all. R4xx has more than 31, for which US_PIXSIZE has no room. */
static unsigned highest(const struct us_prog *p)
{
	unsigned max = 0;

	for (unsigned i = 0; i < p->n_step; i++) {
		const struct us_inst *in = &p->step[i].in;
		unsigned r[2] = {in->type == US_TEX ? in->coord.index : in->half[0].dst,
				 in->type == US_TEX ? in->result.index : in->half[1].dst};
		for (unsigned k = 0; k < 2; k++)
			max = r[k] > max ? r[k] : max;
	}
	return max;
}

void mr500_us_check_r300(struct mr500 *r, const struct us_prog *p)
{
	struct checker c = {.r = r, .last_temp = R300_US_PIXSIZE__PIX_SIZE__GET(r->reg[R300_US_PIXSIZE / 4])};

	if (r->variant->kind == MR500_KIND_R4XX && highest(p) >= PIX_SIZES)
		c.last_temp = MR500_MAX_TEMPS - 1;
	for (unsigned i = 0; i < p->n_step; i++) {
		const struct us_inst *in = &p->step[i].in;

		if (in->type == US_TEX) {
			check_tex(&c, in);
			c.before = NULL;
			continue;
		}
		check_half(&c, in, 0, r->us->r300_alu[in->addr]);
		check_half(&c, in, 1, r->us->r300_alu[in->addr]);
		mr500_us_reads(in, read_alu, &c);
		c.before = in;
	}
}
