/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the command processor, and the blocks behind it.
 */
#include "hw/cik/microcode.h"
#include "hw/cik/smoke.h"
#include "hw/cik/status.h"
#include "hw/cik/transport.h"
#include "hw/cik/vm.h"

#include <string.h>

enum { SETTLE_US = 1000000, SCRATCH_REGS = 8, SCRATCH_STRIDE_B = 4 };

enum fl_code cik_check_scratch(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_scratch(up, CIK_SCRATCH_REG0, SCRATCH_STRIDE_B, SCRATCH_REGS, "SCRATCH_REG", err);
}

/* Loaded is not held: where the chip shows its RAMs, these must hold what was written. No document says that
 * it does; where it does not, the microcode has to run. */
enum fl_code cik_check_microcode(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	bool shown = true;
	enum fl_code code = cik_microcode(up, err);
	char did[sizeof(up->did)];
	struct fl_err ignored;

	for (unsigned ram = CIK_RAM_PFP; ram <= CIK_RAM_ME && !code && shown; ram++) {
		const struct fl_image *file = &up->images.of[cik_microcode_image(ram)];
		struct cik_image image;

		code = cik_image_open(c->family, cik_microcode_image(ram), file->data, file->size_B, &image,
				      err);
		if (!code)
			code = cik_microcode_verify(up->dev, ram, &image, &shown, err);
	}
	if (code || shown)
		return code;
	memcpy(did, up->did, sizeof(did));
	if (fl_smoke_transport(up, FL_TRANSPORT_VRAM, cik_transport_try, &ignored) &&
	    fl_smoke_transport(up, FL_TRANSPORT_SYSTEM, cik_transport_try, &ignored))
		return fl_fail(
		    err, FL_FAILED,
		    "microcode: the RAM of the command processor does not show what was written to "
		    "it, and nothing runs: it does not hold it");
	memcpy(up->did, did, sizeof(did));
	return FL_OK;
}

enum fl_code cik_check_ring(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_transport(up, FL_TRANSPORT_VRAM, cik_transport_try, err);
}

enum fl_code cik_check_system(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_transport(up, FL_TRANSPORT_SYSTEM, cik_transport_try, err);
}

enum fl_code cik_check_ring_wrap(struct fl_bringup *up, struct fl_err *err)
{
	return fl_ring_test_turn(up, &cik_card(up)->ring, &cik_ring_test, err);
}

enum fl_code cik_check_cp_dma(struct fl_bringup *up, struct fl_err *err)
{
	enum { WORDS = 16, TO_B = CIK_AREA_SCRATCH_B + 4 * WORDS };
	struct cik_card *c = cik_card(up);
	const struct fl_area *a = &c->ring.area;
	uint64_t from = a->addr + CIK_AREA_SCRATCH_B, to = a->addr + TO_B;
	uint32_t dw[16], *p = dw, got;
	enum fl_code code;

	for (uint32_t i = 0; i < WORDS; i++) {
		fl_area_put(a, CIK_AREA_SCRATCH_B + 4 * i, 0xc0de0000 + i);
		fl_area_put(a, TO_B + 4 * i, 0);
	}
	p = cik_pm4_copy(p, to, from, 4 * WORDS);
	code = fl_ring_submit(&c->ring, dw, (uint32_t)(p - dw), err);
	if (!code)
		code = cik_fence_sync(&c->fence, &c->ring, SETTLE_US, err);
	for (uint32_t i = 0; i < WORDS && !code; i++) {
		got = fl_area_get(a, TO_B + 4 * i);
		if (got != 0xc0de0000 + i)
			code = fl_fail(err, FL_FAILED, "dword %u of the copy is 0x%08x, the original 0x%08x",
				       i, got, 0xc0de0000 + i);
	}
	if (!code)
		fl_did(up, "%d bytes copied by DMA_DATA", 4 * WORDS);
	return code;
}

enum fl_code cik_check_idle_units(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	uint32_t grbm, srbm;
	struct fl_err more;
	char text[400];

	if (!cik_idle_wait(up->dev, SETTLE_US, &more) && !cik_reset_wanted(c, &grbm, &srbm) &&
	    !cik_vm_fault_text(up->dev, text, sizeof(text))) {
		fl_did(up, "GRBM_STATUS 0x%08x: no block hangs", fl_read32(up->dev, CIK_GRBM_STATUS));
		return FL_OK;
	}
	cik_hang_report(up->dev, text, sizeof(text));
	return fl_fail(err, FL_FAILED, "%s", text);
}
