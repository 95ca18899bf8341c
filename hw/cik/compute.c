/* SPDX-License-Identifier: MIT
 *
 * A compute queue; see compute.h. The order and the values are those of Linux cik_cp_compute_resume().
 */
#include "hw/cik/compute.h"
#include "hw/cik/status.h"

#include <string.h>

enum {
	ME = 1, /* as SRBM_GFX_CNTL counts them */
	PIPES = 4,
	BLOCK_QW_LOG2 = 9, /* the read pointer is written back every 512 quadwords */
	/* Each pipe's buffer of ends of pipe: 2^(8 + 1) dwords of the page that it has. */
	EOP_SIZE = 8,
	ALIGN_DW = 16,
	RELEASE_DW = 7,
	WAIT_US = 100000,
	RING_DW = CIK_AREA_COMPUTE_SIZE_B / 4,
	/* The descriptor in memory: its head, and which compute units it may use (CIK facts 1.4). */
	MQD_DW = 256,
	MQD_THREADS_SE0 = 23,
	MQD_THREADS_SE1 = 24,
	MQD_THREADS_SE2 = 26,
	MQD_THREADS_SE3 = 27,
};
#define MQD_HEADER 0xc0310800u
/* Bit 23 of CP_CPF_DEBUG, which Linux sets; no document says what it does. */
#define CPF_FIX    (1u << 23)

static void choose(struct fl_dev *d, unsigned me, unsigned pipe)
{
	fl_write32(d, CIK_SRBM_GFX_CNTL, CIK_SRBM_GFX_CNTL__MEID(me) | CIK_SRBM_GFX_CNTL__PIPEID(pipe));
}

static void pipes(struct fl_dev *d, const struct fl_area *a, unsigned mecs)
{
	fl_mask32(d, CIK_CP_CPF_DEBUG, CPF_FIX, CPF_FIX);
	for (unsigned i = 0; i < mecs * PIPES; i++) {
		uint64_t eop = a->addr + CIK_AREA_EOP_B + (uint64_t)i * CIK_AREA_EOP_SIZE_B;

		choose(d, ME + i / PIPES, i % PIPES);
		fl_write32(d, CIK_CP_HPD_EOP_BASE_ADDR, (uint32_t)(eop >> 8));
		fl_write32(d, CIK_CP_HPD_EOP_BASE_ADDR_HI, (uint32_t)(eop >> 40));
		fl_write32(d, CIK_CP_HPD_EOP_VMID, 0);
		fl_mask32(d, CIK_CP_HPD_EOP_CONTROL, CIK_CP_HPD_EOP_CONTROL__EOP_SIZE__MASK,
			  CIK_CP_HPD_EOP_CONTROL__EOP_SIZE(EOP_SIZE));
	}
}

static void give_up(struct fl_dev *d)
{
	struct fl_err ignored;

	if (!CIK_CP_HQD_ACTIVE__ACTIVE__GET(fl_read32(d, CIK_CP_HQD_ACTIVE)))
		return;
	fl_write32(d, CIK_CP_HQD_DEQUEUE_REQUEST, 1);
	fl_poll32(d, CIK_CP_HQD_ACTIVE, CIK_CP_HQD_ACTIVE__ACTIVE__MASK, 0, WAIT_US, "queue given up",
		  "CP_HQD_ACTIVE", &ignored);
	fl_write32(d, CIK_CP_HQD_DEQUEUE_REQUEST, 0);
}

/* The queue's descriptor; it is chosen. */
static void describe(struct fl_dev *d, const struct fl_area *a)
{
	const uint64_t ring = a->addr + CIK_AREA_COMPUTE_B, mqd = a->addr + CIK_AREA_MQD_B;
	uint32_t size_log2 = 0;

	while (8u << size_log2 < CIK_AREA_COMPUTE_SIZE_B)
		size_log2++;
	give_up(d);
	fl_mask32(d, CIK_CP_PQ_WPTR_POLL_CNTL, CIK_CP_PQ_WPTR_POLL_CNTL__EN__MASK, 0);
	fl_write32(d, CIK_CP_HQD_PQ_DOORBELL_CONTROL, 0);
	fl_write32(d, CIK_CP_HQD_PQ_RPTR, 0);
	fl_write32(d, CIK_CP_HQD_PQ_WPTR, 0);
	fl_write32(d, CIK_CP_MQD_BASE_ADDR, (uint32_t)mqd);
	fl_write32(d, CIK_CP_MQD_BASE_ADDR_HI, (uint32_t)(mqd >> 32));
	fl_write32(d, CIK_CP_MQD_CONTROL, 0);
	fl_write32(d, CIK_CP_HQD_PQ_BASE, (uint32_t)(ring >> 8));
	fl_write32(d, CIK_CP_HQD_PQ_BASE_HI, (uint32_t)(ring >> 40));
	fl_write32(d, CIK_CP_HQD_PQ_CONTROL,
		   CIK_CP_HQD_PQ_CONTROL__QUEUE_SIZE(size_log2) |
		       CIK_CP_HQD_PQ_CONTROL__RPTR_BLOCK_SIZE(BLOCK_QW_LOG2) |
		       CIK_CP_HQD_PQ_CONTROL__NO_UPDATE_RPTR(1) | CIK_CP_HQD_PQ_CONTROL__PRIV_STATE(1) |
		       CIK_CP_HQD_PQ_CONTROL__KMD_QUEUE(1));
	fl_write32(d, CIK_CP_HQD_VMID, 0);
	fl_write32(d, CIK_CP_HQD_ACTIVE, CIK_CP_HQD_ACTIVE__ACTIVE(1));
}

