/* SPDX-License-Identifier: MIT
 *
 * CP, the command processor: its registers, and the loop that makes packets out of a stream. R5xx guide
 * chapters 5, 6.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAST_CSQ_APER R500_CP_CSQ_APER_INDIRECT(R500_CP_CSQ_APER_INDIRECT__COUNT - 1)

bool mr500_cp_new(struct mr500 *r)
{
	r->cp = calloc(1, sizeof(*r->cp));
	return r->cp;
}

void mr500_cp_free(struct mr500 *r)
{
	if (r->cp)
		free(r->cp->draw_dw);
	if (r->cp)
		free(r->cp->own);
	free(r->cp);
	r->cp = NULL;
}

/* The state at power-on, when the RAM holds nothing. */
void mr500_cp_reset(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;

	mr500_cp_soft_reset(r);
	mr500_cp_dma_reset(r);
	memset(cp->ram, 0, sizeof(cp->ram));
	memset(cp->ram_written, 0, sizeof(cp->ram_written));
	R500_REG(r, CP_ME_CNTL) = R500_CP_ME_CNTL__ME_MODE(1);
}

/* Guide 5.8: streams and the current packet are dropped, and the pointers are 0; RAM, ring address and
 * scratch registers stay. */
void mr500_cp_soft_reset(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;

	if (mr500_cp_mode(r, MR500_CP_PRIMARY) != MR500_CP_OFF)
		mr500_report(r, FL_WARN, "CP", "R5xx guide 5.8",
			     "the command processor was reset while its streams are enabled: write "
			     "CP_CSQ_CNTL and CP_CSQ_MODE = 0 first");
	cp->rptr = cp->wptr = cp->wptr_staged = cp->rptr_told = 0;
	cp->wptr_due_us = 0;
	memset(cp->ib, 0, sizeof(cp->ib));
	for (unsigned i = 0; i < MR500_CP_STREAMS; i++)
		cp->pio[i].first = cp->pio[i].n = 0;
	cp->in_packet = cp->stuck = false;
	cp->skip_dw = 0;
	cp->wait = MR500_CP_RUNS;
	cp->at_known = false;
	cp->n_resync_addr = cp->n_resync_data = cp->sync_pulses = 0;
	R500_REG(r, CP_RB_WPTR) = 0;
	R500_REG(r, CP_CSQ_CNTL) = 0;
	R500_REG(r, CP_CSQ_MODE) = 0;
	R500_REG(r, ISYNC_CNTL) = 0;
	mr500_cp_drop_draw(r);
}

void mr500_cp_hang(struct mr500 *r)
{
	r->cp->stuck = true;
}

/* ---- packets ------------------------------------------------------------------------------------------- */
static void malformed(struct mr500 *r, const char *what)
{
	mr500_report(r, FL_REFUSE, "CP", "R5xx guide 6",
		     "malformed packet 0x%08x (%s): %s; the command processor hangs here", r->cp->header,
		     mr500_cp_packet_name(r->cp->header), what);
	mr500_cp_hang(r);
}

static void packet0(struct mr500 *r, uint32_t header, const uint32_t *dw, uint32_t n)
{
	uint32_t reg = R500_PKT0__BASE_INDEX__GET(header) << 2,
		 step = R500_PKT0__ONE_REG_WR__GET(header) ? 0 : 4;

	if (header & R500_PKT0__RESERVED__MASK)
		mr500_report(r, FL_WARN, "CP", "R5xx guide 6.1.1",
			     "type-0 header 0x%08x: bits 14:13 are reserved", header);
	for (uint32_t i = 0; i < n && !r->cp->stuck; i++, reg += step) {
		if (reg > R500_PKT0__BASE_INDEX__MASK << 2) {
			malformed(r, "it writes past register 0x7ffc");
			return;
		}
		mr500_reg_write(r, reg, dw[i], MR500_CP);
		if ((reg == R500_CP_IB_BUFSZ || reg == R500_CP_IB2_BUFSZ) && i + 1 < n)
			mr500_report(r, FL_WARN, "CP", "R5xx guide 5.10",
				     "a packet goes on after CP_IB_BUFSZ or CP_IB2_BUFSZ: that write must be "
				     "its last");
	}
}

