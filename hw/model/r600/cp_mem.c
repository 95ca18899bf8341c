/* SPDX-License-Identifier: MIT
 *
 * MEM_WRITE, COPY_DW, COND_WRITE: dwords between the stream, registers and memory. R6xx/R7xx guide 5.3.3,
 * R6xx facts 1.1.
 */
#include "hw/model/r600/cp.h"

static uint64_t address(uint32_t lo, uint32_t hi)
{
	return (lo & ~3u) | (uint64_t)(hi & 0xff) << 32;
}

static bool mem_write(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	uint64_t at = address(dw[0], dw[1]), value = dw[2] | (uint64_t)dw[3] << 32;
	bool narrow = R600_PKT3_MEM_WRITE__ADDRESS_HI__DATA32__GET(dw[1]);

	if (n != 4)
		return false;
	if (!narrow && at & 7) {
		mr600_cp_malformed(r, "it writes 64 bits to an address that is not aligned to 8 bytes");
		return true;
	}
	if (R600_PKT3_MEM_WRITE__ADDRESS_HI__CNTR_SEL__GET(dw[1]))
		value = mr600_cp_clock(r);
	if (mr600_cp_write_mem(r, at, (uint32_t)value, "destination of MEM_WRITE") && !narrow)
		mr600_cp_write_mem(r, at + 4, (uint32_t)(value >> 32), "destination of MEM_WRITE");
	return true;
}

static bool copy_dw(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	enum { DWORDS = 5, FROM_MEMORY = 1, TO_MEMORY = 2 };
	uint32_t value;

	if (n != DWORDS || dw[0] & ~(uint32_t)(FROM_MEMORY | TO_MEMORY))
		return false;
	if (!(dw[0] & FROM_MEMORY))
		value = mr600_reg_read(r, (dw[1] & 0xffff) * 4, MR600_CP);
	else if (!mr600_cp_read_mem(r, address(dw[1], dw[2]), &value, "source of COPY_DW"))
		return true;
	if (!(dw[0] & TO_MEMORY))
		mr600_reg_write(r, (dw[3] & 0xffff) * 4, value, MR600_CP);
	else
		mr600_cp_write_mem(r, address(dw[3], dw[4]), value, "destination of COPY_DW");
	return true;
}

static bool cond_write(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	enum { DWORDS = 8, RESERVED = 7 };
	unsigned function = R600_PKT3_COND_WRITE__CTRL__FUNCTION__GET(dw[0]);
	uint32_t value;

	if (n != DWORDS || function == RESERVED)
		return false;
	if (!R600_PKT3_COND_WRITE__CTRL__POLL_SPACE__GET(dw[0]))
		value = mr600_reg_read(r, (dw[1] & 0xffff) * 4, MR600_CP);
	else if (!mr600_cp_read_mem(r, address(dw[1], dw[2]), &value, "place that COND_WRITE looks at"))
		return true;
	if (!mr600_cp_compare(function, value & dw[4], dw[3]))
		return true;
	if (!R600_PKT3_COND_WRITE__CTRL__WRITE_SPACE__GET(dw[0]))
		mr600_reg_write(r, (dw[5] & 0xffff) * 4, dw[7], MR600_CP);
	else
		mr600_cp_write_mem(r, address(dw[5], dw[6]), dw[7], "destination of COND_WRITE");
	return true;
}

bool mr600_cp_mem_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	switch (opcode) {
	case R600_PKT3_MEM_WRITE:
		return mem_write(r, dw, n);
	case R600_PKT3_COPY_DW:
		return copy_dw(r, dw, n);
	}
	return cond_write(r, dw, n);
}
