/* SPDX-License-Identifier: MIT
 *
 * Which programs the chip holds, and where. Fixed function has the lower part of the two program memories;
 * the caller's programs share the upper part, each as large as it is, the oldest making room.
 */
#include "lib/r500/program_state.h"
#include "lib/r500/programs.h"

struct fl_r500_resident *fl_r500_resident(struct fl_r500_programs *c, uint64_t key)
{
	for (uint32_t i = 0; i < FL_R500_PROGRAMS; i++)
		if (c->slot[i].n && c->slot[i].key == key)
			return &c->slot[i];
	return NULL;
}

struct fl_r500_resident *fl_r500_make_room(struct fl_r500_programs *c, uint64_t key, uint32_t n,
					   uint32_t memory)
{
	uint32_t at = c->next_at + n <= memory ? c->next_at : 0;
	struct fl_r500_resident *free_slot = NULL;

	for (uint32_t i = 0; i < FL_R500_PROGRAMS; i++) {
		struct fl_r500_resident *s = &c->slot[i];

		if (s->at < at + n && at < s->at + s->n)
			s->n = 0;
		if (!s->n)
			free_slot = s;
	}
	if (!free_slot) {
		free_slot = &c->slot[c->next_slot];
		c->next_slot = (uint8_t)((c->next_slot + 1u) % FL_R500_PROGRAMS);
	}
	*free_slot = (struct fl_r500_resident){.key = key, .at = (uint16_t)at, .n = (uint16_t)n};
	c->next_at = (uint16_t)(at + n);
	return free_slot;
}

void fl_r500_forget(struct fl_r500_programs *c, uint32_t from)
{
	for (uint32_t i = 0; i < FL_R500_PROGRAMS; i++)
		if (c->slot[i].at + c->slot[i].n > from)
			c->slot[i].n = 0;
}

/* A place for n instructions in [from, end): after the last one, or at the start. A program that is too large
 * for the caller's part takes the end of the memory, and what fixed function had there is forgotten. */
static uint32_t place(uint16_t *next, uint32_t n, uint32_t from, uint32_t end)
{
	uint32_t at = *next >= from && *next + n <= end ? *next : from;

	if (at + n > end)
		at = end - n;
	*next = (uint16_t)(at + n);
	return at;
}

struct fl_r500_own_program *fl_r500_own(struct fl_draw *d)
{
	struct fl_r500_draw *r = fl_r500_of(d);

	for (uint32_t i = 0; i < FL_R500_PROGRAMS; i++)
		if (r->own[i].code == d->program->code)
			return &r->own[i];
	return NULL;
}

struct fl_r500_own_program *fl_r500_make_own_room(struct fl_draw *d)
{
	struct fl_r500_draw *r = fl_r500_of(d);
	const struct fl_program *p = d->program;
	struct fl_r500_own_program *o = &r->own[r->own_next];
	uint32_t vs_at = place(&r->own_vs_next, p->vs.n, fl_r500_gen(d)->vs_fixed, fl_r500_gen(d)->vs_max);
	/* fl_clear() needs the last instructions; a program that has them, too, is sent again after it. */
	uint32_t fs_at = place(&r->own_fs_next, p->fs.n, FL_R500_FS_MEMORY,
			       p->fs.n > FL_R500_FS_CLEAR_AT ? FL_R500_FS_MAX : FL_R500_FS_CLEAR_AT);

	for (uint32_t i = 0; i < FL_R500_PROGRAMS; i++) {
		struct fl_r500_own_program *other = &r->own[i];

		if (other->vs_at < vs_at + p->vs.n && vs_at < other->vs_at + other->vs_n)
			other->code = 0;
		if (other->fs_at < fs_at + p->fs.n && fs_at < other->fs_at + other->fs_n)
			other->code = 0;
	}
	fl_r500_forget(&r->vs, vs_at);
	fl_r500_forget(&r->fs, fs_at);
	r->own_next = (uint8_t)((r->own_next + 1) % FL_R500_PROGRAMS);
	*o = (struct fl_r500_own_program){.code = p->code,
					  .vs_at = (uint16_t)vs_at,
					  .vs_n = (uint16_t)p->vs.n,
					  .fs_at = (uint16_t)fs_at,
					  .fs_n = (uint16_t)p->fs.n};
	return o;
}
