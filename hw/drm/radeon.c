/* SPDX-License-Identifier: MIT
 *
 * Linux's radeon driver: its ioctls, but for submissions (radeon_gem.c, radeon_kms.c). What depends on the
 * chip is the family's.
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stddef.h>
#include <string.h>

/* The driver's version after which Mesa looks; of Linux 5.x and 6.x. */
enum { MAJOR = 2, MINOR = 50 };

/* An ioctl's argument: as many bytes as its number says. */
union arg {
	struct drm_radeon_gem_info gem_info;
	struct drm_radeon_gem_create create;
	struct drm_radeon_gem_mmap mmap;
	struct drm_radeon_gem_busy busy;
	struct drm_radeon_gem_wait_idle wait;
	struct drm_radeon_gem_set_domain domain;
	struct drm_radeon_gem_set_tiling set_tiling;
	struct drm_radeon_gem_get_tiling get_tiling;
	struct drm_radeon_gem_op op;
	struct drm_radeon_gem_va va;
	struct drm_radeon_info info;
};

static uint32_t own(struct fl_drm_client **owner, struct fl_drm_client *c, uint32_t want)
{
	if (want && !*owner)
		*owner = c;
	else if (!want && *owner == c)
		*owner = NULL;
	return *owner == c;
}

/* The counter that the chip writes behind its work, in periods of its crystal. Chips without one have no such
 * counter either (Linux radeon_kms.c: "timestamp is r6xx+ only!"). */
static bool timestamp(const struct fl_drm *n, uint64_t *out)
{
	uint32_t khz;

	if (n->family->info(&n->chip, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &khz))
		return false;
	*out = fl_drm_engine_us(&n->engine) * khz / 1000;
	return true;
}

/* What does not depend on the chip. value: what was there. Returns how many bytes are to be stored, 0: not
 * one of these; -errno. */
static int info_common(struct fl_drm_client *c, uint32_t request, uint32_t value, uint64_t *out)
{
	struct fl_drm *n = c->n;

	*out = 0;
	switch (request) {
	case RADEON_INFO_DEVICE_ID:
		*out = n->chip.device;
		return 4;
	case RADEON_INFO_ACCEL_WORKING:
	case RADEON_INFO_ACCEL_WORKING2: /* of chips whose family says nothing else */
	case RADEON_INFO_MAX_SE:
	case RADEON_INFO_VA_UNMAP_WORKING:
		*out = 1;
		return 4;
	case RADEON_INFO_WANT_HYPERZ:
	case RADEON_INFO_WANT_CMASK:
		if (value > 1)
			return -EINVAL;
		/* what their RAMs hold when a capture begins later, would not be in it */
		if (!n->config.some || !n->config.capture)
			*out = own(request == RADEON_INFO_WANT_CMASK ? &n->cmask : &n->hyperz, c, value);
		return 4;
	case RADEON_INFO_RING_WORKING:
		if (value > RADEON_CS_RING_VCE)
			return -EINVAL;
		*out = n->family->rings >> value & 1;
		return 4;
	case RADEON_INFO_GPU_RESET_COUNTER:
		*out = n->stats.resets;
		return 4;
	case RADEON_INFO_MAX_SCLK: /* there are no clocks, fans and firmware of video engines */
	case RADEON_INFO_CURRENT_GPU_SCLK:
	case RADEON_INFO_CURRENT_GPU_MCLK:
	case RADEON_INFO_CURRENT_GPU_TEMP:
	case RADEON_INFO_FASTFB_WORKING:
	case RADEON_INFO_VCE_FW_VERSION:
	case RADEON_INFO_VCE_FB_VERSION:
		return 4;
	case RADEON_INFO_TIMESTAMP:
		return timestamp(n, out) ? 8 : -EINVAL;
	case RADEON_INFO_NUM_BYTES_MOVED: /* nothing moves */
	case RADEON_INFO_GTT_USAGE:
		return 8;
	case RADEON_INFO_VRAM_USAGE:
		*out = n->stats.memory_now_B;
		return 8;
	}
	return 0;
}

/* What one chip answers otherwise than another. Bytes, at *out, or a negative errno. */
static int info_family(struct fl_drm_client *c, uint32_t request, const void **out, uint32_t *value)
{
	const struct fl_drm_family *f = c->n->family;
	unsigned n_dw = 0;

	*out = f->info_array ? f->info_array(&c->n->chip, request, &n_dw) : NULL;
	if (*out)
		return (int)(4 * n_dw);
	*out = value;
	if (f->vm && request == RADEON_INFO_VA_START)
		*value = (uint32_t)f->vm->first;
	else if (f->vm && request == RADEON_INFO_IB_VM_MAX_SIZE)
		*value = f->vm->ib_dw;
	else if (f->info(&c->n->chip, request, value))
		return -EINVAL;
	return 4;
}

