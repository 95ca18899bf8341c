/* SPDX-License-Identifier: MIT
 *
 * Memory and LDS in haste (sq_row.c, sq_ds_all.c) beside the path that judges, on addresses of many shapes:
 * the same registers, the same memory, the same faults.
 */
#include "tests/unit/cik/sq_rig.h"

TestSuite(cik_sq_rows, .timeout = 120);

enum { PAGE_B = 4096, ROUNDS = 6000, MIDDLE_B = 0x20000, PLANES = 16 };

static uint32_t seed;

static uint32_t pick(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(seed >> 1) * n >> 31);
}

/* Page by page, as the model's VM shows memory; nothing here counts as a fault. */
static uint8_t *poke(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	const uint64_t at = va - RIG_BASE;

	*left_B = at < RIG_MEM_B ? PAGE_B - at % PAGE_B : 0;
	return *left_B ? rig.mem + at : NULL;
}

/* For loads alone: what every third page holds, elsewhere, where its neighbors are others. */
static uint8_t apart[RIG_MEM_B];
static bool torn;

static const uint8_t *peek(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	const uint8_t *p = poke(arg, vmid, va, left_B);

	return p && torn && (va - RIG_BASE) / PAGE_B % 3 == 1 ? apart + (va - RIG_BASE) : p;
}

/* What lanes get as their addresses: a first one, and a step or none, or anything in reach. */
static void addresses(uint64_t first, uint32_t reach_B)
{
	static const uint32_t steps[] = {4, 8, 16, 1, 2, 0, 12, 64, 260, 1024};
	const unsigned shape = pick(sizeof(steps) / sizeof(steps[0]) + 2);
	const bool odd = pick(4) == 0, down = pick(4) == 0;

	for (unsigned l = 0; l < MCIK_LANES; l++) {
		const uint32_t lane = down ? MCIK_LANES - 1 - l : l;
		uint64_t at = first;

		if (shape < sizeof(steps) / sizeof(steps[0]))
			at += (uint64_t)steps[shape] * lane;
		else
			at += pick(shape & 1 ? reach_B : 256);
		at = odd ? at + pick(4) : at & ~UINT64_C(3);
		rig.w->v[2][l] = (uint32_t)at;
		rig.w->v[3][l] = (uint32_t)(at >> 32);
	}
}

struct after {
	uint8_t mem[MIDDLE_B], lds[RIG_LDS_B];
	mcik_plane v[PLANES];
	unsigned faults, reports;
};

static struct after fast, slow;

static void run(const char *text, enum fl_isa isa, struct after *a)
{
	rig.env.isa = isa;
	rig.env.peek = isa == FL_ISA_SCALAR ? NULL : peek;
	rig.env.poke = isa == FL_ISA_SCALAR ? NULL : poke;
	rig.faults = rig.reports = 0;
	rig.w->budget = 1000;
	cr_assert(rig_run(text));
	memcpy(a->mem, rig.mem, sizeof a->mem);
	memcpy(a->lds, rig.lds, sizeof a->lds);
	memcpy(a->v, rig.w->v, sizeof a->v);
	a->faults = rig.faults;
	a->reports = rig.reports;
}

/* Both paths from the same beginning */
static void both(const char *text, uint64_t exec)
{
	static struct after before;
	const enum fl_isa isa = rig.env.isa;

	for (unsigned k = 4; k < PLANES; k++)
		for (unsigned l = 0; l < MCIK_LANES; l++)
			rig.w->v[k][l] = seed ^ (k << 16 | l << 8 | 0x55);
	rig_set_pair(MCIK_EXEC, exec);
	memcpy(before.mem, rig.mem, sizeof before.mem);
	memcpy(before.lds, rig.lds, sizeof before.lds);
	memcpy(before.v, rig.w->v, sizeof before.v);
	run(text, isa, &fast);
	memcpy(rig.mem, before.mem, sizeof before.mem);
	memcpy(rig.lds, before.lds, sizeof before.lds);
	memcpy(rig.w->v, before.v, sizeof before.v);
	rig_set_pair(MCIK_EXEC, exec);
	run(text, FL_ISA_SCALAR, &slow);
	rig.env.isa = isa;
	cr_assert(!memcmp(fast.v, slow.v, sizeof fast.v), "%s: registers differ", text);
	cr_assert(!memcmp(fast.mem, slow.mem, sizeof fast.mem), "%s: memory differs", text);
	cr_assert(!memcmp(fast.lds, slow.lds, sizeof fast.lds), "%s: LDS differs", text);
	cr_assert(fast.faults == slow.faults, "%s: %u and %u faults", text, fast.faults, slow.faults);
	cr_assert(fast.reports == slow.reports, "%s: %u and %u reports", text, fast.reports, slow.reports);
}

