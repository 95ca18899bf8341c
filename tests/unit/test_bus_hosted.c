/* SPDX-License-Identifier: MIT
 *
 * Cards of this machine, out of dumps of other machines and a tree of files that looks like /sys and /dev.
 * Each way in which Linux says no is provoked, and must be distinguished from the others.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/r500/card.h"
#include "lib/hosted/fl_host.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char root[64];
static struct fl_open_options opt;
static struct fl_system sys;

static const char *path(const char *name)
{
	static char p[512];

	snprintf(p, sizeof(p), "%s/%s", root, name);
	return p;
}

static void dir(const char *name)
{
	char p[512];

	snprintf(p, sizeof(p), "%s/%s", root, name);
	for (char *s = p + 1; *s; s++)
		if (*s == '/') {
			*s = 0;
			mkdir(p, 0777);
			*s = '/';
		}
	mkdir(p, 0777);
}

static void file(const char *name, const char *text, off_t size)
{
	FILE *f = fopen(path(name), "w");

	cr_assert(f, "%s", path(name));
	if (text)
		fputs(text, f);
	fflush(f);
	if (size)
		cr_assert_eq(ftruncate(fileno(f), size), 0);
	fclose(f);
}

#define CARD "sys/bus/pci/devices/0000:01:00.0/"

/* The machine of rv530.dump, its files as the kernel would show them to root. */
static void setup(void)
{
	strcpy(root, "/tmp/fl-hosted-XXXXXX");
	cr_assert(mkdtemp(root));
	dir("sys/bus/pci/devices/0000:01:00.0");
	dir("sys/kernel/security");
	dir("dev");
	file(CARD "resource0", NULL, 256 << 20);
	file(CARD "resource0_wc", NULL, 256 << 20);
	file(CARD "resource2", NULL, 64 << 10);
	file("sys/kernel/security/lockdown", "[none] integrity confidentiality\n", 0);
	sys = (struct fl_system){0};
	opt = (struct fl_open_options){
	    .root = root, .method = "dump", .dump = "tests/pci/rv530.dump", .system = &sys};
}

static void teardown(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", root);
	cr_assert_eq(system(command), 0);
}

static int refused;

static int open_refused(const char *p, int flags)
{
	errno = refused;
	return -1;
}

static void *mmap_refused(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
	errno = refused;
	return MAP_FAILED;
}

static uid_t nobody(void)
{
	return 65534;
}

static uid_t superuser(void)
{
	return 0;
}

/* Opening must fail with code, and say text. */
static void refuse(const char *slot, enum fl_code code, const char *text)
{
	struct fl_err err = {0};
	struct fl_dev d;
	enum fl_code got = fl_open_card(&d, slot, &opt, &err);

	cr_assert_eq(got, code, "code %d, not %d: %s", got, code, err.text);
	cr_assert(strstr(err.text, text), "\"%s\" does not say \"%s\"", err.text, text);
	cr_assert_null(d.bus, "half open");
}

TestSuite(bus_hosted, .init = setup, .fini = teardown);

Test(bus_hosted, dumps_list_their_cards)
{
	struct fl_listed list[8];
	struct fl_err err;
	unsigned n;

	opt.root = NULL;
	cr_assert_eq(fl_list_cards(&opt, list, 8, &n, &err), FL_OK, "%s", err.text);
	cr_assert_eq(n, 2); /* the card, and its second head */
	cr_assert_str_eq(list[0].slot, "01:00.0");
	cr_assert(list[0].known && !strcmp(list[0].card.chip, "RV530") &&
		  !strcmp(list[0].card.family->name, "r500"));
	cr_assert_eq(list[0].f.device, 0x71c1);
	cr_assert_eq(list[0].f.revision, 0x9e);
	cr_assert_eq(list[0].f.bar[0].addr, 0xd0000000);
	cr_assert_eq(list[0].f.bar[2].addr, 0xfe9f0000);
	cr_assert(list[0].f.bar[4].io);
	cr_assert_eq(list[0].f.rom.addr, 0xfe9c0000);
	cr_assert_str_eq(list[0].driver, "");
	cr_assert_str_eq(list[1].slot, "01:00.1");
	cr_assert_not(list[1].known);
	cr_assert(list[1].second && !list[0].second, "function 1 belongs to the card");

	opt.dump = "tests/pci/r580.dump";
	cr_assert_eq(fl_list_cards(&opt, list, 8, &n, &err), FL_OK);
	cr_assert_str_eq(list[0].card.chip, "R580");
	cr_assert_str_eq(list[0].card.product, "Radeon X1900 XT");

	opt.dump = "tests/pci/two-cards.dump";
	cr_assert_eq(fl_list_cards(&opt, list, 8, &n, &err), FL_OK);
	cr_assert_eq(n, 3);
	cr_assert_str_eq(list[2].slot, "03:00.0");
	cr_assert_str_eq(list[2].card.chip, "R580");
	cr_assert_eq(fl_list_cards(&opt, list, 1, &n, &err), FL_OK); /* more than there is room for */
	cr_assert_eq(n, 3);

	opt.dump = "tests/pci/r420-off.dump";
	cr_assert_eq(fl_list_cards(&opt, list, 8, &n, &err), FL_OK);
	cr_assert(list[0].known && list[0].card.wakes);
	cr_assert(list[0].f.bar[1].io && !list[0].f.bar[0].is64);
}

