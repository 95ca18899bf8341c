/* SPDX-License-Identifier: MIT
 *
 * What the trials need to know of each family: its chips, the words of its registers and faults in the
 * commands' lines, and what its cards must be like afterwards (firstlight's man page, SLEEP).
 */
#ifndef TESTS_SIGNALS_FAMILIES_H
#define TESTS_SIGNALS_FAMILIES_H

/* A command's line has $WORD where these stand in; a family whose word is NULL leaves the command out. */
enum signals_word {
	SOME_REGS, /* registers that are read */
	TO_WATCH,
	IDLE,    /* a condition of an idle card, and */
	NEVER,   /* one that never comes */
	SCRATCH, /* writes that change nothing else */
	MC_BUSY, /* faults (--break) */
	NO_RAM,
	STUCK,
	HUNG,
	IN_MONITOR, /* registers that commands of the monitor read */
	MICROCODE,  /* empty: there is some to load; NULL: not */
	DISPLAY,    /* the same of displays that can be kept */
	SIGNALS_WORDS,
};

/* Lists end with a NULL. */
struct signals_family {
	const char *name;
	const char *const *chips;
	const char *const *words; /* SIGNALS_WORDS of them */
	/* Of a card that sleeps: registers that waking leaves as they were, by name or by block:NAME. Of all
	 * that a command may write for its user, too. */
	const char *const *outside;
	const char *scratch;
	const char *const *counters; /* they go on, whoever looks */
	const char *const *provoked; /* objections of the model that the smoke test wants to hear */
	/* As a video BIOS or a boot loader may leave a card: nothing of it is what waking would
	 * set. Words that a chip of the family does not know are left out. */
	const char *const *dress;
	/* Engines that stand, and that of a card which nothing broke. */
	const char *const *halted, *const *idle;
};

extern const struct signals_family *const signals_families[];

#endif
