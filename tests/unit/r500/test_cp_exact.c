/* SPDX-License-Identifier: MIT
 *
 * The command processor's numbers, each by its formula over its whole range: lengths of packets, counts of
 * dwords that are skipped, sizes and modes of the streams, pointers, queues, and what a packet uses up of a
 * share of work. R5xx guide 5.3 to 5.14, 6.2, 11.1.
 */
#include "tests/unit/r500/test_model_rig.h"

#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"

#define SCRATCH(i) R500_SCRATCH_REG(i)

enum { MEMORY = 0x300000, FILL = 2u << 30 };

static struct mr500_cp *cp_of(struct rig *g)
{
	return ((struct mr500 *)g->m)->cp;
}

/* ---- packets ------------------------------------------------------------------------------------------- */
/* Is a packet of n dwords taken, the first of them these, and the register write after it too? */
static bool taken(unsigned opcode, unsigned n, const uint32_t first[4])
{
	struct rig g = rig_running("r580");
	bool done;

	vram_wr(&g, MEMORY, 0);
	vram_wr(&g, MEMORY + 4, 2);
	wr(&g, R500_CP_IB2_BASE, g.base + MEMORY + 4); /* COND_EXEC's boolean: not zero */
	emit(&g, type3(opcode, n));
	for (unsigned i = 0; i < n; i++)
		emit(&g, i < 4 ? first[i] + (first[i] == MEMORY ? g.base : 0) : 0);
	emit_reg(&g, SCRATCH(7), 1);
	rig_kick(&g);
	rig_idle(&g);
	done = rd(&g, SCRATCH(7)) == 1;
	cr_expect_eq(reported(&g, FL_REFUSE, "do not fit"), !done, "opcode 0x%02x of %u dwords", opcode, n);
	rig_delete(&g);
	return done;
}

Test(cp_exact, lengths_of_packets)
{
	static const struct {
		unsigned opcode, least, most;
		uint32_t first[4];
	} packets[] = {
	    {R500_PKT3_PRED_EXEC, 1, 1, {1u << 24}},
	    {R500_PKT3_COND_EXEC, 2, 2, {2, 1}},
	    {R500_PKT3_WAIT_SEMAPHORE, 1, 2, {0xfc}},
	    {R500_PKT3_WAIT_MEM, 2, 2, {MEMORY, 2}},
	    {R500_PKT3_INDX_BUFFER, 3, 3, {R500_SCRATCH_REG(0) >> 2, MEMORY, 1}},
	    {R500_PKT3_3D_CLEAR_HIZ, 3, 3, {0, 1, 0}},
	    {R500_PKT3_3D_CLEAR_ZMASK, 3, 3, {0, 1, 0}},
	    {R500_PKT3_3D_CLEAR_CMASK, 3, 3, {0, 1, 0}},
	    {R500_PKT3_3D_LOAD_VBPNTR, 6, 25, {3}}, /* a pair of arrays, and one */
	    {R500_PKT3_SET_SCISSORS, 2, 2, {0}},
	    {R500_PKT3_LOAD_PALETTE, 17, 17, {1}},
	    {R500_PKT3_LOAD_PALETTE, 257, 257, {2}},
	};

	for (unsigned i = 0; i < sizeof(packets) / sizeof(*packets); i++)
		for (unsigned n = packets[i].least - 1 ? packets[i].least - 1 : 1; n <= packets[i].most + 1;
		     n++)
			cr_expect_eq(taken(packets[i].opcode, n, packets[i].first),
				     n >= packets[i].least && n <= packets[i].most,
				     "opcode 0x%02x of %u dwords", packets[i].opcode, n);
	/* addresses of dwords, a word that must be 2, the semaphores' words */
	for (uint32_t bit = 0; bit < 2; bit++)
		cr_expect(!taken(R500_PKT3_WAIT_MEM, 2, (uint32_t[4]){1u << bit, 2}));
	for (uint32_t v = 0; v < 6; v++) {
		cr_expect_eq(taken(R500_PKT3_COND_EXEC, 2, (uint32_t[4]){v, 1}), v == 2);
		cr_expect_eq(taken(R500_PKT3_WAIT_MEM, 2, (uint32_t[4]){MEMORY, v}), v == 2);
		cr_expect_eq(taken(R500_PKT3_WAIT_SEMAPHORE, 1, (uint32_t[4]){0xfb + v}), v >= 1 && v <= 4);
	}
}