Test(bus_hosted, sysfs)
{
	struct fl_err err;
	struct fl_dev d;
	uint32_t v = 0x12345678;
	int fd;

	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	cr_assert_str_eq(d.bus->name, "sysfs");
	cr_assert_str_eq(d.name, "01:00.0 RV530 [1002:71c1]");
	cr_assert_eq(d.regs_size_B, 65536);
	cr_assert_eq(d.vram_size_B, 256 << 20);
	cr_assert_eq(d.subsys_vendor, 0x174b);
	cr_assert_eq(d.pci_class, 0x030000);
	cr_assert_eq(d.bus->cfg_read(&d, 0, 4), 0x71c11002);
	fl_write32(&d, 0x15e0, 0xcafedead);
	fl_vram_write(&d, 0x1000, &v, 4);
	fl_write8(&d, 9, 0xab);
	cr_assert_eq(fl_read8(&d, 9), 0xab);
	cr_assert_eq(fl_read32(&d, 0x15e0), 0xcafedead);
	uint64_t t = fl_now_us(&d);

	fl_delay_us(&d, 2000);
	cr_assert_geq(fl_now_us(&d) - t, 2000);
	fl_dev_close(&d);
	cr_assert_null(d.bus);
	/* registers went to resource2, VRAM to the write-combined file */
	fd = open(path(CARD "resource2"), O_RDONLY);
	cr_assert_eq(pread(fd, &v, 4, 0x15e0), 4);
	cr_assert_eq(v, 0xcafedead);
	close(fd);
	fd = open(path(CARD "resource0_wc"), O_RDONLY);
	cr_assert_eq(pread(fd, &v, 4, 0x1000), 4);
	cr_assert_eq(v, 0x12345678);
	close(fd);
	/* an empty card answers zeros: not posted, and the reason says so */
	struct r500_card c;

	cr_assert_eq(fl_open_card(&d, "0000:01:00.0", &opt, &err), FL_OK);
	r500_card_init(&c, &d);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r500_posted(&c.up, &err), FL_FAILED);
	fl_dev_close(&d);
	/* no write-combined file: the plain one */
	unlink(path(CARD "resource0_wc"));
	cr_assert_eq(fl_open_card(&d, NULL, &opt, &err), FL_OK, "%s", err.text);
	fl_dev_close(&d);
}

Test(bus_hosted, devmem)
{
	struct fl_err err;
	struct fl_dev d;
	uint32_t v;
	int fd;

	file("dev/mem", NULL, 0x100000000);
	opt.path = "devmem";
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	cr_assert_str_eq(d.bus->name, "devmem");
	fl_write32(&d, 0x15e0, 0xfeedface);
	fl_dev_close(&d);
	fd = open(path("dev/mem"), O_RDONLY);
	cr_assert_eq(pread(fd, &v, 4, 0xfe9f15e0), 4);
	cr_assert_eq(v, 0xfeedface, "not at the BAR's address");
	close(fd);
	/* without resource files, sizes come from the list of ranges, and /dev/mem is chosen without being
	 * asked for */
	opt.path = NULL;
	unlink(path(CARD "resource0"));
	unlink(path(CARD "resource0_wc"));
	unlink(path(CARD "resource2"));
	file(CARD "resource",
	     "0x00000000d0000000 0x00000000dfffffff 0x000000000014220c\n0x0 0x0 0x0\n"
	     "0x00000000fe9f0000 0x00000000fe9fffff 0x0000000000140204\n",
	     0);
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	cr_assert_str_eq(d.bus->name, "devmem");
	cr_assert_eq(d.vram_size_B, 256 << 20);
	fl_dev_close(&d);
	unlink(path("dev/mem"));
	refuse("01:00.0", FL_NO_DEVICE, "CONFIG_DEVMEM");
}

