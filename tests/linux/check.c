/* SPDX-License-Identifier: MIT
 *
 * `make check-linux`: the hosted command on a real Linux kernel, with a card on the machine's PCI bus: QEMU's
 * own ati-vga, and models of three R5xx, an R6xx and two R7xx. What works through sysfs and through /dev/mem,
 * and what the kernel refuses, with the reason given.
 *
 *	check-linux BUILD KERNEL INITRD
 */
#include "hw/bus/hosted/hosted.h"
#include "lib/fl_draw2d.h"
#include "tests/linux/machine.h"
#include "tests/unit/test_lib_blit_expected.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct setting set;

/* Neither way has memory of the machine for a card: the ring there is left out. */
#define NOTHING_ELSE_LEFT_OUT " 0 failed, 1 skipped, 0 not tried"

enum { TIMED_OUT = 124 }; /* init.c's code for a program that it had to kill */

/* ---- what works ---------------------------------------------------------------------------------------- */

static void blit_is_exact(struct machine *m, const char *via)
{
	struct picture p;
	unsigned wrong = 0;

	if (!m->up || !draw(m, via, "blit --size 640x480", &p))
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

/* QEMU's RV100 has a 2D engine, and nothing of what the steps of an R5xx look for. */
static void rv100_works(struct machine *m, const char *via)
{
	/* vgamem_mb is 16 by default; the kit reads the register that says so. */
	says(m, ROOT, via, "read CONFIG_MEMSIZE", FL_OK, "0x01000000", NULL);
	says(m, ROOT, via, "probe", FL_OK, "ok   identify       Radeon 7000/VE", "16 MiB (CONFIG_MEMSIZE)",
	     NULL);
	says(m, ROOT, via, "ring", FL_NO_DEVICE, "[1002:5159] is not a card of the R300-R400-R500 family",
	     NULL);
	says(m, ROOT, via, "smoke", FL_NO_DEVICE, "for R3xx to R5xx", NULL);
	says(m, ROOT, via, "demo cube --quiet", FL_NO_DEVICE, "needs the 3D engine", NULL);
	blit_is_exact(m, via);
}

/* The i-th file of microcode: an image that only a model takes, where Linux keeps the real one. */
static bool bring_file(struct machine *m, const char *chip, unsigned i, const char *name)
{
	enum { PIECE_B = 2048 }; /* that the guest takes at once */
	static uint8_t image[32768];
	char path[64];
	size_t size = fl_model_firmware(chip, i, image, sizeof image);
	bool ok = m->up && size;

	snprintf(path, sizeof path, "/lib/firmware/radeon/%s", name);
	for (size_t at = 0; ok && at < size; at += PIECE_B)
		ok = done(m,
			  guest_put(&m->g, path, (unsigned)at, image + at,
				    size - at < PIECE_B ? size - at : PIECE_B),
			  name);
	return ok;
}

static bool bring_microcode(struct machine *m)
{
	return bring_file(m, "r580", 0, "R520_cp.bin");
}

static void r5xx_works(struct machine *m, const char *via, const char *chip)
{
	if (!bring_microcode(m))
		return;
	says(m, ROOT, via, "probe", FL_OK, "ok   identify", "ok   posted", "256 MiB (CONFIG_MEMSIZE)", NULL);
	says(m, ROOT, via, "write SCRATCH_REG[0]=0xcafe", FL_OK, "-> 0x0000cafe", NULL);
	says(m, ROOT, via, "ring", FL_OK, "ok   fence", NULL);
	says(m, ROOT, via, "ring --microcode /nowhere.bin", FL_NO_DEVICE, "/nowhere.bin: No such file", NULL);
	/* QEMU's card goes around the guest's IOMMU: a ring in system memory is not what it fetches. */
	if (strcmp(via, "vfio"))
		says(m, ROOT, via, "smoke", FL_OK, NOTHING_ELSE_LEFT_OUT, NULL);
	model_draws(m, via, chip, "cube");
}

/* A program that is killed leaves the card as it is, at work: ring running, buffers half read. The next one
 * must nevertheless wake it; by each transport that draws, the chip's own choice first. */
static void killed_while_it_draws(struct machine *m)
{
	static const char *const transports[] = {"auto", "vram"};
	int code;

	for (unsigned i = 0; m->up && i < sizeof transports / sizeof *transports; i++) {
		code = guest_ask(&m->g, 30,
				 "run %d 3 /bin/firstlight demo cube --frames 100000 --transport %s --quiet "
				 "--take-console --device %s",
				 ROOT, transports[i], m->slot);
		if (!verdict(code == TIMED_OUT, m, "killed while it draws"))
			comment(code < 0 ? m->g.trouble : m->g.data);
		says(m, ROOT, "sysfs", "smoke", FL_OK, NOTHING_ELSE_LEFT_OUT, NULL);
	}
}

/* ---- what is refused ----------------------------------------------------------------------------------- */

static bool echo(struct machine *m, const char *path, const char *text)
{
	return done(m, m->up ? guest_put(&m->g, path, 0, text, strlen(text)) : 0, path);
}

static void refused_without_root(struct machine *m)
{
	says(m, NOBODY, NULL, "list", FL_OK, m->card, NULL);
	says(m, NOBODY, "sysfs", "probe", FL_PERMISSION, "needs root", "sudo", NULL);
	says(m, NOBODY, "devmem", "probe", FL_PERMISSION, "needs root", "sudo", NULL);
}

static bool insmod(struct machine *m, const char *name)
{
	return m->up && done(m, guest_ask(&m->g, 30, "insmod /lib/modules/%s.ko", name), name);
}

static void refused_with_driver(struct machine *m, const char *driver)
{
	char held[48], belongs[64], unbind[64], slot[32];

	snprintf(held, sizeof held, "held by the driver %s", driver);
	snprintf(belongs, sizeof belongs, "belongs to the kernel driver %s", driver);
	snprintf(unbind, sizeof unbind, "/sys/bus/pci/drivers/%s/unbind", driver);
	snprintf(slot, sizeof slot, "0000:%s", m->slot);
	says(m, ROOT, NULL, "list", FL_OK, held, NULL);
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, belongs, slot, unbind, NULL);
	says(m, ROOT, "devmem", "probe", FL_PERMISSION, belongs, slot, unbind, NULL);
	/* The way out that it names. */
	if (echo(m, unbind, slot))
		says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_OK, NULL);
}

