/* SPDX-License-Identifier: MIT
 *
 * US: the block's memories and registers, and its state for a draw. Instructions and ALU constants are not
 * reachable by their own addresses: they come through GA_US_VECTOR_INDEX and GA_US_VECTOR_DATA (R5xx guide
 * 8.8).
 */
#include "hw/model/r500/us_block.h"
#include "hw/model/pixel/color.h"
#include "hw/model/r500/fg.h"
#include "hw/model/r500/rs.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool mr500_us_new(struct mr500 *r)
{
	r->us = calloc(1, sizeof(*r->us));
	if (!r->us)
		return false;
	mr500_us_reset(r);
	return true;
}

void mr500_us_free(struct mr500 *r)
{
	if (r->us) {
		mr500_us_native_changed(r);
		mr500_us_native_forget(r);
	}
	free(r->us);
	r->us = NULL;
}

/* The memories keep their contents; the index of the next data word is reset. */
void mr500_us_reset(struct mr500 *r)
{
	struct mr500_us *us = r->us;

	us->index = us->part = 0;
	us->to_const = us->clamp = false;
	us->hung = false;
	us->valid = false;
}

static float clamp1(float v)
{
	return v > 1 ? 1 : v < -1 ? -1 : v == v ? v : 0;
}

static void vector_data(struct mr500_us *us, uint32_t value)
{
	if (us->to_const) {
		unsigned n = us->index % US_MAX_CONST;
		float v;
		us->konst_raw[n][us->part] = value;
		memcpy(&v, &value, sizeof(v));
		us->konst[n][us->part] = us->clamp ? clamp1(v) : v;
		if (++us->part == 4) {
			us->part = 0;
			us->index = (us->index + 1) % US_MAX_CONST;
		}
		return;
	}
	uint32_t *w = &us->code[us->index % US_MAX_INST][us->part];
	if (*w != value) {
		*w = value;
		us->generation++;
	}
	if (++us->part == 6) {
		us->part = 0;
		us->index = (us->index + 1) % US_MAX_INST;
	}
}

void mr500_us_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	struct mr500_us *us = r->us;

	if (r->variant && r->variant->kind != MR500_KIND_R5XX) {
		mr500_us_write_r300(r, offset, value);
		return;
	}
	switch (offset) {
	case R500_GA_US_VECTOR_INDEX:
		us->index = R500_GA_US_VECTOR_INDEX__INDEX__GET(value);
		us->to_const = R500_GA_US_VECTOR_INDEX__TYPE__GET(value);
		us->clamp = R500_GA_US_VECTOR_INDEX__CLAMP__GET(value);
		us->part = 0;
		break;
	case R500_GA_US_VECTOR_DATA:
		vector_data(us, value);
		break;
	default:
		if (offset >= R500_US_ALU_RGB_ADDR(0) &&
		    offset <= R500_US_CMN_INST(R500_US_CMN_INST__COUNT - 1))
			mr500_report(r, FL_WARN, "US", "R5xx guide 8.8",
				     "instruction memory was written at its register address 0x%04x: it only "
				     "listens to GA_US_VECTOR_INDEX and GA_US_VECTOR_DATA",
				     offset);
	}
}

uint32_t mr500_us_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	return r->reg[offset / 4];
}

