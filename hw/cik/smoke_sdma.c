/* SPDX-License-Identifier: MIT
 *
 * Smoke test: each SDMA engine writes, copies and fills.
 */
#include "hw/cik/sdma.h"
#include "hw/cik/smoke.h"

enum { SETTLE_US = 1000000, WORDS = 32, TO_B = CIK_AREA_SCRATCH_B + 4 * WORDS };

static uint32_t word(unsigned engine, uint32_t i)
{
	return (0xd3a00000 | engine << 16) ^ i * 0x01020408;
}

static enum fl_code engine(struct fl_bringup *up, unsigned e, struct fl_err *err)
{
	const struct fl_area *a = &cik_card(up)->ring.area;
	const uint64_t from = a->addr + CIK_AREA_SCRATCH_B, to = a->addr + TO_B;
	struct cik_sdma dma;
	uint32_t dw[WORDS];
	enum fl_code code = cik_sdma_start(&dma, a, e, err);

	if (code)
		return code;
	for (uint32_t i = 0; i < WORDS; i++) {
		dw[i] = word(e, i);
		fl_area_put(a, CIK_AREA_SCRATCH_B + 4 * i, 0);
		fl_area_put(a, TO_B + 4 * i, 0);
	}
	code = cik_sdma_write(&dma, from, dw, WORDS, err);
	if (!code)
		code = cik_sdma_sync(&dma, SETTLE_US, err);
	if (!code)
		code = cik_sdma_copy(&dma, to, from, 4 * WORDS, err);
	if (!code) /* over the original, which has been read */
		code = cik_sdma_fill(&dma, from, word(e, WORDS), 4 * WORDS, err);
	if (!code)
		code = cik_sdma_sync(&dma, SETTLE_US, err);
	cik_sdma_stop(&dma);
	for (uint32_t i = 0; i < WORDS && !code; i++) {
		uint32_t copy = fl_area_get(a, TO_B + 4 * i),
			 filled = fl_area_get(a, CIK_AREA_SCRATCH_B + 4 * i);

		if (copy != word(e, i) || filled != word(e, WORDS))
			code = fl_fail(err, FL_FAILED,
				       "SDMA%u, dword %u: the copy is 0x%08x, want 0x%08x; filled is 0x%08x, "
				       "want 0x%08x",
				       e, i, copy, word(e, i), filled, word(e, WORDS));
	}
	if (!code)
		fl_did(up, "%u bytes written, copied, and as many filled", 4 * WORDS);
	return code;
}

enum fl_code cik_check_sdma0(struct fl_bringup *up, struct fl_err *err)
{
	return engine(up, 0, err);
}

enum fl_code cik_check_sdma1(struct fl_bringup *up, struct fl_err *err)
{
	return engine(up, 1, err);
}
