/* SPDX-License-Identifier: MIT
 *
 * RS: the registers of both generations to one list of writes.
 */
#include "hw/model/r500/rs.h"
#include "hw/model/r500/chips.h"

#include <stddef.h>
#include <string.h>

/* An RS instruction of either generation. */
struct inst {
	unsigned tex_id, tex_cn, tex_addr, tex_adj, col_id, col_cn, col_addr, w_cn;
};

struct decoder {
	struct mr500 *r;
	struct mr500_rs_state *rs;
	bool r5xx;
};

/* Where temp[reg][ch] stands in the registers of a wave. */
enum { CHANNEL_B = FL_WAVE_PX * sizeof(float) };

static uint32_t temp_at(unsigned reg, unsigned ch)
{
	return (uint32_t)offsetof(struct mr500_px, temp) + (reg % MR500_MAX_TEMPS * 4 + ch) * CHANNEL_B;
}

enum { ZERO = 0x100, ONE = 0x101 }; /* component sources beside places in the packet */

static void put_at(struct decoder *d, unsigned kind, unsigned plane, uint32_t at_B, float value)
{
	struct mr500_rs_state *rs = d->rs;

	if (rs->inputs.n < MR500_RS_MAX_WRITES)
		rs->in[rs->inputs.n++] = (struct fl_raster_input){
		    .kind = (uint8_t)kind, .plane = (uint8_t)plane, .at_B = at_B, .value = value};
}

static void put(struct decoder *d, unsigned kind, unsigned plane, unsigned reg, unsigned ch, float value)
{
	unsigned bit = reg % MR500_MAX_TEMPS * 4 + ch;

	d->rs->written[bit / 64] |= UINT64_C(1) << bit % 64;
	put_at(d, kind, plane, temp_at(reg, ch), value);
}

/* The plane of a component of the packet; in a new group, if there is room: else MR500_RS_MAX_PLANES. */
static unsigned plane_of(struct mr500_rs_state *rs, unsigned source)
{
	unsigned p = 0;

	while (p < rs->n_planes && rs->source[p] != (source & ~3u))
		p += 4;
	if (p >= MR500_RS_MAX_PLANES)
		return p;
	if (p == rs->n_planes) {
		for (unsigned k = 0; k < 4; k++)
			rs->source[rs->n_planes++] = (uint8_t)((source & ~3u) + k);
	}
	p += source & 3;
	rs->used[p] = true;
	return p;
}

/* One channel of a register from a component of the packet, or a constant. */
static void from(struct decoder *d, unsigned source, bool adjusted, unsigned reg, unsigned ch)
{
	unsigned p;

	if (source == ZERO || source == ONE) {
		put(d, FL_RASTER_IN_CONST, 0, reg, ch, source == ONE);
		return;
	}
	p = plane_of(d->rs, source);
	if (p < MR500_RS_MAX_PLANES)
		put(d, adjusted ? FL_RASTER_IN_ADJUSTED : FL_RASTER_IN_PLANE, p, reg, ch, 0);
}

static void texture(struct decoder *d, const struct inst *in)
{
	for (unsigned k = 0; k < 4; k++) {
		unsigned source;

		if (d->r5xx) {
			uint32_t ip = d->r->reg[R500_RS_IP(in->tex_id) / 4];

			source = ip >> 6 * k & 63;
			source = source == 62 ? ZERO : source == 63 ? ONE : source;
			if (R500_RS_IP__OFFSET_EN__GET(ip) &&
			    R500_RS_INST_COUNT__TX_OFFSET__GET(R500_REG(d->r, RS_INST_COUNT)))
				mr500_report(
				    d->r, FL_NOTE, "RS", "R5xx guide 11.6 RS_INST_COUNT",
				    "TX_OFFSET moves texture coordinates by an amount that is not published: "
				    "not modelled");
		} else {
			uint32_t ip = d->r->reg[R300_RS_IP(in->tex_id % R300_RS_IP__COUNT) / 4];
			unsigned sel = ip >> (R300_RS_IP__SEL_S__SHIFT + 3 * k) & 7;

			source = sel < 4 ? (R300_RS_IP__TEX_PTR__GET(ip) + sel) & 63 : sel == 4 ? ZERO : ONE;
		}
		from(d, source, in->tex_adj, in->tex_addr, k);
	}
}

static void color(struct decoder *d, const struct inst *in)
{
	/* per format: what stands in R, G, B and what in A; '=' the color's own */
	static const char fmt[16][2] = {"==", "=0", "=1", "??", "0=", "00", "01", "??",
					"1=", "10", "11", "??", "??", "??", "??", "??"};
	uint32_t ip =
	    d->r->reg[(d->r5xx ? R500_RS_IP(in->col_id) : R300_RS_IP(in->col_id % R300_RS_IP__COUNT)) / 4];
	unsigned ptr = d->r5xx ? R500_RS_IP__COL_PTR__GET(ip) : R300_RS_IP__COL_PTR__GET(ip);
	unsigned f = d->r5xx ? R500_RS_IP__COL_FMT__GET(ip) : R300_RS_IP__COL_FMT__GET(ip);

	if (fmt[f][0] == '?')
		mr500_report(d->r, FL_WARN, "RS", "R5xx guide 11.6 RS_IP", "reserved COL_FMT %u", f);
	for (unsigned k = 0; k < 4; k++) {
		char c = fmt[f][k == 3];

		from(d,
		     c == '0'   ? ZERO
		     : c == '1' ? ONE
				: MR500_RS_COLOR + 4 * (ptr & 3) + k,
		     false, in->col_addr, k);
	}
}

