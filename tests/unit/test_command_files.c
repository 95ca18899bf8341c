/* SPDX-License-Identifier: MIT
 *
 * The command and the files that it is given: what it takes away after a failure, what it says of files that cannot be read
 * or written, and that output which does not arrive is a failure.
 */
#include "demos/firstlight/file.h"
#include "demos/firstlight/png.h"
#include "tests/unit/test_command.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(command_files, .timeout = 60, .init = command_begin, .fini = command_end);

static bool there(const char *name)
{
	struct stat st;

	return !lstat(in_dir(name), &st);
}

/* A picture of which one frame of two is drawn. */
static void half_a_picture(const char *path)
{
	struct fl_err err = {0};
	uint8_t rgb[4 * 4 * 3] = {0};
	struct fl_png *p = fl_png_open(path, 4, 4, 2, 10, &err);

	cr_assert(p, "%s", err.text);
	cr_assert_eq(fl_png_frame(p, rgb, 12, &err), FL_OK);
	cr_assert_eq(fl_png_close(p, &err), FL_FAILED);
}

/* ---- what is taken away ------------------------------------------------------------------------------------------------- */
Test(command_files, only_files_are_removed)
{
	struct stat st;
	int fd;

	half_a_picture(in_dir("new.png"));
	cr_expect(!there("new.png"));

	cr_assert_eq(mkfifo(in_dir("fifo"), 0600), 0);
	fd = open(in_dir("fifo"), O_RDWR | O_NONBLOCK); /* a reader, so that opening does not wait */
	cr_assert_geq(fd, 0);
	half_a_picture(in_dir("fifo"));
	close(fd);
	cr_expect(there("fifo"));

	put("file", "the user's");
	cr_assert_eq(symlink("file", in_dir("link")), 0);
	half_a_picture(in_dir("link"));
	cr_expect(there("link"));
	cr_expect(!stat(in_dir("file"), &st) && st.st_size == 0);

	cr_assert_eq(mkdir(in_dir("folder"), 0700), 0);
	cr_expect_null(fl_png_open(in_dir("folder"), 4, 4, 1, 0, &(struct fl_err){0}));
	cr_expect(there("folder"));
}

/* What another program has put there in the meantime is its own. */
Test(command_files, only_ours_is_removed)
{
	struct fl_file f;
	struct fl_err err = {0};
	char name[64];

	snprintf(name, sizeof(name), "%s", in_dir("out"));
	cr_assert_eq(fl_file_create(&f, name, &err), FL_OK, "%s", err.text);
	cr_assert_eq(rename(name, in_dir("moved")), 0);
	put("out", "another's");
	fl_file_discard(&f);
	cr_expect(there("out"));
}

/* ---- what does not arrive ------------------------------------------------------------------------------------------------ */
Test(command_files, standard_output_that_fails)
{
	static const char *const commands[] = {
	    "read RBBM_STATUS",
	    "read RBBM_STATUS --json",
	    "write SCRATCH_REG[0]=1",
	    "watch RBBM_STATUS --count 2",
	    "decode RBBM_STATUS",
	    "poll SCRATCH_REG[0]=0",
	    "completion bash",
	    "completion zsh",
	    "list",
	    "help --man",
	    "--help",
	    "smoke",
	    "dump",
	    "monitor <in",
	    "demo --list",
	    "diff reset live",
	};

	put("in", "read RBBM_STATUS\n");
	for (unsigned i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		char args[100];

		snprintf(args, sizeof(args), "%s >/dev/full", commands[i]);
		SAYS(1, args, "standard output: ");
		snprintf(args, sizeof(args), "%s >&-", commands[i]);
		SAYS(1, args, "standard output: ");
	}
}

/* The next file that is opened must not become standard output. */
Test(command_files, standard_output_that_is_closed)
{
	char text[8] = "";
	FILE *f;

	SAYS(1, "demo clear --size 64x64 --out clear.png >&-", "standard output");
	f = fopen(in_dir("clear.png"), "r");
	cr_assert(f && fread(text, 1, 4, f) == 4);
	fclose(f);
	cr_expect_str_eq(text, "\x89PNG");
	cr_expect_eq(run("demo clear --size 64x64 --quiet --out clear.png >&-"), 0, "%s", said);
}

Test(command_files, log_that_fails)
{
	cr_assert_eq(symlink("/dev/full", in_dir("full")), 0); /* of which nothing is removed but the link */
	SAYS(1, "demo clear --size 64x64 --quiet --log full", "full: No space left on device");
	cr_expect(there("full"));
}
