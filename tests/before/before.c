/* SPDX-License-Identifier: MIT
 *
 * Waking a card with one old habit; see before.h.
 */
#include "tests/before/before.h"
#include "hw/fl_wake.h"
#include "hw/r500/microcode.h"
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"

const char *const before_names[BEFORE_HABITS] = {"none", "host path", "commit", "RAM test"};

enum {
	WAIT_US = 100000,
	TRIES = 500, /* the card's combiner empties itself in time, and a test's machine may be slow */
	A_SCREEN_US = 50000, /* in which a kernel has written all of one */
	MARK = 0x5a5aa5a5,
};

void before_commit(struct r500_ring *ring, uint32_t reg, uint32_t value)
{
	const uint32_t packet[R500_RING_ALIGN_DW] = {R500_TYPE0(reg, 1), value,
						     [2 ... R500_RING_ALIGN_DW - 1] = R500_TYPE2};

	fl_write32(ring->dev, R500_CP_RB_WPTR_DELAY, 0);
	fl_vram_write(ring->dev, ring->at_B + 4ull * ring->wptr, packet, sizeof(packet));
	fl_write_barrier();
	ring->wptr = (ring->wptr + R500_RING_ALIGN_DW) & (ring->size_dw - 1);
	fl_write32(ring->dev, R500_CP_RB_WPTR, ring->wptr);
	fl_read32(ring->dev, R500_CP_RB_WPTR);
	ring->told = ring->wptr;
}

void before_ram_test(struct fl_dev *d)
{
	fl_write32(d, R500_CP_ME_RAM_ADDR, 0);
	for (unsigned i = 0; i < R500_MICROCODE_WORDS; i++) {
		fl_write32(d, R500_CP_ME_RAM_DATAH, 0x55);
		fl_write32(d, R500_CP_ME_RAM_DATAL, 0x55555555);
	}
	fl_delay_us(d, 10);
}

/* Does the card run what it is handed? */
static enum fl_code commit(struct r500_ring *ring, struct fl_err *err)
{
	const uint32_t reg = R500_SCRATCH_REG(4);

	for (uint32_t i = 1; i <= TRIES; i++) {
		enum fl_code code;

		before_commit(ring, reg, i);
		code = r500_ring_drain(ring, WAIT_US, err);
		if (code)
			return code;
		if (fl_read32(ring->dev, reg) != i)
			return fl_fail(err, FL_FAILED,
				       "the ring was read to its end, but SCRATCH_REG4 is %u, not %u",
				       fl_read32(ring->dev, reg), i);
	}
	return FL_OK;
}

/* Does the beginning of VRAM, where a picture would lie, keep what is written to it? */
static enum fl_code keeps(struct fl_dev *d, struct fl_err *err)
{
	uint32_t dw = MARK;

	fl_vram_write(d, 0, &dw, sizeof(dw));
	fl_delay_us(d, A_SCREEN_US);
	fl_vram_read(d, 0, &dw, sizeof(dw));
	return dw == MARK ? FL_OK
			  : fl_fail(err, FL_FAILED, "VRAM at 0 reads 0x%08x, written was 0x%08x", dw, MARK);
}

enum fl_code before_wake(struct r500_card *c, enum before_habit habit, struct fl_display *kept,
			 struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	enum fl_code code = FL_OK;
	struct fl_err late;

	c->up.transport = FL_TRANSPORT_VRAM;
	d->awake = true;
	if (kept)
		code = fl_display_take(kept, &r500_family, d, err);
	for (const struct fl_step *s = r500_family.steps; s->name && !code; s++) {
		if (habit == BEFORE_HOST_PATH && s->run == r500_host_path)
			continue;
		if (habit == BEFORE_RAM_TEST && s->run == r500_microcode)
			before_ram_test(d);
		code = s->run(&c->up, err);
	}
	if (!code && habit == BEFORE_COMMIT)
		code = commit(&c->ring, err);
	if (!code)
		code = keeps(d, err);
	if (!code)
		code = r500_check_triangle(&c->up, err);
	if (habit == BEFORE_RAM_TEST && code)
		return code;
	if (fl_sleep(&r500_family, d, &late) && !code)
		code = fl_fail(err, late.code, "%s", late.text);
	if (kept && fl_display_give(kept, &late) && !code)
		code = fl_fail(err, late.code, "%s", late.text);
	return code;
}
