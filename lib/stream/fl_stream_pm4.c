/* SPDX-License-Identifier: MIT
 *
 * PM4: the packets of R5xx, R6xx/R7xx and Sea Islands. R5xx guide 6.1, R6xx/R7xx guide 5.2, Linux cikd.h.
 */
#include "lib/stream/fl_stream.h"

#define TYPE(h)    ((h) >> 30)
#define COUNT(h)   ((h) >> 16 & 0x3fff)
#define OPCODE(h)  ((h) >> 8 & 0xff)
#define OP_NOP     0x10u
#define NO_DWORD   0xffffffffu
#define ONE_REG_WR 0x8000u

struct body {
	struct fl_stream *s;
	const uint32_t *dw; /* the stream */
	uint32_t at;        /* of body dword 0 in it */
	uint32_t n, i;
	struct fl_err *err;
};

/* again: how many dwords of the same description came right before. */
static void tell(struct body *b, const struct fl_reg *reg, uint32_t again)
{
	struct fl_stream_event e = {
	    .kind = FL_STREAM_BODY,
	    .at = b->at + b->i,
	    .raw = b->dw[b->at + b->i],
	    .value = b->dw[b->at + b->i],
	    .reg = reg,
	    .word = reg,
	    .draw = b->s->draws + 1,
	};

	b->i++;
	if (b->s->vertices && b->s->vertices->body)
		b->s->vertices->body(b->s, &e, again);
	b->s->on_event(b->s->arg, &e);
}

/* The description's dwords from d on, against the body. */
static enum fl_code walk(struct body *b, const struct fl_reg_packet *p, uint32_t d)
{
	uint32_t again = NO_DWORD, round = NO_DWORD;
	struct fl_reg_dword form;

	for (uint32_t k = p->n_dwords; k > d; k--)
		if (fl_reg_packet_dword(p, k - 1, &form) && form.repeats)
			again = k - 1;
	while (fl_reg_packet_dword(p, d, &form)) {
		const uint32_t *body = b->dw + b->at;
		bool only = form.repeats && again == d && d + 1 == p->n_dwords;
		uint32_t left = b->n - b->i, count = only ? left : 1;

		if (b->s->family->count)
			b->s->family->count(p, &form, body, b->n, b->i, &count, &again);
		if (count > left && (form.optional || (d == again && !left)))
			return FL_OK;
		if (count > left)
			return fl_fail(b->err, FL_FAILED, "dword %u: %s ends before its %s", b->at - 1,
				       p->name, form.word.name);
		for (uint32_t told = 0; told < count; told++) {
			if (form.fixed && body[b->i] != form.word.reset)
				return fl_fail(b->err, FL_FAILED,
					       "dword %u: %s of %s is 0x%x and must be 0x%x", b->at + b->i,
					       form.word.name, p->name, body[b->i], form.word.reset);
			tell(b, &form.word, told);
		}
		if (++d < p->n_dwords || p->group || b->i == b->n)
			continue;
		if (again == NO_DWORD || round == b->i) /* nowhere to go on, or a round that took nothing */
			return fl_fail(b->err, FL_FAILED, "dword %u: %s has %u dwords too many", b->at - 1,
				       p->name, b->n - b->i);
		round = b->i;
		d = again;
	}
	return FL_OK;
}

static enum fl_code walk_body(struct body *b, const struct fl_reg_packet *p)
{
	struct fl_reg_packet settings;
	enum fl_code code;

	if (!p->settings || !fl_regs_packet_find(b->s->db, "SETTINGS", b->s->chips, &settings))
		return walk(b, p, 0);
	code = walk(b, &settings, 0);
	return code ? code : walk(b, p, 1);
}

/* A driver may well set no register at all: Mesa's r600 does. */
static enum fl_code set_registers(struct body *b, const struct fl_reg_packet *p,
				  const struct fl_stream_set *set)
{
	uint32_t first = b->dw[b->at], offset = set->start + (first & 0xffff) * 4;
	struct fl_reg_dword form;

	tell(b, fl_reg_packet_dword(p, 0, &form) ? &form.word : NULL, 0);
	if (offset + (b->n - 1) * 4 > set->end)
		return fl_fail(b->err, FL_FAILED,
			       "dword %u: %s of 0x%x to 0x%x leaves its range, 0x%x to 0x%x", b->at, p->name,
			       offset, offset + (b->n - 1) * 4 - 1, set->start, set->end - 1);
	for (; b->i < b->n; b->i++, offset += 4)
		fl_stream_write(b->s, b->dw, b->at + b->i, offset, b->dw[b->at + b->i]);
	return FL_OK;
}

static enum fl_code type3(struct body *b, uint32_t header)
{
	const struct fl_stream_set *set = b->s->family->set;
	struct fl_reg_packet p;
	struct fl_stream_event e = {
	    .kind = FL_STREAM_PACKET,
	    .at = b->at - 1,
	    .raw = header,
	    .value = header,
	    .dw = b->dw + b->at - 1,
	    .n = b->n + 1,
	    .type = 3,
	    .opcode = OPCODE(header),
	    .draw = b->s->draws + 1,
	};
	enum fl_code code;

