/* SPDX-License-Identifier: MIT
 *
 * A core at an address, in a tree of files that looks like /sys, /proc and /dev/mem.
 */
#include "hw/bus/hosted/hosted.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "mmio:0x130000,irq=9,mem=0x200000+0x10000"
#define NODE "/sys/bus/platform/devices/130000.gpu"

Test(bus_mmio, opens_reads_and_is_refused)
{
	char root[] = "/tmp/mmioXXXXXX", command[512], mem[64];
	struct fl_open_options o = {.root = root};
	struct fl_dev d, other;
	struct fl_err err;
	struct fl_dma dma;
	uint32_t word = 0x2000, back = 0;
	FILE *f;

	cr_assert(mkdtemp(root));
	cr_assert_eq(fl_open_card(&d, NAME, &o, &err), FL_NO_DEVICE);
	snprintf(command, sizeof(command),
		 "cd %s && mkdir -p dev proc .%s && truncate -s 4M dev/mem && "
		 "echo '10000000-4fffffff : System RAM' > proc/iomem",
		 root, NODE);
	cr_assert_eq(system(command), 0);
	snprintf(mem, sizeof(mem), "%s/dev/mem", root);
	f = fopen(mem, "r+");
	cr_assert(f);
	fseek(f, 0x130020, SEEK_SET);
	cr_assert_eq(fwrite(&word, 4, 1, f), 1);
	fclose(f);
	cr_assert_eq(fl_open_card(&d, NAME, &o, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_read32(&d, 0x20), word);
	cr_assert_eq(fl_open_card(&other, NAME, &o, &err), FL_PERMISSION);
	cr_assert_eq(d.bus->dma_alloc(&d, 0x8001, &dma, &err), FL_OK);
	cr_assert_eq(dma.addr, 0x200000);
	*(volatile uint32_t *)dma.cpu = 0x12345678;
	cr_assert_eq(d.bus->dma_alloc(&d, 0x8000, &dma, &err), FL_FAILED);
	fl_dev_close(&d);
	f = fopen(mem, "r");
	fseek(f, 0x200000, SEEK_SET);
	cr_assert_eq(fread(&back, 4, 1, f), 1);
	fclose(f);
	cr_assert_eq(back, 0x12345678);
	cr_assert_eq(fl_open_card(&d, "mmio:0x10001000", &o, &err), FL_PERMISSION);
	cr_assert_eq(fl_open_card(&d, "mmio:0x130000,mem=0x10000000+0x1000", &o, &err), FL_PERMISSION);
	cr_assert_eq(fl_open_card(&d, "mmio:0x130001", &o, &err), FL_USAGE);
	snprintf(command, sizeof(command), "ln -s ../../drivers/etnaviv %s%s/driver", root, NODE);
	cr_assert_eq(system(command), 0);
	cr_assert_eq(fl_open_card(&d, NAME, &o, &err), FL_PERMISSION);
	cr_assert(strstr(err.text, "etnaviv"), "%s", err.text);
	snprintf(command, sizeof(command), "rm -r %s", root);
	cr_assert_eq(system(command), 0);
}
