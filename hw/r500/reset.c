/* SPDX-License-Identifier: MIT
 *
 * Step: reset. The order is that of Linux's driver (rs600_asic_reset, which R5xx uses; r300_asic_reset for
 * R3xx and R4xx); the report on a hung back end is the guide's (10.1.9, 10.2.1).
 */
#include "hw/bus/pci.h"
#include "hw/fl_fmt.h"
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/r500/mc.h"
#include "hw/regs/r500.h"

/* GA, VAP and all of the CP: the guide's 0x32005 (10.1.9), of which R3xx and R4xx know three bits. */
enum {
	HANG_RESET = R500_RBBM_SOFT_RESET__SOFT_RESET_CP(1) | R500_RBBM_SOFT_RESET__SOFT_RESET_VAP(1) |
		     R500_RBBM_SOFT_RESET__SOFT_RESET_GA(1),
	HANG_RESET_R500 =
	    R500_RBBM_SOFT_RESET__SOFT_RESET_CP_NO_DMA(1) | R500_RBBM_SOFT_RESET__SOFT_RESET_CP_DMA(1),
};

/* What the reset may take from PCI configuration space: command, BARs, expansion ROM, interrupt line. */
static const uint8_t saved_where[] = {0x04, 0x0c, 0x10, 0x14, 0x18, 0x1c, 0x20, 0x24, 0x30, 0x3c};
enum { SAVED = sizeof(saved_where), RESET_US = 500000 };

void r500_soft_reset(struct fl_dev *d, uint32_t bits, uint32_t us)
{
	fl_write32(d, R500_RBBM_SOFT_RESET, bits);
	fl_read32(d, R500_RBBM_SOFT_RESET);
	fl_delay_us(d, us);
	fl_write32(d, R500_RBBM_SOFT_RESET, 0);
	fl_delay_us(d, 1000);
}

/* Guide 5.8, step 1, and the pointers to 0, so that nothing is fetched when the reset is over. */
static void stop_cp(struct fl_dev *d)
{
	uint32_t cntl;

	r500_cp_off(d);
	fl_write32(d, R500_SCRATCH_UMSK,
		   0); /* scratch registers are not copied to where another driver had them */
	cntl = fl_read32(d, R500_CP_RB_CNTL);
	fl_write32(d, R500_CP_RB_CNTL, cntl | R500_CP_RB_CNTL__RB_RPTR_WR_ENA(1));
	fl_write32(d, R500_CP_RB_RPTR_WR, 0);
	fl_write32(d, R500_CP_RB_WPTR, 0);
	fl_write32(d, R500_CP_RB_CNTL, cntl);
}

/* ---- configuration space: what is saved is checked, what is restored is read back ---------------------- */
/* Without a write. FL_NO_DEVICE: the card does not answer, or what it answers is not its own. A card that is
 * away for a moment reads as all ones, and would be given all ones for addresses. */
static enum fl_code config_save(struct fl_dev *d, uint32_t config[SAVED], struct fl_err *err)
{
	const uint32_t want = (uint32_t)d->device << 16 | d->vendor;
	uint32_t id = d->bus->cfg_read(d, FL_PCI_VENDOR, 4);

	for (unsigned i = 0; i < SAVED && id == want; i++) {
		config[i] = d->bus->cfg_read(d, saved_where[i], 4);
		if (config[i] == 0xffffffff) /* none of these words can be that */
			id = config[i];
	}
	if (id == want)
		return FL_OK;
	return fl_fail(
	    err, FL_NO_DEVICE,
	    "reset: PCI configuration space reads 0x%08x, and its id should be 0x%08x: the card is off "
	    "the bus. Nothing was written to it",
	    id, want);
}

/* Is word i again what was saved? Of COMMAND and STATUS the first counts. */
static bool config_same(struct fl_dev *d, unsigned i, uint32_t want)
{
	uint32_t mask = saved_where[i] == FL_PCI_COMMAND ? 0xffff : 0xffffffff;

	return ((d->bus->cfg_read(d, saved_where[i], 4) ^ want) & mask) == 0;
}

/* Words that the reset took are written again, the command register last, until the card has taken them. */
static enum fl_code config_restore(struct fl_dev *d, const uint32_t config[SAVED], struct fl_err *err)
{
	enum { TRIES = 100, WAIT_US = 10000 }; /* a second in all */
	uint32_t want = (uint32_t)d->device << 16 | d->vendor;

