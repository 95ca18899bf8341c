/* SPDX-License-Identifier: MIT
 *
 * The stream decoder: u8 family, u8 chip (0: any), then dwords, decoded in two calls.
 */
#include "lib/stream/fl_stream.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

struct seen {
	const uint32_t *dw;
	uint32_t n;
	uint64_t events;
	uint32_t sum; /* of what was read */
};

/* Everything that an event points to must be there. */
static void on_event(void *arg, const struct fl_stream_event *e)
{
	struct seen *s = arg;
	const struct fl_reg *all[] = {e->reg, e->word, e->more};
	char name[128];

	s->events++;
	if (e->kind > FL_STREAM_DRAW || e->space >= FL_STREAM_SPACES)
		fuzz_fail("an event of kind %u, space %u", e->kind, e->space);
	if (e->at >= s->n)
		fuzz_fail("an event at dword %u of %u", e->at, s->n);
	for (unsigned i = 0; i < 3; i++) {
		struct fl_reg_field f;

		if (!all[i])
			continue;
		fl_reg_full_name(all[i], name, sizeof(name));
		for (unsigned k = 0; k < all[i]->n_fields; k++) {
			uint32_t plus;

			if (!fl_reg_field(all[i], k, &f))
				continue;
			s->sum += fl_reg_field_get(&f, e->value);
			fl_reg_value_name(all[i], &f, e->value, &plus);
		}
	}
	if (e->object && strlen(e->object) > 64)
		fuzz_fail("an object's name: %s", e->object);
	if (e->kind != FL_STREAM_PACKET)
		return;
	if (!e->n || e->n > s->n - e->at || e->dw != s->dw + e->at || !e->name || !e->name[0])
		fuzz_fail("a packet of %u dwords at %u of %u", e->n, e->at, s->n);
	for (uint32_t i = 0; i < e->n; i++)
		s->sum += e->dw[i];
}

/* Some of the address space answers: with the stream itself, again and again. */
static bool on_memory(void *arg, uint64_t address, void *out, uint32_t size_B)
{
	struct seen *s = arg;

	if (!s->n || address % 64 == 60)
		return false;
	for (uint32_t i = 0; i < size_B; i++)
		((uint8_t *)out)[i] = ((const uint8_t *)s->dw)[(address + i) % (4ull * s->n)];
	return true;
}

static unsigned families(void)
{
	unsigned n = 0;

	while (fl_stream_families[n])
		n++;
	return n;
}

void fuzz_stream(const uint8_t *data, size_t size_B)
{
	struct fuzz_in in = {data, size_B};
	const unsigned n_families = families();
	const struct fl_stream_family *family =
	    n_families ? fl_stream_families[fuzz_take(&in, 1) % n_families] : NULL;
	unsigned chip = fuzz_take(&in, 1);
	const char *name = chip && family ? fl_regs_chip_name(family->regs(), chip - 1) : NULL;
	struct fl_stream *s = family ? malloc(sizeof(*s)) : NULL;
	struct seen seen = {0};
	struct fl_err err = {0};

	if (!s)
		return;
	if (fl_stream_init(s, family, name, on_event, &seen, &err))
		fuzz_fail("%s: %s", name ? name : "no chip", err.text);
	s->on_memory = chip & 1 ? NULL : on_memory;
	fl_stream_with_vertices(s);
	for (unsigned part = 0; part < 2; part++) {
		size_t n = part ? in.left_B / 4 : in.left_B / 8;
		uint32_t *dw = malloc(4 * n + 1);

		if (!dw)
			break;
		memcpy(dw, in.p, 4 * n);
		in.p += 4 * n;
		in.left_B -= 4 * n;
		seen.dw = dw;
		seen.n = (uint32_t)n;
		err.text[0] = 0;
		if (fl_stream_decode(s, dw, seen.n, &err) && !err.text[0])
			fuzz_fail("decoding failed without a reason");
		free(dw);
	}
	free(s);
}
