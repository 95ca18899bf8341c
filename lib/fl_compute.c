/* SPDX-License-Identifier: MIT
 *
 * Compute: memory, events, and code objects in memory; see fl_compute.h.
 */
#include "lib/fl_compute.h"
#include "lib/fl_compute_backend.h"

#include <string.h>

enum { TIMEOUT_US = 10000000, FENCE_ALIGN_B = 256, SCRATCH_ALIGN_B = 65536, CODE_ALIGN_B = 4096 };

enum fl_code fl_compute_begin(struct fl_compute *c, const struct fl_compute_chip *chip, struct fl_err *err)
{
	static const uint32_t none;
	enum fl_code code;

	memset(c, 0, sizeof(*c));
	c->chip = *chip;
	if (!chip->scratch_B)
		c->chip.scratch_B = FL_SCRATCH_B;
	if (!chip->timeout_us)
		c->chip.timeout_us = TIMEOUT_US;
	code = fl_vram_alloc(chip->vram, FENCE_ALIGN_B, FENCE_ALIGN_B, &c->fence_B, err);
	if (!code)
		code = fl_vram_alloc(chip->vram, c->chip.scratch_B, SCRATCH_ALIGN_B, &c->scratch_at, err);
	if (code)
		return code;
	fl_vram_write(chip->dev, c->fence_B, &none, sizeof(none));
	fl_vram_settle(chip->dev, c->fence_B);
	chip->backend->begin(c);
	return FL_OK;
}

/* ---- memory -------------------------------------------------------------------------------------------- */
enum fl_code fl_memory_alloc(struct fl_compute *c, uint64_t size_B, struct fl_memory *m, struct fl_err *err)
{
	m->size_B = size_B;
	if (!size_B)
		return fl_fail(err, FL_USAGE, "memory of no size");
	return fl_vram_alloc(c->chip.vram, size_B, FL_MEMORY_ALIGN_B, &m->offset_B, err);
}

static enum fl_code check(const struct fl_memory *m, uint64_t at_B, uint64_t n_B, struct fl_err *err)
{
	if (at_B <= m->size_B && n_B <= m->size_B - at_B)
		return FL_OK;
	return fl_fail(err, FL_USAGE, "0x%llx bytes at 0x%llx of memory that has 0x%llx",
		       (unsigned long long)n_B, (unsigned long long)at_B, (unsigned long long)m->size_B);
}

enum fl_code fl_memory_write(struct fl_compute *c, const struct fl_memory *m, uint64_t at_B, const void *from,
			     size_t n_B, struct fl_err *err)
{
	enum fl_code code = check(m, at_B, n_B, err);

	if (code || !n_B)
		return code;
	fl_vram_write(c->chip.dev, m->offset_B + at_B, from, n_B);
	fl_vram_settle(c->chip.dev, m->offset_B + at_B);
	return FL_OK;
}

enum fl_code fl_memory_read(struct fl_compute *c, const struct fl_memory *m, uint64_t at_B, void *to,
			    size_t n_B, struct fl_err *err)
{
	enum fl_code code = check(m, at_B, n_B, err);

	if (!code && n_B)
		fl_vram_read(c->chip.dev, m->offset_B + at_B, to, n_B);
	return code;
}

static enum fl_code check_dwords(uint64_t at_B, uint64_t n_B, struct fl_err *err)
{
	return (at_B | n_B) & 3 ? fl_fail(err, FL_USAGE,
					  "0x%llx bytes at 0x%llx: the chip copies and fills multiples of 4",
					  (unsigned long long)n_B, (unsigned long long)at_B)
				: FL_OK;
}

enum fl_code fl_memory_copy(struct fl_compute *c, const struct fl_memory *to, uint64_t to_B,
			    const struct fl_memory *from, uint64_t from_B, uint64_t n_B, struct fl_err *err)
{
	enum fl_code code = check(to, to_B, n_B, err);

	if (!code)
		code = check(from, from_B, n_B, err);
	if (!code)
		code = check_dwords(to_B | from_B, n_B, err);
	if (!code && n_B)
		c->chip.backend->copy(c, fl_memory_address(c, to) + to_B, fl_memory_address(c, from) + from_B,
				      n_B);
	return code;
}

