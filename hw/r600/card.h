/* SPDX-License-Identifier: MIT
 *
 * An R6xx or R7xx card that is being woken: what the caller gives, and what each step found out. The struct
 * is the caller's; there is no other state. The steps are functions of their own, each in the file named
 * after it, and can be run alone:
 *
 *     struct r600_card card;
 *     r600_card_init(&card, dev);
 *     card.up.images.of[R600_IMAGE_PFP] = …; and the two others
 *     if (fl_wake(&r600_family, &card.up, NULL, NULL, &err)) …     (hw/fl_wake.h: all steps, in order)
 *
 * Every step returns FL_OK, or fills in *err; and says in up->did what it did, in one line.
 */
#ifndef HW_R600_CARD_H
#define HW_R600_CARD_H

#include "hw/fl_family.h"
#include "hw/r600/chips.h"
#include "hw/r600/fence.h"
#include "hw/r600/ring.h"

/* Scratch registers, and who uses them. The others are free. */
enum { R600_SCRATCH_TEST = 0, R600_SCRATCH_FENCE = 7 };

/* Files of firmware. */
enum { R600_IMAGE_PFP, R600_IMAGE_ME, R600_IMAGE_RLC, R600_IMAGES };

struct r600_card {
	struct fl_bringup up;

	/* ---- what the steps found out */
	const struct fl_chip *chip;            /* identify */
	const struct r600_family_info *family; /* identify */
	bool posted;                           /* posted */
	unsigned vram_width_bits;              /* memory: of the memory bus */
	unsigned pipes, simds, backends;       /* pipes: those that are alive */
	uint32_t tiling;                       /* pipes: GB_TILING_CONFIG */
	struct fl_ring ring;
	struct r600_fence fence;
};
FL_CARD_FITS(struct r600_card);

/* How the kit reaches the cards of this family (family.c). */
extern const struct fl_family r600_family;

void r600_card_init(struct r600_card *c, struct fl_dev *dev);
/* The card whose state begins with *up. */
static inline struct r600_card *r600_card(struct fl_bringup *up)
{
	return (struct r600_card *)up;
}

/* ---- the steps, in order ------------------------------------------------------------------------------- */
/* Which chip is it? By PCI id; the registers must answer. FL_NO_DEVICE: not one that this code wakes. Reads
 * only. */
enum fl_code r600_identify(struct fl_bringup *up, struct fl_err *err);
/* Did a video BIOS run (memory set up, CRTC on)? FL_FAILED if not: nothing after this can work. Reads
 * only. */
enum fl_code r600_posted(struct fl_bringup *up, struct fl_err *err);
/* Command processor, DMA engine and RLC off; the blocks that hang are reset. What sleeping puts back is noted
 * first. */
enum fl_code r600_reset(struct fl_bringup *up, struct fl_err *err);
/* Where VRAM is and how much; AGP and the translation of addresses off; the host sees memory as it is. */
enum fl_code r600_memory(struct fl_bringup *up, struct fl_err *err);
/* What is alive of the chip, and how memory is tiled: GB_TILING_CONFIG and its copies. */
enum fl_code r600_pipes(struct fl_bringup *up, struct fl_err *err);
/* What drivers set once: sizes of queues, workarounds, how programs share the shader processor. */
enum fl_code r600_state(struct fl_bringup *up, struct fl_err *err);
/* Check the three images, load them, read them back where that can be done. */
enum fl_code r600_microcode(struct fl_bringup *up, struct fl_err *err);
/* A way for commands (transport.h): the one that is wanted, or the first that works. */
enum fl_code r600_transport_step(struct fl_bringup *up, struct fl_err *err);
/* The first packets: the state of the 3D engine that later streams need not set. */
enum fl_code r600_first_packets(struct fl_bringup *up, struct fl_err *err);
/* A fence, waited for. */
enum fl_code r600_fence_step(struct fl_bringup *up, struct fl_err *err);

/* ---- beside the steps ---------------------------------------------------------------------------------- */
/* The reset sequence itself, of the blocks in *grbm and *srbm (bits of GRBM_SOFT_RESET, SRBM_SOFT_RESET); it
 * cannot be interrupted. */
enum fl_code r600_reset_now(struct r600_card *c, uint32_t grbm, uint32_t srbm, struct fl_err *err);
/* Which blocks are busy: what of them to reset. False: none. */
bool r600_reset_wanted(const struct r600_card *c, uint32_t *grbm, uint32_t *srbm);
/* c->pipes, c->simds and c->backends, by the chip's fuses. Reads only. */
void r600_count_units(struct r600_card *c);
/* GB_TILING_CONFIG of a chip whose memory is strapped so (RAMCFG), and whose
 * CC_RB_BACKEND_DISABLE is that. */
uint32_t r600_tiling_config(const struct r600_family_info *f, uint32_t ramcfg, uint32_t backend_disable);
/* Note in fl_dev.before what sleeping puts back, once: the step `reset` does before it writes. FL_NO_DEVICE:
 * the card does not answer. */
enum fl_code r600_note(struct r600_card *c, struct fl_err *err);
/* The display mode of now is what sleeping leaves. FL_NO_DEVICE: the card does not answer. */
enum fl_code r600_note_display(struct r600_card *c, struct fl_err *err);
/* The sleeping state (sleep.c). */
enum fl_code r600_sleep(struct fl_bringup *up, struct fl_err *err);

#endif
