/* SPDX-License-Identifier: MIT
 *
 * The 32 exceptions: save every register in the order of struct fl_trap (traps.c), and call fl_trap_report().
 */
	.altmacro
	.macro	TRAP n
	.balign	16
	/* 8, 10-14, 17, 21, 29, 30 push an error code (AMD64 APM volume 2, table 8-1); the others get a
	 * zero. */
	.if	((0x60227d00 >> \n) & 1) == 0
	pushq	$0
	.endif
	pushq	$\n
	jmp	trap_common
	.endm

	.text
	.balign	16
	.globl	fl_trap_entry
fl_trap_entry:					/* entry n stands at fl_trap_entry + 16 * n */
	.set	i, 0
	.rept	32
	TRAP	%i
	.set	i, i + 1
	.endr
	.noaltmacro

	.balign	16
trap_common:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%r11
	pushq	%r10
	pushq	%r9
	pushq	%r8
	pushq	%rbp
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	pushq	%rbx
	pushq	%rax
	movq	%rsp, %rdi
	cld
	call	fl_trap_report
1:	hlt
	jmp	1b
	.section .note.GNU-stack, "", @progbits
