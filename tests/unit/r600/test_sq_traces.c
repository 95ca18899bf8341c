/* SPDX-License-Identifier: MIT
 *
 * SQ of the R6xx model decodes every program of the recorded streams, and has nothing to say to them.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "lib/stream/fl_stream.h"
#include "tests/unit/r600/sq_rig.h"

#define BASE   0x40000000u /* of all buffers in these streams */
#define SIZE_B 0x20000000u

TestSuite(r600_sq_traces, .timeout = 300, .fini = rig_free);

static struct {
	uint8_t *memory;
	const char *name;
	unsigned programs, missing;
} seen;

static void decode(enum mr600_stage stage, uint32_t start)
{
	const uint32_t *words = (const uint32_t *)(seen.memory + (((uint64_t)start << 8) - BASE));

	/* Of some scenes the program that reads the picture back was not recorded. */
	if (!words[0] && !words[1]) {
		seen.missing++;
		return;
	}
	fl_arena_reset(&rig.arena);
	cr_assert(mr600_sq_decode(rig.r, &rig.arena, stage), "%s: %s", seen.name, rig_report(0));
	seen.programs++;
}

static void on_event(void *arg, const struct fl_stream_event *e)
{
	if (e->kind == FL_STREAM_REG)
		rig.r->reg[e->offset / 4] = e->value;
	if (e->kind == FL_STREAM_DRAW) {
		decode(MR600_VS, R600_REG(rig.r, SQ_PGM_START_VS));
		decode(MR600_PS, R600_REG(rig.r, SQ_PGM_START_PS));
		if (rig_report(0))
			cr_log_warn("%s: %s", seen.name, rig_report(0));
		rig_quiet();
	}
}

static void scene(const struct fl_pack_file *file, const char *chip)
{
	struct fl_err err = {0};
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	struct fl_stream s;

	seen.name = file->name;
	seen.memory = calloc(1, SIZE_B);
	cr_assert(seen.memory);
	cr_assert(fl_mem_map(&rig.r->base.mem, BASE, seen.memory, SIZE_B));
	cr_assert_eq(fl_gtrc_open(&t, file->data, file->size_B, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_stream_init(&s, &fl_stream_r600, chip, on_event, NULL, &err), FL_OK, "%s", err.text);
	while (fl_gtrc_next(&t, &r, &err) > 0) {
		if (r.tag == FL_GTRC_MEM) {
			uint64_t at = fl_gtrc_u32(r.data) | (uint64_t)fl_gtrc_u32(r.data + 4) << 32;

			memcpy(seen.memory + (at - BASE), r.data + 16, fl_gtrc_u32(r.data + 8));
		}
		if (r.tag != FL_GTRC_IB)
			continue;
		uint32_t n = fl_gtrc_u32(r.data + 8), *dw = malloc(4 * (size_t)n + 4);

		memcpy(dw, r.data + 16, 4 * (size_t)n);
		cr_assert_eq(fl_stream_decode(&s, dw, n, &err), FL_OK, "%s: %s", file->name, err.text);
		free(dw);
	}
	fl_mem_unmap(&rig.r->base.mem, BASE, SIZE_B);
	free(seen.memory);
}

static void set(const char *name, const char *stream_chip, const char *chip)
{
	struct fl_err err = {0};
	struct fl_pack_file file;
	char path[200];
	size_t size, at = 0;
	int more;

	rig_new(chip);
	memset(&seen, 0, sizeof(seen));
	snprintf(path, sizeof(path), "tests/traces/%s.tar.xz", name);
	uint8_t *data = fl_pack_read(path, &size, &err);
	cr_assert(data, "%s", err.text);
	while ((more = fl_pack_next(data, size, &at, &file, &err)) > 0)
		if (file.size_B >= 16 && !memcmp(file.data, "GTRC", 4))
			scene(&file, stream_chip);
	cr_assert_eq(more, 0, "%s", err.text);
	free(data);
	cr_assert_gt(seen.programs, 1000u, "%u programs decoded, %u are not recorded", seen.programs,
		     seen.missing);
	cr_assert_lt(seen.missing, seen.programs / 4, "%u are not recorded, %u are", seen.missing,
		     seen.programs);
}

Test(r600_sq_traces, r600)
{
	set("r600", "RV770", "rv770");
}

Test(r600_sq_traces, r600_r600)
{
	set("r600_r600", "R600", "r600");
}

Test(r600_sq_traces, r600_rv710)
{
	set("r600_rv710", "RV710", "rv710");
}
