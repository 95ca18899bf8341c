/* SPDX-License-Identifier: MIT
 *
 * SH decodes every program that Mesa's driver drew with in the recorded streams, runs it by both paths to the
 * same bits, and has nothing to say to them.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "tests/unit/gc/sh_rig.h"
#include "tests/unit/test_random.h"

#include <stdlib.h>

TestSuite(gc_sh_traces, .timeout = 300);

enum { BUFFERS = 256 };

static struct {
	struct sh_rig r;
	const char *name;
	struct {
		uint64_t addr, size_B;
		uint8_t *at;
	} buffer[BUFFERS];
	unsigned n_buffers, programs, draws;
	uint64_t serial[2];
} seen;

static bool sampler(void *ctx, const struct mgc_sh_lookup *q)
{
	(void)ctx;
	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < 64; l++)
			q->out[c][l] = (float)(l + c + q->unit) / 80;
	return true;
}

static void stage(enum mgc_stage s)
{
	struct mgc_sh_wave *w = seen.r.w;
	static union mgc_lanes in[64][4], judged[64][4];
	const struct mgc_program *p;
	uint64_t kill;

	fl_arena_reset(&seen.r.arena);
	p = mgc_sh_program(seen.r.g, s, &seen.r.arena);
	cr_assert(p, "%s: %s", seen.name,
		  fl_model_report(seen.r.m, 0) ? fl_model_report(seen.r.m, 0)->text : "");
	if (mgc_program_facts(p)->serial == seen.serial[s])
		return;
	seen.serial[s] = mgc_program_facts(p)->serial;
	seen.programs++;
	for (unsigned t = 0; t < 64; t++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				in[t][c].f[l] = (float)(random32() % 1024) / 256 - 1;
	w->lookup = sampler;
	memcpy(w->t, in, sizeof(in));
	cr_assert(mgc_sh_run_scalar(seen.r.g, p, w));
	memcpy(judged, w->t, sizeof(in));
	kill = w->kill;
	memcpy(w->t, in, sizeof(in));
	cr_assert(mgc_sh_run(seen.r.g, p, w));
	cr_assert(!memcmp(judged, w->t, sizeof(in)) && kill == w->kill, "%s", seen.name);
}

static void commands(const uint32_t *dw, uint32_t n)
{
	for (uint32_t i = 0; i < n;) {
		const uint32_t op = dw[i] >> 27, count = dw[i] >> 16 & 0x3ff ? dw[i] >> 16 & 0x3ff : 0x400;
		switch (op) {
		case GC_FE_OPCODE__LOAD_STATE:
			for (uint32_t k = 0; k < count && i + 1 + k < n; k++)
				state(&seen.r, ((dw[i] & 0xffff) + k) * 4, dw[i + 1 + k]);
			i += (count + 2) & ~1u;
			break;
		case GC_FE_OPCODE__DRAW_PRIMITIVES:
		case GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES:
		case GC_FE_OPCODE__DRAW_INSTANCED:
			stage(MGC_VERTEX);
			stage(MGC_PIXEL);
			seen.draws++;
			i += op == GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES ? 6 : 4;
			break;
		default:
			i += 2;
		}
	}
}

static void buffer(const struct fl_gtrc_record *t)
{
	const uint64_t addr = fl_gtrc_u64(t->data), size_B = fl_gtrc_u64(t->data + 8);

	if (t->tag == FL_GTRC_FREE) {
		for (unsigned i = 0; i < seen.n_buffers; i++)
			if (seen.buffer[i].addr == addr) {
				fl_mem_unmap(&seen.r.m->mem, addr, size_B);
				free(seen.buffer[i].at);
				seen.buffer[i] = seen.buffer[--seen.n_buffers];
			}
		return;
	}
	cr_assert_lt(seen.n_buffers, (unsigned)BUFFERS);
	uint8_t *at = calloc(1, size_B);
	cr_assert(at && fl_mem_map(&seen.r.m->mem, addr, at, size_B), "%s: 0x%lx", seen.name,
		  (unsigned long)addr);
	seen.buffer[seen.n_buffers].addr = addr;
	seen.buffer[seen.n_buffers].size_B = size_B;
	seen.buffer[seen.n_buffers++].at = at;
}

static void scene(const struct fl_pack_file *file)
{
	struct fl_err err = {0};
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	const struct fl_report *said_it;

	seen.name = file->name;
	cr_assert_eq(fl_gtrc_open(&t, file->data, file->size_B, &err), FL_OK, "%s", err.text);
	while (fl_gtrc_next(&t, &r, &err) > 0) {
		if (r.tag == FL_GTRC_BO || r.tag == FL_GTRC_FREE)
			buffer(&r);
		if (r.tag == FL_GTRC_MEM)
			for (unsigned i = 0; i < seen.n_buffers; i++) {
				uint64_t at = fl_gtrc_u64(r.data) - seen.buffer[i].addr;
				if (at < seen.buffer[i].size_B)
					memcpy(seen.buffer[i].at + at, r.data + 16, fl_gtrc_u32(r.data + 8));
			}
		if (r.tag == FL_GTRC_IB) {
			uint32_t n = fl_gtrc_u32(r.data + 8), *dw = malloc(4 * (size_t)n + 4);
			cr_assert(dw);
			memcpy(dw, r.data + 16, 4 * (size_t)n);
			commands(dw, n);
			/* As Linux closes a batch (GC facts 2.6) */
			mgc_sh_write(seen.r.g, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__SHADER_L1__MASK);
			free(dw);
		}
	}
	while (seen.n_buffers) {
		seen.n_buffers--;
		fl_mem_unmap(&seen.r.m->mem, seen.buffer[seen.n_buffers].addr,
			     seen.buffer[seen.n_buffers].size_B);
		free(seen.buffer[seen.n_buffers].at);
	}
	/* Made-up inputs may make addresses of LOAD that are nowhere: those are other blocks' words. */
	for (unsigned i = 0; (said_it = fl_model_report(seen.r.m, i)); i++)
		cr_assert(strcmp(said_it->block, "SH") || said_it->severity == FL_NOTE, "%s: %s", file->name,
			  said_it->text);
	fl_model_reports_clear(seen.r.m);
}

static void set(const char *name, const char *chip)
{
	struct fl_err err = {0};
	struct fl_pack_file file;
	char path[200];
	size_t size, at = 0;
	int more;

	seen.r = sh_rig(chip, MGC_PIXEL);
	snprintf(path, sizeof(path), "tests/traces/%s.tar.xz", name);
	uint8_t *data = fl_pack_read(path, &size, &err);
	cr_assert(data, "%s", err.text);
	while ((more = fl_pack_next(data, size, &at, &file, &err)) > 0)
		if (file.size_B >= 16 && !memcmp(file.data, "GTRC", 4))
			scene(&file);
	cr_assert_eq(more, 0, "%s", err.text);
	free(data);
	cr_assert(seen.programs > 100 && seen.draws > 300, "%u programs, %u draws", seen.programs,
		  seen.draws);
	sh_rig_free(&seen.r);
}

Test(gc_sh_traces, gc2000)
{
	set("gc", "gc2000");
}

Test(gc_sh_traces, gc3000)
{
	set("gc3000", "gc3000");
}

Test(gc_sh_traces, gc7000l)
{
	set("gc7000l", "gc7000l");
}
