/* SPDX-License-Identifier: MIT
 *
 * An R3xx, R4xx or R5xx card that is being woken: what the caller gives, and what each step found out. The
 * struct is the caller's; there is no other state. The steps are functions of their own, each in the file
 * named after it, and can be run alone:
 *
 *     struct r500_card card;
 *     r500_card_init(&card, dev);
 *     card.up.images.of[0] = (struct fl_image){image, 2048};
 *     if (fl_wake(&r500_family, &card.up, NULL, NULL, &err)) …     (hw/fl_wake.h: all steps, in order)
 *
 * Every step returns FL_OK, or fills in *err; and says in up->did what it did, in one line.
 */
#ifndef HW_R500_CARD_H
#define HW_R500_CARD_H

#include "hw/fl_family.h"
#include "hw/r500/chips.h"
#include "hw/r500/fence.h"
#include "hw/r500/ring.h"

/* Scratch registers, and who uses them. The others are free. */
enum { R500_SCRATCH_TEST = 0, R500_SCRATCH_FENCE = 1, R500_SCRATCH_RESYNC = 7 };

struct r500_card {
	/* images.of[0]: microcode as the distributions ship it, 2,048 bytes: R520_cp.bin, say */
	struct fl_bringup up;

	/* ---- what the caller may set before waking */
	uint32_t ring_size_B; /* 0: 64 KiB, at the end of the visible VRAM */

	/* ---- what the steps found out */
	const struct fl_chip *chip;            /* identify */
	const struct r500_family_info *family; /* identify */
	bool posted;                           /* posted */
	unsigned vram_width_bits;              /* memory: of the memory bus */
	unsigned pipes, z_pipes;               /* pipes */
	struct r500_ring ring;
	struct r500_fence fence;
};
FL_CARD_FITS(struct r500_card);

/* How the kit reaches the cards of this family (family.c). */
extern const struct fl_family r500_family;

void r500_card_init(struct r500_card *c, struct fl_dev *dev);
/* The card whose state begins with *up. */
static inline struct r500_card *r500_card(struct fl_bringup *up)
{
	return (struct r500_card *)up;
}
/* R3xx or R4xx: memory controller, clocks and displays are those of the Radeons before them. */
static inline bool r500_is_legacy(const struct r500_card *c)
{
	return c->family->gen != R500_GEN_R500;
}

/* ---- the steps, in order ------------------------------------------------------------------------------- */
/* Which chip is it? By PCI id; the registers must answer. FL_NO_DEVICE: not one that this code wakes. Reads
 * only. */
enum fl_code r500_identify(struct fl_bringup *up, struct fl_err *err);
/* Did a video BIOS run (memory set up, CRTC on)? FL_FAILED if not: nothing after this can work. Reads
 * only. */
enum fl_code r500_posted(struct fl_bringup *up, struct fl_err *err);
/* Switch the command processor off; reset the engine, but only if it is busy and stays so. What sleeping puts
 * back is noted first. */
enum fl_code r500_reset(struct fl_bringup *up, struct fl_err *err);
/* Where VRAM is and how much; the AGP aperture off. */
enum fl_code r500_memory(struct fl_bringup *up, struct fl_err *err);
/* The whole BAR shows VRAM as it is: one aperture, no surfaces, no swaps of bytes. */
enum fl_code r500_host_path(struct fl_bringup *up, struct fl_err *err);
/* The clocks of CP and others forced on: dynamic clock gating loses register writes otherwise. */
enum fl_code r500_clocks(struct fl_bringup *up, struct fl_err *err);
/* How many pipes are alive, and GB_TILE_CONFIG, SU_REG_DEST and the 2D cache for them. */
enum fl_code r500_pipes(struct fl_bringup *up, struct fl_err *err);
/* Check the image, load it, read it back. */
enum fl_code r500_microcode(struct fl_bringup *up, struct fl_err *err);
/* A way for commands (transport.h): the one that is wanted, or the first that works. */
enum fl_code r500_transport_step(struct fl_bringup *up, struct fl_err *err);
/* The first packets: synchronization, caches, a known 3D state (Linux rv515_ring_start, r300_ring_start). */
enum fl_code r500_first_packets(struct fl_bringup *up, struct fl_err *err);
/* A fence, waited for. */
enum fl_code r500_fence_step(struct fl_bringup *up, struct fl_err *err);

/* ---- beside the steps ---------------------------------------------------------------------------------- */
/* How many raster pipes the chip has. *select: GB_PIPE_SELECT, which says so from R4xx on; 0 on R3xx. Reads
 * only. */
unsigned r500_pipe_count(const struct fl_chip *chip, struct fl_dev *d, uint32_t *select);
uint32_t r500_tile_config(unsigned pipes); /* GB_TILE_CONFIG for 1 to 4 of them */
/* The reset sequence itself, whatever the state (reset.c); it cannot be interrupted, and takes 1 or 1.5 s. */
enum fl_code r500_reset_now(struct r500_card *c, struct fl_err *err);
/* Blocks in reset for so long, and a millisecond for them to be out of it. */
void r500_soft_reset(struct fl_dev *d, uint32_t bits, uint32_t us);
/* The guide's procedure for a hung back end (10.1.9), for a report: resets GA, CP and VAP and says in
 * GA_IDLE which units of which pipe are stuck. *ga_idle: a 1 is an idle unit. */
enum fl_code r500_hang_report(struct r500_card *c, uint32_t *ga_idle, char *out, size_t size,
			      struct fl_err *err);
/* Note in fl_dev.before what sleeping puts back, once: the step `reset` does before it writes. FL_NO_DEVICE:
 * the card does not answer. */
enum fl_code r500_note(struct r500_card *c, struct fl_err *err);
/* The display mode of now is what sleeping leaves. FL_NO_DEVICE: the card does not answer. */
enum fl_code r500_note_display(struct r500_card *c, struct fl_err *err);
/* The sleeping state (sleep.c). */
enum fl_code r500_sleep(struct fl_bringup *up, struct fl_err *err);

#endif
