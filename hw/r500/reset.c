/* SPDX-License-Identifier: MIT
 *
 * Step: reset. The order is that of Linux's driver (rs600_asic_reset, which R5xx uses); the report on a hung
 * back end is the guide's (10.1.9, 10.2.1).
 */
#include "hw/bus/pci.h"
#include "hw/fl_fmt.h"
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/r500/mc.h"
#include "hw/regs/r500.h"

/* GA, VAP and all of the CP: the guide's 0x32005 (10.1.9). */
enum {
	HANG_RESET = R500_RBBM_SOFT_RESET__SOFT_RESET_CP(1) | R500_RBBM_SOFT_RESET__SOFT_RESET_VAP(1) |
		     R500_RBBM_SOFT_RESET__SOFT_RESET_GA(1) | R500_RBBM_SOFT_RESET__SOFT_RESET_CP_NO_DMA(1) |
		     R500_RBBM_SOFT_RESET__SOFT_RESET_CP_DMA(1),
};

/* What the reset may take from PCI configuration space: command, BARs, expansion ROM, interrupt line. */
static const uint8_t saved_where[] = {0x04, 0x0c, 0x10, 0x14, 0x18, 0x1c, 0x20, 0x24, 0x30, 0x3c};
enum { SAVED = sizeof(saved_where) };

static void pulse(struct fl_dev *d, uint32_t bits)
{
	fl_write32(d, R500_RBBM_SOFT_RESET, bits);
	fl_read32(d, R500_RBBM_SOFT_RESET);
	fl_delay_us(d, 500000);
	fl_write32(d, R500_RBBM_SOFT_RESET, 0);
	fl_delay_us(d, 1000);
}

/* Guide 5.8, step 1, and the pointers to 0, so that nothing is fetched when the reset is over. */
static void stop_cp(struct fl_dev *d)
{
	uint32_t cntl;

	fl_write32(d, R500_CP_CSQ_CNTL, 0);
	fl_write32(d, R500_CP_CSQ_MODE, 0);
	cntl = fl_read32(d, R500_CP_RB_CNTL);
	fl_write32(d, R500_CP_RB_CNTL, cntl | R500_CP_RB_CNTL__RB_RPTR_WR_ENA(1));
	fl_write32(d, R500_CP_RB_RPTR_WR, 0);
	fl_write32(d, R500_CP_RB_WPTR, 0);
	fl_write32(d, R500_CP_RB_CNTL, cntl);
}

enum fl_code r500_reset_now(struct r500_card *c, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	uint32_t config[SAVED], status, before = fl_read32(d, R500_RBBM_STATUS);
	struct fl_err ignored;
	uint64_t first, last, first_now, last_now;
	char text[160];

	c->ring.size_dw = 0; /* the ring is lost, and everything in it */
	r500_mc_get_location(c, &first, &last);
	r500_displays_stop(d);
	r500_mc_wait_idle(c, 100000, &ignored); /* it may be what is stuck: go on */
	stop_cp(d);
	for (unsigned i = 0; i < SAVED; i++)
		config[i] = d->bus->cfg_read(d, saved_where[i], 4);
	/* No bus mastering while blocks come and go. */
	d->bus->cfg_write(d, FL_PCI_COMMAND, 2, config[0] & 0xffff & ~(uint32_t)FL_PCI_COMMAND_MASTER);
	fl_delay_us(d, 1000);

	pulse(d, R500_RBBM_SOFT_RESET__SOFT_RESET_VAP(1) | R500_RBBM_SOFT_RESET__SOFT_RESET_GA(1));
	pulse(d, R500_RBBM_SOFT_RESET__SOFT_RESET_CP(1));
	pulse(d, R500_RBBM_SOFT_RESET__SOFT_RESET_MC(1));

	for (unsigned i = 1; i < SAVED; i++)
		if (d->bus->cfg_read(d, saved_where[i], 4) != config[i])
			d->bus->cfg_write(d, saved_where[i], 4, config[i]);
	d->bus->cfg_write(d, FL_PCI_COMMAND, 2, config[0] & 0xffff);

	/* The memory controller was reset: VRAM must be where it was. */
	r500_mc_get_location(c, &first_now, &last_now);
	if ((first_now != first || last_now != last) && last > first) {
		c->up.vram_B = last + 1 - first;
		if (r500_mc_set_location(c, first, err))
			return fl_fail_more(err, err ? err->code : FL_FAILED, " (after the reset)");
	}

	status = fl_read32(d, R500_RBBM_STATUS);
	r500_status_text(text, sizeof(text), status);
	if (status == 0xffffffff ||
	    status & (R500_RBBM_STATUS__GA_BUSY__MASK | R500_RBBM_STATUS__VAP_BUSY__MASK))
		return fl_fail(err, FL_FAILED,
			       "reset: GA or VAP is still busy: RBBM_STATUS 0x%08x (%s); it was 0x%08x "
			       "before. Only power off and "
			       "on helps now",
			       status, text, before);
	fl_did(&c->up, "reset VAP, GA, CP and MC: RBBM_STATUS 0x%08x -> 0x%08x", before, status);
	return FL_OK;
}

