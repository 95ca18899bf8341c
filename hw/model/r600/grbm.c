/* SPDX-License-Identifier: MIT
 *
 * GRBM and SRBM, the register backbones: every access to a register passes here. Rules say which block acts
 * on it; access rights and reserved bits are checked once, here.
 */
#include "hw/model/r600/grbm.h"
#include "hw/model/r600/ih.h"
#include "hw/model/r600/mc.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool mr600_grbm_new(struct mr600 *r)
{
	struct mr600_grbm *b = calloc(1, sizeof(*b));
	const struct mr600_rule *rules;
	unsigned n;

	r->grbm = b;
	if (!b)
		return false;
	b->rules = rules = mr600_rules(&n);
	for (unsigned k = 0; k < n; k++)
		memset(&b->rule[rules[k].first / 4], (int)k + 1, rules[k].last / 4 - rules[k].first / 4 + 1u);
	mr600_reg_facts(r->variant, b->facts);
	return true;
}

void mr600_grbm_free(struct mr600 *r)
{
	if (!r->grbm)
		return;
	fl_reg_told_free(r->grbm->told, MR600_REGS_B / 4);
	free(r->grbm);
	r->grbm = NULL;
}

/* ---- reports ------------------------------------------------------------------------------------------- */
void mr600_report(struct mr600 *r, enum fl_severity severity, const char *block, const char *section,
		  const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fl_model_vreport(&r->base, severity, block, section, fmt, ap);
	va_end(ap);
}

#define report_reg(r, severity, section, offset, ...)                                                  \
	fl_model_report_reg(&(r)->base, &(r)->grbm->told[(offset) / 4].format[FL_REG_OTHER], severity, \
			    "GRBM", section, offset, __VA_ARGS__)

/* ---- access -------------------------------------------------------------------------------------------- */
static const struct mr600_rule *rule_of(const struct mr600 *r, uint32_t offset)
{
	static const struct mr600_rule nothing = {0, 0, MR600_OWNER_NONE, 0, 0};
	unsigned i = r->grbm->rule[offset / 4];

	return i ? &r->grbm->rules[i - 1] : &nothing;
}

static void act(struct mr600 *r, enum mr600_owner owner, uint32_t offset, uint32_t value,
		enum mr600_from from)
{
	switch (owner) {
	case MR600_OWNER_NONE:
	case MR600_OWNER_PLAIN:
		break;
	case MR600_OWNER_GRBM:
		mr600_grbm_write(r, offset, value, from);
		break;
	case MR600_OWNER_MC:
		mr600_mc_write(r, offset, value, from);
		break;
	case MR600_OWNER_CP:
		mr600_cp_write(r, offset, value, from);
		break;
	case MR600_OWNER_DMA:
		mr600_dma_write(r, offset, value, from);
		break;
	case MR600_OWNER_IH:
		mr600_ih_write(r, offset, value, from);
		break;
	case MR600_OWNER_VGT:
		mr600_vgt_write(r, offset, value, from);
		break;
	case MR600_OWNER_SQ:
		mr600_sq_write(r, offset, value, from);
		break;
	case MR600_OWNER_RB:
		mr600_rb_write(r, offset, value, from);
		break;
	case MR600_OWNER_DC:
		fl_dc_write(&r->dc, offset);
		break;
	}
}

/* What of the value is stored; false: nothing is, and nothing happens. */
static bool allowed(struct mr600 *r, const struct mr600_rule *rule, uint32_t offset, uint32_t *value,
		    enum mr600_from from)
{
	enum fl_reg_fate fate;

	if (from == MR600_CP && rule->flags & MR600_RULE_HOST_ONLY) {
		report_reg(r, FL_WARN, "Linux radeon r600_cs.c", offset,
			   "written by the command stream (0x%08x), but only the host reaches it; ignored",
			   *value);
		return false;
	}
	fate = fl_reg_check(&r->base, &r->grbm->told[offset / 4], &r->grbm->facts[offset / 4], "GRBM", offset,
			    value);
	return fate == FL_REG_STORED || (fate == FL_REG_UNKNOWN && rule->owner != MR600_OWNER_NONE);
}

