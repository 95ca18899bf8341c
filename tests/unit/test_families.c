/* SPDX-License-Identifier: MIT
 *
 * A program may have a table of families of its own: a family that it makes up, found by its registers where
 * there is no PCI, is then woken and tested by the shared runner, and none of the library's families is
 * linked.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

static const char program[] =
    "#include \"hw/fl_smoke.h\"\n"
    "#include \"hw/fl_str.h\"\n"
    "#include \"hw/fl_wake.h\"\n"
    "static uint32_t reg[4] = {0x600d1d};\n"
    "static uint8_t vram[4096];\n"
    "static unsigned asleep;\n"
    "struct own_card { struct fl_bringup up; unsigned woken; };\n"
    "FL_CARD_FITS(struct own_card);\n"
    "static enum fl_code identify(struct fl_bringup *up, struct fl_err *err)\n"
    "{\n"
    "        up->chip = \"OWN1\";\n"
    "        up->vram_B = up->visible_B = sizeof vram;\n"
    "        fl_did(up, \"found\");\n"
    "        return FL_OK;\n"
    "}\n"
    "static enum fl_code start(struct fl_bringup *up, struct fl_err *err)\n"
    "{\n"
    "        ((struct own_card *)up)->woken++;\n"
    "        return up->images.of[1].data ? FL_OK : fl_fail(err, FL_FAILED, \"no second image\");\n"
    "}\n"
    "static enum fl_code lines(struct fl_bringup *up, struct fl_err *err)\n"
    "{\n"
    "        return fl_smoke_address_lines(up, \"SIZE\", err);\n"
    "}\n"
    "static enum fl_code scratch(struct fl_bringup *up, struct fl_err *err)\n"
    "{\n"
    "        return fl_smoke_scratch(up, 8, 4, 2, \"SCRATCH\", err);\n"
    "}\n"
    "static const struct fl_step steps[] = {{\"identify\", identify, FL_GOAL_PROBE},\n"
    "                                       {\"start\", start, FL_GOAL_RING},\n"
    "                                       {NULL, NULL, FL_GOAL_NONE}};\n"
    "static const struct fl_check checks[] = {{\"identify\", \"ID\", identify, 0, 1, false},\n"
    "                                         {\"data\", \"MEM\", fl_smoke_data_lines, 1, 0, false},\n"
    "                                         {\"address\", \"MEM\", lines, 1, 0, false},\n"
    "                                         {\"scratch\", \"IO\", scratch, 1, 0, false},\n"
    "                                         {\"start\", \"FW\", start, 1, 2, true},\n"
    "                                         {\"after\", \"FW\", start, 2, 0, false},\n"
    "                                         {NULL, NULL, NULL, 0, 0, false}};\n"
    "static bool by_registers(struct fl_dev *d, struct fl_card *card)\n"
    "{\n"
    "        *card = (struct fl_card){.chip = \"OWN1\", .product = \"\", .tested = \"NT\", .wakes = true};\n"
    "        return fl_read32(d, 0) == 0x600d1d;\n"
    "}\n"
    "static unsigned firmware(const struct fl_dev *d, const char *name[FL_IMAGES])\n"
    "{\n"
    "        name[0] = \"own/a.bin\";\n"
    "        name[1] = \"own/b.bin\";\n"
    "        return 2;\n"
    "}\n"
    "static enum fl_code rest(struct fl_bringup *up, struct fl_err *err)\n"
    "{\n"
    "        asleep++;\n"
    "        return FL_OK;\n"
    "}\n"
    "static const struct fl_family own = {.name = \"own\", .chips = \"OWN\", .title = \"the OWN class\",\n"
    "                                     .find_by_registers = by_registers, .firmware = firmware,\n"
    "                                     .card_B = sizeof(struct own_card), .steps = steps,\n"
    "                                     .sleep = rest};\n"
    "const struct fl_family *const fl_families[] = {&own, NULL};\n"
    "const struct fl_smoke_list fl_smokes[] = {{&own, checks}, {NULL, NULL}};\n"
    "static uint32_t get(struct fl_dev *d, uint32_t at) { return reg[at / 4]; }\n"
    "static void set(struct fl_dev *d, uint32_t at, uint32_t v) { reg[at / 4] = v; }\n"
    "static uint64_t now(struct fl_dev *d) { return 0; }\n"
    "static const struct fl_bus bus = {.name = \"own\", .read32 = get, .write32 = set, .now_us = now,\n"
    "                                  .vram_read = fl_mapped_vram_read, .vram_write = "
    "fl_mapped_vram_write};\n"
    "#define WANT(x) do if (!(x)) return __LINE__; while (0)\n"
    "int main(void)\n"
    "{\n"
    "        struct fl_dev d = {.bus = &bus, .vram = vram, .vram_size_B = sizeof vram, .name = \"mem\"};\n"
    "        union fl_card_state card;\n"
    "        struct fl_smoke_counts n;\n"
    "        struct fl_card found;\n"
    "        struct fl_err err;\n"
    "        WANT(!fl_card_find(0x1002, 0x7249, &found));\n"
    "        WANT(fl_family_of(&d) == &own);\n"
    "        WANT(fl_card_of(&d, &found) && found.family == &own && !found.vendor);\n"
    "        reg[0] = 0;\n"
    "        WANT(!fl_family_of(&d) && fl_wake_first(NULL, &d, &err) == FL_NO_DEVICE);\n"
    "        reg[0] = 0x600d1d;\n"
    "        fl_family_init(&own, &card.up, &d);\n"
    "        WANT(!fl_wake_goal(&own, &card.up, FL_GOAL_PROBE, NULL, NULL, &err));\n"
    "        WANT(fl_wake_goal(&own, &card.up, FL_GOAL_RESET, NULL, NULL, &err) == FL_NO_DEVICE);\n"
    "        WANT(fl_wake(&own, &card.up, NULL, NULL, &err) == FL_FAILED);\n"
    "        WANT(fl_str_same(err.text, \"no second image\"));\n"
    "        WANT(!fl_smoke(&own, &card.up, NULL, NULL, &n, &err) && asleep == 1);\n"
    "        WANT(n.n[FL_PASS] == 4 && n.n[FL_SKIP] == 1 && n.n[FL_UNPREP] == 1);\n"
    "        card.up.images.of[0] = card.up.images.of[1] = (struct fl_image){vram, 4};\n"
    "        WANT(!fl_smoke(&own, &card.up, NULL, NULL, &n, &err) && n.n[FL_PASS] == 6);\n"
    "        WANT(fl_smoke_planned(&own) == 6 && ((struct own_card *)&card)->woken == 3);\n"
    "        return 0;\n"
    "}\n";

/* Runs a command; its exit code. */
static int sh(const char *cmd)
{
	int status = system(cmd);

	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(families, a_program_has_its_own)
{
	char dir[] = "/tmp/fl-families-XXXXXX", path[64], cmd[1024];
	FILE *f;

	cr_assert(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/own.c", dir);
	f = fopen(path, "w");
	cr_assert(f);
	fputs(program, f);
	fclose(f);
	snprintf(cmd, sizeof cmd,
		 "gcc -std=gnu11 -Wall -Wno-unused-parameter -Werror %s -I. -I%s/gen -o %s/own %s %s",
		 getenv("SAN") ? getenv("SAN") : "", build_dir(), dir, path, built("libfirstlight.a"));
	cr_assert_eq(sh(cmd), 0, "%s", cmd);
	snprintf(cmd, sizeof cmd, "%s/own", dir);
	cr_expect_eq(sh(cmd), 0, "line %d of the program fails", sh(cmd));
	snprintf(cmd, sizeof cmd, "nm %s/own | grep -E ' [TtRrDd] (r100|r500|fl_regs)_'", dir);
	cr_expect_neq(sh(cmd), 0, "the library's families are linked");
	snprintf(cmd, sizeof cmd, "rm -r %s", dir);
	sh(cmd);
}
