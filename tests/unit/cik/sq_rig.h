/* SPDX-License-Identifier: MIT
 *
 * Waves of the Sea Islands model for its tests: programs out of text, a memory of their own, and reports that
 * are counted.
 */
#ifndef TESTS_UNIT_CIK_SQ_RIG_H
#define TESTS_UNIT_CIK_SQ_RIG_H

#include "hw/model/cik/sq.h"
#include "hw/model/chip.h"
#include "lib/cik/asm.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIG_MEM_B = 1 << 20, RIG_CODE = 0x40000, RIG_DATA = 0x1000, RIG_LDS_B = 32768, RIG_WAVES = 4 };
#define RIG_BASE 0x100000000ull /* of memory, as the wave sees it */

struct rig {
	uint8_t mem[RIG_MEM_B], lds[RIG_LDS_B], gds[4096];
	struct mcik_sq_env env;
	struct mcik_code *code;
	struct mcik_group group;
	struct mcik_wave wave[RIG_WAVES], *waves[RIG_WAVES], *w;
	unsigned reports, faults;
	char said[512];
	/* what came out */
	struct mcik_export export;
	uint32_t exported[4][64], messages, message;
};

static struct rig rig;
static struct fl_cik_program rig_program;

static inline uint8_t *rig_at(uint64_t va, unsigned n)
{
	const uint64_t at = va - RIG_BASE;

	if (at < RIG_MEM_B && n <= RIG_MEM_B - at)
		return rig.mem + at;
	rig.faults++;
	return NULL;
}

static inline uint32_t rig_code(void *arg, unsigned vmid, uint64_t va, uint32_t *dw, uint32_t n)
{
	const uint64_t at = va - RIG_BASE;
	const uint64_t there = at < RIG_MEM_B ? (RIG_MEM_B - at) / 4 : 0;

	n = there < n ? (uint32_t)there : n;
	memcpy(dw, rig.mem + at, 4ul * n);
	return n;
}

static inline bool rig_load(void *arg, unsigned vmid, uint64_t va, void *to, unsigned n, unsigned access)
{
	const uint8_t *p = rig_at(va, n);

	if (p)
		memcpy(to, p, n);
	return p;
}

static inline bool rig_store(void *arg, unsigned vmid, uint64_t va, const void *from, unsigned n,
			     unsigned access)
{
	uint8_t *p = rig_at(va, n);

	if (p)
		memcpy(p, from, n);
	return p;
}

static inline bool rig_atomic(void *arg, unsigned vmid, uint64_t va, unsigned n, mcik_atomic_fn *fn,
			      const uint64_t data[2], uint64_t *old)
{
	uint8_t *p = rig_at(va, n);
	uint64_t now;

	*old = 0;
	if (!p)
		return false;
	memcpy(old, p, n);
	now = fn(*old, data[0], data[1]);
	memcpy(p, &now, n);
	return true;
}

static inline void rig_export(void *arg, struct mcik_wave *w, const struct mcik_export *e)
{
	rig.export = *e;
	for (unsigned k = 0; k < 4; k++)
		memcpy(rig.exported[k], e->src[k], sizeof rig.exported[k]);
}

static inline void rig_message(void *arg, struct mcik_wave *w, uint32_t message)
{
	rig.messages++;
	rig.message = message;
}

static inline uint64_t rig_time(void *arg)
{
	return 0x123456789abcull;
}

static inline uint32_t rig_gds_op(void *arg, struct mcik_wave *w, unsigned op, unsigned offset, uint32_t data)
{
	return op << 16 | offset << 8 | data;
}

static inline void rig_report(void *arg, const struct mcik_wave *w, enum fl_severity severity,
			      const char *section, const char *fmt, va_list ap)
{
	rig.reports++;
	vsnprintf(rig.said, sizeof rig.said, fmt, ap);
}

/* A group of n waves of 64, all registers 0, on the widest path. */
static inline void rig_open(unsigned n)
{
	memset(&rig, 0, sizeof rig);
	rig.env = (struct mcik_sq_env){.code = rig_code,
				       .load = rig_load,
				       .store = rig_store,
				       .atomic = rig_atomic,
				       .export = rig_export,
				       .message = rig_message,
				       .time = rig_time,
				       .gds_op = rig_gds_op,
				       .report = rig_report,
				       .gds = rig.gds,
				       .gds_B = sizeof rig.gds,
				       .unaligned = true,
				       .shared_base = 0x6000,
				       .private_base = 0x4000,
				       .hidden_private = RIG_BASE + 0x80000,
				       .isa = FL_ISA_BASE,
				       .jit = FL_JIT_OFF};
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
		rig.env.isa = FL_ISA_AVX2;
#endif
	rig.code = mcik_code_new(&rig.env);
	rig.group = (struct mcik_group){rig.lds, sizeof rig.lds, rig.waves, n};
	for (unsigned k = 0; k < n; k++) {
		rig.waves[k] = &rig.wave[k];
		cr_assert(mcik_wave_init(&rig.wave[k], rig.code, &rig.env, 104, 256));
		rig.wave[k].group = &rig.group;
		rig.wave[k].pc = RIG_BASE + RIG_CODE;
	}
	rig.w = &rig.wave[0];
}

static inline void rig_close(void)
{
	for (unsigned k = 0; k < rig.group.n_waves; k++)
		mcik_wave_free(&rig.wave[k]);
	mcik_code_free(rig.code);
}

/* The program, and s_endpgm after it, where the waves begin. */
static inline void rig_load_text(const char *text)
{
	static char whole[8192];

	snprintf(whole, sizeof whole, "%s\ns_endpgm\n", text);
	cr_assert(fl_cik_asm(&rig_program, whole, strlen(whole)), "%s: %s", text,
		  rig_program.source.error[0].text);
	memcpy(rig.mem + RIG_CODE, rig_program.words, 4ul * rig_program.n);
	mcik_code_invalidate(rig.code);
}

/* Runs the text on all waves of the group from its start; their registers stay as they are. */
static inline bool rig_run(const char *text)
{
	rig_load_text(text);
	for (unsigned k = 0; k < rig.group.n_waves; k++) {
		rig.wave[k].pc = RIG_BASE + RIG_CODE;
		rig.wave[k].state = MCIK_RUNNING;
		mcik_wave_allow(&rig.wave[k], 100000);
	}
	return mcik_group_run(&rig.group);
}

static inline uint64_t rig_pair(unsigned at)
{
	return rig.w->s[at] | (uint64_t)rig.w->s[at + 1] << 32;
}

static inline void rig_set_pair(unsigned at, uint64_t value)
{
	rig.w->s[at] = (uint32_t)value;
	rig.w->s[at + 1] = (uint32_t)(value >> 32);
}

static inline uint32_t rig_bits(float f)
{
	uint32_t v;

	memcpy(&v, &f, sizeof v);
	return v;
}

static inline uint64_t rig_double(double f)
{
	uint64_t v;

	memcpy(&v, &f, sizeof v);
	return v;
}

/* A register and the next in all lanes */
static inline void rig_set(unsigned reg, uint64_t value)
{
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		rig.w->v[reg][l] = (uint32_t)value;
		rig.w->v[reg + 1][l] = (uint32_t)(value >> 32);
	}
}

#endif
