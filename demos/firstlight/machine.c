/* SPDX-License-Identifier: MIT
 *
 * A QEMU machine: see machine.h. Nothing of it has a name in the file system: sockets and memory are inherited.
 */
#include "demos/firstlight/machine.h"
#include "hw/model/proxy/shadow.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MIB = 1 << 20, DEFAULT_MIB = 256, STOP_MS = 2000, MAX_OURS = 32 };

#define QEMU "qemu-system-x86_64"

uint64_t fl_machine_memory(int n_args, char *const *args)
{
	uint64_t size = (uint64_t)DEFAULT_MIB * MIB;

	for (int i = 0; i + 1 < n_args; i++) {
		const char *v = args[i + 1];
		uint64_t n, unit = MIB;
		char *end;

		if (strcmp(args[i], "-m") && strcmp(args[i], "--m"))
			continue;
		if (!strncmp(v, "size=", 5))
			v += 5;
		errno = 0;
		n = strtoull(v, &end, 10);
		switch (*end) {
		case 'k':
		case 'K':
			unit = 1 << 10;
			end++;
			break;
		case 'm':
		case 'M':
			end++;
			break;
		case 'g':
		case 'G':
			unit = 1 << 30;
			end++;
			break;
		case 't':
		case 'T':
			unit = UINT64_C(1) << 40;
			end++;
			break;
		}
		if (errno || *v < '0' || *v > '9' || (*end && *end != ',') || !n || n > (UINT64_C(1) << 46) / unit)
			return 0;
		size = n * unit;
	}
	return size;
}

struct ends { /* the machine's */
	int card, test, vram;
};

/* What comes before the user's arguments. Texts are kept in *text. */
static int our_args(const char *argv[MAX_OURS], const struct fl_machine_config *c, const struct ends *e, uint64_t ram_B,
		    char text[6][128])
{
	int n = 0;

	snprintf(text[0], sizeof text[0], "memory-backend-memfd,id=fl-ram,size=%llu,share=on",
		 (unsigned long long)ram_B);
	snprintf(text[1], sizeof text[1], "x-pci-proxy-dev,id=fl-card,fd=%d", e->card);
	snprintf(text[2], sizeof text[2], "socket,id=fl-test,fd=%d", e->test);
	snprintf(text[3], sizeof text[3], "memory-backend-file,id=fl-vram,share=on,mem-path=/proc/self/fd/%d,size=%llu",
		 e->vram, (unsigned long long)c->vram_B);
	snprintf(text[4], sizeof text[4], "%llu", (unsigned long long)(ram_B / MIB));
	const char *const always[] = {c->qemu ? c->qemu : QEMU,
				      "-machine",
				      "pc,memory-backend=fl-ram",
				      "-m",
				      text[4],
				      "-object",
				      text[0],
				      "-vga",
				      "none",
				      "-display",
				      "none",
				      "-device",
				      text[1]};
	const char *const shadow[] = {
	    "-object",  text[3], "-device", "ivshmem-plain,memdev=fl-vram,addr=" FL_SHADOW_SLOT,
	    "-chardev", text[2], "-object", "qtest,id=fl-qtest,chardev=fl-test,log=none",
	};

	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		argv[n++] = always[i];
	for (size_t i = 0; c->vram_fd >= 0 && i < sizeof shadow / sizeof *shadow; i++)
		argv[n++] = shadow[i];
	return n;
}

/* In the child: the machine inherits its ends, and ends when this process does. */
static _Noreturn void become(const char *const *argv, const struct ends *e, pid_t parent, int tell)
{
	sigset_t none;
	int why;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(127);
	fcntl(e->card, F_SETFD, 0);
	if (e->test >= 0)
		fcntl(e->test, F_SETFD, 0);
	if (e->vram >= 0)
		fcntl(e->vram, F_SETFD, 0);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	why = errno;
	if (write(tell, &why, sizeof why) != sizeof why)
		_exit(126);
	_exit(127);
}

static enum fl_code spawn(struct fl_machine_run *r, const char *const *argv, const struct ends *e, struct fl_err *err)
{
	pid_t parent = getpid();
	int told[2], why = 0;
	ssize_t n;

	if (pipe2(told, O_CLOEXEC))
		return fl_fail(err, FL_FAILED, "pipe: %s", strerror(errno));
	r->pid = fork();
	if (!r->pid)
		become(argv, e, parent, told[1]);
	close(told[1]);
	if (r->pid < 0) {
		close(told[0]);
		return fl_fail(err, FL_FAILED, "fork: %s", strerror(errno));
	}
	do
		n = read(told[0], &why, sizeof why); /* ends when the program was started */
	while (n < 0 && errno == EINTR);
	close(told[0]);
	if (n != sizeof why)
		return FL_OK;
	waitpid(r->pid, NULL, 0);
	r->pid = -1;
	if (why == ENOENT)
		return fl_fail(err, FL_FAILED,
			       "%s is not there: install it (Debian: qemu-system-x86), or say --qemu PATH", argv[0]);
	return fl_fail(err, FL_FAILED, "%s: %s", argv[0], strerror(why));
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

enum fl_code fl_machine_start(struct fl_machine_run *r, const struct fl_machine_config *c, struct fl_err *err)
{
	uint64_t ram_B = fl_machine_memory(c->n_args, c->args);
	struct ends e = {-1, -1, c->vram_fd};
	const char **argv;
	char text[6][128];
	int card[2], test[2] = {-1, -1}, n;
	enum fl_code code;

	*r = (struct fl_machine_run){-1, -1, -1};
	if (!ram_B || ram_B % MIB)
		return fl_fail(err, FL_USAGE, "-m: a whole number of megabytes is wanted, as in -m 512 or -m 1G");
	argv = calloc((size_t)c->n_args + MAX_OURS, sizeof *argv);
	if (!argv)
		return fl_fail(err, FL_FAILED, "out of memory");
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, card)) {
		free(argv);
		return fl_fail(err, FL_FAILED, "socketpair: %s", strerror(errno));
	}
	if (c->vram_fd >= 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, test)) {
		close(card[0]);
		close(card[1]);
		free(argv);
		return fl_fail(err, FL_FAILED, "socketpair: %s", strerror(errno));
	}
	r->card_fd = card[0];
	r->test_fd = test[0];
	e.card = card[1];
	e.test = test[1];
	n = our_args(argv, c, &e, ram_B, text);
	for (int i = 0; i < c->n_args; i++)
		argv[n++] = c->args[i];
	code = spawn(r, argv, &e, err);
	close_fd(&e.card);
	close_fd(&e.test);
	if (code) {
		close_fd(&r->card_fd);
		close_fd(&r->test_fd);
	}
	free(argv);
	return code;
}

bool fl_machine_ended(struct fl_machine_run *r, int *exit_code)
{
	int status;

	if (r->pid <= 0 || waitpid(r->pid, &status, WNOHANG) != r->pid)
		return false;
	r->pid = -1;
	*exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return true;
}

int fl_machine_stop(struct fl_machine_run *r)
{
	int code = 0;

	if (r->pid <= 0)
		return 0;
	kill(r->pid, SIGTERM);
	for (unsigned ms = 0; ms < STOP_MS; ms += 10) {
		if (fl_machine_ended(r, &code))
			return code;
		usleep(10000);
	}
	kill(r->pid, SIGKILL);
	while (!fl_machine_ended(r, &code))
		usleep(1000);
	return code;
}
