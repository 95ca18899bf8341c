/* SPDX-License-Identifier: MIT
 *
 * The smoke test: the walk over a family's list of checks, which says which block of a card is broken; and
 * the checks of memory that are the same for every family. Pictures and memory contents of the card are lost;
 * clocks, voltages and memory timing are not touched.
 */
#ifndef HW_FL_SMOKE_H
#define HW_FL_SMOKE_H

#include "hw/fl_family.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_CHECK_MAY_LACK = 2 };

/* A check of the smoke test. */
struct fl_check {
	const char *name;  /* "VRAM address lines" */
	const char *block; /* of the chip: "MC", "CP", "E2" */
	enum fl_code (*run)(struct fl_bringup *up, struct fl_err *err);
	uint16_t needs;   /* what it stands on: bits whose meaning is the family's */
	uint16_t gives;   /* what stands if it passes */
	uint8_t firmware; /* not 0: skipped where an image is missing; FL_CHECK_MAY_LACK: FL_NO_DEVICE is no
			   * failure then: this machine, or this chip, is without it */
};

/* A family's list of checks, in order, ended by a NULL name (FAMILY_checks, in hw/FAMILY/smoke.c). */
struct fl_smoke_list {
	const struct fl_family *family;
	const struct fl_check *checks;
};

/* The table (hw/fl_smokes.c), ended by a NULL family. A program that wants no smoke test does not link it. */
extern const struct fl_smoke_list fl_smokes[];

enum fl_verdict {
	FL_PASS,
	FL_FAIL,   /* the card gave a wrong answer */
	FL_SKIP,   /* not asked for, or not on this chip */
	FL_UNPREP, /* could not be tried: something that it stands on failed before */
	FL_VERDICTS
};

const char *fl_verdict_name(enum fl_verdict v);

struct fl_check_result {
	const char *name;  /* "VRAM address lines" */
	const char *block; /* of the chip: "MC", "CP", "E2" */
	enum fl_verdict verdict;
	const char *text; /* one line: what was found, or why not */
};

typedef void fl_on_check(void *arg, const struct fl_check_result *r);

struct fl_smoke_counts {
	unsigned n[FL_VERDICTS]; /* by verdict */
};

/* FL_NO_DEVICE, with the families that have a smoke test: f (of device d; NULL: none) has none. */
enum fl_code fl_smoke_refuses(const struct fl_family *f, const struct fl_dev *d, struct fl_err *err);
/* A check: does that way for commands work? attempt: the family's. */
enum fl_code fl_smoke_transport(struct fl_bringup *up, enum fl_transport via, fl_transport_try *attempt,
				struct fl_err *err);
/* How many checks fl_smoke() reports: the same for every card of the family. */
unsigned fl_smoke_planned(const struct fl_family *f);
/* Run them all on a state that fl_family_init() started (with the card's firmware, or without: then what
 * needs it is skipped). FL_OK if none failed; a FL_FAILED's *err names the first that did. FL_NO_DEVICE: the
 * family has no checks. The card is asleep afterwards. */
enum fl_code fl_smoke(const struct fl_family *f, struct fl_bringup *up, fl_on_check *on_check, void *arg,
		      struct fl_smoke_counts *counts, struct fl_err *err);

/* ---- memory (fl_smoke_mem.c); what was there before is put back ---------------------------------------- */
/* A dword of VRAM. What is written has left the processor when this returns. */
uint32_t fl_smoke_peek(struct fl_dev *d, uint64_t at_B);
void fl_smoke_poke(struct fl_dev *d, uint64_t at_B, uint32_t v);
/* Walking ones and zeros at three places of the visible VRAM. */
enum fl_code fl_smoke_data_lines(struct fl_bringup *up, struct fl_err *err);
/* Are the powers of two different places? size_reg: the register that says how much memory there is. */
enum fl_code fl_smoke_address_lines(struct fl_bringup *up, const char *size_reg, struct fl_err *err);
/* Do n registers, the first at offset first_B and then every stride_B, hold what is written to them? name:
 * "SCRATCH_REG". */
enum fl_code fl_smoke_scratch(struct fl_bringup *up, uint32_t first_B, uint32_t stride_B, unsigned n,
			      const char *name, struct fl_err *err);

/* Registers and VRAM through MM_INDEX and MM_DATA, beside the direct way (fl_smoke_window.c), for families
 * whose MM_INDEX has a bit that says "memory", and whose host path has a base. */
struct fl_smoke_window {
	uint32_t index, data, memsize, base; /* MM_INDEX, MM_DATA, CONFIG_MEMSIZE, HDP_NONSURFACE_BASE */
	/* Empties the host's path to memory, by a dword at at_B. */
	void (*settle)(struct fl_bringup *up, uint64_t at_B);
};

enum fl_code fl_smoke_mm_index(struct fl_bringup *up, const struct fl_smoke_window *w, struct fl_err *err);

/* ---- pictures (fl_smoke_picture.c): 64x64 pixels of 32 bits, at the end of the free memory ------------- */
enum { FL_SMOKE_SIDE = 64, FL_SMOKE_PICTURE_B = 4 * FL_SMOKE_SIDE * FL_SMOKE_SIDE };

typedef uint32_t fl_smoke_pixel(unsigned x, unsigned y);

/* Where picture `number` (0, 1, …) lies: its VRAM offset. FL_FAILED: there is no room. */
enum fl_code fl_smoke_picture(const struct fl_bringup *up, unsigned number, uint64_t *at_B,
			      struct fl_err *err);
void fl_smoke_paint(struct fl_bringup *up, uint64_t at_B, fl_smoke_pixel *pixel);
/* Compare it with want(x, y); the error names the first pixel that differs, and how many do. */
enum fl_code fl_smoke_compare(struct fl_bringup *up, uint64_t at_B, const char *what, fl_smoke_pixel *want,
			      struct fl_err *err);

/* A triangle on a ground, of which every engine of 3D draws the same: corners (0,0), (64.5,0), (0,64.5), so
 * that pixel (x,y), sampled in its middle, is inside if x + y + 1 < 64.5, and no sample lies on an edge. 64.5
 * is a whole number of twelfths of a pixel, and of sixteenths. Its color is red 0.2, green 0.4, blue 0.6,
 * alpha 0.8: 51, 102, 153 and 204 of 255; the singles are FL_SMOKE_TRIANGLE_SIDE and
 * FL_SMOKE_TRIANGLE_COLOR. */
#define FL_SMOKE_TRIANGLE_SIDE  0x42810000u
#define FL_SMOKE_TRIANGLE_COLOR 0x3e4ccccd, 0x3ecccccd, 0x3f19999a, 0x3f4ccccd
enum { FL_SMOKE_TRIANGLE_PX = 64 * 65 / 2 };
fl_smoke_pixel fl_smoke_ground, fl_smoke_triangle;

#ifdef __cplusplus
}
#endif

#endif
