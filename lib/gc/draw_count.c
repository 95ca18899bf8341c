/* SPDX-License-Identifier: MIT
 *
 * Counts of samples (GC facts 10). The core adds 64 bits to a place in memory that is known when counting
 * begins: the last of the back end's own, which is cleared first, and copied to where the result is wanted.
 * The resolve engine, and the copier, do both, 16 words at a time.
 */
#include "lib/gc/copy.h"
#include "lib/gc/draw_state.h"

enum { LINE_PX = 16, PX_B = 4, LINE_B = LINE_PX * PX_B, STOP = 0x1df5e76 };
_Static_assert(LINE_B == 4 * FL_GC_OCCLUSION_WORDS && LINE_B == FL_GC_OWN_MIN_B, "a result is a line");

static uint32_t slot(const struct fl_draw *d)
{
	return (uint32_t)d->chip.own_addr + d->chip.own_B - LINE_B;
}

static uint32_t *copy_line(const struct fl_draw *d, uint32_t *p, uint32_t from, uint32_t to)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const struct fl_gc_image source = {.addr = {from, from}, .pitch_B = LINE_B},
				 target = {.addr = {to, to}, .pitch_B = LINE_B};
	const struct fl_gc_box line = {.w = LINE_PX, .h = 1};

	if (info->blt)
		return fl_gc_blt_after(fl_gc_blt_copy(fl_gc_blt_before(p), &source, &target, PX_B, &line));
	return fl_gc_resolve(p, info, &source, &target, PX_B, LINE_PX, 1);
}

static uint32_t *begin(struct fl_draw *d, uint32_t *p)
{
	uint32_t *zeros = fl_gc_tail(d->cs, LINE_B / 4, LINE_B);

	memset(zeros, 0, LINE_B);
	p = copy_line(d, p, (uint32_t)fl_cs_address(d->cs, zeros), slot(d));
	return fl_gc_put(p, GC_GL_OCCLUSION_QUERY_ADDR, slot(d));
}

void fl_gc_draw_count(struct fl_draw *d, bool on, uint64_t result_B)
{
	const uint32_t to = (uint32_t)(d->chip.vram_addr + result_B);
	uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

	if (d->chip.own_B < LINE_B || to % LINE_B) {
		if (!d->code)
			d->code =
			    fl_fail(&d->err, FL_USAGE, "%s: results of counts lie at multiples of %u bytes",
				    fl_gc_info_of(d)->name, (unsigned)LINE_B);
		return;
	}
	fl_gc_new_batch(d);
	if (d->dirty & FL_D_INIT)
		p = fl_gc_draw_init(d, p);
	d->dirty &= ~FL_D_INIT;
	if (on) {
		p = begin(d, p);
	} else {
		p = fl_gc_put(p, GC_GL_OCCLUSION_QUERY_CONTROL, STOP);
		p = copy_line(d, p, slot(d), to);
	}
	fl_cs_done(d->cs, p);
}

/* Their lower words: a frame has fewer samples. */
uint32_t fl_gc_counted(const uint32_t *words, uint32_t n)
{
	return n ? words[0] : 0;
}
