/* SPDX-License-Identifier: MIT
 *
 * Going to sleep: FE comes to its END, or does not; a reset takes away windows, tables and states, and is all
 * that turns memory management of version 2 off. Then what waking changed outside of the engines is put back:
 * clocks and their gates, the way to the bus, interrupts.
 */
#include "hw/fl_kept.h"
#include "hw/gc/card.h"
#include "hw/regs/gc.h"

enum { END_US = 100000 };

/* Of CLOCK_CONTROL what the host sets for good: the scale, and which clocks are off. */
#define CLOCKS                                                                                      \
	(GC_HI_CLOCK_CONTROL__FSCALE_VAL__MASK | GC_HI_CLOCK_CONTROL__CLK3D_DIS__MASK |             \
	 GC_HI_CLOCK_CONTROL__CLK2D_DIS__MASK | GC_HI_CLOCK_CONTROL__DISABLE_RAM_CLK_GATING__MASK | \
	 GC_HI_CLOCK_CONTROL__DISABLE_DEBUG_REGISTERS__MASK)

static const struct fl_kept all[] = {
    {GC_HI_INTR_ENBL, FL_KEPT_MMIO, FL_KEPT_ONES, 0}, {GC_HI_AXI_CONFIG, FL_KEPT_MMIO, 0, 0},
    {GC_PM_MODULE_CONTROLS, FL_KEPT_MMIO, 0, 0},      {GC_PM_POWER_CONTROLS, FL_KEPT_MMIO, 0, 0},
    {GC_PM_PULSE_EATER, FL_KEPT_MMIO, 0, 0},          {GC_HI_CLOCK_CONTROL, FL_KEPT_MMIO, 0, CLOCKS},
};
enum { ALL = sizeof(all) / sizeof(*all), CLOCK_CONTROL = ALL - 1 };

static struct fl_kept word(const void *arg, unsigned i)
{
	return all[i];
}

static const struct fl_kept_words words = {ALL, word, NULL};

enum fl_code gc_note(struct fl_dev *d, struct fl_err *err)
{
	return fl_kept_note(d, &words, 0, err);
}

enum fl_code gc_sleep(struct fl_bringup *up, struct fl_err *err)
{
	struct fl_dev *d = up->dev;
	struct fl_err ignored;
	unsigned rounds;
	enum fl_code code, back;

	if (!d->n_before)
		return FL_OK; /* nothing was written to it */
	code = gc_identify(up, err);
	if (code)
		return code; /* it is gone */
	fl_poll32(d, GC_HI_IDLE_STATE, GC_HI_IDLE_STATE__FE__MASK, GC_HI_IDLE_STATE__FE(1), END_US,
		  "FE at its END", "IDLE_STATE", &ignored);
	code = gc_reset_now(gc_card(up), &rounds, err);
	back = fl_kept_put_back(d, &words, code ? NULL : err);
	/* The clock takes its scale when this bit goes from 1 to 0. */
	fl_write32(d, GC_HI_CLOCK_CONTROL,
		   (d->before[CLOCK_CONTROL] & CLOCKS) | GC_HI_CLOCK_CONTROL__FSCALE_CMD_LOAD(1));
	fl_write32(d, GC_HI_CLOCK_CONTROL, d->before[CLOCK_CONTROL] & CLOCKS);
	return code ? code : back;
}
