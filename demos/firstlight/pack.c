/* SPDX-License-Identifier: MIT
 *
 * Reads files that are plain, compressed (.xz), or members of an archive (.tar, .tar.xz).
 */
#include "demos/firstlight/pack.h"
#include "demos/firstlight/file.h"

#include <errno.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_B = 1 << 30, TAR_BLOCK = 512 };

static uint8_t *read_file(const char *path, size_t *size_B, struct fl_err *err)
{
	FILE *f = fl_file_open(path, err);
	uint8_t *data = NULL;
	size_t n = 0, cap = 0;

	if (!f)
		return NULL;
	for (;;) {
		if (n == cap) {
			uint8_t *more = cap < MAX_B ? realloc(data, cap = cap ? cap * 2 : 1 << 16) : NULL;

			if (!more)
				break;
			data = more;
		}
		size_t got = fread(data + n, 1, cap - n, f);
		n += got;
		if (!got) {
			int bad = ferror(f) ? errno : 0;

			fl_file_done(f);
			if (bad) {
				fl_file_fail(err, path, bad);
				free(data);
				return NULL;
			}
			*size_B = n;
			return data;
		}
	}
	fl_fail(err, FL_FAILED, "%s: larger than %d bytes, or than memory", path, MAX_B);
	fl_file_done(f);
	free(data);
	return NULL;
}

static uint8_t *unpack(const char *path, uint8_t *in, size_t *size_B, struct fl_err *err)
{
	lzma_stream s = LZMA_STREAM_INIT;
	uint8_t *out = NULL;
	size_t cap = 0;
	lzma_ret r = lzma_stream_decoder(&s, 256 << 20, LZMA_CONCATENATED);

	s.next_in = in;
	s.avail_in = *size_B;
	while (r == LZMA_OK) {
		if (!s.avail_out) {
			size_t used = cap;
			uint8_t *more = cap < MAX_B ? realloc(out, cap = cap ? cap * 2 : 1 << 20) : NULL;

			if (!more) {
				r = LZMA_MEM_ERROR;
				break;
			}
			out = more;
			s.next_out = out + used;
			s.avail_out = cap - used;
		}
		r = lzma_code(&s, LZMA_FINISH);
	}
	*size_B = s.total_out;
	lzma_end(&s);
	free(in);
	if (r == LZMA_STREAM_END)
		return out;
	fl_fail(err, FL_FAILED, "%s: %s", path,
		r == LZMA_MEM_ERROR || r == LZMA_MEMLIMIT_ERROR ? "unpacks to more than memory or 1 GiB"
		: r == LZMA_BUF_ERROR                           ? "the compressed file ends early"
								: "the compressed file is damaged");
	free(out);
	return NULL;
}

uint8_t *fl_pack_read(const char *path, size_t *size_B, struct fl_err *err)
{
	static const uint8_t magic[6] = {0xfd, '7', 'z', 'X', 'Z', 0};
	uint8_t *data = read_file(path, size_B, err);

	if (data && *size_B >= sizeof magic && !memcmp(data, magic, sizeof magic))
		return unpack(path, data, size_B, err);
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
