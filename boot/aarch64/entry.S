/* SPDX-License-Identifier: MIT
 *
 * From a loader to C: the header of a Linux Image (Documentation/arch/arm64/booting.rst), which U-Boot's
 * booti and QEMU's -kernel know, then down to EL1, relocation, zeroed memory, stacks.
 *
 * The image runs wherever it was put. With Linux's protocol the MMU is off and x0 has the device tree;
 * U-Boot's `go` leaves MMU and caches on, with a count in x0 and texts in x1.
 */
	.set	SCTLR_M, 1 << 0
	.set	SCTLR_C, 1 << 2
	.set	SCTLR_I, 1 << 12
	.set	SCTLR_EL1_OFF, 0x30d00800	/* the bits that are 1 in ARMv8.0; little-endian, MMU off */
	.set	HCR_RW, 1 << 31			/* EL1 is AArch64 */
	.set	SCR_DOWN, 0x5b1			/* RW, HCE, SMD off, RES1, NS */
	.set	SPSR_EL1H, 0x3c5		/* EL1 on its own stack, D A I F masked */
	.set	CPACR_FPEN, 3 << 20
	.set	R_RELATIVE, 1027

	.section .text.start, "ax"
	.globl	fl_image_start, fl_start
fl_image_start:
fl_start:
	b	1f
	nop
	.quad	0				/* from a boundary of 2 MiB */
	.long	fl_image_end - fl_image_start, 0
	.quad	0xa				/* little-endian, pages of 4 KiB, anywhere in memory */
	.quad	0, 0, 0
	.ascii	"ARM\x64"
	.long	0

1:	mov	x20, x0
	mov	x21, x1
	mov	x22, x2
	mov	x23, x3
	adr	x19, fl_image_start
	adrp	x24, fl_image_end
	add	x24, x24, :lo12:fl_image_end

	/* Is the MMU on at this level? Then what the caches hold goes to memory first: image, tree, texts. */
	mrs	x9, CurrentEL
	lsr	x9, x9, #2
	cmp	x9, #2
	b.hi	3f
	b.eq	2f
	mrs	x10, sctlr_el1
	b	4f
2:	mrs	x10, sctlr_el2
	b	4f
3:	mrs	x10, sctlr_el3
4:	tbz	x10, #0, down
	bl	empty_caches
	bic	x10, x10, #SCTLR_M
	bic	x10, x10, #SCTLR_C
	bic	x10, x10, #SCTLR_I
	cmp	x9, #2
	b.hi	3f
	b.eq	2f
	msr	sctlr_el1, x10
	b	4f
2:	msr	sctlr_el2, x10
	b	4f
3:	msr	sctlr_el3, x10
4:	isb
	ic	iallu
	dsb	nsh
	isb

down:	cmp	x9, #2
	b.lo	at_el1
	b.eq	from_el2
	mov	x10, #SCR_DOWN
	msr	scr_el3, x10
	msr	cptr_el3, xzr
	/* Is there an EL2? If not, EL3 goes to EL1 itself. */
	mrs	x10, id_aa64pfr0_el1
	ubfx	x10, x10, #8, #4
	cbz	x10, 1f
	bl	set_el2
1:	adr	x10, at_el1
	msr	elr_el3, x10
	mov	x10, #SPSR_EL1H
	msr	spsr_el3, x10
	bl	reset_el1
	eret
from_el2:
	bl	set_el2
	adr	x10, at_el1
	msr	elr_el2, x10
	mov	x10, #SPSR_EL1H
	msr	spsr_el2, x10
	bl	reset_el1
	eret

/* EL1 gets the counter as it is, floating point, and nothing trapped. */
set_el2:
	mov	x10, #HCR_RW
	msr	hcr_el2, x10
	mov	x10, #3				/* CNTHCTL: EL1PCTEN, EL1PCEN */
	msr	cnthctl_el2, x10
	msr	cntvoff_el2, xzr
	mov	x10, #0x33ff			/* CPTR: RES1, nothing trapped */
	msr	cptr_el2, x10
	msr	hstr_el2, xzr
	mrs	x10, midr_el1
	msr	vpidr_el2, x10
	mrs	x10, mpidr_el1
	msr	vmpidr_el2, x10
	ret
