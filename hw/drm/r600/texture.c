/* SPDX-License-Identifier: MIT
 *
 * Whether textures stay inside their buffers, by formats and tiling, as Linux computes it
 * (r600_check_texture_resource, r600_get_array_mode_alignment). As there, the sizes of smaller levels are not
 * looked at.
 */
#include "hw/drm/r600/stream.h"
#include "hw/regs/r600.h"

enum { TILE_PX = 8, MIN_LINEAR_PX = 64, GB_GR = 39, BG_RG = 40, BC1 = 49 };

uint32_t r600_drm_block_B(uint32_t format)
{
	/* clang-format off */
	static const uint8_t block_B[] = {
		[1] = 1, 1, 1, 0, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
		[28] = 8, 8, 8, 8, 8, 0, 16, 16, 0, 1, 0, 4, 4, 4, 4, 4, 4, 8, 8, 12, 12, 8, 16, 16, 8, 16,
	};
	/* clang-format on */

	return format < sizeof block_B ? block_B[format] : 0;
}

static uint32_t largest(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

bool r600_drm_align(const struct r600_drm_track *t, uint32_t mode, uint32_t block_B, uint32_t samples,
		    struct r600_drm_align *a)
{
	const uint32_t px_B = block_B * samples;

	*a = (struct r600_drm_align){1, 1, t->group_B};
	switch (mode) {
	case R600_DRM_LINEAR_GENERAL:
		a->base_B = 1;
		return true;
	case R600_DRM_LINEAR_ALIGNED:
		a->pitch_px = largest(MIN_LINEAR_PX, t->group_B / block_B);
		return true;
	case R600_DRM_TILED_1D:
		a->pitch_px = largest(TILE_PX, t->group_B / (TILE_PX * px_B));
		a->rows = TILE_PX;
		return true;
	case R600_DRM_TILED_2D:
		a->pitch_px = largest(t->banks * TILE_PX, t->group_B * t->banks / (TILE_PX * px_B));
		a->rows = t->pipes * TILE_PX;
		/* no less than a macro-tile, of banks by pipes */
		a->base_B = (uint64_t)a->pitch_px * a->rows * px_B;
		return true;
	}
	return false;
}

/* Layers, or faces: of six, R7xx has room for eight. */
static uint64_t layers(const struct r600_drm_track *t, const uint32_t *w)
{
	const uint32_t first = R600_SQ_TEX_RESOURCE_WORD5__BASE_ARRAY__GET(w[5]),
		       last = R600_SQ_TEX_RESOURCE_WORD5__LAST_ARRAY__GET(w[5]);

	switch (R600_SQ_TEX_RESOURCE_WORD__DIM__GET(w[0])) {
	case R600_SQ_TEX_RESOURCE_WORD__DIM__SQ_TEX_DIM_CUBEMAP:
		return t->chip >= R600_FAMILY_RV770 ? 8 : 6;
	case R600_SQ_TEX_RESOURCE_WORD__DIM__SQ_TEX_DIM_1D_ARRAY:
	case R600_SQ_TEX_RESOURCE_WORD__DIM__SQ_TEX_DIM_2D_ARRAY:
	case R600_SQ_TEX_RESOURCE_WORD__DIM__SQ_TEX_DIM_2D_ARRAY_MSAA:
		return last < first ? 0 : last - first + 1;
	}
	return 1; /* Linux counts a volume as one slice */
}

bool r600_drm_track_texture(const struct r600_drm_track *t, uint32_t number, uint32_t at,
			    const struct fl_drm_reloc *base, const struct fl_drm_reloc *mip)
{
	const uint32_t *w = t->s->dw + at, format = R600_SQ_TEX_RESOURCE_WORD1__DATA_FORMAT__GET(w[1]),
		       block_B = r600_drm_block_B(format), wide = format >= BC1 ? 4 : 1,
		       pitch_px = (R600_SQ_TEX_RESOURCE_WORD__PITCH__GET(w[0]) + 1) * TILE_PX,
		       mode = R600_SQ_TEX_RESOURCE_WORD__TILE_MODE__GET(w[0]),
		       first_level = R600_SQ_TEX_RESOURCE_WORD4__BASE_LEVEL__GET(w[4]);
	const bool multisampled =
	    R600_SQ_TEX_RESOURCE_WORD__DIM__GET(w[0]) >= R600_SQ_TEX_RESOURCE_WORD__DIM__SQ_TEX_DIM_2D_MSAA;
	const uint32_t last_level = R600_SQ_TEX_RESOURCE_WORD5__LAST_LEVEL__GET(w[5]),
		       samples = multisampled ? 1u << last_level : 1;
	const uint64_t base_B = (uint64_t)w[2] << 8, mip_B = (uint64_t)w[3] << 8, n = layers(t, w);
	struct r600_drm_align a;
	uint64_t columns, rows;

	if (!block_B)
		return fl_drm_refuse(t->s, "dword %u: invalid texture format %u", at, format);
	if (!r600_drm_align(t, mode, block_B, samples, &a))
		return fl_drm_refuse(t->s, "dword %u: invalid tiling mode %u of a texture", at, mode);
	if (pitch_px % a.pitch_px)
		return fl_drm_refuse(t->s, "dword %u: a texture's pitch of %u is no multiple of %u", at,
				     pitch_px, a.pitch_px);
	if ((base->addr + base_B) % a.base_B || (mip->addr + mip_B) % a.base_B)
		return fl_drm_refuse(t->s, "dword %u: a texture's address is no multiple of %llu", at,
				     (unsigned long long)a.base_B);
	if (!n || (!multisampled && first_level > last_level))
		return fl_drm_refuse(t->s, "dword %u: a texture's last level or layer is before its first",
				     at);
	columns = (R600_SQ_TEX_RESOURCE_WORD__TEX_WIDTH__GET(w[0]) + wide) / wide;
	if (format == GB_GR || format == BG_RG)
		columns = (R600_SQ_TEX_RESOURCE_WORD__TEX_WIDTH__GET(w[0]) + 2) / 2;
	rows = (R600_SQ_TEX_RESOURCE_WORD1__TEX_HEIGHT__GET(w[1]) + wide) / wide;
	return fl_drm_fits(t->s, base,
			   base_B + r600_drm_round_up(columns, a.pitch_px) * r600_drm_round_up(rows, a.rows) *
					block_B * samples * n,
			   at, "texture", number);
}
