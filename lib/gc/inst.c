/* SPDX-License-Identifier: MIT
 *
 * A shader instruction's words, from and to the record of isa.h.
 */
#include "hw/regs/gc.h"
#include "lib/gc/isa.h"

static uint32_t pack_src0(const struct fl_gc_src *s, uint32_t *low)
{
	*low |= GC_INST_WORD_1__SRC0_USE(s->use) | GC_INST_WORD_1__SRC0_REG(s->reg) |
		GC_INST_WORD_1__SRC0_SWIZ(s->swiz) | GC_INST_WORD_1__SRC0_NEG(s->neg) |
		GC_INST_WORD_1__SRC0_ABS(s->abs);
	return GC_INST_WORD_2__SRC0_AMODE(s->amode) | GC_INST_WORD_2__SRC0_RGROUP(s->group);
}

static uint32_t pack_src1(const struct fl_gc_src *s, uint32_t *low)
{
	*low |= GC_INST_WORD_2__SRC1_USE(s->use) | GC_INST_WORD_2__SRC1_REG(s->reg) |
		GC_INST_WORD_2__SRC1_SWIZ(s->swiz) | GC_INST_WORD_2__SRC1_NEG(s->neg) |
		GC_INST_WORD_2__SRC1_ABS(s->abs) | GC_INST_WORD_2__SRC1_AMODE(s->amode);
	return GC_INST_WORD_3__SRC1_RGROUP(s->group);
}

static uint32_t pack_src2(const struct fl_gc_src *s)
{
	return GC_INST_WORD_3__SRC2_USE(s->use) | GC_INST_WORD_3__SRC2_REG(s->reg) |
	       GC_INST_WORD_3__SRC2_SWIZ(s->swiz) | GC_INST_WORD_3__SRC2_NEG(s->neg) |
	       GC_INST_WORD_3__SRC2_ABS(s->abs) | GC_INST_WORD_3__SRC2_AMODE(s->amode) |
	       GC_INST_WORD_3__SRC2_RGROUP(s->group);
}

void fl_gc_inst_words(const struct fl_gc_inst *i, uint32_t *w)
{
	w[0] = GC_INST_WORD_0__OPCODE(i->op & 63) | GC_INST_WORD_0__COND(i->cond) |
	       GC_INST_WORD_0__SAT(i->sat) | GC_INST_WORD_0__DST_USE(i->dst.use) |
	       GC_INST_WORD_0__DST_AMODE(i->dst.amode) | GC_INST_WORD_0__DST_REG(i->dst.reg) |
	       GC_INST_WORD_0__DST_COMPS(i->dst.mask) |
	       GC_INST_WORD_0__TEX_ID(i->form == FL_GC_TEX ? i->tex.id : 0);
	w[1] = GC_INST_WORD_1__TYPE_BIT2(i->type >> 2);
	if (i->form == FL_GC_TEX)
		w[1] |= GC_INST_WORD_1__TEX_AMODE(i->tex.amode) | GC_INST_WORD_1__TEX_SWIZ(i->tex.swiz);
	else
		w[1] |= GC_INST_WORD_1__RMODE(i->rmode) | GC_INST_WORD_1__PMODE(!i->pack) |
			GC_INST_WORD_1__LEFT_SHIFT(i->shift) | GC_INST_WORD_1__SKIP_HELPER(i->skip) |
			GC_INST_WORD_1__LOCAL(i->local) | GC_INST_WORD_1__DENORM(i->denorm);
	w[2] = pack_src0(&i->src[0], &w[1]);
	w[2] |= GC_INST_WORD_2__OPCODE_BIT6(i->op >> 6) | GC_INST_WORD_2__TYPE_BIT01(i->type & 3);
	w[3] = pack_src1(&i->src[1], &w[2]);
	if (i->form == FL_GC_FLOW)
		w[3] |= GC_INST_WORD_3__SRC2_IMM(i->target);
	else
		w[3] |= pack_src2(&i->src[2]) | GC_INST_WORD_3__SEL_BIT0(i->thread & 1) |
			GC_INST_WORD_3__SEL_BIT1(i->thread >> 1) | GC_INST_WORD_3__DST_FULL(i->full);
}

