/* SPDX-License-Identifier: MIT
 *
 * Decodes ALU clauses: groups, their literals, what operands mean.
 */
#include "hw/model/r600/sq_math.h"
#include "hw/regs/r600_reset.h" /* R600_CHIP_… */

#include <string.h>

#define ISA "R6xx facts 4.3"

struct clause {
	uint32_t at, slots, used; /* used: slots so far */
	uint32_t mode[2], bank[2], line[2];
	bool waterfall, first, ar_loaded;
	bool rel_written; /* the group before wrote a register by a relative address */
	uint32_t group;   /* the one before, if not first */
};

uint32_t mr600_sq_konst(struct sq_decoder *d, const struct sq_konst *k)
{
	struct sq_code *c = d->code;
	struct sq_konst *more;

	for (uint32_t i = 0; i < c->n_konst; i++)
		if (!memcmp(&c->konst[i], k, sizeof(*k)))
			return i;
	more = mr600_sq_more(c->konst, &d->cap_konst, c->n_konst, sizeof(*more));
	if (!more) {
		d->refused = true;
		return 0;
	}
	c->konst = more;
	c->konst[c->n_konst] = *k;
	return c->n_konst++;
}

/* ---- the words of a group --------------------------------------------------------------------------- */
/* By the highest channel of a literal that any operand field names, used or not */
static unsigned literals_of(const struct sq_words_of_group *g)
{
	unsigned n = 0;

	for (unsigned i = 0; i < g->n; i++)
		for (unsigned k = 0; k < (sq_is_op3(g->w[i]) ? 3u : 2u); k++)
			if (sq_src_sel(g->w[i], k) == SQ_SEL_LITERAL && sq_src_chan(g->w[i], k) >= n)
				n = sq_src_chan(g->w[i], k) + 1;
	return n;
}

static bool read_group(struct sq_decoder *d, struct clause *cl, struct sq_words_of_group *g,
		       uint32_t literal[4])
{
	unsigned literals;
	bool last = false;

	memset(g, 0, sizeof(*g));
	memset(literal, 0, 4 * sizeof(literal[0]));
	while (!last) {
		uint32_t *w = g->w[g->n];

		if (g->n == SQ_UNITS)
			return SQ_REFUSE(d, ISA, "a group of more than five operations (LAST is nowhere)");
		if (cl->used == cl->slots)
			return SQ_REFUSE(d, ISA, "the clause ends inside a group: its COUNT is %u",
					 cl->slots - 1);
		if (!mr600_sq_words(d, cl->at + cl->used++, w, 2))
			return false;
		g->code[g->n] = mr600_sq_opcode(
		    sq_is_op3(w), sq_is_op3(w)    ? R600_SQ_ALU_WORD1_OP3__ALU_INST__GET(w[1])
				  : d->code->r7xx ? R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__GET(w[1])
						  : R600_SQ_ALU_WORD1_OP2__ALU_INST__GET(w[1]));
		last = R600_SQ_ALU_WORD0__LAST__GET(w[0]);
		g->n++;
	}
	literals = (literals_of(g) + 1) / 2;
	if (literals > cl->slots - cl->used)
		return SQ_REFUSE(d, ISA,
				 "the clause ends before the literals of its last group: its COUNT is %u",
				 cl->slots - 1);
	if (literals && !mr600_sq_words(d, cl->at + cl->used, literal, literals * 2))
		return false;
	cl->used += literals;
	g->first = cl->first;
	g->ar_loaded = cl->ar_loaded;
	memcpy(g->kcache_mode, cl->mode, sizeof(g->kcache_mode));
	return true;
}

/* ---- operands ------------------------------------------------------------------------------------------ */
static void table(struct sq_decoder *d, struct sq_operand *o, struct sq_konst k)
{
	k.mod = o->mod; /* the table has the modified value */
	o->mod = 0;
	o->from = SQ_TABLE;
	o->index = (uint16_t)mr600_sq_konst(d, &k);
}

static struct sq_konst number(uint32_t value)
{
	return (struct sq_konst){.from = SQ_VALUE, .value = value};
}

