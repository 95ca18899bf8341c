/* SPDX-License-Identifier: MIT
 *
 * Fences; see fence.h. The packets are those of Linux r600_fence_ring_emit(), both kinds.
 */
#include "hw/r600/fence.h"
#include "hw/r600/card.h"
#include "hw/r600/status.h"

void r600_fence_init(struct r600_fence *f, struct fl_ring *ring)
{
	f->scratch = ring->via == FL_TRANSPORT_SYSTEM ? 0 : R600_SCRATCH_REG0 + 4 * R600_SCRATCH_FENCE;
	f->last = 0;
	if (f->scratch)
		fl_write32(ring->area.dev, f->scratch, 0);
	else
		fl_area_put(&ring->area, R600_AREA_FENCE_B, 0);
}

unsigned r600_fence_write(struct r600_fence *f, const struct fl_ring *ring, uint32_t out[R600_FENCE_DW])
{
	const uint64_t addr = ring->area.addr + R600_AREA_FENCE_B;
	uint32_t *p = out;

	f->last++;
	/* What was read before is old for who comes after. */
	p = r600_pm4_sync(p, R600_CP_COHER_CNTL__TC_ACTION_ENA(1) | R600_CP_COHER_CNTL__VC_ACTION_ENA(1) |
				 R600_CP_COHER_CNTL__SH_ACTION_ENA(1) |
				 (ring->area.generation ? R600_CP_COHER_CNTL__FULL_CACHE_ENA(1) : 0));
	if (!f->scratch) {
		p = r600_pm4_eop(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__CACHE_FLUSH_AND_INV_TS_EVENT, addr,
				 f->last);
		return (unsigned)(p - out);
	}
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__CACHE_FLUSH_AND_INV_EVENT);
	p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1) | R600_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1));
	p = r600_pm4_config(p, f->scratch, 1);
	*p++ = f->last;
	return (unsigned)(p - out);
}

enum fl_code r600_fence_emit(struct r600_fence *f, struct fl_ring *ring, uint32_t *number, struct fl_err *err)
{
	uint32_t dw[R600_FENCE_DW];
	unsigned n;
	enum fl_code code = fl_ring_begin(ring, R600_FENCE_DW, err);

	if (code)
		return code;
	n = r600_fence_write(f, ring, dw);
	for (unsigned i = 0; i < n; i++)
		fl_ring_emit(ring, dw[i]);
	fl_ring_commit(ring);
	*number = f->last;
	return FL_OK;
}

bool r600_fence_passed(const struct r600_fence *f, struct fl_ring *ring, uint32_t number)
{
	uint32_t now =
	    f->scratch ? fl_read32(ring->area.dev, f->scratch) : fl_area_get(&ring->area, R600_AREA_FENCE_B);

	return (int32_t)(now - number) >= 0;
}

enum fl_code r600_fence_wait(const struct r600_fence *f, struct fl_ring *ring, uint32_t number,
			     uint64_t timeout_us, struct fl_err *err)
{
	struct fl_dev *d = ring->area.dev;
	enum fl_code code =
	    f->scratch ? fl_poll32_reached(d, f->scratch, number, timeout_us, "fence", "SCRATCH_REG7", err)
		       : fl_area_wait(&ring->area, R600_AREA_FENCE_B, number, timeout_us, "fence", err);

	fl_area_settle(&ring->area);
	if (!code)
		return code;
	fl_fail_more(err, code, "; CP_RB_RPTR 0x%x, CP_RB_WPTR 0x%x", fl_read32(d, R600_CP_RB_RPTR),
		     ring->told);
	return r600_explain_state(d, code, err);
}

enum fl_code r600_fence_sync(struct r600_fence *f, struct fl_ring *ring, uint64_t timeout_us,
			     struct fl_err *err)
{
	uint32_t number;
	enum fl_code code = r600_fence_emit(f, ring, &number, err);

	return code ? code : r600_fence_wait(f, ring, number, timeout_us, err);
}

enum fl_code r600_fence_step(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	uint64_t start;
	enum fl_code code;

	r600_fence_init(&c->fence, &c->ring);
	start = fl_now_us(up->dev);
	code = r600_fence_sync(&c->fence, &c->ring, 500000, err);
	if (!code)
		fl_did(up, "fence %u passed after %llu us", c->fence.last,
		       (unsigned long long)(fl_now_us(up->dev) - start));
	return code;
}