/* pci-stub stands for any driver: it takes the card that it is given, and does nothing with it. */
static void refused_with_a_driver(struct machine *m)
{
	char path[128], slot[32];

	snprintf(path, sizeof path, "%s/driver_override", m->device);
	snprintf(slot, sizeof slot, "0000:%s", m->slot);
	if (insmod(m, "pci-stub") && echo(m, path, "pci-stub") && echo(m, "/sys/bus/pci/drivers_probe", slot))
		refused_with_driver(m, "pci-stub");
}

/* Linux's own driver of the RV100, which takes the card unasked, sets a mode and draws a console. */
static void refused_with_radeonfb(struct machine *m)
{
	if (insmod(m, "i2c-algo-bit") && insmod(m, "fb_ddc") && insmod(m, "radeonfb")) {
		refused_with_driver(m, "radeonfb");
		blit_is_exact(m, "sysfs");
	}
}

/* Root's name, but not its powers: the files are root's, and /dev/mem asks for more than that. */
static void refused_in_a_container(struct machine *m)
{
	says(m, CONTAINED, "sysfs", "read CONFIG_MEMSIZE", FL_OK, NULL);
	says(m, CONTAINED, "devmem", "read CONFIG_MEMSIZE", FL_PERMISSION,
	     "whether the kernel is locked down", NULL);
	if (m->up && done(m, guest_ask(&m->g, 10, "mount /sys/kernel/security"), "mount"))
		says(m, CONTAINED, "devmem", "read CONFIG_MEMSIZE", FL_PERMISSION,
		     "kernel is not locked down", "In a container", NULL);
}

/* What --enable switches on is off again when the command ends. counted: a driver was bound to the card, and
 * the kernel counts it as enabled since: whatever the bit says, it does not set it again. */