static void cache_operand(struct sq_decoder *d, const struct clause *cl, struct sq_operand *o, uint32_t sel,
			  bool rel, unsigned index_mode)
{
	unsigned set = sel >= SQ_SEL_CACHE + 32, at = (sel - SQ_SEL_CACHE) % 32, mode = cl->mode[set];
	unsigned size = mode == R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__SQ_CF_KCACHE_NOP      ? 0
			: mode == R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__SQ_CF_KCACHE_LOCK_1 ? SQ_LINE
											  : 2 * SQ_LINE;

	if (at >= size && !rel) {
		table(d, o, number(0)); /* the check of the group has said it */
		return;
	}
	if (!rel && mode != R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__SQ_CF_KCACHE_LOCK_LOOP_INDEX) {
		table(d, o,
		      (struct sq_konst){.from = SQ_CACHE,
					.bank = (uint8_t)cl->bank[set],
					.index = (uint16_t)(cl->line[set] * SQ_LINE + at),
					.chan = o->chan});
		return;
	}
	o->from = SQ_CACHE_REL;
	o->rel = rel;
	o->loop_line = mode == R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__SQ_CF_KCACHE_LOCK_LOOP_INDEX;
	o->bank = (uint8_t)cl->bank[set];
	o->index = (uint16_t)(cl->line[set] * SQ_LINE);
	o->offset = (uint8_t)at;
	o->size = (uint8_t)size;
	d->code->banks |= (uint16_t)(1u << o->bank);
}

static void file_operand(struct sq_decoder *d, const struct clause *cl, struct sq_operand *o, uint32_t sel,
			 bool rel, unsigned index_mode)
{
	if (!R600_SQ_CONFIG__DX9_CONSTS__GET(R600_REG(d->r, SQ_CONFIG)))
		SQ_WARN(d, "R6xx facts 0.2",
			"it reads the constant file, which SQ_CONFIG.DX9_CONSTS = 0 turns off");
	if (!rel) {
		table(d, o,
		      (struct sq_konst){
			  .from = SQ_FILE, .index = (uint16_t)(sel - SQ_SEL_FILE), .chan = o->chan});
		return;
	}
	if (!d->code->r7xx && !cl->waterfall && index_mode != SQ_INDEX_LOOP)
		SQ_WARN(d, "R6xx facts 4.6",
			"constants by AR, in a clause without USES_WATERFALL: R6xx takes one lane's address "
			"for all");
	o->from = SQ_CFILE_REL;
	o->index = (uint16_t)(sel - SQ_SEL_FILE);
	d->code->file = true;
}

/* Has the group before a result in this unit? What PV or PS has where there is none nobody says: it reads 0
 * here. */
static bool has_result(const struct sq_code *c, const struct clause *cl, unsigned unit)
{
	const struct sq_group *g = cl->first ? NULL : &c->group[cl->group];

	for (unsigned i = 0; g && i < g->n; i++)
		if (c->op[g->op + i].unit == unit)
			return true;
	return false;
}

static void operand(struct sq_decoder *d, const struct clause *cl, const struct sq_words_of_group *g,
		    unsigned i, unsigned k, const uint32_t literal[4], struct sq_operand *o)
{
	const uint32_t *w = g->w[i];
	uint32_t sel = sq_src_sel(w, k);
	unsigned index_mode = R600_SQ_ALU_WORD0__INDEX_MODE__GET(w[0]);
	bool rel = sq_src_rel(w, k);

	memset(o, 0, sizeof(*o));
	o->chan = (uint8_t)sq_src_chan(w, k);
	o->mod = sq_src_neg(w, k) ? SQ_NEG : 0;
	if (!sq_is_op3(w) && (k ? R600_SQ_ALU_WORD1_OP2_V2__SRC1_ABS__GET(w[1])
				: R600_SQ_ALU_WORD1_OP2_V2__SRC0_ABS__GET(w[1])))
		o->mod |= SQ_ABS;
	if (sel < SQ_SEL_CACHE) {
		o->from = rel ? SQ_GPR_REL : SQ_GPR;
		o->index = (uint16_t)sel;
		if (!rel && sel >= d->code->gprs && sel < d->code->temps)
			SQ_WARN(d, "R6xx facts 0.2",
				"%s reads R%u, and the program has %u registers (NUM_GPRS)", g->code[i]->name,
				sel, d->code->gprs);
	} else if (sel < SQ_SEL_CACHE_END) {
		cache_operand(d, cl, o, sel, rel, index_mode);
	} else if (sel >= SQ_SEL_FILE) {
		file_operand(d, cl, o, sel, rel, index_mode);
	} else if (sel == SQ_SEL_PV || sel == SQ_SEL_PS) {
		o->from = SQ_PREVIOUS;
		o->chan = sel == SQ_SEL_PS ? SQ_T : o->chan;
		if (!has_result(d->code, cl, o->chan))
			table(d, o, number(0));
	} else if (sel == SQ_SEL_LITERAL) {
		table(d, o, number(literal[o->chan]));
	} else {
		static const uint32_t of[] = {0,      0x3ff00000, 0,          0x3fe00000, 0,
					      SQ_ONE, 1,          0xffffffff, 0x3f000000};

		table(d, o, number(sel >= SQ_SEL_1_DOUBLE_LOW ? of[sel - SQ_SEL_1_DOUBLE_LOW] : 0));
	}
}

