/* SPDX-License-Identifier: MIT
 *
 * Inside fl_compute: what a family's chips do for it.
 */
#ifndef LIB_FL_COMPUTE_BACKEND_H
#define LIB_FL_COMPUTE_BACKEND_H

#include "lib/fl_compute.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A kernel that is about to run. */
struct fl_launch {
	const struct fl_kernel *kernel;
	struct fl_grid grid; /* of fl_kernel_grid() */
	uint32_t local_B;    /* all of a group's local memory */
	uint32_t args_B;
	const uint8_t *args; /* a multiple of 4 bytes */
};

struct fl_compute_backend {
	const char *name; /* "Sea Islands" */
	uint32_t threads; /* of a group at most */
	uint32_t local_B; /* of its local memory */
	/* Is it a code object, and whole? Sets o->kind, and says how much memory it takes. */
	enum fl_code (*check)(struct fl_code_object *o, uint64_t *size_B, struct fl_err *err);
	/* Put it into o->memory. */
	enum fl_code (*place)(const struct fl_code_object *o, struct fl_err *err);
	const char *(*kernel_name)(const struct fl_code_object *o, uint32_t i, size_t *length);
	/* What k->name is; *k is zeroed but for that and k->object. */
	enum fl_code (*kernel)(struct fl_kernel *k, struct fl_err *err);
	/* Hidden arguments of kernels without a signature, behind those of the caller. */
	enum fl_code (*hidden)(struct fl_kernel *k, uint32_t at_B, struct fl_err *err);
	/* The state that all kernels need. */
	void (*begin)(struct fl_compute *c);
	enum fl_code (*run)(struct fl_compute *c, const struct fl_launch *l, struct fl_err *err);
	void (*copy)(struct fl_compute *c, uint64_t to, uint64_t from, uint64_t n_B);
	void (*fill)(struct fl_compute *c, uint64_t to, uint32_t value, uint64_t n_B);
	/* Write the number to memory when all before it is done. */
	void (*event)(struct fl_compute *c, uint64_t to, uint32_t number);
};

/* One more argument; FL_USAGE: there are too many, or it lies where none can. */
enum fl_code fl_kernel_add_arg(struct fl_kernel *k, const struct fl_kernel_arg *a, struct fl_err *err);

/* Groups of a grid in a direction; threads of the last one. */
static inline uint32_t fl_grid_groups(const struct fl_grid *g, unsigned i)
{
	return g->global[i] / g->local[i] + (g->global[i] % g->local[i] != 0);
}

#ifdef __cplusplus
}
#endif

#endif
