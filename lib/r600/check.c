/* SPDX-License-Identifier: MIT
 *
 * Rules of control flow and of fetches. Mesa r600_asm.c and r600_shader.c; "R600-Family Instruction Set
 * Architecture" 3.
 */
#include "lib/r600/asm_own.h"

/* Mesa writes 7 for coordinates that are not there, too. */
static bool is_reserved(uint32_t selectors)
{
	for (uint32_t i = 0; i < 4; i++)
		if ((selectors >> 3 * i & 7) == 6)
			return true;
	return false;
}

static const char *check_export(const uint32_t (*w)[2], uint32_t n_cf, uint32_t i)
{
	const struct fl_r600_cf *cf = fl_r600_cf_of(w[i][1]);
	uint32_t gpr = R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__GET(w[i][0]);
	uint32_t type = R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(w[i][0]);

	if (gpr + R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(w[i][1]) >= FL_R600_SRC_KCACHE)
		return "registers end with R127";
	if (cf->kind != FL_R600_CF_EXPORT)
		return NULL;
	if (type == 3)
		return "this type of export is reserved";
	if (is_reserved(w[i][1]))
		return "this selector is reserved";
	if (type == R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PARAM)
		return NULL;
	/* The last one of each type says that it is. */
	for (uint32_t k = i; k < n_cf; k++)
		if (FL_R600_CF_IS_EXPORT_DONE(fl_r600_cf_of(w[k][1])) &&
		    R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(w[k][0]) == type)
			return NULL;
	return "the last export of pixels, and of positions, is EXPORT_DONE";
}

const char *fl_r600_cf_check(bool r700, const uint32_t (*w)[2], uint32_t n_cf, uint32_t n, uint32_t i)
{
	const struct fl_r600_cf *cf = fl_r600_cf_of(w[i][1]);
	bool ends = fl_r600_cf_ends(w[i][1]);

	if (!cf->name[0])
		return "this opcode is reserved";
	if (cf->only_r7 && !r700)
		return "only R7xx has this instruction";
	if (i + 1 == n_cf && !ends && !FL_R600_CF_IS(cf, RETURN))
		return "the program has no end: EOP or RETURN";
	if (ends && FL_R600_CF_IS(cf, CALL_FS))
		return "a program that ends with CALL_FS hangs the chip: NOP EOP behind it";
	if (cf->kind == FL_R600_CF_JUMP && w[i][0] >= n_cf)
		return "it goes to where no control flow is";
	if (cf->kind >= FL_R600_CF_MEM)
		return check_export(w, n_cf, i);
	if (fl_r600_cf_has_clause(cf)) {
		uint32_t at = cf->kind == FL_R600_CF_ALU ? R600_SQ_CF_ALU_WORD0__ADDR__GET(w[i][0]) : w[i][0];
		uint32_t slots = fl_r600_cf_slots(r700, cf, w[i][1]);

		if (at < n_cf || at >= n || slots > n - at)
			return "its clause is not in the program";
		if (cf->kind != FL_R600_CF_ALU && at % FL_R600_FETCH_SLOTS)
			return "a clause of fetches begins at an even slot";
	}
	return NULL;
}

const char *fl_r600_fetch_check(bool r700, const struct fl_r600_cf *clause, const uint32_t *w)
{
	const struct fl_r600_fetch *f = fl_r600_fetch_of(w[0]);

	if (!f->name[0])
		return "this opcode is reserved";
	if (f->kind == FL_R600_FETCH_MEM && !r700)
		return "only R7xx has this fetch";
	if (f->kind == FL_R600_FETCH_TEX && clause->kind == FL_R600_CF_VTX)
		return "textures are looked up by a clause that is TEX";
	if (is_reserved(w[1] >> R600_SQ_TEX_WORD1__DST_SEL_X__SHIFT) ||
	    (f->kind == FL_R600_FETCH_TEX && is_reserved(w[2] >> R600_SQ_TEX_WORD2__SRC_SEL_X__SHIFT)))
		return "this selector is reserved";
	if (f->kind <= FL_R600_FETCH_SEM && R600_SQ_VTX_WORD0__FETCH_TYPE__GET(w[0]) == 3)
		return "this type of fetch is reserved";
	return NULL;
}
