/* SPDX-License-Identifier: MIT
 *
 * Anything that a host can do to a model, and any stream: see ops.h.
 */
#include "hw/regs/gc.h"
#include "hw/regs/r500.h"
#include "tests/fuzz/model_run.h"
#include "tests/fuzz/ops.h"
#include "tests/fuzz/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PAGE_B = 4096,
	MAX_PAGES = 1024, /* in all blocks */
	MAX_OPS = 256,    /* of which each may cost what the budget allows */
	MAX_DW = 16384,
	VRAM_B = 16 << 20,
	WORK_LOG2 = 20, /* milliseconds, so that no input takes a second */
	HEAVY = 24,     /* calls that may be that long */
};

static bool verdict(struct fuzz_run *g, bool v)
{
	if (g->n_verdicts < FUZZ_VERDICTS)
		g->verdict[g->n_verdicts++] = v;
	return v;
}

static void disarm(struct fuzz_run *g)
{
	g->seen = g->seen * 31 + fuzz_writer_disarm();
}

static void map(struct fuzz_run *g, struct fuzz_in *in)
{
	uint64_t addr = (uint64_t)fuzz_take(in, 4) * PAGE_B;
	unsigned pages = fuzz_take(in, 2);
	struct fuzz_block *b = &g->block[g->n_blocks];

	if (g->n_blocks == FUZZ_BLOCKS || pages > MAX_PAGES - g->pages)
		return;
	*b = (struct fuzz_block){addr, (size_t)pages * PAGE_B, aligned_alloc(PAGE_B, (size_t)pages * PAGE_B)};
	if (!b->host)
		return;
	memset(b->host, 0, b->size_B);
	if (!fl_model_map(g->m, addr, b->host, b->size_B)) {
		free(b->host);
		return;
	}
	fuzz_beside_add(g->beside, b->host, b->size_B);
	g->pages += pages;
	g->n_blocks++;
}

static void unmap(struct fuzz_run *g, struct fuzz_in *in)
{
	unsigned i = fuzz_take(in, 1);

	if (i >= g->n_blocks)
		return;
	disarm(g);
	fuzz_beside_remove(g->beside, g->block[i].host);
	if (!fl_model_unmap(g->m, g->block[i].addr, g->block[i].size_B))
		fuzz_fail("a mapped block cannot be unmapped: 0x%llx", (unsigned long long)g->block[i].addr);
	free(g->block[i].host);
	g->block[i] = g->block[--g->n_blocks];
}

/* The bytes of a block from addr on. */
static uint8_t *at(struct fuzz_run *g, uint64_t addr, size_t *left_B)
{
	for (unsigned i = 0; i < g->n_blocks; i++)
		if (addr - g->block[i].addr < g->block[i].size_B) {
			*left_B = g->block[i].size_B - (size_t)(addr - g->block[i].addr);
			return g->block[i].host + (addr - g->block[i].addr);
		}
	return NULL;
}

static void memory(struct fuzz_run *g, struct fuzz_in *in, bool noise)
{
	uint64_t addr = fuzz_take(in, 4);
	size_t n = fuzz_take(in, 2), left;
	uint32_t seed = noise ? fuzz_take(in, 4) : 0;
	uint8_t *to = at(g, addr, &left);
	const uint8_t *from = noise ? NULL : fuzz_bytes(in, n, &n);

	n = noise ? 4 * n : n;
	if (!to)
		return;
	n = n < left ? n : left;
	if (!noise)
		memcpy(to, from, n);
	for (size_t i = 0; noise && i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		to[i] = (uint8_t)(seed >> 24);
	}
}

static uint32_t *dwords(struct fuzz_in *in, uint32_t *n)
{
	uint32_t *dw;
	size_t got;
	const uint8_t *p;

	*n = fuzz_take(in, 2) % MAX_DW;
	p = fuzz_bytes(in, 4ul * *n, &got);
	*n = (uint32_t)(got / 4);
	dw = malloc(got ? got : 1); /* as long as it is, for the sanitizer */
	if (dw)
		memcpy(dw, p, 4ul * *n);
	return dw;
}

