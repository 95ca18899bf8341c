/* SPDX-License-Identifier: MIT
 *
 * The CP's DMA engines, started by their direct registers or by the address of a table: R5xx guide 5.7, 5.14.
 * What is started is queued, and done when the host lets time pass, or when a stream waits for it.
 */
#include "hw/model/look.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include <string.h>

enum { DESCRIPTOR_B = 16 };

/* Fields of a descriptor's command, which is what CP_GUI_COMMAND and CP_VID_COMMAND hold: source and
 * destination that are registers, and addresses that stay (Linux r200_copy_dma: 0 is increment). */
#define FIELD(command, name) R500_PKT3_DMA_DESCRIPTOR__COMMAND__##name##__GET(command)

static bool move_bytes(struct mr500 *r, const struct mr500_cp_dma *d, uint32_t n_B)
{
	uint64_t src = d->src, dst = d->dst;

	while (n_B) {
		uint64_t a, b;
		const uint8_t *from = fl_mem_at(&r->base.mem, src, &a);
		uint8_t *to = fl_mem_at(&r->base.mem, dst, &b);
		uint32_t n = n_B;

		if (!from || !to)
			return false;
		n = n < a ? n : (uint32_t)a;
		n = n < b ? n : (uint32_t)b;
		if (!fl_spend(&r->base, n / 16 + 1, "the transfers"))
			return true;
		memmove(to, from, n);
		src += n;
		dst += n;
		n_B -= n;
	}
	return true;
}

static bool move_dwords(struct mr500 *r, const struct mr500_cp_dma *d, uint32_t n)
{
	uint32_t src = d->src & ~3u, dst = d->dst & ~3u, v = 0;

	for (; n && fl_spend(&r->base, MR500_CP_DW_WORK, "the transfers"); n--) {
		if (FIELD(d->command, SAS))
			v = mr500_reg_read(r, src, MR500_CP);
		else if (!fl_mem_read32(&r->base.mem, src, &v))
			return false;
		v = mr500_cp_swap(mr500_cp_swap(v, FIELD(d->command, SRC_SWAP)), FIELD(d->command, DST_SWAP));
		if (FIELD(d->command, DAS))
			mr500_reg_write(r, dst, v, MR500_CP);
		else if (!fl_mem_write32(&r->base.mem, dst, v))
			return false;
		src += FIELD(d->command, SAIC) ? 0 : 4;
		dst += FIELD(d->command, DAIC) ? 0 : 4;
	}
	return true;
}

/* From memory to memory, in the order of the bytes. */
static bool plain_copy(uint32_t command)
{
	return !FIELD(command, SAS) && !FIELD(command, DAS) && !FIELD(command, SAIC) &&
	       !FIELD(command, DAIC) && !FIELD(command, SRC_SWAP) && !FIELD(command, DST_SWAP);
}

static void transfer(struct mr500 *r, const struct mr500_cp_dma *d)
{
	uint32_t n_B = FIELD(d->command, BYTE_COUNT);
	const char *which;
	bool done;

	if (!FIELD(d->command, SAS) && r->base.ops->holds(&r->base, d->src, n_B, &which))
		mr500_report(r, FL_WARN, "CP", "R5xx guide 10.5.3",
			     "DMA reads 0x%08x while the %s still holds newer data of it: flush it and "
			     "WAIT_UNTIL idle first",
			     d->src, which);
	if (!fl_look_begin(&r->base, FL_LOOK_DMA, d->vid ? "CP_VID_COMMAND" : "CP_GUI_COMMAND"))
		return;
	done = plain_copy(d->command) ? move_bytes(r, d, n_B) : move_dwords(r, d, n_B / 4);
	if (!done)
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.7",
			     "DMA of 0x%x bytes from 0x%08x to 0x%08x leaves the memory that there is; it "
			     "stopped there",
			     n_B, d->src, d->dst);
	fl_look_end(&r->base);
}

/* Descriptors from a table, to the one that says it is the last. False: there is no memory where one should
 * be. */
static bool walk(struct mr500 *r, struct mr500_cp_dma *d)
{
	for (uint32_t at = d->table;; at += DESCRIPTOR_B) {
		if (!fl_mem_read32(&r->base.mem, at, &d->src) ||
		    !fl_mem_read32(&r->base.mem, at + 4, &d->dst) ||
		    !fl_mem_read32(&r->base.mem, at + 8, &d->command)) {
			mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.7",
				     "the table of DMA descriptors at 0x%08x runs into 0x%08x, where no "
				     "memory is: no descriptor before has EOL (bit 31)",
				     d->table, at);
			return false;
		}
		transfer(r, d);
		if (FIELD(d->command, EOL) ||
		    !fl_spend(&r->base, DESCRIPTOR_B / 4 * MR500_CP_DW_WORK, "the transfers"))
			return FIELD(d->command, EOL);
	}
}

