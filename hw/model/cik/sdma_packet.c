/* SPDX-License-Identifier: MIT
 *
 * SDMA's packets: how long each is, and what it does. CIK facts 3; Linux cik_sdma.c, cikd.h.
 */
#include "hw/model/look.h"
#include "hw/model/cik/cp.h"
#include "hw/model/cik/sdma.h"
#include <string.h>

enum {
	NOP = 0,
	COPY = 1,
	WRITE = 2,
	INDIRECT = 4,
	FENCE = 5,
	TRAP = 6,
	SEMAPHORE = 7,
	POLL = 8,
	FILL = 11,
	GENERATE = 12,
	SRBM_WRITE = 14,
	CHUNK_B = 4096,
	COUNT_B = 0x1fffff, /* of a copy or a fill */
};

static unsigned op(const uint32_t *dw)
{
	return dw[0] & 0xff;
}

static unsigned sub(const uint32_t *dw)
{
	return dw[0] >> 8 & 0xff;
}

static uint32_t extra(const uint32_t *dw)
{
	return dw[0] >> 16;
}

static uint64_t address(const uint32_t *dw)
{
	return dw[0] | (uint64_t)dw[1] << 32;
}

/* Sub-window copies (COPY 4 to 6) have no length here: they are refused. */
uint32_t mcik_sdma_length(const uint32_t *dw)
{
	enum { WRITE_HEAD = 4, MOST_DW = MCIK_SDMA_WRITE_DW - WRITE_HEAD };

	switch (op(dw)) {
	case NOP:
		return 1 + (extra(dw) & 0x3fff);
	case COPY:
		return sub(dw) ? 0 : 7;
	case WRITE:
		return sub(dw) || dw[3] > MOST_DW ? 0 : WRITE_HEAD + dw[3];
	case INDIRECT:
	case FENCE:
		return 4;
	case TRAP:
		return 1;
	case SEMAPHORE:
		return 3;
	case POLL:
		return 6;
	case FILL:
		return 5;
	case GENERATE:
		return 10;
	case SRBM_WRITE:
		return 3;
	}
	return 0;
}

static bool put(struct mcik *c, unsigned e, uint64_t at, const void *from, uint64_t n_B)
{
	return mcik_vm_write(c, mcik_sdma_vmid(c, e), at, from, n_B, mcik_sdma_client(e));
}

static void copy(struct mcik *c, unsigned e, uint64_t from, uint64_t to, uint32_t left_B)
{
	uint8_t chunk[CHUNK_B];

	while (left_B && fl_spend(&c->base, CHUNK_B, "the copies of SDMA")) {
		uint32_t n_B = left_B < CHUNK_B ? left_B : CHUNK_B;

		if (!mcik_vm_read(c, mcik_sdma_vmid(c, e), from, chunk, n_B, mcik_sdma_client(e)) ||
		    !put(c, e, to, chunk, n_B))
			break;
		from += n_B;
		to += n_B;
		left_B -= n_B;
	}
}

static void fill(struct mcik *c, unsigned e, uint64_t to, uint32_t value, uint32_t left_B)
{
	uint32_t chunk[CHUNK_B / 4];

	for (unsigned i = 0; i < CHUNK_B / 4; i++)
		chunk[i] = value;
	while (left_B && fl_spend(&c->base, CHUNK_B, "the fills of SDMA")) {
		uint32_t n_B = left_B < CHUNK_B ? left_B : CHUNK_B;

		if (!put(c, e, to, chunk, n_B))
			break;
		to += n_B;
		left_B -= n_B;
	}
}

/* Entries of 8 bytes: value, growing by increment, and flags. */
static bool generate(struct mcik *c, unsigned e, const uint32_t *dw)
{
	enum { MOST = 0x7fffe };
	uint64_t at = address(dw + 1), flags = address(dw + 3), value = address(dw + 5),
		 step = address(dw + 7);

	if (dw[9] > MOST)
		return false;
	for (uint32_t i = 0; i < dw[9]; i++, at += 8, value += step) {
		uint64_t entry = value | flags;

		if (!put(c, e, at, &entry, sizeof(entry)))
			break;
	}
	return true;
}

