/* SPDX-License-Identifier: MIT
 *
 * Colored words and progress, on a terminal only.
 */
#include "demos/firstlight/out.h"
#include "demos/firstlight/visible.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int fl_complain(int code, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;

	fl_progress(NULL);
	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	fputs("firstlight: ", stderr);
	/* names of files, and what was in files, are part of it */
	fl_visible_put(stderr, text ? text : fmt);
	fputc('\n', stderr);
	free(text);
	return code;
}

int fl_complain_err(const struct fl_err *err)
{
	return fl_complain(err->code, "%s", err->text);
}

const char *fl_ink(FILE *f, enum fl_ink c)
{
	static const char *const esc[] = {"\033[0m",  "\033[31m", "\033[32m",
					  "\033[33m", "\033[2m",  "\033[1m"};
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return (no && *no) || (term && !strcmp(term, "dumb")) || !isatty(fileno(f)) ? "" : esc[c];
}

void fl_progress(const char *fmt, ...)
{
	static double start, last; /* of the command, which does one thing at a time */
	static bool shown;
	struct timespec ts;
	va_list ap;

	if (!fmt) {
		if (shown)
			fputs("\r\033[K", stderr);
		shown = false;
		start = 0;
		return;
	}
	if (!isatty(STDERR_FILENO))
		return;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	double now = (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
	if (start == 0)
		start = now;
	if (now - start < 0.5 || now - last < 0.1)
		return;
	last = now;
	shown = true;
	fputs("\r\033[K", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fflush(stderr);
}
