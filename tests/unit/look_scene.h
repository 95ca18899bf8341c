/* SPDX-License-Identifier: MIT
 *
 * A recorded scene out of its set, for tests that look into it.
 */
#ifndef TESTS_UNIT_LOOK_SCENE_H
#define TESTS_UNIT_LOOK_SCENE_H

#include "demos/firstlight/look_run.h"
#include "demos/firstlight/pack.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A copy, the caller's to free. */
static inline uint8_t *look_load(const char *of, const char *name, size_t *size_B)
{
	struct fl_err err = {0};
	struct fl_pack_file f;
	char path[64], want[64];
	size_t set_B, at = 0;
	uint8_t *set, *trace = NULL;

	snprintf(path, sizeof path, "tests/traces/%s.tar.xz", of);
	snprintf(want, sizeof want, "/%s.trace", name);
	set = fl_pack_read(path, &set_B, &err);
	cr_assert(set, "%s", err.text);
	while (!trace && fl_pack_next(set, set_B, &at, &f, &err) > 0) {
		const size_t n = strlen(f.name), w = strlen(want);

		if (n < w || strcmp(f.name + n - w, want))
			continue;
		trace = malloc(f.size_B);
		memcpy(trace, f.data, f.size_B);
		*size_B = f.size_B;
	}
	free(set);
	cr_assert(trace, "%s has no %s", of, name);
	return trace;
}

static inline struct fl_look_trace look_open(const char *of, const char *name)
{
	struct fl_look_trace t = {.config = {.running = true, .threads = 1, .fine = true}, .name = name};

	t.data = look_load(of, name, &t.size_B);
	return t;
}

/* Events of a scene; the caller frees them (fl_look_list_free()). */
static inline struct fl_look_list look_events(const struct fl_look_trace *t)
{
	struct fl_look_list list;
	struct fl_replay_result res;
	struct fl_err err = {0};

	cr_assert_eq(fl_look_list(t, &list, NULL, &res, &err), FL_OK, "%s: %s", t->name, err.text);
	return list;
}

#endif