static void refused_with_decoding_off(struct machine *m, bool counted)
{
	static const uint8_t off[2] = {0, 0}, on[2] = {FL_PCI_COMMAND_MEMORY, 0};
	char config[128], enable[128];

	snprintf(config, sizeof config, "%s/config", m->device);
	snprintf(enable, sizeof enable, "%s/enable", m->device);
	if (!m->up || !done(m, guest_put(&m->g, config, FL_PCI_COMMAND, off, 2), config))
		return;
	says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_FAILED, "memory decoding is off", "--enable", NULL);
	says(m, ROOT, "", "read CONFIG_MEMSIZE --enable", FL_OK, NULL);
	says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_FAILED, "memory decoding is off", NULL);
	/* As the message advises. Then the kernel believes that it is on: asked again it does nothing, and
	 * the bit is set by hand. */
	if (!m->up || !echo(m, enable, "1"))
		return;
	if (!counted)
		says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_OK, NULL);
	if (m->up && done(m, guest_put(&m->g, config, FL_PCI_COMMAND, off, 2), config))
		says(m, ROOT, "", "read CONFIG_MEMSIZE --enable", FL_OK, NULL);
	if (m->up)
		done(m, guest_put(&m->g, config, FL_PCI_COMMAND, on, 2), config);
}

static void refused_by_lockdown(struct machine *m)
{
	says(m, ROOT, NULL, "list", FL_OK, m->card, NULL);
	/* Where nobody mounted the kernel's security files, lockdown can only be guessed. */
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, "whether the kernel is locked down",
	     "mount -t securityfs", NULL);
	says(m, ROOT, "devmem", "probe", FL_PERMISSION, "whether the kernel is locked down",
	     "mount -t securityfs", NULL);
	if (!m->up || !done(m, guest_ask(&m->g, 10, "mount /sys/kernel/security"), "mount"))
		return;
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, "the kernel is locked down (integrity", NULL);
	says(m, ROOT, "devmem", "probe", FL_PERMISSION, "the kernel is locked down (integrity", NULL);
}

/* The firmware set a graphics mode, and the kernel draws its console into the card's memory: no PCI driver,
 * but not free. */
static void refused_with_a_boot_console(struct machine *m)
{
	says(m, ROOT, NULL, "list", FL_OK, "held by the driver vesafb", NULL);
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, "vesafb", "vesa-framebuffer/unbind", NULL);
	says(m, ROOT, "devmem", "probe", FL_PERMISSION, "vesafb", "vesa-framebuffer/unbind", NULL);
	if (echo(m, "/sys/bus/platform/drivers/vesa-framebuffer/unbind", "vesa-framebuffer.0"))
		says(m, ROOT, "", "read CONFIG_MEMSIZE", FL_OK, NULL);
}

/* ---- VFIO ---------------------------------------------------------------------------------------------- */
/* No IOMMU: there is no group. */
static void refused_by_vfio(struct machine *m)
{
	says(m, ROOT, "vfio", "probe", FL_PERMISSION, "is in no IOMMU group", "intel_iommu=on", NULL);
}

/* What each refusal advises, in turn, until a user without root has the card. */
static bool bound_to_vfio(struct machine *m)
{
	static const char *const module[] = {"irqbypass",   "vfio",          "vfio_iommu_type1",
					     "vfio_virqfd", "vfio-pci-core", "vfio-pci"};
	char override[128], slot[32], link[128], file[64], chown[128];
	const char *group;

	snprintf(override, sizeof override, "%s/driver_override", m->device);
	snprintf(link, sizeof link, "%s/iommu_group", m->device);
	snprintf(slot, sizeof slot, "0000:%s", m->slot);
	says(m, NOBODY, "vfio", "probe", FL_PERMISSION, "is not bound to vfio-pci", "modprobe vfio-pci",
	     "> drivers_probe", NULL);
	for (unsigned i = 0; i < sizeof module / sizeof *module; i++)
		if (!insmod(m, module[i]))
			return false;
	if (!echo(m, override, "vfio-pci") || !echo(m, "/sys/bus/pci/drivers_probe", slot))
		return false;
	says(m, ROOT, "sysfs", "probe", FL_PERMISSION, "belongs to the kernel driver vfio-pci", "--via vfio",
	     NULL);
	if (!m->up || !done(m, guest_ask(&m->g, 10, "link %s", link), link))
		return false;
	group = strrchr(m->g.data, '/');
	snprintf(file, sizeof file, "/dev/vfio/%s", group ? group + 1 : "?");
	snprintf(chown, sizeof chown, "sudo chown %d %s", NOBODY, file);
	says(m, NOBODY, "vfio", "probe", FL_PERMISSION, chown, NULL);
	return done(m, guest_ask(&m->g, 10, "chown %s %d", file, NOBODY), file);
}

