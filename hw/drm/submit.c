/* SPDX-License-Identifier: MIT
 *
 * Submissions: chunks, relocations, the family's checks; the queue, from which the clients have their turns.
 * (Linux radeon_cs.c.)
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RELOC_DW = 4, MAX_RELOCS = 16384, MAX_DW = 256 << 10 };

struct chunks {
	const uint32_t *ib, *relocs;
	uint32_t n_ib, n_relocs; /* dwords */
	uint32_t flags, ring;
};

void fl_drm_job_free(struct fl_drm_job *j)
{
	for (uint32_t i = 0; i < j->n_buffers; i++) {
		j->buffer[i]->jobs--;
		fl_drm_buffer_unref(j->buffer[i]);
	}
	free(j->buffer);
	free(j->use);
	free(j->change);
	free(j->dw);
	free(j);
}

/* Where the chunks are in the message. It is aligned to dwords. */
static bool find_chunks(const uint8_t *data, size_t size_B, struct chunks *c)
{
	struct fl_drm_cs cs;
	size_t at = sizeof cs;

	*c = (struct chunks){.ring = RADEON_CS_RING_GFX};
	if (size_B < sizeof cs)
		return false;
	memcpy(&cs, data, sizeof cs);
	if (cs.n_chunks > FL_DRM_CHUNKS)
		return false;
	for (uint32_t i = 0; i < cs.n_chunks; i++) {
		const uint32_t n = cs.chunk[i].n_dw;
		const uint32_t *dw = (const uint32_t *)(const void *)(data + at);

		if (n > (size_B - at) / 4)
			return false;
		at += 4ul * n;
		if (cs.chunk[i].id == RADEON_CHUNK_ID_IB) {
			c->ib = dw;
			c->n_ib = n;
		} else if (cs.chunk[i].id == RADEON_CHUNK_ID_RELOCS) {
			c->relocs = dw;
			c->n_relocs = n;
		} else if (cs.chunk[i].id == RADEON_CHUNK_ID_FLAGS && n) {
			c->flags = dw[0];
			c->ring = n > 1 ? dw[1] : c->ring;
		}
	}
	return at == size_B;
}

static int refuse(struct fl_drm_client *c, int error, const char *why)
{
	struct fl_drm_event e = {
	    .kind = FL_DRM_REFUSED, .pid = c->pid, .submission = c->n->stats.submissions + 1};

	c->n->stats.refused++;
	snprintf(e.text, sizeof e.text, "%s", why);
	fl_drm_note_event(c->n, &e);
	fl_drm_say(c->n, "%d: submission refused: %s", (int)c->pid, why);
	return error;
}

/* The buffers that the relocations name; the job holds them. */
static int take_buffers(struct fl_drm_client *c, const struct chunks *k, struct fl_drm_job *j,
			struct fl_drm_reloc *reloc)
{
	char why[96];

	for (uint32_t i = 0; i < k->n_relocs / RELOC_DW; i++) {
		const uint32_t *r = k->relocs + (size_t)i * RELOC_DW; /* handle, read, write, flags */
		struct fl_drm_buffer *b = fl_drm_buffer_at(c, r[0]);

		if (!b) {
			snprintf(why, sizeof why, "relocation %u: there is no buffer with the handle %u", i,
				 r[0]);
			return refuse(c, ENOENT, why);
		}
		if ((r[2] ? r[2] : r[1]) & RADEON_GEM_DOMAIN_CPU) {
			snprintf(why, sizeof why, "relocation %u: the CPU's domain is none for a submission",
				 i);
			return refuse(c, EINVAL, why);
		}
		b->refs++;
		b->jobs++;
		j->use[j->n_buffers] = (struct fl_drm_use){b->va, r[2] != 0};
		j->buffer[j->n_buffers++] = b;
		reloc[i] = (struct fl_drm_reloc){b->addr, b->size_B, b->tiling};
	}
	return 0;
}

