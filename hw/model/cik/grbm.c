/* SPDX-License-Identifier: MIT
 *
 * GRBM and SRBM, the register backbones: every access to a register passes here. Rules say which block acts
 * on it and which of its copies an access reaches; access rights are checked once, here.
 */
#include "hw/model/cik/grbm.h"
#include "hw/model/cik/mc.h"
#include "hw/model/cik/sdma.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static unsigned banks(enum mcik_bank kind)
{
	static const uint8_t n[] = {0, MCIK_SES, MCIK_VMIDS, MCIK_ALL_PIPES, MCIK_ALL_QUEUES};

	return n[kind];
}

static unsigned dwords(const struct mcik_rule *rule)
{
	return (rule->last - rule->first) / 4 + 1;
}

bool mcik_grbm_new(struct mcik *c)
{
	struct mcik_grbm *b = calloc(1, sizeof(*b));
	unsigned used = 0;

	c->grbm = b;
	if (!b)
		return false;
	b->rules = mcik_rules(&b->n_rules);
	for (unsigned k = 0; k < b->n_rules; k++) {
		const struct mcik_rule *rule = &b->rules[k];

		memset(&b->rule[rule->first / 4], (int)k + 1, dwords(rule));
		b->banked_at[k] = used;
		used += banks(rule->bank) * dwords(rule);
	}
	mcik_reg_facts(c->variant, b->facts);
	return used <= MCIK_BANKED_DW && b->n_rules <= MCIK_MAX_RULES;
}

void mcik_grbm_free(struct mcik *c)
{
	if (c->grbm)
		fl_reg_told_free(c->grbm->told, MCIK_REGS_B / 4);
	free(c->grbm);
	c->grbm = NULL;
}

/* Power-on: all registers, and all copies of those that have several. */
void mcik_grbm_reset(struct mcik *c)
{
	struct mcik_grbm *b = c->grbm;

	for (unsigned i = 0; i < MCIK_REGS_B / 4; i++)
		c->reg[i] = b->facts[i].reset;
	for (unsigned k = 0; k < b->n_rules; k++)
		for (unsigned i = 0; i < banks(b->rules[k].bank); i++)
			for (uint32_t at = b->rules[k].first; at <= b->rules[k].last; at += 4)
				*mcik_banked(c, at, i) = b->facts[at / 4].reset;
	CIK_REG(c, GRBM_GFX_INDEX) = CIK_GRBM_GFX_INDEX__SE_BROADCAST_WRITES__MASK |
				     CIK_GRBM_GFX_INDEX__SH_BROADCAST_WRITES__MASK |
				     CIK_GRBM_GFX_INDEX__INSTANCE_BROADCAST_WRITES__MASK;
	c->dirty = MCIK_DIRTY_ALL;
}

/* ---- reports ------------------------------------------------------------------------------------------- */
void mcik_report(struct mcik *c, enum fl_severity severity, const char *block, const char *section,
		 const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fl_model_vreport(&c->base, severity, block, section, fmt, ap);
	va_end(ap);
}

/* ---- copies -------------------------------------------------------------------------------------------- */
static const struct mcik_rule *rule_of(const struct mcik *c, uint32_t offset)
{
	static const struct mcik_rule nothing;
	unsigned i = c->grbm->rule[offset / 4];

	return i ? &c->grbm->rules[i - 1] : &nothing;
}

uint32_t *mcik_banked(struct mcik *c, uint32_t offset, unsigned i)
{
	const struct mcik_rule *rule = rule_of(c, offset);

	return &c->grbm->banked[c->grbm->banked_at[rule - c->grbm->rules] + i * dwords(rule) +
				(offset - rule->first) / 4];
}

unsigned mcik_selected_pipe(const struct mcik *c)
{
	uint32_t v = CIK_REG(c, SRBM_GFX_CNTL);

	return CIK_SRBM_GFX_CNTL__MEID__GET(v) * MCIK_PIPES + CIK_SRBM_GFX_CNTL__PIPEID__GET(v);
}

