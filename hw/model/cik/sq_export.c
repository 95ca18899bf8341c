/* SPDX-License-Identifier: MIT
 *
 * Exports (EXP) and image instructions (MIMG): decoded here, done by whoever has targets and textures. Sea
 * Islands reference, chapters 4.3 and 4.9.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/regs/cik.h"

/* ---- EXP ----------------------------------------------------------------------------------------------- */
static void run_exp(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t w0 = i->word[0];
	struct mcik_export e = {.target = (uint8_t)CIK_EXP_WORD0__TGT__GET(w0),
				.en = (uint8_t)CIK_EXP_WORD0__EN__GET(w0),
				.compr = CIK_EXP_WORD0__COMPR__GET(w0),
				.done = CIK_EXP_WORD0__DONE__GET(w0),
				.vm = CIK_EXP_WORD0__VM__GET(w0),
				.lanes = sq_exec_mask(w)};
	uint64_t used[MCIK_VGPRS / 64] = {0};

	for (unsigned k = 0; k < 4; k++)
		e.src[k] = w->v[i->word[1] >> 8 * k & 255];
	for (unsigned k = 0; k < i->n_reads; k++)
		if (i->reads[k].first >= SQ_VGPR)
			used[(i->reads[k].first - SQ_VGPR) / 64] |= 1ull
								    << (i->reads[k].first - SQ_VGPR) % 64;
	if (w->env->export)
		w->env->export(w->env->arg, w, &e);
	else
		mcik_sq_refuse(w, "Sea Islands 4.9", "an export to target %u, and nobody takes it", e.target);
	mcik_sq_exported(w, used);
}

void mcik_sq_exp(struct sq_inst *i)
{
	const uint32_t w0 = i->word[0];
	const bool compr = CIK_EXP_WORD0__COMPR__GET(w0);

	i->unit = SQ_EXPORT;
	i->run = run_exp;
	for (unsigned k = 0; k < (compr ? 2u : 4u); k++)
		if (CIK_EXP_WORD0__EN__GET(w0) >> (compr ? 2 * k : k) & (compr ? 3 : 1))
			mcik_sq_reads(i, SQ_VGPR + (i->word[1] >> 8 * k & 255), 1);
	mcik_sq_reads(i, MCIK_EXEC, 2);
}

/* ---- MIMG ---------------------------------------------------------------------------------------------- */
enum { COMPONENTS = 4 };

static bool is_store(unsigned op)
{
	return op >= CIK_OP_MIMG__IMAGE_STORE && op <= CIK_OP_MIMG__IMAGE_STORE_MIP_PCK;
}

static bool is_atomic(unsigned op)
{
	return op >= CIK_OP_MIMG__IMAGE_ATOMIC_SWAP && op <= CIK_OP_MIMG__IMAGE_ATOMIC_FMAX;
}

static bool is_gather(unsigned op)
{
	return op >= CIK_OP_MIMG__IMAGE_GATHER4 && op <= CIK_OP_MIMG__IMAGE_GATHER4_C_LZ_O;
}

static bool has_sampler(unsigned op)
{
	return op >= CIK_OP_MIMG__IMAGE_SAMPLE;
}

static bool exists(unsigned op)
{
	const bool hole = op == 6 || op == 7 || op == 12 || op == 13 || op == 19 || op == 66 || op == 67 ||
			  op == 74 || op == 75 || op == 82 || op == 83 || op == 90 || op == 91;

	return !hole && (op <= CIK_OP_MIMG__IMAGE_GET_LOD ||
			 (op >= CIK_OP_MIMG__IMAGE_SAMPLE_CD && op <= CIK_OP_MIMG__IMAGE_SAMPLE_C_CD_CL_O));
}

/* Registers of the data: gather4 has all four of one component */
static unsigned data_dw(const struct sq_inst *i)
{
	const unsigned mask = CIK_MIMG_WORD0__DMASK__GET(i->word[0]);

	return is_gather(i->opcode) ? COMPONENTS : (unsigned)__builtin_popcount(mask);
}

