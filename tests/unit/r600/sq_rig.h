/* SPDX-License-Identifier: MIT
 *
 * SQ of the R6xx model on its own: a chip of which only registers, memory and SQ are there, programs out of
 * the assembler, and a wave with whatever in its registers.
 */
#ifndef TESTS_UNIT_R600_SQ_RIG_H
#define TESTS_UNIT_R600_SQ_RIG_H

#include "hw/model/r600/sq.h"
#include "lib/r600/asm.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	RIG_VRAM_B = 1 << 24,
	RIG_PROGRAM = 0x100000, /* address of the program; the fetch program lies 64 KB behind it */
	RIG_FETCH = RIG_PROGRAM + 0x10000,
	RIG_CONSTANTS = 0x200000,
	RIG_GPRS = 32, /* that programs have, whatever they use */
};

struct rig {
	struct mr600 *r;
	struct fl_arena arena;
	struct mr600_wave wave;
	union mr600_value (*gpr)[4];
	struct mr600_vs_out *vs;
	struct mr600_px *px;
	struct mr600_sq_state *state;
	bool r7xx;
};

static struct rig rig;
static const char *rig_isa; /* "scalar", …; NULL: the widest */
static struct fl_r600_program rig_asm;

static inline void *rig_room(size_t size_B)
{
	void *p = aligned_alloc(64, (size_B + 63) & ~(size_t)63);

	cr_assert(p);
	memset(p, 0, size_B);
	return p;
}

static inline void rig_new(const char *chip)
{
	bool scalar = rig_isa && !strcmp(rig_isa, "scalar");
	struct fl_model_config config = {
	    .threads = 1, .vram_B = RIG_VRAM_B, .scalar = scalar, .isa = scalar ? NULL : rig_isa};
	char why[200] = "";
	struct fl_model *m = fl_model_new(chip, &config, why, sizeof(why));

	cr_assert(m, "%s", why);
	memset(&rig, 0, sizeof(rig));
	rig.r = (struct mr600 *)m;
	rig.r7xx = rig.r->variant->r7xx;
	rig.r->base.work_limit = 1ull << 28;
	fl_mem_place_vram(&m->mem, 0);
	rig.gpr = rig_room(MR600_GPRS * sizeof(*rig.gpr));
	rig.vs = rig_room(sizeof(*rig.vs));
	rig.px = rig_room(sizeof(*rig.px));
	rig.state = mr600_sq_state_new();
	R600_REG(rig.r, SQ_CONFIG) = R600_SQ_CONFIG__ALU_INST_PREFER_VECTOR(1);
	R600_REG(rig.r, SQ_GPR_RESOURCE_MGMT_1) = R600_SQ_GPR_RESOURCE_MGMT_1__NUM_PS_GPRS(64) |
						  R600_SQ_GPR_RESOURCE_MGMT_1__NUM_VS_GPRS(64) |
						  R600_SQ_GPR_RESOURCE_MGMT_1__NUM_CLAUSE_TEMP_GPRS(4);
	R600_REG(rig.r, SQ_STACK_RESOURCE_MGMT_1) = R600_SQ_STACK_RESOURCE_MGMT_1__NUM_PS_STACK_ENTRIES(64) |
						    R600_SQ_STACK_RESOURCE_MGMT_1__NUM_VS_STACK_ENTRIES(64);
}

static inline void rig_free(void)
{
	fl_arena_free(&rig.arena);
	mr600_sq_state_free(rig.state);
	fl_model_delete(&rig.r->base);
	free(rig.gpr);
	free(rig.vs);
	free(rig.px);
}

static inline void rig_put(uint64_t addr, const void *data, size_t size_B)
{
	memcpy(fl_mem_span(&rig.r->base.mem, addr, size_B), data, size_B);
}

static inline void rig_assemble(uint64_t addr, const char *text)
{
	char why[200] = "", all[8192];

	snprintf(all, sizeof(all), "!!R%u00\n%s", rig.r7xx ? 7 : 6, text);
	if (!fl_r600_asm(&rig_asm, rig.r7xx, all, strlen(all))) {
		fl_asm_error_text(&rig_asm.source, 0, why, sizeof(why));
		cr_assert_fail("%s\n%s", why, all);
	}
	rig_put(addr, rig_asm.words, rig_asm.n * 8);
}

/* The program of a stage, with what its registers want */
static inline const struct mr600_program *rig_program(enum mr600_stage stage, const char *text)
{
	uint32_t resources;

	rig_assemble(RIG_PROGRAM, text);
	resources = R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(RIG_GPRS) |
		    R600_SQ_PGM_RESOURCES_PS__STACK_SIZE(rig.r->variant->wave < 64 ? rig_asm.stack_narrow
										   : rig_asm.stack) |
		    R600_SQ_PGM_RESOURCES_PS__DX10_CLAMP(1);
	if (stage == MR600_PS) {
		R600_REG(rig.r, SQ_PGM_START_PS) = RIG_PROGRAM >> 8;
		R600_REG(rig.r, SQ_PGM_RESOURCES_PS) = resources;
	} else {
		R600_REG(rig.r, SQ_PGM_START_VS) = RIG_PROGRAM >> 8;
		R600_REG(rig.r, SQ_PGM_RESOURCES_VS) = resources;
	}
	return mr600_sq_decode(rig.r, &rig.arena, stage);
}

/* A wave of 64 lanes. */
static inline bool rig_run(const struct mr600_program *p, enum mr600_stage stage, uint64_t valid)
{
	cr_assert(p, "%s", fl_model_report(&rig.r->base, 0) ? fl_model_report(&rig.r->base, 0)->text : "");
	rig.wave = (struct mr600_wave){.r = rig.r,
				       .program = p,
				       .gpr = rig.gpr,
				       .valid = valid,
				       .vs = stage == MR600_VS ? rig.vs : NULL,
				       .px = stage == MR600_PS ? rig.px : NULL,
				       .state = rig.state};
	return mr600_sq_run(&rig.wave);
}

static inline const char *rig_report(unsigned i)
{
	const struct fl_report *report = fl_model_report(&rig.r->base, i);

	return report ? report->text : NULL;
}

static inline void rig_quiet(void)
{
	cr_assert(!rig_report(0), "%s", rig_report(0));
}

#endif