static int info(struct fl_drm_client *c, const uint8_t *data, size_t size_B, struct fl_drm_answer *a)
{
	struct drm_radeon_info i;
	const void *from;
	uint32_t value;
	uint64_t out;
	int n;

	if (size_B != sizeof i + sizeof value)
		return EINVAL;
	memcpy(&i, data, sizeof i);
	memcpy(&value, data + sizeof i, sizeof value);
	n = info_family(c, i.request, &from, &value);
	if (n < 0) {
		n = info_common(c, i.request, value, &out);
		from = &out;
	}
	if (n <= 0 || n > FL_DRM_INFO_MAX_B)
		return n < 0 ? -n : EINVAL;
	memcpy(a->data, &i, sizeof i);
	memcpy(a->data + sizeof i, from, (size_t)n);
	a->size_B = (uint32_t)(sizeof i + (size_t)n);
	return 0;
}

/* ---- buffers ------------------------------------------------------------------------------------------- */
static int create(struct fl_drm_client *c, struct drm_radeon_gem_create *a)
{
	a->size = (a->size + FL_DRM_PAGE_B - 1) & ~(uint64_t)(FL_DRM_PAGE_B - 1);
	return fl_drm_buffer_new(c, a->size, a->alignment, a->initial_domain, &a->handle);
}

/* Where the ioctl has the handle of a buffer; every one of these begins with it. */
static int with_buffer(struct fl_drm_buffer *b, uint32_t what, union arg *g)
{
	if (!b)
		return ENOENT;
	switch (what) {
	case DRM_IOCTL_RADEON_GEM_MMAP:
		if (g->mmap.offset > b->size_B || g->mmap.size > b->size_B - g->mmap.offset)
			return EINVAL;
		g->mmap.addr_ptr = b->addr; /* for mmap() of the node */
		return 0;
	case DRM_IOCTL_RADEON_GEM_BUSY:
		g->busy.domain = b->domain;
		return b->jobs ? EBUSY : 0;
	case DRM_IOCTL_RADEON_GEM_WAIT_IDLE:
	case DRM_IOCTL_RADEON_GEM_SET_DOMAIN:
		return b->jobs ? FL_DRM_LATER : 0;
	case DRM_IOCTL_RADEON_GEM_SET_TILING:
		b->tiling = g->set_tiling.tiling_flags;
		b->pitch = g->set_tiling.pitch;
		return 0;
	case DRM_IOCTL_RADEON_GEM_GET_TILING:
		g->get_tiling.tiling_flags = b->tiling;
		g->get_tiling.pitch = b->pitch;
		return 0;
	case DRM_IOCTL_RADEON_GEM_OP:
		if (g->op.op == RADEON_GEM_OP_GET_INITIAL_DOMAIN)
			g->op.value = b->domain;
		else if (g->op.op == RADEON_GEM_OP_SET_INITIAL_DOMAIN)
			b->domain = (uint32_t)g->op.value &
				    (RADEON_GEM_DOMAIN_VRAM | RADEON_GEM_DOMAIN_GTT | RADEON_GEM_DOMAIN_CPU);
		else
			return EINVAL;
		return 0;
	}
	return EINVAL;
}

static int plain(struct fl_drm_client *c, uint32_t what, void *arg)
{
	union arg *g = arg;
	struct fl_drm *n = c->n;

	switch (what) {
	case DRM_IOCTL_RADEON_GEM_INFO:
		g->gem_info = (struct drm_radeon_gem_info){
		    .gart_size = n->gtt_B, .vram_size = n->vram_B, .vram_visible = n->vram_B};
		return 0;
	case DRM_IOCTL_RADEON_GEM_CREATE:
		return create(c, &g->create);
	case DRM_IOCTL_RADEON_GEM_MMAP:
	case DRM_IOCTL_RADEON_GEM_BUSY:
	case DRM_IOCTL_RADEON_GEM_WAIT_IDLE:
	case DRM_IOCTL_RADEON_GEM_SET_DOMAIN:
	case DRM_IOCTL_RADEON_GEM_SET_TILING:
	case DRM_IOCTL_RADEON_GEM_GET_TILING:
	case DRM_IOCTL_RADEON_GEM_OP:
		return with_buffer(fl_drm_buffer_at(c, g->busy.handle), what, g);
	case DRM_IOCTL_RADEON_GEM_VA:
		return fl_drm_va_request(c, &g->va);
	}
	/* GEM_USERPTR among them: as a kernel that was built without it */
	return EINVAL;
}

static int request(struct fl_drm_client *c, uint32_t what, const uint8_t *data, size_t size_B,
		   struct fl_drm_answer *a)
{
	if (what == DRM_IOCTL_RADEON_INFO)
		return info(c, data, size_B, a);
	if (what == DRM_IOCTL_RADEON_CS)
		return fl_drm_radeon_submit(c, data, size_B);
	return fl_drm_argument(c, what, data, size_B, a, plain);
}

const struct fl_drm_driver fl_drm_radeon = {.version = {MAJOR, MINOR, 0, "radeon", "20080528", "ATI Radeon"},
					    .request = request};
