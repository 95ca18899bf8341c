/* SPDX-License-Identifier: MIT
 *
 * Packets that move data between the stream, registers and memory. CIK facts 1.2, 1.3.
 */
#include "hw/model/look.h"
#include "hw/model/cik/cp.h"
#include "hw/model/cik/spi.h"
#include <string.h>

/* Where data comes from or goes to, as WRITE_DATA and COPY_DATA number it. */
enum { REGISTER = 0, MEMORY = 1, L2 = 2, GDS = 3, PERF_COUNTER = 4, IMMEDIATE_OR_ASYNC = 5, CLOCK = 9 };

static bool gds(struct mcik *c, struct mcik_pm4 *q, uint64_t at, uint32_t *value, bool write)
{
	if (at > MCIK_GDS_B - 4) {
		mcik_malformed(c, q, "GDS ends before the address that it names");
		return false;
	}
	if (write)
		memcpy(c->spi->gds + at, value, 4);
	else
		memcpy(value, c->spi->gds + at, 4);
	return true;
}

/* False: there is no such place. A fault is reported by whom it belongs to, and the packet goes on. */
static bool put(struct mcik *c, struct mcik_pm4 *q, unsigned place, uint64_t at, uint32_t value)
{
	switch (place) {
	case REGISTER:
		mcik_reg_write(c, (uint32_t)at * 4, value, MCIK_CP);
		return true;
	case MEMORY:
	case L2:
	case IMMEDIATE_OR_ASYNC:
		mcik_pm4_write(c, q, at, value);
		return true;
	case GDS:
		gds(c, q, at, &value, true);
		return true;
	}
	return false;
}

bool mcik_write_data(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	unsigned place = CIK_PKT3_WRITE_DATA__CONTROL__DST_SEL__GET(dw[0]);
	bool one = CIK_PKT3_WRITE_DATA__CONTROL__WR_ONE_ADDR__GET(dw[0]);
	uint64_t at = mcik_addr(dw[1], dw[2]), step = place == REGISTER ? 1 : 4;

	if (place != REGISTER && at & 3)
		return false;
	for (uint32_t i = 3; i < n && !q->stuck; i++, at += one ? 0 : step)
		if (!put(c, q, place, at, dw[i]))
			return false;
	return true;
}

bool mcik_copy_data(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { WIDE = 1 << 16 };
	unsigned from = dw[0] & 0xf, to = dw[0] >> 8 & 0xf;
	uint64_t src = mcik_addr(dw[1], dw[2]), dst = mcik_addr(dw[3], dw[4]), value = 0;
	unsigned dwords = dw[0] & WIDE ? 2 : 1;

	if (to == GDS)
		return false;
	switch (from) {
	case REGISTER:
		for (unsigned i = 0; i < dwords; i++)
			value |= (uint64_t)mcik_reg_read(c, (uint32_t)(src + i) * 4, MCIK_CP) << 32 * i;
		break;
	case MEMORY:
	case L2:
		if (!mcik_vm_read(c, mcik_pm4_vmid(q), src, &value, 4ull * dwords, mcik_pm4_client(q)))
			return true;
		break;
	case GDS:
		for (unsigned i = 0; i < dwords; i++)
			if (!gds(c, q, src + 4 * i, (uint32_t *)&value + i, false))
				return true;
		break;
	case IMMEDIATE_OR_ASYNC:
		value = dw[1] | (uint64_t)dw[2] << 32;
		break;
	case CLOCK:
		value = mcik_clock(c);
		break;
	default: /* a performance counter: none counts here */
		return from == PERF_COUNTER;
	}
	for (unsigned i = 0; i < dwords; i++)
		if (!put(c, q, to, dst + (to == REGISTER ? i : 4 * i), (uint32_t)(value >> 32 * i)))
			return false;
	return true;
}

/* Operation [6:0] as buffer atomics number them (SQ); the ones of 32 bits that need no compare value. */
bool mcik_atomic_mem(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { SWAP = 7, CMPSWAP = 8, ADD = 15, SUB = 16, AND = 21, OR = 22, XOR = 23, OPERATION = 0x7f };
	uint64_t at = mcik_addr(dw[1], dw[2]);
	uint32_t was, src = dw[3];

	if (!mcik_pm4_read(c, q, at, &was))
		return true;
	switch (dw[0] & OPERATION) {
	case SWAP:
		break;
	case CMPSWAP:
		src = was == dw[5] ? src : was;
		break;
	case ADD:
		src = was + src;
		break;
	case SUB:
		src = was - src;
		break;
	case AND:
		src &= was;
		break;
	case OR:
		src |= was;
		break;
	case XOR:
		src ^= was;
		break;
	default:
		return false;
	}
	mcik_pm4_write(c, q, at, src);
	return true;
}

/* The dwords that follow are for those who find something there. */
bool mcik_cond_exec(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	uint32_t value;

	if (mcik_pm4_read(c, q, mcik_addr(dw[0] & ~3u, dw[1]), &value) && !value)
		mcik_pm4_skip(q, dw[3] & 0x3fff);
	return true;
}

