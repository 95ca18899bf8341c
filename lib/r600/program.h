/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own in place of fixed function: a vertex and a fragment program in the assembly of
 * R6xx and R7xx, and a geometry program between them if there is one.
 *
 *	static struct fl_program p;                     // large
 *	if (fl_program_make(&p, vertex_text, fragment_text, &err)) …
 *	wobble = fl_program_const(&p, FL_VERTEX, "wobble");
 *	fl_program(&d, &p);
 *	fl_program_set(&p, FL_VERTEX, wobble, 1, v);
 *	fl_begin(&d, FL_TRIANGLES); …
 *
 * The language is that of lib/r600/asm.h, so this header is this family's: another has other programs. A
 * text that begins with !!R600 is made for all chips, as far as they have what it uses; one with !!R700 for
 * R7xx.
 *
 * A vertex program says `vertex`, then its inputs, position among them. It begins with CALL_FS, which brings
 * them; a name with fewer components in the vertex than the program reads gets 0, 0, 1 for those that are
 * missing. R0.x is the number of the vertex in the arrays, R0.w that of the instance (fl_instances()): whole
 * numbers from 0 on. It exports POS 60, and its outputs as PARAM 0, 1 and so on, in the order in which they
 * are declared (not position and pointsize, which is x of POS 61). A fragment program says `fragment`, and
 * its inputs, which find the outputs of the same meaning; one that no output has is 0, 0, 0, 1. It exports
 * PIXEL 0 to the first of fl_draw_targets(), PIXEL 1 to the second, and so on; targets that it does not
 * export keep what they hold. PIXEL 61 is the depth. Two inputs are the chip's: `position`, whose x and y are
 * the middle of the pixel, counted from the top left, z its depth, and w that of clip space; and `face`,
 * whose x is above 0 on a front, below 0 on a back.
 *
 * MEM_STREAM0 WRITE N, of SIZE:4095, puts out dword N and on of a vertex, as fl_stream_out() stores it; at
 * other times it does nothing.
 *
 * A geometry program (fl_r600_program_make_geometry()) says `geometry`, what it `takes` and what it `emits`,
 * and its outputs. Of each primitive that is drawn it makes others. The vertex program before it exports
 * nothing and has no outputs; MEM_RING WRITE N, of ES:3, hands dword N and on of a vertex to the geometry
 * program, which begins with the places of its vertices in R0.x, R0.y, R0.w (R0.z is the number of the
 * primitive) and fetches:
 *	VTX_TC
 *	VFETCH base.xyzw, R0.x, RID:159 NO_INDEX_OFFSET MFC:16 UCF OFFSET:16         dwords 4 to 7
 * A vertex that it emits is a record of its position and of its outputs, four dwords each, in the order in
 * which they are declared; records stand one behind the other. EMIT_VERTEX, and CUT_VERTEX between strips:
 *	MEM_RING WRITE 0, pos.xyzw ES:3
 *	MEM_RING WRITE 4, shade.xyzw ES:3
 *	EMIT_VERTEX
 *	MEM_RING WRITE 8, pos.xyzw ES:3                         the second; or WRITE_IND with IDX:N, which
 *	…                                                       counts four dwords
 * It has FL_R600_RECORDS_DW for all of them, and loops that end by LOOP_BREAK alone (LOOP_START_DX10). What
 * fl_stream_out() stores of a vertex is its record. Each of the three programs has
 * FL_R600_MEMORY_CONSTANTS constants, which are not indexed by AR; setting one waits until the 3D engine is
 * idle.
 *
 * Constants are the constant file, C[…]. Those of either program that are called state_… are kept up to date
 * by the library, each row of a matrix a constant:
 *	state_mvp[4]                            projection * modelview
 *	state_modelview[4], state_projection[4]
 *	state_normal[3]                         for normals: the modelview's inverse, transposed; w 0
 *	state_texture0[4] to state_texture3[4]
 *	state_viewport                          x, y, width, height in pixels, from the top left
 *	state_light0 to state_light3            position in eye space; w 0: direction
 * A declaration of fewer gets the first ones. x of chip_turn is what a turn is to SIN and COS, which take
 * half a turn to either side of 0: 1 on R7xx, 2 pi on R6xx.
 *
 * RID:N SID:N with N below FL_TEXTURES are the textures that fl_texture() names; of FL_TEX_LAYERS the third
 * coordinate is the number of the layer, made whole by RNDNE, and CT:NNUN. COND_BOOL of control flow with
 * CONST:N tests fl_program_bool() N; LOOP_START of a fragment program with CONST:N runs as fl_program_int() N
 * says. What comes after the programs - depth, stencil, alpha test, blending - is the state of immediate
 * mode; fog, lighting, texture environment and coordinate generation, and point attenuation are fixed
 * function's. fl_flat() is for colors. With fl_point_sprite(), texcoord0 of a fragment program is that of the
 * point: x, y, 0, 1.
 *
 * The chip keeps several programs: changing between two of them sends constants and registers, but no code.
 */
