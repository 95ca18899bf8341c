/* SPDX-License-Identifier: MIT
 *
 * Look-ups in the tables of the register database. Counts are those of the documents, taken when the
 * registers were read out of them; values come from the R5xx guide, Linux and recorded streams, as said at
 * each.
 */
#include "hw/regs/fl_regs.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* xorshift32: the same numbers each time */
static uint32_t noise(void)
{
	static uint32_t s = 0x9e3779b9u;

	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}

static const struct fl_regs *family[5];

static void start(void)
{
	family[0] = fl_regs_r100();
	family[1] = fl_regs_r500();
	family[2] = fl_regs_r600();
	family[3] = fl_regs_cik();
	family[4] = fl_regs_gc();
}

TestSuite(regs, .init = start);

/* The guide's chapter 11 has 281 registers; VAP_VTX_AOS_ATTR and _ADDR became an array of three, which makes
 * 282 entries. */
Test(regs, has_what_the_r5xx_guide_prints)
{
	const struct fl_regs *db = fl_regs_r500();
	unsigned regs = 0, cells = 0, fields = 0, values = 0, access[4] = {0};
	struct fl_reg r;

	for (unsigned i = 0; fl_regs_at(db, i, &r); i++) {
		struct fl_reg_field f;
		uint32_t v;

		if (!r.documented)
			continue;
		regs++;
		cells += (r.dims ? r.length[0] : 1) * (r.dims > 1 ? r.length[1] : 1);
		access[r.access & 3]++;
		for (unsigned k = 0; fl_reg_field(&r, k, &f); k++) {
			fields += f.documented;
			for (unsigned n = 0; fl_reg_value_at(&r, &f, n, &v); n++)
				values++;
		}
	}
	cr_assert_eq(regs, 282);
	cr_assert_eq(cells, 6552);
	cr_assert_eq(fields, 1027);
	cr_assert_eq(access[FL_REG_R], 4);
	cr_assert_eq(access[FL_REG_W], 14);
	cr_assert_eq(access[FL_REG_R | FL_REG_W], 264);
	/* chapter 11, and: ALT_OFFSET and SUBPRECISION (10.3.4.1) two each, three compressed textures and
	 * twice an anisotropic filter (Mesa) */
	cr_assert_eq(values, 2078 + 4 + 3 + 2);
}

Test(regs, has_the_packets_of_the_r5xx_guide)
{
	const struct fl_regs *db = fl_regs_r500();
	unsigned packets = 0, pvs = 0;
	struct fl_reg_packet p;
	struct fl_reg_isa isa;

	for (unsigned i = 0; fl_regs_packet_at(db, i, &p); i++)
		packets += p.documented && !p.group;
	cr_assert_eq(packets, 28);
	for (unsigned i = 0; fl_regs_isa_at(db, i, &isa); i++) {
		struct fl_reg w;
		unsigned index;

		for (unsigned k = 0; !strcmp(isa.name, "PVS") && fl_reg_isa_word(&isa, k, &w, &index); k++)
			pvs += w.n_fields;
	}
	cr_assert_eq(pvs, 76);
}

/* Every element of every register: by its name, and back from its address. */
static void resolve(const struct fl_regs *db, const struct fl_reg *r, uint32_t i, uint32_t j)
{
	char name[96], full[128];
	struct fl_reg a, b;
	bool found = false;
	uint32_t offset;

	offset = r->offset + i * r->stride[0] + j * r->stride[1];
	if (r->dims == 2)
		snprintf(name, sizeof name, "%s[%u][%u]", r->name, i, j);
	else if (r->dims)
		snprintf(name, sizeof name, "%s[%u]", r->name, i);
	else
		snprintf(name, sizeof name, "%s", r->name);
	cr_assert(fl_regs_find(db, name, r->chips, &a), "%s", name);
	snprintf(full, sizeof full, "%s:%s_%s", r->space, r->prefix, name);
	cr_assert(fl_regs_find(db, full, r->chips, &a), "%s", full);
	cr_assert_eq(a.row, r->row, "%s is row %u, not %u", full, a.row, r->row);
	cr_assert_eq(a.offset, offset, "%s is 0x%x, not 0x%x", full, a.offset, offset);
	fl_reg_full_name(&a, full, sizeof full);
	cr_assert_str_eq(full, name);
	for (unsigned nth = 0; !found && fl_regs_lookup(db, r->space, offset, r->chips, nth, &b); nth++)
		found = b.row == r->row && b.index[0] == i && b.index[1] == j && b.offset == offset;
	cr_assert(found, "0x%x does not give %s", offset, name);
}

