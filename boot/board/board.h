/* SPDX-License-Identifier: MIT
 *
 * Between the files of boot/board, boot/aarch64 and boot/arm: machines that a device tree describes.
 */
#ifndef BOOT_BOARD_BOARD_H
#define BOOT_BOARD_BOARD_H

#include "boot/boot.h"

/* What a processor may do with a range of memory. */
enum fl_board_kind {
	FL_BOARD_DEVICE, /* in order, each access as it is written; no instructions */
	FL_BOARD_STREAM, /* uncached memory: accesses may be merged; no instructions */
	FL_BOARD_RAM,    /* cached memory, and instructions */
};

enum { FL_BOARD_BANKS = 8, FL_BOARD_KEPT = 16 };
struct fl_board_range {
	uint64_t addr, size_B;
};

/* What the tree says that the boot code itself needs. */
struct fl_board {
	unsigned n_banks, n_kept;
	struct fl_board_range bank[FL_BOARD_BANKS]; /* RAM */
	/* of it not ours: what the tree reserves, and what the loader left there */
	struct fl_board_range kept[FL_BOARD_KEPT];
	uint32_t no_map; /* bit i: nor may the processor look ahead into kept[i] */
	const char *bootargs;
	struct fl_board_range initrd;
	enum { FL_BOARD_NO_UART, FL_BOARD_PL011, FL_BOARD_IMX_UART } uart;
	uint64_t uart_addr;
	enum { FL_BOARD_NO_PSCI, FL_BOARD_SMC, FL_BOARD_HVC } psci;
	/* an i.MX GPT, 0: none; and whether its 24 MHz have a divider of their own (DualLite, Solo, SoloX) */
	uint64_t gpt_addr;
	bool gpt_divides;
	uint64_t timer_hz; /* of the generic timer, where firmware left CNTFRQ 0; 0: the tree does not say */
};

/* tree.h's pass for all of it. */
void fl_board_read(struct fl_board *b, const void *fdt);

/* uart.c: the console's port; what was said before this is lost. */
void fl_uart_use(const struct fl_board *b);
/* For messages of the boot code itself: texts, and numbers of so many hexadecimal digits. */
void fl_console_text(const char *s);
void fl_console_hex(uint64_t v, unsigned digits);

/* time.c */
void fl_time_use(const struct fl_board *b);
/* exit.c */
void fl_exit_use(const struct fl_board *b);
/* pages.c: choose memory for fl_boot_pages(), behind what lies at and below from. */
void fl_pages_use(const struct fl_board *b, uint64_t from);

/* ---- one for each architecture --------------------------------------------------------------------------
 * */
/* The image, from its header to the end of its zeroed memory. */
extern char fl_image_start[], fl_image_end[];

/* With the MMU off: tables in which everything is a device, but for the image and FL_TREE_MAX_B at the tree,
 * which are RAM; then MMU and caches on. fdt 0: none. */
void fl_paging_start(uintptr_t fdt);
/* From whole pages of FL_PAGING_B; what is not whole stays what it was. False: no table left, or out of
 * reach. */
bool fl_paging_set(uint64_t addr, uint64_t size_B, enum fl_board_kind kind);
#ifdef __aarch64__
enum { FL_PAGING_B = 2 << 20 };
#else
enum { FL_PAGING_B = 1 << 20 };
#endif
/* No line of [from, from + size_B) is in the caches. */
void fl_cache_forget(uintptr_t from, size_t size_B);

/* Bus errors that come late are exceptions from now on; not before they can be reported. */
static inline void fl_board_hear_errors(void)
{
#if defined(__aarch64__)
	__asm__ volatile("msr daifclr, #4");
#elif defined(__arm__)
	__asm__ volatile("cpsie a");
#endif
}

/* The generic timer: its rate, 0: the processor has none; its count. */
uint32_t fl_counter_hz(bool *there);
uint64_t fl_counter(void);
/* PSCI (Arm DEN 0022), by hvc or smc. */
int32_t fl_psci(bool hvc, uint32_t function);
/* Semihosting (Arm IHI 0100, "Semihosting for AArch32 and AArch64"): returns only if nobody listens; that
 * exception goes unreported. */
void fl_semihosting_exit(int code);

/* The first UART of an i.MX6, if the processor is one's; 0: who knows. */
uint64_t fl_board_imx_uart(void);

/* start.c: what a loader left in the first four registers. */
void fl_boot_main(uintptr_t r0, uintptr_t r1, uintptr_t r2, uintptr_t r3);
/* Where the loader put the tree; 0: nowhere. Runs with the MMU off. */
uintptr_t fl_board_tree(uintptr_t r0, uintptr_t r1, uintptr_t r2);

#endif