/* ---- a program: the instructions that its start reaches ------------------------------------------------ */
static bool reach(struct mr500_us *us, struct us_prog *p, unsigned start, unsigned end, unsigned offset)
{
	uint16_t step_at[US_MAX_INST], todo[2 * US_MAX_INST];
	unsigned n_todo = 0;

	memset(step_at, 0xff, sizeof(step_at));
	p->n_step = 0;
	todo[n_todo++] = start;
	while (n_todo) {
		/* Instructions are taken in the order of their addresses, so that programs without jumps lie
		 * in a row. */
		for (unsigned pc = todo[--n_todo]; step_at[pc] == 0xffff; pc = (pc + 1) % US_MAX_INST) {
			struct us_step *s = &us->step[p->n_step];
			memset(s, 0, sizeof(*s));
			mr500_us_decode_inst(&s->in, pc, us->code[pc], offset);
			step_at[pc] = p->n_step++;
			s->end = pc == end;
			if (s->in.type == US_FC && s->in.a_op != 1 && step_at[s->in.jump_addr] == 0xffff)
				todo[n_todo++] = s->in.jump_addr;
			if (s->end)
				break;
		}
	}
	for (unsigned i = 0; i < p->n_step; i++) {
		struct us_step *s = &us->step[i];
		unsigned next = (s->in.addr + 1) % US_MAX_INST;
		/* Nothing follows the end. */
		s->next = step_at[next] == 0xffff ? i : step_at[next];
		s->jump = s->in.type == US_FC && step_at[s->in.jump_addr] != 0xffff ? step_at[s->in.jump_addr]
										    : s->next;
	}
	return p->n_step > 0;
}

static bool decode_r500(struct mr500 *r, struct us_prog *p)
{
	struct mr500_us *us = r->us;
	uint32_t addr = R500_REG(r, US_CODE_ADDR), config = R500_REG(r, US_CONFIG);
	unsigned offset = R500_US_CODE_OFFSET__OFFSET_ADDR__GET(R500_REG(r, US_CODE_OFFSET));
	unsigned start = (R500_US_CODE_ADDR__START_ADDR__GET(addr) + offset) % US_MAX_INST;
	unsigned end = (R500_US_CODE_ADDR__END_ADDR__GET(addr) + offset) % US_MAX_INST;

	p->legacy_zero = R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO__GET(config);
	p->full_fc = R500_US_FC_CTRL__FULL_FC_EN__GET(R500_REG(r, US_FC_CTRL));
	p->fp24 = false;
	return reach(us, p, start, end, offset);
}

static bool decode_program(struct mr500 *r)
{
	struct mr500_us *us = r->us;
	bool r500 = !r->variant || r->variant->kind == MR500_KIND_R5XX;
	uint32_t key[US_KEYS] = {us->generation};
	static const uint32_t keys[2][US_KEYS - 1] = {
	    {R300_US_CONFIG, R300_US_PIXSIZE, R300_US_CODE_OFFSET, R300_US_CODE_ADDR(0), R300_US_CODE_ADDR(1),
	     R300_US_CODE_ADDR(2), R300_US_CODE_ADDR(3), R300_US_CODE_EXT},
	    {R500_US_CONFIG, R500_US_PIXSIZE, R500_US_CODE_OFFSET, R500_US_CODE_ADDR, R500_US_CODE_RANGE,
	     R500_US_FC_CTRL},
	};

	for (unsigned i = 0; i + 1 < US_KEYS && keys[r500][i]; i++)
		key[1 + i] = r->reg[keys[r500][i] / 4];
	if (us->valid && memcmp(key, us->key, sizeof(key)) == 0)
		return true;
	us->valid = false;
	mr500_us_native_changed(r);
	memset(&us->prog, 0, sizeof(us->prog));
	us->prog.step = us->step;
	us->prog.op = us->op;
	us->prog.lane = us->lane;
	us->prog.slot = us->slot;
	if (!(r500 ? decode_r500(r, &us->prog) : mr500_us_program_r300(r, &us->prog)))
		return false;
	if (!mr500_us_compile(&us->prog, US_CAP_OP, US_CAP_LANE, US_CAP_SLOT)) {
		mr500_report(r, FL_REFUSE, "US", "R5xx guide 8.2",
			     "the program uses more constants than the model holds");
		return false;
	}
	mr500_us_find_unset(&us->prog, &us->unset);
	us->prog.unset = &us->unset;
	mr500_us_check(r, &us->prog);
	memcpy(us->key, key, sizeof(key));
	us->valid = true;
	return true;
}