/* What is skipped is junk, on which a processor would hang, and the register write after it is carried out:
 * so neither more nor fewer dwords are skipped than the packet says. */
static void skips(uint32_t opcode, uint32_t count)
{
	const bool cond = opcode == R500_PKT3_COND_EXEC;
	struct rig g = rig_running("r580");
	uint32_t *dw = malloc(4ull * (count + 8)), n = 0;

	cr_assert(dw);
	wr(&g, R500_CP_IB2_BASE, g.base + MEMORY);
	dw[n++] = type3(opcode, cond ? 2 : 1);
	if (cond)
		dw[n++] = 2;
	dw[n++] = cond ? count : 0xfe000000 | count; /* every device but this one */
	memset(dw + n, 0xff, 4ull * count);
	n += count;
	dw[n++] = type0(SCRATCH(0), 1);
	dw[n++] = 0x5a5a;
	cr_expect(fl_model_run(g.m, dw, n), "0x%02x skips %u dwords", opcode, count);
	cr_expect_eq(rd(&g, SCRATCH(0)), 0x5a5a, "0x%02x skips %u dwords", opcode, count);
	no_reports(&g);
	rig_delete(&g);
	free(dw);
}

Test(cp_exact, dwords_that_are_skipped)
{
	for (unsigned bit = 0; bit < 21; bit++) {
		skips(R500_PKT3_PRED_EXEC, 1u << bit);
		skips(R500_PKT3_COND_EXEC, 1u << bit);
	}
	skips(R500_PKT3_PRED_EXEC, 0x15555);
	skips(R500_PKT3_COND_EXEC, 0x15555);
	/* bits 24 to 31 of PRED_EXEC are devices, and the model is the first */
	for (unsigned bit = 24; bit < 32; bit++) {
		struct rig g = rig_running("r580");

		emit(&g, type3(R500_PKT3_PRED_EXEC, 1));
		emit(&g, 1u << bit | 2);
		emit_reg(&g, SCRATCH(0), 1);
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		cr_expect_eq(rd(&g, SCRATCH(0)), bit == 24, "device bit %u", bit);
		rig_delete(&g);
	}
	/* each bit of the boolean counts, and no bit beside it */
	for (unsigned bit = 0; bit < 32; bit++)
		for (unsigned at = 0; at < 3; at++) {
			struct rig g = rig_running("r580");

			vram_wr(&g, MEMORY + 4 * at, 1u << bit);
			wr(&g, R500_CP_IB2_BASE, (g.base + MEMORY + 4) | 3);
			emit(&g, type3(R500_PKT3_COND_EXEC, 2));
			emit(&g, 2);
			emit(&g, 2);
			emit_reg(&g, SCRATCH(0), 1);
			rig_kick(&g);
			cr_assert(rig_idle(&g));
			cr_expect_eq(rd(&g, SCRATCH(0)), at == 1, "bit %u of dword %u", bit, at);
			rig_delete(&g);
		}
}

/* R5xx guide 6.2.5.2: each bit of a semaphore is waited for, and the dword after it must be 2. */
Test(cp_exact, bits_of_semaphores)
{
	for (unsigned bit = 0; bit < 32; bit++) {
		struct rig g = rig_running("r580");

		vram_wr(&g, MEMORY + 32, 1u << bit);
		vram_wr(&g, MEMORY + 36, 2);
		emit(&g, type3(R500_PKT3_WAIT_MEM, 2));
		emit(&g, g.base + MEMORY + 32);
		emit(&g, 2);
		emit_reg(&g, SCRATCH(0), 1);
		rig_kick(&g);
		cr_expect_not(rig_idle(&g), "bit %u", bit);
		vram_wr(&g, MEMORY + 32, 0);
		cr_expect(rig_idle(&g), "bit %u", bit);
		cr_expect_eq(rd(&g, SCRATCH(0)), 1);
		no_reports(&g);
		rig_delete(&g);
	}
	for (unsigned with = 0; with < 2; with++) { /* what a semaphore becomes, if the packet says so */
		struct rig g = rig_running("r580");

		cp_of(&g)->ram[0xfe] = 0x7700000000;
		emit(&g, type3(R500_PKT3_WAIT_SEMAPHORE, 1 + with));
		emit(&g, 0xfe);
		if (with)
			emit(&g, 0x1234567);
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		cr_expect_eq(cp_of(&g)->ram[0xfe], with ? 0x1234567u : 0x7700000000);
		rig_delete(&g);
	}
}