Test(bus_hosted, bound_driver)
{
	struct fl_listed list[4];
	struct fl_err err;
	unsigned n;

	dir("sys/bus/pci/drivers/radeon");
	cr_assert_eq(symlink("../../../../bus/pci/drivers/radeon", path(CARD "driver")), 0);
	refuse("01:00.0", FL_PERMISSION, "belongs to the kernel driver radeon");
	refuse("01:00.0", FL_PERMISSION, "echo 0000:01:00.0 | sudo tee /sys/bus/pci/drivers/radeon/unbind");
	cr_assert_eq(fl_list_cards(&opt, list, 4, &n, &err), FL_OK);
	cr_assert_str_eq(list[0].driver, "radeon");
}

/* As a kernel prints it, console and all; to others than root with all addresses 0. */
Test(bus_hosted, boot_console)
{
	struct fl_listed list[4];
	struct fl_err err;
	struct fl_dev d;
	unsigned n;

	dir("proc");
	file("proc/iomem",
	     "00000000-00000000 : PCI Bus 0000:00\n  00000000-00000000 : PCI Bus 0000:01\n"
	     "    00000000-00000000 : 0000:01:00.0\n      00000000-00000000 : efifb\n"
	     "    00000000-00000000 : 0000:01:00.1\n",
	     0);
	refuse("01:00.0", FL_PERMISSION, "its memory belongs to efifb");
	refuse("01:00.0", FL_PERMISSION,
	       "echo efi-framebuffer.0 | sudo tee /sys/bus/platform/drivers/efi-framebuffer/unbind");
	cr_assert_eq(fl_list_cards(&opt, list, 4, &n, &err), FL_OK);
	cr_assert_str_eq(list[0].driver, "efifb");
	cr_assert_str_eq(list[1].driver, ""); /* its second head is free */
	file("proc/iomem", "d0000000-dfffffff : 0000:01:00.0\n  d0000000-d0ffffff : teletype\n", 0);
	refuse("01:00.0", FL_PERMISSION, "\"teletype\"");
	/* Ranges that come after the card's, or hold it, are not in it. */
	file("proc/iomem",
	     "c0000000-efffffff : PCI Bus 0000:00\n  d0000000-dfffffff : 0000:01:00.0\n  e0000000-e0ffffff : "
	     "vesafb\n",
	     0);
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	fl_dev_close(&d);
}

/* The kernel's text console, on this card or on another. */
Test(bus_hosted, text_console)
{
	struct fl_err err;
	struct fl_dev d;

	file(CARD "boot_vga", "1\n", 0);
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "no console at all: %s", err.text);
	fl_dev_close(&d);
	dir("sys/class/vtconsole/vtcon0");
	dir("sys/class/vtconsole/vtcon1");
	file("sys/class/vtconsole/vtcon0/name", "(S) dummy device\n", 0);
	file("sys/class/vtconsole/vtcon0/bind", "1\n", 0);
	file("sys/class/vtconsole/vtcon1/name", "(S) VGA+\n", 0);
	file("sys/class/vtconsole/vtcon1/bind", "0\n", 0);
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "not bound: %s", err.text);
	fl_dev_close(&d);
	file("sys/class/vtconsole/vtcon1/bind", "1\n", 0);
	refuse("01:00.0", FL_PERMISSION, "shows the text console of this machine, VGA+ (vtcon1)");
	refuse("01:00.0", FL_PERMISSION, "--take-console");
	for (unsigned i = 0; i < 2; i++) {
		char console[64];

		opt.reads = !i;
		opt.take_console = i;
		cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "asked for: %s", err.text);
		cr_assert(fl_card_console(&d, console, sizeof(console)));
		cr_assert_str_eq(console, "VGA+ (vtcon1)");
		fl_dev_close(&d);
	}
	opt.take_console = false;
	file(CARD "boot_vga", "0\n", 0);
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "another card's: %s", err.text);
	fl_dev_close(&d);
	/* A kernel that does not say: the bridge before the card has VGA's addresses, or another one has. */
	unlink(path(CARD "boot_vga"));
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "nobody says: %s", err.text);
	fl_dev_close(&d);
	dir("proc");
	file("proc/iomem", "00000000-00000fff : Reserved\n000a0000-000bffff : PCI Bus 0000:01\n", 0);
	refuse("01:00.0", FL_PERMISSION, "--take-console");
	file("proc/iomem", "000a0000-000bffff : PCI Bus 0000:02\nd0000000-dfffffff : PCI Bus 0000:01\n", 0);
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "another bus's: %s", err.text);
	fl_dev_close(&d);
}

