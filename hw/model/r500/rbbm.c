/* SPDX-License-Identifier: MIT
 *
 * RBBM, the register backbone: every access to a register passes here. Rules say which block acts on it;
 * access rights and reserved bits are checked once, here.
 */
#include "hw/model/r500/rbbm.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/mc.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool mr500_rbbm_new(struct mr500 *r)
{
	struct mr500_rbbm *b = calloc(1, sizeof(*b));
	const struct mr500_rule *rules;
	unsigned n;

	r->rbbm = b;
	if (!b)
		return false;
	b->rules = rules = mr500_rules(&n);
	for (unsigned k = 0; k < n; k++)
		if (!rules[k].kinds || rules[k].kinds & 1 << r->variant->kind)
			memset(&b->rule[rules[k].first / 4], (int)k + 1,
			       rules[k].last / 4 - rules[k].first / 4 + 1u);
	mr500_reg_facts(r->variant, b->facts);
	return true;
}

void mr500_rbbm_free(struct mr500 *r)
{
	if (!r->rbbm)
		return;
	fl_reg_told_free(r->rbbm->told, MR500_REGS_B / 4);
	free(r->rbbm);
	r->rbbm = NULL;
}

/* ---- reports ------------------------------------------------------------------------------------------- */
void mr500_report(struct mr500 *r, enum fl_severity severity, const char *block, const char *section,
		  const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fl_model_vreport(&r->base, severity, block, section, fmt, ap);
	va_end(ap);
}

#define report_reg(r, kind, severity, section, offset, ...)                                            \
	fl_model_report_reg(&(r)->base, &(r)->rbbm->told[(offset) / 4].format[kind], severity, "RBBM", \
			    section, offset, __VA_ARGS__)

/* ---- access -------------------------------------------------------------------------------------------- */
static const struct mr500_rule *rule_of(const struct mr500 *r, uint32_t offset)
{
	static const struct mr500_rule nothing = {0, 0, MR500_OWNER_NONE, 0, 0, 0};
	unsigned i = r->rbbm->rule[offset / 4];

	return i ? &r->rbbm->rules[i - 1] : &nothing;
}

/* VAP_VPORT_* answer at two places: guide 11.11. */
static uint32_t canonical(uint32_t offset)
{
	return offset >= 0x2098 && offset <= 0x20ac ? offset - 0x2098 + R500_VAP_VPORT_XSCALE : offset;
}

static void act(struct mr500 *r, const struct mr500_rule *rule, uint32_t offset, uint32_t value,
		enum mr500_from from)
{
	switch ((enum mr500_owner)rule->owner) {
	case MR500_OWNER_NONE:
	case MR500_OWNER_PLAIN:
		break;
	case MR500_OWNER_RBBM:
		mr500_rbbm_write(r, offset, value, from);
		break;
	case MR500_OWNER_MC:
		mr500_mc_write(r, offset, value, from);
		break;
	case MR500_OWNER_CP:
		mr500_cp_write(r, offset, value, from);
		break;
	case MR500_OWNER_E2:
		if (R500_REG(r, ISYNC_CNTL) & R500_ISYNC_CNTL__ISYNC_ANY2D_IDLE3D__MASK && from == MR500_CP &&
		    mr500_ga_busy(r))
			mr500_ga_finish(r);
		mr500_e2_write(r, offset, value, from);
		break;
	case MR500_OWNER_VAP:
		mr500_vap_write(r, offset, value, from);
		break;
	case MR500_OWNER_GA:
		mr500_ga_write(r, offset, value, from);
		break;
	case MR500_OWNER_US:
		mr500_us_write(r, offset, value, from);
		break;
	case MR500_OWNER_TX:
		mr500_tx_write(r, offset, value, from);
		break;
	case MR500_OWNER_RB:
		mr500_rb_write(r, offset, value, from);
		if (offset == R500_RB3D_DSTCACHE_CTLSTAT &&
		    value & R500_RB3D_DSTCACHE_CTLSTAT__DC_FINISH__MASK) {
			mr500_rb_settle(r);
			mr500_cp_sync_pulse(r);
		}
		break;
	case MR500_OWNER_DC:
		fl_dc_write(&r->dc, offset);
		break;
	}
}

void mr500_reg_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	const struct mr500_rule *rule;
	uint32_t writable;

	if (offset >= MR500_REGS_B)
		return;
	offset = canonical(offset & ~3u);
	rule = rule_of(r, offset);
	writable = r->rbbm->facts[offset / 4].known ? r->rbbm->facts[offset / 4].write : UINT32_MAX;
	if (from == MR500_CP && rule->flags & MR500_RULE_HOST_ONLY) {
		report_reg(r, FL_REG_OTHER, FL_WARN, "Linux radeon r300.c", offset,
			   "written by the command stream (0x%08x), but only the host reaches it; ignored",
			   value);
		return;
	}
	if (from == MR500_HOST && rule->flags & MR500_RULE_QUEUED && r->variant->kind == MR500_KIND_R5XX) {
		report_reg(r, FL_REG_OTHER, FL_REFUSE, "R5xx guide 10.1.14", offset,
			   "written by the host (0x%08x), but only a command stream can: requests of the "
			   "host are not queued on R5xx; send a type-0 packet",
			   value);
		return;
	}
	/* Drivers write all ones for "no limit", whatever the width (Mesa: SC_CLIP_0_B): that is not a
	 * mistake. */
	if (value & ~writable) {
		if (!writable)
			report_reg(r, FL_REG_READ_ONLY, FL_WARN, "R5xx guide 11", offset,
				   "read only; 0x%08x was written", value);
		else if (value != UINT32_MAX)
			report_reg(r, FL_REG_RESERVED, FL_WARN, "R5xx guide 11", offset,
				   "0x%08x was written; the bits 0x%08x of it are reserved", value,
				   value & ~writable);
		if (!writable)
			return;
		value &= writable;
	}
	if (!r->rbbm->facts[offset / 4].known) {
		report_reg(r, FL_REG_OTHER, FL_WARN, "R5xx guide 11", offset,
			   "no such register is known; 0x%08x was written", value);
		if (rule->owner == MR500_OWNER_NONE)
			return;
	}
	if (rule->dirty && (r->reg[offset / 4] != value || rule->flags & MR500_RULE_PORT))
		r->dirty |= rule->dirty;
	if (rule->flags & MR500_RULE_PORT && offset != R500_RB3D_DSTCACHE_CTLSTAT &&
	    offset != R500_ZB_ZCACHE_CTLSTAT)
		mr500_rb_settle(r);
	r->reg[offset / 4] = value;
	act(r, rule, offset, value, from);
}

