/* SPDX-License-Identifier: MIT
 *
 * PE: color targets, decoded once a draw (GC facts 8).
 *
 * The first target has states of its own; those of the others came in two ways (four targets, eight), and
 * HALTI5 gave each its own blending.
 */
#include "hw/model/gc/pe.h"

#include <string.h>

enum {
	HALTI5 = 5,
	RT4_CONFIG = GC_PE_UNK01580(
	    0),       /* three words: stride [15:0], format [25:20], SUPER_TILED_NEW 26, SUPER_TILED 28 */
	MODES_AT = 4, /* PS_CONTROL_EXT: 3 bits a target, 4 apart */
	MODE_32 = 2,
	MODE_I8 = 5,
	TARGETS_AT = 8, /* PS_CONTROL: how many less one */
	TARGETS = 7,
	ALIGN_B = 64,
};

/* What states say of a target, wherever they stand. */
struct from {
	unsigned format, mask, stride_B;
	uint32_t addr[2];
	bool super, super_new, overwrite, srgb;
	uint32_t blend, color, color_half[2];
};

static unsigned buffers(const struct mgc *g)
{
	return GC_STATE(g, PE_LOGIC_OP) >> MGC_LOGIC_BUFFER_AT & MGC_LOGIC_BUFFER;
}

static void first(const struct mgc *g, struct from *f)
{
	const uint32_t c = GC_STATE(g, PE_COLOR_FORMAT);
	const bool one_addr = g->variant->halti < 0 || !strcmp(g->variant->name, "gc880");

	f->format = GC_PE_COLOR_FORMAT__FORMAT__GET(c);
	if (c >> MGC_COLOR_EXT_AT & MGC_COLOR_EXT)
		f->format = c >> MGC_COLOR_EXT_AT & MGC_COLOR_EXT;
	f->mask = GC_PE_COLOR_FORMAT__COMPONENTS__GET(c);
	f->super = GC_PE_COLOR_FORMAT__SUPER_TILED__GET(c);
	f->super_new = c & MGC_COLOR_NEW;
	f->overwrite = GC_PE_COLOR_FORMAT__OVERWRITE__GET(c);
	f->srgb = GC_STATE(g, PE_LOGIC_OP) & MGC_LOGIC_SRGB;
	f->stride_B = GC_STATE(g, PE_COLOR_STRIDE);
	f->addr[0] = one_addr ? GC_STATE(g, PE_COLOR_ADDR) : GC_STATE_AT(g, PE_PIPE_COLOR_ADDR, 0);
	f->addr[1] = one_addr ? f->addr[0] : GC_STATE_AT(g, PE_PIPE_COLOR_ADDR, 1);
	f->blend = GC_STATE(g, PE_ALPHA_CONFIG);
	f->color = GC_STATE(g, PE_ALPHA_BLEND_COLOR);
	f->color_half[0] = GC_STATE(g, PE_UNK014B0);
	f->color_half[1] = GC_STATE(g, PE_UNK014B4);
}

static void further(const struct mgc *g, struct from *f, unsigned i)
{
	const bool eight = g->variant->targets > 4;
	const uint32_t c = eight ? GC_STATE_AT(g, PE_RT_CONFIG_8, i - 1) : g->state[RT4_CONFIG / 4 + i - 1];

	f->format = GC_PE_RT_CONFIG_8__FORMAT__GET(c);
	f->super = GC_PE_RT_CONFIG_8__SUPER_TILED__GET(c);
	f->super_new = GC_PE_RT_CONFIG_8__SUPER_TILED_NEW__GET(c);
	f->srgb = GC_PE_RT_CONFIG_8__SRGB__GET(c);
	f->stride_B = GC_PE_RT_CONFIG_8__STRIDE__GET(c);
	for (unsigned p = 0; p < 2; p++)
		f->addr[p] = eight ? g->state[GC_PE_RT_ADDR_8_PIPE(i - 1, p) / 4]
				   : g->state[GC_PE_PIPE_ADDR_UNK01500(p) / 4 + (i - 1) * 8];
	if (g->variant->halti < HALTI5)
		return;
	const uint32_t mask = GC_STATE_AT(g, PE_HALTI5_RT_COLORMASK, i - 1);

	f->mask = GC_PE_HALTI5_RT_COLORMASK__COMPONENTS__GET(mask);
	f->overwrite = GC_PE_HALTI5_RT_COLORMASK__OVERWRITE__GET(mask);
	f->blend = GC_STATE_AT(g, PE_HALTI5_RT_ALPHA_CONFIG, i - 1);
	f->color_half[0] = GC_STATE_AT(g, PE_HALTI5_RT_ALPHA_COLOR_EXT0, i - 1);
	f->color_half[1] = GC_STATE_AT(g, PE_HALTI5_RT_ALPHA_COLOR_EXT1, i - 1);
}

