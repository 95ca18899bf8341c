/* SPDX-License-Identifier: MIT
 *
 * The local and the global data share (DS). Sea Islands reference, chapters 4.3 and 4.8. LDS of a group is
 * what it was allotted, and less if M0 says so; of the GDS M0 gives base and size. Outside of it reads give
 * 0, and nothing is written. ds_condxchg32 as CLRX describes it.
 */
#include "hw/model/cik/sq_ds.h"
#include "hw/regs/cik.h"

enum { WIDE = 0x40, RTN = 0x20, SRC2 = 0x80, TWO_OFFSETS = 64 };

/* ---- a data share -------------------------------------------------------------------------------------- */
static struct sq_share lds_of(const struct mcik_wave *w, uint64_t limit)
{
	const uint64_t size = w->group ? w->group->lds_B : 0;

	return (struct sq_share){w->group ? w->group->lds : NULL, limit < size ? limit : size};
}

static struct sq_share share_of(const struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t m0 = w->s[MCIK_M0];

	if (!CIK_DS_WORD0__GDS__GET(i->word[0]))
		return lds_of(w, m0);
	const uint64_t base = m0 >> 16, size = m0 & 0xffff, all = w->env->gds ? w->env->gds_B : 0;

	if (base >= all)
		return (struct sq_share){NULL, 0};
	return (struct sq_share){w->env->gds + base, base + size < all ? size : all - base};
}

static uint64_t get(struct sq_share s, uint64_t at, unsigned size_B)
{
	uint64_t v = 0;

	at &= ~(uint64_t)(size_B - 1);
	if (s.at && at + size_B <= s.size_B)
		memcpy(&v, s.at + at, size_B);
	return v;
}

static void put(struct sq_share s, uint64_t at, unsigned size_B, uint64_t v)
{
	at &= ~(uint64_t)(size_B - 1);
	if (s.at && at + size_B <= s.size_B)
		memcpy(s.at + at, &v, size_B);
}

uint64_t mcik_sq_lds_load(struct mcik_wave *w, uint64_t addr, unsigned size_B, uint64_t limit)
{
	return get(lds_of(w, limit), addr, size_B);
}

void mcik_sq_lds_store(struct mcik_wave *w, uint64_t addr, unsigned size_B, uint64_t limit, uint64_t value)
{
	put(lds_of(w, limit), addr, size_B, value);
}

/* ---- operands ------------------------------------------------------------------------------------------ */
static unsigned offset16(const struct sq_inst *i)
{
	return i->word[0] & 0xffff;
}

/* A lane's address; with the offset it wraps at 32 bits, so negative ones work (LLVM relies on it from GFX7
 * on). */
static uint32_t place_of(const struct mcik_wave *w, const struct sq_inst *i, unsigned l, uint32_t offset)
{
	return w->v[i->src[0] - SQ_VGPR][l] + offset;
}

static uint64_t data_of(const struct mcik_wave *w, unsigned code, bool wide, unsigned l)
{
	const unsigned v = code - SQ_VGPR;

	return w->v[v][l] | (wide ? (uint64_t)w->v[(v + 1) % MCIK_VGPRS][l] << 32 : 0);
}

static void result(mcik_plane *d, unsigned at, bool wide, unsigned l, uint64_t value)
{
	d[at][l] = (uint32_t)value;
	if (wide)
		d[at + 1][l] = (uint32_t)(value >> 32);
}

/* The place of a result; what returns none counts, too. */
static mcik_plane *returned(struct mcik_wave *w, const struct sq_inst *i)
{
	const unsigned n = i->n_writes ? i->writes[0].n : 0;

	return mcik_sq_late(w, MCIK_LGKM_CNT, i->dst, n, n ? sq_exec_mask(w) : 0);
}

#define EACH_LANE(l, exec)                        \
	for (unsigned l = 0; l < MCIK_LANES; l++) \
		if ((exec) >> l & 1)

/* May all lanes be moved at once? */
static bool at_once(const struct mcik_wave *w, uint64_t exec)
{
	return !~exec && w->env->isa != FL_ISA_SCALAR;
}

