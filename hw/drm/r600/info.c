/* SPDX-License-Identifier: MIT
 *
 * R6xx and R7xx as a radeon kernel driver describes them (Linux radeon_kms.c; sizes: r600_gpu_init,
 * rv770_gpu_init), and the family's row in the table.
 */
#include "hw/drm/r600/stream.h"
#include "hw/regs/r600.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stddef.h>

enum { CRYSTAL_KHZ = 27000 };

static bool knows(uint16_t vendor, uint16_t device)
{
	return fl_chip_find(&r600_chips, vendor, device) != NULL;
}

static int info(const struct fl_drm_chip *chip, uint32_t request, uint32_t *value)
{
	const struct r600_family_info *f =
	    r600_chip_family(fl_chip_find(&r600_chips, R600_PCI_VENDOR, chip->device));

	switch (request) {
	case RADEON_INFO_NUM_GB_PIPES: /* of chips before these */
	case RADEON_INFO_NUM_Z_PIPES:
		*value = 1;
		return 0;
	case RADEON_INFO_TILING_CONFIG:
		*value = *chip->noted;
		return 0;
	case RADEON_INFO_BACKEND_MAP:
		*value = *chip->noted >> 16;
		return 0;
	case RADEON_INFO_CLOCK_CRYSTAL_FREQ:
		*value = CRYSTAL_KHZ;
		return 0;
	case RADEON_INFO_NUM_BACKENDS:
		*value = f->backends;
		return 0;
	case RADEON_INFO_NUM_TILE_PIPES:
		*value = 1u << f->tile_pipes;
		return 0;
	case RADEON_INFO_MAX_PIPES:
		*value = f->pipes;
		return 0;
	case RADEON_INFO_ACTIVE_CU_COUNT:
		*value = f->simds;
		return 0;
	}
	return EINVAL;
}

const struct fl_drm_family r600_drm_family = {.note = {{R600_GB_TILING_CONFIG, 1}},
					      .rings = 1 << RADEON_CS_RING_GFX | 1 << RADEON_CS_RING_COMPUTE,
					      .knows = knows,
					      .info = info,
					      .check = r600_drm_check};
