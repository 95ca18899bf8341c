/* SPDX-License-Identifier: MIT
 *
 * Memory that a card can reach: a model's bus gives it, a recorder passes it on, a bus that has none
 * says so, and a bare-metal image's pages are whole and limited (boot/x86_64/pages.c).
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/pci.h"
#include "hw/bus/record.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <string.h>

static void told(void *arg, const struct fl_access *a)
{
}

Test(dma, a_model_reaches_what_its_bus_gave)
{
	struct fl_model *m = fl_model_new("rv530", &(struct fl_model_config){.running = true}, NULL, 0);
	struct fl_dev d, recorded;
	struct fl_record r = {.inner = &d, .told = told};
	struct fl_dma first, second;
	struct fl_err err;
	volatile uint32_t *dw;

	cr_assert_eq(fl_open_model(&d, m, "rv530", &err), FL_OK);
	cr_assert_eq(fl_dma_alloc(&d, 100, &first, &err), FL_OK);
	fl_record_open(&recorded, &r);
	cr_assert_eq(fl_dma_alloc(&recorded, 8192, &second, &err), FL_OK);
	cr_assert(first.addr % 4096 == 0 && second.addr % 4096 == 0);
	cr_assert_geq(second.addr, first.addr + 4096);
	cr_assert_leq(second.addr + second.size_B, UINT64_C(1) << 32);
	cr_assert_eq(second.size_B, 8192u);
	for (unsigned i = 0; i < 8192; i++)
		cr_assert_eq(((volatile uint8_t *)second.cpu)[i], 0);

	/* An indirect buffer there is carried out, in the last dwords of it too. */
	dw = (volatile uint32_t *)second.cpu + 2046;
	dw[0] = R500_SCRATCH_REG(5) / 4;
	dw[1] = 0x600dc0de;
	cr_assert(fl_model_run_ib(m, second.addr + 4 * 2046, 2));
	cr_assert_eq(fl_read32(&d, R500_SCRATCH_REG(5)), 0x600dc0deu);
	/* Not while the card may not master the bus. */
	d.bus->cfg_write(&d, FL_PCI_COMMAND, 2, FL_PCI_COMMAND_MEMORY);
	dw[1] = 0xbad;
	cr_assert(!fl_model_run_ib(m, second.addr + 4 * 2046, 2));
	cr_assert_eq(fl_read32(&d, R500_SCRATCH_REG(5)), 0x600dc0deu);

	cr_assert_eq(fl_dma_alloc(&d, SIZE_MAX / 2, &first, &err), FL_FAILED);
	cr_assert(strstr(err.text, "left"), "%s", err.text);
	fl_dev_close(&d);
	fl_model_delete(m);
}

Test(dma, a_bus_that_has_none_says_so)
{
	static const struct fl_bus none = {.name = "none"};
	struct fl_dev d = {.bus = &none, .name = "card"};
	struct fl_dma m;
	struct fl_err err;

	cr_assert_eq(fl_dma_alloc(&d, 4096, &m, &err), FL_NO_DEVICE);
	cr_assert_str_eq(err.text, "card: no memory here that a card can reach");
}