/* ---- executed ------------------------------------------------------------------------------------------ */
static void run_atomic(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->opcode & WIDE, returns = i->n_writes;
	mcik_atomic_fn *fn = mcik_sq_ds_atomic(i->opcode, wide);
	const struct sq_share s = share_of(w, i);
	const uint64_t exec = sq_exec_mask(w);
	const unsigned size = wide ? 8 : 4;
	mcik_plane *d = returned(w, i);

	if ((i->opcode & ~WIDE) == CIK_OP_DS__DS_WRITE_B32 && at_once(w, exec) &&
	    i->src[1] + (unsigned)wide < SQ_VGPR + MCIK_VGPRS &&
	    mcik_sq_ds_write_all(&s, w->v[i->src[0] - SQ_VGPR], offset16(i), size, size / 4,
				 (const mcik_plane *)w->v + (i->src[1] - SQ_VGPR)))
		return;
	EACH_LANE(l, exec)
	{
		const uint64_t at = place_of(w, i, l, offset16(i));
		const uint64_t old = get(s, at, size);

		put(s, at, size, fn(old, data_of(w, i->src[1], wide, l), data_of(w, i->src[2], wide, l)));
		if (returns)
			result(d, 0, wide, l, old);
	}
}

/* Two places, by offsets that count elements, or 64 of them: read, written, or both */
static void run_two(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->opcode & WIDE, returns = i->n_writes;
	const unsigned low = i->opcode & 31, size = wide ? 8 : 4;
	const bool writes = low == CIK_OP_DS__DS_WRITE2_B32 || low == CIK_OP_DS__DS_WRITE2ST64_B32;
	const bool strided =
	    low == CIK_OP_DS__DS_WRITE2ST64_B32 || (i->opcode & ~WIDE) == CIK_OP_DS__DS_READ2ST64;
	const unsigned step = strided ? size * TWO_OFFSETS : size;
	const struct sq_share s = share_of(w, i);
	const uint64_t exec = sq_exec_mask(w);
	mcik_plane *d = returned(w, i);
	const uint32_t *address = w->v[i->src[0] - SQ_VGPR];

	if (!writes && at_once(w, exec) &&
	    mcik_sq_ds_read_all(w->kit, &s, address, (offset16(i) & 255) * step, size, size / 4, d) &&
	    mcik_sq_ds_read_all(w->kit, &s, address, (offset16(i) >> 8) * step, size, size / 4, d + size / 4))
		return;
	EACH_LANE(l, exec)
	{
		const uint64_t one = place_of(w, i, l, (offset16(i) & 255) * step);
		const uint64_t two = place_of(w, i, l, (offset16(i) >> 8) * step);
		const uint64_t old_one = get(s, one, size), old_two = get(s, two, size);

		if (writes) {
			put(s, one, size, data_of(w, i->src[1], wide, l));
			put(s, two, size, data_of(w, i->src[2], wide, l));
		}
		if (returns) {
			result(d, 0, wide, l, old_one);
			result(d, wide ? 2 : 1, wide, l, old_two);
		}
	}
}

static void run_read(struct mcik_wave *w, const struct sq_inst *i)
{
	const unsigned n = i->writes[0].n;
	const unsigned size = i->opcode == CIK_OP_DS__DS_READ_I8 || i->opcode == CIK_OP_DS__DS_READ_U8 ? 1
			      : i->opcode == CIK_OP_DS__DS_READ_I16 || i->opcode == CIK_OP_DS__DS_READ_U16
				  ? 2
				  : 4;
	const bool has_sign = i->opcode == CIK_OP_DS__DS_READ_I8 || i->opcode == CIK_OP_DS__DS_READ_I16;
	const uint64_t align = n == 2 ? 8 : n > 2 ? 16 : 1;
	const struct sq_share s = share_of(w, i);
	const uint64_t exec = sq_exec_mask(w);
	mcik_plane *d = returned(w, i);

	if (size == 4 && at_once(w, exec) &&
	    mcik_sq_ds_read_all(w->kit, &s, w->v[i->src[0] - SQ_VGPR], offset16(i),
				align < 4 ? 4 : (unsigned)align, n, d))
		return;
	EACH_LANE(l, exec)
	{
		const uint64_t at = place_of(w, i, l, offset16(i)) & ~(align - 1);

		for (unsigned k = 0; k < n; k++) {
			const uint32_t v = (uint32_t)get(s, at + 4ull * k, size);

			d[k][l] = !has_sign ? v : size == 1 ? (uint32_t)(int8_t)v : (uint32_t)(int16_t)v;
		}
	}
}

