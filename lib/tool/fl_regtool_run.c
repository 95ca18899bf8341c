/* SPDX-License-Identifier: MIT
 *
 * Reading, writing, polling and watching what was parsed; see fl_regtool.h.
 */
#include "lib/tool/fl_regtool_word.h"

uint32_t fl_regtool_get(const struct fl_regtool *t, const struct fl_regtool_place *p)
{
	return p->in ? p->in->read(t->dev, p->offset) : fl_read32(t->dev, p->offset);
}

void fl_regtool_put(const struct fl_regtool *t, const struct fl_regtool_place *p, uint32_t value)
{
	if (p->in)
		p->in->write(t->dev, p->offset, value);
	else
		fl_write32(t->dev, p->offset, value);
}

void fl_regtool_begin(const struct fl_regtool *t, struct fl_regtool_said *s, enum fl_regtool_kind kind,
		      const struct fl_regtool_place *p)
{
	*s = (struct fl_regtool_said){.tool = t, .kind = kind, .place = p, .mask = 0xffffffff};
	fl_regtool_name(p, s->name, sizeof(s->name));
}

/* ---- read ---------------------------------------------------------------------------------------------- */
struct reading {
	const struct fl_regtool *t;
	const struct fl_regtool_op *op;
};

static bool read_one(void *arg, const struct fl_regtool_place *p, const char *why)
{
	const struct reading *r = arg;
	struct fl_regtool_said s;

	fl_regtool_begin(r->t, &s, why ? FL_REGTOOL_SKIPPED : FL_REGTOOL_VALUE, p);
	s.mask = r->op->mask;
	s.why = why;
	if (!why)
		s.value = fl_regtool_get(r->t, p);
	r->t->said(r->t->arg, &s);
	return true;
}

enum fl_code fl_regtool_read(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n,
			     struct fl_err *err)
{
	if (!t->dev)
		return fl_fail(err, FL_NO_DEVICE, "there is no device to read from");
	for (unsigned i = 0; i < n; i++)
		fl_regtool_walk(t, &op[i], read_one, &(struct reading){t, &op[i]});
	return FL_OK;
}

/* ---- write --------------------------------------------------------------------------------------------- */
static uint32_t field_mask(const struct fl_reg_field *f)
{
	return (0xffffffffu >> (32 - f->width)) << f->low;
}

/* Bits whose fields have some accesses, and do not have others. */
static uint32_t bits_with(const struct fl_regtool *t, const struct fl_reg *r, unsigned has, unsigned not )
{
	struct fl_reg_field f;
	uint32_t bits = 0;

	for (unsigned i = 0; fl_reg_field(r, i, &f); i++)
		if (f.chips & t->chips && (f.access & has) == has && !(f.access & not ))
			bits |= field_mask(&f);
	if (!r->n_fields && (r->access & has) == has && !(r->access & not ))
		bits = r->mask;
	return bits;
}

/* What goes out, so that the bits of op->mask become op->value and no others change. Bits that act when
 * written (those that clear on a 1, and write-only ones) are not given back what was read of them. */
static uint32_t word_to_write(const struct fl_regtool *t, const struct fl_regtool_op *op, uint32_t old)
{
	const struct fl_reg *r = &op->place.reg;
	uint32_t keep = ~op->mask;

	if (op->place.known)
		keep &= ~(bits_with(t, r, FL_REG_W1C, 0) | bits_with(t, r, FL_REG_W, FL_REG_R));
	return op->value | (old & keep);
}

/* The bits that read as they were written, if all is well. */
static uint32_t steady_bits(const struct fl_regtool *t, const struct fl_regtool_op *op)
{
	const struct fl_reg *r = &op->place.reg;

	if (!op->place.known)
		return op->mask;
	if (r->masked) /* which bits it enables others with is the family's business */
		return 0;
	return bits_with(t, r, FL_REG_R | FL_REG_W, FL_REG_W1C | FL_REG_READ_CLEARS) & op->mask;
}

/* Read back. What goes through a command FIFO arrives a little later: up to a millisecond is waited for
 * it. */
static uint32_t read_back(const struct fl_regtool *t, const struct fl_regtool_place *p, uint32_t want,
			  uint32_t mask)
{
	uint32_t back = fl_regtool_get(t, p);

	for (unsigned i = 0; i < 100 && (back ^ want) & mask; i++) {
		fl_delay_us(t->dev, 10);
		back = fl_regtool_get(t, p);
	}
	return back;
}

/* What op[i]'s place would hold by then: a rehearsal goes on from what was rehearsed before. */
static uint32_t rehearsed(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned i,
			  uint32_t old)
{
	for (unsigned k = 0; k < i; k++)
		if (op[k].place.in == op[i].place.in && op[k].place.offset == op[i].place.offset)
			old = word_to_write(t, &op[k], old);
	return old;
}

static enum fl_code write_one(const struct fl_regtool *t, const struct fl_regtool_op *all, unsigned i,
			      struct fl_err *err)
{
	const struct fl_regtool_op *op = &all[i];
	const struct fl_regtool_place *p = &op->place;
	const char *unreadable = fl_regtool_unreadable(p);
	bool readable = !unreadable || (t->unsafe_read && !(p->known && !(p->reg.access & FL_REG_R)));
	struct fl_regtool_said s;
	uint32_t old, word;

