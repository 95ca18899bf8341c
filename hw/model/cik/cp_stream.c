/* SPDX-License-Identifier: MIT
 *
 * A consumer of packets: what it reads (a ring, and indirect buffers that it calls), and how packets are made
 * of that.
 */
#include "hw/model/cik/cp.h"
#include "hw/model/cik/pixels.h"

#include <string.h>

unsigned mcik_pm4_vmid(const struct mcik_pm4 *q)
{
	return q->depth ? q->ib[q->depth - 1].vmid : q->ring_vmid;
}

enum mcik_client mcik_pm4_client(const struct mcik_pm4 *q)
{
	return q->kind == MCIK_ON_MEC ? MCIK_CLIENT_CPC : MCIK_CLIENT_CPG;
}

bool mcik_pm4_read(struct mcik *c, struct mcik_pm4 *q, uint64_t addr, uint32_t *value)
{
	return mcik_vm_read(c, mcik_pm4_vmid(q), addr, value, sizeof(*value), mcik_pm4_client(q));
}

bool mcik_pm4_write(struct mcik *c, struct mcik_pm4 *q, uint64_t addr, uint32_t value)
{
	return mcik_vm_write(c, mcik_pm4_vmid(q), addr, &value, sizeof(value), mcik_pm4_client(q));
}

static uint32_t avail(const struct mcik_pm4 *q)
{
	const struct mcik_ib *ib = &q->ib[q->depth ? q->depth - 1 : 0];

	if (q->depth)
		return ib->size_dw - ib->at_dw;
	return q->ring_dw ? (q->wptr - q->rptr) & (q->ring_dw - 1) : 0;
}

bool mcik_pm4_busy(const struct mcik_pm4 *q)
{
	return q->stuck || q->wait != MCIK_RUNS || q->depth || avail(q);
}

/* n dwords from `from` on behind the read pointer, copied. */
static bool peek(struct mcik *c, const struct mcik_pm4 *q, uint32_t from, uint32_t *to, uint32_t n)
{
	const struct mcik_ib *ib = &q->ib[q->depth ? q->depth - 1 : 0];
	uint32_t at = (q->rptr + from) & (q->ring_dw - 1), first;

	if (q->depth && ib->host) {
		memcpy(to, ib->host + ib->at_dw + from, 4ull * n);
		return true;
	}
	if (q->depth)
		return mcik_vm_read(c, ib->vmid, ib->addr + 4ull * (ib->at_dw + from), to, 4ull * n,
				    MCIK_CLIENT_CPF);
	first = n < q->ring_dw - at ? n : q->ring_dw - at;
	return mcik_vm_read(c, q->ring_vmid, q->ring_addr + 4ull * at, to, 4ull * first, MCIK_CLIENT_CPF) &&
	       mcik_vm_read(c, q->ring_vmid, q->ring_addr, to + first, 4ull * (n - first), MCIK_CLIENT_CPF);
}

/* What was read to its end is left. */
static void take(struct mcik *c, struct mcik_pm4 *q, uint32_t n)
{
	c->cp->budget -= n;
	c->cp->clock += n;
	fl_spend(&c->base, (uint64_t)n * MCIK_CP_DW_WORK, "the commands");
	mcik_pm4_skip(q, n);
}

void mcik_pm4_skip(struct mcik_pm4 *q, uint32_t n)
{
	uint32_t left = avail(q);

	n = n < left ? n : left;
	if (q->depth)
		q->ib[q->depth - 1].at_dw += n;
	else
		q->rptr = (q->rptr + n) & (q->ring_dw - 1);
}

static void leave(struct mcik_pm4 *q)
{
	while (q->depth && !avail(q))
		q->depth--;
}

void mcik_pm4_start_ib(struct mcik *c, struct mcik_pm4 *q, const struct mcik_ib *ib, bool chain)
{
	if (chain && q->depth)
		q->depth--;
	if (q->depth == MCIK_CP_DEPTH) {
		mcik_malformed(c, q, "an indirect buffer that was called by another calls a third");
		return;
	}
	q->ib[q->depth++] = *ib;
}