/* ---- scratch registers --------------------------------------------------------------------------------- */
Test(cp_exact, each_scratch_register_has_its_place)
{
	struct rig g = rig_running("r580");

	for (unsigned mask = 0; mask < 8; mask++) {
		for (unsigned i = 0; i < 8; i++)
			vram_wr(&g, MEMORY + 4 * i, 0);
		((struct mr500 *)g.m)->reg[R500_SCRATCH_ADDR / 4] = (g.base + MEMORY) | 31;
		wr(&g, R500_SCRATCH_UMSK, 1u << mask);
		for (unsigned i = 0; i < 8; i++)
			wr(&g, SCRATCH(i), 0x100 * (mask + 1) + i);
		for (unsigned i = 0; i < 8; i++) {
			cr_expect_eq(rd(&g, SCRATCH(i)), 0x100 * (mask + 1) + i);
			cr_expect_eq(vram_rd(&g, MEMORY + 4 * i), i == mask ? 0x100 * (mask + 1) + i : 0,
				     "register %u, mask %u", i, mask);
		}
		cr_expect_eq(vram_rd(&g, MEMORY - 4) | vram_rd(&g, MEMORY + 32), 0);
	}
	no_reports(&g);
	rig_delete(&g);
}

/* Eight wait in order, and eight pulses are remembered; the ninth of each is lost. */
Test(cp_exact, queues_of_synchronization)
{
	const uint32_t pulse = 0xa | R500_RB3D_DSTCACHE_CTLSTAT__DC_FINISH(1);

	for (unsigned n = 7; n <= 9; n++) {
		struct rig g = rig_running("r580");
		unsigned kept = n < 8 ? n : 8;

		for (unsigned i = 0; i < n; i++)
			emit_reg(&g, R500_CP_RESYNC_DATA, 0x40 + i);
		rig_kick(&g);
		rig_idle(&g);
		cr_expect_eq(reported(&g, FL_WARN, "8 deep"), n > 8);
		fl_model_reports_clear(g.m);
		for (unsigned i = 0; i < n; i++)
			emit_reg(&g, R500_CP_RESYNC_ADDR, (5 * i) & 7);
		rig_kick(&g);
		rig_idle(&g);
		cr_expect_eq(reported(&g, FL_WARN, "8 deep"), n > 8);
		for (unsigned i = 0; i < kept; i++) {
			cr_expect_eq(rd(&g, SCRATCH((5 * i) & 7)), 0, "%u: too early", i);
			emit_reg(&g, R500_RB3D_DSTCACHE_CTLSTAT, pulse);
			rig_kick(&g);
			rig_idle(&g);
			cr_expect_eq(rd(&g, SCRATCH((5 * i) & 7)), 0x40 + i, "%u", i);
		}
		cr_expect_eq(cp_of(&g)->n_resync_addr + cp_of(&g)->n_resync_data, 0);
		rig_delete(&g);

		g = rig_running("r580");
		for (unsigned i = 0; i < n; i++)
			emit_reg(&g, R500_RB3D_DSTCACHE_CTLSTAT, pulse);
		for (unsigned i = 0; i < 9; i++) {
			emit_reg(&g, R500_CP_RESYNC_ADDR, 2);
			emit_reg(&g, R500_CP_RESYNC_DATA, 0x80 + i);
		}
		rig_kick(&g);
		rig_idle(&g);
		cr_expect_eq(rd(&g, SCRATCH(2)), 0x80 + kept - 1, "%u pulses came first", n);
		rig_delete(&g);
	}
}

