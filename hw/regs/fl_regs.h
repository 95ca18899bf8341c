/* SPDX-License-Identifier: MIT
 *
 * Registers by name at run time: look-ups over the tables that the generator makes of hw/regs/FAMILY/.
 * Freestanding, no allocation, no state: every function reads constant tables and fills what the caller
 * gives.
 *
 *     const struct fl_regs *db = fl_regs_r500();
 *     struct fl_reg r;
 *
 *     if (fl_regs_find(db, "GB_TILE_CONFIG", fl_regs_chip(db, "R580"), &r))
 *             fl_reg_decode(&r, value, print_field, NULL);
 *
 * A program links the tables of the families whose function it calls, and no others.
 *
 * Names are compared without regard to case. Where chips differ, a name or an address can belong to several
 * registers; `chips` picks: a set of bits, one a chip in the family's order (fl_regs_chip()),
 * FL_REGS_ANY_CHIP for all.
 */
#ifndef HW_REGS_FL_REGS_H
#define HW_REGS_FL_REGS_H

#include "hw/fl_families.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_regs;

/* fl_regs_r500() and so on: the database of each family. */
#define FL_REGS_DECLARE(name, ...) const struct fl_regs *fl_regs_##name(void);
FL_FAMILIES(FL_REGS_DECLARE)
#undef FL_REGS_DECLARE
/* That of the i-th family of the list, NULL: no more. It links them all. */
const struct fl_regs *fl_regs_family(unsigned i);

#define FL_REGS_ANY_CHIP 0xffffffffu

/* The bit of a chip by its name ("RV530"), 0: no such chip. */
uint32_t fl_regs_chip(const struct fl_regs *db, const char *name);
/* The name of chip i in the family's order, NULL: no more. */
const char *fl_regs_chip_name(const struct fl_regs *db, unsigned i);
/* "r500" */
const char *fl_regs_name(const struct fl_regs *db);

enum fl_reg_access {
	FL_REG_R = 1,
	FL_REG_W = 2,
	FL_REG_W1C = 4,        /* writing 1 clears the bit */
	FL_REG_READ_CLEARS = 8 /* reading clears it */
};

enum fl_reg_hazard { /* writing can take the machine down */
		     FL_REG_CLOCK = 1,
		     FL_REG_MEMORY = 2,
		     FL_REG_VOLTAGE = 4,
		     FL_REG_DISPLAY = 8,
		     FL_REG_BUS = 16
};

/* A register, one element of an array of registers, a dword of a packet, or a word of an instruction. */
struct fl_reg {
	const struct fl_regs *db;
	uint32_t row;          /* its number: the same for all elements of an array */
	const char *name;      /* without index */
	const char *prefix;    /* of its C name: "R500", "R300" */
	const char *block;     /* "CP"; "" if the database names none */
	const char *set_class; /* which packets set it: "context", "sh", …; "" if that is no question */
	const char *space;     /* "mmio", "mc", "pll", …; "" for words that have no address */
	uint32_t offset;       /* of this element */
	unsigned dims;         /* 0: no array */
	uint32_t length[2], stride[2], index[2];
	uint32_t alias;   /* second address, 0: none */
	unsigned width;   /* bits */
	unsigned access;  /* enum fl_reg_access */
	unsigned hazard;  /* enum fl_reg_hazard */
	bool read_unsafe; /* reading has side effects, or can hang */
	bool documented;  /* in the reference document; else from public drivers, see the src of the XML */
	bool masked;      /* bits 31:16 enable writing of bits 15:0 */
	const char *use;  /* what distinguishes this meaning of the address from others ("ALU"), or "" */
	bool has_reset;   /* a document gives the value after reset: */
	uint32_t reset;
	uint32_t mask; /* bits that have a meaning */
	uint32_t chips;
	unsigned n_fields;
};

struct fl_reg_field {
	const char *name;
	unsigned low, width, shr; /* shr: the field holds its value >> shr */
	unsigned access;
	bool documented;
	uint32_t chips;
	uint32_t row; /* its number in the family */
};

/* ---- registers ----------------------------------------------------------------------------------------- */
/* Register number i of the family: 0 … fl_regs_count() - 1, arrays counted once. In order of space and
 * offset. */
unsigned fl_regs_count(const struct fl_regs *db);
bool fl_regs_at(const struct fl_regs *db, unsigned i, struct fl_reg *r);
/* By name: NAME, NAME[i], NAME[i][j], with "space:" or the C prefix and "_" before it if need be. NAME of an
 * array is its first element; a document's NAME3 or NAME_3 of an array is NAME[3]. False: no such name, or an
 * index past the end. */
bool fl_regs_find(const struct fl_regs *db, const char *name, uint32_t chips, struct fl_reg *r);
/* By address; with nth = 1, 2, … the further meanings of the address. space NULL: "mmio". */
bool fl_regs_lookup(const struct fl_regs *db, const char *space, uint32_t offset, uint32_t chips,
		    unsigned nth, struct fl_reg *r);
/* The next register after number *i (start with -1) whose name matches the glob (* and ?; none of them: a
 * prefix). */
bool fl_regs_match(const struct fl_regs *db, const char *glob, uint32_t chips, int *i, struct fl_reg *r);
/* The names nearest to a misspelt one, best first; returns how many were put into best[] (at most n, at most
 * 8). */
