/* SPDX-License-Identifier: MIT
 *
 * Submissions to Linux's etnaviv driver: buffers, relocations or addresses of the program's, the family's
 * checks. (Linux etnaviv_gem_submit.c.)
 */
#include "hw/drm/etnaviv.h"
#include "hw/drm/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_USES = 4096, MAX_RELOCS = 65536, PIPES = 3 };

/* A submission as it came: the argument, and behind it what its pointers pointed to. */
struct parts {
	struct fl_etnaviv_submit arg;
	const struct fl_etnaviv_use *uses;
	const struct fl_etnaviv_reloc *relocs;
	const uint32_t *dw;
	uint32_t n_dw;
};

/* Messages are aligned to eight bytes, as malloc() and the sizes here make them. */
static const char *find_parts(const uint8_t *data, size_t size_B, struct parts *p)
{
	const struct fl_etnaviv_submit *s = &p->arg;
	size_t want_B = sizeof *s;

	if (size_B < sizeof *s)
		return "a submission that is too short";
	memcpy(&p->arg, data, sizeof p->arg);
	if (s->n_uses > MAX_USES || s->n_relocs > MAX_RELOCS || s->stream_B > size_B || s->stream_B % 4)
		return "more buffers, relocations or bytes than a submission can have";
	p->uses = (const void *)(data + want_B);
	want_B += s->n_uses * sizeof *p->uses;
	p->relocs = (const void *)(data + want_B);
	want_B += s->n_relocs * sizeof *p->relocs;
	p->dw = (const void *)(data + want_B);
	p->n_dw = s->stream_B / 4;
	return want_B + s->stream_B == size_B ? NULL : "lists that do not fit the message";
}

/* From where on the program's own addresses are; 0: it has none. */
static uint64_t own_from(const struct fl_drm_client *c)
{
	return c->n->family->pinned(&c->n->chip);
}

/* Why the kernel would not look into the stream; NULL: it would. */
static const char *objection(const struct fl_drm_client *c, const struct fl_etnaviv_submit *s)
{
	const bool pinned = s->flags & FL_ETNAVIV_SOFTPIN;

	if (s->pipe)
		return "a core that is not there: there is one, number 0";
	if (s->exec_state >= PIPES)
		return "exec_state is none of 3D, 2D, VG";
	if (s->flags & ~(uint32_t)FL_ETNAVIV_FLAGS)
		return "flags that nobody knows";
	if (s->flags & (FL_ETNAVIV_FENCE_FD_IN | FL_ETNAVIV_FENCE_FD_OUT))
		return "descriptors of fences, which this node does not have";
	if (s->n_counters)
		return "counters of performance, which this node does not have";
	if (pinned && !own_from(c))
		return "softpin requested on incompatible MMU";
	if (pinned && s->n_relocs)
		return "relocations beside addresses of the program's own (softpin)";
	if (!s->stream_B)
		return "no command stream";
	return NULL;
}

static int use_buffers(struct fl_drm_client *c, const struct parts *p, struct fl_drm_job *j)
{
	const bool pinned = p->arg.flags & FL_ETNAVIV_SOFTPIN;
	char why[112];

	for (uint32_t i = 0; i < p->arg.n_uses; i++) {
		const struct fl_etnaviv_use *u = &p->uses[i];
		struct fl_drm_buffer *b = fl_drm_buffer_at(c, u->handle);
		const char *what = NULL;

		if (u->flags & ~(uint32_t)(FL_ETNAVIV_USE_READ | FL_ETNAVIV_USE_WRITE))
			what = "has invalid flags";
		else if (!b)
			what = "has an invalid handle";
		else if (pinned && (u->va < own_from(c) || u->va % FL_DRM_PAGE_B ||
				    u->va + b->size_B > UINT64_C(1) << 32 || u->va + b->size_B < u->va))
			what = "has an invalid address (softpin)";
		for (uint32_t k = 0; !what && k < j->n_buffers; k++)
			if (j->buffer[k] == b)
				what = "is on the list already";
			else if (pinned && u->va < j->use[k].va + j->buffer[k]->size_B &&
				 j->use[k].va < u->va + b->size_B)
				what = "overlaps another one (softpin)";
		if (what) {
			snprintf(why, sizeof why, "buffer %u, handle %u, %s", i, u->handle, what);
			return fl_drm_refuse_job(c, EINVAL, why);
		}
		fl_drm_job_uses(j, b, pinned ? u->va : 0, u->flags & FL_ETNAVIV_USE_WRITE);
	}
	return 0;
}

/* Put addresses into the stream; at[i] becomes the dword of relocation i. */
static int relocate(struct fl_drm_client *c, const struct parts *p, struct fl_drm_job *j, uint32_t *at)
{
	char why[96];

	for (uint32_t i = 0, last = 0; i < p->arg.n_relocs; last = at[i++]) {
		const struct fl_etnaviv_reloc *r = &p->relocs[i];
		const char *what = NULL;

		at[i] = r->at_B / 4;
		if (r->flags)
			what = "has flags";
		else if (r->at_B % 4 || at[i] >= p->n_dw || at[i] < last)
			what = "has an offset that is not in the stream, or before the last one's";
		else if (r->buffer >= j->n_buffers)
			what = "is of a buffer that is not on the list";
		else if (r->offset_B > j->buffer[r->buffer]->size_B - 4)
			what = "lies outside of its buffer";
		if (what) {
			snprintf(why, sizeof why, "relocation %u %s", i, what);
			return fl_drm_refuse_job(c, EINVAL, why);
		}
		j->dw[at[i]] = (uint32_t)(j->buffer[r->buffer]->addr + r->offset_B);
	}
	return 0;
}

static int check(struct fl_drm_client *c, const struct parts *p, struct fl_drm_job *j, const uint32_t *at)
{
	struct fl_drm_stream s = {.dw = j->dw,
				  .n_dw = j->n_dw,
				  .placed = at,
				  .n_placed = p->arg.n_relocs,
				  .own = own_from(c) != 0,
				  .ring = p->arg.exec_state};

	if (!c->n->family->check(&s))
		return fl_drm_refuse_job(c, EINVAL, s.why);
	c->n->stats.draws += s.draws;
	return 0;
}

int fl_drm_etnaviv_submit(struct fl_drm_client *c, const uint8_t *data, size_t size_B, uint32_t *fence)
{
	struct fl_drm_job *j;
	struct parts p;
	uint32_t *at;
	const char *why = find_parts(data, size_B, &p);
	int error = ENOMEM;

	why = why ? why : objection(c, &p.arg);
	if (why)
		return fl_drm_refuse_job(c, EINVAL, why);
	if (c->queued >= FL_DRM_QUEUED)
		return FL_DRM_LATER;
	j = fl_drm_job_new(p.dw, p.n_dw, p.arg.n_uses);
	at = malloc((p.arg.n_relocs + 1ul) * sizeof *at);
	if (j && at) {
		j->ring = p.arg.exec_state;
		error = use_buffers(c, &p, j);
		if (!error)
			error = relocate(c, &p, j, at);
		if (!error)
			error = check(c, &p, j, at);
		if (!error)
			error = fl_drm_submit_job(c, j);
	}
	free(at);
	if (error && j)
		fl_drm_job_free(j);
	if (!error)
		*fence = (uint32_t)c->n->stats.submissions;
	return error;
}