static int check(struct fl_drm_client *c, const struct chunks *k, struct fl_drm_job *j,
		 const struct fl_drm_reloc *reloc)
{
	struct fl_drm *n = c->n;
	struct fl_drm_stream s = {.dw = j->dw,
				  .n_dw = j->n_dw,
				  .reloc = reloc,
				  .n_relocs = j->n_buffers,
				  .keep_tiling = k->flags & RADEON_CS_KEEP_TILING_FLAGS,
				  .hyperz = n->hyperz == c,
				  .cmask = n->cmask == c,
				  .device = n->chip.device,
				  .noted = *n->chip.noted,
				  .ring = k->ring};

	if (!n->family->check(&s))
		return refuse(c, EINVAL, s.why);
	n->stats.draws += s.draws;
	n->stats.frames += !n->framed && k->flags & RADEON_CS_END_OF_FRAME;
	return 0;
}

static void enqueue(struct fl_drm_client *c, struct fl_drm_job *j)
{
	j->client = c;
	if (c->last)
		c->last->next = j;
	else
		c->first = j;
	c->last = j;
	c->queued++;
	c->va.used = c->n->family->vm;
	fl_drm_turn(c->n);
}

/* What has changed of the client's addresses goes along with the job. */
static bool take_changes(struct fl_drm_client *c, struct fl_drm_job *j)
{
	const size_t size_B = c->va.n_changes * sizeof *j->change;

	if (!size_B)
		return true;
	j->change = malloc(size_B);
	if (!j->change)
		return false;
	memcpy(j->change, c->va.change, size_B);
	j->n_changes = c->va.n_changes;
	c->va.n_changes = 0;
	return true;
}

bool fl_drm_submit_changes(struct fl_drm_client *c, bool last)
{
	struct fl_drm_job *j = calloc(1, sizeof *j);

	if (!j || (!last && !take_changes(c, j))) {
		free(j);
		return false;
	}
	j->last = last;
	enqueue(c, j);
	return true;
}

/* Why the kernel would not look into the stream; NULL: it would. */
static const char *objection(const struct fl_drm_client *c, const struct chunks *k)
{
	const struct fl_drm_family *f = c->n->family;
	const bool uses_vm = k->flags & RADEON_CS_USE_VM;

	if (k->ring >= 32 || !(f->rings >> k->ring & 1))
		return "a ring that this chip does not have";
	if (uses_vm && !f->vm)
		return "VM not active on this chip";
	if (!uses_vm && f->vm)
		return "the ring requires VM";
	if (f->vm && k->n_ib > f->vm->ib_dw)
		return "the command stream is too large for VM";
	return NULL;
}

/* With address spaces: each buffer has to be in the client's. */
static int all_mapped(struct fl_drm_client *c, const struct fl_drm_job *j)
{
	char why[96];

	for (uint32_t i = 0; c->n->family->vm && i < j->n_buffers; i++)
		if (!j->buffer[i]->va) {
			snprintf(why, sizeof why, "relocation %u: its buffer is not mapped (GEM_VA)", i);
			return refuse(c, EINVAL, why);
		}
	return 0;
}

