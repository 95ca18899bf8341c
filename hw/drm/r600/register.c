/* SPDX-License-Identifier: MIT
 *
 * Registers of R6xx and R7xx that a program's stream sets, as Linux takes them (r600_cs_check_reg).
 */
#include "hw/drm/r600/stream.h"
#include "hw/regs/r600.h"

#include <libdrm/radeon_drm.h>
#include <stddef.h>

bool r600_drm_add_256(struct fl_drm_stream *s, uint32_t at, const char *what, struct r600_drm_memory *to)
{
	to->buffer = fl_drm_next_reloc(s, what, at);
	to->offset_B = (uint64_t)s->dw[at] << 8;
	if (to->buffer)
		s->dw[at] += (uint32_t)(to->buffer->addr >> 8);
	return to->buffer != NULL;
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
		mode = R600_DRM_TILED_2D;
	else if (depth || r->tiling & RADEON_TILING_MICRO)
		mode = R600_DRM_TILED_1D;
	s->dw[at] = (s->dw[at] & ~mask) |
		    (depth ? R600_DB_DEPTH_INFO__ARRAY_MODE(mode) : R600_CB_COLOR_INFO__ARRAY_MODE(mode));
	return true;
}

/* Older programs give no relocation with these two: they mean the color buffer itself. */
static bool beside_color(struct r600_drm_track *t, uint32_t at, const struct r600_drm_color *c,
			 struct r600_drm_memory *to, const char *what)
{
	if (fl_drm_reloc_follows(t->s))
		return r600_drm_add_256(t->s, at, what, to);
	if (!c->base)
		return fl_drm_refuse(t->s, "dword %u: %s comes before its CB_COLOR_BASE", at, what);
	*to = c->pixels;
	t->s->dw[at] = c->base;
	return true;
}

/* Registers of color buffers: eight of each kind. */
static bool color(struct r600_drm_track *t, uint32_t reg, uint32_t at)
{
	struct r600_drm_color *c = &t->color[reg / 4 % R600_DRM_TARGETS];
	uint32_t *dw = &t->s->dw[at];

	switch (reg - reg % (4 * R600_DRM_TARGETS)) {
	case R600_CB_COLOR_BASE(0):
		if (!r600_drm_add_256(t->s, at, "CB_COLOR_BASE", &c->pixels))
			return false;
		c->base = *dw;
		return true;
	case R600_CB_COLOR_SIZE(0):
		c->size = *dw;
		c->size_at = at;
		return true;
	case R600_CB_COLOR_VIEW(0):
		c->view = *dw;
		return true;
	case R600_CB_COLOR_INFO(0):
		if (!array_mode(t->s, at, false))
			return false;
		c->info = *dw;
		return true;
	case R600_CB_COLOR_TILE(0):
		return beside_color(t, at, c, &c->tile, "CB_COLOR_TILE");
	case R600_CB_COLOR_FRAG(0):
		return beside_color(t, at, c, &c->frag, "CB_COLOR_FRAG");
	default:
		c->mask = *dw;
		return true;
	}
}

/* What stream-out writes: an address and a size in dwords, four times. */
static bool strmout(struct r600_drm_track *t, uint32_t reg, uint32_t at, bool *ok)
{
	enum { STEP = R600_VGT_STRMOUT_BUFFER_BASE_1 - R600_VGT_STRMOUT_BUFFER_BASE_0 };
	const uint32_t i = (reg - R600_VGT_STRMOUT_BUFFER_SIZE_0) / STEP;

	if (reg < R600_VGT_STRMOUT_BUFFER_SIZE_0 || i >= R600_DRM_STRMOUT)
		return false;
	switch (reg - i * STEP) {
	case R600_VGT_STRMOUT_BUFFER_SIZE_0:
		t->strmout_B[i] = t->s->dw[at] * 4ull;
		*ok = true;
		return true;
	case R600_VGT_STRMOUT_BUFFER_BASE_0:
		*ok = r600_drm_add_256(t->s, at, "VGT_STRMOUT_BUFFER_BASE", &t->strmout[i]);
		return true;
	}
	return false;
}

