/* SPDX-License-Identifier: MIT
 *
 * Step: microcode; see microcode.h.
 */
#include "hw/r500/microcode.h"
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/r500/transport.h"
#include "hw/regs/r500.h"

static uint32_t be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

struct r500_microcode_word r500_microcode_word(const uint8_t *image, unsigned i)
{
	return (struct r500_microcode_word){be32(image + 8 * i), be32(image + 8 * i + 4)};
}

enum fl_code r500_microcode_check(const uint8_t *image, size_t size_B, struct fl_err *err)
{
	unsigned wide = 0, first_wide = 0, swapped = 0, used = 0;

	if (!image || size_B != R500_MICROCODE_B)
		return fl_fail(err, FL_USAGE, "microcode: the image has %zu bytes; it has to have %d", size_B,
			       R500_MICROCODE_B);
	for (unsigned i = 0; i < R500_MICROCODE_WORDS; i++) {
		struct r500_microcode_word w = r500_microcode_word(image, i);

		if (w.high > 0xff && !wide++)
			first_wide = i;
		swapped += w.high > 0xff && !(w.high & 0xffffff);
		used += w.high || w.low;
	}
	if (wide) {
		struct r500_microcode_word w = r500_microcode_word(image, first_wide);

		return fl_fail(err, FL_USAGE,
			       "microcode: word %u has 0x%08x in its upper dword, and a word has only 40 "
			       "bits (%u such words)%s",
			       first_wide, w.high, wide,
			       swapped == wide ? ": the file is byte-swapped, it has to be big-endian" : "");
	}
	if (!used)
		return fl_fail(err, FL_USAGE, "microcode: the image holds nothing but zeros");
	return FL_OK;
}

void r500_microcode_write(struct fl_dev *d, const uint8_t *image)
{
	fl_write32(d, R500_CP_ME_RAM_ADDR, 0);
	for (unsigned i = 0; i < R500_MICROCODE_WORDS; i++) {
		struct r500_microcode_word w = r500_microcode_word(image, i);

		/* Guide 5.12: the write to DATAL stores all 40 bits, and moves the address on. */
		fl_write32(d, R500_CP_ME_RAM_DATAH, w.high);
		fl_write32(d, R500_CP_ME_RAM_DATAL, w.low);
	}
}

enum fl_code r500_microcode_verify(struct fl_dev *d, const uint8_t *image, struct fl_err *err)
{
	unsigned bad = 0, first = 0;
	struct r500_microcode_word got = {0, 0};

	fl_write32(d, R500_CP_ME_RAM_RADDR, 0);
	for (unsigned i = 0; i < R500_MICROCODE_WORDS; i++) {
		struct r500_microcode_word want = r500_microcode_word(image, i);
		uint32_t high = fl_read32(d, R500_CP_ME_RAM_DATAH) & R500_CP_ME_RAM_DATAH__ME_RAM_DATAH__MASK;
		uint32_t low = fl_read32(d, R500_CP_ME_RAM_DATAL);

		if ((high != want.high || low != want.low) && !bad++) {
			first = i;
			got = (struct r500_microcode_word){high, low};
		}
	}
	if (bad) {
		struct r500_microcode_word want = r500_microcode_word(image, first);

		return fl_fail(
		    err, FL_FAILED,
		    "microcode: word %u reads 0x%02x%08x, written was 0x%02x%08x; %u of %d words differ%s",
		    first, got.high, got.low, want.high, want.low, bad, R500_MICROCODE_WORDS,
		    bad == R500_MICROCODE_WORDS ? ": the RAM does not answer, is the CP's clock on?" : "");
	}
	return FL_OK;
}

enum fl_code r500_microcode(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	enum fl_code code;

	if (!c->up.images.of[0].data)
		return fl_fail(err, FL_NO_DEVICE,
			       "microcode: none given. The command processor needs %s (package "
			       "firmware-amd-graphics), or "
			       "--microcode FILE",
			       c->family ? r500_chip_microcode(c->family) : "radeon/R520_cp.bin");
	code = r500_microcode_check(c->up.images.of[0].data, c->up.images.of[0].size_B, err);
	if (!code)
		code = r500_idle_wait(c->up.dev, 500000, err);
	if (code)
		return code;
	r500_microcode_write(c->up.dev, c->up.images.of[0].data);
	code = r500_microcode_verify(c->up.dev, c->up.images.of[0].data, err);
	if (code)
		return code;
	r500_cp_reset(c);
	fl_did(&c->up, "%d words of 40 bits loaded, and read back the same", R500_MICROCODE_WORDS);
	return FL_OK;
}
