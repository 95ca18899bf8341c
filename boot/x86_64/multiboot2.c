/* SPDX-License-Identifier: MIT
 *
 * What a multiboot 2 loader says: a list of tags (Multiboot2 Specification 2.0, 3.6).
 */
#include "boot/boot.h"
#include "boot/x86_64/boot.h"

enum { END, CMDLINE, LOADER, MODULE, SCREEN = 8, RGB = 1 };

struct tag {
	uint32_t type, size_B; /* with these two; the next tag is at a multiple of 8 */
};
struct module_tag {
	struct tag tag;
	uint32_t start, end;
	char name[];
};
struct screen_tag {
	struct tag tag;
	uint32_t addr[2], pitch_B, width, height;
	uint8_t bits, type;
	uint16_t reserved;
	struct fl_boot_channel red, green, blue;
};

/* Palettes and text modes are left alone. */
static void take_screen(struct fl_boot_screen *s, const struct screen_tag *t)
{
	uint64_t addr = t->addr[0] | (uint64_t)t->addr[1] << 32;

	if (t->type != RGB || t->bits < 15 || t->bits > 32 || !addr)
		return;
	*s = (struct fl_boot_screen){.addr = addr,
				     .width = t->width,
				     .height = t->height,
				     .pitch_B = t->pitch_B,
				     .bytes_px = (t->bits + 7u) / 8,
				     .red = t->red,
				     .green = t->green,
				     .blue = t->blue};
	s->pixels = fl_boot_map(addr, (uint64_t)s->pitch_B * s->height, FL_BOOT_WRITE_COMBINED);
}

void fl_multiboot2_take(struct fl_boot *boot, const void *info)
{
	const uint8_t *at = (const uint8_t *)info + 8; /* after the size of it all, and a reserved word */

	for (;;) {
		const struct tag *t = (const struct tag *)(const void *)at;
		const struct module_tag *m = (const void *)at;

		if (t->type == END || t->size_B < sizeof *t)
			return;
		if (t->type == CMDLINE)
			boot->cmdline = (const char *)(t + 1);
		else if (t->type == LOADER)
			boot->loader = (const char *)(t + 1);
		else if (t->type == MODULE && boot->n_modules < FL_BOOT_MODULES)
			boot->module[boot->n_modules++] = (struct fl_boot_module){
			    (const void *)(uintptr_t)m->start, m->end - m->start, m->name};
		else if (t->type == SCREEN)
			take_screen(&boot->screen, (const void *)at);
		at += (t->size_B + 7) & ~7u;
	}
}
