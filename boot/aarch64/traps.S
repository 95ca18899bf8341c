/* SPDX-License-Identifier: MIT
 *
 * The table of exceptions: each saves every register in the order of struct fl_trap (aarch64.h) on the stack
 * that is theirs, and calls fl_trap_report(). And fl_boot_try(), which goes on where one ended what it
 * called.
 */
	.set	TRAP_B, 304
	.set	TRY_B, 176

	.macro	VECTOR n
	.balign	128
	sub	sp, sp, #TRAP_B
	stp	x0, x1, [sp]
	mov	x0, #\n
	b	common
	.endm

	.text
	.balign	2048
	.globl	fl_vectors
fl_vectors:
	.set	i, 0
	.rept	16
	VECTOR	i
	.set	i, i + 1
	.endr

	.balign	128
common:	stp	x2, x3, [sp, #16]
	stp	x4, x5, [sp, #32]
	stp	x6, x7, [sp, #48]
	stp	x8, x9, [sp, #64]
	stp	x10, x11, [sp, #80]
	stp	x12, x13, [sp, #96]
	stp	x14, x15, [sp, #112]
	stp	x16, x17, [sp, #128]
	stp	x18, x19, [sp, #144]
	stp	x20, x21, [sp, #160]
	stp	x22, x23, [sp, #176]
	stp	x24, x25, [sp, #192]
	stp	x26, x27, [sp, #208]
	stp	x28, x29, [sp, #224]
	mrs	x1, sp_el0
	stp	x30, x1, [sp, #240]
	mrs	x1, elr_el1
	mrs	x2, spsr_el1
	stp	x1, x2, [sp, #256]
	mrs	x1, esr_el1
	mrs	x2, far_el1
	stp	x1, x2, [sp, #272]
	str	x0, [sp, #288]
	mov	x0, sp
	bl	fl_trap_report
1:	wfi
	b	1b

	/* bool fl_boot_try(void (*run)(void *arg), void *arg) */
	.globl	fl_boot_try
fl_boot_try:
	stp	x29, x30, [sp, #-TRY_B]!
	mov	x29, sp
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
	stp	d8, d9, [sp, #96]
	stp	d10, d11, [sp, #112]
	stp	d12, d13, [sp, #128]
	stp	d14, d15, [sp, #144]
	adrp	x9, fl_try_innermost
	add	x9, x9, :lo12:fl_try_innermost
	ldr	x10, [x9]
	str	x10, [sp, #160]
	mov	x10, sp
	str	x10, [x9]
	mov	x9, x0
	mov	x0, x1
	blr	x9
	mov	w0, #1
tried:	adrp	x9, fl_try_innermost
	add	x9, x9, :lo12:fl_try_innermost
	ldr	x10, [sp, #160]
	str	x10, [x9]
	ldp	x19, x20, [sp, #16]
	ldp	x21, x22, [sp, #32]
	ldp	x23, x24, [sp, #48]
	ldp	x25, x26, [sp, #64]
	ldp	x27, x28, [sp, #80]
	ldp	d8, d9, [sp, #96]
	ldp	d10, d11, [sp, #112]
	ldp	d12, d13, [sp, #128]
	ldp	d14, d15, [sp, #144]
	ldp	x29, x30, [sp], #TRY_B
	ret

	/* From the report back into the innermost fl_boot_try(): no return from the exception is needed,
	 * since it was taken at the level at which the program runs. */
	.globl	fl_trap_resume
fl_trap_resume:
	adrp	x9, fl_trap_stack_top
	add	x9, x9, :lo12:fl_trap_stack_top
	mov	sp, x9
	msr	spsel, #0
	msr	daifclr, #4
	adrp	x9, fl_try_innermost
	add	x9, x9, :lo12:fl_try_innermost
	ldr	x9, [x9]
	mov	sp, x9
	mov	w0, #0
	b	tried

	.bss
	.balign	8
	.globl	fl_try_innermost
fl_try_innermost:
	.skip	8
	.section .note.GNU-stack, "", @progbits
