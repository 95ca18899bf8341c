/* SPDX-License-Identifier: MIT
 *
 * Step: clocks on; see clocks.h.
 */
#include "hw/r500/clocks.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

uint32_t r500_pll_read(struct fl_dev *d, unsigned index)
{
	fl_write8(d, R500_CLOCK_CNTL_INDEX, index & 0x3f);
	return fl_read32(d, R500_CLOCK_CNTL_DATA);
}

void r500_pll_write(struct fl_dev *d, unsigned index, uint32_t value)
{
	fl_write8(
	    d, R500_CLOCK_CNTL_INDEX,
	    (uint8_t)(R500_CLOCK_CNTL_INDEX__PLL_ADDR(index & 0x3f) | R500_CLOCK_CNTL_INDEX__PLL_WR_EN(1)));
	fl_write32(d, R500_CLOCK_CNTL_DATA, value);
	fl_write8(d, R500_CLOCK_CNTL_INDEX,
		  index & 0x3f); /* a stray write to the data port does no harm now */
}

enum fl_code r500_clocks(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	/* Linux rv515_clock_startup() */
	static const struct {
		uint8_t index;
		uint32_t on;
		const char *name;
	} blocks[] = {
	    {R500_PLL_CP_DYN_CNTL, R500_PLL_CP_DYN_CNTL__CP_FORCEON(1), "CP"},
	    {R500_PLL_E2_DYN_CNTL, R500_PLL_E2_DYN_CNTL__E2_FORCEON(1), "E2"},
	    {R500_PLL_IDCT_DYN_CNTL, R500_PLL_IDCT_DYN_CNTL__IDCT_FORCEON(1), "IDCT"},
	};

	for (unsigned i = 0; i < sizeof(blocks) / sizeof(*blocks); i++) {
		uint32_t now;

		r500_pll_write(c->up.dev, blocks[i].index,
			       r500_pll_read(c->up.dev, blocks[i].index) | blocks[i].on);
		now = r500_pll_read(c->up.dev, blocks[i].index);
		if (!(now & blocks[i].on) || now == 0xffffffff)
			return fl_fail(
			    err, FL_FAILED,
			    "clocks: %s_DYN_CNTL (PLL index 0x%02x) reads 0x%08x, its clock cannot be "
			    "forced on",
			    blocks[i].name, blocks[i].index, now);
	}
	fl_did(&c->up, "clocks of CP, E2 and IDCT forced on");
	return FL_OK;
}
