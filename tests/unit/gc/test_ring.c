/* SPDX-License-Identifier: MIT
 *
 * The ring of a Vivante core: each buffer loads a state, and the state says what was carried out.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_wake.h"
#include "hw/gc/card.h"
#include "hw/model/gc/gc.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = sizeof(chips) / sizeof(*chips), SOME = 0x0c00 /* SE_SCISSOR_LEFT */ };

static struct rig {
	struct fl_model *m;
	struct fl_dev dev;
	union fl_card_state card;
	struct fl_err err;
} r;

static struct gc_card *woken(const char *chip)
{
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = 16 << 20};

	memset(&r, 0, sizeof(r));
	r.m = fl_model_new(chip, &cfg, NULL, 0);
	cr_assert(r.m);
	cr_assert_eq(fl_open_model(&r.dev, r.m, chip, &r.err), FL_OK);
	fl_family_init(&gc_family, &r.card.up, &r.dev);
	cr_assert_eq(fl_wake(&gc_family, &r.card.up, NULL, NULL, &r.err), FL_OK, "%s: %s", chip, r.err.text);
	return gc_card(&r.card.up);
}

static uint32_t state(uint32_t offset)
{
	return ((struct mgc *)r.m)->state[offset / 4];
}

static void no_reports(const char *chip)
{
	cr_assert_null(fl_model_report(r.m, 0), "%s: %s", chip, fl_model_report(r.m, 0)->text);
}

/* As often as the ring wraps around several times: each buffer loads a number of its own. */
Test(gc_ring, buffers_are_carried_out_in_order)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct gc_card *c = woken(chips[i]);
		volatile uint32_t *dw = c->up.commands.cpu;
		unsigned wraps = 0;

		for (uint32_t k = 0; k < 300; k++) {
			const uint32_t was = c->ring.end_dw;

			dw[0] = 0x08000000 | 1 << 16 | SOME / 4; /* LOAD_STATE, GC facts 3 */
			dw[1] = k << 16;
			cr_assert_eq(gc_ring_append(c, dw, (uint32_t)c->up.commands.addr, 2, &r.err), FL_OK,
				     "%s", r.err.text);
			cr_assert_eq(gc_ring_wait(c, &r.err), FL_OK, "%s, buffer %u: %s", chips[i], k,
				     r.err.text);
			cr_assert_eq(state(SOME), k << 16, "%s, buffer %u", chips[i], k);
			wraps += c->ring.end_dw < was;
		}
		cr_assert_gt(wraps, 3);
		no_reports(chips[i]);
	}
}

/* More than there are events, none of them waited for. */
Test(gc_ring, many_without_waiting)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct gc_card *c = woken(chips[i]);

		for (uint32_t k = 0; k < 100; k++) {
			volatile uint32_t *dw = (volatile uint32_t *)c->up.commands.cpu + 4 * k;

			dw[0] = 0x08000000 | 1 << 16 | SOME / 4;
			dw[1] = k << 16;
			cr_assert_eq(gc_ring_append(c, dw, (uint32_t)c->up.commands.addr + 16 * k, 2, &r.err),
				     FL_OK, "%s", r.err.text);
		}
		cr_assert_eq(gc_ring_wait(c, &r.err), FL_OK, "%s: %s", chips[i], r.err.text);
		cr_assert_eq(state(SOME), 99u << 16);
		no_reports(chips[i]);
	}
}

/* GC facts 2.6: what stands in the ring after the first buffer, dword by dword. */
Test(gc_ring, what_closes_a_buffer)
{
	const uint32_t load = 0x08000000 | 1 << 16;
	struct gc_card *c = woken("gc2000");
	const uint32_t at = c->ring.addr;
	/* WAIT and LINK of the start; the WAIT is a LINK to what came first, of seven quadwords. */
	const uint32_t want[] = {
	    0x40000007,        at + 16, 0x40000002,        at,    load | 0x380c / 4, 0x23,
	    load | 0x1650 / 4, 1,       load | 0x3808 / 4, 0x701, 0x48000000,        0x701,
	    load | 0x3804 / 4, 0x41,    0x38000000 | 200,  0,     0x40000002,        at + 56};

	for (unsigned k = 0; k < sizeof(want) / sizeof(*want); k++)
		cr_assert_eq(c->ring.cpu[k], want[k], "dword %u: 0x%08x, not 0x%08x", k, c->ring.cpu[k],
			     want[k]);
}

Test(gc_ring, stops_at_an_end)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct gc_card *c = woken(chips[i]);

		cr_assert_eq(fl_read32(&r.dev, 0x004) & 1, 0, "FE goes round");
		cr_assert_eq(gc_ring_stop(c, &r.err), FL_OK, "%s: %s", chips[i], r.err.text);
		cr_assert_eq(fl_read32(&r.dev, 0x004) & 1, 1);
		cr_assert_eq(gc_ring_start(c, &r.err), FL_OK, "%s: %s", chips[i], r.err.text);
		cr_assert_eq(gc_ring_append(c, NULL, 0, 0, &r.err), FL_OK);
		cr_assert_eq(gc_ring_wait(c, &r.err), FL_OK, "%s: %s", chips[i], r.err.text);
		no_reports(chips[i]);
	}
}
