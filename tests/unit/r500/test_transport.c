/* SPDX-License-Identifier: MIT
 *
 * The ways of commands to the command processor, each alone and one after the other's failure; and what a
 * posted card does with what the host writes, which the bring-up of before did not survive.
 */
#include "hw/bus/pci.h"
#include "hw/fl_display.h"
#include "hw/fl_wake.h"
#include "hw/r500/smoke.h"
#include "hw/r500/transport.h"
#include "hw/regs/r500.h"
#include "tests/before/before.h"
#include "tests/unit/test_lib_rig.h"

#include <stdio.h>
#include <string.h>

static const char *const chips[] = {"r580", "rv530", "rv515", "rv570", "r300", "rv350", "r420", "rv410"};
enum { CHIPS = 8, LEGACY = 4 }; /* R3xx and R4xx are the last */

/* What another driver left in SURFACE_INFO */
enum { SURFACE = 0x00130010 };

static struct fl_dev dev;
static struct fl_model *model;
static struct r500_card card;
static struct fl_err err;
static struct fl_image firmware;

static void start(const char *chip)
{
	static uint8_t image[2048];
	const struct fl_model_config cfg = {.posted = true, .threads = 1};

	model = fl_model_new(chip, &cfg, NULL, 0);
	cr_assert_eq(fl_open_model(&dev, model, chip, &err), FL_OK);
	r500_card_init(&card, &dev);
	firmware = (struct fl_image){image, fl_model_firmware(chip, 0, image, sizeof(image))};
	card.up.images.of[0] = firmware;
}

static void end(void)
{
	cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s", err.text);
	fl_dev_close(&dev);
	fl_model_delete(model);
}

/* Where the command processor hangs: it is reset on R5xx only, because on R3xx and R4xx that can lock the
 * machine (Linux r300_asic_reset()). There sleeping says so, and puts back what it can. */
static void end_of_a_hung_one(unsigned c)
{
	if (c < LEGACY) {
		end();
		return;
	}
	cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_TIMEOUT, "%s sleeps", chips[c]);
	cr_assert(strstr(err.text, "CP_CMDSTRM_BUSY"), "%s: %s", chips[c], err.text);
	cr_assert_eq(fl_read32(&dev, R500_CP_CSQ_CNTL), 0);
	cr_assert_eq(fl_read32(&dev, R500_SURFACE_INFO(3)), SURFACE);
	fl_dev_close(&dev);
	fl_model_delete(model);
}

/* A report has this in it. */
static bool said(const char *text)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(model, i)); i++)
		if (strstr(r->text, text))
			return true;
	return false;
}

/* ---- the transports ------------------------------------------------------------------------------------ */
static void same_cube(const char *demo)
{
	static uint32_t first[CHIPS][W * H];

	for (unsigned c = 0; c < CHIPS; c++)
		for (rig_transport = FL_TRANSPORT_PIO; rig_transport < FL_TRANSPORTS; rig_transport++) {
			struct rig *r = rig_open_chip(chips[c], W, H, false);

			cr_assert_eq(r->stage.card.up.transport, rig_transport);
			rig_frame(r, fl_demo_find(demo), 20);
			if (rig_transport == FL_TRANSPORT_PIO)
				memcpy(first[c], r->picture, sizeof(first[c]));
			cr_assert_eq(memcmp(r->picture, first[c], sizeof(first[c])), 0, "%s by %s", chips[c],
				     fl_transport_names[rig_transport]);
			rig_close(r);
		}
}

Test(transport, each_alone_draws_the_cube)
{
	same_cube("cube");
}

/* Vertices and indices in memory, what the arrays lack in the stream. */
Test(transport, each_alone_draws_from_memory)
{
	same_cube("teapot");
}

