/* SPDX-License-Identifier: MIT
 *
 * R3xx to R5xx as a radeon kernel driver describes them (Linux radeon_kms.c; pipes: r300_gpu_init,
 * r420_pipes_init), and the family's row in the table.
 */
#include "hw/drm/r500/stream.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stddef.h>

static const struct r500_family_info *family_of(uint16_t device)
{
	const struct fl_chip *c = fl_chip_find(&r500_chips, R500_PCI_VENDOR, device);

	return c ? r500_chip_family(c) : NULL;
}

static bool knows(uint16_t vendor, uint16_t device)
{
	return fl_chip_find(&r500_chips, vendor, device) != NULL;
}

/* RV530 has two depth pipes for its one pipe; of the others Linux says one, and Mesa asks no more. */
static uint32_t z_pipes(uint16_t device)
{
	return fl_chip_find(&r500_chips, R500_PCI_VENDOR, device)->family == R500_FAMILY_RV530 ? 2 : 1;
}

static int info(const struct fl_drm_chip *chip, uint32_t request, uint32_t *value)
{
	switch (request) {
	case RADEON_INFO_NUM_GB_PIPES:
		*value = family_of(chip->device)->max_pipes;
		return 0;
	case RADEON_INFO_NUM_Z_PIPES:
		*value = z_pipes(chip->device);
		return 0;
	case RADEON_INFO_ACTIVE_CU_COUNT:
		*value = 1;
		return 0;
	}
	return EINVAL;
}

const struct fl_drm_family r500_drm_family = {.rings = 1 << RADEON_CS_RING_GFX | 1 << RADEON_CS_RING_COMPUTE,
					      .knows = knows,
					      .info = info,
					      .check = r500_drm_check};
