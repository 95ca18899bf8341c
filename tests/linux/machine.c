/* SPDX-License-Identifier: MIT
 *
 * A guest with one card: it is booted, asked and switched off, and each expectation becomes a line of TAP.
 */
#include "tests/linux/machine.h"

#include <stdarg.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 60 }; /* for a command in a guest */

unsigned passed, failed;

/* ---- verdicts ------------------------------------------------------------------------------------------ */

bool verdict(bool ok, const struct machine *m, const char *fmt, ...)
{
	va_list ap;

	ok ? passed++ : failed++;
	printf("%s %u - %s: ", ok ? "ok" : "not ok", passed + failed, m->name);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
	return ok;
}

void comment(const char *text)
{
	for (const char *end; *text; text = *end ? end + 1 : end) {
		end = strchrnul(text, '\n');
		printf("  # %.*s\n", (int)(end - text), text);
	}
}

bool says(struct machine *m, int who, const char *via, const char *args, int code, ...)
{
	char device[192] = "";
	const char *text, *missing = NULL;
	va_list ap;
	int got;

	if (!m->up)
		return false;
	if (via)
		snprintf(device, sizeof device, " --take-console --device %s%s%s", m->at ? m->at : m->slot,
			 *via ? " --via " : "", via);
	got = guest_ask(&m->g, SECONDS + 5, "run %d %u /bin/firstlight %s%s", who, SECONDS, args, device);
	va_start(ap, code);
	while ((text = va_arg(ap, const char *)))
		if (!missing && !strstr(m->g.data, text))
			missing = text;
	va_end(ap);
	if (verdict(got == code && !missing, m, "firstlight %s%s%s: exit code %d", args, device,
		    who == ROOT     ? ""
		    : who == NOBODY ? ", not root"
				    : ", contained",
		    code))
		return true;
	if (got < 0)
		printf("  # %s\n", m->g.trouble);
	else if (got != code)
		printf("  # the exit code is %d\n", got);
	if (missing)
		printf("  # \"%s\" is not in what it said\n", missing);
	comment(m->g.data);
	return false;
}

bool done(struct machine *m, int code, const char *what)
{
	if (m->up && code) {
		verdict(false, m, "%s", what);
		printf("  # %s\n", code < 0 ? m->g.trouble : strerror(code));
	}
	return m->up && !code;
}

/* ---- machines ------------------------------------------------------------------------------------------ */

/* The slot of the card, out of what `firstlight list` says: the first word of its line. */
static bool find_slot(struct machine *m)
{
	char *line = strstr(m->g.data, m->card);

	while (line > m->g.data && line[-1] != '\n')
		line--;
	if (!line || sscanf(line, "%15s", m->slot) != 1)
		return false;
	snprintf(m->device, sizeof m->device, "/sys/bus/pci/devices/0000:%s", m->slot);
	return true;
}

static void print_console(const struct machine *m)
{
	char *text = guest_console(&m->g);

	printf("  # the console:\n");
	comment(text);
	free(text);
}

static void boot(struct machine *m, const char *const before[], const char *const after[],
		 const char *options)
{
	printf("# booting %s\n", m->name);
	fflush(stdout);
	m->up = guest_start(&m->g, m->arm, before, after, m->set->kernel, m->set->initrd, options);
	if (verdict(m->up, m, "the guest comes up")) {
		printf("  # %.1f s\n", m->g.boot_ms / 1e3);
		m->up = says(m, ROOT, NULL, "list", FL_OK, m->card, NULL) && (m->arm || find_slot(m));
	} else {
		printf("  # %s\n", m->g.trouble);
		print_console(m);
	}
}

void boot_rv100(struct machine *m, const struct setting *s, const char *name, const char *options)
{
	*m = (struct machine){.name = name, .card = "1002:5159  RV100 ", .set = s};
	boot(m, (const char *const[]){"qemu-system-x86_64", "-m", "256", NULL},
	     (const char *const[]){"-device", "ati-vga,model=rv100", NULL}, options);
}

#define IOMMU "-machine", "q35", "-device", "intel-iommu"

void boot_rv100_iommu(struct machine *m, const struct setting *s)
{
	*m = (struct machine){.name = "rv100, IOMMU", .card = "1002:5159  RV100 ", .set = s};
	boot(m, (const char *const[]){"qemu-system-x86_64", "-m", "512", IOMMU, NULL},
	     (const char *const[]){"-device", "ati-vga,model=rv100", NULL}, "intel_iommu=on");
}