/* ---- where it is --------------------------------------------------------------------------------------- */
static void surface(struct mgc *g, struct fl_tile_key *k, const struct from *f, unsigned i, unsigned cpp)
{
	const bool two = g->variant->pixel_pipes > 1 && buffers(g) == 0, linear = buffers(g) == 1;
	const unsigned samples = mgc_samples(g);
	const enum mgc_layout layout = two            ? f->super ? MGC_MULTI_SUPER : MGC_MULTI_TILED
				       : linear       ? MGC_LINEAR
				       : !f->super    ? MGC_TILED
				       : f->super_new ? MGC_SUPER_NEW
						      : MGC_SUPER_OLD;

	memset(k, 0, sizeof(*k));
	k->cpp = (uint8_t)cpp;
	k->samples = (uint8_t)samples;
	k->slot = (uint8_t)i;
	k->space = MGC_SPACE_COLOR;
	mgc_tile_place(k, layout, f->addr[0], two ? f->addr[1] : f->addr[0], f->stride_B);
	k->fast = mgc_ts_color(g, i).on;
	if (f->addr[0] % ALIGN_B || (two && f->addr[1] % ALIGN_B))
		mgc_report(g, FL_WARN, "PE", "GC facts 8.1",
			   "color target %u at %08x, %08x: bases are 64-byte aligned", i, f->addr[0],
			   f->addr[1]);
	if (!two && g->variant->pixel_pipes > 1 && f->addr[1] != f->addr[0])
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "color target %u: PE_LOGIC_OP says that both pipes have one buffer, and their "
			   "addresses are %08x "
			   "and %08x",
			   i, f->addr[0], f->addr[1]);
	if (two && f->addr[1] == f->addr[0])
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "color target %u: two pipes draw to buffers of their own, and both are at %08x", i,
			   f->addr[0]);
	if (!f->stride_B || f->stride_B % ((layout == MGC_LINEAR ? 1 : 4) * cpp))
		mgc_report(g, FL_WARN, "PE", "GC facts 8.1",
			   "color target %u: a stride of %u bytes is not of whole tiles of %u-byte pixels", i,
			   f->stride_B, cpp);
}

/* ---- blending ------------------------------------------------------------------------------------------ */
static uint8_t factor(unsigned code, bool *known)
{
	static const uint8_t factors[16] = {
	    [GC_BLEND_FUNC__ZERO] = FL_PIXEL_BF_ZERO,
	    [GC_BLEND_FUNC__ONE] = FL_PIXEL_BF_ONE,
	    [GC_BLEND_FUNC__SRC_COLOR] = FL_PIXEL_BF_SRC_COLOR,
	    [GC_BLEND_FUNC__ONE_MINUS_SRC_COLOR] = FL_PIXEL_BF_INV_SRC_COLOR,
	    [GC_BLEND_FUNC__SRC_ALPHA] = FL_PIXEL_BF_SRC_ALPHA,
	    [GC_BLEND_FUNC__ONE_MINUS_SRC_ALPHA] = FL_PIXEL_BF_INV_SRC_ALPHA,
	    [GC_BLEND_FUNC__DST_ALPHA] = FL_PIXEL_BF_DST_ALPHA,
	    [GC_BLEND_FUNC__ONE_MINUS_DST_ALPHA] = FL_PIXEL_BF_INV_DST_ALPHA,
	    [GC_BLEND_FUNC__DST_COLOR] = FL_PIXEL_BF_DST_COLOR,
	    [GC_BLEND_FUNC__ONE_MINUS_DST_COLOR] = FL_PIXEL_BF_INV_DST_COLOR,
	    [GC_BLEND_FUNC__SRC_ALPHA_SATURATE] = FL_PIXEL_BF_SAT,
	    [GC_BLEND_FUNC__CONSTANT_ALPHA] = FL_PIXEL_BF_CONST_ALPHA,
	    [GC_BLEND_FUNC__ONE_MINUS_CONSTANT_ALPHA] = FL_PIXEL_BF_INV_CONST_ALPHA,
	    [GC_BLEND_FUNC__CONSTANT_COLOR] = FL_PIXEL_BF_CONST_COLOR,
	    [GC_BLEND_FUNC__ONE_MINUS_CONSTANT_COLOR] = FL_PIXEL_BF_INV_CONST_COLOR,
	};

	*known &= code <= GC_BLEND_FUNC__ONE_MINUS_CONSTANT_COLOR;
	return factors[code & 15];
}

