/* SPDX-License-Identifier: MIT
 *
 * One instruction of a Vivante core as text, as Mesa's disassembler writes it. See asm.h.
 */
#include "hw/fl_fmt.h"
#include "hw/regs/gc.h"
#include "lib/gc/asm_own.h"

#include <string.h>

const char *const fl_gc_conditions[32] = {"",
					  ".gt",
					  ".lt",
					  ".ge",
					  ".le",
					  ".eq",
					  ".ne",
					  ".and",
					  ".or",
					  ".xor",
					  ".not",
					  ".nz",
					  ".gez",
					  ".gz",
					  ".lez",
					  ".lz",
					  [GC_INST_CONDITION__SELMSB] = ".selmsb"};
const char *const fl_gc_types[8] = {"", ".s32", ".s8", ".u16", ".f16", ".s16", ".u32", ".u8"};
const char *const fl_gc_roundings[4] = {"", ".rtz", ".rtne", NULL};
const char *const fl_gc_threads[4] = {"", ".t0", ".t1", NULL};
const char *const fl_gc_masks[16] = {".____", ".x___", "._y__", ".xy__", ".__z_", ".zx",   ".zy",   ".xyz_",
				     ".___w", ".x__w", "._y_w", ".xy_w", ".__zw", ".x_zw", "._yzw", ""};

enum { OPERANDS_AT = 18 }; /* the column that they begin in */

static const char *or_none(const char *name)
{
	return name ? name : "";
}

static void put_amode(struct fl_asm_out *out, uint32_t amode)
{
	if (amode && amode <= GC_INST_AMODE__ADD_A_W)
		fl_asm_put(out, "[a.%c]", "xyzw"[amode - GC_INST_AMODE__ADD_A_X]);
}

static void put_swizzle(struct fl_asm_out *out, uint32_t s)
{
	fl_asm_put(out, ".%c%c%c%c", "xyzw"[s & 3], "xyzw"[s >> 2 & 3], "xyzw"[s >> 4 & 3],
		   "xyzw"[s >> 6 & 3]);
}

/* The float of a half that is no denormal, infinity or NaN; false: it is one of these */
static bool half_to_float(uint32_t h, uint32_t *f)
{
	const uint32_t exponent = h >> 10 & 31;

	*f = (h & 0x8000) << 16;
	if (exponent && exponent != 31)
		*f |= (exponent + 112) << 23 | (h & 0x3ff) << 13;
	return (exponent && exponent != 31) || !(h & 0x7fff);
}

static bool has_point(const char *text)
{
	while (*text && *text != '.')
		text++;
	return *text;
}

static void put_immediate(struct fl_asm_out *out, const struct fl_gc_src *s)
{
	uint32_t kind, bits = fl_gc_immediate(s, &kind), f = bits << 12;
	struct fl_asm_out number;
	char text[32];

	if (kind == FL_GC_IMM_S20) {
		fl_asm_put(out, "%d:s20", (int32_t)(bits << 12) >> 12);
	} else if (kind == FL_GC_IMM_U20) {
		fl_asm_put(out, "%u:u20", bits);
	} else {
		const char *name = kind == FL_GC_IMM_F16 ? "f16" : "f20";

		text[0] = 0;
		fl_asm_out(&number, text, sizeof text);
		if (kind != FL_GC_IMM_F16 || half_to_float(bits & 0xffff, &f))
			fl_asm_put_float(&number, f);
		if (has_point(text))
			fl_asm_put(out, "%s:%s", text, name);
		else
			fl_asm_put(out, "0x%x:%s", kind == FL_GC_IMM_F16 ? bits & 0xffff : bits, name);
	}
}

static void put_source(struct fl_asm_out *out, const struct fl_gc_src *s)
{
	static const char *const prefix[8] = {"t", "i", "u", "u", "th", "t", "t", ""};
	const char *abs = s->abs ? "|" : "";

	if (!s->use) {
		fl_asm_put(out, "void");
		return;
	}
	if (s->group == GC_INST_RGROUP__IMMEDIATE) {
		put_immediate(out, s);
		return;
	}
	fl_asm_put(out, "%s%s%s%u", s->neg ? "-" : "", abs, prefix[s->group],
		   s->reg + (s->group == GC_INST_RGROUP__UNIFORM_1 ? FL_GC_UNIFORM_HALF : 0));
	put_amode(out, s->amode);
	put_swizzle(out, s->swiz);
	fl_asm_put(out, "%s", abs);
}