static void packet1(struct mr500 *r, uint32_t header, const uint32_t *dw)
{
	if (header & R500_PKT1__RESERVED__MASK)
		mr500_report(r, FL_WARN, "CP", "R5xx guide 6.1.2",
			     "type-1 header 0x%08x: bits 29:22 are reserved", header);
	mr500_reg_write(r, R500_PKT1__REG_INDEX1__GET(header) << 2, dw[0], MR500_CP);
	mr500_reg_write(r, R500_PKT1__REG_INDEX2__GET(header) << 2, dw[1], MR500_CP);
}

/* The file that carries out an opcode's packet: synchronization, 3D or 2D. */
static mr500_cp_packet_fn *packet_fn(unsigned opcode)
{
	if (opcode >= R500_PKT3_PRED_EXEC && opcode <= R500_PKT3_WAIT_MEM)
		return mr500_cp_sync_packet;
	if (opcode >= R500_PKT3_3D_DRAW_VBUF && opcode < MR500_CP_WITH_SETTINGS &&
	    opcode != R500_PKT3_LOAD_PALETTE)
		return mr500_cp_draw_packet;
	return mr500_cp_2d_packet;
}

void mr500_cp_packet3(struct mr500 *r, uint32_t header, const uint32_t *dw, uint32_t n)
{
	unsigned opcode = R500_PKT3__IT_OPCODE__GET(header);

	if (header & R500_PKT3__RESERVED__MASK)
		mr500_report(r, FL_NOTE, "CP", "R5xx guide 6.1.4",
			     "type-3 header 0x%08x: bits 7:0 should be zero", header);
	if (opcode == R500_PKT3_NOP)
		return;
	mr500_rb_settle(r);
	switch (opcode) {
	case R500_PKT3_WAIT_FOR_IDLE:
		mr500_cp_wait_until(r, R500_WAIT_UNTIL__WAIT_3D_IDLE__MASK |
					   R500_WAIT_UNTIL__WAIT_2D_IDLE__MASK);
		return;
	/* Linux radeon_reg.h has the numbers of these two, no source their form. */
	case R500_PKT3_CNTL_SMALLTEXT:
	case R500_PKT3_LOAD_MICROCODE:
		malformed(r, "the guide does not have this packet, and no source tells what it holds");
		return;
	}
	if (!strcmp(mr500_cp_packet_name(header), "unknown")) {
		malformed(r, "there is no such opcode");
		return;
	}
	if (!packet_fn(opcode)(r, opcode, dw, n) && !r->cp->stuck)
		malformed(r, "its length or contents do not fit its opcode");
}

static void execute(struct mr500 *r, const uint32_t *dw, uint32_t n)
{
	uint32_t header = r->cp->header;

	r->cp->executing = true;
	switch (R500_PKT3__TYPE__GET(header)) {
	case 0:
		packet0(r, header, dw, n);
		break;
	case 1:
		packet1(r, header, dw);
		break;
	case 3:
		mr500_cp_packet3(r, header, dw, n);
		break;
	}
	r->cp->executing = false;
}

/* ---- the loop ------------------------------------------------------------------------------------------ */
static void mark(struct mr500 *r, unsigned stream)
{
	struct mr500_cp *cp = r->cp;
	uint64_t size_B;

	cp->at_known = true;
	cp->at_stream = stream;
	cp->at_host = false;
	if (stream == MR500_CP_PRIMARY) {
		cp->at_addr = mr500_cp_ring(r, &size_B);
		cp->at_dw = cp->rptr;
	} else {
		cp->at_addr = cp->ib[stream].addr;
		cp->at_dw = cp->ib[stream].at_dw;
		cp->at_host = cp->ib[stream].host;
	}
}

