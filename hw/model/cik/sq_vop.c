/* SPDX-License-Identifier: MIT
 *
 * Vector instructions in all their encodings (VOP1, VOP2, VOPC, VOP3) and what is around their operations:
 * operands as planes of 64 lanes, modifiers, rounding and denormals by MODE, results under EXEC. Sea Islands
 * reference, chapters 4.2 and 4.3.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_vop.h"
#include "hw/model/num/flush.h"

struct vop {
	char shape[8];
	char arithmetic; /* n, b, s, m, d */
};

/* clang-format off */
static const struct vop vops[SQ_VOPS] = {
#define SQ_ENTRY(opcode, kernel, shape, arithmetic) [opcode] = {shape, #arithmetic[0]},
	SQ_VOP_ROWS(SQ_ENTRY)
#undef SQ_ENTRY
};
/* clang-format on */

/* Comparisons by the upper bits of the opcode: f32, f64, the same that signal, and integers */
static const struct vop comparisons[8] = {{"sff", 's'}, {"sFF", 'd'}, {"sff", 's'}, {"sFF", 'd'},
					  {"sii", 'n'}, {"sII", 'n'}, {"sii", 'n'}, {"sII", 'n'}};
static const struct vop class32 = {"sfi", 'n'}, class64 = {"sFi", 'n'};

enum { CMPX = 0x10, CLASS_32 = 0x88, CLASS_64 = 0xa8 };

static bool is_float(char letter)
{
	return letter == 'f' || letter == 'F' || letter == 'h';
}

static unsigned dwords_of(char letter)
{
	return letter == 'Q' ? 4 : letter == 'F' || letter == 'I' ? 2 : letter == 's' ? 0 : 1;
}

/* ---- operands ------------------------------------------------------------------------------------------ */
/* LDS at M0[15:0], of the type M0[18:16]: bytes, halves, dwords, signed bytes and halves */
static uint32_t lds_direct(struct mcik_wave *w)
{
	static const uint8_t size_B[8] = {1, 2, 4, 4, 1, 2, 4, 4};
	const uint32_t m0 = w->s[MCIK_M0], type = m0 >> 16 & 7;
	const uint32_t v = (uint32_t)mcik_sq_lds_load(w, m0 & 0xffff, size_B[type], UINT32_MAX);

	return type == 4 ? (uint32_t)(int8_t)v : type == 5 ? (uint32_t)(int16_t)v : v;
}

/* The planes of source k, in `own` where they are not registers as they stand. */
static void source(struct mcik_wave *w, const struct sq_inst *i, unsigned k, char letter, mcik_plane *own,
		   const uint32_t **plane)
{
	const unsigned code = i->src[k], n = dwords_of(letter);
	const bool abs = i->abs >> k & 1 && is_float(letter), neg = i->neg >> k & 1 && is_float(letter);
	const uint32_t sign = letter == 'h' ? 0x8000 : 0x80000000;

	for (unsigned j = 0; j < n; j++) {
		plane[j] = own[j];
		if (code >= SQ_VGPR)
			plane[j] = w->v[(code - SQ_VGPR + j) % MCIK_VGPRS];
		else if (code == SQ_LDS_DIRECT)
			w->kit->fill(own[j], lds_direct(w));
		else if (n == 1)
			w->kit->fill(own[j], mcik_sq_read32(w, i, code));
		else if (n == 2)
			w->kit->fill(own[j],
				     (uint32_t)(mcik_sq_read64(w, i, code, letter == 'F' ? SQ_F64 : SQ_U64) >>
						32 * j));
		else
			w->kit->fill(own[j], mcik_sq_read32(w, i, code < MCIK_SCALARS - 3 ? code + j : code));
	}
	if (abs || neg) { /* the sign is in the highest dword */
		w->kit->change(own[n - 1], plane[n - 1], abs ? ~sign : ~0u, neg ? sign : 0);
		plane[n - 1] = own[n - 1];
	}
}

