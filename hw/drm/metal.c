/* SPDX-License-Identifier: MIT
 *
 * A card in the model's place. Its memory and the clients' are two: what a program wrote goes to video memory
 * before a submission that names the buffer, and what a submission wrote comes back after it, if the program
 * looks into the buffer; otherwise when it first wants to. Which pages a program wrote is found by comparing
 * them with what was sent last.
 *
 * All clients have their buffers in one video memory, side by side: the kernel's checks keep them apart, as
 * they do on a card of this age under Linux.
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SPACE_B (UINT64_C(1) << 32)

bool fl_drm_metal_start(struct fl_drm_engine *e)
{
	void *p =
	    mmap(NULL, SPACE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	e->sent = p == MAP_FAILED ? NULL : p;
	return e->sent;
}

void fl_drm_metal_free(struct fl_drm_engine *e)
{
	if (e->sent)
		munmap(e->sent, SPACE_B);
	e->sent = NULL;
}

void fl_drm_metal_forget(struct fl_drm_engine *e, const struct fl_drm_buffer *b)
{
	madvise(e->sent + b->addr, b->size_B, MADV_DONTNEED); /* zeros, as the next buffer's memory */
}

static void put(struct fl_drm_engine *e, const struct fl_drm_buffer *b, uint64_t at, uint64_t size_B)
{
	const struct fl_drm_metal *m = e->config->metal;

	m->write(m->arg, at - m->vram_addr, b->client->memory + at, size_B);
	memcpy(e->sent + at, b->client->memory + at, size_B);
}

/* Pages that are not what the card has; all of them, where it has never seen the buffer. */
static void send(struct fl_drm_engine *e, struct fl_drm_buffer *b)
{
	const uint64_t end = b->addr + b->size_B;

	if (b->seen && !__atomic_load_n(&b->mapped, __ATOMIC_ACQUIRE))
		return;
	for (uint64_t at = b->addr, run_B; at < end; at += run_B + FL_DRM_PAGE_B) {
		run_B = 0;
		while (at + run_B < end && (!b->seen || memcmp(b->client->memory + at + run_B,
							       e->sent + at + run_B, FL_DRM_PAGE_B)))
			run_B += FL_DRM_PAGE_B;
		if (run_B)
			put(e, b, at, run_B);
	}
	b->seen = true;
}

static void fetch(struct fl_drm_engine *e, struct fl_drm_buffer *b)
{
	const struct fl_drm_metal *m = e->config->metal;

	m->read(m->arg, b->addr - m->vram_addr, e->sent + b->addr, b->size_B);
	memcpy(b->client->memory + b->addr, e->sent + b->addr, b->size_B);
	__atomic_store_n(&b->behind, false, __ATOMIC_RELEASE);
}

bool fl_drm_metal_run(struct fl_drm_engine *e, struct fl_drm_job *j)
{
	const struct fl_drm_metal *m = e->config->metal;
	bool ok;

	for (uint32_t i = 0; i < j->n_buffers && j->n_dw; i++)
		send(e, j->buffer[i]);
	ok = !j->n_dw || m->run(m->arg, j->dw, j->n_dw, j->why, sizeof j->why);
	for (uint32_t i = 0; i < j->n_buffers && ok; i++)
		if (j->use[i].written) {
			__atomic_store_n(&j->buffer[i]->behind, true, __ATOMIC_RELEASE);
			if (!j->n_dw || __atomic_load_n(&j->buffer[i]->mapped, __ATOMIC_ACQUIRE))
				fetch(e, j->buffer[i]);
		}
	return ok;
}

/* ---- for the main thread ------------------------------------------------------------------------------- */
bool fl_drm_metal_map(struct fl_drm_client *c, struct fl_drm_buffer *b, int *error)
{
	struct fl_drm_job *j;

	*error = 0;
	if (!c->n->config.metal)
		return true;
	__atomic_store_n(&b->mapped, true, __ATOMIC_RELEASE);
	if (b->jobs) { /* one of them may be about to write it */
		*error = FL_DRM_LATER;
		return false;
	}
	if (!__atomic_load_n(&b->behind, __ATOMIC_ACQUIRE))
		return true;
	j = fl_drm_job_new(NULL, 0, 1);
	*error = ENOMEM;
	if (!j)
		return false;
	fl_drm_job_uses(j, b, 0, true);
	fl_drm_queue_job(c, j);
	*error = FL_DRM_LATER;
	return false;
}
