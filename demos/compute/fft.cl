/* SPDX-License-Identifier: MIT
 *
 * Fourier transform of n = 2^k complex numbers, a launch for each power of two (Stockham: in order, from one
 * memory to the other): n / 2 threads, half = 1, 2, 4, … n / 2.
 */
kernel void fft(global float2 *to, global const float2 *from, uint half_)
{
	const uint t = get_global_id(0), n = get_global_size(0), j = t % half_;
	const float turn = -3.14159265358979f * (float)j / (float)half_;
	const float2 w = (float2)(cos(turn), sin(turn)), a = from[t], b = from[t + n];
	const float2 c = (float2)(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
	const uint at = (t - j) * 2 + j;

	to[at] = a + c;
	to[at + half_] = a - c;
}