unsigned mcik_selected_queue(const struct mcik *c)
{
	return mcik_selected_pipe(c) * MCIK_QUEUES +
	       CIK_SRBM_GFX_CNTL__QUEUEID__GET(CIK_REG(c, SRBM_GFX_CNTL));
}

/* The copies that an access reaches: from *first to *last; a read takes the first. False: none. */
static bool selected(struct mcik *c, enum mcik_bank kind, unsigned *first, unsigned *last)
{
	uint32_t index = CIK_REG(c, GRBM_GFX_INDEX);

	*first = *last = 0;
	switch (kind) {
	case MCIK_BANK_NONE:
		break;
	case MCIK_BANK_SE:
		if (index & CIK_GRBM_GFX_INDEX__SE_BROADCAST_WRITES__MASK) {
			*last = c->variant->ses - 1u;
			break;
		}
		*first = *last = CIK_GRBM_GFX_INDEX__SE_INDEX__GET(index);
		if (*first < c->variant->ses && (index & CIK_GRBM_GFX_INDEX__SH_BROADCAST_WRITES__MASK ||
						 !CIK_GRBM_GFX_INDEX__SH_INDEX__GET(index)))
			break;
		mcik_report(c, FL_WARN, "GRBM", "CIK facts 0",
			    "GRBM_GFX_INDEX 0x%08x selects a shader engine or array that this chip does not "
			    "have: it has %u engines, of one array each",
			    index, c->variant->ses);
		return false;
	case MCIK_BANK_VMID:
		*first = *last = CIK_SRBM_GFX_CNTL__VMID__GET(CIK_REG(c, SRBM_GFX_CNTL));
		break;
	case MCIK_BANK_PIPE:
		*first = *last = mcik_selected_pipe(c);
		break;
	case MCIK_BANK_QUEUE:
		*first = *last = mcik_selected_queue(c);
		break;
	}
	return true;
}

/* ---- access -------------------------------------------------------------------------------------------- */
static bool allowed(struct mcik *c, const struct mcik_rule *rule, uint32_t offset, uint32_t *value,
		    enum mcik_from from)
{
	struct mcik_grbm *b = c->grbm;
	enum fl_reg_fate fate;

	if (from == MCIK_CP && rule->flags & MCIK_RULE_HOST_ONLY) {
		fl_model_report_reg(
		    &c->base, &b->told[offset / 4].format[FL_REG_OTHER], FL_WARN, "GRBM", "Linux cik.c",
		    offset, "a packet writes it (0x%08x), but only the host reaches it; ignored", *value);
		return false;
	}
	fate = fl_reg_check(&c->base, &b->told[offset / 4], &b->facts[offset / 4], "GRBM", offset, value);
	return fate == FL_REG_STORED || (fate == FL_REG_UNKNOWN && rule->owner);
}

/* Linux leaves streams of clients as they are (cik_ib_parse): the chip lets them write what they draw with,
 * and for the rest there is an interrupt of privileged accesses (cik_irq_process, 184), upon which Linux
 * resets. */
static bool privileged(const struct mcik *c, uint32_t offset)
{
	static const struct {
		uint32_t first, end;
	} free[] = {{0xb000, 0xc000}, {0x28000, 0x29000}, {0x30000, 0x31000}}; /* CIK facts 1.1 */
	bool is = c->packet_vmid;

	for (unsigned i = 0; i < sizeof(free) / sizeof(free[0]); i++)
		is &= offset < free[i].first || offset >= free[i].end;
	return is;
}