/* A source that is the same in all lanes. */
static uint32_t one_value(struct mcik_wave *w, const struct sq_inst *i, unsigned code)
{
	return code < MCIK_SCALARS     ? w->s[code]
	       : code == SQ_LITERAL    ? i->literal
	       : code == SQ_LDS_DIRECT ? lds_direct(w)
				       : mcik_sq_read32(w, i, code);
}

/* A source of one dword. */
static const uint32_t *narrow_source(struct mcik_wave *w, const struct sq_inst *i, unsigned k, uint32_t *own)
{
	const struct vop *op = i->op;
	const unsigned code = i->src[k];
	const uint32_t *plane = own;

	if (code >= SQ_VGPR)
		plane = w->v[code - SQ_VGPR];
	else
		w->kit->fill(own, one_value(w, i, code));
	if (i->signs >> k & 1) {
		const uint32_t sign = op->shape[k + 1] == 'h' ? 0x8000 : 0x80000000;

		w->kit->change(own, plane, i->abs >> k & 1 ? ~sign : ~0u, i->neg >> k & 1 ? sign : 0);
		plane = own;
	}
	return plane;
}

/* ---- results ------------------------------------------------------------------------------------------- */
static void modify64(const struct mcik_wave *w, const struct sq_inst *i, mcik_plane *d, double factor)
{
	for (unsigned l = 0; l < SQ_LANES; l++) {
		uint64_t bits = d[0][l] | (uint64_t)d[1][l] << 32;
		double f;

		memcpy(&f, &bits, sizeof f);
		if (factor != 1.0)
			f = f * factor + 0.0;
		if (i->clamp)
			f = f != f    ? (w->mode & MCIK_MODE_DX10_CLAMP ? 0.0 : f)
			    : f > 1.0 ? 1.0
			    : f > 0.0 ? f
				      : 0.0;
		memcpy(&bits, &f, sizeof bits);
		d[0][l] = (uint32_t)bits;
		d[1][l] = (uint32_t)(bits >> 32);
	}
}

/* Output modifiers: not where denormal results are kept. */
static void modify(const struct mcik_wave *w, const struct sq_inst *i, char letter, mcik_plane *d)
{
	static const float factors[4] = {1.0f, 2.0f, 4.0f, 0.5f};
	const unsigned shift = letter == 'F' ? MCIK_MODE_DENORM_64_SHIFT : MCIK_MODE_DENORM_32_SHIFT;
	const float factor = w->mode >> shift & 2 ? 1.0f : factors[i->omod];

	if ((factor == 1.0f && !i->clamp) || !is_float(letter) || letter == 'h')
		return;
	if (letter == 'F')
		modify64(w, i, d, factor);
	else
		w->kit->scale(d[0], factor, i->clamp, w->mode & MCIK_MODE_DX10_CLAMP ? 0 : SQ_NAN);
}

/* Moves and whole numbers are the same in any arithmetic. */
static enum sq_arithmetic arithmetic_of(const struct vop *op)
{
	switch (op->arithmetic) {
	case 's':
		return SQ_SINGLE;
	case 'd':
		return SQ_DOUBLE;
	case 'm':
		return SQ_FLUSHED;
	case 'b':
		return SQ_ANY_ARITHMETIC;
	}
	for (unsigned k = 0; op->shape[k]; k++)
		if (is_float(op->shape[k]))
			return SQ_EXACT;
	return SQ_ANY_ARITHMETIC;
}

/* Where the mask is that an instruction with a condition or carry reads: the third source, or of four (those
 * of v_div_fmas) VCC. */
static unsigned mask_at(const struct sq_inst *i, const struct vop *op)
{
	return op->shape[3] == 'c' ? i->src[2] : MCIK_VCC;
}

static uint64_t mask_in(const struct mcik_wave *w, const struct sq_inst *i, const struct vop *op)
{
	return strchr(op->shape, 'c') ? mcik_sq_read64(w, i, mask_at(i, op), SQ_U64) : 0;
}

