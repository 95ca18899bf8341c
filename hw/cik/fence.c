/* SPDX-License-Identifier: MIT
 *
 * Fences; see fence.h. The packets are those of Linux cik_fence_gfx_ring_emit(), but for the interrupt.
 */
#include "hw/cik/fence.h"
#include "hw/cik/card.h"
#include "hw/cik/status.h"

void cik_fence_init(struct cik_fence *f, struct fl_ring *ring)
{
	f->last = 0;
	fl_area_put(&ring->area, CIK_AREA_FENCE_B, 0);
}

unsigned cik_fence_write(struct cik_fence *f, const struct fl_ring *ring, uint32_t out[CIK_FENCE_DW])
{
	const uint64_t addr = ring->area.addr + CIK_AREA_FENCE_B;
	uint32_t *p = cik_pm4_eop(out, addr, f->last);

	p = cik_pm4_eop(p, addr, ++f->last);
	return (unsigned)(p - out);
}

enum fl_code cik_fence_emit(struct cik_fence *f, struct fl_ring *ring, uint32_t *number, struct fl_err *err)
{
	uint32_t dw[CIK_FENCE_DW];
	unsigned n;
	enum fl_code code = fl_ring_begin(ring, CIK_FENCE_DW, err);

	if (code)
		return code;
	n = cik_fence_write(f, ring, dw);
	for (unsigned i = 0; i < n; i++)
		fl_ring_emit(ring, dw[i]);
	fl_ring_commit(ring);
	*number = f->last;
	return FL_OK;
}

bool cik_fence_passed(const struct cik_fence *f, struct fl_ring *ring, uint32_t number)
{
	return (int32_t)(fl_area_get(&ring->area, CIK_AREA_FENCE_B) - number) >= 0;
}

enum fl_code cik_fence_wait(const struct cik_fence *f, struct fl_ring *ring, uint32_t number,
			    uint64_t timeout_us, struct fl_err *err)
{
	struct fl_dev *d = ring->area.dev;
	enum fl_code code = fl_area_wait(&ring->area, CIK_AREA_FENCE_B, number, timeout_us, "fence", err);

	fl_area_settle(&ring->area);
	if (!code)
		return code;
	fl_fail_more(err, code, "; CP_RB0_RPTR 0x%x, CP_RB0_WPTR 0x%x", fl_read32(d, CIK_CP_RB0_RPTR),
		     ring->told);
	return cik_explain_state(d, code, err);
}

enum fl_code cik_fence_sync(struct cik_fence *f, struct fl_ring *ring, uint64_t timeout_us,
			    struct fl_err *err)
{
	uint32_t number;
	enum fl_code code = cik_fence_emit(f, ring, &number, err);

	return code ? code : cik_fence_wait(f, ring, number, timeout_us, err);
}

enum fl_code cik_fence_step(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	uint64_t start;
	enum fl_code code;

	cik_fence_init(&c->fence, &c->ring);
	start = fl_now_us(up->dev);
	code = cik_fence_sync(&c->fence, &c->ring, 500000, err);
	if (!code)
		fl_did(up, "fence %u passed after %llu us", c->fence.last,
		       (unsigned long long)(fl_now_us(up->dev) - start));
	return code;
}