	for (unsigned k = 1; k <= SAVED; k++) {
		unsigned i = k % SAVED, tries = 0; /* 0, COMMAND, comes last */

		while (!config_same(d, i, config[i])) {
			if (tries++ == TRIES)
				return fl_fail(
				    err, FL_FAILED,
				    "reset: PCI configuration space at 0x%02x reads 0x%08x and should be "
				    "0x%08x again: the card does not take it. Power off and on",
				    saved_where[i], d->bus->cfg_read(d, saved_where[i], 4), config[i]);
			if (tries > 1)
				fl_delay_us(d, WAIT_US);
			if (d->bus->cfg_read(d, FL_PCI_VENDOR, 4) != want)
				continue;
			if (saved_where[i] == FL_PCI_COMMAND) /* not STATUS, whose ones clear */
				d->bus->cfg_write(d, FL_PCI_COMMAND, 2, config[i] & 0xffff);
			else
				d->bus->cfg_write(d, saved_where[i], 4, config[i]);
		}
	}
	return FL_OK;
}

/* No bus mastering while blocks come and go: Linux r100_bm_disable(), and pci_clear_master(). On AGP and PCI
 * cards the bus interface is emptied and stopped first; on PCI Express that register is another one. */
static void bus_master_off(struct r500_card *c, uint32_t command, uint32_t bus_cntl)
{
	struct fl_dev *d = c->up.dev;

	if (c->family->bus_cntl) {
		uint32_t cntl = bus_cntl | R300_BUS_CNTL__BUS_MASTER_DIS(1);

		fl_write32(d, R300_BUS_CNTL, cntl | R300_BUS_CNTL__BUS_FLUSH_BUF(1));
		fl_delay_us(d, 1000);
		fl_write32(d, R300_BUS_CNTL, cntl | R300_BUS_CNTL__BUS_MSTR_RESET(1));
		fl_delay_us(d, 1000);
		fl_write32(d, R300_BUS_CNTL, cntl);
		fl_delay_us(d, 1000);
	}
	d->bus->cfg_write(d, FL_PCI_COMMAND, 2, command & ~(uint32_t)FL_PCI_COMMAND_MASTER);
	fl_delay_us(d, 1000);
}

static enum fl_code sequence(struct r500_card *c, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	uint32_t config[SAVED], bus_cntl = 0, status, before = fl_read32(d, R500_RBBM_STATUS);
	uint64_t first, last, first_now, last_now;
	enum fl_code code = config_save(d, config, err);
	char text[160];

	if (code)
		return code;
	c->ring.size_dw = 0; /* the ring is lost, and everything in it */
	r500_mc_get_location(c, &first, &last);
	r500_displays_stop(c);
	r500_mc_rests(c); /* or is what is stuck */
	stop_cp(d);
	if (c->family->bus_cntl)
		bus_cntl = fl_read32(d, R300_BUS_CNTL);
	bus_master_off(c, config[0] & 0xffff, bus_cntl);
	r500_soft_reset(d, R500_RBBM_SOFT_RESET__SOFT_RESET_VAP(1) | R500_RBBM_SOFT_RESET__SOFT_RESET_GA(1),
			RESET_US);
	r500_soft_reset(d, R500_RBBM_SOFT_RESET__SOFT_RESET_CP(1), RESET_US);
	if (!r500_is_legacy(c))
		r500_soft_reset(d, R500_RBBM_SOFT_RESET__SOFT_RESET_MC(1), RESET_US);

	code = config_restore(d, config, err);
	if (code)
		return code;
	if (c->family->bus_cntl)
		fl_write32(d, R300_BUS_CNTL, bus_cntl);

	/* VRAM must be where it was. */
	r500_mc_get_location(c, &first_now, &last_now);
	if ((first_now != first || last_now != last) && last > first) {
		c->up.vram_B = last + 1 - first;
		if (r500_mc_set_location(c, first, err))
			return fl_fail_more(err, err ? err->code : FL_FAILED, " (after the reset)");
	}

	status = fl_read32(d, R500_RBBM_STATUS);
	r500_status_text(text, sizeof(text), status);
	if (status & (R500_RBBM_STATUS__GA_BUSY__MASK | R500_RBBM_STATUS__VAP_BUSY__MASK))
		return fl_fail(err, FL_FAILED,
			       "reset: GA or VAP is still busy: RBBM_STATUS 0x%08x (%s); it was 0x%08x "
			       "before. Only power off and "
			       "on helps now",
			       status, text, before);
	fl_did(&c->up, "reset VAP, GA%s: RBBM_STATUS 0x%08x -> 0x%08x",
	       r500_is_legacy(c) ? " and CP" : ", CP and MC", before, status);
	return FL_OK;
}

