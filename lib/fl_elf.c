/* SPDX-License-Identifier: MIT
 *
 * Looking at an ELF file once, and then reading it; see fl_elf.h.
 */
#include "lib/fl_elf.h"

#include <string.h>

/* Sizes of what the System V ABI lays down, and where in them fields are. */
enum { HEADER_B = 64, SECTION_B = 64, SYMBOL_B = 24, RELA_B = 24, REL_B = 16, NOTE_B = 12 };
enum { CLASS_64 = 2, LITTLE_ENDIAN = 1, MOST_SECTIONS = 4096 };

static bool inside(const struct fl_elf *e, uint64_t at, uint64_t size_B)
{
	return at <= e->size_B && size_B <= e->size_B - at;
}

/* The header of section i, which exists. */
static const uint8_t *header(const struct fl_elf *e, uint32_t i)
{
	return e->file + e->sections_at + (uint64_t)i * SECTION_B;
}

static void read_section(const struct fl_elf *e, uint32_t i, struct fl_elf_section *s)
{
	const uint8_t *h = header(e, i);
	const uint64_t at = fl_le64(h + 24);

	s->name = "";
	s->type = fl_le32(h + 4);
	s->flags = fl_le64(h + 8);
	s->addr = fl_le64(h + 16);
	s->size_B = s->type ? fl_le64(h + 32) : 0;
	s->link = fl_le32(h + 40);
	s->info = fl_le32(h + 44);
	s->align_B = fl_le64(h + 48);
	s->data = s->type && s->type != FL_ELF_NOBITS && inside(e, at, s->size_B) ? e->file + at : NULL;
}

/* A table of strings, which ends with a NUL: no string in it runs out of it. */
static bool is_strings(const struct fl_elf *e, uint32_t i)
{
	struct fl_elf_section s;

	if (!i || i >= e->n_sections)
		return false;
	read_section(e, i, &s);
	return s.type == FL_ELF_STRTAB && s.data && s.size_B && !s.data[s.size_B - 1];
}

/* The string at that place of a table that is_strings(); "" outside of it. */
static const char *string(const struct fl_elf *e, uint32_t table, uint32_t at)
{
	struct fl_elf_section s;

	read_section(e, table, &s);
	return at < s.size_B ? (const char *)s.data + at : "";
}

static uint32_t names(const struct fl_elf *e)
{
	return fl_le16(e->file + 62);
}

static enum fl_code check_sections(struct fl_elf *e, struct fl_err *err)
{
	for (uint32_t i = 0; i < e->n_sections; i++) {
		struct fl_elf_section s;

		read_section(e, i, &s);
		if (!s.data && s.type && s.type != FL_ELF_NOBITS)
			return fl_fail(
			    err, FL_USAGE,
			    "section %u of the ELF file lies at 0x%llx, 0x%llx bytes, and the file "
			    "has 0x%zx: it is cut off, or damaged",
			    i, (unsigned long long)fl_le64(header(e, i) + 24), (unsigned long long)s.size_B,
			    e->size_B);
		if (s.align_B & (s.align_B - 1))
			return fl_fail(
			    err, FL_USAGE,
			    "section %u of the ELF file is to be aligned to 0x%llx bytes, which is no "
			    "power of two",
			    i, (unsigned long long)s.align_B);
	}
	if (e->n_sections && !is_strings(e, names(e)))
		return fl_fail(
		    err, FL_USAGE,
		    "section %u of the ELF file should hold the sections' names, and is no table of "
		    "strings",
		    names(e));
	for (uint32_t i = 0; i < e->n_sections; i++) {
		struct fl_elf_section s;

		read_section(e, i, &s);
		/* A linked file may have nothing but those of the dynamic linker. */
		if (s.type != FL_ELF_SYMTAB && (s.type != FL_ELF_DYNSYM || e->symbols))
			continue;
		if (!is_strings(e, s.link))
			return fl_fail(err, FL_USAGE,
				       "section %u of the ELF file should hold the symbols' names, and is no "
				       "table of strings",
				       s.link);
		e->symbols = i;
	}
	return FL_OK;
}

enum fl_code fl_elf_open(struct fl_elf *e, const void *file, size_t size_B, struct fl_err *err)
{
	static const uint8_t magic[4] = {0x7f, 'E', 'L', 'F'};
	const uint8_t *h = file;