static bool microengine_runs(struct mr500 *r)
{
	if (!mr500_cp_ram_loaded(r)) {
		mr500_report(
		    r, FL_REFUSE, "CP", "R5xx guide 5.12",
		    "commands wait, but the microengine has no microcode: write 0 to CP_ME_RAM_ADDR, then "
		    "256 pairs to CP_ME_RAM_DATAH and CP_ME_RAM_DATAL, before the streams are enabled");
		return false;
	}
	if (!(R500_REG(r, CP_ME_CNTL) & R500_CP_ME_CNTL__ME_MODE__MASK)) {
		mr500_report(
		    r, FL_REFUSE, "CP", "R5xx guide 11.1",
		    "commands wait, but the microengine is in single-step mode: set CP_ME_CNTL.ME_MODE");
		return false;
	}
	return true;
}

/* Drops what a PRED_EXEC or COND_EXEC skips. False: there is nothing to drop now. */
static bool skip(struct mr500 *r, unsigned stream)
{
	struct mr500_cp *cp = r->cp;
	uint64_t n = mr500_cp_avail(r, stream);

	if (stream < cp->skip_stream) {
		malformed(r, "the stream ends inside the packets that it predicates");
		return false;
	}
	n = n < cp->skip_dw ? n : cp->skip_dw;
	cp->skip_dw -= n;
	mr500_cp_take(r, stream, (uint32_t)n);
	return n;
}

/* How many dwords follow a header. */
static uint32_t body_dw(uint32_t header)
{
	switch (R500_PKT3__TYPE__GET(header)) {
	case 1:
		return 2;
	case 2:
		return 0;
	}
	return R500_PKT3__COUNT__GET(header) + 1;
}

/* Reads one packet, or as much of it as is there, and carries it out when it is whole. False: nothing more
 * can be done now. */
static bool step(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;
	unsigned stream = mr500_cp_stream(r);
	uint64_t avail = mr500_cp_avail(r, stream);
	const uint32_t *dw;
	uint32_t got, need;

	if (!avail || !microengine_runs(r))
		return false;
	if (cp->skip_dw)
		return skip(r, stream);
	if (!cp->in_packet) {
		mark(r, stream);
		dw = mr500_cp_peek(r, stream, 1, &got);
		if (!dw)
			return false;
		cp->header = *dw;
		cp->have_dw = 0;
		cp->need_dw = body_dw(cp->header);
		if (stream != MR500_CP_PRIMARY &&
		    cp->need_dw >= cp->ib[stream].size_dw - cp->ib[stream].at_dw) {
			malformed(r, "the indirect buffer ends inside it");
			return false;
		}
		mr500_cp_take(r, stream, 1);
		if (!cp->need_dw)
			return true;
		cp->in_packet = true;
	}
	need = cp->need_dw - cp->have_dw;
	if (!mr500_cp_avail(r, stream))
		return false;
	dw = mr500_cp_peek(r, stream, need, &got);
	if (!dw)
		return false;
	/* A copy, whether the packet comes whole or in pieces: what it does may write to where it stands, and
	 * so may others at any time. What was checked is what is carried out. */
	memcpy(cp->body + cp->have_dw, dw, 4ull * got);
	cp->have_dw += got;
	mr500_cp_take(r, stream, got);
	if (got < need)
		return true;
	cp->in_packet = false;
	execute(r, cp->body, cp->need_dw);
	return true;
}

static bool may_work(const struct mr500 *r)
{
	return !r->cp->stuck && !r->cp->fault_stuck && !r->rbbm->pipe_hung &&
	       !mr500_in_reset(r, R500_RBBM_SOFT_RESET__SOFT_RESET_CP__MASK);
}

