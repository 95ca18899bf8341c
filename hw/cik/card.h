/* SPDX-License-Identifier: MIT
 *
 * A Sea Islands card that is being woken: what the caller gives, and what each step found out. The struct is
 * the caller's; there is no other state. The steps are functions of their own, each in the file named after
 * it, and can be run alone:
 *
 *     struct cik_card card;
 *     cik_card_init(&card, dev);
 *     card.up.images.of[CIK_IMAGE_PFP] = …; and the others
 *     if (fl_wake(&cik_family, &card.up, NULL, NULL, &err)) …     (hw/fl_wake.h: all steps, in order)
 *
 * Every step returns FL_OK, or fills in *err; and says in up->did what it did, in one line.
 */
#ifndef HW_CIK_CARD_H
#define HW_CIK_CARD_H

#include "hw/cik/chips.h"
#include "hw/cik/fence.h"
#include "hw/cik/ring.h"
#include "hw/fl_family.h"

/* Files of firmware. The last is Kaveri's alone. */
enum {
	CIK_IMAGE_PFP,
	CIK_IMAGE_ME,
	CIK_IMAGE_CE,
	CIK_IMAGE_MEC,
	CIK_IMAGE_RLC,
	CIK_IMAGE_SDMA,
	CIK_IMAGE_MEC2,
	CIK_IMAGES
};

struct cik_card {
	struct fl_bringup up;

	/* ---- what the steps found out */
	const struct fl_chip *chip;           /* identify */
	const struct cik_family_info *family; /* identify */
	bool posted;                          /* posted */
	unsigned vram_width_bits;             /* memory: of the memory bus; 0: the machine's */
	/* units: those that are alive, a bit each; backends by engine, the first one's lowest */
	uint16_t cus[CIK_MOST_ENGINES];
	uint16_t backends;
	uint32_t addr_config; /* tiling: GB_ADDR_CONFIG */
	struct fl_ring ring;
	struct cik_fence fence;
};
FL_CARD_FITS(struct cik_card);

/* How the kit reaches the cards of this family (family.c). */
extern const struct fl_family cik_family;

void cik_card_init(struct cik_card *c, struct fl_dev *dev);
/* The card whose state begins with *up. */
static inline struct cik_card *cik_card(struct fl_bringup *up)
{
	return (struct cik_card *)up;
}

/* ---- the steps, in order ------------------------------------------------------------------------------- */
/* Which chip is it? By PCI id; the registers must answer. FL_NO_DEVICE: not one that this code wakes. Reads
 * only. */
enum fl_code cik_identify(struct fl_bringup *up, struct fl_err *err);
/* Did a video BIOS run (memory set up, a display on)? FL_FAILED if not: nothing after this can work. Reads
 * only. */
enum fl_code cik_posted(struct fl_bringup *up, struct fl_err *err);
/* Every engine that fetches commands off, and the blocks that hang are reset. What sleeping puts back is
 * noted first. */
enum fl_code cik_reset(struct fl_bringup *up, struct fl_err *err);
/* Clocks and power of blocks that are idle stay on. */
enum fl_code cik_gating(struct fl_bringup *up, struct fl_err *err);
/* Where VRAM is and how much; AGP and page tables off; the host sees memory as it is. FL_FAILED: the memory
 * controller's microcode does not run, which a video BIOS starts. */
enum fl_code cik_memory(struct fl_bringup *up, struct fl_err *err);
/* What is alive of the chip: compute units and render backends of each engine. */
enum fl_code cik_units(struct fl_bringup *up, struct fl_err *err);
/* How memory is tiled: GB_ADDR_CONFIG and its copies, and the tables of modes. */
enum fl_code cik_tiling(struct fl_bringup *up, struct fl_err *err);
/* What drivers set once: "golden" registers, sizes of queues, workarounds. */
enum fl_code cik_state(struct fl_bringup *up, struct fl_err *err);
/* Check the images, load them, and start the RLC. */
enum fl_code cik_microcode(struct fl_bringup *up, struct fl_err *err);
/* A way for commands (transport.h): the one that is wanted, or the first that works. */
enum fl_code cik_transport_step(struct fl_bringup *up, struct fl_err *err);
/* The first packets: the clear state, which later streams build on. */
enum fl_code cik_first_packets(struct fl_bringup *up, struct fl_err *err);
/* A fence, waited for. */
enum fl_code cik_fence_step(struct fl_bringup *up, struct fl_err *err);

/* ---- beside the steps ---------------------------------------------------------------------------------- */
/* The reset sequence itself, of the blocks in *grbm and *srbm (bits of GRBM_SOFT_RESET, SRBM_SOFT_RESET); it
 * cannot be interrupted. */
enum fl_code cik_reset_now(struct cik_card *c, uint32_t grbm, uint32_t srbm, struct fl_err *err);
/* Which blocks are busy: what of them to reset. False: none. */
bool cik_reset_wanted(const struct cik_card *c, uint32_t *grbm, uint32_t *srbm);
/* Nothing fetches commands any more: graphics, compute, SDMA; and the RLC stands. */
void cik_engines_off(struct fl_dev *d, const struct cik_family_info *f);
/* c->cus and c->backends, by the chip's fuses. It selects shader engines, and selects all in the end. */
void cik_count_units(struct cik_card *c);
/* How many bits are 1. */
unsigned cik_ones(uint32_t bits);
/* PA_SC_RASTER_CONFIG and _1 of an engine whose chip has those backends alive, or is to use no others; bits
 * as in c->backends (raster.c). */
void cik_raster_config(const struct cik_family_info *f, uint32_t alive, unsigned engine, uint32_t config[2]);
/* Packets that set them of each engine, CIK_RASTER_DW at most, and select all engines behind. */
enum { CIK_RASTER_DW = 7 * CIK_MOST_ENGINES + 3 };
uint32_t *cik_put_raster(uint32_t *p, const struct cik_family_info *f, uint32_t alive);
/* GB_TILE_MODE and GB_MACROTILE_MODE of a chip whose GB_ADDR_CONFIG is that. */
enum { CIK_TILE_MODES = 32, CIK_MACRO_MODES = 16 };
void cik_tile_modes(enum cik_family f, uint32_t addr_config, uint32_t mode[CIK_TILE_MODES],
		    uint32_t macro[CIK_MACRO_MODES]);
/* One of them. */
uint32_t cik_tile_mode(enum cik_family f, uint32_t addr_config, unsigned i);
uint32_t cik_macro_mode(enum cik_family f, unsigned i);
/* GB_ADDR_CONFIG of a chip whose memory is strapped so (MC_ARB_RAMCFG). */
uint32_t cik_addr_config(const struct cik_family_info *f, uint32_t ramcfg);
/* Note in fl_dev.before what sleeping puts back, once: the step `reset` does before it writes. FL_NO_DEVICE:
 * the card does not answer. */
enum fl_code cik_note(struct cik_card *c, struct fl_err *err);
/* The display mode of now is what sleeping leaves. FL_NO_DEVICE: the card does not answer. */
enum fl_code cik_note_display(struct cik_card *c, struct fl_err *err);
/* Display i was on when the card was noted. */
bool cik_display_was_on(const struct fl_dev *d, unsigned i);
/* The sleeping state (sleep.c). */
enum fl_code cik_sleep(struct fl_bringup *up, struct fl_err *err);

#endif