/* Depth, and what else a draw's check must know: true if the register is one of these. */
static bool remembered(struct r600_drm_track *t, uint32_t reg, uint32_t at, bool *ok)
{
	uint32_t *dw = &t->s->dw[at];

	*ok = true;
	switch (reg) {
	case R600_SQ_CONFIG:
		t->dx9_constants = R600_SQ_CONFIG__DX9_CONSTS__GET(*dw);
		return true;
	case R600_DB_DEPTH_CONTROL:
		t->depth_control = *dw;
		return true;
	case R600_DB_DEPTH_VIEW:
		t->depth_view = *dw;
		return true;
	case R600_DB_DEPTH_SIZE:
		t->depth_size = *dw;
		t->depth_size_at = at;
		return true;
	case R600_DB_DEPTH_INFO:
		*ok = array_mode(t->s, at, true);
		t->depth_info = *dw;
		return true;
	case R600_DB_DEPTH_BASE:
		*ok = r600_drm_add_256(t->s, at, "DB_DEPTH_BASE", &t->depth);
		return true;
	case R600_DB_HTILE_DATA_BASE:
		*ok = r600_drm_add_256(t->s, at, "DB_HTILE_DATA_BASE", &t->htile);
		return true;
	case R600_DB_HTILE_SURFACE:
		/* tiles of 8 by 8, whatever was asked for */
		*dw |= R600_DB_HTILE_SURFACE__HTILE_WIDTH__MASK | R600_DB_HTILE_SURFACE__HTILE_HEIGHT__MASK;
		t->htile_surface = *dw;
		return true;
	case R600_VGT_STRMOUT_EN:
		t->strmout_on = *dw;
		return true;
	case R600_VGT_STRMOUT_BUFFER_EN:
		t->strmout_buffers = *dw;
		return true;
	case R600_CB_TARGET_MASK:
		t->target_mask = *dw;
		return true;
	case R600_PA_SC_AA_CONFIG:
		t->log2_samples = R600_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES__GET(*dw);
		return true;
	case R600_CB_COLOR_CONTROL:
		t->resolves = R600_CB_COLOR_CONTROL__SPECIAL_OP__GET(*dw) ==
			      R600_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX;
		return true;
	case R600_SX_MISC:
		t->draws_nothing = R600_SX_MISC__MULTIPASS__GET(*dw);
		return true;
	}
	return strmout(t, reg, at, ok);
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
	case R600_CP_COHER_BASE:
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
	/* sizes of the rings and of their items, one dword in two */
	if (reg >= R600_SQ_ESGS_RING_BASE && reg <= R600_SQ_REDUC_RING_SIZE)
		return (reg - R600_SQ_ESGS_RING_SIZE) % 8 == 0;
	return (reg >= R600_SQ_ESGS_RING_ITEMSIZE && reg <= R600_SQ_GS_VERT_ITEMSIZE) ||
	       reg == R600_CB_SHADER_MASK;
}

bool r600_drm_register(struct r600_drm_track *t, uint32_t reg, uint32_t at)
{
	struct fl_drm_stream *s = t->s;
	struct r600_drm_memory unchecked;
	bool ok;

	if (r600_drm_may_write(reg) || is_harmless(reg))
		return true;
	if (reg >= R600_CB_COLOR_BASE(0) && reg <= R600_CB_COLOR_MASK(7))
		return color(t, reg, at);
	if (remembered(t, reg, at, &ok))
		return ok;
	if (is_address(reg))
		return r600_drm_add_256(s, at, "an address register", &unchecked);
	return fl_drm_refuse(s, "forbidden register 0x%05x at dword %u (value 0x%08x)", reg, at, s->dw[at]);
}