Test(transport, the_next_is_taken)
{
	static const char *const faults[] = {"no-pio", "no-vram-fetch", "no-bus-master"};
	static const char *const want[] = {"commands go by pio",
					   "commands go by vram; pio: packet: SCRATCH_REG5 is 0x",
					   "commands go by system; pio: packet: SCRATCH_REG5 is 0x"};

	for (unsigned c = 0; c < CHIPS; c++)
		for (unsigned n = 0; n <= 3; n++) {
			start(chips[c]);
			fl_write32(&dev, R500_SURFACE_INFO(3), SURFACE);
			for (unsigned i = 0; i < n; i++)
				cr_assert(fl_model_break(model, faults[i]));
			cr_assert_eq(fl_wake_to(&r500_family, &card.up, "transport", NULL, NULL, &err),
				     n < 3 ? FL_OK : FL_TIMEOUT, "%s: %s", chips[c], err.text);
			if (n < 3) {
				cr_assert_eq(card.up.transport, FL_TRANSPORT_PIO + n);
				cr_assert(strstr(card.up.did, want[n]) == card.up.did, "%s", card.up.did);
				cr_assert(n < 2 || strstr(card.up.did, "; vram: packet: "), "%s",
					  card.up.did);
				cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s",
					     err.text);
			} else {
				cr_assert(strstr(err.text, "no way for commands; pio: packet"), "%s",
					  err.text);
				cr_assert_eq(fl_read32(&dev, R500_CP_CSQ_CNTL), 0, "left on");
			}
			n < 3 ? end() : end_of_a_hung_one(c);
		}
}

Test(transport, the_one_that_is_wanted_or_none)
{
	start("rv530");
	fl_model_break(model, "no-vram-fetch");
	card.up.transport = FL_TRANSPORT_VRAM;
	cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "no way for commands; vram: packet"), "%s", err.text);
	/* a tenth of a second is waited for a packet */
	cr_assert(strstr(err.text, ", after 100 ms") || strstr(err.text, ", after 101 ms"), "%s", err.text);
	cr_assert_null(strstr(err.text, "pio"));
	cr_expect_eq(card.ring.size_dw, 0u, "there is no ring");
	cr_assert_eq(fl_transport_find("system"), FL_TRANSPORT_SYSTEM);
	cr_assert_eq(fl_transport_find("ring"), FL_TRANSPORTS);
	end();
}

/* Memory that VRAM hides is not taken for a ring. */
Test(transport, vram_over_the_memory)
{
	start("rv530");
	cr_assert_eq(fl_wake_to(&r500_family, &card.up, "microcode", NULL, NULL, &err), FL_OK);
	dev.dma = (struct fl_dma){&dev, card.up.vram_addr + 0x1000, 192 << 10};
	cr_assert_eq(r500_transport_try(&card.up, FL_TRANSPORT_SYSTEM, &err), FL_FAILED);
	cr_assert(strstr(err.text, "is hidden by VRAM"), "%s", err.text);
	dev.dma.cpu = NULL;
	end();
}

static const struct fl_bus *honest;

static uint32_t one_bit_wrong(struct fl_dev *d, uint32_t at)
{
	uint32_t v = honest->read32(d, at);

	return at == R500_SCRATCH_REG(2) ? v ^ 0x10 : v;
}

/* A packet whose last register arrives and another one does not: which, what it holds and what was sent. */
Test(transport, a_register_that_holds_something_else)
{
	struct fl_bus lying;
	unsigned held, sent;
	const char *at;

	start("r580");
	cr_assert_eq(fl_wake_to(&r500_family, &card.up, "microcode", NULL, NULL, &err), FL_OK);
	honest = dev.bus;
	lying = *honest;
	lying.read32 = one_bit_wrong;
	dev.bus = &lying;
	cr_assert_eq(r500_transport_try(&card.up, FL_TRANSPORT_VRAM, &err), FL_FAILED);
	dev.bus = honest;
	at = strstr(err.text, "SCRATCH_REG2 holds");
	cr_assert(at && sscanf(at, "SCRATCH_REG2 holds 0x%x, sent was 0x%x", &held, &sent) == 2, "%s",
		  err.text);
	cr_expect_eq(held, sent ^ 0x10, "%s", err.text);
	end();
}

/* R5xx guide 5.1: no vector writes by PIO. */
Test(transport, vectors_do_not_go_by_pio)
{
	start("r580");
	cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(card.up.transport, FL_TRANSPORT_PIO);
	cr_assert_eq(r500_ring_begin(&card.ring, 5, &err), FL_OK);
	r500_ring_emit(&card.ring, R500_TYPE0_ONE(R500_VAP_PVS_VECTOR_DATA_REG_128, 4));
	for (unsigned i = 0; i < 4; i++)
		r500_ring_emit(&card.ring, 0);
	cr_assert_eq(r500_ring_drain(&card.ring, 1000, &err), FL_OK);
	cr_assert(said("pushed by hand"));
	end();
}

