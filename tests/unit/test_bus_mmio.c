/* SPDX-License-Identifier: MIT
 *
 * A core at an address, in a tree of files that looks like /sys, /proc and /dev/mem.
 */
#include "hw/bus/hosted/huge.h"
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/hosted/mmio_name.h"
#include "hw/bus/onchip.h"
#include "tests/unit/test_root.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define NAME "mmio:0x130000,irq=9,mem=0x200000+0x10000"
#define NODE "/sys/bus/platform/devices/130000.gpu"

static void make_tree(void)
{
	make_root();
	in_root(
	    "mkdir -p dev proc .%s && truncate -s 4M dev/mem && printf '%%s\\n' '10000000-4fffffff : System "
	    "RAM' '  10008000-10ffffff : Kernel code' '  4c000000-4fffffff : reserved' '50000000-5fffffff : "
	    "reserved' > proc/iomem",
	    NODE);
}

static uint32_t in_mem(long at, const uint32_t *put)
{
	uint32_t word = put ? *put : 0;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/dev/mem", root);
	f = fopen(path, "r+");
	cr_assert(f && !fseek(f, at, SEEK_SET));
	cr_assert_eq(put ? fwrite(&word, 4, 1, f) : fread(&word, 4, 1, f), 1);
	fclose(f);
	return word;
}

static void refused(const char *name, enum fl_code code, const char *text)
{
	struct fl_dev d;
	struct fl_err err = {0};

	cr_expect_eq(fl_open_card(&d, name, &o, &err), code, "%s: %s", name, err.text);
	cr_expect(strstr(err.text, text), "%s: %s", name, err.text);
}

TestSuite(bus_mmio, .init = make_tree, .fini = remove_root);

