/* SPDX-License-Identifier: MIT
 *
 * The register database in memory, while the generator runs: parse.c fills it from the XML, link.c resolves
 * what refers to what, check.c objects, header.c, table.c, reset.c and json.c write. hw/regs/README.md
 * describes the XML.
 *
 * Memory is never given back: the program lives for milliseconds.
 */
#ifndef HW_REGS_GEN_REGSGEN_H
#define HW_REGS_GEN_REGSGEN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A place in the XML. */
struct loc {
	const char *file;
	unsigned line;
};

struct value {
	struct loc at;
	const char *name;
	uint32_t value, count; /* count: that many consecutive codes, NAME, NAME + 1, … */
	uint32_t chips;
};

struct values {
	struct value *v;
	unsigned n, cap;
};

/* A named set of values. */
struct enumeration {
	struct loc at;
	const char *name;
	struct values values;
};

enum access {
	ACCESS_R = 1,
	ACCESS_W = 2,
	ACCESS_RW = 3,
	ACCESS_W1C = 4,        /* with RW: writing 1 clears */
	ACCESS_READ_CLEARS = 8 /* with R: reading clears */
};

struct field {
	struct loc at;
	const char *name, *c_name; /* c_name: in the header, where name would clash */
	unsigned low, high, shr;   /* shr: the field holds the value >> shr */
	unsigned access;           /* 0: the register's */
	bool has_reset;
	uint32_t reset;
	uint32_t chips;
	const char *src;               /* NULL: as its register */
	const char *note;              /* NULL: none */
	struct values values;          /* its own, or empty */
	const char *type, *alt, *when; /* enum; another one while field `when` of the same word is not 0 */
	struct enumeration *e, *e_alt; /* resolved */
	unsigned point;                /* of a fixed-point number: bits after it */
	bool narrow;       /* holds but the lower bits of the enum's values: those that fit have names */
	bool is_union;     /* another reading of bits that other fields have too */
	int when_field;    /* resolved: index in the word, -1: none */
	struct word *bits; /* resolved: type is a set of bitfields, which replace this field */
};

enum word_kind {
	WORD_REG,    /* a register */
	WORD_BITSET, /* a type: the bitfields that registers share */
	WORD_DWORD,  /* a dword of a packet */
	WORD_HEADER, /* a packet header */
	WORD_ISA,    /* a word of an instruction or descriptor */
	WORD_FORMAT  /* a surface format: channels */
};

/* 32 bits (or more: formats) cut into fields. */
struct word {
	struct loc at;
	enum word_kind kind;
	const char *name;  /* as the document prints it */
	const char *macro; /* C name without prefix: arrays it stands in come first */
	const char *prefix;
	struct domain *domain;
	uint32_t offset;
	unsigned width;
	struct {
		uint32_t length, stride;
	} dim[2]; /* dim[0] is the outer one; length 0: not there */
	unsigned dims;
	unsigned access;
	uint32_t alias; /* second address, 0: none */
	uint32_t chips;
	uint32_t hazard;  /* bit per name of hazard_names[] */
	bool read_unsafe; /* reading has side effects or can hang */
	bool has_reset;   /* of the whole word; else the fields' */
	uint32_t reset;
	bool masked;      /* upper half holds write enables (Vivante) */
	const char *type; /* a bitset, an enum for the whole word, how its number is held, or NULL */
	unsigned point;
	struct enumeration *e;
	const char *use;   /* which kind of instruction an aliased word belongs to */
	const char *block; /* of the chip: "CP", "VAP" */
	const char *class; /* which packet sets it: "config", "context" */
	const char *src;   /* NULL: the reference document */
	const char *note;  /* NULL: none */
	struct field *f;
	unsigned n, cap;
	/* dwords of packets */
	const char *reg, *repeat, *group, *present_if;
	struct word *reg_word;
	bool optional;
	bool has_fixed;
	uint32_t fixed;
	/* words of instructions */
	unsigned index;
};

struct words {
	struct word **w;
	unsigned n, cap;
};

struct domain {
	struct loc at;
	const char *name;
	const char *space; /* indirect spaces have names of their own */
	const char *prefix;
	uint32_t size; /* bytes (or registers, when step is 1) */
	unsigned step; /* from one register to the next: 4, or 1 where the index counts registers */
	uint32_t chips;
};

struct packet {
	struct loc at;
	const char *name;
	uint32_t opcode, chips;
	bool settings; /* the SETTINGS group comes first */
	bool group;    /* not a packet: dwords that packets share */
	const char *prefix, *src;
	struct words dw;
};

/* An instruction or a descriptor: words in order; match and mask distinguish encodings. */
struct isa {
	struct loc at;
	const char *name;
	unsigned dwords;
	uint32_t match, mask, chips;
	struct words words;
};

/* Chips under one name, which files of shared blocks refer to. */
struct chip_set {
	const char *name;
	uint32_t chips;
};

struct db {
	const char *name, *prefix;
	struct {
		const char *name;
	} chip[32];
	unsigned n_chips;
	struct chip_set *set;
	unsigned n_sets, cap_sets;
	struct enumeration **e;
	unsigned n_e, cap_e;
	struct domain **d;
	unsigned n_d, cap_d;
	struct words regs, bitsets, formats, headers;
	struct packet **p;
	unsigned n_p, cap_p;
	struct isa **i;
	unsigned n_i, cap_i;
};

extern const char *const hazard_names[]; /* NULL-terminated */

/* parse.c: add a file's content. Errors are reported and counted. */
void parse_file(struct db *db, const char *path);
/* link.c */
void link_db(struct db *db);
struct word *find_reg(const struct db *db, const char *name, const char *prefix);
uint32_t word_reset(const struct word *w); /* whole words at reset */
bool word_has_reset(const struct word *w);
uint32_t word_mask(const struct word *w); /* bits that a field covers; all of them if there are no fields */
const struct values *field_values(const struct field *f);
/* How a number is held, as a number of a set (fl_regs_table.h); 0: plainly. */
unsigned number_kind(struct loc at, const char *type, unsigned point, unsigned width);
/* check.c */
void check_db(struct db *db);
/* header.c, table.c, reset.c, json.c: the text of a file */
struct out;
void write_header(struct out *o, const struct db *db);
void write_table(struct out *o, const struct db *db);
void write_reset(struct out *o, const struct db *db);
void write_json(struct out *o, const struct db *db);

/* util.c */
extern unsigned errors;
void error_at(struct loc at, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void fatal(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
void *alloc(size_t size); /* zeroed; never fails, never freed */
char *text(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Room for one more in an array of n with room for *cap. */
void *grow(void *array, unsigned n, unsigned *cap, size_t size);
#define ADD(list, n, cap, item) ((list) = grow((list), (n), &(cap), sizeof *(list)), (list)[(n)++] = (item))
bool same(const char *a, const char *b); /* NULL is a string of its own */

/* Text that becomes a file, unless the file holds exactly that already: then nothing that depends on it is
 * rebuilt. */
struct out {
	char *text;
	size_t len, room;
};
void put(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void out_file(const struct out *o, const char *path);

#endif
