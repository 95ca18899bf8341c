/* SPDX-License-Identifier: MIT
 *
 * What the image says: to the serial port, and, when something went wrong, to a screen.
 */
#include "demos/bare/say.h"
#include "boot/boot.h"
#include "demos/bare/screen.h"
#include "hw/fl_fmt.h"

static bool on_screen;

void fl_say_on_screen(void)
{
	if (!on_screen)
		fl_screen_clear();
	on_screen = true;
}

void fl_say_text(const char *s, size_t n)
{
	fl_console_write(s, n);
	if (on_screen)
		fl_screen_text(s, n);
}

void fl_say(const char *fmt, ...)
{
	char line[512];
	va_list ap;

	va_start(ap, fmt);
	int n = fl_vformat(line, sizeof line, fmt, ap);
	va_end(ap);
	fl_say_text(line, n < (int)sizeof line ? (size_t)n : sizeof line - 1);
}
