/* SPDX-License-Identifier: MIT
 *
 * A QEMU machine: see machine.h. Nothing of it has a name in the file system: sockets and memory are
 * inherited.
 */
#include "demos/firstlight/machine.h"
#include "demos/firstlight/child.h"
#include "hw/model/proxy/shadow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MIB = 1 << 20, DEFAULT_MIB = 256, MAX_TEXTS = 11 + FL_MACHINE_MODULES, MAX_OURS = 1 + 2 * MAX_TEXTS };

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
		if (errno || *v < '0' || *v > '9' || (*end && *end != ',') || !n ||
		    n > (UINT64_C(1) << 46) / unit)
			return 0;
		size = n * unit;
	}
	return size;
}

bool fl_machine_is_board(const char *qemu)
{
	const char *slash = qemu ? strrchr(qemu, '/') : NULL, *name = slash ? slash + 1 : qemu;

	return name && (!strcmp(name, "qemu-system-arm") || !strcmp(name, "qemu-system-aarch64"));
}

struct ends { /* the machine's */
	int card, test, vram, ram;
	const int *module;
	unsigned n_modules;
};

struct line { /* a command line that grows */
	const char **argv;
	int n;
	char text[MAX_TEXTS][128];
	unsigned n_texts;
};

static void __attribute__((format(printf, 3, 4)))
add(struct line *l, const char *option, const char *fmt, ...)
{
	char *text = l->text[l->n_texts++];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof l->text[0], fmt, ap);
	va_end(ap);
	l->argv[l->n++] = option;
	l->argv[l->n++] = text;
}

/* What comes before the user's arguments, for an ARM machine: it is `virt` unless they say -M. */
static void board_args(struct line *l, const struct fl_machine_config *c, const struct ends *e,
		       uint64_t ram_B)
{
	size_t n = strlen(c->qemu);

	l->argv[l->n++] = c->qemu;
	add(l, "-machine", "virt,memory-backend=fl-ram");
	if (!strcmp(c->qemu + n - 2, "64"))
		add(l, "-cpu", "cortex-a53");
	add(l, "-m", "%llu", (unsigned long long)(ram_B / MIB));
	add(l, "-object", "memory-backend-file,id=fl-ram,share=on,mem-path=/proc/self/fd/%d,size=%llu",
	    e->ram, (unsigned long long)ram_B);
	add(l, "-vga", "none");
	add(l, "-display", "none");
	add(l, "-nic", "none");
}

/* What comes before the user's arguments. */
static void our_args(struct line *l, const struct fl_machine_config *c, const struct ends *e, uint64_t ram_B)
{
	l->argv[l->n++] = c->qemu ? c->qemu : QEMU;
	add(l, "-machine", "pc,memory-backend=fl-ram");
	add(l, "-m", "%llu", (unsigned long long)(ram_B / MIB));
	add(l, "-object", "memory-backend-memfd,id=fl-ram,size=%llu,share=on", (unsigned long long)ram_B);
	add(l, "-vga", "none");
	add(l, "-display", "none");
	add(l, "-device", "x-pci-proxy-dev,id=fl-card,fd=%d", e->card);
	for (unsigned i = 0; i < e->n_modules; i++)
		add(l, "-fw_cfg", "name=opt/org.firstlight/module%u,file=/proc/self/fd/%d", i, e->module[i]);
	if (c->vram_fd < 0)
		return;
	add(l, "-object", "memory-backend-file,id=fl-vram,share=on,mem-path=/proc/self/fd/%d,size=%llu",
	    e->vram, (unsigned long long)c->vram_B);
	add(l, "-device", "ivshmem-plain,memdev=fl-vram,addr=" FL_SHADOW_SLOT);
	add(l, "-chardev", "socket,id=fl-test,fd=%d", e->test);
	add(l, "-object", "qtest,id=fl-qtest,chardev=fl-test,log=none");
}

/* In the child: the machine inherits its ends. */
static void inherit(const void *arg)
{
	const struct ends *e = arg;
	const int inherited[] = {e->card, e->test, e->vram, e->ram};

	for (unsigned i = 0; i < sizeof inherited / sizeof *inherited; i++)
		if (inherited[i] >= 0)
			fcntl(inherited[i], F_SETFD, 0);
	for (unsigned i = 0; i < e->n_modules; i++)
		fcntl(e->module[i], F_SETFD, 0);
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
	struct ends e = {-1, -1, c->vram_fd, c->ram_fd, c->module_fd, c->n_modules};
	struct line l = {0};
	int card[2], test[2] = {-1, -1};
	enum fl_code code;

	*r = (struct fl_machine_run){-1, -1, -1};
	if (!ram_B || ram_B % MIB)
		return fl_fail(err, FL_USAGE,
			       "-m: a whole number of megabytes is wanted, as in -m 512 or -m 1G");
	l.argv = calloc((size_t)c->n_args + MAX_OURS + 1, sizeof *l.argv);
	if (!l.argv)
		return fl_fail(err, FL_FAILED, "out of memory");
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, card)) {
		free(l.argv);
		return fl_fail(err, FL_FAILED, "socketpair: %s", strerror(errno));
	}
	if (c->vram_fd >= 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, test)) {
		close(card[0]);
		close(card[1]);
		free(l.argv);
		return fl_fail(err, FL_FAILED, "socketpair: %s", strerror(errno));
	}
	r->card_fd = card[0];
	r->test_fd = test[0];
	e.card = card[1];
	e.test = test[1];
	if (c->ram_fd >= 0)
		board_args(&l, c, &e, ram_B);
	else
		our_args(&l, c, &e, ram_B);
	for (int i = 0; i < c->n_args; i++)
		l.argv[l.n++] = c->args[i];
	code = fl_child_start(&r->pid, (char *const *)(uintptr_t)l.argv, inherit, &e,
			      "install it (Debian: qemu-system-x86), or say --qemu PATH", err);
	close_fd(&e.card);
	close_fd(&e.test);
	if (code) {
		close_fd(&r->card_fd);
		close_fd(&r->test_fd);
	}
	free(l.argv);
	return code;
}
