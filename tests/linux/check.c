/* SPDX-License-Identifier: MIT
 *
 * `make check-linux`: the hosted command on a real Linux kernel, with a card on the machine's PCI bus: QEMU's own ati-vga.
 * What works through sysfs and through /dev/mem, and what the kernel refuses, with the reason told.
 *
 *	check-linux BUILD KERNEL INITRD
 */
#include "hw/bus/hosted/hosted.h"
#include "tests/linux/guest.h"
#include "tests/linux/picture.h"
#include "tests/unit/test_lib_blit_expected.h"

#include "lib/fl_draw2d.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROOT = 0, NOBODY = 65534, SECONDS = 60 };

static const char *build, *kernel, *initrd;
static unsigned passed, failed;

/* A guest with one card. */
struct machine {
	const char *name;
	const char *ids; /* "1002:5159" */
	struct guest g;
	char slot[16];   /* "00:04.0" */
	char device[64]; /* its folder in sysfs */
	bool up;
};

/* ---- verdicts ----------------------------------------------------------------------------------------------------- */

static bool verdict(bool ok, const struct machine *m, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static bool verdict(bool ok, const struct machine *m, const char *fmt, ...)
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

static void comment(const char *text)
{
	for (const char *end; *text; text = *end ? end + 1 : end) {
		end = strchrnul(text, '\n');
		printf("  # %.*s\n", (int)(end - text), text);
	}
}

/* Run the command in the guest: `firstlight ARGS [--device SLOT --via VIA]`. It must exit with code and say each of the
 * texts; the list ends with NULL. */
static bool says(struct machine *m, uid_t uid, const char *via, const char *args, int code, ...)
    __attribute__((sentinel));
static bool says(struct machine *m, uid_t uid, const char *via, const char *args, int code, ...)
{
	char device[64] = "";
	const char *text, *missing = NULL;
	va_list ap;
	int got;

	if (!m->up)
		return false;
	if (via)
		snprintf(device, sizeof device, " --device %s%s%s", m->slot, *via ? " --via " : "", via);
	got = guest_ask(&m->g, SECONDS + 5, "run %u %u /bin/firstlight %s%s", uid, SECONDS, args, device);
	va_start(ap, code);
	while ((text = va_arg(ap, const char *)))
		if (!missing && !strstr(m->g.data, text))
			missing = text;
	va_end(ap);
	if (verdict(got == code && !missing, m, "firstlight %s%s%s: exit code %d", args, device,
		    uid ? ", not root" : "", code))
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

/* An answer of the guest to anything else. */
static bool done(struct machine *m, int code, const char *what)
{
	if (m->up && code) {
		verdict(false, m, "%s", what);
		printf("  # %s\n", code < 0 ? m->g.trouble : strerror(code));
	}
	return m->up && !code;
}

static bool echo(struct machine *m, const char *path, const char *text)
{
	return done(m, m->up ? guest_put(&m->g, path, 0, text, strlen(text)) : 0, path);
}

/* ---- machines ------------------------------------------------------------------------------------------------------ */

/* The slot of the card, out of what `firstlight list` says. */
static bool find_slot(struct machine *m)
{
	char *line = m->g.data, *ids;

	for (ids = strstr(m->g.data, m->ids); line && ids; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strchrnul(line, '\n') > ids)
			break;
	}
	if (!ids || !line || sscanf(line, "%15s", m->slot) != 1)
		return false;
	snprintf(m->device, sizeof m->device, "/sys/bus/pci/devices/0000:%s", m->slot);
	return true;
}

static void boot(struct machine *m, const char *const before[], const char *const after[], const char *options)
{
	printf("# booting %s\n", m->name);
	fflush(stdout);
	m->up = guest_start(&m->g, before, after, kernel, initrd, options);
	if (verdict(m->up, m, "the guest comes up")) {
		printf("  # %.1f s\n", m->g.boot_ms / 1e3);
		m->up = says(m, ROOT, NULL, "list", FL_OK, m->ids, NULL) && find_slot(m);
		return;
	}
	printf("  # %s; the console:\n", m->g.trouble);
	char *text = guest_console(&m->g);
	comment(text);
	free(text);
}

static void boot_rv100(struct machine *m, const char *name, const char *options)
{
	*m = (struct machine){.name = name, .ids = "1002:5159"};
	boot(m, (const char *const[]){"qemu-system-x86_64", "-m", "256", NULL},
	     (const char *const[]){"-device", "ati-vga,model=rv100", NULL}, options);
}

/* Nothing that was done made the kernel complain, and the machine goes off as it should. */
static void off(struct machine *m)
{
	static const char *const bad[] = {"BUG:", "Oops", "Call Trace", "WARNING:", "general protection"};
	char *text = guest_console(&m->g);
	bool complained = false;

	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		complained |= strstr(text, bad[i]) != NULL;
	int code = guest_end(&m->g);
	if (!verdict(!complained && code == 0, m, "the kernel has no complaint, and the machine goes off")) {
		printf("  # exit code %d; the console:\n", code);
		comment(text);
	}
	free(text);
}

/* ---- pictures ------------------------------------------------------------------------------------------------------ */

/* Draw a demo in the guest, and bring its picture here. */
static bool draw(struct machine *m, const char *via, const char *demo, struct picture *p)
{
	char args[128];

	*p = (struct picture){0};
	snprintf(args, sizeof args, "demo %s --quiet --out /tmp/picture.png", demo);
	if (!says(m, ROOT, via, args, FL_OK, NULL) || !done(m, guest_ask(&m->g, 30, "get /tmp/picture.png"), "get"))
		return false;
	if (picture_decode(p, m->g.data, m->g.size))
		return true;
	return verdict(false, m, "%s by %s: the picture is a PNG", demo, via);
}

/* ---- what works ---------------------------------------------------------------------------------------------------- */

/* QEMU's RV100 has a 2D engine, and nothing of what the steps of an R5xx look for. */
static void rv100_works(struct machine *m, const char *via)
{
	struct picture p;
	unsigned wrong = 0;

	/* vgamem_mb is 16 by default; the kit reads the register that says so. */
	says(m, ROOT, via, "read CONFIG_MEMSIZE", FL_OK, "0x01000000", NULL);
	says(m, ROOT, via, "probe", FL_NO_DEVICE, "[1002:5159]", NULL);
	says(m, ROOT, via, "smoke", FL_NO_DEVICE, "for R3xx to R5xx", NULL);
	says(m, ROOT, via, "demo cube --quiet", FL_FAILED, "needs the 3D engine", NULL);
	if (!draw(m, via, "blit --size 640x480", &p))
		return;
	for (unsigned i = 0; i < p.w * p.h; i++) {
		const uint8_t *c = p.rgb + i * 3;
		uint32_t got = (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];

		wrong += got != (fl_blit_expected(i % p.w, i / p.w, p.w, p.h, FL_2D_ATI_VGA) & 0xffffff);
	}
	if (!verdict(p.w == 640 && p.h == 480 && !wrong, m, "blit by %s is exact", via))
		printf("  # %u of %u x %u pixels are wrong\n", wrong, p.w, p.h);
	picture_free(&p);
}

/* ---- what is refused ----------------------------------------------------------------------------------------------- */

static void refused_without_root(struct machine *m)
{
	says(m, NOBODY, NULL, "list", FL_OK, m->ids, NULL);
	says(m, NOBODY, "sysfs", "probe", FL_PERMISSION, "needs root", "sudo", NULL);
	says(m, NOBODY, "devmem", "probe", FL_PERMISSION, "needs root", "sudo", NULL);
}

/* pci-stub stands for any driver: it takes what it is told to, and does nothing with it. */
static void refused_with_a_driver(struct machine *m)
{
	char path[128], slot[32];

	snprintf(path, sizeof path, "%s/driver_override", m->device);
	snprintf(slot, sizeof slot, "0000:%s", m->slot);
	if (!m->up || !done(m, guest_ask(&m->g, 10, "insmod /lib/modules/pci-stub.ko"), "insmod") ||
	    !echo(m, path, "pci-stub") || !echo(m, "/sys/bus/pci/drivers_probe", slot))
		return;
	says(m, ROOT, NULL, "list", FL_OK, "held by the driver pci-stub", NULL);
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, "belongs to the kernel driver pci-stub", "unbind", NULL);
	says(m, ROOT, "devmem", "probe", FL_PERMISSION, "belongs to the kernel driver pci-stub", "unbind", NULL);
	/* The way out that it names. */
	if (echo(m, "/sys/bus/pci/drivers/pci-stub/unbind", slot))
		says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_OK, NULL);
}

