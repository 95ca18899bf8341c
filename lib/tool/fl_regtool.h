/* SPDX-License-Identifier: MIT
 *
 * The register tool: what `firstlight read RBBM_STATUS` and the monitor's `read RBBM_STATUS` have in common.
 * Works over any family's database, on any device; freestanding, without a heap, without a state of its own.
 *
 *     struct fl_regtool t = {.said = print, .arg = me};
 *
 *     code = fl_regtool_for(&t, dev, &err);                                       the card's names
 *     code = fl_regtool_parse_all(&t, FL_REGTOOL_WRITE, n, words, ops, &err);     touches nothing
 *     if (!code)
 *             code = fl_regtool_write(&t, ops, n, &err);
 *
 * A word names a register, and maybe a value:
 *
 *     NAME  NAME.FIELD  NAME[3]  NAME_3  CB_COLOR3_INFO  0x15e0     in the register BAR
 *     mc:NAME  mc:0x04  pll:CP_DYN_CNTL.CP_FORCEON                  in another address space (hw/fl_space.h)
 *     NAME=0x10  NAME=0x10:0xff  NAME.FIELD=3  NAME.FIELD=ENUM      for write and poll; value:mask changes
 *                                                                   only the mask
 *     NAME.FIELD=3,FIELD=ENUM                                       several fields in one access
 *     NAME|=0x10  NAME&=~0x10                                       for write: bits set, bits cleared
 *     CP_*  mc:*  NAME of an array  0x100-0x120  pll:0x0-0xf        several at once, for reading only
 *
 * Names are also understood as others write them: mmNAME and regNAME, R_0280A0_NAME (and S_0280A0_FIELD),
 * VIVS_NAME, RADEON_NAME, NAME(3).
 *
 * Where a register holds floats, fixed point, or numbers with a sign, they are written so: 512.0, -3; where
 * one less than is meant, 1024-1. Their bits are hexadecimal.
 *
 * Numbers are decimal, or hexadecimal with 0x, or binary with 0b; a hexadecimal number without 0x, an octal
 * one, and one that does not fit are errors. Names are compared without regard to case.
 *
 * Everything that can be known to be wrong is found by parsing, before the first access. Each error is
 * FL_USAGE, quotes the word, and says what was expected:
 *     a misspelt register, field or value name, with the nearest;
 *     an index, an address, a value or a mask out of range;
 *     a value for a register or field that is read-only, or reading one that is write-only;
 *     a field of a register that cannot be read (write-only registers are never read-modify-written);
 *     a write to a glob or to a whole array;
 *     a register with a hazard, or of which nothing is known, unless t->force names just that;
 *     one that is not safe to read, unless t->unsafe_read;
 *     an address space that the card does not have.
 */
#ifndef LIB_TOOL_FL_REGTOOL_H
#define LIB_TOOL_FL_REGTOOL_H

#include "hw/fl_dev.h"
#include "hw/fl_space.h"
#include "hw/regs/fl_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Beside enum fl_reg_hazard: writing where no register is known. */
enum { FL_REGTOOL_UNKNOWN = 1u << 16 };

struct fl_regtool_said;

struct fl_regtool {
	const struct fl_regs *db;
	uint32_t chips;                /* fl_regs_chip() */
	const char *chip;              /* its name, for messages */
	struct fl_dev *dev;            /* NULL: nothing can be read or written, only decoded */
	const struct fl_space *spaces; /* the card's, beside "mmio" */
	unsigned n_spaces;

	unsigned force;   /* hazards that the caller accepts: enum fl_reg_hazard, FL_REGTOOL_UNKNOWN */
	bool unsafe_read; /* reads that have side effects or can hang are accepted */
	bool rehearse;    /* write: say what would be written, and do not; nothing else is left out */

	/* Each result, once. Text, color and JSON are made of it: fl_regtool_text.h is the plain one. */
	void (*said)(void *arg, const struct fl_regtool_said *s);
	void *arg;
};

/* Set t->db, ->chips and ->chip for a chip ("rv530", "R423") or a whole family ("r600"), out of n databases:
 * those that the program has, so that an image can carry just one. False: none of them knows the name, which
 * must stay. */
