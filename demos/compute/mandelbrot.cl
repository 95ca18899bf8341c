/* SPDX-License-Identifier: MIT
 *
 * Mandelbrot's set: how many steps z = z * z + c takes to leave a circle of radius 2, for each pixel.
 *
 *	firstlight run mandelbrot.o --global 256x256 --arg out:mandelbrot.raw:262144 --arg f32:-2 --arg f32:-1.25 \
 *		--arg f32:0.009765625 --arg u32:1000
 */
kernel void mandelbrot(global uint *steps, float left, float top, float pixel, uint most)
{
	const uint x = get_global_id(0), y = get_global_id(1);
	const float cr = left + pixel * (float)x, ci = top + pixel * (float)y;
	float r = 0, i = 0;
	uint n = 0;

	for (; n < most && r * r + i * i <= 4.0f; n++) {
		const float next = r * r - i * i + cr;

		i = 2.0f * r * i + ci;
		r = next;
	}
	steps[y * get_global_size(0) + x] = n;
}
