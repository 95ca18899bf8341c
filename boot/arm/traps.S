/* SPDX-License-Identifier: MIT
 *
 * The table of exceptions: each saves every register in the order of struct fl_trap (arm.h) on the stack that
 * is theirs, and calls fl_trap_report(). And fl_boot_try(), which goes on where one ended what it called.
 */
#include "boot/arm/asm.inc"

	.set	TRAP_B, 96
	.set	SPSR_T, 1 << 5

	.macro	VECTOR n, back_arm, back_thumb
	sub	sp, sp, #TRAP_B
	stmia	sp, {r0-r12}
	mrs	r2, spsr
	tst	r2, #SPSR_T
	subeq	r1, lr, #\back_arm
	subne	r1, lr, #\back_thumb
	mov	r0, #\n
	b	common
	.endm

	.text
	.balign	32
	.globl	fl_vectors
fl_vectors:
	b	.
	b	undefined
	b	supervisor
	b	prefetch
	b	data
	b	.
	b	.
	b	.

undefined:
	VECTOR	1, 4, 2
supervisor:
	VECTOR	2, 4, 2
prefetch:
	VECTOR	3, 4, 4
data:	VECTOR	4, 8, 8

common:	mrs	r3, cpsr
	cps	#MODE_SVC			/* the program's */
	mov	r4, sp
	mov	r5, lr
	msr	cpsr_c, r3
	cmp	r0, #2
	addeq	r4, r4, #TRAP_B			/* its own stack */
	str	r4, [sp, #52]
	str	r5, [sp, #56]
	str	r1, [sp, #60]
	str	r2, [sp, #64]
	mrc	p15, 0, r1, c5, c0, 0
	str	r1, [sp, #68]
	mrc	p15, 0, r1, c6, c0, 0
	str	r1, [sp, #72]
	mrc	p15, 0, r1, c5, c0, 1
	str	r1, [sp, #76]
	mrc	p15, 0, r1, c6, c0, 2
	str	r1, [sp, #80]
	str	r0, [sp, #84]
	mov	r0, sp
	bl	fl_trap_report
1:	wfi
	b	1b

	/* bool fl_boot_try(void (*run)(void *arg), void *arg) */
	.globl	fl_boot_try
	.type	fl_boot_try, %function
fl_boot_try:
	push	{r4-r11, lr}
	vpush	{d8-d15}
	ADDR	r2, fl_try_innermost
	ldr	r3, [r2]
	sub	sp, sp, #12
	str	r3, [sp]
	str	sp, [r2]
	mov	r2, r0
	mov	r0, r1
	blx	r2
	mov	r0, #1
tried:	ADDR	r2, fl_try_innermost
	ldr	r3, [sp]
	str	r3, [r2]
	add	sp, sp, #12
	vpop	{d8-d15}
	pop	{r4-r11, pc}

	/* From the report back into the innermost fl_boot_try(): the program's mode, and a fresh stack for
	 * the next exception in this one. */
	.globl	fl_trap_resume
	.type	fl_trap_resume, %function
fl_trap_resume:
	ADDR	r0, fl_trap_stack_top
	mov	sp, r0
	cps	#MODE_SVC
	cpsie	a
	ADDR	r0, fl_try_innermost
	ldr	sp, [r0]
	mov	r0, #0
	b	tried

	/* (operation, block): semihosting. */
	.globl	fl_semihosting
	.type	fl_semihosting, %function
fl_semihosting:
	svc	#0x123456
	bx	lr

	/* What libgcc's divisions ask for: where they go when somebody divides by 0, and how they would be
	 * unwound, which nobody does. */
	.globl	__aeabi_idiv0, __aeabi_ldiv0
	.type	__aeabi_idiv0, %function
	.type	__aeabi_ldiv0, %function
__aeabi_idiv0:
__aeabi_ldiv0:
	udf	#0
	.globl	__aeabi_unwind_cpp_pr0, __aeabi_unwind_cpp_pr1
__aeabi_unwind_cpp_pr0:
__aeabi_unwind_cpp_pr1:
	bx	lr

	.bss
	.balign	4
	.globl	fl_try_innermost
fl_try_innermost:
	.skip	4
	.section .note.GNU-stack, "", %progbits
