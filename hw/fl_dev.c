/* SPDX-License-Identifier: MIT
 *
 * What every bus and every family needs of a device: the one poll, and memory behind a mapping; see fl_dev.h.
 */
#include "hw/fl_dev.h"

#include <string.h>

/* Memory of devices faults, and so does what Linux on ARM maps as if it were. Compilers do not say whether
 * they were asked to mind that: the Makefile does. */
#if (defined(__aarch64__) || defined(__arm__)) && !defined(FL_STRICT_ALIGN)
#error "memory of devices takes no unaligned access: compile with what the Makefile has for it (STRICT_...)"
#endif

extern inline uint32_t fl_read32(struct fl_dev *d, uint32_t offset_B);
extern inline void fl_write32(struct fl_dev *d, uint32_t offset_B, uint32_t value);

/* A clock that stands still must not make a wait endless: so many reads without it moving are a time-out as
 * well. */
enum { STUCK_READS = 1 << 20 };

enum compare { EQUAL, LEAST, REACHED };

struct poll {
	uint32_t reg, mask, want;
	enum compare how;
	uint64_t timeout_us;
	const char *what, *reg_name;
};

static bool met(const struct poll *p, uint32_t value)
{
	switch (p->how) {
	case EQUAL:
		return (value & p->mask) == p->want;
	case LEAST:
		return (value & p->mask) >= p->want;
	default:
		return (int32_t)(value - p->want) >= 0;
	}
}

static enum fl_code timed_out(const struct poll *p, uint32_t got, uint64_t us, const char *why,
			      struct fl_err *err)
{
	static const char *const wanted[] = {"want", "want at least", "want to reach"};
	uint64_t amount = us >= 10000 ? us / 1000 : us;

	const enum fl_code code = fl_fail(err, FL_TIMEOUT, "%s: %s", p->what ? p->what : "poll",
					  p->reg_name ? p->reg_name : "register");

	if (!p->reg_name)
		fl_fail_more(err, code, " 0x%04x", p->reg);
	fl_fail_more(err, code, " is 0x%08x, %s %#x", got, wanted[p->how], p->want);
	if (p->mask != 0xffffffff)
		fl_fail_more(err, code, " under %#x", p->mask);
	fl_fail_more(err, code, ", after %llu %s%s", (unsigned long long)amount, us >= 10000 ? "ms" : "us",
		     why);
	if (err) {
		err->reg = p->reg;
		err->want = p->want;
		err->mask = p->mask;
		err->got = got;
	}
	return code;
}

static enum fl_code poll(struct fl_dev *d, const struct poll *p, struct fl_err *err)
{
	uint64_t start = fl_now_us(d), moved = start;
	uint32_t still = 0;

	for (unsigned reads = 1;; reads++) {
		uint32_t value = fl_read32(d, p->reg);
		uint64_t now, pause;
		const char *why;

		if (met(p, value))
			return FL_OK;
		now = fl_now_us(d);
		if (now != moved) {
			moved = now;
			still = 0;
		} else {
			still++;
		}
		why = fl_stopped(d)                  ? " (interrupted)"
		      : still >= STUCK_READS         ? " (the clock of this bus stands still)"
		      : now - start >= p->timeout_us ? ""
						     : NULL;
		if (reads >= 2 && why)
			return timed_out(p, value, now - start, why, err);
		/* Look often at first, and seldom when it takes long: a read goes across the bus, and through
		 * the blocks that are waited for. */
		pause = (now - start) / 8;
		fl_delay_us(d, pause < 1 ? 1 : pause > 1000 ? 1000 : pause);
	}
}

enum fl_code fl_poll32(struct fl_dev *d, uint32_t reg, uint32_t mask, uint32_t want, uint64_t timeout_us,
		       const char *what, const char *reg_name, struct fl_err *err)
{
	return poll(d, &(struct poll){reg, mask, want, EQUAL, timeout_us, what, reg_name}, err);
}

enum fl_code fl_poll32_least(struct fl_dev *d, uint32_t reg, uint32_t mask, uint32_t least,
			     uint64_t timeout_us, const char *what, const char *reg_name, struct fl_err *err)
{
	return poll(d, &(struct poll){reg, mask, least, LEAST, timeout_us, what, reg_name}, err);
}

enum fl_code fl_poll32_reached(struct fl_dev *d, uint32_t reg, uint32_t want, uint64_t timeout_us,
			       const char *what, const char *reg_name, struct fl_err *err)
{
	return poll(d, &(struct poll){reg, 0xffffffff, want, REACHED, timeout_us, what, reg_name}, err);
}

bool fl_put32(struct fl_dev *d, uint32_t offset_B, uint32_t value, uint32_t mask)
{
	enum { TRIES = 4 };
	unsigned tries = 0;
	bool differs;

	do {
		fl_write32(d, offset_B, value);
		differs = (fl_read32(d, offset_B) ^ value) & mask;
	} while (differs && ++tries < TRIES);
	return !differs;
}

uint32_t fl_mapped_read32(struct fl_dev *d, uint32_t offset_B)
{
	return offset_B + 4ull <= d->regs_size_B ? d->regs[offset_B / 4] : 0xffffffff;
}

void fl_mapped_write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	if (offset_B + 4ull <= d->regs_size_B)
		d->regs[offset_B / 4] = value;
}

uint8_t fl_mapped_read8(struct fl_dev *d, uint32_t offset_B)
{
	return offset_B < d->regs_size_B ? ((volatile uint8_t *)d->regs)[offset_B] : 0xff;
}

void fl_mapped_write8(struct fl_dev *d, uint32_t offset_B, uint8_t value)
{
	if (offset_B < d->regs_size_B)
		((volatile uint8_t *)d->regs)[offset_B] = value;
}

void fl_mapped_vram_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	uint8_t *out = to;

	if (offset_B > d->vram_size_B || n_B > d->vram_size_B - offset_B) {
		memset(to, 0xff, n_B);
		return;
	}
	while (n_B) {
		if (offset_B % 4 == 0 && n_B >= 4) {
			uint32_t word = *(const volatile uint32_t *)(d->vram + offset_B);

			memcpy(out, &word, 4);
			out += 4;
			offset_B += 4;
			n_B -= 4;
		} else {
			*out++ = d->vram[offset_B++];
			n_B--;
		}
	}
}

void fl_mapped_vram_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	const uint8_t *in = from;

	if (offset_B > d->vram_size_B || n_B > d->vram_size_B - offset_B)
		return;
	while (n_B) {
		if (offset_B % 4 == 0 && n_B >= 4) {
			uint32_t word;

			memcpy(&word, in, 4);
			*(volatile uint32_t *)(d->vram + offset_B) = word;
			in += 4;
			offset_B += 4;
			n_B -= 4;
		} else {
			d->vram[offset_B++] = *in++;
			n_B--;
		}
	}
}

void fl_vram_settle(struct fl_dev *d, uint64_t at_B)
{
	uint32_t dw;

	fl_write_barrier();
	fl_vram_read(d, at_B & ~3ull, &dw, 4);
}

enum fl_code fl_dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *m, struct fl_err *err)
{
	return d->bus->dma_alloc
		   ? d->bus->dma_alloc(d, size_B, m, err)
		   : fl_fail(err, FL_NO_DEVICE, "%s: no memory here that a card can reach", d->name);
}

void fl_dev_close(struct fl_dev *d)
{
	if (d->bus && d->bus->close)
		d->bus->close(d);
	memset(d, 0, sizeof(*d));
}
