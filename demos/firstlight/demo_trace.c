/* SPDX-License-Identifier: MIT
 *
 * A demo as a trace; see demo_trace.h.
 */
#include "demos/firstlight/demo_trace.h"
#include "demos/firstlight/gtrc.h"
#include "lib/fl_stage_family.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_B = 4096, LINE_B = 64 };

/* fl_cs has room for one pointer, and that is the stage's. */
static struct fl_demo_trace *recording;

/* ---- records ------------------------------------------------------------------------------------------- */
static void put(struct fl_demo_trace *t, const void *data, size_t n_B)
{
	if (t->n_B + n_B > t->room_B) {
		const size_t room_B = 2 * (t->n_B + n_B) + 65536;
		uint8_t *more = t->lost ? NULL : realloc(t->data, room_B);

		t->lost |= !more;
		if (!more)
			return;
		t->data = more;
		t->room_B = room_B;
	}
	memcpy(t->data + t->n_B, data, n_B);
	t->n_B += n_B;
}

static void put32(struct fl_demo_trace *t, uint32_t v)
{
	put(t, (uint8_t[]){(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)}, 4);
}

static void put64(struct fl_demo_trace *t, uint64_t v)
{
	put32(t, (uint32_t)v);
	put32(t, (uint32_t)(v >> 32));
}

static void head(struct fl_demo_trace *t, enum fl_gtrc_tag tag, size_t n_B)
{
	put32(t, tag);
	put32(t, (uint32_t)n_B);
}

/* Text, and NULs up to a whole dword. */
static void text(struct fl_demo_trace *t, enum fl_gtrc_tag tag, const char *words)
{
	static const char nothing[4] = "";
	const size_t n_B = strlen(words) + 1;

	head(t, tag, (n_B + 3) / 4 * 4);
	put(t, words, n_B);
	put(t, nothing, (4 - n_B % 4) % 4);
}

static void written(struct fl_demo_trace *t, const struct fl_demo_trace_memory *m, uint64_t at, uint64_t end)
{
	head(t, FL_GTRC_MEM, 16 + (size_t)(end - at));
	put64(t, m->addr + at);
	put32(t, (uint32_t)(end - at));
	put32(t, 0);
	put(t, m->now + at, (size_t)(end - at));
}

/* What the host wrote since the batch before, in runs of lines. */
static void writes(struct fl_demo_trace *t)
{
	for (unsigned i = 0; i < t->n_memory; i++) {
		const struct fl_demo_trace_memory *m = &t->memory[i];
		uint64_t begin = UINT64_MAX, at = 0;

		for (; at < m->size_B; at += LINE_B) {
			bool same = !memcmp(m->now + at, m->seen + at, LINE_B);

			if (same && begin == UINT64_MAX && at % PAGE_B == 0 &&
			    !memcmp(m->now + at, m->seen + at, PAGE_B)) {
				at += PAGE_B - LINE_B; /* all of the page */
				continue;
			}
			if (same && begin != UINT64_MAX) {
				written(t, m, begin, at);
				begin = UINT64_MAX;
			} else if (!same && begin == UINT64_MAX) {
				begin = at;
			}
		}
		if (begin != UINT64_MAX)
			written(t, m, begin, at);
	}
}

static void see(struct fl_demo_trace *t)
{
	for (unsigned i = 0; i < t->n_memory; i++)
		memcpy(t->memory[i].seen, t->memory[i].now, (size_t)t->memory[i].size_B);
}

/* ---- batches ------------------------------------------------------------------------------------------- */
static enum fl_code submit(struct fl_cs *cs, struct fl_err *err)
{
	struct fl_demo_trace *t = recording;
	const uint32_t *words = cs->start - t->stage->head_dw;
	const uint32_t n_dw = (uint32_t)(cs->at - words);
	enum fl_code code;

	writes(t);
	head(t, FL_GTRC_IB, 16 + 4 * (size_t)n_dw);
	put64(t, 0);
	put32(t, n_dw);
	put32(t, 0);
	for (uint32_t i = 0; i < n_dw; i++)
		put32(t, words[i]);
	code = t->submit(cs, err);
	if (!code)
		code = t->stage->family->wait(t->stage, err);
	see(t);
	return code;
}

