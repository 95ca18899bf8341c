/* SPDX-License-Identifier: MIT
 *
 * See meant.h.
 */
#include "tests/unit/gc/meant.h"

#include "hw/regs/gc.h"

#include <string.h>

/* Wherever the n dwords stand. */
static bool change(uint8_t *trace, size_t size_B, const uint32_t *from, const uint32_t *to, unsigned n)
{
	bool found = false;

	for (size_t at = 0; at + 4 * n <= size_B; at += 4)
		if (!memcmp(trace + at, from, 4 * n)) {
			memcpy(trace + at, to, 4 * n);
			found = true;
		}
	return found;
}

#define LOAD(state) (GC_FE_OPCODE__LOAD_STATE << 27 | 1 << 16 | (state) / 4)

bool gc_flat_colors(uint8_t *trace, size_t size_B)
{
	/* smooth, as GC facts 5.3 have it, and the same without the bit */
	static const uint32_t smooth = 0x2f1, plain = 0x2f1 & ~GC_PA_SHADER_ATTRIBUTES__BYPASS_FLAT__MASK;
	static const uint32_t api[2] = {LOAD(GC_GL_API_MODE), 0};
	static const uint32_t modes[2] = {LOAD(GC_GL_HALTI5_SHADER_ATTRIBUTES(0)),
					  0x11111111u * GC_VARYING_INTERPOLATION_MODE__FLAT};

	if (change(trace, size_B, &smooth, &plain, 1))
		return true;
	return change(trace, size_B, api, modes, 2);
}

bool gc_whole_scale(uint8_t *trace, size_t size_B)
{
	static const uint32_t inexact = 0xffc00001, whole = 0xffc00000; /* 16.16 */

	return change(trace, size_B, &inexact, &whole, 1);
}

bool gc_compares(uint8_t *trace, size_t size_B)
{
	static const uint32_t plain[2] = {LOAD(GC_NTE_DESCRIPTOR_SAMP_CTRL0(0)), 0x00a02200};
	static const uint32_t compares[2] = {LOAD(GC_NTE_DESCRIPTOR_SAMP_CTRL0(0)),
					     0x00a02200 | GC_NTE_DESCRIPTOR_SAMP_CTRL0__COMPARE_ENABLE__MASK};

	return change(trace, size_B, plain, compares, 2);
}
