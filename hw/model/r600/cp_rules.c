/* SPDX-License-Identifier: MIT
 *
 * What must have come before a draw, and behind one: errata that drivers know. Facts, R6xx 0, 0.2, 1.1, 9;
 * Mesa r600_state_common.c, r600_state.c (r600_adjust_gprs).
 */
#include "hw/model/r600/cp.h"

#define FIELD(r, reg, field) R600_##reg##__##field##__GET(R600_REG(r, reg))

static bool one_of(const struct mr600 *r, const char *const *names)
{
	for (; *names; names++)
		if (r->variant->chip_bit == mr600_variant(*names)->chip_bit)
			return true;
	return false;
}

/* These say too early that the stream-out unit is done. */
static bool early_done(const struct mr600 *r)
{
	static const char *const chips[] = {"r600", "rv610", "rv630", "rv635", NULL};

	return one_of(r, chips);
}

/* ---- base registers that a packet must follow ---------------------------------------------------- */
static bool bases_told(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;

	if (cp->strmout_bases && r->variant->r7xx) {
		mr600_report(r, FL_REFUSE, "CP", "R6xx facts 1.1",
			     "VGT_STRMOUT_BUFFER_BASE was written (buffers 0x%x), and no STRMOUT_BASE_UPDATE "
			     "followed: R7xx lock up",
			     cp->strmout_bases);
		mr600_cp_hang(r);
		return false;
	}
	if (cp->surface_bases)
		mr600_report(r, FL_WARN, "CP", "R6xx facts 1.1",
			     "base registers were written (0x%x, by the bits of SURFACE_BASE_UPDATE), and no "
			     "SURFACE_BASE_UPDATE followed: on this chip the old bases stay in effect",
			     cp->surface_bases);
	return true;
}

/* ---- how the shaders' resources are shared ------------------------------------------------------------- */
static void check_split(struct mr600 *r)
{
	const struct mr600_variant *v = r->variant;
	unsigned gprs =
	    FIELD(r, SQ_GPR_RESOURCE_MGMT_1, NUM_PS_GPRS) + FIELD(r, SQ_GPR_RESOURCE_MGMT_1, NUM_VS_GPRS) +
	    FIELD(r, SQ_GPR_RESOURCE_MGMT_2, NUM_GS_GPRS) + FIELD(r, SQ_GPR_RESOURCE_MGMT_2, NUM_ES_GPRS) +
	    2 * FIELD(r, SQ_GPR_RESOURCE_MGMT_1, NUM_CLAUSE_TEMP_GPRS);
	unsigned stack = FIELD(r, SQ_STACK_RESOURCE_MGMT_1, NUM_PS_STACK_ENTRIES) +
			 FIELD(r, SQ_STACK_RESOURCE_MGMT_1, NUM_VS_STACK_ENTRIES) +
			 FIELD(r, SQ_STACK_RESOURCE_MGMT_2, NUM_GS_STACK_ENTRIES) +
			 FIELD(r, SQ_STACK_RESOURCE_MGMT_2, NUM_ES_STACK_ENTRIES);
	uint32_t threads = R600_REG(r, SQ_THREAD_RESOURCE_MGMT);

	if (gprs > v->gprs)
		mr600_report(r, FL_WARN, "SQ", "R6xx facts 0.2",
			     "SQ_GPR_RESOURCE_MGMT gives away %u registers (the four stages, and clause "
			     "temporaries twice); this chip has %u",
			     gprs, v->gprs);
	if (stack > v->stack)
		mr600_report(r, FL_WARN, "SQ", "R6xx facts 0.2",
			     "SQ_STACK_RESOURCE_MGMT gives away %u stack entries; this chip has %u", stack,
			     v->stack);
	if (threads & 0x03030303)
		mr600_report(r, FL_WARN, "SQ", "R6xx/R7xx guide 6",
			     "SQ_THREAD_RESOURCE_MGMT = 0x%08x: numbers of threads are multiples of 4",
			     threads);
	if ((threads & 0xff) + (threads >> 8 & 0xff) + (threads >> 16 & 0xff) + (threads >> 24) > v->threads)
		mr600_report(r, FL_WARN, "SQ", "R6xx facts 0.2",
			     "SQ_THREAD_RESOURCE_MGMT = 0x%08x gives away more threads than the %u that this "
			     "chip has",
			     threads, v->threads);
	if (!v->vertex_cache && FIELD(r, SQ_CONFIG, VC_ENABLE))
		mr600_report(r, FL_WARN, "SQ", "R6xx facts 0",
			     "SQ_CONFIG.VC_ENABLE is set, and this chip has no vertex cache: vertices come "
			     "through the texture cache");
}

/* ---- around draws on R6xx ------------------------------------------------------------------------------ */
static void check_r6xx(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;

	if (!cp->ib[cp->at_stream].started_3d)
		mr600_report(r, FL_WARN, "CP", "R6xx facts 0 and 9",
			     "a draw in a command buffer that has no START_3D_CMDBUF: on R6xx each buffer "
			     "that draws begins with one");
	if (cp->drawn && !(cp->ps_flushed && cp->cb_written))
		mr600_report(
		    r, FL_NOTE, "CP", "R6xx facts 9",
		    "a draw that follows another without PS_PARTIAL_FLUSH and a write of any register "
		    "of CB between them: R6xx may deadlock in CB");
	if (cp->idle_due)
		mr600_report(r, FL_WARN, "CP", "R6xx facts 9",
			     "a draw follows one with stream-out or a geometry shader, without WAIT_UNTIL "
			     "3D_IDLE between them: on this chip the first is called done too early");
}

bool mr600_cp_may_draw(struct mr600 *r)
{
	if (!bases_told(r))
		return false;
	if (!r->variant->r7xx)
		check_r6xx(r);
	if (r->dirty & MR600_DIRTY_SQ)
		check_split(r);
	return true;
}

void mr600_cp_drew(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;
	bool late = FIELD(r, VGT_STRMOUT_EN, STREAMOUT) || FIELD(r, VGT_GS_MODE, MODE);

	cp->strmout_flushed = cp->ps_flushed = cp->cb_written = false;
	cp->drawn = true;
	cp->idle_due = late && early_done(r);
}

/* ---- registers that are written together --------------------------------------------------------------- */
/* The guard band: a packet that writes some of the four leaves the others as they were, and the chip takes
 * neither. */
void mr600_cp_check_together(struct mr600 *r, uint32_t first, uint32_t end)
{
	const uint32_t a = R600_PA_CL_GB_VERT_CLIP_ADJ, b = R600_PA_CL_GB_HORZ_DISC_ADJ + 4;

	if (first < b && end > a && (first > a || end < b))
		mr600_report(r, FL_WARN, "PA", "R6xx facts 3.1",
			     "registers 0x%05x to 0x%05x were written: of the guard band's four "
			     "(PA_CL_GB_*_ADJ, from 0x28c0c) all are written together, or none",
			     first, end - 4);
}
