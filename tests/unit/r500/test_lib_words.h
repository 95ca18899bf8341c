/* SPDX-License-Identifier: MIT
 *
 * What immediate mode sends: a command buffer that goes nowhere, and the register writes in it.
 */
#ifndef TESTS_UNIT_R500_TEST_LIB_WORDS_H
#define TESTS_UNIT_R500_TEST_LIB_WORDS_H

#include "lib/fl_draw.h"
#include "lib/r500/draw.h"

static inline enum fl_code words_no_submit(struct fl_cs *cs, struct fl_err *err)
{
	cs->at = cs->start;
	return FL_OK;
}

static inline void words_begin(struct fl_draw *d, struct fl_cs *cs, uint32_t vram_addr)
{
	static uint32_t words[1 << 14];
	const struct fl_draw_chip r580 = {.backend = &fl_r500_backend,
					  .vram_addr = vram_addr,
					  .info = fl_chip_find(&r500_chips, 0x1002, 0x7249)};

	fl_cs_init(cs, words, sizeof(words) / 4, words_no_submit, NULL);
	fl_draw_init(d, cs, &r580);
}

/* How often the packets from p on write to reg. *last: what the last one wrote. */
static inline uint32_t words_written(const struct fl_cs *cs, const uint32_t *p, uint32_t reg, uint32_t *last)
{
	uint32_t n = 0;

	while (p < cs->at) {
		uint32_t head = *p++, count = (head >> 16 & 0x3fff) + 1;

		for (uint32_t i = 0; i < count && head >> 30 == 0; i++)
			if ((head & 0x1fff) * 4 + (head & 0x8000 ? 0 : 4 * i) == reg) {
				*last = p[i];
				n++;
			}
		p += count;
	}
	return n;
}

static inline uint32_t words_count(const struct fl_cs *cs, const uint32_t *p, uint32_t reg)
{
	uint32_t last;

	return words_written(cs, p, reg, &last);
}

static inline uint32_t words_last(const struct fl_cs *cs, uint32_t reg)
{
	uint32_t last = 0xdeadbeef;

	words_written(cs, cs->start, reg, &last);
	return last;
}

/* One that crosses the middle of the target. */
static inline void words_triangle(struct fl_draw *d)
{
	fl_begin(d, FL_TRIANGLES);
	fl_vertex(d, -0.81f, -0.73f, 0);
	fl_vertex(d, 0.77f, -0.62f, 0);
	fl_vertex(d, 0.13f, 0.83f, 0);
	fl_end(d);
}

#endif