/* The video BIOS: the ROM, as the kernel shows it; the copy in memory, if it is this card's. */
Test(bus_hosted, video_bios)
{
	static uint8_t rom[512] = {0x55, 0xaa, 1}, got[1024];
	static const uint8_t data[] = {'P', 'C', 'I', 'R', 0x02, 0x10, 0xc1, 0x71};
	struct fl_err err;
	struct fl_dev d;
	FILE *f;

	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	cr_expect_eq(fl_card_rom(&d, got, sizeof(got)), 0u, "there is none");
	rom[0x18] = 0x40;
	memcpy(rom + 0x40, data, sizeof(data));
	memcpy(rom + 0x60, "113-A67107-100", 14);
	f = fopen(path(CARD "rom"), "w");
	fwrite(rom, 1, sizeof(rom), f);
	fclose(f);
	cr_expect_eq(fl_card_rom(&d, got, sizeof(got)), 0u, "a file takes the switch for its first byte");
	file("dev/mem", NULL, 1 << 20);
	f = fopen(path("dev/mem"), "r+");
	fseek(f, 0xc0000, SEEK_SET);
	fwrite(rom, 1, sizeof(rom), f);
	fclose(f);
	cr_assert_eq(fl_card_rom(&d, got, sizeof(got)), sizeof(got));
	cr_expect(!memcmp(got, rom, sizeof(rom)));
	f = fopen(path("dev/mem"), "r+");
	fseek(f, 0xc0046, SEEK_SET);
	fputc(0, f);
	fclose(f);
	cr_expect_eq(fl_card_rom(&d, got, sizeof(got)), 0u, "another card's");
	fl_dev_close(&d);
}

/* One program a card; the lock goes with the process. */
Test(bus_hosted, two_programs, .timeout = 30)
{
	int ready[2], end[2];
	char want[64], c;
	struct fl_err err;
	struct fl_dev d;
	pid_t other;

	cr_assert(!pipe(ready) && !pipe(end));
	other = fork();
	if (!other) {
		prctl(PR_SET_NAME, "other-program");
		c = fl_open_card(&d, "01:00.0", &opt, &err) ? 'n' : 'y';
		if (write(ready[1], &c, 1) != 1 || read(end[0], &c, 1) != 1)
			_exit(1);
		_exit(0); /* without closing the card */
	}
	cr_assert(read(ready[0], &c, 1) == 1 && c == 'y');
	snprintf(want, sizeof want, "is in use by process %d (other-program)", (int)other);
	for (unsigned i = 0; i < 3; i++)
		refuse("01:00.0", FL_PERMISSION, want);
	snprintf(want, sizeof want, "sudo kill %d", (int)other);
	refuse("01:00.0", FL_PERMISSION, want);
	cr_assert_eq(write(end[1], "", 1), 1);
	waitpid(other, NULL, 0);
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	refuse("01:00.0", FL_PERMISSION, "open in this program already");
	fl_dev_close(&d);
}

Test(bus_hosted, a_driver_that_comes_later)
{
	struct fl_err err;
	struct fl_dev d;

	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_card_check(&d, &err), FL_OK);
	dir("sys/bus/pci/drivers/radeon");
	cr_assert_eq(symlink("../../../../bus/pci/drivers/radeon", path(CARD "driver")), 0);
	cr_assert_eq(fl_card_check(&d, &err), FL_PERMISSION);
	cr_assert(strstr(err.text, "the kernel driver radeon was bound to it in the meantime"), "%s",
		  err.text);
	fl_dev_close(&d);
}

