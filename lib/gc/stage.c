/* SPDX-License-Identifier: MIT
 *
 * The stage on Vivante's cores: 3D, and 2D by what a core has for it. Commands, and what goes with them, lie
 * in memory that the bus gave, pictures in that which the board reserves; to the core it is all one memory.
 */
#include "hw/gc/card.h"
#include "hw/regs/gc.h"
#include "lib/fl_stage_family.h"
#include "lib/gc/draw.h"
#include "lib/gc/draw2d.h"
#include "lib/gc/states.h"
#include "lib/gc/surface.h"

#include <string.h>

#define WINDOW_B (UINT64_C(1) << 31) /* what version 1 reaches without tables: GC facts 2.4 */

_Static_assert((int)FL_GC_LINK_DW == (int)GC_RING_BUFFER_END_DW, "what the ring writes behind a batch");
_Static_assert(8u * FL_STAGE_BATCH_DW <= GC_COMMANDS_B, "both batches lie in the memory for commands");

/* Version 2 sees what is in its tables: pictures at the addresses that they have. */
static enum fl_code map(struct gc_card *c, uint64_t n_B, struct fl_err *err)
{
	const uint64_t addr = c->up.dev->vram_addr;
	struct gc_words w = {0};
	enum fl_code code = gc_mmu_map(c, (uint32_t)addr, addr, n_B, true, err);

	if (code)
		return code;
	gc_mmu_flush(c, &w);
	memcpy((void *)(uintptr_t)c->up.commands.cpu, w.dw, 4 * w.n);
	code = gc_ring_append(c, c->up.commands.cpu, (uint32_t)c->up.commands.addr, w.n, err);
	return code ? code : gc_ring_wait(c, err);
}

/* Memory that the board reserves, as the core sees it. */
static enum fl_code memory(struct fl_stage *s, struct fl_err *err)
{
	enum { TABLE_B = 4 << 20, PAGE_B = 4096 };
	struct gc_card *c = gc_card(&s->card.up);
	const struct fl_dev *d = s->dev;
	const bool windows = gc_core_mmu(&c->core) == 1;
	const uint64_t tables_B = (uint64_t)TABLE_B * (GC_MMU_SLAVES - 1 - c->mmu.slaves),
		       end = windows ? c->window + WINDOW_B : UINT64_C(1) << 32;
	uint64_t n_B = d->vram_size_B / PAGE_B * PAGE_B;

	if (!windows && n_B > tables_B)
		n_B = tables_B;
	if (!n_B || d->vram_addr < c->window || d->vram_addr + n_B > end)
		return fl_fail(err, FL_FAILED,
			       "%s: no memory for pictures: 0x%llx bytes at 0x%llx, and the core reaches "
			       "0x%x to 0x%llx",
			       d->name, (unsigned long long)n_B, (unsigned long long)d->vram_addr, c->window,
			       (unsigned long long)end);
	c->up.vram_addr = d->vram_addr - c->window;
	c->up.vram_B = c->up.visible_B = d->vram_size_B;
	c->up.free_B = n_B;
	return windows ? FL_OK : map(c, n_B, err);
}

static enum fl_code stage_open(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err)
{
	struct fl_bringup *up = &s->card.up;
	const struct fl_gc_info *info;
	enum fl_code code;

	if (o->by_registers)
		return fl_fail(err, FL_USAGE,
			       "%s: it has no engine that registers alone can drive; let it have commands",
			       s->dev->name);
	code = fl_wake(&gc_family, up, o->progress, o->progress_arg, err);
	if (!code)
		code = memory(s, err);
	if (code)
		return code;
	info = fl_gc_info_named(up->chip);
	if (!info)
		return fl_fail(err, FL_NO_DEVICE, "%s: nothing can be drawn on a %s yet", s->dev->name,
			       up->chip);
	fl_gc_surface_rules(&s->rules, info);
	fl_vram_init(&s->vram, &s->rules, 0, up->free_B);
	return FL_OK;
}

