/* SPDX-License-Identifier: MIT
 *
 * The toy as a card: registers, ring, display, and what every model is asked for (struct fl_model_ops).
 */
#include "hw/model/toy/chip.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PACKETS_US = 8, /* that it carries out in a microsecond, so that who polls sees progress */
	VRAM_B = 16 << 20,
	REGS_B = 4096,
	COUNT_MASK = 0xffff, /* of the ring's two counts */
};
#define ADDRESS_LIMIT (UINT64_C(1) << 32)
#define WORK_LIMIT    (UINT64_C(1) << 34)

extern const struct fl_model_family mtoy_model_family;

static struct mtoy *of(struct fl_model *m)
{
	return (struct mtoy *)m;
}

void mtoy_report(struct mtoy *t, enum fl_severity severity, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fl_model_vreport(&t->base, severity, "TOY", "tests/toy/README.md", fmt, ap);
	va_end(ap);
}

/* ---- the ring ------------------------------------------------------------------------------------------ */
static bool has_work(const struct mtoy *t)
{
	return TOY_RING__LOG2_DW__GET(t->ring) && t->done != t->written && !t->stuck && !t->fault_stuck;
}

#define PACKET(opcode, n) (TOY_PKT3__TYPE(TOY_PKT3) | TOY_PKT3__IT_OPCODE(opcode) | TOY_PKT3__COUNT((n)-2))

/* How many dwords the packet with this header has, header included; 0: there is no such packet. */
static uint32_t packet_dw(uint32_t header)
{
	return header == PACKET(TOY_PKT3_TRIANGLE, MTOY_TRIANGLE_DW) ? MTOY_TRIANGLE_DW
	       : header == PACKET(TOY_PKT3_COPY, MTOY_COPY_DW)       ? MTOY_COPY_DW
								     : 0;
}

static bool packet(struct mtoy *t, const uint32_t *dw)
{
	return TOY_PKT3__IT_OPCODE__GET(dw[0]) == TOY_PKT3_TRIANGLE ? mtoy_triangle(t, dw) : mtoy_copy(t, dw);
}

static uint32_t ring_dw(const struct mtoy *t, uint32_t i)
{
	uint32_t in_ring = (t->done + i) & ((1u << TOY_RING__LOG2_DW__GET(t->ring)) - 1), value;

	fl_mem_read32(&t->base.mem, (t->ring & TOY_RING__BASE__MASK) + 4ull * in_ring, &value);
	return value;
}

static void one_packet(struct mtoy *t)
{
	uint32_t dw[MTOY_PACKET_DW], n = packet_dw(ring_dw(t, 0));

	if (!n) {
		mtoy_report(t, FL_REFUSE, "0x%08x is the header of no packet: the ring stops here",
			    ring_dw(t, 0));
		t->stuck = true;
		return;
	}
	if (n > ((t->written - t->done) & COUNT_MASK)) {
		t->stuck = true;
		mtoy_report(t, FL_REFUSE, "the ring ends inside a packet");
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		dw[i] = ring_dw(t, i);
	t->stuck = !packet(t, dw);
	if (!t->stuck)
		t->done = (t->done + n) & COUNT_MASK;
}

static void chip_work(struct fl_model *m, uint64_t us)
{
	m->work = 0;
	for (uint64_t n = us < REGS_B ? us * PACKETS_US : COUNT_MASK; n && has_work(of(m)); n--)
		one_packet(of(m));
}

static bool chip_wait(struct fl_model *m)
{
	m->work = 0;
	while (has_work(of(m)))
		one_packet(of(m));
	return of(m)->done == of(m)->written;
}

/* A stream of the caller's, in place of the ring. */
static bool chip_run(struct fl_model *m, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw)
{
	m->work = 0;
	if (!dw)
		dw = (const uint32_t *)(const void *)fl_mem_span(&m->mem, gpu_addr, 4ull * size_dw);
	for (uint32_t at = 0, n; dw && at < size_dw; at += n) {
		n = packet_dw(dw[at]);
		if (!n || n > size_dw - at) {
			mtoy_report(of(m), FL_REFUSE, "0x%08x is the header of no packet", dw[at]);
			return false;
		}
		if (!packet(of(m), dw + at))
			return false;
	}
	return dw != NULL;
}

/* ---- the register BAR ---------------------------------------------------------------------------------- */
static uint32_t reg(const struct mtoy *t, uint32_t offset)
{
	switch (offset) {
	case TOY_ID:
		return TOY_ID__CHIP(TOY_ID__CHIP__TOY) |
		       TOY_ID__MEMORY_MIB((uint32_t)(t->base.mem.vram_B >> 20));
	case TOY_RING:
		return t->ring;
	case TOY_POINTER:
		return TOY_POINTER__WRITTEN(t->written) | TOY_POINTER__DONE(t->done);
	case TOY_SCREEN:
		return t->screen;
	default:
		return 0;
	}
}

/* The value is what stands there now; the chip works after that. */
static uint32_t chip_read(struct fl_model *m, uint32_t offset, unsigned size_B)
{
	uint32_t v = reg(of(m), offset & ~3u) >> 8 * (offset & 3);

	if ((offset & ~3u) > TOY_SCREEN)
		mtoy_report(of(m), FL_WARN, "there is no register at 0x%04x", offset);
	chip_work(m, 1);
	return size_B == 4 ? v : v & ((1u << 8 * size_B) - 1);
}

static void chip_write(struct fl_model *m, uint32_t offset, unsigned size_B, uint32_t value)
{
	struct mtoy *t = of(m);

	if (size_B != 4) {
		mtoy_report(t, FL_WARN, "a write of %u bytes to 0x%04x: it takes 4", size_B, offset);
		return;
	}
	switch (offset) {
	case TOY_RING:
		t->ring = value & (TOY_RING__BASE__MASK | TOY_RING__LOG2_DW__MASK);
		t->written = t->done = 0;
		t->stuck = false;
		break;
	case TOY_POINTER:
		t->written = TOY_POINTER__WRITTEN__GET(value);
		break;
	case TOY_SCREEN:
		t->screen = value & (TOY_SCREEN__BASE__MASK | TOY_SCREEN__MODE__MASK);
		break;
	default:
		mtoy_report(t, FL_WARN, "0x%04x cannot be written", offset);
	}
}

/* ---- memory and display -------------------------------------------------------------------------------- */
static void vram_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B)
{
	memcpy(to, m->mem.vram + offset_B, n_B);
}