static void run_vop(struct mcik_wave *w, const struct sq_inst *i)
{
	const struct vop *op = i->op;
	const struct sq_kit *kit = w->kit;
	const uint64_t exec = sq_exec_mask(w);
	mcik_plane own[2 + 2 + 4], d[4];
	struct sq_lanes x = {.mode = w->mode};

	for (unsigned k = 0; k < 3; k++) {
		const char letter = op->shape[k + 1];

		if (letter && strchr("iIQfFh", letter))
			source(w, i, k, letter, own + 2 * k, k == 0 ? x.a : k == 1 ? x.b : x.c);
	}
	if (op->shape[3] == '=')
		x.c[0] = w->v[i->dst - SQ_VGPR];
	x.in = mask_in(w, i, op);
	for (unsigned j = 0; j < 4; j++)
		x.d[j] = d[j];

	sq_want_arithmetic(w, i->arithmetic);
	kit->op[i->opcode](&x);
	modify(w, i, op->shape[0], d);
	for (unsigned j = 0; j < dwords_of(op->shape[0]); j++)
		kit->blend(w->v[(i->dst - SQ_VGPR + j) % MCIK_VGPRS], d[j], exec);
	if (op->shape[0] == 's' || strchr(op->shape, '>'))
		sq_set_pair(w, i->sdst, x.out & exec);
	if (op->shape[0] == 's' && i->opcode & CMPX)
		sq_set_pair(w, MCIK_EXEC, x.out & exec);
}

/* The same in haste: operands and results are dwords, or masks. */
static void run_narrow(struct mcik_wave *w, const struct sq_inst *i)
{
	const struct vop *op = i->op;
	const struct sq_kit *kit = w->kit;
	const uint64_t exec = sq_exec_mask(w);
	const bool has_result = op->shape[0] != 's';
	uint32_t *to = has_result ? w->v[i->dst - SQ_VGPR] : NULL;
	sq_kernel *run = kit->op[i->opcode];
	mcik_plane own[3], d;
	struct sq_lanes x;

	x.mode = w->mode;
	if (i->one && kit->one[i->opcode][i->one - 1]) {
		run = kit->one[i->opcode][i->one - 1];
		own[i->one - 1][0] = one_value(w, i, i->src[i->one - 1]);
	}
	x.a[0] = run != kit->op[i->opcode] && i->one == 1 ? own[0] : narrow_source(w, i, 0, own[0]);
	if (i->n_src > 1)
		x.b[0] = run != kit->op[i->opcode] && i->one == 2 ? own[1] : narrow_source(w, i, 1, own[1]);
	if (op->shape[3] == '=')
		x.c[0] = to;
	else if (i->n_src > 2)
		x.c[0] = narrow_source(w, i, 2, own[2]);
	if (i->reads_mask)
		x.in = mcik_sq_read64(w, i, mask_at(i, op), SQ_U64);
	x.d[0] = ~exec ? d : to;
	sq_want_arithmetic(w, i->arithmetic);
	run(&x);
	if (has_result) {
		if (i->omod || i->clamp)
			modify(w, i, op->shape[0], (mcik_plane *)x.d[0]);
		if (~exec)
			kit->blend(to, d, exec);
	}
	if (i->writes_mask)
		sq_set_pair(w, i->sdst, x.out & exec);
	if (!has_result && i->opcode & CMPX)
		sq_set_pair(w, MCIK_EXEC, x.out & exec);
}

static const uint32_t *quick_source(const struct mcik_wave *w, const struct sq_inst *i, unsigned k)
{
	const unsigned code = i->src[k];

	return code >= SQ_VGPR ? w->v[code - SQ_VGPR] : code < MCIK_SCALARS ? &w->s[code] : &i->constant;
}

/* In more haste: nothing is modified, there are no masks, and one source at most is no plane. */
static void run_quick(struct mcik_wave *w, const struct sq_inst *i)
{
	const struct sq_kit *kit = w->kit;
	sq_kernel *run = i->one ? kit->one[i->opcode][i->one - 1] : kit->op[i->opcode];
	const uint64_t exec = sq_exec_mask(w);
	uint32_t *to = w->v[i->dst - SQ_VGPR];
	mcik_plane d;
	struct sq_lanes x;

	if (!run) {
		run_narrow(w, i);
		return;
	}
	x.mode = w->mode;
	x.a[0] = quick_source(w, i, 0);
	x.b[0] = quick_source(w, i, 1);
	x.c[0] = quick_source(w, i, 2);
	x.d[0] = ~exec ? d : to;
	sq_want_arithmetic(w, i->arithmetic);
	run(&x);
	if (~exec)
		kit->blend(to, d, exec);
}

