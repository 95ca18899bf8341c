/* SPDX-License-Identifier: MIT
 *
 * PVS memory: code, constants, user clip planes and point vectors, reached through VAP_PVS_VECTOR_INDX_REG
 * and its two data ports. R5xx guide 7.4.10 and 7.4.11.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/pvs_native.h"
#include "hw/model/r500/chips.h"

#include <stdlib.h>
#include <string.h>

struct mr500_pvs *mr500_pvs_new(void)
{
	struct mr500_pvs *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->regs = aligned_alloc(64, (sizeof(*p->regs) + 63) & ~(size_t)63);
	p->pool_at = calloc(MR500_PVS_CONSTS * 16, sizeof(*p->pool_at));
	if (!p->regs || !p->pool_at) {
		mr500_pvs_free(p);
		return NULL;
	}
	memset(p->regs, 0, sizeof(*p->regs));
	return p;
}

void mr500_pvs_free(struct mr500_pvs *p)
{
	if (!p)
		return;
	mr500_pvs_native_drop(p);
	free(p->regs);
	free(p->pool_at);
	free(p->pool);
	free(p->pool_is);
	free(p->step);
	free(p);
}

/* Where an octword address leads, and the address that follows it. NULL: there is nothing. */
static uint32_t *at(struct mr500 *r, struct mr500_pvs *p, unsigned addr, unsigned *next)
{
	bool old = r->variant && r->variant->kind != MR500_KIND_R5XX;
	unsigned code = old ? MR500_PVS_R300_CODE : MR500_PVS_CODE;
	unsigned konst = old ? MR500_PVS_R300_CONST_START : MR500_PVS_CONST_START;
	unsigned ucp = old ? MR500_PVS_R300_UCP_START : MR500_PVS_UCP_START;

	*next = addr + 1;
	if (addr < code) {
		*next = (addr + 1) % code;
		return p->code[addr];
	}
	if (addr >= konst && addr < ucp) {
		/* There are twice as many addresses as the 256 entries. They wrap, which a program hardly
		 * wants. */
		unsigned i = addr - konst;
		if (i >= MR500_PVS_CONSTS)
			mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.4.11",
				     "PVS constant address %u is past the 256 entries that start at %u", addr,
				     konst);
		*next = addr + 1 < ucp ? addr + 1 : konst;
		return p->konst[i % MR500_PVS_CONSTS];
	}
	if (addr >= ucp && addr < ucp + 8) {
		/* the guide: "back to 1536 from 1542 (NOT 1543)" */
		*next = addr - ucp == MR500_PVS_POINT_VPORT_SCALE ? ucp : addr + 1;
		return p->ucp[addr - ucp];
	}
	return NULL;
}

static void store(struct mr500 *r, struct mr500_pvs *p, unsigned first, const uint32_t *dw, unsigned n)
{
	uint32_t *indx = &r->reg[R500_VAP_PVS_VECTOR_INDX_REG / 4];
	unsigned addr = R500_VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET__GET(*indx), next;
	uint32_t *to = at(r, p, addr, &next);

	if (!to) {
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.4.10",
			     "write to PVS vector memory at octword %u, where there is none", addr);
	} else if (memcmp(to + first, dw, n * 4)) {
		/* Writing the same words again is no change: drivers repeat all state at the start of a
		 * buffer. */
		memcpy(to + first, dw, n * 4);
		if ((size_t)((const uint8_t *)to - (const uint8_t *)p->code) < sizeof(p->code))
			p->code_version++;
		else
			p->const_version++;
	}
	if (first + n == 4)
		*indx = (*indx & ~(uint32_t)R500_VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET__MASK) |
			R500_VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET(next & 2047);
}

void mr500_pvs_write(struct mr500 *r, struct mr500_pvs *p, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case R500_VAP_PVS_VECTOR_INDX_REG:
		if (p->dword128)
			mr500_report(
			    r, FL_WARN, "VAP", "R5xx guide 7.4.10",
			    "%u dwords went to VAP_PVS_VECTOR_DATA_REG_128, which takes four at a time",
			    p->dword128);
		p->dword = p->dword128 = 0;
		break;
	case R500_VAP_PVS_VECTOR_DATA_REG:
		store(r, p, p->dword, &value, 1);
		p->dword = (p->dword + 1) & 3;
		break;
	case R500_VAP_PVS_VECTOR_DATA_REG_128:
		if (mr500_cp_pushed(r)) {
			mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.1",
				     "VAP_PVS_VECTOR_DATA_REG_128 takes whole vectors, and commands that are "
				     "pushed by hand (PIO) write single dwords: use VAP_PVS_VECTOR_DATA_REG; "
				     "dropped");
			break;
		}
		p->octword[p->dword128++] = value;
		if (p->dword128 == 4) {
			store(r, p, 0, p->octword, 4);
			p->dword128 = 0;
		}
		break;
	}
}

/* Reading the 32-bit port steps through the memory as writing does. */
uint32_t mr500_pvs_read(struct mr500 *r, struct mr500_pvs *p)
{
	uint32_t *indx = &r->reg[R500_VAP_PVS_VECTOR_INDX_REG / 4];
	unsigned next, addr = R500_VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET__GET(*indx);
	uint32_t dword = p->dword, *from = at(r, p, addr, &next), value = from ? from[dword] : 0;

	p->dword = (dword + 1) & 3;
	if (p->dword == 0)
		*indx = R500_VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET(next & 2047);
	return value;
}