/* ---- streams ------------------------------------------------------------------------------------------- */
/* R5xx guide 11.1, CP_CSQ_CNTL and CP_CSQ_MODE. */
Test(cp_exact, modes_of_every_stream)
{
	struct rig g = rig_new("r580");
	struct mr500 *r = (struct mr500 *)g.m;

	for (uint32_t code = 0; code < 16; code++)
		for (unsigned stream = 0; stream < 3; stream++)
			for (unsigned over = 0; over < 4; over++) {
				const bool reserved = code > 8 && code < 15, bm = !(code & 1);
				enum mr500_cp_mode want = code == 0 || reserved ? MR500_CP_OFF
							  : code == 15          ? MR500_CP_PIO
							  : stream == 0
							      ? bm ? MR500_CP_BM : MR500_CP_PIO
							      : (code >= 3 ? MR500_CP_BM : MR500_CP_OFF);
				const uint32_t enable[3] = {R500_CP_CSQ_MODE__CSQ_PRIMARY_ENABLE__MASK,
							    R500_CP_CSQ_MODE__CSQ_INDIRECT1_ENABLE__MASK,
							    R500_CP_CSQ_MODE__CSQ_INDIRECT2_ENABLE__MASK},
					       master[3] = {R500_CP_CSQ_MODE__CSQ_PRIMARY_MODE__MASK,
							    R500_CP_CSQ_MODE__CSQ_INDIRECT1_MODE__MASK,
							    R500_CP_CSQ_MODE__CSQ_INDIRECT2_MODE__MASK};

				if (over & 1)
					want = over & 2 ? MR500_CP_BM : MR500_CP_PIO;
				r->reg[R500_CP_CSQ_CNTL / 4] = code << 28;
				r->reg[R500_CP_CSQ_MODE / 4] =
				    (over & 1 ? enable[stream] : 0) | (over & 2 ? master[stream] : 0);
				cr_expect_eq(mr500_cp_mode(r, stream), want,
					     "CSQ_MODE %u, stream %u, over %u", code, stream, over);
			}
	rig_delete(&g);
}

Test(cp_exact, sizes_of_rings)
{
	struct rig g = rig_new("r580");
	struct mr500 *r = (struct mr500 *)g.m;
	uint64_t size_B;

	for (unsigned n = 0; n < 64; n++) {
		r->reg[R500_CP_RB_CNTL / 4] = n;
		r->reg[R500_CP_RB_BASE / 4] = 0x12345677;
		cr_expect_eq(mr500_cp_ring(r, &size_B), 0x12345674u);
		cr_expect_eq(size_B, 8ull << (n < 2 ? 2 : n > 22 ? 22 : n), "RB_BUFSZ %u", n);
	}
	rig_delete(&g);
}

/* R5xx guide 5.4: none, bytes of 16 bits, bytes of 32, halves. */
Test(cp_exact, swaps)
{
	cr_expect_eq(mr500_cp_swap(0x12345678, 0), 0x12345678u);
	cr_expect_eq(mr500_cp_swap(0x12345678, 1), 0x34127856u);
	cr_expect_eq(mr500_cp_swap(0x12345678, 2), 0x78563412u);
	cr_expect_eq(mr500_cp_swap(0x12345678, 3), 0x56781234u);
	for (unsigned how = 0; how < 4; how++)
		for (unsigned bit = 0; bit < 32; bit++)
			cr_expect_eq(mr500_cp_swap(mr500_cp_swap(1u << bit, how), how), 1u << bit);
}

/* R5xx guide 5.4: the host hears of the read pointer each 2^RB_BLKSZ quadwords, and of the end of the ring's
 * contents. Here the end is a packet on which the processor hangs. */