uint32_t mr500_reg_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	const struct mr500_rule *rule;

	if (offset >= MR500_REGS_B)
		return UINT32_MAX;
	offset = canonical(offset & ~3u);
	rule = rule_of(r, offset);
	if (!r->rbbm->facts[offset / 4].known)
		report_reg(r, FL_REG_OTHER, FL_WARN, "R5xx guide 11", offset,
			   "no such register is known; reading what does not exist can hang the machine");
	switch ((enum mr500_owner)rule->owner) {
	case MR500_OWNER_RBBM:
		return mr500_rbbm_read(r, offset, from);
	case MR500_OWNER_MC:
		return mr500_mc_read(r, offset, from);
	case MR500_OWNER_CP:
		return mr500_cp_read(r, offset, from);
	case MR500_OWNER_E2:
		return mr500_e2_read(r, offset, from);
	case MR500_OWNER_VAP:
		return mr500_vap_read(r, offset, from);
	case MR500_OWNER_GA:
		return mr500_ga_read(r, offset, from);
	case MR500_OWNER_US:
		return mr500_us_read(r, offset, from);
	case MR500_OWNER_TX:
		return mr500_tx_read(r, offset, from);
	case MR500_OWNER_RB:
		return mr500_rb_read(r, offset, from);
	case MR500_OWNER_DC:
		return fl_dc_read(&r->dc, offset);
	case MR500_OWNER_NONE:
	case MR500_OWNER_PLAIN:
		break;
	}
	return r->reg[offset / 4];
}

/* ---- RBBM's own registers ------------------------------------------------------------------------------ */
/* MM_INDEX bit 31 selects VRAM (through HDP), else the register at that offset. */
static uint32_t mm_read(struct mr500 *r, enum mr500_from from)
{
	uint32_t at = R500_REG(r, MM_INDEX), v;

	if (at & 1u << 31) {
		mr500_hdp_read(&r->base, at & 0x7ffffffc, &v, 4);
		return v;
	}
	at &= MR500_REGS_B - 4;
	return at <= R500_MM_DATA ? r->reg[at / 4] : mr500_reg_read(r, at, from);
}

static void mm_write(struct mr500 *r, uint32_t value, enum mr500_from from)
{
	uint32_t at = R500_REG(r, MM_INDEX);

	if (at & 1u << 31) {
		mr500_hdp_write(&r->base, at & 0x7ffffffc, &value, 4);
		return;
	}
	at &= MR500_REGS_B - 4;
	if (at > R500_MM_DATA)
		mr500_reg_write(r, at, value, from);
}

void mr500_rbbm_raise(struct mr500 *r, uint32_t gen_int_status)
{
	r->rbbm->int_status |= gen_int_status;
}

bool mr500_rbbm_irq(const struct mr500 *r)
{
	return r->rbbm->int_status & R500_REG(r, GEN_INT_CNTL);
}

uint32_t mr500_rbbm_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	switch (offset) {
	case R500_MM_DATA:
		return mm_read(r, from);
	case R500_RBBM_STATUS:
		return mr500_rbbm_status(r);
	case R500_GEN_INT_STATUS:
		return r->rbbm->int_status;
	case R500_GA_IDLE:
		return r->rbbm->ga_idle;
	case R500_GENMO_RD: /* the byte at 0x3c2 */
		return R500_REG(r, GENMO_WT) >> 16 & 0xff;
	}
	return r->reg[offset / 4];
}

void mr500_rbbm_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	switch (offset) {
	case R500_MM_DATA:
		mm_write(r, value, from);
		break;
	case R500_GEN_INT_STATUS:
		if (value & R500_GEN_INT_STATUS__SW_INT_FIRE__MASK)
			r->rbbm->int_status |= R500_GEN_INT_STATUS__SW_INT_TEST__MASK;
		r->rbbm->int_status &= ~(value & ~R500_GEN_INT_STATUS__SW_INT_FIRE__MASK);
		r->reg[offset / 4] =
		    /* A write of a byte is completed from this value, and must acknowledge nothing else. */
		    0;
		break;
	case R500_RBBM_SOFT_RESET:
		mr500_soft_reset(r, value);
		break;
	case R500_GB_TILE_CONFIG:
	case R500_GB_PIPE_SELECT:
	case R500_GA_SOFT_RESET:
	case R500_GA_IDLE:
		mr500_pipes_write(r, offset, value, from);
		break;
	}
}