#ifndef LIB_R600_PROGRAM_H
#define LIB_R600_PROGRAM_H

#include "lib/fl_program_state.h"
#include "lib/r600/asm.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_R600_OWN_MAX          512u /* slots of one of the two programs */
#define FL_R600_OWN_NAMES        64u  /* of its constants */
#define FL_R600_OWN_STAGES       3u

#define FL_R600_RECORDS_DW       1024u
#define FL_R600_MEMORY_CONSTANTS 64u

/* One program, in words for one generation */
struct fl_r600_own {
	uint64_t key; /* of equal words: FL_R600_KEY() */
	uint32_t n, gprs, stack, stack_narrow;
	uint32_t words[FL_R600_OWN_MAX][2];
};

/* One program, whatever the generation */
struct fl_r600_own_stage {
	struct fl_r600_own code[2]; /* of R6xx, of R7xx */
	uint32_t n_names, n_constants;
	struct fl_asm_symbol name[FL_R600_OWN_NAMES]; /* constants */
	uint32_t value[FL_R600_CONSTANTS][4];
	int32_t turn; /* chip_turn; -1: it is not there */
};

/* A geometry program; emits 0: there is none */
struct fl_r600_geometry {
	uint8_t takes, emits;
	uint16_t vertices;             /* that it emits at most */
	uint16_t vertex_dw, record_dw; /* of a vertex before it, and behind it */
	struct fl_r600_own copy[2];    /* brings records to where other vertex programs export to */
};

struct fl_program {
	struct fl_program_head head;
	bool made[2]; /* for R6xx, for R7xx */
	bool kills;   /* the fragment program may throw pixels away */
	bool loops;   /* and has loops */
	bool depth;   /* and exports a depth */
	bool sized;   /* the vertex program exports a point size */
	uint8_t attributes, n_in, n_out;
	uint8_t in[FL_MEANINGS_COMMON], out[FL_MEANINGS_COMMON];
	uint8_t targets; /* bit n: PIXEL n is exported */
	uint32_t booleans[FL_R600_OWN_STAGES];
	uint32_t loop[32]; /* of the fragment program */
	struct fl_program_dirty dirty[FL_R600_OWN_STAGES];
	struct fl_program_states states;
	struct fl_r600_own_stage stage[FL_R600_OWN_STAGES];
	struct fl_r600_geometry geometry;
	struct fl_err why;             /* made[…] is false */
	struct fl_r600_program source; /* the one that was assembled last, and its errors */
};

/* Assemble, and see whether the two fit. FL_USAGE: *err has the first error, as "vertex program 3:14: …".
 * The texts must stay as long as fl_program_const() is called. Make one again, and it must be given to
 * fl_program() again. */
enum fl_code fl_r600_program_make(struct fl_program *p, const char *vertex, const char *fragment,
				  struct fl_err *err);
static inline enum fl_code fl_program_make(struct fl_program *p, const char *vertex, const char *fragment,
					   struct fl_err *err)
{
	return fl_r600_program_make(p, vertex, fragment, err);
}

/* The same with a geometry program, for chips with FL_DOES_GEOMETRY. */
enum fl_code fl_r600_program_make_geometry(struct fl_program *p, const char *vertex, const char *geometry,
					   const char *fragment, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
