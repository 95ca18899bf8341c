/* SPDX-License-Identifier: MIT
 *
 * Ioctls of the node as messages: the argument goes there and comes back. Four have pointers, which only
 * this side can follow.
 */
#include "hw/drm/client/client.h"
#include "hw/drm/etnaviv.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <string.h>
#include <sys/ioctl.h>

enum { ARG_MAX_B = 256 };

/* Asked twice by libdrm: for the lengths, then for the texts. */
static void give(char *to, __kernel_size_t *n, const char *text, size_t max_B)
{
	const size_t size_B = strnlen(text, max_B);

	if (to && *n)
		memcpy(to, text, *n < size_B ? *n : size_B);
	*n = size_B;
}

static int version(int fd, const char *name, struct drm_version *a)
{
	struct fl_drm_version v;
	size_t got_B = 0;
	int error = fl_node_ask(fd, name, DRM_IOCTL_VERSION, NULL, 0, &v, sizeof v, &got_B, NULL);

	if (error || got_B != sizeof v)
		return error ? error : EINVAL;
	a->version_major = v.major;
	a->version_minor = v.minor;
	a->version_patchlevel = v.patch;
	give(a->name, &a->name_len, v.name, sizeof v.name);
	give(a->date, &a->date_len, v.date, sizeof v.date);
	give(a->desc, &a->desc_len, v.desc, sizeof v.desc);
	return 0;
}

static int info(int fd, const char *name, struct drm_radeon_info *a)
{
	uint8_t answer[sizeof *a + FL_DRM_INFO_MAX_B];
	void *to = (void *)(uintptr_t)a->value;
	struct iovec v[2] = {{a, sizeof *a}, {to, sizeof(uint32_t)}};
	size_t got_B = 0;
	int error;

	if (!to)
		return EFAULT;
	error = fl_node_ask(fd, name, DRM_IOCTL_RADEON_INFO, v, 2, answer, sizeof answer, &got_B, NULL);
	if (!error && got_B > sizeof *a)
		memcpy(to, answer + sizeof *a, got_B - sizeof *a);
	return error;
}

static int submission(int fd, const char *name, const struct drm_radeon_cs *a)
{
	const uint64_t *at = (const uint64_t *)(uintptr_t)a->chunks;
	struct fl_drm_cs cs = {.n_chunks = a->num_chunks};
	struct iovec v[1 + FL_DRM_CHUNKS] = {{&cs, sizeof cs}};
	size_t size_B = sizeof cs;

	if (a->num_chunks > FL_DRM_CHUNKS || !at)
		return EINVAL;
	for (uint32_t i = 0; i < a->num_chunks; i++) {
		const struct drm_radeon_cs_chunk *c = (const void *)(uintptr_t)at[i];

		cs.chunk[i].id = c->chunk_id;
		cs.chunk[i].n_dw = c->length_dw;
		v[1 + i] = (struct iovec){(void *)(uintptr_t)c->chunk_data, 4ul * c->length_dw};
		size_B += v[1 + i].iov_len;
	}
	if (size_B > FL_DRM_MESSAGE_MAX_B)
		return EINVAL;
	return fl_node_ask(fd, name, DRM_IOCTL_RADEON_CS, v, 1 + a->num_chunks, NULL, 0, NULL, NULL);
}

/* The argument, buffers, relocations and stream; what comes back is the fence's number. */
static int etnaviv_submission(int fd, const char *name, struct fl_etnaviv_submit *a)
{
	struct iovec v[4] = {
	    {a, sizeof *a},
	    {(void *)(uintptr_t)a->uses, a->n_uses * sizeof(struct fl_etnaviv_use)},
	    {(void *)(uintptr_t)a->relocs, a->n_relocs * sizeof(struct fl_etnaviv_reloc)},
	    {(void *)(uintptr_t)a->stream, a->stream_B},
	};
	size_t got_B = 0;

	if (v[0].iov_len + v[1].iov_len + v[2].iov_len + v[3].iov_len > FL_DRM_MESSAGE_MAX_B)
		return EINVAL;
	return fl_node_ask(fd, name, FL_ETNAVIV_IOCTL_SUBMIT, v, 4, &a->fence, sizeof a->fence, &got_B, NULL);
}

int fl_node_ioctl(int fd, const char *name, unsigned long request, void *arg)
{
	const size_t size_B = _IOC_SIZE(request);
	uint8_t answer[ARG_MAX_B];
	size_t got_B = 0;
	int error;

	if (request == DRM_IOCTL_VERSION)
		return version(fd, name, arg);
	if (request == DRM_IOCTL_RADEON_INFO)
		return info(fd, name, arg);
	if (request == DRM_IOCTL_RADEON_CS)
		return submission(fd, name, arg);
	if (request == FL_ETNAVIV_IOCTL_SUBMIT)
		return etnaviv_submission(fd, name, arg);
	if (size_B > ARG_MAX_B)
		return EINVAL;
	error = fl_node_ask(fd, name, (uint32_t)request, &(struct iovec){arg, size_B}, 1, answer,
			    sizeof answer, &got_B, NULL);
	if (got_B == size_B && size_B && _IOC_DIR(request) & _IOC_READ)
		memcpy(arg, answer, size_B);
	return error;
}
