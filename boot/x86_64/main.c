/* SPDX-License-Identifier: MIT
 *
 * The start in C, as a list: console, exceptions, memory attributes, time, what the loader left, the program.
 */
#include "boot/boot.h"
#include "boot/x86_64/boot.h"
#include "boot/x86_64/io.h"

enum {
	MB_LOADED = 0x2badb002,
	MB_CMDLINE = 1 << 2,
	MB_MODULES = 1 << 3,
	MB_LOADER = 1 << 9,
	DEBUG_EXIT = 0xf4
};

/* Multiboot Specification 0.6.96, 3.3: the start of the information, and a module. */
struct mb_info {
	uint32_t flags, mem_lower, mem_upper, boot_device, cmdline, mods_count, mods_addr, syms[4],
	    mmap_length, mmap_addr, drives_length, drives_addr, config_table, loader_name;
};
struct mb_module {
	uint32_t start, end, string, reserved;
};

void fl_boot_main(uint32_t magic, const void *info);

static const char *text(uint32_t addr)
{
	return addr ? (const char *)(uintptr_t)addr : "";
}

/* QEMU and GRUB put the image's path in front; words start after the first blank. */
static const char *after_first_word(const char *s)
{
	while (*s && *s != ' ')
		s++;
	while (*s == ' ')
		s++;
	return s;
}

static bool has_word(const char *s, const char *word)
{
	while (*s) {
		const char *w = word;

		while (*w && *s == *w)
			s++, w++;
		if (!*w && (!*s || *s == ' '))
			return true;
		s = after_first_word(s);
	}
	return false;
}

/* What `-fw_cfg` says goes before the disc's command line, and stands in for modules that the loader did not
 * bring. */
static void take_from_qemu(struct fl_boot *boot)
{
	static char cmdline[256], name[] = "opt/org.firstlight/module0";
	static uint8_t modules[FL_BOOT_FW_CFG_B];
	size_t n = fl_fw_cfg_read("opt/org.firstlight/cmdline", cmdline, sizeof(cmdline) - 1), at = 0;

	if (n)
		boot->cmdline = cmdline;
	if (boot->n_modules)
		return;
	for (unsigned i = 0; i < FL_BOOT_MODULES; i++, at += n) {
		name[sizeof(name) - 2] = (char)('0' + i);
		n = fl_fw_cfg_read(name, modules + at, sizeof(modules) - at);
		if (!n)
			return;
		boot->module[boot->n_modules++] = (struct fl_boot_module){modules + at, n, ""};
	}
}

static void take_multiboot(struct fl_boot *boot, const struct mb_info *info)
{
	if (info->flags & MB_LOADER)
		boot->loader = text(info->loader_name);
	if (info->flags & MB_CMDLINE)
		boot->cmdline = after_first_word(text(info->cmdline));
	if (info->flags & MB_MODULES) {
		const struct mb_module *m = (const struct mb_module *)(uintptr_t)info->mods_addr;

		for (; boot->n_modules < info->mods_count && boot->n_modules < FL_BOOT_MODULES;
		     boot->n_modules++, m++)
			boot->module[boot->n_modules] = (struct fl_boot_module){
			    (const void *)(uintptr_t)m->start, m->end - m->start, text(m->string)};
	}
}

void fl_boot_main(uint32_t magic, const void *info)
{
	struct fl_boot boot = {.loader = "unknown", .cmdline = ""};

	fl_serial_init();
	fl_traps_init();
	fl_paging_init();
	fl_timer_init();
	if (magic == MB_LOADED) {
		take_multiboot(&boot, info);
	} else if (magic == FL_MULTIBOOT2_LOADED) {
		fl_multiboot2_take(&boot, info);
		boot.cmdline = after_first_word(boot.cmdline);
	} else {
		fl_console_text("firstlight: not started by a multiboot loader (magic 0x");
		fl_console_hex(magic, 8);
		fl_console_text(")\n");
		fl_boot_exit(1, true);
	}
	take_from_qemu(&boot);
	fl_boot_exit(fl_main(&boot), has_word(boot.cmdline, "exit"));
}

_Noreturn void fl_boot_exit(int code, bool leave_emulator)
{
	if (leave_emulator)
		fl_outl(DEBUG_EXIT, (uint32_t)code);
	for (;;)
		__asm__ volatile("cli; hlt");
}