static void refused_with_decoding_off(struct machine *m)
{
	static const uint8_t off[2] = {0, 0};
	char path[128];

	snprintf(path, sizeof path, "%s/config", m->device);
	if (!m->up || !done(m, guest_put(&m->g, path, FL_PCI_COMMAND, off, 2), path))
		return;
	says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_FAILED, "memory decoding is off", "--enable", NULL);
	says(m, ROOT, "", "read CONFIG_MEMSIZE --enable", FL_OK, NULL);
	says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_OK, NULL);
}

static void refused_by_lockdown(struct machine *m)
{
	says(m, ROOT, NULL, "list", FL_OK, m->ids, NULL);
	/* Where nobody mounted the kernel's security files, lockdown can only be guessed. */
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, "whether the kernel is locked down", "mount -t securityfs",
	     NULL);
	says(m, ROOT, "devmem", "probe", FL_PERMISSION, "whether the kernel is locked down", "mount -t securityfs",
	     NULL);
	if (!m->up || !done(m, guest_ask(&m->g, 10, "mount /sys/kernel/security"), "mount"))
		return;
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, "the kernel is locked down (integrity", NULL);
	says(m, ROOT, "devmem", "probe", FL_PERMISSION, "the kernel is locked down (integrity", NULL);
}

/* The firmware set a graphics mode, and the kernel draws its console into the card's memory: no PCI driver, but not free. */
static void refused_with_a_boot_console(struct machine *m)
{
	says(m, ROOT, NULL, "list", FL_OK, "held by the driver vesafb", NULL);
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, "vesafb", "vesa-framebuffer/unbind", NULL);
	says(m, ROOT, "devmem", "probe", FL_PERMISSION, "vesafb", "vesa-framebuffer/unbind", NULL);
	if (echo(m, "/sys/bus/platform/drivers/vesa-framebuffer/unbind", "vesa-framebuffer.0"))
		says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_OK, NULL);
}

int main(int argc, char **argv)
{
	struct machine m;

	if (argc != 4) {
		fprintf(stderr, "check-linux BUILD KERNEL INITRD\n");
		return FL_USAGE;
	}
	build = argv[1];
	kernel = argv[2];
	initrd = argv[3];

	boot_rv100(&m, "rv100", "");
	rv100_works(&m, "sysfs");
	rv100_works(&m, "devmem");
	refused_without_root(&m);
	refused_with_a_driver(&m);
	refused_with_decoding_off(&m);
	off(&m);
	boot_rv100(&m, "rv100, locked down", "lockdown=integrity");
	refused_by_lockdown(&m);
	off(&m);
	boot_rv100(&m, "rv100, console on it", "vga=0x314");
	refused_with_a_boot_console(&m);
	off(&m);

	printf("%u passed, %u failed\n", passed, failed);
	return failed ? FL_FAILED : FL_OK;
}
