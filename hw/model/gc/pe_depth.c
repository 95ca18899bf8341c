/* SPDX-License-Identifier: MIT
 *
 * PE: depth, stencil and alpha test, decoded once a draw (GC facts 7, 8).
 */
#include "hw/model/gc/pe.h"
#include "hw/model/pixel/depth.h"

#include <string.h>

static const uint8_t compares[8] = {
    [GC_COMPARE_FUNC__NEVER] = FL_PIXEL_IF_NEVER,
    [GC_COMPARE_FUNC__LESS] = FL_PIXEL_IF_LESS,
    [GC_COMPARE_FUNC__EQUAL] = FL_PIXEL_IF_EQUAL,
    [GC_COMPARE_FUNC__LEQUAL] = FL_PIXEL_IF_LESS_EQUAL,
    [GC_COMPARE_FUNC__GREATER] = FL_PIXEL_IF_GREATER,
    [GC_COMPARE_FUNC__NOTEQUAL] = FL_PIXEL_IF_NOT_EQUAL,
    [GC_COMPARE_FUNC__GEQUAL] = FL_PIXEL_IF_GREATER_EQUAL,
    [GC_COMPARE_FUNC__ALWAYS] = FL_PIXEL_IF_ALWAYS,
};

static const uint8_t ops[8] = {
    [GC_STENCIL_OP__KEEP] = FL_PIXEL_STENCIL_KEEP,
    [GC_STENCIL_OP__ZERO] = FL_PIXEL_STENCIL_ZERO,
    [GC_STENCIL_OP__REPLACE] = FL_PIXEL_STENCIL_REPLACE,
    [GC_STENCIL_OP__INCR] = FL_PIXEL_STENCIL_INC_CLAMP,
    [GC_STENCIL_OP__DECR] = FL_PIXEL_STENCIL_DEC_CLAMP,
    [GC_STENCIL_OP__INVERT] = FL_PIXEL_STENCIL_INVERT,
    [GC_STENCIL_OP__INCR_WRAP] = FL_PIXEL_STENCIL_INC_WRAP,
    [GC_STENCIL_OP__DECR_WRAP] = FL_PIXEL_STENCIL_DEC_WRAP,
};

#define DEPTH(name) GC_PE_DEPTH_CONFIG__##name##__GET(c)

static void key(struct mgc *g, struct fl_tile_key *k, uint32_t c, unsigned cpp)
{
	const unsigned buffers = GC_STATE(g, PE_LOGIC_OP) >> MGC_LOGIC_BUFFER_AT & MGC_LOGIC_BUFFER;
	const bool one_addr = g->variant->halti < 0 || !strcmp(g->variant->name, "gc880");
	const bool two = g->variant->pixel_pipes > 1 && buffers == 0;
	const bool super = DEPTH(SUPER_TILED);
	const uint32_t addr0 = one_addr ? GC_STATE(g, PE_DEPTH_ADDR) : GC_STATE_AT(g, PE_PIPE_DEPTH_ADDR, 0);
	const uint32_t addr1 = two ? GC_STATE_AT(g, PE_PIPE_DEPTH_ADDR, 1) : addr0;
	const enum mgc_layout layout = two                         ? super ? MGC_MULTI_SUPER : MGC_MULTI_TILED
				       : !super                    ? MGC_TILED
				       : g->variant->cache_128_256 ? MGC_SUPER_NEW
								   : MGC_SUPER_OLD;

	k->cpp = (uint8_t)cpp;
	k->samples = (uint8_t)mgc_samples(g);
	k->depth = 1;
	k->space = MGC_SPACE_DEPTH;
	mgc_tile_place(k, layout, addr0, addr1, GC_STATE(g, PE_DEPTH_STRIDE));
	k->fast = mgc_ts_depth(g).on;
}

#define OP(name)     GC_PE_STENCIL_OP__##name##__GET(o)
#define CONFIG(name) GC_PE_STENCIL_CONFIG__##name##__GET(s)
#define EXT2(name)   GC_PE_STENCIL_CONFIG_EXT2__##name##__GET(GC_STATE(g, PE_STENCIL_CONFIG_EXT2))

/* "Front" of PE's states are the faces that GC facts 8 call clockwise: those of i0.x = 1, whose area in
 * memory rows is positive, which are the room's fronts. */
