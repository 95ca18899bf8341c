/* SPDX-License-Identifier: MIT
 *
 * A frame that is timed is drawn twice in each pass: what it brings is there the second time, what it takes
 * away goes after that, and its picture is judged behind both. Traces of a set, with marks put in.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "demos/firstlight/replay.h"

enum { MARKED_B = 8 << 20, OWN = 0x70000000, OWN_B = 0x1000 };

struct marked {
	uint8_t *at;
	size_t n_B;
};

static void put(struct marked *m, const char tag[4], const void *data, uint32_t n_B)
{
	cr_assert_leq(m->n_B + 8 + n_B, MARKED_B);
	memcpy(m->at + m->n_B, tag, 4);
	memcpy(m->at + m->n_B + 4, &n_B, 4);
	memcpy(m->at + m->n_B + 8, data, n_B);
	m->n_B += 8 + n_B;
}

/* Memory that comes and goes inside of the frame, which begins before the first stream and ends behind the
 * last one that draws. */
static struct marked marked(const struct fl_pack_file *f)
{
	const uint64_t own[3] = {OWN, OWN_B, 0};
	struct marked m = {malloc(MARKED_B), 16};
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	struct fl_err err;
	bool begun = false, ended = false;

	cr_assert(m.at);
	memcpy(m.at, f->data, 16); /* the header */
	cr_assert_eq(fl_gtrc_open(&t, f->data, f->size_B, &err), FL_OK);
	while (fl_gtrc_next(&t, &r, &err) > 0) {
		if (r.tag == FL_GTRC_IB && !begun) {
			put(&m, "MARK", "work=7 unit=frames\0", 20);
			put(&m, "BO  ", own, 24);
			put(&m, "MARK", "frame begin", 12);
			begun = true;
		}
		if (r.tag == FL_GTRC_CBUF && !ended) {
			put(&m, "FREE", own, 16);
			put(&m, "MARK", "frame end\0\0", 12);
			ended = true;
		}
		put(&m, (const char *)&r.tag, r.data, r.size_B);
	}
	cr_assert(begun && ended);
	return m;
}

Test(replay_frames, drawn_twice_and_judged, .timeout = 60)
{
	struct fl_pack_file f;
	struct fl_err err;
	size_t size_B, at = 0;
	uint8_t *data = fl_pack_read("tests/traces/r500.tar.xz", &size_B, &err);
	unsigned n = 0;

	cr_assert(data, "%s", err.text);
	while (n < 4 && fl_pack_next(data, size_B, &at, &f, &err) > 0) {
		struct marked m = marked(&f);
		struct fl_replay_options opt = {.model = {.threads = 1, .running = true}};
		struct fl_replay_result plain, res;

		cr_assert_eq(fl_replay(f.data, f.size_B, f.name, &opt, &plain, &err), FL_OK);
		for (opt.passes = 1; opt.passes <= 3; opt.passes++) {
			cr_assert_eq(fl_replay(m.at, m.n_B, f.name, &opt, &res, &err), FL_OK,
				     "%s, %u passes: %s", f.name, opt.passes, err.text);
			cr_expect(res.pixels && res.pixels == plain.pixels && res.differ == plain.differ,
				  "%s: %u pixels after %u passes, %u without marks", f.name, res.differ,
				  opt.passes, plain.differ);
			cr_expect_gt(res.frame_s, 0);
			cr_expect_str_eq(res.work, "work=7 unit=frames");
		}
		free(m.at);
		n++;
	}
	cr_assert_eq(n, 4);
	free(data);
}