/* A card that is pulled out takes the files of its BARs with it. */
Test(bus_hosted, a_card_that_is_pulled_out)
{
	struct fl_err err = {0};
	uint8_t bytes[16], ones[16];
	struct fl_dev d;

	memset(ones, 0xff, sizeof ones);
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	fl_write32(&d, 0x0e40, 0x12345678);
	cr_assert_eq(fl_read32(&d, 0x0e40), 0x12345678);
	cr_assert_eq(fl_card_check(&d, &err), FL_OK);
	cr_assert(!truncate(path(CARD "resource2"), 0) && !truncate(path(CARD "resource0"), 0) &&
		  !truncate(path(CARD "resource0_wc"), 0));
	cr_assert_eq(fl_read32(&d, 0x0e40), 0xffffffff);
	cr_assert_eq(fl_read8(&d, 0xf000), 0xff);
	fl_write32(&d, 0x0e44, 0);
	fl_vram_read(&d, 200 << 20, bytes, sizeof bytes);
	cr_assert_arr_eq(bytes, ones, sizeof bytes);
	fl_vram_write(&d, 100 << 20, bytes, sizeof bytes);
	cr_assert_eq(fl_card_check(&d, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "is gone: it was pulled out"), "%s", err.text);
	fl_dev_close(&d);
}

Test(bus_hosted, no_root)
{
	sys.open = open_refused;
	sys.euid = nobody;
	refused = EACCES;
	refuse("01:00.0", FL_PERMISSION, "needs root");
	refused = EPERM;
	refuse("01:00.0", FL_PERMISSION, "sudo");
}

Test(bus_hosted, lockdown)
{
	file("sys/kernel/security/lockdown", "none [integrity] confidentiality\n", 0);
	sys.mmap = mmap_refused;
	sys.euid = superuser;
	refused = EPERM;
	refuse("01:00.0", FL_PERMISSION, "locked down (integrity");
	refuse("01:00.0", FL_PERMISSION, "Secure Boot");
	/* Not mounted: nothing is claimed, and what to mount is named. */
	unlink(path("sys/kernel/security/lockdown"));
	refuse("01:00.0", FL_PERMISSION, "mount -t securityfs");
	opt.path = "devmem";
	file("dev/mem", NULL, 4096);
	sys.open = open_refused; /* that is where lockdown stops /dev/mem */
	refuse("01:00.0", FL_PERMISSION, "mount -t securityfs");
	file("sys/kernel/security/lockdown", "[none] integrity confidentiality\n", 0);
	refuse("01:00.0", FL_PERMISSION, "container");
}

Test(bus_hosted, strict_devmem)
{
	file("dev/mem", NULL, 4096);
	opt.path = "devmem";
	sys.mmap = mmap_refused;
	sys.euid = superuser;
	refused = EPERM;
	refuse("01:00.0", FL_PERMISSION, "iomem=relaxed");
	opt.path = NULL; /* the same through sysfs is something else */
	refuse("01:00.0", FL_PERMISSION, "container");
	refused = ENOMEM;
	refuse("01:00.0", FL_FAILED, "Cannot allocate memory");
}

Test(bus_hosted, slots_that_are_not)
{
	refuse("05:00.0", FL_NO_DEVICE, "nothing in slot 05:00.0");
	refuse("0001:01:00.0", FL_NO_DEVICE, "nothing in slot");
	refuse("01:00", FL_USAGE, "is not a slot");
	refuse("", FL_USAGE, "01:00.0 or 0000:01:00.0");
	refuse("00:00.0", FL_NO_DEVICE, "[8086:2770], which is not a display controller");
	refuse("01:00.1", FL_NO_DEVICE, "[1002:71e1], a display controller that this kit does not know");
	opt.path = "carrier pigeon";
	refuse("01:00.0", FL_USAGE, "there are sysfs, devmem and vfio");
}

Test(bus_hosted, which_of_two)
{
	opt.dump = "tests/pci/two-cards.dump";
	refuse(NULL, FL_USAGE, "01:00.0 (RV530), 03:00.0 (R580)");
}

Test(bus_hosted, bars)
{
	file(CARD "resource2", NULL, 4096);
	refuse("01:00.0", FL_FAILED, "BAR 2 (registers) is too small: 4096 bytes, it takes 65536");
	unlink(path(CARD "resource2"));
	refuse("01:00.0", FL_FAILED, "size of BAR 2 (registers) is unknown");
	file(CARD "resource2", NULL, 65536);
	file(CARD "resource0", NULL, 4096);
	refuse("01:00.0", FL_FAILED, "BAR 0 (VRAM) is too small");
	opt.root = NULL; /* a dump alone is no card */
	refuse("01:00.0", FL_FAILED, "a dump cannot be opened");
}