static uint64_t lanes(void)
{
	return pick(3) ? UINT64_MAX : (uint64_t)pick(UINT32_MAX) << 32 | pick(UINT32_MAX) | 1;
}

static void open(uint32_t with)
{
	rig_open(1);
	seed = with;
	for (unsigned k = 0; k < MIDDLE_B; k++)
		rig.mem[k] = (uint8_t)pick(256);
	for (unsigned k = 0; k < RIG_LDS_B; k++)
		rig.lds[k] = (uint8_t)pick(256);
}

Test(cik_sq_rows, flat_memory)
{
	static const char *const op[] = {
	    "flat_load_dword v8, v[2:3]",         "flat_load_dwordx2 v[8:9], v[2:3]",
	    "flat_load_dwordx3 v[8:10], v[2:3]",  "flat_load_dwordx4 v[2:5], v[2:3]",
	    "flat_load_ubyte v8, v[2:3]",         "flat_load_sbyte v8, v[2:3]",
	    "flat_load_ushort v8, v[2:3]",        "flat_load_sshort v8, v[2:3]",
	    "flat_store_dword v[2:3], v4",        "flat_store_dwordx2 v[2:3], v[4:5]",
	    "flat_store_dwordx3 v[2:3], v[4:6]",  "flat_store_dwordx4 v[2:3], v[4:7]",
	    "flat_store_byte v[2:3], v4",         "flat_store_short v[2:3], v4",
	    "flat_atomic_add v8, v[2:3], v4 glc", "flat_store_dwordx4 v[2:3], v[2:5]",
	};
	/* in a page, across its end, from before memory on, in LDS */
	static const uint64_t from[] = {RIG_BASE + 0x2000, RIG_BASE + 0x2f80, RIG_BASE - 0x80,
					UINT64_C(0x6000) << 48};
	char text[256];

	open(7);
	rig.w->s[MCIK_M0] = UINT32_MAX;
	for (unsigned n = 0; n < ROUNDS; n++) {
		rig.env.unaligned = pick(2);
		addresses(from[pick(sizeof(from) / sizeof(from[0]))] - pick(2) * pick(600), 0x3000);
		snprintf(text, sizeof text, "%s\ns_waitcnt vmcnt(0) & lgkmcnt(0)",
			 op[pick(sizeof(op) / sizeof(op[0]))]);
		both(text, lanes());
	}
	rig_close();
}