/* ---- the host path of a posted card -------------------------------------------------------------------- */
Test(transport, a_ring_in_vram_wants_reading_back)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		start(chips[c]);
		card.up.transport = FL_TRANSPORT_VRAM;
		cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s: %s", chips[c],
			     err.text);
		fl_write32(&dev, R500_SCRATCH_REG(4), 0);
		before_commit(&card.ring, R500_SCRATCH_REG(4), 0x0b501e7e);
		cr_assert_eq(r500_ring_drain(&card.ring, 100000, &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_read32(&dev, R500_SCRATCH_REG(4)), 0, "%s read what was written", chips[c]);
		cr_assert_eq(r500_ring_begin(&card.ring, 2, &err), FL_OK);
		r500_ring_reg(&card.ring, R500_SCRATCH_REG(4), 0x60a1);
		r500_ring_commit(&card.ring);
		cr_assert_eq(r500_fence_sync(&card.fence, &card.ring, 100000, &err), FL_OK);
		cr_assert_eq(fl_read32(&dev, R500_SCRATCH_REG(4)), 0x60a1);
		end();
	}
}

/* What stands in the combiner: eight lines, for 100 us, until something is read. */
Test(transport, writes_wait_in_the_combiner)
{
	const uint8_t *vram;
	uint32_t dw = 0x01010101, got;

	start("rv530");
	vram = fl_model_vram(model, NULL);
	cr_assert(fl_model_vram_late(model));
	for (unsigned i = 0; i < 9; i++)
		fl_vram_write(&dev, 0x1000 + 64 * i, &dw, 4);
	cr_assert_eq(vram[0x1000], 1, "the ninth line pushes the first out");
	cr_assert_eq(vram[0x1040], 0);
	fl_vram_read(&dev, 0x8000, &got, 4);
	cr_assert_eq(vram[0x1040], 1);
	cr_assert_eq(vram[0x1200], 1);
	fl_vram_write(&dev, 0x2000, &dw, 4);
	fl_delay_us(&dev, 98);
	cr_assert_eq(vram[0x2000], 0);
	fl_delay_us(&dev, 3);
	cr_assert_eq(vram[0x2000], 1);
	fl_vram_write(&dev, 0x3000, &dw, 4);
	fl_write32(&dev, R500_SCRATCH_REG(0), 1);
	cr_assert_eq(vram[0x3000], 0, "a register drains nothing");
	fl_vram_read(&dev, 0x3000, &got, 4);
	cr_assert_eq(got, dw);
	end();
}

/* Before, nobody set HDP_APER_CNTL: the end of the aperture, where the ring lay, was the middle of VRAM. */
Test(transport, the_second_aperture)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		uint32_t dw = 0x0a0b0c0d, got;
		uint64_t half_B;

		start(chips[c]);
		half_B = dev.vram_size_B / 2;
		fl_write32(&dev, R500_SURFACE_INFO(3), SURFACE);
		fl_vram_write(&dev, half_B + 0x4000, &dw, 4);
		fl_vram_read(&dev, 0x4000, &got, 4);
		cr_assert_eq(got, dw, "%s: one aperture", chips[c]);
		card.up.visible_B = dev.vram_size_B;
		cr_assert_neq(r500_check_vram_address(&card.up, &err), FL_OK,
			      "the smoke test of before passes");
		cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
		/* R300 has no such bit, and keeps two apertures. */
		cr_assert_eq(card.up.visible_B, c == LEGACY ? half_B : dev.vram_size_B, "%s", chips[c]);
		cr_assert_eq(fl_read32(&dev, R500_SURFACE_INFO(3)), 0);
		cr_assert_eq(r500_check_vram_address(&card.up, &err), FL_OK, "%s", err.text);
		end();
	}
}