reset_el1:
	ldr	x10, =SCTLR_EL1_OFF
	msr	sctlr_el1, x10
	ret

at_el1:	msr	daifset, #15
	bl	reset_el1
	isb
	mov	x10, #CPACR_FPEN
	msr	cpacr_el1, x10
	isb

	/* Pointers in the image's data, from 0 to where it lies. */
	adrp	x10, fl_rela
	add	x10, x10, :lo12:fl_rela
	adrp	x11, fl_rela_end
	add	x11, x11, :lo12:fl_rela_end
1:	cmp	x10, x11
	b.hs	2f
	ldp	x12, x13, [x10], #16		/* offset, type */
	ldr	x14, [x10], #8			/* addend */
	cmp	w13, #R_RELATIVE
	b.ne	1b
	add	x14, x14, x19
	str	x14, [x12, x19]
	b	1b

2:	adrp	x10, fl_bss
	add	x10, x10, :lo12:fl_bss
1:	cmp	x10, x24
	b.hs	2f
	stp	xzr, xzr, [x10], #16
	b	1b

	/* The program runs on SP_EL0; an exception finds SP_EL1. */
2:	adrp	x10, fl_trap_stack_top
	add	x10, x10, :lo12:fl_trap_stack_top
	mov	sp, x10
	msr	spsel, #0
	adrp	x10, fl_stack_top
	add	x10, x10, :lo12:fl_stack_top
	mov	sp, x10
	adrp	x10, fl_vectors
	add	x10, x10, :lo12:fl_vectors
	msr	vbar_el1, x10
	isb

	mov	x29, xzr
	mov	x0, x20
	mov	x1, x21
	mov	x2, x22
	bl	fl_board_tree
	bl	fl_paging_start
	mov	x0, x20
	mov	x1, x21
	mov	x2, x22
	mov	x3, x23
	bl	fl_boot_main
1:	wfi
	b	1b

	/* Clean and invalidate by set and way, to the point of coherency (Arm ARM DDI 0487, D7.5.8). Uses x0
	 * to x8, x11 to x13. */
empty_caches:
	dsb	sy
	mrs	x0, clidr_el1
	ubfx	x1, x0, #24, #3			/* LoC */
	mov	x2, #0
1:	cmp	x2, x1
	b.hs	5f
	add	x3, x2, x2, lsl #1
	lsr	x3, x0, x3
	and	x3, x3, #7
	cmp	x3, #2				/* data, or both */
	b.lo	4f
	lsl	x3, x2, #1
	msr	csselr_el1, x3
	isb
	mrs	x4, ccsidr_el1
	and	x5, x4, #7
	add	x5, x5, #4			/* log2 of a line */
	ubfx	x6, x4, #3, #10			/* ways - 1 */
	clz	w7, w6
	ubfx	x8, x4, #13, #15		/* sets - 1 */
2:	mov	x11, x8
3:	lsl	w12, w6, w7
	lsl	x13, x11, x5
	orr	x12, x12, x13
	orr	x12, x12, x3
	dc	cisw, x12
	subs	x11, x11, #1
	b.ge	3b
	subs	x6, x6, #1
	b.ge	2b
4:	add	x2, x2, #1
	b	1b
5:	msr	csselr_el1, xzr
	dsb	sy
	isb
	ret

	/* (from, size_B): clean and invalidate to the point of coherency. Uses x0 to x4. */
	.globl	fl_cache_forget
fl_cache_forget:
	mrs	x2, ctr_el0
	ubfx	x2, x2, #16, #4			/* DminLine, log2 of words */
	mov	x3, #4
	lsl	x3, x3, x2
	sub	x4, x3, #1
	add	x1, x0, x1
	bic	x0, x0, x4
	dsb	sy
1:	dc	civac, x0
	add	x0, x0, x3
	cmp	x0, x1
	b.lo	1b
	dsb	sy
	ret

	.bss
	.balign	16
	.skip	65536
	.globl	fl_stack_top
fl_stack_top:
	.skip	8192
	.globl	fl_trap_stack_top
fl_trap_stack_top:
	.section .note.GNU-stack, "", @progbits
