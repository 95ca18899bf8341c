/* SPDX-License-Identifier: MIT
 *
 * The front end as a machine: where commands come from, how time is spent on them, where it stands. The
 * commands are fe_command.c (GC facts 2.6, 3).
 */
#include "hw/model/gc/fe.h"
#include "hw/model/gc/hi.h"
#include "hw/model/gc/mmu.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	QWORD_B = 8,
	WINDOW_LOG2 = 31,    /* version 1: commands lie below 2 GiB */
	TELL_AFTER = 1000,   /* readings of registers, of a core that was started by half */
	RUN_CYCLES = 1 << 20 /* between two looks at what wait has cost */
};

bool mgc_fe_new(struct mgc *g)
{
	g->fe = calloc(1, sizeof(*g->fe));
	return g->fe && mgc_states_new(g);
}

void mgc_fe_free(struct mgc *g)
{
	if (g->fe && g->fe->told)
		fl_reg_told_free(g->fe->told, MGC_STATES_B / 4);
	if (g->fe)
		free(g->fe->told);
	free(g->fe);
}

void mgc_fe_reset(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;

	fe->running = fe->stuck = fe->half_started = fe->client = fe->skip = fe->called = false;
	fe->copying = false;
	fe->pc = fe->at = fe->prefetch = fe->n_dw = fe->state = 0;
	fe->host = NULL;
	fe->wait = 0;
	fe->draws = fe->prims = 0;
	memset(fe->qword, 0, sizeof(fe->qword));
	memset(fe->armed, 0, sizeof(fe->armed));
	memset(&fe->sync, 0, sizeof(fe->sync));
}

void mgc_fe_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	mgc_gl_write(g, offset, value);
}

/* ---- starting ------------------------------------------------------------------------------------------ */
static void check_start(struct mgc *g)
{
	const uint32_t axi = GC_HI_AXI_CONFIG__AWCACHE(2) | GC_HI_AXI_CONFIG__ARCACHE(2);

	mgc_mmu_check_start(g);
	if (GC_STATE(g, HI_AXI_CONFIG) != axi && g->variant->axi_config) {
		mgc_report(
		    g, FL_REFUSE, "FE", "GC facts 2.3",
		    "FE starts while AXI_CONFIG is 0x%x: without 0x%x the bus of this board locks; the core "
		    "hangs",
		    GC_STATE(g, HI_AXI_CONFIG), axi);
		mgc_hang(g);
	}
	if (GC_STATE(g, HI_CLOCK_CONTROL) & GC_HI_CLOCK_CONTROL__DEBUG_PIXEL_PIPE__MASK) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 2.7",
			   "FE starts while CLOCK_CONTROL.DEBUG_PIXEL_PIPE is not 0: the core hangs");
		mgc_hang(g);
	}
	if (g->variant->secure &&
	    !(GC_STATE(g, MMUv2_AHB_CONTROL) & GC_MMUv2_AHB_CONTROL__NONSEC_ACCESS__MASK))
		mgc_report(g, FL_WARN, "FE", "GC facts 2.3",
			   "FE starts without AHB_CONTROL.NONSEC_ACCESS, which drivers set on secure cores");
}

static void start(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;
	const uint32_t addr = GC_STATE(g, FE_COMMAND_ADDRESS);

	if (fe->running)
		mgc_report(
		    g, FL_WARN, "FE", "GC facts 2.6",
		    "FE is started at 0x%08x while it still runs, at 0x%08x: END stops it, nothing else",
		    addr, fe->pc);
	if (addr % QWORD_B)
		mgc_report(g, FL_WARN, "FE", "GC facts 2.6",
			   "COMMAND_ADDRESS 0x%08x is no multiple of %u: the low bits are left aside", addr,
			   QWORD_B);
	check_start(g);
	fe->running = true;
	fe->host = NULL;
	fe->client = fe->half_started = false;
	fe->wait = 0;
	fe->pc = addr & ~(QWORD_B - 1u);
	fe->prefetch = GC_FE_COMMAND_CONTROL__PREFETCH__GET(GC_STATE(g, FE_COMMAND_CONTROL));
}

