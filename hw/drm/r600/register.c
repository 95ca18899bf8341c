/* SPDX-License-Identifier: MIT
 *
 * Registers of R6xx and R7xx that a program's stream sets, as Linux takes them (r600_cs_check_reg).
 */
#include "hw/drm/r600/stream.h"
#include "hw/regs/r600.h"

#include <libdrm/radeon_drm.h>
#include <stddef.h>

enum { ARRAY_1D_TILED_THIN1 = 2, ARRAY_2D_TILED_THIN1 = 4 };

bool r600_drm_add_256(struct fl_drm_stream *s, uint32_t at, const char *what)
{
	const struct fl_drm_reloc *r = fl_drm_next_reloc(s, what, at);

	if (r)
		s->dw[at] += (uint32_t)(r->addr >> 8);
	return r != NULL;
}

/* The tiling mode, where the program leaves it to the kernel; depth is always tiled. */
static bool array_mode(struct fl_drm_stream *s, uint32_t at, bool depth)
{
	const struct fl_drm_reloc *r;
	uint32_t mask = depth ? R600_DB_DEPTH_INFO__ARRAY_MODE__MASK : 0, mode = 0;

	if (s->keep_tiling || !fl_drm_reloc_follows(s))
		return true;
	r = fl_drm_next_reloc(s, depth ? "DB_DEPTH_INFO" : "CB_COLOR_INFO", at);
	if (!r)
		return false;
	if (r->tiling & RADEON_TILING_MACRO)
		mode = ARRAY_2D_TILED_THIN1;
	else if (depth || r->tiling & RADEON_TILING_MICRO)
		mode = ARRAY_1D_TILED_THIN1;
	s->dw[at] = (s->dw[at] & ~mask) |
		    (depth ? R600_DB_DEPTH_INFO__ARRAY_MODE(mode) : R600_CB_COLOR_INFO__ARRAY_MODE(mode));
	return true;
}

/* Older programs give no relocation with these two: they mean the color buffer itself. */
static bool beside_color(struct r600_drm_track *t, uint32_t at, uint32_t target, const char *what)
{
	if (fl_drm_reloc_follows(t->s))
		return r600_drm_add_256(t->s, at, what);
	if (!t->color_base[target])
		return fl_drm_refuse(t->s, "dword %u: %s of target %u comes before its CB_COLOR_BASE", at,
				     what, target);
	t->s->dw[at] = t->color_base[target];
	return true;
}

static bool is_address(uint32_t reg)
{
	if (reg >= R600_SQ_ALU_CONST_CACHE_PS(0) && reg <= R600_SQ_ALU_CONST_CACHE_GS(15))
		return true;
	switch (reg) {
	case R600_SQ_ESGS_RING_BASE:
	case R600_SQ_GSVS_RING_BASE:
	case R600_SQ_ESTMP_RING_BASE:
	case R600_SQ_GSTMP_RING_BASE:
	case R600_SQ_PSTMP_RING_BASE:
	case R600_SQ_VSTMP_RING_BASE:
	case R600_VGT_STRMOUT_BUFFER_BASE_0:
	case R600_VGT_STRMOUT_BUFFER_BASE_1:
	case R600_VGT_STRMOUT_BUFFER_BASE_2:
	case R600_VGT_STRMOUT_BUFFER_BASE_3:
	case R600_CP_COHER_BASE:
	case R600_DB_DEPTH_BASE:
	case R600_DB_HTILE_DATA_BASE:
	case R600_SQ_PGM_START_FS:
	case R600_SQ_PGM_START_ES:
	case R600_SQ_PGM_START_VS:
	case R600_SQ_PGM_START_GS:
	case R600_SQ_PGM_START_PS:
	case R600_SX_MEMORY_EXPORT_BASE:
		return true;
	}
	return false;
}

static bool is_harmless(uint32_t reg)
{
	if ((reg >= R600_CB_COLOR_SIZE(0) && reg <= R600_CB_COLOR_VIEW(7)) ||
	    (reg >= R600_CB_COLOR_MASK(0) && reg <= R600_CB_COLOR_MASK(7)))
		return true;
	/* sizes of the rings and of their items, one dword in two */
	if (reg >= R600_SQ_ESGS_RING_BASE && reg <= R600_SQ_REDUC_RING_SIZE)
		return (reg - R600_SQ_ESGS_RING_SIZE) % 8 == 0;
	if (reg >= R600_SQ_ESGS_RING_ITEMSIZE && reg <= R600_SQ_GS_VERT_ITEMSIZE)
		return true;
	switch (reg) {
	case R600_SQ_CONFIG:
	case R600_DB_DEPTH_CONTROL:
	case R600_DB_DEPTH_VIEW:
	case R600_DB_DEPTH_SIZE:
	case R600_VGT_STRMOUT_EN:
	case R600_VGT_STRMOUT_BUFFER_EN:
	case R600_VGT_STRMOUT_BUFFER_SIZE_0:
	case R600_VGT_STRMOUT_BUFFER_SIZE_1:
	case R600_VGT_STRMOUT_BUFFER_SIZE_2:
	case R600_VGT_STRMOUT_BUFFER_SIZE_3:
	case R600_CB_TARGET_MASK:
	case R600_CB_SHADER_MASK:
	case R600_PA_SC_AA_CONFIG:
	case R600_CB_COLOR_CONTROL:
	case R600_SX_MISC:
		return true;
	}
	return false;
}

bool r600_drm_register(struct r600_drm_track *t, uint32_t reg, uint32_t at)
{
	struct fl_drm_stream *s = t->s;

	if (r600_drm_may_write(reg) || is_harmless(reg))
		return true;
	if (reg >= R600_CB_COLOR_BASE(0) && reg <= R600_CB_COLOR_BASE(7)) {
		if (!r600_drm_add_256(s, at, "CB_COLOR_BASE"))
			return false;
		t->color_base[(reg - R600_CB_COLOR_BASE(0)) / 4] = s->dw[at];
		return true;
	}
	if (reg >= R600_CB_COLOR_FRAG(0) && reg <= R600_CB_COLOR_FRAG(7))
		return beside_color(t, at, (reg - R600_CB_COLOR_FRAG(0)) / 4, "CB_COLOR_FRAG");
	if (reg >= R600_CB_COLOR_TILE(0) && reg <= R600_CB_COLOR_TILE(7))
		return beside_color(t, at, (reg - R600_CB_COLOR_TILE(0)) / 4, "CB_COLOR_TILE");
	if (reg >= R600_CB_COLOR_INFO(0) && reg <= R600_CB_COLOR_INFO(7))
		return array_mode(s, at, false);
	if (reg == R600_DB_DEPTH_INFO)
		return array_mode(s, at, true);
	if (reg == R600_DB_HTILE_SURFACE) {
		/* tiles of 8 by 8, whatever was asked for */
		s->dw[at] |=
		    R600_DB_HTILE_SURFACE__HTILE_WIDTH__MASK | R600_DB_HTILE_SURFACE__HTILE_HEIGHT__MASK;
		return true;
	}
	if (is_address(reg))
		return r600_drm_add_256(s, at, "an address register");
	return fl_drm_refuse(s, "forbidden register 0x%05x at dword %u (value 0x%08x)", reg, at, s->dw[at]);
}