bool fl_regtool_chip(struct fl_regtool *t, const struct fl_regs *const *db, unsigned n, const char *name);

/* Likewise for an open card; and its address spaces, and t->dev. FL_NO_DEVICE: no family knows the card. */
enum fl_code fl_regtool_for(struct fl_regtool *t, struct fl_dev *d, struct fl_err *err);

/* "clock" → FL_REG_CLOCK, "unknown" → FL_REGTOOL_UNKNOWN; 0: no such hazard. */
unsigned fl_regtool_hazard(const char *name);
/* The name of the lowest of these bits. */
const char *fl_regtool_hazard_name(unsigned hazards);

/* ---- words --------------------------------------------------------------------------------------------- */
enum fl_regtool_verb {
	FL_REGTOOL_READ,  /* registers, fields, globs */
	FL_REGTOOL_WRITE, /* needs a value */
	FL_REGTOOL_POLL,  /* needs a value to wait for */
	FL_REGTOOL_SAFE,  /* for dump and watch: as READ, but of a glob only what is safe to read */
	FL_REGTOOL_DECODE /* a register of which nothing is accessed; arrays stand for their first element */
};

/* A place that can hold 32 bits. */
struct fl_regtool_place {
	struct fl_reg reg; /* if known */
	bool known;
	const struct fl_space *in; /* NULL: the register BAR */
	const char *space;         /* "mmio", … */
	uint32_t offset;
};

enum { FL_REGTOOL_PATTERN = 64 };

struct fl_regtool_op {
	const char *word; /* as given; must stay */
	bool many;        /* pattern is a glob or the name of an array, of which place is the first; or */
	bool range;       /* … the addresses from place to: */
	uint32_t last;
	char pattern[FL_REGTOOL_PATTERN];
	struct fl_regtool_place place;
	bool has_field, has_value;
	bool changes; /* value and mask are bits to set or to clear, no value to wait for */
	struct fl_reg_field field;
	uint32_t value, mask; /* in place: value is shifted to where the field is. Without a value, mask is
				 what is asked for */
};

/* One word; touches nothing. */
enum fl_code fl_regtool_parse(const struct fl_regtool *t, enum fl_regtool_verb verb, const char *word,
			      struct fl_regtool_op *op, struct fl_err *err);
/* The next register after *i (start with -1) that a glob matches, which may begin with "space:". */
bool fl_regtool_match(const struct fl_regtool *t, const char *glob, int *i, struct fl_reg *r);
/* Likewise of an op that stands for several, an array counted once: for listings. Where no name matches, the
 * register that documents or other programs call so: CB_COLOR3_INFO, mmCB_COLOR3_INFO. */
bool fl_regtool_next(const struct fl_regtool *t, const struct fl_regtool_op *op, int *i, struct fl_reg *r);
/* n words into n ops; stops at the first that is wrong. */
enum fl_code fl_regtool_parse_all(const struct fl_regtool *t, enum fl_regtool_verb verb, unsigned n,
				  const char *const *word, struct fl_regtool_op *op, struct fl_err *err);
/* A number by the rules above, at most max; word: what error messages quote. */
enum fl_code fl_regtool_number(const char *s, uint32_t max, const char *word, uint32_t *value,
			       struct fl_err *err);
/* Likewise of a register (NULL: none is known), or of a field of it, which can say that its numbers have a
 * point, or a sign. bits: digits without a point are the bits of such a number, else that is a mistake, but
 * for a 0. */
enum fl_code fl_regtool_value(const struct fl_reg *r, const struct fl_reg_field *f, const char *s,
			      uint32_t max, bool bits, const char *word, uint32_t *value, struct fl_err *err);
/* What is called so, with the nearest names if nothing is: finds NAME, NAME[3], NAME_3, NAME3 and the index
 * in the middle, with "space:" before it. *all: the name of an array without an index. */
enum fl_code fl_regtool_find(const struct fl_regtool *t, const char *name, struct fl_reg *r, bool *all,
			     struct fl_err *err);
