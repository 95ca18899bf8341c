/* SPDX-License-Identifier: MIT
 *
 * What the command processor's registers say of it, in each state that it can be in; the two queues of
 * CP_RESYNC_*, filled in any order; which stream a report names; and what clears take of the work of a call.
 * R5xx guide 5.3, 5.9, 5.10, 9.4, 11.1.
 */
#include "tests/unit/r500/test_model_rig.h"

#include "hw/model/r500/cp.h"

#define SCRATCH(i) R500_SCRATCH_REG(i)

enum { MEMORY = 0x300000, NOWHERE = 0xf0000000 };

static struct mr500 *of(struct rig *g)
{
	return (struct mr500 *)g->m;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
/* ME_BUSY follows the processor, ME_STEP is a pulse, and the other bits read as they were written. */
Test(cp_status, microengine)
{
	const uint32_t busy = R500_CP_ME_CNTL__ME_BUSY__MASK, step = R500_CP_ME_CNTL__ME_STEP__MASK;

	for (uint32_t mode = 0; mode < 2; mode++) {
		struct rig g = rig_running("r580");
		const uint32_t as = R500_CP_ME_CNTL__ME_MODE(mode);

		wr(&g, R500_CP_ME_CNTL, as | step);
		cr_expect_eq(rd(&g, R500_CP_ME_CNTL), as, "idle: 0x%08x", rd(&g, R500_CP_ME_CNTL));
		emit(&g, type0(SCRATCH(0), 2)); /* the second value does not come */
		emit(&g, 1);
		rig_kick(&g);
		cr_expect_not(rig_idle(&g));
		cr_expect_eq(rd(&g, R500_CP_ME_CNTL), as | busy, "mode %u: 0x%08x", mode,
			     rd(&g, R500_CP_ME_CNTL));
		emit(&g, 2);
		rig_kick(&g);
		wr(&g, R500_CP_ME_CNTL, R500_CP_ME_CNTL__ME_MODE(1));
		cr_expect(rig_idle(&g));
		cr_expect_eq(rd(&g, R500_CP_ME_CNTL), R500_CP_ME_CNTL__ME_MODE(1));
		rig_delete(&g);
	}
}

/* What can be written alone reads 0, whatever was written: ports of the queues, descriptors' addresses. */
Test(cp_status, write_only)
{
	static const uint32_t ports[] = {
	    R500_CP_RESYNC_ADDR,           R500_CP_RESYNC_DATA,
	    R500_DMA_GUI_TABLE_ADDR,       R500_DMA_VID_TABLE_ADDR,
	    R500_CP_CSQ_APER_PRIMARY(0),   R500_CP_CSQ_APER_PRIMARY(R500_CP_CSQ_APER_PRIMARY__COUNT - 1),
	    R500_CP_CSQ_APER_INDIRECT(0),  R500_CP_CSQ_APER_INDIRECT(R500_CP_CSQ_APER_INDIRECT__COUNT - 1),
	    R500_CP_CSQ_APER_INDIRECT2(0), R500_CP_CSQ_APER_INDIRECT2(R500_CP_CSQ_APER_INDIRECT2__COUNT - 1),
	};
	struct rig g = rig_running("r580");

	for (unsigned i = 0; i < sizeof(ports) / sizeof(*ports); i++) {
		of(&g)->reg[ports[i] / 4] = ~0u;
		cr_expect_eq(mr500_cp_read(of(&g), ports[i], MR500_HOST), 0, "0x%04x", ports[i]);
	}
	rig_delete(&g);
}

/* ---- CP_RESYNC_* --------------------------------------------------------------------------------------- */
/* Addresses and values come in any order, and each is of its own queue: the n-th address is of the n-th
 * value. A pulse moves a pair once both are there. */
Test(cp_status, pairs_in_any_order)
{
	enum { N = 8 };

	for (unsigned order = 0; order < 1u << N; order++)
		for (unsigned before = 0; before < 3; before++) { /* pulses that come first */
			struct rig g = rig_new("r580");
			struct mr500 *r = of(&g);
			unsigned addresses = 0, values = 0, pairs;

			for (unsigned i = 0; i < before; i++)
				mr500_cp_sync_pulse(r);
			for (unsigned i = 0; i < N; i++)
				if (order >> i & 1)
					mr500_cp_resync_write(r, R500_CP_RESYNC_ADDR, addresses++ & 7);
				else
					mr500_cp_resync_write(r, R500_CP_RESYNC_DATA, 0x70 + values++);
			pairs = addresses < values ? addresses : values;
			for (unsigned pulses = before; pulses < N; pulses++) {
				const unsigned done = pulses < pairs ? pulses : pairs;

				cr_assert_eq(r->cp->n_resync_addr, addresses - done, "order 0x%02x", order);
				cr_assert_eq(r->cp->n_resync_data, values - done, "order 0x%02x", order);
				cr_assert_eq(r->cp->sync_pulses, pulses - done, "order 0x%02x", order);
				for (unsigned i = 0; i < 8; i++)
					cr_assert_eq(r->reg[SCRATCH(i) / 4], i < done ? 0x70 + i : 0,
						     "order 0x%02x, %u pulses: register %u", order, pulses,
						     i);
				mr500_cp_sync_pulse(r);
			}
			fl_model_delete(g.m);
			if (order % 16)
				break; /* a model is much to make: pulses that come first for some */
		}
}

/* ---- reports ------------------------------------------------------------------------------------------- */
/* The ring, an indirect buffer, one that the first has called: each that stands where no memory is. */
Test(cp_status, streams_where_no_memory_is)
{
	static const char *const names[] = {"the ring at 0x", "the indirect buffer at 0x",
					    "the indirect buffer 2 at 0x"};

	for (unsigned stream = 0; stream < 3; stream++) {
		struct rig g = rig_running("r580");

		if (stream == MR500_CP_PRIMARY)
			wr(&g, R500_CP_RB_BASE, NOWHERE);
		vram_wr(&g, MEMORY, type0(R500_CP_IB2_BASE, 2));
		vram_wr(&g, MEMORY + 4, NOWHERE);
		vram_wr(&g, MEMORY + 8, 4);
		emit(&g, type0(R500_CP_IB_BASE, 2));
		emit(&g, stream == MR500_CP_IB1 ? NOWHERE : g.base + MEMORY);
		emit(&g, stream == MR500_CP_IB1 ? 4 : 3);
		rig_kick(&g);
		cr_expect_not(rig_idle(&g), "stream %u", stream);
		for (unsigned i = 0; i < 3; i++)
			cr_expect_eq(reported(&g, FL_REFUSE, names[i]), i == stream, "stream %u: %s", stream,
				     fl_model_report(g.m, 0)->text);
		rig_delete(&g);
	}
}

/* ---- work ---------------------------------------------------------------------------------------------- */
/* A clear of a RAM takes 16 units a word of the call's work, and the most is 0x3fff words. */
Test(cp_status, work_of_clears)
{
	static const unsigned opcodes[] = {R500_PKT3_3D_CLEAR_ZMASK, R500_PKT3_3D_CLEAR_CMASK,
					   R500_PKT3_3D_CLEAR_HIZ};
	static const uint32_t counts[] = {0, 1, 2, 3, 15, 16, 17, 100, 0x3ffe, 0x3fff};

	for (unsigned k = 0; k < sizeof(opcodes) / sizeof(*opcodes); k++) {
		uint64_t first = 0;

		for (unsigned i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
			struct rig g = rig_running("r580");
			const uint32_t dw[3] = {0, counts[i], 0};

			g.m->work = 0;
			mr500_cp_packet3(of(&g), type3(opcodes[k], 3), dw, 3);
			if (!i)
				first = g.m->work;
			cr_expect_eq(g.m->work - first, 16ull * counts[i], "0x%02x, %u words: %llu",
				     opcodes[k], counts[i], (unsigned long long)g.m->work);
			rig_delete(&g);
		}
	}
}