/* ---- state for a draw ---------------------------------------------------------------------------------- */
static void splat(uint8_t *to, float v)
{
	float x[US_SLOT_B / sizeof(float)];

	for (unsigned i = 0; i < US_SLOT_B / sizeof(float); i++)
		x[i] = v;
	memcpy(to, x, sizeof(x));
}

static float slot_value(const struct mr500_us *us, const struct us_slot *s)
{
	uint32_t bits;
	float v = s->from == US_SLOT_VALUE ? s->value : us->konst[s->from / 4][s->from % 4];

	memcpy(&bits, &v, sizeof(bits));
	if (s->mod & US_MOD_ABS)
		bits &= 0x7fffffff;
	if (s->mod & US_MOD_NEG)
		bits ^= 0x80000000;
	memcpy(&v, &bits, sizeof(v));
	return v;
}

static void *copy(struct fl_arena *a, const void *from, size_t size)
{
	void *to = fl_arena_alloc(a, size ? size : 1, 64);
	if (to)
		memcpy(to, from, size);
	return to;
}

bool mr500_us_hung(struct mr500 *r)
{
	if (r->us && r->us->hung)
		mr500_report(r, FL_REFUSE, "US", "R5xx guide 8.6",
			     "a program ran more than %u instructions: the chip hangs here",
			     fl_work_steps(&r->base));
	return r->us && r->us->hung;
}

unsigned mr500_us_units(const struct mr500_us_state *us)
{
	return us->prog.units;
}

unsigned mr500_us_length(const struct mr500_us_state *us)
{
	return us->prog.n_step;
}

const struct mr500_us_state *mr500_us_decode(struct mr500 *r, struct fl_arena *a)
{
	struct mr500_us *us = r->us;

	if (mr500_us_hung(r) || !decode_program(r))
		return NULL;

	struct mr500_us_state *s = fl_arena_alloc(a, sizeof(*s), 64);
	if (!s)
		return NULL;
	memset(s, 0, sizeof(*s));
	s->prog = us->prog;
	struct us_prog *p = &s->prog;
	p->step = copy(a, us->step, p->n_step * sizeof(us->step[0]));
	p->op = copy(a, us->op, p->n_op * sizeof(us->op[0]));
	p->lane = copy(a, us->lane, p->n_lane * sizeof(us->lane[0]));
	p->slot = copy(a, us->slot, p->n_slot * sizeof(us->slot[0]));
	p->unset = copy(a, &us->unset, sizeof(us->unset));
	unsigned off = p->units & ~R500_REG(r, TX_ENABLE);
	if (off)
		mr500_report(r, FL_WARN, "US", "R5xx guide 11.9",
			     "the program looks up texture unit %d, which TX_ENABLE has off: black, alpha 1",
			     __builtin_ctz(off));

	/* The scalar path reads constants by number: as many as the highest in use. */
	s->n_konst = p->uses_rel ? US_MAX_CONST : 0;
	for (unsigned i = 0; i < p->n_slot; i++)
		if (us->slot[i].from != US_SLOT_VALUE && us->slot[i].from / 4u >= s->n_konst)
			s->n_konst = us->slot[i].from / 4u + 1;
	s->konst = copy(a, us->konst, s->n_konst * sizeof(us->konst[0]));
	uint8_t *table =
	    fl_arena_alloc(a, (p->n_slot + (p->uses_rel ? US_MAX_CONST * 4 : 0) + 1) * US_SLOT_B, 64);
	if (!p->step || !p->op || !p->lane || !p->slot || !p->unset || !s->konst || !table)
		return NULL;
	for (unsigned i = 0; i < p->n_slot; i++)
		splat(table + i * US_SLOT_B, slot_value(us, &us->slot[i]));
	for (unsigned i = 0; p->uses_rel && i < US_MAX_CONST * 4; i++)
		splat(table + (p->n_slot + i) * US_SLOT_B, us->konst[i / 4][i % 4]);
	s->table = table;

	bool r500 = !r->variant || r->variant->kind == MR500_KIND_R5XX;
	s->bools = r500 ? R500_REG(r, US_FC_BOOL_CONST) : 0;
	for (unsigned i = 0; i < 32 && r500; i++)
		s->ints[i] = r->reg[R500_US_FC_INT_CONST(i) / 4];
	for (unsigned i = 0; i < MR500_MAX_TARGETS; i++)
		s->out_fmt[i] = R500_US_OUT_FMT__OUT_FMT__GET(r->reg[R500_US_OUT_FMT(i) / 4]);
	s->hung = &us->hung;
	mr500_us_native_get(r, s);
	return s;
}

