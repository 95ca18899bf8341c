/* SPDX-License-Identifier: MIT
 *
 * The register tool: u8 chip, u8 flags, then lines, each a verb (its first letter) and words. Its device is
 * plain memory.
 */
#include "hw/regs/fl_regs.h"
#include "hw/r500/spaces.h"
#include "lib/tool/fl_regtool.h"
#include "lib/tool/fl_regtool_text.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { REGS_B = 0x10000, WORDS = 4, MAX_LINES = 8, MAX_SEEN = 4096 };

struct card {
	struct fl_dev dev;
	uint32_t reg[REGS_B / 4];
	uint64_t now_us;
	uint64_t accesses;
	bool parsing; /* nothing may be touched */
};

static struct card *of(struct fl_dev *d, uint32_t offset_B, unsigned size_B)
{
	struct card *c = d->priv;

	if (c->parsing)
		fuzz_fail("parsing touched register 0x%x", offset_B);
	if (offset_B % size_B || offset_B > REGS_B - size_B)
		fuzz_fail("an access of %u bytes at 0x%x", size_B, offset_B);
	c->accesses++;
	return c;
}

static uint32_t read32(struct fl_dev *d, uint32_t offset_B)
{
	return of(d, offset_B, 4)->reg[offset_B / 4];
}

static void write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	of(d, offset_B, 4)->reg[offset_B / 4] = value;
}

static uint8_t read8(struct fl_dev *d, uint32_t offset_B)
{
	return ((uint8_t *)of(d, offset_B, 1)->reg)[offset_B];
}

static void write8(struct fl_dev *d, uint32_t offset_B, uint8_t value)
{
	((uint8_t *)of(d, offset_B, 1)->reg)[offset_B] = value;
}

static uint64_t now_us(struct fl_dev *d)
{
	return ((struct card *)d->priv)->now_us++;
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	((struct card *)d->priv)->now_us += us;
}

static const struct fl_bus bus = {.name = "fuzz",
				  .read32 = read32,
				  .write32 = write32,
				  .read8 = read8,
				  .write8 = write8,
				  .now_us = now_us,
				  .delay_us = delay_us};

static void put(void *arg, const char *text, enum fl_regtool_ink ink)
{
	*(size_t *)arg += strlen(text);
}

static bool describe(void *arg, const struct fl_regtool_place *p, const char *why)
{
	size_t out = 0;
	const struct fl_regtool_text text = {.put = put, .arg = &out};

	fl_regtool_describe(&text, arg, p);
	return false;
}

static void carry_out(struct fl_regtool *t, enum fl_regtool_verb verb, const struct fl_regtool_op *op,
		      unsigned n)
{
	static uint32_t seen[MAX_SEEN];
	struct fl_regtool_watch w = {.seen = seen, .interval_us = 10, .count = 1};
	struct fl_err err = {0};

	switch (verb) {
	case FL_REGTOOL_WRITE:
		fl_regtool_write(t, op, n, &err);
		break;
	case FL_REGTOOL_POLL:
		fl_regtool_poll(t, op, 100, &err);
		break;
	case FL_REGTOOL_READ:
		fl_regtool_read(t, op, n, &err);
		break;
	case FL_REGTOOL_SAFE:
		w.n_seen = fl_regtool_places(t, op, n);
		if (w.n_seen <= MAX_SEEN)
			fl_regtool_watch(t, op, n, &w, &err);
		break;
	case FL_REGTOOL_DECODE:
		for (unsigned i = 0; i < n; i++)
			fl_regtool_walk(t, &op[i], describe, t);
		break;
	}
}

static void line(struct fl_regtool *t, struct card *card, char *text)
{
	enum fl_regtool_verb verb = (enum fl_regtool_verb)((uint8_t)text[0] % 5);
	const char *word[WORDS];
	struct fl_regtool_op op[WORDS];
	struct fl_err err = {0};
	unsigned n = 0;
	enum fl_code code;
	char *rest = NULL;

	if (!text[0])
		return;
	for (char *w = strtok_r(text + 1, " ", &rest); w && n < WORDS; w = strtok_r(NULL, " ", &rest))
		word[n++] = w;
	card->parsing = true;
	code = fl_regtool_parse_all(t, verb, n, word, op, &err);
	card->parsing = false;
	if (code && (code != FL_USAGE || !err.text[0]))
		fuzz_fail("a wrong word gives code %d, \"%s\"", code, err.text);
	if (!code && (n == 1 || verb != FL_REGTOOL_POLL) && n)
		carry_out(t, verb, op, n);
}

void fuzz_regtool(const uint8_t *data, size_t size_B)
{
	static const char *const chips[] = {"R580", "RV530", "R420", "R300", "rv515",
					    "r500", "r600",  "cik",  "gc"};
	const struct fl_regs *db[] = {fl_regs_r500(), fl_regs_r600(), fl_regs_cik(), fl_regs_gc()};
	struct fuzz_in in = {data, size_B};
	const char *chip = chips[fuzz_take(&in, 1) % 9];
	unsigned flags = fuzz_take(&in, 1);
	struct card *card = calloc(1, sizeof(*card));
	char *text = malloc(in.left_B + 1), *rest = NULL;
	size_t out = 0;
	struct fl_regtool_text to = {.put = put, .arg = &out, .brief = flags & 1};
	struct fl_regtool t = {.said = fl_regtool_print,
			       .arg = &to,
			       .force = flags & 2 ? ~0u : 0,
			       .unsafe_read = flags & 4,
			       .rehearse = flags & 8};

	if (card && text && fl_regtool_chip(&t, db, 4, chip)) {
		card->dev = (struct fl_dev){
		    .bus = &bus, .priv = card, .regs_size_B = REGS_B, .vendor = 0x1002, .device = 0x7249};
		t.dev = &card->dev;
		t.spaces = r500_spaces(&card->dev, &t.n_spaces);
		memcpy(text, in.p, in.left_B);
		text[in.left_B] = 0;
		unsigned n = 0;
		for (char *l = strtok_r(text, "\n", &rest); l && n < MAX_LINES;
		     l = strtok_r(NULL, "\n", &rest), n++)
			line(&t, card, l);
	}
	free(text);
	free(card);
}
