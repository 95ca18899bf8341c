/* SPDX-License-Identifier: MIT
 *
 * Vivante's cores as Linux's etnaviv describes them (etnaviv_gpu.c: etnaviv_gpu_get_param(),
 * etnaviv_hw_identify(), etnaviv_hw_specs()), and the family's row in the table.
 */
#include "hw/drm/etnaviv.h"
#include "hw/drm/gc/stream.h"
#include "hw/regs/gc.h"

#include <errno.h>
#include <string.h>

/* Registers of identity, as struct fl_drm_family.note has them below: three runs, one behind the other. */
enum {
	FIRST = GC_HI_CHIP_IDENTITY,
	FIRST_N = (GC_HI_CHIP_SPECS - FIRST) / 4 + 1,
	SECOND = GC_HI_CHIP_MINOR_FEATURE_1,
	SECOND_N = (GC_HI_CHIP_PRODUCT_ID - SECOND) / 4 + 1,
};

/* Where programs may put buffers, where they may: Linux's ETNAVIV_SOFTPIN_START_ADDRESS. */
#define PINNED UINT64_C(0x400000)

static uint32_t word(const struct fl_drm_chip *chip, uint32_t reg)
{
	if (reg == GC_HI_CHIP_ECO_ID)
		return chip->noted[FIRST_N + SECOND_N];
	return reg < SECOND ? chip->noted[(reg - FIRST) / 4] : chip->noted[FIRST_N + (reg - SECOND) / 4];
}

/* A GC3000 says that it is a GC2000, of a revision that none has. */
static bool is_gc3000(const struct fl_drm_chip *chip)
{
	return word(chip, GC_HI_CHIP_MODEL) == 0x2000 && word(chip, GC_HI_CHIP_REV) == 0xffff5450;
}

static uint32_t model(const struct fl_drm_chip *chip)
{
	const uint32_t m = word(chip, GC_HI_CHIP_MODEL);

	if (is_gc3000(chip))
		return 0x3000;
	return (m & 0xff00) == 0x400 && m != 0x420 ? m & 0x400 : m;
}

static uint32_t revision(const struct fl_drm_chip *chip)
{
	return word(chip, GC_HI_CHIP_REV) & (is_gc3000(chip) ? 0xffff : ~0u);
}

/* What no register has: Linux keeps it in a table (etnaviv_hwdb.c). */
static const struct {
	uint32_t model, revision, instructions, minor[6]; /* words 6 to 11 of minor features */
} more[] = {
    {0x7000, 0x6214, 512, {0xfc8ee200, 0x03fbfa6f, 0x00ef0ef0, 0x0edbf03c, 0x90044250, 0x00000024}},
};

/* The core's row; -1: it has none. */
static int known(const struct fl_drm_chip *chip)
{
	for (unsigned k = 0; k < sizeof more / sizeof *more; k++)
		if (more[k].model == model(chip) && more[k].revision == revision(chip))
			return (int)k;
	return -1;
}

/* i: 0 the core's own, then those of minor features. */
static uint32_t features(const struct fl_drm_chip *chip, unsigned i)
{
	static const uint32_t reg[] = {GC_HI_CHIP_FEATURE,         GC_HI_CHIP_MINOR_FEATURE_0,
				       GC_HI_CHIP_MINOR_FEATURE_1, GC_HI_CHIP_MINOR_FEATURE_2,
				       GC_HI_CHIP_MINOR_FEATURE_3, GC_HI_CHIP_MINOR_FEATURE_4,
				       GC_HI_CHIP_MINOR_FEATURE_5};
	const uint32_t has_more = word(chip, GC_HI_CHIP_MINOR_FEATURE_0);

	if (i < sizeof reg / sizeof *reg)
		return i < 2 || GC_HI_CHIP_MINOR_FEATURE_0__MORE_MINOR_FEATURES__GET(has_more)
			   ? word(chip, reg[i])
			   : 0;
	return known(chip) >= 0 && i - 7 < 6 ? more[known(chip)].minor[i - 7] : 0;
}

static uint32_t streams(const struct fl_drm_chip *chip)
{
	const uint32_t wide = GC_HI_CHIP_SPECS_4__STREAM_COUNT__GET(word(chip, GC_HI_CHIP_SPECS_4));
	const uint32_t n = GC_HI_CHIP_SPECS__STREAM_COUNT__GET(word(chip, GC_HI_CHIP_SPECS));

	if (wide)
		return wide;
	return n ? n : model(chip) >= 0x1000 ? 4 : 1;
}

static uint32_t instructions(const struct fl_drm_chip *chip)
{
	if (known(chip) >= 0)
		return more[known(chip)].instructions;
	switch (GC_HI_CHIP_SPECS_2__INSTRUCTION_COUNT__GET(word(chip, GC_HI_CHIP_SPECS_2))) {
	case 0:
		return (model(chip) == 0x2000 && revision(chip) == 0x5108) || model(chip) == 0x880 ? 512
												   : 256;
	case 1:
		return 1024;
	case 2:
		return 2048;
	}
	return 256;
}

