/* SPDX-License-Identifier: MIT
 *
 * The frame debugger's page with a trace in it; see html.h.
 */
#include "demos/firstlight/html.h"
#include "demos/firstlight/base64.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define PAGE "web/frames.html"

/* Where the page has its trace: an element of data, empty as it is built. */
static const char mark[] = "<script id=\"trace\" type=\"text/plain\">";

/* Beside the command as it is built, and as it is installed. */
static FILE *find_page(struct fl_err *err)
{
	static const char *const places[] = {PAGE, "../share/firstlight/" PAGE};
	char self[PATH_MAX], path[PATH_MAX + 64];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	FILE *f = NULL;

	self[n < 0 ? 0 : n] = 0;
	if (strrchr(self, '/'))
		strrchr(self, '/')[1] = 0;
	for (unsigned i = 0; i < 2 && !f; i++) {
		snprintf(path, sizeof path, "%s%s", self, places[i]);
		f = fopen(path, "re");
		if (!f && errno != ENOENT && errno != ENOTDIR) {
			fl_file_fail(err, path, errno);
			return NULL;
		}
	}
	if (!f)
		fl_fail(err, FL_NO_DEVICE,
			"the page of the frame debugger is neither %s%s nor in %s../share/firstlight/web: "
			"`make web` builds it, and `make install` after that installs it",
			self, PAGE, self);
	return f;
}

static enum fl_code read_page(struct fl_html *h, struct fl_err *err)
{
	FILE *f = find_page(err);
	struct stat st;
	enum fl_code code = FL_OK;

	if (!f)
		return err->code;
	if (fstat(fileno(f), &st) || st.st_size < 1 || st.st_size > 64 << 20)
		code =
		    fl_fail(err, FL_FAILED, "the page of the frame debugger is no file of 1 byte to 64 MiB");
	if (!code) {
		h->page_B = (size_t)st.st_size;
		h->page = malloc(h->page_B);
		if (!h->page || fread(h->page, 1, h->page_B, f) != h->page_B)
			code = fl_fail(err, FL_FAILED, "the page of the frame debugger cannot be read");
	}
	fclose(f);
	if (!code && !memmem(h->page, h->page_B, mark, sizeof mark - 1))
		code = fl_fail(err, FL_FAILED,
			       "the page of the frame debugger has no place for a trace: it is of another "
			       "version than this command");
	return code;
}

/* What is there stays as it is until a page is written. */
static enum fl_code open_there(struct fl_html *h, struct fl_err *err)
{
	const int fd = open(h->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	h->file = (struct fl_file){.f = fd < 0 ? NULL : fdopen(fd, "wb"), .path = h->path};
	return h->file.f ? FL_OK : fl_file_fail(err, h->path, errno);
}

enum fl_code fl_html_begin(struct fl_html *h, const char *dir, struct fl_err *err)
{
	enum fl_code code;

	*h = (struct fl_html){0};
	if ((size_t)snprintf(h->path, sizeof h->path, "%s/index.html", dir) >= sizeof h->path)
		return fl_fail(err, FL_USAGE, "the folder's name is too long");
	code = read_page(h, err);
	if (!code && mkdir(dir, 0777) && errno != EEXIST)
		code = fl_file_fail(err, dir, errno);
	if (!code)
		code = open_there(h, err);
	if (code) {
		free(h->page);
		h->page = NULL;
	}
	return code;
}

/* gzip, for a browser unpacks that. free() the result. */
static uint8_t *gzip(const uint8_t *data, size_t n_B, size_t *packed_B)
{
	z_stream z = {0};
	uint8_t *out = NULL;

	if (n_B > UINT32_MAX || deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		return NULL;
	*packed_B = deflateBound(&z, (uLong)n_B);
	out = malloc(*packed_B);
	z.next_in = (uint8_t *)(uintptr_t)data;
	z.avail_in = (uInt)n_B;
	z.next_out = out;
	z.avail_out = (uInt)*packed_B;
	if (!out || deflate(&z, Z_FINISH) != Z_STREAM_END) {
		free(out);
		out = NULL;
	}
	*packed_B = z.total_out;
	deflateEnd(&z);
	return out;
}

/* As an attribute's value: what has a meaning there becomes '_'. */
static void attribute(FILE *f, const char *text)
{
	for (; *text; text++)
		putc(strchr("\"&<>'", *text) || (uint8_t)*text < ' ' ? '_' : *text, f);
}

enum fl_code fl_html_trace(struct fl_html *h, const char *name, const uint8_t *trace, size_t n_B,
			   struct fl_err *err)
{
	const char *at = memmem(h->page, h->page_B, mark, sizeof mark - 1);
	const size_t before = (size_t)(at - h->page) + sizeof mark - 2; /* without its last character, > */
	FILE *f = h->file.f;
	size_t packed_B;
	uint8_t *packed = gzip(trace, n_B, &packed_B);

	if (!packed)
		return fl_fail(err, FL_FAILED, "no memory to pack %zu bytes of a trace", n_B);
	if (ftruncate(fileno(f), 0)) {
		free(packed);
		return fl_file_fail(err, h->path, errno);
	}
	fwrite(h->page, 1, before, f);
	fputs(" data-name=\"", f);
	attribute(f, name);
	fputs("\">", f);
	fl_base64(f, packed, packed_B);
	fwrite(h->page + before + 1, 1, h->page_B - before - 1, f);
	free(packed);
	free(h->page);
	h->page = NULL;
	return fl_file_close(&h->file, err);
}

void fl_html_end(struct fl_html *h)
{
	free(h->page);
	h->page = NULL;
	if (h->file.f)
		fclose(h->file.f);
	h->file.f = NULL;
}
