/* SPDX-License-Identifier: MIT
 *
 * What a machine without an operating system offers, whatever its architecture: the boot code calls fl_main()
 * with a struct fl_boot, on a stack of 64 KiB, with floating point on, interrupts off, and exceptions
 * reported on the console.
 */
#ifndef BOOT_BOOT_H
#define BOOT_BOOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_BOOT_MODULES = 8 };

struct fl_boot_module {
	const void *data; /* a file that the loader put into memory: microcode, for one */
	size_t size_B;
	const char *name; /* its command line */
};

/* The frame buffer that the loader switched on, on whatever card it found: VBE's under BIOS, GOP's under
 * UEFI. A channel is n bits at bit position at of a pixel, which is a little-endian number of bytes_px bytes.
 * Mapped, write-combined. */
struct fl_boot_channel {
	uint8_t at, n;
};
struct fl_boot_screen {
	/* the upper left one; NULL: there is no frame buffer, or none of 15 to 32 bits a pixel */
	uint8_t *pixels;
	uint64_t addr; /* of the same, physical: whose BAR is it in? */
	uint32_t width, height, pitch_B;
	unsigned bytes_px; /* 2, 3 or 4 */
	struct fl_boot_channel red, green, blue;
};

struct fl_boot {
	const char *loader;  /* "GRUB 2.06", "qemu", … */
	const char *cmdline; /* words after the image's own name; "" if there are none */
	unsigned n_modules;
	struct fl_boot_module module[FL_BOOT_MODULES];
	struct fl_boot_screen screen;
	/* The flattened device tree, mapped; NULL: the machine has none. What it says there is of RAM, and
	 * its first bank, the last page of which is left alone (hw/bus/mailbox.h). */
	const void *fdt;
	uint64_t memory_B, bank_addr, bank_B;
};
/* Under QEMU `-fw_cfg name=opt/org.firstlight/cmdline,string=WORDS` replaces the command line, and
 * `-fw_cfg name=opt/org.firstlight/module0,file=FILE`, module1 and so on (together up to FL_BOOT_FW_CFG_B
 * bytes) bring modules where the loader brought none. */
enum { FL_BOOT_FW_CFG_B = 80 << 10 }; /* the seven files of a Kaveri have 74 */

/* The image's program. What it returns is handed to fl_boot_exit(). */
int fl_main(const struct fl_boot *boot);

/* The console: the first serial port, or the one that the device tree names, 115200 8N1. Never depends on the
 * card that is being brought up. */
void fl_console_write(const char *s, size_t n);
int fl_console_read(void); /* a character; -1: none has come; -2: there is no port */

/* Microseconds since the start: x86-64 by the time-stamp counter (calibrated against the PIT's channel 2),
 * ARM by the generic timer or an i.MX's GPT. */
uint64_t fl_boot_now_us(void);
void fl_boot_delay_us(uint64_t us);

/* How the CPU accesses a range of physical memory: registers uncached, frame buffers write-combined. */
enum fl_boot_cache { FL_BOOT_WRITE_BACK, FL_BOOT_UNCACHED, FL_BOOT_WRITE_COMBINED };
/* Map [phys, phys + size_B) and return a pointer to it. Works on whole pages of 2 MiB (arm: 1 MiB). NULL: no
 * page table left, or the range lies beyond what the CPU can address. */
void *fl_boot_map(uint64_t phys, uint64_t size_B, enum fl_boot_cache cache);
/* The same range as it is mapped already, where it is; otherwise uncached. For a look at any address: mapping
 * RAM anew would make it uncached. */
void *fl_boot_reach(uint64_t phys, uint64_t size_B);

/* Whole pages, zeroed, that nobody else gets, and whose address is physical and below 4 GiB: for a card to
 * read and write. What the processor caches of them a card sees (x86-64), or they are not cached (ARM). NULL:
 * no more of them. */
void *fl_boot_pages(size_t size_B);

/* Call run(arg). False: an exception of the processor ended it; it has been reported on the console. Calls
 * nest. A double fault, a machine check and an NMI still end the program. */
bool fl_boot_try(void (*run)(void *arg), void *arg);

/* End: under QEMU with `-device isa-debug-exit,iobase=0xf4,iosize=4` and the word "exit" on the command line
 * the emulator's exit code becomes code << 1 | 1; otherwise the machine halts. On ARM with that word: QEMU's
 * exit code is code with `-semihosting`; without, and on boards, the firmware switches off (PSCI). */
__attribute__((noreturn)) void fl_boot_exit(int code, bool leave_emulator);

/* While polling. */
static inline void fl_boot_relax(void)
{
#if defined(__x86_64__)
	__asm__ volatile("pause");
#else
	__asm__ volatile("yield");
#endif
}

#ifdef __cplusplus
}
#endif

#endif
