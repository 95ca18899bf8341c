/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r500: TX_FORMAT1 of texel formats: the format, and which component goes where (0-3 from the
 * lowest bits up, 4 zero, 5 one). Compressed formats count blue, green, red, alpha with FILTER1's
 * DXTC_SWIZZLE, and red, green, blue, alpha on chips that have none (Mesa r300_texture.c).
 */
#ifndef LIB_R500_TEXEL_H
#define LIB_R500_TEXEL_H

#include "hw/regs/r500.h"

#define SELECT(a, r, g, b)                                                                             \
	(R500_TX_FORMAT1__SEL_ALPHA(a) | R500_TX_FORMAT1__SEL_RED(r) | R500_TX_FORMAT1__SEL_GREEN(g) | \
	 R500_TX_FORMAT1__SEL_BLUE(b))
#define TEXEL(f)    R500_TX_FORMAT1__TXFORMAT(R500_TX_FORMAT1__TXFORMAT__TX_FMT_##f)
/* With TXFORMAT_MSB */
#define TEXEL_24_8  R500_TX_FORMAT1__TXFORMAT(R500_TX_FORMAT1__TXFORMAT__TX_FMT_5_6_5)
#define TEXEL_ATI1N R500_TX_FORMAT1__TXFORMAT(R500_TX_FORMAT1__TXFORMAT__TX_FMT_3_3_2)

#endif