Test(regs, every_name_resolves_to_its_address_and_back)
{
	for (size_t k = 0; k < sizeof family / sizeof *family; k++) {
		struct fl_reg r;

		cr_assert_gt(fl_regs_count(family[k]), 100);
		for (unsigned n = 0; fl_regs_at(family[k], n, &r); n++)
			for (uint32_t i = 0; i < (r.dims ? r.length[0] : 1); i++)
				for (uint32_t j = 0; j < (r.dims > 1 ? r.length[1] : 1); j++)
					resolve(family[k], &r, i, j);
	}
}

struct seen {
	uint32_t word, chips;
	unsigned n;
};

static void gather(void *arg, const struct fl_reg_field *f, uint32_t value, const char *value_name)
{
	struct seen *s = arg;

	cr_assert(fl_reg_field_set(f, value, &s->word));
	s->n++;
}

/* A random word, taken apart and put together again, is the same in all bits that have a meaning. */
Test(regs, fields_round_trip)
{
	for (size_t k = 0; k < sizeof family / sizeof *family; k++) {
		struct fl_reg r;

		for (unsigned n = 0; fl_regs_at(family[k], n, &r); n++)
			for (unsigned try = 0; try < 8; try++) {
				uint32_t word = try ? noise() : 0xffffffffu, mask = 0;
				struct seen s = {.chips = r.chips};
				struct fl_reg_field f;

				fl_reg_decode(&r, word, FL_REGS_ANY_CHIP, gather, &s);
				cr_assert_eq(s.n, r.n_fields);
				for (unsigned i = 0; fl_reg_field(&r, i, &f); i++)
					mask |= (0xffffffffu >> (32 - f.width)) << f.low;
				if (r.n_fields)
					cr_assert_eq(mask, r.mask, "%s", r.name);
				cr_assert_eq(s.word, word & mask, "%s: 0x%x became 0x%x", r.name, word,
					     s.word);
			}
	}
}

/* Every value that has a name is found by it, and names itself. */
Test(regs, values_round_trip)
{
	for (size_t k = 0; k < sizeof family / sizeof *family; k++) {
		struct fl_reg_field f;
		struct fl_reg r;
		const char *name;
		uint32_t v, w;

		for (unsigned n = 0; fl_regs_at(family[k], n, &r); n++)
			for (unsigned i = 0; fl_reg_field(&r, i, &f); i++)
				for (unsigned j = 0; (name = fl_reg_value_at(&r, &f, j, &v)); j++) {
					uint32_t word = 0;

					cr_assert(fl_reg_value_find(&r, &f, name, &w) && w == v, "%s.%s=%s",
						  r.name, f.name, name);
					cr_assert(fl_reg_field_set(&f, v, &word), "%s.%s=%s", r.name, f.name,
						  name);
					cr_assert_str_eq(fl_reg_value_name(&r, &f, word, NULL), name);
				}
	}
}

Test(regs, a_value_too_large_is_not_packed)
{
	struct fl_reg_field f;
	struct fl_reg r;
	uint32_t word = 0x1234;

	cr_assert(fl_regs_find(fl_regs_r500(), "GB_TILE_CONFIG", FL_REGS_ANY_CHIP, &r));
	cr_assert(fl_reg_field_find(&r, "PIPE_COUNT", &f));
	cr_assert_not(fl_reg_field_set(&f, 8, &word));
	cr_assert_eq(word, 0x1234u);
	cr_assert(fl_reg_field_set(&f, 7, &word));
	cr_assert_eq(word, 0x123eu);
}

static void print(void *arg, const struct fl_reg_field *f, uint32_t value, const char *value_name)
{
	char *out = arg;

	sprintf(out + strlen(out), "%s=%u%s%s ", f->name, value, value_name ? ":" : "",
		value_name ? value_name : "");
}

