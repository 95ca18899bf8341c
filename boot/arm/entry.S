/* SPDX-License-Identifier: MIT
 *
 * From a loader to C: the header of a zImage, which U-Boot's bootz asks for and QEMU's -kernel passes by,
 * then down from Hyp mode, relocation, zeroed memory, stacks.
 *
 * The image runs wherever it was put. With Linux's protocol (Documentation/arch/arm/booting.rst) the MMU is
 * off and r2 has the device tree; U-Boot's `go` leaves MMU and caches on, with a count in r0 and texts in r1.
 * A level-2 cache outside of the processor (PL310) is not touched: before `go`, `dcache off` is.
 */
#include "boot/arm/asm.inc"

	.set	ZIMAGE_MAGIC, 0x016f2818
	.set	ZIMAGE_LITTLE, 0x04030201
	.set	MODE_HYP, 0x1a
	.set	SVC_MASKED, 0x1d3		/* SVC, A I F masked, ARM state */
	.set	SCTLR_M, 1 << 0
	.set	SCTLR_A, 1 << 1
	.set	SCTLR_C, 1 << 2
	.set	SCTLR_I, 1 << 12
	.set	SCTLR_V, 1 << 13		/* vectors at 0xffff0000 */
	.set	SCTLR_TRE, 1 << 28
	.set	SCTLR_AFE, 1 << 29
	.set	SCTLR_TE, 1 << 30		/* exceptions in Thumb state */
	.set	CPACR_VFP, 15 << 20
	.set	FPEXC_EN, 1 << 30
	.set	R_RELATIVE, 23

	.section .text.start, "ax"
	.globl	fl_image_start, fl_start
fl_image_start:
fl_start:
	.rept	8
	mov	r0, r0
	.endr
	b	1f
	.word	ZIMAGE_MAGIC, 0, fl_image_end - fl_image_start, ZIMAGE_LITTLE

1:	mov	r8, r0
	mov	r9, r1
	mov	r10, r2
	ADDR	r11, fl_image_start
	ADDR	r7, fl_image_end
	mrs	r4, cpsr
	and	r4, r4, #31
	cmp	r4, #MODE_HYP
	bne	2f

	mrc	p15, 4, r4, c1, c0, 0		/* HSCTLR */
	bl	off
	mcr	p15, 4, r4, c1, c0, 0
	isb
	mov	r4, #0
	mcr	p15, 4, r4, c1, c1, 0		/* HCR: nothing trapped, no second stage */
	mcr	p15, 4, r4, c1, c1, 3		/* HSTR */
	movw	r5, #0x33ff
	mcr	p15, 4, r5, c1, c1, 2		/* HCPTR: RES1 */
	mrc	p15, 4, r5, c14, c1, 0		/* CNTHCTL: PL1PCTEN, PL1PCEN */
	orr	r5, r5, #3
	mcr	p15, 4, r5, c14, c1, 0
	mcrr	p15, 4, r4, r4, c14		/* CNTVOFF */
	mrc	p15, 0, r5, c0, c0, 0		/* MIDR, MPIDR as they are */
	mcr	p15, 4, r5, c0, c0, 0
	mrc	p15, 0, r5, c0, c0, 5
	mcr	p15, 4, r5, c0, c0, 5
	movw	r4, #SVC_MASKED
	msr	spsr_cxsf, r4
	ADDR	r4, 2f
	msr	elr_hyp, r4
	eret

2:	cpsid	aif, #MODE_SVC
	mrc	p15, 0, r4, c1, c0, 0		/* SCTLR */
	bl	off
	bic	r4, r4, #SCTLR_A
	bic	r4, r4, #SCTLR_V
	bic	r4, r4, #(SCTLR_TRE | SCTLR_AFE)
	bic	r4, r4, #SCTLR_TE
	mcr	p15, 0, r4, c1, c0, 0
	isb
	mov	r4, #0
	mcr	p15, 0, r4, c8, c7, 0		/* TLBIALL */
	mcr	p15, 0, r4, c7, c5, 0		/* ICIALLU */
	mcr	p15, 0, r4, c7, c5, 6		/* BPIALL */
	dsb
	isb

	mrc	p15, 0, r4, c1, c0, 2		/* CPACR */
	orr	r4, r4, #CPACR_VFP
	mcr	p15, 0, r4, c1, c0, 2
	isb
	mov	r4, #FPEXC_EN
	vmsr	fpexc, r4

	/* Pointers in the image's data, from 0 to where it lies. */
	ADDR	r4, fl_rel
	ADDR	r5, fl_rel_end
3:	cmp	r4, r5
	bhs	4f
	ldmia	r4!, {r0, r1}			/* offset, type */
	and	r1, r1, #255
	cmp	r1, #R_RELATIVE
	bne	3b
	ldr	r1, [r0, r11]
	add	r1, r1, r11
	str	r1, [r0, r11]
	b	3b

4:	ADDR	r4, fl_bss
	mov	r5, #0
5:	cmp	r4, r7
	strlo	r5, [r4], #4
	blo	5b

	ADDR	r4, fl_trap_stack_top
	cps	#MODE_ABT
	mov	sp, r4
	cps	#MODE_UND
	mov	sp, r4
	cps	#MODE_SVC
	ADDR	sp, fl_stack_top
	ADDR	r4, fl_vectors
	mcr	p15, 0, r4, c12, c0, 0		/* VBAR */
	isb

	mov	r0, r8
	mov	r1, r9
	mov	r2, r10
	bl	fl_board_tree
	bl	fl_paging_start
	mov	r0, r8
	mov	r1, r9
	mov	r2, r10
	mov	r3, #0
	bl	fl_boot_main
6:	wfi
	b	6b

	/* r4, a level's SCTLR, with MMU and caches off; before they go off, what they hold of the image (r11
	 * to r7) goes to memory. */
off:	mov	r6, lr
	tst	r4, #SCTLR_M
	movne	r0, r11
	subne	r1, r7, r11
	blne	fl_cache_forget
	bic	r4, r4, #(SCTLR_M | SCTLR_C)
	bic	r4, r4, #SCTLR_I
	bx	r6

	/* (from, size_B): clean and invalidate to the point of coherency. Uses r0 to r3. */
	.globl	fl_cache_forget
	.type	fl_cache_forget, %function
fl_cache_forget:
	mrc	p15, 0, r2, c0, c0, 1		/* CTR */
	ubfx	r2, r2, #16, #4			/* DminLine, log2 of words */
	mov	r3, #4
	lsl	r3, r3, r2
	add	r1, r0, r1
	sub	r2, r3, #1
	bic	r0, r0, r2
	dsb
7:	mcr	p15, 0, r0, c7, c14, 1		/* DCCIMVAC */
	add	r0, r0, r3
	cmp	r0, r1
	blo	7b
	dsb
	bx	lr

	.bss
	.balign	16
	.skip	65536
	.globl	fl_stack_top
fl_stack_top:
	.skip	8192
	.globl	fl_trap_stack_top
fl_trap_stack_top:
	.section .note.GNU-stack, "", %progbits
