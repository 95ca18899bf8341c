/* SPDX-License-Identifier: MIT
 *
 * What a radeon kernel driver answers, after Linux's radeon_drm.h, radeon_kms.c and radeon_gem.c.
 */
#include "tests/bench/node/node.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { BUFFERS = 8192, PAGE_B = 4096 };

static struct buffer {
	uint64_t at, size_B; /* in the node's memory; size_B 0: never used */
	uint32_t domain, tiling, pitch;
	bool used;
} buffers[BUFFERS]; /* a handle is an index; 0 is none */
static uint64_t next_at;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* Mesa may submit from a thread of its own */

static struct buffer *buffer(uint32_t handle)
{
	return handle < BUFFERS && buffers[handle].used ? &buffers[handle] : NULL;
}

static int create(struct drm_radeon_gem_create *a)
{
	uint64_t size_B = (a->size + PAGE_B - 1) / PAGE_B * PAGE_B;
	uint32_t h = 1;

	while (h < BUFFERS && (buffers[h].used || (buffers[h].size_B && buffers[h].size_B != size_B)))
		h++;
	if (h == BUFFERS)
		return ENOMEM;
	if (!buffers[h].size_B) {
		uint64_t align_B = a->alignment > PAGE_B ? a->alignment : PAGE_B;
		uint64_t at = (next_at + align_B - 1) / align_B * align_B;

		if (at + size_B > NODE_SIZE_B)
			return ENOMEM;
		buffers[h].at = at;
		buffers[h].size_B = size_B;
		next_at = at + size_B;
	}
	buffers[h].used = true;
	buffers[h].domain = a->initial_domain;
	buffers[h].tiling = buffers[h].pitch = 0;
	a->handle = h;
	return 0;
}

/* value is where the answer goes, 32 bits; some requests read it first. */
static int info(const struct drm_radeon_info *a)
{
	const struct node_chip *chip = node_chip();

	for (uint32_t i = 0; i < chip->n_facts; i++) {
		if (chip->facts[i].request != a->request)
			continue;
		memcpy((void *)(uintptr_t)a->value, &chip->facts[i].answer, sizeof chip->facts[i].answer);
		return 0;
	}
	return EINVAL;
}

/* Asked twice: for the lengths, then for the texts. */
static void give(char *to, size_t *n, const char *text)
{
	if (to && *n >= strlen(text))
		memcpy(to, text, strlen(text));
	*n = strlen(text);
}

static int version(struct drm_version *a)
{
	a->version_major = 2;
	a->version_minor = 50;
	a->version_patchlevel = 0;
	give(a->name, &a->name_len, "radeon");
	give(a->date, &a->date_len, "20080528");
	give(a->desc, &a->desc_len, "ATI Radeon");
	return 0;
}

static int answer(unsigned long request, void *arg)
{
	struct buffer *b;

	switch (request) {
	case DRM_IOCTL_VERSION:
		return version(arg);
	case DRM_IOCTL_GET_CAP:
		((struct drm_get_cap *)arg)->value = 0;
		return 0;
	case DRM_IOCTL_GEM_CLOSE:
		b = buffer(((struct drm_gem_close *)arg)->handle);
		if (b)
			b->used = false;
		return b ? 0 : EINVAL;
	case DRM_IOCTL_RADEON_INFO:
		return info(arg);
	case DRM_IOCTL_RADEON_GEM_INFO:
		*(struct drm_radeon_gem_info *)arg = (struct drm_radeon_gem_info){
		    .gart_size = 512 << 20, .vram_size = 512 << 20, .vram_visible = 256 << 20};
		return 0;
	case DRM_IOCTL_RADEON_GEM_CREATE:
		return create(arg);
	case DRM_IOCTL_RADEON_GEM_MMAP: {
		struct drm_radeon_gem_mmap *a = arg;

		b = buffer(a->handle);
		if (b)
			a->addr_ptr = b->at; /* the offset for mmap() of the node */
		return b ? 0 : EINVAL;
	}
	case DRM_IOCTL_RADEON_GEM_SET_TILING: {
		struct drm_radeon_gem_set_tiling *a = arg;

		b = buffer(a->handle);
		if (b) {
			b->tiling = a->tiling_flags;
			b->pitch = a->pitch;
		}
		return b ? 0 : EINVAL;
	}
	case DRM_IOCTL_RADEON_GEM_GET_TILING: {
		struct drm_radeon_gem_get_tiling *a = arg;

		b = buffer(a->handle);
		if (b) {
			a->tiling_flags = b->tiling;
			a->pitch = b->pitch;
		}
		return b ? 0 : EINVAL;
	}
	case DRM_IOCTL_RADEON_GEM_OP: {
		struct drm_radeon_gem_op *a = arg;

		b = buffer(a->handle);
		if (b && a->op == RADEON_GEM_OP_GET_INITIAL_DOMAIN)
			a->value = b->domain;
		return b ? 0 : EINVAL;
	}
	case DRM_IOCTL_RADEON_GEM_BUSY: /* never */
	case DRM_IOCTL_RADEON_GEM_WAIT_IDLE:
	case DRM_IOCTL_RADEON_CS: /* what is submitted is dropped */
		return 0;
	}
	return EINVAL;
}

int node_ioctl(unsigned long request, void *arg)
{
	pthread_mutex_lock(&lock);
	int e = answer(request, arg);
	pthread_mutex_unlock(&lock);
	return e;
}