	if (!fl_regs_packet(b->s->db, e.opcode, b->s->chips, &p))
		return fl_fail(b->err, FL_FAILED, "dword %u: there is no packet with opcode 0x%x (0x%08x)",
			       e.at, e.opcode, header);
	e.name = p.name;
	b->s->on_event(b->s->arg, &e);
	if (!b->n)
		return FL_OK;
	while (set && set->opcode && set->opcode != e.opcode)
		set++;
	code = set && set->opcode ? set_registers(b, &p, set) : walk_body(b, &p);
	for (const uint8_t *draw = b->s->family->draws; !code && *draw; draw++)
		if (*draw == e.opcode)
			fl_stream_draw(b->s, e.at, e.opcode);
	return code;
}

/* Types 0 and 1: registers by their index. */
static enum fl_code registers(struct body *b, uint32_t header)
{
	struct fl_stream *s = b->s;
	const struct fl_stream_family *f = s->family;
	bool one = f->one_reg_wr && header & ONE_REG_WR, is_type1 = TYPE(header) == 1;
	uint32_t mask = f->type0_end / 4 - 1, reserved = f->one_reg_wr ? 0x7fff & ~mask : 0xffff & ~mask;
	uint32_t offset = is_type1 ? (header & 0x7ff) * 4 : (header & mask) * 4;
	struct fl_stream_event e = {
	    .kind = FL_STREAM_PACKET,
	    .at = b->at - 1,
	    .raw = header,
	    .value = header,
	    .name = is_type1 ? "PKT1"
		    : one    ? "PKT0_ONE"
			     : "PKT0",
	    .dw = b->dw + b->at - 1,
	    .n = b->n + 1,
	    .type = TYPE(header),
	    .offset = offset,
	    .draw = s->draws + 1,
	};

	if (!is_type1 && header & reserved)
		return fl_fail(b->err, FL_FAILED,
			       "dword %u: reserved bits are set in the type-0 header 0x%08x", e.at, header);
	if (!is_type1 && !one && offset + b->n * 4 > f->type0_end)
		return fl_fail(b->err, FL_FAILED,
			       "dword %u: %u registers from 0x%x on run over the end, 0x%x", e.at, b->n,
			       offset, f->type0_end);
	s->on_event(s->arg, &e);
	for (; b->i < b->n; b->i++) {
		uint32_t to = is_type1 ? (b->i ? header >> 11 & 0x7ff : header & 0x7ff) * 4
				       : offset + (one ? 0 : b->i * 4);

		fl_stream_write(s, b->dw, b->at + b->i, to, b->dw[b->at + b->i]);
	}
	return FL_OK;
}

static enum fl_code pm4(struct fl_stream *s, const uint32_t *dw, uint32_t n, struct fl_err *err)
{
	for (uint32_t at = 0; at < n; at = s->end) {
		uint32_t h = dw[at];
		struct body b = {s, dw, at + 1, COUNT(h) + 1, 0, err};
		enum fl_code code;

		if (TYPE(h) == 2) {
			struct fl_stream_event e = {.kind = FL_STREAM_PACKET,
						    .at = at,
						    .raw = h,
						    .value = h,
						    .name = "PKT2",
						    .type = 2,
						    .dw = dw + at,
						    .n = 1,
						    .draw = s->draws + 1};

			s->end = at + 1;
			s->packets++;
			s->on_event(s->arg, &e);
			continue;
		}
		if (TYPE(h) == 3 && s->family->short_nop && OPCODE(h) == OP_NOP && COUNT(h) == 0x3fff)
			b.n = 0;
		if (TYPE(h) == 1)
			b.n = 2;
		if (TYPE(h) == 1 ? !s->family->type1 : TYPE(h) == 0 && !s->family->type0_end)
			return fl_fail(err, FL_FAILED,
				       "dword %u: 0x%08x is a header of type %u, which %s has not", at, h,
				       TYPE(h), s->family->name);
		if (b.n > n - b.at)
			return fl_fail(err, FL_FAILED,
				       "dword %u: the packet 0x%08x has %u dwords, and %u are left", at, h,
				       b.n + 1, n - at);
		s->end = b.at + b.n;
		s->packets++;
		code = TYPE(h) == 3 ? type3(&b, h) : registers(&b, h);
		if (code)
			return code;
	}
	return FL_OK;
}

enum fl_code fl_stream_decode(struct fl_stream *s, const uint32_t *dw, uint32_t n, struct fl_err *err)
{
	s->looks_dw += (uint64_t)n * FL_STREAM_LOOKS_EACH;
	return (s->family->decode ? s->family->decode : pm4)(s, dw, n, err);
}
