/* SPDX-License-Identifier: MIT
 *
 * Sea Islands as a radeon kernel driver describes them (Linux radeon_kms.c; sizes: cik_gpu_init,
 * cik_tiling_mode_table_init), and the family's row in the table.
 */
#include "hw/drm/cik/vm.h"
#include "hw/regs/cik.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stddef.h>

enum {
	CRYSTAL_KHZ = 100000, /* Linux radeon_get_xclk(): the spll's reference */
	NEW_MICROCODE = 3,    /* RADEON_INFO_ACCEL_WORKING2: works, with files that have headers */
	TILE_MODES = 32,
	MACRO_MODES = 16,
	/* places in struct fl_drm_chip.noted */
	ADDR_CONFIG = 0,
	RAMCFG,
	TILE_MODE,
	MACRO_MODE = TILE_MODE + TILE_MODES,
	CONTEXTS = 16,
};

static const struct cik_family_info *family_of(const struct fl_drm_chip *chip)
{
	return cik_chip_family(fl_chip_find(&cik_chips, CIK_PCI_VENDOR, chip->device));
}

static bool knows(uint16_t vendor, uint16_t device)
{
	return fl_chip_find(&cik_chips, vendor, device) != NULL;
}

/* GB_TILE_MODE's P2, P4…, P8…, P16… */
static uint32_t tile_pipes(const struct fl_drm_chip *chip)
{
	enum { LINEAR_ALIGNED = 8 }; /* the row that all chips have */
	const uint32_t config = CIK_GB_TILE_MODE__PIPE_CONFIG__GET(chip->noted[TILE_MODE + LINEAR_ALIGNED]);

	return config < 4 ? 2 : config < 8 ? 4 : config < 16 ? 8 : 16;
}

/* The dword that cik_gpu_init() makes for programs: pipes, banks, group and row, as logarithms. */
static uint32_t tiling_config(const struct fl_drm_chip *chip)
{
	enum { MOST_PIPES_LOG2 = 3, BANKS_SHIFT = 4, GROUP_SHIFT = 8, ROW_SHIFT = 12 };
	const uint32_t addr = chip->noted[ADDR_CONFIG];
	uint32_t pipes = 0;

	while (2u << pipes <= tile_pipes(chip) && pipes < MOST_PIPES_LOG2)
		pipes++;
	return pipes | CIK_MC_ARB_RAMCFG__NOOFBANK__GET(chip->noted[RAMCFG]) << BANKS_SHIFT |
	       CIK_GB_ADDR_CONFIG__PIPE_INTERLEAVE_SIZE__GET(addr) << GROUP_SHIFT |
	       CIK_GB_ADDR_CONFIG__ROW_SIZE__GET(addr) << ROW_SHIFT;
}

static int info(const struct fl_drm_chip *chip, uint32_t request, uint32_t *value)
{
	const struct cik_family_info *f = family_of(chip);

	switch (request) {
	case RADEON_INFO_NUM_GB_PIPES: /* of chips before these */
	case RADEON_INFO_NUM_Z_PIPES:
	case RADEON_INFO_BACKEND_MAP:
		*value = 0;
		return 0;
	case RADEON_INFO_ACCEL_WORKING2:
		*value = NEW_MICROCODE;
		return 0;
	case RADEON_INFO_TILING_CONFIG:
		*value = tiling_config(chip);
		return 0;
	case RADEON_INFO_CLOCK_CRYSTAL_FREQ:
		*value = CRYSTAL_KHZ;
		return 0;
	case RADEON_INFO_NUM_BACKENDS:
		*value = (uint32_t)f->engines * f->backends;
		return 0;
	case RADEON_INFO_NUM_TILE_PIPES:
		*value = tile_pipes(chip);
		return 0;
	case RADEON_INFO_MAX_PIPES: /* compute units of an array */
		*value = f->cus;
		return 0;
	case RADEON_INFO_MAX_SE:
		*value = f->engines;
		return 0;
	case RADEON_INFO_FUSION_GART_WORKING:
	case RADEON_INFO_SI_CP_DMA_COMPUTE:
	case RADEON_INFO_MAX_SH_PER_SE:
		*value = 1;
		return 0;
	case RADEON_INFO_SI_BACKEND_ENABLED_MASK: /* none is switched off */
		*value = (1u << f->engines * f->backends) - 1;
		return 0;
	case RADEON_INFO_ACTIVE_CU_COUNT:
		*value = (uint32_t)f->engines * f->cus;
		return 0;
	}
	return EINVAL;
}

static const uint32_t *info_array(const struct fl_drm_chip *chip, uint32_t request, unsigned *n_dw)
{
	*n_dw = request == RADEON_INFO_SI_TILE_MODE_ARRAY ? TILE_MODES : MACRO_MODES;
	return request == RADEON_INFO_SI_TILE_MODE_ARRAY         ? &chip->noted[TILE_MODE]
	       : request == RADEON_INFO_CIK_MACROTILE_MODE_ARRAY ? &chip->noted[MACRO_MODE]
								 : NULL;
}

/* Mullins is a Kabini to Mesa, ever since it has drivers of both. */
static const char *renderer(const struct fl_drm_chip *chip)
{
	return fl_chip_find(&cik_chips, CIK_PCI_VENDOR, chip->device)->family == CIK_FAMILY_MULLINS ? "kabini"
												    : NULL;
}

static const struct fl_drm_vm vm = {
    .first = CIK_DRM_RESERVED_B,
    .end = UINT64_C(1) << (CIK_DRM_PAGES_LOG2 + CIK_DRM_PAGE_LOG2),
    .ib_va = CIK_DRM_IB_VA,
    .ib_dw = CIK_DRM_IB_DW,
    .ib_B = CIK_DRM_IB_B,
    .own_B = CIK_DRM_OWN_B,
    .contexts = CONTEXTS,
    .start = cik_drm_start,
    .open = cik_drm_tables_open,
    .map = cik_drm_tables_map,
    .close = cik_drm_tables_close,
    .run = cik_drm_run,
};

const struct fl_drm_family cik_drm_family = {
    .note = {{CIK_GB_ADDR_CONFIG, 1},
	     {CIK_MC_ARB_RAMCFG, 1},
	     {CIK_GB_TILE_MODE(0), TILE_MODES},
	     {CIK_GB_MACROTILE_MODE(0), MACRO_MODES}},
    .rings = 1 << RADEON_CS_RING_GFX | 1 << RADEON_CS_RING_COMPUTE | 1 << RADEON_CS_RING_DMA,
    .knows = knows,
    .info = info,
    .info_array = info_array,
    .renderer = renderer,
    .check = cik_drm_check,
    .vm = &vm,
};