void boot_r580_iommu(struct machine *m, const struct setting *s)
{
	char program[256];

	*m = (struct machine){.name = "r580, IOMMU", .card = "1002:7249  R580 ", .set = s};
	snprintf(program, sizeof program, "%s/firstlight", s->build);
	boot(m, (const char *const[]){program, "qemu", "--strict", "--", IOMMU, NULL},
	     (const char *const[]){NULL}, "intel_iommu=on");
}

void boot_model(struct machine *m, const struct setting *s, const char *name, const char *card,
		const char *chip, const char *options, const char *kernel)
{
	const char *before[10] = {NULL, "qemu", "--chip", chip};
	char program[256], words[128];
	unsigned n = 4;

	*m = (struct machine){.name = name, .card = card, .set = s};
	snprintf(program, sizeof program, "%s/firstlight", s->build);
	snprintf(words, sizeof words, "%s", options);
	before[0] = program;
	for (char *w = strtok(words, " "); w && n < 8; w = strtok(NULL, " "))
		before[n++] = w;
	before[n] = "--";
	boot(m, before, (const char *const[]){NULL}, kernel);
}

void boot_arm64(struct machine *m, const struct setting *s, const char *chip, const char *tree,
		const char *kernel)
{
	char program[256];

	*m = (struct machine){.name = chip, .card = "Cores of this machine's chip", .set = s, .arm = true};
	snprintf(program, sizeof program, "%s/firstlight", s->build);
	boot(m,
	     (const char *const[]){program, "qemu", "--chip", chip, "--strict", "--qemu",
				   "qemu-system-aarch64", "--", "-m", "512", "-dtb", tree, NULL},
	     (const char *const[]){NULL}, kernel);
}

void off(struct machine *m)
{
	static const char *const bad[] = {"BUG:", "Oops", "Call Trace", "WARNING:", "general protection"};
	char *text = guest_console(&m->g);
	bool complained = false;
	int code;

	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		complained |= strstr(text, bad[i]) != NULL;
	if (!verdict(!complained, m, "the kernel has no complaint"))
		comment(text);
	free(text);
	code = guest_end(&m->g);
	/* Rarely, on a machine with much to do, QEMU 7.2 ends so: a processor's thread comes back from its
	 * last access to a device that the end has freed (memory.c, access_with_adjusted_size()). The guest
	 * was off by then. A crash of firstlight itself has no exit code. */
	if (code == 128 + SIGSEGV) {
		comment("QEMU crashed at its end");
		code = 0;
	}
	if (!verdict(!code, m, "the machine goes off"))
		printf("  # exit code %d\n", code);
}

bool draw(struct machine *m, const char *via, const char *demo, struct picture *p)
{
	char args[128];

	*p = (struct picture){0};
	/* A file of its own: what an earlier run drew must not be taken for this one's. */
	snprintf(args, sizeof args, "demo %s --quiet --out /tmp/%u.png", demo, passed + failed);
	if (!says(m, ROOT, via, args, FL_OK, NULL) ||
	    !done(m, guest_ask(&m->g, 30, "get %s", strrchr(args, ' ') + 1), "get"))
		return false;
	if (picture_decode(p, m->g.data, m->g.size))
		return true;
	return verdict(false, m, "%s by %s: the picture is a PNG", demo, via);
}

#define SIZE "320x240"

/* The same demo on the model in a program of this machine: no bus, no kernel, no PCI. */
static bool draw_here(const struct machine *m, const char *chip, const char *demo, const char *size,
		      struct picture *p)
{
	char program[256], out[64];
	int status = -1;
	pid_t pid;

	snprintf(program, sizeof program, "%s/firstlight", m->set->build);
	snprintf(out, sizeof out, "%s/here.png", m->g.dir);
	pid = fork();
	if (!pid) {
		alarm(60);
		execl(program, "firstlight", "demo", demo, "--chip", chip, "--size", size, "--quiet", "--out",
		      out, (char *)NULL);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	bool ok = status == 0 && picture_read(p, out);
	unlink(out);
	return verdict(ok, m, "%s on the model, here", demo);
}

void model_draws(struct machine *m, const char *via, const char *chip, const char *demo)
{
	struct picture there = {0}, here = {0};
	char args[64];
	size_t size;

	snprintf(args, sizeof args, "%s --size " SIZE, demo);
	if (!m->up || !draw(m, via, args, &there))
		return;
	if (draw_here(m, chip, demo, SIZE, &here)) {
		size = (size_t)here.w * here.h * 3;
		verdict(there.rgb && here.rgb && there.w == here.w && there.h == here.h &&
			    !memcmp(there.rgb, here.rgb, size),
			m, "%s%s%s: the same picture, pixel for pixel", demo, *via ? " by " : "", via);
		picture_free(&here);
	}
	picture_free(&there);
}