/* GC facts 2.5: secure cores begin when SEC_COMMAND_CONTROL has the same as COMMAND_CONTROL. */
void mgc_fe_control(struct mgc *g, uint32_t offset, uint32_t value)
{
	struct mgc_fe *fe = g->fe;

	if (!(value & GC_FE_COMMAND_CONTROL__ENABLE__MASK)) {
		if (fe->running)
			mgc_report(g, FL_WARN, "FE", "GC facts 2.6",
				   "0x%x to register 0x%03x does not stop FE: an END command does", value,
				   offset);
		return;
	}
	if (!g->variant->secure) {
		start(g);
	} else if (offset == GC_FE_COMMAND_CONTROL) {
		fe->half_started = true;
		fe->half_reads = 0;
	} else if (!fe->half_started || value != GC_STATE(g, FE_COMMAND_CONTROL)) {
		mgc_report(
		    g, FL_WARN, "FE", "GC facts 2.5",
		    "SEC_COMMAND_CONTROL 0x%x after COMMAND_CONTROL 0x%x: FE starts when both are written, "
		    "with the same value",
		    value, GC_STATE(g, FE_COMMAND_CONTROL));
	} else
		start(g);
}

void mgc_fe_tell_half_started(struct mgc *g)
{
	if (g->fe->half_started && ++g->fe->half_reads > TELL_AFTER)
		mgc_report(g, FL_WARN, "FE", "GC facts 2.5",
			   "FE does not start: on secure cores SEC_COMMAND_CONTROL has to be written after "
			   "COMMAND_CONTROL, with the same value");
}

/* ---- fetching ------------------------------------------------------------------------------------------ */
static void malformed(struct mgc *g, const char *what)
{
	mgc_report(g, FL_REFUSE, "FE", "GC facts 3", "command 0x%08x (%s): %s; the core hangs", g->fe->dw[0],
		   mgc_command_name(g->fe->dw[0]), what);
	mgc_hang(g);
}

static bool copy(struct mgc *g, uint32_t from_dw, uint32_t n_dw)
{
	struct mgc_fe *fe = g->fe;

	if (fe->host) {
		if (n_dw > fe->host_dw - fe->host_at - from_dw) {
			malformed(g, "the stream ends inside it");
			return false;
		}
		memcpy(fe->dw + from_dw, fe->host + fe->host_at + from_dw, 4ul * n_dw);
		return true;
	}
	if (g->variant->mmu == 1 && fe->at >> WINDOW_LOG2) {
		mgc_report(
		    g, FL_REFUSE, "FE", "GC facts 2.4",
		    "commands at 0x%08x: FE fetches them through its window alone, below 2 GiB; the core "
		    "hangs",
		    fe->at);
		mgc_hang(g);
		return false;
	}
	if (mgc_read(g, MGC_FE, fe->at + 4 * from_dw, fe->dw + from_dw, 4ul * n_dw))
		return true;
	mgc_report(g, FL_REFUSE, "FE", "GC facts 2.6", "no commands can be fetched at 0x%08x: the core hangs",
		   fe->at);
	mgc_hang(g);
	return false;
}