Test(cp_exact, read_pointer_by_blocks)
{
	for (unsigned block = 0; block < 9; block++) {
		struct rig g = rig_running("r580");
		uint32_t block_dw = 2u << block, n = 301 + 1; /* the header was taken, too */

		wr(&g, R500_CP_RB_RPTR_ADDR, g.base + RIG_BACK_AT);
		wr(&g, R500_CP_RB_CNTL, 9 | block << 8 | 1 << 18);
		for (unsigned i = 0; i < 301; i++)
			emit(&g, FILL);
		emit(&g, type3(0x7f, 1));
		emit(&g, 0);
		emit(&g, FILL);
		rig_kick(&g);
		rig_idle(&g);
		cr_expect_eq(rd(&g, R500_CP_RB_RPTR), n + 1);
		/* the body is taken in one piece after its header */
		cr_expect_eq(vram_rd(&g, RIG_BACK_AT), (n + 1) / block_dw * block_dw, "2^%u: 0x%x", block,
			     vram_rd(&g, RIG_BACK_AT));
		rig_delete(&g);
	}
}

/* R5xx guide 5.5: held back for PRE_WRITE_TIMER clocks, 500 a microsecond, or until it was written
 * PRE_WRITE_LIMIT times. */
Test(cp_exact, write_pointer_is_held_back)
{
	for (unsigned bit = 9; bit < 28; bit++) {
		struct rig g = rig_running("r580");

		wr(&g, R500_CP_RB_WPTR_DELAY, 15u << 28 | 1u << bit);
		emit(&g, FILL);
		rig_kick(&g);
		cr_expect_eq(cp_of(&g)->wptr_due_us - g.m->now_us, (1u << bit) / 500, "timer %u", 1u << bit);
		cr_expect_eq(cp_of(&g)->wptr, 0);
		cr_expect(mr500_cp_can_progress((struct mr500 *)g.m), "it is still to come");
		g.m->now_us = cp_of(&g)->wptr_due_us - 1;
		mr500_cp_work((struct mr500 *)g.m, 100);
		cr_expect_eq(cp_of(&g)->wptr, 0);
		g.m->now_us++;
		mr500_cp_work((struct mr500 *)g.m, 100);
		cr_expect_eq(cp_of(&g)->wptr, 1);
		cr_expect_eq(cp_of(&g)->rptr, 1);
		cr_expect_eq(cp_of(&g)->wptr_due_us, 0);
		cr_expect_eq(cp_of(&g)->wptr_writes, 0);
		rig_kick(&g); /* the same again: nothing is to come */
		cr_expect_not(mr500_cp_can_progress((struct mr500 *)g.m));
		rig_delete(&g);
	}
	for (unsigned limit = 0; limit < 16; limit++) {
		struct rig g = rig_running("r580");

		wr(&g, R500_CP_RB_WPTR_DELAY, limit << 28 | 0x0fffffff);
		emit(&g, FILL);
		for (unsigned i = 0; i < limit + 1; i++) {
			rig_kick(&g);
			cr_expect_eq(cp_of(&g)->wptr, 0, "limit %u, %u writes", limit, i + 1);
		}
		rig_kick(&g);
		cr_expect_eq(cp_of(&g)->wptr, 1, "limit %u", limit);
		cr_expect_eq(cp_of(&g)->wptr_due_us, 0);
		cr_expect_eq(cp_of(&g)->wptr_writes, 0);
		rig_delete(&g);
	}
}

/* R5xx guide 11.1, CP_CSQ_STAT and CP_CSQ2_STAT: the queues' own pointers, of 0x300 dwords each. */
Test(cp_exact, pointers_of_the_queues)
{
	struct rig g = rig_new("r580");
	struct mr500_cp *cp = cp_of(&g);

	wr(&g, R500_CP_ME_CNTL, 0); /* single step: nothing is taken */
	wr(&g, R500_CP_CSQ_CNTL, 15u << 28);
	cp->pio[0].first = 0x123;
	cp->pio[1].first = 0x2fe;
	cp->pio[2].first = 0x055;
	for (unsigned i = 0; i < 5; i++) {
		wr(&g, R500_CP_CSQ_APER_PRIMARY(i), 0x100 + i);
		wr(&g, R500_CP_CSQ_APER_INDIRECT(i), 0x200 + i);
		wr(&g, R500_CP_CSQ_APER_INDIRECT2(i), 0x300 + i);
	}
	cr_expect_eq(rd(&g, R500_CP_CSQ_STAT), 0x123u | 0x128 << 10 | 0x2feu << 20);
	cr_expect_eq(rd(&g, R500_CP_CSQ2_STAT), 0x003u | 0x055 << 10 | 0x05au << 20);
	for (unsigned i = 0; i < 5; i++) {
		wr(&g, R500_CP_CSQ_ADDR, (0x123 + i) << 2);
		cr_expect_eq(rd(&g, R500_CP_CSQ_DATA), cp->pio[0].dw[0x123 + i]);
		cr_expect_eq(cp->pio[0].dw[0x123 + i], 0x100 + i);
		cr_expect_eq(cp->pio[1].dw[(0x2fe + i) % 0x300], 0x200 + i);
		cr_expect_eq(cp->pio[2].dw[0x55 + i], 0x300 + i);
	}
	rig_delete(&g);
}