/* What Linux r420.c writes for four pipes, 0x1f, by R5xx guide 11.5. */
Test(regs, decodes_as_the_guide_reads)
{
	char text[1024] = "";
	struct fl_reg r;

	cr_assert(fl_regs_lookup(fl_regs_r500(), NULL, 0x4018, FL_REGS_ANY_CHIP, 0, &r));
	cr_assert_str_eq(r.name, "GB_TILE_CONFIG");
	cr_assert_str_eq(r.block, "GB");
	fl_reg_decode(&r, 0x1f, FL_REGS_ANY_CHIP, print, text);
	cr_assert(
	    strstr(text,
		   "ENABLE=1:TILING_ENABLED PIPE_COUNT=7:PIPES_4_R420 TILE_SIZE=1:PIXELS_16 SUPER_SIZE=0:"),
	    "%s", text);
}

/* R5xx guide, chapter 11: reset values, access, arrays, and a second address. */
Test(regs, knows_what_the_guide_says_of_a_register)
{
	const struct fl_regs *db = fl_regs_r500();
	struct fl_reg r;

	cr_assert(fl_regs_find(db, "gb_pipe_select", FL_REGS_ANY_CHIP, &r));
	cr_assert(r.has_reset && r.documented);
	cr_assert_eq(r.reset, 0x3f0e4u | 0u, "0x%x", r.reset); /* ids 0 1 2 3, MAX_PIPE 3, BAD_PIPES 15 */
	cr_assert_eq(R500_GB_PIPE_SELECT__RESET, 0x3f0e4u);
	cr_assert(fl_regs_find(db, "CP_STAT", FL_REGS_ANY_CHIP, &r));
	cr_assert_eq(r.access, FL_REG_R);
	cr_assert(fl_regs_find(db, "VAP_VTX_AOS_ADDR0[2]", FL_REGS_ANY_CHIP, &r));
	cr_assert_eq(r.offset, 0x20c8u + 2 * 12);
	cr_assert(fl_regs_lookup(db, "mmio", 0x2098, FL_REGS_ANY_CHIP, 0, &r));
	cr_assert_str_eq(r.name, "VAP_VPORT_XSCALE");
	cr_assert_eq(r.offset, 0x1d98u);
}

/* Linux rv515.c and r520.c: the idle bit of the two memory controllers; the hazards of the database. */
Test(regs, tells_chips_and_spaces_apart)
{
	const struct fl_regs *db = fl_regs_r500();
	struct fl_reg_field f;
	struct fl_reg r;

	cr_assert_eq(fl_regs_chip(db, "R999"), 0);
	cr_assert(fl_regs_find(db, "mc:MC_STATUS", fl_regs_chip(db, "rv515"), &r));
	cr_assert_eq(r.offset, 8);
	cr_assert(fl_reg_field_find(&r, "MC_IDLE", &f) && f.low == 4);
	cr_assert(fl_regs_find(db, "mc:MC_STATUS", fl_regs_chip(db, "R580"), &r));
	cr_assert_eq(r.offset, 0);
	cr_assert(fl_reg_field_find(&r, "MC_IDLE", &f) && f.low == 1);
	cr_assert_str_eq(r.prefix, "R520_MCIND");
	cr_assert_not(r.documented);
	cr_assert(fl_regs_lookup(db, "mc", 4, fl_regs_chip(db, "R580"), 0, &r));
	cr_assert_str_eq(r.name, "MC_FB_LOCATION");
	cr_assert_eq(r.hazard, FL_REG_MEMORY);
	cr_assert_not(fl_regs_find(db, "pll:MC_STATUS", FL_REGS_ANY_CHIP, &r));
	/* 0x4c00: constants of the fragment shader on R3xx, integers of its flow control on R5xx */
	cr_assert(fl_regs_lookup(db, NULL, 0x4c00, fl_regs_chip(db, "R300"), 0, &r));
	cr_assert_str_eq(r.name, "US_ALU_CONST_R");
	cr_assert(fl_regs_lookup(db, NULL, 0x4c00, fl_regs_chip(db, "R520"), 0, &r));
	cr_assert_str_eq(r.name, "US_FC_INT_CONST");
	cr_assert(fl_regs_find(db, "R300_RS_IP[7]", FL_REGS_ANY_CHIP, &r));
	cr_assert_eq(r.offset, 0x432cu);
	cr_assert(fl_regs_find(db, "RS_IP[7]", fl_regs_chip(db, "R580"), &r));
	cr_assert_eq(r.offset, 0x4090u);
}

