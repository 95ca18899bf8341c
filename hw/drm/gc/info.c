/* SPDX-License-Identifier: MIT
 *
 * Vivante's cores as Linux's etnaviv describes them (etnaviv_gpu.c: etnaviv_gpu_get_param(),
 * etnaviv_hw_identify(), etnaviv_hw_specs()), and the family's row in the table.
 */
#include "hw/drm/etnaviv.h"
#include "hw/drm/gc/stream.h"
#include "hw/gc/chips.h"
#include "hw/regs/gc.h"

#include <errno.h>
#include <string.h>

/* Registers of identity, as struct fl_drm_family.note has them below: runs, one behind the other, with
 * nothing between them that a core might not have. */
enum {
	FIRST = GC_HI_CHIP_IDENTITY,
	FIRST_N = (GC_HI_CHIP_SPECS - FIRST) / 4 + 1,
	SECOND = GC_HI_CHIP_MINOR_FEATURE_1,
	SECOND_N = (GC_HI_CHIP_MINOR_FEATURE_4 - SECOND) / 4 + 1,
	THIRD = GC_HI_CHIP_SPECS_4,
	THIRD_N = (GC_HI_CHIP_MINOR_FEATURE_5 - THIRD) / 4 + 1,
	RUNS_N = FIRST_N + SECOND_N + THIRD_N,
};

/* Where programs may put buffers, where they may: Linux's ETNAVIV_SOFTPIN_START_ADDRESS. */
#define PINNED UINT64_C(0x400000)

static uint32_t word(const struct fl_drm_chip *chip, uint32_t reg)
{
	const uint32_t *n = chip->noted;

	if (reg == GC_HI_CHIP_PRODUCT_ID)
		return n[RUNS_N];
	if (reg == GC_HI_CHIP_ECO_ID)
		return n[RUNS_N + 1];
	if (reg >= THIRD)
		return n[FIRST_N + SECOND_N + (reg - THIRD) / 4];
	return reg >= SECOND ? n[FIRST_N + (reg - SECOND) / 4] : n[(reg - FIRST) / 4];
}

static uint32_t noted(const void *arg, uint32_t reg)
{
	return word(arg, reg);
}

static struct gc_core core_of(const struct fl_drm_chip *chip)
{
	struct gc_core core;

	gc_core_read(&core, noted, chip);
	return core;
}

static uint64_t pinned(const struct fl_drm_chip *chip)
{
	const uint32_t w = word(chip, GC_HI_CHIP_MINOR_FEATURE_1);

	return GC_HI_CHIP_MINOR_FEATURE_1__MMU_VERSION__GET(w) ? PINNED : 0;
}

static int param(const struct fl_drm_chip *chip, uint32_t id, uint64_t *value)
{
	const struct gc_core core = core_of(chip);
	const uint32_t specs = core.specs[0], specs2 = core.specs[1];

	if (id >= FL_ETNAVIV_FEATURES_0 && id <= FL_ETNAVIV_FEATURES_12) {
		/* Linux's own table is shorter: it has what has no register of these cores alone. */
		const bool known = id - FL_ETNAVIV_FEATURES_0 < GC_FEATURE_READABLE || core.instructions;

		*value = known ? core.features[id - FL_ETNAVIV_FEATURES_0] : 0;
		return 0;
	}
	switch (id) {
	case FL_ETNAVIV_MODEL:
		*value = core.model;
		return 0;
	case FL_ETNAVIV_REVISION:
		*value = core.revision;
		return 0;
	case FL_ETNAVIV_STREAM_COUNT:
		*value = gc_core_streams(&core);
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
		*value = gc_core_instructions(&core);
		return 0;
	case FL_ETNAVIV_NUM_CONSTANTS:
		*value = gc_core_constants(&core);
		return 0;
	case FL_ETNAVIV_NUM_VARYINGS:
		*value = gc_core_varyings(&core);
		return 0;
	case FL_ETNAVIV_PRODUCT_ID:
		*value = core.product;
		return 0;
	case FL_ETNAVIV_CUSTOMER_ID:
		*value = core.customer;
		return 0;
	case FL_ETNAVIV_ECO_ID:
		*value = core.eco;
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
	return core_of(chip).model == GC_HI_CHIP_MODEL__GC7000 ? "GC7000" : NULL;
}

const struct fl_drm_family gc_drm_family = {.note = {{FIRST, FIRST_N},
						     {SECOND, SECOND_N},
						     {THIRD, THIRD_N},
						     {GC_HI_CHIP_PRODUCT_ID, 1},
						     {GC_HI_CHIP_ECO_ID, 1}},
					    .driver = FL_DRM_ETNAVIV,
					    .knows = knows,
					    .knows_name = knows_name,
					    .renderer = renderer,
					    .param = param,
					    .pinned = pinned,
					    .check = gc_drm_check};
