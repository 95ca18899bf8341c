/* SPDX-License-Identifier: MIT
 *
 * Mutations of streams; see mutate.h.
 */
#include "tests/fuzz/mutate.h"
#include "hw/model/fl_model.h"
#include "hw/regs/fl_regs.h"
#include "hw/regs/gc.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/ops.h"

#include <string.h>

enum { MAX_STREAMS = 64 };

struct place {
	size_t at;
	uint32_t n_dw;
};

uint32_t fuzz_random(uint32_t *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 17;
	*s ^= *s << 5;
	return *s;
}

static uint32_t peek(const uint8_t *p, unsigned n)
{
	struct fuzz_in in = {p, n};

	return fuzz_take(&in, n);
}

static bool in_stream(uint32_t addr)
{
	return addr == FUZZ_STREAM_AT || addr == FUZZ_STREAM_GC_AT;
}

/* Where the streams are. Operands as in fuzz_model.c. */
static unsigned streams(const uint8_t *data, size_t size_B, struct place *out)
{
	static const uint8_t fixed[FUZZ_OPS] = {
	    [FUZZ_WRITE] = 6, [FUZZ_WRITE_AS] = 9, [FUZZ_READ] = 5, [FUZZ_RUN_IB] = 6, [FUZZ_MAP] = 6,
	    [FUZZ_UNMAP] = 1, [FUZZ_FILL] = 10,    [FUZZ_TICK] = 1, [FUZZ_CONFIG] = 6, [FUZZ_BREAK] = 1};
	size_t at = 2;
	unsigned n = 0;

	while (at + 7 < size_B && n < MAX_STREAMS) {
		unsigned op = data[at] == FUZZ_WRITER ? FUZZ_WRITER : data[at] % FUZZ_OPS;

		at++;
		if (op == FUZZ_WRITER) {
			at += FUZZ_WRITER_B;
		} else if (op == FUZZ_RUN || op == FUZZ_RING) {
			uint32_t dw = peek(data + at, 2);

			at += 2;
			if (dw > (size_B - at) / 4)
				dw = (uint32_t)((size_B - at) / 4);
			if (dw > 1)
				out[n++] = (struct place){at, dw};
			at += 4ul * dw;
		} else if (op == FUZZ_MEM || op == FUZZ_VRAM) {
			uint32_t n_B = peek(data + at + 4, 2), dw = n_B / 4;

			if (op == FUZZ_MEM && in_stream(peek(data + at, 4)) && dw > 1 &&
			    at + 6 + n_B <= size_B)
				out[n++] = (struct place){at + 6, dw};
			at += 6 + n_B;
		} else {
			at += fixed[op];
		}
	}
	return n;
}

uint32_t fuzz_changed(uint32_t v, uint32_t *s)
{
	static const uint32_t odd[] = {0,          ~0u,        0x7f800000, 0xff800000, 0x7fc00000, 0x80000000,
				       0x3f800000, 0x7f7fffff, 0x00000001, 0x00ffffff, 0x3fff,     0xffff,
				       0x1000,     0x4b800000, 0xcb800000, 0x00400000};
	uint32_t k = fuzz_random(s);

	switch (k % 8) {
	case 0:
		return odd[k >> 8 & 15];
	case 1:
		return fuzz_random(s);
	case 2:
		return v + (k >> 8 & 15) - 8;
	case 3: { /* a field of it */
		uint32_t low = k >> 8 & 31, mask = (2u << (k >> 16 & 7)) - 1;

		return (v & ~(mask << low)) | (fuzz_random(s) & mask << low);
	}
	default:
		return v ^ 1u << (k >> 8 & 31);
	}
}

/* Registers that packets write: the 3D pipe and the 2D engine. */
static uint32_t some_register(uint32_t *s)
{
	static const struct {
		uint16_t from, to;
	} ranges[] = {{0x2080, 0x2300}, {0x2400, 0x2520}, {0x4000, 0x4080}, {0x4100, 0x4110},
		      {0x4200, 0x4360}, {0x4380, 0x4400}, {0x4400, 0x45ff}, {0x4600, 0x46ff},
		      {0x4b00, 0x4c00}, {0x4e00, 0x4f00}, {0x4f00, 0x5000}, {0x1400, 0x1800},
		      {0x0700, 0x0800}};
	uint32_t k = fuzz_random(s), i = k % (sizeof(ranges) / sizeof(ranges[0]));

	return (ranges[i].from + (k >> 8) % (ranges[i].to - ranges[i].from)) / 4;
}

