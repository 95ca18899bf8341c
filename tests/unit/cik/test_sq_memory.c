/* SPDX-License-Identifier: MIT
 *
 * Memory instructions of Sea Islands' waves: LDS and GDS, buffers with formats, ranges and swizzle, flat
 * addresses, atomic operations, exports.
 */
#include "tests/unit/cik/sq_rig.h"

TestSuite(cik_sq_memory, .timeout = 60);

static uint32_t dword(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, 4);
	return v;
}

static uint64_t qword(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, 8);
	return v;
}

/* Each lane's address, 16 bytes apart, in v0; data 100 + lane in v2, 3 + lane in v3, 7 in v4, 0 in v5 */
static void open(void)
{
	rig_open(1);
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		rig.w->v[0][l] = 16 * l;
		rig.w->v[2][l] = 100 + l;
		rig.w->v[3][l] = 3 + l;
		rig.w->v[4][l] = 7;
	}
	rig.w->s[MCIK_M0] = 0xffffffff;
}

/* Atomic operations with old 50, d and e: the new value. Memory has compare and new the other way round. */
static const struct operation {
	const char *ds, *mem;
	uint64_t d, e, want;
} operations[] = {
    {"add_u", "add", 7, 0, 57},       {"sub_u", "sub", 7, 0, 43},         {"rsub_u", NULL, 70, 0, 20},
    {"inc_u", "inc", 50, 0, 0},       {"inc_u", "inc", 51, 0, 51},        {"dec_u", "dec", 49, 0, 49},
    {"dec_u", "dec", 60, 0, 49},      {"min_i", "smin", ~0ull, 0, ~0ull}, {"max_i", "smax", ~0ull, 0, 50},
    {"min_u", "umin", ~0ull, 0, 50},  {"max_u", "umax", ~0ull, 0, ~0ull}, {"and_b", "and", 0x13, 0, 0x12},
    {"or_b", "or", 5, 0, 55},         {"xor_b", "xor", 3, 0, 49},         {"mskor_b", NULL, 0x30, 1, 3},
    {"cmpst_b", "cmpswap", 50, 9, 9}, {"cmpst_b", "cmpswap", 51, 9, 50},  {"cmpst_f", "fcmpswap", 50, 9, 9},
    {"min_f", "fmin", 7, 0, 7},       {"max_f", "fmax", 70, 0, 70},       {"wrxchg_b", "swap", 9, 0, 9},
};

static bool two_operands(const struct operation *o)
{
	return o->e || !strncmp(o->ds, "mskor", 5);
}

