/* SPDX-License-Identifier: MIT
 *
 * `make check-linux-arm64`: the hosted command on a real Linux kernel for ARM, in QEMU's virt. What the
 * device tree has is found; a core at an address is reached through /dev/mem, where memory plays its
 * identity, for the machine has no core; what belongs to the kernel is refused, its driver etnaviv by name;
 * and a model is woken, tested and drawn on, behind a page of the machine's memory.
 *
 *	check-linux-arm64 BUILD KERNEL INITRD TREE
 */
#include "hw/bus/hosted/hosted.h"
#include "tests/linux/machine.h"

#include <stdio.h>
#include <string.h>

#define CHIP     "gc2000"
/* tests/linux/arm64.dts has the same. The kernel is started without what lies above 440 MiB of its 512. */
#define KERNEL   "mem=440M JOBS=/dev/ttyAMA0"
#define CORE     "mmio:0x5b800000"
#define CORE_AT  0x5b800000u
#define OWNED    "mmio:0x5b804000"
#define MAILBOX  "mailbox:0x5ffff000,ram=0x40000000,mem=0x5c000000+0x3fff000"
#define HUGE     "mailbox:0x5ffff000,ram=0x40000000,mem=huge+0x1000000"
#define HUGE_N   "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"
#define OWNED_AT 0x5b804000u
#define DEVICE   "5b804000.gpu"
#define UNBIND   "/sys/bus/platform/drivers/etnaviv-gpu/unbind"

static struct setting set;

/* What a core says of itself, dword by dword, into memory at its address. */
static bool play_identity(struct machine *m, uint32_t to)
{
	enum { FIRST = 0x18, LAST = 0xac, CLOCK_CONTROL = 0 };
	struct fl_model_config cfg = {.threads = 1, .posted = true};
	struct fl_model *model = fl_model_new(CHIP, &cfg, NULL, 0);
	struct fl_dev d;
	struct fl_err err;
	bool ok = model && !fl_open_model(&d, model, CHIP, &err);

	for (uint32_t at = CLOCK_CONTROL; ok && at <= LAST; at = at == CLOCK_CONTROL ? FIRST : at + 4)
		ok = done(m, guest_ask(&m->g, 10, "poke 0x%x 0x%x", to + at, fl_read32(&d, at)), "poke");
	if (model) {
		fl_dev_close(&d);
		fl_model_delete(model);
	}
	return ok;
}

static void found(struct machine *m)
{
	says(m, ROOT, NULL, "list", FL_OK, "mmio:0x130000",
	     "gpu@130000, GC2000 of an i.MX6 Quad, 65536 KiB reserved at 0x5c000000, disabled", CORE,
	     "65536 KiB reserved at 0x5c000000", OWNED, NULL);
	says(m, NOBODY, NULL, "list", FL_OK, CORE, NULL);
	if (!m->up || !play_identity(m, CORE_AT))
		return;
	says(m, ROOT, NULL, "probe --device " CORE, FL_OK, "ok   identify", "GC2000", NULL);
	says(m, ROOT, NULL, "read HI_CHIP_MODEL --device " CORE, FL_OK, "0x00002000", NULL);
	says(m, ROOT, NULL, "read HI_CHIP_REV --device " CORE ",size=0x1000", FL_OK, "0x00005108", NULL);
	says(m, ROOT, NULL, "write MC_MEMORY_BASE_ADDR_RA=0x10000000 --device " CORE, FL_OK, "-> 0x10000000",
	     NULL);
}

static void refused(struct machine *m)
{
	says(m, NOBODY, NULL, "probe --device " CORE, FL_PERMISSION, "needs root", "sudo", NULL);
	says(m, CONTAINED, NULL, "probe --device " CORE, FL_PERMISSION, "refused although we are root", NULL);
	says(m, ROOT, NULL, "probe --device mmio:0x40000000", FL_PERMISSION, "the kernel's own memory", NULL);
	says(m, ROOT, NULL, "probe --device " CORE ",mem=0x41000000+0x100000", FL_PERMISSION,
	     "mem= is the kernel's own memory", NULL);
	says(m, ROOT, NULL, "probe --device " OWNED, FL_PERMISSION, "clk_ignore_unused pd_ignore_unused",
	     OWNED ",on", NULL);
	says(m, ROOT, NULL, "probe --device " OWNED ",on", FL_NO_DEVICE, NULL);
	says(m, ROOT, NULL, "probe --device " CORE " --enable", FL_NO_DEVICE, "no chip of the kit's", NULL);
	says(m, ROOT, NULL, "probe --device mailbox:0x5fffe000,ram=0x40000000", FL_NO_DEVICE, "no mailbox",
	     NULL);
}

/* Linux's own driver takes the core that has clocks when it is loaded. */
static void refused_with_etnaviv(struct machine *m)
{
	static const char *const module[] = {"drm", "gpu-sched", "etnaviv"};

	for (unsigned i = 0; i < sizeof module / sizeof *module; i++)
		if (!m->up ||
		    !done(m, guest_ask(&m->g, 60, "insmod /lib/modules/%s.ko", module[i]), module[i]))
			return;
	says(m, ROOT, NULL, "list", FL_OK, "held by the driver etnaviv-gpu", NULL);
	says(m, ROOT, NULL, "probe --device " OWNED ",on", FL_PERMISSION,
	     "belongs to the kernel driver etnaviv-gpu", "echo " DEVICE " | sudo tee " UNBIND, NULL);
	/* The way out that it names. */
	if (!m->up || !done(m, guest_put(&m->g, UNBIND, 0, DEVICE, strlen(DEVICE)), UNBIND))
		return;
	if (play_identity(m, OWNED_AT))
		says(m, ROOT, NULL, "probe --device " OWNED ",on", FL_OK, "GC2000", NULL);
}

static void woken(struct machine *m)
{
	m->at = MAILBOX;
	says(m, ROOT, "", "probe", FL_OK, "ok   identify", "GC2000", NULL);
	says(m, ROOT, "", "ring", FL_OK, "ok   ring", NULL);
	says(m, ROOT, "", "smoke", FL_OK, " 0 failed", NULL);
	model_draws(m, "", CHIP, "cube");
	model_draws(m, "", CHIP, "blit");
}

/* The same without memory that was reserved: huge pages, by their physical address. */
static void woken_in_huge_pages(struct machine *m)
{
	m->at = HUGE;
	says(m, NOBODY, NULL, "probe --device " HUGE, FL_PERMISSION, "root", NULL);
	says(m, ROOT, "", "probe", FL_FAILED, "8 huge pages of 2 MiB are needed, and 0 are free", HUGE_N,
	     NULL);
	if (!m->up || !done(m, guest_put(&m->g, HUGE_N, 0, "12", 2), HUGE_N))
		return;
	says(m, ROOT, "", "smoke", FL_OK, " 0 failed", NULL);
	model_draws(m, "", CHIP, "cube");
}

int main(int argc, char **argv)
{
	struct machine m;

	if (argc != 5) {
		fprintf(stderr, "check-linux-arm64 BUILD KERNEL INITRD TREE\n");
		return FL_USAGE;
	}
	set = (struct setting){argv[1], argv[2], argv[3]};
	boot_arm64(&m, &set, CHIP, argv[4], KERNEL);
	refused(&m);
	found(&m);
	woken(&m);
	woken_in_huge_pages(&m);
	refused_with_etnaviv(&m);
	off(&m);
	printf("%u passed, %u failed\n", passed, failed);
	return failed ? FL_FAILED : FL_OK;
}
