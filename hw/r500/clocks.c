/* SPDX-License-Identifier: MIT
 *
 * Step: clocks on; see clocks.h.
 */
#include "hw/r500/clocks.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

/* The first R300s (A11) read registers wrongly after an access to a clock, until a clock that nobody asked
 * for is read, too: Linux r100_pll_errata_after_data(). */
static void settle(struct fl_dev *d)
{
	const struct fl_chip *chip = fl_chip_find(&r500_chips, d->vendor, d->device);
	uint32_t index;

	if (!chip || chip->family != R500_FAMILY_R300 ||
	    R500_CONFIG_CNTL__CFG_ATI_REV_ID__GET(fl_read32(d, R500_CONFIG_CNTL)) !=
		R500_CONFIG_CNTL__CFG_ATI_REV_ID__A11)
		return;
	index = fl_read32(d, R500_CLOCK_CNTL_INDEX);
	fl_write32(d, R500_CLOCK_CNTL_INDEX,
		   index & ~(R500_CLOCK_CNTL_INDEX__PLL_ADDR__MASK | R500_CLOCK_CNTL_INDEX__PLL_WR_EN__MASK));
	fl_read32(d, R500_CLOCK_CNTL_DATA);
	fl_write32(d, R500_CLOCK_CNTL_INDEX, index);
}

void r500_pll_select(struct fl_dev *d, uint32_t index)
{
	enum { TRIES = 4 };
	unsigned tries = 0;

	do
		fl_write8(d, R500_CLOCK_CNTL_INDEX, (uint8_t)index);
	while (fl_read8(d, R500_CLOCK_CNTL_INDEX) != index && ++tries < TRIES);
}

uint32_t r500_pll_read(struct fl_dev *d, unsigned index)
{
	uint32_t value;

	r500_pll_select(d, index & 0x3f);
	value = fl_read32(d, R500_CLOCK_CNTL_DATA);
	settle(d);
	return value;
}

void r500_pll_write(struct fl_dev *d, unsigned index, uint32_t value)
{
	index &= 0x3f;
	r500_pll_select(d, index | R500_CLOCK_CNTL_INDEX__PLL_WR_EN(1));
	fl_write32(d, R500_CLOCK_CNTL_DATA, value);
	r500_pll_select(d, index); /* a stray write to the data port does no harm now */
	settle(d);
}

struct block {
	uint8_t index;
	uint32_t on;
	const char *name; /* of the register */
};

/* Linux r300_clock_startup(), r420_clock_resume(): CP, VIP and what the chip's family wants besides. */
static struct block sclk(const struct r500_card *c)
{
	uint32_t on = R500_PLL_SCLK_CNTL__FORCE_CP(1) | R500_PLL_SCLK_CNTL__FORCE_VIP(1);

	if (c->chip->family == R500_FAMILY_RV350 || c->chip->family == R500_FAMILY_RV380)
		on |= R500_PLL_SCLK_CNTL__FORCE_VAP(1);
	if (c->chip->family == R500_FAMILY_R420)
		on |= R500_PLL_SCLK_CNTL__FORCE_PX(1) | R500_PLL_SCLK_CNTL__FORCE_TX(1);
	return (struct block){R500_PLL_SCLK_CNTL, on, "SCLK_CNTL"};
}

static enum fl_code force(struct fl_dev *d, const struct block *b, struct fl_err *err)
{
	uint32_t now;

	r500_pll_write(d, b->index, r500_pll_read(d, b->index) | b->on);
	now = r500_pll_read(d, b->index);
	if ((now & b->on) != b->on || now == 0xffffffff)
		return fl_fail(
		    err, FL_FAILED,
		    "clocks: %s (PLL index 0x%02x) reads 0x%08x, its clock cannot be forced on (0x%08x)",
		    b->name, b->index, now, b->on);
	return FL_OK;
}

enum fl_code r500_clocks(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	/* Linux rv515_clock_startup() */
	static const struct block blocks[] = {
	    {R500_PLL_CP_DYN_CNTL, R500_PLL_CP_DYN_CNTL__CP_FORCEON(1), "CP_DYN_CNTL"},
	    {R500_PLL_E2_DYN_CNTL, R500_PLL_E2_DYN_CNTL__E2_FORCEON(1), "E2_DYN_CNTL"},
	    {R500_PLL_IDCT_DYN_CNTL, R500_PLL_IDCT_DYN_CNTL__IDCT_FORCEON(1), "IDCT_DYN_CNTL"},
	};
	enum fl_code code = FL_OK;

	if (r500_is_legacy(c)) {
		struct block b = sclk(c);

		code = force(up->dev, &b, err);
		fl_did(up, "clocks forced on: SCLK_CNTL 0x%08x", b.on);
		return code;
	}
	for (unsigned i = 0; i < sizeof(blocks) / sizeof(*blocks) && !code; i++)
		code = force(up->dev, &blocks[i], err);
	fl_did(up, "clocks of CP, E2 and IDCT forced on");
	return code;
}