/* 0x9000 holds two kinds of instruction words, R5xx guide 8.8. */
Test(regs, lists_each_meaning_of_an_address)
{
	const struct fl_regs *db = fl_regs_r500();
	uint32_t r580 = fl_regs_chip(db, "R580");
	struct fl_reg a, b, c;

	cr_assert(fl_regs_lookup(db, NULL, 0x9004, r580, 0, &a));
	cr_assert(fl_regs_lookup(db, NULL, 0x9004, r580, 1, &b));
	cr_assert_not(fl_regs_lookup(db, NULL, 0x9004, r580, 2, &c));
	cr_assert(!strcmp(a.name, "US_ALU_RGB_ADDR") || !strcmp(b.name, "US_ALU_RGB_ADDR"));
	cr_assert(!strcmp(a.name, "US_TEX_INST") || !strcmp(b.name, "US_TEX_INST"));
	cr_assert_str_neq(a.use, b.use);
	cr_assert_eq(a.index[0], 1);
}

Test(regs, bad_names_and_addresses_find_nothing)
{
	static const char *const bad[] = {"",
					  "[",
					  "RS_IP[",
					  "RS_IP[]",
					  "RS_IP[16",
					  "RS_IP[16]",
					  "RS_IP[-1]",
					  "RS_IP[0x1]",
					  "RS_IP[4294967296]",
					  "RS_IP[0][0]",
					  "RS_IP[1]x",
					  "GB_TILE_CONFIG[0]",
					  "GB_TILE",
					  ":",
					  "mmio:",
					  ":RS_IP",
					  "nowhere:RS_IP",
					  "R500_",
					  "R500_R500_RS_IP",
					  "R300_GB_TILE_CONFIG"};
	struct fl_reg r;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_assert_not(fl_regs_find(fl_regs_r500(), bad[i], FL_REGS_ANY_CHIP, &r), "\"%s\" found %s",
			      bad[i], r.name);
	cr_assert_not(fl_regs_lookup(fl_regs_r500(), NULL, 0x4019, FL_REGS_ANY_CHIP, 0, &r));
	cr_assert_not(fl_regs_lookup(fl_regs_r500(), NULL, 0xfffffffc, FL_REGS_ANY_CHIP, 0, &r));
	cr_assert_not(fl_regs_lookup(fl_regs_r500(), "none", 0, FL_REGS_ANY_CHIP, 0, &r));
	cr_assert_not(fl_regs_at(fl_regs_r500(), fl_regs_count(fl_regs_r500()), &r));
}

Test(regs, matches_globs_and_prefixes)
{
	const struct fl_regs *db = fl_regs_r500();
	uint32_t r580 = fl_regs_chip(db, "R580");
	struct fl_reg r;
	int i = -1, n = 0;

	while (fl_regs_match(db, "zb_hiz_*", r580, &i, &r))
		n++;
	cr_assert_eq(n, 5); /* OFFSET, WRINDEX, DWORD, RDINDEX, PITCH: guide 11.12 */
	for (i = -1, n = 0; fl_regs_match(db, "ZB_HIZ", r580, &i, &r);)
		n++;
	cr_assert_eq(n, 5);
	for (i = -1, n = 0; fl_regs_match(db, "*_SOFT_?ESET", r580, &i, &r);)
		n++;
	cr_assert_eq(n, 2); /* RBBM_SOFT_RESET, GA_SOFT_RESET */
	for (i = -1, n = 0; fl_regs_match(db, "*", FL_REGS_ANY_CHIP, &i, &r);)
		n++;
	cr_assert_eq((unsigned)n, fl_regs_count(db));
	i = -1;
	cr_assert_not(fl_regs_match(db, "*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*x*", r580, &i, &r));
}

