/* SPDX-License-Identifier: MIT
 *
 * Scalar memory reads (SMRD), through the constant cache. Sea Islands reference, chapter 4.5; the offset as a
 * literal in dwords is new in GFX7 (LLVM, ACO).
 */
#include "hw/model/cik/sq_memory.h"
#include "hw/regs/cik.h"

enum { DWORDS_MAX = 16, BUFFER = 8 /* added to the opcodes of s_load */ };

static unsigned dwords_of(unsigned op)
{
	return 1u << (op & (BUFFER - 1));
}

static uint64_t offset_B(const struct mcik_wave *w, const struct sq_inst *i)
{
	const unsigned offset = CIK_SMRD_WORD0__OFFSET__GET(i->word[0]);

	if (CIK_SMRD_WORD0__IMM__GET(i->word[0]))
		return 4ull * offset;
	return offset == SQ_LITERAL ? 4ull * i->literal : w->s[offset & (MCIK_SCALARS - 1)];
}

static void run_load(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool buffer = i->opcode >= BUFFER;
	const unsigned n = dwords_of(i->opcode), sbase = i->src[0];
	const uint64_t offset = offset_B(w, i);
	uint64_t base = sq_pair(w, sbase), size = UINT64_MAX;

	if (buffer) {
		const uint32_t stride = CIK_SQ_BUF_RSRC_WORD1__STRIDE__GET(w->s[sbase + 1]);

		base &= 0xffffffffffffull;
		size = (uint64_t)w->s[sbase + 2] * (stride ? stride : 1);
	}
	const uint64_t first = offset & ~3ull;
	const uint8_t *row = first < size && size - first >= 4ull * n
				 ? sq_window_at(w, &w->constants, (base & ~3ull) + first, 4 * n)
				 : NULL;

	if (row) {
		uint32_t *to = mcik_sq_late(w, MCIK_LGKM_CNT, i->dst, n, 0)[0];

		for (unsigned k = 0; k < n; k++)
			memcpy(&to[k], row + 4 * k, sizeof *to);
		return;
	}
	uint32_t dw[DWORDS_MAX] = {0};

	for (unsigned k = 0; k < n; k++) {
		const uint64_t at = first + 4ull * k;

		if (at < size && at + 4 <= size &&
		    !w->env->load(w->env->arg, w->vmid, (base & ~3ull) + at, &dw[k], 4, MCIK_SCALAR))
			dw[k] = 0;
	}
	memcpy(mcik_sq_late(w, MCIK_LGKM_CNT, i->dst, n, 0)[0], dw, sizeof dw);
}

/* The clock goes on between two reads of a wave (ARB_shader_clock, which Mesa makes this of, asks for it): an
 * instruction is a cycle. */
static void run_time(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint64_t t = (w->env->time ? w->env->time(w->env->arg) : 0) + (w->given - w->budget);

	memcpy(mcik_sq_late(w, MCIK_LGKM_CNT, i->dst, 2, 0)[0], &t, sizeof t);
}

static void run_cache(struct mcik_wave *w, const struct sq_inst *i)
{
	if (w->env->cache)
		w->env->cache(w->env->arg,
			      i->opcode == CIK_OP_SMRD__S_DCACHE_INV ? MCIK_INV_SCALAR : MCIK_INV_SCALAR_VOL);
}

void mcik_sq_smrd(struct sq_inst *i)
{
	const uint32_t word = i->word[0];
	const unsigned op = CIK_SMRD_WORD0__OP__GET(word), offset = CIK_SMRD_WORD0__OFFSET__GET(word);
	const bool load = op <= CIK_OP_SMRD__S_LOAD_DWORDX16, buffer = op >= BUFFER && op < BUFFER + 5;

	i->opcode = (uint16_t)op;
	i->src[0] = (uint16_t)(CIK_SMRD_WORD0__SBASE__GET(word) * 2);
	i->dst = (uint16_t)CIK_SMRD_WORD0__SDST__GET(word);
	i->unit = SQ_SMEM;
	if (load || buffer) {
		if (i->src[0] + (buffer ? 4 : 2) > MCIK_SCALARS || i->dst + dwords_of(op) > MCIK_SCALARS)
			return;
		i->run = run_load;
		i->plain = true;
		mcik_sq_reads(i, i->src[0], buffer ? 4 : 2);
		if (!CIK_SMRD_WORD0__IMM__GET(word) && offset < MCIK_SCALARS)
			mcik_sq_reads(i, offset, 1);
		mcik_sq_writes(i, i->dst, dwords_of(op));
	} else if (op == CIK_OP_SMRD__S_MEMTIME) {
		i->run = run_time;
		mcik_sq_writes(i, i->dst, 2);
	} else if (op == CIK_OP_SMRD__S_DCACHE_INV || op == CIK_OP_SMRD__S_DCACHE_INV_VOL) {
		i->run = run_cache;
	}
}