/* R5xx guide 5.8: nothing of a stream survives a reset of the command processor. */
Test(cp_exact, what_a_reset_drops)
{
	struct rig g = rig_new("r580");
	struct mr500_cp *cp = cp_of(&g);

	cp->rptr = cp->wptr = cp->wptr_staged = cp->rptr_told = 3;
	cp->wptr_due_us = 4;
	cp->in_packet = cp->stuck = cp->at_known = cp->draw_open = true;
	cp->skip_dw = cp->draw_have_dw = 5;
	cp->wait = MR500_CP_WAIT_MEM;
	cp->n_resync_addr = cp->n_resync_data = cp->sync_pulses = 2;
	for (unsigned i = 0; i < MR500_CP_STREAMS; i++) {
		cp->pio[i].first = cp->pio[i].n = 6;
		cp->ib[i].active = true;
		cp->ib[i].size_dw = 7;
	}
	((struct mr500 *)g.m)->reg[R500_ISYNC_CNTL / 4] = 1;
	((struct mr500 *)g.m)->reg[R500_CP_CSQ_MODE / 4] = 1;
	mr500_cp_soft_reset((struct mr500 *)g.m);
	cr_expect_eq(cp->rptr | cp->wptr | cp->wptr_staged | cp->rptr_told, 0);
	cr_expect_eq(cp->wptr_due_us | cp->skip_dw | cp->draw_have_dw, 0);
	cr_expect(!cp->in_packet && !cp->stuck && !cp->at_known && !cp->draw_open);
	cr_expect_eq(cp->wait, MR500_CP_RUNS);
	cr_expect_eq(cp->n_resync_addr | cp->n_resync_data | cp->sync_pulses, 0);
	for (unsigned i = 0; i < MR500_CP_STREAMS; i++)
		cr_expect(!cp->pio[i].first && !cp->pio[i].n && !cp->ib[i].active && !cp->ib[i].size_dw);
	cr_expect_eq(rd(&g, R500_ISYNC_CNTL) | rd(&g, R500_CP_CSQ_MODE) | rd(&g, R500_CP_CSQ_CNTL), 0);
	rig_delete(&g);
}

/* Commands of the caller's memory that still wait when the call returns are a copy: as many as were left. */
Test(cp_exact, commands_that_still_wait)
{
	enum { DONE = 4, REST = 5 };

	for (unsigned rest = 0; rest < REST; rest++) {
		struct rig g = rig_running("r580");
		uint32_t dw[DONE + 3 + 2 * REST], n = 0;
		const struct mr500_cp_ib *ib = &cp_of(&g)->ib[MR500_CP_IB1];

		vram_wr(&g, MEMORY, 1);
		vram_wr(&g, MEMORY + 4, 2);
		for (unsigned i = 0; i < DONE; i++)
			dw[n++] = FILL;
		dw[n++] = type3(R500_PKT3_WAIT_MEM, 2);
		dw[n++] = g.base + MEMORY;
		dw[n++] = 2;
		for (unsigned i = 0; i < rest; i++) {
			dw[n++] = type0(SCRATCH(i), 1);
			dw[n++] = 0x300 + i;
		}
		cr_expect_not(fl_model_run(g.m, dw, n));
		memset(dw, 0xff, sizeof(dw));
		cr_expect_eq(ib->active, rest > 0);
		if (rest) {
			cr_expect_eq(ib->at_dw, 0);
			cr_expect_eq(ib->size_dw, 2 * rest);
			cr_expect_neq(ib->host, dw);
		}
		vram_wr(&g, MEMORY, 0);
		cr_expect(fl_model_wait(g.m));
		for (unsigned i = 0; i < REST; i++)
			cr_expect_eq(rd(&g, SCRATCH(i)), i < rest ? 0x300 + i : 0);
		rig_delete(&g);
	}
}