static void run_write(struct mcik_wave *w, const struct sq_inst *i)
{
	const unsigned n = i->reads[1].n;
	const unsigned size = i->opcode == CIK_OP_DS__DS_WRITE_B8    ? 1
			      : i->opcode == CIK_OP_DS__DS_WRITE_B16 ? 2
								     : 4;
	const uint64_t align = n == 2 ? 8 : n > 2 ? 16 : 1;
	const struct sq_share s = share_of(w, i);
	const uint64_t exec = sq_exec_mask(w);

	if (size == 4 && at_once(w, exec) && i->src[1] + n <= SQ_VGPR + MCIK_VGPRS &&
	    mcik_sq_ds_write_all(&s, w->v[i->src[0] - SQ_VGPR], offset16(i), align < 4 ? 4 : (unsigned)align,
				 n, (const mcik_plane *)w->v + (i->src[1] - SQ_VGPR))) {
		returned(w, i);
		return;
	}
	EACH_LANE(l, exec)
	{
		const uint64_t at = place_of(w, i, l, offset16(i)) & ~(align - 1);

		for (unsigned k = 0; k < n; k++)
			put(s, at + 4ull * k, size, w->v[(i->src[1] - SQ_VGPR + k) % MCIK_VGPRS][l]);
	}
	returned(w, i);
}

/* A with B, which the offset names, or the upper half of the address */
static void run_src2(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->opcode & WIDE;
	mcik_atomic_fn *fn = mcik_sq_ds_atomic(i->opcode, wide);
	const struct sq_share s = share_of(w, i);
	const uint64_t exec = sq_exec_mask(w);
	const unsigned size = wide ? 8 : 4, offset = offset16(i);

	EACH_LANE(l, exec)
	{
		const uint32_t v = w->v[i->src[0] - SQ_VGPR][l];
		const bool by_address = offset >> 15;
		const uint64_t a = by_address ? (v & 0x1ffff) & ~3u : v;
		const int64_t apart =
		    by_address ? (int32_t)v >> 17 : (int16_t)(offset << 1) >> 1; /* of 15 bits */
		const uint64_t b = a + (uint64_t)(4 * apart);

		put(s, a, size, fn(get(s, a, size), get(s, b, size), 0));
	}
	returned(w, i);
}

/* Bit 31 of a dword says that its other bits are written. */
static void run_condxchg(struct mcik_wave *w, const struct sq_inst *i)
{
	const struct sq_share s = share_of(w, i);
	const uint64_t exec = sq_exec_mask(w);
	mcik_plane *d = returned(w, i);

	EACH_LANE(l, exec)
	{
		const uint64_t at = place_of(w, i, l, offset16(i)) & ~7ull;

		for (unsigned k = 0; k < 2; k++) {
			const uint32_t v = w->v[i->src[1] - SQ_VGPR + k][l];

			d[k][l] = (uint32_t)get(s, at + 4 * k, 4);
			if (v >> 31)
				put(s, at + 4 * k, 4, v & 0x7fffffff);
		}
	}
}

/* Lanes permuted: within four, or within 32 by three masks. What an inactive lane holds counts as 0. */
static void run_swizzle(struct mcik_wave *w, const struct sq_inst *i)
{
	const unsigned offset = offset16(i);
	const uint64_t exec = sq_exec_mask(w);
	const uint32_t *from = w->v[i->src[0] - SQ_VGPR];
	mcik_plane *d = returned(w, i);

	EACH_LANE(l, exec)
	{
		const unsigned and = offset & 31, or = offset >> 5 & 31, xor = offset >> 10 & 31;
		const unsigned lane = offset >> 15 ? (l & ~3u) | (offset >> 2 * (l & 3) & 3)
						   : (l & 32) | ((((l & 31) & and) | or) ^ xor);

		d[0][l] = exec >> lane & 1 ? from[lane] : 0;
	}
}