static sq_exec run_mimg;

bool mcik_sq_image(const struct mcik_wave *w, const struct sq_inst *i, struct mcik_image *m)
{
	const uint32_t w0 = i->word[0];
	const bool small = CIK_MIMG_WORD0__R128__GET(w0);
	const unsigned resource = CIK_MIMG_WORD1__SRSRC__GET(i->word[1]) * 4;
	const unsigned sampler = CIK_MIMG_WORD1__SSAMP__GET(i->word[1]) * 4;

	if (i->run != run_mimg)
		return false;
	*m = (struct mcik_image){.op = (uint8_t)i->opcode,
				 .dmask = (uint8_t)CIK_MIMG_WORD0__DMASK__GET(w0),
				 .unorm = CIK_MIMG_WORD0__UNORM__GET(w0),
				 .da = CIK_MIMG_WORD0__DA__GET(w0),
				 .glc = CIK_MIMG_WORD0__GLC__GET(w0),
				 .slc = CIK_MIMG_WORD0__SLC__GET(w0),
				 .tfe = CIK_MIMG_WORD0__TFE__GET(w0),
				 .lwe = CIK_MIMG_WORD0__LWE__GET(w0),
				 .lanes = sq_exec_mask(w)};
	for (unsigned k = 0; k < (small ? 4u : 8u); k++)
		m->resource[k] = w->s[(resource + k) % MCIK_SCALARS];
	for (unsigned k = 0; has_sampler(i->opcode) && k < 4; k++)
		m->sampler[k] = w->s[(sampler + k) % MCIK_SCALARS];
	return true;
}

static void run_mimg(struct mcik_wave *w, const struct sq_inst *i)
{
	struct mcik_image m;

	if (!w->env->image) {
		mcik_sq_refuse(w, "Sea Islands 4.9", "an image instruction, and there are no images");
		return;
	}
	if (!mcik_sq_image(w, i, &m))
		return;
	m.address = w->v + (i->src[0] - SQ_VGPR);
	m.data = w->v + (i->src[1] - SQ_VGPR);
	m.out = mcik_sq_late(w, MCIK_VM_CNT, i->src[1], i->n_writes ? i->writes[0].n : 0, m.lanes);
	w->env->image(w->env->arg, w, &m);
	if (is_store(i->opcode) && CIK_MIMG_WORD0__R128__GET(i->word[0])) {
		w->wide_store_at = w->now;
		w->watched = true;
		w->wide_store_first = i->src[1];
		w->wide_store_n = (uint16_t)data_dw(i);
	}
}

void mcik_sq_mimg(struct sq_inst *i)
{
	const uint32_t w0 = i->word[0], w1 = i->word[1];
	const unsigned op = CIK_MIMG_WORD0__OP__GET(w0);

	i->opcode = (uint16_t)op;
	i->src[0] = (uint16_t)(SQ_VGPR + CIK_MIMG_WORD1__VADDR__GET(w1));
	i->src[1] = (uint16_t)(SQ_VGPR + CIK_MIMG_WORD1__VDATA__GET(w1));
	i->unit = SQ_VMEM;
	if (!exists(op))
		return;
	i->run = run_mimg;
	mcik_sq_reads(i, i->src[0], 1); /* how many more depends on the resource, which says what it is */
	mcik_sq_reads(i, CIK_MIMG_WORD1__SRSRC__GET(w1) * 4, CIK_MIMG_WORD0__R128__GET(w0) ? 4 : 8);
	if (has_sampler(op))
		mcik_sq_reads(i, CIK_MIMG_WORD1__SSAMP__GET(w1) * 4, 4);
	if (is_store(op) || is_atomic(op))
		mcik_sq_reads(i, i->src[1], data_dw(i));
	if (!is_store(op) && (!is_atomic(op) || CIK_MIMG_WORD0__GLC__GET(w0)))
		mcik_sq_writes(i, i->src[1], data_dw(i) + CIK_MIMG_WORD0__TFE__GET(w0));
}