void mr600_reg_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
	const struct mr600_rule *rule;

	offset &= ~3u;
	if (offset >= MR600_REGS_B)
		return;
	rule = rule_of(r, offset);
	if (!allowed(r, rule, offset, &value, from))
		return;
	if (r->reg[offset / 4] != value && rule->flags & MR600_RULE_DRAWN && mr600_drawing(r)) {
		report_reg(r, FL_WARN, "R6xx facts 0.2, 1.2", offset,
			   "changed to 0x%08x while draws are under way: there is one copy of it, which they "
			   "use; let the engine become idle first (WAIT_UNTIL 3D_IDLE)",
			   value);
		mr600_finish(r);
	}
	if (rule->dirty && (r->reg[offset / 4] != value || rule->flags & MR600_RULE_PORT))
		r->dirty |= rule->dirty;
	r->reg[offset / 4] = value;
	act(r, rule->owner, offset, value, from);
}

uint32_t mr600_reg_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	const struct mr600_rule *rule;

	offset &= ~3u;
	if (offset >= MR600_REGS_B)
		return UINT32_MAX;
	rule = rule_of(r, offset);
	if (!r->grbm->facts[offset / 4].known)
		fl_reg_unknown_read(&r->base, &r->grbm->told[offset / 4], "GRBM", offset);
	switch ((enum mr600_owner)rule->owner) {
	case MR600_OWNER_GRBM:
		return mr600_grbm_read(r, offset, from);
	case MR600_OWNER_MC:
		return mr600_mc_read(r, offset, from);
	case MR600_OWNER_CP:
		return mr600_cp_read(r, offset, from);
	case MR600_OWNER_DMA:
		return mr600_dma_read(r, offset, from);
	case MR600_OWNER_IH:
		return mr600_ih_read(r, offset, from);
	case MR600_OWNER_VGT:
		return mr600_vgt_read(r, offset, from);
	case MR600_OWNER_SQ:
		return mr600_sq_read(r, offset, from);
	case MR600_OWNER_RB:
		return mr600_rb_read(r, offset, from);
	case MR600_OWNER_DC:
		return fl_dc_read(&r->dc, offset);
	case MR600_OWNER_NONE:
	case MR600_OWNER_PLAIN:
		break;
	}
	return r->reg[offset / 4];
}

/* ---- GRBM's own registers ------------------------------------------------------------------------------ */
/* MM_INDEX bit 31 selects VRAM (through HDP), else the register at that offset: those beyond the BAR are
 * reached so. */
static uint32_t mm_read(struct mr600 *r, enum mr600_from from)
{
	uint32_t at = R600_REG(r, MM_INDEX), v;

	if (at & 1u << 31) {
		mr600_hdp_read(&r->base, at & 0x7ffffffc, &v, 4);
		return v;
	}
	return at <= R600_MM_DATA ? r->reg[at / 4] : mr600_reg_read(r, at, from);
}

static void mm_write(struct mr600 *r, uint32_t value, enum mr600_from from)
{
	uint32_t at = R600_REG(r, MM_INDEX);

	if (at & 1u << 31)
		mr600_hdp_write(&r->base, at & 0x7ffffffc, &value, 4);
	else if (at > R600_MM_DATA)
		mr600_reg_write(r, at, value, from);
}

uint32_t mr600_grbm_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	switch (offset) {
	case R600_MM_DATA:
		return mm_read(r, from);
	case R600_GRBM_STATUS:
		return mr600_grbm_status(r);
	case R600_GRBM_STATUS2:
		return mr600_grbm_status2(r);
	case R600_SRBM_STATUS:
		return mr600_srbm_status(r);
	}
	return r->reg[offset / 4];
}

void mr600_grbm_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
	switch (offset) {
	case R600_MM_DATA:
		mm_write(r, value, from);
		break;
	case R600_GRBM_SOFT_RESET:
		mr600_soft_reset(r, value);
		break;
	case R600_SRBM_SOFT_RESET:
		mr600_srbm_soft_reset(r, value);
		break;
	}
}
