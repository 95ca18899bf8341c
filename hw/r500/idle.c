/* SPDX-License-Identifier: MIT
 *
 * Idle, or who is busy; see idle.h.
 */
#include "hw/r500/idle.h"
#include "hw/fl_fmt.h"
#include "hw/regs/r500.h"

static const struct {
	uint8_t bit;
	char name[16];
} busy_bits[] = {
    {R500_RBBM_STATUS__GUI_ACTIVE__SHIFT, "GUI_ACTIVE"},
    {R500_RBBM_STATUS__CP_CMDSTRM_BUSY__SHIFT, "CP_CMDSTRM_BUSY"},
    {R500_RBBM_STATUS__VAP_VF_BUSY__SHIFT, "VAP_VF_BUSY"},
    {R500_RBBM_STATUS__VAP_BUSY__SHIFT, "VAP_BUSY"},
    {R500_RBBM_STATUS__GA_BUSY__SHIFT, "GA_BUSY"},
    {R500_RBBM_STATUS__RE_BUSY__SHIFT, "RE_BUSY"},
    {R500_RBBM_STATUS__TAM_BUSY__SHIFT, "TAM_BUSY"},
    {R500_RBBM_STATUS__TDM_BUSY__SHIFT, "TDM_BUSY"},
    {R500_RBBM_STATUS__TIM_BUSY__SHIFT, "TIM_BUSY"},
    {R500_RBBM_STATUS__PB_BUSY__SHIFT, "PB_BUSY"},
    {R500_RBBM_STATUS__RB3D_BUSY__SHIFT, "RB3D_BUSY"},
    {R500_RBBM_STATUS__E2_BUSY__SHIFT, "E2_BUSY"},
    {R500_RBBM_STATUS__RB2D_BUSY__SHIFT, "RB2D_BUSY"},
    {R500_RBBM_STATUS__CBA2D_BUSY__SHIFT, "CBA2D_BUSY"},
    {R500_RBBM_STATUS__ENG_EV_BUSY__SHIFT, "ENG_EV_BUSY"},
    {R500_RBBM_STATUS__CF_PIPE_BUSY__SHIFT, "CF_PIPE_BUSY"},
    {R500_RBBM_STATUS__RBBM_HIBUSY__SHIFT, "RBBM_HIBUSY"},
    {R500_RBBM_STATUS__SKID_CFBUSY__SHIFT, "SKID_CFBUSY"},
};

int r500_status_text(char *out, size_t size, uint32_t status)
{
	int n = 0;

	if (status == 0xffffffff)
		return fl_format(out, size, "no answer: all ones");
	if (size)
		out[0] = 0;
	for (unsigned i = 0; i < sizeof(busy_bits) / sizeof(*busy_bits); i++)
		if (status >> busy_bits[i].bit & 1)
			n += fl_format(out + ((size_t)n < size ? (size_t)n : size),
				       (size_t)n < size ? size - n : 0, "%s%s", n ? " " : "",
				       busy_bits[i].name);
	return n ? n : fl_format(out, size, "idle");
}

enum fl_code r500_explain_state(struct fl_dev *d, enum fl_code code, struct fl_err *err)
{
	uint32_t status = fl_read32(d, R500_RBBM_STATUS);
	char text[160];

	r500_status_text(text, sizeof(text), status);
	return fl_fail_more(err, code, "; RBBM_STATUS 0x%08x (%s), CP_STAT 0x%08x", status, text,
			    fl_read32(d, R500_CP_STAT));
}

enum fl_code r500_idle_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	if (fl_read32(d, R500_RBBM_STATUS) == 0xffffffff)
		return fl_fail(err, FL_FAILED, "RBBM_STATUS reads all ones: the card does not answer");
	if (fl_poll32_least(d, R500_RBBM_STATUS, R500_RBBM_STATUS__CMDFIFO_AVAIL__MASK, 64, timeout_us,
			    "register FIFO drains", "RBBM_STATUS", err) ||
	    fl_poll32(d, R500_RBBM_STATUS, R500_RBBM_STATUS__GUI_ACTIVE__MASK, 0, timeout_us, "GUI idle",
		      "RBBM_STATUS", err))
		return r500_explain_state(d, FL_TIMEOUT, err);
	return FL_OK;
}
