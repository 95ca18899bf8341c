/* SPDX-License-Identifier: MIT
 *
 * Between the files of boot/x86_64.
 */
#ifndef BOOT_X86_64_BOOT_H
#define BOOT_X86_64_BOOT_H

#include "boot/boot.h"

#include <stddef.h>
#include <stdint.h>

void fl_serial_init(void);
/* For messages of the boot code itself: texts, and numbers of so many hexadecimal digits. */
void fl_console_text(const char *s);
void fl_console_hex(uint64_t v, unsigned digits);

void fl_traps_init(void);  /* exceptions are reported from here on */
void fl_paging_init(void); /* PAT entry 1 becomes write-combining */
void fl_timer_init(void);

/* multiboot2.c: what a multiboot 2 loader left at info goes into *boot; the command line still has its first
 * word. */
enum { FL_MULTIBOOT2_LOADED = 0x36d76289 };
void fl_multiboot2_take(struct fl_boot *boot, const void *info);

/* fw_cfg.c: copy the file that QEMU was given by that name, and return its size. 0: none, or it is larger. */
size_t fl_fw_cfg_read(const char *name, void *to, size_t size_B);

#endif
