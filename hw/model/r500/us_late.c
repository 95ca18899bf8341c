/* SPDX-License-Identifier: MIT
 *
 * US: texture results land late. A look-up only asks for its texels; they are in the destination register for
 * certain when an instruction has waited for the texture semaphore, which that look-up or a later one
 * acquired (R5xx guide 8.5.2). What reads the register before gets what was there: on an RV530 a program
 * works whose second look-up takes its coordinates from the register that the first one writes, with the
 * first not acquiring the semaphore. Chosen here, where the guide leaves the moment open:
 *   - a result lands when it is waited for, and neither earlier nor without;
 *   - an instruction of the ALU that writes the register in between is overwritten when the result lands;
 *   - of two look-ups into one register the first lands before the second is issued;
 *   - branches leave what is on its way as it is: it was asked for by the lanes that were active then;
 *   - what is still on its way when the program ends goes nowhere.
 * Most programs wait before they touch the register, and cannot tell: for these results land at once.
 * R3xx and R4xx have no semaphore; their nodes keep look-ups and their use apart.
 */
#include "hw/model/r500/us.h"
#include "hw/model/r500/us_flow.h"

#include <stdlib.h>
#include <string.h>

/* ---- can a program tell? ------------------------------------------------------------------------------- */
struct pending { /* bits: 4 * register + channel */
	uint64_t fetched[US_TEMP_WORDS], acquired[US_TEMP_WORDS];
};

struct look {
	struct pending now;
	bool late;
};

static const uint64_t one_channel = UINT64_C(0x1111111111111111);

static void touch(struct look *k, unsigned reg, bool rel, unsigned chan)
{
	unsigned n = 4 * reg + chan;

	for (unsigned i = 0; i < US_TEMP_WORDS; i++) {
		uint64_t used = rel ? one_channel << chan : i == n / 64 ? UINT64_C(1) << n % 64 : 0;

		k->late |= ((k->now.fetched[i] | k->now.acquired[i]) & used) != 0;
	}
}

static void read_alu(void *ctx, const struct us_inst *in, const struct us_src *src, unsigned chan,
		     enum us_how how)
{
	if (src->kind == US_SRC_TEMP)
		touch(ctx, src->index, src->rel, chan);
}

static void look_at_tex(struct look *k, const struct us_inst *in)
{
	const struct us_reg *src[3] = {&in->coord, &in->dx, &in->dy};
	bool kill = in->tex_op == US_TEX_KILL,
	     looks_up = in->tex_op != US_TEX_NOP && in->tex_op != US_TEX_RESERVED;

	for (unsigned n = 0; n < (in->tex_op == US_TEX_DXDY ? 3 : 1) && looks_up; n++)
		for (unsigned c = 0; c < 4; c++)
			touch(k, src[n]->index, src[n]->rel, kill ? c : src[n]->swz[c]);
	for (unsigned c = 0; c < 4 && looks_up && !kill; c++) {
		unsigned n = 4 * in->result.index + c;

		for (unsigned i = 0; i < US_TEMP_WORDS && in->wmask >> c & 1; i++)
			k->now.fetched[i] |= in->result.rel ? one_channel << c
					     : i == n / 64  ? UINT64_C(1) << n % 64
							    : 0;
	}
	for (unsigned i = 0; i < US_TEMP_WORDS && in->sem_acquire; i++) {
		k->now.acquired[i] |= k->now.fetched[i];
		k->now.fetched[i] = 0;
	}
}

static void look_at(struct look *k, const struct us_inst *in)
{
	if (in->sem_wait)
		memset(k->now.acquired, 0, sizeof(k->now.acquired));
	if (in->type == US_TEX)
		look_at_tex(k, in);
	if (in->type > US_OUT)
		return;
	mr500_us_reads(in, read_alu, k);
	for (unsigned c = 0; c < 4; c++)
		if (in->wmask >> c & 1)
			touch(k, in->half[c == 3].dst, in->half[c == 3].dst_rel, c);
}

/* What may be on its way after one step may be so before another. True: that is news. */
static bool flow_to(struct pending *to, const struct pending *from)
{
	bool news = false;

	for (unsigned i = 0; i < US_TEMP_WORDS; i++) {
		news |= (from->fetched[i] & ~to->fetched[i]) || (from->acquired[i] & ~to->acquired[i]);
		to->fetched[i] |= from->fetched[i];
		to->acquired[i] |= from->acquired[i];
	}
	return news;
}

/* Every way on from step i. What any return brings is at the end of `at`: it goes on behind any call. */
static bool go_on(const struct us_prog *p, struct pending *at, unsigned i, const struct pending *now)
{
	const struct us_step *s = &p->step[i];
	struct pending *returned = &at[p->n_step];
	bool news = !s->end && flow_to(&at[s->next], now);

	if (s->end || s->in.type != US_FC)
		return news;
	if (s->in.a_op == US_A_PUSH)
		news |= flow_to(&at[s->next], returned);
	return flow_to(s->in.a_op == US_A_POP ? returned : &at[s->jump], now) || news;
}

bool mr500_us_is_late(const struct us_prog *p)
{
	struct pending *at;
	struct look k = {0};
	bool looks_up = false, news = true;

	for (unsigned i = 0; i < p->n_step; i++)
		looks_up |= p->step[i].in.type == US_TEX;
	if (!looks_up || p->fp24)
		return false;
	at = calloc(p->n_step + 1, sizeof(*at));
	k.late = !at; /* out of memory: what holds for late ones holds for all */
	while (news && !k.late) {
		news = false;
		for (unsigned i = 0; i < p->n_step && !k.late; i++) {
			k.now = at[i];
			look_at(&k, &p->step[i].in);
			news |= go_on(p, at, i, &k.now);
		}
	}
	free(at);
	return k.late;
}

/* ---- while it runs ------------------------------------------------------------------------------------- */
static void land(struct mr500_px *px, uint64_t *lanes, unsigned reg, unsigned chan)
{
	for (; *lanes; *lanes &= *lanes - 1) {
		unsigned lane = (unsigned)__builtin_ctzll(*lanes);

		memcpy(&px->temp[reg][chan][lane], &px->late.value[reg][chan][lane], sizeof(float));
	}
}

void mr500_us_late_begin(struct mr500_px *px)
{
	memset(px->late.fetched, 0, sizeof(px->late.fetched));
	memset(px->late.acquired, 0, sizeof(px->late.acquired));
}

void mr500_us_late_wait(struct mr500_px *px, const struct us_inst *in)
{
	for (unsigned i = 0; i < MR500_MAX_TEMPS * 4 && in->sem_wait; i++)
		land(px, &px->late.acquired[i / 4][i % 4], i / 4, i % 4);
}

void mr500_us_late_fetch(struct mr500_px *px, unsigned reg, unsigned chan, uint64_t lanes,
			 const float value[FL_WAVE_PX])
{
	struct mr500_late *l = &px->late;

	if (!lanes)
		return;
	land(px, &l->acquired[reg][chan], reg, chan);
	land(px, &l->fetched[reg][chan], reg, chan);
	l->fetched[reg][chan] = lanes;
	memcpy(l->value[reg][chan], value, sizeof(l->value[reg][chan]));
}

void mr500_us_late_acquire(struct mr500_px *px, const struct us_inst *in)
{
	struct mr500_late *l = &px->late;

	for (unsigned i = 0; i < MR500_MAX_TEMPS * 4 && in->type == US_TEX && in->sem_acquire; i++) {
		l->acquired[i / 4][i % 4] |= l->fetched[i / 4][i % 4];
		l->fetched[i / 4][i % 4] = 0;
	}
}
