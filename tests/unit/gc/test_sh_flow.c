/* SPDX-License-Identifier: MIT
 *
 * SH: branches whose lanes part and meet, loops, calls, kills; memory, look-ups; what never ends.
 */
#include "tests/unit/gc/sh_rig.h"

TestSuite(gc_sh_flow, .timeout = 60);

static struct op branch(unsigned cond, unsigned type, struct arg a, struct arg b, unsigned target)
{
	return (struct op){.op = GC_INST_OPCODE__BRANCH,
			   .no_dst = true,
			   .cond = cond,
			   .type = type,
			   .s = {a, b},
			   .target = target};
}

static struct op sum(unsigned dst, struct arg a, struct arg b)
{
	return (struct op){.op = GC_INST_OPCODE__ADD, .mask = 1, .dst = dst, .s = {a, [2] = b}};
}

static const struct arg none;
#define ONE imm(0, 0x3f800)

/* while (t1 < t0) { t1 += 1; if (t1 is odd, by t2) t3 += t1; } */
Test(gc_sh_flow, a_loop_whose_lanes_leave_one_by_one)
{
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		struct sh_rig r = sh_rig("gc3000", MGC_PIXEL);
		for (unsigned l = 0; l < 64; l++)
			r.w->t[0][0].f[l] = (float)(l * 7 % 23);
		add(&r, branch(GC_INST_CONDITION__GE, 0, T(1), T(0), 7));
		add(&r, sum(1, T(1), ONE));
		add(&r, (struct op){.op = GC_INST_OPCODE__SET,
				    .cond = GC_INST_CONDITION__NOT,
				    .mask = 1,
				    .dst = 2,
				    .s = {T(2), T(2)}});
		add(&r, branch(GC_INST_CONDITION__NOT, 0, T(2), none, 5));
		add(&r, sum(3, T(3), T(1)));
		add(&r, sum(4, T(4), ONE));
		add(&r, branch(GC_INST_CONDITION__TRUE, 0, none, none, 0));
		add(&r, sum(5, T(1), ONE)); /* all meet again */
		cr_assert(run(&r, scalar));
		for (unsigned l = 0; l < 64; l++) {
			unsigned n = l * 7 % 23, odd = 0;
			for (unsigned i = 1; i <= n; i += 2)
				odd += i;
			cr_assert_eq(r.w->t[1][0].f[l], (float)n);
			cr_assert_eq(r.w->t[3][0].f[l], (float)odd);
			cr_assert_eq(r.w->t[4][0].f[l], (float)n);
			cr_assert_eq(r.w->t[5][0].f[l], (float)(n + 1));
		}
		sh_rig_free(&r);
	}
}

/* Lanes call two routines from two places, one inside of the other. */
Test(gc_sh_flow, calls_of_lanes_that_part)
{
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		struct sh_rig r = sh_rig("gc7000l", MGC_VERTEX);
		for (unsigned l = 0; l < 64; l++)
			r.w->t[0][0].f[l] = (float)(l % 3);
		struct op call = branch(GC_INST_CONDITION__NZ, 0, T(0), none, 5);
		call.op = GC_INST_OPCODE__CALL;
		add(&r, call);
		call.cond = 0;
		call.target = 7;
		add(&r, call);
		add(&r, sum(1, T(1), ONE));
		add(&r, branch(GC_INST_CONDITION__TRUE, 0, none, none, 9));
		add(&r, sum(1, T(1), imm(0, 0x43000))); /* never */
		add(&r, call);                          /* 5: calls 7 */
		add(&r, (struct op){.op = GC_INST_OPCODE__RET, .no_dst = true});
		add(&r, sum(2, T(2), ONE)); /* 7 */
		add(&r, (struct op){.op = GC_INST_OPCODE__RET, .no_dst = true});
		add(&r, sum(3, T(3), ONE)); /* 9 */
		cr_assert(run(&r, scalar));
		for (unsigned l = 0; l < 64; l++) {
			cr_assert_eq(r.w->t[1][0].f[l], 1);
			cr_assert_eq(r.w->t[2][0].f[l], l % 3 ? 2 : 1);
			cr_assert_eq(r.w->t[3][0].f[l], 1);
		}
		cr_assert_null(fl_model_report(r.m, 0));
		sh_rig_free(&r);
	}
}

Test(gc_sh_flow, what_never_ends_hangs_and_says_so)
{
	struct sh_rig r = sh_rig("gc3000", MGC_PIXEL);

	r.m->work_limit = 1 + (1 << 20);
	add(&r, branch(GC_INST_CONDITION__TRUE, 0, none, none, 0));
	cr_assert_not(run(&r, false));
	cr_assert(said(&r, "step budget"));
	/* a routine that calls itself */
	r.n = 0;
	struct op call = branch(GC_INST_CONDITION__TRUE, 0, none, none, 0);
	call.op = GC_INST_OPCODE__CALL;
	add(&r, call);
	cr_assert_not(run(&r, true));
	cr_assert(said(&r, "16 deep"));
	/* back where there was no call */
	r.n = 0;
	add(&r, (struct op){.op = GC_INST_OPCODE__RET, .no_dst = true});
	cr_assert(run(&r, false));
	cr_assert(said(&r, "without a CALL"));
	sh_rig_free(&r);
}

