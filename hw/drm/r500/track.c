/* SPDX-License-Identifier: MIT
 *
 * Whether a draw stays inside the buffers that its stream names: sizes of surfaces, textures and arrays, as
 * Linux computes them (r300_packet0_check, r100_cs_track_check, r100_cs_track_texture_check). What a stream
 * does not set counts as large as it can be.
 */
#include "hw/drm/r500/stream.h"
#include "hw/regs/r500.h"

#include <stddef.h>
#include <string.h>

enum { UNSET = 16536, BLOCK_PX = 4 };

/* Bytes of a texel by TX_FORMAT1.TXFORMAT; 0: there is no such format; blocks count as bytes. */
static const uint8_t texel_B[32] = {1, 2, 1, 2, 4, 1, 2, 2, 4, 4, 2, 2, 4, 4,  8, 1,
				    1, 1, 2, 0, 2, 2, 0, 4, 2, 4, 8, 4, 8, 16, 4, 1};
enum { DXT1 = 15, DXT3 = 16, DXT5 = 17, ATI2N = 31 };

void r500_drm_track_begin(struct r500_drm_track *t, struct fl_drm_stream *s)
{
	const struct fl_chip *chip = fl_chip_find(&r500_chips, R500_PCI_VENDOR, s->device);

	const enum r500_gen gen = (enum r500_gen)r500_chip_family(chip)->gen;
	const uint32_t bit_11 = gen == R500_GEN_R500 ? 1 << 11 : 0;

	memset(t, 0, sizeof *t);
	t->s = s;
	t->chip = (enum r500_family)chip->family;
	t->gen = gen;
	for (unsigned i = 0; i < R500_DRM_TARGETS; i++)
		t->color[i] = (struct r500_drm_surface){.pitch_px = 8192, .bytes_px = 16};
	t->depth = (struct r500_drm_surface){.pitch_px = 8192, .bytes_px = 4};
	for (unsigned i = 0; i < R500_DRM_TEXTURES; i++)
		t->texture[i] = (struct r500_drm_texture){.width = UNSET,
							  .height = UNSET,
							  .pitch_px = UNSET,
							  .width_11 = bit_11,
							  .height_11 = bit_11,
							  .levels = 12,
							  .log2_depth = 16,
							  .bytes_px = 64,
							  .kind = 1};
	for (unsigned i = 0; i < R500_DRM_ARRAYS; i++)
		t->array[i].stride_dw = 0x7f;
	t->n_arrays = 11;
	t->n_colors = R500_DRM_TARGETS;
	t->rows = 4096;
	t->max_index = 0xffffff;
	t->vertex_dw = 0x7f;
	t->color_dirty = t->depth_dirty = t->resolve_dirty = t->texture_dirty = true;
	t->depth_on = true;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static bool color_format(struct r500_drm_track *t, unsigned i, uint32_t value, uint32_t at)
{
	static const uint8_t bytes[16] = {0, 0, 0, 2, 2, 4, 4, 16, 0, 1, 8, 1, 1, 2, 0, 2};
	const uint32_t format = value >> 21 & 15;

	t->color[i].pitch_px = value & 0x3ffe;
	t->color[i].bytes_px = bytes[format];
	t->color_dirty = true;
	if (!bytes[format] || (format == 5 && t->gen != R500_GEN_R500))
		return fl_drm_refuse(t->s, "dword %u: invalid color buffer format %u", at, format);
	return true;
}

static bool texture_format(struct r500_drm_track *t, struct r500_drm_texture *x, uint32_t value, uint32_t at)
{
	const uint32_t format = value & 31;

	x->kind = value >> 25 & 3;
	x->bytes_px = texel_B[format];
	x->block_B = format == DXT1 ? 8 : format == DXT3 || format == DXT5 || format == ATI2N ? 16 : 0;
	if (!x->bytes_px || (format == ATI2N && t->gen == R500_GEN_R300))
		return fl_drm_refuse(t->s, "dword %u: invalid texture format %u", at, format);
	return true;
}

/* And ATI1N, whose blocks are as large as those of DXT1. */
static bool texture_pitch(struct r500_drm_track *t, struct r500_drm_texture *x, uint32_t value, uint32_t at)
{
	x->pitch_px = (value & 0x3fff) + 1;
	if (t->gen == R500_GEN_R500) {
		x->width_11 = (value >> 15 & 1) << 11;
		x->height_11 = (value >> 16 & 1) << 11;
		if (value & 1u << 14)
			x->block_B = 8;
	} else if (value & 1u << 14) {
		return fl_drm_refuse(t->s, "dword %u: TX_FORMAT2 with TXFORMAT_MSB, which this chip lacks",
				     at);
	}
	return true;
}

static bool write_texture(struct r500_drm_track *t, uint32_t reg, uint32_t value, uint32_t at)
{
	struct r500_drm_texture *x = &t->texture[reg / 4 % R500_DRM_TEXTURES];
	const uint32_t clamp_s = value & 7, clamp_t = value >> 3 & 7;

	t->texture_dirty = true;
	switch (reg & ~0x3fu) {
	case R500_TX_FILTER0(0) & ~0x3fu:
		x->exact_w |= clamp_s && clamp_s % 2 == 0;
		x->exact_h |= clamp_t && clamp_t % 2 == 0;
		return true;
	case R500_TX_FORMAT0(0) & ~0x3fu:
		x->width = (value & 0x7ff) + 1;
		x->height = (value >> 11 & 0x7ff) + 1;
		x->levels = value >> 26 & 15;
		x->use_pitch = value >> 31;
		x->log2_depth = value >> 22 & 15;
		return true;
	case R500_TX_FORMAT1(0) & ~0x3fu:
		return texture_format(t, x, value, at);
	default:
		return texture_pitch(t, x, value, at);
	}
}

bool r500_drm_track_write(struct r500_drm_track *t, uint32_t reg, uint32_t value, uint32_t at)
{
	const uint32_t z_format = value & 15;

	if (reg >= R500_TX_FILTER0(0) && reg <= R500_TX_FORMAT2(15))
		return write_texture(t, reg, value, at);
	if (reg >= R500_RB3D_COLORPITCH(0) && reg <= R500_RB3D_COLORPITCH(3))
		return color_format(t, (reg - R500_RB3D_COLORPITCH(0)) / 4, value, at);
	switch (reg) {
	case R500_VAP_VTX_SIZE:
		t->vertex_dw = value & 0x7f;
		break;
	case R500_VAP_VF_MAX_VTX_INDX:
		t->max_index = value & 0xffffff;
		break;
	case R500_VAP_ALT_NUM_VERTICES:
		t->vertices = value & 0xffffff;
		break;
	case R500_SC_SCISSOR1: /* R3xx and R4xx: scissors begin at -1440 */
		t->rows = (value >> 13 & 0x1fff) + 1 - (t->gen == R500_GEN_R500 ? 0 : 1440);
		t->color_dirty = t->depth_dirty = true;
		break;
	case R500_RB3D_CCTL:
		t->n_colors = R500_RB3D_CCTL__NUM_MULTIWRITES__GET(value) + 1;
		t->color_dirty = true;
		break;
	case R500_RB3D_COLOR_CHANNEL_MASK:
		t->color_mask = value != 0;
		t->color_dirty = true;
		break;
	case R500_RB3D_BLENDCNTL:
		t->reads_color = value & 1 << 2;
		t->color_dirty = true;
		break;
	case R500_RB3D_AARESOLVE_PITCH:
		t->resolve.pitch_px = value & 0x3ffe;
		t->resolve_dirty = true;
		break;
	case R500_RB3D_AARESOLVE_CTL:
		t->resolves = value & 1;
		t->resolve_dirty = true;
		break;
	case R500_ZB_CNTL:
		t->depth_on = value & 1 << 1;
		t->depth_dirty = true;
		break;
	case R500_ZB_FORMAT:
		t->depth.bytes_px = z_format < 2 ? 2 : 4;
		t->depth_dirty = true;
		return z_format <= 2 ||
		       fl_drm_refuse(t->s, "dword %u: invalid depth buffer format %u", at, z_format);
	case R500_ZB_DEPTHPITCH:
		t->depth.pitch_px = value & 0x3ffc;
		t->depth_dirty = true;
		break;
	case R500_ZB_BW_CNTL:
		t->clears_both = value & 1 << 5;
		t->color_dirty = t->depth_dirty = true;
		break;
	case R500_TX_ENABLE:
		t->textures_on = value & 0xffff;
		t->texture_dirty = true;
		break;
	}
	return true;
}

/* ---- draws --------------------------------------------------------------------------------------------- */
static bool surfaces(struct r500_drm_track *t, uint32_t at)
{
	const bool writes = t->clears_both || t->color_mask || t->reads_color;

	for (unsigned i = 0; i < t->n_colors && t->color_dirty && writes; i++) {
		const struct r500_drm_surface *c = &t->color[i];

		if (!fl_drm_fits(t->s, c->buffer, (uint64_t)c->pitch_px * c->bytes_px * t->rows + c->offset_B,
				 at, "color buffer", i))
			return false;
	}
	if (t->depth_dirty && t->depth_on &&
	    !fl_drm_fits(t->s, t->depth.buffer,
			 (uint64_t)t->depth.pitch_px * t->depth.bytes_px * t->rows + t->depth.offset_B, at,
			 "depth buffer", 0))
		return false;
	if (t->resolve_dirty && t->resolves &&
	    !fl_drm_fits(t->s, t->resolve.buffer,
			 (uint64_t)t->resolve.pitch_px * t->color[0].bytes_px * t->rows + t->resolve.offset_B,
			 at, "resolved buffer", 0))
		return false;
	t->color_dirty = t->depth_dirty = t->resolve_dirty = false;
	return true;
}

static uint64_t rounded_up(uint64_t n)
{
	uint64_t p = 1;

	while (p < n)
		p *= 2;
	return n ? p : 0;
}

static uint64_t level_B(const struct r500_drm_texture *x, unsigned level)
{
	enum { SOLID = 1 };
	uint64_t w = (x->use_pitch ? x->pitch_px : x->width | x->width_11) >> level;
	uint64_t h = (x->height | x->height_11) >> level;
	uint64_t d = x->kind == SOLID ? UINT64_C(1) << x->log2_depth >> level : 1, blocks;

	if (!x->use_pitch && !x->exact_w)
		w = rounded_up(w);
	if (!x->exact_h)
		h = rounded_up(h);
	d = d ? d : 1;
	if (!x->block_B)
		return w * h * d * x->bytes_px;
	blocks = (w + BLOCK_PX - 1) / BLOCK_PX;
	if (blocks * x->block_B < 32) /* rows have 32 bytes at least */
		blocks = 32 / x->block_B;
	return blocks * ((h + BLOCK_PX - 1) / BLOCK_PX) * x->block_B * d;
}

static bool textures(struct r500_drm_track *t, uint32_t at)
{
	enum { CUBE = 2 };

	for (unsigned i = 0; i < R500_DRM_TEXTURES && t->texture_dirty; i++) {
		const struct r500_drm_texture *x = &t->texture[i];
		uint64_t need_B = 0;

		if (!(t->textures_on >> i & 1))
			continue;
		for (unsigned level = 0; level <= x->levels; level++)
			need_B += level_B(x, level);
		if (x->kind > CUBE)
			return fl_drm_refuse(t->s, "draw at dword %u: texture %u has coordinates of type %u",
					     at, i, x->kind);
		if (!fl_drm_fits(t->s, x->buffer, need_B * (x->kind == CUBE ? 6 : 1), at, "texture", i))
			return false;
	}
	t->texture_dirty = false;
	return true;
}

static bool vertices(struct r500_drm_track *t, uint32_t vf_cntl, uint32_t immediate_dw, uint32_t at)
{
	enum { BY_INDEX = 1, IN_ORDER, EMBEDDED };
	const uint32_t walk = vf_cntl >> 4 & 3, n = vf_cntl & 1 << 14 ? t->vertices : vf_cntl >> 16;

	if (walk == EMBEDDED)
		return (uint64_t)t->vertex_dw * n == immediate_dw ||
		       fl_drm_refuse(t->s, "draw at dword %u: %u dwords, but %u vertices of %u need %llu", at,
				     immediate_dw, n, t->vertex_dw, (unsigned long long)t->vertex_dw * n);
	if (walk != BY_INDEX && walk != IN_ORDER)
		return fl_drm_refuse(t->s, "draw at dword %u: PRIM_WALK 0", at);
	for (unsigned i = 0; i < t->n_arrays; i++) {
		const uint64_t last = walk == BY_INDEX ? t->max_index : n ? n - 1 : 0;

		if (!fl_drm_fits(t->s, t->array[i].buffer, last * t->array[i].stride_dw * 4, at,
				 "vertex array", i))
			return false;
	}
	return true;
}

bool r500_drm_track_draw(struct r500_drm_track *t, uint32_t vf_cntl, uint32_t immediate_dw, uint32_t at)
{
	return surfaces(t, at) && vertices(t, vf_cntl, immediate_dw, at) && textures(t, at);
}
