/* SPDX-License-Identifier: MIT */
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

/* One QMP command; true if the machine answered "return" before the deadline. Events in between are passed over. */
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

static bool connect_qmp(struct qemu *q)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	struct timeval limit = {.tv_sec = 20};
	uint64_t end = now_ms() + 20000;

	snprintf(a.sun_path, sizeof a.sun_path, "%s/qmp", q->dir);
	while (now_ms() < end && waitpid(q->pid, NULL, WNOHANG) == 0) {
		q->qmp = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		if (!connect(q->qmp, (struct sockaddr *)&a, sizeof a)) {
			setsockopt(q->qmp, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
			return command(q, "{\"execute\":\"qmp_capabilities\"}\n");
		}
		close(q->qmp);
		q->qmp = -1;
		nap();
	}
	return false;
}

bool qemu_start(struct qemu *q, const char *const args[])
{
	char serial[96], qmp[96];
	const char *argv[64] = {"qemu-system-x86_64",
				"-accel",
				"tcg",
				"-m",
				"128",
				"-vga",
				"none",
				"-display",
				"none",
				"-monitor",
				"none",
				"-nic",
				"none",
				"-no-reboot",
				"-device",
				"isa-debug-exit,iobase=0xf4,iosize=4",
				"-serial",
				serial,
				"-qmp",
				qmp};
	unsigned n = 20;

	*q = (struct qemu){.pid = -1, .qmp = -1};
	strcpy(q->dir, "/tmp/firstlight-qemu-XXXXXX");
	if (!mkdtemp(q->dir))
		return false;
	snprintf(serial, sizeof serial, "file:%s/serial", q->dir);
	snprintf(qmp, sizeof qmp, "unix:%s/qmp,server=on,wait=off", q->dir);
	for (; *args && n < 63; args++)
		argv[n++] = *args;
	q->pid = fork();
	if (q->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execvp(argv[0], (char *const *)argv);
		_exit(127);
	}
	return q->pid > 0 && connect_qmp(q);
}

char *qemu_serial(struct qemu *q)
{
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
	static const char *const files[] = {"serial", "qmp", "screen.ppm", "vars.fd"};

	if (q->pid > 0) {
		kill(q->pid, SIGKILL);
		waitpid(q->pid, NULL, 0);
	}
	if (q->qmp >= 0)
		close(q->qmp);
	for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
		unlink(path(q, files[i]));
	rmdir(q->dir);
}