/* The dump of the RV530 with other bytes at one place of 01:00.0 */
static void patch(const char *line, const char *with)
{
	static char text[8192], copy[8192];
	FILE *f = fopen("tests/pci/rv530.dump", "r");
	size_t n = fread(text, 1, sizeof(text) - 1, f);
	char *card, *at;

	fclose(f);
	text[n] = 0;
	card = strstr(text, "\n01:00.0 ");
	at = strstr(card, line);
	cr_assert(at);
	memcpy(at, with, strlen(with));
	strcpy(copy, text);
	f = fopen(path("patched.dump"), "w");
	fputs(copy, f);
	fclose(f);
	static char name[512];

	strcpy(name, path("patched.dump"));
	opt.dump = name;
}

Test(bus_hosted, bar_without_address)
{
	patch("\n10: 0c 00 00 d0 00 00 00 00 04 00 9f fe", "\n10: 0c 00 00 d0 00 00 00 00 04 00 00 00");
	refuse("01:00.0", FL_FAILED, "BAR 2 (registers) has no address");
	patch("\n10: 0c 00 00 d0 00 00 00 00 04 00 9f fe", "\n10: 0c 00 00 d0 00 00 00 00 01 90 00 00");
	refuse("01:00.0", FL_FAILED, "is an I/O BAR");
}

/* The kernel's switch of a card, which counts: how often it was opened to be written, and what it got
 * last. */
static unsigned switched;

static int open_switch(const char *p, int flags)
{
	switched += strstr(p, "/enable") != NULL;
	return open(p, flags);
}

static char last_switch(void)
{
	int fd = open(path(CARD "enable"), O_RDONLY);
	char c = 0;

	cr_assert_eq(read(fd, &c, 1), 1);
	close(fd);
	return c;
}

Test(bus_hosted, decoding_off)
{
	patch("\n00: 02 10 c1 71 07 00", "\n00: 02 10 c1 71 00 00");
	file(CARD "enable", "0\n", 0);
	refuse("01:00.0", FL_FAILED, "memory decoding is off (PCI command 0x0000)");
	refuse("01:00.0", FL_FAILED, "echo 1 > ");
	cr_assert_eq(last_switch(), '0', "written without being asked");
	/* A dump cannot be written: it stays off, and that is said; the kernel was asked, and that is
	 * undone. */
	opt.enable = true;
	sys.open = open_switch;
	refuse("01:00.0", FL_FAILED, "stays off");
	cr_assert_eq(switched, 2, "the kernel was asked %u times", switched);
	cr_assert_eq(last_switch(), '0', "the kernel still counts the card as enabled");
}

/* Programs have the command's choices: the same refusal, which names them, and the same one write. */
Test(bus_hosted, decoding_off_in_a_program)
{
	static struct fl_host h;

	patch("\n00: 02 10 c1 71 07 00", "\n00: 02 10 c1 71 00 00");
	file(CARD "enable", "0\n", 0);
	cr_assert_eq(fl_host_open_card(&h, "01:00.0", &opt, 640, 480), FL_FAILED);
	cr_assert(strstr(h.err.text, "fl_open_options.enable"), "%s", h.err.text);
	cr_assert_eq(last_switch(), '0', "written without being asked");
	opt.enable = true;
	sys.open = open_switch;
	cr_assert_eq(fl_host_open_card(&h, NULL, &opt, 640, 480), FL_FAILED);
	cr_assert(strstr(h.err.text, "stays off"), "%s", h.err.text);
	cr_assert_eq(switched, 2, "the kernel was asked %u times", switched);
}

/* A card in a tree that libpci reads and writes like the kernel's own. */
enum { CONFIG_B = 256 };

