/* SPDX-License-Identifier: MIT
 *
 * Questions of clients that have nothing to do with the kernel's driver, or that all drivers answer alike;
 * the others are the driver's (radeon.c, etnaviv.c).
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static int memory(struct fl_drm_client *c, const uint8_t *data, size_t size_B, struct fl_drm_answer *a)
{
	struct fl_drm_range r;
	int error;

	if (size_B != sizeof r)
		return EINVAL;
	memcpy(&r, data, sizeof r);
	for (uint32_t h = 1; h <= c->n_handles; h++) {
		struct fl_drm_buffer *b = fl_drm_buffer_at(c, h);

		if (!b || r.offset_B < b->addr || r.offset_B - b->addr >= b->size_B ||
		    r.size_B > b->size_B - (r.offset_B - b->addr))
			continue;
		if (!fl_drm_metal_map(c, b, &error))
			return error;
		a->fd = c->memory_fd;
		return 0;
	}
	return EINVAL;
}

/* Is it time for the next picture of a window? */
static bool live(struct fl_drm *n)
{
	const uint64_t now_us = fl_drm_engine_us(&n->engine);

	if (!n->config.live_ms || now_us < n->next_live_us)
		return false;
	n->next_live_us = now_us + n->config.live_ms * UINT64_C(1000);
	return true;
}

/* What is wanted of a frame that begins now. */
static int frame_begins(struct fl_drm *n, uint32_t frame, struct fl_drm_answer *a)
{
	const struct fl_drm_config *c = &n->config;
	const bool in = frame >= c->first && frame <= c->last;
	uint32_t wants = c->picture && (live(n) || in) ? FL_DRM_WANT_PICTURE : 0;

	if (c->input)
		wants |= FL_DRM_HAVE_INPUT;
	if (c->some && (frame + 1 == c->first || frame == c->last))
		wants |= FL_DRM_WANT_ALL;
	memcpy(a->data, &wants, sizeof wants);
	a->size_B = sizeof wants;
	return 0;
}

static int frame_ended(struct fl_drm *n, const uint8_t *data, size_t size_B, struct fl_drm_answer *a)
{
	uint32_t frame;

	if (size_B != sizeof frame)
		return EINVAL;
	memcpy(&frame, data, sizeof frame);
	if (!n->framed) /* what the driver said of frames before is the same again */
		n->stats.frames = 0;
	n->framed = true;
	n->stats.frames++;
	if (n->config.some)
		__atomic_store_n(&n->engine.capture.wanted,
				 frame + 1 >= n->config.first && frame < n->config.last, __ATOMIC_RELEASE);
	return frame_begins(n, frame + 1, a);
}

static int rows(struct fl_drm *n, const uint8_t *data, size_t size_B)
{
	struct fl_drm_rows r;

	if (size_B < sizeof r)
		return EINVAL;
	memcpy(&r, data, sizeof r);
	if (!r.w || r.w > FL_DRM_PICTURE_PX || !r.h || r.h > FL_DRM_PICTURE_PX || r.y >= r.h ||
	    r.n > r.h - r.y || size_B != sizeof r + 4ull * r.w * r.n)
		return EINVAL;
	for (uint32_t i = 0; n->config.picture && i < r.n; i++)
		n->config.picture(n->config.arg, r.frame, r.w, r.h, r.h - 1 - (r.y + i),
				  data + sizeof r + 4ull * r.w * i);
	return 0;
}

static int input(struct fl_drm *n, struct fl_drm_answer *a)
{
	struct fl_drm_input i[FL_DRM_INPUTS];
	const size_t got = n->config.input ? n->config.input(n->config.arg, i, FL_DRM_INPUTS) : 0;

	_Static_assert(sizeof i <= sizeof a->data, "an answer has room for them");
	memcpy(a->data, i, got * sizeof *i);
	a->size_B = (uint32_t)(got * sizeof *i);
	return 0;
}

/* Only a capture has any use for it. */
static int mark(struct fl_drm *n, const uint8_t *data, size_t size_B)
{
	if (!size_B || size_B > FL_DRM_MARK_B || memchr(data, 0, size_B))
		return EINVAL;
	return !n->config.capture || fl_drm_engine_mark(&n->engine, data, size_B) ? 0 : ENOSPC;
}

static int renderer(struct fl_drm *n, const uint8_t *data, size_t size_B, struct fl_drm_answer *a)
{
	const char *other = n->family->renderer ? n->family->renderer(&n->chip) : NULL;
	const char *name = other ? other : n->config.chip;
	char *text = n->stats.renderer;
	const size_t max = sizeof n->stats.renderer - 1;

	memset(text, 0, max + 1);
	for (size_t i = 0; i < size_B && i < max; i++) /* whoever shows it, need not fear it */
		text[i] = data[i] >= ' ' && data[i] <= '~' ? (char)data[i] : '?';
	if (!strcasestr(text, name))
		memcpy(n->stats.stranger, text, max + 1);
	return frame_begins(n, 0, a);
}

static int close_handle(struct fl_drm_client *c, uint32_t handle)
{
	struct fl_drm_buffer *b = fl_drm_buffer_at(c, handle);

	if (b && !fl_drm_va_unmap(c, b))
		return FL_DRM_LATER;
	return fl_drm_buffer_close(c, handle) ? 0 : EINVAL;
}

/* What every driver of Linux's answers alike. */
static int common(struct fl_drm_client *c, uint32_t what, void *arg)
{
	struct drm_get_cap *cap = arg;

	if (what == DRM_IOCTL_GEM_CLOSE)
		return close_handle(c, ((struct drm_gem_close *)arg)->handle);
	cap->value = cap->capability == DRM_CAP_TIMESTAMP_MONOTONIC;
	return 0;
}

int fl_drm_argument(struct fl_drm_client *c, uint32_t what, const uint8_t *data, size_t size_B,
		    struct fl_drm_answer *a, int (*plain)(struct fl_drm_client *c, uint32_t what, void *arg))
{
	_Alignas(16) uint8_t arg[256] = {0};
	int error;

	if (size_B > sizeof arg || size_B != _IOC_SIZE(what))
		return EINVAL;
	memcpy(arg, data, size_B);
	error = plain(c, what, arg);
	memcpy(a->data, arg, size_B);
	a->size_B = (uint32_t)size_B;
	return error;
}

int fl_drm_request(struct fl_drm_client *c, uint32_t what, const uint8_t *data, size_t size_B,
		   struct fl_drm_answer *a)
{
	const struct fl_drm_driver *driver = c->n->driver;

	switch (what) {
	case FL_DRM_MEMORY:
		return memory(c, data, size_B, a);
	case FL_DRM_RENDERER:
		return renderer(c->n, data, size_B, a);
	case FL_DRM_FRAME:
		return frame_ended(c->n, data, size_B, a);
	case FL_DRM_ROWS:
		return rows(c->n, data, size_B);
	case FL_DRM_MARK:
		return mark(c->n, data, size_B);
	case FL_DRM_INPUT:
		return input(c->n, a);
	case DRM_IOCTL_VERSION:
		memcpy(a->data, &driver->version, sizeof driver->version);
		a->size_B = sizeof driver->version;
		return 0;
	case DRM_IOCTL_GET_CAP:
	case DRM_IOCTL_GEM_CLOSE:
		return fl_drm_argument(c, what, data, size_B, a, common);
	}
	return driver->request(c, what, data, size_B, a);
}
