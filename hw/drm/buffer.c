/* SPDX-License-Identifier: MIT
 *
 * Clients, their memory and their buffers. A client has one memory file, as large as the chip's addresses and
 * sparse; a buffer lies in it at its own address. Pages that no buffer has any more go back to the system,
 * and read as zeros when another one comes to lie there.
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SPACE_B (UINT64_C(1) << 32)

struct fl_drm_client *fl_drm_client_new(struct fl_drm *n, const char *name, pid_t pid)
{
	struct fl_drm_client *c = NULL;
	void *memory = MAP_FAILED;

	/* Those that are closed and wait for the engine count: addresses are left for a model to be made. */
	if (n->stats.clients_now < FL_DRM_CONNS)
		c = calloc(1, sizeof *c);
	if (!c)
		return NULL;
	/* Its size is fixed, so that no access here can end behind it. */
	c->memory_fd = memfd_create("firstlight-gl", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (c->memory_fd >= 0 && !ftruncate(c->memory_fd, (off_t)SPACE_B) &&
	    !fcntl(c->memory_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		memory =
		    mmap(NULL, SPACE_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, c->memory_fd, 0);
	if (memory == MAP_FAILED) {
		if (c->memory_fd >= 0)
			close(c->memory_fd);
		free(c);
		return NULL;
	}
	c->memory = memory;
	c->n = n;
	if (!fl_drm_va_init(c)) {
		munmap(memory, SPACE_B);
		close(c->memory_fd);
		fl_drm_va_free(c);
		free(c);
		return NULL;
	}
	c->pid = pid;
	snprintf(c->name, sizeof c->name, "%s", name);
	c->next = n->clients;
	n->clients = c;
	n->stats.clients++;
	n->stats.clients_now++;
	return c;
}

void fl_drm_client_reap(struct fl_drm_client *c)
{
	struct fl_drm_client **at = &c->n->clients;

	if (*c->name || c->queued || c->n_buffers || c->channels)
		return;
	while (*at != c)
		at = &(*at)->next;
	*at = c->next;
	c->n->turn = NULL;
	c->n->stats.clients_now--;
	munmap(c->memory, SPACE_B);
	close(c->memory_fd);
	fl_drm_va_free(c);
	free(c->buffer);
	free(c);
}

void fl_drm_client_forget(struct fl_drm_client *c)
{
	struct fl_drm_job *j;

	while ((j = c->first)) {
		c->first = j->next;
		fl_drm_job_free(j);
		c->queued--;
	}
	c->last = NULL;
}

void fl_drm_client_close(struct fl_drm_client *c)
{
	if (c->n->hyperz == c)
		c->n->hyperz = NULL;
	if (c->n->cmask == c)
		c->n->cmask = NULL;
	fl_drm_client_forget(c); /* nobody will see what they draw */
	for (uint32_t h = 1; h <= c->n_handles; h++) {
		struct fl_drm_buffer *b = fl_drm_buffer_at(c, h);

		if (b)
			b->va = 0; /* all page tables go at once */
		fl_drm_buffer_close(c, h);
	}
	if (c->va.used)
		fl_drm_submit_changes(c, true);
	*c->name = 0; /* until now it could not be freed */
	fl_drm_client_reap(c);
}

static int free_handle(struct fl_drm_client *c, uint32_t *handle)
{
	uint32_t more = c->n_handles ? 2 * c->n_handles : 64;
	struct fl_drm_buffer **b;

	for (uint32_t i = 0; i < c->n_handles; i++)
		if (!c->buffer[i]) {
			*handle = i + 1;
			return 0;
		}
	if (c->n_handles == FL_DRM_HANDLES)
		return ENOMEM;
	b = realloc(c->buffer, more * sizeof(struct fl_drm_buffer *));
	if (!b)
		return ENOMEM;
	memset(b + c->n_handles, 0, (more - c->n_handles) * sizeof(struct fl_drm_buffer *));
	*handle = c->n_handles + 1;
	c->buffer = b;
	c->n_handles = more;
	return 0;
}

int fl_drm_buffer_new(struct fl_drm_client *c, uint64_t size_B, uint64_t align_B, uint32_t domain,
		      uint32_t *handle)
{
	struct fl_drm_buffer *b;

	/* Linux radeon_gem_object_create: nothing larger than the GART; alignments are at least a page */
	if (!size_B || size_B > c->n->gtt_B || align_B > c->n->gtt_B)
		return ENOMEM;
	size_B = (size_B + FL_DRM_PAGE_B - 1) & ~(uint64_t)(FL_DRM_PAGE_B - 1);
	if (align_B < FL_DRM_PAGE_B)
		align_B = FL_DRM_PAGE_B;
	if (align_B & (align_B - 1))
		return EINVAL;
	if (free_handle(c, handle))
		return ENOMEM;
	b = calloc(1, sizeof *b);
	if (!b)
		return ENOMEM;
	b->addr = fl_drm_space_take(&c->n->space, size_B, align_B);
	if (!b->addr) {
		free(b);
		return ENOMEM;
	}
	b->client = c;
	b->size_B = size_B;
	b->domain = domain;
	b->refs = 1;
	c->buffer[*handle - 1] = b;
	c->n_buffers++;
	c->n->stats.buffers++;
	c->n->stats.buffers_now++;
	c->n->stats.memory_now_B += size_B;
	return 0;
}

struct fl_drm_buffer *fl_drm_buffer_at(const struct fl_drm_client *c, uint32_t handle)
{
	return handle && handle <= c->n_handles ? c->buffer[handle - 1] : NULL;
}

bool fl_drm_buffer_close(struct fl_drm_client *c, uint32_t handle)
{
	struct fl_drm_buffer *b = fl_drm_buffer_at(c, handle);

	if (!b)
		return false;
	c->buffer[handle - 1] = NULL;
	fl_drm_buffer_unref(b);
	return true;
}

void fl_drm_buffer_unref(struct fl_drm_buffer *b)
{
	if (--b->refs)
		return;
	/* While the engine is long with a submission, clients may come and go by the thousand, and their
	 * memory with them. */
	if (b->given)
		fl_drm_engine_drop(&b->client->n->engine, b);
	else
		fl_drm_buffer_gone(b);
}

void fl_drm_buffer_gone(struct fl_drm_buffer *b)
{
	struct fl_drm_client *c = b->client;

	fallocate(c->memory_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)b->addr, (off_t)b->size_B);
	fl_drm_space_give(&c->n->space, b->addr, b->size_B);
	c->n->stats.buffers_now--;
	c->n->stats.memory_now_B -= b->size_B;
	c->n_buffers--;
	free(b);
	fl_drm_client_reap(c);
}
