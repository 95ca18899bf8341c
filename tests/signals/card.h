/* SPDX-License-Identifier: MIT
 *
 * The card of a trial: the model that a command opens, in the same process. Every access of the command to it
 * is counted; at a chosen one a signal is raised, or from it on the card is off the bus. When the command
 * closes the model, its registers are compared with those that it had when it was opened. The linker puts
 * these functions between the command and the model (--wrap, build.mk): the command knows nothing of it.
 */
#ifndef TESTS_SIGNALS_CARD_H
#define TESTS_SIGNALS_CARD_H

#include <stdbool.h>
#include <stdint.h>

/* What the registers must be like afterwards (firstlight's man page, SLEEP). */
enum promise { SAME, SCRATCH_WRITTEN, ASLEEP, ASLEEP_BUT_BUSY };

struct signals_family;

struct trial {
	/* ---- what is to happen; accesses are counted from 1, and 0 is never. Most accesses fill rings and
	 * read pictures: VRAM counts, or is left out */
	bool count_vram;
	unsigned signal_at, second_at;
	int signal;
	unsigned away_from, away_to; /* the card is off the bus in [from, to) */
	enum promise promise;
	const struct signals_family *family;
	/* ---- what was seen */
	unsigned accesses, vram; /* counted; and how many there were to VRAM */
	uint64_t after_us;       /* of the model's time, from the signal to the end */
	unsigned n_wrong;        /* registers that are not as promised, and what the model objected to */
	char wrong[1000];        /* the first of them */
	bool opened, closed;
};

/* In memory that the parent of the process sees. */
extern struct trial *trial;

#endif
