/* SPDX-License-Identifier: MIT
 *
 * A card through VFIO, by a user without root, on a kernel that the test plays (test_vfio_rig.h): each
 * refusal and what it advises, registers, memory that the card reaches, the interrupt, reset, a card that
 * goes away.
 */
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/r500/pm4.h"
#include "hw/regs/r500.h"
#include "lib/fl_stage.h"
#include "tests/unit/test_vfio_rig.h"

TestSuite(vfio, .init = rig_setup, .fini = rig_teardown);

static struct fl_dev dev;
static struct fl_err err;
static union fl_card_state card;

static void refuse(enum fl_code code, const char *text)
{
	enum fl_code got = fl_open_card(&dev, "01:00.0", &opt, &err);

	cr_assert_eq(got, code, "code %d, not %d: %s", got, code, err.text);
	cr_assert(strstr(err.text, text), "\"%s\" does not say \"%s\"", err.text, text);
	cr_assert_null(dev.bus, "half open");
}

static void open_it(void)
{
	cr_assert_eq(fl_open_card(&dev, "01:00.0", &opt, &err), FL_OK, "%s", err.text);
	cr_assert_str_eq(dev.bus->name, "vfio");
}

/* Nothing of the card's stays mapped for it, or waits for its interrupt. */
static void close_it(void)
{
	fl_dev_close(&dev);
	cr_assert_null(dev.bus);
	cr_assert_eq(k.n_maps, 0u);
	cr_assert_eq(k.trigger, -1);
}

