/* SPDX-License-Identifier: MIT
 *
 * What a thread draws with.
 */
#ifndef HW_MODEL_RASTER_THREAD_H
#define HW_MODEL_RASTER_THREAD_H

#include "hw/model/chip.h"
#include "hw/model/raster/draw.h"
#include "hw/model/tiles/tile.h"

enum { FL_RASTER_PIPES = 17 }; /* that count, at most 16, and one for what is not counted */

struct fl_raster_thread {
	struct fl_model *model;
	/* The family's own: the registers of its shader for one wave, structures of arrays, and in them the
	 * colors that leave it: out[target][channel][lane]. */
	void *regs;
	float (*out)[4][FL_WAVE_PX];
	/* The program of the wave looked textures up: who does it says so. */
	bool looked_up;
	bool same; /* the colors of all pixels of the wave are those of lane 0; a shader that knows says so */
	struct fl_tile tile;
	struct fl_wave wave;
	uint64_t work_left;               /* taken from the budget in advance */
	uint64_t passed[FL_RASTER_PIPES]; /* samples that passed the depth test, a pipe */
};

/* Units of work that the thread is about to do; false: the budget is used up (chip.h: fl_work()). Whole
 * portions are taken from it, so that work that is counted in one piece or in many takes as much. */
static inline bool fl_raster_work(struct fl_raster_thread *t, uint64_t units)
{
	uint64_t portion, taken;

	if (units <= t->work_left) {
		t->work_left -= units;
		return true;
	}
	portion = fl_work_portion(t->model);
	taken = (units - t->work_left + portion - 1) / portion * portion;
	if (!fl_work(t->model, taken))
		return false;
	t->work_left += taken - units;
	return true;
}

/* For who looks (look.h): the program of the wave is over, and tests follow that are no part of it. */
void fl_raster_look_left(struct fl_raster_thread *t);
static inline void fl_raster_look_here(struct fl_raster_thread *t)
{
	if (__builtin_expect(t->model->look != NULL, 0))
		fl_raster_look_left(t);
}

#endif
