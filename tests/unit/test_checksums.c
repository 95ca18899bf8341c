/* SPDX-License-Identifier: MIT
 *
 * Every bit that the model draws, held by checksums: of all memory after each submission of every recorded
 * stream, and of the color and depth buffer of every demo, on the scalar and on the vector path. They were
 * recorded before the model was cut into common rooms. A checksum proves nothing about what is right (other
 * tests do); it says that a change which is meant to change no picture changes none.
 *
 * FL_CHECKSUMS=write prints the lines of tests/traces/checksums.txt in place of comparing them. They are the
 * same whatever compiles the model.
 */
#include "demos/demo.h"
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "hw/model/fl_model.h"
#include "hw/regs/r500.h"
#include "lib/hosted/fl_host.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SPACE_B (UINT64_C(1) << 32)
#define LIST    "tests/traces/checksums.txt"

static uint64_t fold(uint64_t h, const void *data, uint64_t n)
{
	const uint8_t *p = data;
	uint64_t w;

	for (; n >= 8; p += 8, n -= 8) {
		memcpy(&w, p, 8);
		h = (h ^ w) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 29;
	}
	for (; n; p++, n--)
		h = (h ^ *p) * UINT64_C(0x9e3779b97f4a7c15);
	return h;
}

/* Compare with the recorded line of that name, or print one. */
static bool held(const char *name, uint64_t sum)
{
	const char *mode = getenv("FL_CHECKSUMS");
	char line[160], want[160];
	bool found = false;
	FILE *f;

	snprintf(want, sizeof want, "%s %016" PRIx64 "\n", name, sum);
	if (mode && !strcmp(mode, "write")) {
		fputs(want, stdout);
		fflush(stdout);
		return true;
	}
	f = fopen(LIST, "r");
	cr_assert(f, LIST);
	while (!found && fgets(line, sizeof line, f))
		found = !strcmp(line, want);
	fclose(f);
	return found;
}

/* ---- recorded streams ---------------------------------------------------------------------------------- */
struct memory {
	uint8_t *space;
	struct {
		uint64_t addr, size_B;
	} window[4096];
	unsigned n;
};

/* All that the chip may still hold comes to memory. */
static bool flush(struct fl_model *m)
{
	const uint32_t dw[] = {
	    R500_RB3D_DSTCACHE_CTLSTAT / 4,
	    R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH(2),
	    R500_ZB_ZCACHE_CTLSTAT / 4,
	    R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH(1),
	    R500_RB2D_DSTCACHE_CTLSTAT / 4,
	    R500_RB2D_DSTCACHE_CTLSTAT__DC_FLUSH(3),
	    R500_WAIT_UNTIL / 4,
	    1u << 16 | 1u << 17, /* 2D and 3D idle and clean */
	};

	return fl_model_run(m, dw, sizeof dw / sizeof *dw) && fl_model_wait(m);
}

