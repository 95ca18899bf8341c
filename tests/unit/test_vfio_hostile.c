/* SPDX-License-Identifier: MIT
 *
 * VFIO's answers, spoiled at random: sizes, offsets, counts, chains of capabilities. The card is refused, or
 * opens and can be used as far as it goes; nothing crashes, nothing stays behind. The trials are the
 * same each time; FL_SEED draws others.
 */
#include "tests/unit/test_vfio_rig.h"

enum { TRIALS = 600, FIRST = 1, INFO_B = 4096 };

static uint32_t seed;

static uint32_t chance(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* A number that is at an edge more often than chance has it. */
static uint64_t number(void)
{
	static const uint64_t edges[] = {0,
					 1,
					 4096,
					 VRAM_B,
					 UINT32_MAX,
					 UINT64_C(1) << 32,
					 UINT64_C(1) << 40,
					 UINT64_C(1) << 48,
					 INT64_MAX,
					 UINT64_MAX};
	uint64_t n = edges[chance(sizeof(edges) / sizeof(*edges))];

	return chance(3) ? n + chance(3) - 1 : (uint64_t)chance(1 << 24) << chance(40);
}

static void spoil_bytes(void *at, size_t n_B)
{
	for (unsigned i = chance(4); i-- > 0;)
		((uint8_t *)at)[chance((uint32_t)n_B)] =
		    (uint8_t)(chance(2) ? chance(256) : 0xff * chance(2));
}

static void spoil(unsigned long request, void *answer)
{
	struct vfio_device_info *device = answer;
	struct vfio_region_info *region = answer;

	if (chance(3))
		return;
	switch (request) {
	case VFIO_DEVICE_GET_INFO:
		*(chance(2) ? &device->num_regions : &device->num_irqs) = (uint32_t)number();
		spoil_bytes(&device->flags, sizeof(device->flags));
		break;
	case VFIO_DEVICE_GET_REGION_INFO:
		*(chance(2) ? &region->size : &region->offset) = number();
		if (!chance(4))
			region->flags ^= 1u << chance(6);
		break;
	case VFIO_DEVICE_GET_IRQ_INFO:
		spoil_bytes(answer, sizeof(struct vfio_irq_info));
		break;
	case VFIO_GROUP_GET_STATUS:
		spoil_bytes(answer, sizeof(struct vfio_group_status));
		break;
	case VFIO_IOMMU_GET_INFO:
		spoil_bytes(answer, chance(2) ? 128 : INFO_B);
		break;
	default:
		break;
	}
}

static void use(struct fl_dev *d)
{
	uint8_t bytes[64];
	struct fl_err err;
	struct fl_dma m;

	for (unsigned i = 0; i < 4; i++) {
		fl_read32(d, (uint32_t)number() & ~3u & (d->regs ? d->regs_size_B - 4 : ~0u));
		fl_vram_read(d, number(), bytes, sizeof(bytes));
		fl_vram_write(d, number(), bytes, sizeof(bytes));
		d->bus->cfg_read(d, chance(300) & ~3u, 4);
		if (!fl_dma_alloc(d, 1 + chance(100000), &m, &err)) {
			cr_assert(m.addr % 4096 == 0 && m.addr + m.size_B <= UINT64_C(1) << 32, "0x%llx",
				  (unsigned long long)m.addr);
			((volatile uint8_t *)m.cpu)[m.size_B - 1] = 1;
		}
	}
	fl_irq_wait(d, 0, &err);
	fl_card_check(d, &err);
}

TestSuite(vfio_hostile, .init = rig_setup, .fini = rig_teardown);

Test(vfio_hostile, answers_that_make_no_sense, .timeout = 60)
{
	const char *given = getenv("FL_SEED");
	uint32_t first = given ? (uint32_t)strtoul(given, NULL, 0) : FIRST;
	unsigned opened = 0, refused = 0;

	k.spoil = spoil;
	k.n_ranges = 2;
	k.range[0] = (struct vfio_iova_range){0, 0xfedfffff};
	k.range[1] = (struct vfio_iova_range){0xfef00000, UINT64_MAX};
	for (unsigned i = 0; i < TRIALS; i++) {
		struct fl_dev d;
		struct fl_err err;

		seed = first + i;
		k.joined = k.iommu_set = false;
		if (fl_open_card(&d, "01:00.0", &opt, &err)) {
			cr_assert(*err.text && !d.bus, "FL_SEED=%u", first + i);
			refused++;
			continue;
		}
		use(&d);
		fl_dev_close(&d);
		cr_assert_eq(k.n_maps, 0u, "FL_SEED=%u: %u maps stay", first + i, k.n_maps);
		opened++;
	}
	cr_assert(opened > TRIALS / 10 && refused > TRIALS / 10, "FL_SEED=%u: %u opened, %u refused", first,
		  opened, refused);
}
