/* SPDX-License-Identifier: MIT
 *
 * 3D packets, and what begins and feeds a draw: VAP_VF_CNTL and the VAP's data ports. R5xx guide 6.2.3, 7.7.
 *
 * A draw by index or with vertices in the stream starts when its last dword is there. The dwords come with
 * the packet, with writes to the ports, or through INDX_BUFFER.
 */
#include "hw/model/look.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include "hw/model/r500/vap.h"
#include <stdlib.h>
#include <string.h>

enum {
	DRAW_COST = 64, /* What a draw uses up of a share of work, in dwords. */
	VBPNTR_MAX = 1 + 3 * 8,
};

/* Dwords that the draw takes from the stream. */
static uint64_t needs_dw(const struct mr500 *r, uint32_t vf_cntl)
{
	uint64_t n = R500_VAP_VF_CNTL__NUM_VERTICES__GET(vf_cntl);

	if (vf_cntl & R500_VAP_VF_CNTL__USE_ALT_NUM_VERTS__MASK && r->variant->kind == MR500_KIND_R5XX)
		n = R500_REG(r, VAP_ALT_NUM_VERTICES) & 0xffffff;
	switch (R500_VAP_VF_CNTL__PRIM_WALK__GET(vf_cntl)) {
	case R500_VAP_VF_CNTL__PRIM_WALK__STATE:
		return n * mr500_vap_st_dwords(r);
	case R500_VAP_VF_CNTL__PRIM_WALK__INDEXES:
		if (R500_VAP_VF_CNTL__PRIM_TYPE__GET(vf_cntl) == R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS)
			n += n / 3; /* guide 11.11 VAP_VF_CNTL: flags between the indices */
		return vf_cntl & R500_VAP_VF_CNTL__INDEX_SIZE__MASK ? n : (n + 1) / 2;
	case R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA:
		return n * (R500_REG(r, VAP_VTX_SIZE) & 0x7f);
	}
	return 0;
}

static bool resolves(const struct mr500 *r)
{
	return R500_RB3D_AARESOLVE_CTL__AARESOLVE_MODE__GET(R500_REG(r, RB3D_AARESOLVE_CTL));
}

static void draw(struct mr500 *r, uint32_t vf_cntl, const struct mr500_draw_src *src)
{
	r->cp->budget -= DRAW_COST;
	if (!fl_spend(&r->base, DRAW_COST * MR500_CP_DW_WORK, "the draws"))
		return;
	if (r->rbbm->fault_pipe) { /* the draw goes into the pipe and never comes out */
		r->rbbm->pipe_hung = true;
		return;
	}
	if (R500_REG(r, ISYNC_CNTL) & R500_ISYNC_CNTL__ISYNC_ANY3D_IDLE2D__MASK && mr500_e2_busy(r))
		mr500_e2_finish(r);
	if (!fl_look_begin(&r->base, resolves(r) ? FL_LOOK_RESOLVE : FL_LOOK_DRAW, NULL))
		return;
	mr500_vap_draw(r, vf_cntl, src);
	fl_look_end(&r->base);
}

bool mr500_cp_draw_open(const struct mr500 *r)
{
	return r->cp->draw_open;
}

void mr500_cp_drop_draw(struct mr500 *r)
{
	r->cp->draw_open = false;
	r->cp->draw_have_dw = 0;
}

static bool gather(struct mr500 *r, const uint32_t *dw, uint64_t n)
{
	struct mr500_cp *cp = r->cp;

	if (cp->draw_have_dw + n > cp->draw_cap_dw) {
		uint64_t cap = 2 * (cp->draw_have_dw + n) + 256;
		uint32_t *more = realloc(cp->draw_dw, cap * 4);

		if (!more) {
			mr500_report(r, FL_REFUSE, "CP", "",
				     "out of memory for the vertices of a draw; dropped");
			mr500_cp_drop_draw(r);
			return false;
		}
		cp->draw_dw = more;
		cp->draw_cap_dw = cap;
	}
	memcpy(cp->draw_dw + cp->draw_have_dw, dw, n * 4);
	cp->draw_have_dw += n;
	return true;
}

