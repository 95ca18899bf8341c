/* SPDX-License-Identifier: MIT
 *
 * A Vivante core that is being woken: what the caller gives, and what each step found out. The struct is the
 * caller's; there is no other state. The steps are one function a file, named after it, and can be run alone.
 * Every step returns FL_OK, or fills in *err; and says in up->did what it did, in one line.
 *
 * A core stands in a system on a chip: it has no memory of its own and no PCI. What it is to read lies in
 * memory that the bus gives (fl_dma_alloc()).
 */
#ifndef HW_GC_CARD_H
#define HW_GC_CARD_H

#include "hw/fl_family.h"
#include "hw/gc/chips.h"
#include "hw/gc/mmu.h"
#include "hw/gc/ring.h"

struct gc_card {
	struct fl_bringup up;

	struct gc_core core;    /* identify */
	uint32_t window;        /* window: of version 1, what physical address 0 of the core is */
	volatile uint32_t *cpu; /* window: memory for the bring-up's own commands, GC_OWN_B */
	uint32_t addr;          /* window: the same as the core sees it */
	uint32_t events;        /* fe: interrupts that came and nobody has asked for */
	struct gc_mmu mmu;      /* window: its memory; mmu: the rest */
	struct gc_ring ring;    /* ring */
};
FL_CARD_FITS(struct gc_card);

/* Memory that the bus gives: the bring-up's own commands, then the caller's, then tables of pages. */
enum { GC_OWN_B = 4096, GC_COMMANDS_B = 256 << 10, GC_REGS_B = 0x800 };

/* How the kit reaches the cores of this family (family.c). */
extern const struct fl_family gc_family;

void gc_card_init(struct gc_card *c, struct fl_dev *dev);
/* The card whose state begins with *up. */
static inline struct gc_card *gc_card(struct fl_bringup *up)
{
	return (struct gc_card *)up;
}

/* ---- steps --------------------------------------------------------------------------------------------- */
enum fl_code gc_identify(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_reset(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_setup(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_window(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_fe(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_mmu_step(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_ring_step(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_sleep(struct fl_bringup *up, struct fl_err *err);

/* ---- parts of them ------------------------------------------------------------------------------------- */
/* Note what sleep puts back (sleep.c). */
enum fl_code gc_note(struct fl_dev *d, struct fl_err *err);
/* The reset itself, until the core is quiet (reset.c); *rounds is how often it took. */
enum fl_code gc_reset_now(struct gc_card *c, unsigned *rounds, struct fl_err *err);

/* Whatever it hangs in: reset, set up, windows and tables again; its ring stands (recover.c). */
enum fl_code gc_recover(struct gc_card *c, struct fl_err *err);

/* Start FE, which has to be idle, at addr; it fetches that many quadwords. What was raised before is
 * forgotten (fe.c). */
enum fl_code gc_fe_start(struct gc_card *c, uint32_t addr, uint32_t qwords, struct fl_err *err);
/* Have FE go through n dwords, which end in END; no event is waited for. */
enum fl_code gc_fe_walk(struct gc_card *c, const uint32_t *dw, unsigned n, const char *what,
			struct fl_err *err);
/* Wait for an event, or what goes wrong. */
enum fl_code gc_event_wait(struct gc_card *c, unsigned id, const char *what, struct fl_err *err);
/* Start FE on n dwords, which end in END, and wait for event `id`, which they raise (fe.c). */
enum fl_code gc_fe_run(struct gc_card *c, const uint32_t *dw, unsigned n, unsigned id, const char *what,
		       struct fl_err *err);
/* What FE does, and which units are not idle, by name (hang.c). Reads only. Returns out. */
const char *gc_hang_text(struct fl_dev *d, char *out, size_t size);

#endif