/* The step turns on one bit of HOST_PATH_CNTL, and leaves all others as another driver had them. */
Test(transport, other_bits_of_the_host_path_stay)
{
	for (unsigned bit = 0; bit < 32; bit++) {
		const uint32_t aperture = R500_HOST_PATH_CNTL__HDP_APER_CNTL__MASK;
		uint32_t found;

		start("rv530");
		fl_write32(&dev, R500_HOST_PATH_CNTL, fl_read32(&dev, R500_HOST_PATH_CNTL) ^ 1u << bit);
		found = fl_read32(&dev, R500_HOST_PATH_CNTL);
		cr_assert_eq(r500_identify(&card.up, &err), FL_OK, "%s", err.text);
		cr_assert_eq(r500_host_path(&card.up, &err), FL_OK, "%s", err.text);
		cr_expect_eq(fl_read32(&dev, R500_HOST_PATH_CNTL), found | aperture, "bit %u: 0x%x, not 0x%x",
			     bit, fl_read32(&dev, R500_HOST_PATH_CNTL), found | aperture);
		fl_dev_close(&dev);
		fl_model_delete(model);
	}
}

/* Sleeping puts back what the step changed. */
Test(transport, surfaces_and_bus_mastering_come_back)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		uint32_t command;

		start(chips[c]);
		command = dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2) & ~(uint32_t)FL_PCI_COMMAND_MASTER;
		dev.bus->cfg_write(&dev, FL_PCI_COMMAND, 2, command);
		fl_write32(&dev, R500_SURFACE_INFO(7), SURFACE);
		fl_write32(&dev, R500_SURFACE_CNTL, 0x100);
		card.up.transport = FL_TRANSPORT_SYSTEM;
		cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
		cr_assert_eq(dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2), command | FL_PCI_COMMAND_MASTER);
		cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s", err.text);
		cr_assert_eq(dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2), command);
		cr_assert_eq(fl_read32(&dev, R500_SURFACE_INFO(7)), SURFACE);
		cr_assert_eq(fl_read32(&dev, R500_SURFACE_CNTL), 0x100);
		cr_assert_not(fl_read32(&dev, R500_HOST_PATH_CNTL) &
			      R500_HOST_PATH_CNTL__HDP_APER_CNTL__MASK);
		end();
	}
}

/* Before, the RAM was tested while the microengine ran: it hangs over one pattern, and nothing goes on. */
Test(transport, a_free_microengine_runs_garbage)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		start(chips[c]);
		fl_write32(&dev, R500_SURFACE_INFO(3), SURFACE);
		cr_assert_eq(fl_wake_to(&r500_family, &card.up, "pipes", NULL, NULL, &err), FL_OK, "%s",
			     err.text);
		cr_assert_eq(r500_check_microcode_ram(&card.up, &err), FL_OK, "%s", err.text);
		cr_assert_null(fl_model_report(model, 0));
		before_ram_test(&dev);
		cr_assert(said("runs free"));
		cr_assert(fl_read32(&dev, R500_RBBM_STATUS) & R500_RBBM_STATUS__GUI_ACTIVE__MASK);
		cr_assert_neq(r500_microcode(&card.up, &err), FL_OK, "%s goes on", chips[c]);
		if (c >= LEGACY) {
			end_of_a_hung_one(c);
			continue;
		}
		/* stopped, reset, and given something to run, it is well again */
		fl_write32(&dev, R500_CP_ME_CNTL, 0);
		r500_cp_reset(&card);
		cr_assert_eq(r500_microcode(&card.up, &err), FL_OK, "%s", err.text);
		fl_write32(&dev, R500_CP_ME_CNTL, R500_CP_ME_CNTL__ME_MODE(1));
		cr_assert_eq(r500_transport_step(&card.up, &err), FL_OK, "%s", err.text);
		end();
	}
}