void mcik_reg_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	const struct mcik_rule *rule;
	unsigned first, last;
	bool changes = false;

	offset &= ~3u;
	if (offset >= MCIK_REGS_B)
		return;
	if (from == MCIK_CP && privileged(c, offset)) {
		mcik_report(c, FL_REFUSE, "GRBM", "Linux cik_irq_process",
			    "a stream of VMID %u writes register 0x%05x, which is the kernel's: it may write "
			    "those of the SH, context and user config spaces (CIK facts 1.1); it hangs here",
			    c->packet_vmid, offset);
		c->packet_forbidden = true;
		return;
	}
	rule = rule_of(c, offset);
	if (!allowed(c, rule, offset, &value, from) || !selected(c, rule->bank, &first, &last))
		return;
	for (unsigned i = first; i <= last; i++) {
		uint32_t *slot = rule->bank ? mcik_banked(c, offset, i) : &c->reg[offset / 4];

		changes |= *slot != value;
		*slot = value;
	}
	if (changes || rule->flags & MCIK_RULE_PORT)
		c->dirty |= rule->dirty;
	if (rule->owner && rule->owner->write)
		rule->owner->write(c, offset, value, from);
}

uint32_t mcik_reg_read(struct mcik *c, uint32_t offset, enum mcik_from from)
{
	const struct mcik_rule *rule;
	unsigned first, last;
	uint32_t stored;

	offset &= ~3u;
	if (offset >= MCIK_REGS_B)
		return UINT32_MAX;
	rule = rule_of(c, offset);
	if (!c->grbm->facts[offset / 4].known)
		fl_reg_unknown_read(&c->base, &c->grbm->told[offset / 4], "GRBM", offset);
	if (!selected(c, rule->bank, &first, &last))
		return 0;
	stored = rule->bank ? *mcik_banked(c, offset, first) : c->reg[offset / 4];
	return rule->owner && rule->owner->read ? rule->owner->read(c, offset, stored) : stored;
}

/* ---- GRBM's own registers ------------------------------------------------------------------------------ */
/* MM_INDEX bit 31 selects VRAM (through HDP), else the register at that offset. */
static uint32_t mm_read(struct mcik *c)
{
	uint32_t at = CIK_REG(c, MM_INDEX), v;

	if (at & CIK_MM_INDEX__MM_APER__MASK) {
		mcik_hdp_read(&c->base, CIK_MM_INDEX__MM_OFFSET__GET(at) & ~3u, &v, 4);
		return v;
	}
	return at <= CIK_MM_DATA ? c->reg[at / 4] : mcik_reg_read(c, at, MCIK_HOST);
}

static void mm_write(struct mcik *c, uint32_t value)
{
	uint32_t at = CIK_REG(c, MM_INDEX);

	if (at & CIK_MM_INDEX__MM_APER__MASK)
		mcik_hdp_write(&c->base, CIK_MM_INDEX__MM_OFFSET__GET(at) & ~3u, &value, 4);
	else if (at > CIK_MM_DATA)
		mcik_reg_write(c, at, value, MCIK_HOST);
}

static uint32_t grbm_read(struct mcik *c, uint32_t offset, uint32_t stored)
{
	switch (offset) {
	case CIK_MM_DATA:
		return mm_read(c);
	case CIK_GRBM_STATUS:
		return mcik_grbm_status(c);
	case CIK_SRBM_STATUS:
		return c->mc->never_idle ? CIK_SRBM_STATUS__MCB_BUSY__MASK : 0;
	case CIK_SRBM_STATUS2:
		return CIK_SRBM_STATUS2__SDMA_BUSY(mcik_sdma_busy(c, 0)) |
		       CIK_SRBM_STATUS2__SDMA1_BUSY(mcik_sdma_busy(c, 1));
	}
	return stored;
}

static void grbm_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	switch (offset) {
	case CIK_MM_DATA:
		mm_write(c, value);
		break;
	case CIK_GRBM_SOFT_RESET:
		mcik_soft_reset(c, value);
		break;
	case CIK_SRBM_SOFT_RESET:
		mcik_srbm_soft_reset(c, value);
		break;
	}
}

const struct mcik_owner mcik_grbm_owner = {grbm_write, grbm_read};
