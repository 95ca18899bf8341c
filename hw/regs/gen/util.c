/* SPDX-License-Identifier: MIT
 *
 * Memory, errors and output of the generator.
 */
#include "hw/regs/gen/regsgen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

unsigned errors;

/* Everything allocated hangs on this list, so that leak checkers see that it is meant to live. */
static struct block {
	struct block *next;
} * blocks;

void error_at(struct loc at, const char *fmt, ...)
{
	va_list ap;

	errors++;
	fprintf(stderr, "%s:%u: ", at.file, at.line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void fatal(const char *fmt, ...)
{
	va_list ap;

	fputs("regsgen: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(2);
}

void *alloc(size_t size)
{
	struct block *b = calloc(1, sizeof *b + size + sizeof(max_align_t));

	if (!b)
		fatal("out of memory");
	b->next = blocks;
	blocks = b;
	return (char *)b + sizeof(max_align_t);
}

char *text(const char *fmt, ...)
{
	va_list ap;
	char *s;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		fatal("cannot format text");
	s = alloc((size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(s, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return s;
}

void *grow(void *array, unsigned n, unsigned *cap, size_t size)
{
	void *more;

	if (n < *cap)
		return array;
	*cap = *cap ? *cap * 2 : 8;
	more = alloc(*cap * size);
	if (n)
		memcpy(more, array, n * size);
	return more;
}

bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

void put(struct out *o, const char *fmt, ...)
{
	for (;;) {
		size_t left = o->room - o->len;
		const char *old;
		va_list ap;
		int n;

		va_start(ap, fmt);
		n = vsnprintf(o->text ? o->text + o->len : NULL, left, fmt, ap);
		va_end(ap);
		if (n < 0)
			fatal("cannot format output");
		if ((size_t)n < left) {
			o->len += (size_t)n;
			return;
		}
		o->room = (o->room + (size_t)n + 1) * 2;
		old = o->text;
		o->text = alloc(o->room);
		if (o->len)
			memcpy(o->text, old, o->len);
	}
}

static void make_folders(const char *path)
{
	char *p = text("%s", path);

	for (char *s = strchr(p + 1, '/'); s; s = strchr(s + 1, '/')) {
		*s = 0;
		if (mkdir(p, 0777) && errno != EEXIST)
			fatal("%s: %s", p, strerror(errno));
		*s = '/';
	}
}

static bool holds(const char *path, const struct out *o)
{
	FILE *f = fopen(path, "rb");
	char *old;
	bool equal;

	if (!f)
		return false;
	old = alloc(o->len + 2);
	equal = fread(old, 1, o->len + 1, f) == o->len && !memcmp(old, o->text, o->len);
	fclose(f);
	return equal;
}

void out_file(const struct out *o, const char *path)
{
	char *tmp;
	FILE *f;

	if (holds(path, o))
		return;
	make_folders(path);
	tmp = text("%s.new", path);
	f = fopen(tmp, "wb");
	if (!f)
		fatal("%s: %s", tmp, strerror(errno));
	if (fwrite(o->text, 1, o->len, f) != o->len || fclose(f))
		fatal("%s: %s", tmp, strerror(errno));
	if (rename(tmp, path))
		fatal("%s: %s", path, strerror(errno));
}