/* ---- what a program that was killed leaves behind ------------------------------------------------------ */
/* Pushed by hand: the first n dwords of a triangle over the lower right of the smoke test's picture. */
static void push_triangle(unsigned n)
{
	enum { FAR = 0x42810000, W_1 = 0x3f800000 }; /* 64.5, 1 */
	static const uint32_t triangle[] = {R500_TYPE3(R500_PKT3_3D_DRAW_IMMD_2, 13),
					    R500_VAP_VF_CNTL__PRIM_TYPE(4) | R500_VAP_VF_CNTL__PRIM_WALK(3) |
						R500_VAP_VF_CNTL__NUM_VERTICES(3),
					    FAR,
					    0,
					    0,
					    W_1,
					    FAR,
					    FAR,
					    0,
					    W_1,
					    0,
					    FAR,
					    0,
					    W_1};

	/* the fence before it left a scissor of one pixel; R3xx counts from 1440 (Mesa r300_emit.c) */
	const uint32_t first = r500_is_legacy(&card) ? 1440 : 0, last = first + FL_SMOKE_SIDE - 1;

	cr_assert_eq(r500_ring_begin(&card.ring, 17, &err), FL_OK, "%s", err.text);
	r500_ring_emit(&card.ring, R500_TYPE0(R500_SC_SCISSOR0, 2));
	r500_ring_emit(&card.ring, R500_SC_SCISSOR0__XS0(first) | R500_SC_SCISSOR0__YS0(first));
	r500_ring_emit(&card.ring, R500_SC_SCISSOR1__XS1(last) | R500_SC_SCISSOR1__YS1(last));
	for (unsigned i = 0; i < n; i++)
		r500_ring_emit(&card.ring, triangle[i]);
}

/* In the middle of a triangle that goes by PIO, behind one whose pixels are still in the caches. The next
 * program knows nothing of it, and what it draws has none of them. */
Test(transport, killed_between_two_dwords)
{
	for (unsigned c = 0; c < CHIPS; c++)
		for (unsigned sent = 1; sent < 14; sent += 4) {
			start(chips[c]);
			card.up.transport = FL_TRANSPORT_PIO;
			cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s",
				     err.text);
			cr_assert_eq(r500_check_triangle(&card.up, &err), FL_OK, "%s", err.text);
			push_triangle(14);
			push_triangle(sent);
			fl_delay_us(&dev, 1000);
			cr_assert(fl_read32(&dev, R500_RBBM_STATUS) & R500_RBBM_STATUS__GUI_ACTIVE__MASK);
			dev.awake = false;
			dev.n_before = 0;
			r500_card_init(&card, &dev);
			card.up.images.of[0] = firmware;
			cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s, %u: %s",
				     chips[c], sent, err.text);
			cr_assert_eq(r500_check_triangle(&card.up, &err), FL_OK, "%s, %u: %s", chips[c], sent,
				     err.text);
			cr_assert_null(fl_model_report(model, 0), "%s, %u: %s", chips[c], sent,
				       fl_model_report(model, 0)->text);
			end();
		}
}

/* Behind a triangle that is drawn, and in the caches still: the next program finds it in memory, and nothing
 * there is older than what the chip has. */
Test(transport, killed_before_caches_are_flushed)
{
	for (unsigned i = 0; i < 2 * CHIPS; i++) {
		static const uint8_t black[FL_SMOKE_PICTURE_B];
		static uint8_t after[FL_SMOKE_PICTURE_B];
		const unsigned c = i % CHIPS;
		const bool hangs = i >= CHIPS; /* in the packet behind it: then the card is reset */
		unsigned changed = 0;
		uint64_t at_B;

		start(chips[c]);
		card.up.transport = hangs ? FL_TRANSPORT_PIO : FL_TRANSPORT_AUTO;
		cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
		cr_assert_eq(r500_check_triangle(&card.up, &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_smoke_picture(&card.up, 0, &at_B, &err), FL_OK, "%s", err.text);
		fl_vram_write(&dev, at_B, black, sizeof(black));
		push_triangle(14);
		if (!hangs)
			r500_ring_commit(&card.ring);
		fl_delay_us(&dev, 1000);
		cr_assert_not(fl_read32(&dev, R500_RBBM_STATUS) & R500_RBBM_STATUS__GUI_ACTIVE__MASK);
		if (hangs)
			push_triangle(5);
		dev.awake = false;
		dev.n_before = 0;
		r500_card_init(&card, &dev);
		card.up.images.of[0] = firmware;
		cr_assert_eq(r500_identify(&card.up, &err), FL_OK, "%s", err.text);
		cr_assert_eq(r500_reset(&card.up, &err), FL_OK, "%s: %s", chips[c], err.text);
		fl_vram_read(&dev, at_B, after, sizeof(after));
		for (unsigned k = 0; k < FL_SMOKE_PICTURE_B; k++)
			changed += after[k] != 0;
		cr_assert_gt(changed, 4000, "%s: %u bytes", chips[c], changed);
		cr_assert_null(fl_model_report(model, 0), "%s: %s", chips[c],
			       fl_model_report(model, 0)->text);
		end();
	}
}

/* Who sleeps instead, as after C-c, leaves the card as it was before: on R5xx by a reset. R3xx and R4xx
 * go on waiting for the rest of the packet, and sleeping says so. */
Test(transport, asleep_between_two_dwords)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		start(chips[c]);
		fl_write32(&dev, R500_SURFACE_INFO(3), SURFACE);
		card.up.transport = FL_TRANSPORT_PIO;
		cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
		cr_assert_eq(r500_check_triangle(&card.up, &err), FL_OK, "%s", err.text);
		push_triangle(5);
		if (c < LEGACY) {
			cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s", err.text);
			cr_assert_not(fl_read32(&dev, R500_RBBM_STATUS) & R500_RBBM_STATUS__GUI_ACTIVE__MASK);
			cr_assert_eq(fl_read32(&dev, R500_SURFACE_INFO(3)), SURFACE);
		}
		end_of_a_hung_one(c);
	}
}

