/* SPDX-License-Identifier: MIT
 *
 * The smoke test: walks the card from its id to a triangle, and says which block is broken. Pictures and
 * memory contents of the card are lost; clocks, voltages and memory timing are not touched.
 */
#ifndef HW_R500_SMOKE_H
#define HW_R500_SMOKE_H

#include "hw/r500/card.h"

enum r500_verdict {
	R500_PASS,
	R500_FAIL,   /* the card gave a wrong answer */
	R500_SKIP,   /* not asked for, or not on this chip */
	R500_UNPREP, /* could not be tried: something that it stands on failed before */
};

struct r500_check_result {
	const char *name;  /* "VRAM address lines" */
	const char *block; /* of the chip: "MC", "CP", "E2" */
	enum r500_verdict verdict;
	const char *text; /* one line: what was found, or why not */
};

struct r500_smoke_counts {
	unsigned n[4]; /* by verdict */
};

/* How many checks r500_smoke() reports; the same for every card. */
unsigned r500_smoke_planned(void);
/* Run them all on a card that was r500_card_init()ed (with its microcode, or without: then what needs it is
 * skipped). FL_OK if none failed; a FL_FAILED's *err names the first that did. The card is asleep
 * afterwards. */
enum fl_code r500_smoke(struct r500_card *c, void (*told)(void *arg, const struct r500_check_result *r),
			void *arg, struct r500_smoke_counts *counts, struct fl_err *err);
const char *r500_verdict_name(enum r500_verdict v);

/* ---- the checks themselves, one file a block: FL_OK, or the reason ------------------------------------- */
/* smoke_mem.c */
enum fl_code r500_check_mm_index(struct r500_card *c, struct fl_err *err);
enum fl_code r500_check_vram_data(struct r500_card *c, struct fl_err *err);
enum fl_code r500_check_vram_address(struct r500_card *c, struct fl_err *err);
/* smoke_cp.c */
enum fl_code r500_check_scratch(struct r500_card *c, struct fl_err *err);
enum fl_code r500_check_microcode_ram(struct r500_card *c, struct fl_err *err);
enum fl_code r500_check_pio(struct r500_card *c, struct fl_err *err);
enum fl_code r500_check_ring_wrap(struct r500_card *c, struct fl_err *err);
enum fl_code r500_check_ib(struct r500_card *c, struct fl_err *err);
/* smoke_2d.c */
enum fl_code r500_check_fill(struct r500_card *c, struct fl_err *err);
enum fl_code r500_check_copy(struct r500_card *c, struct fl_err *err);
/* smoke_3d.c */
enum fl_code r500_check_triangle(struct r500_card *c, struct fl_err *err);
/* Last of all: does the 3D pipe still hang? Then which unit of which pipe (r500_hang_report). */
enum fl_code r500_check_idle_units(struct r500_card *c, struct fl_err *err);

/* A 64x64 picture of 32-bit pixels in the card's free memory, at VRAM offset *at_B (number 0, 1, …).
 * FL_FAILED: no room. */
enum { R500_SMOKE_SIDE = 64, R500_SMOKE_PICTURE_B = 4 * R500_SMOKE_SIDE * R500_SMOKE_SIDE };
enum fl_code r500_smoke_picture(const struct r500_card *c, unsigned number, uint64_t *at_B,
				struct fl_err *err);
/* Compare it with want(x, y); names the first pixel that differs, and how many do. */
enum fl_code r500_smoke_compare(struct r500_card *c, uint64_t at_B, const char *what,
				uint32_t (*want)(unsigned x, unsigned y), struct fl_err *err);
void r500_smoke_paint(struct r500_card *c, uint64_t at_B, uint32_t (*pixel)(unsigned x, unsigned y));

#endif
