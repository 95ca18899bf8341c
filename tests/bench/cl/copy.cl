/* SPDX-License-Identifier: MIT
 *
 * Memory to memory, 16 bytes a thread.
 */
kernel void copy(global float4 *to, global const float4 *from)
{
	const uint i = get_global_id(0);

	to[i] = from[i];
}