/* ---- DMA ----------------------------------------------------------------------------------------------- */
enum { DMA_ADDRESS = 0, DMA_GDS = 1, DMA_DATA_OR_NONE = 2, DMA_L2 = 3, DMA_CHUNK_B = 4096 };

static bool transfer(struct mcik *c, struct mcik_pm4 *q, unsigned sel, uint64_t at, uint8_t *data,
		     uint32_t n_B, bool write)
{
	if (sel == DMA_GDS) {
		if (at > MCIK_GDS_B || n_B > MCIK_GDS_B - at) {
			mcik_malformed(c, q, "GDS ends before what it copies does");
			return false;
		}
		if (write)
			memcpy(c->spi->gds + at, data, n_B);
		else
			memcpy(data, c->spi->gds + at, n_B);
		return true;
	}
	return write ? mcik_vm_write(c, mcik_pm4_vmid(q), at, data, n_B, mcik_pm4_client(q))
		     : mcik_vm_read(c, mcik_pm4_vmid(q), at, data, n_B, mcik_pm4_client(q));
}

/* SAS, DAS: registers, whose addresses are bytes here. Dword by dword. */
static void with_registers(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n_B)
{
	uint64_t src = mcik_addr(dw[1], dw[2]), dst = mcik_addr(dw[3], dw[4]);
	unsigned from = CIK_PKT3_DMA_DATA__CONTROL__SRC_SEL__GET(dw[0]);

	for (uint32_t i = 0; i < n_B; i += 4) {
		uint32_t value = dw[1];
		uint64_t at = src + (CIK_PKT3_DMA_DATA__COMMAND__SAIC__GET(dw[5]) ? 0 : i);

		if (CIK_PKT3_DMA_DATA__COMMAND__SAS__GET(dw[5]))
			value = mcik_reg_read(c, (uint32_t)at, MCIK_CP);
		else if (from != DMA_DATA_OR_NONE && !transfer(c, q, from, at, (uint8_t *)&value, 4, false))
			return;
		at = dst + (CIK_PKT3_DMA_DATA__COMMAND__DAIC__GET(dw[5]) ? 0 : i);
		if (CIK_PKT3_DMA_DATA__COMMAND__DAS__GET(dw[5]))
			mcik_reg_write(c, (uint32_t)at, value, MCIK_CP);
		else if (!transfer(c, q, CIK_PKT3_DMA_DATA__CONTROL__DST_SEL__GET(dw[0]), at,
				   (uint8_t *)&value, 4, true))
			return;
	}
}

/* A copy onto itself that writes nothing prefetches; with 0 bytes it waits for those before it. */
static bool dma_data(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	unsigned from = CIK_PKT3_DMA_DATA__CONTROL__SRC_SEL__GET(dw[0]);
	unsigned to = CIK_PKT3_DMA_DATA__CONTROL__DST_SEL__GET(dw[0]);
	uint64_t src = mcik_addr(dw[1], dw[2]), dst = mcik_addr(dw[3], dw[4]);
	uint32_t left_B = CIK_PKT3_DMA_DATA__COMMAND__BYTE_COUNT__GET(dw[5]);
	_Alignas(4) uint8_t chunk[DMA_CHUNK_B];

	if (to == DMA_DATA_OR_NONE)
		return false;
	if (dw[5] & (CIK_PKT3_DMA_DATA__COMMAND__SAS__MASK | CIK_PKT3_DMA_DATA__COMMAND__DAS__MASK |
		     CIK_PKT3_DMA_DATA__COMMAND__SAIC__MASK | CIK_PKT3_DMA_DATA__COMMAND__DAIC__MASK)) {
		if (left_B % 4)
			return false;
		with_registers(c, q, dw, left_B);
		return true;
	}
	for (uint32_t i = 0; from == DMA_DATA_OR_NONE && i < DMA_CHUNK_B; i += 4)
		memcpy(chunk + i, &dw[1], 4);
	while (left_B && fl_spend(&c->base, DMA_CHUNK_B, "the copies of DMA_DATA")) {
		uint32_t n_B = left_B < DMA_CHUNK_B ? left_B : DMA_CHUNK_B;

		if (from != DMA_DATA_OR_NONE && !transfer(c, q, from, src, chunk, n_B, false))
			break;
		if (!transfer(c, q, to, dst, chunk, n_B, true))
			break;
		src += n_B;
		dst += n_B;
		left_B -= n_B;
	}
	return true;
}

bool mcik_dma_data(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	const unsigned from = CIK_PKT3_DMA_DATA__CONTROL__SRC_SEL__GET(dw[0]);
	const bool same = from != DMA_DATA_OR_NONE && from != DMA_GDS && dw[1] == dw[3] && dw[2] == dw[4];
	bool ok;

	if (same || !CIK_PKT3_DMA_DATA__COMMAND__BYTE_COUNT__GET(dw[5])) /* nothing that one could see */
		return dma_data(c, q, dw, n);
	if (!fl_look_begin(&c->base, FL_LOOK_DMA, NULL))
		return true;
	ok = dma_data(c, q, dw, n);
	fl_look_end(&c->base);
	return ok;
}