/* A killed pixel runs on: its quad's slopes are whole. BRANCH_ANY and TEXKILL look at all components. */
Test(gc_sh_flow, kills)
{
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);
		uint64_t want = 0;
		for (unsigned l = 0; l < 64; l++) {
			r.w->t[0][2].f[l] = l % 5 == 0;
			want |= (uint64_t)(l % 5 == 0) << l;
			r.w->t[1][0].f[l] = (float)l;
		}
		r.w->exec = 0x0fffffffffffffffull;
		add(&r, (struct op){.op = GC_INST_OPCODE__TEXKILL,
				    .no_dst = true,
				    .cond = GC_INST_CONDITION__NZ,
				    .s = {T(0)}});
		add(&r, (struct op){.op = GC_INST_OPCODE__DSX, .mask = 1, .dst = 2, .s = {T(1), [2] = T(1)}});
		cr_assert(run(&r, scalar));
		cr_assert_eq(r.w->kill, want & r.w->exec);
		for (unsigned l = 0; l < 60; l++)
			cr_assert_eq(r.w->t[2][0].f[l], 1);
		sh_rig_free(&r);
	}
}

Test(gc_sh_flow, loads_and_stores)
{
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		struct sh_rig r = sh_rig("gc7000l", MGC_PIXEL);
		uint32_t *mem = (uint32_t *)(r.mem + RIG_MEMORY), before[64];
		for (unsigned l = 0; l < 64; l++) {
			r.w->t[0][0].u[l] = l * 2; /* in units of 8 bytes */
			r.w->t[1][0].u[l] = 1000 + l;
			r.w->t[1][1].u[l] = 2000 + l;
		}
		memset(mem, 0x55, 4096);
		uniform(&r, 0, 0, r.base + RIG_MEMORY);
		r.w->live = 0xffffffff0000ffffull;
		add(&r, (struct op){.op = GC_INST_OPCODE__STORE,
				    .type = 6,
				    .mask = 3,
				    .tex_swz = 3,
				    .s = {U(0), T(0), T(1)}});
		add(&r, (struct op){.op = GC_INST_OPCODE__LOAD,
				    .type = 6,
				    .mask = 3,
				    .dst = 2,
				    .tex_swz = 3,
				    .s = {U(0), T(0)}});
		add(&r, (struct op){.op = GC_INST_OPCODE__LOAD,
				    .type = 7,
				    .mask = 3,
				    .dst = 3,
				    .tex_swz = 3,
				    .s = {U(0), T(0)}});
		/* every live lane counts at one place */
		add(&r, (struct op){.op = GC_INST_OPCODE__ATOM_ADD,
				    .type = 6,
				    .mask = 1,
				    .dst = 4,
				    .s = {U(0), imm(2, 2048), imm(2, 3)}});
		cr_assert(run(&r, scalar));
		for (unsigned l = 0; l < 64; l++) {
			bool live = r.w->live >> l & 1;
			before[l] = live ? 1000 + l : 0x55555555;
			cr_assert_eq(mem[l * 4], before[l]);
			cr_assert_eq(mem[l * 4 + 1], live ? 2000 + l : 0x55555555);
			cr_assert_eq(r.w->t[2][0].u[l], mem[l * 4]);
			cr_assert_eq(r.w->t[3][1].u[l], before[l] >> 8 & 255);
			if (live)
				cr_assert_eq(r.w->t[4][0].u[l],
					     0x55555555u + 3 * (unsigned)__builtin_popcountll(
								   r.w->live & ((1ull << l) - 1)));
		}
		cr_assert_eq(mem[512], 0x55555555u + 3 * 48);
		sh_rig_free(&r);
	}
}

Test(gc_sh_flow, atomic_operations)
{
	static const struct {
		uint8_t op, type;
		uint32_t was, data, want;
	} is[] = {
	    {GC_INST_OPCODE__ATOM_XCHG, 6, 5, 9, 9},      {GC_INST_OPCODE__ATOM_MIN, 1, 5, ~0u, ~0u},
	    {GC_INST_OPCODE__ATOM_MIN, 6, 5, ~0u, 5},     {GC_INST_OPCODE__ATOM_MAX, 1, 5, ~0u, 5},
	    {GC_INST_OPCODE__ATOM_MAX, 6, 5, ~0u, ~0u},   {GC_INST_OPCODE__ATOM_OR, 6, 5, 9, 13},
	    {GC_INST_OPCODE__ATOM_AND, 6, 5, 9, 1},       {GC_INST_OPCODE__ATOM_XOR, 6, 5, 9, 12},
	    {GC_INST_OPCODE__ATOM_CMP_XCHG, 6, 9, 9, 77}, {GC_INST_OPCODE__ATOM_CMP_XCHG, 6, 8, 9, 8},
	};

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		struct sh_rig r = sh_rig("gc7000l", MGC_PIXEL);
		uint32_t *mem = (uint32_t *)(r.mem + RIG_MEMORY);
		*mem = is[i].was;
		uniform(&r, 0, 0, r.base + RIG_MEMORY);
		r.w->exec = 15;
		r.w->live = 2;
		r.w->t[1][0].u[1] = is[i].data;
		r.w->t[1][1].u[1] = 77;
		add(&r, (struct op){.op = is[i].op,
				    .type = is[i].type,
				    .mask = 1,
				    .dst = 4,
				    .s = {U(0), imm(2, 0), T(1)}});
		cr_assert(run(&r, false));
		cr_assert_eq(*mem, is[i].want, "%u: %x", i, *mem);
		cr_assert_eq(r.w->t[4][0].u[1], is[i].was);
		sh_rig_free(&r);
	}
}

