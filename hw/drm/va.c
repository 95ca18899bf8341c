/* SPDX-License-Identifier: MIT
 *
 * RADEON_GEM_VA: a client's own addresses, of which a buffer has a range at most (Linux radeon_gem.c
 * radeon_gem_va_ioctl, radeon_vm.c radeon_vm_bo_set_addr). Here is who has what; page tables are changed when
 * the next submission's turn comes, so that those before it see what they were written for.
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <stdlib.h>

enum { CHANGES = 1024 }; /* that wait, at most: then they go without a submission */

bool fl_drm_va_init(struct fl_drm_client *c)
{
	const struct fl_drm_vm *vm = c->n->family->vm;

	if (!vm)
		return true;
	c->va.change = malloc(CHANGES * sizeof *c->va.change);
	return c->va.change && fl_drm_space_init(&c->va.free, vm->first, vm->end - vm->first);
}

void fl_drm_va_free(struct fl_drm_client *c)
{
	fl_drm_space_free(&c->va.free);
	free(c->va.change);
}

/* Is there room for another change? */
static bool room(struct fl_drm_client *c)
{
	return c->va.n_changes < CHANGES || (c->queued < FL_DRM_QUEUED && fl_drm_submit_changes(c, false));
}

static void change(struct fl_drm_client *c, const struct fl_drm_buffer *b, uint32_t flags)
{
	c->va.change[c->va.n_changes++] = (struct fl_drm_mapping){b->va, b->addr, b->size_B, flags};
}

static int map(struct fl_drm_client *c, struct fl_drm_buffer *b, struct drm_radeon_gem_va *a)
{
	const uint64_t at = a->offset & ~(uint64_t)(FL_DRM_PAGE_B - 1);

	if (b->va) {
		a->operation = RADEON_VA_RESULT_VA_EXIST;
		a->offset = b->va;
		return 0;
	}
	if (!fl_drm_space_take_at(&c->va.free, at, b->size_B)) { /* beyond the end, or another's */
		a->operation = RADEON_VA_RESULT_ERROR;
		return EINVAL;
	}
	b->va = at;
	change(c, b, a->flags | RADEON_VM_PAGE_VALID);
	a->operation = RADEON_VA_RESULT_OK;
	return 0;
}

static void unmap(struct fl_drm_client *c, struct fl_drm_buffer *b)
{
	if (!b->va)
		return;
	change(c, b, 0);
	fl_drm_space_give(&c->va.free, b->va, b->size_B);
	b->va = 0;
}

bool fl_drm_va_unmap(struct fl_drm_client *c, struct fl_drm_buffer *b)
{
	if (b->va && !room(c))
		return false;
	unmap(c, b);
	return true;
}

int fl_drm_va_request(struct fl_drm_client *c, struct drm_radeon_gem_va *a)
{
	const struct fl_drm_vm *vm = c->n->family->vm;
	struct fl_drm_buffer *b = fl_drm_buffer_at(c, a->handle);
	const uint32_t operation = a->operation;

	a->operation = RADEON_VA_RESULT_ERROR;
	if (!vm)
		return ENOTTY;
	/* which is checked before the handle is looked up, and of both operations */
	if (a->vm_id || a->offset < vm->first || a->flags & (RADEON_VM_PAGE_VALID | RADEON_VM_PAGE_SYSTEM) ||
	    (operation != RADEON_VA_MAP && operation != RADEON_VA_UNMAP))
		return EINVAL;
	if (!b)
		return ENOENT;
	if (!room(c)) {
		a->operation = operation;
		return FL_DRM_LATER;
	}
	if (operation == RADEON_VA_MAP)
		return map(c, b, a);
	unmap(c, b);
	a->operation = RADEON_VA_RESULT_OK;
	return 0;
}
