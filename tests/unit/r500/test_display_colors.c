/* SPDX-License-Identifier: MIT
 *
 * The color tables of a card that is off the bus for one access: a lost index leads to another entry, a lost
 * selection to the other display's table, and no register says so. The model has no such tables; here they
 * stand in front of it.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_display.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ENTRIES = 256, TABLES = 2, INDEX = 5, EVERY = 3, COLOR = 0x1f3d5b, MOST = 1 << 30 };

static struct fl_model *m;
static struct fl_dev model, dev;
static struct fl_bus bus;
static struct fl_display kept;
static uint32_t table[TABLES][ENTRIES], before[TABLES][ENTRIES], entry;
static unsigned accesses, lost_at;

static uint32_t *color(uint32_t select)
{
	return &table[fl_read32(&model, select) % TABLES][entry++ % ENTRIES];
}

static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	if (++accesses == lost_at)
		return 0xffffffff;
	if (at == R500_DC_LUT_30_COLOR)
		return *color(R500_DC_LUT_READ_PIPE_SELECT);
	return at == R500_DC_LUT_RW_INDEX ? entry % ENTRIES : fl_read32(&model, at);
}

static void write32(struct fl_dev *d, uint32_t at, uint32_t value)
{
	if (++accesses == lost_at)
		return;
	if (at == R500_DC_LUT_30_COLOR)
		*color(R500_DC_LUT_RW_SELECT) = value;
	else if (at == R500_DC_LUT_RW_INDEX)
		entry = value;
	else
		fl_write32(&model, at, value);
}

/* Take, let somebody else use the tables, and give back. Returns what taking did. */
static enum fl_code a_round(void)
{
	struct fl_err err;
	enum fl_code code;

	memcpy(table, before, sizeof(table));
	entry = INDEX;
	accesses = 0;
	code = fl_display_take(&kept, &r500_family, &dev, &err);
	if (code) {
		cr_expect_eq(code, FL_NO_DEVICE, "access %u lost: %s", lost_at, err.text);
		return code;
	}
	memset(table, 0x2a, sizeof(table));
	entry = 0;
	cr_assert_eq(fl_display_give(&kept, &err), FL_OK, "access %u lost: %s", lost_at, err.text);
	return FL_OK;
}

Test(display_colors, one_access_is_lost)
{
	unsigned all, taken = 0, refused = 0;
	struct fl_err err;

	m = fl_model_new("rv530", &(struct fl_model_config){.posted = true, .threads = 1}, NULL, 0);
	cr_assert(m);
	cr_assert_eq(fl_open_model(&model, m, "rv530", &err), FL_OK);
	bus = *model.bus;
	bus.read32 = read32;
	bus.write32 = write32;
	dev = model;
	dev.bus = &bus;
	for (uint32_t i = 0; i < TABLES * ENTRIES; i++)
		before[i / ENTRIES][i % ENTRIES] = i * COLOR % MOST;
	lost_at = 0;
	cr_assert_eq(a_round(), FL_OK);
	all = accesses;
	for (lost_at = 1; lost_at <= all; lost_at += EVERY) {
		*(a_round() ? &refused : &taken) += 1;
		cr_expect(!memcmp(table, before, sizeof(table)), "access %u of %u lost: the colors differ",
			  lost_at, all);
		cr_expect_eq(entry, INDEX, "access %u of %u lost: the index is %u", lost_at, all, entry);
	}
	cr_expect(taken && refused, "%u taken, %u refused", taken, refused);
	fl_model_delete(m);
}