/* ---- groups -------------------------------------------------------------------------------------------- */
static void operation(struct sq_decoder *d, const struct sq_words_of_group *g, unsigned i, struct sq_op *op)
{
	const uint32_t *w = g->w[i];

	op->code = g->code[i];
	op->run = !d->code->r7xx && op->code->run_r6 ? op->code->run_r6 : op->code->run;
	op->unit = g->unit[i];
	op->dst = (uint8_t)R600_SQ_ALU_WORD1__DST_GPR__GET(w[1]);
	op->chan = (uint8_t)R600_SQ_ALU_WORD1__DST_CHAN__GET(w[1]);
	op->dst_rel = R600_SQ_ALU_WORD1__DST_REL__GET(w[1]);
	op->clamp = R600_SQ_ALU_WORD1__CLAMP__GET(w[1]);
	op->write = sq_writes(w);
	op->index_mode = (uint8_t)R600_SQ_ALU_WORD0__INDEX_MODE__GET(w[0]);
	op->pred_sel = (uint8_t)R600_SQ_ALU_WORD0__PRED_SEL__GET(w[0]);
	if (!sq_is_op3(w)) {
		op->omod = (uint8_t)(d->code->r7xx ? R600_SQ_ALU_WORD1_OP2_V2__OMOD__GET(w[1])
						   : R600_SQ_ALU_WORD1_OP2__OMOD__GET(w[1]));
		op->update_mask = R600_SQ_ALU_WORD1_OP2_V2__UPDATE_EXECUTE_MASK__GET(w[1]);
		op->update_pred = R600_SQ_ALU_WORD1_OP2_V2__UPDATE_PRED__GET(w[1]);
	}
	if (op->write && !op->dst_rel && op->dst >= d->code->gprs && op->dst < d->code->temps)
		SQ_WARN(d, "R6xx facts 0.2", "%s writes R%u, and the program has %u registers (NUM_GPRS)",
			op->code->name, op->dst, d->code->gprs);
	d->code->kills |= op->code->kind == SQ_KILL;
}

/* May results go to their registers at once? Not where an operation behind it in the group reads what was
 * there; that the next group reads PV or PS is found when it comes. */
static void find_direct(struct sq_op *op, unsigned n, bool wide)
{
	for (unsigned i = 0; i < n; i++) {
		op[i].direct =
		    op[i].write && !op[i].dst_rel && !op[i].pred_sel && !wide && op[i].code->kind != SQ_MOVA;
		for (unsigned j = i + 1; j < n; j++)
			for (unsigned k = 0; k < op[j].code->sources; k++) {
				const struct sq_operand *o = &op[j].src[k];

				if (o->from == SQ_GPR_REL ||
				    (o->from == SQ_GPR && o->index == op[i].dst && o->chan == op[i].chan))
					op[i].direct = false;
			}
		op[i].alone = op[i].direct;
	}
}

static void keep_previous(struct sq_code *c, const struct sq_group *before, const struct sq_op *op,
			  unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < op[i].code->sources; k++)
			for (unsigned b = 0; op[i].src[k].from == SQ_PREVIOUS && b < before->n; b++)
				if (c->op[before->op + b].unit == op[i].src[k].chan)
					c->op[before->op + b].direct = false;
}

/* Some chips need a NOP behind a group that writes relatively (Mesa r600_asm.c). */
static bool wants_nop(const struct mr600 *r)
{
	const uint32_t without = R600_CHIP_RV670 | R600_CHIP_RS780;

	return r->variant->r7xx ? r->variant->chip_bit == R600_CHIP_RV770 : !(r->variant->chip_bit & without);
}