static void write_tree(uint8_t command)
{
	static const char *const files[][2] = {{"irq", "16"},
					       {"vendor", "0x1002"},
					       {"device", "0x71c1"},
					       {"class", "0x030000"},
					       {"revision", "0x9e"}};
	const uint8_t config[CONFIG_B] = {
	    0x02,          0x10,          0xc1,          0x71,          command,
	    0x00,          0x10,          0x00,          0x9e,          0x00,
	    0x00,          0x03,          [0x10] = 0x0c, [0x13] = 0xd0, [0x18] = 0x04,
	    [0x1a] = 0x9f, [0x1b] = 0xfe, [0x3c] = 0x10, [0x3d] = 0x01};
	char text[1024];
	FILE *f;

	for (unsigned i = 0; i < sizeof(files) / sizeof(*files); i++) {
		snprintf(text, sizeof(text), CARD "%s", files[i][0]);
		file(text, files[i][1], 0);
	}
	snprintf(text, sizeof(text),
		 "0xd0000000 0xdfffffff 0x14220c\n0 0 0\n0xfe9f0000 0xfe9fffff 0x140204\n%s",
		 "0 0 0\n0 0 0\n0 0 0\n0 0 0\n");
	file(CARD "resource", text, 0);
	file(CARD "enable", "0\n", 0);
	f = fopen(path(CARD "config"), "w");
	cr_assert_eq(fwrite(config, sizeof(config), 1, f), 1);
	fclose(f);
}

static void read_config(uint8_t got[CONFIG_B])
{
	FILE *f = fopen(path(CARD "config"), "r");

	cr_assert_eq(fread(got, CONFIG_B, 1, f), 1);
	fclose(f);
}

/* What opening switched on is off again after it, and nothing else is touched. */
Test(bus_hosted, decoding_is_switched_off_again)
{
	uint8_t before[CONFIG_B], got[CONFIG_B];
	struct fl_err err = {0};
	struct fl_dev d;

	write_tree(0);
	read_config(before);
	opt = (struct fl_open_options){.root = root, .system = &sys, .enable = true};
	sys.open = open_switch;
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	cr_assert_eq(d.bus->cfg_read(&d, FL_PCI_COMMAND, 2), FL_PCI_COMMAND_MEMORY);
	cr_assert_eq(last_switch(), '1');
	fl_dev_close(&d);
	cr_assert_eq(last_switch(), '0');
	cr_assert_eq(switched, 2);
	read_config(got);
	cr_assert_arr_eq(got, before, CONFIG_B);
}

/* A reset switches bus mastering off meanwhile, and puts back what it takes: without --enable, too. */
Test(bus_hosted, configuration_space_can_be_written)
{
	const uint8_t on = FL_PCI_COMMAND_MEMORY | FL_PCI_COMMAND_MASTER;
	uint8_t got[CONFIG_B];
	struct fl_err err = {0};
	struct fl_dev d;

	write_tree(on);
	opt = (struct fl_open_options){.root = root, .system = &sys};
	cr_assert_eq(fl_open_card(&d, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	cr_assert_eq(d.bus->cfg_read(&d, FL_PCI_COMMAND, 2), on);
	d.bus->cfg_write(&d, FL_PCI_COMMAND, 2, FL_PCI_COMMAND_MEMORY);
	cr_assert_eq(d.bus->cfg_read(&d, FL_PCI_COMMAND, 2), FL_PCI_COMMAND_MEMORY);
	d.bus->cfg_write(&d, FL_PCI_BAR0, 4, 0xc000000c);
	cr_assert_eq(d.bus->cfg_read(&d, FL_PCI_BAR0, 4), 0xc000000cu);
	fl_dev_close(&d);
	read_config(got);
	cr_assert_eq(got[FL_PCI_COMMAND], FL_PCI_COMMAND_MEMORY, "what is in the file: %02x",
		     got[FL_PCI_COMMAND]);
	cr_assert_eq(got[FL_PCI_BAR0 + 3], 0xc0);
}

Test(bus_hosted, libpci_never_ends_the_program)
{
	struct fl_listed list[4];
	struct fl_err err;
	unsigned n;

	opt.dump = "/nonexistent/dump";
	refuse("01:00.0", FL_NO_DEVICE, "/nonexistent/dump");
	opt.dump = NULL;
	refuse("01:00.0", FL_NO_DEVICE, "no dump file was named");
	file("bad.dump", "01:00.0 x\n00: zz zz\nnonsense\n", 0);
	opt.dump = path("bad.dump");
	cr_assert_neq(fl_list_cards(&opt, list, 4, &n, &err), 99); /* returns at all */
	opt.method = "telepathy";
	refuse("01:00.0", FL_USAGE, "telepathy");
	opt.method = NULL; /* sysfs, of a tree that has no bus */
	opt.root = "/nonexistent";
	refuse("01:00.0", FL_NO_DEVICE, "");
}
