/* SPDX-License-Identifier: MIT
 *
 * Arguments of kernels: what the caller gives, and what is hidden; then they run.
 */
#include "lib/fl_compute.h"
#include "lib/fl_compute_backend.h"

#include <string.h>

enum fl_code fl_kernel_add_arg(struct fl_kernel *k, const struct fl_kernel_arg *a, struct fl_err *err)
{
	if (k->n_args == FL_KERNEL_ARGS)
		return fl_fail(err, FL_USAGE, "kernel %s has more than %u arguments", k->name,
			       FL_KERNEL_ARGS);
	if (a->offset_B > FL_KERNEL_ARGS_B || a->size_B > FL_KERNEL_ARGS_B - a->offset_B)
		return fl_fail(err, FL_USAGE,
			       "kernel %s: its argument %u lies at %u, %u bytes: behind %u there can be none",
			       k->name, k->n_args, a->offset_B, a->size_B, FL_KERNEL_ARGS_B);
	if (a->offset_B + a->size_B > k->args_B)
		k->args_B = a->offset_B + a->size_B;
	k->arg[k->n_args++] = *a;
	k->n_given += a->kind <= FL_IS_LOCAL;
	return FL_OK;
}

/* To the next multiple of a power of two */
static uint32_t aligned(uint32_t at_B, uint32_t unit_B)
{
	return (at_B + unit_B - 1) & ~(unit_B - 1);
}

/* Vectors of three are aligned like those of four. */
static uint32_t unit_of(uint32_t size_B)
{
	uint32_t unit_B = 1;

	while (unit_B < size_B && unit_B < 128)
		unit_B *= 2;
	return unit_B;
}

enum fl_code fl_kernel_signature(struct fl_kernel *k, const struct fl_arg *args, uint32_t n,
				 struct fl_err *err)
{
	enum { POINTER_B = 8, LOCAL_POINTER_B = 4, LOCAL_ALIGN_B = 16 };
	uint32_t at_B = 0;
	enum fl_code code = FL_OK;

	k->n_args = k->n_given = 0;
	for (uint32_t i = 0; i < n && !code; i++) {
		const uint32_t size_B = args[i].kind == FL_IS_MEMORY  ? POINTER_B
					: args[i].kind == FL_IS_LOCAL ? LOCAL_POINTER_B
								      : args[i].size_B;
		struct fl_kernel_arg a = {.kind = args[i].kind, .align_B = LOCAL_ALIGN_B};

		if (!size_B || size_B > FL_KERNEL_ARGS_B || at_B > FL_KERNEL_ARGS_B)
			return fl_fail(err, FL_USAGE, "kernel %s: an argument of %u bytes at %u", k->name,
				       size_B, at_B);
		at_B = aligned(at_B, unit_of(size_B));
		a.offset_B = (uint16_t)at_B;
		a.size_B = (uint16_t)size_B;
		at_B += size_B;
		code = fl_kernel_add_arg(k, &a, err);
	}
	return code ? code : k->object->compute->chip.backend->hidden(k, at_B, err);
}

/* ---- what is hidden ------------------------------------------------------------------------------------ */
static uint64_t hidden(const struct fl_compute *c, const struct fl_grid *g, unsigned kind)
{
	if (kind >= FL_IS_GROUPS_X && kind <= FL_IS_GROUPS_Z)
		return fl_grid_groups(g, kind - FL_IS_GROUPS_X);
	if (kind >= FL_IS_GROUP_SIZE_X && kind <= FL_IS_GROUP_SIZE_Z)
		return g->local[kind - FL_IS_GROUP_SIZE_X];
	if (kind >= FL_IS_REMAINDER_X && kind <= FL_IS_REMAINDER_Z)
		return g->global[kind - FL_IS_REMAINDER_X] % g->local[kind - FL_IS_REMAINDER_X];
	if (kind >= FL_IS_OFFSET_X && kind <= FL_IS_OFFSET_Z)
		return g->offset[kind - FL_IS_OFFSET_X];
	if (kind == FL_IS_DIMENSIONS)
		return g->global[2] > 1 ? 3 : g->global[1] > 1 ? 2 : 1;
	if (kind == FL_IS_LOCAL_WINDOW)
		return c->chip.local_window;
	if (kind == FL_IS_PRIVATE_WINDOW)
		return c->chip.private_window;
	return 0;
}

