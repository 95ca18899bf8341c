/* SPDX-License-Identifier: MIT
 *
 * Pictures out: which kind it is, and the file.
 */
#include "demos/firstlight/film_kind.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const struct {
	const char *suffix;
	const struct fl_film_kind *kind;
} kinds[] = {{"png", &fl_film_png}, {"apng", &fl_film_png}, {"qoi", &fl_film_qoi},
	     {"ppm", &fl_film_ppm}, {"y4m", &fl_film_y4m},  {"raw", &fl_film_raw}};

static const struct fl_film_kind *called(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i].suffix) == n && !strncasecmp(kinds[i].suffix, name, n))
			return kinds[i].kind;
	return NULL;
}

/* "KIND:" in front of the path. */
static const struct fl_film_kind *said(const char *path)
{
	size_t n = strcspn(path, ":");

	return path[n] ? called(path, n) : NULL;
}

const char *fl_film_name(const char *path)
{
	return said(path) ? strchr(path, ':') + 1 : path;
}

bool fl_film_is_pipe(const char *path)
{
	return path && said(path) && !strcmp(fl_film_name(path), "-");
}

/* NULL: a suffix that nothing here writes. */
static const struct fl_film_kind *kind_of(const char *path)
{
	const char *file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dot = strrchr(file, '.');

	if (said(path))
		return said(path);
	return dot && dot > file && dot[1] ? called(dot + 1, strlen(dot + 1)) : &fl_film_png;
}

enum fl_code fl_film_path(const char *path, unsigned frames, bool pipe, struct fl_err *err)
{
	if (!path)
		return FL_OK;
	if (!strcmp(path, "-") || (fl_film_is_pipe(path) && !pipe))
		return fl_fail(err, FL_USAGE,
			       "--out %s: a picture is not written to standard output, name a file%s", path,
			       pipe ? "; or its kind, y4m:- or ppm:-" : "");
	if (!*fl_film_name(path))
		return fl_fail(err, FL_USAGE, "--out %s: name a file", path);
	if (!kind_of(path))
		return fl_fail(
		    err, FL_USAGE,
		    "--out %s: pictures are written as .png, .qoi, .ppm, .y4m or .raw; png:%s is a PNG "
		    "by that name",
		    path, path);
	if (fl_film_is_pipe(path) && isatty(STDOUT_FILENO))
		return fl_fail(err, FL_USAGE, "--out %s: standard output is a terminal", path);
	if (frames > 1 && !kind_of(path)->many)
		return fl_fail(err, FL_USAGE,
			       "--out %s: a .%s holds one picture; %%d in the name makes a file a frame",
			       path, kind_of(path)->suffix);
	return FL_OK;
}

enum fl_code fl_film_numbered(const char *path, bool *numbered, struct fl_err *err)
{
	const char *p = path ? strchr(path, '%') : NULL;

	*numbered = p != NULL;
	if (!p)
		return FL_OK;
	p++;
	while (*p >= '0' && *p <= '9')
		p++;
	if (*p == 'd' && !strchr(p, '%'))
		return FL_OK;
	return fl_fail(err, FL_USAGE, "--out takes one %%d, for the frame's number, and no other %%");
}

void fl_film_numbered_path(char *to, size_t size, const char *path, unsigned n)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	/* fl_film_numbered() has seen that the one conversion is a %d. */
	snprintf(to, size, path, (int)n);
#pragma GCC diagnostic pop
}

static void discard(struct fl_film *p)
{
	if (p->own)
		p->kind->drop(p);
	if (p->file.f)
		fl_file_discard(&p->file);
	free(p->path);
	free(p);
}

static enum fl_code create_file(struct fl_film *p, struct fl_err *err)
{
	enum fl_code code = fl_file_create(&p->file, p->path, err);
	char *slash = strrchr(p->path, '/');

	if (code != FL_NO_DEVICE || !slash || slash == p->path || errno != ENOENT)
		return code;
	*slash = 0;
	fl_fail(err, code, "%s/%s: there is no folder %s", p->path, slash + 1, p->path);
	*slash = '/';
	return code;
}

struct fl_film *fl_film_create(const char *path, unsigned frames, unsigned delay_ms, struct fl_err *err)
{
	struct fl_film *p;

	if (fl_film_path(path, frames, true, err))
		return NULL;
	p = calloc(1, sizeof *p);
	if (p)
		*p = (struct fl_film){.frames = frames,
				      .delay_ms = delay_ms,
				      .kind = kind_of(path),
				      .path = strdup(fl_film_name(path))};
	if (p && p->path && !create_file(p, err))
		return p;
	if (!p || !p->path)
		fl_fail(err, FL_FAILED, "%s: out of memory", path);
	if (p)
		discard(p);
	return NULL;
}

static enum fl_code failed(struct fl_film *p, struct fl_err *err)
{
	return fl_fail(err, FL_FAILED, "%s: %s", p->path, p->why[0] ? p->why : "out of memory");
}

enum fl_code fl_film_size(struct fl_film *p, unsigned w, unsigned h, struct fl_err *err)
{
	p->w = w;
	p->h = h;
	return p->kind->begin(p) ? FL_OK : failed(p, err);
}

struct fl_film *fl_film_open(const char *path, unsigned w, unsigned h, unsigned frames, unsigned delay_ms,
			     struct fl_err *err)
{
	struct fl_film *p = fl_film_create(path, frames, delay_ms, err);

	if (p && fl_film_size(p, w, h, err)) {
		discard(p);
		return NULL;
	}
	return p;
}

int fl_film_fd(const struct fl_film *p)
{
	return fileno(p->file.f);
}

enum fl_code fl_film_frame(struct fl_film *p, const uint8_t *rgb, unsigned stride_B, struct fl_err *err)
{
	if (p->done >= p->frames)
		return fl_fail(err, FL_USAGE, "%s: more than the %u frames announced", p->path, p->frames);
	if (!p->kind->frame(p, rgb, stride_B))
		return failed(p, err);
	p->done++;
	return FL_OK;
}

enum fl_code fl_film_close(struct fl_film *p, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	if (p->done < p->frames)
		code = fl_fail(err, FL_FAILED, "%s: %u of %u frames drawn", p->path, p->done, p->frames);
	else if (p->kind->end && !p->kind->end(p))
		code = failed(p, err);
	else
		code = fl_file_close(&p->file, err);
	discard(p);
	return code;
}
