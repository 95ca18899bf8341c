/* SPDX-License-Identifier: MIT
 *
 * The chips that the render node can be, in the answers of Linux's radeon_kms.c (radeon_info_ioctl()); sizes
 * are those of r300.c and rv770.c (rv770_gpu_init()).
 */
#include "tests/bench/node/node.h"

#include <libdrm/radeon_drm.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Of all chips. Hierarchical depth and fast clears are not granted: another program has them. There is no
 * video decoder. */
#define ALL_CHIPS(device, khz)                                                                            \
	{RADEON_INFO_DEVICE_ID, device}, {RADEON_INFO_ACCEL_WORKING, 1}, {RADEON_INFO_ACCEL_WORKING2, 1}, \
	    {RADEON_INFO_MAX_SCLK, khz}, {RADEON_INFO_WANT_HYPERZ, 0}, {RADEON_INFO_WANT_CMASK, 0},       \
	    {RADEON_INFO_RING_WORKING, 0},                                                                \
	{                                                                                                 \
		RADEON_INFO_GPU_RESET_COUNTER, 0                                                          \
	}

enum { R580 = 0x7249, RV770 = 0x9440 };

static const struct node_fact r580[] = {
    ALL_CHIPS(R580, 650000),
    {RADEON_INFO_NUM_GB_PIPES, 4},
    {RADEON_INFO_NUM_Z_PIPES, 1},
};

/* The tiling is that of most of them: 8 pipes, 8 banks, groups of 256 bytes, 4 backends. */
static const struct node_fact rv770[] = {
    ALL_CHIPS(RV770, 750000),          {RADEON_INFO_NUM_BACKENDS, 4},
    {RADEON_INFO_NUM_TILE_PIPES, 8},   {RADEON_INFO_TILING_CONFIG, 0xfa500016},
    {RADEON_INFO_BACKEND_MAP, 0xfa50}, {RADEON_INFO_CLOCK_CRYSTAL_FREQ, 27000}, /* kHz */
    {RADEON_INFO_MAX_PIPES, 4},        {RADEON_INFO_MAX_SE, 1},
    {RADEON_INFO_ACTIVE_CU_COUNT, 10},
};

static const struct node_chip chips[] = {
    {"r580", R580, r580, COUNT(r580)},
    {"rv770", RV770, rv770, COUNT(rv770)},
};

const struct node_chip *node_chip(void)
{
	const char *name = getenv("BENCH_NODE");

	for (uint32_t i = 0; name && i < COUNT(chips); i++)
		if (!strcmp(chips[i].name, name))
			return &chips[i];
	return &chips[0];
}
