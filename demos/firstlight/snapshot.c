/* SPDX-License-Identifier: MIT
 *
 * Writes and reads snapshots of registers.
 */
#include "demos/firstlight/snapshot.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/visible.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool fl_snapshot_add(struct fl_snapshot *s, const char *space, uint32_t offset, uint32_t value)
{
	if (s->n == s->room) {
		unsigned room = s->room ? 2 * s->room : 1024;
		void *more = realloc(s->reg, room * sizeof(*s->reg));

		if (!more)
			return false;
		s->reg = more;
		s->room = room;
	}
	s->reg[s->n] = (struct fl_snapshot_reg){.offset = offset, .value = value};
	snprintf(s->reg[s->n].space, sizeof(s->reg[s->n].space), "%s", space);
	s->n++;
	return true;
}

const struct fl_snapshot_reg *fl_snapshot_find(const struct fl_snapshot *s, const char *space,
					       uint32_t offset)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->reg[i].offset == offset && !strcmp(s->reg[i].space, space))
			return &s->reg[i];
	return NULL;
}

void fl_snapshot_free(struct fl_snapshot *s)
{
	free(s->reg);
	memset(s, 0, sizeof(*s));
}

static enum fl_code take_line(struct fl_snapshot *s, char *line, bool *ended, const char *path, unsigned n,
			      struct fl_err *err)
{
	unsigned offset, value, count;
	char space[12];
	int used = 0;

	if (*line == '#' || !*line || !strncmp(line, "pci ", 4))
		return FL_OK;
	if (*ended)
		return fl_fail(err, FL_FAILED, "%s:%u: there is more after the end", path, n);
	if (!strncmp(line, "card ", 5)) {
		fl_visible(s->card, sizeof(s->card), line + 5);
	} else if (!strncmp(line, "chip ", 5)) {
		fl_visible(s->chip, sizeof(s->chip), line + 5);
	} else if (sscanf(line, "end %u%n", &count, &used) == 1 && !line[used]) {
		if (count != s->n)
			return fl_fail(err, FL_FAILED, "%s:%u: the file has %u registers, and should have %u",
				       path, n, s->n, count);
		*ended = true;
	} else if (sscanf(line, "%11[a-z0-9] 0x%8x 0x%8x%n", space, &offset, &value, &used) == 3 &&
		   (line[used] == ' ' || !line[used])) {
		if (fl_snapshot_find(s, space, offset))
			return fl_fail(err, FL_FAILED, "%s:%u: %s 0x%x is there twice", path, n, space,
				       offset);
		if (!fl_snapshot_add(s, space, offset, value))
			return fl_fail(err, FL_FAILED, "out of memory");
	} else {
		return fl_fail(err, FL_FAILED,
			       "%s:%u: '%.60s' is not a line of a snapshot: SPACE 0xADDRESS 0xVALUE NAME",
			       path, n, line);
	}
	return FL_OK;
}

enum fl_code fl_snapshot_read(struct fl_snapshot *s, const char *path, struct fl_err *err)
{
	enum fl_code code = FL_OK;
	bool ended = false;
	char line[256];
	unsigned n = 0;
	FILE *f = fl_file_open(path, err);

	memset(s, 0, sizeof(*s));
	if (!f)
		return err->code;
	while (!code && fgets(line, sizeof(line), f)) {
		size_t length = strcspn(line, "\n");

		n++;
		if (length == sizeof(line) - 1)
			code = fl_fail(err, FL_FAILED, "%s:%u: the line is too long for a snapshot", path, n);
		line[length] = 0;
		if (n == 1 && !code && strcmp(line, "firstlight snapshot 1"))
			code = fl_fail(err, FL_FAILED,
				       "%s is no snapshot: it does not begin with "
				       "'firstlight snapshot 1'",
				       path);
		else if (n > 1 && !code)
			code = take_line(s, line, &ended, path, n, err);
	}
	if (!code && ferror(f))
		code = fl_file_fail(err, path, errno);
	if (!code && !n)
		code = fl_fail(err, FL_FAILED, "%s is empty, and no snapshot", path);
	if (!code && !ended)
		code =
		    fl_fail(err, FL_FAILED,
			    "%s ends after %u registers, without its last line: it is cut short", path, s->n);
	if (!code && !*s->chip)
		code = fl_fail(err, FL_FAILED, "%s does not tell its chip", path);
	fl_file_done(f);
	if (code)
		fl_snapshot_free(s);
	return code;
}