static void check_nop(struct sq_decoder *d, struct clause *cl, const struct sq_words_of_group *g)
{
	bool nop = true;

	for (unsigned i = 0; i < g->n; i++)
		nop &= g->code[i]->sources == 0;
	if (cl->rel_written && !nop && wants_nop(d->r))
		SQ_WARN(d, "R6xx facts 4.6",
			"%s follows a group that writes by a relative address: a NOP is missing",
			g->code[0]->name);
	cl->rel_written = false;
	for (unsigned i = 0; i < g->n; i++)
		cl->rel_written |= sq_writes(g->w[i]) && R600_SQ_ALU_WORD1__DST_REL__GET(g->w[i][1]);
}

static bool decode_group(struct sq_decoder *d, struct clause *cl)
{
	struct sq_code *c = d->code;
	struct sq_words_of_group g;
	struct sq_op op[SQ_UNITS];
	struct sq_group *more, *group;
	uint32_t literal[4];
	bool loads = false, wide = false;

	memset(op, 0, sizeof(op));
	if (!read_group(d, cl, &g, literal) || !mr600_sq_group_units(d, &g) || !mr600_sq_group_rules(d, &g))
		return false;
	mr600_sq_group_ports(d, &g);
	check_nop(d, cl, &g);
	more = mr600_sq_more(c->group, &d->cap_group, c->n_group, sizeof(*more));
	if (!more)
		return false;
	c->group = more;
	if (!fl_spend(&d->r->base, 1, "the programs"))
		return false;
	group = &c->group[c->n_group];
	*group = (struct sq_group){.op = c->n_op, .n = (uint8_t)g.n};
	for (unsigned i = 0; i < g.n; i++) {
		operation(d, &g, i, &op[i]);
		for (unsigned k = 0; k < op[i].code->sources; k++)
			operand(d, cl, &g, i, k, literal, &op[i].src[k]);
		wide |= sq_is_wide(op[i].code);
		loads |= op[i].code->kind == SQ_MOVA;
		c->relative |= loads;
	}
	find_direct(op, g.n, wide);
	if (!cl->first)
		keep_previous(c, &c->group[cl->group], op, g.n);
	for (unsigned i = 0; i < g.n; i++) {
		struct sq_op *room = mr600_sq_more(c->op, &d->cap_op, c->n_op, sizeof(*room));

		if (!room)
			return false;
		c->op = room;
		c->op[c->n_op++] = op[i];
	}
	cl->group = c->n_group++;
	cl->first = false;
	cl->ar_loaded |= loads;
	return !d->refused;
}

bool mr600_sq_decode_alu(struct sq_decoder *d, struct sq_step *s)
{
	struct sq_code *c = d->code;
	const uint32_t *w = s->word;
	struct clause cl = {
	    .at = R600_SQ_CF_ALU_WORD0__ADDR__GET(w[0]),
	    .slots = R600_SQ_CF_ALU_WORD1__COUNT__GET(w[1]) + 1,
	    .mode = {R600_SQ_CF_ALU_WORD0__KCACHE_MODE0__GET(w[0]),
		     R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__GET(w[1])},
	    .bank = {R600_SQ_CF_ALU_WORD0__KCACHE_BANK0__GET(w[0]),
		     R600_SQ_CF_ALU_WORD0__KCACHE_BANK1__GET(w[0])},
	    .line = {R600_SQ_CF_ALU_WORD1__KCACHE_ADDR0__GET(w[1]),
		     R600_SQ_CF_ALU_WORD1__KCACHE_ADDR1__GET(w[1])},
	    .first = true,
	};

	if (s->inst < R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU ||
	    s->inst == R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU_POP2_AFTER + 1)
		return SQ_REFUSE(d, "R6xx facts 4.2", "the ALU clause 0x%x is reserved", s->inst);
	cl.waterfall = !c->r7xx && R600_SQ_CF_ALU_WORD1__ALT_CONST__GET(w[1]);
	if (c->r7xx && R600_SQ_CF_ALU_WORD1__ALT_CONST__GET(w[1]))
		return SQ_REFUSE(d, "R6xx facts 4.2",
				 "ALT_CONST, constants of the other stage: no public source says of which");
	c->flow |= s->inst != R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU;
	s->first = c->n_group;
	while (cl.used < cl.slots)
		if (!decode_group(d, &cl))
			return false;
	s->n = c->n_group - s->first;
	return true;
}
