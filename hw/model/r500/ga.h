/* SPDX-License-Identifier: MIT
 *
 * GA and SU: their registers, decoded to the records of hw/model/raster/setup.h, and the draws of a batch.
 * For GA, RS and VAP alone; the other blocks see only draw.h.
 */
#ifndef HW_MODEL_R500_GA_H
#define HW_MODEL_R500_GA_H

#include "hw/model/r500/chips.h"
#include "hw/model/r500/r500.h"
#include "hw/model/r500/rs.h"
#include "hw/model/r500/sc.h"
#include "hw/model/raster/raster.h"

/* What a wave goes through in the shader: functions of one instruction set. */
struct mr500_shade {
	void (*interpolate)(struct fl_raster_thread *);
	void (*us)(struct fl_raster_thread *);
	void (*fg)(struct fl_raster_thread *);
};

/* GA's part of the chip. */
struct mr500_ga {
	struct fl_raster ras; /* what is gathered */
	struct mr500_shade shade;
	struct fl_arena arena;   /* decoded state of the draws in the batch */
	bool in_memory;          /* pixel programs of the batch read memory while they run */
	uint32_t stale;          /* MR500_DIRTY_* that must be decoded although no register changed */
	struct mr500_draw *draw; /* the last one begun; NULL: none since the arena was emptied */
	uint32_t fmt_1;          /* VAP_OUT_VTX_FMT_1 when draw was decoded */
	float solid[4];          /* what was last written to GA_SOLID_* or GA_FILL_* */
};

const struct fl_raster_setup *mr500_ga_decode(struct mr500 *r, struct fl_arena *a,
					      const struct mr500_rs_state *rs,
					      const struct mr500_vap_out *out);
/* ga_2d.c: struct fl_raster_ops.opening. */
void mr500_ga_look_for_2d(struct fl_raster *ras, const struct fl_raster_area *area);

/* Colors go from GA to RS as FP20 (GA_ROUND_MODE, GA_FILL_*). What its twenty bits are is not published, so
 * it is not modelled: colors are singles. With the 12 bits of mantissa that would be likely, and the
 * truncation that Mesa sets, a flat 0.9 would come out as 229 of 255; nothing says that it does. */
static inline float mr500_bits_float(uint32_t u)
{
	union {
		uint32_t u;
		float f;
	} v = {u};
	return v.f;
}

static inline bool mr500_ga_is_r5xx(const struct mr500 *r)
{
	return r->variant->kind == MR500_KIND_R5XX;
}

#endif
