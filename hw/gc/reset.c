/* SPDX-License-Identifier: MIT
 *
 * Step: reset. The loop of Linux's etnaviv_hw_reset() (GC facts 2.2): clocks at their full rate, the core cut
 * off from memory, reset, and tried again until it is quiet.
 */
#include "hw/gc/card.h"
#include "hw/regs/gc.h"

enum {
	FULL = 64, /* 64ths of the clock */
	PULSE_US = 20,
	LIMIT_US = 1000000,
	PULSE_EATER = 0x01590880, /* GC facts 2.2, row 2 */
};
/* What a core reads as that is off the bus, and so has not heard of the reset. */
#define ALL_ONES       0xffffffff
#define CONTROL(name)  GC_HI_CLOCK_CONTROL__##name(1)
#define IDLE_3D_AND_2D (GC_HI_CLOCK_CONTROL__IDLE_3D__MASK | GC_HI_CLOCK_CONTROL__IDLE_2D__MASK)

static void load_scale(struct fl_dev *d, uint32_t control)
{
	fl_write32(d, GC_HI_CLOCK_CONTROL, control | CONTROL(FSCALE_CMD_LOAD));
	fl_write32(d, GC_HI_CLOCK_CONTROL, control);
}

static bool once(struct gc_card *c, uint32_t *idle, uint32_t *control)
{
	struct fl_dev *d = c->up.dev;
	const uint32_t eater = PULSE_EATER | GC_PM_PULSE_EATER__UNK17(1);
	const uint32_t clocks = GC_HI_CLOCK_CONTROL__FSCALE_VAL(FULL);
	uint32_t around;

	fl_write32(d, GC_PM_POWER_CONTROLS, 0);
	fl_write32(d, GC_PM_PULSE_EATER, eater);
	fl_write32(d, GC_PM_PULSE_EATER, eater | GC_PM_PULSE_EATER__DISABLE(1));
	load_scale(d, clocks);
	fl_write32(d, GC_HI_CLOCK_CONTROL, clocks | CONTROL(ISOLATE_GPU));
	if (gc_core_secure(&c->core))
		fl_write32(d, GC_MMUv2_AHB_CONTROL, GC_MMUv2_AHB_CONTROL__RESET(1));
	else
		fl_write32(d, GC_HI_CLOCK_CONTROL, clocks | CONTROL(ISOLATE_GPU) | CONTROL(SOFT_RESET));
	fl_delay_us(d, PULSE_US);
	fl_write32(d, GC_HI_CLOCK_CONTROL, clocks | CONTROL(ISOLATE_GPU));
	fl_write32(d, GC_HI_CLOCK_CONTROL, clocks);
	/* An IDLE_STATE of all ones is no sign of an absent core, a CLOCK_CONTROL is: read around it, it
	 * says that the core heard either all of the reset, or that it is not quiet. */
	around = fl_read32(d, GC_HI_CLOCK_CONTROL);
	*idle = fl_read32(d, GC_HI_IDLE_STATE);
	*control = fl_read32(d, GC_HI_CLOCK_CONTROL);
	if (around == ALL_ONES || *control == ALL_ONES || !GC_HI_IDLE_STATE__FE__GET(*idle) ||
	    (*control & IDLE_3D_AND_2D) != IDLE_3D_AND_2D)
		return false;
	/* Registers for debugging cost power; the scale is the full one already. */
	fl_write32(d, GC_HI_CLOCK_CONTROL, clocks | CONTROL(DISABLE_DEBUG_REGISTERS));
	return true;
}

enum fl_code gc_reset_now(struct gc_card *c, unsigned *rounds, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	const uint64_t began = fl_now_us(d);
	uint32_t idle, control;

	*rounds = 0;
	do {
		++*rounds;
		if (once(c, &idle, &control))
			return FL_OK;
		fl_delay_us(d, PULSE_US);
	} while (fl_now_us(d) - began < LIMIT_US);
	return fl_fail(err, FL_TIMEOUT,
		       "reset: HI: the core is not quiet after %u resets: IDLE_STATE 0x%08x, CLOCK_CONTROL "
		       "0x%08x%s",
		       *rounds, idle, control,
		       control == ALL_ONES                            ? ": no core answers"
		       : control & GC_HI_CLOCK_CONTROL__IDLE_3D__MASK ? ""
								      : ": IDLE_3D stays 0, no clock");
}

enum fl_code gc_reset(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	enum fl_code code = gc_note(up->dev, err);
	unsigned rounds;

	if (!code)
		code = gc_reset_now(c, &rounds, err);
	if (!code)
		fl_did(up, "reset, full clock, quiet after %u round%s", rounds, rounds > 1 ? "s" : "");
	return code;
}
