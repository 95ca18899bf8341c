/* SPDX-License-Identifier: MIT
 *
 * mc, pll and pcie as address spaces; see spaces.h. Looking must not change what is looked at: each access
 * puts the index register back, so that what a BIOS or a debugger left there survives.
 */
#include "hw/r500/spaces.h"
#include "hw/r500/chips.h"
#include "hw/r500/clocks.h"
#include "hw/r500/mc.h"
#include "hw/regs/r500.h"

enum {
	DATA = 4,     /* the data port comes so many bytes after its index register */
	INDEX = 0x7f, /* what all of them have for an index, at least */
};
_Static_assert(R500_MC_IND_DATA == R500_MC_IND_INDEX + DATA && R420_MC_IND_DATA == R420_MC_IND_INDEX + DATA &&
		   R500_PCIE_DATA == R500_PCIE_INDEX + DATA,
	       "after each");

uint32_t r500_indexed(struct fl_dev *d, uint32_t reg, uint32_t index, const uint32_t *value)
{
	uint32_t before = fl_read32(d, reg), got = 0;

	fl_put32(d, reg, index, INDEX); /* behind one that the card did not hear of is another register */
	if (value)
		fl_write32(d, reg + DATA, *value);
	else
		got = fl_read32(d, reg + DATA);
	fl_write32(d, reg, before);
	return got;
}

/* Linux r420.c: r420_mc_rreg, r420_mc_wreg */
static uint32_t mc_r420_read(struct fl_dev *d, uint32_t at)
{
	return r500_indexed(d, R420_MC_IND_INDEX, R420_MC_IND_INDEX__MC_IND_ADDR(at), NULL);
}

static void mc_r420_write(struct fl_dev *d, uint32_t at, uint32_t value)
{
	r500_indexed(d, R420_MC_IND_INDEX,
		     R420_MC_IND_INDEX__MC_IND_ADDR(at) | R420_MC_IND_INDEX__MC_IND_WR_EN(1), &value);
}

/* The index is the low byte: bits 9:8 choose a divider of the pixel PLL, and stay. */
static uint32_t pll_read(struct fl_dev *d, uint32_t at)
{
	uint8_t index = fl_read8(d, R500_CLOCK_CNTL_INDEX);
	uint32_t value = r500_pll_read(d, at);

	r500_pll_select(d, index);
	return value;
}

static void pll_write(struct fl_dev *d, uint32_t at, uint32_t value)
{
	uint8_t index = fl_read8(d, R500_CLOCK_CNTL_INDEX);

	r500_pll_write(d, at, value);
	r500_pll_select(d, index);
}

/* Linux r300.c: rv370_pcie_rreg, rv370_pcie_wreg */
static uint32_t pcie_read(struct fl_dev *d, uint32_t at)
{
	return r500_indexed(d, R500_PCIE_INDEX, at, NULL);
}

static void pcie_write(struct fl_dev *d, uint32_t at, uint32_t value)
{
	r500_indexed(d, R500_PCIE_INDEX, at, &value);
}

#define PLL                                                          \
	{                                                            \
		"pll", "CLOCK_CNTL_INDEX", 0x40, pll_read, pll_write \
	}

/* Linux radeon_device.c, radeon_register_accessor_init(): the PCIE index has 8 bits before RV515 and 11
 * since. */
static const struct fl_space rv380[] = {PLL, {"pcie", "PCIE_INDEX", 0x100, pcie_read, pcie_write}};
/* Older ones have the first of these, or the first two. */
static const struct fl_space r423[] = {PLL,
				       {"mc", "MC_IND_INDEX", 0x80, mc_r420_read, mc_r420_write},
				       {"pcie", "PCIE_INDEX", 0x100, pcie_read, pcie_write}};
static const struct fl_space r500[] = {PLL,
				       {"mc", "MC_IND_INDEX", 0x10000, r500_mc_ind_read, r500_mc_ind_write},
				       {"pcie", "PCIE_INDEX", 0x800, pcie_read, pcie_write}};

const struct fl_space *r500_spaces(const struct fl_dev *d, unsigned *n)
{
	const struct fl_chip *chip = fl_chip_find(&r500_chips, d->vendor, d->device);

	*n = 0;
	if (!chip)
		return NULL;
	switch ((enum r500_family)chip->family) {
	case R500_FAMILY_R300:
	case R500_FAMILY_R350:
	case R500_FAMILY_RV350:
		*n = 1;
		return r423;
	case R500_FAMILY_R420:
		*n = 2;
		return r423;
	case R500_FAMILY_RV380:
		*n = sizeof(rv380) / sizeof(*rv380);
		return rv380;
	case R500_FAMILY_R423:
	case R500_FAMILY_RV410:
		*n = sizeof(r423) / sizeof(*r423);
		return r423;
	default:
		*n = sizeof(r500) / sizeof(*r500);
		return r500;
	}
}
