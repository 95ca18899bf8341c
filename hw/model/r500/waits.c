/* SPDX-License-Identifier: MIT
 *
 * What a chip waits for that is busy and has nothing to do: said where the host waits for it to be idle. On a
 * card it would look as if it hung.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/e2.h"
#include "hw/model/r500/rbbm.h"

static void packet(struct mr500 *r, const struct mr500_cp *cp)
{
	mr500_report(r, FL_WARN, "CP", "R5xx guide 6",
		     "packet 0x%08x (%s) waits for %u of its %u dwords, and its stream is empty: the chip "
		     "stays busy until they come, or until it is reset",
		     cp->header, mr500_cp_packet_name(cp->header), cp->need_dw - cp->have_dw, cp->need_dw);
}

static void draw(struct mr500 *r, const struct mr500_cp *cp)
{
	mr500_report(
	    r, FL_WARN, "VAP", "R5xx guide 7.7",
	    "a draw (VAP_VF_CNTL = 0x%08x) waits for %llu of its %llu dwords, and the streams are empty: the "
	    "chip stays busy until they come, or until it is reset",
	    cp->draw_vf_cntl, (unsigned long long)(cp->draw_need_dw - cp->draw_have_dw),
	    (unsigned long long)cp->draw_need_dw);
}

static void rectangle(struct mr500 *r, const struct mr500_e2 *e)
{
	const struct mr500_e2_job *j = &e->job[(e->first + e->n - 1) % E2_JOBS];

	mr500_report(
	    r, FL_WARN, "E2", "R5xx guide 6.2.2",
	    "a rectangle of %u x %u pixels waits for %u of its %u dwords of host data: the chip stays "
	    "busy until they come, or until it is reset",
	    j->w, j->h, j->host_want_dw - j->host_dw, j->host_want_dw);
}

static void semaphore(struct mr500 *r, const struct mr500_cp *cp)
{
	mr500_report(r, FL_NOTE, "CP", "R5xx guide 6.2.4.1",
		     "the stream waits for the semaphore at 0x%08x (%s), which is taken", cp->wait_at,
		     cp->wait == MR500_CP_WAIT_MEM ? "memory" : "microengine RAM");
}

static void aperture(struct mr500 *r, const struct mr500_cp_ib *ib, unsigned stream)
{
	mr500_report(r, FL_WARN, "CP", "R5xx guide 5.11",
		     "indirect buffer %u waits for %u of its %u dwords, which come through its aperture",
		     stream, ib->size_dw - ib->at_dw, ib->size_dw);
}

void mr500_tell_waits(struct mr500 *r)
{
	const struct mr500_cp *cp = r->cp;
	unsigned stream = mr500_cp_stream(r);

	if (mr500_in_reset(r, R500_RBBM_SOFT_RESET__SOFT_RESET_CP__MASK))
		mr500_report(
		    r, FL_NOTE, "CP", "R5xx guide 5.8",
		    "commands wait, and the command processor is held in reset: RBBM_SOFT_RESET = 0x%08x",
		    R500_REG(r, RBBM_SOFT_RESET));
	else if (mr500_cp_draw_open(r))
		draw(r, cp);
	else if (cp->in_packet)
		packet(r, cp);
	else if (cp->wait != MR500_CP_RUNS)
		semaphore(r, cp);
	else if (stream != MR500_CP_PRIMARY && cp->ib[stream].pio)
		aperture(r, &cp->ib[stream], stream);
	if (r->e2->filling)
		rectangle(r, r->e2);
}
