/* SPDX-License-Identifier: MIT
 *
 * Step: the first packets through the ring, which leave synchronization, caches and the 3D block in a known
 * state. The list is that of Linux rv515_ring_start(), which the driver uses for every R5xx.
 */
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/regs/r500.h"

/* A function, for the pipes are only known at run time. */
static unsigned write_packets(const struct r500_card *c, uint32_t *out)
{
	const uint32_t flush_color =
	    R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH(R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH__FLUSH_DIRTY_3D) |
	    R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE(R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE__FREE_3D_TAGS);
	const uint32_t flush_depth =
	    R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH(R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH__FLUSH_AND_FREE) |
	    R500_ZB_ZCACHE_CTLSTAT__ZC_FREE(R500_ZB_ZCACHE_CTLSTAT__ZC_FREE__FREE);
	const uint32_t idle_clean =
	    R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1) | R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1);
	const struct {
		uint32_t reg, value;
	} list[] = {
	    /* 2D waits for 3D and the other way round; the scratch registers wait for both. */
	    {R500_ISYNC_CNTL,
	     R500_ISYNC_CNTL__ISYNC_ANY2D_IDLE3D(1) | R500_ISYNC_CNTL__ISYNC_ANY3D_IDLE2D(1) |
		 R500_ISYNC_CNTL__ISYNC_WAIT_IDLEGUI(1) | R500_ISYNC_CNTL__ISYNC_CPSCRATCH_IDLEGUI(1)},
	    {R500_WAIT_UNTIL, idle_clean},
	    {R500_DST_PIPE_CONFIG, R500_DST_PIPE_CONFIG__PIPE_AUTO_CONFIG(1)},
	    {R500_GB_SELECT, 0},
	    {R500_GB_ENABLE, 0},
	    {R500_SU_REG_DEST, R500_SU_REG_DEST__SELECT((1u << c->pipes) - 1)},
	    {R500_VAP_INDEX_OFFSET, 0},
	    {R500_RB3D_DSTCACHE_CTLSTAT, flush_color},
	    {R500_ZB_ZCACHE_CTLSTAT, flush_depth},
	    {R500_WAIT_UNTIL, idle_clean},
	    {R500_GB_AA_CONFIG, 0},
	    {R500_RB3D_DSTCACHE_CTLSTAT, flush_color},
	    {R500_ZB_ZCACHE_CTLSTAT, flush_depth},
	    /* Every sample in the middle of the pixel: 6/12. */
	    {R500_GB_MSPOS0, 0x66666666},
	    {R500_GB_MSPOS1, 0x06666666},
	    {R500_GA_ENHANCE, R500_GA_ENHANCE__DEADLOCK_CNTL(1) | R500_GA_ENHANCE__FASTSYNC_CNTL(1)},
	    {R500_GA_POLY_MODE, R500_GA_POLY_MODE__FRONT_PTYPE(R500_GA_POLY_MODE__FRONT_PTYPE__TRIANGLES) |
				    R500_GA_POLY_MODE__BACK_PTYPE(R500_GA_POLY_MODE__BACK_PTYPE__TRIANGLES)},
	    /* Guide 10.4.2: never changed again. */
	    {R500_GA_ROUND_MODE,
	     R500_GA_ROUND_MODE__GEOMETRY_ROUND(R500_GA_ROUND_MODE__GEOMETRY_ROUND__NEAREST) |
		 R500_GA_ROUND_MODE__COLOR_ROUND(R500_GA_ROUND_MODE__COLOR_ROUND__NEAREST)},
	    /* The driver clears 0x20C8 without a name; it is the first vertex array's address. */
	    {R500_VAP_VTX_AOS_ADDR0(0), 0},
	};
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof(list) / sizeof(*list); i++) {
		out[n++] = R500_TYPE0(list[i].reg, 1);
		out[n++] = list[i].value;
	}
	return n;
}

enum fl_code r500_first_packets(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	uint32_t dw[64];
	unsigned n = write_packets(c, dw);
	enum fl_code code = r500_ring_submit(&c->ring, dw, n, err);

	if (!code)
		code = r500_ring_drain(&c->ring, 500000, err);
	if (!code)
		code = r500_idle_wait(c->up.dev, 500000, err);
	if (code)
		return code;
	fl_did(&c->up, "%u dwords of start-up state through the ring, idle afterwards", n);
	return FL_OK;
}
