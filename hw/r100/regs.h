/* SPDX-License-Identifier: MIT
 *
 * Registers of the RV100 class that the kit uses. Offsets and bits: Linux radeon_reg.h; what QEMU's ati-vga does with them:
 * facts/qemu.md.
 */
#ifndef R100_BRINGUP_REGS_H
#define R100_BRINGUP_REGS_H

#if __has_include("hw/regs/r100.h")
#include "hw/regs/r100.h"
#endif

/* regs: wanted */
#ifndef R100_CRTC_GEN_CNTL
#define R100_CRTC_GEN_CNTL 0x0050u
#endif
#ifndef R100_CRTC_EXT_CNTL
#define R100_CRTC_EXT_CNTL 0x0054u
#endif
#ifndef R100_DAC_CNTL
#define R100_DAC_CNTL 0x0058u
#endif
#ifndef R100_CONFIG_MEMSIZE
#define R100_CONFIG_MEMSIZE 0x00f8u
#endif
#ifndef R100_CRTC_H_TOTAL_DISP
#define R100_CRTC_H_TOTAL_DISP 0x0200u /* total - 1 and displayed - 1, in characters of 8 pixels */
#endif
#ifndef R100_CRTC_H_SYNC_STRT_WID
#define R100_CRTC_H_SYNC_STRT_WID 0x0204u
#endif
#ifndef R100_CRTC_V_TOTAL_DISP
#define R100_CRTC_V_TOTAL_DISP 0x0208u
#endif
#ifndef R100_CRTC_V_SYNC_STRT_WID
#define R100_CRTC_V_SYNC_STRT_WID 0x020cu
#endif
#ifndef R100_CRTC_OFFSET
#define R100_CRTC_OFFSET 0x0224u /* bytes from the start of VRAM */
#endif
#ifndef R100_CRTC_OFFSET_CNTL
#define R100_CRTC_OFFSET_CNTL 0x0228u
#endif
#ifndef R100_CRTC_PITCH
#define R100_CRTC_PITCH 0x022cu /* in units of 8 pixels, bits 10:0; again in 26:16 for the right eye */
#endif
#ifndef R100_RBBM_STATUS
#define R100_RBBM_STATUS 0x0e40u
#endif

#define R100_CRTC_GEN_CNTL_PIX_WIDTH_32 (6u << 8)
#define R100_CRTC_GEN_CNTL_EXT_DISP_EN  (1u << 24)
#define R100_CRTC_GEN_CNTL_EN           (1u << 25)
#define R100_CRTC_GEN_CNTL_REQ_DISABLE  (1u << 26) /* DISP_REQ_EN_B: 1 stops the display's reads */
#define R100_CRTC_EXT_CNTL_VGA_LINEAR   (1u << 3)  /* VGA_ATI_LINEAR */
#define R100_CRTC_EXT_CNTL_XCRT_CNT_EN  (1u << 6)
#define R100_CRTC_EXT_CNTL_DISPLAY_DIS  (1u << 10)
#define R100_DAC_CNTL_8BIT_EN           (1u << 8)

#endif
