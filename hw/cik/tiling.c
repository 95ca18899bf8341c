/* SPDX-License-Identifier: MIT
 *
 * Step: tiling. How memory is tiled over pipes and banks: GB_ADDR_CONFIG from the straps of the memory, its
 * copies in other blocks, and the tables of modes that surfaces name by number. Linux cik_gpu_init(),
 * cik_tiling_mode_table_init(); the tables as CIK facts 0.1 has them.
 */
#include "hw/cik/card.h"
#include "hw/regs/cik.h"

enum {
	ROW_SPLIT = 7, /* of a depth mode: as long as a row of DRAM */
	LINEAR = CIK_GB_TILE_MODE__ARRAY_MODE__ARRAY_LINEAR_ALIGNED,
	FLAT = CIK_GB_TILE_MODE__ARRAY_MODE__ARRAY_1D_TILED_THIN1,
	MACRO = CIK_GB_TILE_MODE__ARRAY_MODE__ARRAY_2D_TILED_THIN1,
	PRT = CIK_GB_TILE_MODE__ARRAY_MODE__ARRAY_PRT_TILED_THIN1,
	PRT_2D = CIK_GB_TILE_MODE__ARRAY_MODE__ARRAY_PRT_2D_TILED_THIN1,
	DISPLAY = 0, /* MICRO_TILE_MODE_NEW */
	THIN = 1,
	DEPTH = 2,
	ROTATED = 3,
	SAMPLES_2 = 1, /* SAMPLE_SPLIT, of color that is tiled in 2D */
	ROW_BYTES_LEAST_LOG2 = 10,
};

/* The same of all chips but for the pipes. */
static const struct mode {
	uint8_t at, array, micro, split, samples;
} modes[] = {
    {0, MACRO, DEPTH, 0, 0},
    {1, MACRO, DEPTH, 1, 0},
    {2, MACRO, DEPTH, 2, 0},
    {3, MACRO, DEPTH, 3, 0},
    {4, MACRO, DEPTH, ROW_SPLIT, 0},
    {5, FLAT, DEPTH, 0, 0},
    {6, PRT_2D, DEPTH, 2, 0},
    {7, PRT_2D, DEPTH, ROW_SPLIT, 0},
    {8, LINEAR, DISPLAY, 0, 0},
    {9, FLAT, DISPLAY, 0, 0},
    {10, MACRO, DISPLAY, 0, SAMPLES_2},
    {11, PRT, DISPLAY, 0, SAMPLES_2},
    {12, PRT_2D, DISPLAY, 0, SAMPLES_2},
    {13, FLAT, THIN, 0, 0},
    {14, MACRO, THIN, 0, SAMPLES_2},
    {16, PRT, THIN, 0, SAMPLES_2},
    {17, PRT_2D, THIN, 0, SAMPLES_2},
    {27, FLAT, ROTATED, 0, 0},
    {28, MACRO, ROTATED, 0, SAMPLES_2},
    {29, PRT, ROTATED, 0, SAMPLES_2},
    {30, PRT_2D, ROTATED, 0, SAMPLES_2},
};

/* Those of 16 pipes are not in the list of the reference. The second is that of mode PRT. */
enum { P16_32X32_8X16 = 16, P16_32X32_16X16 = 17 };
#define PIPES(name) CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_##name
static const uint8_t pipes[CIK_FAMILIES][2] = {
    [CIK_FAMILY_BONAIRE] = {PIPES(P4_16X16), PIPES(P4_8X16)},
    [CIK_FAMILY_HAWAII] = {P16_32X32_16X16, P16_32X32_8X16},
    [CIK_FAMILY_KAVERI] = {PIPES(P4_8X16), PIPES(P4_8X16)},
    [CIK_FAMILY_KABINI] = {PIPES(P2), PIPES(P2)},
    [CIK_FAMILY_MULLINS] = {PIPES(P2), PIPES(P2)},
};

#define FOUR_PIPES                                                                                       \
	{                                                                                                \
		0xe8, 0xe4, 0xd0, 0xd0, 0xd0, 0x90, 0x40, 0, 0xed, 0xe9, 0xe8, 0xe4, 0xd0, 0x90, 0x40, 0 \
	}
#define TWO_PIPES                                                                                        \
	{                                                                                                \
		0xe9, 0xe5, 0xe4, 0xe0, 0xe0, 0xe0, 0x90, 0, 0xee, 0xea, 0xe9, 0xe5, 0xe4, 0xe0, 0x90, 0 \
	}