static void mark(struct mcik_pm4 *q)
{
	const struct mcik_ib *ib = &q->ib[q->depth ? q->depth - 1 : 0];

	q->at_known = true;
	q->at_depth = q->depth;
	q->at_host = q->depth && ib->host;
	q->at_addr = q->depth ? ib->addr : q->ring_addr;
	q->at_dw = q->depth ? ib->at_dw : q->rptr;
}

/* How long the packet is with its header; 0: there is no such thing. */
static uint32_t length(uint32_t header)
{
	enum { ONE_DWORD = 0x3fff }; /* of a NOP: no body */

	switch (CIK_PKT3__TYPE__GET(header)) {
	case 2:
		return 1;
	case CIK_PKT3:
		if (CIK_PKT3__IT_OPCODE__GET(header) == CIK_PKT3_NOP &&
		    CIK_PKT3__COUNT__GET(header) == ONE_DWORD)
			return 1;
		return CIK_PKT3__COUNT__GET(header) + 2;
	}
	return 0;
}

/* Packets that add to what is due at RB; all others may see whether it was done. */
static bool gathers(unsigned opcode)
{
	return opcode == CIK_PKT3_EVENT_WRITE || opcode == CIK_PKT3_EVENT_WRITE_EOP ||
	       opcode == CIK_PKT3_SURFACE_SYNC || opcode == CIK_PKT3_ACQUIRE_MEM;
}

static void execute(struct mcik *c, struct mcik_pm4 *q, uint32_t n)
{
	unsigned opcode = CIK_PKT3__IT_OPCODE__GET(q->header);
	const struct mcik_packet *p = mcik_packet(opcode);
	uint64_t fence_at = q->fence_at;
	bool ok;

	if (opcode == CIK_PKT3_NOP)
		return;
	if (q->predicated && !q->predicate && CIK_PKT3__PREDICATE__GET(q->header))
		return;
	if (!p || !p->fn) {
		mcik_malformed(c, q, p ? "no source tells what it holds" : "there is no such opcode");
		return;
	}
	if (!(p->on & q->kind)) {
		mcik_malformed(c, q, "it belongs to another engine");
		return;
	}
	if (!gathers(opcode))
		mcik_rb_settle(c);
	c->packet_vmid = (uint8_t)mcik_pm4_vmid(q);
	c->packet_forbidden = false;
	ok = n >= p->least && n <= p->most && p->fn(c, q, c->cp->body, n);
	c->packet_vmid = 0;
	q->stuck |= c->packet_forbidden;
	if (!ok) {
		mcik_malformed(c, q, "its length or its contents do not fit its opcode");
		return;
	}
	if (fence_at && q->fence_at == fence_at)
		q->fence_at = 0;
}

bool mcik_pm4_step(struct mcik *c, struct mcik_pm4 *q)
{
	uint32_t n;

	if (q->stuck || !mcik_wait_over(c, q))
		return false;
	leave(q);
	if (!avail(q))
		return false;
	c->cp->turn = q;
	mark(q);
	q->header = 0;
	if (!peek(c, q, 0, &q->header, 1)) {
		mcik_malformed(c, q, "its header cannot be fetched");
		return false;
	}
	n = length(q->header);
	if (!n) {
		mcik_malformed(c, q, "this generation has packets of types 2 and 3 only");
		return false;
	}
	if (n > avail(q)) {
		if (q->depth)
			mcik_malformed(c, q, "the indirect buffer ends inside it");
		return false;
	}
	if (!peek(c, q, 1, c->cp->body, n - 1)) {
		mcik_malformed(c, q, "its body cannot be fetched");
		return false;
	}
	take(c, q, n);
	if (n > 1)
		execute(c, q, n - 1);
	leave(q);
	return true;
}
