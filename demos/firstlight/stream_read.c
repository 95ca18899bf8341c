/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: from a file to the decoder.
 */
#include "demos/firstlight/stream_read.h"
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/pack.h"
#include "demos/firstlight/stream_pages.h"
#include "demos/firstlight/visible.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* ---- a stream ------------------------------------------------------------------------------------------ */
struct reader {
	struct fl_stream_sink *sink;
	struct fl_stream_pages memory;
	struct fl_stream s;
};

static void on_event(void *arg, const struct fl_stream_event *e)
{
	struct reader *r = arg;

	r->sink->event(r->sink->arg, e);
}

static bool on_memory(void *arg, uint64_t address, void *out, uint32_t size_B)
{
	struct reader *r = arg;

	return fl_stream_pages_read(&r->memory, address, out, size_B);
}

static enum fl_code decode(struct reader *r, const uint8_t *data, uint32_t n)
{
	struct fl_stream_place *at = r->sink->at;
	uint32_t *dw = malloc(n ? n * sizeof *dw : 1);
	const uint32_t cut = r->s.cut;
	struct fl_err err = {0};
	enum fl_code code;

	if (!dw)
		return fl_complain(FL_FAILED, "%s: no memory for %u dwords", at->file, n);
	for (uint32_t i = 0; i < n; i++)
		dw[i] = fl_gtrc_u32(data + i * 4ul);
	if (r->sink->ib)
		r->sink->ib(r->sink->arg, dw, n);
	code = fl_stream_decode(&r->s, dw, n, &err);
	if (!cut && r->s.cut)
		fprintf(stderr,
			"%s: IB %u: its draws name more memory than streams of this size do: some programs "
			"and descriptors are left out from here on\n",
			at->file, at->ib);
	if (r->sink->ib_end)
		r->sink->ib_end(r->sink->arg);
	free(dw);
	if (code)
		fl_complain(code, "%s: IB %u, %s", at->file, at->ib, err.text);
	return code;
}

static enum fl_code start(struct reader *r, const struct fl_stream_family *family, const char *chip)
{
	struct fl_err err = {0};
	enum fl_code code = fl_stream_init(&r->s, family, chip, on_event, r, &err);

	if (code)
		return fl_complain(code, "%s: %s", r->sink->at->file, err.text);
	fl_stream_with_vertices(&r->s);
	if (r->sink->memory)
		r->s.on_memory = on_memory;
	r->sink->at->chip = chip;
	r->sink->at->s = &r->s;
	r->sink->at->memory = &r->memory;
	r->sink->at->ib = r->sink->at->record = 0;
	return r->sink->start ? r->sink->start(r->sink->arg) : FL_OK;
}

static enum fl_code record(struct reader *r, const struct fl_gtrc_record *rec)
{
	struct fl_stream_place *at = r->sink->at;
	enum fl_code code = fl_stream_pages_record(&r->memory, rec);

	if (code)
		return fl_complain(code, "%s: no memory left", at->file);
	switch (rec->tag) {
	case FL_GTRC_IB:
		code = decode(r, rec->data + 16, fl_gtrc_u32(rec->data + 8));
		at->ib++;
		break;
	default:
		break;
	}
	return code;
}

/* The family of a chip by name, or by its own name (*chip becomes NULL: any). */
static const struct fl_stream_family *family_of(const char **chip)
{
	for (const struct fl_stream_family *const *f = fl_stream_families; *f; f++)
		if (fl_regs_chip((*f)->regs(), *chip))
			return *f;
	for (const struct fl_stream_family *const *f = fl_stream_families; *f; f++)
		if (!strcmp(*chip, (*f)->name)) {
			*chip = NULL;
			return *f;
		}
	return NULL;
}

static enum fl_code trace(struct reader *r, const uint8_t *data, size_t size_B, const char *chip)
{
	struct fl_stream_place *at = r->sink->at;
	struct fl_gtrc t;
	struct fl_gtrc_record rec;
	struct fl_err err = {0};
	const struct fl_stream_family *family;
	char own[32] = "";
	enum fl_code code = FL_OK;
	int more;

