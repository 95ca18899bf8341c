/* SPDX-License-Identifier: MIT
 *
 * Kernels for the waves of the Sea Islands model: clang compiles them for gfx704, and test_sq_clang.c
 * computes the same on the CPU. A work-item's number is in the group; there is one group, of 256.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

#define ID ((uint)__builtin_amdgcn_workitem_id_x())

kernel void arithmetic(global uint *out, global const uint *in)
{
	uint id = ID, a = in[2 * id], b = in[2 * id + 1];
	int s = (int)a, t = (int)b;

	out[8 * id + 0] = a * b + (a >> (b & 31));
	out[8 * id + 1] = a / (b | 1);
	out[8 * id + 2] = a % (b | 1);
	out[8 * id + 3] = (uint)(s / (t | 1));
	out[8 * id + 4] = (uint)((ulong)a * b >> 32) ^ (uint)((long)s * t >> 32);
	out[8 * id + 5] = __builtin_popcount(a) + __builtin_clz(b | 1);
	out[8 * id + 6] = (uint)(s < t ? s : t) + (a > b ? a : b);
	out[8 * id + 7] = a << 7 | a >> 25;
}

kernel void wide(global ulong *out, global const ulong *in)
{
	uint id = ID;
	ulong a = in[2 * id], b = in[2 * id + 1];
	long s = (long)a;

	out[4 * id + 0] = a * b + (a >> (b & 63));
	out[4 * id + 1] = a / (b >> 13 | 1);
	out[4 * id + 2] = (ulong)(s >> (b & 31)) - b;
	out[4 * id + 3] = (s < (long)b) ? a << 3 : b << 5;
}

kernel void floats(global float *out, global const float *in)
{
	uint id = ID;
	float a = in[2 * id], b = in[2 * id + 1];

	out[8 * id + 0] = a + b;
	out[8 * id + 1] = a - b;
	out[8 * id + 2] = a * b;
	out[8 * id + 3] = a / b;
	out[8 * id + 4] = __builtin_fmaf(a, b, a);
	out[8 * id + 5] = __builtin_floorf(a) + __builtin_truncf(b);
	out[8 * id + 6] = a < b ? a : b;
	out[8 * id + 7] = __builtin_sqrtf(__builtin_fabsf(a));
}

kernel void doubles(global double *out, global const double *in)
{
	uint id = ID;
	double a = in[2 * id], b = in[2 * id + 1];

	out[8 * id + 0] = a + b;
	out[8 * id + 1] = a * b;
	out[8 * id + 2] = a / b;
	out[8 * id + 3] = __builtin_fma(a, b, -a);
	out[8 * id + 4] = __builtin_floor(a) - __builtin_ceil(b);
	out[8 * id + 5] = (double)(int)a + (double)(uint)__builtin_fabs(b);
	out[8 * id + 6] = a > b ? a : -b;
	out[8 * id + 7] = (double)(float)a;
}

kernel void conversions(global uint *out, global const float *in)
{
	uint id = ID;
	float a = in[2 * id], b = in[2 * id + 1];

	out[8 * id + 0] = (uint)(int)a;
	out[8 * id + 1] = (uint)__builtin_fabsf(b);
	out[8 * id + 2] = as_uint((float)(int)(a * 1000.0f));
	out[8 * id + 3] = as_uint((float)as_uint(b));
	out[8 * id + 4] = (uint)(short)(int)a | (uint)(uchar)(int)b << 24;
	out[8 * id + 5] = as_uint((float)(as_uint(a) >> 8 & 255));
	out[8 * id + 6] = as_uint((float)(long)(a * 65536.0f));
	out[8 * id + 7] = (uint)(ulong)__builtin_fabsf(b * 1048576.0f);
}

/* Loops that each lane leaves when it is done, and branches in them */
kernel void flow(global uint *out, global const uint *in)
{
	uint id = ID, n = in[2 * id] & 0xffff, steps = 0, sum = 0;

	while (n > 1 && steps < 300) {
		if (n & 1)
			n = 3 * n + 1;
		else
			n >>= 1;
		if (steps % 7 == 3)
			sum += n;
		else if (steps % 11 == 5)
			sum ^= n << 3;
		steps++;
	}
	switch (in[2 * id + 1] & 3) {
	case 0:
		sum += 17;
		break;
	case 1:
		sum *= 3;
		break;
	case 2:
		sum = ~sum;
		break;
	}
	out[2 * id] = steps;
	out[2 * id + 1] = sum;
}

/* A prefix sum and a reversal, in LDS, between barriers */
kernel void shared_memory(global uint *out, global const uint *in)
{
	local uint tile[256];
	uint id = ID;

	tile[id] = in[id];
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
	for (uint step = 1; step < 256; step <<= 1) {
		uint v = id >= step ? tile[id - step] : 0;

		__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
		__builtin_amdgcn_s_barrier();
		__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
		tile[id] += v;
		__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
		__builtin_amdgcn_s_barrier();
		__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
	}
	out[id] = tile[id];
	out[256 + id] = tile[255 - id];
}

/* out[0]: a sum, out[1]: the largest, out[2]: bits, out[3]: how many are odd, by LDS first; out[4], out[5]: a
 * sum of 64 bits */
kernel void atomics(global uint *out, global const uint *in)
{
	local uint seen;
	uint id = ID, v = in[id];

	if (id == 0)
		seen = 0;
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
	__atomic_fetch_add((global uint *)out, v, __ATOMIC_RELAXED);
	__opencl_atomic_fetch_max((global atomic_uint *)(out + 1), v, __ATOMIC_RELAXED,
				  __OPENCL_MEMORY_SCOPE_DEVICE);
	__atomic_fetch_xor(out + 2, v, __ATOMIC_RELAXED);
	if (v & 1)
		__atomic_fetch_add(&seen, 1u, __ATOMIC_RELAXED);
	__atomic_fetch_add((global ulong *)(out + 4), (ulong)v * v, __ATOMIC_RELAXED);
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
	if (id == 77)
		out[3] = seen;
}

kernel void vectors(global float4 *out, global const float4 *in)
{
	uint id = ID;
	float4 a = in[id & 127], b = in[127 - (id & 127)];

	out[id] = (a + b.wzyx) * (float4)(0.5f, 0.25f, 2.0f, 1.0f) - a.yxwz;
}

/* An array that each work-item has for itself: scratch */
kernel void scratch(global uint *out, global const uint *in)
{
	uint id = ID, a[32];

	for (uint k = 0; k < 32; k++)
		a[k] = in[k] * id;
	for (uint k = 0; k < 32; k++)
		a[(in[k + 32] + id) & 31] ^= a[k] + k;
	out[id] = a[in[id] & 31] + a[5];
}

kernel void bytes(global uchar *out, global const uchar *in, int add)
{
	uint id = ID;
	short s = (short)(in[2 * id] << 8 | in[2 * id + 1]);

	out[2 * id] = (uchar)(s + add);
	out[2 * id + 1] = (uchar)((s * add) >> 5);
}
