/* SPDX-License-Identifier: MIT
 *
 * The chips of the family.
 *
 * Sources: PCI ids, pipes: Linux radeon (drm_pciids.h, r420_pipes_init); vertex engines, HiZ, ZMASK and
 * CMASK sizes, 8x8 Z planes: Mesa r300_chipset.c; PVS memories: guide 7.5.1; revision of the RV530: a log of
 * a real card. Memory is what the usual card of that chip carried.
 */
#include "hw/model/r500/chips.h"
#include <stddef.h>
#include <string.h>

#define MIB(n) ((uint32_t)(n) << 20)

static const struct mr500_variant variants[] = {
    {"r580", "RADEON X1900 (R580), 1002:7249, 4 pipes, 256 MiB of 256 bits", MR500_KIND_R5XX, MR500_MC_R520,
     0x7249, 0x00, true, 4, 4, 8, 1, 256, MIB(256), 15360, 4096, 4096, 1024, 128, true},
    {"rv570", "RADEON X1950 Pro (RV570), 1002:7280, 3 pipes, 256 MiB of 256 bits", MR500_KIND_R5XX,
     MR500_MC_R520, 0x7280, 0x9a, true, 3, 3, 8, 1, 256, MIB(256), 15360, 4096, 4096, 1024, 128, true},
    {"rv560", "RADEON X1650 XT (RV560), 1002:7291, 2 pipes, 256 MiB of 128 bits", MR500_KIND_R5XX,
     MR500_MC_R520, 0x7291, 0x00, true, 2, 2, 8, 1, 128, MIB(256), 15360, 4096, 4096, 1024, 128, true},
    {"rv530", "RADEON X1600 (RV530), 1002:71c1, 1 pipe, 2 Z pipes, 256 MiB of 128 bits", MR500_KIND_R5XX,
     MR500_MC_R520, 0x71c1, 0x9e, true, 1, 2, 5, 1, 128, MIB(256), 15360, 4096, 5120, 1024, 128, true},
    {"r520", "RADEON X1800 (R520), 1002:7100, 4 pipes, 256 MiB of 256 bits", MR500_KIND_R5XX, MR500_MC_R520,
     0x7100, 0x00, true, 4, 4, 8, 1, 256, MIB(256), 10240, 4096, 4096, 1024, 128, true},
    {"rv515", "RADEON X1300 (RV515), 1002:7142, 1 pipe, 256 MiB of 128 bits", MR500_KIND_R5XX, MR500_MC_RV515,
     0x7142, 0x00, true, 1, 1, 2, 1, 128, MIB(256), 10240, 4096, 5120, 1024, 128, true},
    {"r420", "RADEON X800 (R420), 1002:4a49, 4 pipes, 256 MiB of 256 bits", MR500_KIND_R4XX, MR500_MC_R420,
     0x4a49, 0x00, false, 4, 4, 6, 1, 256, MIB(256), 10240, 4096, 4096, 256, 72, true},
    {"rv410", "RADEON X700 (RV410), 1002:5e4b, 2 pipes, 128 MiB of 128 bits", MR500_KIND_R4XX, MR500_MC_R420,
     0x5e4b, 0x00, true, 2, 2, 6, 1, 128, MIB(128), 10240, 4096, 4096, 256, 72, true},
    {"rv350", "RADEON 9600 (RV350), 1002:4150, 1 pipe, 128 MiB of 128 bits", MR500_KIND_R3XX, MR500_MC_DIRECT,
     0x4150, 0x00, false, 1, 1, 2, 3, 128, MIB(128), 0, 5120, 5120, 256, 72, true},
    {"r300", "RADEON 9700 (R300), 1002:4e44, 2 pipes, 128 MiB of 256 bits", MR500_KIND_R3XX, MR500_MC_DIRECT,
     0x4e44, 0x00, false, 2, 2, 4, 3, 256, MIB(128), 10240, 4096, 4096, 256, 72, false},
};

const struct mr500_variant *mr500_variant_at(unsigned i)
{
	return i < sizeof(variants) / sizeof(variants[0]) ? &variants[i] : NULL;
}

const struct mr500_variant *mr500_variant(const char *name)
{
	const struct mr500_variant *v;

	for (unsigned i = 0; (v = mr500_variant_at(i)); i++)
		if (!strcmp(v->name, name))
			return v;
	return NULL;
}
