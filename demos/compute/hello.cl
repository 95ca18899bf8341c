/* SPDX-License-Identifier: MIT
 *
 * The first kernel: each thread writes its number, times n. lib/cik/code_object.h has the compiler's command.
 *
 *	firstlight run hello.o --global 64 --arg print:u32:64 --arg u32:7
 */
kernel void hello(global uint *out, uint n)
{
	out[get_global_id(0)] = get_global_id(0) * n;
}