Test(cik_sq_memory, lds_atomics)
{
	char text[160];

	open();
	for (unsigned k = 0; k < sizeof operations / sizeof *operations; k++)
		for (unsigned wide = 0; wide < 2; wide++)
			for (unsigned rtn = 0; rtn < 2; rtn++) {
				const struct operation *o = &operations[k];
				const uint64_t keep = wide ? ~0ull : 0xffffffff;

				if (!strcmp(o->ds, "wrxchg_b") && !rtn)
					continue;
				for (unsigned l = 0; l < MCIK_LANES; l++)
					memcpy(rig.lds + 16 * l + 8, &(uint64_t){50}, 8);
				rig_set(6, o->d);
				rig_set(8, o->e);
				rig_set(20, 0);
				const char type = o->ds[strlen(o->ds) - 1];

				snprintf(text, sizeof text,
					 "ds_%.*s%s_%c%s %sv0, %s%s%s offset:8\ns_waitcnt lgkmcnt(0)",
					 (int)strlen(o->ds) - 2, o->ds, rtn ? "_rtn" : "", type,
					 wide ? "64" : "32", rtn ? (wide ? "v[20:21], " : "v20, ") : "",
					 wide ? "v[6:7]" : "v6", two_operands(o) ? ", " : "",
					 !two_operands(o) ? ""
					 : wide           ? "v[8:9]"
							  : "v8");
				cr_assert(rig_run(text), "%s: %s", text, rig.said);
				for (unsigned l = 0; l < MCIK_LANES; l += 21) {
					cr_expect_eq(qword(rig.lds + 16 * l + 8) & keep, o->want & keep,
						     "%s (row %u): %llx", text, k,
						     (unsigned long long)qword(rig.lds + 16 * l + 8));
					cr_expect_eq(rig.w->v[20][l], rtn ? 50u : 0u, "%s: it returns %u",
						     text, rig.w->v[20][l]);
				}
			}
	rig_run("ds_write_b32 v0, v2\nds_wrap_rtn_b32 v20, v0, v3, v4\nds_read_b32 v21, v0\ns_waitcnt "
		"lgkmcnt(0)");
	cr_expect_eq(rig.w->v[20][5], 105u);
	cr_expect_eq(rig.w->v[21][5], 97u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

Test(cik_sq_memory, lds_reads_and_writes)
{
	open();
	for (unsigned k = 0; k < 4; k++)
		for (unsigned l = 0; l < MCIK_LANES; l++)
			rig.w->v[24 + k][l] = 0x80818283 + 0x1000 * k + l;
	rig_run(
	    "ds_write_b128 v0, v[24:27]\nds_read_b128 v[30:33], v0\nds_read_b96 v[34:36], v0\n"
	    "ds_read_b64 v[37:38], v0 offset:8\nds_read_u8 v39, v0 offset:1\nds_read_i8 v40, v0 offset:1\n"
	    "ds_read_u16 v41, v0 offset:2\nds_read_i16 v42, v0 offset:2\nds_read2_b32 v[43:44], v0 offset0:3 "
	    "offset1:1\n"
	    "ds_read2_b64 v[45:48], v0 offset0:1\nds_read2st64_b32 v[49:50], v0 offset0:1\n"
	    "ds_read2st64_b64 v[51:54], v0 offset1:1\ns_waitcnt lgkmcnt(0)");
	const uint32_t base = 0x80818283 + 9;

	for (unsigned k = 0; k < 4; k++)
		cr_expect_eq(rig.w->v[30 + k][9], base + 0x1000 * k);
	cr_expect_eq(rig.w->v[36][9], base + 0x2000);
	cr_expect_eq(rig.w->v[38][9], base + 0x3000);
	cr_expect_eq(rig.w->v[39][9], 0x82u);
	cr_expect_eq(rig.w->v[40][9], 0xffffff82u);
	cr_expect_eq(rig.w->v[41][9], 0x8081u);
	cr_expect_eq(rig.w->v[42][9], 0xffff8081u);
	cr_expect_eq(rig.w->v[43][9], base + 0x3000);
	cr_expect_eq(rig.w->v[44][9], base + 0x1000);
	cr_expect_eq(rig.w->v[45][9], base + 0x2000);
	cr_expect_eq(rig.w->v[48][9], base + 0x1000);
	cr_expect_eq(rig.w->v[49][9], base + 16, "64 dwords on is lane 25");
	cr_expect_eq(rig.w->v[53][9], base + 32, "64 qwords on is lane 41");
	rig_run("ds_write_b8 v0, v4 offset:3\nds_write_b16 v0, v3 offset:4\nds_write_b32 v0, v2 offset:8\n"
		"ds_write_b96 v0, v[24:26] offset:2048\nds_write_b64 v0, v[2:3] offset:4096\n"
		"ds_write2_b32 v0, v2, v3 offset0:0 offset1:2\nds_nop\ns_waitcnt lgkmcnt(0)");
	cr_expect_eq(dword(rig.lds + 16 * 9), 109u);
	cr_expect_eq(dword(rig.lds + 16 * 9 + 4), ((base + 0x1000) & 0xffff0000) | 12);
	cr_expect_eq(dword(rig.lds + 16 * 9 + 8), 12u);
	cr_expect_eq(dword(rig.lds + 2048 + 16 * 9 + 8), base + 0x2000);
	cr_expect_eq(dword(rig.lds + 4096 + 16 * 9 + 4), 12u);
	rig_run("ds_write2_b64 v0, v[2:3], v[24:25] offset1:1\nds_write2st64_b32 v0, v2, v3 offset0:32 "
		"offset1:64\n"
		"ds_write2st64_b64 v0, v[2:3], v[4:5] offset0:48 offset1:56\ns_waitcnt lgkmcnt(0)");
	cr_expect_eq(dword(rig.lds + 16 * 9 + 8), base);
	cr_expect_eq(dword(rig.lds + 32 * 256 + 16 * 9), 109u);
	cr_expect_eq(dword(rig.lds + 64 * 256 + 16 * 9), 12u);
	cr_expect_eq(dword(rig.lds + 56 * 512 + 16 * 9), 7u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

Test(cik_sq_memory, lds_exchanges_and_second_sources)
{
	open();
	rig_run("ds_write2_b32 v0, v2, v3 offset1:1\nds_wrxchg2_rtn_b32 v[20:21], v0, v4, v2 offset1:1\n"
		"ds_read2_b32 v[22:23], v0 offset1:1\nds_wrxchg2st64_rtn_b32 v[24:25], v0, v4, v2 offset0:16 "
		"offset1:32\n"
		"ds_wrxchg2_rtn_b64 v[26:29], v0, v[2:3], v[4:5] offset1:1\n"
		"ds_wrxchg2st64_rtn_b64 v[30:33], v0, v[2:3], v[4:5] offset0:16 offset1:32\ns_waitcnt "
		"lgkmcnt(0)");
	cr_expect_eq(rig.w->v[20][4], 104u);
	cr_expect_eq(rig.w->v[21][4], 7u);
	cr_expect_eq(rig.w->v[22][4], 7u);
	cr_expect_eq(rig.w->v[23][4], 104u);
	cr_expect_eq(rig.w->v[27][4], 104u);
	/* A at v0 with B four dwords on: lane 5's is the next one */
	memset(rig.lds, 0, sizeof rig.lds);
	rig_run("ds_write_b32 v0, v2 offset:0x4000\ns_waitcnt lgkmcnt(0)\nds_add_src2_u32 v0 offset:0x1000\n"
		"s_waitcnt lgkmcnt(0)\nds_read_b32 v20, v0\ns_waitcnt lgkmcnt(0)");
	cr_expect_eq(rig.w->v[20][4], 104u, "%u", rig.w->v[20][4]);
	static const char *const second[] = {"sub_src2_u", "rsub_src2_u", "inc_src2_u", "dec_src2_u",
					     "min_src2_i", "max_src2_i",  "min_src2_u", "max_src2_u",
					     "and_src2_b", "or_src2_b",   "xor_src2_b", "write_src2_b",
					     "min_src2_f", "max_src2_f"};
	/* of A = 104 and B = 104 each time */
	static const uint32_t want[] = {0, 0, 0, 103, 104, 104, 104, 104, 104, 104, 0, 104, 104, 104};
	char text[200];

	for (unsigned k = 0; k < 14; k++)
		for (unsigned bits = 32; bits <= 64; bits += 32) {
			memset(rig.lds, 0, sizeof rig.lds);
			snprintf(text, sizeof text,
				 "ds_write_b32 v0, v2\nds_write_b32 v0, v2 offset:0x4000\nds_%s%u v0 "
				 "offset:0x1000\n"
				 "s_waitcnt lgkmcnt(0)",
				 second[k], bits);
			rig_run(text);
			cr_expect_eq(dword(rig.lds + 16 * 4), want[k], "%s: %u", text,
				     dword(rig.lds + 16 * 4));
		}
	rig.w->v[6][4] = 0x80000005;
	rig.w->v[7][4] = 6;
	memset(rig.lds, 1, sizeof rig.lds);
	rig_run("ds_condxchg32_rtn_b64 v[20:21], v0, v[6:7]\nds_add_src2_u64 v0 offset:0x1000\ns_waitcnt "
		"lgkmcnt(0)");
	cr_expect_eq(rig.w->v[20][4], 0x01010101u);
	cr_expect_eq(dword(rig.lds + 64 + 4), 0x02020202u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* Out of range reads 0 and writes nothing: past the allotment, and past M0. */
Test(cik_sq_memory, lds_ranges)
{
	open();
	rig.group.lds_B = 512;
	rig_run("ds_write_b32 v0, v2\nds_read_b32 v20, v0\ns_waitcnt lgkmcnt(0)");
	cr_expect_eq(rig.w->v[20][31], 131u);
	cr_expect_eq(rig.w->v[20][32], 0u);
	cr_expect_eq(dword(rig.lds + 512), 0u);
	rig.w->s[MCIK_M0] = 256;
	rig_run("ds_read_b32 v20, v0\ns_waitcnt lgkmcnt(0)");
	cr_expect_eq(rig.w->v[20][15], 115u);
	cr_expect_eq(rig.w->v[20][16], 0u);
	rig_close();
}

Test(cik_sq_memory, swizzles_appends_and_gds)
{
	open();
	rig_set_pair(MCIK_EXEC, ~0ull - 4);
	rig_run("ds_swizzle_b32 v20, v2 offset:0x801b\nds_swizzle_b32 v21, v2 offset:0x041f\ns_waitcnt "
		"lgkmcnt(0)");
	cr_expect_eq(rig.w->v[20][4], 107u);
	cr_expect_eq(rig.w->v[20][1], 0u, "an inactive lane gives 0");
	cr_expect_eq(rig.w->v[21][6], 107u);
	rig.w->s[MCIK_M0] = 64;
	memcpy(rig.lds + 72, &(uint32_t){1000}, 4);
	rig_run("ds_append v20 offset:8\nds_consume v21 offset:8\ns_waitcnt lgkmcnt(0)");
	cr_expect_eq(rig.w->v[20][0], 1000u);
	cr_expect_eq(rig.w->v[21][0], 1063u);
	cr_expect_eq(dword(rig.lds + 72), 1000u);
	rig.w->s[MCIK_M0] = 128 << 16 | 256; /* base and size */
	rig_set_pair(MCIK_EXEC, ~0ull);
	rig_run(
	    "s_nop 0\nds_write_b32 v0, v2 gds\ns_waitcnt lgkmcnt(0) expcnt(0)\nds_add_rtn_u32 v20, v0, v4 "
	    "gds\n"
	    "ds_append v21 offset:4 gds\nds_ordered_count v22, v4 offset:3 gds\nds_gws_init v4 offset:1 gds\n"
	    "ds_gws_barrier v4 offset:1 gds\nds_gws_sema_v offset:1 gds\nds_gws_sema_p offset:1 gds\n"
	    "ds_gws_sema_br v4 offset:1 gds\nds_gws_sema_release_all offset:1 gds\ns_waitcnt lgkmcnt(0)");
	cr_expect_eq(dword(rig.gds + 128 + 16), 108u);
	cr_expect_eq(rig.w->v[20][15], 115u);
	cr_expect_eq(rig.w->v[20][16], 0u, "past M0's size");
	cr_expect_eq(dword(rig.gds + 132), 64u);
	cr_expect_eq(rig.w->v[22][0], 63u << 16 | 3 << 8 | 7);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* ---- buffers ------------------------------------------------------------------------------------------- */
/* V# in s[8:11]: DST_SEL x y z w, and the rest of word 3 */
static void buffer(uint32_t stride, uint32_t records, uint32_t word1, uint32_t word3)
{
	rig_set_pair(8, (RIG_BASE + RIG_DATA) | (uint64_t)(stride << 16 | word1) << 32);
	rig.w->s[10] = records;
	rig.w->s[11] = word3 | 4 | 5 << 3 | 6 << 6 | 7 << 9;
}

static void put(unsigned at, uint32_t value)
{
	memcpy(rig.mem + RIG_DATA + at, &value, 4);
}

Test(cik_sq_memory, buffer_loads_and_stores)
{
	open();
	for (unsigned k = 0; k < 512; k++)
		put(4 * k, 0x80818283 + k);
	buffer(0, 1024, 0, 4 << 15);
	rig.w->s[12] = 16;
	rig_run("buffer_load_dword v20, v0, s[8:11], 0 offen\nbuffer_load_dwordx2 v[21:22], v0, s[8:11], 0 "
		"offen offset:4\n"
		"buffer_load_dwordx3 v[23:25], v0, s[8:11], s12 offen\nbuffer_load_dwordx4 v[26:29], v0, "
		"s[8:11], 0 offen\n"
		"buffer_load_ubyte v30, v0, s[8:11], 0 offen offset:1\nbuffer_load_sbyte v31, v0, s[8:11], 0 "
		"offen\n"
		"buffer_load_ushort v32, v0, s[8:11], 0 offen offset:2\nbuffer_load_sshort v33, v0, s[8:11], "
		"0 offen\n"
		"buffer_load_dword v34, off, s[8:11], 0 offset:8\ns_waitcnt vmcnt(0)");
	cr_expect_eq(rig.w->v[20][5], 0x80818283u + 20);
	cr_expect_eq(rig.w->v[22][5], 0x80818283u + 22);
	cr_expect_eq(rig.w->v[25][5], 0x80818283u + 26);
	cr_expect_eq(rig.w->v[29][5], 0x80818283u + 23);
	cr_expect_eq(rig.w->v[30][5], 0x82u);
	cr_expect_eq(rig.w->v[31][5], 0xffffff83u + 20);
	cr_expect_eq(rig.w->v[32][5], 0x8081u);
	cr_expect_eq(rig.w->v[33][5], 0xffff8283u + 20);
	cr_expect_eq(rig.w->v[34][5], 0x80818285u);
	/* each dword is checked for itself; the SGPR's offset counts */
	buffer(0, 1016, 0, 4 << 15);
	rig_run("buffer_load_dwordx4 v[26:29], v0, s[8:11], 0 offen\nbuffer_store_dword v2, v0, s[8:11], 0 "
		"offen\n"
		"buffer_store_dwordx2 v[2:3], v0, s[8:11], 0 offen offset:8\nbuffer_store_byte v4, v0, "
		"s[8:11], 0 offen offset:4\n"
		"buffer_store_short v4, v0, s[8:11], 0 offen offset:6\ns_waitcnt vmcnt(0)\n"
		"buffer_store_dwordx3 v[2:4], v0, s[8:11], 0 offen offset:496\n"
		"buffer_store_dwordx4 v[2:5], v0, s[8:11], 0 offen offset:512");
	cr_expect_eq(rig.w->v[27][63], 0x80818283u + 253);
	cr_expect_eq(rig.w->v[28][63], 0u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 16 * 5), 105u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 16 * 5 + 4), 0x00078207u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 16 * 5 + 12), 8u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 16 * 63 + 8), 0x80818283u + 254, "out of range, not stored");
	cr_expect_eq(dword(rig.mem + RIG_DATA + 496 + 16 * 5 + 8), 7u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	cr_expect_eq(rig.faults, 0u);
	rig_close();
}

/* Index and stride; records count for the range; swizzled, with the lane as index, and 64 bits of address */
Test(cik_sq_memory, buffer_addresses)
{
	open();
	for (unsigned k = 0; k < 2048; k++)
		put(4 * k, k);
	buffer(12, 70, 0, 4 << 15);
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		rig.w->v[6][l] = 2 * l;
		rig.w->v[7][l] = 4;
	}
	rig_run("buffer_load_dword v20, v6, s[8:11], 0 idxen\nbuffer_load_dword v21, v[6:7], s[8:11], 0 "
		"idxen offen offset:4\n"
		"s_waitcnt vmcnt(0)");
	cr_expect_eq(rig.w->v[20][5], 30u);
	cr_expect_eq(rig.w->v[20][34], 204u);
	cr_expect_eq(rig.w->v[20][35], 0u, "record 70 is not there");
	cr_expect_eq(rig.w->v[21][5], 32u);
	buffer(12, 1000, 1u << 31, 4 << 15 | 1 << 19 | 1 << 21 | 1 << 23); /* elements of 4, rows of 16 */
	rig_run("buffer_load_dword v20, off, s[8:11], 0 offset:8\nbuffer_load_dword v21, off, s[8:11], 0 "
		"offset:12\n"
		"s_waitcnt vmcnt(0)");
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		cr_expect_eq(rig.w->v[20][l], (l / 16 * 12 + 8) * 16 / 4 + l % 16, "lane %u", l);
		cr_expect_eq(rig.w->v[21][l], 0u, "past the stride");
	}
	buffer(0, 0, 0, 4 << 15);
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		rig.w->v[6][l] = 8 * l;
		rig.w->v[7][l] = 0;
	}
	rig_run("buffer_load_dword v20, v[6:7], s[8:11], 0 addr64 offset:4\ns_mov_b32 m0, 0x100\n"
		"buffer_load_dword v9, off, s[8:11], 0 "
		"offset:4\nbuffer_wbinvl1\nbuffer_wbinvl1_vol\ns_waitcnt vmcnt(0)");
	cr_expect_eq(rig.w->v[20][5], 11u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* Every data format with numbers that it can hold: bytes, read as floats or integers, and stored again */
Test(cik_sq_memory, buffer_formats)
{
	const struct {
		unsigned data, num;
		uint32_t bytes[4], want[4];
	} formats[] = {
	    {1, 0, {0xff}, {0x3f800000, 0, 0, 0}},
	    {1, 4, {0x12}, {0x12, 0, 0, 0}},
	    {2, 7, {0x3c00}, {0x3f800000, 0, 0, 0}},
	    {2, 5, {0x8000}, {0xffff8000, 0, 0, 0}},
	    {3, 1, {0x817f}, {0x3f800000, 0xbf800000, 0, 0}},
	    {4, 7, {0x40490fdb}, {0x40490fdb, 0, 0, 0}},
	    {4, 4, {0xdeadbeef}, {0xdeadbeef, 0, 0, 0}},
	    {5, 2, {0x00020001}, {0x3f800000, 0x40000000, 0, 0}},
	    {5, 3, {0xfffe0001}, {0x3f800000, 0xc0000000, 0, 0}},
	    {6, 7, {0x3c0 | 0x3c0 << 11 | 0x1e0u << 22}, {0x3f800000, 0x3f800000, 0x3f800000, 0}},
	    {7, 7, {0x1e0 | 0x3c0 << 10 | 0x3c0u << 21}, {0x3f800000, 0x3f800000, 0x3f800000, 0}},
	    {8, 4, {3 | 1000 << 2 | 1001 << 12 | 1002u << 22}, {3, 1000, 1001, 1002}},
	    {9, 0, {1023 | 0 << 10 | 1023 << 20 | 3u << 30}, {0x3f800000, 0, 0x3f800000, 0x3f800000}},
	    {10, 0, {0xff00ff00}, {0, 0x3f800000, 0, 0x3f800000}},
	    {10, 5, {0x80ff017f}, {0x7f, 1, 0xffffffff, 0xffffff80}},
	    {11, 4, {5, 6}, {5, 6, 0, 0}},
	    {12, 7, {0xc0003c00, 0x40003800}, {0x3f800000, 0xc0000000, 0x3f000000, 0x40000000}},
	    {13, 5, {1, 2, 3}, {1, 2, 3, 0}},
	    {14, 7, {1, 2, 3, 4}, {1, 2, 3, 4}},
	};

	open();
	for (unsigned k = 0; k < sizeof formats / sizeof *formats; k++) {
		buffer(0, 4096, 0, formats[k].data << 15 | formats[k].num << 12);
		for (unsigned c = 0; c < 4; c++) {
			put(4 * c, formats[k].bytes[c]);
			put(256 + 4 * c, 0);
		}
		rig_run("buffer_load_format_xyzw v[20:23], off, s[8:11], 0\nbuffer_load_format_x v24, off, "
			"s[8:11], 0\n"
			"buffer_load_format_xy v[25:26], off, s[8:11], 0\nbuffer_load_format_xyz v[27:29], "
			"off, s[8:11], 0\n"
			"s_waitcnt vmcnt(0)\nbuffer_store_format_xyzw v[20:23], off, s[8:11], 0 offset:256");
		for (unsigned c = 0; c < 4; c++) {
			cr_expect_eq(rig.w->v[20 + c][3], formats[k].want[c], "row %u, component %u: %08x", k,
				     c, rig.w->v[20 + c][3]);
			cr_expect_eq(dword(rig.mem + RIG_DATA + 256 + 4 * c), formats[k].bytes[c],
				     "row %u stored, dword %u: %08x", k, c,
				     dword(rig.mem + RIG_DATA + 256 + 4 * c));
		}
		cr_expect_eq(rig.w->v[24][3], formats[k].want[0]);
		cr_expect_eq(rig.w->v[26][3], formats[k].want[1]);
		cr_expect_eq(rig.w->v[29][3], formats[k].want[2]);
	}
	/* the selection of a descriptor, and a format that there is not */
	buffer(0, 4096, 0, 0);
	rig.w->s[11] = 5 | 4 << 3 | 1 << 6 | 0 << 9 | 4 << 12 | 11 << 15;
	put(0, 5);
	put(4, 6);
	rig_run("buffer_load_format_xyzw v[20:23], off, s[8:11], 0\ns_waitcnt vmcnt(0)");
	cr_expect_eq(rig.w->v[20][0], 6u);
	cr_expect_eq(rig.w->v[21][0], 5u);
	cr_expect_eq(rig.w->v[22][0], 1u);
	cr_expect_eq(rig.w->v[23][0], 0u);
	/* a store goes where a load of the same selection comes from: blue first (Z, Y, X, W) of 8_8_8_8
	 * UINT, and of 32_32 what shows first, and nothing where nothing shows */
	rig.w->s[11] = 6 | 5 << 3 | 4 << 6 | 7 << 9 | 4 << 12 | 10 << 15;
	for (unsigned c = 0; c < 4; c++)
		rig_set(20 + c, c + 1);
	rig_run("buffer_store_format_xyzw v[20:23], off, s[8:11], 0 offset:256\n"
		"buffer_load_format_xyzw v[24:27], off, s[8:11], 0 offset:256\ns_waitcnt vmcnt(0)");
	cr_expect_eq(dword(rig.mem + RIG_DATA + 256), 0x04010203u);
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(rig.w->v[24 + c][0], c + 1);
	rig.w->s[11] = 4 | 4 << 3 | 0 << 6 | 1 << 9 | 4 << 12 | 11 << 15;
	put(260, 9);
	rig_run("buffer_store_format_xyzw v[20:23], off, s[8:11], 0 offset:256");
	cr_expect_eq(dword(rig.mem + RIG_DATA + 256), 1u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 260), 0u);
	rig.w->s[11] = 4;
	rig_run("buffer_load_format_x v20, off, s[8:11], 0\ns_waitcnt vmcnt(0)");
	cr_expect_eq(rig.w->v[20][0], 0u);
	rig_close();
}

/* MTBUF says the format itself. */
Test(cik_sq_memory, typed_buffers)
{
	open();
	put(0, 0x04030201);
	buffer(0, 4096, 0, 4 << 15);
	rig_run("tbuffer_load_format_xyzw v[20:23], off, s[8:11], 0 format:74\n"
		"tbuffer_load_format_x v24, off, s[8:11], 0 format:74\n"
		"tbuffer_load_format_xy v[25:26], off, s[8:11], 0 format:74\n"
		"tbuffer_load_format_xyz v[27:29], off, s[8:11], 0 format:74\ns_waitcnt vmcnt(0)\n"
		"tbuffer_store_format_xyzw v[20:23], off, s[8:11], 0 format:76 offset:16\n"
		"tbuffer_store_format_x v20, off, s[8:11], 0 format:68 offset:32\n"
		"tbuffer_store_format_xy v[20:21], off, s[8:11], 0 format:75 offset:36\n"
		"tbuffer_store_format_xyz v[20:22], off, s[8:11], 0 format:77 offset:48");
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(rig.w->v[20 + c][0], c + 1);
	cr_expect_eq(rig.w->v[24][0], 1u);
	cr_expect_eq(rig.w->v[26][0], 2u);
	cr_expect_eq(rig.w->v[29][0], 3u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 20), 0x00040003u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 32), 1u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 40), 2u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 56), 3u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* ---- atomics of memory: buffers and flat addresses ----------------------------------------------------- */