/* R5xx guide 5.14, DMA_GUI_STATUS and DMA_VID_STATUS: one queue of eight, who is at work, who is held. */
Test(cp_exact, status_of_transfers)
{
	struct rig g = rig_running("r580");
	struct mr500 *r = (struct mr500 *)g.m;

	for (unsigned n = 0; n <= 8; n++)
		for (unsigned vid = 0; vid <= n; vid++)
			for (unsigned held = 0; held < 4; held++) {
				r->cp->n_dma = n;
				for (unsigned i = 0; i < n; i++)
					r->cp->dma[i].vid = i < vid;
				r->cp->dma_abort[0] = held & 1;
				r->cp->dma_abort[1] = held & 2;
				cr_assert_eq(mr500_cp_dma_status(r, R500_DMA_GUI_STATUS),
					     R500_DMA_GUI_STATUS__QUEUE_AVAIL(8 - n) |
						 R500_DMA_GUI_STATUS__ABORT_EN(held & 1) |
						 R500_DMA_GUI_STATUS__ACTIVE(vid < n));
				cr_assert_eq(mr500_cp_dma_status(r, R500_DMA_VID_STATUS),
					     R500_DMA_GUI_STATUS__QUEUE_AVAIL(8 - n) |
						 R500_DMA_GUI_STATUS__ABORT_EN(held >> 1) |
						 R500_DMA_GUI_STATUS__ACTIVE(vid > 0));
			}
	r->cp->n_dma = 0;
	rig_delete(&g);
}

/* Where reports say that something stands: the host's access, or the packet and its stream. */
Test(cp_exact, places_in_reports)
{
	struct rig g = rig_new("r580");
	struct mr500 *r = (struct mr500 *)g.m;
	char text[100];

	mr500_cp_where(r, text, sizeof(text));
	cr_expect_str_eq(text, "host");
	r->rbbm->host = true;
	r->rbbm->host_offset = 0x1424;
	for (unsigned write = 0; write < 2; write++) {
		r->rbbm->host_write = write;
		mr500_cp_where(r, text, sizeof(text));
		cr_expect_str_eq(text, write ? "host write 0x1424" : "host read 0x1424");
	}
	r->rbbm->host = false;
	r->cp->at_known = true;
	r->cp->at_dw = 0x1b;
	r->cp->at_addr = 0x40123450;
	for (unsigned stream = 0; stream < 3; stream++) {
		static const char *const want[] = {"ring 0x40123450+0x1b dw, type 0, register 0x15e0",
						   "IB 0x40123450+0x1b dw, type 0, register 0x15e0",
						   "IB2 0x40123450+0x1b dw, type 0, register 0x15e0"};

		r->cp->at_stream = stream;
		r->cp->header = type0(SCRATCH(0), 1);
		mr500_cp_where(r, text, sizeof(text));
		cr_expect_str_eq(text, want[stream]);
	}
	r->cp->at_host = true;
	r->cp->header = type3(R500_PKT3_INDX_BUFFER, 3);
	mr500_cp_where(r, text, sizeof(text));
	cr_expect_str_eq(text, "commands+0x1b dw, INDX_BUFFER");
	rig_delete(&g);
}

/* What is given by hand follows what the ring holds already; and where that does not end, nothing of it is
 * begun. */