static void put_destination(struct fl_asm_out *out, const struct fl_gc_inst *i)
{
	const char *mask = fl_gc_masks[i->dst.mask];

	if (i->form == FL_GC_STORE) {
		fl_asm_put(out, "mem%s", mask);
	} else if (i->dst.use && i->form != FL_GC_FLOW) {
		fl_asm_put(out, "t%u", i->dst.reg);
		put_amode(out, i->dst.amode);
		fl_asm_put(out, "%s", mask);
	} else if (i->form == FL_GC_ADDRESS && i->dst.mask) {
		fl_asm_put(out, "a%s", mask);
	} else {
		fl_asm_put(out, "void");
	}
}

static void put_modifiers(struct fl_asm_out *out, const struct fl_gc_op *op, const struct fl_gc_inst *i)
{
	const bool memory = i->form == FL_GC_LOAD || i->form == FL_GC_STORE, tex = i->form == FL_GC_TEX;

	fl_asm_put(out, "%s%s%s", i->full ? ".hp" : "", i->sat ? ".sat" : "",
		   or_none(fl_gc_conditions[i->cond]));
	if (!tex && i->skip)
		fl_asm_put(out, ".skpHp");
	if (memory)
		fl_asm_put(out, "%s%s", i->denorm ? ".denorm" : "", i->local ? ".local" : "");
	fl_asm_put(out, "%s", fl_gc_types[i->type]);
	if (memory && i->shift)
		fl_asm_put(out, ".ls%u", i->shift);
	if (!tex && i->pack && !fl_gc_is_packed(op))
		fl_asm_put(out, ".pack");
	fl_asm_put(out, "%s%s", or_none(fl_gc_threads[i->thread]),
		   tex ? "" : or_none(fl_gc_roundings[i->rmode]));
}

void fl_gc_put_inst(struct fl_asm_out *out, const struct fl_gc_op *op, const struct fl_gc_inst *i,
		    const char *target)
{
	const size_t start = out->need_B;

	fl_asm_put(out, "%s", op->name);
	put_modifiers(out, op, i);
	do
		fl_asm_put(out, " ");
	while (out->need_B < start + OPERANDS_AT);
	put_destination(out, i);
	if (i->form == FL_GC_TEX) {
		fl_asm_put(out, ", tex%u", i->tex.id);
		put_amode(out, i->tex.amode);
		put_swizzle(out, i->tex.swiz);
	}
	for (uint32_t k = 0; k < 3; k++) {
		fl_asm_put(out, ", ");
		if (k < 2 || (i->form != FL_GC_FLOW && !op->extended))
			put_source(out, &i->src[k]);
		else if (op->extended)
			fl_asm_put(out, "void");
		else if (target)
			fl_asm_put(out, "%s", target);
		else
			fl_asm_put(out, "%u", i->target);
	}
}

void fl_gc_put_only(const struct fl_gc_op *op, struct fl_gc_inst *i)
{
	const bool memory = i->form == FL_GC_LOAD || i->form == FL_GC_STORE;
	const uint8_t mask = i->dst.mask;

	for (uint32_t k = 0; k < 3; k++) {
		struct fl_gc_src *s = &i->src[k];
		uint32_t kind, bits = fl_gc_immediate(s, &kind);

		if (!s->use)
			*s = (struct fl_gc_src){0};
		else if (s->group == GC_INST_RGROUP__IMMEDIATE)
			fl_gc_set_immediate(s, kind, kind == FL_GC_IMM_F16 ? bits & 0xffff : bits);
	}
	if (op->extended)
		fl_gc_set_immediate(&i->src[2], FL_GC_IMM_U20, op->extended);
	if (!i->dst.use || i->form == FL_GC_STORE || i->form == FL_GC_FLOW) {
		memset(&i->dst, 0, sizeof i->dst);
		if (i->form == FL_GC_STORE || i->form == FL_GC_ADDRESS)
			i->dst.mask = mask;
	}
	if (i->dst.amode > GC_INST_AMODE__ADD_A_W)
		i->dst.amode = 0;
	if (i->tex.amode > GC_INST_AMODE__ADD_A_W)
		i->tex.amode = 0;
	if (!fl_gc_roundings[i->rmode])
		i->rmode = 0;
	if (!fl_gc_threads[i->thread])
		i->thread = 0;
	if (!memory) {
		i->shift = 0;
		i->denorm = i->local = false;
	}
	i->pack |= fl_gc_is_packed(op);
}