static struct fl_pixel_equation equation(unsigned func, unsigned src, unsigned dst, bool clamp, bool *known)
{
	static const uint8_t funcs[8] = {
	    [GC_BLEND_EQ__ADD] = FL_PIXEL_FUNC_ADD,
	    [GC_BLEND_EQ__SUBTRACT] = FL_PIXEL_FUNC_SUB,
	    [GC_BLEND_EQ__REVERSE_SUBTRACT] = FL_PIXEL_FUNC_REVERSE_SUB,
	    [GC_BLEND_EQ__MIN] = FL_PIXEL_FUNC_MIN,
	    [GC_BLEND_EQ__MAX] = FL_PIXEL_FUNC_MAX,
	};
	struct fl_pixel_equation e = {
	    .func = funcs[func & 7], .src = factor(src, known), .dst = factor(dst, known), .clamp = clamp};

	*known &= func <= GC_BLEND_EQ__MAX;
	if (e.func == FL_PIXEL_FUNC_MIN || e.func == FL_PIXEL_FUNC_MAX)
		e.src = e.dst = FL_PIXEL_BF_ONE;
	return e;
}

#define BLEND(name) GC_PE_ALPHA_CONFIG__##name##__GET(f->blend)

static void constants(const struct mgc *g, struct fl_pixel_target *t, const struct from *f, unsigned i)
{
	t->constant[0] = (float)GC_PE_ALPHA_BLEND_COLOR__R__GET(f->color) / 255.0f;
	t->constant[1] = (float)GC_PE_ALPHA_BLEND_COLOR__G__GET(f->color) / 255.0f;
	t->constant[2] = (float)GC_PE_ALPHA_BLEND_COLOR__B__GET(f->color) / 255.0f;
	t->constant[3] = (float)GC_PE_ALPHA_BLEND_COLOR__A__GET(f->color) / 255.0f;
	/* GC facts 8: halves beside it; of unorm targets the bytes are chosen, which say the same there */
	if (!g->variant->half_float || (t->wide.clamp && (!i || g->variant->halti < HALTI5)))
		return;
	t->constant[2] = num_from_half(f->color_half[0] & 0xffff);
	t->constant[1] = num_from_half(f->color_half[0] >> 16);
	t->constant[0] = num_from_half(f->color_half[1] & 0xffff);
	t->constant[3] = num_from_half(f->color_half[1] >> 16);
}

static void blender(struct mgc *g, struct fl_pixel_target *t, const struct from *f, unsigned i)
{
	bool known = true;

	constants(g, t, f, i);
	if (!BLEND(BLEND_ENABLE_COLOR))
		return;
	t->eq[0] = t->eq[1] =
	    equation(BLEND(EQ_COLOR), BLEND(SRC_FUNC_COLOR), BLEND(DST_FUNC_COLOR), t->wide.clamp, &known);
	if (BLEND(BLEND_SEPARATE_ALPHA))
		t->eq[1] = equation(BLEND(EQ_ALPHA), BLEND(SRC_FUNC_ALPHA), BLEND(DST_FUNC_ALPHA),
				    t->wide.clamp, &known);
	if (!known)
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "target %u: PE_ALPHA_CONFIG %08x has a factor or an equation that is none: taken "
			   "as zero, or as an "
			   "addition",
			   i, f->blend);
	if (fl_pixel_is_integer(t)) {
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "target %u has integers, and blending is on: not blended", i);
		return;
	}
	t->blend = !fl_pixel_equation_is(t->eq, FL_PIXEL_BF_ONE, FL_PIXEL_BF_ZERO);
	t->blend_reads = t->blend && fl_pixel_blend_reads(t->eq);
}

/* ---- targets ------------------------------------------------------------------------------------------- */
static void channels(const struct mgc *g, struct fl_pixel_target *t, const struct mgc_pe_format *p,
		     unsigned i)
{
	const unsigned mode = GC_STATE(g, PS_CONTROL_EXT) >> MODES_AT * i & 7;

	for (unsigned c = 0; c < 4; c++) {
		t->ch[c] = (struct fl_pixel_channel){p->at[c], p->bits[c], (uint8_t)c};
		t->wide.number[c] = p->number;
		if (p->number == FL_PIXEL_UINT && mode >= MODE_I8)
			t->wide.number[c] = FL_PIXEL_SINT;
		/* integers of 32 bits, in the format that holds floats */
		if (p->number == FL_PIXEL_FLOATS && p->bits[c] == 32 && mode == MODE_32)
			t->wide.number[c] = FL_PIXEL_UINT;
	}
	if (!p->bits[3])
		t->ch[3].read = 4;
}