static void raster_w(struct decoder *d)
{
	d->rs->writes_w = true;
	put_at(d, FL_RASTER_IN_W, 0, offsetof(struct mr500_px, raster_w), 0);
}

/* Sort the writes for the fast path. One that a later one hides is left out. */
static void sort(struct mr500_rs_state *rs)
{
	struct fl_raster_inputs *to = &rs->inputs;

	to->in = rs->in;
	to->by4 = rs->by4;
	to->rest = rs->rest;
	for (unsigned i = 0; i < to->n; i++) {
		const struct fl_raster_input *w = &rs->in[i];
		const uint32_t at = (w->at_B - temp_at(0, 0)) / CHANNEL_B; /* 4 * reg + ch, or beyond them */
		bool hidden = false;
		unsigned v = 0;

		for (unsigned j = i + 1; j < to->n; j++)
			hidden |= rs->in[j].at_B == w->at_B;
		if (hidden)
			continue;
		if (w->kind == FL_RASTER_IN_PLANE && at < MR500_MAX_TEMPS * 4 && w->plane % 4 == at % 4) {
			const uint32_t reg_B = temp_at(at / 4, 0);

			while (v < to->n_by4 &&
			       (rs->by4[v].at_B != reg_B || rs->by4[v].group != w->plane / 4))
				v++;
			if (v < MR500_RS_MAX_VECS) {
				if (v == to->n_by4)
					rs->by4[to->n_by4++] =
					    (struct fl_raster_input4){.at_B = reg_B, .group = w->plane / 4};
				rs->by4[v].mask |= (uint8_t)(1 << at % 4);
				continue;
			}
		}
		rs->rest[to->n_rest++] = (uint8_t)i;
	}
}

const struct mr500_rs_state *mr500_rs_decode(struct mr500 *r, struct fl_arena *a, bool fog)
{
	struct mr500_rs_state *rs = fl_arena_alloc(a, sizeof(*rs), 16);
	struct decoder d = {.r = r, .rs = rs, .r5xx = r->variant->kind == MR500_KIND_R5XX};
	uint32_t count = R500_REG(r, RS_COUNT);
	unsigned n;

	if (!rs)
		return NULL;
	memset(rs, 0, offsetof(struct mr500_rs_state, in));
	rs->n_tex = R500_RS_COUNT__IT_COUNT__GET(count);
	rs->n_col = R500_RS_COUNT__IC_COUNT__GET(count);
	n = R500_RS_INST_COUNT__INST_COUNT__GET(R500_REG(r, RS_INST_COUNT)) + 1;
	for (unsigned i = 0; i < n; i++) {
		struct inst in;

		if (d.r5xx) {
			uint32_t w = r->reg[R500_RS_INST(i) / 4];

			in = (struct inst){
			    .tex_id = R500_RS_INST__TEX_ID__GET(w),
			    .tex_cn = R500_RS_INST__TEX_CN__GET(w),
			    .tex_addr = R500_RS_INST__TEX_ADDR__GET(w),
			    .tex_adj = R500_RS_INST__TEX_ADJ__GET(w),
			    .col_id = R500_RS_INST__COL_ID__GET(w),
			    .col_cn = R500_RS_INST__COL_CN__GET(w),
			    .col_addr = R500_RS_INST__COL_ADDR__GET(w),
			    .w_cn = R500_RS_INST__W_CN__GET(w),
			};
		} else {
			uint32_t w = r->reg[R300_RS_INST(i) / 4];

			in = (struct inst){
			    .tex_id = R300_RS_INST__TEX_ID__GET(w),
			    .tex_cn = R300_RS_INST__TEX_CN__GET(w),
			    .tex_addr = R300_RS_INST__TEX_ADDR__GET(w),
			    .tex_adj = R300_RS_INST__TEX_ADJ__GET(w),
			    .col_id = R300_RS_INST__COL_ID__GET(w),
			    .col_cn = R300_RS_INST__COL_CN__GET(w),
			    .col_addr = R300_RS_INST__COL_ADDR__GET(w),
			};
		}
		if (in.tex_cn)
			texture(&d, &in);
		if (in.col_cn == R500_RS_INST__COL_CN__WRITE) {
			color(&d, &in);
		} else if (in.col_cn == R500_RS_INST__COL_CN__WRITE_FBUFFER_XY00) {
			put(&d, FL_RASTER_IN_X, 0, in.col_addr, 0, 0);
			put(&d, FL_RASTER_IN_Y, 0, in.col_addr, 1, 0);
			put(&d, FL_RASTER_IN_CONST, 0, in.col_addr, 2, 0);
			put(&d, FL_RASTER_IN_CONST, 0, in.col_addr, 3, 0);
		} else if (in.col_cn == R500_RS_INST__COL_CN__WRITE_BACKFACE_B000) {
			put(&d, FL_RASTER_IN_FACE, 0, in.col_addr, 0, 0);
			for (unsigned k = 1; k < 4; k++)
				put(&d, FL_RASTER_IN_CONST, 0, in.col_addr, k, 0);
		}
		if (in.w_cn)
			raster_w(&d);
	}
	if (fog) {
		unsigned p = plane_of(rs, MR500_RS_FOG_VALUE);

		if (p < MR500_RS_MAX_PLANES)
			put_at(&d, FL_RASTER_IN_PLANE, p, offsetof(struct mr500_px, fog), 0);
	}
	sort(rs);
	return rs;
}
