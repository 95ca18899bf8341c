/* SPDX-License-Identifier: MIT
 *
 * Address spaces of clients on the engine's side: their page tables are kept up, and have turns in the few
 * contexts that the chip knows at a time; streams lie in a place of VRAM that all clients have in common, one
 * after the other. What tables look like, and what goes to a ring, is the family's.
 */
#include "hw/drm/internal.h"

#include <string.h>

uint64_t fl_drm_room_take(struct fl_drm_card *k, uint64_t size_B)
{
	uint64_t at = fl_drm_space_take(k->room, size_B, size_B);

	if (at)
		memset(k->vram + at, 0, size_B);
	return at;
}

void fl_drm_room_give(struct fl_drm_card *k, uint64_t at, uint64_t size_B)
{
	fl_drm_space_give(k->room, at, size_B);
}

bool fl_drm_vm_start(struct fl_drm_engine *e, const struct fl_drm_vm *vm)
{
	uint64_t vram_B;

	e->card = (struct fl_drm_card){
	    .model = e->model, .vram = fl_model_vram(e->model, &vram_B), .room = &e->room};
	e->vm = vm;
	return fl_drm_space_init(&e->room, vm->own_B, vram_B - vm->own_B) &&
	       fl_model_own_ram(e->model, FL_DRM_PAGE_B, &e->card.dummy) && vm->start(&e->card);
}

void fl_drm_vm_free(struct fl_drm_engine *e)
{
	fl_drm_space_free(&e->room);
}

/* As a kernel does it: configuration space is kept over the reset of the bus. */
void fl_drm_vm_reset(struct fl_drm_engine *e)
{
	enum { COMMAND = 4, BARS = 0x10, BARS_END = 0x28 };
	uint32_t kept[BARS_END / 4];

	for (unsigned at = COMMAND; at < BARS_END; at += 4)
		kept[at / 4] = fl_model_cfg_read(e->model, at, 4);
	fl_model_reset(e->model);
	for (unsigned at = BARS; at < BARS_END; at += 4)
		fl_model_cfg_write(e->model, at, 4, kept[at / 4]);
	fl_model_cfg_write(e->model, COMMAND, 2, kept[COMMAND / 4] & 0xffff);
	memset(e->context, 0, sizeof e->context);
	e->vm->start(&e->card);
}

/* The context that its tables are in, or the one that was used longest ago. */
static unsigned context_of(struct fl_drm_engine *e, struct fl_drm_client *c)
{
	if (c->va.context && e->context[c->va.context] == c)
		return c->va.context;
	e->last_context = e->last_context % (e->vm->contexts - 1) + 1;
	c->va.context = e->last_context;
	c->va.stale = true;
	e->context[c->va.context] = c;
	return c->va.context;
}

static void leave(struct fl_drm_engine *e, struct fl_drm_client *c)
{
	if (e->context[c->va.context] == c)
		e->context[c->va.context] = NULL;
	if (c->va.root)
		e->vm->close(&e->card, c->va.root);
	c->va.root = 0;
}

/* What others' streams left behind its end is none of its business. */
static void place(struct fl_drm_engine *e, const struct fl_drm_job *j)
{
	uint8_t *ib = e->card.vram + e->vm->ib_B;

	memcpy(ib, j->dw, 4ul * j->n_dw);
	if (e->ib_dw > j->n_dw)
		memset(ib + 4ul * j->n_dw, 0, 4ul * (e->ib_dw - j->n_dw));
	e->ib_dw = j->n_dw;
}

bool fl_drm_vm_run(struct fl_drm_engine *e, struct fl_drm_job *j)
{
	struct fl_drm_client *c = j->client;
	bool ok = true;

	if (j->last) {
		leave(e, c);
		return true;
	}
	if (!c->va.root)
		c->va.root = e->vm->open(&e->card);
	ok = c->va.root;
	for (uint32_t i = 0; i < j->n_changes && ok; i++)
		ok = e->vm->map(&e->card, c->va.root, &j->change[i]);
	c->va.stale |= j->n_changes != 0;
	if (!ok || !j->n_dw)
		return ok;
	place(e, j);
	struct fl_drm_run r = {.ring = j->ring, .root = c->va.root, .n_dw = j->n_dw};

	r.context = context_of(e, c);
	r.stale = c->va.stale;
	c->va.stale = false;
	return e->vm->run(&e->card, &r);
}