	fl_regtool_begin(t, &s, t->rehearse ? FL_REGTOOL_WOULD : FL_REGTOOL_WRITTEN, p);
	old = readable ? fl_regtool_get(t, p) : 0;
	if (t->rehearse)
		old = rehearsed(t, all, i, old);
	word = word_to_write(t, op, old);
	s.mask = op->mask;
	s.old = old;
	s.has_old = readable;
	s.value = word;
	s.why = readable ? NULL : unreadable;
	if (!t->rehearse) {
		fl_regtool_put(t, p, word);
		if (readable) {
			s.back_mask = steady_bits(t, op);
			s.back = read_back(t, p, s.value, s.back_mask);
			s.has_back = true;
			s.differs = (s.back ^ s.value) & s.back_mask;
		}
	}
	t->said(t->arg, &s);
	if (!s.differs)
		return FL_OK;
	return fl_fail(err, FL_FAILED, "%s reads 0x%08x after 0x%08x was written: bits 0x%08x did not take",
		       s.name, s.back, word, (s.back ^ s.value) & s.back_mask);
}

enum fl_code fl_regtool_write(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n,
			      struct fl_err *err)
{
	enum fl_code code = FL_OK;

	if (!t->dev)
		return fl_fail(err, FL_NO_DEVICE, "there is no device to write to");
	for (unsigned i = 0; i < n && !code; i++)
		code = write_one(t, op, i, err);
	return code;
}

/* ---- poll ---------------------------------------------------------------------------------------------- */
/* A place as a device of its own, so that the one poll of the kit serves every address space. */
struct place_device {
	const struct fl_regtool *t;
	const struct fl_regtool_place *p;
	uint32_t last;
};

static uint32_t place_read32(struct fl_dev *d, uint32_t offset_B)
{
	struct place_device *pd = d->priv;

	pd->last = fl_regtool_get(pd->t, pd->p);
	return pd->last;
}

static uint64_t place_now_us(struct fl_dev *d)
{
	return fl_now_us(((struct place_device *)d->priv)->t->dev);
}

static void place_delay_us(struct fl_dev *d, uint64_t us)
{
	fl_delay_us(((struct place_device *)d->priv)->t->dev, us);
}

static const struct fl_bus place_bus = {
    .name = "place",
    .read32 = place_read32,
    .now_us = place_now_us,
    .delay_us = place_delay_us,
};

enum fl_code fl_regtool_poll(const struct fl_regtool *t, const struct fl_regtool_op *op, uint64_t timeout_us,
			     struct fl_err *err)
{
	struct place_device pd = {.t = t, .p = &op->place};
	struct fl_dev d = {.bus = &place_bus, .priv = &pd, .stop = t->dev ? t->dev->stop : NULL};
	struct fl_regtool_said s;
	enum fl_code code;

	if (!t->dev)
		return fl_fail(err, FL_NO_DEVICE, "there is no device to poll");
	fl_regtool_begin(t, &s, FL_REGTOOL_REACHED, &op->place);
	code = fl_poll32(&d, op->place.offset, op->mask, op->value, timeout_us, op->word, s.name, err);
	s.kind = code ? FL_REGTOOL_EXPIRED : FL_REGTOOL_REACHED;
	s.value = pd.last;
	s.mask = op->mask;
	t->said(t->arg, &s);
	return code;
}

/* ---- watch --------------------------------------------------------------------------------------------- */
struct watching {
	const struct fl_regtool *t;
	const struct fl_regtool_op *op;
	const struct fl_regtool_watch *w;
	uint64_t start_us;
	unsigned i;
	bool first;
};

static bool look(void *arg, const struct fl_regtool_place *p, const char *why)
{
	struct watching *watch = arg;
	struct fl_regtool_said s;
	uint32_t *seen = &watch->w->seen[watch->i++];

	if (why)
		return true;
	fl_regtool_begin(watch->t, &s, watch->first ? FL_REGTOOL_VALUE : FL_REGTOOL_CHANGED, p);
	s.value = fl_regtool_get(watch->t, p);
	s.mask = watch->op->mask;
	s.old = *seen;
	s.has_old = !watch->first;
	s.timed = true;
	s.time_us = fl_now_us(watch->t->dev) - watch->start_us;
	*seen = s.value;
	if (watch->first || (s.value ^ s.old) & s.mask)
		watch->t->said(watch->t->arg, &s);
	return true;
}

enum fl_code fl_regtool_watch(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n,
			      const struct fl_regtool_watch *w, struct fl_err *err)
{
	struct watching watch = {.t = t, .w = w, .first = true};

	if (!t->dev)
		return fl_fail(err, FL_NO_DEVICE, "there is no device to watch");
	if (fl_regtool_places(t, op, n) > w->n_seen)
		return fl_fail(err, FL_USAGE, "%u registers are too many to watch, %u are possible",
			       fl_regtool_places(t, op, n), w->n_seen);
	watch.start_us = fl_now_us(t->dev);
	for (unsigned round = 0;; round++) {
		watch.i = 0;
		for (unsigned i = 0; i < n; i++) {
			watch.op = &op[i];
			fl_regtool_walk(t, &op[i], look, &watch);
		}
		watch.first = false;
		if ((w->count && round >= w->count) || (w->tick && !w->tick(w->arg, round)))
			return FL_OK;
		fl_delay_us(t->dev, w->interval_us);
	}
}