void fl_gc_inst_of(struct fl_gc_inst *i, const uint32_t *w, uint8_t form)
{
	*i = (struct fl_gc_inst){
	    .op = (uint8_t)(GC_INST_WORD_0__OPCODE__GET(w[0]) | GC_INST_WORD_2__OPCODE_BIT6__GET(w[2]) << 6),
	    .form = form,
	    .cond = (uint8_t)GC_INST_WORD_0__COND__GET(w[0]),
	    .type =
		(uint8_t)(GC_INST_WORD_1__TYPE_BIT2__GET(w[1]) << 2 | GC_INST_WORD_2__TYPE_BIT01__GET(w[2])),
	    .sat = GC_INST_WORD_0__SAT__GET(w[0]),
	    .dst = {GC_INST_WORD_0__DST_USE__GET(w[0]), (uint8_t)GC_INST_WORD_0__DST_AMODE__GET(w[0]),
		    (uint8_t)GC_INST_WORD_0__DST_REG__GET(w[0]),
		    (uint8_t)GC_INST_WORD_0__DST_COMPS__GET(w[0])},
	    .src = {{GC_INST_WORD_1__SRC0_USE__GET(w[1]), GC_INST_WORD_1__SRC0_NEG__GET(w[1]),
		     GC_INST_WORD_1__SRC0_ABS__GET(w[1]), (uint16_t)GC_INST_WORD_1__SRC0_REG__GET(w[1]),
		     (uint8_t)GC_INST_WORD_1__SRC0_SWIZ__GET(w[1]),
		     (uint8_t)GC_INST_WORD_2__SRC0_AMODE__GET(w[2]),
		     (uint8_t)GC_INST_WORD_2__SRC0_RGROUP__GET(w[2])},
		    {GC_INST_WORD_2__SRC1_USE__GET(w[2]), GC_INST_WORD_2__SRC1_NEG__GET(w[2]),
		     GC_INST_WORD_2__SRC1_ABS__GET(w[2]), (uint16_t)GC_INST_WORD_2__SRC1_REG__GET(w[2]),
		     (uint8_t)GC_INST_WORD_2__SRC1_SWIZ__GET(w[2]),
		     (uint8_t)GC_INST_WORD_2__SRC1_AMODE__GET(w[2]),
		     (uint8_t)GC_INST_WORD_3__SRC1_RGROUP__GET(w[3])}},
	};
	if (form == FL_GC_TEX) {
		i->tex.id = (uint8_t)GC_INST_WORD_0__TEX_ID__GET(w[0]);
		i->tex.amode = (uint8_t)GC_INST_WORD_1__TEX_AMODE__GET(w[1]);
		i->tex.swiz = (uint8_t)GC_INST_WORD_1__TEX_SWIZ__GET(w[1]);
	} else {
		i->rmode = (uint8_t)GC_INST_WORD_1__RMODE__GET(w[1]);
		i->pack = !GC_INST_WORD_1__PMODE__GET(w[1]);
		i->shift = (uint8_t)GC_INST_WORD_1__LEFT_SHIFT__GET(w[1]);
		i->skip = GC_INST_WORD_1__SKIP_HELPER__GET(w[1]);
		i->local = GC_INST_WORD_1__LOCAL__GET(w[1]);
		i->denorm = GC_INST_WORD_1__DENORM__GET(w[1]);
	}
	if (form == FL_GC_FLOW) {
		i->target = (uint16_t)GC_INST_WORD_3__SRC2_IMM__GET(w[3]);
		return;
	}
	i->src[2] = (struct fl_gc_src){GC_INST_WORD_3__SRC2_USE__GET(w[3]),
				       GC_INST_WORD_3__SRC2_NEG__GET(w[3]),
				       GC_INST_WORD_3__SRC2_ABS__GET(w[3]),
				       (uint16_t)GC_INST_WORD_3__SRC2_REG__GET(w[3]),
				       (uint8_t)GC_INST_WORD_3__SRC2_SWIZ__GET(w[3]),
				       (uint8_t)GC_INST_WORD_3__SRC2_AMODE__GET(w[3]),
				       (uint8_t)GC_INST_WORD_3__SRC2_RGROUP__GET(w[3])};
	i->thread = (uint8_t)(GC_INST_WORD_3__SEL_BIT0__GET(w[3]) | GC_INST_WORD_3__SEL_BIT1__GET(w[3]) << 1);
	i->full = GC_INST_WORD_3__DST_FULL__GET(w[3]);
}

/* The bits, from the lowest on: register, swizzle, negate, absolute, and the lowest of the addressing
 * mode, whose other two are the kind (etnaviv.xml). */
void fl_gc_set_immediate(struct fl_gc_src *s, uint32_t kind, uint32_t bits)
{
	*s = (struct fl_gc_src){.use = true,
				.reg = bits & 0x1ff,
				.swiz = (uint8_t)(bits >> 9),
				.neg = bits >> 17 & 1,
				.abs = bits >> 18 & 1,
				.amode = (uint8_t)(kind << 1 | (bits >> 19 & 1)),
				.group = GC_INST_RGROUP__IMMEDIATE};
}

uint32_t fl_gc_immediate(const struct fl_gc_src *s, uint32_t *kind)
{
	*kind = s->amode >> 1;
	return s->reg | (uint32_t)s->swiz << 9 | (uint32_t)s->neg << 17 | (uint32_t)s->abs << 18 |
	       (uint32_t)(s->amode & 1) << 19;
}