static void open_draw(struct mr500 *r, uint32_t vf_cntl, const uint32_t *dw, uint32_t n)
{
	struct mr500_cp *cp = r->cp;
	uint64_t need = needs_dw(r, vf_cntl);

	if (cp->draw_open) {
		mr500_report(r, FL_REFUSE, "VAP", "R5xx guide 7.7",
			     "a draw begins (VAP_VF_CNTL = 0x%08x) while the one before still waits for %llu "
			     "of its %llu dwords: on a card the VAP takes this as vertices, or hangs",
			     vf_cntl, (unsigned long long)(cp->draw_need_dw - cp->draw_have_dw),
			     (unsigned long long)cp->draw_need_dw);
		mr500_cp_hang(r);
		return;
	}
	R500_REG(r, VAP_VF_CNTL) = vf_cntl;
	if (need <= n) {
		const struct mr500_draw_src src = {n ? dw : NULL, n, 0, 0};

		if (need < n)
			mr500_report(r, FL_WARN, "CP", "R5xx guide 6.2.3",
				     "a draw packet carries %u dwords, VAP_VF_CNTL = 0x%08x takes %llu of "
				     "them (VAP_VTX_SIZE %u)",
				     n, vf_cntl, (unsigned long long)need, R500_REG(r, VAP_VTX_SIZE) & 0x7f);
		draw(r, vf_cntl, &src);
		return;
	}
	cp->draw_open = true;
	cp->draw_vf_cntl = vf_cntl;
	cp->draw_need_dw = need;
	cp->draw_have_dw = 0;
	if (n)
		gather(r, dw, n);
}

void mr500_cp_vf_cntl(struct mr500 *r, uint32_t value)
{
	open_draw(r, value, NULL, 0);
}

void mr500_cp_vap_port(struct mr500 *r, uint32_t value)
{
	struct mr500_cp *cp = r->cp;

	if (!cp->draw_open) {
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.7",
			     "0x%08x was written to a data port of the VAP, but no draw waits for data: "
			     "write VAP_VF_CNTL first",
			     value);
		return;
	}
	if (gather(r, &value, 1) && cp->draw_have_dw == cp->draw_need_dw) {
		const struct mr500_draw_src src = {cp->draw_dw, (uint32_t)cp->draw_have_dw, 0, 0};

		cp->draw_open = false;
		draw(r, cp->draw_vf_cntl, &src);
		cp->draw_have_dw = 0;
	}
}

void mr500_cp_end_draw(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;
	unsigned vertex_dw = mr500_vap_st_dwords(r);
	bool open = cp->draw_open &&
		    R500_VAP_VF_CNTL__PRIM_WALK__GET(cp->draw_vf_cntl) == R500_VAP_VF_CNTL__PRIM_WALK__STATE;
	uint32_t n = open && vertex_dw ? (uint32_t)(cp->draw_have_dw / vertex_dw) : 0;
	const struct mr500_draw_src src = {cp->draw_dw, n * vertex_dw, 0, 0};

	if (n)
		draw(r,
		     (cp->draw_vf_cntl & 0xffff & ~R500_VAP_VF_CNTL__USE_ALT_NUM_VERTS__MASK) |
			 R500_VAP_VF_CNTL__NUM_VERTICES(n < 0xffff ? n : 0xffff),
		     &src);
	if (open)
		mr500_cp_drop_draw(r);
}

/* ---- INDX_BUFFER --------------------------------------------------------------------------------------- */
static bool is_port(uint32_t reg)
{
	return (reg >= R500_VAP_PORT_DATA(0) && reg < R500_VAP_CNTL) || reg == R500_VAP_PORT_DATA_IDX_128;
}