Test(bus_mmio, registers_and_memory_are_reached)
{
	static const uint32_t model = 0x2000;
	const uint32_t dirty = 0xdeadbeef;
	struct fl_dev d;
	struct fl_err err;
	struct fl_dma dma;

	in_mem(0x130020, &model);
	in_mem(0x200000, &dirty);
	cr_assert_eq(fl_open_card(&d, NAME, &o, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_read32(&d, 0x20), model);
	cr_assert_eq(d.bus->cfg_read(&d, 0, 2), 0xffff);
	refused(NAME, FL_PERMISSION, "in this program already");
	/* Half of a small region is for commands, zeroed when it is given; the rest is for pictures. */
	cr_assert_eq(d.vram_addr, 0x208000);
	cr_assert_eq(d.vram_size_B, 0x8000);
	cr_assert_eq(fl_dma_alloc(&d, 0x4001, &dma, &err), FL_OK);
	cr_assert_eq(dma.addr, 0x200000);
	cr_assert_eq(*(volatile uint32_t *)dma.cpu, 0);
	*(volatile uint32_t *)dma.cpu = 0x12345678;
	fl_vram_write(&d, 0x7ffc, &(uint32_t){0xcafe}, 4);
	cr_assert_eq(fl_dma_alloc(&d, 0x4000, &dma, &err), FL_FAILED);
	cr_assert_eq(fl_dma_alloc(&d, 0x3000, &dma, &err), FL_OK);
	cr_assert_eq(dma.addr, 0x205000);
	cr_assert_eq(fl_card_check(&d, &err), FL_OK);
	/* As when somebody loads the module in the middle of it. */
	in_root("ln -s ../../drivers/etnaviv .%s/driver", NODE);
	cr_assert_eq(fl_card_check(&d, &err), FL_PERMISSION);
	cr_assert(strstr(err.text, "etnaviv"), "%s", err.text);
	fl_dev_close(&d);
	cr_assert_eq(in_mem(0x200000, NULL), 0x12345678);
	cr_assert_eq(in_mem(0x20fffc, NULL), 0xcafe);
}

/* A large region gives no more than the constant says. */
Test(bus_mmio, a_large_region_is_for_pictures)
{
	struct fl_dev d;
	struct fl_err err;
	struct fl_dma dma;

	in_root("truncate -s 32M dev/mem");
	cr_assert_eq(fl_open_card(&d, "mmio:0x130000,mem=0x1000000+0x1000000", &o, &err), FL_OK, "%s",
		     err.text);
	cr_assert_eq(d.vram_addr, 0x1000000 + FL_ONCHIP_GIVEN_B);
	cr_assert_eq(d.vram_size_B, 0x1000000 - FL_ONCHIP_GIVEN_B);
	cr_assert_eq(fl_dma_alloc(&d, FL_ONCHIP_GIVEN_B + 1, &dma, &err), FL_FAILED);
	cr_assert_eq(fl_dma_alloc(&d, SIZE_MAX, &dma, &err), FL_FAILED);
	cr_assert_eq(fl_dma_alloc(&d, FL_ONCHIP_GIVEN_B, &dma, &err), FL_OK);
	fl_dev_close(&d);
	cr_assert_eq(fl_open_card(&d, "mmio:0x130000", &o, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_dma_alloc(&d, 4096, &dma, &err), FL_FAILED);
	cr_assert(strstr(err.text, "no-map"), "%s", err.text);
	fl_dev_close(&d);
}

Test(bus_mmio, the_kernels_memory_is_refused)
{
	refused("mmio:0x10001000", FL_PERMISSION, "the kernel's own memory");
	refused("mmio:0x130000,mem=0x10000000+0x1000", FL_PERMISSION, "Reserve a region");
	refused("mmio:0x130000,mem=0x4bfff000+0x2000", FL_PERMISSION, "Reserve a region");
	refused("mmio:0x130000,mem=0x4c000000+0x1000", FL_PERMISSION, "Give the region no-map");
	refused("mmio:0x130000,mem=0x4ffff000+0x2000", FL_PERMISSION, "Reserve a region");
	cr_expect_eq(fl_range_kind(&o, 0x50000000, 0x10000000), FL_RANGE_FREE);
	cr_expect_eq(fl_range_kind(&o, 0x4fffffff, 0), FL_RANGE_FREE);
	/* Who is not root sees zeros. */
	in_root("echo '00000000-00000000 : System RAM' > proc/iomem");
	cr_expect_eq(fl_range_kind(&o, 0x10000000, 0x1000), FL_RANGE_FREE);
}

Test(bus_mmio, the_kernels_core_is_refused)
{
	in_root("ln -s ../../drivers/etnaviv .%s/driver", NODE);
	refused(NAME, FL_PERMISSION, "the kernel driver etnaviv");
	refused(NAME, FL_PERMISSION, "echo 130000.gpu | sudo tee /sys/bus/platform/drivers/etnaviv/unbind");
}

/* A processor whose caches a program may not clean. */
Test(bus_mmio, huge_pages_are_for_arm64)
{
#if defined(__aarch64__)
	cr_skip_test("this is one");
#endif
	refused("mmio:0x130000,mem=huge+0x400000", FL_USAGE, "only on arm64");
}

/* Which of the pages that the kernel gave lie side by side. */
Test(bus_mmio, huge_pages_side_by_side)
{
	enum { N = 6, END = 64 };
	static const unsigned place[N] = {9, 4, 30, 5, 6, 10}; /* in huge pages */
	static const struct {
		unsigned n, end, first; /* first: its place; 0: there are none */
	} want[] = {{1, END, 4}, {2, END, 4}, {3, END, 4}, {3, 7, 4}, {3, 6, 0}, {2, 6, 4}, {4, END, 0}};

	for (unsigned i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct fl_huge_page page[N];
		unsigned at;

		for (unsigned k = 0; k < N; k++)
			page[k] = (struct fl_huge_page){place[k] * (uint64_t)FL_HUGE_PAGE_B, k};
		at = fl_huge_run(page, N, want[i].n, want[i].end * (uint64_t)FL_HUGE_PAGE_B);
		cr_assert_eq(at == N, !want[i].first, "case %u", i);
		for (unsigned k = 0; k < want[i].n && at < N; k++)
			cr_expect_eq(place[page[at + k].index], want[i].first + k, "case %u", i);
	}
	/* Who may not see where they are sees zeros. */
	cr_expect_eq(fl_huge_run((struct fl_huge_page[2]){{0, 0}, {0, 1}}, 2, 1, 1 << 30), 2);
}

Test(bus_mmio, names_that_are_none)
{
	refused("mmio:0x130001", FL_USAGE, "whole pages");
	refused("mmio:", FL_USAGE, "whole pages");
	refused("mmio:0x130000,size=0x400", FL_USAGE, "\"size=0x400\"");
	refused("mmio:0x130000,mem=0x200000", FL_USAGE, "\"mem=0x200000\"");
	refused("mmio:0x130000,mem=0x200000+0x800", FL_USAGE, "\"mem=");
	refused("mmio:0x130000,mem=huge", FL_USAGE, "\"mem=huge\"");
	refused("mmio:0x130000,mem=huge+0x800", FL_USAGE, "\"mem=huge+0x800\"");
	refused("mmio:0x130000,irq=99999", FL_USAGE, "\"irq=99999\"");
	refused("mmio:0x130000,color=red", FL_USAGE, "\"color=red\"");
	refused("mmio:0xfffffffffffff000,size=0x2000", FL_USAGE, "64 bits");
	o.path = "sysfs";
	refused("mmio:0x130000", FL_USAGE, "/dev/mem");
	o.path = NULL;
}

static uid_t nobody(void)
{
	return 65534;
}

static uid_t somebody(void)
{
	return 0;
}

static int not_allowed(const char *path, int flags)
{
	errno = EACCES;
	return -1;
}

static void *not_mapped(void *at, size_t size, int prot, int flags, int fd, off_t offset)
{
	errno = EPERM;
	return MAP_FAILED;
}

/* Each says what to do. */
Test(bus_mmio, linux_says_no)
{
	struct fl_system system = {.open = not_allowed, .euid = nobody};

	o.system = &system;
	refused("mmio:0x130000", FL_PERMISSION, "sudo");
	system = (struct fl_system){.mmap = not_mapped, .euid = somebody};
	refused("mmio:0x130000", FL_PERMISSION, "iomem=relaxed");
	o.system = NULL;
	in_root("rm dev/mem");
	refused("mmio:0x130000", FL_NO_DEVICE, "CONFIG_DEVMEM");
}
