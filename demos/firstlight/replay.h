/* SPDX-License-Identifier: MIT
 *
 * Running a recorded command stream on a model, and judging the picture.
 */
#ifndef DEMOS_FIRSTLIGHT_REPLAY_H
#define DEMOS_FIRSTLIGHT_REPLAY_H

#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/look_film.h"
#include "hw/model/fl_model.h"
#include "hw/model/fl_model_look.h"

#include <stdbool.h>

struct fl_replay_result {
	char scene[64]; /* this and the other texts are the trace's, made visible */
	char chip[32];
	bool pass;
	bool masked;       /* the trace says which pixels are sure; else all are compared, more leniently */
	bool repaired;     /* a program was put in that is not in the recording: readback.h */
	unsigned pixels;   /* compared */
	unsigned differ;   /* beyond the tolerance */
	unsigned max_diff; /* largest difference of a channel */
	unsigned x, y;     /* first pixel that differs, in memory rows */
	uint8_t want[4], got[4];
	/* of a capture (`firstlight gl`): pieces of memory that were compared by checksum, and those not the
	 * same */
	unsigned sums, sums_differ;
	unsigned reports; /* kinds of objections: warnings and refusals */
	char work[96];    /* frames to time: "work=N unit=pixels …", from the trace */
	/* and how long the streams between "frame begin" and "frame end" took, results in memory; the
	 * shortest of all passes; of more than one, each draws the frame twice, and the second time counts */
	double frame_s;
	unsigned w, h;
	/* R,G,B rows of 3w pixels: expected, got, difference; free() it. Only if asked for */
	uint8_t *picture;
	/* Of a look: events of the scene, those that were read over too; the color target that its picture
	 * was read from (FL_LOOK_NONE: the trace does not say), and the picture alone, R,G,B,A
	 * rows: free() it */
	uint32_t events;
	uint64_t target;
	bool flipped; /* the picture's first row is the target's last: where a pixel is watched */
	uint8_t *shot;
};

struct fl_replay_options {
	struct fl_model_config model;
	bool want_picture;
	/* Look into the model while it runs (the picture's way from its target to where it is judged aside).
	 * NULL: nobody looks. */
	const struct fl_look *look;
	/* With a look that goes to the end and watches nothing: keep the pictures after all events. NULL:
	 * no. */
	struct fl_look_film *film;
	unsigned passes; /* whole runs of the trace on the same chip and the same memory; 0 is 1 */
	/* Called for each report of the model, after the trace. May be NULL. */
	void (*report)(void *arg, const char *scene, const struct fl_report *r);
	void *arg;
};

/* Run one trace. name: for the scene if the trace has no MARK. FL_OK when it ran to the end and had a picture
 * to judge, whether or not it passed; res->picture is the caller's to free in every case. */
enum fl_code fl_replay(const uint8_t *data, size_t size_B, const char *name,
		       const struct fl_replay_options *opt, struct fl_replay_result *res, struct fl_err *err);

/* The color target that the picture is read from, FL_LOOK_NONE: the trace does not say; and the size of the
 * picture, 0x0: there is none. */
uint64_t fl_replay_target(const uint8_t *data, size_t size_B, uint32_t *w, uint32_t *h);

#endif