/* Some count one for the position. */
static uint32_t varyings(const struct fl_drm_chip *chip)
{
	const uint32_t n = GC_HI_CHIP_SPECS_3__VARYINGS_COUNT__GET(word(chip, GC_HI_CHIP_SPECS_3)),
		       m = model(chip), r = revision(chip);
	const bool halti0 = GC_HI_CHIP_MINOR_FEATURE_1__HALTI0__GET(word(chip, GC_HI_CHIP_MINOR_FEATURE_1));
	const bool one_less = (m == 0x5000 && r == 0x5434) || (m == 0x4000 && (r == 0x5222 || r == 0x5245)) ||
			      (m == 0x4000 && r == 0x5208) || (m == 0x3000 && r == 0x5435) ||
			      (m == 0x2200 && r == 0x5244) || (m == 0x2100 && r == 0x5108) ||
			      (m == 0x2000 && r == 0x5108) || (m == 0x1500 && r == 0x5246) ||
			      (m == 0x880 && (r == 0x5107 || r == 0x5106));

	return (n ? n : halti0 ? 12 : 8) - one_less;
}

static uint64_t pinned(const struct fl_drm_chip *chip)
{
	const uint32_t w = word(chip, GC_HI_CHIP_MINOR_FEATURE_1);

	return GC_HI_CHIP_MINOR_FEATURE_1__MMU_VERSION__GET(w) ? PINNED : 0;
}

static int param(const struct fl_drm_chip *chip, uint32_t id, uint64_t *value)
{
	const uint32_t specs = word(chip, GC_HI_CHIP_SPECS), specs2 = word(chip, GC_HI_CHIP_SPECS_2);
	const uint32_t constants = GC_HI_CHIP_SPECS_2__NUM_CONSTANTS__GET(specs2);

	if (id >= FL_ETNAVIV_FEATURES_0 && id <= FL_ETNAVIV_FEATURES_12) {
		*value = features(chip, id - FL_ETNAVIV_FEATURES_0);
		return 0;
	}
	switch (id) {
	case FL_ETNAVIV_MODEL:
		*value = model(chip);
		return 0;
	case FL_ETNAVIV_REVISION:
		*value = revision(chip);
		return 0;
	case FL_ETNAVIV_STREAM_COUNT:
		*value = streams(chip);
		return 0;
	case FL_ETNAVIV_REGISTER_MAX:
		*value = 1u << GC_HI_CHIP_SPECS__REGISTER_MAX__GET(specs);
		return 0;
	case FL_ETNAVIV_THREAD_COUNT:
		*value = 1u << GC_HI_CHIP_SPECS__THREAD_COUNT__GET(specs);
		return 0;
	case FL_ETNAVIV_VERTEX_CACHE_SIZE:
		*value = GC_HI_CHIP_SPECS__VERTEX_CACHE_SIZE__GET(specs);
		return 0;
	case FL_ETNAVIV_SHADER_CORE_COUNT:
		*value = GC_HI_CHIP_SPECS__SHADER_CORE_COUNT__GET(specs);
		return 0;
	case FL_ETNAVIV_PIXEL_PIPES:
		*value = GC_HI_CHIP_SPECS__PIXEL_PIPES__GET(specs);
		return 0;
	case FL_ETNAVIV_VERTEX_OUTPUT_BUFFER_SIZE:
		*value = 1u << GC_HI_CHIP_SPECS__VERTEX_OUTPUT_BUFFER_SIZE__GET(specs);
		return 0;
	case FL_ETNAVIV_BUFFER_SIZE:
		*value = GC_HI_CHIP_SPECS_2__BUFFER_SIZE__GET(specs2);
		return 0;
	case FL_ETNAVIV_INSTRUCTION_COUNT:
		*value = instructions(chip);
		return 0;
	case FL_ETNAVIV_NUM_CONSTANTS:
		*value = constants ? constants : 168;
		return 0;
	case FL_ETNAVIV_NUM_VARYINGS:
		*value = varyings(chip);
		return 0;
	case FL_ETNAVIV_PRODUCT_ID:
		*value = word(chip, GC_HI_CHIP_PRODUCT_ID);
		return 0;
	case FL_ETNAVIV_CUSTOMER_ID:
		*value = word(chip, GC_HI_CHIP_CUSTOMER_ID);
		return 0;
	case FL_ETNAVIV_ECO_ID:
		*value = word(chip, GC_HI_CHIP_ECO_ID);
		return 0;
	case FL_ETNAVIV_SOFTPIN_START_ADDR:
		*value = pinned(chip) ? PINNED : ~UINT64_C(0);
		return 0;
	}
	return EINVAL;
}

static bool knows(uint16_t vendor, uint16_t device)
{
	return false; /* none is on PCI */
}

static bool knows_name(const char *chip)
{
	return !strncmp(chip, "gc", 2);
}

/* Mesa's name of a core ends with its model and revision: "Vivante GC2000 rev 5108". */
static const char *renderer(const struct fl_drm_chip *chip)
{
	return model(chip) == 0x7000 ? "GC7000" : NULL;
}

const struct fl_drm_family gc_drm_family = {
    .note = {{FIRST, FIRST_N}, {SECOND, SECOND_N}, {GC_HI_CHIP_ECO_ID, 1}},
    .driver = FL_DRM_ETNAVIV,
    .knows = knows,
    .knows_name = knows_name,
    .renderer = renderer,
    .param = param,
    .pinned = pinned,
    .check = gc_drm_check};
