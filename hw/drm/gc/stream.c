/* SPDX-License-Identifier: MIT
 *
 * Command streams of Vivante's cores as Linux goes over them (etnaviv_cmd_parser.c): only commands that a
 * program may send, and no state that holds an address but with one that the driver put there. Where each
 * program has page tables of its own (the second MMU), Linux looks at nothing, and so does this, but to count
 * draws.
 */
#include "hw/drm/gc/stream.h"
#include "hw/regs/gc.h"

#include <stddef.h>

/* Runs of states that hold addresses: the first, and how many. Those of 2D are in the list for cores with
 * both. */
static const struct {
	uint32_t state, n;
} addresses[] = {
    {0x01200, 1},   {0x01228, 1},  {0x01238, 1},  {0x01284, 1}, {0x0128c, 1}, {0x01304, 1},   {0x01310, 1},
    {0x01318, 1},   {0x12800, 4},  {0x128a0, 4},  {0x128c0, 4}, {0x12970, 4}, {0x12a00, 8},   {0x12b40, 8},
    {0x12b80, 8},   {0x12ce0, 8},  {0x00644, 1},  {0x0064c, 1}, {0x00680, 8}, {0x0086c, 1},   {0x01028, 1},
    {0x01410, 1},   {0x01430, 1},  {0x01458, 1},  {0x01460, 8}, {0x01480, 8}, {0x01500, 8},   {0x01520, 8},
    {0x01608, 1},   {0x01610, 1},  {0x01658, 1},  {0x0165c, 1}, {0x01664, 1}, {0x01668, 1},   {0x016a4, 1},
    {0x016c0, 8},   {0x016e0, 8},  {0x01740, 8},  {0x017c0, 8}, {0x017e0, 8}, {0x02400, 224}, {0x03824, 1},
    {0x10800, 512}, {0x14600, 16}, {0x14800, 64},
};

static bool is_address(uint32_t state)
{
	for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
		if (state >= addresses[i].state && state < addresses[i].state + 4 * addresses[i].n)
			return true;
	return false;
}

/* Dwords of a command, the filler at its end included; 0: programs may not send it. */
static uint32_t length(uint32_t header)
{
	const uint32_t n = GC_FE_LOAD_STATE_HEADER__COUNT__GET(header),
		       rects = GC_FE_DRAW_2D_HEADER__COUNT__GET(header);

	switch (GC_FE_LOAD_STATE_HEADER__OP__GET(header)) {
	case GC_FE_OPCODE__LOAD_STATE: /* a count of 0 is 1024 for the core, and none for Linux */
		return (1 + n + 1) & ~1u;
	case GC_FE_OPCODE__DRAW_2D:
		return 2 + 2 * (rects ? rects : 256);
	case GC_FE_OPCODE__DRAW_PRIMITIVES:
	case GC_FE_OPCODE__DRAW_INSTANCED:
		return 4;
	case GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES:
		return 6;
	case GC_FE_OPCODE__NOP:
	case GC_FE_OPCODE__STALL:
		return 2;
	}
	return 0;
}

static bool is_draw(uint32_t op)
{
	return op == GC_FE_OPCODE__DRAW_PRIMITIVES || op == GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES ||
	       op == GC_FE_OPCODE__DRAW_INSTANCED;
}

/* Each state of addresses has one that the driver put there; *next is the first of those behind it. */
static bool states(struct fl_drm_stream *s, uint32_t header, uint32_t *next)
{
	const uint32_t first = GC_FE_LOAD_STATE_HEADER__OFFSET__GET(header),
		       n = GC_FE_LOAD_STATE_HEADER__COUNT__GET(header);

	for (uint32_t i = 0; i < n; i++) {
		const uint32_t at = s->at + 1 + i, state = (first + i) * 4;

		if (!is_address(state))
			continue;
		while (*next < s->n_placed && s->placed[*next] < at)
			(*next)++;
		if (*next >= s->n_placed || s->placed[*next] != at)
			return fl_drm_refuse(s, "load state touches restricted state 0x%05x at offset %u",
					     state, 4 * at);
		(*next)++;
	}
	return true;
}

/* Nothing is refused. */
static bool count(struct fl_drm_stream *s)
{
	for (uint32_t n; s->at < s->n_dw && (n = length(s->dw[s->at])); s->at += n)
		s->draws += is_draw(GC_FE_LOAD_STATE_HEADER__OP__GET(s->dw[s->at]));
	return true;
}

bool gc_drm_check(struct fl_drm_stream *s)
{
	if (s->own)
		return count(s);
	for (uint32_t next = 0; s->at < s->n_dw;) {
		const uint32_t header = s->dw[s->at], op = GC_FE_LOAD_STATE_HEADER__OP__GET(header),
			       n = length(header);

		if (!n)
			return fl_drm_refuse(s, "op %u not permitted at offset %u", op, s->at);
		if (n > s->n_dw - s->at)
			return fl_drm_refuse(s, "commands overflow end of buffer: %u > %u", s->at + n,
					     s->n_dw);
		if (op == GC_FE_OPCODE__LOAD_STATE && !states(s, header, &next))
			return false;
		s->draws += is_draw(op);
		s->at += n;
	}
	return true;
}
