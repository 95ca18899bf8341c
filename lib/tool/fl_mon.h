/* SPDX-License-Identifier: MIT
 *
 * The monitor: registers by name, memory, PCI configuration and the steps of a wake-up at a prompt, over
 * callbacks. The same at the serial port of a machine without an operating system as on a Linux terminal.
 *
 *	static struct fl_mon m = {.put = say, .arg = me, .more = {fl_mon_step_cmds}};      // about 56 KiB
 *	static struct fl_edit e = {.get = key, .put = say, .complete = fl_mon_complete, .arg = …};
 *	m.dev = m.tool.dev = &dev;
 *	fl_regtool_chip(&m.tool, databases, n, "RV530");
 *	return fl_mon_run(&m, &e);                                                         // until `exit`
 *
 * A line is a command, its options and its operands, or registers, which are then read, or written where one
 * is followed by '='; several go on a line with ';' between them; '#' starts a comment. All of a command is
 * checked before its first access. Errors are reported and forgotten: the next line is a new try.
 *
 * A program brings commands of its own in tables (`more`), which help and completion treat like the built-in
 * ones.
 */
#ifndef LIB_TOOL_FL_MON_H
#define LIB_TOOL_FL_MON_H

#include "hw/bus/pci.h"
#include "hw/fl_family.h"
#include "lib/tool/fl_edit.h"
#include "lib/tool/fl_regtool_text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_MON_WORDS = 32, FL_MON_TABLES = 4, FL_MON_SEEN = 4608 };

struct fl_mon;

/* A command's operands and options, parsed. */
struct fl_mon_line {
	int n;
	char *word[FL_MON_WORDS + 1];            /* operands; ended by NULL */
	unsigned width_B;                        /* md.b, md.w, md.l: 1, 2, 4; 0: no suffix */
	unsigned force;                          /* --force=HAZARD, together */
	bool unsafe_read, rehearse;              /* --unsafe-read, -n */
	bool brief, registers;                   /* --brief, --registers */
	uint32_t timeout_ms, interval_ms, count; /* --timeout, --interval, --count */
	uint32_t width, height, frames;          /* --size, --frames */
};

/* What an operand can be, for completion. */
enum fl_mon_takes {
	FL_MON_NOTHING,
	FL_MON_COMMANDS,
	FL_MON_REGISTERS, /* with fields */
	FL_MON_VALUES,    /* with fields and "=" */
	FL_MON_MEMORY,    /* the names of address spaces */
	FL_MON_OWN        /* what the command's offer() says */
};

struct fl_mon_cmd {
	const char *name;
	const char *operands;              /* for help: "NAME…" */
	int8_t min_operands, max_operands; /* max -1: any number */
	uint8_t takes;                     /* enum fl_mon_takes */
	bool card;                         /* it needs one */
	const char *what;                  /* one line */
	const char *teach;                 /* some lines, each with its '\n': what happens, examples */
	/* Names of its options, blank-separated. "width": .b .w .l after the name; "rest": what follows the
	 * first operand is left as it is. */
	const char *opts;
	enum fl_code (*run)(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err);
	/* FL_MON_OWN: word i of what operand number `operand` can be; NULL: no more. */
	const char *(*offer)(struct fl_mon *m, unsigned operand, unsigned i);
};

struct fl_mon {
	/* ---- the caller's ---- */
	void (*put)(void *arg, const char *s, size_t n);
	/* NULL: errors go where everything goes, after "error: ". */
	void (*complain)(void *arg, const struct fl_err *err);
	/* Color, or NULL: the escape sequence of an ink. */
	const char *(*ink)(void *arg, enum fl_regtool_ink ink);
	/* The user wants an end of what is going on (C-c); NULL: never. */
	bool (*interrupted)(void *arg);
	/* Bare metal: make physical memory accessible. NULL: there is no `mem:`. */
	volatile void *(*map)(void *arg, uint64_t addr, uint64_t size_B);
	/* Call run(run_arg) so that an exception of the processor comes back here: false. NULL: no such
	 * protection. */
	bool (*guard)(void *arg, void (*run)(void *run_arg), void *run_arg);
	void *arg;
	const struct fl_pci *pci; /* the whole machine's configuration space; NULL: the card's alone */
	const struct fl_mon_cmd *more[FL_MON_TABLES]; /* tables, each ended by a NULL name */
	struct fl_images images;                      /* firmware, for the steps of a wake-up */

	struct fl_dev *dev; /* the card; NULL: none */
	/* its db, chips, chip, dev and spaces (fl_regtool_chip()); db NULL: no names */
	struct fl_regtool tool;

	/* ---- its own ---- */
	struct fl_regtool_text text;
	struct fl_regtool_op op[FL_MON_WORDS];
	uint32_t seen[FL_MON_SEEN];     /* watch: what was read last */
	uint32_t snapshot[FL_MON_SEEN]; /* snap: what diff compares with, in the order of */
	char snapshot_of[FL_EDIT_MAX];  /* these words */
	unsigned md_space;              /* where md goes on */
	uint64_t md_at;
	bool leave; /* `exit` */
	int leave_code;
	unsigned depth; /* of lines in lines: `repeat` */
};

/* Run a line, which is taken apart in place. Reports errors; returns the first. */
enum fl_code fl_mon_line(struct fl_mon *m, char *line);
/* Likewise, of words: a command, its options and its operands. */
enum fl_code fl_mon_words(struct fl_mon *m, int n, char **word);
/* A prompt, until `exit` or the end of the input; returns the code that was given to exit. */
int fl_mon_run(struct fl_mon *m, struct fl_edit *e);
/* For fl_edit.complete; arg is the struct fl_mon. */
size_t fl_mon_complete(void *arg, const char *line, size_t n, fl_edit_offer *offer, void *to);

/* Commands i = 0, 1, … of all tables; NULL: no more. */
const struct fl_mon_cmd *fl_mon_cmd_at(const struct fl_mon *m, unsigned i);
const struct fl_mon_cmd *fl_mon_cmd_find(const struct fl_mon *m, const char *name, size_t n);
/* Option i = 0, 1, … of the monitor: name ("--force=HAZARD") and what it does; NULL: no more. */
const char *fl_mon_option_at(unsigned i, const char **what);

/* ---- for commands -------------------------------------------------------------------------------------- */
void fl_mon_printf(struct fl_mon *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool fl_mon_interrupted(struct fl_mon *m);
/* Let time pass, in slices, so that C-c is heard: false. */
bool fl_mon_wait(struct fl_mon *m, uint32_t ms);
/* A number by the rules of fl_regtool.h, at most max, which may have 64 bits. word: what a message quotes. */
enum fl_code fl_mon_number(const char *s, uint64_t max, const char *word, uint64_t *value,
			   struct fl_err *err);

/* The tables there are. */
extern const struct fl_mon_cmd fl_mon_core_cmds[], fl_mon_reg_cmds[], fl_mon_mem_cmds[], fl_mon_pci_cmds[];
/* probe, reset, microcode, ring: for `more`. */
extern const struct fl_mon_cmd fl_mon_step_cmds[];
/* smoke: likewise. */
extern const struct fl_mon_cmd fl_mon_smoke_cmds[];

#ifdef __cplusplus
}
#endif

#endif