	memset(e, 0, sizeof(*e));
	if (size_B < HEADER_B || memcmp(h, magic, sizeof(magic)))
		return fl_fail(err, FL_USAGE,
			       "it is no ELF file (%zu bytes, of which the first should be 7f "
			       "45 4c 46)",
			       size_B);
	if (h[4] != CLASS_64 || h[5] != LITTLE_ENDIAN)
		return fl_fail(
		    err, FL_USAGE,
		    "an ELF file of class %u, byte order %u: 64 bits, little-endian (2, 1) is meant", h[4],
		    h[5]);
	e->file = h;
	e->size_B = size_B;
	e->os_abi = h[7];
	e->abi_version = h[8];
	e->type = (uint16_t)fl_le16(h + 16);
	e->machine = (uint16_t)fl_le16(h + 18);
	e->sections_at = fl_le64(h + 40);
	e->flags = fl_le32(h + 48);
	e->n_sections = fl_le16(h + 60);
	if (e->n_sections && fl_le16(h + 58) != SECTION_B)
		return fl_fail(err, FL_USAGE, "the ELF file's section headers have %u bytes, not %u",
			       fl_le16(h + 58), SECTION_B);
	if (e->n_sections > MOST_SECTIONS || !inside(e, e->sections_at, (uint64_t)e->n_sections * SECTION_B))
		return fl_fail(
		    err, FL_USAGE,
		    "%u section headers at 0x%llx of an ELF file of 0x%zx bytes: it is cut off, or "
		    "damaged",
		    e->n_sections, (unsigned long long)e->sections_at, size_B);
	return check_sections(e, err);
}

bool fl_elf_section(const struct fl_elf *e, uint32_t i, struct fl_elf_section *s)
{
	if (i >= e->n_sections)
		return false;
	read_section(e, i, s);
	s->name = string(e, names(e), fl_le32(header(e, i)));
	return true;
}

bool fl_elf_symbol(const struct fl_elf *e, uint32_t i, struct fl_elf_symbol *s)
{
	struct fl_elf_section table;
	const uint8_t *p;

	if (!e->symbols)
		return false;
	read_section(e, e->symbols, &table);
	if (!table.data || i >= table.size_B / SYMBOL_B)
		return false;
	p = table.data + (uint64_t)i * SYMBOL_B;
	s->name = string(e, table.link, fl_le32(p));
	s->type = p[4] & 15;
	s->binding = p[4] >> 4;
	s->section = (uint16_t)fl_le16(p + 6);
	s->value = fl_le64(p + 8);
	s->size_B = fl_le64(p + 16);
	return true;
}

/* Step by step, for a damaged file may have one long text that many symbols are called by. */
static bool is_called(const struct fl_elf_symbol *s, const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!name[i] || s->name[i] != name[i])
			return false;
	return !s->name[length];
}

bool fl_elf_find(const struct fl_elf *e, const char *name, size_t length, struct fl_elf_symbol *s)
{
	for (uint32_t i = 0; fl_elf_symbol(e, i, s); i++)
		if (s->section && is_called(s, name, length))
			return true;
	return false;
}

bool fl_elf_rela(const struct fl_elf_section *s, uint32_t i, struct fl_elf_rela *r)
{
	const bool addend = s->type == FL_ELF_RELA;
	const uint64_t entry_B = addend ? RELA_B : REL_B;
	const uint8_t *p;

	if (!s->data || i >= s->size_B / entry_B)
		return false;
	p = s->data + i * entry_B;
	r->offset_B = fl_le64(p);
	r->type = fl_le32(p + 8);
	r->symbol = fl_le32(p + 12);
	r->addend = addend ? (int64_t)fl_le64(p + 16) : 0;
	return true;
}

static uint64_t padded(uint32_t size_B)
{
	return ((uint64_t)size_B + 3) & ~UINT64_C(3);
}

bool fl_elf_note(const struct fl_elf_section *s, uint64_t *at, struct fl_elf_note *n)
{
	const uint8_t *p;
	uint64_t left_B;

	if (!s->data || *at > s->size_B || s->size_B - *at < NOTE_B)
		return false;
	p = s->data + *at;
	left_B = s->size_B - *at - NOTE_B;
	n->name_B = fl_le32(p);
	n->size_B = fl_le32(p + 4);
	n->type = fl_le32(p + 8);
	if (padded(n->name_B) > left_B || n->size_B > left_B - padded(n->name_B))
		return false;
	n->name = (const char *)p + NOTE_B;
	n->data = p + NOTE_B + padded(n->name_B);
	*at += NOTE_B + padded(n->name_B) + padded(n->size_B);
	return true;
}
