/* SPDX-License-Identifier: MIT
 *
 * For test_compute_threads.c: groups that take longer or shorter, and are counted by an atomic.
 */
kernel void counted(global uint *out, global uint *count)
{
	local uint shared[64];
	const uint id = get_global_id(0), lane = get_local_id(0);
	uint x = id;

	for (uint k = 0; k < get_group_id(0) * 7 % 32; k++)
		x = x * 1664525 + 1013904223;
	shared[lane] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[2 * id] = shared[63 - lane];
	out[2 * id + 1] = atomic_inc(count);
}

/* Each thread for itself. */
kernel void alone(global uint *out)
{
	const uint id = get_global_id(0);
	uint x = id;

	for (uint k = 0; k < get_group_id(0) * 7 % 32; k++)
		x = x * 1664525 + 1013904223;
	out[id] = x;
}

/* Memory of a thread's own, which its wave gets from a place that all groups have. */
kernel void scratch(global uint *out)
{
	const uint id = get_global_id(0);
	uint a[40];

	for (uint k = 0; k < 40; k++)
		a[k] = id * 40 + k;
	for (uint k = 0; k < 400; k++)
		a[(k * 7 + id) % 40] += a[(k + id) % 40];
	out[id] = a[id % 40];
}
