/* SPDX-License-Identifier: MIT
 *
 * The card table beside the public lists: tests/pci/radeon.ids is made out of Linux's and pci.ids.
 */
#include "hw/r500/chips.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(chips, ids_families_and_products_are_those_of_the_public_lists)
{
	FILE *f = fopen("tests/pci/radeon.ids", "r");
	char line[128];
	unsigned n = 0;

	cr_assert_not_null(f);
	while (fgets(line, sizeof(line), f)) {
		const struct fl_chip *c;
		char family[16], product[64] = "", said[40];
		unsigned id;

		if (*line == '#')
			continue;
		cr_assert_geq(sscanf(line, "%x %15s %63[^\n]", &id, family, product), 2, "%s", line);
		c = fl_chip_find(&r500_chips, 0x1002, (uint16_t)id);
		cr_assert_not_null(c, "%04x is not known", id);
		cr_assert_eq(c, fl_chip_at(&r500_chips, n), "%04x is not card %u of the table", id, n);
		cr_assert_str_eq(r500_chip_family(c)->name, family, "%04x", id);
		fl_chip_product(&r500_chips, c, said, sizeof(said));
		cr_assert_str_eq(said, product, "%04x", id);
		cr_assert_str_eq(fl_chip_tested_name(c), "NT", "nobody has tried a card: README.md");
		n++;
	}
	fclose(f);
	cr_assert_eq(n, 188);
	cr_assert_null(fl_chip_at(&r500_chips, n));
	cr_assert_null(fl_chip_find(&r500_chips, 0x1003, 0x7249), "another vendor's");
	cr_assert_null(fl_chip_find(&r500_chips, 0x1002, 0x314f), "before the first");
	cr_assert_null(fl_chip_find(&r500_chips, 0x1002, 0x7298), "behind the last");
}

/* Generation and microcode: Linux radeon's r100_cp_init_microcode() and radeon_asic.c. Quad pipes: the most
 * that its r300_gpu_init(), r420_pipes_init() and rv515's set. Vertex units: num_vert_fpus in Mesa's
 * r300_chipset.c. */
static const struct {
	const char *name;
	unsigned gen, mc, pipes, vertex_units;
	const char *microcode;
} families[] = {
    {"R300", R500_GEN_R300, R500_MC_R300, 2, 4, "radeon/R300_cp.bin"},
    {"R350", R500_GEN_R300, R500_MC_R300, 2, 4, "radeon/R300_cp.bin"},
    {"RV350", R500_GEN_R300, R500_MC_R300, 1, 2, "radeon/R300_cp.bin"},
    {"RV380", R500_GEN_R300, R500_MC_R300, 1, 2, "radeon/R300_cp.bin"},
    {"R420", R500_GEN_R400, R500_MC_R300, 4, 6, "radeon/R420_cp.bin"},
    {"R423", R500_GEN_R400, R500_MC_R300, 4, 6, "radeon/R420_cp.bin"},
    {"RV410", R500_GEN_R400, R500_MC_R300, 2, 6, "radeon/R420_cp.bin"},
    {"R520", R500_GEN_R500, R500_MC_R520, 4, 8, "radeon/R520_cp.bin"},
    {"RV515", R500_GEN_R500, R500_MC_RV515, 1, 2, "radeon/R520_cp.bin"},
    {"RV530", R500_GEN_R500, R500_MC_R520, 1, 5, "radeon/R520_cp.bin"},
    {"RV560", R500_GEN_R500, R500_MC_R520, 2, 8, "radeon/R520_cp.bin"},
    {"RV570", R500_GEN_R500, R500_MC_R520, 3, 8, "radeon/R520_cp.bin"},
    {"R580", R500_GEN_R500, R500_MC_R520, 4, 8, "radeon/R520_cp.bin"},
};

Test(chips, families_are_as_the_drivers_of_linux_and_mesa_know_them)
{
	for (unsigned i = 0; i < sizeof(families) / sizeof(*families); i++) {
		const struct fl_chip chip = {.family = (uint8_t)i};
		const struct r500_family_info *f = r500_chip_family(&chip);

		cr_expect_str_eq(f->name, families[i].name);
		cr_expect_eq(f->gen, families[i].gen, "%s", f->name);
		cr_expect_eq(f->mc, families[i].mc, "%s", f->name);
		cr_expect_eq(f->max_pipes, families[i].pipes, "%s", f->name);
		cr_expect_eq(f->vertex_units, families[i].vertex_units, "%s", f->name);
		cr_expect_str_eq(r500_chip_microcode(f), families[i].microcode, "%s", f->name);
	}
}
