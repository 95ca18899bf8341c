/* SPDX-License-Identifier: MIT
 *
 * Times the start of the command and of the bare image, and measures their memory.
 */
#include "tests/bench/start.h"
#include "tests/qemu/qemu.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec * 1e-6;
}

/* Run a command once; its wall time and peak resident memory. */
static double run(const char *build, char *const args[], double *rss_mb)
{
	char program[4096];
	struct rusage use;
	int status;
	double start = now_ms();

	snprintf(program, sizeof program, "%s/firstlight", build);
	pid_t pid = fork();
	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, 1);
		dup2(null, 2);
		execv(program, args);
		_exit(127);
	}
	if (wait4(pid, &status, 0, &use) != pid || !WIFEXITED(status) || WEXITSTATUS(status))
		return -1;
	*rss_mb = (double)use.ru_maxrss / 1024;
	return now_ms() - start;
}

static double boot_ms(const char *image)
{
	const char *const args[] = {
	    "-kernel", image, "-append", "demo blit", "-device", "ati-vga,model=rv100", NULL};
	struct qemu q;
	double start = now_ms(), ms = -1;

	if (qemu_start(&q, args) && qemu_wait_text(&q, "blit: done", 20000))
		ms = now_ms() - start;
	qemu_end(&q);
	return ms;
}

static double best_of(const char *build, char *const args[], double *rss_mb)
{
	double best = -1, ms;

	for (unsigned i = 0; i < 7; i++)
		if ((ms = run(build, args, rss_mb)) >= 0 && (best < 0 || ms < best))
			best = ms;
	return best;
}

static char *const demo[] = {(char[]){"firstlight"}, (char[]){"demo"}, (char[]){"triangle"}, NULL};

double bench_start_rss_mb(const char *build)
{
	double rss = 0;

	run(build, demo, &rss);
	return rss;
}

void bench_start(const char *build, double rss_mb)
{
	char *const decode[] = {(char[]){"firstlight"},
				(char[]){"decode"},
				(char[]){"--chip"},
				(char[]){"rv770"},
				(char[]){"CB_COLOR0_INFO"},
				(char[]){"0x1234"},
				NULL};
	char image[4096];
	struct stat st;
	double best, rss = 0, ms;

	printf("%-34s %9.1f ms\n", "firstlight demo triangle", best_of(build, demo, &rss));
	printf("%-34s %9.1f MB\n", "  its peak resident memory", rss_mb);
	printf("%-34s %9.1f ms\n", "firstlight decode", best_of(build, decode, &rss));
	snprintf(image, sizeof image, "%s/firstlight.elf", build);
	if (stat(image, &st)) {
		printf("%-34s not built\n", "bare-metal image");
		return;
	}
	printf("%-34s %9.1f KB\n", "bare-metal image", (double)st.st_size / 1000);
	best = -1;
	for (unsigned i = 0; i < 5; i++)
		if ((ms = boot_ms(image)) >= 0 && (best < 0 || ms < best))
			best = ms;
	printf("%-34s %9.1f ms\n", "  start to picture, QEMU -kernel", best);
}
