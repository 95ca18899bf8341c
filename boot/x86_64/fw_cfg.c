/* SPDX-License-Identifier: MIT
 *
 * What QEMU's command line puts into a machine beside the disc that it starts from: `-fw_cfg
 * name=opt/…,file=…`. Read through two ports (QEMU docs/specs/fw_cfg.txt); they are touched only where the
 * processor says that it is a guest's, and used only if they answer "QEMU".
 */
#include "boot/x86_64/boot.h"
#include "boot/x86_64/io.h"

#include <stdbool.h>

enum { SELECTOR = 0x510, DATA = 0x511, SIGNATURE = 0x0000, DIRECTORY = 0x0019, NAME_B = 56, MAX_FILES = 256 };

static void read(void *to, uint32_t n)
{
	for (uint8_t *p = to; n; n--)
		*p++ = fl_inb(DATA);
}

static uint32_t read_be(unsigned n)
{
	uint32_t v = 0;

	while (n--)
		v = v << 8 | fl_inb(DATA);
	return v;
}

/* CPUID leaf 1, ECX bit 31: never set by a real processor. */
static bool is_guest(void)
{
	uint32_t a = 1, b, c = 0, d;

	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	return c >> 31;
}

static bool is_there(void)
{
	char name[4];

	if (!is_guest())
		return false;
	fl_outw(SELECTOR, SIGNATURE);
	read(name, sizeof(name));
	return name[0] == 'Q' && name[1] == 'E' && name[2] == 'M' && name[3] == 'U';
}

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

size_t fl_fw_cfg_read(const char *name, void *to, size_t size_B)
{
	uint32_t files;

	if (!is_there())
		return 0;
	fl_outw(SELECTOR, DIRECTORY);
	files = read_be(4);
	for (uint32_t i = 0; i < files && i < MAX_FILES; i++) {
		uint32_t file_B = read_be(4), key = read_be(2);
		char file[NAME_B];

		read_be(2);
		read(file, NAME_B);
		file[NAME_B - 1] = 0;
		if (!same(file, name))
			continue;
		if (file_B > size_B)
			return 0;
		fl_outw(SELECTOR, (uint16_t)key);
		read(to, file_B);
		return file_B;
	}
	return 0;
}
