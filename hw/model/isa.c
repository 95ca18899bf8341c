/* SPDX-License-Identifier: MIT
 *
 * Which set of the *_simd.c functions a model draws with.
 */
#include "hw/model/chip.h"
#include <stdio.h>
#include <string.h>

static enum fl_isa widest(void)
{
#if defined(__x86_64__)
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl"))
		return FL_ISA_AVX512;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
		return FL_ISA_AVX2;
#endif
	return FL_ISA_BASE;
}

bool fl_model_isa(const struct fl_model_config *cfg, enum fl_isa *isa, char *why, size_t why_size)
{
	enum fl_isa most = widest();
	enum fl_jit_when when;

	if (!fl_jit_when(cfg->jit, &when)) {
		snprintf(why, why_size, "\"%s\" does not say when programs are compiled: auto, off or always",
			 cfg->jit);
		return false;
	}
	*isa = most;
	if (cfg->isa) {
		if (!strcmp(cfg->isa, "base")) {
			*isa = FL_ISA_BASE;
		} else if (!strcmp(cfg->isa, "avx2")) {
			*isa = FL_ISA_AVX2;
		} else if (!strcmp(cfg->isa, "avx512")) {
			*isa = FL_ISA_AVX512;
		} else {
			snprintf(why, why_size, "no instruction set \"%s\": base, avx2 or avx512", cfg->isa);
			return false;
		}
		if (*isa > most) {
			snprintf(why, why_size, "this machine does not have the instruction set %s",
				 cfg->isa);
			return false;
		}
	}
	if (cfg->scalar)
		*isa = FL_ISA_SCALAR;
	return true;
}