void mr500_cp_work(struct mr500 *r, int64_t budget)
{
	struct mr500_cp *cp = r->cp;

	if (cp->wptr_due_us && r->base.now_us >= cp->wptr_due_us)
		mr500_cp_take_wptr(r);
	cp->budget = budget;
	mr500_cp_run_free(r);
	if (cp->dma_first && may_work(r))
		mr500_cp_dma_finish(r);
	while (cp->budget > 0 && may_work(r) && mr500_cp_wait_over(r) && step(r))
		;
	if (may_work(r) && cp->n_dma)
		mr500_cp_dma_finish(r);
}

bool mr500_cp_busy(const struct mr500 *r)
{
	const struct mr500_cp *cp = r->cp;

	return cp->stuck || cp->in_packet || cp->wait != MR500_CP_RUNS || cp->ib[MR500_CP_IB1].active ||
	       cp->ib[MR500_CP_IB2].active || cp->n_dma || mr500_cp_avail(r, MR500_CP_PRIMARY) ||
	       (cp->wptr_due_us && mr500_cp_mode(r, MR500_CP_PRIMARY) == MR500_CP_BM &&
		cp->wptr_staged != cp->rptr);
}

/* There is something to do, and nothing prevents it. */
bool mr500_cp_can_progress(const struct mr500 *r)
{
	return may_work(r) && mr500_cp_busy(r);
}

bool mr500_cp_run(struct mr500 *r, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw)
{
	struct mr500_cp *cp = r->cp;

	if ((mr500_cp_busy(r) || !r->base.flush_follows) && !r->base.ops->wait(&r->base))
		return false;
	if (!microengine_runs(r))
		return false;
	if (gpu_addr & 3) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 11.1",
			     "CP_IB_BASE = 0x%llx is not aligned to a dword", (unsigned long long)gpu_addr);
		return false;
	}
	if (!dw) {
		R500_REG(r, CP_IB_BASE) = (uint32_t)gpu_addr;
		R500_REG(r, CP_IB_BUFSZ) = size_dw;
	}
	if (!mr500_cp_start_ib(r, MR500_CP_IB1, dw, gpu_addr, size_dw))
		return false;
	while (mr500_cp_busy(r)) {
		mr500_cp_work(r, 1 << 20);
		if ((cp->budget > 0 && mr500_cp_busy(r)) || !may_work(r))
			break; /* it waits for the host, or hangs */
	}
	if (!mr500_cp_own_ib(r))
		return false;
	return !mr500_cp_busy(r) && !r->rbbm->pipe_hung;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static uint32_t stat(const struct mr500 *r)
{
	const struct mr500_cp *cp = r->cp;
	bool primary = mr500_cp_avail(r, MR500_CP_PRIMARY);
	uint32_t v = 0;

	if (primary)
		v |= R500_CP_STAT__CSF_PRIMARY_BUSY__MASK | R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK;
	if (cp->ib[MR500_CP_IB1].active)
		v |= R500_CP_STAT__CSF_INDIRECT_BUSY__MASK | R500_CP_STAT__CSQ_INDIRECT_BUSY__MASK;
	if (cp->ib[MR500_CP_IB2].active)
		v |= R500_CP_STAT__CSF_INDIRECT2_BUSY__MASK | R500_CP_STAT__CSQ_INDIRECT2_BUSY__MASK;
	if (cp->in_packet || cp->stuck || cp->wait != MR500_CP_RUNS)
		v |= R500_CP_STAT__CSI_BUSY__MASK;
	if (v)
		v |= R500_CP_STAT__CMDSTRM_BUSY__MASK;
	if (cp->n_dma)
		v |= R500_CP_STAT__GUIDMA_BUSY__MASK;
	return v ? v | R500_CP_STAT__CP_BUSY__MASK : 0;
}

