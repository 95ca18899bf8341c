/* SPDX-License-Identifier: MIT
 *
 * What the files of the render node of R3xx, R4xx and R5xx share.
 */
#ifndef HW_DRM_R500_STREAM_H
#define HW_DRM_R500_STREAM_H

#include "hw/drm/fl_drm_family.h"
#include "hw/r500/chips.h"

enum { R500_DRM_TARGETS = 4, R500_DRM_TEXTURES = 16, R500_DRM_ARRAYS = 16 };

/* Color, depth, the target of a resolve. */
struct r500_drm_surface {
	const struct fl_drm_reloc *buffer; /* NULL: none was set in this stream */
	uint32_t offset_B, pitch_px, bytes_px;
};

struct r500_drm_texture {
	const struct fl_drm_reloc *buffer;
	uint32_t width, height, pitch_px;
	uint32_t width_11, height_11;                /* R5xx: their twelfth bits, set elsewhere */
	uint32_t levels, log2_depth, bytes_px, kind; /* TX_FORMAT1.TEX_COORD_TYPE */
	uint32_t block_B;                            /* of a compressed format; 0: it is none */
	bool use_pitch, exact_w, exact_h;            /* else rounded up to a power of two, as for mipmaps */
};

/* A stream, and what Linux keeps in mind of it (struct r100_cs_track) so that a draw reaches no memory beyond
 * the buffers that it names. */
struct r500_drm_track {
	struct fl_drm_stream *s;
	enum r500_family chip;
	enum r500_gen gen;
	struct r500_drm_surface color[R500_DRM_TARGETS], depth, resolve;
	struct r500_drm_texture texture[R500_DRM_TEXTURES];
	struct {
		const struct fl_drm_reloc *buffer;
		uint32_t stride_dw;
	} array[R500_DRM_ARRAYS];
	uint32_t n_arrays, n_colors, rows, max_index, vertices, vertex_dw, textures_on;
	bool color_dirty, depth_dirty, resolve_dirty, texture_dirty;
	bool depth_on, clears_both, color_mask, reads_color, resolves;
};

/* Is the register one of those that programs may write as they like? */
bool r500_drm_may_write(enum r500_gen gen, uint32_t reg);

/* As at the beginning of a stream. */
void r500_drm_track_begin(struct r500_drm_track *t, struct fl_drm_stream *s);
/* The program writes this value to a register; false, with s->why: a value that means nothing. */
bool r500_drm_track_write(struct r500_drm_track *t, uint32_t reg, uint32_t value, uint32_t at);
/* A draw with this VAP_VF_CNTL, and so many dwords of vertices in its packet. */
bool r500_drm_track_draw(struct r500_drm_track *t, uint32_t vf_cntl, uint32_t immediate_dw, uint32_t at);

/* struct fl_drm_family.check */
bool r500_drm_check(struct fl_drm_stream *s);

#endif