static uint32_t read_pointer(const struct fl_ring *ring)
{
	uint32_t at;

	choose(ring->area.dev, ME, 0);
	at = fl_read32(ring->area.dev, CIK_CP_HQD_PQ_RPTR);
	choose(ring->area.dev, 0, 0);
	return at;
}

static void tell(const struct fl_ring *ring)
{
	choose(ring->area.dev, ME, 0);
	fl_write32(ring->area.dev, CIK_CP_HQD_PQ_WPTR, ring->wptr);
	choose(ring->area.dev, 0, 0);
}

static enum fl_code stuck(const struct fl_ring *ring, enum fl_code code, struct fl_err *err)
{
	struct fl_dev *d = ring->area.dev;

	fl_fail_more(err, code, "; CP_HQD_PQ_RPTR 0x%x, written to 0x%x, CP_CPC_STATUS 0x%08x",
		     read_pointer(ring), ring->wptr, fl_read32(d, CIK_CP_CPC_STATUS));
	return cik_explain_state(d, code, err);
}

static const struct fl_ring_kind kind = {"compute queue", CIK_PM4_FILLER, ALIGN_DW,
					 read_pointer,    tell,           stuck};

static void memory(const struct fl_area *a)
{
	static const uint8_t threads[] = {MQD_THREADS_SE0, MQD_THREADS_SE1, MQD_THREADS_SE2, MQD_THREADS_SE3};

	for (uint32_t k = 0; k < MQD_DW; k++)
		fl_area_put(a, CIK_AREA_MQD_B + 4 * k, k ? 0 : MQD_HEADER);
	for (unsigned i = 0; i < sizeof(threads); i++)
		fl_area_put(a, CIK_AREA_MQD_B + 4u * threads[i], ~0u);
	for (uint32_t at = 0; at < 8 * CIK_AREA_EOP_SIZE_B; at += 4)
		fl_area_put(a, CIK_AREA_EOP_B + at, 0);
	fl_area_put(a, CIK_AREA_COMPUTE_FENCE_B, 0);
}

enum fl_code cik_compute_start(struct cik_compute *q, struct cik_card *c, struct fl_err *err)
{
	const struct fl_area *a = &c->ring.area;
	struct fl_dev *d = c->up.dev;
	uint32_t base = (uint32_t)((a->addr + CIK_AREA_COMPUTE_B) >> 8), got, active;

	memset(q, 0, sizeof(*q));
	if (!c->ring.size_dw)
		return fl_fail(err, FL_FAILED, "compute queue: there is no ring, whose memory it shares");
	memory(a);
	fl_ring_init(&q->ring, &kind, a, CIK_AREA_COMPUTE_B, RING_DW, CIK_COMPUTE_TIMEOUT_US);
	fl_write32(d, CIK_CP_MEC_CNTL, 0);
	fl_delay_us(d, 50);
	pipes(d, a, c->family->mecs);
	choose(d, ME, 0);
	describe(d, a);
	got = fl_read32(d, CIK_CP_HQD_PQ_BASE);
	active = fl_read32(d, CIK_CP_HQD_ACTIVE);
	choose(d, 0, 0);
	if (got != base || !CIK_CP_HQD_ACTIVE__ACTIVE__GET(active))
		return fl_fail(
		    err, FL_FAILED,
		    "the compute engine does not answer: CP_HQD_PQ_BASE reads 0x%08x after 0x%08x was "
		    "written, CP_HQD_ACTIVE 0x%x",
		    got, base, active);
	fl_ring_go(&q->ring, RING_DW);
	return FL_OK;
}

void cik_compute_stop(struct cik_compute *q)
{
	struct fl_dev *d = q->ring.area.dev;

	choose(d, ME, 0);
	give_up(d);
	choose(d, 0, 0);
	q->ring.size_dw = 0;
}

enum fl_code cik_compute_submit(struct cik_compute *q, const uint32_t *dw, uint32_t n_dw, struct fl_err *err)
{
	return fl_ring_submit(&q->ring, dw, n_dw, err);
}

enum fl_code cik_compute_sync(struct cik_compute *q, uint64_t timeout_us, struct fl_err *err)
{
	const struct fl_area *a = &q->ring.area;
	uint32_t dw[RELEASE_DW];
	enum fl_code code;

	cik_pm4_release(dw, a->addr + CIK_AREA_COMPUTE_FENCE_B, ++q->number);
	code = fl_ring_submit(&q->ring, dw, RELEASE_DW, err);
	if (code)
		return code;
	code = fl_area_wait(a, CIK_AREA_COMPUTE_FENCE_B, q->number, timeout_us, "compute fence", err);
	fl_area_settle(a);
	return code ? stuck(&q->ring, code, err) : FL_OK;
}