Test(cik_sq_rows, local_memory)
{
	static const char *const op[] = {
	    "ds_read_b32 v8, v2 offset:%u",
	    "ds_read_b64 v[8:9], v2 offset:%u",
	    "ds_read_b96 v[8:10], v2 offset:%u",
	    "ds_read_b128 v[1:4], v2 offset:%u",
	    "ds_read_u8 v8, v2 offset:%u",
	    "ds_read_i16 v8, v2 offset:%u",
	    "ds_write_b32 v2, v4 offset:%u",
	    "ds_write_b64 v2, v[4:5] offset:%u",
	    "ds_write_b96 v2, v[4:6] offset:%u",
	    "ds_write_b128 v2, v[4:7] offset:%u",
	    "ds_write_b8 v2, v4 offset:%u",
	    "ds_add_rtn_u32 v8, v2, v4 offset:%u",
	    "ds_wrxchg_rtn_b32 v8, v2, v4 offset:%u",
	};
	static const char *const two[] = {
	    "ds_read2_b32 v[8:9], v2 offset0:%u offset1:%u",
	    "ds_read2_b64 v[2:5], v2 offset0:%u offset1:%u",
	    "ds_read2st64_b32 v[8:9], v2 offset0:%u offset1:%u",
	    "ds_read2st64_b64 v[8:11], v2 offset0:%u offset1:%u",
	    "ds_write2_b32 v2, v4, v5 offset0:%u offset1:%u",
	    "ds_write2_b64 v2, v[4:5], v[6:7] offset0:%u offset1:%u",
	};
	char text[256], one[128];

	open(9);
	for (unsigned n = 0; n < ROUNDS; n++) {
		const unsigned first = pick(3) ? pick(64) : pick(256),
			       second = pick(3) ? pick(64) : pick(256);

		rig.w->s[MCIK_M0] = pick(3) ? UINT32_MAX : pick(RIG_LDS_B);
		addresses(pick(8) ? pick(4096) : RIG_LDS_B - pick(4096) * pick(2) - pick(8), 8192);
		if (!pick(16))
			rig.w->v[2][pick(MCIK_LANES)] = -pick(64);
		if (pick(2))
			snprintf(one, sizeof one, op[pick(sizeof(op) / sizeof(op[0]))], first * 4 + pick(2));
		else
			snprintf(one, sizeof one, two[pick(sizeof(two) / sizeof(two[0]))], first, second);
		snprintf(text, sizeof text, "%s\ns_waitcnt lgkmcnt(0)", one);
		both(text, lanes());
	}
	rig_close();
}

/* ---- buffers by format --------------------------------------------------------------------------------- */
/* Indices in a row, or one for all lanes, or anything; some beyond the records, or far away. */
static void indices(uint32_t records)
{
	const unsigned shape = pick(4), first = pick(records), odd = pick(8);

	for (unsigned l = 0; l < MCIK_LANES; l++)
		rig.w->v[2][l] = shape == 0 ? first : shape == 1 ? pick(records) : first + shape / 2 * l;
	if (!odd)
		rig.w->v[2][pick(MCIK_LANES)] = records + pick(3);
	else if (odd == 1)
		rig.w->v[2][pick(MCIK_LANES)] = pick(2) ? UINT32_MAX : 0x20000;
}

/* From an address up to the end of memory, or beyond it; swizzled, and by an offset, at times. */
static void descriptor(void)
{
	static const uint8_t format[] = {4, 11, 13, 14, 10, 5, 0, 14}, number[] = {7, 4, 0};
	static const uint16_t strides[] = {16, 24, 12, 4, 20, 8, 32, 0},
			      selects[] = {0xfac, 0x3ac, 0x977, 0x4ac};
	const uint32_t records = 1 + pick(3000);
	const uint64_t base = RIG_BASE + (pick(12) ? PAGE_B + 4 * pick(5000) : RIG_MEM_B - 4 * pick(2000));

	rig.w->s[8] = (uint32_t)base;
	rig.w->s[9] = (uint32_t)(base >> 32) | (uint32_t)strides[pick(8)] << 16 | (pick(12) ? 0 : 1u << 31);
	rig.w->s[10] = records;
	rig.w->s[11] = (uint32_t)format[pick(8)] << 15 | (uint32_t)number[pick(3)] << 12 | selects[pick(4)];
	indices(records);
}

