/* SPDX-License-Identifier: MIT
 *
 * An object file as LLVM makes it, put where it can be executed: its sections with code and constants one
 * after the other, and the places between them that depend on where they lie. All that a vector program
 * without calls has are distances from code to constants (ELF-64, System V ABI for x86-64, 4.4).
 */
#ifdef FL_JIT
#include "hw/model/jit/code.h"

#include <elf.h>
#include <string.h>

enum { MOST_SECTIONS = 64, ALIGN_MOST_B = FL_JIT_GRAIN_B };

struct object {
	const uint8_t *at;
	size_t size_B;
	Elf64_Shdr section[MOST_SECTIONS];
	uint64_t place[MOST_SECTIONS]; /* of what is kept, from the start; */
	bool kept[MOST_SECTIONS];
	unsigned n;
};

static bool in_file(const struct object *o, uint64_t offset, uint64_t size)
{
	return offset <= o->size_B && size <= o->size_B - offset;
}

static bool read_sections(struct object *o)
{
	Elf64_Ehdr head;

	if (o->size_B < sizeof head)
		return false;
	memcpy(&head, o->at, sizeof head);
	if (memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64 ||
	    head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_type != ET_REL || head.e_machine != EM_X86_64 ||
	    head.e_shentsize != sizeof(Elf64_Shdr) || head.e_shnum > MOST_SECTIONS ||
	    !in_file(o, head.e_shoff, (uint64_t)head.e_shnum * sizeof(Elf64_Shdr)))
		return false;
	o->n = head.e_shnum;
	memcpy(o->section, o->at + head.e_shoff, o->n * sizeof *o->section);
	return true;
}

/* Code and constants get places; returns how much that is, 0: something else is in it. */
static uint64_t place_sections(struct object *o)
{
	uint64_t size = 0;

	for (unsigned i = 0; i < o->n; i++) {
		const Elf64_Shdr *s = &o->section[i];

		if (!(s->sh_flags & SHF_ALLOC) || !s->sh_size)
			continue;
		if (s->sh_type != SHT_PROGBITS || s->sh_flags & SHF_WRITE || s->sh_addralign > ALIGN_MOST_B ||
		    !in_file(o, s->sh_offset, s->sh_size))
			return 0;
		if (s->sh_addralign)
			size = (size + s->sh_addralign - 1) / s->sh_addralign * s->sh_addralign;
		o->kept[i] = true;
		o->place[i] = size;
		size += s->sh_size;
	}
	return size;
}

static bool symbol(const struct object *o, const Elf64_Shdr *table, uint64_t i, Elf64_Sym *sym)
{
	if (i >= table->sh_size / sizeof *sym || !in_file(o, table->sh_offset, table->sh_size))
		return false;
	memcpy(sym, o->at + table->sh_offset + i * sizeof *sym, sizeof *sym);
	return true;
}

/* Where a symbol is, from the start: in what is kept of its section, or just after it. */
static bool place_of(const struct object *o, const Elf64_Sym *sym, uint64_t *at)
{
	if (sym->st_shndx >= o->n || !o->kept[sym->st_shndx] ||
	    sym->st_value > o->section[sym->st_shndx].sh_size)
		return false;
	*at = o->place[sym->st_shndx] + sym->st_value;
	return true;
}

/* A distance reaches from the end of an instruction to a place in what is kept: the addend takes off the
 * four bytes of the distance, and what the instruction has after it. */
static bool reaches(uint64_t at, int64_t addend, uint64_t size_B)
{
	enum { AFTER_MOST_B = 16 };

	return addend >= -AFTER_MOST_B - (int64_t)at && addend <= (int64_t)(size_B - at);
}

static bool relocate(const struct object *o, const Elf64_Shdr *r, uint64_t size_B, uint8_t *to)
{
	const Elf64_Shdr *into = &o->section[r->sh_info];
	const uint64_t base = o->place[r->sh_info];

	if (r->sh_link >= o->n || !in_file(o, r->sh_offset, r->sh_size))
		return false;
	for (uint64_t k = 0; k < r->sh_size / sizeof(Elf64_Rela); k++) {
		Elf64_Rela a;
		Elf64_Sym sym;
		int64_t distance;
		uint64_t at;
		int32_t word;

		memcpy(&a, o->at + r->sh_offset + k * sizeof a, sizeof a);
		if ((ELF64_R_TYPE(a.r_info) != R_X86_64_PC32 && ELF64_R_TYPE(a.r_info) != R_X86_64_PLT32) ||
		    !symbol(o, &o->section[r->sh_link], ELF64_R_SYM(a.r_info), &sym) ||
		    !place_of(o, &sym, &at) || !reaches(at, a.r_addend, size_B) || into->sh_size < 4 ||
		    a.r_offset > into->sh_size - 4)
			return false;
		distance = (int64_t)at + a.r_addend - (int64_t)(base + a.r_offset);
		word = (int32_t)distance;
		if (word != distance)
			return false;
		memcpy(to + base + a.r_offset, &word, 4);
	}
	return true;
}

/* Where the function is, from the start; false: it is not there, or not code. */
static bool find(const struct object *o, const char *name, uint64_t *at)
{
	for (unsigned i = 0; i < o->n; i++) {
		const Elf64_Shdr *table = &o->section[i], *names;
		Elf64_Sym sym;

		if (table->sh_type != SHT_SYMTAB || table->sh_link >= o->n)
			continue;
		names = &o->section[table->sh_link];
		if (!in_file(o, names->sh_offset, names->sh_size))
			continue;
		for (uint64_t k = 0; symbol(o, table, k, &sym); k++)
			if (sym.st_name < names->sh_size && names->sh_size - sym.st_name > strlen(name) &&
			    !memcmp(o->at + names->sh_offset + sym.st_name, name, strlen(name) + 1))
				return place_of(o, &sym, at) &&
				       o->section[sym.st_shndx].sh_flags & SHF_EXECINSTR &&
				       sym.st_value < o->section[sym.st_shndx].sh_size;
	}
	return false;
}

const void *fl_jit_code_link(const uint8_t *object, size_t size_B, const char *name, struct fl_jit_place *p)
{
	struct object o = {.at = object, .size_B = size_B};
	uint64_t size, at = 0;
	uint8_t *to;
	bool ok = true;

	if (!read_sections(&o))
		return NULL;
	size = place_sections(&o);
	if (!size || !find(&o, name, &at) || !fl_jit_code_take(size, p))
		return NULL;
	to = fl_jit_code_write(*p);
	for (unsigned i = 0; i < o.n; i++)
		if (o.kept[i])
			memcpy(to + o.place[i], o.at + o.section[i].sh_offset, o.section[i].sh_size);
	for (unsigned i = 0; i < o.n && ok; i++) {
		const Elf64_Shdr *s = &o.section[i];

		if ((s->sh_type == SHT_RELA || s->sh_type == SHT_REL) && s->sh_info < o.n &&
		    o.kept[s->sh_info]) /* LLVM makes none without addends */
			ok = s->sh_type == SHT_RELA && relocate(&o, s, size, to);
	}
	if (!ok) {
		fl_jit_code_give(*p);
		return NULL;
	}
	return fl_jit_code_run(*p) + at;
}
#endif