int fl_drm_submit(struct fl_drm_client *c, const uint8_t *data, size_t size_B)
{
	struct fl_drm_reloc *reloc;
	struct fl_drm_job *j;
	struct chunks k;
	const char *why;
	int error = ENOMEM;

	if (!find_chunks(data, size_B, &k) || k.n_ib > MAX_DW || k.n_relocs / RELOC_DW > MAX_RELOCS)
		return refuse(c, EINVAL, "chunks that do not fit the message, or are too large");
	if (!k.ib || !k.n_ib)
		return refuse(c, EINVAL, "no command stream");
	why = objection(c, &k);
	if (why)
		return refuse(c, EINVAL, why);
	if (c->queued >= FL_DRM_QUEUED)
		return FL_DRM_LATER;
	j = calloc(1, sizeof *j);
	reloc = calloc(k.n_relocs / RELOC_DW + 1, sizeof *reloc);
	if (j) {
		j->dw = malloc(k.n_ib * 4ul);
		j->buffer = calloc(k.n_relocs / RELOC_DW + 1, sizeof(struct fl_drm_buffer *));
		j->use = calloc(k.n_relocs / RELOC_DW + 1, sizeof *j->use);
	}
	if (j && reloc && j->dw && j->buffer && j->use) {
		memcpy(j->dw, k.ib, k.n_ib * 4ul);
		j->n_dw = k.n_ib;
		j->ring = k.ring;
		error = take_buffers(c, &k, j, reloc);
		if (!error)
			error = all_mapped(c, j);
		if (!error)
			error = check(c, &k, j, reloc);
		if (!error && !take_changes(c, j))
			error = ENOMEM;
	}
	free(reloc);
	if (error) {
		if (j)
			fl_drm_job_free(j);
		return error;
	}
	j->number = ++c->n->stats.submissions;
	fl_drm_say(c->n, "%d: submission %llu: %u dwords, %u buffers", (int)c->pid,
		   (unsigned long long)j->number, j->n_dw, j->n_buffers);
	enqueue(c, j);
	return 0;
}

/* ---- turns --------------------------------------------------------------------------------------------- */
/* A submission is done. */
static void finish(struct fl_drm *n, struct fl_drm_job *j)
{
	struct fl_drm_client *c = j->client;

	n->running = false;
	n->stats.model_s += j->took_s;
	if (j->hung) {
		struct fl_drm_event e = {.kind = FL_DRM_HUNG, .pid = c->pid, .submission = j->number};

		n->stats.resets++;
		snprintf(e.text, sizeof e.text, "the chip hung, and was reset");
		fl_drm_note_event(n, &e);
	}
	if (j->n_dw)
		fl_drm_say(n, "%d: submission %llu %s in %.3f ms", (int)c->pid, (unsigned long long)j->number,
			   j->hung ? "hung" : "done", j->took_s * 1e3);
	c->queued--;
	fl_drm_job_free(j);
	fl_drm_client_reap(c);
}

/* What the engine has for us: the order of its lists does not matter. */
static void collect(struct fl_drm *n)
{
	struct fl_drm_engine *e = &n->engine;
	struct fl_drm_buffer *gone, *next;
	struct fl_drm_event *reports;
	struct fl_drm_job *done;
	unsigned n_reports;
	uint64_t count;

	while (read(e->done_fd, &count, sizeof count) == sizeof count)
		;
	pthread_mutex_lock(&e->lock);
	done = e->done;
	gone = e->gone;
	reports = e->reports;
	n_reports = e->n_events;
	e->done = NULL;
	e->gone = NULL;
	e->reports = NULL;
	e->n_events = e->cap_events = 0;
	pthread_mutex_unlock(&e->lock);
	for (unsigned i = 0; i < n_reports; i++)
		fl_drm_note_event(n, &reports[i]);
	free(reports);
	if (done)
		finish(n, done);
	for (; gone; gone = next) {
		next = gone->next_dead;
		fl_drm_buffer_gone(gone);
	}
}

/* The client behind the one that had its turn last, which has something to run. */
static struct fl_drm_client *next_client(struct fl_drm *n)
{
	struct fl_drm_client *c = n->turn;

	for (c = c ? c->next : NULL; c; c = c->next)
		if (c->first)
			return c;
	for (c = n->clients; c; c = c->next)
		if (c->first)
			return c;
	return NULL;
}

void fl_drm_turn(struct fl_drm *n)
{
	struct fl_drm_client *c;
	struct fl_drm_job *j;

	collect(n);
	c = n->running ? NULL : next_client(n);
	if (!c)
		return;
	j = c->first;
	c->first = j->next;
	if (!c->first)
		c->last = NULL;
	j->next = NULL;
	n->turn = c;
	n->running = true;
	fl_drm_engine_run(&n->engine, j);
}
