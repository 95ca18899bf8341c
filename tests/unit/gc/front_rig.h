/* SPDX-License-Identifier: MIT
 *
 * A core of the Vivante model, woken as far as FE takes commands from memory, and what puts them there.
 */
#ifndef TESTS_UNIT_GC_FRONT_RIG_H
#define TESTS_UNIT_GC_FRONT_RIG_H

#include "hw/model/gc/chips.h"
#include "hw/model/gc/fe.h"
#include "hw/model/gc/mmu.h"

#include <criterion/criterion.h>
#include <string.h>

/* Places in the board's memory, as offsets. */
enum {
	RIG_RING = 0x1000,
	RIG_BUFFER = 0x2000,
	RIG_DATA = 0x8000,
	RIG_TABLES = 0x100000, /* 4 MiB are free from here */
	RIG_AXI = 0x2200,      /* GC facts 2.3 */
};

struct gc_rig {
	struct fl_model *m;
	struct mgc *g;
	uint8_t *mem;  /* the board's memory */
	uint32_t base; /* where it is */
	uint32_t at;   /* the next dword that rig_put() fills, an offset */
};

static inline uint32_t rig_rd(struct gc_rig *r, uint32_t offset)
{
	return fl_model_read(r->m, offset, 4);
}

static inline void rig_wr(struct gc_rig *r, uint32_t offset, uint32_t value)
{
	fl_model_write(r->m, offset, 4, value);
}

static inline uint32_t rig_state(const struct gc_rig *r, uint32_t offset)
{
	return r->g->state[offset / 4];
}

static inline struct gc_rig rig_cold(const char *chip)
{
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = 16 << 20};
	struct gc_rig r = {.m = fl_model_new(chip, &cfg, NULL, 0)};

	cr_assert(r.m);
	r.g = (struct mgc *)r.m;
	r.mem = fl_model_vram(r.m, NULL);
	r.base = (uint32_t)r.g->variant->memory_addr;
	r.at = RIG_BUFFER;
	return r;
}

/* With what FE wants before it starts, and the window of version 1 at physical 0. */
static inline struct gc_rig rig_new(const char *chip)
{
	struct gc_rig r = rig_cold(chip);

	rig_wr(&r, GC_HI_AXI_CONFIG, RIG_AXI);
	rig_wr(&r, GC_HI_INTR_ENBL, ~0u);
	if (r.g->variant->secure)
		rig_wr(&r, GC_MMUv2_AHB_CONTROL, GC_MMUv2_AHB_CONTROL__NONSEC_ACCESS__MASK);
	return r;
}

static inline void rig_poke(struct gc_rig *r, uint32_t offset, uint32_t value)
{
	memcpy(r->mem + offset, &value, 4);
}

static inline uint32_t rig_peek(const struct gc_rig *r, uint32_t offset)
{
	uint32_t v;

	memcpy(&v, r->mem + offset, 4);
	return v;
}

static inline void rig_put(struct gc_rig *r, uint32_t value)
{
	rig_poke(r, r->at, value);
	r->at += 4;
}

static inline void rig_put2(struct gc_rig *r, uint32_t a, uint32_t b)
{
	rig_put(r, a);
	rig_put(r, b);
}

#define RIG_OP(name) (GC_FE_OPCODE__##name << 27)

static inline uint32_t rig_load_header(uint32_t offset, uint32_t n)
{
	return RIG_OP(LOAD_STATE) | (n & 0x3ff) << 16 | offset / 4;
}

static inline void rig_load(struct gc_rig *r, uint32_t offset, uint32_t value)
{
	rig_put2(r, rig_load_header(offset, 1), value);
}

static inline void rig_end(struct gc_rig *r)
{
	rig_put2(r, RIG_OP(END), 0);
}

static inline void rig_wait_for(struct gc_rig *r, uint32_t from, uint32_t to)
{
	rig_load(r, GC_GL_SEMAPHORE_TOKEN, from | to << 8);
	rig_put2(r, RIG_OP(STALL), from | to << 8);
}

/* Start FE at an offset of memory. */
static inline void rig_start_at(struct gc_rig *r, uint32_t offset, uint32_t qwords)
{
	rig_wr(r, GC_FE_COMMAND_ADDRESS, r->base + offset);
	rig_wr(r, GC_FE_COMMAND_CONTROL, GC_FE_COMMAND_CONTROL__ENABLE__MASK | qwords);
	if (r->g->variant->secure)
		rig_wr(r, GC_MMUv2_SEC_COMMAND_CONTROL, GC_FE_COMMAND_CONTROL__ENABLE__MASK | qwords);
}

/* Run what rig_put() has put, from RIG_BUFFER; true: FE came to its end. The next begins there again. */
static inline bool rig_go(struct gc_rig *r)
{
	const uint32_t qwords = (r->at - RIG_BUFFER + 7) / 8;

	r->at = RIG_BUFFER;
	rig_start_at(r, RIG_BUFFER, qwords);
	return fl_model_wait(r->m) && !(r->g->fe->running);
}

static inline const struct fl_report *rig_report(const struct gc_rig *r, const char *text)
{
	const struct fl_report *p;

	for (unsigned i = 0; (p = fl_model_report(r->m, i)); i++)
		if (strstr(p->text, text))
			return p;
	return NULL;
}

/* Notes aside, FE, MMU, MC and HI objected to nothing. What is in the states others judge. */
static inline bool rig_quiet(const struct gc_rig *r)
{
	static const char *const block[] = {"FE", "MMU", "MC", "HI", "BUS"};
	const struct fl_report *p;

	for (unsigned i = 0; (p = fl_model_report(r->m, i)); i++)
		for (unsigned k = 0; k < sizeof(block) / sizeof(block[0]); k++)
			if (p->severity != FL_NOTE && !strcmp(p->block, block[k]))
				return false;
	return true;
}

/* One report of that text, of that severity; none of another kind. */
static inline void rig_said(struct gc_rig *r, enum fl_severity severity, const char *text)
{
	const struct fl_report *p = rig_report(r, text);

	cr_assert(p, "no report says \"%s\"; the first is \"%s\"", text,
		  fl_model_report(r->m, 0) ? fl_model_report(r->m, 0)->text : "");
	cr_assert_eq(p->severity, severity, "%s", p->text);
	cr_assert(*p->block && *p->where);
	fl_model_reports_clear(r->m);
}

static inline void rig_free(struct gc_rig *r)
{
	fl_model_delete(r->m);
}

#endif
