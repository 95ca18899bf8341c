/* SPDX-License-Identifier: MIT
 *
 * Which registers a program looks at before it has written them, and which pixel programs are functions of
 * their varyings, the same in every lane: those that go straight to their end over arithmetic, and read no
 * register that they have not written, but for the varyings'. Of the others the last wave that ran on a
 * thread may show through.
 */
#include "hw/model/gc/sh_code.h"

struct pure {
	uint8_t written[MGC_TEMPS]; /* a bit a component */
};

/* Components of its sources that an instruction looks at, before their swizzle. */
static unsigned looks_at(const struct sh_inst *in)
{
	if (in->shape == SH_ONCE)
		return 1;
	return in->shape == SH_DOT ? (1u << in->run) - 1 : in->mask;
}

static bool reads(const struct pure *p, const struct sh_inst *in, const struct sh_src *s)
{
	const unsigned mask = looks_at(in);

	if (!s->used || s->from == SH_TABLE)
		return true;
	if (s->from != SH_TEMP || s->amode || s->reg >= MGC_TEMPS)
		return false;
	for (unsigned c = 0; c < 4; c++)
		if (mask >> c & 1 && !(p->written[s->reg] >> (s->swz[c] & 3) & 1))
			return false;
	return true;
}

static bool step(struct pure *p, const struct sh_inst *in)
{
	switch (in->shape) {
	case SH_NOTHING:
		return true;
	case SH_EACH:
	case SH_ONCE:
	case SH_DOT:
	case SH_TEST:
		break;
	default:
		return false;
	}
	for (unsigned i = 0; i < 3; i++)
		if (!reads(p, in, &in->src[i]))
			return false;
	if (!in->dst_use)
		return true;
	if (in->dst_amode || in->dst >= MGC_TEMPS)
		return false;
	p->written[in->dst] |= in->mask;
	return true;
}

bool mgc_sh_pure(const struct mgc_program *p, unsigned n_varyings, const uint8_t *out, unsigned n_out)
{
	struct pure now = {.written = {0}};
	const struct sh_code *c = p->code;

	if (c->facts.flow || c->facts.kills || c->facts.stores || c->facts.face || c->relative)
		return false;
	for (unsigned i = 1; i <= n_varyings && i < MGC_TEMPS; i++)
		now.written[i] = 15;
	for (unsigned i = p->start; i < c->n_inst; i++)
		if (!step(&now, &c->inst[i]))
			return false;
	for (unsigned i = 0; i < n_out; i++)
		if (out[i] >= MGC_TEMPS || now.written[out[i]] != 15)
			return false;
	return true;
}

/* ---- what a program begins with ------------------------------------------------------------------------ */
static bool writes(const struct sh_inst *in)
{
	return in->dst_use && !in->dst_amode && in->dst < MGC_TEMPS && in->shape != SH_ADDRESS &&
	       (in->shape < SH_BRANCH || in->shape == SH_LOOKUP || in->shape == SH_LOAD);
}

static uint64_t unwritten(const struct pure *p, const struct sh_inst *in)
{
	const unsigned mask = in->shape < SH_BRANCH ? looks_at(in) : 15;
	uint64_t regs = 0;

	for (unsigned i = 0; i < 3; i++) {
		const struct sh_src *s = &in->src[i];

		if (!(in->code->slots >> i & 1) || !s->used || s->from != SH_TEMP)
			continue;
		if (s->amode)
			return ~UINT64_C(0);
		for (unsigned c = 0; c < 4; c++)
			if (mask >> c & 1 && !(p->written[s->reg % MGC_TEMPS] >> (s->swz[c] & 3) & 1))
				regs |= UINT64_C(1) << s->reg % MGC_TEMPS;
	}
	return regs;
}

uint64_t mgc_sh_begins_with(const struct mgc_program *p, const uint8_t *out, unsigned n_out)
{
	struct pure now = {.written = {0}};
	const struct sh_code *c = p->code;
	bool straight = true; /* so far all lanes have come along here, and have not been elsewhere */
	uint64_t regs = 0;

	for (unsigned i = p->start; i < c->n_inst; i++) {
		const struct sh_inst *in = &c->inst[i];

		regs |= unwritten(&now, in);
		straight &= in->shape < SH_BRANCH || in->shape > SH_RETURN;
		if (straight && writes(in))
			now.written[in->dst] |= in->mask;
	}
	for (unsigned i = 0; i < p->start && i < c->n_inst; i++)
		regs |= unwritten(&now, &c->inst[i]);
	for (unsigned i = 0; i < n_out; i++)
		if (now.written[out[i] % MGC_TEMPS] != 15)
			regs |= UINT64_C(1) << out[i] % MGC_TEMPS;
	return regs;
}