static uint64_t replay(const uint8_t *data, size_t size_B, bool scalar)
{
	static struct memory mem;
	struct fl_model_config cfg = {.scalar = scalar, .running = true};
	struct fl_model *m = NULL;
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	struct fl_err err;
	uint64_t sum = 0;
	char chip[32];
	int more;

	mem.n = 0;
	mem.space =
	    mmap(NULL, SPACE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	cr_assert(mem.space != MAP_FAILED);
	cr_assert_eq(fl_gtrc_open(&t, data, size_B, &err), FL_OK, "%s", err.text);
	while ((more = fl_gtrc_next(&t, &r, &err)) > 0) {
		uint64_t addr = r.size_B >= 16 ? fl_gtrc_u64(r.data) : 0,
			 n = r.size_B >= 16 ? fl_gtrc_u64(r.data + 8) : 0;

		switch (r.tag) {
		case FL_GTRC_INFO:
			fl_gtrc_info(&r, "chip", chip, sizeof chip);
			m = fl_model_new(chip, &cfg, NULL, 0);
			cr_assert(m, "%s", chip);
			break;
		case FL_GTRC_BO:
			cr_assert(fl_model_map(m, addr, mem.space + addr, n));
			mem.window[mem.n].addr = addr;
			mem.window[mem.n++].size_B = n;
			break;
		case FL_GTRC_FREE:
			for (unsigned i = 0; i < mem.n; i++)
				if (mem.window[i].addr == addr)
					mem.window[i] = mem.window[--mem.n];
			cr_assert(fl_model_unmap(m, addr, n));
			break;
		case FL_GTRC_MEM:
			memcpy(mem.space + addr, r.data + 16, fl_gtrc_u32(r.data + 8));
			break;
		case FL_GTRC_IB: {
			uint32_t dw = fl_gtrc_u32(r.data + 8), *words = malloc(4ull * dw + 4);

			memcpy(words, r.data + 16, 4ull * dw);
			/* in one call, or in two with a flush that keeps what is flushed */
			if (!scalar)
				cr_assert(fl_model_submit(m, words, dw));
			else
				cr_assert(fl_model_run(m, words, dw) &&
					  (t.family == &fl_stream_r500 ? flush(m) : fl_model_flush(m)));
			free(words);
			for (unsigned i = 0; i < mem.n; i++)
				sum = fold(sum, mem.space + mem.window[i].addr, mem.window[i].size_B);
			break;
		}
		default:
			break;
		}
	}
	cr_assert_eq(more, 0, "%s", err.text);
	fl_model_delete(m);
	munmap(mem.space, SPACE_B);
	return sum;
}

/* new: of a family whose pictures still change: only the two paths are compared. */
struct set {
	char name[16];
	bool is_new;
};

ParameterizedTestParameters(checksums, streams)
{
	static struct set sets[] = {{"r500_linear", false}, {"r500", false},        {"r500_hyperz", false},
				    {"r500_rv530", false},  {"r300_linear", false}, {"r300", false},
				    {"r420_linear", false}, {"r420", false},        {"r600_simple", true},
				    {"r600", true},         {"r600_r600", true},    {"r600_rv710", true}};

	return cr_make_param_array(struct set, sets, sizeof sets / sizeof *sets);
}

ParameterizedTest(struct set *set, checksums, streams, .timeout = 600)
{
	struct fl_pack_file f;
	struct fl_err err;
	char path[64], name[400];
	size_t size_B, at = 0;
	uint8_t *data;
	unsigned n = 0;

	snprintf(path, sizeof path, "tests/traces/%s.tar.xz", set->name);
	data = fl_pack_read(path, &size_B, &err);
	cr_assert(data, "%s", err.text);
	while (fl_pack_next(data, size_B, &at, &f, &err) > 0) {
		uint64_t vector = replay(f.data, f.size_B, false);

		snprintf(name, sizeof name, "%s/%s", set->name, f.name);
		cr_expect(set->is_new || held(name, vector), "%s: the picture changed", name);
		cr_expect_eq(replay(f.data, f.size_B, true), vector, "%s: the scalar path draws another",
			     name);
		n++;
	}
	cr_expect_geq(n, 65u);
	free(data);
}

/* ---- demos --------------------------------------------------------------------------------------------- */
static uint64_t demo(const struct fl_demo *d, const char *chip, bool scalar)
{
	static struct fl_host h;
	const struct fl_model_config cfg = {.scalar = scalar};
	const struct fl_surface *s[2];
	const uint8_t *vram;
	uint64_t size_B, sum = 0;

	cr_assert_eq(fl_host_open_model(&h, chip, &cfg, 320, 240), FL_OK, "%s", h.err.text);
	cr_assert_eq(fl_demo_begin(d, &h.stage, &h.err), FL_OK, "%s: %s", d->name, h.err.text);
	for (uint32_t frame = 0; frame < 2; frame++) {
		cr_assert_eq(fl_demo_frame(d, &h.stage, frame * 17, &h.err), FL_OK, "%s: %s", d->name,
			     h.err.text);
		vram = fl_model_vram(h.model, &size_B);
		s[0] = &h.stage.screen;
		s[1] = &h.stage.depth;
		for (int i = 0; i < 2; i++)
			sum = fold(sum, vram + s[i]->offset_B, s[i]->size_B);
	}
	cr_assert_eq(fl_host_close(&h), 0);
	return sum;
}

Test(checksums, demos, .timeout = 600)
{
	char name[64];

	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		const char *chip = (*d)->does ? "rv770" : "r580";
		uint64_t vector = demo(*d, chip, false);

		snprintf(name, sizeof name, "demo/%s", (*d)->name);
		cr_expect(held(name, vector), "%s: the picture changed", name);
		cr_expect_eq(demo(*d, chip, true), vector, "%s: the scalar path draws another", name);
	}
}
