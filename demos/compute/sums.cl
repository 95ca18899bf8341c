/* SPDX-License-Identifier: MIT
 *
 * Prefix sums, in three launches: each group sums its own numbers (Hillis and Steele), a single group sums
 * those sums, and each number gets what stands before its group.
 */
kernel void sums(global uint *a, global uint *of_groups, local uint *s)
{
	const uint i = get_local_id(0), n = get_local_size(0);

	s[i] = a[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint apart = 1; apart < n; apart *= 2) {
		const uint add = i >= apart ? s[i - apart] : 0;

		barrier(CLK_LOCAL_MEM_FENCE);
		s[i] += add;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	a[get_global_id(0)] = s[i];
	if (i == n - 1)
		of_groups[get_group_id(0)] = s[i];
}

kernel void add_before(global uint *a, global const uint *of_groups)
{
	if (get_group_id(0))
		a[get_global_id(0)] += of_groups[get_group_id(0) - 1];
}
