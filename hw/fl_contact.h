/* SPDX-License-Identifier: MIT
 *
 * First contact: a card that nobody has tried, looked at in stages from harmless to bold. Each stage is made
 * of checks that the family has anyhow (hw/fl_smoke.h, the steps of waking); between stages somebody is
 * asked. It stops at the first stage in which a check fails, and leaves the card asleep. A family says in
 * hw/FAMILY/contact.c (FAMILY_contact) which check belongs to which stage, and what it means if it fails.
 *
 *	struct fl_contact c = {.ask = may_i, .on_try = …, .on_result = …, .draw = …, .arg = me};
 *
 *	fl_family_init(f, &card.up, dev);
 *	card.up.images = images;
 *	code = fl_contact(f, &card.up, &c, &err);
 */
#ifndef HW_FL_CONTACT_H
#define HW_FL_CONTACT_H

#include "hw/fl_smoke.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In order. Microcode comes before packets by hand: without it the command processor carries out nothing. */
enum fl_contact_stage {
	FL_CONTACT_READS,
	FL_CONTACT_SCRATCH,
	FL_CONTACT_MEMORY,
	FL_CONTACT_2D,
	FL_CONTACT_MICROCODE,
	FL_CONTACT_PIO,
	FL_CONTACT_RING,
	FL_CONTACT_3D,
	FL_CONTACT_PICTURE,
	FL_CONTACT_STAGES
};

/* What there is to say about a stage. */
struct fl_contact_about {
	const char *name;  /* one word: "memory" */
	const char *does;  /* what it does to the card: "video memory is written, and put back" */
	const char *means; /* what it means if it fails */
	const char *next;  /* and what to try then */
};
extern const struct fl_contact_about fl_contact_about[FL_CONTACT_STAGES];
/* The stage of that name (n characters); FL_CONTACT_STAGES: none. */
enum fl_contact_stage fl_contact_find(const char *name, size_t n);

/* A check's place, in the order of stages. What no row names is tried at the end of FL_CONTACT_RING,
 * where FL_NO_DEVICE says that the machine has no such way for commands. */
struct fl_contact_row {
	uint8_t stage;     /* enum fl_contact_stage */
	const char *check; /* its name */
	const char *block; /* NULL: the check's own. Else there is no such check: the caller draws */
	const char *hint;  /* what it means if this one fails */
};

struct fl_contact_list {
	const struct fl_family *family;
	const struct fl_check *checks;     /* ended by a NULL name */
	const struct fl_contact_row *rows; /* ended by a NULL check */
};

/* The table (hw/fl_contacts.c), ended by NULL. */
extern const struct fl_contact_list *const fl_contacts[];

struct fl_contact_result {
	enum fl_contact_stage stage;
	const char *name, *block; /* of the check */
	enum fl_verdict verdict;  /* FL_PASS, FL_FAIL, or FL_SKIP: what it needs is not there */
	enum fl_code code;
	uint64_t us;      /* how long it took */
	const char *text; /* what was found, or why not */
};

enum fl_contact_end {
	FL_CONTACT_DONE,
	FL_CONTACT_FAILED,
	FL_CONTACT_DECLINED,    /* ask() said no */
	FL_CONTACT_INTERRUPTED, /* fl_dev.stop */
};
/* "done", "failed", "declined", "interrupted" */
extern const char *const fl_contact_ends[];

struct fl_contact {
	/* ---- the caller's. May the next stage begin? The first, which only reads, is not asked for. */
	bool (*ask)(void *arg, enum fl_contact_stage s);
	/* Before each check, for a machine that does not survive it; result has stage, name and block. */
	void (*on_try)(void *arg, const struct fl_contact_result *r);
	void (*on_result)(void *arg, const struct fl_contact_result *r);
	/* The card is awake as far as the stages before took it. FL_CONTACT_2D: fill something by register
	 * writes, and look at it. FL_CONTACT_PICTURE: draw a picture, with packets where packed says that
	 * they work. What was done is up->did. FL_NO_DEVICE: the chip cannot. */
	enum fl_code (*draw)(void *arg, enum fl_contact_stage s, bool packets, struct fl_bringup *up,
			     struct fl_err *err);
	void *arg;

	/* ---- how it ended, and where */
	enum fl_contact_end end;
	enum fl_contact_stage stage;
};

/* The list of a family; NULL: it has none. */
const struct fl_contact_list *fl_contact_list(const struct fl_family *f);
/* What it means if this check of the family fails; NULL: nothing is known. */
const char *fl_contact_hint(const struct fl_contact_list *l, const char *check);
/* All stages, on a state that fl_family_init() started. FL_OK also if somebody declined. FL_NO_DEVICE: the
 * family has no list. The card is asleep afterwards; if it does not come to rest, that is the failure. */
enum fl_code fl_contact(const struct fl_family *f, struct fl_bringup *up, struct fl_contact *c,
			struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