Test(cik_sq_memory, memory_atomics)
{
	char text[200];

	open();
	buffer(0, 4096, 0, 4 << 15);
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		rig.w->v[10][l] = RIG_DATA + 16 * l;
		rig.w->v[11][l] = (uint32_t)(RIG_BASE >> 32);
	}
	for (unsigned k = 0; k < sizeof operations / sizeof *operations; k++)
		for (unsigned way = 0; way < 8; way++) {
			const struct operation *o = &operations[k];
			const bool wide = way & 1, glc = way & 2, flat = way & 4;
			const uint64_t keep = wide ? ~0ull : 0xffffffff;
			const uint64_t first = o->e ? o->e : o->d, second = o->d;

			if (!o->mem)
				continue;
			for (unsigned l = 0; l < MCIK_LANES; l++)
				memcpy(rig.mem + RIG_DATA + 16 * l, &(uint64_t){50}, 8);
			rig_set(20, first);
			if (wide)
				rig_set(22, second);
			else
				rig_set(21, second);
			if (flat)
				rig_set(24, 0);
			const char *data = o->e   ? (wide ? "v[20:23]" : "v[20:21]")
					   : wide ? "v[20:21]"
						  : "v20";

			if (flat)
				snprintf(text, sizeof text,
					 "flat_atomic_%s%s %sv[10:11], %s%s\ns_waitcnt vmcnt(0) lgkmcnt(0)",
					 o->mem, wide ? "_x2" : "",
					 !glc   ? ""
					 : wide ? "v[24:25], "
						: "v24, ",
					 data, glc ? " glc" : "");
			else
				snprintf(text, sizeof text,
					 "buffer_atomic_%s%s %s, v0, s[8:11], 0 offen%s\ns_waitcnt vmcnt(0)",
					 o->mem, wide ? "_x2" : "", data, glc ? " glc" : "");
			cr_assert(rig_run(text), "%s: %s", text, rig.said);
			cr_expect_eq(qword(rig.mem + RIG_DATA + 16 * 9) & keep, o->want & keep, "%s: %llx",
				     text, (unsigned long long)qword(rig.mem + RIG_DATA + 16 * 9));
			cr_expect_eq(rig.w->v[flat ? 24 : 20][9],
				     glc    ? 50u
				     : flat ? 0u
					    : (uint32_t)first,
				     "%s: it returns %u", text, rig.w->v[flat ? 24 : 20][9]);
		}
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	cr_expect_eq(rig.faults, 0u);
	rig_close();
}

