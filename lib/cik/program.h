/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own in place of fixed function: a vertex and a fragment program in the assembly of
 * Sea Islands, and a geometry program between them if there is one.
 *
 *	static struct fl_program p;                     // large
 *	if (fl_program_make(&p, vertex_text, fragment_text, &err)) …
 *	wobble = fl_program_const(&p, FL_VERTEX, "wobble");
 *	fl_program(&d, &p);
 *	fl_program_set(&p, FL_VERTEX, wobble, 1, v);
 *	fl_begin(&d, FL_TRIANGLES); …
 *
 * The language is that of lib/cik/asm.h: LLVM's, and declarations. This header is this family's: another has
 * other programs. What a text declares has arrived when its first instruction runs; the library puts before
 * it what fetches, interpolates and loads. So a program is as short as this:
 *
 *	; !!GFX7                                        ; !!GFX7
 *	vertex                                          fragment
 *	in position                                     in uv : texcoord0
 *	in texcoord0                                    texture wood : 0
 *	out pos : position                              const tint = {1, 0.5, 0.25, 1}
 *	out uv : texcoord0                              out c
 *	const state_mvp[4]                              image_sample c, uv.xy, wood, wood.sampler dmask:0xf
 *	v_mul_f32 pos.x, state_mvp[0].x, position.x     s_waitcnt vmcnt(0)
 *	v_mac_f32 pos.x, state_mvp[0].y, position.y     v_mul_f32 c.x, tint.x, c.x
 *	…                                               …
 *	exp pos0 pos.x, pos.y, pos.z, pos.w done        s_mov_b64 exec, live
 *	exp param0 texcoord0.x, texcoord0.y, …          exp mrt0 c.x, c.y, c.z, c.w done vm
 *
 * Nobody waits but the program (s_waitcnt), for what it loads itself; a vector instruction reads one scalar
 * register at most, and that is what v_mov_b32 into a `temp` is for. Where the text does not end with
 * s_endpgm, that is added.
 *
 * A vertex program says `vertex`, then its inputs, position among them; a name with fewer components in the
 * vertex than the program reads gets 0, 0, 1 for those that are missing. v0 is the number of the vertex in
 * the arrays, v3 that of the instance (fl_instances()): whole numbers from 0 on. It exports pos0, its last
 * position with `done`, and its outputs as param0, param1 and so on, in the order in which they are declared
 * (not position and pointsize, which is x of pos1).
 *
 * A fragment program says `fragment`, and its inputs, which find the outputs of the same meaning; one that no
 * output has is 0, 0, 0, 1. It exports mrt0 to the first of fl_draw_targets(), mrt1 to the second, and so on,
 * four floats each, without compr; targets that it does not export keep what they hold. x of mrtz is the
 * depth. The last export says `done vm`, and pixels that are not in EXEC then are thrown away. Two inputs are
 * the chip's: `position`, whose x and y are the middle of the pixel, counted from the top left, z its depth,
 * and w that of clip space; and `face`, whose x has all bits on a front, and none on a back. No branch may
 * lead over the first export to mrt0: before it comes the alpha test, where there is one (fl_alpha_test()).
 *
 * `live` is what EXEC was at the beginning. Where there are textures all pixels of a quad run, so that the
 * chip has the differences between their coordinates: s_mov_b64 exec, live before the exports leaves those
 * that are drawn. To throw pixels away: s_and_b64 live, live, vcc.
 *
 * What a vertex program stores into its `stream`, fl_stream_out() keeps, of vertices that fit:
 *	stream points
 *	…
 *	s_mov_b64 all.xy, exec
 *	s_mov_b64 exec, points.mask
 *	buffer_store_dwordx4 next, points.index, points, points.at idxen          dwords 0 to 3 of the vertex
 *	s_mov_b64 exec, all.xy
 *
 * A geometry program (fl_cik_program_make_geometry()) says `geometry`, what it `takes` and what it `emits`,
 * then its inputs and outputs. Of each primitive that is drawn it makes others. The vertex program before it
 * exports nothing and has no outputs; what it says `hand` of is handed over when it ends, of the lanes that
 * are in EXEC then. The geometry program has it of each corner, under names of its own, in the same order:
 *	vertex                          geometry
 *	in position                     takes triangles
 *	in normal                       emits triangles 3
 *	hand place                      in place
 *	hand n                          in n
 *	v_mov_b32 place.x, position.x   out pos : position
 *	…                               out shade : color0
 *	                                v_mov_b32 pos.x, place[0].x
 *	                                …
 *	                                emit
 * A vertex that it emits is a record of its position and its outputs, as they are in registers at `emit`, of
 * the lanes that are in EXEC; `cut` ends a strip. It has FL_CIK_RECORDS_DW for all records of a primitive,
 * and emits no more than it says. v2 is the number of the primitive; v0, v1, v3 to v7 and s8 to s11 are the
 * library's. What fl_stream_out() stores of a vertex is its record.
 *
 * Constants of the programs that are called state_… are kept up to date by the library, each row of a
 * matrix a constant:
 *	state_mvp[4]                            projection * modelview
 *	state_modelview[4], state_projection[4]
 *	state_normal[3]                         for normals: the modelview's inverse, transposed; w 0
 *	state_texture0[4] to state_texture3[4]
 *	state_viewport                          x, y, width, height in pixels, from the top left
 *	state_light0 to state_light3            position in eye space; w 0: direction
 * A declaration of fewer gets the first ones. They may be tables, too.
 *
 * Textures are those that fl_texture() names, of units below FL_TEXTURES. image_sample of cubes and of
 * FL_TEX_LAYERS says `da`; of cubes it wants what v_cubesc_f32 and its like make of a direction. There are no
 * registers behind fl_program_bool() and fl_program_int(), which change nothing: numbers are constants. What
 * comes after the programs - depth, stencil, alpha test, blending - is the state of immediate mode; fog,
 * lighting, texture environment and coordinate generation, and point attenuation are fixed function's.
 * fl_flat() is for colors. With fl_point_sprite(), texcoord0 of a fragment program is that of the point: x,
 * y, 0, 1.
 */
