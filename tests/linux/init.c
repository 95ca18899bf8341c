/* SPDX-License-Identifier: MIT
 *
 * The first and only program of the test's Linux guest. It does what the host asks for, a line at a time over
 * the second serial port, or the one that JOBS in its environment names (from the kernel's command line). The
 * first one is the kernel's. Words are divided by single spaces:
 *
 *	run UID SECONDS PROGRAM ARGUMENTS…    the exit code, and what it printed on both outputs; 124: out of
 *	                                      time. UID -1: root without capabilities, as in a container
 *	get PATH                              a file
 *	put PATH OFFSET SIZE                  write the SIZE bytes (2048 at most) that follow the line, with
 *	                                      one write()
 *	link PATH                             where a symbolic link points
 *	insmod PATH                           load a kernel module
 *	mount PATH                            the kernel's security file system
 *	chown PATH UID                        give a file to somebody
 *	poke ADDRESS VALUE                    write a dword of physical memory that is not the kernel's
 *	off                                   end
 *
 * Each is answered with "CODE SIZE\n" and SIZE bytes; but for run, the code is 0 or errno.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { TIMED_OUT = 124, MAX_ARGS = 32, PAGE_B = 4096 };
#define OUTPUT "/tmp/output"

static int host; /* the serial port */

static void off(void)
{
	tcdrain(host);
	reboot(RB_POWER_OFF);
	_exit(1);
}

static void send_all(const void *data, size_t size)
{
	const char *p = data;

	while (size) {
		ssize_t n = write(host, p, size);

		if (n < 0 && errno != EINTR)
			off();
		if (n > 0)
			p += n, size -= (size_t)n;
	}
}

static void answer(int code, const void *data, size_t size)
{
	char head[48];

	send_all(head, (size_t)snprintf(head, sizeof head, "%d %zu\n", code, size));
	send_all(data, size);
}

static void answer_file(int code, const char *path)
{
	int fd = open(path, O_RDONLY);
	size_t n = 0, cap = 0;
	char *data = NULL;
	ssize_t got = 1;

	while (fd >= 0 && got > 0) {
		if (cap - n < 4096)
			data = realloc(data, cap = cap * 2 + 65536);
		got = read(fd, data + n, cap - n);
		n += got > 0 ? (size_t)got : 0;
	}
	answer(fd < 0 || got < 0 ? errno : code, data, n);
	free(data);
	if (fd >= 0)
		close(fd);
}

static _Noreturn void become(int who, char **argv)
{
	uid_t uid = who > 0 ? (uid_t)who : 0;
	int fd = open(OUTPUT, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);

	setsid();
	for (unsigned cap = 0; who < 0 && cap < 64; cap++)
		prctl(PR_CAPBSET_DROP, cap); /* what execv() gives root is cut down to this set */
	if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0 ||
	    (uid && (setgroups(0, NULL) || setgid(uid) || setuid(uid))))
		_exit(126);
	close(host);
	execv(argv[0], argv);
	_exit(127);
}

static void run(int who, unsigned seconds, char **argv)
{
	struct timespec now;
	time_t end;
	int status;
	pid_t pid;

	clock_gettime(CLOCK_MONOTONIC, &now);
	end = now.tv_sec + (time_t)seconds;
	pid = fork();
	if (!pid)
		become(who, argv);
	/* Other children are orphans that ended: process 1 takes them in as well. */
	for (;;) {
		pid_t ended = waitpid(-1, &status, WNOHANG);

		if (ended == pid)
			break;
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (ended <= 0 && now.tv_sec > end) {
			kill(-pid, SIGKILL);
			waitpid(pid, &status, 0);
			answer_file(TIMED_OUT, OUTPUT);
			return;
		}
		if (ended <= 0)
			poll(NULL, 0, 5);
	}
	answer_file(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), OUTPUT);
}

static bool receive(char *to, size_t size)
{
	while (size) {
		ssize_t n = read(host, to, size);

		if (n <= 0)
			return false;
		to += n;
		size -= (size_t)n;
	}
	return true;
}