static uint32_t csq_avail(const struct mr500 *r)
{
	const struct mr500_cp_pio *pio = r->cp->pio;

	return R500_CP_CSQ_AVAIL__CSQ_CNT_PRIMARY(MR500_CP_PIO_DW - pio[MR500_CP_PRIMARY].n) |
	       R500_CP_CSQ_AVAIL__CSQ_CNT_INDIRECT(MR500_CP_PIO_DW - pio[MR500_CP_IB1].n) |
	       R500_CP_CSQ_AVAIL__CSQ_CNT_INDIRECT2(MR500_CP_PIO_DW - pio[MR500_CP_IB2].n);
}

static uint32_t pio_end(const struct mr500_cp_pio *pio)
{
	return (pio->first + pio->n) % MR500_CP_PIO_DW;
}

uint32_t mr500_cp_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	const struct mr500_cp *cp = r->cp;

	switch (offset) {
	case R500_CP_RB_RPTR:
		return cp->rptr;
	case R500_CP_RB_WPTR:
		return cp->wptr;
	case R500_CP_STAT:
		return stat(r);
	case R500_CP_CSQ_AVAIL:
		return csq_avail(r);
	case R500_CP_CSQ_STAT:
		return R500_CP_CSQ_STAT__CSQ_RPTR_PRIMARY(cp->pio[0].first) |
		       R500_CP_CSQ_STAT__CSQ_WPTR_PRIMARY(pio_end(&cp->pio[0])) |
		       R500_CP_CSQ_STAT__CSQ_RPTR_INDIRECT(cp->pio[1].first);
	case R500_CP_CSQ2_STAT:
		return R500_CP_CSQ2_STAT__CSQ_WPTR_INDIRECT(pio_end(&cp->pio[1])) |
		       R500_CP_CSQ2_STAT__CSQ_RPTR_INDIRECT2(cp->pio[2].first) |
		       R500_CP_CSQ2_STAT__CSQ_WPTR_INDIRECT2(pio_end(&cp->pio[2]));
	case R500_CP_CSQ_DATA:
		return cp->pio[0]
		    .dw[R500_CP_CSQ_ADDR__CSQ_ADDR__GET(R500_REG(r, CP_CSQ_ADDR)) % MR500_CP_PIO_DW];
	case R500_DMA_GUI_STATUS:
	case R500_DMA_VID_STATUS:
		return mr500_cp_dma_status(r, offset);
	case R500_DMA_GUI_TABLE_ADDR: /* write only */
	case R500_DMA_VID_TABLE_ADDR:
		return 0;
	case R500_CP_ME_CNTL:
		return (R500_REG(r, CP_ME_CNTL) & ~R500_CP_ME_CNTL__ME_STEP__MASK) |
		       (mr500_cp_busy(r) ? R500_CP_ME_CNTL__ME_BUSY__MASK : 0);
	case R500_CP_ME_RAM_ADDR:
	case R500_CP_ME_RAM_RADDR:
	case R500_CP_ME_RAM_DATAH:
	case R500_CP_ME_RAM_DATAL:
		return mr500_cp_ram_read(r, offset);
	case R500_CP_RESYNC_ADDR: /* write only */
	case R500_CP_RESYNC_DATA:
		return 0;
	}
	if (offset >= R500_CP_CSQ_APER_PRIMARY(0) && offset <= LAST_CSQ_APER)
		return 0;
	return r->reg[offset / 4];
}

static void csq_cntl(struct mr500 *r)
{
	unsigned code = R500_CP_CSQ_CNTL__CSQ_MODE__GET(R500_REG(r, CP_CSQ_CNTL));

	if (code > R500_CP_CSQ_CNTL__CSQ_MODE__PRIMARY_BM_INDIRECT_BM_8 &&
	    code < R500_CP_CSQ_CNTL__CSQ_MODE__PRIMARY_PIO_INDIRECT_PIO)
		mr500_report(r, FL_WARN, "CP", "R5xx guide 11.1",
			     "CP_CSQ_CNTL.CSQ_MODE = %u is reserved; the streams are off", code);
	if (mr500_cp_mode(r, MR500_CP_PRIMARY) == MR500_CP_BM && r->cp->rptr != r->cp->wptr)
		mr500_report(r, FL_WARN, "CP", "R5xx guide 5.8",
			     "the ring was enabled while it is not empty: CP_RB_RPTR = 0x%x, CP_RB_WPTR = "
			     "0x%x; write CP_RB_WPTR to match first",
			     r->cp->rptr, r->cp->wptr);
}

