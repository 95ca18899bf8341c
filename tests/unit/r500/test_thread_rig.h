/* SPDX-License-Identifier: MIT
 *
 * A thread that draws, for tests that call what it calls: zeroed, with a register block of the fragment
 * shader.
 */
#ifndef TESTS_UNIT_R500_TEST_THREAD_RIG_H
#define TESTS_UNIT_R500_TEST_THREAD_RIG_H

#include <stdlib.h>
#include <string.h>

#include "hw/model/r500/r500.h"

static inline void *rig_zeroed(size_t size_B)
{
	void *p = aligned_alloc(64, (size_B + 63) & ~(size_t)63);

	return p ? memset(p, 0, size_B) : NULL;
}

static inline void rig_thread_init(struct fl_raster_thread *t, struct mr500 *r)
{
	t->model = &r->base;
	t->regs = rig_zeroed(sizeof(struct mr500_px));
	t->out = mr500_px_of(t)->out;
}

static inline struct fl_raster_thread *rig_thread_new(struct mr500 *r)
{
	struct fl_raster_thread *t = rig_zeroed(sizeof(*t));

	rig_thread_init(t, r);
	return t;
}

static inline void rig_thread_delete(struct fl_raster_thread *t)
{
	free(t->regs);
	free(t);
}

#endif
