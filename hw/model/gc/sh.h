/* SPDX-License-Identifier: MIT
 *
 * SH, the unified shader cores of the Vivante GC model, as the other blocks see them.
 *
 *   instruction memory, states, uniforms --mgc_sh_program()--> struct mgc_program, for the draws of a batch
 *   struct mgc_sh_wave, 64 lanes of registers --mgc_sh_run()--> registers, and the lanes that were killed
 *
 * A wave of vertices has one vertex a lane; of pixels sixteen quads, lane = 4 * quad + 2 * dy + dx as in
 * hw/model/raster/wave.h. Registers hold 32 bits whose meaning the instruction's type says.
 */
#ifndef HW_MODEL_GC_SH_H
#define HW_MODEL_GC_SH_H

#include "hw/model/gc/gc.h"

enum mgc_stage { MGC_VERTEX, MGC_PIXEL };

enum {
	MGC_TEMPS = 64,  /* registers of a lane: GC facts 0 */
	MGC_OUTPUTS = 32 /* bytes of VS_OUTPUT, on HALTI5 */
};

/* One component of a register, of all lanes */
union mgc_lanes {
	float f[MGC_LANES];
	uint32_t u[MGC_LANES];
	int32_t i[MGC_LANES];
};

/* ---- programs ------------------------------------------------------------------------------------------ */
struct mgc_program; /* sh_code.h; it lives as long as what is allocated from the arena */

/* The program of a stage as code, ranges and uniforms stand now: decoded once as long as its words are the
 * same, with a copy of the uniforms. NULL: the core would hang on it, reported; or no memory. */
const struct mgc_program *mgc_sh_program(struct mgc *g, enum mgc_stage stage, struct fl_arena *a);

struct mgc_program_facts {
	uint64_t serial; /* no two pieces of code have the same */
	unsigned n_inst;
	unsigned temps;    /* NUM_TEMPS */
	bool kills;        /* has TEXKILL */
	bool flow;         /* has branches or calls */
	bool memory;       /* has LOAD, STORE or atomic operations */
	bool stores;       /* has the latter two */
	bool derivatives;  /* has DSX, DSY or look-ups with levels by quads */
	bool face;         /* reads i0 */
	uint32_t units;    /* texture units looked up, by absolute number; with a relative unit: all */
	uint64_t reads;    /* temporary registers read anywhere; with relative addresses: all */
	uint64_t writes;   /* the same, written */
	uint64_t writes_z; /* registers whose component z is written: t0's is the depth (GC facts 5.3) */
};
const struct mgc_program_facts *mgc_program_facts(const struct mgc_program *p);
/* The programs' arena was emptied: what only they had of the decoded ones may go. */
void mgc_sh_forget(struct mgc *g);
/* Registers that the program may read as it finds them, or leave so as one of its n_out results. */
uint64_t mgc_sh_begins_with(const struct mgc_program *p, const uint8_t *out, unsigned n_out);
/* A pixel program that leaves the same in n_out registers wherever its varyings, t1 on, are the same:
 * sh_pure.c. */
bool mgc_sh_pure(const struct mgc_program *p, unsigned n_varyings, const uint8_t *out, unsigned n_out);

/* ---- texture look-ups ---------------------------------------------------------------------------------- */
/* What 'tx' is asked for: one unit, all lanes of a wave that look up there now. Components not used by the
 * opcode are NULL. Lanes outside of `lanes` hold something, and get something, that nobody looks at, but: of
 * a look-up by quads the coordinates of all lanes of a quad are there. */