static bool indx_buffer(struct mr500 *r, const uint32_t *dw, uint32_t n)
{
	struct mr500_cp *cp = r->cp;
	uint32_t skip, size, reg, step;
	uint64_t base;

	if (n != 3)
		return false;
	reg = (dw[0] & 0x1fff) << 2;
	skip = dw[0] >> 16 & 7;
	step = dw[0] >> 31 ? 0 : 4;
	base = dw[1] & ~3u;
	size = dw[2] & 0x7fffff;
	if (cp->at_stream == MR500_CP_IB2) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 6.2.3.11",
			     "INDX_BUFFER reads through indirect buffer 2, so it cannot stand in one");
		mr500_cp_hang(r);
		return true;
	}
	if (mr500_cp_mode(r, MR500_CP_IB2) != MR500_CP_BM) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 6.2.3.11",
			     "INDX_BUFFER needs indirect buffer 2 in bus-master mode: CP_CSQ_CNTL = 0x%08x",
			     R500_REG(r, CP_CSQ_CNTL));
		mr500_cp_hang(r);
		return true;
	}
	if (skip > size)
		return false;
	R500_REG(r, CP_IB2_BASE) = (uint32_t)base;
	R500_REG(r, CP_IB2_BUFSZ) = size;
	base += 4ull * skip;
	size -= skip;
	/* The usual case: all the indices of an open draw are read where they are. */
	if (cp->draw_open && is_port(reg) && !cp->draw_have_dw && size >= cp->draw_need_dw &&
	    R500_VAP_VF_CNTL__PRIM_WALK__GET(cp->draw_vf_cntl) == R500_VAP_VF_CNTL__PRIM_WALK__INDEXES) {
		const struct mr500_draw_src src = {NULL, 0, base, size};

		cp->draw_open = false;
		draw(r, cp->draw_vf_cntl, &src);
		return true;
	}
	for (uint32_t i = 0; i < size && !cp->stuck && fl_spend(&r->base, MR500_CP_DW_WORK, "the indices");
	     i++) {
		uint32_t value;

		if (!mr500_cp_read_mem(r, base + 4ull * i, &value, "index buffer"))
			break;
		cp->budget--;
		mr500_reg_write(r, reg + step * i, value, MR500_CP);
	}
	return true;
}

/* ---- the other packets --------------------------------------------------------------------------------- */
/* The dwords go to consecutive registers, from VAP_VTX_NUM_ARRAYS on. Mesa omits the last address of an odd
 * count. */
static bool load_vbpntr(struct mr500 *r, const uint32_t *dw, uint32_t n)
{
	unsigned arrays = dw[0] & 31;

	if (n > VBPNTR_MAX || n < 1 + 3 * (arrays / 2) + (arrays & 1 ? 2 : 0))
		return false;
	for (uint32_t i = 0; i < n; i++)
		mr500_reg_write(r, R500_VAP_VTX_NUM_ARRAYS + 4 * i, dw[i], MR500_CP);
	return true;
}

/* START, COUNT, CLEAR_VALUE: guide 9.4; the others have the same form. */
static bool clear_ram(struct mr500 *r, uint32_t index_reg, uint32_t data_reg, const uint32_t *dw, uint32_t n)
{
	if (n != 3 || dw[1] > 0x3fff)
		return false;
	if (!fl_look_begin(&r->base, FL_LOOK_CLEAR, NULL))
		return true;
	mr500_reg_write(r, index_reg, dw[0], MR500_CP);
	fl_spend(&r->base, dw[1] * 16ull, "the clears");
	for (uint32_t i = 0; i < dw[1]; i++)
		mr500_reg_write(r, data_reg, dw[2], MR500_CP);
	r->cp->budget -= dw[1] / 16;
	fl_look_end(&r->base);
	return true;
}