Test(cik_sq_rows, buffers_by_format)
{
	static const char *const op[] = {
	    "buffer_load_format_x v8, v2, s[8:11], 0 idxen",
	    "buffer_load_format_xy v[8:9], v2, s[8:11], 0 idxen offset:4",
	    "buffer_load_format_xyz v[8:10], v2, s[8:11], 0 idxen",
	    "buffer_load_format_xyzw v[8:11], v2, s[8:11], 0 idxen offset:8",
	    "buffer_load_format_xyz v[1:3], v2, s[8:11], 0 idxen", /* over its indices */
	    "buffer_load_format_xyzw v[2:5], v2, s[8:11], 0 idxen",
	    "buffer_load_format_xyzw v[8:11], v[2:3], s[8:11], 0 idxen offen",
	    "buffer_load_format_xy v[8:9], v2, s[8:11], s12 idxen",
	    "buffer_load_format_xy v[8:9], v2, s[8:11], 0 idxen tfe",
	    "tbuffer_load_format_xyz v[8:10], v2, s[8:11], 0 idxen format:125",
	};
	char text[256];

	open(11);
	for (unsigned k = MIDDLE_B; k < RIG_MEM_B; k += 4)
		memcpy(rig.mem + k, &(uint32_t){pick(UINT32_MAX)}, 4);
	memset(apart, 0x5a, sizeof apart);
	for (unsigned at = PAGE_B; at < RIG_MEM_B; at += 3 * PAGE_B)
		memcpy(apart + at, rig.mem + at, PAGE_B);
	for (unsigned n = 0; n < ROUNDS; n++) {
		torn = pick(2);
		descriptor();
		rig.w->s[12] = 4 * pick(600);
		for (unsigned l = 0; l < MCIK_LANES; l++)
			rig.w->v[3][l] = 4 * pick(40);
		snprintf(text, sizeof text, "%s\ns_waitcnt vmcnt(0)", op[pick(sizeof(op) / sizeof(op[0]))]);
		both(text, lanes());
	}
	rig_close();
}

/* Rows come to lanes that are on, when they are waited for; and a status, which says that all is well. */
Test(cik_sq_rows, rows_land_when_they_are_waited_for)
{
	enum { ON = 0x0ffffff0, OLD = 7 };

	open(13);
	torn = false;
	rig.env.peek = peek;
	rig.w->s[8] = (uint32_t)(RIG_BASE + RIG_DATA);
	rig.w->s[9] = (uint32_t)((RIG_BASE + RIG_DATA) >> 32) | 16u << 16;
	rig.w->s[10] = 1000;
	rig.w->s[11] = 14u << 15 | 7u << 12 | 0xfac;
	for (unsigned on = 0; on < 2; on++) {
		for (unsigned l = 0; l < MCIK_LANES; l++)
			rig.w->v[2][l] = 3 * l;
		rig_set(4, OLD | (uint64_t)OLD << 32);
		rig_set(6, OLD | (uint64_t)OLD << 32);
		rig_set(8, OLD | (uint64_t)OLD << 32);
		rig_set_pair(MCIK_EXEC, on ? UINT64_MAX : ON);
		rig.reports = 0;
		cr_assert(
		    rig_run("buffer_load_format_xyzw v[10:13], v2, s[8:11], 0 idxen\ns_waitcnt vmcnt(0)\n"
			    "buffer_load_format_xy v[4:5], v2, s[8:11], 0 idxen tfe\nv_mov_b32 v8, v5\n"
			    "s_waitcnt vmcnt(0)\nv_mov_b32 v9, v5"));
		cr_expect_eq(rig.reports, 1u);
		for (unsigned l = 0; l < MCIK_LANES; l++) {
			const bool is = on || (uint64_t)ON >> l & 1;
			uint32_t row[2];

			memcpy(row, rig.mem + RIG_DATA + 48 * l, sizeof row);
			cr_expect_eq(rig.w->v[4][l], is ? row[0] : OLD, "lane %u", l);
			cr_expect_eq(rig.w->v[5][l], is ? row[1] : OLD, "lane %u", l);
			cr_expect_eq(rig.w->v[6][l], is ? 0 : OLD, "lane %u", l);
			cr_expect_eq(rig.w->v[8][l], OLD, "lane %u: too early", l);
			cr_expect_eq(rig.w->v[9][l], is ? row[1] : OLD, "lane %u", l);
		}
	}
	rig_close();
}
