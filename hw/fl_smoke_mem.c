/* SPDX-License-Identifier: MIT
 *
 * Smoke test: memory that holds what is written to it, whatever the family. What was there before is put
 * back.
 */
#include "hw/fl_smoke.h"

uint32_t fl_smoke_peek(struct fl_dev *d, uint64_t at_B)
{
	uint32_t v;

	fl_vram_read(d, at_B, &v, 4);
	return v;
}

void fl_smoke_poke(struct fl_dev *d, uint64_t at_B, uint32_t v)
{
	fl_vram_write(d, at_B, &v, 4);
	fl_write_barrier();
}

enum fl_code fl_smoke_data_lines(struct fl_bringup *up, struct fl_err *err)
{
	/* Eight dwords are 256 bits: every line of the widest bus. Three places: start, middle, end. */
	enum { RUN = 8 };
	const uint64_t places[] = {0, up->visible_B / 2, up->visible_B - 4 * RUN};
	uint32_t old[RUN], got[RUN], stuck_0 = 0, stuck_1 = 0;
	struct fl_dev *d = up->dev;

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
				       "not become 1: 0x%08x, that do not become 0: 0x%08x",
				       (unsigned long long)bad_B, got_bad, want_bad, stuck_0, stuck_1);
	}
	fl_did(up, "walking ones and zeros over 256 bits at the start, the middle and the end");
	return FL_OK;
}

enum fl_code fl_smoke_address_lines(struct fl_bringup *up, const char *size_reg, struct fl_err *err)
{
	/* One dword at 0 and one at each power of two: an address line that is stuck or shorted makes two of
	 * them one. */
	enum { MAX = 40 };
	struct fl_dev *d = up->dev;
	uint32_t old[MAX];
	uint64_t at[MAX];
	unsigned n = 0;
	enum fl_code code = FL_OK;

	at[n++] = 0;
	for (uint64_t bit = 4; bit < up->visible_B && n < MAX; bit <<= 1)
		at[n++] = bit;
	for (unsigned i = 0; i < n; i++)
		old[i] = fl_smoke_peek(d, at[i]);
	for (unsigned i = 0; i < n; i++)
		fl_smoke_poke(d, at[i], 0xadd20000 | i);
	for (unsigned i = 0; i < n && !code; i++) {
		uint32_t got = fl_smoke_peek(d, at[i]);

		if (got == (0xadd20000 | i))
			continue;
		if (got >> 16 == 0xadd2 && (got & 0xffff) < n)
			code = fl_fail(
			    err, FL_FAILED,
			    "VRAM at 0x%llx and at 0x%llx are the same memory: an address line is stuck, or "
			    "there is less memory than %s says",
			    (unsigned long long)at[i], (unsigned long long)at[got & 0xffff], size_reg);
		else
			code = fl_fail(err, FL_FAILED, "VRAM at 0x%llx reads 0x%08x after 0x%08x was written",
				       (unsigned long long)at[i], got, 0xadd20000 | i);
	}
	for (unsigned i = n; i-- > 0;)
		fl_smoke_poke(d, at[i], old[i]);
	if (!code)
		fl_did(up, "%u address lines tell %llu MiB apart", n - 1,
		       (unsigned long long)(up->visible_B >> 20));
	return code;
}

enum fl_code fl_smoke_scratch(struct fl_bringup *up, uint32_t first_B, uint32_t stride_B, unsigned n,
			      const char *name, struct fl_err *err)
{
	static const uint32_t patterns[] = {0x00000000, 0xffffffff, 0x55555555, 0xaaaaaaaa};
	enum { PATTERNS = 4, OWN_NUMBER = 0x5c2a7c00 };
	struct fl_dev *d = up->dev;

	for (unsigned p = 0; p <= PATTERNS; p++) {
		/* Last round: each its own number, for registers that are one and the same. */
		for (unsigned i = 0; i < n; i++)
			fl_write32(d, first_B + i * stride_B, p < PATTERNS ? patterns[p] : OWN_NUMBER + i);
		for (unsigned i = 0; i < n; i++) {
			uint32_t want = p < PATTERNS ? patterns[p] : OWN_NUMBER + i;
			uint32_t got = fl_read32(d, first_B + i * stride_B);

			if (got != want)
				return fl_fail(err, FL_FAILED, "%s%u reads 0x%08x after 0x%08x was written",
					       name, i, got, want);
		}
	}
	fl_did(up, "%u registers hold four patterns, and their own numbers", n);
	return FL_OK;
}