static void ring(struct fuzz_run *g, struct fuzz_in *in)
{
	uint32_t n, *dw = dwords(in, &n);
	uint32_t base = fl_model_read(g->m, R500_CP_RB_BASE, 4),
		 wptr = fl_model_read(g->m, R500_CP_RB_WPTR, 4);
	unsigned log2 = R500_CP_RB_CNTL__RB_BUFSZ__GET(fl_model_read(g->m, R500_CP_RB_CNTL, 4));
	uint32_t ring_dw = 2u << (log2 < 2 ? 2 : log2 > 22 ? 22 : log2), where = 0;
	uint64_t size_B;
	uint8_t *vram = fl_model_vram(g->m, &size_B);

	/* where VRAM is: the memory controller of R5xx, of R3xx and R4xx */
	fl_model_write(g->m, R500_MC_IND_INDEX, 4, 0x7f0004);
	where = (fl_model_read(g->m, R500_MC_IND_DATA, 4) & 0xffff) << 16;
	for (uint32_t i = 0; dw && i < n; i++) {
		uint64_t to = base + 4ull * ((wptr + i) & (ring_dw - 1));
		size_t left;
		uint8_t *host = at(g, to, &left);

		if (host && left >= 4)
			memcpy(host, &dw[i], 4);
		else if (to >= where && to - where <= size_B - 4)
			memcpy(vram + (to - where), &dw[i], 4);
	}
	free(dw);
	fl_model_write(g->m, R500_CP_RB_WPTR, 4, (wptr + n) & (ring_dw - 1));
}

/* As Linux does it: the commands and a loop of WAIT and LINK of their own are there before the WAIT that the
 * front end stands in becomes a LINK to them, the address first. In the block that the ring began in, which
 * is begun again when it is full. */
static void ring_gc(struct fuzz_run *g, struct fuzz_in *in)
{
	enum { LOOP_DW = 4, WAIT_DW = 2 };
	uint32_t n, *dw = dwords(in, &n);
	const uint32_t start = fl_model_read(g->m, GC_FE_COMMAND_ADDRESS, 4) & ~7u;
	uint32_t stands = fl_model_read(g->m, GC_FE_DMA_ADDRESS, 4) & ~7u;
	size_t left = 0, wait_left = 0;
	uint8_t *base = at(g, start, &left), *wait;

	n &= ~1u;
	if (g->ring_at < 4 * LOOP_DW || g->ring_at + 4ul * (n + LOOP_DW) > left)
		g->ring_at = 4 * LOOP_DW;
	if (dw && base && g->ring_at + 4ul * (n + LOOP_DW) <= left) {
		const uint32_t to = start + g->ring_at, loop = to + 4 * n;
		const uint32_t tail[LOOP_DW] = {
		    GC_FE_WAIT_HEADER__OP(GC_FE_OPCODE__WAIT) | GC_FE_WAIT_HEADER__DELAY(200), 0,
		    GC_FE_LINK_HEADER__OP(GC_FE_OPCODE__LINK) | GC_FE_LINK_HEADER__PREFETCH(LOOP_DW / 2),
		    loop};
		const uint32_t link = GC_FE_LINK_HEADER__OP(GC_FE_OPCODE__LINK) |
				      GC_FE_LINK_HEADER__PREFETCH((n + LOOP_DW) / 2);

		memcpy(base + g->ring_at, dw, 4ul * n);
		memcpy(base + g->ring_at + 4ul * n, tail, sizeof(tail));
		/* while it waits it has fetched the WAIT already */
		for (unsigned i = 0; i < 2; i++, stands -= 4 * WAIT_DW) {
			uint32_t header = 0;

			wait = at(g, stands, &wait_left);
			if (wait && wait_left >= 8)
				memcpy(&header, wait, 4);
			if (GC_FE_WAIT_HEADER__OP__GET(header) != GC_FE_OPCODE__WAIT)
				continue;
			memcpy(wait + 4, &to, 4);
			memcpy(wait, &link, 4);
			break;
		}
		g->ring_at += 4 * (n + LOOP_DW);
	}
	free(dw);
}