/* Each old habit alone, and none: what the image before.elf does in a machine (test_card.c). */
Test(transport, old_habits_fail)
{
	static const char *const want[BEFORE_HABITS] = {
	    NULL, "no way for commands; vram: ", "the ring was read to its end, but SCRATCH_REG4 is ",
	    "CP_CMDSTRM_BUSY"};

	for (unsigned c = 0; c < CHIPS; c++)
		for (enum before_habit habit = BEFORE_NONE; habit < BEFORE_HABITS; habit++) {
			enum fl_code code;

			start(chips[c]);
			code = before_wake(&card, habit, NULL, &err);
			cr_assert(want[habit] ? code && strstr(err.text, want[habit]) : !code, "%s, %s: %s",
				  chips[c], before_names[habit], code ? err.text : "well");
			fl_dev_close(&dev);
			fl_model_delete(model);
		}
}

/* Late writes, surfaces, an engine that runs free, a BAR that shows half of the memory, a kernel's console:
 * all of it on every chip, by every way of commands, up to a triangle. */
Test(transport, every_trap_at_once)
{
	static struct fl_display kept;
	static uint8_t image[2048], before[16], after[16];
	const struct fl_model_config cfg = {
	    .posted = true, .console = true, .threads = 1, .vram_B = 64 << 20, .bar_B = 32 << 20};

	for (unsigned c = 0; c < CHIPS; c++)
		for (enum fl_transport via = FL_TRANSPORT_PIO; via < FL_TRANSPORTS; via++) {
			model = fl_model_new(chips[c], &cfg, NULL, 0);
			cr_assert_eq(fl_open_model(&dev, model, chips[c], &err), FL_OK);
			r500_card_init(&card, &dev);
			card.up.images.of[0] =
			    (struct fl_image){image, fl_model_firmware(chips[c], 0, image, sizeof(image))};
			card.up.transport = via;
			fl_write32(&dev, R500_SURFACE_INFO(3), SURFACE);
			fl_model_tick(model, 100000);
			fl_vram_read(&dev, 0, before, sizeof(before));
			cr_assert(before[0], "the kernel writes");
			cr_assert_eq(fl_display_take(&kept, &r500_family, &dev, &err), FL_OK, "%s", err.text);
			cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s by %s: %s",
				     chips[c], fl_transport_names[via], err.text);
			cr_assert_eq(r500_check_vram_address(&card.up, &err), FL_OK, "%s: %s", chips[c],
				     err.text);
			cr_assert_eq(r500_check_triangle(&card.up, &err), FL_OK, "%s by %s: %s", chips[c],
				     fl_transport_names[via], err.text);
			cr_assert_null(fl_model_report(model, 0), "%s: %s", chips[c],
				       fl_model_report(model, 0)->text);
			cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s", err.text);
			cr_assert_eq(fl_display_give(&kept, &err), FL_OK, "%s", err.text);
			cr_assert_eq(fl_read32(&dev, R500_SURFACE_INFO(3)), SURFACE);
			fl_vram_read(&dev, 0, after, sizeof(after));
			cr_assert_arr_eq(after, before, sizeof(after));
			end();
		}
}