static bool add_memory(struct fl_demo_trace *t, uint64_t addr, uint64_t size_B, const void *now)
{
	struct fl_demo_trace_memory *m = &t->memory[t->n_memory];

	*m = (struct fl_demo_trace_memory){addr, size_B / PAGE_B * PAGE_B, now, NULL};
	m->seen = calloc(1, (size_t)m->size_B);
	if (!m->seen)
		return false;
	t->n_memory++;
	head(t, FL_GTRC_BO, 24);
	put64(t, m->addr);
	put64(t, m->size_B);
	put32(t, t->n_memory);
	put32(t, 0);
	return true;
}

enum fl_code fl_demo_trace_begin(struct fl_demo_trace *t, struct fl_stage *s, struct fl_model *m,
				 const char *chip, const char *scene, struct fl_err *err)
{
	const struct fl_bringup *up = &s->card.up;
	uint64_t vram_B;
	const uint8_t *vram = fl_model_vram(m, &vram_B);
	uint32_t family = 0;
	char info[64];
	bool ok;

	*t = (struct fl_demo_trace){.stage = s, .model = m};
	if (!s->cs.submit)
		return fl_fail(err, FL_USAGE, "%s has no stream of commands that could be recorded", chip);
	if (s->batch_count)
		return fl_fail(err, FL_FAILED, "%s: commands went to the chip before the recording", chip);
	for (const struct fl_stream_family *const *f = fl_stream_families; *f; f++)
		if (fl_regs_chip((*f)->regs(), chip))
			family = (*f)->trace;
	put32(t, FL_GTRC_TAG('G', 'T', 'R', 'C'));
	put32(t, 1);
	put32(t, family);
	put32(t, 0);
	snprintf(info, sizeof info, "chip=%s\nfine=0\n", chip);
	text(t, FL_GTRC_INFO, info);
	text(t, FL_GTRC_MARK, scene);
	/* of video memory what is in use: the surfaces, and as much for what the demo makes */
	ok = add_memory(t, up->vram_addr, vram_B < 64u << 20 ? vram_B : 64u << 20, vram);
	if (s->family->one_memory)
		ok &= add_memory(t, up->commands.addr, up->commands.size_B, (const void *)up->commands.cpu);
	if (!ok || t->lost)
		return fl_fail(err, FL_FAILED, "out of memory for a recording");
	recording = t;
	t->submit = s->cs.submit;
	s->cs.submit = submit;
	return FL_OK;
}

enum fl_code fl_demo_trace_end(struct fl_demo_trace *t, struct fl_err *err)
{
	struct fl_stage *s = t->stage;
	uint32_t *row;

	s->cs.submit = t->submit;
	if (s->vram.next_B > t->memory[0].size_B)
		return fl_fail(err, FL_FAILED,
			       "the demo takes %llu bytes of video memory, and a recording has %llu",
			       (unsigned long long)s->vram.next_B, (unsigned long long)t->memory[0].size_B);
	row = malloc(4ul * s->width);
	head(t, FL_GTRC_CBUF, 32);
	put64(t, s->card.up.vram_addr + s->screen.offset_B);
	for (unsigned i = 0; i < 6; i++) /* registers as a driver sets them: for people who read a trace */
		put32(t, 0);
	head(t, FL_GTRC_EXPT, 32 + 4 * (size_t)s->width * s->height);
	put64(t, s->card.up.vram_addr + s->screen.offset_B);
	put32(t, s->width);
	put32(t, s->height);
	put32(t, 4 * s->screen.pitch_px);
	put32(t, 0); /* bytes B, G, R, A */
	put32(t, 0); /* the same bits */
	put32(t, 2); /* whatever alpha is */
	for (uint32_t y = 0; row && y < s->height; y++) {
		fl_stage_row(s, y, row);
		for (uint32_t x = 0; x < s->width; x++)
			put32(t,
			      0xff000000 | (row[x] & 0xff) << 16 | (row[x] & 0xff00) | (row[x] >> 16 & 0xff));
	}
	t->lost |= !row;
	free(row);
	return t->lost ? fl_fail(err, FL_FAILED, "out of memory for a recording") : FL_OK;
}

void fl_demo_trace_free(struct fl_demo_trace *t)
{
	if (recording == t)
		recording = NULL;
	for (unsigned i = 0; i < t->n_memory; i++)
		free(t->memory[i].seen);
	free(t->data);
}
