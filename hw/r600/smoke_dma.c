/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the asynchronous DMA engine.
 */
#include "hw/r600/dma.h"
#include "hw/r600/smoke.h"

enum { SETTLE_US = 1000000, WORDS = 32 };

static uint32_t word(uint32_t i)
{
	return 0xd3a00000 ^ i * 0x01020408;
}

/* A dword written, and its fence: Linux r600_dma_ring_test(). */
enum fl_code r600_check_dma_ring(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	const struct fl_area *a = &c->ring.area;
	const uint32_t want = 0xdeadbeef;
	struct r600_dma dma;
	uint32_t got;
	enum fl_code code = r600_dma_start(&dma, a, err);

	if (code)
		return code;
	fl_area_put(a, R600_AREA_SCRATCH_B, 0xcafedead);
	code = r600_dma_write(&dma, a->addr + R600_AREA_SCRATCH_B, &want, 1, err);
	if (!code)
		code = r600_dma_sync(&dma, SETTLE_US, err);
	r600_dma_stop(&dma);
	if (code)
		return code;
	got = fl_area_get(a, R600_AREA_SCRATCH_B);
	if (got != want)
		return fl_fail(err, FL_FAILED, "memory holds 0x%08x after the DMA engine wrote 0x%08x", got,
			       want);
	fl_did(up, "a dword and a fence written");
	return FL_OK;
}

enum fl_code r600_check_dma_copy(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	const struct fl_area *a = &c->ring.area;
	const uint32_t to_B = R600_AREA_SCRATCH_B + 4 * WORDS;
	bool fills = c->family->r7xx;
	struct r600_dma dma;
	enum fl_code code = r600_dma_start(&dma, a, err);

	if (code)
		return code;
	for (uint32_t i = 0; i < WORDS; i++) {
		fl_area_put(a, R600_AREA_SCRATCH_B + 4 * i, word(i));
		fl_area_put(a, to_B + 4 * i, 0);
	}
	code = r600_dma_copy(&dma, a->addr + to_B, a->addr + R600_AREA_SCRATCH_B, 4 * WORDS, err);
	if (!code && fills) /* over the original, which has been read */
		code = r600_dma_fill(&dma, a->addr + R600_AREA_SCRATCH_B, word(WORDS), 4 * WORDS, err);
	if (!code)
		code = r600_dma_sync(&dma, SETTLE_US, err);
	r600_dma_stop(&dma);
	for (uint32_t i = 0; i < WORDS && !code; i++) {
		uint32_t copy = fl_area_get(a, to_B + 4 * i),
			 filled = fl_area_get(a, R600_AREA_SCRATCH_B + 4 * i);

		if (copy != word(i) || filled != word(fills ? WORDS : i))
			code = fl_fail(err, FL_FAILED,
				       "dword %u: the copy is 0x%08x, want 0x%08x; the %s 0x%08x", i, copy,
				       word(i), fills ? "filled" : "original", filled);
	}
	if (!code)
		fl_did(up, "%u bytes copied%s", 4 * WORDS, fills ? ", and as many filled" : "");
	return code;
}
