/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the ways into memory, and the memory. What was there before is put back.
 */
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"

static uint32_t vram32(struct fl_dev *d, uint64_t at_B)
{
	uint32_t v;

	fl_vram_read(d, at_B, &v, 4);
	return v;
}

static void set_vram32(struct fl_dev *d, uint64_t at_B, uint32_t v)
{
	fl_vram_write(d, at_B, &v, 4);
	fl_write_barrier();
}

static uint32_t mm_read(struct fl_dev *d, uint32_t index)
{
	fl_write32(d, R500_MM_INDEX, index);
	return fl_read32(d, R500_MM_DATA);
}

enum fl_code r500_check_mm_index(struct r500_card *c, struct fl_err *err)
{
	struct fl_dev *d = c->dev;
	uint32_t direct = fl_read32(d, R500_CONFIG_MEMSIZE), indirect = mm_read(d, R500_CONFIG_MEMSIZE);
	const uint32_t at_B = 0x1000, pattern = 0x5aa53cc3, in_vram = R500_MM_INDEX__MM_APER(1) | at_B;
	uint32_t old, got;

	if (direct != indirect)
		return fl_fail(err, FL_FAILED,
			       "CONFIG_MEMSIZE reads 0x%08x directly and 0x%08x through MM_INDEX", direct,
			       indirect);
	old = vram32(d, at_B);
	fl_write32(d, R500_MM_INDEX, in_vram);
	fl_write32(d, R500_MM_DATA, pattern);
	got = mm_read(d, in_vram);
	if (got != pattern) {
		set_vram32(d, at_B, old);
		return fl_fail(err, FL_FAILED,
			       "VRAM at 0x%x reads 0x%08x through MM_INDEX after 0x%08x was written there",
			       at_B, got, pattern);
	}
	got = vram32(d, at_B);
	set_vram32(d, at_B, old);
	if (got != pattern)
		return fl_fail(
		    err, FL_FAILED,
		    "VRAM at 0x%x reads 0x%08x through the aperture after 0x%08x was written through "
		    "MM_INDEX: they lead "
		    "to different places; HDP_FB_LOCATION 0x%08x",
		    at_B, got, pattern, fl_read32(d, R500_HDP_FB_LOCATION));
	r500_card_did(c, "registers and VRAM reached both ways, the same");
	return FL_OK;
}

enum fl_code r500_check_vram_data(struct r500_card *c, struct fl_err *err)
{
	/* Eight dwords are 256 bits: every line of the widest bus. Three places: start, middle, end. */
	enum { RUN = 8 };
	const uint64_t places[] = {0, c->visible_B / 2, c->visible_B - 4 * RUN};
	uint32_t old[RUN], got[RUN], stuck_0 = 0, stuck_1 = 0;
	struct fl_dev *d = c->dev;

	for (unsigned p = 0; p < 3; p++) {
		uint64_t bad_B = 0;
		uint32_t want_bad = 0, got_bad = 0;
		bool bad = false;

		fl_vram_read(d, places[p], old, sizeof(old));
		for (unsigned bit = 0; bit < 64; bit++) { /* a walking one, then a walking zero */
			uint32_t word = 1u << (bit & 31), run[RUN];

			for (unsigned i = 0; i < RUN; i++)
				run[i] = bit < 32 ? word : ~word;
			fl_vram_write(d, places[p], run, sizeof(run));
			fl_write_barrier();
			fl_vram_read(d, places[p], got, sizeof(got));
			for (unsigned i = 0; i < RUN; i++) {
				stuck_0 |= run[i] & ~got[i];
				stuck_1 |= ~run[i] & got[i];
				if (got[i] != run[i] && !bad) {
					bad = true;
					bad_B = places[p] + 4 * i;
					want_bad = run[i];
					got_bad = got[i];
				}
			}
		}
		fl_vram_write(d, places[p], old, sizeof(old));
		fl_write_barrier();
		if (bad)
			return fl_fail(err, FL_FAILED,
				       "VRAM at 0x%llx reads 0x%08x after 0x%08x was written; bits that do "
				       "not become 1: 0x%08x, "
				       "that do not become 0: 0x%08x",
				       (unsigned long long)bad_B, got_bad, want_bad, stuck_0, stuck_1);
	}
	r500_card_did(c, "walking ones and zeros over 256 bits at the start, the middle and the end");
	return FL_OK;
}

enum fl_code r500_check_vram_address(struct r500_card *c, struct fl_err *err)
{
	/* One dword at 0 and one at each power of two: an address line that is stuck or shorted makes two of
	 * them one. */
	enum { MAX = 40 };
	struct fl_dev *d = c->dev;
	uint32_t old[MAX];
	uint64_t at[MAX];
	unsigned n = 0;
	enum fl_code code = FL_OK;

	at[n++] = 0;
	for (uint64_t bit = 4; bit < c->visible_B && n < MAX; bit <<= 1)
		at[n++] = bit;
	for (unsigned i = 0; i < n; i++)
		old[i] = vram32(d, at[i]);
	for (unsigned i = 0; i < n; i++)
		set_vram32(d, at[i], 0xadd20000 | i);
	for (unsigned i = 0; i < n && !code; i++) {
		uint32_t got = vram32(d, at[i]);

		if (got == (0xadd20000 | i))
			continue;
		if (got >> 16 == 0xadd2 && (got & 0xffff) < n)
			code = fl_fail(
			    err, FL_FAILED,
			    "VRAM at 0x%llx and at 0x%llx are the same memory: an address line is stuck, or "
			    "there is less "
			    "memory than CONFIG_MEMSIZE says",
			    (unsigned long long)at[i], (unsigned long long)at[got & 0xffff]);
		else
			code = fl_fail(err, FL_FAILED, "VRAM at 0x%llx reads 0x%08x after 0x%08x was written",
				       (unsigned long long)at[i], got, 0xadd20000 | i);
	}
	for (unsigned i = n; i-- > 0;)
		set_vram32(d, at[i], old[i]);
	if (!code)
		r500_card_did(c, "%u address lines tell %llu MiB apart", n - 1,
			      (unsigned long long)(c->visible_B >> 20));
	return code;
}
