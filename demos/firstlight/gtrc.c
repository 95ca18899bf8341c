/* SPDX-License-Identifier: MIT
 *
 * Reads a GTRC trace, and checks each of its records before it is used.
 */
#include "demos/firstlight/gtrc.h"

#include <string.h>

uint32_t fl_gtrc_u32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint64_t fl_gtrc_u64(const uint8_t *p)
{
	return fl_gtrc_u32(p) | (uint64_t)fl_gtrc_u32(p + 4) << 32;
}

enum fl_code fl_gtrc_open(struct fl_gtrc *t, const uint8_t *data, size_t size_B, struct fl_err *err)
{
	uint32_t number, most = 0;

	if (size_B < 16 || fl_gtrc_u32(data) != FL_GTRC_TAG('G', 'T', 'R', 'C'))
		return fl_fail(err, FL_FAILED, "not a GTRC trace: the first four bytes are not \"GTRC\"");
	if (fl_gtrc_u32(data + 4) != 1)
		return fl_fail(err, FL_FAILED, "GTRC version %u; version 1 is known", fl_gtrc_u32(data + 4));
	*t = (struct fl_gtrc){.data = data, .size_B = size_B, .at = 16, .device = fl_gtrc_u32(data + 12)};
	number = fl_gtrc_u32(data + 8);
	for (const struct fl_stream_family *const *f = fl_stream_families; *f; f++) {
		if ((*f)->trace == number)
			t->family = *f;
		most = (*f)->trace > most ? (*f)->trace : most;
	}
	return t->family ? FL_OK : fl_fail(err, FL_FAILED, "GTRC family %u; 1 to %u are known", number, most);
}

/* The least payload of each kind, and for IB and MEM whether what it announces is there. */
static const char *record_fault(const struct fl_gtrc_record *r)
{
	static const struct {
		uint32_t tag, min;
	} kind[] = {
	    {FL_GTRC_INFO, 0}, {FL_GTRC_TILE, 192}, {FL_GTRC_GCID, 128}, {FL_GTRC_MARK, 1},
	    {FL_GTRC_BO, 24},  {FL_GTRC_FREE, 16},  {FL_GTRC_MEM, 16},   {FL_GTRC_RELO, 4},
	    {FL_GTRC_IB, 16},  {FL_GTRC_CBUF, 32},  {FL_GTRC_EXPT, 32},  {FL_GTRC_MASK, 1},
	    {FL_GTRC_SUM, 24},
	};
	unsigned i;

	for (i = 0; i < sizeof kind / sizeof kind[0] && kind[i].tag != r->tag; i++)
		;
	if (i == sizeof kind / sizeof kind[0])
		return "a kind that is not known";
	if (r->size_B < kind[i].min)
		return "too short";
	if (r->tag == FL_GTRC_MEM && fl_gtrc_u32(r->data + 8) > r->size_B - 16)
		return "fewer bytes than it announces";
	if (r->tag == FL_GTRC_IB && fl_gtrc_u32(r->data + 8) > (r->size_B - 16) / 4)
		return "fewer dwords than it announces";
	if (r->tag == FL_GTRC_RELO && fl_gtrc_u32(r->data) > (r->size_B - 4) / 8)
		return "fewer entries than it announces";
	return NULL;
}

int fl_gtrc_next(struct fl_gtrc *t, struct fl_gtrc_record *r, struct fl_err *err)
{
	size_t left = t->size_B - t->at;
	const char *fault;

	if (!left)
		return 0;
	*r = (struct fl_gtrc_record){.at = t->at};
	if (left < 8 || fl_gtrc_u32(t->data + t->at + 4) > left - 8) {
		fl_fail(err, FL_FAILED, "damaged trace: the record at byte %zu runs over the end", t->at);
		return -1;
	}
	r->tag = fl_gtrc_u32(t->data + t->at);
	r->size_B = fl_gtrc_u32(t->data + t->at + 4);
	r->data = t->data + t->at + 8;
	t->at += 8 + r->size_B;
	fault = record_fault(r);
	if (!fault)
		return 1;
	fl_fail(err, FL_FAILED, "damaged trace: record 0x%08x of %u bytes at byte %zu: %s", r->tag, r->size_B,
		r->at, fault);
	return -1;
}

enum fl_code fl_gtrc_expect(const struct fl_gtrc_record *r, struct fl_gtrc_expect *e, struct fl_err *err)
{
	const uint8_t *p = r->data;

	*e = (struct fl_gtrc_expect){
	    .addr = fl_gtrc_u64(p),
	    .w = fl_gtrc_u32(p + 8),
	    .h = fl_gtrc_u32(p + 12),
	    .pitch_B = (int32_t)fl_gtrc_u32(p + 16),
	    .format = fl_gtrc_u32(p + 20),
	    .tol = fl_gtrc_u32(p + 24),
	    .flags = fl_gtrc_u32(p + 28),
	    .rgba = p + 32,
	};
	if (!e->w || !e->h || e->w > 16384 || e->h > 16384 || (uint64_t)e->w * e->h * 4 > r->size_B - 32 ||
	    e->format > 1 || e->pitch_B < (int32_t)e->w * 4)
		return fl_fail(err, FL_FAILED,
			       "damaged trace: EXPT at byte %zu: %u x %u, pitch %d, format %u, in %u bytes",
			       r->at, e->w, e->h, e->pitch_B, e->format, r->size_B);
	return FL_OK;
}

void fl_gtrc_info(const struct fl_gtrc_record *r, const char *key, char *out, size_t size_B)
{
	const char *s = (const char *)r->data, *end = s + strnlen(s, r->size_B);
	size_t n = strlen(key);

	out[0] = 0;
	while (s < end) {
		const char *eol = memchr(s, '\n', (size_t)(end - s));

		if (!eol)
			eol = end;
		if ((size_t)(eol - s) > n && !memcmp(s, key, n) && s[n] == '=') {
			size_t v = (size_t)(eol - s) - n - 1;

			v = v < size_B - 1 ? v : size_B - 1;
			memcpy(out, s + n + 1, v);
			out[v] = 0;
			return;
		}
		s = eol + 1;
	}
}
