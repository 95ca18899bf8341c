/* SPDX-License-Identifier: MIT
 *
 * Kernels for test_compute_lib.c: what a launch has to bring, each in one.
 */

/* Every thread says who it is: eight words each. */
kernel void ids(global uint *out)
{
	uint x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
	uint z = get_global_id(2) - get_global_offset(2);
	global uint *o = out + 8 * ((z * get_global_size(1) + y) * get_global_size(0) + x);

	o[0] = get_global_id(0);
	o[1] = get_global_id(1) << 16 | get_global_id(2);
	o[2] = get_local_id(0) | get_local_id(1) << 8 | get_local_id(2) << 16;
	o[3] = get_group_id(0) | get_group_id(1) << 8 | get_group_id(2) << 16;
	o[4] = get_local_size(0) | get_local_size(1) << 8 | get_local_size(2) << 16;
	o[5] = get_num_groups(0) | get_num_groups(1) << 8 | get_num_groups(2) << 16;
	o[6] = get_global_size(0) | get_global_size(1) << 8 | get_global_size(2) << 16;
	o[7] = get_work_dim();
}

/* What lies behind the arguments, as it lies there */
kernel void hidden(global uint *out)
{
	constant uint *from = (constant uint *)__builtin_amdgcn_implicitarg_ptr();

	for (uint i = 0; i < 56; i++)
		out[i] = from[i];
}

/* Arguments of every size, and a vector of three */
kernel void arguments(global ulong *out, char a, short b, int c, long d, float3 e, double f, uchar2 g)
{
	out[0] = (ulong)(long)a;
	out[1] = (ulong)(long)b;
	out[2] = (ulong)(long)c;
	out[3] = (ulong)d;
	out[4] = as_uint(e.x);
	out[5] = as_uint(e.y) ^ as_uint(e.z);
	out[6] = as_ulong(f);
	out[7] = g.x | (ulong)g.y << 8;
}

/* Local memory of the kernel's own and of two arguments: a group turned around, twice */
kernel void turned(global uint *out, local uint *first, uint n, local ulong *second)
{
	local uint own[64];
	uint i = get_local_id(0), last = get_local_size(0) - 1;

	own[i] = get_global_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	first[i] = own[last - i] * n;
	second[i] = own[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = first[last - i] + (uint)second[last - i];
}

constant uint table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

/* A table beside the code, and scratch: an array that is indexed by what is read */
kernel void scratch(global uint *out, global const uint *in)
{
	uint a[40];
	uint i = get_global_id(0);

	for (uint k = 0; k < 40; k++)
		a[k] = in[k] + table[(k + i) & 7];
	for (uint k = 0; k < 40; k++)
		a[in[(k + i) & 63] % 40] += a[k] * 3;
	out[i] = a[i % 40] ^ a[in[i & 63] % 40];
}

kernel __attribute__((reqd_work_group_size(8, 4, 1))) void made_for_8_by_4(global uint *out)
{
	out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_id(1) * 8 + get_local_id(0);
}

kernel void add(global uint *a, uint n)
{
	uint i = get_global_id(0);

	a[i] = a[i] * 3 + n;
}

kernel void never(global uint *a)
{
	while (a[0] != 1)
		a[1] += a[0];
}