enum fl_code r500_reset_now(struct r500_card *c, struct fl_err *err)
{
	const volatile int *stop = c->up.dev->stop;
	enum fl_code code;

	c->up.dev->stop = NULL; /* whoever wants an end gets it when the blocks are out of reset */
	code = sequence(c, err);
	c->up.dev->stop = stop;
	return code;
}

/* Whoever was killed while it drew left a command processor that is on, and pixels in the caches of color
 * and depth. They go to memory before anybody looks at it. */
static enum fl_code write_back(struct fl_dev *d, struct fl_err *err)
{
	fl_write32(d, R500_RB3D_DSTCACHE_CTLSTAT, R500_FLUSH_COLOR);
	fl_write32(d, R500_ZB_ZCACHE_CTLSTAT, R500_FLUSH_DEPTH);
	return r500_idle_wait(d, 100000, err);
}

enum fl_code r500_reset(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = c->up.dev;
	enum fl_code code = r500_note(c, err);
	bool on;

	if (code)
		return code;
	on = fl_read32(d, R500_CP_CSQ_CNTL) & R500_CP_CSQ_CNTL__CSQ_MODE__MASK;
	/* Give what is running a moment: a card that is drawing is not a card that hangs. */
	if (!c->up.force_reset)
		code = fl_poll32(d, R500_RBBM_STATUS, R500_RBBM_STATUS__GUI_ACTIVE__MASK, 0, 100000,
				 "GUI idle", "RBBM_STATUS", err);
	if (c->up.force_reset || (code && !fl_stopped(d))) {
		code = r500_reset_now(c, err);
	} else if (!code) {
		stop_cp(d);
		fl_did(&c->up, "engine idle (RBBM_STATUS 0x%08x), not reset; CP off",
		       fl_read32(d, R500_RBBM_STATUS));
	}
	return !code && on ? write_back(d, err) : code;
}

enum fl_code r500_hang_report(struct r500_card *c, uint32_t *ga_idle, char *out, size_t size,
			      struct fl_err *err)
{
	/* GA_IDLE by bit, chapter 11: two of each for pipes 3 and 2, then for 1 and 0; the rest is there
	 * once */
	static const char units[][3] = {"ZB", "CB", "FG", "US", "SC", "RS"},
			  once[][10] = {"SU", "GA", "GA unit 2"};
	enum { OF_TWO_PIPES = 2 * sizeof(units) / sizeof(*units), OF_PIPES = 2 * OF_TWO_PIPES };
	struct fl_dev *d = c->up.dev;
	uint32_t status = fl_read32(d, R500_RBBM_STATUS), after;
	unsigned stuck = 0;
	int n;

	if (status == 0xffffffff)
		return fl_fail(err, FL_FAILED, "RBBM_STATUS reads all ones: the card does not answer");
	c->ring.size_dw = 0;
	stop_cp(d); /* guide 5.8: off, before it is reset */
	r500_soft_reset(d, r500_is_legacy(c) ? HANG_RESET : HANG_RESET | HANG_RESET_R500, 0);
	after = fl_read32(d, R500_RBBM_STATUS);
	if (after & R500_RBBM_STATUS__GA_BUSY__MASK) {
		fl_write32(d, R500_GA_SOFT_RESET, R500_GA_SOFT_RESET__SOFT_RESET_COUNT(0x200));
		fl_delay_us(d, 1000); /* guide 10.4.1: about 1 ms until the status can be trusted */
	}
	*ga_idle = fl_read32(d, R500_GA_IDLE);
	n = fl_format(out, size, "RBBM_STATUS 0x%08x, 0x%08x after the reset; GA_IDLE 0x%08x, ", status,
		      after, *ga_idle);
	for (unsigned i = 0; i < OF_PIPES + sizeof(once) / sizeof(*once); i++) {
		unsigned pipe = (i < OF_TWO_PIPES ? 3 : 1) - (i & 1);
		char text[12];

		if (*ga_idle >> i & 1 || (i < OF_PIPES && c->pipes && pipe >= c->pipes))
			continue;
		if (i < OF_PIPES)
			fl_format(text, sizeof(text), "pipe %u %s", pipe, units[i % OF_TWO_PIPES / 2]);
		n += fl_format(out + ((size_t)n < size ? (size_t)n : size),
			       (size_t)n < size ? size - (size_t)n : 0, "%s%s",
			       stuck++ ? ", " : "not idle: ", i < OF_PIPES ? text : once[i - OF_PIPES]);
	}
	if (!stuck)
		fl_format(out + ((size_t)n < size ? (size_t)n : size),
			  (size_t)n < size ? size - (size_t)n : 0, "all units idle again");
	return FL_OK;
}