enum fl_code r500_reset(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = c->up.dev;
	struct fl_err ignored;

	if (c->up.force_reset)
		return r500_reset_now(c, err);
	/* Give what is running a moment: a card that is drawing is not a card that hangs. */
	if (!fl_poll32(d, R500_RBBM_STATUS, R500_RBBM_STATUS__GUI_ACTIVE__MASK, 0, 100000, "GUI idle",
		       "RBBM_STATUS", &ignored)) {
		stop_cp(d);
		fl_did(&c->up, "engine idle (RBBM_STATUS 0x%08x), no reset needed; command processor off",
		       fl_read32(d, R500_RBBM_STATUS));
		return FL_OK;
	}
	return r500_reset_now(c, err);
}

enum fl_code r500_hang_report(struct r500_card *c, uint32_t *ga_idle, char *out, size_t size,
			      struct fl_err *err)
{
	/* GA_IDLE by bit, chapter 11 */
	static const char *const units[] = {
	    "pipe 3 ZB", "pipe 2 ZB", "pipe 3 CB", "pipe 2 CB", "pipe 3 FG", "pipe 2 FG", "pipe 3 US",
	    "pipe 2 US", "pipe 3 SC", "pipe 2 SC", "pipe 3 RS", "pipe 2 RS", "pipe 1 ZB", "pipe 0 ZB",
	    "pipe 1 CB", "pipe 0 CB", "pipe 1 FG", "pipe 0 FG", "pipe 1 US", "pipe 0 US", "pipe 1 SC",
	    "pipe 0 SC", "pipe 1 RS", "pipe 0 RS", "SU",        "GA",        "GA unit 2",
	};
	struct fl_dev *d = c->up.dev;
	uint32_t status = fl_read32(d, R500_RBBM_STATUS), after;
	unsigned stuck = 0;
	int n;

	if (status == 0xffffffff)
		return fl_fail(err, FL_FAILED, "RBBM_STATUS reads all ones: the card does not answer");
	c->ring.size_dw = 0;
	stop_cp(d); /* guide 5.8: off, before it is reset */
	fl_write32(d, R500_RBBM_SOFT_RESET, HANG_RESET);
	fl_read32(d, R500_RBBM_SOFT_RESET);
	fl_write32(d, R500_RBBM_SOFT_RESET, 0);
	fl_delay_us(d, 1000);
	after = fl_read32(d, R500_RBBM_STATUS);
	if (after & R500_RBBM_STATUS__GA_BUSY__MASK) {
		fl_write32(d, R500_GA_SOFT_RESET, R500_GA_SOFT_RESET__SOFT_RESET_COUNT(0x200));
		fl_delay_us(d, 1000); /* guide 10.4.1: about 1 ms until the status can be trusted */
	}
	*ga_idle = fl_read32(d, R500_GA_IDLE);
	n = fl_format(out, size, "RBBM_STATUS 0x%08x, 0x%08x after the reset; GA_IDLE 0x%08x, ", status,
		      after, *ga_idle);
	for (unsigned i = 0; i < sizeof(units) / sizeof(*units); i++) {
		unsigned pipe = units[i][0] == 'p' ? (unsigned)(units[i][5] - '0') : 0;

		if (*ga_idle >> i & 1 || (c->pipes && pipe >= c->pipes))
			continue;
		n += fl_format(out + ((size_t)n < size ? (size_t)n : size),
			       (size_t)n < size ? size - (size_t)n : 0, "%s%s",
			       stuck++ ? ", " : "not idle: ", units[i]);
	}
	if (!stuck)
		fl_format(out + ((size_t)n < size ? (size_t)n : size),
			  (size_t)n < size ? size - (size_t)n : 0, "all units idle again");
	return FL_OK;
}