/* The command that comes next, into fe->dw. */
static bool fetch(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;
	uint32_t n, even;

	fe->at = fe->pc;
	fe->host_from = fe->host_at;
	if (!fe->host && !fe->prefetch) {
		mgc_report(
		    g, FL_REFUSE, "FE", "GC facts 2.6",
		    "FE has consumed what COMMAND_CONTROL, LINK or CALL told it to fetch, and stands at "
		    "0x%08x without END or LINK: the core hangs",
		    fe->pc);
		mgc_hang(g);
		return false;
	}
	fe->n_dw = 1;
	if (!copy(g, 0, 1))
		return false;
	n = mgc_command_dw(g, fe->dw[0]);
	if (!n) {
		malformed(g, "this core has no such command");
		return false;
	}
	even = (n + 1) & ~1u;
	if (!fe->host && even / 2 > fe->prefetch) {
		mgc_report(
		    g, FL_REFUSE, "FE", "GC facts 2.6",
		    "%s at 0x%08x has %u quadwords, and %u are left of what FE was told to fetch: the core "
		    "hangs",
		    mgc_command_name(fe->dw[0]), fe->at, even / 2, fe->prefetch);
		mgc_hang(g);
		return false;
	}
	fe->n_dw = n;
	if (!copy(g, 1, even - 1))
		return false;
	fe->qword[0] = fe->dw[0];
	fe->qword[1] = fe->dw[1];
	if (fe->host)
		fe->host_at += even;
	else {
		fe->pc += 4 * even;
		fe->prefetch -= even / 2;
	}
	return true;
}

void mgc_fe_go(struct mgc *g, uint32_t addr, uint32_t prefetch)
{
	struct mgc_fe *fe = g->fe;

	if (addr % QWORD_B) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3",
			   "%s to 0x%08x, which is no multiple of %u: the core hangs",
			   mgc_command_name(fe->dw[0]), addr, QWORD_B);
		mgc_hang(g);
		return;
	}
	fe->host = NULL;
	fe->pc = addr;
	fe->prefetch = prefetch;
}

/* ---- time ---------------------------------------------------------------------------------------------- */
static bool at_end(const struct mgc_fe *fe)
{
	return !fe->running || (fe->host && fe->host_at >= fe->host_dw);
}

/* One command. False: it stands. */
static bool step(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;

	if (fe->stuck || at_end(fe) || !fl_spend(&g->base, 16, "the commands") || !fetch(g))
		return false;
	mgc_command(g);
	if (g->mmu->faulted && !fe->stuck) {
		mgc_report(
		    g, FL_REFUSE, "FE", "GC facts 2.5",
		    "an access of the command before had no translation: the core hangs until a reset");
		mgc_hang(g);
	}
	return !fe->stuck;
}

/* Does the ring stand in the idle loop: in a WAIT, whose LINK leads back to it? */
static bool idle_loop(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;
	const uint32_t here = fe->wait ? fe->at : fe->pc;
	uint32_t dw[4];

	for (unsigned i = 0; i < 4; i++) {
		uint64_t left;
		const uint8_t *p = mgc_peek(g, MGC_FE, here + 4 * i, &left);

		if (!p || left < 4)
			return false;
		memcpy(&dw[i], p, 4);
	}
	return !fe->host && GC_FE_WAIT_HEADER__OP__GET(dw[0]) == GC_FE_OPCODE__WAIT &&
	       GC_FE_LINK_HEADER__OP__GET(dw[2]) == GC_FE_OPCODE__LINK && dw[3] == here;
}

bool mgc_fe_busy(struct mgc *g)
{
	const struct mgc_fe *fe = g->fe;

	if (fe->half_started || fe->stuck)
		return true;
	return fe->running && !idle_loop(g);
}

uint64_t mgc_fe_work(struct mgc *g, uint64_t cycles)
{
	struct mgc_fe *fe = g->fe;

	if (fe->fault_stuck)
		return fe->running ? 0 : cycles;
	while (cycles && fe->running && !fe->stuck) {
		uint64_t n = fe->wait < cycles ? fe->wait : cycles;

		fe->wait -= n;
		cycles -= n;
		if (!cycles)
			break;
		if (!step(g))
			break;
		n = fe->n_dw < cycles ? fe->n_dw : cycles;
		cycles -= n;
	}
	return fe->running || fe->stuck ? 0 : cycles;
}

bool mgc_fe_finish(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;

	if (fe->half_started) {
		fe->half_reads = TELL_AFTER;
		mgc_fe_tell_half_started(g);
	}
	if (!mgc_hi_cycles(g, 1) || fe->fault_stuck)
		return !fe->running && !fe->stuck;
	while (fe->running && !fe->stuck && !idle_loop(g)) {
		g->base.now_us += fe->wait / MGC_CORE_MHZ;
		fe->wait = 0;
		step(g);
	}
	return !fe->stuck && !fe->half_started;
}