static void run_dwords(struct fuzz_run *g, struct fuzz_in *in)
{
	uint32_t n, *dw = dwords(in, &n);

	if (dw)
		verdict(g, fl_model_run(g->m, dw, n));
	free(dw); /* the chip must not come back to it */
}

static void vram(struct fuzz_run *g, struct fuzz_in *in)
{
	uint32_t offset = fuzz_take(in, 4);
	size_t n = fuzz_take(in, 2);
	const uint8_t *from = fuzz_bytes(in, n, &n);
	uint8_t *back = malloc(n ? n : 1);

	fl_model_vram_write(g->m, offset, from, n);
	if (back)
		fl_model_vram_read(g->m, offset, back, n);
	free(back);
}

static void reports(struct fuzz_run *g)
{
	/* The chip gave up; with several threads, how much was drawn before depends on chance. */
	static const char *const undefined[] = {"hangs here"};
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(g->m, i)); i++) {
		g->told = true;
		if (!r->count || !r->text[0] || strlen(r->text) >= sizeof(r->text) - 1 ||
		    strlen(r->where) >= sizeof(r->where))
			fuzz_fail("a report that is empty, or cut off: [%s] %s: %s", r->block, r->where,
				  r->text);
		for (unsigned k = 0; k < sizeof(undefined) / sizeof(undefined[0]); k++)
			g->differs |= g->threads && strstr(r->text, undefined[k]) != NULL;
	}
}

static void break_it(struct fuzz_run *g, struct fuzz_in *in)
{
	const char *const *fault = fl_model_faults();
	unsigned n = fuzz_take(in, 1);

	g->broken = true;
	for (unsigned i = 0; fault[i]; i++)
		if (i == n)
			fl_model_break(g->m,
				       !strncmp(fault[i], "vram-bit", 8) ? "vram-bit:0x1234:3" : fault[i]);
}

static void writer(struct fuzz_run *g, struct fuzz_in *in)
{
	unsigned which = fuzz_take(in, 1);
	uint32_t nth = fuzz_take(in, 2), seed = fuzz_take(in, 4);

	disarm(g);
	if (g->threads || g->beside)
		return; /* whose turn it is would be chance */
	for (unsigned i = 0; i < g->n_blocks; i++)
		if (which == i || which == UINT8_MAX)
			fuzz_writer_watch(g->block[i].host, g->block[i].size_B);
	fuzz_writer_arm(nth, seed);
}

static void operation(struct fuzz_run *g, struct fuzz_in *in)
{
	uint32_t a, b, op = fuzz_take(in, 1);

	if (op == FUZZ_WRITER) {
		writer(g, in);
		return;
	}
	switch (op % FUZZ_OPS) {
	case FUZZ_WRITE:
		a = fuzz_take(in, 2) * 4;
		fl_model_write(g->m, a, 4, fuzz_take(in, 4));
		break;
	case FUZZ_WRITE_AS:
		a = fuzz_take(in, 4);
		b = fuzz_take(in, 1);
		fl_model_write(g->m, a, b, fuzz_take(in, 4));
		break;
	case FUZZ_READ:
		a = fuzz_take(in, 4);
		fl_model_read(g->m, a, fuzz_take(in, 1));
		break;
	case FUZZ_RUN:
		g->heavy++;
		run_dwords(g, in);
		break;
	case FUZZ_RUN_IB:
		g->heavy++;
		a = fuzz_take(in, 4);
		verdict(g, fl_model_run_ib(g->m, a, fuzz_take(in, 2)));
		break;
	case FUZZ_RING:
		if (g->gc)
			ring_gc(g, in);
		else
			ring(g, in);
		break;
	case FUZZ_MAP:
		map(g, in);
		break;
	case FUZZ_UNMAP:
		unmap(g, in);
		break;
	case FUZZ_MEM:
		memory(g, in, false);
		break;
	case FUZZ_FILL:
		memory(g, in, true);
		break;
	case FUZZ_VRAM:
		vram(g, in);
		break;
	case FUZZ_TICK:
		g->heavy++;
		fl_model_tick(g->m, 1ull << fuzz_take(in, 1) % 40);
		break;
	case FUZZ_WAIT:
		g->heavy++;
		verdict(g, fl_model_wait(g->m));
		break;
	case FUZZ_CONFIG:
		a = fuzz_take(in, 1);
		b = fuzz_take(in, 1);
		fl_model_cfg_read(g->m, a, b);
		fl_model_cfg_write(g->m, a, b, fuzz_take(in, 4));
		break;
	case FUZZ_BREAK:
		break_it(g, in);
		break;
	default:
		reports(g);
		fl_model_reports_clear(g->m);
	}
}

