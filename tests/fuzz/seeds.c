/* SPDX-License-Identifier: MIT
 *
 * Seeds for the fuzzer out of the recorded traces: seeds OUT ARCHIVE…
 *
 * For fuzz_model a trace becomes operations (ops.h), smaller: a scissor of a few tiles, memory that a stream
 * reads cut to its start, the parts that judge the picture left out; for the writer the last stream lies in
 * memory of its own. For fuzz_gtrc it stays a trace, likewise cut. For fuzz_stream its commands stand alone.
 * Beside them a few lines, headers, programs and messages for the other targets.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "hw/model/fl_model.h"
#include "hw/regs/r500.h"
#include "hw/regs/r600.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/ops.h"
#include "tests/fuzz/seeds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	PAGES = 32,       /* of a block */
	MEM_B = 4096,     /* of a write of the host */
	STREAM_DW = 1024, /* for the decoder */
	MAX_DW = 16383,
	R600_CONTEXT = 0x28000,
	MAX_WINDOWS = 48,
	SCISSOR_PX = 48,
	SCISSOR_AT = 1440, /* the origin of window coordinates on R3xx and R4xx */
};

static unsigned chip_number(const char *name)
{
	const char *const *chip = fl_model_chips();

	for (unsigned i = 0; chip[i]; i++)
		if (!strcmp(chip[i], name))
			return i;
	return 0;
}

/* Pictures of 128 x 128 pixels take their time under a sanitizer. */
static void cut_scissors(uint32_t *dw, uint32_t n, bool r500)
{
	for (uint32_t at = 0; at < n;) {
		uint32_t h = dw[at], body = h >> 30 == 2 ? 0 : h >> 30 == 1 ? 2 : (h >> 16 & 0x3fff) + 1;
		uint32_t limit = SCISSOR_PX + (r500 ? 0 : SCISSOR_AT);

		for (uint32_t i = 0; h >> 30 == 0 && i < body && at + 1 + i < n; i++)
			if (4 * ((h & 0x1fff) + i) == R500_SC_SCISSOR1 && dw[at + 1 + i])
				dw[at + 1 + i] = limit | limit << 13;
		at += 1 + body;
	}
}

/* The same of R6xx: what every picture is inside of. */
static void cut_screen(uint32_t *dw, uint32_t n)
{
	for (uint32_t at = 0; at < n;) {
		const uint32_t h = dw[at], body = h >> 30 == 2 ? 0 : (h >> 16 & 0x3fff) + 1;

		for (uint32_t i = 1; h >> 30 == R600_PKT3 && (h >> 8 & 0xff) == R600_PKT3_SET_CONTEXT_REG &&
				     i < body && at + 1 + i < n;
		     i++)
			if (R600_CONTEXT + 4 * (dw[at + 1] + i - 1) == R600_PA_SC_SCREEN_SCISSOR_BR)
				dw[at + 1 + i] = SCISSOR_PX | SCISSOR_PX << 16;
		at += 1 + body;
	}
}

static void stream(struct seed *o, unsigned how, const uint32_t *dw, uint32_t n)
{
	seed_put_n(o, how, 1);
	seed_put_n(o, n, 2);
	seed_put(o, dw, 4ul * n);
}

static void fence(struct seed *o, const struct fl_stream_family *family)
{
	static const uint32_t r500[] = {
	    R500_RB3D_DSTCACHE_CTLSTAT / 4, 10, R500_ZB_ZCACHE_CTLSTAT / 4, 3, R500_WAIT_UNTIL / 4, 3u << 16};
	static const uint32_t r600[] = {(uint32_t)R600_PKT3 << 30 | R600_PKT3_EVENT_WRITE << 8,
					R600_VGT_EVENT_INITIATOR__EVENT_TYPE__CACHE_FLUSH_AND_INV_EVENT};

	uint32_t gc[SEEDS_GC_FENCE_DW];

	if (family == &fl_stream_gc)
		stream(o, FUZZ_RUN, gc, seeds_gc_fence(gc));
	else if (family == &fl_stream_r600)
		stream(o, FUZZ_RUN, r600, sizeof(r600) / sizeof(r600[0]));
	else
		stream(o, FUZZ_RUN, r500, sizeof(r500) / sizeof(r500[0]));
}