static void vram_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B)
{
	memcpy(m->mem.vram + offset_B, from, n_B);
}

static bool chip_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size)
{
	static const struct {
		unsigned width, height;
	} mode[] = {[TOY_SCREEN__MODE__MODE_640X480] = {640, 480},
		    [TOY_SCREEN__MODE__MODE_800X600] = {800, 600},
		    [TOY_SCREEN__MODE__MODE_1024X768] = {1024, 768},
		    [TOY_SCREEN__MODE__MODE_1280X1024] = {1280, 1024}};
	unsigned i = TOY_SCREEN__MODE__GET(of(m)->screen);

	if (i >= sizeof(mode) / sizeof(*mode) || !mode[i].width) {
		snprintf(why, why_size, "the display is off (SCREEN.MODE)");
		return false;
	}
	*s = (struct fl_model_screen){.width = mode[i].width,
				      .height = mode[i].height,
				      .addr = of(m)->screen & TOY_SCREEN__BASE__MASK,
				      .pitch_px = (mode[i].width + 63) & ~63u,
				      .bytes_px = 4};
	return true;
}

static void chip_screen_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb)
{
	const uint8_t *row = fl_mem_span(&m->mem, s->addr + 4ull * y * s->pitch_px, 4ull * s->width);

	for (unsigned x = 0; x < s->width; x++)
		for (unsigned c = 0; c < 3; c++)
			rgb[3 * x + c] = row ? row[4 * x + 2 - c] : 0; /* memory has B, G, R, A */
}

/* ---- the rest ------------------------------------------------------------------------------------------ */
static bool yes(const struct fl_model *m)
{
	return true; /* nothing stands between the BAR and memory */
}

static bool no_cache(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B, const char **which)
{
	return false;
}

static bool no_interrupt(const struct fl_model *m)
{
	return false;
}

static bool chip_busy(const struct fl_model *m)
{
	return has_work((const struct mtoy *)m);
}

static const char *const faults[] = {"ring-stuck", NULL};

static bool chip_fault(struct fl_model *m, const char *name)
{
	of(m)->fault_stuck |= !strcmp(name, faults[0]);
	return !strcmp(name, faults[0]);
}

static void chip_reset(struct fl_model *m)
{
	static const struct fl_pci_id id = {0x1234, 0x7017, 0x1234, 0x7017, 1, 0};
	const struct fl_model_bar bar[] = {{0, FL_BAR_MEM32 | FL_BAR_PREFETCH, m->mem.vram_B, 0xc0000000},
					   {2, FL_BAR_MEM32, REGS_B, 0xfe9f0000}};

	m->regs_B = REGS_B;
	m->vram_bar_B = m->mem.vram_B;
	fl_pci_init(m, &id, bar, 2);
	chip_write(m, TOY_RING, 4, 0);
	chip_write(m, TOY_SCREEN, 4, 0);
}

static void chip_where(struct fl_model *m, char *out, size_t size)
{
	snprintf(out, size, "ring dword %u", of(m)->done);
}

static void chip_free(struct fl_model *m)
{
	mtoy_draw_free(of(m));
	fl_model_fini(m);
	free(m);
}

static const struct fl_model_ops ops = {
    .read = chip_read,
    .write = chip_write,
    .work = chip_work,
    .wait = chip_wait,
    .run = chip_run,
    .vram_read = vram_read,
    .vram_write = vram_write,
    .vram_plain = yes,
    .holds = no_cache,
    .fault = chip_fault,
    .reset = chip_reset,
    .irq = no_interrupt,
    .busy = chip_busy,
    .flush = chip_wait,
    .screen = chip_screen,
    .screen_row = chip_screen_row,
    .where = chip_where,
    .free = chip_free,
};

static struct fl_model *make(const char *chip, const struct fl_model_config *cfg, char *why, size_t why_size)
{
	struct mtoy *t = calloc(1, sizeof(*t));

	if (!t ||
	    !fl_model_init(&t->base, &ops, "toy", cfg, cfg->vram_B ? cfg->vram_B : VRAM_B, ADDRESS_LIMIT) ||
	    !mtoy_draw_new(t, cfg->scalar ? FL_ISA_SCALAR : FL_ISA_BASE)) {
		if (t)
			chip_free(&t->base);
		snprintf(why, why_size, "out of memory");
		return NULL;
	}
	fl_mem_place_vram(&t->base.mem, 0);
	t->base.work_limit = cfg->work ? cfg->work : WORK_LIMIT;
	chip_reset(&t->base);
	return &t->base;
}

static const char *name(unsigned i)
{
	return i ? NULL : "toy";
}

static const char *describe(const char *chip)
{
	return strcmp(chip, "toy") ? NULL : "a chip that nobody makes, 1234:7017";
}

const struct fl_model_family mtoy_model_family = {
    .family = "toy",
    .name = name,
    .describe = describe,
    .faults = faults,
    .make = make,
};
