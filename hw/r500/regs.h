/* SPDX-License-Identifier: MIT
 *
 * The registers of the family, and the few that the bring-up needs and the database does not name yet.
 */
#ifndef R500_BRINGUP_REGS_H
#define R500_BRINGUP_REGS_H

#include "hw/regs/r500.h"

/* regs: wanted. Offsets: facts/bringup.md and GAPS.md, that is Linux radeon_reg.h, r500_reg.h, r520d.h, rv515d.h. */
#ifndef R500_MM_INDEX
#define R500_MM_INDEX 0x0000u /* byte address in the register BAR; bit 31: in VRAM */
#define R500_MM_DATA  0x0004u
#endif
#ifndef R500_CLOCK_CNTL_INDEX
#define R500_CLOCK_CNTL_INDEX 0x0008u /* bits 5:0 address, bit 7 write enable; written as a byte */
#define R500_CLOCK_CNTL_DATA  0x000cu
#endif
#ifndef R500_BUS_CNTL
#define R500_BUS_CNTL 0x004cu
#endif
#ifndef R500_HOST_PATH_CNTL
#define R500_HOST_PATH_CNTL 0x0130u
#endif
#ifndef R500_GB_PIPE_SELECT2
#define R500_GB_PIPE_SELECT2 0x4124u
#endif
#ifndef R500_GB_FIFO_SIZE2
#define R500_GB_FIFO_SIZE2 0x4128u
#endif
#ifndef R500_RB2D_DSTCACHE_MODE
#define R500_RB2D_DSTCACHE_MODE 0x3428u
#endif
#ifndef R500_D1CRTC_STATUS_FRAME_COUNT
#define R500_D1CRTC_STATUS_FRAME_COUNT 0x60a4u
#endif

/* Bits without names in the database yet. */
#define R500_MM_INDEX_VRAM                         0x80000000u
#define R500_MC_IND_INDEX_READ                     0x007f0000u /* Linux rv515.c: as working code writes them */
#define R500_MC_IND_INDEX_WRITE                    0x00ff0000u
#define R500_CLOCK_CNTL_INDEX_WRITE                0x80u
#define R500_HOST_PATH_CNTL_READ_BUFFER_INVALIDATE (1u << 27) /* Linux radeon_reg.h */
#define R500_RB2D_DSTCACHE_MODE_AUTOFLUSH          (1u << 8)
#define R500_RB2D_DSTCACHE_MODE_IGNORE_PE          (1u << 17)
#define R500_RB2D_DSTCACHE_CTLSTAT_FLUSH_ALL       0xfu
#define R500_RB2D_DSTCACHE_CTLSTAT_BUSY            (1u << 31)

/* Indices of the memory controller, reached through MC_IND_INDEX (not BAR offsets). */
enum {
	R500_MCI_R520_STATUS = 0x00, /* bit 1: idle */
	R500_MCI_R520_FB_LOCATION = 0x04,
	R500_MCI_R520_AGP_LOCATION = 0x05,
	R500_MCI_R520_AGP_BASE = 0x06,
	R500_MCI_R520_AGP_BASE_2 = 0x07,
	R500_MCI_R520_CNTL0 = 0x08, /* 25:24 channels, 23 channel size */
	R500_MCI_RV515_FB_LOCATION = 0x01,
	R500_MCI_RV515_AGP_LOCATION = 0x02,
	R500_MCI_RV515_AGP_BASE = 0x03,
	R500_MCI_RV515_AGP_BASE_2 = 0x04,
	R500_MCI_RV515_CNTL = 0x05,
	R500_MCI_RV515_STATUS = 0x08, /* bit 4: idle */
};

#endif
