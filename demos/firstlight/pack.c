/* SPDX-License-Identifier: MIT
 *
 * Reads files that are plain, compressed (.xz), or members of an archive (.tar, .tar.xz).
 */
#include "demos/firstlight/pack.h"
#include "demos/firstlight/file.h"

#include <errno.h>
#include <lzma.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	MAX_B = 1 << 30,       /* of a trace, of an archive, of a compressed file */
	MAX_OTHER_B = 1 << 26, /* of anything else: a command buffer, a text */
	MAX_RATIO = 200,       /* of unpacked to packed bytes, beyond MAX_OTHER_B: traces have 20 */
	HEAD_B = 512,          /* enough to see what it is */
	TAR_BLOCK = 512
};

static const uint8_t xz_magic[6] = {0xfd, '7', 'z', 'X', 'Z', 0};

static bool is_xz(const uint8_t *data, size_t n)
{
	return n >= sizeof xz_magic && !memcmp(data, xz_magic, sizeof xz_magic);
}

/* Bytes that grow as they come, to what their beginning allows. */
struct bytes {
	uint8_t *data;
	size_t n, cap;
};

static size_t most(const struct bytes *b)
{
	if (b->n < HEAD_B)
		return MAX_OTHER_B;
	return is_xz(b->data, b->n) || fl_pack_is_tar(b->data, b->n) || !memcmp(b->data, "GTRC", 4)
		   ? MAX_B
		   : MAX_OTHER_B;
}

/* False: too large, or no memory. */
static bool grow(struct bytes *b)
{
	size_t limit_B = most(b), cap = b->cap ? b->cap * 2 : 1 << 16;
	uint8_t *more = b->cap < limit_B ? realloc(b->data, cap) : NULL;

	if (!more)
		return false;
	b->data = more;
	b->cap = cap;
	return true;
}

static enum fl_code too_large(const char *path, const struct bytes *b, const char *how, struct fl_err *err)
{
	return fl_fail(err, FL_FAILED, "%s: %s more than %zu MiB, or than memory", path, how, most(b) >> 20);
}

static enum fl_code read_all(FILE *f, const char *path, struct bytes *b, struct fl_err *err)
{
	struct stat st;

	/* what says beforehand that it is too large is not read */
	if (!fstat(fileno(f), &st) && S_ISREG(st.st_mode) && st.st_size > MAX_B)
		return fl_fail(err, FL_FAILED, "%s: larger than %d MiB", path, MAX_B >> 20);
	for (;;) {
		size_t got;

		if (b->n == b->cap && !grow(b))
			return too_large(path, b, "has", err);
		got = fread(b->data + b->n, 1, b->cap - b->n, f);
		b->n += got;
		if (!got)
			return ferror(f) ? fl_file_fail(err, path, errno) : FL_OK;
	}
}

/* *b is replaced by what it unpacks to. */
static enum fl_code unpack(const char *path, struct bytes *b, struct fl_err *err)
{
	lzma_stream s = LZMA_STREAM_INIT;
	struct bytes out = {0};
	lzma_ret r = lzma_stream_decoder(&s, 256 << 20, LZMA_CONCATENATED);
	enum fl_code code = FL_OK;
	bool fits = true;

	s.next_in = b->data;
	s.avail_in = b->n;
	while (r == LZMA_OK && fits) {
		if (out.n == out.cap)
			fits = (out.n < MAX_OTHER_B || out.n / MAX_RATIO < s.total_in) && grow(&out);
		if (!fits)
			break;
		s.next_out = out.data + out.n;
		s.avail_out = out.cap - out.n;
		r = lzma_code(&s, LZMA_FINISH);
		out.n = out.cap - s.avail_out;
	}
	if (!fits && out.n >= MAX_OTHER_B && out.n / MAX_RATIO >= s.total_in)
		code = fl_fail(err, FL_FAILED, "%s: unpacks to more than %d times its size", path, MAX_RATIO);
	else if (!fits)
		code = too_large(path, &out, "unpacks to", err);
	else if (r != LZMA_STREAM_END)
		code = fl_fail(err, FL_FAILED, "%s: %s", path,
			       r == LZMA_MEMLIMIT_ERROR ? "unpacking it takes more than 256 MiB of memory"
			       : r == LZMA_MEM_ERROR    ? "no memory to unpack it"
			       : r == LZMA_BUF_ERROR    ? "the compressed file ends early"
							: "the compressed file is damaged");
	lzma_end(&s);
	free(b->data);
	*b = out;
	return code;
}

uint8_t *fl_pack_read_from(FILE *f, const char *path, size_t *size_B, struct fl_err *err)
{
	struct bytes b = {0};
	enum fl_code code = read_all(f, path, &b, err);

	if (!code && is_xz(b.data, b.n))
		code = unpack(path, &b, err);
	*size_B = b.n;
	if (!code)
		return b.data;
	free(b.data);
	return NULL;
}

uint8_t *fl_pack_read(const char *path, size_t *size_B, struct fl_err *err)
{
	FILE *f = fl_file_open(path, err);
	uint8_t *data = f ? fl_pack_read_from(f, path, size_B, err) : NULL;

	if (f)
		fl_file_done(f);
	return data;
}

/* Octal, blank- or NUL-terminated, as the ustar header has its numbers (POSIX pax, "ustar Interchange
 * Format"). */
static int octal(const uint8_t *s, size_t n, size_t *out)
{
	size_t v = 0, i = 0;

	while (i < n && s[i] == ' ')
		i++;
	for (; i < n && s[i] >= '0' && s[i] <= '7'; i++)
		v = v << 3 | (size_t)(s[i] - '0');
	*out = v;
	return i == n || s[i] == 0 || s[i] == ' ';
}

static int header_ok(const uint8_t *h)
{
	size_t want, sum = 0;

	for (unsigned i = 0; i < TAR_BLOCK; i++)
		sum += i >= 148 && i < 156 ? ' ' : h[i];
	return octal(h + 148, 8, &want) && want == sum;
}

int fl_pack_is_tar(const uint8_t *data, size_t size_B)
{
	return size_B >= TAR_BLOCK && !memcmp(data + 257, "ustar", 5) && header_ok(data);
}

int fl_pack_next(const uint8_t *tar, size_t size_B, size_t *at, struct fl_pack_file *file, struct fl_err *err)
{
	while (size_B - *at >= TAR_BLOCK) {
		const uint8_t *h = tar + *at;
		size_t n;

		if (!h[0])
			return 0;
		if (!header_ok(h) || !octal(h + 124, 12, &n) || n > size_B - *at - TAR_BLOCK) {
			fl_fail(err, FL_FAILED, "tar archive: damaged header at byte %zu", *at);
			return -1;
		}
		*at += TAR_BLOCK + (n + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
		if (*at > size_B)
			*at = size_B;
		if (h[156] != '0' && h[156] != 0)
			continue; /* a folder, a link */
		/* name[100], and the folders in front of it in prefix[155] */
		int prefix = (int)strnlen((const char *)h + 345, 155);
		snprintf(file->name, sizeof file->name, "%.*s%s%.100s", prefix, h + 345, prefix ? "/" : "",
			 h);
		file->data = h + TAR_BLOCK;
		file->size_B = n;
		return 1;
	}
	return 0;
}