enum fl_code fl_memory_fill(struct fl_compute *c, const struct fl_memory *m, uint64_t at_B, uint64_t n_B,
			    uint32_t value, struct fl_err *err)
{
	enum fl_code code = check(m, at_B, n_B, err);

	if (!code)
		code = check_dwords(at_B, n_B, err);
	if (!code && n_B)
		c->chip.backend->fill(c, fl_memory_address(c, m) + at_B, value, n_B);
	return code;
}

/* ---- code ---------------------------------------------------------------------------------------------- */
enum fl_code fl_code_load(struct fl_code_object *o, struct fl_compute *c, const void *file, size_t size_B,
			  struct fl_err *err)
{
	enum fl_code code;

	memset(o, 0, sizeof(*o));
	o->compute = c;
	o->file = file;
	o->size_B = size_B;
	code = c->chip.backend->check(o, &o->memory.size_B, err);
	if (!code)
		code = fl_vram_alloc(c->chip.vram, o->memory.size_B, CODE_ALIGN_B, &o->memory.offset_B, err);
	if (!code)
		code = c->chip.backend->place(o, err);
	if (!code)
		fl_vram_settle(c->chip.dev, o->memory.offset_B);
	return code;
}

const char *fl_code_kernel(const struct fl_code_object *o, uint32_t i, size_t *length)
{
	return o->compute->chip.backend->kernel_name(o, i, length);
}

enum fl_code fl_kernel_find(struct fl_kernel *k, const struct fl_code_object *o, const char *name,
			    struct fl_err *err)
{
	memset(k, 0, sizeof(*k));
	k->object = o;
	k->name = name;
	return o->compute->chip.backend->kernel(k, err);
}

/* ---- events -------------------------------------------------------------------------------------------- */
/* What went wrong in the stream, now or before. */
static enum fl_code stream(const struct fl_compute *c, enum fl_code code, struct fl_err *err)
{
	if (code && err)
		*err = c->chip.cs->err;
	return code;
}

enum fl_code fl_compute_event(struct fl_compute *c, struct fl_event *e, struct fl_err *err)
{
	e->number = ++c->events;
	c->chip.backend->event(c, c->chip.vram_addr + c->fence_B, e->number);
	return stream(c, c->chip.cs->code, err);
}

/* Numbers wrap around. */
static bool happened(const struct fl_compute *c, const struct fl_event *e)
{
	uint32_t now;

	fl_vram_read(c->chip.dev, c->fence_B, &now, sizeof(now));
	return (int32_t)(now - e->number) >= 0;
}

enum fl_code fl_event_test(struct fl_compute *c, const struct fl_event *e, bool *has_happened,
			   struct fl_err *err)
{
	enum fl_code code = stream(c, fl_cs_flush(c->chip.cs), err);

	*has_happened = !code && happened(c, e);
	return code;
}

enum fl_code fl_event_wait(struct fl_compute *c, const struct fl_event *e, struct fl_err *err)
{
	enum { LOOK_US = 10 };
	struct fl_dev *dev = c->chip.dev;
	enum fl_code code = stream(c, fl_cs_flush(c->chip.cs), err);
	const uint64_t end = fl_now_us(dev) + c->chip.timeout_us;
	bool late = false;
	uint32_t now;

	if (code)
		return code;
	for (; !happened(c, e); fl_delay_us(dev, LOOK_US)) {
		if (late || fl_stopped(dev)) {
			fl_vram_read(dev, c->fence_B, &now, sizeof(now));
			return fl_fail(err, FL_TIMEOUT,
				       "%s: event %u of compute has not happened %s: the last one was %u; a "
				       "kernel that does not end, or the ring stands still",
				       dev->name, e->number, late ? "in time" : "when it was interrupted",
				       now);
		}
		late = fl_now_us(dev) > end;
	}
	return FL_OK;
}

enum fl_code fl_compute_finish(struct fl_compute *c, struct fl_err *err)
{
	struct fl_event e;
	enum fl_code code = fl_compute_event(c, &e, err);

	return code ? code : fl_event_wait(c, &e, err);
}
