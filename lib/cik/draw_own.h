/* SPDX-License-Identifier: MIT
 *
 * What the back end of Sea Islands keeps in a struct fl_draw: what the chip holds and is set to, so that it
 * is not sent again.
 */
#ifndef LIB_CIK_DRAW_OWN_H
#define LIB_CIK_DRAW_OWN_H

#include "lib/fl_array.h"
#include "lib/fl_draw.h"
#include "lib/fl_resident.h"

#define FL_CIK_NO_PROGRAM UINT64_MAX

/* Tables in the stream that programs read; those that are not as they should be are stale. */
enum {
	FL_CIK_VS_CONSTANTS = 1,
	FL_CIK_FS_CONSTANTS = 2,
	FL_CIK_TEXTURES = 4,
	FL_CIK_GS_CONSTANTS = 8,
	FL_CIK_TABLES = 15
};

/* An attribute as its descriptor has it. */
struct fl_cik_attribute {
	uint32_t format; /* SQ_BUF_RSRC_WORD3 */
	uint32_t at_B;   /* from where the vertex begins */
};

struct fl_cik_draw {
	const struct fl_program *own; /* the caller's program whose constants are known */
	uint64_t vs, fs;              /* keys of the programs that are set up; FL_CIK_NO_PROGRAM: none */
	uint32_t attributes;          /* that the vertex program reads: bit k */
	uint32_t n_attributes;        /* so many */
	uint32_t batch;    /* of the stream, that the tables are in: they last as long as it does */
	uint8_t stale;     /* FL_CIK_… */
	uint8_t takes;     /* of the geometry program that is set up: FL_ASM_POINTS and so on; 0: none */
	uint16_t user;     /* SPI_SHADER_USER_DATA_x of vertex programs, which run as VS, or as ES */
	bool kills, depth; /* the pixel program may throw pixels away, makes their depth */
	/* of vertices in the stream: those that are read, in their order */
	struct fl_cik_attribute vertex[FL_ATTRIBUTES];

	/* ---- the arrays that the chip is set to: drawing from them again takes no more than the draw --- */
	bool arrays_set;
	bool bounded;                       /* indices are: VGT_MAX_VTX_INDX */
	uint32_t arrays_first, arrays_most; /* vertex 0 is this one; the largest index */
	struct fl_arrays arrays;

	uint64_t stream_addr; /* fl_stream_out(); 0: nothing is streamed out */
	uint32_t stream_B;    /* a vertex */

	struct fl_residents programs;
};

_Static_assert(sizeof(struct fl_cik_draw) <= FL_BACKEND_B, "the back end's state fits into struct fl_draw");

static inline struct fl_cik_draw *fl_cik_of(struct fl_draw *d)
{
	return (struct fl_cik_draw *)(void *)d->own;
}

static inline const struct fl_cik_draw *fl_cik_its(const struct fl_draw *d)
{
	return (const struct fl_cik_draw *)(const void *)d->own;
}

#endif
