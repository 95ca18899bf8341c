/* SPDX-License-Identifier: MIT
 *
 * A model that lasts; see state.h.
 */
#include "demos/firstlight/state.h"
#include "demos/firstlight/file.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

static const char head[] = "# firstlight state of ";

static enum fl_code again(struct fl_dev *d, const char *text, const char *path, unsigned line,
			  struct fl_err *err)
{
	struct fl_access a;

	if (!*text || *text == '#')
		return FL_OK;
	if (!fl_access_scan(text, &a) || !fl_access_reaches(d, &a))
		return fl_fail(err, FL_FAILED, "%s:%u: this is no access to this model", path, line);
	if (!fl_access_write(d, &a))
		fl_access_read(d, &a);
	return FL_OK;
}

static enum fl_code load(FILE *f, struct fl_dev *d, const char *path, const char *chip, struct fl_err *err)
{
	enum fl_code code = FL_OK;
	char text[512];

	for (unsigned line = 1; !code && fgets(text, sizeof(text), f); line++) {
		text[strcspn(text, "\r\n")] = 0;
		if (line > 1)
			code = again(d, text, path, line, err);
		else if (strncmp(text, head, sizeof(head) - 1))
			code = fl_fail(err, FL_FAILED, "%s is no state of a model; it stays as it is", path);
		else if (strcasecmp(text + sizeof(head) - 1, chip))
			code = fl_fail(err, FL_USAGE, "%s is the state of a model of %.40s, not of %s", path,
				       text + sizeof(head) - 1, chip);
	}
	return code;
}

enum fl_code fl_state_begin(struct fl_state *s, struct fl_dev *d, const char *path, const char *chip,
			    struct fl_err *err)
{
	FILE *f = fopen(path, "r");
	enum fl_code code = FL_OK;

	if (!f && errno != ENOENT)
		return fl_file_fail(err, path, errno);
	if (f) {
		code = load(f, d, path, chip, err);
		fclose(f);
	}
	if (code)
		return code;
	s->path = path;
	s->f = fopen(path, "a");
	if (!s->f)
		return fl_file_fail(err, path, errno);
	if (!ftell(s->f))
		fprintf(s->f, "%s%s\n", head, chip);
	return FL_OK;
}

void fl_state_note(struct fl_state *s, const struct fl_access *a, const char *name, bool acts)
{
	switch (a->kind) {
	case FL_ACCESS_READ32:
	case FL_ACCESS_READ8:
		if (!acts)
			return;
		break;
	case FL_ACCESS_VRAM_READ:
	case FL_ACCESS_CFG_READ:
		return;
	default:
		break;
	}
	fl_access_print(s->f, a, name);
}

enum fl_code fl_state_end(struct fl_state *s, struct fl_err *err)
{
	bool bad = s->f && ferror(s->f);
	int why;

	if (!s->f)
		return FL_OK;
	errno = 0;
	bad |= fclose(s->f) != 0;
	why = errno;
	s->f = NULL;
	return bad ? fl_file_fail(err, s->path, why ? why : EIO) : FL_OK;
}