/* A stream, at once: FE's own place is kept, as if a ring had called it. */
static bool run(struct mgc *g, const uint32_t *dw, uint32_t addr, uint32_t size_dw)
{
	struct mgc_fe *fe = g->fe;
	const uint32_t pc = fe->pc, prefetch = fe->prefetch;
	const bool running = fe->running;

	if (fe->stuck || fe->fault_stuck || !mgc_hi_cycles(g, 1))
		return false;
	fe->running = true;
	fe->host = dw;
	fe->host_at = 0;
	fe->host_dw = dw ? size_dw : 0;
	fe->pc = addr;
	fe->prefetch = size_dw / 2;
	while (!at_end(fe) && !(!fe->host && !fe->prefetch)) {
		fe->wait = 0;
		if (!step(g))
			break;
	}
	mgc_stream_ends(g);
	fe->host = NULL;
	fe->wait = 0;
	fe->pc = pc;
	fe->prefetch = prefetch;
	fe->running = running;
	return !fe->stuck;
}

bool mgc_fe_run(struct mgc *g, const uint32_t *dw, uint32_t addr, uint32_t size_dw)
{
	bool ok;

	if (!dw && (addr % QWORD_B || size_dw % 2 || size_dw / 2 > UINT16_MAX)) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3",
			   "%u dwords of commands at 0x%08x: FE takes quadwords, %u at most", size_dw, addr,
			   UINT16_MAX);
		return false;
	}
	g->fe->client = g->base.cfg.running;
	ok = run(g, dw, addr, size_dw);
	g->fe->client = false;
	return ok;
}

bool mgc_fe_run_kernel(struct mgc *g, const uint32_t *dw, uint32_t size_dw)
{
	return run(g, dw, 0, size_dw);
}

/* ---- where it stands ----------------------------------------------------------------------------------- */
/* GC facts 2.7. While it waits it has fetched the WAIT, and its address is the one after it. */
uint32_t mgc_fe_debug(const struct mgc *g, uint32_t offset)
{
	const struct mgc_fe *fe = g->fe;

	switch (offset) {
	case GC_FE_DMA_DEBUG_STATE:
		return GC_FE_DMA_DEBUG_STATE__CMD_STATE(fe->state) |
		       GC_FE_DMA_DEBUG_STATE__CMD_DMA_STATE(
			   fe->running ? GC_FE_DMA_DEBUG_STATE__CMD_DMA_STATE__START
				       : GC_FE_DMA_DEBUG_STATE__CMD_DMA_STATE__IDLE) |
		       GC_FE_DMA_DEBUG_STATE__CMD_FETCH_STATE(
			   fe->running ? GC_FE_DMA_DEBUG_STATE__CMD_FETCH_STATE__VALID
				       : GC_FE_DMA_DEBUG_STATE__CMD_FETCH_STATE__IDLE);
	case GC_FE_DMA_ADDRESS:
		return fe->stuck ? fe->at : fe->pc;
	case GC_FE_DMA_LOW:
		return fe->qword[0];
	case GC_FE_DMA_HIGH:
		return fe->qword[1];
	default:
		return 0;
	}
}

void mgc_fe_where(const struct mgc *g, char *out, size_t size)
{
	const struct mgc_fe *fe = g->fe;
	const struct mgc_hi *hi = g->hi;

	if (hi->host)
		snprintf(out, size, "host %s 0x%04x", hi->host_write ? "write" : "read", hi->host_offset);
	else if (fe->host)
		snprintf(out, size, "stream+0x%x dw, %s", fe->host_from, mgc_command_name(fe->dw[0]));
	else if (fe->running)
		snprintf(out, size, "FE 0x%08x, %s", fe->at, mgc_command_name(fe->dw[0]));
	else
		snprintf(out, size, "FE stands");
}
