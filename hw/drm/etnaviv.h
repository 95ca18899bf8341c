/* SPDX-License-Identifier: MIT
 *
 * The ioctls of Linux's etnaviv driver: numbers and arguments, as its interface to programs has them
 * (include/uapi/drm/etnaviv_drm.h), which Debian ships for ARM alone.
 */
#ifndef HW_DRM_ETNAVIV_H
#define HW_DRM_ETNAVIV_H

#include <libdrm/drm.h>
#include <stdint.h>

/* Of struct fl_etnaviv_param. Words of features follow each other, the first of the core, then the minor
 * ones. */
enum fl_etnaviv_param_id {
	FL_ETNAVIV_MODEL = 1,
	FL_ETNAVIV_REVISION,
	FL_ETNAVIV_FEATURES_0,
	FL_ETNAVIV_FEATURES_12 = FL_ETNAVIV_FEATURES_0 + 12,
	FL_ETNAVIV_STREAM_COUNT,
	FL_ETNAVIV_REGISTER_MAX,
	FL_ETNAVIV_THREAD_COUNT,
	FL_ETNAVIV_VERTEX_CACHE_SIZE,
	FL_ETNAVIV_SHADER_CORE_COUNT,
	FL_ETNAVIV_PIXEL_PIPES,
	FL_ETNAVIV_VERTEX_OUTPUT_BUFFER_SIZE,
	FL_ETNAVIV_BUFFER_SIZE,
	FL_ETNAVIV_INSTRUCTION_COUNT,
	FL_ETNAVIV_NUM_CONSTANTS,
	FL_ETNAVIV_NUM_VARYINGS,
	FL_ETNAVIV_SOFTPIN_START_ADDR,
	FL_ETNAVIV_PRODUCT_ID,
	FL_ETNAVIV_CUSTOMER_ID,
	FL_ETNAVIV_ECO_ID,
};

struct fl_etnaviv_time {
	int64_t s, ns; /* CLOCK_MONOTONIC */
};
struct fl_etnaviv_param {
	uint32_t pipe, param;
	uint64_t value;
};
struct fl_etnaviv_new {
	uint64_t size_B;
	uint32_t flags, handle;
};
struct fl_etnaviv_info {
	uint32_t handle, pad;
	uint64_t offset_B; /* for mmap() of the node */
};
struct fl_etnaviv_prep {
	uint32_t handle, op; /* op: FL_ETNAVIV_PREP_… */
	struct fl_etnaviv_time until;
};
enum { FL_ETNAVIV_PREP_NOSYNC = 4 };
struct fl_etnaviv_fini {
	uint32_t handle, flags;
};
struct fl_etnaviv_reloc {
	uint32_t at_B;   /* of the dword in the stream */
	uint32_t buffer; /* in the list of buffers */
	uint64_t offset_B;
	uint32_t flags, pad;
};
struct fl_etnaviv_use {
	uint32_t flags, handle; /* flags: FL_ETNAVIV_USE_… */
	uint64_t va;            /* FL_ETNAVIV_SOFTPIN */
};
enum { FL_ETNAVIV_USE_READ = 1, FL_ETNAVIV_USE_WRITE = 2 };
struct fl_etnaviv_submit {
	uint32_t fence, pipe, exec_state, n_uses, n_relocs, stream_B;
	uint64_t uses, relocs, stream; /* pointers */
	uint32_t flags;                /* FL_ETNAVIV_… */
	int32_t fence_fd;
	uint64_t counters; /* a pointer, of n_counters */
	uint32_t n_counters, pad;
};
enum {
	FL_ETNAVIV_NO_IMPLICIT = 1,
	FL_ETNAVIV_FENCE_FD_IN = 2,
	FL_ETNAVIV_FENCE_FD_OUT = 4,
	FL_ETNAVIV_SOFTPIN = 8,
	FL_ETNAVIV_FLAGS = 15,
};
struct fl_etnaviv_wait_fence {
	uint32_t pipe, fence, flags, pad; /* flags: FL_ETNAVIV_NONBLOCK */
	struct fl_etnaviv_time until;
};
struct fl_etnaviv_wait {
	uint32_t pipe, handle, flags, pad;
	struct fl_etnaviv_time until;
};
enum { FL_ETNAVIV_NONBLOCK = 1 };

#define FL_ETNAVIV_IOCTL_PARAM      DRM_IOWR(DRM_COMMAND_BASE + 0, struct fl_etnaviv_param)
#define FL_ETNAVIV_IOCTL_NEW        DRM_IOWR(DRM_COMMAND_BASE + 2, struct fl_etnaviv_new)
#define FL_ETNAVIV_IOCTL_INFO       DRM_IOWR(DRM_COMMAND_BASE + 3, struct fl_etnaviv_info)
#define FL_ETNAVIV_IOCTL_PREP       DRM_IOW(DRM_COMMAND_BASE + 4, struct fl_etnaviv_prep)
#define FL_ETNAVIV_IOCTL_FINI       DRM_IOW(DRM_COMMAND_BASE + 5, struct fl_etnaviv_fini)
#define FL_ETNAVIV_IOCTL_SUBMIT     DRM_IOWR(DRM_COMMAND_BASE + 6, struct fl_etnaviv_submit)
#define FL_ETNAVIV_IOCTL_WAIT_FENCE DRM_IOW(DRM_COMMAND_BASE + 7, struct fl_etnaviv_wait_fence)
#define FL_ETNAVIV_IOCTL_WAIT       DRM_IOW(DRM_COMMAND_BASE + 9, struct fl_etnaviv_wait)

#endif
