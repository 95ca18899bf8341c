/* SPDX-License-Identifier: MIT
 *
 * ELF files of 64 bits, little-endian, in memory: what a compiler makes for a processor of a card. The file
 * may come from anywhere: fl_elf_open() looks at every header that the other functions rely on, and nothing
 * outside of the file's bytes is ever read. (System V ABI, "Object Files".)
 *
 *	struct fl_elf e;
 *	struct fl_elf_symbol s;
 *	if (fl_elf_open(&e, file, size_B, &err)) …
 *	for (uint32_t i = 0; fl_elf_symbol(&e, i, &s); i++) …
 *
 * The file stays where it is, and as it is, as long as the view of it is used.
 */
#ifndef LIB_FL_ELF_H
#define LIB_FL_ELF_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_ELF_REL = 1, FL_ELF_EXEC = 2, FL_ELF_DYN = 3 }; /* kinds of files: ET_… */
enum {
	FL_ELF_PROGBITS = 1,
	FL_ELF_SYMTAB = 2,
	FL_ELF_STRTAB = 3,
	FL_ELF_RELA = 4,
	FL_ELF_NOTE = 7,
	FL_ELF_NOBITS = 8,
	FL_ELF_REL_NO_ADDEND = 9,
	FL_ELF_DYNSYM = 11,
};                                                                        /* of sections: SHT_… */
enum { FL_ELF_ALLOC = 2, FL_ELF_EXECINSTR = 4 };                          /* flags of sections: SHF_… */
enum { FL_ELF_UNDEF = 0, FL_ELF_RESERVED = 0xff00, FL_ELF_ABS = 0xfff1 }; /* numbers of sections: SHN_… */

struct fl_elf {
	const uint8_t *file;
	size_t size_B;
	uint16_t type, machine;
	uint8_t os_abi, abi_version;
	uint32_t flags;
	uint64_t sections_at; /* in the file */
	uint32_t n_sections;
	uint32_t symbols; /* the section of symbols; 0: there is none */
};

struct fl_elf_section {
	const char *name;
	uint32_t type;
	uint64_t flags, addr;
	const uint8_t *data; /* size_B bytes; NULL: it takes none in the file (NOBITS) */
	uint64_t size_B, align_B;
	uint32_t link, info;
};

struct fl_elf_symbol {
	const char *name;
	uint8_t type, binding;
	uint16_t section; /* FL_ELF_UNDEF: defined elsewhere */
	uint64_t value, size_B;
};

struct fl_elf_rela {
	uint64_t offset_B; /* in the section that it is for, or an address */
	uint32_t type, symbol;
	int64_t addend;
};

struct fl_elf_note {
	const char *name; /* name_B bytes, with a NUL at the end if the file is in order */
	uint32_t name_B, type;
	const uint8_t *data;
	uint32_t size_B;
};

/* FL_USAGE: it is no such file, or its headers point outside of it; the text says which. */
enum fl_code fl_elf_open(struct fl_elf *e, const void *file, size_t size_B, struct fl_err *err);
/* Section i; false: there are no more. */
bool fl_elf_section(const struct fl_elf *e, uint32_t i, struct fl_elf_section *s);
/* Symbol i; false: there are no more. */
bool fl_elf_symbol(const struct fl_elf *e, uint32_t i, struct fl_elf_symbol *s);
/* The symbol of that name, length characters of it, that is defined in this file. */
bool fl_elf_find(const struct fl_elf *e, const char *name, size_t length, struct fl_elf_symbol *s);
/* Entry i of a section of type FL_ELF_RELA, or of FL_ELF_REL_NO_ADDEND: there the addend stands in the place
 * that the relocation is for, and is 0 here. */
bool fl_elf_rela(const struct fl_elf_section *s, uint32_t i, struct fl_elf_rela *r);
/* The note at *at of a section of type FL_ELF_NOTE; *at begins with 0, and is moved behind it. False: there
 * are no more that are whole. */
bool fl_elf_note(const struct fl_elf_section *s, uint64_t *at, struct fl_elf_note *n);

/* Little-endian words at any address */
static inline uint32_t fl_le16(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t fl_le32(const uint8_t *p)
{
	return fl_le16(p) | fl_le16(p + 2) << 16;
}

static inline uint64_t fl_le64(const uint8_t *p)
{
	return fl_le32(p) | (uint64_t)fl_le32(p + 4) << 32;
}

#ifdef __cplusplus
}
#endif

#endif