/* No more than the serial port's line discipline keeps: there is nobody to tell the host to wait. */
static int put(const char *path, off_t at, size_t size)
{
	char data[2048];
	int fd, code;

	if (size > sizeof data || !receive(data, size))
		return EINVAL;
	fd = open(path, O_WRONLY | O_CREAT, 0644);
	code = fd < 0 ? errno : 0;
	if (!code && pwrite(fd, data, size, at) != (ssize_t)size)
		code = errno ? errno : EIO;
	if (fd >= 0)
		close(fd);
	return code;
}

static int insmod(const char *path)
{
	int fd = open(path, O_RDONLY);

	return fd < 0 || syscall(SYS_finit_module, fd, "", 0) ? errno : 0;
}

static int poke(unsigned long address, uint32_t value)
{
	int fd = open("/dev/mem", O_RDWR | O_SYNC), code;
	volatile uint32_t *p;

	if (fd < 0)
		return errno;
	p = mmap(NULL, PAGE_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)(address & ~(PAGE_B - 1ul)));
	code = p == MAP_FAILED ? errno : 0;
	close(fd);
	if (code)
		return code;
	p[address % PAGE_B / 4] = value;
	munmap((void *)(uintptr_t)p, PAGE_B);
	return 0;
}

static void obey(char *line)
{
	char *word[MAX_ARGS + 1] = {NULL}, target[256];
	unsigned n = 0;

	for (char *w = strtok(line, " "); w && n < MAX_ARGS; w = strtok(NULL, " "))
		word[n++] = w;
	errno = 0;
	if (n >= 4 && !strcmp(word[0], "run")) {
		run(atoi(word[1]), (unsigned)atoi(word[2]), word + 3);
	} else if (n == 2 && !strcmp(word[0], "get")) {
		answer_file(0, word[1]);
	} else if (n == 4 && !strcmp(word[0], "put")) {
		answer(put(word[1], atoi(word[2]), (size_t)atoi(word[3])), "", 0);
	} else if (n == 2 && !strcmp(word[0], "link")) {
		ssize_t size = readlink(word[1], target, sizeof target);

		answer(size < 0 ? errno : 0, target, size < 0 ? 0 : (size_t)size);
	} else if (n == 2 && !strcmp(word[0], "insmod")) {
		answer(insmod(word[1]), "", 0);
	} else if (n == 2 && !strcmp(word[0], "mount")) {
		answer(mount("none", word[1], "securityfs", 0, NULL) ? errno : 0, "", 0);
	} else if (n == 3 && !strcmp(word[0], "chown")) {
		answer(chown(word[1], (uid_t)atoi(word[2]), 0) ? errno : 0, "", 0);
	} else if (n == 3 && !strcmp(word[0], "poke")) {
		answer(poke(strtoul(word[1], NULL, 0), (uint32_t)strtoul(word[2], NULL, 0)), "", 0);
	} else if (n == 1 && !strcmp(word[0], "off")) {
		off();
	} else {
		answer(EINVAL, "", 0);
	}
}

static bool read_line(char *line, size_t max)
{
	for (size_t n = 0; n < max; n++) {
		if (!receive(line + n, 1))
			return false;
		if (line[n] == '\n') {
			line[n] = 0;
			return true;
		}
	}
	return false;
}

int main(void)
{
	static char line[4096];
	const char *jobs = getenv("JOBS");
	struct termios raw;

	mkdir("/proc", 0755);
	mkdir("/sys", 0755);
	mkdir("/dev", 0755);
	mkdir("/tmp", 0755);
	chmod("/tmp", 01777);
	mount("none", "/proc", "proc", 0, NULL);
	mount("none", "/sys", "sysfs", 0, NULL);
	mount("none", "/dev", "devtmpfs", 0, NULL);
	mkdir("/dev/pts", 0755);
	mount("none", "/dev/pts", "devpts", 0, NULL);
	setenv("TERM", "dumb", 1);

	host = open(jobs ? jobs : "/dev/ttyS1", O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (host < 0 || tcgetattr(host, &raw))
		off();
	cfmakeraw(&raw);
	cfsetspeed(&raw, B115200);
	tcsetattr(host, TCSANOW, &raw);
	/* The link that udev makes elsewhere; bash asks for it. */
	answer(symlink("/proc/self/fd", "/dev/fd") ? errno : 0, "", 0); /* up */
	while (read_line(line, sizeof line))
		obey(line);
	off();
}