static void check_vfio(void)
{
	struct machine m;

	boot_rv100_iommu(&m, &set);
	if (bound_to_vfio(&m)) {
		says(&m, NOBODY, "vfio", "read CONFIG_MEMSIZE", FL_OK, "0x01000000", NULL);
		says(&m, NOBODY, "vfio", "reset --function", FL_NO_DEVICE, "knows no way to reset", NULL);
		blit_is_exact(&m, "vfio");
	}
	off(&m);
	boot_r580_iommu(&m, &set);
	if (bound_to_vfio(&m)) {
		says(&m, NOBODY, "vfio", "probe", FL_OK, "ok   posted", NULL);
		says(&m, NOBODY, "vfio", "reset --function", FL_OK, "ok   reset", NULL);
		r5xx_works(&m, "vfio", "r580");
	}
	off(&m);
}

/* One boot for all that a card does and is refused while nothing is special about the kernel. */
static void refused(struct machine *m, bool counted)
{
	refused_without_root(m);
	refused_by_vfio(m);
	refused_with_a_driver(m);
	refused_with_decoding_off(m, counted);
}

static void check_rv100(void)
{
	struct machine m;

	boot_rv100(&m, &set, "rv100", "");
	rv100_works(&m, "sysfs");
	rv100_works(&m, "devmem");
	refused_with_radeonfb(&m);
	refused(&m, true);
	refused_in_a_container(&m);
	off(&m);
	boot_rv100(&m, &set, "rv100, locked down", "lockdown=integrity");
	refused_by_lockdown(&m);
	off(&m);
	boot_rv100(&m, &set, "rv100, console on it", "vga=0x314");
	refused_with_a_boot_console(&m);
	off(&m);
}

static void check_r5xx(void)
{
	/* With --slow-vram every access of the guest's is the model's to judge, as on a QEMU without ivshmem:
	 * nothing may be read that is not drawn yet. */
	static const struct {
		const char *chip, *card, *options;
	} chips[] = {{"r580", "1002:7249  R580 ", "--strict"},
		     {"rv530", "1002:71c1  RV530 ", "--strict --slow-vram"},
		     {"rv515", "1002:7142  RV515 ", "--strict"}};
	struct machine m;

	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
		boot_model(&m, &set, chips[i].chip, chips[i].card, chips[i].chip, chips[i].options, "");
		r5xx_works(&m, "sysfs", chips[i].chip);
		r5xx_works(&m, "devmem", chips[i].chip);
		killed_while_it_draws(&m);
		refused(&m, false);
		off(&m);
	}
	boot_model(&m, &set, "r580, locked down", chips[0].card, chips[0].chip, "--strict",
		   "lockdown=integrity");
	refused_by_lockdown(&m);
	off(&m);
	/* What finds nothing wrong must be able to. */
	boot_model(&m, &set, "r580, broken", chips[0].card, chips[0].chip, "--break=cp-stuck", "");
	if (bring_microcode(&m))
		says(&m, ROOT, "sysfs", "smoke", FL_FAILED, "not ok", "CP", NULL);
	off(&m);
}