static void run_append(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool gds = CIK_DS_WORD0__GDS__GET(i->word[0]);
	const struct sq_share s = gds ? share_of(w, i) : lds_of(w, UINT32_MAX);
	const uint64_t exec = sq_exec_mask(w),
		       at = (gds ? 0 : w->s[MCIK_M0] & 0xffff) + (uint64_t)offset16(i);
	const uint32_t old = (uint32_t)get(s, at, 4), n = (uint32_t)__builtin_popcountll(exec);
	mcik_plane *d = returned(w, i);

	put(s, at, 4, i->opcode == CIK_OP_DS__DS_APPEND ? old + n : old - n);
	EACH_LANE(l, exec)
	d[0][l] = old;
}

/* Barriers and semaphores of the GDS, and the ordered count */
static void run_gds_op(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint64_t exec = sq_exec_mask(w);
	const unsigned first = exec ? (unsigned)__builtin_ctzll(exec) : 0;

	if (!w->env->gds_op) {
		mcik_sq_refuse(w, "Sea Islands 4.8", "DS opcode %u, and there is no GDS to take it",
			       i->opcode);
		return;
	}
	const uint32_t v = w->env->gds_op(w->env->arg, w, i->opcode, offset16(i),
					  i->n_reads ? w->v[i->src[0] - SQ_VGPR][first] : 0);
	mcik_plane *d = returned(w, i);

	EACH_LANE(l, i->n_writes ? exec : 0)
	d[0][l] = v;
}

static void run_nop(struct mcik_wave *w, const struct sq_inst *i)
{
}

/* GDS reads its registers later, as exports do; and M0 has to be settled. */
static void run_global(struct mcik_wave *w, const struct sq_inst *i)
{
	sq_exec *const *run = i->op;
	uint64_t used[MCIK_VGPRS / 64] = {0};

	if (!sq_in_turn(w))
		return;
	mcik_sq_space(w, w->salu_wrote_m0, 1, "a GDS instruction after M0 was written");
	for (unsigned k = 0; k < i->n_reads; k++)
		for (unsigned r = i->reads[k].first; r < i->reads[k].first + (unsigned)i->reads[k].n; r++)
			if (r >= SQ_VGPR && r < SQ_VGPR + MCIK_VGPRS)
				used[(r - SQ_VGPR) / 64] |= 1ull << (r - SQ_VGPR) % 64;
	(*run)(w, i);
	mcik_sq_exported(w, used);
}

/* ---- decoding ------------------------------------------------------------------------------------------ */
struct form {
	sq_exec *run;
	uint8_t data, data2, result; /* registers */
	bool no_address;
};

static struct form reads_and_writes(unsigned op)
{
	switch (op) {
	case CIK_OP_DS__DS_WRITE_B8:
	case CIK_OP_DS__DS_WRITE_B16:
		return (struct form){run_write, 1, 0, 0, false};
	case CIK_OP_DS__DS_WRITE_B96:
	case CIK_OP_DS__DS_WRITE_B128:
		return (struct form){run_write, op == CIK_OP_DS__DS_WRITE_B96 ? 3 : 4, 0, 0, false};
	case CIK_OP_DS__DS_READ_B96:
	case CIK_OP_DS__DS_READ_B128:
		return (struct form){run_read, 0, 0, op == CIK_OP_DS__DS_READ_B96 ? 3 : 4, false};
	case CIK_OP_DS__DS_READ:
	case CIK_OP_DS__DS_READ_I8:
	case CIK_OP_DS__DS_READ_U8:
	case CIK_OP_DS__DS_READ_I16:
	case CIK_OP_DS__DS_READ_U16:
		return (struct form){run_read, 0, 0, 1, false};
	case CIK_OP_DS__DS_READ_B64:
		return (struct form){run_read, 0, 0, 2, false};
	case CIK_OP_DS__DS_READ2:
	case CIK_OP_DS__DS_READ2ST64:
		return (struct form){run_two, 0, 0, 2, false};
	case CIK_OP_DS__DS_READ2_B64:
	case CIK_OP_DS__DS_READ2ST64_B64:
		return (struct form){run_two, 0, 0, 4, false};
	case CIK_OP_DS__DS_SWIZZLE:
		return (struct form){run_swizzle, 0, 0, 1, false};
	case CIK_OP_DS__DS_CONSUME:
	case CIK_OP_DS__DS_APPEND:
		return (struct form){run_append, 0, 0, 1, true};
	case CIK_OP_DS__DS_CONDXCHG32_RTN_B64:
		return (struct form){run_condxchg, 2, 0, 2, false};
	case CIK_OP_DS__DS_NOP:
		return (struct form){run_nop, 0, 0, 0, true};
	case CIK_OP_DS__DS_ORDERED_COUNT:
		return (struct form){run_gds_op, 0, 0, 1, false};
	case CIK_OP_DS__DS_GWS_INIT:
	case CIK_OP_DS__DS_GWS_SEMA_BR:
	case CIK_OP_DS__DS_GWS_BARRIER:
		return (struct form){run_gds_op, 0, 0, 0, false};
	case CIK_OP_DS__DS_GWS_SEMA_RELEASE_ALL:
	case CIK_OP_DS__DS_GWS_SEMA_V:
	case CIK_OP_DS__DS_GWS_SEMA_P:
		return (struct form){run_gds_op, 0, 0, 0, true};
	}
	return (struct form){0};
}

