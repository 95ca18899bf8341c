/* SPDX-License-Identifier: MIT
 *
 * The product of two matrices of n x n, n a multiple of 16: a group has a tile of 16 x 16 of it, and reads
 * the tiles that it needs into local memory.
 *
 *	firstlight run product.o --global 256x256 --arg out:c.f32:262144 --arg in:a.f32 --arg in:b.f32
 */
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void product(global float *c, global const float *a,
									 global const float *b)
{
	local float left[TILE][TILE], right[TILE][TILE];
	const uint n = get_global_size(0), x = get_global_id(0), y = get_global_id(1);
	const uint i = get_local_id(0), k = get_local_id(1);
	float sum = 0;

	for (uint first = 0; first < n; first += TILE) {
		left[k][i] = a[y * n + first + i];
		right[k][i] = b[(first + k) * n + x];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint m = 0; m < TILE; m++)
			sum = fma(left[k][m], right[m][i], sum);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[y * n + x] = sum;
}
