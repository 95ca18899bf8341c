/* SPDX-License-Identifier: MIT
 *
 * CONTEXT_CONTROL and LOAD_*: registers out of memory. No driver of a PC uses them, and no document has them;
 * the console that has an R7xx does, whose emulators agree in what a packet holds: an address, then pairs of
 * a place in the space and a number of dwords (decaf-emu pm4_processor.cpp, Cemu LatteCommandProcessor.cpp).
 *
 * The address is that of the whole space: decaf reads register i at 4 * i, and the areas that it allots are
 * as long as that wants; Cemu reads one range behind the other. CONTEXT_CONTROL says which spaces are loaded:
 * a bit each, in the order of the opcodes.
 */
#include "hw/model/r600/cp.h"

enum { SPACES = 0xff, UPDATE = 31, SET_BEHIND_LOAD = R600_PKT3_SET_CONFIG_REG - R600_PKT3_LOAD_CONFIG_REG };

/* Registers that are written back to memory, too: that is not modelled. Drivers send 0x80000000 twice. */
static bool context_control(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	if (n != 2)
		return false;
	if (dw[0] & ~(uint32_t)(1u << UPDATE | SPACES) || dw[1] & ~(1u << UPDATE))
		mr600_report(
		    r, FL_WARN, "CP", "R6xx facts 1.1",
		    "CONTEXT_CONTROL 0x%08x, 0x%08x: shadowing of registers is not modelled; drivers "
		    "send 0x80000000 twice",
		    dw[0], dw[1]);
	if (dw[0] >> UPDATE)
		r->cp->loads = dw[0] & SPACES;
	return true;
}

static bool load(struct mr600 *r, const struct mr600_cp_space *s, uint64_t from, uint32_t first, uint32_t n)
{
	uint32_t at = s->first + 4 * (first & 0xffff);

	if (first >> 16 || at + 4ull * n > s->end) {
		mr600_cp_malformed(r, "it loads past the end of its space");
		return false;
	}
	if (s->opcode == R600_PKT3_SET_CONTEXT_REG)
		mr600_cp_check_together(r, at, at + 4 * n);
	if (!fl_spend(&r->base, (uint64_t)n * MR600_CP_DW_WORK, "registers that are loaded"))
		return false;
	for (uint32_t i = 0; i < n && !r->cp->stuck; i++) {
		uint32_t value;

		if (!mr600_cp_read_mem(r, from + 4ull * (first + i), &value, "place that registers are in"))
			return false;
		mr600_cp_set(r, s, at + 4 * i, &value, 1);
	}
	return true;
}

bool mr600_cp_load_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	const struct mr600_cp_space *s = mr600_cp_space(opcode + SET_BEHIND_LOAD);
	uint64_t from;

	if (opcode == R600_PKT3_CONTEXT_CONTROL)
		return context_control(r, dw, n);
	if (n < 2 || n % 2)
		return false;
	from = (dw[0] & ~3u) | (uint64_t)(dw[1] & 0xff) << 32;
	if (!(r->cp->loads >> (opcode - R600_PKT3_LOAD_CONFIG_REG) & 1))
		return true;
	for (uint32_t i = 2; i < n; i += 2)
		if (!load(r, s, from, dw[i], dw[i + 1]))
			return true;
	return true;
}