void mr500_cp_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	if (offset >= R500_SCRATCH_REG(0) && offset <= R500_SCRATCH_REG(7)) {
		mr500_cp_scratch(r, (offset - R500_SCRATCH_REG(0)) / 4, value);
		return;
	}
	if (offset >= R500_CP_CSQ_APER_PRIMARY(0) && offset <= LAST_CSQ_APER) {
		mr500_cp_pio(r,
			     offset >= R500_CP_CSQ_APER_INDIRECT(0)    ? MR500_CP_IB1
			     : offset >= R500_CP_CSQ_APER_INDIRECT2(0) ? MR500_CP_IB2
								       : MR500_CP_PRIMARY,
			     value);
		return;
	}
	if ((offset >= R500_VAP_PORT_DATA(0) && offset < R500_VAP_CNTL) ||
	    offset == R500_VAP_PORT_DATA_IDX_128) {
		mr500_cp_vap_port(r, value);
		return;
	}
	switch (offset) {
	case R500_VAP_VF_CNTL:
		mr500_cp_vf_cntl(r, value);
		break;
	case R500_CP_RB_WPTR:
		mr500_cp_wptr(r, value);
		break;
	case R500_CP_IB_BUFSZ:
		mr500_cp_start_ib(r, MR500_CP_IB1, NULL,
				  R500_REG(r, CP_IB_BASE) & R500_CP_IB_BASE__IB_BASE__MASK,
				  R500_CP_IB_BUFSZ__IB_BUFSZ__GET(value));
		break;
	case R500_CP_IB2_BUFSZ:
		mr500_cp_start_ib(r, MR500_CP_IB2, NULL,
				  R500_REG(r, CP_IB2_BASE) & R500_CP_IB2_BASE__IB2_BASE__MASK,
				  R500_CP_IB2_BUFSZ__IB2_BUFSZ__GET(value));
		break;
	case R500_CP_CSQ_CNTL:
	case R500_CP_CSQ_MODE:
		csq_cntl(r);
		break;
	case R500_CP_ME_RAM_ADDR:
	case R500_CP_ME_RAM_RADDR:
	case R500_CP_ME_RAM_DATAH:
	case R500_CP_ME_RAM_DATAL:
		mr500_cp_ram_write(r, offset, value);
		break;
	case R500_CP_GUI_COMMAND:
	case R500_CP_VID_COMMAND:
		mr500_cp_dma_start(r, offset);
		break;
	case R500_DMA_GUI_TABLE_ADDR:
	case R500_DMA_VID_TABLE_ADDR:
		mr500_cp_dma_table(r, offset, value, from);
		break;
	case R500_DMA_GUI_STATUS:
	case R500_DMA_VID_STATUS:
		mr500_cp_dma_abort(r, offset, value);
		break;
	case R500_CP_RESYNC_ADDR:
	case R500_CP_RESYNC_DATA:
		mr500_cp_resync_write(r, offset, value);
		break;
	case R500_WAIT_UNTIL:
		mr500_cp_wait_until(r, value);
		break;
	case R500_CP_RB_RPTR:
		mr500_report(r, FL_WARN, "CP", "R5xx guide 5.8",
			     "CP_RB_RPTR is read only: set CP_RB_CNTL.RB_RPTR_WR_ENA, write CP_RB_RPTR_WR, "
			     "then CP_RB_WPTR");
		break;
	}
}
