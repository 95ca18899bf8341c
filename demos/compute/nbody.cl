/* SPDX-License-Identifier: MIT
 *
 * Bodies that attract each other: a step of time. A group reads all bodies into local memory, a group's worth
 * at a time. position: x, y, z and mass; the number of bodies is a multiple of a group's threads.
 *
 *	firstlight run nbody.o --global 1024 --local 64 --arg out:new.f32:16384 --arg inout:speed.f32 \
 *		--arg in:old.f32 --arg local:1024 --arg f32:0.01
 */
kernel void nbody(global float4 *to, global float4 *speed, global const float4 *from, local float4 *some, float dt)
{
	const uint id = get_global_id(0), n = get_global_size(0), lid = get_local_id(0), width = get_local_size(0);
	const float4 me = from[id];
	float4 pull = (float4)(0), v = speed[id];

	for (uint first = 0; first < n; first += width) {
		some[lid] = from[first + lid];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint k = 0; k < width; k++) {
			const float4 d = some[k] - me;
			const float far = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f; /* never 0 */

			pull.xyz += d.xyz * (some[k].w / (far * sqrt(far)));
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	v.xyz += pull.xyz * dt;
	speed[id] = v;
	to[id] = (float4)(me.xyz + v.xyz * dt, me.w);
}
