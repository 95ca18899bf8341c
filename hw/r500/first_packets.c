/* SPDX-License-Identifier: MIT
 *
 * Step: the first packets through the ring, which leave synchronization, caches and the 3D block in a known
 * state. The list is that of Linux rv515_ring_start(), which the driver uses for every R5xx, and of
 * r300_ring_start(), which it uses for those before.
 */
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/regs/r500.h"

enum {
	IDLE_CLEAN = R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1) | R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1),
};
/* The value depends on how many pipes there are. */
#define BY_PIPES 0xffffffff

/* Which cards a line is for: R300 means R3xx and R4xx. */
enum { ALL, R300, R500 };

static const struct {
	uint16_t reg, only;
	uint32_t value;
} list[] = {
    /* 2D waits for 3D and the other way round; the scratch registers wait for both. */
    {R500_ISYNC_CNTL, ALL,
     R500_ISYNC_CNTL__ISYNC_ANY2D_IDLE3D(1) | R500_ISYNC_CNTL__ISYNC_ANY3D_IDLE2D(1) |
	 R500_ISYNC_CNTL__ISYNC_WAIT_IDLEGUI(1) | R500_ISYNC_CNTL__ISYNC_CPSCRATCH_IDLEGUI(1)},
    {R500_GB_TILE_CONFIG, R300, BY_PIPES},
    {R500_WAIT_UNTIL, ALL, IDLE_CLEAN},
    {R500_DST_PIPE_CONFIG, ALL, R500_DST_PIPE_CONFIG__PIPE_AUTO_CONFIG(1)},
    {R500_GB_SELECT, ALL, 0},
    {R500_GB_ENABLE, ALL, 0},
    {R500_SU_REG_DEST, R500, BY_PIPES},
    {R500_VAP_INDEX_OFFSET, R500, 0},
    {R500_RB3D_DSTCACHE_CTLSTAT, ALL, R500_FLUSH_COLOR},
    {R500_ZB_ZCACHE_CTLSTAT, ALL, R500_FLUSH_DEPTH},
    {R500_WAIT_UNTIL, ALL, IDLE_CLEAN},
    {R500_GB_AA_CONFIG, ALL, 0},
    {R500_RB3D_DSTCACHE_CTLSTAT, ALL, R500_FLUSH_COLOR},
    {R500_ZB_ZCACHE_CTLSTAT, ALL, R500_FLUSH_DEPTH},
    /* Every sample in the middle of the pixel: 6/12. */
    {R500_GB_MSPOS0, ALL, 0x66666666},
    {R500_GB_MSPOS1, ALL, 0x06666666},
    {R500_GA_ENHANCE, ALL, R500_GA_ENHANCE__DEADLOCK_CNTL(1) | R500_GA_ENHANCE__FASTSYNC_CNTL(1)},
    {R500_GA_POLY_MODE, ALL,
     R500_GA_POLY_MODE__FRONT_PTYPE(R500_GA_POLY_MODE__FRONT_PTYPE__TRIANGLES) |
	 R500_GA_POLY_MODE__BACK_PTYPE(R500_GA_POLY_MODE__BACK_PTYPE__TRIANGLES)},
    /* Guide 10.4.2: never changed again. */
    {R500_GA_ROUND_MODE, ALL,
     R500_GA_ROUND_MODE__GEOMETRY_ROUND(R500_GA_ROUND_MODE__GEOMETRY_ROUND__NEAREST) |
	 R500_GA_ROUND_MODE__COLOR_ROUND(R500_GA_ROUND_MODE__COLOR_ROUND__NEAREST)},
    /* The driver clears 0x20C8 without a name; it is the first vertex array's address. */
    {R500_VAP_VTX_AOS_ADDR0(0), R500, 0},
};

static unsigned write_packets(const struct r500_card *c, uint32_t *out)
{
	bool legacy = r500_is_legacy(c);
	uint32_t by_pipes =
	    legacy ? r500_tile_config(c->pipes) : R500_SU_REG_DEST__SELECT((1u << c->pipes) - 1);
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof(list) / sizeof(*list); i++) {
		if (list[i].only == (legacy ? R500 : R300))
			continue;
		out[n++] = R500_TYPE0(list[i].reg, 1);
		out[n++] = list[i].value == BY_PIPES ? by_pipes : list[i].value;
	}
	/* R4xx can hang when the CP copies to the host's memory while the 2D engine works, unless a
	 * synchronization waits in its queue: Linux r420_cp_errata_init(). Sleeping takes it out again. */
	if (c->family->gen == R500_GEN_R400) {
		out[n++] = R500_TYPE0(R500_CP_RESYNC_ADDR, 2);
		out[n++] = R500_SCRATCH_RESYNC;
		out[n++] = 0xdeadbeef;
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
