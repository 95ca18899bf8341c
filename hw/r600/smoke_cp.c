/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the command processor, and the blocks behind it.
 */
#include "hw/r600/microcode.h"
#include "hw/r600/smoke.h"
#include "hw/r600/status.h"
#include "hw/r600/transport.h"

#include <string.h>

enum { SETTLE_US = 1000000, SCRATCH_REGS = 8, SCRATCH_STRIDE_B = 4 };

enum fl_code r600_check_scratch(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_scratch(up, R600_SCRATCH_REG0, SCRATCH_STRIDE_B, SCRATCH_REGS, "SCRATCH_REG", err);
}

/* Loaded is not held: where the chip shows its RAM, that must be what was written. No document says that it
 * does; where it does not, the microcode has to run. */
enum fl_code r600_check_microcode(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	bool shown = true;
	enum fl_code code = r600_microcode(up, err);
	char did[sizeof(up->did)];
	struct fl_err ignored;

	for (unsigned i = R600_IMAGE_PFP; i <= R600_IMAGE_ME && !code && shown; i++)
		code = r600_microcode_verify(up->dev, c->family, i, up->images.of[i].data, &shown, err);
	if (code || shown)
		return code;
	memcpy(did, up->did, sizeof(did));
	if (fl_smoke_transport(up, FL_TRANSPORT_VRAM, r600_transport_try, &ignored) &&
	    fl_smoke_transport(up, FL_TRANSPORT_SYSTEM, r600_transport_try, &ignored))
		return fl_fail(
		    err, FL_FAILED,
		    "microcode: the RAM of the command processor does not show what was written to "
		    "it, and nothing runs: it does not hold it");
	memcpy(up->did, did, sizeof(did));
	return FL_OK;
}

enum fl_code r600_check_ring(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_transport(up, FL_TRANSPORT_VRAM, r600_transport_try, err);
}

enum fl_code r600_check_system(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_transport(up, FL_TRANSPORT_SYSTEM, r600_transport_try, err);
}

enum fl_code r600_check_ring_wrap(struct fl_bringup *up, struct fl_err *err)
{
	return fl_ring_test_turn(up, &r600_card(up)->ring, &r600_ring_test, err);
}

/* An event goes through the whole 3D engine before its number is written to memory. */
enum fl_code r600_check_event(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	struct r600_fence f = {.scratch = 0, .last = 0x1000};
	uint32_t number;
	enum fl_code code;

	fl_area_put(&c->ring.area, R600_AREA_FENCE_B, 0);
	code = r600_fence_emit(&f, &c->ring, &number, err);
	if (!code)
		code = r600_fence_wait(&f, &c->ring, number, SETTLE_US, err);
	if (!code)
		fl_did(up, "its number 0x%x arrived in memory", number);
	return code;
}

enum fl_code r600_check_cp_dma(struct fl_bringup *up, struct fl_err *err)
{
	enum { WORDS = 16, TO_B = R600_AREA_SCRATCH_B + 4 * WORDS, CP_SYNC = 31 };
	struct r600_card *c = r600_card(up);
	const struct fl_area *a = &c->ring.area;
	uint64_t from = a->addr + R600_AREA_SCRATCH_B, to = a->addr + TO_B;
	uint32_t dw[16], *p = dw, got;
	enum fl_code code;

	for (uint32_t i = 0; i < WORDS; i++) {
		fl_area_put(a, R600_AREA_SCRATCH_B + 4 * i, 0xc0de0000 + i);
		fl_area_put(a, TO_B + 4 * i, 0);
	}
	/* Idle before, and done before what follows: Mesa r600_cp_dma_copy_buffer(). */
	p = r600_pm4_config(p, R600_WAIT_UNTIL, 1);
	*p++ = R600_WAIT_UNTIL__WAIT_3D_IDLE(1);
	p = r600_pm4_pkt3(p, R600_PKT3_CP_DMA, 5);
	*p++ = (uint32_t)from;
	*p++ = (uint32_t)(from >> 32) | 1u << CP_SYNC;
	*p++ = (uint32_t)to;
	*p++ = (uint32_t)(to >> 32);
	*p++ = 4 * WORDS;
	p = r600_pm4_config(p, R600_WAIT_UNTIL, 1);
	*p++ = R600_WAIT_UNTIL__WAIT_CP_DMA_IDLE(1);
	code = fl_ring_submit(&c->ring, dw, (uint32_t)(p - dw), err);
	if (!code)
		code = r600_fence_sync(&c->fence, &c->ring, SETTLE_US, err);
	for (uint32_t i = 0; i < WORDS && !code; i++) {
		got = fl_area_get(a, TO_B + 4 * i);
		if (got != 0xc0de0000 + i)
			code = fl_fail(err, FL_FAILED, "dword %u of the copy is 0x%08x, the original 0x%08x",
				       i, got, 0xc0de0000 + i);
	}
	if (!code)
		fl_did(up, "%d bytes copied by CP_DMA", 4 * WORDS);
	return code;
}

enum fl_code r600_check_idle_units(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	uint32_t grbm, srbm;
	struct fl_err more;
	char text[256];

	if (!r600_idle_wait(up->dev, SETTLE_US, &more) && !r600_reset_wanted(c, &grbm, &srbm)) {
		fl_did(up, "GRBM_STATUS 0x%08x: no block hangs", fl_read32(up->dev, R600_GRBM_STATUS));
		return FL_OK;
	}
	r600_hang_report(up->dev, text, sizeof(text));
	return fl_fail(err, FL_FAILED, "%s", text);
}
