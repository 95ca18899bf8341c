/* SPDX-License-Identifier: MIT
 *
 * The 2D engine's registers, by the database's names. One engine served from the Rage 128 to the R580: the offsets and
 * fields used here are the same on an RV100. Sources: Linux radeon_reg.h; R5xx guide 6.2.2 (SETTINGS.GUI_CONTROL).
 */
#ifndef FL_2D_REGS_H
#define FL_2D_REGS_H

#include "hw/regs/r500.h"

/* regs: wanted. Each stands down when the database brings it. */
#ifndef R500_SRC_PITCH_OFFSET
#define R500_SRC_PITCH_OFFSET 0x1428u
#endif
#ifndef R500_DST_PITCH_OFFSET
#define R500_DST_PITCH_OFFSET 0x142cu
#endif
#ifndef R500_DST_PITCH_OFFSET__PITCH /* [29:22] in 64 bytes; the same in SRC_PITCH_OFFSET */
#define R500_DST_PITCH_OFFSET__PITCH(x)  ((uint32_t)(x) << 22)
#define R500_DST_PITCH_OFFSET__OFFSET(x) ((uint32_t)(x)) /* [21:0] in 1 KiB */
#define R500_DST_PITCH_OFFSET__TILE(x)   ((uint32_t)(x) << 30)
#endif
#ifndef R500_DP_CNTL__DST_X_DIR
#define R500_DP_CNTL__DST_X_DIR(x) ((uint32_t)(x))      /* 1: left to right */
#define R500_DP_CNTL__DST_Y_DIR(x) ((uint32_t)(x) << 1) /* 1: top to bottom */
#endif
#ifndef R500_HOST_DATA
#define R500_HOST_DATA(i) (0x17c0u + 4u * (i)) /* 8 of them */
#endif
#ifndef R500_HOST_DATA_LAST
#define R500_HOST_DATA_LAST 0x17e0u
#endif
#ifndef R500_DST_LINE_PATCOUNT__BRES_CNTL
#define R500_DST_LINE_PATCOUNT__BRES_CNTL(x) ((uint32_t)(x) << 8)
#endif

/* DP_GUI_MASTER_CNTL */
#ifndef R500_DP_GUI_MASTER_CNTL__ROP3
#define R500_DP_GUI_MASTER_CNTL__SRC_PITCH_OFFSET_CNTL(x) ((uint32_t)(x))
#define R500_DP_GUI_MASTER_CNTL__DST_PITCH_OFFSET_CNTL(x) ((uint32_t)(x) << 1)
#define R500_DP_GUI_MASTER_CNTL__BRUSH_DATATYPE(x)        ((uint32_t)(x) << 4)
#define R500_DP_GUI_MASTER_CNTL__DST_DATATYPE(x)          ((uint32_t)(x) << 8)
#define R500_DP_GUI_MASTER_CNTL__SRC_DATATYPE(x)          ((uint32_t)(x) << 12)
#define R500_DP_GUI_MASTER_CNTL__BYTE_PIX_ORDER(x)        ((uint32_t)(x) << 14)
#define R500_DP_GUI_MASTER_CNTL__ROP3(x)                  ((uint32_t)(x) << 16)
#define R500_DP_GUI_MASTER_CNTL__SRC_SOURCE(x)            ((uint32_t)(x) << 24)
#define R500_DP_GUI_MASTER_CNTL__CLR_CMP_CNTL_DIS(x)      ((uint32_t)(x) << 28)
#define R500_DP_GUI_MASTER_CNTL__WR_MSK_DIS(x)            ((uint32_t)(x) << 30)
#endif

/* Values of its fields */
enum {
	FL_GMC_BRUSH_SOLID = 13,
	FL_GMC_BRUSH_NONE = 15,
	FL_GMC_DST_8BPP = 2,
	FL_GMC_DST_15BPP = 3,
	FL_GMC_DST_16BPP = 4,
	FL_GMC_DST_32BPP = 6,
	FL_GMC_SRC_MONO = 0,        /* foreground and background color */
	FL_GMC_SRC_MONO_TRANSP = 1, /* foreground color, zeros leave the destination */
	FL_GMC_SRC_COLOR = 3,
	FL_GMC_SOURCE_MEMORY = 2,
	FL_GMC_SOURCE_HOST = 3,
};

#endif