Test(cp_exact, by_hand_comes_after_the_ring)
{
	for (unsigned ends = 0; ends < 2; ends++) {
		struct rig g = rig_running("r580");
		const uint32_t dw[] = {type0(SCRATCH(0), 1), 2};

		emit(&g, type0(SCRATCH(0), ends ? 1 : 2)); /* or its second value does not come */
		emit(&g, 1);
		rig_kick(&g);
		cr_expect_eq(fl_model_run(g.m, dw, 2), ends);
		cr_expect_eq(rd(&g, SCRATCH(0)), ends ? 2u : 0u);
		cr_expect_not(cp_of(&g)->ib[MR500_CP_IB1].active);
		rig_delete(&g);
	}
}

/* ---- what a stream uses up of the budget of a call ----------------------------------------------------- */
Test(cp_exact, what_dwords_cost)
{
	static uint32_t dw[5000];

	for (uint32_t n = 1; n <= sizeof(dw) / sizeof(*dw); n = n * 3 + 1) {
		struct rig g = rig_running("r580");

		for (uint32_t i = 0; i < n; i++)
			dw[i] = FILL;
		cr_expect(fl_model_run(g.m, dw, n));
		cr_expect_eq(g.m->work, (uint64_t)n * MR500_CP_DW_WORK, "%u: %llu", n,
			     (unsigned long long)g.m->work);
		rig_delete(&g);
	}
}

/* ---- what a packet uses up of a share of work, in dwords ----------------------------------------------- */
static int64_t cost(unsigned opcode, const uint32_t *dw, uint32_t n)
{
	struct rig g = rig_running("r580");
	struct mr500 *r = (struct mr500 *)g.m;
	int64_t used;

	r->cp->budget = 1000000;
	mr500_cp_packet3(r, type3(opcode, n), dw, n);
	used = 1000000 - r->cp->budget;
	rig_delete(&g);
	return used;
}

Test(cp_exact, what_packets_cost)
{
	enum { RECT = 16, DRAW = 64 };
	const uint32_t set = 15u << 4 | 6 << 8; /* no brush, ARGB8888 */
	uint32_t dw[32] = {set};

	for (unsigned n = 1; n < 4; n++) {
		cr_expect_eq(cost(R500_PKT3_PAINT, dw, 1 + 2 * n), RECT * n);
		cr_expect_eq(cost(R500_PKT3_PAINT_MULTI, dw, 1 + 2 * n), RECT * n);
		cr_expect_eq(cost(R500_PKT3_BITBLT, dw, 1 + 3 * n), RECT * n);
		cr_expect_eq(cost(R500_PKT3_BITBLT_MULTI, dw, 1 + 3 * n), RECT * n);
		cr_expect_eq(cost(R500_PKT3_TRANS_BITBLT, dw, 4 + 3 * n), RECT * n);
		cr_expect_eq(cost(R500_PKT3_POLYLINE, dw, 2 + n), RECT * n);
		cr_expect_eq(cost(R500_PKT3_PLY_NEXTSCAN, dw, 1 + n), RECT * n);
		cr_expect_eq(cost(R500_PKT3_HOSTDATA_BLT, dw, 3 + 3 * n), RECT * n);
		cr_expect_eq(cost(R500_PKT3_3D_CLEAR_HIZ, (uint32_t[3]){0, 160 * n, 0}, 3), 10 * n);
	}
	cr_expect_eq(
	    cost(R500_PKT3_3D_DRAW_INDX_2, (uint32_t[1]){R500_VAP_VF_CNTL__PRIM_WALK__INDEXES << 4}, 1),
	    DRAW);
}

/* A transfer of its own, of so many bytes: a unit for each 16 of them, and one beside, for each piece. */
Test(cp_exact, what_transfers_cost)
{
	enum { FROM = 0x300000, TO = 0x400000 };

	for (uint32_t n_B = 4; n_B < 400; n_B += 4) {
		struct rig g = rig_running("r580");

		wr(&g, R500_CP_GUI_SRC_ADDR, g.base + FROM);
		wr(&g, R500_CP_GUI_DST_ADDR, g.base + TO);
		wr(&g, R500_CP_GUI_COMMAND, n_B);
		g.m->work = 0;
		mr500_cp_dma_finish((struct mr500 *)g.m);
		cr_expect_eq(g.m->work, n_B / 16 + 1, "%u bytes: %llu", n_B, (unsigned long long)g.m->work);
		rig_delete(&g);
	}
}
