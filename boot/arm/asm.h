/* SPDX-License-Identifier: MIT
 *
 * For the assembly files of boot/arm: ARM state, and addresses that need no relocation.
 */
	.syntax	unified
	.arch	armv7-a
	.arch_extension sec
	.arch_extension virt
	.fpu	vfpv3-d16
	.arm

	.set	MODE_SVC, 0x13
	.set	MODE_ABT, 0x17
	.set	MODE_UND, 0x1b

	.macro	ADDR reg, symbol
	ldr	\reg, 9991f
9990:	add	\reg, pc, \reg
	b	9992f
9991:	.word	\symbol - (9990b + 8)
9992:
	.endm
