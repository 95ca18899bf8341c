/* SPDX-License-Identifier: MIT
 *
 * Linux's etnaviv driver: its ioctls, but for submissions (etnaviv_drv.c, etnaviv_gem.c). There is one core,
 * number 0. Memory of a program's own (USERPTR) and counters of performance are refused, as by a kernel that
 * knows none.
 */
#include "hw/drm/etnaviv.h"
#include "hw/drm/internal.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

/* Since 1.3 programs may say where buffers lie (FL_ETNAVIV_SOFTPIN). */
enum { MAJOR = 1, MINOR = 3 };

union arg {
	struct fl_etnaviv_param param;
	struct fl_etnaviv_new new;
	struct fl_etnaviv_info info;
	struct fl_etnaviv_prep prep;
	struct fl_etnaviv_fini fini;
	struct fl_etnaviv_wait_fence wait_fence;
	struct fl_etnaviv_wait wait;
};

static int param(const struct fl_drm *n, struct fl_etnaviv_param *p)
{
	if (p->pipe)
		return ENXIO;
	return n->family->param(&n->chip, p->param, &p->value);
}

static int create(struct fl_drm_client *c, struct fl_etnaviv_new *a)
{
	if (!a->size_B || a->size_B > UINT32_MAX)
		return EINVAL;
	a->size_B = (a->size_B + FL_DRM_PAGE_B - 1) & ~(uint64_t)(FL_DRM_PAGE_B - 1);
	return fl_drm_buffer_new(c, a->size_B, 0, RADEON_GEM_DOMAIN_GTT, &a->handle);
}

/* Until no submission has it any more; or at once, if that is what is asked for. */
static int until_idle(const struct fl_drm_buffer *b, bool at_once)
{
	if (!b)
		return ENOENT;
	if (!b->jobs)
		return 0;
	return at_once ? EBUSY : FL_DRM_LATER;
}

/* Fences are numbers of submissions; a client's own are done in their order. */
static int wait_fence(const struct fl_drm_client *c, const struct fl_etnaviv_wait_fence *w)
{
	if (w->pipe)
		return ENXIO;
	if (w->flags & ~(uint32_t)FL_ETNAVIV_NONBLOCK)
		return EINVAL;
	if (!c->queued || (int32_t)((uint32_t)c->finished - w->fence) >= 0)
		return 0;
	return w->flags & FL_ETNAVIV_NONBLOCK ? EBUSY : FL_DRM_LATER;
}

static int plain(struct fl_drm_client *c, uint32_t what, void *arg)
{
	union arg *g = arg;
	const struct fl_drm_buffer *b;

	switch (what) {
	case FL_ETNAVIV_IOCTL_PARAM:
		return param(c->n, &g->param);
	case FL_ETNAVIV_IOCTL_NEW:
		return create(c, &g->new);
	case FL_ETNAVIV_IOCTL_INFO:
		b = fl_drm_buffer_at(c, g->info.handle);
		if (b)
			g->info.offset_B = b->addr;
		return b ? 0 : ENOENT;
	case FL_ETNAVIV_IOCTL_PREP:
		return until_idle(fl_drm_buffer_at(c, g->prep.handle), g->prep.op & FL_ETNAVIV_PREP_NOSYNC);
	case FL_ETNAVIV_IOCTL_FINI: /* the memory is coherent */
		return fl_drm_buffer_at(c, g->fini.handle) ? 0 : ENOENT;
	case FL_ETNAVIV_IOCTL_WAIT_FENCE:
		return wait_fence(c, &g->wait_fence);
	case FL_ETNAVIV_IOCTL_WAIT:
		return until_idle(fl_drm_buffer_at(c, g->wait.handle), g->wait.flags & FL_ETNAVIV_NONBLOCK);
	}
	return EINVAL;
}

/* The argument of a submission comes without what its pointers point to as an answer. */
static int submit(struct fl_drm_client *c, const uint8_t *data, size_t size_B, struct fl_drm_answer *a)
{
	struct fl_etnaviv_submit s;
	int error = fl_drm_etnaviv_submit(c, data, size_B, &s.fence);

	if (error)
		return error;
	memcpy(a->data, &s.fence, sizeof s.fence);
	a->size_B = sizeof s.fence;
	return 0;
}

static int request(struct fl_drm_client *c, uint32_t what, const uint8_t *data, size_t size_B,
		   struct fl_drm_answer *a)
{
	if (what == FL_ETNAVIV_IOCTL_SUBMIT)
		return submit(c, data, size_B, a);
	return fl_drm_argument(c, what, data, size_B, a, plain);
}

const struct fl_drm_driver fl_drm_etnaviv = {
    .version = {MAJOR, MINOR, 0, "etnaviv", "20151214", "etnaviv DRM"}, .request = request};