#ifndef LIB_CIK_PROGRAM_H
#define LIB_CIK_PROGRAM_H

#include "lib/cik/asm.h"
#include "lib/fl_program_state.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_CIK_OWN_MAX    1024u /* dwords of one of the two programs, with what is put before it */
#define FL_CIK_OWN_NAMES  64u   /* of its constants */
#define FL_CIK_OWN_STAGES 3u
#define FL_CIK_COPY_DW    512u /* of a copy program */

/* One of the two */
struct fl_cik_own {
	uint64_t key; /* equal programs have equal ones */
	uint32_t n;
	uint16_t vgprs, sgprs; /* as in struct fl_cik_lowered */
	uint32_t words[FL_CIK_OWN_MAX];
	uint32_t n_names, n_constants;
	struct fl_asm_symbol name[FL_CIK_OWN_NAMES]; /* constants */
	uint32_t value[FL_CIK_CONSTANTS][4];
};

/* What is known of a geometry program, and of what is around it */
struct fl_cik_geometry {
	uint8_t takes, emits; /* FL_ASM_POINTS and so on; 0: there is none */
	uint8_t n_in;         /* vectors of a corner */
	uint16_t vertices, record_dw, hand_dw;
	/* constants that are rings: where the vertex program writes to, and the geometry program; where it
	 * reads */
	uint16_t hands, writes, reads;
	uint16_t copy_vgprs, copy_sgprs;
	uint64_t copy_key;
	uint32_t copy_n, copy[FL_CIK_COPY_DW]; /* brings records to where other vertex programs export to */
};

struct fl_program {
	struct fl_program_head head;
	bool kills;       /* the fragment program may throw pixels away */
	bool depth;       /* and exports a depth */
	bool sized;       /* the vertex program exports a point size */
	bool instances;   /* and reads the number of the instance: VGPR_COMP_CNT is 3 */
	bool streams;     /* and stores what fl_stream_out() asks for */
	uint16_t stream;  /* the constant that is the buffer's descriptor */
	uint8_t textures; /* bit u: either program reads unit u */
	uint8_t targets;  /* bit n: mrt n is exported */
	uint8_t attributes, n_in, n_out;
	uint8_t in[FL_MEANINGS_COMMON], out[FL_MEANINGS_COMMON];
	uint32_t inputs; /* SPI_PS_INPUT_ENA; _ADDR is FL_CIK_OWN_ADDR */
	struct fl_program_dirty dirty[FL_CIK_OWN_STAGES];
	struct fl_program_states states;
	struct fl_cik_own stage[FL_CIK_OWN_STAGES];
	struct fl_cik_geometry geometry;
	struct fl_cik_program source; /* the one that was assembled last, and its errors */
};

/* Assemble, and see whether the two fit. FL_USAGE: *err has the first error, as "vertex program 3:14: …".
 * The texts must stay as long as fl_program_const() is called. Make one again, and it must be given to
 * fl_program() again. */
enum fl_code fl_cik_program_make(struct fl_program *p, const char *vertex, const char *fragment,
				 struct fl_err *err);
static inline enum fl_code fl_program_make(struct fl_program *p, const char *vertex, const char *fragment,
					   struct fl_err *err)
{
	return fl_cik_program_make(p, vertex, fragment, err);
}

/* The same with a geometry program between the two. */
enum fl_code fl_cik_program_make_geometry(struct fl_program *p, const char *vertex, const char *geometry,
					  const char *fragment, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