struct mgc_sh_lookup {
	uint8_t op;   /* GC_INST_OPCODE__TEXLD, _TEXLDB, _TEXLDD, _TEXLDL, _TEXLDPCF */
	uint8_t unit; /* absolute, as the instruction has it */
	enum mgc_stage stage;
	bool quads; /* TEXLD, TEXLDB in a pixel program: the level comes from differences inside quads */
	uint64_t lanes;
	const float *coord[4];
	const float *lod; /* TEXLDB: bias, TEXLDL, TEXLDPCF: level */
	const float *ref; /* to compare with, where the sampler compares; NULL: the program gives none */
	const float *dx[4], *dy[4];
	float *out[4]; /* MGC_LANES each, aligned to 64 bytes; x, y, z, w before the instruction's swizzle */
};
/* False: the core hangs on it (a unit that is not set up), reported. */
typedef bool mgc_sh_lookup_fn(void *ctx, const struct mgc_sh_lookup *q);

/* ---- waves --------------------------------------------------------------------------------------------- */
struct mgc_sh_wave {
	_Alignas(64) union mgc_lanes t[MGC_TEMPS][4]; /* in: inputs; out: outputs */
	_Alignas(64) union mgc_lanes i0[4];           /* in: i0.x is 1.0 where the primitive faces front */
	_Alignas(64) union mgc_lanes a[4];            /* address registers: 0 when a program begins */
	uint64_t exec;            /* in: lanes that run; of pixels whole quads, with helpers */
	uint64_t live;            /* in: those of exec that are real: only they write to memory */
	uint64_t kill;            /* out: of exec, discarded */
	bool looked_up;           /* out: it looked a texture up; who wants to know clears it */
	mgc_sh_lookup_fn *lookup; /* NULL: no look-ups; a program that has one hangs */
	void *ctx;
	void *scratch; /* mgc_sh_wave_new(): the machine's own */
};

struct mgc_sh_wave *mgc_sh_wave_new(struct mgc *g); /* one a thread; NULL: no memory */
void mgc_sh_wave_free(struct mgc_sh_wave *w);
/* The same in place, of zeros; a second time does nothing. False: no memory. */
bool mgc_sh_wave_begin(struct mgc_sh_wave *w);
void mgc_sh_wave_end(struct mgc_sh_wave *w);
/* Runs the program to its end, by the path that the core's isa says. False: it hangs, reported: the budget of
 * steps, the stack of calls, a look-up. Callable from the threads that draw. */
bool mgc_sh_run(struct mgc *g, const struct mgc_program *p, struct mgc_sh_wave *w);
/* The same by the plain path, whatever the core's isa. */
bool mgc_sh_run_scalar(struct mgc *g, const struct mgc_program *p, struct mgc_sh_wave *w);

/* ---- what states say of a program's registers: a byte an element (GC facts 5.3) ------------------------ */
static inline unsigned mgc_state_byte(const struct mgc *g, uint32_t offset, unsigned i)
{
	return g->state[offset / 4 + i / 4] >> i % 4 * 8 & 0xff;
}

/* The register that element i of the vertex comes to, and the one that output i leaves from. */
static inline unsigned mgc_vs_input(const struct mgc *g, unsigned i)
{
	const bool h5 = g->variant->halti >= 5;

	return mgc_state_byte(g, h5 ? GC_VS_HALTI5_INPUT(0) : GC_VS_INPUT(0), i) & (MGC_TEMPS - 1);
}

static inline unsigned mgc_vs_output(const struct mgc *g, unsigned i)
{
	const bool h5 = g->variant->halti >= 5;

	return mgc_state_byte(g, h5 ? GC_VS_HALTI5_OUTPUT(0) : GC_VS_OUTPUT(0), i) & (MGC_TEMPS - 1);
}

/* The register of target i's color. */
static inline unsigned mgc_ps_output(const struct mgc *g, unsigned i)
{
	return mgc_state_byte(g, i < 4 ? GC_PS_OUTPUT_REG : GC_PS_OUTPUT_REG2, i % 4) & (MGC_TEMPS - 1);
}

/* GL_FLUSH_CACHE's SHADER_L1, SHADER_L2: what is in the instruction cache is read again. */
void mgc_sh_flush(struct mgc *g);

#endif
