/* SPDX-License-Identifier: MIT
 *
 * The chips of the family. Sources: PCI ids: Linux amdgpu_drv.c; units, tables of tile modes: Linux cik.c
 * (cik_gpu_init, cik_tiling_mode_table_init), Mesa si_pipe.c. Memory is what the usual card of that chip
 * carried, or what firmware gives it.
 */
#include "hw/model/cik/chips.h"
#include "hw/regs/cik.h"
#include "hw/regs/cik_reset.h"
#include <stddef.h>
#include <string.h>

#define MIB(n) ((uint64_t)(n) << 20)

static const struct mcik_tiling bonaire = {
    {[0] = 0x00800150,  0x00800950, 0x00801150,       0x00801950, 0x00802950,        0x00800148,
     0x00801158,        0x00802958, [8] = 0x00000144, 0x00000148, 0x02000150,        0x02000114,
     0x02000158,        0x00400148, 0x02400150,       0x00000000, [16] = 0x02400114, 0x02400158,
     [27] = 0x00c00148, 0x02c00150, 0x02c00114,       0x02c00158},
    {0xe8, 0xe4, 0xd0, 0xd0, 0xd0, 0x90, 0x40, 0x00, 0xed, 0xe9, 0xe8, 0xe4, 0xd0, 0x90, 0x40, 0x00},
};
static const struct mcik_tiling hawaii = {
    {[0] = 0x00800450,  0x00800c50, 0x00801450,       0x00801c50, 0x00802c50,        0x00800448,
     0x00801458,        0x00802c58, [8] = 0x00000444, 0x00000448, 0x02000450,        0x02000414,
     0x02000458,        0x00400448, 0x02400450,       0x00000000, [16] = 0x02400414, 0x02400458,
     [27] = 0x00c00448, 0x02c00450, 0x02c00414,       0x02c00458},
    {0xd8, 0xd4, 0xc0, 0xc0, 0x80, 0x40, 0x00, 0x00, 0xd8, 0xd4, 0xc0, 0x80, 0x40, 0x00, 0x00, 0x00},
};
static const struct mcik_tiling kaveri = {
    {[0] = 0x00800110,  0x00800910, 0x00801110,       0x00801910, 0x00802910,        0x00800108,
     0x00801118,        0x00802918, [8] = 0x00000104, 0x00000108, 0x02000110,        0x02000114,
     0x02000118,        0x00400108, 0x02400110,       0x00000000, [16] = 0x02400114, 0x02400118,
     [27] = 0x00c00108, 0x02c00118, 0x02c00114,       0x02c00118},
    {0xe8, 0xe4, 0xd0, 0xd0, 0xd0, 0x90, 0x40, 0x00, 0xed, 0xe9, 0xe8, 0xe4, 0xd0, 0x90, 0x40, 0x00},
};
static const struct mcik_tiling kabini = {
    {[0] = 0x00800010,  0x00800810, 0x00801010,       0x00801810, 0x00802010,        0x00800008,
     0x00801018,        0x00802018, [8] = 0x00000004, 0x00000008, 0x02000010,        0x02000014,
     0x02000018,        0x00400008, 0x02400010,       0x00000000, [16] = 0x02400014, 0x02400018,
     [27] = 0x00c00008, 0x02c00018, 0x02c00014,       0x02c00018},
    {0xe9, 0xe5, 0xe4, 0xe0, 0xe0, 0xe0, 0x90, 0x00, 0xee, 0xea, 0xe9, 0xe5, 0xe4, 0xe0, 0x90, 0x00},
};

static const struct mcik_variant variants[] = {
    {
	.name = "bonaire",
	.describe = "Radeon HD 7790 (Bonaire), 1002:665c, 14 compute units, 4 backends, 1 GiB",
	.device = 0x665c,
	.ses = 2,
	.cus = 7,
	.rbs = 2,
	.pipes = 4,
	.l2_KiB = 128,
	.gs_depth = 32,
	.mecs = 1,
	.lds_banks = 32,
	.row_KiB = 2,
	.addr_config = 0x12010001,
	.raster_config = {0x16000012, 0},
	.tiling = &bonaire,
	.chip_bit = CIK_CHIP_BONAIRE,
	.vram_B = MIB(1024),
    },
    {
	.name = "hawaii",
	.describe = "Radeon R9 290X (Hawaii), 1002:67b0, 44 compute units, 16 backends, 4 GiB",
	.device = 0x67b0,
	.ses = 4,
	.cus = 11,
	.rbs = 4,
	.pipes = 16,
	.l2_KiB = 64,
	.gs_depth = 32,
	.mecs = 1,
	.lds_banks = 32,
	.row_KiB = 2,
	.fast_fma = true,
	.addr_config = 0x12011003,
	.raster_config = {0x3a00161a, 0x2e},
	.tiling = &hawaii,
	.chip_bit = CIK_CHIP_HAWAII,
	.vram_B = MIB(4096),
    },
    {
	.name = "kaveri",
	.describe = "Radeon R7 (Kaveri), 1002:130f, 8 compute units, 2 backends, 512 MiB of the machine's",
	.device = 0x130f,
	.apu = true,
	.ses = 1,
	.cus = 8,
	.rbs = 2,
	.pipes = 4,
	.l2_KiB = 128,
	.gs_depth = 16,
	.mecs = 2,
	.lds_banks = 32,
	.row_KiB = 2,
	.addr_config = 0x12010001,
	.raster_config = {2, 0},
	.tiling = &kaveri,
	.chip_bit = CIK_CHIP_KAVERI,
	.vram_B = MIB(512),
    },
    {
	.name = "kabini",
	.describe =
	    "Radeon HD 8400 (Kabini), 1002:9830, 2 compute units, 1 backend, 512 MiB of the machine's",
	.device = 0x9830,
	.apu = true,
	.ses = 1,
	.cus = 2,
	.rbs = 1,
	.pipes = 2,
	.l2_KiB = 64,
	.gs_depth = 16,
	.mecs = 1,
	.lds_banks = 16,
	.row_KiB = 1,
	.addr_config = 0x12010001,
	.tiling = &kabini,
	.chip_bit = CIK_CHIP_KABINI,
	.vram_B = MIB(512),
    },
    {
	.name = "mullins",
	.describe = "Radeon R4 (Mullins), 1002:9850, 2 compute units, 1 backend, 512 MiB of the machine's",
	.device = 0x9850,
	.apu = true,
	.ses = 1,
	.cus = 2,
	.rbs = 1,
	.pipes = 2,
	.l2_KiB = 64,
	.gs_depth = 16,
	.mecs = 1,
	.lds_banks = 16,
	.row_KiB = 1,
	.addr_config = 0x12010001,
	.tiling = &kabini,
	.chip_bit = CIK_CHIP_MULLINS,
	.vram_B = MIB(512),
    },
};

const struct mcik_variant *mcik_variant_at(unsigned i)
{
	return i < sizeof(variants) / sizeof(variants[0]) ? &variants[i] : NULL;
}

const struct mcik_variant *mcik_variant(const char *name)
{
	const struct mcik_variant *v;

	for (unsigned i = 0; (v = mcik_variant_at(i)); i++)
		if (!strcmp(v->name, name))
			break;
	return v;
}

/* Linux cik_gpu_init: 1, 2, 4 KiB are 0, 1, 2. */
uint32_t mcik_addr_config(const struct mcik_variant *v)
{
	return (v->addr_config & ~CIK_GB_ADDR_CONFIG__ROW_SIZE__MASK) |
	       CIK_GB_ADDR_CONFIG__ROW_SIZE(v->row_KiB / 2u);
}
