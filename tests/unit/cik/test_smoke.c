/* SPDX-License-Identifier: MIT
 *
 * The smoke test of Sea Islands on the model: whole chips pass, and a fault is found where it is.
 */
#include "hw/cik/compute.h"
#include "hw/cik/sdma.h"
#include "hw/cik/smoke.h"
#include "tests/unit/cik/test_card_rig.h"

static const char *const chips[] = {"bonaire", "hawaii", "kaveri", "kabini", "mullins"};

static char first_failed[64];

static void on_check(void *arg, const struct fl_check_result *r)
{
	if (r->verdict == FL_FAIL && !*first_failed)
		strncpy(first_failed, r->name, sizeof(first_failed) - 1);
}

Test(cik_smoke, whole_cards_pass)
{
	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		struct fl_model *m = card_on_model(chips[i], true, FL_TRANSPORT_AUTO);
		struct fl_smoke_counts n;

		cr_expect_eq(fl_smoke(&cik_family, &card.up, NULL, NULL, &n, &err), FL_OK, "%s: %s", chips[i],
			     err.text);
		cr_expect_eq(n.n[FL_PASS], fl_smoke_planned(&cik_family), "%s: %u", chips[i], n.n[FL_PASS]);
		nothing_reported(m, chips[i]);
		fl_model_delete(m);
	}
}

Test(cik_smoke, faults_are_found_where_they_are)
{
	static const struct {
		const char *fault, *check;
	} faults[] = {
	    {"dead-bar", "PCI id and registers"},
	    {"mc-busy", "memory controller"},
	    {"vram-bit:0x100:3", "VRAM address lines"},
	    {"cp-stuck", "ring in system memory"},
	    {"no-microcode-ram", "microcode"},
	    {"cu-dead", "compute units"},
	    {"rb-dead", "render backends"},
	    {"sdma-stuck", "SDMA1"},
	};

	for (unsigned i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		struct fl_model *m = card_on_model(i % 2 ? "bonaire" : "hawaii", true, FL_TRANSPORT_AUTO);
		struct fl_smoke_counts n;

		cr_assert(fl_model_break(m, faults[i].fault), "%s", faults[i].fault);
		*first_failed = 0;
		cr_expect_eq(fl_smoke(&cik_family, &card.up, on_check, NULL, &n, &err), FL_FAILED);
		cr_expect_str_eq(first_failed, faults[i].check, "%s is found in \"%s\": %s", faults[i].fault,
				 first_failed, err.text);
		fl_model_delete(m);
	}
}

/* Around a ring of 4096 dwords, and one of 1024. */
Test(cik_smoke, queues_wrap_around)
{
	struct fl_model *m = card_on_model("kaveri", true, FL_TRANSPORT_VRAM);
	const uint64_t from_B = 0x10000, to_B = 0x20000;
	struct cik_compute q;
	struct cik_sdma dma;
	uint32_t dw[3], v, *p;

	woken();
	cr_assert_eq(cik_compute_start(&q, &card, &err), FL_OK, "%s", err.text);
	for (uint32_t i = 0; i < 1000; i++) {
		p = cik_pm4_uconfig(dw, CIK_SCRATCH_REG0, 1);
		*p = i;
		cr_assert_eq(cik_compute_submit(&q, dw, 3, &err), FL_OK, "%u: %s", i, err.text);
	}
	cr_assert_eq(cik_compute_sync(&q, 100000, &err), FL_OK, "%s", err.text);
	cr_expect_eq(fl_read32(&dev, CIK_SCRATCH_REG0), 999);
	cik_compute_stop(&q);
	cr_expect_eq(cik_compute_submit(&q, dw, 3, &err), FL_FAILED);
	cr_assert_eq(cik_sdma_start(&dma, &card.ring.area, 1, &err), FL_OK, "%s", err.text);
	for (uint32_t i = 0; i < 300; i++) {
		v = 0x1000 + i;
		cr_assert_eq(cik_sdma_write(&dma, card.up.vram_addr + from_B + 4 * i, &v, 1, &err), FL_OK);
	}
	cr_assert_eq(cik_sdma_copy(&dma, card.up.vram_addr + to_B, card.up.vram_addr + from_B, 1200, &err),
		     FL_OK);
	cr_assert_eq(cik_sdma_sync(&dma, 100000, &err), FL_OK, "%s", err.text);
	for (uint32_t i = 0; i < 300; i++) {
		fl_vram_read(&dev, to_B + 4 * i, &v, 4);
		cr_expect_eq(v, 0x1000 + i);
	}
	cik_sdma_stop(&dma);
	nothing_reported(m, "queues");
	fl_model_delete(m);
}