Test(regs, misspelt_names_get_the_nearest)
{
	const struct fl_regs *db = fl_regs_r500();
	struct fl_reg r;
	const char *best[8];
	unsigned n;

	n = fl_regs_nearest(db, "GB_TILE_CONFG", FL_REGS_ANY_CHIP, best, 3);
	cr_assert(n >= 1 && n <= 3);
	cr_assert_str_eq(best[0], "GB_TILE_CONFIG");
	n = fl_regs_nearest(db, "rbbm_sotf_reset", FL_REGS_ANY_CHIP, best, 8);
	cr_assert_geq(n, 1);
	cr_assert_str_eq(best[0], "RBBM_SOFT_RESET");
	cr_assert_eq(
	    fl_regs_nearest(db, "THIS_IS_NOTHING_OF_THE_KIND_AT_ALL_QQQQ", FL_REGS_ANY_CHIP, best, 8), 0);
	cr_assert_eq(fl_regs_nearest(db, "GB_TILE_CONFG", FL_REGS_ANY_CHIP, best, 0), 0);
	cr_assert(fl_regs_find(db, "GB_TILE_CONFIG", FL_REGS_ANY_CHIP, &r));
	cr_assert_eq(fl_reg_field_nearest(&r, "PIPECOUNT", best, 1), 1);
	cr_assert_str_eq(best[0], "PIPE_COUNT");
}

/* Recorded from Mesa: 0xc0023500 starts 3D_DRAW_IMMD_2 with VAP_VF_CNTL. */
Test(regs, packets_by_opcode_and_name)
{
	const struct fl_regs *db = fl_regs_r500();
	struct fl_reg_packet p, q;
	struct fl_reg_field f;
	struct fl_reg_dword d;

	cr_assert(fl_regs_packet(db, R500_PKT3__IT_OPCODE__GET(0xc0023500u), FL_REGS_ANY_CHIP, &p));
	cr_assert_str_eq(p.name, "3D_DRAW_IMMD_2");
	cr_assert(fl_regs_packet_find(db, "3d_draw_immd_2", FL_REGS_ANY_CHIP, &q) && q.row == p.row);
	cr_assert(fl_reg_packet_dword(&p, 0, &d));
	cr_assert(fl_reg_field_find(&d.word, "PRIM_TYPE", &f));
	cr_assert_str_eq(fl_reg_value_name(&d.word, &f, 0x00040036, NULL), "TRIANGLE_STRIP");
	cr_assert(fl_reg_packet_dword(&p, 1, &d) && d.repeats);
	cr_assert_not(fl_reg_packet_dword(&p, 2, &d));
	cr_assert_not(fl_regs_packet(db, 0xff, FL_REGS_ANY_CHIP, &p));
	cr_assert(fl_regs_packet_find(db, "COND_EXEC", FL_REGS_ANY_CHIP, &p));
	cr_assert(fl_reg_packet_dword(&p, 0, &d) && d.fixed && d.word.reset == 2);
}

/* PVS_DST_OPCODE 2 is a multiplication in the vector engine, log2 in the math engine: R5xx guide 7.5.9. */
Test(regs, a_field_can_choose_another_fields_names)
{
	const struct fl_regs *db = fl_regs_r500();
	struct fl_reg_field f;
	struct fl_reg_isa isa;
	unsigned i, index;
	struct fl_reg w;
	uint32_t v;

	for (i = 0; fl_regs_isa_at(db, i, &isa) && strcmp(isa.name, "PVS"); i++)
		;
	cr_assert(fl_reg_isa_word(&isa, 0, &w, &index));
	cr_assert_eq(index, 0);
	cr_assert(fl_reg_field_find(&w, "PVS_DST_OPCODE", &f));
	cr_assert_str_eq(fl_reg_value_name(&w, &f, 0x00f00002, NULL), "VE_MULTIPLY");
	cr_assert_str_eq(fl_reg_value_name(&w, &f, 0x00f00042, NULL), "ME_LOG_BASE2_DX");
	cr_assert(fl_reg_value_find(&w, &f, "ME_SIN", &v) && v == 16);
}
