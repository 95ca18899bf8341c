/* SPDX-License-Identifier: MIT
 *
 * Buffers of vertices: how attributes are converted is in their descriptors (CIK facts 5.5, 6).
 */
#include "lib/cik/draw_state.h"

#define DATA(x) CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__BUF_DATA_FORMAT_##x
#define NUM(x)  CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_##x
#define SEL(x)  CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X__SQ_SEL_##x

/* By components. Three of 8 or 16 bits are read as four. */
static const uint8_t formats[6][4] = {
    [FL_FLOAT] = {DATA(32), DATA(32_32), DATA(32_32_32), DATA(32_32_32_32)},
    [FL_HALF] = {DATA(16), DATA(16_16), DATA(16_16_16_16), DATA(16_16_16_16)},
    [FL_UBYTE] = {DATA(8), DATA(8_8), DATA(8_8_8_8), DATA(8_8_8_8)},
    [FL_BYTE] = {DATA(8), DATA(8_8), DATA(8_8_8_8), DATA(8_8_8_8)},
    [FL_USHORT] = {DATA(16), DATA(16_16), DATA(16_16_16_16), DATA(16_16_16_16)},
    [FL_SHORT] = {DATA(16), DATA(16_16), DATA(16_16_16_16), DATA(16_16_16_16)},
};

/* Fractions, and whole numbers. Signed fractions go from -1 to 1 without a zero, as early OpenGL has it. */
static const uint8_t numbers[6][2] = {
    [FL_FLOAT] = {NUM(FLOAT), NUM(FLOAT)},    [FL_HALF] = {NUM(FLOAT), NUM(FLOAT)},
    [FL_UBYTE] = {NUM(UNORM), NUM(USCALED)},  [FL_BYTE] = {NUM(SNORM_OGL), NUM(SSCALED)},
    [FL_USHORT] = {NUM(UNORM), NUM(USCALED)}, [FL_SHORT] = {NUM(SNORM_OGL), NUM(SSCALED)},
};

uint32_t fl_cik_format(uint32_t type, uint32_t size, bool integer)
{
	return CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT(formats[type % 6][(size - 1) & 3]) |
	       CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT(numbers[type % 6][integer]) |
	       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X(SEL(X)) |
	       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_Y(size > 1 ? SEL(Y) : SEL(0)) |
	       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_Z(size > 2 ? SEL(Z) : SEL(0)) |
	       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_W(size > 3 ? SEL(W) : SEL(1));
}

uint32_t fl_cik_attribute_B(uint32_t type, uint32_t size)
{
	if (type == FL_FLOAT)
		return 4 * size;
	return (type == FL_UBYTE || type == FL_BYTE ? 1u : 2u) * (size == 3 ? 4 : size);
}

void fl_cik_buffer(uint32_t w[4], uint64_t addr, uint32_t stride_B, uint32_t n, uint32_t format)
{
	w[0] = (uint32_t)addr;
	w[1] = CIK_SQ_BUF_RSRC_WORD1__BASE_ADDRESS_HI((uint32_t)(addr >> 32)) |
	       CIK_SQ_BUF_RSRC_WORD1__STRIDE(stride_B);
	w[2] = n;
	w[3] = format;
}

uint32_t *fl_cik_put_vertices(const struct fl_draw *d, uint32_t *p, uint64_t descriptors)
{
	p = cik_pm4_sh(p, fl_cik_its(d)->user + 4 * FL_CIK_S_VERTICES, 2);
	*p++ = (uint32_t)descriptors;
	*p++ = (uint32_t)(descriptors >> 32);
	return p;
}