static void stencil(const struct mgc *g, struct fl_pixel_depth *d)
{
	enum { CW, CCW, ONE_SIDED = GC_PE_STENCIL_CONFIG__MODE__ONE_SIDED, HALTI2 = 2 };
	const uint32_t o = GC_STATE(g, PE_STENCIL_OP), s = GC_STATE(g, PE_STENCIL_CONFIG);

	d->face[CW] = (struct fl_pixel_stencil){.func = compares[OP(FUNC_FRONT)],
						.fail = ops[OP(FAIL_FRONT)],
						.zpass = ops[OP(PASS_FRONT)],
						.zfail = ops[OP(DEPTH_FAIL_FRONT)],
						.ref = CONFIG(REF_FRONT),
						.mask = CONFIG(MASK_FRONT),
						.write_mask = CONFIG(WRITE_MASK)};
	d->face[CCW] = d->face[CW];
	if (CONFIG(MODE) != ONE_SIDED) /* before HALTI2 there is one reference (choices.md) */
		d->face[CCW] = (struct fl_pixel_stencil){
		    .func = compares[OP(FUNC_BACK)],
		    .fail = ops[OP(FAIL_BACK)],
		    .zpass = ops[OP(PASS_BACK)],
		    .zfail = ops[OP(DEPTH_FAIL_BACK)],
		    .ref = g->variant->halti < HALTI2
			       ? CONFIG(REF_FRONT)
			       : GC_PE_STENCIL_CONFIG_EXT__REF_BACK__GET(GC_STATE(g, PE_STENCIL_CONFIG_EXT)),
		    .mask = EXT2(MASK_BACK),
		    .write_mask = EXT2(WRITE_MASK_BACK)};
	for (unsigned i = 0; i < 2; i++) {
		const struct fl_pixel_stencil *f = &d->face[i];

		d->stencil_writes |= d->stencil_on && f->write_mask && (f->fail || f->zpass || f->zfail);
	}
}

static uint8_t path_of(const struct fl_pixel_depth *d)
{
	/* whatever is there passes, and stays */
	const bool idle = d->func == FL_PIXEL_IF_ALWAYS && !d->write && !d->stencil_on;

	if (!d->key.cpp || (!d->depth_on && !d->stencil_on) || idle)
		return FL_PIXEL_DEPTH_PASS;
	return d->format == FL_PIXEL_Z24S8 && !d->stencil_on && d->key.samples == 1 ? FL_PIXEL_DEPTH_ALONE
										    : FL_PIXEL_DEPTH_FULL;
}

const struct fl_pixel_depth *mgc_pe_depth(struct mgc *g, struct fl_arena *a)
{
	enum { MODE_W = GC_PE_DEPTH_CONFIG__DEPTH_MODE__W };
	const uint32_t c = GC_STATE(g, PE_DEPTH_CONFIG), s = GC_STATE(g, PE_STENCIL_CONFIG);
	struct fl_pixel_depth *d = fl_arena_alloc(a, sizeof(*d), _Alignof(struct fl_pixel_depth));
	const bool wide = DEPTH(DEPTH_FORMAT); /* 24 bits of depth, 8 of stencil */
	const float most = wide ? 16777215.0f : 65535.0f;

	if (!d)
		return NULL;
	memset(d, 0, sizeof(*d));
	fl_pixel_count(d, true, 1);
	d->format = wide ? FL_PIXEL_Z24S8 : FL_PIXEL_Z16;
	d->func = compares[DEPTH(DEPTH_FUNC)];
	d->depth_on = DEPTH(DEPTH_MODE) != GC_PE_DEPTH_CONFIG__DEPTH_MODE__NONE;
	d->write = d->depth_on && DEPTH(WRITE_ENABLE);
	d->stencil_on = wide && CONFIG(MODE) != GC_PE_STENCIL_CONFIG__MODE__DISABLED;
	stencil(g, d);
	if (!d->depth_on && !d->stencil_on)
		return d;
	key(g, &d->key, c, wide ? 4 : 2);
	if (DEPTH(DEPTH_MODE) == MODE_W)
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "PE_DEPTH_CONFIG.DEPTH_MODE W: no open driver sets it; depths are Z");
	if (mgc_float(GC_STATE(g, PE_DEPTH_NORMALIZE)) != most)
		mgc_report(g, FL_WARN, "PE", "GC facts 7",
			   "PE_DEPTH_NORMALIZE is %g, and the largest depth of the buffer's format is %g",
			   (double)mgc_float(GC_STATE(g, PE_DEPTH_NORMALIZE)), (double)most);
	if (!d->key.base || d->key.base % 64)
		mgc_report(g, FL_WARN, "PE", "GC facts 8.1",
			   "depth buffer at %08llx: bases are 64-byte aligned, and not 0",
			   (unsigned long long)d->key.base);
	d->path = path_of(d);
	return d;
}

/* ---- alpha test ---------------------------------------------------------------------------------------- */
void mgc_pe_alpha(struct mgc *g, struct mgc_drawn *d)
{
	const uint32_t c = GC_STATE(g, PE_ALPHA_OP);

	d->alpha_func = GC_PE_ALPHA_OP__ALPHA_FUNC__GET(c);
	d->alpha_test = GC_PE_ALPHA_OP__ALPHA_TEST__GET(c) && d->alpha_func != GC_COMPARE_FUNC__ALWAYS;
	d->alpha_half = g->variant->half_float;
	d->alpha_ref = (float)GC_PE_ALPHA_OP__ALPHA_REF__GET(c) / 255.0f;
	if (g->variant->half_float)
		d->alpha_ref =
		    num_from_half(GC_PE_STENCIL_CONFIG_EXT__UNK16__GET(GC_STATE(g, PE_STENCIL_CONFIG_EXT)));
	if (d->alpha_test && g->variant->no_alpha_test) {
		mgc_report(g, FL_WARN, "PE", "GC facts 8",
			   "PE_ALPHA_OP %08x: this core has no alpha test (PE_NO_ALPHA_TEST); the program "
			   "has to discard",
			   c);
		d->alpha_test = false;
	}
}