static void put(uint8_t *to, uint32_t size_B, uint64_t value)
{
	for (uint32_t i = 0; i < size_B; i++)
		to[i] = i < 8 ? (uint8_t)(value >> 8 * i) : 0;
}

/* ---- what is given ------------------------------------------------------------------------------------- */
static const char *const kinds[] = {"a value", "memory", "a size of local memory"};

static enum fl_code check_arg(const struct fl_kernel *k, uint32_t i, const struct fl_kernel_arg *a,
			      const struct fl_arg *given, struct fl_err *err)
{
	if (given->kind != a->kind)
		return fl_fail(err, FL_USAGE, "kernel %s: argument %u is %s, not %s", k->name, i,
			       kinds[a->kind], given->kind <= FL_IS_LOCAL ? kinds[given->kind] : "that");
	if (a->kind == FL_IS_VALUE && given->size_B != a->size_B)
		return fl_fail(err, FL_USAGE, "kernel %s: argument %u has %u bytes, not %u", k->name, i,
			       a->size_B, given->size_B);
	if (a->kind == FL_IS_LOCAL && (!given->size_B || given->size_B > (1u << 20)))
		return fl_fail(err, FL_USAGE, "kernel %s: argument %u is local memory of %u bytes", k->name,
			       i, given->size_B);
	return FL_OK;
}

/* Local memory of the arguments lies behind the kernel's own. */
static enum fl_code fill(struct fl_launch *l, const struct fl_compute *c, const struct fl_arg *args,
			 uint32_t n, uint8_t *to, struct fl_err *err)
{
	const struct fl_kernel *k = l->kernel;
	uint32_t given = 0;

	l->local_B = k->local_B;
	if (n != k->n_given)
		return fl_fail(err, FL_USAGE, "kernel %s takes %u arguments, and was given %u", k->name,
			       k->n_given, n);
	for (uint32_t i = 0; i < k->n_args; i++) {
		const struct fl_kernel_arg *a = &k->arg[i];
		enum fl_code code;

		if (a->kind > FL_IS_LOCAL)
			continue;
		code = check_arg(k, given, a, &args[given], err);
		if (code)
			return code;
		if (a->kind == FL_IS_VALUE) {
			memcpy(to + a->offset_B, args[given].value, a->size_B);
		} else if (a->kind == FL_IS_MEMORY) {
			put(to + a->offset_B, a->size_B, fl_memory_address(c, &args[given].memory));
		} else {
			l->local_B = aligned(l->local_B, a->align_B ? a->align_B : 1);
			put(to + a->offset_B, a->size_B, l->local_B);
			l->local_B += args[given].size_B;
		}
		given++;
	}
	return FL_OK;
}

enum fl_code fl_compute_run(struct fl_compute *c, const struct fl_kernel *k, const struct fl_grid *g,
			    const struct fl_arg *args, uint32_t n, struct fl_err *err)
{
	_Alignas(8) uint8_t memory[FL_KERNEL_ARGS_B];
	struct fl_launch l = {.kernel = k, .grid = *g, .args_B = aligned(k->args_B, 4), .args = memory};
	enum fl_code code;

	memset(memory, 0, l.args_B);
	code = fill(&l, c, args, n, memory, err);
	if (!code)
		code = fl_kernel_grid(k, &l.grid, l.local_B - k->local_B, err);
	if (code)
		return code;
	for (uint32_t i = 0; i < k->n_args; i++)
		if (k->arg[i].kind > FL_IS_LOCAL)
			put(memory + k->arg[i].offset_B, k->arg[i].size_B,
			    hidden(c, &l.grid, k->arg[i].kind));
	code = c->chip.backend->run(c, &l, err);
	if (!code && c->chip.cs->code) {
		code = c->chip.cs->code;
		if (err)
			*err = c->chip.cs->err;
	}
	return code;
}