/* What the host reads at the end may not depend on chance. A chip that does not come to rest has said why. */
static void end(struct fuzz_run *g)
{
	bool idle;

	disarm(g);
	fuzz_beside_end(g->beside);
	idle = verdict(g, fl_model_wait(g->m));
	if (!idle && !g->broken && !g->told && !fl_model_report(g->m, 0))
		fuzz_fail("the chip hangs, and there is no report");
	if (idle)
		verdict(g, fl_model_flush(g->m)); /* what was drawn is in memory */
	reports(g);
}

/* judge: by the scalar path, on one thread. */
static void run(struct fuzz_run *g, const char *chip, unsigned how, bool judge, struct fuzz_in in)
{
	static const char *const isa[] = {"base", "base", "avx2", "avx512"};
	struct fl_model_config cfg = {
	    .vram_B = VRAM_B,
	    .threads = how & FUZZ_HOW_THREADS && !judge ? 2 : 1,
	    .scalar = judge || !(how & FUZZ_HOW_PATH),
	    .isa = isa[how & FUZZ_HOW_PATH],
	    .fine = how & FUZZ_HOW_FINE,
	    .work = UINT64_C(1) << WORK_LOG2,
	    .posted = (how & FUZZ_HOW_STATE) == 8,
	    .running = (how & FUZZ_HOW_STATE) > 8,
	};

	memset(g, 0, sizeof(*g));
	g->gc = !strncmp(chip, "gc", 2);
	g->threads = cfg.threads > 1;
	g->beside = how & FUZZ_HOW_BESIDE ? fuzz_beside_start(how) : NULL;
	g->m = fl_model_new(chip, &cfg, NULL, 0);
	if (!g->m) { /* not on this machine */
		cfg.isa = NULL;
		g->m = fl_model_new(chip, &cfg, NULL, 0);
	}
	if (!g->m)
		fuzz_fail("no model of %s", chip);
	for (unsigned i = 0; i < MAX_OPS && g->heavy < HEAVY && in.left_B; i++)
		operation(g, &in);
	end(g);
}

static void done(struct fuzz_run *g)
{
	fl_model_delete(g->m);
	for (unsigned i = 0; i < g->n_blocks; i++)
		free(g->block[i].host);
}

void fuzz_model(const uint8_t *data, size_t size_B)
{
	struct fuzz_in in = {data, size_B};
	const char *const *chips = fl_model_chips();
	unsigned n = 0, chip = fuzz_take(&in, 1), how = fuzz_take(&in, 1);
	struct fuzz_run one, two;

	while (chips[n])
		n++;
	if (!n)
		return;
	run(&one, chips[chip % n], how, false, in);
	if (how & FUZZ_HOW_BOTH && (how & FUZZ_HOW_PATH || one.threads) && !one.beside) {
		run(&two, chips[chip % n], how, true, in);
		if (!one.differs && !two.differs && one.seen == two.seen)
			fuzz_same(&one, &two);
		done(&two);
	}
	done(&one);
}