bool mcik_sq_is_quick(const struct sq_inst *i)
{
	return i->run == run_quick;
}

char mcik_sq_letter(const struct sq_inst *i, int k)
{
	const struct vop *op = i->op;

	return op->shape[k + 1];
}

unsigned mcik_sq_mask_at(const struct sq_inst *i)
{
	return mask_at(i, i->op);
}

/* ---- decoding ------------------------------------------------------------------------------------------ */
static const struct vop *vop_of(unsigned op)
{
	if (op >= SQ_VOP2_AT)
		return vops[op].shape[0] ? &vops[op] : NULL;
	if ((op & ~CMPX) == CLASS_32 || (op & ~CMPX) == CLASS_64)
		return (op & ~CMPX) == CLASS_32 ? &class32 : &class64;
	return op >= 0x80 && op & 8 ? NULL : &comparisons[op >> 5];
}

bool mcik_sq_is_constant(unsigned code)
{
	enum { FIRST = 128, LAST = 247 };

	return (code >= FIRST && code <= LAST) || code == SQ_LITERAL;
}

/* The source that is the same in all lanes, as it stands. */
static void find_one(struct sq_inst *i)
{
	if (i->src[0] < SQ_VGPR && !(i->signs & 1))
		i->one = 1;
	else if (i->n_src > 1 && i->src[1] < SQ_VGPR && !(i->signs & 2))
		i->one = 2;
	if (i->one && mcik_sq_is_constant(i->src[i->one - 1]))
		i->constant = mcik_sq_read32(NULL, i, i->src[i->one - 1]);
}

static bool is_quick(const struct sq_inst *i, const struct vop *op)
{
	if (i->reads_mask || i->writes_mask || op->shape[0] == 's' || i->signs || i->omod || i->clamp)
		return false;
	for (unsigned k = 0; k < i->n_src; k++)
		if (i->src[k] < SQ_VGPR &&
		    (k + 1u != i->one || (i->src[k] >= MCIK_SCALARS && !mcik_sq_is_constant(i->src[k]))))
			return false;
	return true;
}

/* With the operands set: the operation, and which registers it uses. */
static void finish(struct sq_inst *i)
{
	const struct vop *op = vop_of(i->opcode);

	i->unit = SQ_VALU;
	if (mcik_sq_special(i) || !op)
		return;
	i->op = op;
	i->run = strpbrk(op->shape, "IFQ") ? run_vop : run_narrow;
	i->arithmetic = (uint8_t)arithmetic_of(op);
	i->reads_mask = strchr(op->shape, 'c');
	i->writes_mask = op->shape[0] == 's' || strchr(op->shape, '>');
	for (unsigned k = 0; k < 3; k++) {
		const char letter = op->shape[k + 1];

		if (!letter || !strchr("iIQfFh", letter))
			continue;
		mcik_sq_reads(i, i->src[k], dwords_of(letter));
		i->n_src = (uint8_t)(k + 1);
		i->signs |= is_float(letter) ? (uint8_t)((i->abs | i->neg) & 1u << k) : 0;
	}
	find_one(i);
	if (i->run == run_narrow && is_quick(i, op))
		i->run = run_quick;
	if (op->shape[3] == '=')
		i->src[2] = i->dst;
	if (i->reads_mask)
		mcik_sq_reads(i, mask_at(i, op), 2);
	if (strchr(op->shape, '='))
		mcik_sq_reads(i, i->dst, 1);
	mcik_sq_writes(i, i->dst, dwords_of(op->shape[0]));
	if (op->shape[0] == 's' || strchr(op->shape, '>'))
		mcik_sq_writes(i, i->sdst, 2);
	if (op->shape[0] == 's' && i->opcode & CMPX)
		mcik_sq_writes(i, MCIK_EXEC, 2);
}