static struct form form_of(unsigned op)
{
	const unsigned low = op & 31;
	const uint8_t n = op & WIDE ? 2 : 1;
	const bool two_places = low == CIK_OP_DS__DS_WRITE2_B32 || low == CIK_OP_DS__DS_WRITE2ST64_B32;
	const struct form special = reads_and_writes(op);
	const bool wrap = op == CIK_OP_DS__DS_WRAP;

	if (special.run)
		return special;
	if (op & SRC2)
		return !(op & RTN) && low != CIK_OP_DS__DS_MSKOR_B32 && low != CIK_OP_DS__DS_CMPST_B32 &&
			       low != CIK_OP_DS__DS_CMPST_F32 && low < CIK_OP_DS__DS_NOP && !two_places
			   ? (struct form){mcik_sq_ds_atomic(op, n == 2) ? run_src2 : NULL, 0, 0, 0, false}
			   : (struct form){0};
	if (two_places)
		return (struct form){run_two, n, n, op & RTN ? (uint8_t)(2 * n) : 0, false};
	if (!wrap && low >= CIK_OP_DS__DS_NOP)
		return (struct form){0};
	const bool second = wrap || low == CIK_OP_DS__DS_MSKOR_B32 || low == CIK_OP_DS__DS_CMPST_B32 ||
			    low == CIK_OP_DS__DS_CMPST_F32;

	return (struct form){run_atomic, n, second ? n : 0, op & RTN ? n : 0, false};
}

void mcik_sq_ds(struct sq_inst *i)
{
	static sq_exec *const forms[] = {run_atomic,   run_two,     run_read,   run_write,  run_src2,
					 run_condxchg, run_swizzle, run_append, run_gds_op, run_nop};
	const uint32_t w1 = i->word[1];

	i->opcode = (uint16_t)CIK_DS_WORD0__OP__GET(i->word[0]);
	i->src[0] = (uint16_t)(SQ_VGPR + CIK_DS_WORD1__ADDR__GET(w1));
	i->src[1] = (uint16_t)(SQ_VGPR + CIK_DS_WORD1__DATA0__GET(w1));
	i->src[2] = (uint16_t)(SQ_VGPR + CIK_DS_WORD1__DATA1__GET(w1));
	i->dst = (uint16_t)(SQ_VGPR + CIK_DS_WORD1__VDST__GET(w1));
	i->unit = SQ_LDS;

	const struct form f = form_of(i->opcode);

	i->run = f.run;
	if (!f.run)
		return;
	if (!f.no_address)
		mcik_sq_reads(i, i->src[0], 1);
	if (f.data)
		mcik_sq_reads(i, i->src[1], f.data);
	if (f.data2)
		mcik_sq_reads(i, i->src[2], f.data2);
	mcik_sq_reads(i, MCIK_M0, 1);
	mcik_sq_writes(i, i->dst, f.result);
	if (!CIK_DS_WORD0__GDS__GET(i->word[0]))
		return;
	for (unsigned k = 0; k < sizeof forms / sizeof *forms; k++)
		if (forms[k] == f.run)
			i->op = &forms[k];
	i->run = run_global;
}
