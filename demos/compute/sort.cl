/* SPDX-License-Identifier: MIT
 *
 * Bitonic sort (Batcher): each launch compares pairs that are `apart` from each other, in rows of `row` that go up
 * and down by turns. Half as many threads as numbers, which are a power of two: for row = 2, 4, 8, … to all
 * of them, and in each for apart = row / 2, row / 4, … to 1.
 */
kernel void sort(global uint *a, uint row, uint apart)
{
	const uint t = get_global_id(0);
	const uint low = (t / apart) * 2 * apart + t % apart, high = low + apart;
	const bool up = (low & row) == 0;
	const uint x = a[low], y = a[high];

	if ((x > y) == up) {
		a[low] = y;
		a[high] = x;
	}
}