void mcik_sq_vop1(struct sq_inst *i)
{
	const uint32_t word = i->word[0];

	i->opcode = (uint16_t)(SQ_VOP1_AT + CIK_VOP1_WORD0__OP__GET(word));
	i->src[0] = (uint16_t)CIK_VOP1_WORD0__SRC0__GET(word);
	i->dst = (uint16_t)(SQ_VGPR + CIK_VOP1_WORD0__VDST__GET(word));
	if (i->opcode < SQ_VOPS)
		finish(i);
}

void mcik_sq_vop2(struct sq_inst *i)
{
	const uint32_t word = i->word[0];
	const unsigned op = CIK_VOP2_WORD0__OP__GET(word);

	i->opcode = (uint16_t)(SQ_VOP2_AT + op);
	i->src[0] = (uint16_t)CIK_VOP2_WORD0__SRC0__GET(word);
	i->src[1] = (uint16_t)(SQ_VGPR + CIK_VOP2_WORD0__VSRC1__GET(word));
	i->src[2] = MCIK_VCC;
	i->dst = (uint16_t)(SQ_VGPR + CIK_VOP2_WORD0__VDST__GET(word));
	i->sdst = MCIK_VCC;
	if (op == CIK_OP_VOP2__V_READLANE_B32 || op == CIK_OP_VOP2__V_WRITECHAN_WRITE_VALUE_ONE_VGPR)
		i->src[1] -= SQ_VGPR; /* a scalar names the lane */
	if (op == CIK_OP_VOP2__V_MADMK_F32) {
		i->src[2] = i->src[1];
		i->src[1] = SQ_LITERAL;
	} else if (op == CIK_OP_VOP2__V_MADAK_F32) {
		i->src[2] = SQ_LITERAL;
	}
	finish(i);
}

void mcik_sq_vopc(struct sq_inst *i)
{
	const uint32_t word = i->word[0];

	i->opcode = (uint16_t)CIK_VOPC_WORD0__OP__GET(word);
	i->src[0] = (uint16_t)CIK_VOPC_WORD0__SRC0__GET(word);
	i->src[1] = (uint16_t)(SQ_VGPR + CIK_VOPC_WORD0__VSRC1__GET(word));
	i->dst = SQ_VGPR;
	i->sdst = MCIK_VCC;
	finish(i);
}

void mcik_sq_vop3(struct sq_inst *i)
{
	const uint32_t w0 = i->word[0], w1 = i->word[1];
	const unsigned op = CIK_VOP3_WORD0__OP__GET(w0);
	const struct vop *v = vop_of(op);

	i->opcode = (uint16_t)op;
	i->src[0] = (uint16_t)CIK_VOP3_WORD1__SRC0__GET(w1);
	i->src[1] = (uint16_t)CIK_VOP3_WORD1__SRC1__GET(w1);
	i->src[2] = (uint16_t)CIK_VOP3_WORD1__SRC2__GET(w1);
	i->dst = (uint16_t)(SQ_VGPR + CIK_VOP3_WORD0__VDST__GET(w0));
	i->omod = (uint8_t)CIK_VOP3_WORD1__OMOD__GET(w1);
	i->neg = (uint8_t)CIK_VOP3_WORD1__NEG__GET(w1);
	if (op < SQ_VOP2_AT) { /* comparisons: any pair of scalars */
		i->sdst = (uint16_t)CIK_VOP3_WORD0__VDST__GET(w0);
		if (i->sdst >= MCIK_SCALARS)
			return;
		i->dst = SQ_VGPR;
	}
	if (v && strchr(v->shape, '>')) {
		i->sdst = (uint16_t)CIK_VOP3_SDST_ENC_WORD0__SDST__GET(w0);
	} else {
		i->abs = (uint8_t)CIK_VOP3_WORD0__ABS__GET(w0);
		i->clamp = CIK_VOP3_WORD0__CLAMP__GET(w0);
	}
	for (unsigned k = 0; k < 3; k++)
		if (i->src[k] == SQ_LITERAL) /* there is none in this form */
			return;
	finish(i);
}