/* PE_DITHER has a nibble for each of 4x4 pixels, or all ones for none (GC facts 8). Drivers have one table,
 * that of the common room. */
static void dithered(struct mgc *g, struct fl_pixel_target *t, unsigned i)
{
	static const uint32_t usual[2] = {0x6e4ca280, 0x5d7f91b3};
	const uint32_t table[2] = {GC_STATE_AT(g, PE_DITHER, 0), GC_STATE_AT(g, PE_DITHER, 1)};
	const bool fix = g->variant->minor[3] & GC_HI_CHIP_MINOR_FEATURE_3__PE_DITHER_FIX__MASK;

	if (table[0] == UINT32_MAX && table[1] == UINT32_MAX)
		return;
	if (memcmp(table, usual, sizeof(table)) != 0)
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "PE_DITHER %08x %08x: drivers have 6e4ca280 5d7f91b3, which is taken", table[0],
			   table[1]);
	if (t->blend && !fix)
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "color target %u is blended and dithered, which is for cores with the feature "
			   "PE_DITHER_FIX",
			   i);
	if (t->path == FL_PIXEL_COLOR_FIXED)
		t->dither[0] = t->dither[1] = FL_PIXEL_DITHER;
}

static bool target(struct mgc *g, const struct fl_pixel_color *cb, struct fl_pixel_target *t,
		   const struct from *f, unsigned i)
{
	const struct mgc_pe_format *p = mgc_pe_format(f->format);
	const bool clamp = p->number == FL_PIXEL_UNORM;

	if (!f->addr[0])
		return true;
	if (!p->cpp || p->halti > g->variant->halti) {
		mgc_report(g, FL_REFUSE, "PE", "GC facts 8",
			   "color target %u has format %u, which this core cannot draw to", i, f->format);
		return false;
	}
	surface(g, &t->key, f, i, p->cpp);
	t->path = FL_PIXEL_COLOR_WIDE;
	t->words = p->cpp <= 4 ? 1 : p->cpp / 4;
	t->from = (uint8_t)i;
	channels(g, t, p, i);
	t->wide.clamp = clamp;
	if (f->srgb && clamp)
		for (unsigned c = 0; c < 3; c++)
			t->wide.number[c] = FL_PIXEL_SRGB;
	blender(g, t, f, i);
	if (f->overwrite && (t->blend_reads || cb->rop_on || (f->mask != 15 && p->cpp)))
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "color target %u: OVERWRITE, and what is drawn depends on what is there "
			   "(blending, logic operation, "
			   "or a mask %x)",
			   i, f->mask);
	/* the mask of a channel that is not stored says nothing */
	fl_pixel_finish(cb, t, f->mask | (p->no_alpha ? 8 : 0));
	if (p->no_alpha && t->blend)
		t->ch[3].read = 4;
	dithered(g, t, i);
	return true;
}

const struct fl_pixel_color *mgc_pe_color(struct mgc *g, struct fl_arena *a)
{
	struct fl_pixel_color *cb = fl_arena_alloc(a, sizeof(*cb), _Alignof(struct fl_pixel_color));
	const unsigned op = GC_PE_LOGIC_OP__OP__GET(GC_STATE(g, PE_LOGIC_OP));
	unsigned n = 1 + (GC_STATE(g, PS_CONTROL) >> TARGETS_AT & TARGETS);
	struct from f = {0};

	if (!cb)
		return NULL;
	memset(cb, 0, sizeof(*cb));
	cb->rop = (uint8_t)op;
	cb->rop_on = op != GC_LOGIC_OP__COPY;
	if (cb->rop_on && !g->variant->logic_op)
		mgc_report(
		    g, FL_NOTE, "PE", "GC facts 0",
		    "PE_LOGIC_OP.OP %u on a core without the feature LOGIC_OP: drawn as one that has it", op);
	if (n > g->variant->targets) {
		mgc_report(g, FL_WARN, "PE", "GC facts 0", "PS_CONTROL has %u targets, of %u that there are",
			   n, g->variant->targets);
		n = g->variant->targets;
	}
	for (unsigned i = 0; i < n; i++) {
		if (i)
			further(g, &f, i);
		else
			first(g, &f);
		if (!target(g, cb, &cb->target[i], &f, i))
			return NULL;
	}
	cb->n = n;
	return cb;
}
