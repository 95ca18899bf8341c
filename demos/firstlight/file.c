/* SPDX-License-Identifier: MIT
 *
 * Opens, writes and closes the files that the user names; a file that could not be finished is removed.
 */
#include "demos/firstlight/file.h"
#include "demos/firstlight/out.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum fl_code fl_file_fail(struct fl_err *err, const char *path, int why)
{
	bool missing = why == ENOENT || why == ENOTDIR, refused = why == EACCES || why == EPERM;

	return fl_fail(err,
		       missing   ? FL_NO_DEVICE
		       : refused ? FL_PERMISSION
				 : FL_FAILED,
		       "%s: %s", path, strerror(why));
}

static bool standard(const char *path)
{
	return !path || !strcmp(path, "-");
}

static struct ahead {
	const char *path; /* NULL: taken */
	FILE *f;
	int why; /* errno, where there is no file */
} * ahead;
static int n_ahead;

size_t fl_file_open_ahead(char *const *path, int n, int *fd, size_t max)
{
	size_t used = 0;

	free(ahead);
	ahead = calloc((size_t)n, sizeof *ahead);
	n_ahead = ahead ? n : 0;
	for (int i = 0; i < n_ahead; i++) {
		if (standard(path[i]))
			continue;
		ahead[i] = (struct ahead){path[i], fopen(path[i], "rbe"), errno};
		if (ahead[i].f && used < max)
			fd[used++] = fileno(ahead[i].f);
	}
	return used;
}

FILE *fl_file_open(const char *path, struct fl_err *err)
{
	FILE *f;

	for (int i = 0; !standard(path) && i < n_ahead; i++) {
		if (!ahead[i].path || strcmp(ahead[i].path, path))
			continue;
		ahead[i].path = NULL;
		if (!ahead[i].f)
			fl_file_fail(err, path, ahead[i].why);
		return ahead[i].f;
	}
	f = standard(path) ? stdin : fopen(path, "rbe");
	if (!f)
		fl_file_fail(err, path, errno);
	return f;
}

void fl_file_done(FILE *f)
{
	if (f != stdin)
		fclose(f);
}

enum fl_code fl_file_create(struct fl_file *file, const char *path, struct fl_err *err)
{
	*file = (struct fl_file){.f = stdout, .path = "standard output"};
	if (standard(path))
		return FL_OK;
	file->path = path;
	file->f = fopen(path, "wbe");
	return file->f ? FL_OK : fl_file_fail(err, path, errno);
}

void fl_file_discard(struct fl_file *file)
{
	struct stat ours, there;
	int fd = file->f == stdout ? -1 : dup(fileno(file->f));

	if (file->f != stdout)
		fclose(file->f); /* writes what was still in its buffer */
	file->f = NULL;
	if (fd < 0)
		return;
	if (!fstat(fd, &ours) && S_ISREG(ours.st_mode)) {
		/* A link is the user's, and what is there by now may be somebody else's. */
		bool same =
		    !lstat(file->path, &there) && there.st_dev == ours.st_dev && there.st_ino == ours.st_ino;

		if (same ? unlink(file->path) : ftruncate(fd, 0))
			fl_complain(FL_FAILED, "%s is not whole, and cannot be removed: %s", file->path,
				    strerror(errno));
	}
	close(fd);
}

enum fl_code fl_file_close(struct fl_file *file, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	/* A flush on the way has perhaps failed already, and left nothing for this one. */
	if (fflush(file->f))
		code = fl_file_fail(err, file->path, errno);
	else if (ferror(file->f))
		code = fl_fail(err, FL_FAILED, "%s: not everything could be written", file->path);
	if (code) {
		clearerr(file->f); /* it is reported once */
		fl_file_discard(file);
	} else if (file->f != stdout && fclose(file->f)) {
		code = fl_file_fail(err, file->path, errno);
	}
	file->f = NULL;
	return code;
}