/* What the wave's sampler is handed */
static struct seen {
	struct mgc_sh_lookup q;
	float coord[4], lod, ref, dx, dy;
	unsigned calls;
	uint64_t units[4];
} seen;

static bool sampler(void *ctx, const struct mgc_sh_lookup *q)
{
	const unsigned lane = (unsigned)__builtin_ctzll(q->lanes);

	cr_assert_eq(ctx, &seen);
	seen.q = *q;
	seen.units[seen.calls % 4] = (uint64_t)q->unit << 32 | (unsigned)__builtin_popcountll(q->lanes);
	seen.calls++;
	for (unsigned c = 0; c < 4; c++)
		seen.coord[c] = q->coord[c][lane];
	seen.lod = q->lod ? q->lod[lane] : -1;
	seen.ref = q->ref ? q->ref[lane] : -1;
	seen.dx = q->dx[0] ? q->dx[0][lane] : -1;
	seen.dy = q->dy[0] ? q->dy[0][lane] : -1;
	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < 64; l++)
			q->out[c][l] = (float)(100 * (c + 1) + l);
	return true;
}

Test(gc_sh_flow, lookups)
{
	for (unsigned h5 = 0; h5 < 2; h5++) {
		struct sh_rig r = sh_rig(h5 ? "gc7000l" : "gc2000", MGC_PIXEL);
		r.w->lookup = sampler;
		r.w->ctx = &seen;
		for (unsigned l = 0; l < 64; l++)
			for (unsigned c = 0; c < 4; c++) {
				r.w->t[0][c].f[l] = (float)(c + 1);
				r.w->t[1][c].f[l] = (float)(c + 10);
				r.w->t[2][c].f[l] = (float)(c + 20);
			}
		struct op o = {.op = GC_INST_OPCODE__TEXLD,
			       .mask = 13,
			       .dst = 4,
			       .unit = 3,
			       .tex_swz = 0x1b,
			       .s = {T(0)}};
		add(&r, o);
		cr_assert(run(&r, false));
		cr_assert(seen.q.unit == 3 && seen.q.quads && seen.q.lanes == ~0ull && !seen.q.lod &&
			  !seen.q.ref);
		cr_assert(seen.coord[0] == 1 && seen.coord[3] == 4);
		cr_assert_eq(r.w->t[4][0].f[9], 409); /* x takes w */
		cr_assert_eq(r.w->t[4][1].f[9], 0);
		cr_assert_eq(r.w->t[4][3].f[9], 109);
		r.n = 0;
		o.op = GC_INST_OPCODE__TEXLDB;
		o.s[1] = T(1);
		add(&r, o);
		cr_assert(run(&r, true));
		cr_assert_eq(seen.lod, h5 ? 10 : 4); /* GC facts 5 */
		r.n = 0;
		o.op = GC_INST_OPCODE__TEXLDL;
		o.s[2] = T(2);
		add(&r, o);
		cr_assert(run(&r, false));
		cr_assert(!seen.q.quads && seen.lod == (h5 ? 10 : 4) && seen.ref == 20);
		r.n = 0;
		o.op = GC_INST_OPCODE__TEXLDD;
		add(&r, o);
		cr_assert(run(&r, false));
		cr_assert(seen.dx == 10 && seen.dy == 20 && !seen.q.ref);
		sh_rig_free(&r);
	}
}

/* A unit a lane, by an address register: one call for each */
Test(gc_sh_flow, lookups_of_several_units)
{
	struct sh_rig r = sh_rig("gc3000", MGC_PIXEL);

	r.w->lookup = sampler;
	r.w->ctx = &seen;
	seen.calls = 0;
	for (unsigned l = 0; l < 64; l++)
		r.w->t[0][0].f[l] = (float)(l % 4 == 3);
	add(&r, (struct op){.op = GC_INST_OPCODE__MOVAR, .mask = 1, .s[2] = T(0)});
	struct op o = {
	    .op = GC_INST_OPCODE__TEXLD, .mask = 1, .dst = 0, .unit = 5, .tex_swz = 0xe4, .s = {T(0)}};
	o.rounding = 1; /* the bits of the unit's address mode: a.x */
	add(&r, o);
	cr_assert(run(&r, false));
	cr_assert_eq(seen.calls, 2);
	cr_assert_eq(seen.units[0], 5ull << 32 | 48);
	cr_assert_eq(seen.units[1], 6ull << 32 | 16);
	sh_rig_free(&r);
}
