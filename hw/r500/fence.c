/* SPDX-License-Identifier: MIT
 *
 * Fences through scratch registers; see fence.h.
 */
#include "hw/r500/fence.h"
#include "hw/r500/idle.h"
#include "hw/regs/r500.h"

void r500_fence_init(struct r500_fence *f, struct fl_dev *d, unsigned scratch)
{
	f->scratch = scratch % R500_SCRATCH_REG__COUNT;
	f->last = 0;
	fl_write32(d, R500_SCRATCH_REG(f->scratch), 0);
}

uint32_t r500_fence_write(struct r500_fence *f, const struct r500_ring *ring, uint32_t out[R500_FENCE_DW])
{
	uint32_t *p = out;

	f->last++;
	/* Linux r300_fence_ring_emit(); guide 10.2.3: a write to the SC, without which SC and RS never go
	 * idle. */
	*p++ = R500_TYPE0(R500_SC_SCISSOR0, 2);
	*p++ = 0;
	*p++ = 0;
	*p++ = R500_TYPE0(R500_RB3D_DSTCACHE_CTLSTAT, 1);
	*p++ = R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH(R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH__FLUSH_DIRTY_3D);
	*p++ = R500_TYPE0(R500_ZB_ZCACHE_CTLSTAT, 1);
	*p++ = R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH(R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH__FLUSH_AND_FREE);
	/* The 2D engine's own cache: Linux r100_copy_blit(). */
	*p++ = R500_TYPE0(R500_DSTCACHE_CTLSTAT, 1);
	*p++ = R500_DSTCACHE_CTLSTAT__DC_FLUSH(3) | R500_DSTCACHE_CTLSTAT__DC_FREE(3);
	*p++ = R500_TYPE0(R500_WAIT_UNTIL, 1);
	*p++ = R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1) | R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1) |
	       R500_WAIT_UNTIL__WAIT_DMA_GUI_IDLE(1);
	/* What the host read ahead of VRAM is old now. */
	*p++ = R500_TYPE0(R500_HOST_PATH_CNTL, 1);
	*p++ = ring->hdp_cntl | R500_HOST_PATH_CNTL__HDP_READ_BUFFER_INVALIDATE(1);
	*p++ = R500_TYPE0(R500_HOST_PATH_CNTL, 1);
	*p++ = ring->hdp_cntl;
	*p++ = R500_TYPE0(R500_SCRATCH_REG(f->scratch), 1);
	*p++ = f->last;
	return f->last;
}

enum fl_code r500_fence_emit(struct r500_fence *f, struct r500_ring *ring, uint32_t *number,
			     struct fl_err *err)
{
	uint32_t dw[R500_FENCE_DW];
	enum fl_code code = r500_ring_begin(ring, R500_FENCE_DW, err);

	if (code)
		return code;
	*number = r500_fence_write(f, ring, dw);
	for (unsigned i = 0; i < R500_FENCE_DW; i++)
		r500_ring_emit(ring, dw[i]);
	r500_ring_commit(ring);
	return FL_OK;
}

bool r500_fence_passed(const struct r500_fence *f, struct r500_ring *ring, uint32_t number)
{
	return (int32_t)(fl_read32(ring->dev, R500_SCRATCH_REG(f->scratch)) - number) >= 0;
}

enum fl_code r500_fence_wait(const struct r500_fence *f, struct r500_ring *ring, uint32_t number,
			     uint64_t timeout_us, struct fl_err *err)
{
	static const char *const names[] = {"SCRATCH_REG0", "SCRATCH_REG1", "SCRATCH_REG2", "SCRATCH_REG3",
					    "SCRATCH_REG4", "SCRATCH_REG5", "SCRATCH_REG6", "SCRATCH_REG7"};

	const enum fl_code code = fl_poll32_reached(ring->dev, R500_SCRATCH_REG(f->scratch), number,
						    timeout_us, "fence", names[f->scratch], err);

	if (!code)
		return FL_OK;
	fl_fail_more(err, code, "; CP_RB_RPTR 0x%x, CP_RB_WPTR 0x%x", fl_read32(ring->dev, R500_CP_RB_RPTR),
		     ring->told);
	return r500_explain_state(ring->dev, code, err);
}

enum fl_code r500_fence_sync(struct r500_fence *f, struct r500_ring *ring, uint64_t timeout_us,
			     struct fl_err *err)
{
	uint32_t number;
	enum fl_code code = r500_fence_emit(f, ring, &number, err);

	return code ? code : r500_fence_wait(f, ring, number, timeout_us, err);
}
