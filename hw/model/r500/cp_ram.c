/* SPDX-License-Identifier: MIT
 *
 * The microengine's RAM: 256 words of 40 bits, and the ports to it. R5xx guide 5.12, 5.13. The model does not
 * run the microcode: it requires a whole image, and carries the packets out as the guide describes them.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/mc.h"
#include <string.h>

void mr500_cp_ram_write(struct mr500 *r, uint32_t offset, uint32_t value)
{
	struct mr500_cp *cp = r->cp;

	switch (offset) {
	case R500_CP_ME_RAM_ADDR:
		cp->ram_addr = (uint8_t)value;
		break;
	case R500_CP_ME_RAM_RADDR: /* reads at once, and moves on */
		cp->ram_addr = (uint8_t)value;
		cp->ram_hold = cp->ram[cp->ram_addr++];
		break;
	case R500_CP_ME_RAM_DATAH:
		cp->ram_high = (uint8_t)value;
		break;
	case R500_CP_ME_RAM_DATAL:
		if (!cp->no_ram)
			cp->ram[cp->ram_addr] = (uint64_t)cp->ram_high << 32 | value;
		cp->ram_written[cp->ram_addr / 32] |= 1u << cp->ram_addr % 32;
		cp->garbage = cp->ram_addr == MR500_CP_RAM_WORDS - 1 && !cp->no_ram && cp->ram[0] &&
			      !mr500_cp_ram_loaded(r);
		cp->ram_addr++;
		break;
	}
}

uint32_t mr500_cp_ram_read(struct mr500 *r, uint32_t offset)
{
	struct mr500_cp *cp = r->cp;
	uint32_t v;

	switch (offset) {
	case R500_CP_ME_RAM_ADDR:
		return cp->ram_addr;
	case R500_CP_ME_RAM_DATAH:
		return (uint32_t)(cp->ram_hold >> 32);
	case R500_CP_ME_RAM_DATAL:
		v = (uint32_t)cp->ram_hold;
		cp->ram_hold = cp->ram[cp->ram_addr++];
		return v;
	}
	return 0; /* RADDR: write only */
}

/* All the words below the semaphores were written, and they are not all the same. */
bool mr500_cp_ram_loaded(const struct mr500 *r)
{
	const struct mr500_cp *cp = r->cp;
	bool differ = false;

	if (cp->no_ram)
		return false;
	for (unsigned i = 0; i < MR500_CP_SEMAPHORES; i++) {
		if (!(cp->ram_written[i / 32] >> i % 32 & 1))
			return false;
		differ |= cp->ram[i] != cp->ram[0];
	}
	return differ;
}

void mr500_cp_ram_fill(struct mr500 *r)
{
	for (unsigned i = 0; i < MR500_CP_SEMAPHORES; i++)
		r->cp->ram[i] = i;
	memset(r->cp->ram_written, 0xff, sizeof(r->cp->ram_written));
}

/* CP_ME_CNTL.ME_MODE is free-running after a reset (guide 11.1): the engine goes through whatever it finds.
 * Chosen here: it does so on a posted card, and garbage is a RAM that is full of one and the same word other
 * than 0, as a test of it leaves it. */
void mr500_cp_run_free(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;

	if (!cp->garbage || cp->stuck || !r->mc->late ||
	    !(R500_REG(r, CP_ME_CNTL) & R500_CP_ME_CNTL__ME_MODE__MASK))
		return;
	mr500_report(
	    r, FL_REFUSE, "CP", "R5xx guide 11.1",
	    "the microengine runs free (CP_ME_CNTL.ME_MODE = 1) over a RAM that holds 0x%02x%08x in every "
	    "word: it hangs until the command processor is reset; stop it before its RAM is tested",
	    (uint32_t)(cp->ram[0] >> 32), (uint32_t)cp->ram[0]);
	mr500_cp_hang(r);
}
