/* SPDX-License-Identifier: MIT
 *
 * Step: the first packets through the ring: the state of a context that drivers set once (Linux
 * r600_gpu_init(), rv770_gpu_init(), which write it by registers; this goes through the ring, where it takes
 * its turn behind ME_INITIALIZE). The rest of a context is whoever draws to set.
 */
#include "hw/r600/card.h"
#include "hw/r600/status.h"

enum {
	MAX_DW = 96,
	EDGE_RULE = (int)0xaaaaaaaa, /* all edges: upper left */
	CLIP_RULE = 0xffff,          /* inside, whatever the rectangles are */
	INTERPOLANTS = 2,
	BOTH_UPDATE = (int)0x80000000,
	R740_ENHANCE = 1 << 2,
	COLOR_BASES = 0x1fe, /* of SURFACE_BASE_UPDATE */
};

static const uint32_t zero[] = {
    R600_VGT_STRMOUT_EN,     R600_SX_MISC,     R600_PA_SC_MODE_CNTL,  R600_PA_SC_AA_CONFIG,
    R600_PA_SC_LINE_STIPPLE, R600_SPI_INPUT_Z, R600_CB_COLOR_FRAG(7),
};

static unsigned write_packets(const struct r600_card *c, uint32_t *out)
{
	uint32_t *p = out, distance = 4 * c->pipes;

	if (!c->family->r7xx) { /* each buffer of commands begins so there */
		p = r600_pm4_pkt3(p, R600_PKT3_START_3D_CMDBUF, 1);
		*p++ = 0;
	}
	p = r600_pm4_pkt3(p, R600_PKT3_CONTEXT_CONTROL, 2);
	*p++ = (uint32_t)BOTH_UPDATE;
	*p++ = (uint32_t)BOTH_UPDATE;
	for (unsigned i = 0; i < sizeof(zero) / sizeof(*zero); i++)
		p = r600_pm4_put(p, zero[i], 0);
	p = r600_pm4_context(p, R600_CB_COLOR_BASE(0), R600_CB_COLOR_BASE__COUNT);
	for (unsigned i = 0; i < R600_CB_COLOR_BASE__COUNT; i++)
		*p++ = 0;
	if (!c->family->r7xx && c->chip->family != R600_FAMILY_R600) { /* these wait for this packet */
		p = r600_pm4_pkt3(p, R600_PKT3_SURFACE_BASE_UPDATE, 1);
		*p++ = COLOR_BASES;
	}
	p = r600_pm4_put(p, R600_VGT_OUT_DEALLOC_CNTL, R600_VGT_OUT_DEALLOC_CNTL__DEALLOC_DIST(distance));
	p = r600_pm4_put(p, R600_VGT_VERTEX_REUSE_BLOCK_CNTL,
			 R600_VGT_VERTEX_REUSE_BLOCK_CNTL__VTX_REUSE_DEPTH(distance - 2));
	p = r600_pm4_put(p, R600_SPI_PS_IN_CONTROL_0, R600_SPI_PS_IN_CONTROL_0__NUM_INTERP(INTERPOLANTS));
	if (c->family->r7xx) {
		p = r600_pm4_put(p, R700_PA_SC_EDGERULE, (uint32_t)EDGE_RULE);
		p = r600_pm4_put(p, R600_PA_SC_CLIPRECT_RULE, CLIP_RULE);
	}
	if (c->chip->family == R600_FAMILY_RV740)
		p = r600_pm4_put(p, R600_VGT_ENHANCE, R740_ENHANCE);
	return (unsigned)(p - out);
}

enum fl_code r600_first_packets(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	uint32_t dw[MAX_DW];
	unsigned n = write_packets(c, dw);
	enum fl_code code = fl_ring_submit(&c->ring, dw, n, err);

	if (!code)
		code = r600_ring_drain(&c->ring, 500000, err);
	if (!code)
		code = r600_idle_wait(up->dev, 500000, err);
	if (!code)
		fl_did(up, "%u dwords of start-up state through the ring, idle afterwards", n);
	return code;
}