static uint32_t commands(const struct fl_gtrc_record *r, const struct fl_stream_family *family,
			 const char *chip, uint32_t dw[MAX_DW])
{
	uint32_t n = fl_gtrc_u32(r->data + 8);

	n = n < MAX_DW ? n : MAX_DW;
	memcpy(dw, r->data + 16, 4ul * n);
	if (family == &fl_stream_gc) {
		n = n < SEEDS_GC_MAX_DW ? n : SEEDS_GC_MAX_DW;
		seeds_gc_scissors(dw, n);
		return n;
	}
	while (n && dw[n - 1] == 0x80000000) /* a stream is padded with NOPs */
		n--;
	if (family == &fl_stream_r600)
		cut_screen(dw, n);
	else
		cut_scissors(dw, n, strcmp(chip, "r420") && strcmp(chip, "r300") && strcmp(chip, "rv350"));
	return n;
}

/* What lies in memory of its own, and is run from there. */
static void last_stream(struct seed *o, const uint32_t *dw, uint32_t n)
{
	seed_put_n(o, FUZZ_MEM, 1);
	seed_put_n(o, FUZZ_STREAM_AT, 4);
	seed_put_n(o, 4ul * n, 2);
	seed_put(o, dw, 4ul * n);
	seed_put_n(o, FUZZ_RUN_IB, 1);
	seed_put_n(o, FUZZ_STREAM_AT, 4);
	seed_put_n(o, n, 2);
}

static void map(struct seed *o, uint64_t addr, uint64_t pages)
{
	seed_put_n(o, FUZZ_MAP, 1);
	seed_put_n(o, addr / 4096, 4);
	seed_put_n(o, pages < PAGES ? pages : PAGES, 2);
}

static void model_seed(const char *dir, const char *name, struct fl_gtrc t, unsigned how, bool in_memory)
{
	static uint32_t dw[MAX_DW];
	struct fl_gtrc_record r;
	struct fl_err err;
	const bool gc = t.family == &fl_stream_gc;
	struct seed o = {0};
	char chip[32] = "";
	unsigned windows = 0;
	uint32_t n, last = 0; /* dwords that wait for what comes after them */

	while (fl_gtrc_next(&t, &r, &err) == 1) {
		switch (r.tag) {
		case FL_GTRC_INFO:
			fl_gtrc_info(&r, "chip", chip, sizeof(chip));
			seed_put_n(&o, chip_number(chip), 1);
			seed_put_n(&o, how, 1);
			if (in_memory)
				map(&o, gc ? FUZZ_STREAM_GC_AT : FUZZ_STREAM_AT, 4ul * MAX_DW / 4096 + 1);
			else if (gc && how & FUZZ_HOW_THREADS)
				seeds_gc_ring(&o, !strcmp(chip, "gc7000l"));
			break;
		case FL_GTRC_BO:
			if (windows++ < MAX_WINDOWS)
				map(&o, fl_gtrc_u64(r.data), fl_gtrc_u64(r.data + 8) / 4096);
			break;
		case FL_GTRC_MEM:
			n = fl_gtrc_u32(r.data + 8);
			n = n < MEM_B ? n : MEM_B;
			seed_put_n(&o, FUZZ_MEM, 1);
			seed_put_n(&o, fl_gtrc_u64(r.data), 4);
			seed_put_n(&o, n, 2);
			seed_put(&o, r.data + 16, n);
			break;
		case FL_GTRC_IB:
			if (last)
				stream(&o, FUZZ_RUN, dw, last);
			last = n = commands(&r, t.family, chip, dw);
			if (in_memory)
				break;
			stream(&o, how & FUZZ_HOW_THREADS ? FUZZ_RING : FUZZ_RUN, dw, n);
			if (how & FUZZ_HOW_THREADS)
				seed_put_n(&o, FUZZ_WAIT, 1);
			fence(&o, t.family);
			last = 0;
			break;
		default:
			break;
		}
	}
	if (in_memory && gc)
		seeds_gc_last(&o, dw, last, how & FUZZ_HOW_FINE);
	else if (in_memory)
		last_stream(&o, dw, last);
	seed_save(dir, in_memory ? "writer" : "model", name, &o);
	free(o.p);
}