static bool indirect(struct mcik *c, unsigned e, const uint32_t *dw)
{
	struct mcik_sdma_engine *s = &c->sdma->engine[e];

	if (s->ib_at < s->ib_dw || dw[1] & 0x1f) /* no second level; 32 bytes */
		return false;
	if (s->rptr % 8)
		mcik_report(
		    c, FL_WARN, "SDMA", "CIK facts 3",
		    "INDIRECT_BUFFER ends at dword %u of the ring: it must end at a multiple of 8 (put NOPs "
		    "before it)",
		    s->rptr);
	s->ib_vmid = extra(dw) & 0xf;
	s->ib_addr = address(dw + 1);
	s->ib_dw = dw[3] & 0xfffff;
	s->ib_at = 0;
	return true;
}

static bool semaphore(struct mcik *c, unsigned e, const uint32_t *dw)
{
	enum { WRITE_ONE = 1 << 13, SIGNAL = 1 << 14 };
	struct mcik_sdma_engine *s = &c->sdma->engine[e];
	uint64_t at = address(dw + 1);
	uint32_t value;

	if (!(extra(dw) & SIGNAL)) { /* until it is not 0 */
		s->polls = s->poll_memory = true;
		s->poll_at = at;
		s->poll_function = MCIK_NOT_EQUAL;
		s->poll_reference = 0;
		s->poll_mask = UINT32_MAX;
		return true;
	}
	if (mcik_vm_read(c, mcik_sdma_vmid(c, e), at, &value, sizeof(value), mcik_sdma_client(e))) {
		value = extra(dw) & WRITE_ONE ? 1 : value + 1;
		put(c, e, at, &value, sizeof(value));
	}
	return true;
}

/* Operation 1: the register to wait for, then the one to write; byte addresses. */
static bool poll(struct mcik *c, unsigned e, const uint32_t *dw)
{
	enum { OPERATION_SHIFT = 10, FUNCTION_SHIFT = 12, MEMORY = 1 << 15, WRITE_THEN_WAIT = 1 };
	struct mcik_sdma_engine *s = &c->sdma->engine[e];
	unsigned operation = extra(dw) >> OPERATION_SHIFT & 3;

	if (operation > WRITE_THEN_WAIT)
		return false;
	if (operation == WRITE_THEN_WAIT)
		mcik_reg_write(c, dw[2], dw[3], MCIK_CP);
	s->polls = true;
	s->poll_memory = extra(dw) & MEMORY && operation != WRITE_THEN_WAIT;
	s->poll_at = operation == WRITE_THEN_WAIT ? dw[1] : address(dw + 1);
	s->poll_function = extra(dw) >> FUNCTION_SHIFT & 7;
	s->poll_reference = dw[3];
	s->poll_mask = dw[4];
	return true;
}

bool mcik_sdma_packet(struct mcik *c, unsigned e, const uint32_t *dw, uint32_t n)
{
	switch (op(dw)) {
	case NOP:
		return true;
	case COPY:
		if (fl_look_begin(&c->base, FL_LOOK_DMA, "SDMA COPY")) {
			copy(c, e, address(dw + 3), address(dw + 5), dw[1] & COUNT_B);
			fl_look_end(&c->base);
		}
		return dw[1] <= COUNT_B;
	case WRITE:
		put(c, e, address(dw + 1), dw + 4, 4ull * dw[3]);
		return true;
	case INDIRECT:
		return indirect(c, e, dw);
	case FENCE:
		put(c, e, address(dw + 1), dw + 3, 4);
		return true;
	case TRAP: /* an interrupt: this model has no interrupt ring yet */
		return true;
	case SEMAPHORE:
		return semaphore(c, e, dw);
	case POLL:
		return poll(c, e, dw);
	case FILL: /* [31:30] of the header: 2 is dwords */
		if (fl_look_begin(&c->base, FL_LOOK_DMA, "SDMA FILL")) {
			fill(c, e, address(dw + 1), dw[3], dw[4] & COUNT_B);
			fl_look_end(&c->base);
		}
		return dw[0] >> 30 == 2 && dw[4] <= COUNT_B;
	case GENERATE:
		return generate(c, e, dw);
	case SRBM_WRITE:
		mcik_reg_write(c, (dw[1] & 0xffff) * 4, dw[2], MCIK_CP);
		return true;
	}
	return false;
}
