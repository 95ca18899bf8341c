/* SPDX-License-Identifier: MIT
 *
 * What the decoders of all families share: events.
 */
#include "lib/stream/fl_stream.h"
#include "hw/fl_str.h"

#include <string.h>

enum fl_code fl_stream_init(struct fl_stream *s, const struct fl_stream_family *family, const char *chip,
			    fl_stream_on_event *on_event, void *arg, struct fl_err *err)
{
	memset(s, 0, sizeof *s);
	s->family = family;
	s->db = family->regs();
	s->chips = chip ? fl_regs_chip(s->db, chip) : FL_REGS_ANY_CHIP;
	s->on_event = on_event;
	s->arg = arg;
	s->looks_dw = FL_STREAM_LOOKS_DW;
	return s->chips ? FL_OK
			: fl_fail(err, FL_USAGE, "no chip of the family %s is called %s", family->name, chip);
}

void fl_stream_write(struct fl_stream *s, const uint32_t *dw, uint32_t at, uint32_t offset, uint32_t value)
{
	struct fl_reg reg, word;
	struct fl_stream_event e = {
	    .kind = FL_STREAM_REG,
	    .at = at,
	    .raw = dw[at],
	    .value = value,
	    .offset = offset,
	    .space = FL_STREAM_MMIO,
	    .index = offset,
	    .dw = dw + at,
	    .n = s->end - at,
	    .draw = s->draws + 1,
	};

	if (fl_regs_lookup(s->db, NULL, offset, s->chips, 0, &reg))
		e.reg = e.word = &reg;
	else
		s->unnamed++;
	if (s->family->write)
		s->family->write(s, &e, &word);
	if (s->vertices && s->vertices->write)
		s->vertices->write(s, &e);
	s->on_event(s->arg, &e);
	if (s->family->draw_reg && offset == s->family->draw_reg)
		fl_stream_draw(s, at, 0);
}

void fl_stream_draw(struct fl_stream *s, uint32_t at, unsigned opcode)
{
	struct fl_stream_event e = {.kind = FL_STREAM_DRAW, .at = at, .opcode = opcode, .draw = ++s->draws};

	if (s->family->draw && s->on_memory)
		s->family->draw(s, &e);
	if (s->vertices && s->vertices->draw && s->on_memory)
		s->vertices->draw(s, &e);
	e = (struct fl_stream_event){.kind = FL_STREAM_DRAW, .at = at, .opcode = opcode, .draw = s->draws};
	s->on_event(s->arg, &e);
}

void fl_stream_word(struct fl_stream *s, const struct fl_stream_event *draw, const char *object,
		    uint32_t index, uint64_t address, uint32_t value, const struct fl_reg *word,
		    const struct fl_reg *more)
{
	struct fl_stream_event e = {
	    .kind = FL_STREAM_MEMORY,
	    .at = draw->at,
	    .raw = value,
	    .value = value,
	    .reg = word,
	    .word = word,
	    .more = more,
	    .space = FL_STREAM_OBJECT,
	    .index = index,
	    .object = object,
	    .address = address,
	    .draw = draw->draw,
	};

	s->on_event(s->arg, &e);
}

bool fl_stream_isa(const struct fl_stream *s, const char *name, struct fl_reg_isa *isa)
{
	for (unsigned i = 0; fl_regs_isa_at(s->db, i, isa); i++)
		if (isa->chips & s->chips && fl_str_same(isa->name, name))
			return true;
	return false;
}

bool fl_stream_isa_word(const struct fl_stream *s, const char *name, unsigned index, unsigned nth,
			struct fl_reg *word)
{
	struct fl_reg_isa isa;
	unsigned at;

	if (!fl_stream_isa(s, name, &isa))
		return false;
	for (unsigned i = 0; fl_reg_isa_word(&isa, i, word, &at); i++)
		if (at == index && !nth--)
			return true;
	return false;
}

bool fl_stream_memory(struct fl_stream *s, uint64_t address, void *out, uint32_t size_B)
{
	if (!s->on_memory)
		return false;
	if (s->looks_dw < (size_B + 3) / 4) {
		s->cut++;
		return false;
	}
	s->looks_dw -= (size_B + 3) / 4;
	return s->on_memory(s->arg, address, out, size_B);
}
