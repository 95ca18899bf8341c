/* SPDX-License-Identifier: MIT
 *
 * The form of a family's tables, between the generator that writes them (gen/table.c) and the look-ups that
 * read them (fl_regs*.c). Nothing else includes this: fl_regs.h is the interface.
 *
 * A family is one constant object: struct fl_regs, then arrays. It holds offsets and indices and no pointer,
 * so it needs no relocation and can stay in ROM. Text is a pool of strings, addressed by offset; strings end
 * alike share their tails.
 */
#ifndef HW_REGS_FL_REGS_TABLE_H
#define HW_REGS_FL_REGS_TABLE_H

#include <stdint.h>

/* What struct fl_regs says of an array: where it starts, in bytes from the struct, and how many elements it
 * has. */
struct fl_regs_array {
	uint32_t at, n;
};

struct fl_regs {
	uint32_t name;   /* text */
	uint32_t n_regs; /* of the rows, registers come first: by domain, then by offset */
	struct fl_regs_array row, field, field_set, odd, value, wide, set, more, number, domain, packet, isa,
	    chip, chips, prefix, block, hash, text;
};

/* A register, a dword of a packet or a word of an instruction. */
struct fl_regs_row {
	uint32_t offset; /* dword of a packet: FL_REGS_DW_…; word of an instruction: its index */
	uint32_t name;   /* text, and the C prefix's index from FL_REGS_PREFIX_SHIFT */
	uint16_t field;  /* the first of n_fields */
	uint16_t reset;  /* index of a number, 0: none known */
	uint16_t more;   /* index, 0: nothing unusual */
	uint16_t flags;
	uint8_t n_fields, chips, block;
	uint8_t back; /* how many rows before this one may still reach beyond its offset: arrays interleave */
};
#define FL_REGS_PREFIX_SHIFT     24
#define FL_REGS_TEXT_MASK        0xffffffu

/* flags of a row: access as in fl_regs.h in bits 3:0 */
#define FL_REGS_ROW_UNSAFE       (1u << 4)
#define FL_REGS_ROW_PUBLIC       (1u << 5) /* from a public source, not from the reference document */
#define FL_REGS_ROW_MASKED       (1u << 6)
#define FL_REGS_ROW_HAZARD_SHIFT 7  /* 5 bits */
#define FL_REGS_ROW_DOMAIN_SHIFT 12 /* 4 bits */

#define FL_REGS_DW_REPEATS       1u
#define FL_REGS_DW_OPTIONAL      2u
#define FL_REGS_DW_FIXED         4u /* reset holds what it must be */
#define FL_REGS_DW_GROUP         8u /* stands for the dwords of the group of its name's row in more.use */

/* What most rows do not have. */
struct fl_regs_more {
	uint32_t stride[2];
	uint16_t length[2]; /* 0: not that dimension */
	uint32_t alias;     /* second address, 0: none */
	uint32_t use;       /* text, 0: none */
	uint16_t set;       /* values of the whole word, 0: none */
	uint16_t width;     /* bits, 0: 32 */
};

/* A field is a word in `field` and the number of its set of values (0: none) in `field_set`. */
#define FL_REGS_FIELD_TEXT        0xfffffu
#define FL_REGS_FIELD_LOW_SHIFT   20 /* lowest bit, 5 bits */
#define FL_REGS_FIELD_WIDTH_SHIFT 25 /* width - 1, 5 bits */
#define FL_REGS_FIELD_PUBLIC      (1u << 30)
#define FL_REGS_FIELD_ODD         (1u << 31) /* there is more to it: in `odd`, which is in order of fields */

/* From here on a number of a set is none, but says how a number is held: kind and point of fl_regs.h. */
#define FL_REGS_SET_NUMBER        0xe000u
#define FL_REGS_SET_KIND_SHIFT    8
#define FL_REGS_SET_POINT         0xffu

struct fl_regs_odd {
	uint16_t field;
	uint8_t chips; /* where it is not on all of the register's, else 255 */
	uint8_t flags; /* access in 3:0 (0: the register's), shr in 7:4 */
	uint16_t alt;  /* another set of values, 0: none, while: */
	uint16_t when; /* this field of the word is not 0 */
};

/* A named value: text in 19:0, the value in 31:20; or FL_REGS_VALUE_WIDE there, and the rest in `wide`, in
 * order. */
#define FL_REGS_VALUE_SHIFT 20
#define FL_REGS_VALUE_WIDE  0xfffu

struct fl_regs_wide {
	uint32_t value;
	uint16_t row, count; /* count: that many consecutive codes */
};

struct fl_regs_set {
	uint16_t first, n;
};

/* A block of the chip, and which packets set its registers ("context"): text. */
struct fl_regs_block {
	uint32_t name, set_class;
};

struct fl_regs_domain {
	uint32_t name, space; /* text */
	uint16_t first, n;    /* rows */
	uint16_t step, chips;
};

struct fl_regs_packet_row {
	uint32_t name;
	uint16_t row, n;
	uint8_t opcode, chips, flags;
};
#define FL_REGS_PACKET_SETTINGS 1u
#define FL_REGS_PACKET_GROUP    2u
#define FL_REGS_PACKET_PUBLIC   4u

struct fl_regs_isa_row {
	uint32_t name, match, mask;
	uint16_t row, n;
	uint8_t dwords, chips;
};

/* The hash that the generator and the look-up by name must agree on: FNV-1a over upper case. */
static inline uint32_t fl_regs_hash(const char *name, uint32_t length)
{
	uint32_t h = 2166136261u;

	for (uint32_t i = 0; i < length; i++) {
		uint32_t c = (unsigned char)name[i];

		h = (h ^ (c >= 'a' && c <= 'z' ? c - 32 : c)) * 16777619u;
	}
	return h;
}

#endif