/* R6xx and R7xx. What is refused does not depend on the card: R5xx's machines tried it. */
static void check_r6xx(void)
{
	static const struct {
		const char *chip, *card, *options, *via, *memory, *file[3], *demo[3];
	} chips[] = {{"rv770",
		      "1002:9440  RV770 ",
		      "--strict",
		      "sysfs",
		      "512 MiB (CONFIG_MEMSIZE)",
		      {"RV770_pfp.bin", "RV770_me.bin", "R700_rlc.bin"},
		      {"cube", "asteroids"}},
		     {"rv670",
		      "1002:9501  RV670 ",
		      "--strict --slow-vram",
		      "devmem",
		      "512 MiB (CONFIG_MEMSIZE)",
		      {"RV670_pfp.bin", "RV670_me.bin", "R600_rlc.bin"},
		      {"mrt", "attractor", "fur"}},
		     {"rv710",
		      "1002:9540  RV710 ",
		      "--strict",
		      "sysfs",
		      "256 MiB (CONFIG_MEMSIZE)",
		      {"RV710_pfp.bin", "RV710_me.bin", "R700_rlc.bin"},
		      {"gears", "rain", "pick"}}};
	struct machine m;

	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
		const char *via = chips[i].via;
		bool ok = true;

		boot_model(&m, &set, chips[i].chip, chips[i].card, chips[i].chip, chips[i].options, "");
		says(&m, ROOT, via, "ring", FL_NO_DEVICE, chips[i].file[0], "firmware-amd-graphics", NULL);
		for (unsigned k = 0; k < 3; k++)
			ok = ok && bring_file(&m, chips[i].chip, k, chips[i].file[k]);
		if (ok) {
			says(&m, ROOT, via, "probe", FL_OK, "ok   identify", "ok   posted", chips[i].memory,
			     NULL);
			says(&m, ROOT, via, "write SCRATCH_REG0=0xcafe", FL_OK, "-> 0x0000cafe", NULL);
			says(&m, ROOT, via, "reset", FL_OK, "ok   reset", NULL);
			says(&m, ROOT, via, "ring", FL_OK, "ok   fence", NULL);
			says(&m, ROOT, via, "smoke", FL_OK, "3D triangle", NOTHING_ELSE_LEFT_OUT, NULL);
			model_draws(&m, via, chips[i].chip, "blit");
			for (unsigned k = 0; k < 3 && chips[i].demo[k]; k++)
				model_draws(&m, via, chips[i].chip, chips[i].demo[k]);
			if (!i)
				killed_while_it_draws(&m);
		}
		off(&m);
	}
	boot_model(&m, &set, "rv770, broken", chips[0].card, chips[0].chip, "--break=pipe-hung", "");
	for (unsigned k = 0; k < 3; k++)
		bring_file(&m, chips[0].chip, k, chips[0].file[k]);
	says(&m, ROOT, "sysfs", "smoke", FL_FAILED, "first failure: 3D triangle", NULL);
	off(&m);
}

/* Sea Islands, whose files are six. */
static void check_cik(void)
{
	enum { FILES = 6 };
	static const char *const file[FILES] = {"pfp", "me", "ce", "mec", "rlc", "sdma"};
	static const struct {
		const char *chip, *card, *options, *via, *demo[3];
	} chips[] = {
	    {"bonaire", "1002:665c  Bonaire ", "--strict", "sysfs", {"blit", "deferred", "fur"}},
	    {"kabini", "1002:9830  Kabini ", "--strict --slow-vram", "devmem", {"blit", "mrt", "fur"}},
	};
	struct machine m;

	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
		const char *via = chips[i].via;
		bool ok = true;

		boot_model(&m, &set, chips[i].chip, chips[i].card, chips[i].chip, chips[i].options, "");
		for (unsigned k = 0; k < FILES; k++) {
			char name[32];

			snprintf(name, sizeof name, "%s_%s.bin", chips[i].chip, file[k]);
			if (!k)
				says(&m, ROOT, via, "ring", FL_NO_DEVICE, name, "firmware-amd-graphics",
				     NULL);
			ok = ok && bring_file(&m, chips[i].chip, k, name);
		}
		if (ok) {
			says(&m, ROOT, via, "probe", FL_OK, "ok   identify", "ok   posted", NULL);
			says(&m, ROOT, via, "ring", FL_OK, "ok   fence", NULL);
			says(&m, ROOT, via, "smoke", FL_OK, "render backends", NOTHING_ELSE_LEFT_OUT, NULL);
			for (unsigned k = 0; k < 3; k++)
				model_draws(&m, via, chips[i].chip, chips[i].demo[k]);
			if (!i)
				killed_while_it_draws(&m);
		}
		off(&m);
	}
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "check-linux BUILD KERNEL INITRD\n");
		return FL_USAGE;
	}
	set = (struct setting){argv[1], argv[2], argv[3]};
	check_rv100();
	check_r5xx();
	check_r6xx();
	check_cik();
	check_vfio();
	printf("%u passed, %u failed\n", passed, failed);
	return failed ? FL_FAILED : FL_OK;
}
