/* SPDX-License-Identifier: MIT
 *
 * A core that hangs is made to go on, as Linux's etnaviv_gpu_recover_hang() does (GC facts 2.7): reset, set
 * up, and its tables once more, if there were any. What it had to do is lost, and its ring stands until it
 * is started again.
 */
#include "hw/gc/card.h"

enum fl_code gc_recover(struct gc_card *c, struct fl_err *err)
{
	const bool tables = c->mmu.on;
	unsigned rounds;
	enum fl_code code = gc_reset_now(c, &rounds, err);

	c->ring.running = false;
	c->events = 0;
	if (!code)
		code = gc_setup(&c->up, err);
	if (!code)
		code = gc_window(&c->up, err);
	return code || !tables ? code : gc_mmu_step(&c->up, err);
}
