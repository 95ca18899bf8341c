/* SPDX-License-Identifier: MIT
 *
 * Step: the first packets through the ring: the partitions of the constant engine's memory, and the clear
 * state, which is loaded (Linux cik_cp_gfx_start(), cik_get_csb_buffer()). What the rasterizers know of
 * render backends that are not there comes last, by engine.
 */
#include "hw/cik/card.h"
#include "hw/cik/clear_state.h"
#include "hw/cik/status.h"

enum {
	HEAD_DW = 16, /* what is sent at once beside a run */
	CE_PARTITION = 3,
	CE_HALF_B = 0x8000,
	PREAMBLE_BEGIN = 2 << 28,
	PREAMBLE_END = 3 << 28,
	WAIT_US = 500000,
};
#define VALID_LOAD_NOTHING 0x80000000u

static enum fl_code send(struct fl_ring *ring, const uint32_t *dw, const uint32_t *end, struct fl_err *err)
{
	return fl_ring_submit(ring, dw, (uint32_t)(end - dw), err);
}

static enum fl_code begin(struct fl_ring *ring, struct fl_err *err)
{
	uint32_t dw[HEAD_DW], *p = cik_pm4_pkt3(dw, CIK_PKT3_SET_BASE, 3);

	*p++ = CE_PARTITION;
	*p++ = CE_HALF_B;
	*p++ = CE_HALF_B;
	p = cik_pm4_pkt3(p, CIK_PKT3_PREAMBLE_CNTL, 1);
	*p++ = (uint32_t)PREAMBLE_BEGIN;
	p = cik_pm4_pkt3(p, CIK_PKT3_CONTEXT_CONTROL, 2);
	*p++ = VALID_LOAD_NOTHING;
	*p++ = VALID_LOAD_NOTHING;
	return send(ring, dw, p, err);
}

static enum fl_code end(struct fl_ring *ring, struct fl_err *err)
{
	uint32_t dw[HEAD_DW], *p = cik_pm4_pkt3(dw, CIK_PKT3_PREAMBLE_CNTL, 1);

	*p++ = (uint32_t)PREAMBLE_END;
	p = cik_pm4_pkt3(p, CIK_PKT3_CLEAR_STATE, 1);
	*p++ = 0;
	p = cik_pm4_context(p, CIK_VGT_VERTEX_REUSE_BLOCK_CNTL, 2);
	*p++ = 0xe;
	*p++ = 0x10;
	return send(ring, dw, p, err);
}

static enum fl_code run(const struct cik_card *c, struct fl_ring *ring, struct cik_clear_run r,
			struct fl_err *err)
{
	uint32_t head[2];
	enum fl_code code = fl_ring_begin(ring, r.n + 2u, err);

	if (code)
		return code;
	cik_pm4_context(head, r.first, r.n);
	fl_ring_emit(ring, head[0]);
	fl_ring_emit(ring, head[1]);
	for (uint32_t k = 0; k < r.n; k++)
		fl_ring_emit(ring, cik_clear_value(c->family, r.first + 4 * k));
	fl_ring_commit(ring);
	return FL_OK;
}

/* Backends that are not there have no pixels. */
static enum fl_code backends(struct cik_card *c, struct fl_err *err)
{
	const struct cik_family_info *f = c->family;
	uint32_t dw[CIK_RASTER_DW];

	if (cik_ones(c->backends) == (unsigned)f->engines * f->backends)
		return FL_OK;
	return send(&c->ring, dw, cik_put_raster(dw, f, c->backends), err);
}

enum fl_code cik_first_packets(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct cik_clear_run r;
	enum fl_code code = begin(&c->ring, err);
	unsigned n = 0;

	for (unsigned i = 0; !code && (r = cik_clear_run(i)).n; i++) {
		code = run(c, &c->ring, r, err);
		n += r.n;
	}
	if (!code)
		code = end(&c->ring, err);
	if (!code)
		code = backends(c, err);
	if (!code)
		code = cik_ring_drain(&c->ring, WAIT_US, err);
	if (!code)
		code = cik_idle_wait(up->dev, WAIT_US, err);
	if (!code)
		fl_did(up, "the clear state of %u registers through the ring, idle afterwards", n);
	return code;
}