/* By how large a tile is: of usual surfaces, then of partly resident ones. */
static const uint8_t macros[CIK_FAMILIES][CIK_MACRO_MODES] = {
    [CIK_FAMILY_BONAIRE] = FOUR_PIPES,
    [CIK_FAMILY_HAWAII] = {0xd8, 0xd4, 0xc0, 0xc0, 0x80, 0x40, 0, 0, 0xd8, 0xd4, 0xc0, 0x80, 0x40, 0, 0, 0},
    [CIK_FAMILY_KAVERI] = FOUR_PIPES,
    [CIK_FAMILY_KABINI] = TWO_PIPES,
    [CIK_FAMILY_MULLINS] = TWO_PIPES,
};

uint32_t cik_addr_config(const struct cik_family_info *f, uint32_t ramcfg)
{
	enum { MOST = 2 };
	uint32_t row = CIK_MC_ARB_RAMCFG__NOOFCOLS__GET(ramcfg); /* 4 * 2^(8 + it) bytes: 1 KiB is 0 */

	return (f->addr_config & ~CIK_GB_ADDR_CONFIG__ROW_SIZE__MASK) |
	       CIK_GB_ADDR_CONFIG__ROW_SIZE(row < MOST ? row : MOST);
}

uint32_t cik_tile_mode(enum cik_family f, uint32_t addr_config, unsigned i)
{
	/* A split of 1 KiB is 4. */
	const uint32_t row = 4 + CIK_GB_ADDR_CONFIG__ROW_SIZE__GET(addr_config);

	for (const struct mode *m = modes; m < modes + sizeof(modes) / sizeof(*modes); m++)
		if (m->at == i)
			return CIK_GB_TILE_MODE__ARRAY_MODE(m->array) |
			       CIK_GB_TILE_MODE__PIPE_CONFIG(pipes[f][m->array == PRT]) |
			       CIK_GB_TILE_MODE__TILE_SPLIT(m->split == ROW_SPLIT ? row : m->split) |
			       CIK_GB_TILE_MODE__MICRO_TILE_MODE_NEW(m->micro) |
			       CIK_GB_TILE_MODE__SAMPLE_SPLIT(m->samples);
	return 0;
}

uint32_t cik_macro_mode(enum cik_family f, unsigned i)
{
	return macros[f][i];
}

void cik_tile_modes(enum cik_family f, uint32_t addr_config, uint32_t mode[CIK_TILE_MODES],
		    uint32_t macro[CIK_MACRO_MODES])
{
	for (unsigned i = 0; i < CIK_TILE_MODES; i++)
		mode[i] = cik_tile_mode(f, addr_config, i);
	for (unsigned i = 0; i < CIK_MACRO_MODES; i++)
		macro[i] = cik_macro_mode(f, i);
}

enum fl_code cik_tiling(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	uint32_t mode[CIK_TILE_MODES], macro[CIK_MACRO_MODES], got;
	uint32_t sdma;

	c->addr_config = cik_addr_config(c->family, fl_read32(d, CIK_MC_ARB_RAMCFG));
	sdma = c->addr_config & CIK_SDMA0_TILING_CONFIG__PIPE_INTERLEAVE_SIZE__MASK;
	fl_write32(d, CIK_GB_ADDR_CONFIG, c->addr_config);
	fl_write32(d, CIK_HDP_ADDR_CONFIG, c->addr_config);
	fl_write32(d, CIK_DMIF_ADDR_CALC, c->addr_config);
	fl_write32(d, CIK_SDMA0_TILING_CONFIG, sdma);
	fl_write32(d, CIK_SDMA1_TILING_CONFIG, sdma);
	cik_tile_modes((enum cik_family)c->chip->family, c->addr_config, mode, macro);
	for (unsigned i = 0; i < CIK_TILE_MODES; i++)
		fl_write32(d, CIK_GB_TILE_MODE(0) + 4 * i, mode[i]);
	for (unsigned i = 0; i < CIK_MACRO_MODES; i++)
		fl_write32(d, CIK_GB_MACROTILE_MODE(0) + 4 * i, macro[i]);
	got = fl_read32(d, CIK_GB_ADDR_CONFIG);
	if (got != c->addr_config)
		return fl_fail(err, FL_FAILED, "GB_ADDR_CONFIG reads 0x%08x after 0x%08x was written", got,
			       c->addr_config);
	for (unsigned i = 0; i < CIK_TILE_MODES; i++) {
		got = fl_read32(d, CIK_GB_TILE_MODE(0) + 4 * i);
		if (got != mode[i])
			return fl_fail(err, FL_FAILED, "GB_TILE_MODE%u reads 0x%08x after 0x%08x was written",
				       i, got, mode[i]);
	}
	fl_did(up, "GB_ADDR_CONFIG 0x%08x, rows of %u KiB; %d modes of tiles, %d of macro tiles",
	       c->addr_config, 1u << CIK_GB_ADDR_CONFIG__ROW_SIZE__GET(c->addr_config), CIK_TILE_MODES,
	       CIK_MACRO_MODES);
	return FL_OK;
}
