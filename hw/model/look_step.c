/* SPDX-License-Identifier: MIT
 *
 * A look into a model: the program of one vertex or pixel, an instruction after the other. See
 * fl_model_look.h.
 *
 * What an instruction has written is found by comparing: the registers of the lane before and after it. So
 * what lands late (a load that is waited for) is seen where it lands.
 */
#include "hw/model/look.h"

#include <string.h>

static uint32_t value_of(const struct fl_look_program *p, const struct fl_look_bank *b, unsigned i)
{
	uint32_t v;

	memcpy(&v,
	       (const uint8_t *)b->base + ((size_t)i * b->stride + (b->uniform ? 0 : p->lane)) * sizeof(v),
	       sizeof(v));
	return v;
}

/* Registers that are not what they were before; all: that are not 0. Returns how many. */
static unsigned compare(struct fl_look_program *p, bool all)
{
	unsigned n = 0, at = 0;

	for (unsigned k = 0; k < p->n_banks; k++) {
		const struct fl_look_bank *b = &p->bank[k];

		for (unsigned i = 0; i < (unsigned)b->n * b->components && at < FL_LOOK_VALUES; i++, at++) {
			const uint32_t now = value_of(p, b, i);

			if (all ? now != 0 : now != p->was[at])
				p->written[n++] =
				    (struct fl_look_written){.bank = b->name,
							     .index = (uint16_t)(i / b->components),
							     .component = (uint8_t)(i % b->components),
							     .has_components = b->components > 1,
							     .alone = b->alone,
							     .bits = now};
			p->was[at] = now;
		}
	}
	return n;
}

static void tell(struct fl_model *m, struct fl_look_step *s)
{
	struct fl_look_state *l = m->look;
	struct fl_look_program *p = l->program;

	s->event = l->event.n;
	s->pixel = l->ask.step_pixel;
	s->primitive = p->primitive;
	s->run = p->runs - 1;
	s->n = p->n;
	s->written = p->written;
	l->ask.step(l->ask.arg, m, s);
}

void fl_look_count_begin(struct fl_model *m)
{
	m->look->program->lane = 0;
	memset(m->look->program->count, 0, sizeof(m->look->program->count));
}

void fl_look_counted(struct fl_model *m, uint32_t n, uint64_t lanes)
{
	for (unsigned lane = 0; lane < FL_LOOK_LANES; lane++)
		m->look->program->count[lane] += lanes >> lane & 1 ? n : 0;
}

void fl_look_program_begin(struct fl_model *m, const struct fl_look_bank *bank, unsigned n)
{
	struct fl_look_program *p = m->look->program;
	struct fl_look_step s = {.at = FL_LOOK_BEGINS, .active = true};

	if (p->counts)
		return;
	p->n_banks = n < FL_LOOK_BANKS ? n : FL_LOOK_BANKS;
	memcpy(p->bank, bank, p->n_banks * sizeof(*bank));
	p->runs++;
	p->n = 0;
	s.n_written = compare(p, true);
	tell(m, &s);
}

void fl_look_stepped(struct fl_model *m, uint32_t at, const uint32_t *word, unsigned n_words,
		     const char *text, uint64_t lanes)
{
	struct fl_look_program *p = m->look->program;
	struct fl_look_step s = {
	    .at = at, .word = word, .n_words = n_words, .text = text, .active = lanes >> p->lane & 1};

	if (p->counts) {
		fl_look_counted(m, 1, lanes);
		return;
	}
	s.n_written = compare(p, false);
	tell(m, &s);
	p->n++;
}

void fl_look_vertex_lane(struct fl_model *m, const uint32_t *index, unsigned n)
{
	struct fl_look_state *l = m->look;
	const uint32_t instance = l->event.instances ? l->event.instances - 1 : 0;

	l->program->lane = -1;
	if (!l->ask.step || l->ask.step_pixel || l->event.n != l->ask.step_event ||
	    instance != l->ask.step_instance)
		return;
	for (unsigned i = 0; i < n; i++)
		if (index[i] == l->ask.step_index && l->program->lane < 0)
			l->program->lane = (int)i;
}

void fl_look_pixel_lane(struct fl_model *m, unsigned lane, uint32_t primitive)
{
	struct fl_look_state *l = m->look;

	if (!l->ask.step || !l->ask.step_pixel || l->event.n != l->ask.step_event)
		return;
	l->program->lane = (int)lane;
	l->program->primitive = primitive;
}
