/* SPDX-License-Identifier: MIT
 *
 * Time: the processor's generic timer, and where it has none (Cortex-A9) the general purpose timer of an
 * i.MX, at 3 MHz from the 24 MHz crystal (i.MX 6Dual/6Quad reference manual, chapter 30).
 */
#include "boot/board/board.h"

enum {
	GPT_CR = 0x00,
	GPT_PR = 0x04,
	GPT_CNT = 0x24,
	CR_EN = 1 << 0,
	CR_WAITEN = 1 << 3,
	CR_CLKSRC_OSC = 5 << 6, /* Quad, Dual: the crystal / 8; DualLite, Solo: the crystal / PRESCALER24M */
	CR_FRR = 1 << 9,        /* free-running */
	CR_EN_24M = 1 << 10,
	CR_SWR = 1 << 15, /* clears itself */
	PR_24M_BY_8 = 7 << 12,
	OSC_HZ = 3000000,
	GUESSED_HZ = 24000000 /* no rate to be found: that of most boards */
};

static volatile uint32_t *gpt;
static uint64_t start, hz;
static uint32_t gpt_before; /* its 32 bits wrap around every 23 minutes */
static uint64_t gpt_wraps;

static uint64_t ticks(void)
{
	if (!gpt)
		return hz ? fl_counter() : 0;

	uint32_t now = gpt[GPT_CNT / 4];

	if (now < gpt_before)
		gpt_wraps += UINT64_C(1) << 32;
	gpt_before = now;
	return gpt_wraps + now;
}

void fl_time_use(const struct fl_board *b)
{
	bool there;

	hz = fl_counter_hz(&there);
	if (there) {
		if (!hz)
			hz = b->timer_hz ? b->timer_hz : GUESSED_HZ;
	} else if (b->gpt_addr) {
		gpt = (volatile uint32_t *)(uintptr_t)b->gpt_addr;
		gpt[GPT_CR / 4] = CR_SWR;
		for (unsigned i = 0; i < 100000 && gpt[GPT_CR / 4] & CR_SWR; i++)
			;
		gpt[GPT_PR / 4] = b->gpt_divides ? PR_24M_BY_8 : 0;
		gpt[GPT_CR / 4] = CR_CLKSRC_OSC | CR_FRR | CR_WAITEN | (b->gpt_divides ? CR_EN_24M : 0);
		gpt[GPT_CR / 4] |= CR_EN;
		hz = OSC_HZ;
	}
	start = ticks();
	if (!hz)
		fl_console_text("firstlight: no timer that is known here: every wait will seem to take "
				"no time\n");
}

uint64_t fl_boot_now_us(void)
{
	static uint64_t guess;

	if (!hz)
		return guess++; /* so that every wait has an end */

	uint64_t t = ticks() - start;

	return t / hz * 1000000 + t % hz * 1000000 / hz;
}

void fl_boot_delay_us(uint64_t us)
{
	uint64_t end = fl_boot_now_us() + us;

	while (fl_boot_now_us() < end)
		fl_boot_relax();
}
