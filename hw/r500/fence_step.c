/* SPDX-License-Identifier: MIT
 *
 * Step: the first fence.
 */
#include "hw/r500/card.h"

enum fl_code r500_fence_step(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	enum fl_code code;
	uint64_t start;

	r500_fence_init(&c->fence, c->up.dev, R500_SCRATCH_FENCE);
	start = fl_now_us(c->up.dev);
	code = r500_fence_sync(&c->fence, &c->ring, 500000, err);
	if (code)
		return code;
	fl_did(&c->up, "fence %u passed after %llu us", c->fence.last,
	       (unsigned long long)(fl_now_us(c->up.dev) - start));
	return FL_OK;
}