/* The registers of MPEG_INDEX, in the order of its mask bits. US_CODE_ADDR_0 to _3 are of R3xx and R4xx. */
static const uint16_t mpeg_regs[20] = {R500_VAP_PVS_CODE_CNTL_0,
				       R500_VAP_PVS_CODE_CNTL_1,
				       R500_VAP_PROG_STREAM_CNTL(0),
				       R500_VAP_PROG_STREAM_CNTL(1),
				       R500_VAP_PROG_STREAM_CNTL(2),
				       R500_VAP_PROG_STREAM_CNTL(3),
				       R500_VAP_OUT_VTX_FMT_0,
				       R500_VAP_OUT_VTX_FMT_1,
				       R500_VAP_VTX_NUM_ARRAYS,
				       R500_RS_COUNT,
				       R500_RS_INST_COUNT,
				       R500_TX_ENABLE,
				       R300_US_CODE_ADDR(0),
				       R300_US_CODE_ADDR(1),
				       R300_US_CODE_ADDR(2),
				       R300_US_CODE_ADDR(3),
				       R500_US_CONFIG,
				       R500_RB3D_DSTCACHE_CTLSTAT,
				       R500_RB3D_COLOROFFSET(0),
				       R500_RB3D_COLORPITCH(0)};

static bool mpeg_index(struct mr500 *r, const uint32_t *dw, uint32_t n)
{
	uint32_t at = 1, vf_cntl, count;
	bool wide;

	if (dw[0] >> 20 || n < 3 + (uint32_t)__builtin_popcount(dw[0]))
		return false;
	for (unsigned i = 0; i < 20; i++)
		if (dw[0] >> i & 1)
			mr500_reg_write(r, mpeg_regs[i], dw[at++], MR500_CP);
	vf_cntl = dw[at++];
	count = dw[at++] & 0x3fff;
	if (count > n - at)
		return false;
	mr500_cp_vf_cntl(r, vf_cntl);
	wide = vf_cntl & R500_VAP_VF_CNTL__INDEX_SIZE__MASK;
	for (uint32_t i = 0; i < count && r->cp->draw_open; i++)
		for (unsigned k = 0; k < 4 && r->cp->draw_open; k += wide ? 1 : 2)
			mr500_cp_vap_port(r, wide ? dw[at + i] + k
						  : ((dw[at + i] + k) & 0xffff) | (dw[at + i] + k + 1) << 16);
	return true;
}

bool mr500_cp_draw_packet(struct mr500 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	switch (opcode) {
	case R500_PKT3_3D_DRAW_VBUF: /* VAP_VTX_FMT comes first and is thrown away */
	case R500_PKT3_3D_DRAW_IMMD:
	case R500_PKT3_3D_DRAW_INDX:
		if (n < 2)
			return false;
		open_draw(r, dw[1], dw + 2, n - 2);
		return true;
	case R500_PKT3_3D_DRAW_128:
		if (mr500_cp_mode(r, r->cp->at_stream) == MR500_CP_PIO)
			mr500_report(r, FL_WARN, "CP", "R5xx guide 6.2.3.7",
				     "3D_DRAW_128 works in bus-master mode only");
		/* fall through */
	case R500_PKT3_3D_DRAW_VBUF_2:
	case R500_PKT3_3D_DRAW_IMMD_2:
	case R500_PKT3_3D_DRAW_INDX_2:
		open_draw(r, dw[0], dw + 1, n - 1);
		return true;
	case R500_PKT3_3D_LOAD_VBPNTR:
		return load_vbpntr(r, dw, n);
	case R500_PKT3_INDX_BUFFER:
		return indx_buffer(r, dw, n);
	case R500_PKT3_3D_CLEAR_HIZ:
		return clear_ram(r, R500_ZB_HIZ_WRINDEX, R500_ZB_HIZ_DWORD, dw, n);
	case R500_PKT3_3D_CLEAR_ZMASK:
		return clear_ram(r, R500_ZB_ZMASK_WRINDEX, R500_ZB_ZMASK_DWORD, dw, n);
	case R500_PKT3_3D_CLEAR_CMASK:
		return clear_ram(r, R500_RB3D_CMASK_WRINDEX, R500_RB3D_CMASK_DWORD, dw, n);
	case R500_PKT3_MPEG_INDEX:
		return mpeg_index(r, dw, n);
	}
	return false;
}
