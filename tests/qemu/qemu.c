/* SPDX-License-Identifier: MIT
 *
 * Starts an emulated machine, watches its serial port, reads its screen, and ends it.
 */
#include "tests/qemu/qemu.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ARGS = 64 };

static uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

static void nap(void)
{
	usleep(10000);
}

static char *path(const struct qemu *q, const char *name)
{
	static char out[128];

	snprintf(out, sizeof out, "%s/%s", q->dir, name);
	return out;
}

static char *read_all(const char *name, size_t *size)
{
	FILE *f = fopen(name, "rb");
	char *text = NULL;
	size_t n = 0, cap = 0;

	if (!f)
		return NULL;
	for (;;) {
		if (cap - n < 65536)
			text = realloc(text, (cap = cap * 2 + 131072));
		size_t got = fread(text + n, 1, cap - n - 1, f);
		if (!got)
			break;
		n += got;
	}
	fclose(f);
	text[n] = 0;
	if (size)
		*size = n;
	return text;
}

/* One QMP command; true if the machine answered "return" before the deadline. Events in between are passed
 * over. */
static bool command(struct qemu *q, const char *json)
{
	char line[4096];
	size_t n = 0;

	if (write(q->qmp, json, strlen(json)) != (ssize_t)strlen(json))
		return false;
	while (n < sizeof line - 1 && read(q->qmp, line + n, 1) == 1) {
		if (line[n++] != '\n')
			continue;
		line[n] = 0;
		if (strstr(line, "\"return\""))
			return true;
		if (strstr(line, "\"error\""))
			return false;
		n = 0;
	}
	return false;
}

/* A socket of the machine's, or -1. */
static int connect_to(struct qemu *q, const char *name)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(a.sun_path, sizeof a.sun_path, "%s/%s", q->dir, name);
	if (!connect(fd, (struct sockaddr *)&a, sizeof a))
		return fd;
	close(fd);
	return -1;
}

static bool connect_port(struct qemu *q)
{
	uint64_t end = now_ms() + 20000;

	while (q->port < 0 && now_ms() < end && waitpid(q->pid, NULL, WNOHANG) == 0) {
		q->port = connect_to(q, "port");
		if (q->port < 0)
			nap();
	}
	return q->port >= 0;
}

