/* SPDX-License-Identifier: MIT
 *
 * Fetches of textures and vertices: what their files hand to each other.
 */
#ifndef HW_MODEL_R600_FETCH_H
#define HW_MODEL_R600_FETCH_H

#include "hw/model/r600/sq.h"
#include "hw/model/texture/texel.h"

/* Numbers of resources and samplers of a stage begin here (R6xx facts 1.2). ES programs have those of VS. */
unsigned mr600_resource_base(enum mr600_stage stage);
unsigned mr600_sampler_base(enum mr600_stage stage);

/* ---- fetch_format.c ------------------------------------------------------------------------------------ */
/* SQ_TEX_RESOURCE_WORD1.DATA_FORMAT, and that of vertices. Fields from bit 0 up. */
struct mr600_format {
	uint8_t bits;  /* of an element: a texel, or a block; 0: there is none */
	uint8_t block; /* 1, or 4: blocks of 4x4; 2: pairs; 8: eight texels a byte */
	uint8_t coding;
	bool is_float;
	uint8_t width[4];
};
const struct mr600_format *mr600_format(unsigned code);
/* What the fields of a number format say of it: number is NUM_FORMAT_ALL, comp FORMAT_COMP
 * of each component. */
struct fl_texel_format mr600_texel_format(const struct mr600_format *f, unsigned number,
					  const uint8_t comp[4], bool no_zero);
/* Byte i of an element stands at i ^ flip. */
uint8_t mr600_flip_of(unsigned endian);

/* ---- vtx.c --------------------------------------------------------------------------------------------- */
struct mr600_vtx {
	struct fl_texel_image image; /* format, selects: the instruction's DST_SEL */
	const uint8_t *memory;       /* of the buffer; NULL: there is none */
	uint64_t size_B;             /* that may be read */
	uint32_t offset_B, stride_B, first;
	uint8_t words;     /* not 0: so many dwords as they are */
	bool bytes;        /* fl_texel_is_bytes() */
	uint16_t resource; /* its number */
	uint32_t n_whole;  /* elements, first included, where four dwords may be read */
};

/* ---- an instruction ------------------------------------------------------------------------------------ */
enum mr600_fetch_kind {
	MR600_FETCH_NOTHING, /* not known */
	MR600_FETCH_LOOKUP,
	MR600_FETCH_VERTEX,
	MR600_FETCH_DDX,
	MR600_FETCH_DDY,
	MR600_FETCH_SET_DDX,
	MR600_FETCH_SET_DDY,
	MR600_FETCH_SIZE,    /* GET_TEXTURE_RESINFO */
	MR600_FETCH_SAMPLES, /* GET_NUMBER_OF_SAMPLES */
	MR600_FETCH_PASS,
};

struct mr600_fetch {
	uint8_t kind;
	uint8_t src_sel[4], dst_sel[4];
	/* look-ups */
	const struct fl_texel_unit *unit; /* NULL: no valid texture: 0, 0, 0, 1 */
	uint8_t op;                       /* enum fl_texel_op */
	bool compare, ref_z;              /* the reference is the last coordinate, or the third */
	bool zero_lod, gradients;
	bool bias_w;               /* the last coordinate is added to the LOD, beside what op says */
	bool unscaled, cube, line; /* line: one dimension */
	int8_t offset[3];
	float bias;
	uint8_t samples_log2;
	uint32_t size[4]; /* MR600_FETCH_SIZE, _SAMPLES */
	struct mr600_vtx vtx;
	enum fl_isa isa;
};

struct fl_texel_cache *mr600_fetch_cache_new(struct mr600 *r);
/* tx_resource.c: the texture and sampler of an instruction. False: refused. */
bool mr600_tx_decode(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage, const uint32_t word[4],
		     struct mr600_fetch *f);
/* tx_layout.c: where levels stand; fills in levels, size_B and the image's address. pad: slices of a cube. */
enum {
	MR600_TX_MODE,
	MR600_TX_DEPTH,
	MR600_TX_SAMPLES,
	MR600_TX_CUBE_PAD
}; /* struct fl_texel_image, tile[] */
bool mr600_tx_layout(struct fl_texel_unit *u, uint64_t base, uint64_t mips, uint32_t config);
/* tx_run.c */
void mr600_tx_run(const struct mr600_fetch *f, struct mr600_wave *w, unsigned src, unsigned dst,
		  uint64_t lanes);
bool mr600_vtx_decode(struct mr600 *r, enum mr600_stage stage, const uint32_t word[4], struct mr600_fetch *f);
void mr600_vtx_run(const struct mr600_fetch *f, struct mr600_wave *w, unsigned src, unsigned dst,
		   uint64_t lanes);

#endif
