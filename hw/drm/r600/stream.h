/* SPDX-License-Identifier: MIT
 *
 * What the files of R6xx's and R7xx's render node share.
 */
#ifndef HW_DRM_R600_STREAM_H
#define HW_DRM_R600_STREAM_H

#include "hw/drm/fl_drm_family.h"
#include "hw/r600/chips.h"

enum { R600_DRM_TARGETS = 8, R600_DRM_STRMOUT = 4 };

/* ARRAY_MODE of color and depth, TILE_MODE of textures: those that Linux lets pass. */
enum {
	R600_DRM_LINEAR_GENERAL = 0,
	R600_DRM_LINEAR_ALIGNED = 1,
	R600_DRM_TILED_1D = 2, /* ..._TILED_THIN1 */
	R600_DRM_TILED_2D = 4,
};

/* What an address register points to. */
struct r600_drm_memory {
	const struct fl_drm_reloc *buffer; /* NULL: none was set in this stream */
	uint64_t offset_B;
};

struct r600_drm_color {
	struct r600_drm_memory pixels, frag, tile;
	uint32_t base; /* CB_COLOR_BASE as the chip gets it; 0: not yet */
	uint32_t info, view, size, mask;
	uint32_t size_at; /* the dword that set CB_COLOR_SIZE; 0: none */
};

/* A stream, and what Linux keeps in mind of it (struct r600_cs_track) so that a draw reaches no memory beyond
 * the buffers that it names. */
struct r600_drm_track {
	struct fl_drm_stream *s;
	enum r600_family chip;
	uint32_t pipes, banks, group_B; /* GB_TILING_CONFIG */
	struct r600_drm_color color[R600_DRM_TARGETS];
	uint32_t target_mask, log2_samples;
	bool resolves, draws_nothing, dx9_constants;
	struct r600_drm_memory depth, htile;
	uint32_t depth_control, depth_info, depth_view, depth_size, depth_size_at, htile_surface;
	struct r600_drm_memory strmout[R600_DRM_STRMOUT];
	uint64_t strmout_B[R600_DRM_STRMOUT];
	uint32_t strmout_on, strmout_buffers;
};

/* Multiples that a surface's parts must be of. */
struct r600_drm_align {
	uint32_t pitch_px, rows;
	uint64_t base_B;
};

/* Is the register one of those that programs may write as they like? */
bool r600_drm_may_write(uint32_t reg);
/* A register that a packet sets, by the dword at that place: put an address in, or refuse. */
bool r600_drm_register(struct r600_drm_track *t, uint32_t reg, uint32_t at);
/* Add the buffer's address, in units of 256 bytes; *to: which buffer, and where in it. */
bool r600_drm_add_256(struct fl_drm_stream *s, uint32_t at, const char *what, struct r600_drm_memory *to);

/* As at the beginning of a stream. */
void r600_drm_track_begin(struct r600_drm_track *t, struct fl_drm_stream *s);
/* A draw, by the packet at that place: sizes of what it writes. Sizes that are not set, or larger than the
 * memory, are put right in the stream where Linux does so. */
bool r600_drm_track_draw(struct r600_drm_track *t, uint32_t at);
/* The texture resource of seven dwords at that place, before the addresses are added. */
bool r600_drm_track_texture(const struct r600_drm_track *t, uint32_t number, uint32_t at,
			    const struct fl_drm_reloc *base, const struct fl_drm_reloc *mip);

static inline uint64_t r600_drm_round_up(uint64_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

/* False: no such mode. */
bool r600_drm_align(const struct r600_drm_track *t, uint32_t mode, uint32_t block_B, uint32_t samples,
		    struct r600_drm_align *a);
/* Bytes of a block (of a pixel, mostly) by DATA_FORMAT or CB's FORMAT; 0: there is no such format. */
uint32_t r600_drm_block_B(uint32_t format);

/* struct fl_drm_family.check */
bool r600_drm_check(struct fl_drm_stream *s);

#endif