static void mutate_stream(uint8_t *p, uint32_t n, uint32_t *s)
{
	uint32_t target = fuzz_random(s) % n, at = 0, header = 0, body = 0, v;

	/* the packet that the dword belongs to */
	while (at < n) {
		header = peek(p + 4 * at, 4);
		body = header >> 30 == 2 ? 0 : header >> 30 == 1 ? 2 : (header >> 16 & 0x3fff) + 1;
		if (target <= at + body)
			break;
		at += 1 + body;
	}
	v = peek(p + 4 * target, 4);
	if (target == at && header >> 30 == 0 && fuzz_random(s) % 4)
		v = (header & ~0x1fffu) | some_register(s);
	else if (target == at && header >> 30 == 3 && fuzz_random(s) % 4)
		v = (header & ~0xff00u) | (fuzz_random(s) & 0xff00);
	else if (target != at || fuzz_random(s) % 16 == 0)
		v = fuzz_changed(v, s);
	for (unsigned i = 0; i < 4; i++)
		p[4 * target + i] = (uint8_t)(v >> 8 * i);
}

/* ---- Vivante's ----------------------------------------------------------------------------------------- */
static bool is_gc(uint8_t number)
{
	const char *const *chips = fl_model_chips();
	unsigned n = 0;

	while (chips[n])
		n++;
	return n && !strncmp(chips[number % n], "gc", 2);
}

/* Dwords of a command, with its filler, on the cores that have it. */
static uint32_t command_dw(uint32_t header)
{
	const uint32_t op = GC_FE_LOAD_STATE_HEADER__OP__GET(header),
		       n = GC_FE_LOAD_STATE_HEADER__COUNT__GET(header);

	switch (op) {
	case GC_FE_OPCODE__LOAD_STATE:
		return (1 + (n ? n : 1024) + 1) & ~1u;
	case GC_FE_OPCODE__DRAW_PRIMITIVES:
	case GC_FE_OPCODE__CALL:
	case GC_FE_OPCODE__DRAW_INSTANCED:
		return 4;
	case GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES:
		return 6;
	default:
		return 2;
	}
}

/* One that the database knows, of any core */
static uint32_t some_state(uint32_t *s)
{
	const struct fl_regs *db = fl_regs_gc();
	struct fl_reg r;

	for (unsigned i = 0; i < 64; i++)
		if (fl_regs_at(db, fuzz_random(s) % fl_regs_count(db), &r) && !strcmp(r.space, "mmio")) {
			uint32_t at = r.offset;

			for (unsigned k = 0; k < r.dims; k++)
				at += fuzz_random(s) % r.length[k] * r.stride[k];
			return at / 4;
		}
	return 0;
}

static void mutate_gc(uint8_t *p, uint32_t n, uint32_t *s)
{
	static const uint8_t ops[] = {1, 1, 1, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 19};
	uint32_t target = fuzz_random(s) % n, at = 0, header = 0, v;

	while (at < n) {
		header = peek(p + 4 * at, 4);
		if (target < at + command_dw(header))
			break;
		at += command_dw(header);
	}
	v = peek(p + 4 * target, 4);
	if (target != at)
		v = fuzz_changed(v, s);
	else if (fuzz_random(s) % 16 == 0)
		v = (v & ~GC_FE_LOAD_STATE_HEADER__OP__MASK) |
		    GC_FE_LOAD_STATE_HEADER__OP(ops[fuzz_random(s) % sizeof(ops)]);
	else if (GC_FE_LOAD_STATE_HEADER__OP__GET(header) == GC_FE_OPCODE__LOAD_STATE && fuzz_random(s) % 4)
		v = (v & ~GC_FE_LOAD_STATE_HEADER__OFFSET__MASK) |
		    GC_FE_LOAD_STATE_HEADER__OFFSET(some_state(s) & 0xffff);
	else if (fuzz_random(s) % 4 == 0)
		v = fuzz_changed(v, s);
	for (unsigned i = 0; i < 4; i++)
		p[4 * target + i] = (uint8_t)(v >> 8 * i);
}

bool fuzz_mutate(uint8_t *data, size_t size_B, uint32_t *s)
{
	struct place at[MAX_STREAMS];
	unsigned n = streams(data, size_B, at), times;
	bool gc;

	if (!n)
		return false;
	gc = is_gc(data[0]);
	times = 1 + fuzz_random(s) % 6;
	for (unsigned i = 0; i < times; i++) {
		const struct place *w = &at[fuzz_random(s) % n];

		if (gc)
			mutate_gc(data + w->at, w->n_dw, s);
		else
			mutate_stream(data + w->at, w->n_dw, s);
	}
	return true;
}