static bool connect_qmp(struct qemu *q)
{
	struct timeval limit = {.tv_sec = 20};
	uint64_t end = now_ms() + 20000;

	while (now_ms() < end && waitpid(q->pid, NULL, WNOHANG) == 0) {
		q->qmp = connect_to(q, "qmp");
		if (q->qmp >= 0) {
			setsockopt(q->qmp, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
			return command(q, "{\"execute\":\"qmp_capabilities\"}\n");
		}
		nap();
	}
	return false;
}

/* Keep what the port has sent. */
static void drain(struct qemu *q)
{
	char some[4096];
	ssize_t n;
	FILE *f;

	if (q->port < 0)
		return;
	f = fopen(path(q, "serial"), "ab");
	while (f && (n = recv(q->port, some, sizeof some, MSG_DONTWAIT)) > 0)
		fwrite(some, 1, (size_t)n, f);
	if (f)
		fclose(f);
}

bool qemu_type(struct qemu *q, const char *text)
{
	uint64_t end = now_ms() + 20000;
	size_t n = strlen(text);

	while (n && q->port >= 0 && now_ms() < end) {
		ssize_t did = send(q->port, text, n, MSG_DONTWAIT | MSG_NOSIGNAL);

		if (did < 0)
			nap();
		else
			text += did, n -= (size_t)did;
		drain(q);
	}
	return !n;
}

static unsigned append(const char **argv, unsigned n, const char *const *more)
{
	for (; *more && n < MAX_ARGS - 1; more++)
		argv[n++] = *more;
	return n;
}

/* A guest may be done before QMP has said that it began. */
static bool has_ended(const struct qemu *q)
{
	uint64_t end = now_ms() + 1000;
	siginfo_t info = {0};

	while (!waitid(P_PID, (id_t)q->pid, &info, WEXITED | WNOHANG | WNOWAIT) && !info.si_pid &&
	       now_ms() < end)
		nap();
	return info.si_pid;
}

/* exit: how a guest ends the machine with a code. */
static bool start(struct qemu *q, const char *const program[], const char *const exit[],
		  const char *const args[])
{
	char serial[128], qmp[96];
	const char *const common[] = {"-accel",     "tcg",  "-m",       "128",  "-vga",    "none",
				      "-display",   "none", "-monitor", "none", "-nic",    "none",
				      "-no-reboot", "-S",   "-chardev", serial, "-serial", "chardev:port",
				      "-qmp",       qmp,    NULL};
	const char *argv[MAX_ARGS] = {0};

	*q = (struct qemu){.pid = -1, .qmp = -1, .port = -1};
	strcpy(q->dir, "/tmp/firstlight-qemu-XXXXXX");
	if (!mkdtemp(q->dir))
		return false;
	snprintf(serial, sizeof serial, "socket,id=port,path=%s/port,server=on,wait=off", q->dir);
	snprintf(qmp, sizeof qmp, "unix:%s/qmp,server=on,wait=off", q->dir);
	append(argv, append(argv, append(argv, append(argv, 0, program), common), exit), args);
	q->pid = fork();
	if (q->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execvp(argv[0], (char *const *)argv);
		_exit(127);
	}
	/* It starts paused, and goes on when somebody listens at its serial port: nothing is lost. */
	return q->pid > 0 && connect_port(q) && connect_qmp(q) &&
	       (command(q, "{\"execute\":\"cont\"}\n") || has_ended(q));
}

static const char *const debug_exit[] = {"-device", "isa-debug-exit,iobase=0xf4,iosize=4", NULL};

bool qemu_start(struct qemu *q, const char *const args[])
{
	return start(q, (const char *const[]){"qemu-system-x86_64", NULL}, debug_exit, args);
}

bool qemu_start_arm(struct qemu *q, const char *program, const char *const args[])
{
	return start(q, (const char *const[]){program, NULL}, (const char *const[]){"-semihosting", NULL},
		     args);
}

bool qemu_start_card(struct qemu *q, const char *const card[], const char *const args[])
{
	const char *build = getenv("FL_BUILD"), *program[MAX_ARGS] = {0};
	char path[256];
	unsigned n;

	snprintf(path, sizeof path, "%s/firstlight", build ? build : "build");
	n = append(program, 0, (const char *const[]){path, "qemu", NULL});
	n = append(program, n, card);
	append(program, n, (const char *const[]){"--", NULL});
	return start(q, program, debug_exit, args);
}

pid_t qemu_machine(const struct qemu *q)
{
	char name[64];
	pid_t child = -1;
	FILE *f;

	snprintf(name, sizeof name, "/proc/%d/task/%d/children", (int)q->pid, (int)q->pid);
	f = fopen(name, "r");
	if (f && fscanf(f, "%d", &child) != 1)
		child = -1;
	if (f)
		fclose(f);
	return child;
}

bool qemu_do(struct qemu *q, const char *what)
{
	char json[96];

	snprintf(json, sizeof json, "{\"execute\":\"%s\"}\n", what);
	return command(q, json);
}

char *qemu_serial(struct qemu *q)
{
	drain(q);
	char *text = read_all(path(q, "serial"), NULL);

	return text ? text : strdup("");
}

bool qemu_wait_text(struct qemu *q, const char *text, unsigned timeout_ms)
{
	uint64_t end = now_ms() + timeout_ms;

	do {
		char *said = qemu_serial(q);
		bool found = strstr(said, text) != NULL;

		free(said);
		if (found)
			return true;
		nap();
	} while (now_ms() < end);
	return false;
}

uint8_t *qemu_screen(struct qemu *q, unsigned *w, unsigned *h)
{
	char cmd[256];
	unsigned max;
	size_t size;
	int header = 0;

	snprintf(cmd, sizeof cmd, "{\"execute\":\"screendump\",\"arguments\":{\"filename\":\"%s\"}}\n",
		 path(q, "screen.ppm"));
	if (!command(q, cmd))
		return NULL;
	char *ppm = read_all(path(q, "screen.ppm"), &size);
	if (!ppm || sscanf(ppm, "P6 %u %u %u%n", w, h, &max, &header) != 3 || max != 255 ||
	    size - (size_t)header - 1 != (size_t)*w * *h * 3) {
		free(ppm);
		return NULL;
	}
	memmove(ppm, ppm + header + 1, (size_t)*w * *h * 3);
	return (uint8_t *)ppm;
}

int qemu_wait_exit(struct qemu *q, unsigned timeout_ms)
{
	uint64_t end = now_ms() + timeout_ms;
	int status;

	do {
		drain(q);
		if (waitpid(q->pid, &status, WNOHANG) == q->pid) {
			q->pid = -1;
			return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		}
		nap();
	} while (now_ms() < end);
	return -1;
}

void qemu_end(struct qemu *q)
{
	static const char *const files[] = {"serial", "port", "qmp", "screen.ppm", "vars.fd"};

	if (q->pid > 0) {
		kill(q->pid, SIGKILL);
		waitpid(q->pid, NULL, 0);
	}
	if (q->qmp >= 0)
		close(q->qmp);
	if (q->port >= 0)
		close(q->port);
	for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
		unlink(path(q, files[i]));
	rmdir(q->dir);
}
