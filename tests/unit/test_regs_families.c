/* SPDX-License-Identifier: MIT
 *
 * The register database of R6xx/R7xx, Sea Islands and Vivante GC. Counts are those of the documents, taken
 * when the registers were read out of them.
 */
#include "hw/regs/cik.h"
#include "hw/regs/fl_regs.h"
#include "hw/regs/gc.h"
#include "hw/regs/r600.h"

#include <criterion/criterion.h>
#include <string.h>

struct count {
	unsigned regs, cells, fields, values;
};

/* What the reference document has. */
static struct count documented(const struct fl_regs *db, const char *class)
{
	struct count c = {0};
	struct fl_reg r;

	for (unsigned i = 0; fl_regs_at(db, i, &r); i++) {
		struct fl_reg_field f;
		uint32_t v;

		if (!r.documented || (class && strcmp(r.set_class, class)))
			continue;
		c.regs++;
		c.cells += (r.dims ? r.length[0] : 1) * (r.dims > 1 ? r.length[1] : 1);
		for (unsigned k = 0; fl_reg_field(&r, k, &f); k++) {
			c.fields += f.documented;
			for (unsigned n = 0; f.documented && fl_reg_value_at(&r, &f, n, &v); n++)
				c.values++;
		}
	}
	return c;
}

Test(regs_families, sea_islands_is_what_the_reference_prints)
{
	const struct fl_regs *db = fl_regs_cik();
	struct count c = documented(db, NULL);

	cr_assert_eq(c.regs, 349);
	cr_assert_eq(c.cells, 815);
	cr_assert_eq(c.fields, 1221);
	cr_assert_eq(c.values, 1121 + 3); /* and what geometry programs emit, which is Mesa's */
	cr_assert_eq(documented(db, "config").regs, 15);
	cr_assert_eq(documented(db, "config_ext").regs, 14);
	cr_assert_eq(documented(db, "sh").regs, 82);
	cr_assert_eq(documented(db, "context").regs, 215);
	cr_assert_eq(documented(db, "uconfig").regs, 23);
	cr_assert_eq(fl_regs_count(db), 349 + 1238 + 2 + 10 + 27 + 105); /* and those that no document has */
}

/* Chapters 4 to 8: 18 encodings, and s_waitcnt's counters; 18 words of descriptors with 79 fields. */
Test(regs_families, sea_islands_instructions_and_descriptors)
{
	const struct fl_regs *db = fl_regs_cik();
	unsigned encodings = 0, words = 0, fields = 0, encoded = 0, ops = 0, index;
	struct fl_reg_isa isa;
	struct fl_reg w;

	for (unsigned i = 0; fl_regs_isa_at(db, i, &isa); i++)
		for (unsigned k = 0; fl_reg_isa_word(&isa, k, &w, &index); k++) {
			struct fl_reg_field f;
			uint32_t v;

			if (!isa.mask) {
				words++;
				fields += w.n_fields;
				continue;
			}
			encodings += k == 0;
			encoded += w.n_fields;
			if (fl_reg_field_find(&w, "OP", &f) && k == 0 && strcmp(isa.name, "VOP3_SDST_ENC"))
				for (unsigned n = 0; fl_reg_value_at(&w, &f, n, &v); n++)
					ops++;
		}
	cr_assert_eq(words, 18);
	cr_assert_eq(fields, 79);
	cr_assert_eq(encodings, 18 + 1);
	cr_assert_eq(encoded, 134 + 4);
	/* SOP2 SOPK SOP1 SOPC SOPP SMRD VOP2 VOP1 VOPC VOP3 VINTRP DS FLAT MUBUF MTBUF MIMG */
	cr_assert_geq(ops, 43 + 21 + 50 + 17 + 26 + 13 + 50 + 66 + 196 + 56 + 3 + 140 + 46 + 56 + 8 + 94);
}

/* 122 registers: 4 have an offset nowhere, and 8 are the displays', which older chips have too
 * (shared/avivo.xml). 145 fields are named, public headers have the bits of 126. */
Test(regs_families, r600_is_what_the_guide_names)
{
	const struct fl_regs *db = fl_regs_r600();
	struct count c = documented(db, NULL);
	struct fl_reg_packet p;
	unsigned packets = 0, unplaced = 0;
	struct fl_reg r;

	static const char *const displays[] = {"D1GRPH_PRIMARY_SURFACE_ADDRESS", "D1GRPH_UPDATE",
					       "D1MODE_VLINE_START_END",         "D1MODE_VLINE_STATUS",
					       "D2GRPH_PRIMARY_SURFACE_ADDRESS", "D2GRPH_UPDATE",
					       "D2MODE_VLINE_START_END",         "D2MODE_VLINE_STATUS"};

	cr_assert_eq(c.regs, 122 - 8);
	for (unsigned i = 0; i < 8; i++)
		cr_assert(fl_regs_find(db, displays[i], fl_regs_chip(db, "RV770"), &r), "%s", displays[i]);
	cr_assert_eq(c.fields, 126);
	for (unsigned i = 0; fl_regs_at(db, i, &r); i++)
		unplaced += !strcmp(r.space, "none");
	cr_assert_eq(unplaced, 4);
	for (unsigned i = 0; fl_regs_packet_at(db, i, &p); i++)
		packets += p.documented && !p.group;
	cr_assert_eq(packets, 25);
}

/* 189 states; 171 fields in registers, and 28 in 7 bit sets, which registers use 60 times. */
Test(regs_families, vivante_is_what_the_state_map_has)
{
	struct count c = documented(fl_regs_gc(), NULL);

	cr_assert_eq(c.regs, 189);
	cr_assert_eq(c.cells, 22470);
	cr_assert_eq(c.fields, 171 + 60 + 3); /* PE_COLOR_FORMAT.COMPONENTS is a bit set of four */
}