static void gtrc_seed(const char *dir, const char *name, const uint8_t *data, struct fl_gtrc t)
{
	struct fl_gtrc_record r;
	struct fl_err err;
	struct seed o = {0};

	seed_put(&o, data, 16);
	while (fl_gtrc_next(&t, &r, &err) == 1) {
		uint32_t n = r.size_B;

		if (r.tag == FL_GTRC_MASK)
			continue;
		if (r.tag == FL_GTRC_MEM && n > 16 + MEM_B)
			n = 16 + MEM_B;
		if (r.tag == FL_GTRC_EXPT)
			n = 32 + 4 * 4 * 4;
		seed_put_n(&o, r.tag, 4);
		seed_put_n(&o, n, 4);
		if (r.tag == FL_GTRC_EXPT) { /* 4 x 4 pixels are enough to judge */
			seed_put(&o, r.data, 8);
			seed_put_n(&o, 4, 4);
			seed_put_n(&o, 4, 4);
			seed_put(&o, r.data + 16, n - 16);
		} else if (r.tag == FL_GTRC_MEM) {
			seed_put(&o, r.data, 8);
			seed_put_n(&o, n - 16, 4);
			seed_put(&o, r.data + 12, n - 12);
		} else {
			seed_put(&o, r.data, n);
		}
	}
	seed_save(dir, "gtrc", name, &o);
	free(o.p);
}

static unsigned family_number(const struct fl_stream_family *family)
{
	unsigned i = 0;

	while (fl_stream_families[i] && fl_stream_families[i] != family)
		i++;
	return i;
}

static void stream_seed(const char *dir, const char *name, struct fl_gtrc t)
{
	struct fl_gtrc_record r;
	struct fl_err err;
	struct seed o = {0};

	seed_put_n(&o, family_number(t.family), 1);
	seed_put_n(&o, 0, 1);
	while (fl_gtrc_next(&t, &r, &err) == 1)
		if (r.tag == FL_GTRC_IB) {
			uint32_t n = fl_gtrc_u32(r.data + 8);

			seed_put(&o, r.data + 16, 4ul * (n < STREAM_DW ? n : STREAM_DW));
			break;
		}
	seed_save(dir, "stream", name, &o);
	free(o.p);
}

static void archive(const char *dir, const char *path)
{
	struct fl_err err = {0};
	struct fl_pack_file f;
	size_t size_B, at = 0;
	uint8_t *tar = fl_pack_read(path, &size_B, &err);
	const char *set = strrchr(path, '/');
	unsigned i = 0;

	if (!tar) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	set = set ? set + 1 : path;
	for (; fl_pack_next(tar, size_B, &at, &f, &err) == 1; i++) {
		/* the four paths in turn; every third is compared with the scalar one, some go through the
		 * ring */
		unsigned how = i % 4 | (i % 3 ? 0 : FUZZ_HOW_BOTH) | 16 | (i % 8 == 7 ? FUZZ_HOW_THREADS : 0);
		const char *scene = strrchr(f.name, '/');
		char name[300];
		struct fl_gtrc t;
		bool gc;

		if (!strstr(f.name, ".trace") || fl_gtrc_open(&t, f.data, f.size_B, &err))
			continue;
		snprintf(name, sizeof(name), "%.*s-%s", (int)strcspn(set, "."), set,
			 scene ? scene + 1 : f.name);
		gc = t.family == &fl_stream_gc;
		if (t.family == &fl_stream_r500 || gc || (t.family == &fl_stream_r600 && i % 3 == 0)) {
			model_seed(dir, name, t, how, false);
			model_seed(dir, name, t, FUZZ_HOW_BOTH | 16 | 1 | (gc && i % 2 ? FUZZ_HOW_FINE : 0),
				   true);
			if (i % 8 == 0)
				gtrc_seed(dir, name, f.data, t);
		}
		if (i % 4 == 0)
			stream_seed(dir, name, t);
	}
	free(tar);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: seeds OUT ARCHIVE...\n");
		return 2;
	}
	if (mkdir(argv[1], 0777) && errno != EEXIST) {
		perror(argv[1]);
		return 1;
	}
	seeds_small(argv[1]);
	seeds_proxy(argv[1]);
	for (int i = 2; i < argc; i++)
		archive(argv[1], argv[i]);
	return 0;
}
