/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r500: one function a group of state; each writes at p and returns where it stopped.
 */
#ifndef LIB_R500_DRAW_STATE_H
#define LIB_R500_DRAW_STATE_H

#include "hw/r500/pm4.h"
#include "lib/fl_draw_chip.h"
#include "lib/r500/draw.h"
#include "lib/r500/draw_own.h"
#include "lib/r500/programs.h"

/* Room that sending state or a clear takes at most: the initial state (150), both programs
 * (160 * 4 + 16 * 6 + 60), constants (50 * 4 + 80), textures (160), the other groups (150). FL_CS_MIN_DW at
 * most. */
#define FL_R500_STATE_DW 1600u

/* VAP_VF_CNTL.PRIM_TYPE of each primitive type */
extern const uint8_t fl_r500_prim[FL_PRIM_COUNT];

/* Dwords of a draw of vertices in the stream beside these: the header and VAP_VF_CNTL. */
#define FL_R500_IMMD_DW   2u
/* Vertices of a draw, in VAP_VF_CNTL */
#define FL_R500_COUNT_MAX 0xffffu
void fl_r500_draw_begin(struct fl_draw *d);
void fl_r500_draw_end(struct fl_draw *d, enum fl_prim prim, uint32_t n);
uint32_t *fl_r500_draw_init(struct fl_draw *d, uint32_t *p);
/* 0 to each of these registers. */
uint32_t *fl_r500_put_zeros(uint32_t *p, const uint16_t *reg, uint32_t n);
#define FL_R500_PUT_ZEROS(p, list) fl_r500_put_zeros(p, list, sizeof(list) / sizeof((list)[0]))
/* VAP_CNTL. 5 controllers are what 72 vectors of vertex memory give programs of at most 14 temporaries, as
 * those of fixed function are (Mesa r300_emit.c; R5xx guide 7.4.2); slots are in struct fl_r500_gen. */
#define FL_R500_FIXED_CONTROLLERS  5u
uint32_t fl_r500_draw_vap_cntl(const struct fl_draw *d, uint32_t slots, uint32_t controllers);
uint32_t *fl_r500_draw_target(struct fl_draw *d, uint32_t *p);
/* Color buffer i is s; tiled_as is s itself but for resolves. */
uint32_t *fl_r500_draw_color_buffer(const struct fl_draw *d, uint32_t *p, uint32_t i,
				    const struct fl_surface *s, const struct fl_surface *tiled_as);
/* Where the outputs of the fragment program go; bit n of written: it writes to the nth. */
uint32_t *fl_r500_draw_outputs(const struct fl_draw *d, uint32_t *p, uint32_t written);
uint32_t fl_r500_out_fmt(const struct fl_surface *s);
/* How many samples a pixel has, and where: each at its place, or all in the middle. */
uint32_t *fl_r500_draw_samples(uint32_t *p, uint32_t samples, bool in_the_middle);
/* Color buffer i; the color, 0 to 3 for R, G, B, A, that its place C0 to C3 holds; RB3D_COLOR_CHANNEL_MASK
 * for a mask of colors (bit 0 red … bit 3 alpha). */
const struct fl_surface *fl_r500_target(const struct fl_draw *d, uint32_t i);
uint32_t fl_r500_target_channel(const struct fl_draw *d, uint32_t i, uint32_t place);
uint32_t fl_r500_target_mask(const struct fl_draw *d, uint32_t color_mask);
void fl_r500_draw_clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil);
void fl_r500_draw_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to);
uint32_t *fl_r500_draw_scissor(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r500_draw_viewport(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r500_draw_depth(struct fl_draw *d, uint32_t *p);
/* A side of the stencil in ZB_STENCILREFMASK */
uint32_t fl_r500_refmask(const struct fl_stencil *s);
uint32_t *fl_r500_draw_blend(struct fl_draw *d, uint32_t *p);
/* Mask of channels, color of blending, logic operation, dithering. */
uint32_t *fl_r500_draw_output(struct fl_draw *d, uint32_t *p);
/* Before R5xx it depends on the stencil, too. */
uint32_t *fl_r500_draw_cull(const struct fl_draw *d, uint32_t *p);
uint32_t *fl_r500_draw_raster(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r500_draw_point(struct fl_draw *d, uint32_t *p);
uint32_t *fl_r500_draw_stipple(struct fl_draw *d, uint32_t *p);
/* VAP_CLIP_CNTL and the planes: after VAP_PVS_STATE_FLUSH_REG, they lie in the vertex programs' memory. */
uint32_t *fl_r500_draw_clip(struct fl_draw *d, uint32_t *p);
void fl_r500_draw_arrays(struct fl_draw *d, const struct fl_draw_source *src);
/* Begin to count samples, or write the counts to result_B. */
void fl_r500_draw_count(struct fl_draw *d, bool begin, uint64_t result_B);
uint32_t *fl_r500_draw_texture(struct fl_draw *d, uint32_t *p);
/* Caches to memory, and wait until that is done. */
uint32_t *fl_r500_draw_flush(uint32_t *p);

#endif