/* Addresses that Linux and Mesa use: r600d.h, cikd.h, etnaviv state_hi.xml.h, state_3d.xml.h. */
Test(regs_families, well_known_addresses)
{
	static const struct {
		const struct fl_regs *(*family)(void);
		const char *chip, *name;
		uint32_t offset;
	} list[] = {
	    {fl_regs_r600, "RV770", "CB_COLOR0_INFO", 0x280a0},
	    {fl_regs_r600, "RV770", "CB_COLOR3_INFO", 0x280a0 + 3 * 4},
	    {fl_regs_r600, "RV770", "CP_ME_CNTL", 0x86d8},
	    {fl_regs_r600, "RV770", "GRBM_SOFT_RESET", 0x8020},
	    {fl_regs_r600, "RV770", "SRBM_SOFT_RESET", 0xe60},
	    {fl_regs_r600, "RV770", "SCRATCH_REG0", 0x8500},
	    {fl_regs_r600, "RV770", "MC_VM_FB_LOCATION", 0x2024},
	    {fl_regs_r600, "RV670", "MC_VM_FB_LOCATION", 0x2180},
	    {fl_regs_r600, "RV770", "GB_TILING_CONFIG", 0x98f0},
	    {fl_regs_cik, "BONAIRE", "CB_COLOR0_BASE", 0x28c60},
	    {fl_regs_cik, "BONAIRE", "CB_COLOR7_BASE", 0x28c60 + 7 * 0x3c},
	    {fl_regs_cik, "BONAIRE", "GB_ADDR_CONFIG", 0x98f8},
	    {fl_regs_cik, "BONAIRE", "GRBM_GFX_INDEX", 0x30800},
	    {fl_regs_cik, "KAVERI", "SH_MEM_CONFIG", 0x8c34},
	    {fl_regs_cik, "KAVERI", "VM_CONTEXT0_CNTL", 0x1410},
	    {fl_regs_gc, "GC2000", "HI_CLOCK_CONTROL", 0x000},
	    {fl_regs_gc, "GC2000", "FE_COMMAND_ADDRESS", 0x654},
	    {fl_regs_gc, "GC2000", "GL_SEMAPHORE_TOKEN", 0x3808},
	    {fl_regs_gc, "GC2000", "PE_DEPTH_CONFIG", 0x1400},
	};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		const struct fl_regs *db = list[i].family();
		uint32_t chip = fl_regs_chip(db, list[i].chip);
		struct fl_reg r;

		cr_assert(chip, "%s", list[i].chip);
		cr_assert(fl_regs_find(db, list[i].name, chip, &r), "%s", list[i].name);
		cr_assert_eq(r.offset, list[i].offset, "%s is 0x%x", list[i].name, r.offset);
	}
}

/* Linux cik.c: 1 << 23 in an INDIRECT_BUFFER is its VALID bit; PACKET3(0x3f). R600: PACKET3(0x47) is
 * EVENT_WRITE_EOP. */
Test(regs_families, packets_and_commands)
{
	struct fl_reg_packet p;
	struct fl_reg_field f;
	struct fl_reg_dword d;
	struct fl_reg_isa isa;
	unsigned found = 0;

	cr_assert(fl_regs_packet(fl_regs_cik(), 0x3f, FL_REGS_ANY_CHIP, &p));
	cr_assert_str_eq(p.name, "INDIRECT_BUFFER");
	cr_assert(fl_reg_packet_dword(&p, 2, &d) && fl_reg_field_find(&d.word, "VALID", &f) && f.low == 23);
	cr_assert(fl_regs_packet(fl_regs_r600(), 0x47, FL_REGS_ANY_CHIP, &p));
	cr_assert_str_eq(p.name, "EVENT_WRITE_EOP");
	cr_assert_eq(R600_PKT3_SET_CONTEXT_REG, 0x69u);
	cr_assert_eq(CIK_PKT3_SET_UCONFIG_REG, 0x79u);
	/* a front end command: LINK is 8 in bits 31:27 */
	for (unsigned i = 0; fl_regs_isa_at(fl_regs_gc(), i, &isa); i++)
		if (isa.mask == 0xf8000000u && (0x40000002u & isa.mask) == isa.match) {
			cr_assert_str_eq(isa.name, "FE_LINK");
			found++;
		}
	cr_assert_eq(found, 1);
}

/* Encodings overlap in no more than VOP3 and its form with a scalar destination, which the opcode
 * distinguishes. */
Test(regs_families, an_instruction_word_has_one_encoding)
{
	static const struct {
		uint32_t word;
		const char *name;
	} list[] = {
	    {0xbf810000, "SOPP"}, /* s_endpgm */
	    {0xbe8003ff, "SOP1"}, /* s_mov_b32 s0, literal */
	    {0x7e000280, "VOP1"}, /* v_mov_b32 v0, 0 */
	    {0xf8001c0f, "EXP"},  {0xc0000000, "SMRD"}, {0xd8000000, "DS"},
	};

	for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
		const char *name = NULL;
		struct fl_reg_isa isa;
		uint32_t best = 0;

		for (unsigned i = 0; fl_regs_isa_at(fl_regs_cik(), i, &isa); i++)
			if (isa.mask && (list[k].word & isa.mask) == isa.match && isa.mask > best) {
				best = isa.mask;
				name = isa.name;
			}
		cr_assert(name && !strcmp(name, list[k].name), "0x%x is %s, not %s", list[k].word,
			  list[k].name, name ? name : "nothing");
	}
}