/* What other parts of the machine wrote is read anew. */
static uint32_t head(uint32_t *p)
{
	return (uint32_t)(fl_gc_put(p, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__TEXTURE(1)) - p);
}

/* Where targets are drawn into elsewhere: those of a draw, and the depth buffer. */
static uint32_t draw_own_B(const struct fl_stage *s, const struct fl_gc_info *info)
{
	enum { TARGETS = 4, PX_B = 4, LEAST_B = 16 << 20 };
	uint64_t all_B = TARGETS * FL_GC_SHADOW_B(s->screen.pitch_px, s->height, PX_B);

	if (info->linear_target && (info->pipes == 1 || info->single_buffer))
		return FL_GC_OWN_MIN_B;
	if (all_B < LEAST_B)
		all_B = LEAST_B;
	return FL_GC_OWN_MIN_B +
	       (uint32_t)(all_B < s->vram.end_B / 4 ? all_B & ~63ull : s->vram.end_B / 4 & ~63ull);
}

static enum fl_code engines(struct fl_stage *s, struct fl_err *err)
{
	const struct fl_gc_info *info = fl_gc_info_named(s->chip_name);
	struct fl_gc_2d_setup setup = {
	    .info = info, .own_B = fl_gc_2d_own_B(info, &s->screen), .draw = &s->d};
	struct fl_draw_chip chip = {.backend = &fl_gc_backend,
				    .vram_addr = s->card.up.vram_addr,
				    .own_B = draw_own_B(s, info),
				    .does = fl_gc_does(info),
				    .occlusion_words = FL_GC_OCCLUSION_WORDS,
				    .info = info};
	enum fl_code code = fl_vram_alloc(&s->vram, setup.own_B, FL_GC_2D_ALIGN_B, &setup.own_addr, err);

	s->head_dw = head(s->head);
	if (!code)
		code = fl_vram_alloc(&s->vram, chip.own_B, FL_GC_OWN_ALIGN_B, &chip.own_addr, err);
	if (!code)
		code = fl_stage_stream(s, err);
	if (code)
		return code;
	setup.own_addr += s->card.up.vram_addr;
	chip.own_addr += s->card.up.vram_addr;
	fl_draw_init(&s->d, &s->cs, &chip);
	fl_gc_2d_begin(&s->g, &s->cs, s->card.up.vram_addr, &setup);
	return FL_OK;
}

static enum fl_code submit(struct fl_stage *s, uint32_t n_dw, bool fetched, struct fl_err *err)
{
	struct gc_card *c = gc_card(&s->card.up);
	const uint32_t at_dw = s->batch_now * FL_STAGE_BATCH_DW;
	volatile uint32_t *batch = (volatile uint32_t *)c->up.commands.cpu + at_dw;

	/* What is read of a batch, beside its commands, stands at its end (fl_gc_tail()). */
	if (fetched)
		fl_dma_sync(s->dev, s->cs.end,
			    (size_t)((uintptr_t)(batch + FL_STAGE_BATCH_DW) - (uintptr_t)s->cs.end));
	return gc_ring_append(c, batch, (uint32_t)c->up.commands.addr + 4 * at_dw, n_dw, err);
}

static enum fl_code reached(struct fl_stage *s, uint32_t number, struct fl_err *err)
{
	return gc_ring_reached(gc_card(&s->card.up), s->batch_count - number, FL_STAGE_TIMEOUT_US, err);
}

static enum fl_code stage_wait(struct fl_stage *s, struct fl_err *err)
{
	return gc_ring_reached(gc_card(&s->card.up), 0, FL_STAGE_TIMEOUT_US, err);
}

extern const struct fl_stage_family fl_stage_gc;
const struct fl_stage_family fl_stage_gc = {
    .family = &gc_family,
    .draws = "Vivante's GC400 to GC7000L",
    .engine = &fl_gc_2d,
    .open = stage_open,
    .engines = engines,
    .submit = submit,
    .reached = reached,
    .wait = stage_wait,
    .one_memory = true,
    .tail_dw = FL_GC_LINK_DW,
};