static void wake(void)
{
	static uint8_t image[8192];
	size_t size_B = fl_model_firmware("rv530", 0, image, sizeof(image));

	fl_family_init(fl_family_of(&dev), &card.up, &dev);
	card.up.images.of[0] = (struct fl_image){image, size_B};
	cr_assert_eq(fl_wake(fl_family_of(&dev), &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
}

/* ---- who may ------------------------------------------------------------------------------------------- */
Test(vfio, not_bound)
{
	bind_driver(CARD, NULL);
	refuse(FL_PERMISSION, "is not bound to vfio-pci. As root: cd /sys/bus/pci; echo vfio-pci > "
			      "devices/0000:01:00.0/driver_override; echo 0000:01:00.0 > drivers_probe");
	bind_driver(CARD, "radeon");
	refuse(FL_PERMISSION, "not bound to vfio-pci, but to radeon");
	refuse(FL_PERMISSION, "echo 0000:01:00.0 > devices/0000:01:00.0/driver/unbind; echo vfio-pci >");
	cr_assert_eq(rmdir(path("sys/bus/pci/drivers/vfio-pci")), 0);
	refuse(FL_PERMISSION, "modprobe vfio-pci");
	refuse(FL_PERMISSION, "> drivers_probe"); /* to its end */
}

Test(vfio, bound_and_asked_for_otherwise)
{
	opt.path = NULL;
	refuse(FL_PERMISSION, "belongs to the kernel driver vfio-pci");
	refuse(FL_PERMISSION, "or use it with --via vfio");
}

Test(vfio, no_group)
{
	unlink(path(CARD "iommu_group"));
	refuse(FL_PERMISSION, "is in no IOMMU group");
	refuse(FL_PERMISSION, "intel_iommu=on");
	/* Where a kernel does without, binding makes the group. */
	text_file("sys/module/vfio/parameters/enable_unsafe_noiommu_mode", "Y\n");
	bind_driver(CARD, NULL);
	refuse(FL_PERMISSION, "echo vfio-pci > devices/0000:01:00.0/driver_override");
	cr_assert_eq(symlink("/somewhere/12monkeys", path(CARD "iommu_group")), 0);
	bind_driver(CARD, "vfio-pci");
	refuse(FL_PERMISSION, "is in no IOMMU group");
}

Test(vfio, no_right_to_the_group)
{
	char want[128];

	k.refuse_open = EACCES;
	snprintf(want, sizeof(want), "sudo chown 1000 %s/dev/vfio/7", k.root);
	refuse(FL_PERMISSION, want);
	k.refuse_open = EBUSY;
	refuse(FL_PERMISSION, "another program has");
	k.refuse_open = ENODEV;
	refuse(FL_FAILED, "No such device");
	k.refuse_open = 0;
	unlink(path("dev/vfio/vfio"));
	refuse(FL_FAILED, "module vfio");
}

Test(vfio, not_alone_in_its_group)
{
	k.not_viable = true;
	bind_driver(AUDIO, "snd_hda_intel");
	refuse(FL_PERMISSION, "shares IOMMU group 7 with 0000:01:00.1 (snd_hda_intel)");
}

Test(vfio, an_iommu_that_does_not)
{
	k.no_type1 = true;
	refuse(FL_FAILED, "vfio_iommu_type1");
	k.no_type1 = false;
	k.refuse_iommu = EPERM;
	refuse(FL_PERMISSION, "allow_unsafe_interrupts");
	k.refuse_iommu = ENODEV;
	refuse(FL_FAILED, "No such device");
}

/* The usual refusals hold. */
Test(vfio, consoles_locks_and_decoding)
{
	struct fl_dev other;

	folder("proc");
	text_file("proc/iomem", "d0000000-dfffffff : 0000:01:00.0\n  d0000000-d0ffffff : efifb\n");
	refuse(FL_PERMISSION, "its memory belongs to efifb");
	unlink(path("proc/iomem"));
	folder("sys/class/vtconsole/vtcon0");
	text_file("sys/class/vtconsole/vtcon0/name", "(S) VGA+\n");
	text_file("sys/class/vtconsole/vtcon0/bind", "1\n");
	text_file(CARD "boot_vga", "1\n");
	refuse(FL_PERMISSION, "--take-console");
	opt.reads = true; /* to open it may be to reset it */
	refuse(FL_PERMISSION, "--take-console");
	text_file(CARD "boot_vga", "0\n");
	open_it();
	other = dev;
	refuse(FL_PERMISSION, "open in this program already");
	dev = other;
	close_it();
	fl_model_cfg_write(k.m, FL_PCI_COMMAND, 2, 0);
	refuse(FL_FAILED, "memory decoding is off");
	cr_assert_eq(fl_model_cfg_read(k.m, FL_PCI_COMMAND, 2), 0u, "written without being asked");
	opt.enable = true;
	open_it();
	cr_assert_eq(fl_model_cfg_read(k.m, FL_PCI_COMMAND, 2), (unsigned)FL_PCI_COMMAND_MEMORY);
	close_it();
	cr_assert_eq(fl_model_cfg_read(k.m, FL_PCI_COMMAND, 2), 0u);
}

Test(vfio, without_an_iommu)
{
	struct fl_dma m;

	k.no_iommu = true;
	cr_assert_eq(rename(path("dev/vfio/7"), path("dev/vfio/noiommu-7")), 0);
	k.refuse_open = EPERM;
	refuse(FL_PERMISSION, "without an IOMMU the card could reach all memory");
	k.refuse_open = 0;
	open_it();
	cr_assert(fl_card_unguarded(&dev));
	cr_assert_eq(fl_read32(&dev, R500_CONFIG_MEMSIZE), (uint32_t)VRAM_B);
	cr_assert_eq(fl_dma_alloc(&dev, 4096, &m, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "without an IOMMU"), "%s", err.text);
	close_it();
}

/* ---- registers, video memory, configuration space ------------------------------------------------------ */
Test(vfio, the_card_draws)
{
	static struct fl_stage stage;
	struct fl_stage_options so = {.width = 640, .height = 480};
	uint32_t row[640];

	open_it();
	cr_assert_not(fl_card_unguarded(&dev));
	cr_assert_null((const void *)dev.regs, "the model's registers cannot be mapped");
	cr_assert_neq((const void *)dev.vram, NULL);
	cr_assert_eq(dev.bus->cfg_read(&dev, 0, 4), 0x71c11002u);
	wake();
	fl_sleep(fl_family_of(&dev), &dev, &err);
	so.images = card.up.images;
	cr_assert_eq(fl_stage_open(&stage, &dev, &so, &err), FL_OK, "%s", err.text);
	fl_clear(&stage.d, FL_CLEAR_COLOR, 0xff204060, 1, 0);
	cr_assert_eq(fl_stage_finish(&stage, &err), FL_OK, "%s", err.text);
	fl_stage_row(&stage, 479, row);
	cr_assert(row[0] == 0xff204060 && row[639] == 0xff204060, "0x%08x", row[0]);
	cr_assert_eq(fl_stage_close(&stage, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_card_check(&dev, &err), FL_OK);
	close_it();
}

/* What the ring and its buffers say to the model stands in the program's memory, where VFIO mapped it: a
 * frame drawn by each way is the same, and no address of it is refused. */
Test(vfio, a_frame_by_each_transport)
{
	enum { W = 64, H = 64 };
	static struct fl_stage stage;
	static uint32_t first[H][W], row[W];

	for (enum fl_transport via = FL_TRANSPORT_PIO; via < FL_TRANSPORTS; via++) {
		struct fl_stage_options so = {.width = W, .height = H, .transport = via};

		open_it();
		wake();
		fl_sleep(fl_family_of(&dev), &dev, &err);
		so.images = card.up.images;
		cr_assert_eq(fl_stage_open(&stage, &dev, &so, &err), FL_OK, "%s: %s", fl_transport_names[via],
			     err.text);
		cr_assert_eq(stage.card.up.transport, via);
		cr_assert_eq(k.n_maps != 0, via == FL_TRANSPORT_SYSTEM);
		cr_assert_eq(!(dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2) & FL_PCI_COMMAND_MASTER),
			     via != FL_TRANSPORT_SYSTEM);
		fl_clear(&stage.d, FL_CLEAR_COLOR, 0xff204060, 1, 0);
		fl_begin(&stage.d, FL_TRIANGLES);
		fl_color(&stage.d, 255, 128, 0, 255);
		fl_vertex(&stage.d, -1, -1, 0);
		fl_vertex(&stage.d, 1, -1, 0);
		fl_vertex(&stage.d, -1, 1, 0);
		fl_end(&stage.d);
		cr_assert_eq(fl_stage_finish(&stage, &err), FL_OK, "%s", err.text);
		for (unsigned y = 0; y < H; y++) {
			fl_stage_row(&stage, y, row);
			if (via == FL_TRANSPORT_PIO)
				memcpy(first[y], row, sizeof(row));
			cr_assert_arr_eq(row, first[y], sizeof(row), "%s, row %u", fl_transport_names[via],
					 y);
		}
		cr_assert(first[H - 1][0] != first[0][W - 1], "nothing was drawn");
		cr_assert_eq(fl_stage_close(&stage, &err), FL_OK, "%s", err.text);
		cr_assert_eq(dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2) & FL_PCI_COMMAND_MASTER, 0u);
		close_it();
	}
	for (unsigned i = 0; fl_model_report(k.m, i); i++)
		cr_assert_eq(fl_model_report(k.m, i)->severity, FL_NOTE, "%s", fl_model_report(k.m, i)->text);
}

Test(vfio, what_lies_outside)
{
	uint8_t ones[8], got[8];

	memset(ones, 0xff, sizeof(ones));
	open_it();
	cr_assert_eq(fl_read32(&dev, REGS_B), 0xffffffffu);
	cr_assert_eq(fl_read8(&dev, 0xffffffff), 0xff);
	fl_write32(&dev, REGS_B + 4, 1);
	fl_vram_read(&dev, VRAM_B - 4, got, 8);
	cr_assert_arr_eq(got + 4, ones, 4);
	fl_vram_write(&dev, UINT64_MAX - 2, got, 8);
	cr_assert_eq(dev.bus->cfg_read(&dev, 256, 4), 0xffffffffu);
	cr_assert_eq(fl_card_check(&dev, &err), FL_OK, "a mistake of ours is no loss: %s", err.text);
	close_it();
}

/* ---- memory that the card reaches ---------------------------------------------------------------------- */
/* A ring in it: the sequence of guide 5.8, as hw/r500/ring.c has it for video memory. */
static void ring_there(const struct fl_dma *m)
{
	const uint32_t cntl = R500_CP_RB_CNTL__RB_BUFSZ(9) | R500_CP_RB_CNTL__RB_BLKSZ(9) |
			      R500_CP_RB_CNTL__RB_NO_UPDATE(1); /* 2^9 quadwords: 4 KiB */

	fl_write32(&dev, R500_CP_CSQ_CNTL, 0);
	fl_write32(&dev, R500_CP_RB_CNTL, cntl);
	fl_write32(&dev, R500_CP_RB_BASE, (uint32_t)m->addr);
	fl_write32(&dev, R500_CP_RB_CNTL, cntl | R500_CP_RB_CNTL__RB_RPTR_WR_ENA(1));
	fl_write32(&dev, R500_CP_RB_RPTR_WR, 0);
	fl_write32(&dev, R500_CP_RB_WPTR, 0);
	fl_write32(&dev, R500_CP_RB_CNTL, cntl);
	fl_write32(&dev, R500_CP_CSQ_CNTL,
		   R500_CP_CSQ_CNTL__CSQ_MODE(R500_CP_CSQ_CNTL__CSQ_MODE__PRIMARY_BM_INDIRECT_BM));
}

static void master(bool on)
{
	uint32_t command = dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2);

	dev.bus->cfg_write(&dev, FL_PCI_COMMAND, 2,
			   on ? command | FL_PCI_COMMAND_MASTER : command & ~(uint32_t)FL_PCI_COMMAND_MASTER);
}