	if (fl_gtrc_open(&t, data, size_B, &err))
		return fl_complain(err.code, "%s: %s", at->file, err.text);
	family = t.family;
	if (chip && family_of(&chip) != family)
		return fl_complain(FL_USAGE, "%s: the trace is of the family %s, and --chip names another",
				   at->file, family->name);
	more = fl_gtrc_next(&t, &rec, &err);
	if (more > 0 && rec.tag == FL_GTRC_INFO)
		fl_gtrc_info(&rec, "chip", own, sizeof own);
	if (!chip && fl_regs_chip(family->regs(), own))
		chip = own;
	code = more < 0 ? FL_OK : start(r, family, chip);
	for (unsigned i = 0; !code && more > 0; i++, more = fl_gtrc_next(&t, &rec, &err)) {
		at->record = i;
		code = record(r, &rec);
	}
	if (more < 0)
		code = fl_complain(err.code, "%s: %s", at->file, err.text);
	return code;
}

static enum fl_code raw(struct reader *r, const uint8_t *data, size_t size_B, const char *chip)
{
	struct fl_stream_place *at = r->sink->at;
	const struct fl_stream_family *family = chip ? family_of(&chip) : NULL;
	enum fl_code code;

	if (!family)
		return chip ? fl_complain(FL_USAGE, "no family has a chip called %s", chip)
			    : fl_complain(
				  FL_USAGE,
				  "%s is no trace: say what chip the raw command buffer is for, with --chip",
				  at->file);
	if (!size_B)
		return fl_complain(FL_FAILED, "%s is empty, and no command buffer", at->file);
	if (size_B % 4 || size_B / 4 > 0xffffffffu)
		return fl_complain(FL_FAILED, "%s: %zu bytes are no command buffer: not a multiple of 4",
				   at->file, size_B);
	code = start(r, family, chip);
	return code ? code : decode(r, data, (uint32_t)(size_B / 4));
}

static enum fl_code one(struct fl_stream_sink *sink, const char *path, const uint8_t *data, size_t size_B,
			const char *chip, unsigned *n)
{
	struct reader r = {.sink = sink};
	const char *base = strrchr(path, '/');
	char scene[128];
	enum fl_code code;

	base = base ? base + 1 : path;
	snprintf(scene, sizeof scene, "%.*s", (int)strcspn(base, "."), base);
	if (sink->scene && fnmatch(sink->scene, scene, 0))
		return FL_OK;
	sink->at->file = fl_visible(sink->at->shown, sizeof sink->at->shown, base);
	++*n;
	code = size_B >= 4 && !memcmp(data, "GTRC", 4) ? trace(&r, data, size_B, chip)
						       : raw(&r, data, size_B, chip);
	if (r.s.family && sink->end)
		sink->end(sink->arg);
	fl_stream_pages_free(&r.memory);
	return code;
}

enum fl_code fl_stream_read(const char *path, const char *chip, struct fl_stream_sink *sink, unsigned *n)
{
	struct fl_err err = {0};
	struct fl_pack_file f;
	size_t size_B, at = 0;
	uint8_t *data = fl_pack_read(path, &size_B, &err);
	enum fl_code code = FL_OK, c;
	int more = 0;

	if (!data)
		return (enum fl_code)fl_complain_err(&err);
	if (!fl_pack_is_tar(data, size_B)) {
		code = one(sink, path, data, size_B, chip, n);
		free(data);
		return code;
	}
	while ((more = fl_pack_next(data, size_B, &at, &f, &err)) > 0) {
		if (strlen(f.name) <= 6 || strcmp(f.name + strlen(f.name) - 6, ".trace"))
			continue;
		c = one(sink, f.name, f.data, f.size_B, chip, n);
		code = code ? code : c;
		if (c == FL_USAGE)
			break;
	}
	if (more < 0)
		code = (enum fl_code)fl_complain(err.code, "%s: %s", path, err.text);
	free(data);
	return code;
}