/* A descriptor may write the registers that start another one, so a call carries out no more than a queue of
 * them. */
void mr500_cp_dma_finish(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;

	for (unsigned left = MR500_CP_DMA_QUEUE; cp->n_dma && left; left--) {
		struct mr500_cp_dma d = cp->dma[0];
		bool ended = true;

		memmove(cp->dma, cp->dma + 1, --cp->n_dma * sizeof(cp->dma[0]));
		if (d.by_table)
			ended = walk(r, &d);
		else
			transfer(r, &d); /* guide 5.7: "the EOL is hard-coded" */
		if (ended && !FIELD(d.command, INTDIS))
			mr500_rbbm_raise(r, d.vid ? R500_GEN_INT_STATUS__VIDDMA_STAT__MASK
						  : R500_GEN_INT_STATUS__GUIDMA_STAT__MASK);
	}
	cp->dma_first = cp->dma_first && cp->n_dma;
}

static void enter(struct mr500 *r, const struct mr500_cp_dma *d)
{
	struct mr500_cp *cp = r->cp;

	if (cp->dma_abort[d->vid]) {
		mr500_report(
		    r, FL_REFUSE, "CP", "R5xx guide 5.7",
		    "a DMA transfer was started while ABORT_EN of its DMA_xxx_STATUS is set; it was dropped");
		return;
	}
	if (cp->n_dma == MR500_CP_DMA_QUEUE)
		mr500_cp_dma_finish(r); /* The bus stalls, or the stream does. */
	if (cp->n_dma == MR500_CP_DMA_QUEUE) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.14",
			     "the DMA queue is full; the transfer was dropped");
		return;
	}
	cp->dma[cp->n_dma++] = *d;
}

void mr500_cp_dma_start(struct mr500 *r, uint32_t command_offset)
{
	uint32_t src = command_offset - 8, dst = command_offset - 4;

	enter(r, &(struct mr500_cp_dma){.src = r->reg[src / 4],
					.dst = r->reg[dst / 4],
					.command = r->reg[command_offset / 4],
					.vid = command_offset == R500_CP_VID_COMMAND});
}

void mr500_cp_dma_table(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	enter(r, &(struct mr500_cp_dma){.table = value & R500_DMA_GUI_TABLE_ADDR__TABLE_ADDR__MASK,
					.vid = offset == R500_DMA_VID_TABLE_ADDR,
					.by_table = true});
	if (!R500_DMA_GUI_TABLE_ADDR__CP_SYNC__GET(value))
		return;
	r->cp->dma_first = true;
	if (from == MR500_CP)
		mr500_cp_dma_finish(r);
}

void mr500_cp_dma_abort(struct mr500 *r, uint32_t offset, uint32_t value)
{
	struct mr500_cp *cp = r->cp;
	bool vid = offset == R500_DMA_VID_STATUS;
	unsigned n = 0;

	cp->dma_abort[vid] = R500_DMA_GUI_STATUS__ABORT_EN__GET(value);
	for (unsigned i = 0; i < cp->n_dma; i++)
		if (!cp->dma_abort[vid] || cp->dma[i].vid != vid)
			cp->dma[n++] = cp->dma[i];
	cp->n_dma = n;
}

uint32_t mr500_cp_dma_status(const struct mr500 *r, uint32_t offset)
{
	const struct mr500_cp *cp = r->cp;
	bool vid = offset == R500_DMA_VID_STATUS, active = false;

	for (unsigned i = 0; i < cp->n_dma; i++)
		active |= cp->dma[i].vid == vid;
	return R500_DMA_GUI_STATUS__QUEUE_AVAIL(MR500_CP_DMA_QUEUE - cp->n_dma) |
	       R500_DMA_GUI_STATUS__ABORT_EN(cp->dma_abort[vid]) | R500_DMA_GUI_STATUS__ACTIVE(active);
}

void mr500_cp_dma_reset(struct mr500 *r)
{
	r->cp->n_dma = 0;
	r->cp->dma_first = r->cp->dma_abort[0] = r->cp->dma_abort[1] = false;
}