/* ---- what starts as zero ------------------------------------------------------------------------------- */
static void zero(struct mr500_zero *to, unsigned *n, size_t at_B, bool wanted)
{
	const unsigned size_B = FL_WAVE_PX * sizeof(float);

	if (!wanted)
		return;
	if (*n && to[*n - 1].at_B + to[*n - 1].size_B == at_B)
		to[*n - 1].size_B += size_B;
	else
		to[(*n)++] = (struct mr500_zero){(uint32_t)at_B, size_B};
}

/* The channels of a target that something after the shader reads. */
static unsigned looked_at(const struct mr500_draw *d, unsigned target)
{
	unsigned chans = target == 0 && !d->fg->idle ? 15 : 0;

	for (unsigned i = 0; i < d->base.color->n; i++)
		if (d->base.color->target[i].path != FL_PIXEL_COLOR_NONE &&
		    d->base.color->target[i].from == target)
			chans = 15;
	return chans;
}

/* Colors are all that leaves it, made of what RS and the constants give, and FG passes them on. */
static bool is_pure(const struct mr500_draw *d)
{
	const struct us_prog *p = &d->us->prog;
	bool pure = !p->flow && !p->writes_w && d->fg->idle;

	for (unsigned i = 0; i < p->n_step; i++)
		pure &= p->step[i].in.type != US_TEX;
	return pure;
}

bool mr500_us_link(struct mr500 *r, struct fl_arena *a, struct mr500_draw *d)
{
	const struct us_unset *u = d->us->prog.unset;
	const struct mr500_rs_state *rs = d->rs;
	struct mr500_zero list[MR500_MAX_TEMPS * 2 + MR500_MAX_TARGETS * 2 + 2];
	unsigned n = 0;

	d->n_us_zero = 0;
	d->serial = is_pure(d) ? ++r->us->serial : 0;
	if (!(d->base.stages & FL_RASTER_SHADE)) /* nothing reads what it does */
		return true;
	mr500_us_check_link(r, d);
	for (unsigned i = 0; i < MR500_MAX_TEMPS * 4; i++)
		zero(list, &n, offsetof(struct mr500_px, temp) + i * FL_WAVE_PX * sizeof(float),
		     (u->maybe[i / 64] & ~rs->written[i / 64]) >> i % 64 & 1);
	for (unsigned i = 0; i < MR500_MAX_TARGETS * 4; i++)
		zero(list, &n, offsetof(struct mr500_px, out) + i * FL_WAVE_PX * sizeof(float),
		     (looked_at(d, i / 4) & ~u->out_always[i / 4]) >> i % 4 & 1);
	/* The depth of pixels for which the program writes none, and a depth that the rasterizer does not
	 * bring. */
	zero(list, &n, offsetof(struct mr500_px, out_w),
	     d->fg->shader_depth && !d->fg->raster_w && !u->w_always);
	zero(list, &n, offsetof(struct mr500_px, raster_w),
	     d->fg->shader_depth && d->fg->raster_w && !rs->writes_w);
	d->n_us_zero = n;
	d->us_zero = copy(a, list, n * sizeof(list[0]));
	return d->us_zero != NULL;
}

bool mr500_us_kills(const struct mr500_us_state *us)
{
	return us->prog.kills;
}
