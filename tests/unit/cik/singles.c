/* SPDX-License-Identifier: MIT
 *
 * See singles.h.
 */
#include "tests/unit/cik/singles.h"

#include "demos/firstlight/gtrc.h"
#include "hw/regs/cik.h"
#include "lib/cik/asm.h"

#include <string.h>

enum {
	EXPORT_DW = 4,
	/* the format of target 0, in the lowest bits */
	HALVES = CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_FP16_ABGR,
	SINGLES = CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_ABGR,
};

/* The end of a program as Mesa has it, and the same without the cut. */
static const char as_halves[] = "v_cvt_pkrtz_f16_f32_e32 v0, v0, v1\n"
				"v_cvt_pkrtz_f16_f32_e32 v1, v2, v3\n"
				"exp mrt0 v0, v0, v1, v1 done compr vm\n";
static const char as_singles[] = "s_nop 0\n"
				 "s_nop 0\n"
				 "exp mrt0 v0, v1, v2, v3 done vm\n";

static bool assemble(const char *text, uint32_t words[EXPORT_DW])
{
	static struct fl_cik_program p;

	if (!fl_cik_asm(&p, text, strlen(text)) || p.n != EXPORT_DW)
		return false;
	memcpy(words, p.words, sizeof p.words[0] * EXPORT_DW);
	return true;
}

/* In what the processor wrote to memory; how many there were. */
static unsigned in_memory(uint8_t *bytes, size_t size_B, const uint32_t from[EXPORT_DW],
			  const uint32_t to[EXPORT_DW])
{
	unsigned found = 0;

	for (size_t at = 0; at + 4 * EXPORT_DW <= size_B; at += 4)
		if (!memcmp(bytes + at, from, 4 * EXPORT_DW)) {
			memcpy(bytes + at, to, 4 * EXPORT_DW);
			found++;
		}
	return found;
}

struct formats {
	uint32_t *dw;
	unsigned found;
};

static void on_event(void *arg, const struct fl_stream_event *e)
{
	struct formats *f = arg;

	if (e->kind != FL_STREAM_REG || e->offset != CIK_SPI_SHADER_COL_FORMAT || e->raw != HALVES)
		return;
	f->dw[e->at] = SINGLES;
	f->found++;
}

bool cik_export_singles(uint8_t *trace, size_t size_B)
{
	enum { MEM_HEAD_B = 16, IB_HEAD_B = 16 };
	uint32_t from[EXPORT_DW], to[EXPORT_DW];
	struct fl_gtrc_record r;
	struct fl_stream stream;
	struct fl_err err = {0};
	struct fl_gtrc t;
	unsigned programs = 0, formats = 0;
	int more;

	if (!assemble(as_halves, from) || !assemble(as_singles, to) || fl_gtrc_open(&t, trace, size_B, &err))
		return false;
	while ((more = fl_gtrc_next(&t, &r, &err)) > 0) {
		uint8_t *body = trace + (r.data - trace);

		if (r.tag == FL_GTRC_MEM) {
			programs += in_memory(body + MEM_HEAD_B, r.size_B - MEM_HEAD_B, from, to);
		} else if (r.tag == FL_GTRC_IB) {
			struct formats f = {.dw = (uint32_t *)(void *)(body + IB_HEAD_B)};
			uint32_t n = (r.size_B - IB_HEAD_B) / 4;

			if (fl_stream_init(&stream, &fl_stream_cik, NULL, on_event, &f, &err) ||
			    fl_stream_decode(&stream, f.dw, n, &err))
				return false;
			formats += f.found;
		}
	}
	return !more && programs && formats;
}