Test(vfio, a_ring_in_the_programs_memory)
{
	struct fl_dma m, other;
	volatile uint32_t *words;

	open_it();
	wake();
	cr_assert_eq(r500_ring_stop(&r500_card(&card.up)->ring, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_dma_alloc(&dev, 5000, &other, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_dma_alloc(&dev, 4096, &m, &err), FL_OK, "%s", err.text);
	cr_assert(other.size_B == 5000 && k.map[0].size_B == 8192 && m.addr % 4096 == 0 &&
		  m.addr + 4096 <= UINT64_C(1) << 32);
	words = m.cpu;
	for (unsigned i = 0; i < 1024; i++)
		cr_assert_eq(words[i], 0u);
	words[0] = R500_TYPE0(R500_SCRATCH_REG(4), 1);
	words[1] = 0xcafe1234;
	for (unsigned i = 2; i < 16; i++)
		words[i] = R500_TYPE2;
	master(true);
	ring_there(&m);
	fl_write32(&dev, R500_CP_RB_WPTR, 16);
	cr_assert_eq(fl_poll32(&dev, R500_CP_RB_RPTR, 0xffffff, 16, 1000000, "the ring", NULL, &err), FL_OK,
		     "%s", err.text);
	cr_assert_eq(fl_read32(&dev, R500_SCRATCH_REG(4)), 0xcafe1234u);
	fl_write32(&dev, R500_CP_CSQ_CNTL, 0);
	close_it();
	for (unsigned i = 0; fl_model_report(k.m, i); i++)
		cr_assert_eq(fl_model_report(k.m, i)->severity, FL_NOTE, "%s", fl_model_report(k.m, i)->text);
}

/* Past the end of what was mapped there is nobody. */
Test(vfio, an_address_outside_is_a_fault)
{
	const struct fl_report *r = NULL;
	struct fl_dma m;

	open_it();
	wake();
	cr_assert_eq(fl_dma_alloc(&dev, 4096, &m, &err), FL_OK, "%s", err.text);
	master(true);
	fl_write32(&dev, R500_CP_IB_BASE, (uint32_t)m.addr + 4096);
	fl_write32(&dev, R500_CP_IB_BUFSZ, 2);
	for (unsigned i = 0; i < 100; i++)
		fl_read32(&dev, R500_RBBM_STATUS);
	for (unsigned i = 0; (r = fl_model_report(k.m, i)) && r->severity != FL_REFUSE; i++)
		;
	cr_assert(r, "the model has nothing to say");
	close_it();
}

Test(vfio, where_the_iommu_lets_memory_be)
{
	struct fl_dma m[3];

	/* as a PC has it: below the window of interrupt messages, and above */
	k.n_ranges = 2;
	k.range[0] = (struct vfio_iova_range){0, 0xfedfffff};
	k.range[1] = (struct vfio_iova_range){0xfef00000, UINT64_C(0x7fffffffff)};
	open_it();
	cr_assert_eq(fl_dma_alloc(&dev, 4096, &m[0], &err), FL_OK, "%s", err.text);
	k.range[0].end = m[0].addr + 0x5fff; /* four pages past the one between */
	k.range[1].start = 0xfef00000;
	cr_assert_eq(fl_dma_alloc(&dev, 0x4000, &m[1], &err), FL_OK, "%s", err.text);
	cr_assert_eq(m[1].addr, m[0].addr + 0x2000);
	cr_assert_eq(fl_dma_alloc(&dev, 8192, &m[2], &err), FL_OK, "%s", err.text);
	cr_assert_eq(m[2].addr, UINT64_C(0xfef00000));
	cr_assert_eq(fl_dma_alloc(&dev, 0x1100000, &m[2], &err), FL_FAILED);
	cr_assert(strstr(err.text, "left below 4 GiB"), "%s", err.text);
	close_it();
}

Test(vfio, memory_that_cannot_be_locked)
{
	struct fl_dma m;

	open_it();
	k.refuse_map_dma = ENOMEM;
	cr_assert_eq(fl_dma_alloc(&dev, 4096, &m, &err), FL_PERMISSION);
	cr_assert(strstr(err.text, "ulimit -l"), "%s", err.text);
	k.refuse_map_dma = 0;
	cr_assert_eq(fl_dma_alloc(&dev, 0, &m, &err), FL_FAILED);
	cr_assert_eq(fl_dma_alloc(&dev, SIZE_MAX, &m, &err), FL_FAILED);
	for (unsigned i = 0; i < 32; i++)
		cr_assert_eq(fl_dma_alloc(&dev, 1, &m, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_dma_alloc(&dev, 1, &m, &err), FL_FAILED);
	close_it();
}

/* ---- the interrupt ------------------------------------------------------------------------------------- */
static void fire(void)
{
	fl_write32(&dev, R500_GEN_INT_STATUS, R500_GEN_INT_STATUS__SW_INT_FIRE__MASK);
}

static void interrupts(void)
{
	open_it();
	cr_assert_eq(fl_irq_wait(&dev, 0, &err), FL_TIMEOUT, "%s", err.text);
	fl_write32(&dev, R500_GEN_INT_CNTL, R500_GEN_INT_STATUS__SW_INT_TEST__MASK);
	for (unsigned i = 0; i < 3; i++) {
		fire();
		cr_assert_eq(fl_irq_wait(&dev, 1000000, &err), FL_OK, "%u: %s", i, err.text);
		fl_write32(&dev, R500_GEN_INT_STATUS, R500_GEN_INT_STATUS__SW_INT_TEST__MASK);
		cr_assert_eq(fl_irq_wait(&dev, 2000, &err), FL_TIMEOUT, "%u: once too often", i);
	}
}

Test(vfio, interrupts_by_line)
{
	interrupts();
	/* What is not cleared comes again. */
	fire();
	cr_assert_eq(fl_irq_wait(&dev, 1000000, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_irq_wait(&dev, 1000000, &err), FL_OK, "%s", err.text);
	close_it();
}

Test(vfio, interrupts_by_message)
{
	k.no_line = true;
	k.masked = false;
	interrupts();
	close_it();
}

Test(vfio, somebody_wants_an_end)
{
	volatile int stop = 1;

	open_it();
	dev.stop = &stop;
	cr_assert_eq(fl_irq_wait(&dev, UINT64_C(1) << 40, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "interrupted"), "%s", err.text);
	close_it();
	opt.path = NULL;
	bind_driver(CARD, NULL);
	dev = (struct fl_dev){.bus = &(struct fl_bus){.name = "none"}, .name = "it"};
	cr_assert_eq(fl_irq_wait(&dev, 1, &err), FL_NO_DEVICE);
}

/* ---- reset, and what goes away ------------------------------------------------------------------------- */
Test(vfio, reset)
{
	open_it();
	cr_assert_eq(fl_card_reset(&dev, &err), FL_OK, "%s", err.text);
	cr_assert_eq(k.resets, 1u);
	close_it();
	k.no_reset = true;
	open_it();
	cr_assert_eq(fl_card_reset(&dev, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "knows no way"), "%s", err.text);
	cr_assert_eq(k.resets, 1u);
	close_it();
}

Test(vfio, a_card_that_goes_away)
{
	uint32_t word = 0;

	open_it();
	k.gone = true;
	cr_assert_eq(fl_read32(&dev, 0), 0xffffffffu);
	cr_assert_eq(fl_card_check(&dev, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "is gone"), "%s", err.text);
	fl_dev_close(&dev);
	k.gone = false;
	/* Mapped: the kernel takes the pages away, and SIGBUS comes. */
	k.regs_fd = memfd_create("regs", MFD_CLOEXEC);
	cr_assert(!ftruncate(k.regs_fd, REGS_B));
	open_it();
	cr_assert_neq((const void *)dev.regs, NULL);
	fl_write32(&dev, R500_SCRATCH_REG(0), 0x12345678);
	cr_assert_eq(fl_read32(&dev, R500_SCRATCH_REG(0)), 0x12345678u);
	cr_assert_eq(fl_card_check(&dev, &err), FL_OK);
	cr_assert(!ftruncate(k.regs_fd, 0));
	cr_assert_eq(fl_read32(&dev, R500_SCRATCH_REG(0)), 0xffffffffu);
	cr_assert_eq(fl_card_check(&dev, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "is gone"), "%s", err.text);
	fl_vram_write(&dev, 0, &word, 4);
	fl_dev_close(&dev);
	/* Another driver in the meantime. */
	cr_assert(!ftruncate(k.regs_fd, REGS_B));
	open_it();
	bind_driver(CARD, "radeon");
	cr_assert_eq(fl_card_check(&dev, &err), FL_PERMISSION);
	cr_assert(strstr(err.text, "radeon was bound to it in the meantime"), "%s", err.text);
	bind_driver(CARD, NULL);
	cr_assert_eq(fl_card_check(&dev, &err), FL_NO_DEVICE);
	close_it();
}
