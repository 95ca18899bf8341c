/* SPDX-License-Identifier: MIT
 *
 * The firstlight command: one table of subcommands (cmd.c) that parsing, help, completion and the man page
 * come from, one file a subcommand.
 */
#ifndef DEMOS_FIRSTLIGHT_CMD_H
#define DEMOS_FIRSTLIGHT_CMD_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Beside enum fl_code: nothing was tried; ended by a signal, whose number is added, as shells do. */
enum { FL_EXIT_SKIPPED = 77, FL_EXIT_SIGNAL = 128 };

/* Every option of every subcommand, parsed. Absent options hold the default of the option's row in opts.c. */
struct fl_args {
	const char *chip;       /* --chip */
	const char *device;     /* --device; NULL: a model */
	const char *preset;     /* what FIRSTLIGHT_DEVICE says, if it stands for one of the two (preset.h) */
	const char *microcode;  /* --microcode */
	const char *out;        /* --out */
	const char *html;       /* --html: a folder for a page */
	const char *via;        /* --via sysfs|devmem|vfio */
	const char *transport;  /* --transport */
	const char *fault;      /* --break */
	const char *scene;      /* --scene, a glob */
	const char *isa;        /* --isa */
	const char *jit;        /* --jit */
	const char *capture;    /* --capture */
	const char *log;        /* --log: write every access, by name */
	const char *state;      /* --state: where a model's state is kept */
	unsigned width, height; /* --size */
	unsigned frames, first; /* --frames, --first */
	bool some_frames;       /* --frames was given */
	unsigned threads;       /* --threads */
	const char *force;      /* --force: hazards by name */
	unsigned timeout_ms, interval_ms, count;
	const char *query;   /* --query: a register, or a glob */
	unsigned draw;       /* --draw; 0: all */
	bool events;         /* --events: of replay */
	const char *event;   /* --event: its number */
	bool depths;         /* --depth: of replay */
	bool stencils;       /* --stencil */
	bool vertices;       /* --vertices */
	const char *steps;   /* --steps: whose */
	const char *cost;    /* --cost: which */
	const char *pixel;   /* --pixel X,Y */
	const char *texture; /* --texture K[:LEVEL[:LAYER]] */
	const char *target;  /* --target: an address */
	const char *program; /* --program: of disasm */
	bool enable;         /* --enable */
	bool function;       /* --function */
	bool take_console;   /* --take-console */
	bool yes;            /* --yes */
	const char *read;    /* --read: a report */
	bool show;           /* --show */
	bool reads;          /* the command writes nothing to a card (enum fl_leaves) */
	const char *qemu;    /* --qemu */
	const char *rom;     /* --rom */
	unsigned vram_mib;   /* --vram; 0: the card's own */
	bool registers, changed, diff, c_source;
	bool json, strict, list, scalar, quiet, rehearse, unsafe_read, keep_going, man, slow_vram, window;
	bool fine;                           /* --fine */
	bool dot;                            /* --dot */
	const char *global, *local, *kernel; /* of run: --global, --local, --kernel */
	int n_given;
	char **given; /* --arg, as often as it stands there */
	int n_operands;
	char **operand;
	char *called; /* the command's name as it was given: md.b */
};

enum fl_opt_kind { FL_OPT_FLAG, FL_OPT_TEXT, FL_OPT_COUNT, FL_OPT_SIZE, FL_OPT_FRAMES, FL_OPT_LIST };

struct fl_opt {
	const char *name; /* without the dashes */
	enum fl_opt_kind kind;
	const char *arg; /* how the argument is called in help */
	const char *help;
	size_t at;         /* offset in struct fl_args */
	unsigned min, max; /* FL_OPT_COUNT, FL_OPT_FRAMES */
};

/* In which state a command leaves a card, however it ends. */
enum fl_leaves {
	FL_LEAVES_NO_CARD, /* it touches none */
	FL_LEAVES_AS_IT_WAS,
	FL_LEAVES_WRITTEN, /* with what was written by name */
	FL_LEAVES_ASLEEP,
};

struct fl_cmd {
	const char *name;
	const char *operands;           /* for help: "NAME", "FILE..." */
	int min_operands, max_operands; /* max -1: any number */
	const char *what;               /* one line */
	const char *teach;              /* some lines: what happens, examples */
	const char *opts;               /* names of its options, blank-separated */
	int (*run)(const struct fl_args *a);
	enum fl_leaves leaves;
};

extern const struct fl_cmd fl_cmds[]; /* ends with a NULL name */
extern const struct fl_opt fl_opts[]; /* likewise */

extern const char fl_version[]; /* "0.3" */

/* What the exit codes say, of every subcommand alike; ends with a NULL text. */
extern const struct fl_exit {
	int code;
	const char *what;
} fl_exits[];

/* The sentence that help has about it; NULL: none. */
const char *fl_cmd_leaves(const struct fl_cmd *c);
/* NULL: there is no command of that name. */
const struct fl_cmd *fl_cmd_find(const char *name);
/* The option called name (n characters), if c takes it; else NULL. */
const struct fl_opt *fl_cmd_opt(const struct fl_cmd *c, const char *name, size_t n);

/* Complain of a wrong use of c (NULL: of firstlight): fmt with the one string `what`, and where help is.
 * Returns FL_USAGE. */
int fl_cmd_usage(const struct fl_cmd *c, const char *fmt, const char *what);
/* The same about a command that there is not, with the one that was perhaps meant. */
int fl_cmd_unknown(const char *name);
/* What `firstlight help COMMAND` prints. */
void fl_cmd_help_on(const struct fl_cmd *c);

/* The whole command: parse argv, run, return the exit code. */
int fl_command(int argc, char **argv);

int fl_cmd_demo(const struct fl_args *a);
int fl_cmd_run(const struct fl_args *a);
int fl_cmd_list(const struct fl_args *a);
int fl_cmd_probe(const struct fl_args *a);
int fl_cmd_reset(const struct fl_args *a);
int fl_cmd_microcode(const struct fl_args *a);
int fl_cmd_ring(const struct fl_args *a);
int fl_cmd_smoke(const struct fl_args *a);
int fl_cmd_contact(const struct fl_args *a);
int fl_cmd_replay(const struct fl_args *a);
int fl_cmd_read(const struct fl_args *a);
int fl_cmd_write(const struct fl_args *a);
int fl_cmd_poll(const struct fl_args *a);
int fl_cmd_watch(const struct fl_args *a);
int fl_cmd_dump(const struct fl_args *a);
int fl_cmd_diff(const struct fl_args *a);
int fl_cmd_decode(const struct fl_args *a);
int fl_cmd_play(const struct fl_args *a);
int fl_cmd_names(const struct fl_args *a);
int fl_cmd_power(const struct fl_args *a);
int fl_cmd_mon(const struct fl_args *a); /* md, mw, pci */
int fl_cmd_stream(const struct fl_args *a);
int fl_cmd_monitor(const struct fl_args *a);
int fl_cmd_completion(const struct fl_args *a);
int fl_cmd_qemu(const struct fl_args *a);
int fl_cmd_gl(const struct fl_args *a);
int fl_cmd_asm(const struct fl_args *a);
int fl_cmd_disasm(const struct fl_args *a);
int fl_cmd_help(const struct fl_args *a);

#endif