/* Memory, LDS and scratch by one address: the apertures say which */
Test(cik_sq_memory, flat_addresses)
{
	open();
	rig.w->s[MCIK_FLAT_SCRATCH] = 64;
	rig.w->s[MCIK_FLAT_SCRATCH + 1] = 1;
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		rig.w->v[10][l] = l % 3 == 2 ? 8 : 4 * l + (l % 3 ? 0 : RIG_DATA);
		rig.w->v[11][l] = l % 3 == 0   ? (uint32_t)(RIG_BASE >> 32)
				  : l % 3 == 1 ? (uint32_t)rig.env.shared_base << 16
					       : (uint32_t)rig.env.private_base << 16;
	}
	rig_run(
	    "flat_store_dword v[10:11], v2\ns_waitcnt vmcnt(0) lgkmcnt(0)\nflat_load_dword v20, v[10:11]\n"
	    "flat_load_ubyte v21, v[10:11]\nflat_load_sshort v22, v[10:11]\ns_waitcnt vmcnt(0) lgkmcnt(0)");
	cr_expect_eq(dword(rig.mem + RIG_DATA + 12), 103u);
	cr_expect_eq(dword(rig.lds + 16), 104u);
	cr_expect_eq(dword(rig.mem + 0x80000 + 256 + 4 * (2 * 64 + 5)), 105u);
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		cr_expect_eq(rig.w->v[20][l], 100 + l, "lane %u", l);
		cr_expect_eq(rig.w->v[21][l], 100 + l, "lane %u", l);
		cr_expect_eq(rig.w->v[22][l], 100 + l, "lane %u", l);
	}
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		rig.w->v[10][l] = RIG_DATA + 16 * l;
		rig.w->v[11][l] = (uint32_t)(RIG_BASE >> 32);
	}
	rig_run(
	    "flat_store_dwordx4 v[10:11], v[2:5]\ns_waitcnt vmcnt(0) lgkmcnt(0)\nflat_load_dwordx4 v[20:23], "
	    "v[10:11]\n"
	    "flat_load_dwordx3 v[24:26], v[10:11]\nflat_load_dwordx2 v[27:28], v[10:11]\nflat_load_sbyte "
	    "v29, v[10:11]\n"
	    "flat_load_ushort v30, v[10:11]\ns_waitcnt vmcnt(0) lgkmcnt(0)\nflat_store_byte v[10:11], v4\n"
	    "flat_store_short v[10:11], v4\nflat_store_dwordx2 v[10:11], v[3:4]\nflat_store_dwordx3 "
	    "v[10:11], v[2:4]");
	cr_expect_eq(rig.w->v[22][9], 7u);
	cr_expect_eq(rig.w->v[25][9], 12u);
	cr_expect_eq(rig.w->v[28][9], 12u);
	cr_expect_eq(rig.w->v[29][9], 109u);
	cr_expect_eq(rig.w->v[30][9], 109u);
	cr_expect_eq(dword(rig.mem + RIG_DATA + 16 * 9 + 8), 7u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* ---- exports and images -------------------------------------------------------------------------------- */
static struct mcik_image seen;

static void image(void *arg, struct mcik_wave *w, const struct mcik_image *m)
{
	seen = *m;
	for (unsigned l = 0; l < MCIK_LANES && m->out; l++)
		for (unsigned c = 0; c < 4; c++)
			m->out[c][l] = m->address[c & 1][l] + c;
}

Test(cik_sq_memory, exports_and_images)
{
	open();
	rig.env.image = image;
	rig_set_pair(MCIK_EXEC, 0xff);
	rig_run("exp mrt3 v2, v3, off, v4 done vm");
	cr_expect_eq(rig.export.target, 3);
	cr_expect_eq(rig.export.en, 11);
	cr_expect(rig.export.done && rig.export.vm && !rig.export.compr);
	cr_expect_eq(rig.export.lanes, 0xffull);
	cr_expect_eq(rig.exported[3][1], 7u);
	for (unsigned k = 0; k < 8; k++) {
		rig.w->s[16 + k] = 50 + k;
		rig.w->s[24 + k] = 80 + k;
	}
	rig_set(30, 5);
	rig_run("image_sample v[20:21], v[2:3], s[16:23], s[24:27] dmask:0x5\ns_waitcnt vmcnt(0)");
	cr_expect_eq(seen.op, 32);
	cr_expect_eq(seen.dmask, 5);
	cr_expect_eq(seen.resource[7], 57u);
	cr_expect_eq(seen.sampler[3], 83u);
	cr_expect_eq(rig.w->v[20][3], 103u);
	cr_expect_eq(rig.w->v[21][3], 7u);
	cr_expect_eq(rig.w->v[22][3], 0u, "two components are enabled");
	rig_run("image_gather4 v[20:23], v[2:3], s[16:23], s[24:27] dmask:0x1\ns_waitcnt vmcnt(0)\n"
		"image_store v[20:23], v[2:3], s[16:23] dmask:0xf unorm\n"
		"image_atomic_add v30, v[2:3], s[16:23] dmask:0x1 unorm glc\ns_waitcnt vmcnt(0)");
	cr_expect_eq(rig.w->v[23][3], 9u);
	cr_expect_eq(rig.w->v[30][3], 103u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}