/* Where a register of the database lies. False: the card has no such address. */
bool fl_regtool_locate(const struct fl_regtool *t, const struct fl_reg *r, struct fl_regtool_place *p);
/* Why this must not or cannot be read; NULL: it can. */
const char *fl_regtool_unreadable(const struct fl_regtool_place *p);
/* "RS_IP[3]", "mc:MC_STATUS", or "mmio:0x1234" */
void fl_regtool_name(const struct fl_regtool_place *p, char *out, size_t size);

/* ---- what there is to say ------------------------------------------------------------------------------ */
enum fl_regtool_kind {
	FL_REGTOOL_VALUE,   /* read: value */
	FL_REGTOOL_WRITTEN, /* old → value, and what was read back */
	FL_REGTOOL_WOULD,   /* the same, rehearsed */
	FL_REGTOOL_CHANGED, /* watch, diff: old → value */
	FL_REGTOOL_REACHED, /* poll: value is what was waited for */
	FL_REGTOOL_EXPIRED, /* poll: value is what was read last */
	FL_REGTOOL_SKIPPED  /* not read: why */
};

struct fl_regtool_said {
	const struct fl_regtool *tool;
	enum fl_regtool_kind kind;
	const struct fl_regtool_place *place;
	char name[80];
	uint32_t value, old, mask; /* mask: the bits that are asked for or written */
	bool has_old;              /* old is known */
	bool has_back, differs;    /* WRITTEN: it was read back; and is not what was written */
	uint32_t back, back_mask;  /* … under this mask: the bits that must read as written */
	uint64_t time_us;          /* CHANGED: since watching began */
	bool timed;                /* time_us holds */
	const char *why;           /* SKIPPED, and WRITTEN without old or back */
};

/* The one walker of fields, for every way to show them: those of the place's register that the chip has and
 * that mask touches, with old values if there are any; changed says whether they differ. */
struct fl_regtool_field {
	const struct fl_reg_field *f;
	uint32_t value, old;
	const char *name, *old_name; /* of the values, or NULL */
	uint32_t plus, old_plus;     /* codes past the first of that name */
	bool changed;
};

typedef void fl_regtool_each_field(void *arg, const struct fl_regtool_field *f);
void fl_regtool_fields(const struct fl_regtool_said *s, fl_regtool_each_field *each, void *arg);

/* ---- doing it ------------------------------------------------------------------------------------------ */
/* One access, as it is; the place must come from parsing or walking. */
uint32_t fl_regtool_get(const struct fl_regtool *t, const struct fl_regtool_place *p);
void fl_regtool_put(const struct fl_regtool *t, const struct fl_regtool_place *p, uint32_t value);

/* Every place that the op stands for, in order of the database, an address with several meanings once; stops
 * early when each returns false. Of what a glob matches, those that cannot or must not be read come with why,
 * else why is NULL. */
typedef bool fl_regtool_each(void *arg, const struct fl_regtool_place *p, const char *why);
void fl_regtool_walk(const struct fl_regtool *t, const struct fl_regtool_op *op, fl_regtool_each *each,
		     void *arg);

enum fl_code fl_regtool_read(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n,
			     struct fl_err *err);
/* In order. FL_FAILED: a register does not read back as written; the rest is not written. */
enum fl_code fl_regtool_write(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n,
			      struct fl_err *err);
/* FL_TIMEOUT: *err says what was read last, and holds it. */
enum fl_code fl_regtool_poll(const struct fl_regtool *t, const struct fl_regtool_op *op, uint64_t timeout_us,
			     struct fl_err *err);

/* Read everything the ops stand for, again and again, and say what changed. seen[] keeps the last values: as
 * many as fl_regtool_places() counts. count 0: until tick says stop. tick (may be NULL) is called after each
 * round. */
unsigned fl_regtool_places(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n);
struct fl_regtool_watch {
	uint32_t *seen;
	unsigned n_seen;
	uint64_t interval_us;
	unsigned count; /* rounds after the first, which only looks */
	bool (*tick)(void *arg, unsigned round);
	void *arg;
};
enum fl_code fl_regtool_watch(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n,
			      const struct fl_regtool_watch *w, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
