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

static const uint8_t *peek(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	return poke(arg, vmid, va, left_B);
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
