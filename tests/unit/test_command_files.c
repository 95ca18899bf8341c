/* SPDX-License-Identifier: MIT
 *
 * The command and the files that it is given: what it takes away after a failure, what it says of files that
 * cannot be read or written, and that output which does not arrive is a failure.
 */
#include "demos/firstlight/file.h"
#include "demos/firstlight/film.h"
#include "tests/unit/test_command.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
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
	struct fl_film *p = fl_film_open(path, 4, 4, 2, 10, &err);

	cr_assert(p, "%s", err.text);
	cr_assert_eq(fl_film_frame(p, rgb, 12, &err), FL_OK);
	cr_assert_eq(fl_film_close(p, &err), FL_FAILED);
}

/* ---- what is taken away -------------------------------------------------------------------------------- */
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
	cr_expect_null(fl_film_open(in_dir("folder"), 4, 4, 1, 0, &(struct fl_err){0}));
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

/* Start a film, wait until there is something of it, send the signal; returns the exit code. */
static int film_until(int sig, const char *out, const char *something)
{
	struct stat st;
	int status;
	pid_t pid = fork();

	if (!pid) {
		signal(sig, SIG_DFL); /* a shell's background job has C-c ignored */
		execl(built("firstlight"), "firstlight", "demo", "clear", "--size", "64x64", "--frames",
		      "100000", "--quiet", "--out", out, (char *)NULL);
		_exit(99);
	}
	cr_assert_gt(pid, 0);
	while ((stat(something, &st) || !st.st_size) && !waitpid(pid, &status, WNOHANG))
		usleep(1000);
	kill(pid, sig);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* C-c in the middle of a film: half a file is none, what is whole stays, and the exit code is that of
 * shells. */
Test(command_files, interrupted)
{
	char film[64], frames[64];

	snprintf(film, sizeof(film), "%s", in_dir("film.png"));
	cr_expect_eq(film_until(SIGINT, film, film), 130);
	cr_expect(!there("film.png"));
	snprintf(frames, sizeof(frames), "%s", in_dir("%d.png"));
	cr_expect_eq(film_until(SIGTERM, frames, in_dir("3.png")), 143);
	cr_expect(there("3.png"));
}

/* ---- what does not arrive ------------------------------------------------------------------------------ */
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

/* The next file that is opened must not become standard output, and get what is printed. */
Test(command_files, standard_output_that_is_closed)
{
	SAYS(0, "demo clear --size 64x64 --quiet --out clear.png >&-", "");
	SAYS(1, "read RBBM_STATUS --log log >&-; c=$?; cat log; exit $c", " us  read ");
	cr_expect(!strstr(said, "GUI_ACTIVE"), "%s", said);
	SAYS(1, "asm - <&-", "-: Bad file descriptor");
}

Test(command_files, log_that_fails)
{
	cr_assert_eq(symlink("/dev/full", in_dir("full")), 0); /* of which nothing is removed but the link */
	SAYS(1, "demo clear --size 64x64 --quiet --log full", "full: No space left on device");
	cr_expect(there("full"));
}

/* ---- what cannot be read ------------------------------------------------------------------------------- */
/* Every command that takes a file says the same of it: %s is where the file goes. */
static const char *const readers[] = {
    "diff %s reset",
    "replay %s",
    "stream %s",
    "asm %s",
    "disasm %s",
    "ring --microcode %s",
    "microcode --microcode %s",
    "smoke --microcode %s",
    "demo clear --quiet --microcode %s",
    "monitor --microcode %s </dev/null",
    "qemu --microcode %s -- -S",
    "qemu --rom %s -- -S",
};

static void all_say(int code, const char *file, const char *text)
{
	char args[100];

	for (unsigned i = 0; i < sizeof(readers) / sizeof(*readers); i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(args, sizeof(args), readers[i], file);
#pragma GCC diagnostic pop
		SAYS(code, args, text);
	}
}

Test(command_files, reading)
{
	all_say(3, "nofile", "nofile: No such file or directory");
	all_say(1, ".", "");
}

/* For root nothing is forbidden: the test then becomes somebody else. */
Test(command_files, reading_the_forbidden)
{
	put("secret", "GTRC");
	cr_assert_eq(chmod(in_dir("secret"), 0), 0);
	cr_assert_eq(chmod(dir, 0755), 0);
	if (!geteuid()) {
		cr_assert_eq(chown(dir, 65534, 65534), 0);
		cr_assert_eq(setegid(65534), 0);
		cr_assert_eq(setuid(65534), 0);
	}
	all_say(4, "secret", "secret: Permission denied");
	SAYS(4, "demo clear --quiet --log secret", "secret: Permission denied");
	SAYS(4, "dump --out secret", "secret: Permission denied");
}

Test(command_files, content_that_is_bad)
{
	put("bad", "these are no words of any kind");
	for (unsigned i = 0; i < sizeof(readers) / sizeof(*readers); i++)
		if (strstr(readers[i], "--microcode")) {
			char args[100];

			snprintf(args, sizeof(args), "%.*sbad%s", (int)(strchr(readers[i], '%') - readers[i]),
				 readers[i], strchr(readers[i], '%') + 2);
			SAYS(1, args, "bad: microcode: the image");
		}
	SAYS(1, "diff bad reset", "bad is no snapshot");
	SAYS(1, "asm bad", "");
	SAYS(1, "disasm bad", "");
	SAYS(1, "qemu --rom /dev/null -- -S", "a ROM of 1 byte to 128 KiB");
}

Test(command_files, writing)
{
	static const char *const writers[] = {"asm in --out", "disasm words --out", "dump 'CP_*' --out",
					      "read RBBM_STATUS --log"};
	char args[100];

	put("in", "!!PVS\nMOV o0, v0\n");
	put("words", "# PVS\n0 0 0 0\n");
	for (unsigned i = 0; i < sizeof(writers) / sizeof(*writers); i++) {
		snprintf(args, sizeof(args), "%s nofolder/file", writers[i]);
		SAYS(3, args, "nofolder/file: No such file or directory");
		snprintf(args, sizeof(args), "%s .", writers[i]);
		SAYS(1, args, ".: Is a directory");
	}
}

Test(command_files, pictures)
{
	put("file", "");
	SAYS(3, "demo clear --size 64x64 --quiet --out file/x.png", "file/x.png: Not a directory");
	SAYS(1, "demo clear --size 64x64 --quiet --out .", ".: Is a directory");
	SAYS(3, "replay $t/r500.tar.xz --scene clear --out file/x.png", "file/x-clear.png: Not a directory");
	cr_expect(strstr(said, "1 passed"), "%s", said);
}

/* An option that nothing is done with is no option. */
Test(command_files, microcode_where_it_is_used)
{
	SAYS(2, "probe --microcode nofile", "no option '--microcode'");
	SAYS(2, "read RBBM_STATUS --microcode nofile", "no option '--microcode'");
	SAYS(2, "reset --microcode nofile", "no option '--microcode'");
	SAYS(0, "reset", "ok");
}