unsigned fl_regs_nearest(const struct fl_regs *db, const char *name, uint32_t chips, const char **best,
			 unsigned n);
/* "RS_IP[3]" into out; returns the length that it needs. */
int fl_reg_full_name(const struct fl_reg *r, char *out, size_t size);

/* ---- fields and values --------------------------------------------------------------------------------- */
bool fl_reg_field(const struct fl_reg *r, unsigned i, struct fl_reg_field *f);
bool fl_reg_field_find(const struct fl_reg *r, const char *name, struct fl_reg_field *f);
/* The nearest field names, as fl_regs_nearest(). */
unsigned fl_reg_field_nearest(const struct fl_reg *r, const char *name, const char **best, unsigned n);
uint32_t fl_reg_field_get(const struct fl_reg_field *f, uint32_t word);
/* False: value does not fit the field. */
bool fl_reg_field_set(const struct fl_reg_field *f, uint32_t value, uint32_t *word);
/* Name of a value of the field in a word of the register (another field can choose between two meanings);
 * NULL: none. Where a name stands for consecutive codes, *plus is how many past the first. */
const char *fl_reg_value_name(const struct fl_reg *r, const struct fl_reg_field *f, uint32_t word,
			      uint32_t *plus);
/* The name of the whole word's value, for registers that hold one enum and have no fields. NULL: none. */
const char *fl_reg_word_name(const struct fl_reg *r, uint32_t word);
bool fl_reg_value_find(const struct fl_reg *r, const struct fl_reg_field *f, const char *name,
		       uint32_t *value);
/* Value name i of the field, NULL: no more. */
const char *fl_reg_value_at(const struct fl_reg *r, const struct fl_reg_field *f, unsigned i,
			    uint32_t *value);

/* How a field holds its number; that of a whole word (f NULL) is the word's, or its only field's. */
enum fl_reg_kind {
	FL_REG_PLAIN,   /* as it is */
	FL_REG_FLOAT,   /* IEEE 754, 32 bits */
	FL_REG_FIXED,   /* two's complement, with a point before the last *point bits */
	FL_REG_UFIXED,  /* without a sign */
	FL_REG_SIGNED,  /* two's complement */
	FL_REG_ADDRESS, /* in memory, without its last *point bits, which are 0 */
	FL_REG_MINUS1,  /* one less than is meant */
	FL_REG_ANGLE    /* a whole turn is one more than its greatest value */
};
enum fl_reg_kind fl_reg_kind(const struct fl_reg *r, const struct fl_reg_field *f, unsigned *point);
/* The field's value as people write it: "512.0", "-3", "1024-1", "@0x40010000", "90deg". Returns the length;
 * -1: it is a plain number; 0: it is an address, as it stands. 24 characters do. */
int fl_reg_number(const struct fl_reg *r, const struct fl_reg_field *f, uint32_t value, char *out,
		  size_t size);
/* What is written so. PLAIN: s is not, but can be digits, for the caller to read; BITS: they are the bits of
 * something that is written with a point. */
enum fl_reg_read { FL_REG_READ_OK, FL_REG_READ_PLAIN, FL_REG_READ_BITS, FL_REG_READ_BAD };
enum fl_reg_read fl_reg_number_read(const struct fl_reg *r, const struct fl_reg_field *f, const char *s,
				    uint32_t *value);

/* Each field of word that some chip in `chips` has, in order: value, and its name or NULL. */
typedef void fl_reg_each_field(void *arg, const struct fl_reg_field *f, uint32_t value,
			       const char *value_name);
void fl_reg_decode(const struct fl_reg *r, uint32_t word, uint32_t chips, fl_reg_each_field *each, void *arg);

/* ---- packets and instructions -------------------------------------------------------------------------- */
struct fl_reg_packet {
	const struct fl_regs *db;
	const char *name;
	uint32_t opcode, chips;
	bool settings; /* its body starts with the group SETTINGS */
	bool group;    /* not a packet: dwords that packets share */
	bool documented;
	uint32_t row;
	unsigned n_dwords;
};

struct fl_reg_dword {
	struct fl_reg word;
	bool repeats, optional;
	bool fixed; /* must be word.reset */
};

bool fl_regs_packet_at(const struct fl_regs *db, unsigned i, struct fl_reg_packet *p);
bool fl_regs_packet(const struct fl_regs *db, uint32_t opcode, uint32_t chips, struct fl_reg_packet *p);
bool fl_regs_packet_find(const struct fl_regs *db, const char *name, uint32_t chips, struct fl_reg_packet *p);
/* Dword i of the packet's body, as the document lists them. */
bool fl_reg_packet_dword(const struct fl_reg_packet *p, unsigned i, struct fl_reg_dword *d);

struct fl_reg_isa { /* an instruction or a descriptor */
	const struct fl_regs *db;
	const char *name;
	unsigned dwords;
	uint32_t match, mask; /* the first word & mask is match */
	uint32_t chips;
	uint32_t row;
	unsigned n_words;
};

bool fl_regs_isa_at(const struct fl_regs *db, unsigned i, struct fl_reg_isa *isa);
/* Word i; index is the dword that it is. */
bool fl_reg_isa_word(const struct fl_reg_isa *isa, unsigned i, struct fl_reg *word, unsigned *index);

#ifdef __cplusplus
}
#endif

#endif
