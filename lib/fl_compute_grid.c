/* SPDX-License-Identifier: MIT
 *
 * Grids and groups: what a kernel and a chip allow.
 */
#include "lib/fl_compute.h"
#include "lib/fl_compute_backend.h"

enum { WAVE = 64 };

static const struct fl_compute_backend *backend(const struct fl_kernel *k)
{
	return k->object->compute->chip.backend;
}

static uint32_t most(const struct fl_kernel *k)
{
	const uint32_t chip = backend(k)->threads;

	return k->group_most && k->group_most < chip ? k->group_most : chip;
}

/* What the kernel was made for; else the longest row of threads up to a wave's that divides the grid, or a
 * wave, if that is a poor one. */
static void choose(const struct fl_kernel *k, struct fl_grid *g)
{
	uint32_t x = most(k) < WAVE ? most(k) : WAVE;
	const uint32_t wave = x;

	for (unsigned i = 0; i < 3; i++)
		g->local[i] = k->group_is[0] ? k->group_is[i] : 1;
	if (k->group_is[0])
		return;
	while (g->global[0] % x)
		x--;
	g->local[0] = x > wave / 2 || g->global[0] < wave ? x : wave;
}

enum fl_code fl_kernel_grid(const struct fl_kernel *k, struct fl_grid *g, uint64_t local_B,
			    struct fl_err *err)
{
	const uint64_t all_B = k->local_B + local_B;
	bool is = true;
	uint64_t n = 1;

	if (!g->global[0])
		return fl_fail(err, FL_USAGE, "kernel %s: a grid of no threads", k->name);
	for (unsigned i = 1; i < 3; i++)
		g->global[i] += !g->global[i];
	if (!g->local[0])
		choose(k, g);
	for (unsigned i = 0; i < 3; i++) {
		g->local[i] += !g->local[i];
		n = n * g->local[i] > UINT32_MAX ? UINT32_MAX : n * g->local[i];
		is &= !k->group_is[0] || g->local[i] == k->group_is[i];
	}
	if (!is)
		return fl_fail(err, FL_USAGE,
			       "kernel %s in groups of %u x %u x %u threads: it is made for %u x %u x %u "
			       "(reqd_work_group_size)",
			       k->name, g->local[0], g->local[1], g->local[2], k->group_is[0], k->group_is[1],
			       k->group_is[2]);
	if (n > most(k))
		return fl_fail(err, FL_USAGE, "kernel %s in groups of %u x %u x %u threads: %u at most (%s)",
			       k->name, g->local[0], g->local[1], g->local[2], most(k),
			       most(k) < backend(k)->threads
				   ? "amdgpu_flat_work_group_size, which the compiler "
				     "sets to 256 if nothing is said"
				   : "the chip's");
	if (all_B > backend(k)->local_B)
		return fl_fail(err, FL_USAGE, "kernel %s with %llu bytes of local memory: the chip has %u",
			       k->name, (unsigned long long)all_B, backend(k)->local_B);
	return FL_OK;
}
