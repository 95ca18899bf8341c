/* SPDX-License-Identifier: MIT
 *
 * From the multiboot headers to C in long mode.
 *
 * Multiboot 1 (Multiboot Specification 0.6.96) in an ELF32 file is the one form that QEMU's -kernel, GRUB
 * under BIOS and GRUB under UEFI all take. The loader leaves us in 32-bit protected mode, paging off,
 * interrupts off, eax = magic, ebx = physical address of the multiboot information.
 */
	.set	MB_MAGIC, 0x1badb002
	.set	MB_FLAGS, 0x3			/* modules on page boundaries; memory information */
	.set	MB2_MAGIC, 0xe85250d6
	.set	MB2_SCREEN, 5			/* tags of the header */
	.set	MB2_OPTIONAL, 1
	.set	CR0_MP, 1 << 1
	.set	CR0_EM, 1 << 2
	.set	CR0_WP, 1 << 16
	.set	CR0_PG, 1 << 31
	.set	CR4_PAE, 1 << 5
	.set	CR4_OSFXSR, 1 << 9
	.set	CR4_OSXMMEXCPT, 1 << 10
	.set	MSR_EFER, 0xc0000080
	.set	EFER_LME, 1 << 8

	.section .multiboot, "a"
	.balign	4
	.long	MB_MAGIC, MB_FLAGS, -(MB_MAGIC + MB_FLAGS)

	/* Multiboot 2 (specification 2.0, 3.1) for GRUB's multiboot2, which hands over a frame buffer: any
	 * size, 32 bits a pixel if there is a choice. QEMU passes it by; what multiboot 1 has for the purpose
	 * makes it complain. */
	.balign	8
mb2:	.long	MB2_MAGIC, 0, mb2_end - mb2, -(MB2_MAGIC + mb2_end - mb2)
	.short	MB2_SCREEN, MB2_OPTIONAL
	.long	20, 0, 0, 32
	.balign	8
	.short	0, 0
	.long	8
mb2_end:

	.section .text.start, "ax"
	.code32
	.globl	fl_start
fl_start:
	cli
	cld
	movl	$fl_stack_top, %esp
	movl	%eax, %ebp			/* magic and information survive the cpuid below */
	movl	%ebx, %esi

	/* A CPU without long mode cannot go on. The text goes to the serial port, in the
	 * state in which it is. */
	movl	$0x80000000, %eax
	cpuid
	cmpl	$0x80000001, %eax
	jb	no_long_mode
	movl	$0x80000001, %eax
	cpuid
	testl	$(1 << 29), %edx
	jz	no_long_mode

	/* The first 4 GiB, one to one, in pages of 2 MiB: present, writable, huge. fl_boot_map() changes them
	 * later. */
	movl	$fl_pdpt + 3, fl_pml4
	movl	$fl_pd + 3, %eax
	xorl	%ecx, %ecx
1:	movl	%eax, fl_pdpt(, %ecx, 8)
	addl	$4096, %eax
	incl	%ecx
	cmpl	$4, %ecx
	jb	1b
	movl	$0x83, %eax
	xorl	%ecx, %ecx
1:	movl	%eax, fl_pd(, %ecx, 8)
	addl	$0x200000, %eax
	incl	%ecx
	cmpl	$4 * 512, %ecx
	jb	1b

	movl	$fl_pml4, %eax
	movl	%eax, %cr3
	movl	%cr4, %eax
	orl	$(CR4_PAE | CR4_OSFXSR | CR4_OSXMMEXCPT), %eax
	movl	%eax, %cr4
	movl	$MSR_EFER, %ecx
	rdmsr
	orl	$EFER_LME, %eax
	wrmsr
	movl	%cr0, %eax
	andl	$~CR0_EM, %eax
	orl	$(CR0_PG | CR0_WP | CR0_MP), %eax
	movl	%eax, %cr0
	lgdt	gdt_pointer
	ljmp	$8, $long_mode

no_long_mode:
	movl	$no_long_mode_text, %esi
	movw	$0x3f8, %dx
1:	lodsb
	testb	%al, %al
	jz	2f
	outb	%al, %dx
	jmp	1b
2:	hlt
	jmp	2b

	.code64
long_mode:
	movw	$16, %ax
	movw	%ax, %ds
	movw	%ax, %es
	movw	%ax, %ss
	xorl	%eax, %eax
	movw	%ax, %fs
	movw	%ax, %gs
	movl	$fl_stack_top, %esp
	movl	%ebp, %edi			/* magic */
	movl	%esi, %esi			/* information */
	xorl	%ebp, %ebp
	call	fl_boot_main
1:	hlt
	jmp	1b

	.section .rodata
no_long_mode_text:
	.asciz	"firstlight: this CPU has no 64-bit mode\r\n"
	.balign	8
gdt:	.quad	0
	.quad	0x00af9a000000ffff		/* 0x08: 64-bit code */
	.quad	0x00cf92000000ffff		/* 0x10: data */
gdt_pointer:
	.word	gdt_pointer - gdt - 1
	.long	gdt

	.section .bss
	.balign	4096
	.globl	fl_pml4, fl_pdpt, fl_pd
fl_pml4: .skip	4096
fl_pdpt: .skip	4096
fl_pd:	.skip	4 * 4096
	.balign	16
	.skip	65536
	.globl	fl_stack_top
fl_stack_top:
	.section .note.GNU-stack, "", @progbits
