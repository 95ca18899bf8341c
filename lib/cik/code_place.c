/* SPDX-License-Identifier: MIT
 *
 * Code objects: is it one, and into memory with it. Sections of a file that no linker has seen follow each
 * other; of a linked one they have addresses. See code_object.h.
 */
#include "lib/cik/code_object.h"

/* LLVM, "User Guide for AMDGPU Backend": ELF header, relocation records */
enum { EM_AMDGPU = 224, OS_AMDHSA = 64, OS_MESA3D = 66 };
enum { VERSION_3 = 1, VERSION_5 = 3 }; /* of amdhsa, in the ABI's version */
enum { MACH = 0xff, MACH_GFX700 = 0x22, MACH_GFX705 = 0x27 };
enum {
	ABS32_LO = 1,
	ABS32_HI = 2,
	ABS64 = 3,
	REL32 = 4,
	REL64 = 5,
	ABS32 = 6,
	REL32_LO = 10,
	REL32_HI = 11,
	RELATIVE64 = 13,
};
enum { MOST_SECTIONS = 128, MOST_B = 64 << 20, BEHIND_B = 256 };

static uint64_t aligned(uint64_t at, uint64_t unit)
{
	return unit > 1 ? (at + unit - 1) & ~(unit - 1) : at;
}

static bool is_placed(const struct fl_elf_section *s)
{
	return s->flags & FL_ELF_ALLOC && s->size_B && s->type != FL_ELF_NOTE;
}

/* The end of section i, or of all if there are not so many. */
static uint64_t walk(const struct fl_elf *e, uint32_t i, uint64_t *at_B)
{
	struct fl_elf_section s;
	uint64_t end = 0;

	*at_B = 0;
	for (uint32_t k = 0; k <= i && fl_elf_section(e, k, &s); k++) {
		if (!is_placed(&s))
			continue;
		*at_B = e->type == FL_ELF_REL ? aligned(end, s.align_B) : s.addr;
		if (*at_B > MOST_B || s.size_B > MOST_B - *at_B)
			return UINT64_MAX;
		if (e->type == FL_ELF_REL || *at_B + s.size_B > end)
			end = *at_B + s.size_B;
	}
	return end;
}

bool fl_cik_code_section(const struct fl_elf *e, uint32_t i, uint64_t *at_B)
{
	struct fl_elf_section s;

	return fl_elf_section(e, i, &s) && is_placed(&s) && walk(e, i, at_B) != UINT64_MAX;
}

bool fl_cik_code_symbol(const struct fl_elf *e, const struct fl_elf_symbol *s, uint64_t *at_B)
{
	uint64_t section_B;

	if (s->section == FL_ELF_UNDEF || !fl_cik_code_section(e, s->section, &section_B))
		return false;
	*at_B = e->type == FL_ELF_REL ? section_B + s->value : s->value;
	return true;
}

enum fl_code fl_cik_code_check(struct fl_code_object *o, uint64_t *size_B, struct fl_err *err)
{
	struct fl_elf e;
	uint64_t at_B, end_B;
	enum fl_code code = fl_elf_open(&e, o->file, o->size_B, err);

	if (code)
		return code;
	if (e.machine != EM_AMDGPU || (e.os_abi != OS_AMDHSA && e.os_abi != OS_MESA3D))
		return fl_fail(err, FL_USAGE,
			       "an ELF file for machine %u, system %u: code for this chip is compiled with "
			       "-target amdgcn--amdhsa -mcpu=gfx704 (%u, %u) or -target amdgcn-mesa-mesa3d",
			       e.machine, e.os_abi, EM_AMDGPU, OS_AMDHSA);
	if ((e.flags & MACH) < MACH_GFX700 || (e.flags & MACH) > MACH_GFX705)
		return fl_fail(
		    err, FL_USAGE,
		    "a code object for another chip (0x%02x in the ELF header's flags): compile with "
		    "-mcpu=gfx704",
		    e.flags & MACH);
	if (e.os_abi == OS_AMDHSA && (e.abi_version < VERSION_3 || e.abi_version > VERSION_5))
		return fl_fail(err, FL_USAGE,
			       "a code object of version %u: compile with -mcode-object-version=3, 4 or 5",
			       e.abi_version + 2);
	if ((e.type != FL_ELF_REL && e.type != FL_ELF_DYN) || e.n_sections > MOST_SECTIONS)
		return fl_fail(
		    err, FL_USAGE,
		    "an ELF file of type %u with %u sections: an object (%u) or a shared object (%u) "
		    "of at most %u is meant",
		    e.type, e.n_sections, FL_ELF_REL, FL_ELF_DYN, MOST_SECTIONS);
	end_B = walk(&e, e.n_sections, &at_B);
	if (end_B > MOST_B || !end_B)
		return fl_fail(err, FL_USAGE, "a code object with %s: it is damaged",
			       end_B ? "more than 64 MiB" : "nothing in it");
	o->kind = e.os_abi == OS_AMDHSA ? FL_CIK_AMDHSA : FL_CIK_MESA3D;
	/* The chip fetches instructions before it knows that a program has ended. */
	*size_B = end_B + BEHIND_B;
	return FL_OK;
}

/* ---- relocations --------------------------------------------------------------------------------------- */
static enum fl_code fail_symbol(const struct fl_elf_symbol *s, struct fl_err *err)
{
	return fl_fail(err, FL_USAGE,
		       "the code object wants %.80s, which is not in it: functions of OpenCL C are libclc's, "
		       "which the compiler links with -Xclang -mlink-builtin-bitcode -Xclang "
		       "/usr/lib/clc/amdgcn--amdhsa.bc",
		       s->name);
}

/* Where relocations of a section are for: in an object, another section; in a linked one, all of memory. */
struct target {
	const uint8_t *data; /* what the file has there; NULL: nothing is said */
	uint64_t at_B, size_B;
};

/* The addend of a relocation that has none stands in its place. */
static uint64_t addend(const struct target *t, const struct fl_elf_rela *r, bool in_place, uint32_t n_B)
{
	const uint8_t *p;

	if (!in_place || !t->data)
		return (uint64_t)r->addend;
	p = t->data + r->offset_B;
	return n_B == 8 ? fl_le64(p) : (uint64_t)(int32_t)fl_le32(p);
}

static enum fl_code relocate(const struct fl_code_object *o, const struct fl_elf *e,
			     const struct fl_elf_section *table, const struct target *t,
			     const struct fl_elf_rela *r, struct fl_err *err)
{
	const uint64_t base = fl_memory_address(o->compute, &o->memory), place = t->at_B + r->offset_B;
	const uint32_t n_B = r->type == ABS64 || r->type == REL64 || r->type == RELATIVE64 ? 8 : 4;
	struct fl_elf_symbol s = {.name = ""};
	uint64_t value, at_B;

	if (t->size_B < n_B || r->offset_B > t->size_B - n_B)
		return fl_fail(err, FL_USAGE, "a relocation at 0x%llx of a section of 0x%llx bytes",
			       (unsigned long long)r->offset_B, (unsigned long long)t->size_B);
	value = base + addend(t, r, table->type == FL_ELF_REL_NO_ADDEND, n_B);
	if (r->type != RELATIVE64) {
		if (table->link != e->symbols || !fl_elf_symbol(e, r->symbol, &s))
			return fl_fail(err, FL_USAGE, "a relocation to symbol %u, which there is not",
				       r->symbol);
		if (!fl_cik_code_symbol(e, &s, &at_B))
			return fail_symbol(&s, err);
		value += at_B;
	}
	switch (r->type) {
	case REL32:
	case REL64:
	case REL32_LO:
	case REL32_HI:
		value -= base + place;
		break;
	case ABS32_LO:
	case ABS32_HI:
	case ABS64:
	case ABS32:
	case RELATIVE64:
		break;
	default:
		return fl_fail(err, FL_USAGE,
			       "a relocation of type %u (to %.80s), which needs a linker: ld.lld -shared -o "
			       "LINKED.o KERNEL.o",
			       r->type, s.name);
	}
	if (r->type == ABS32_HI || r->type == REL32_HI)
		value >>= 32;
	fl_vram_write(o->compute->chip.dev, o->memory.offset_B + place, &value, n_B);
	return FL_OK;
}

static enum fl_code relocate_all(const struct fl_code_object *o, const struct fl_elf *e,
				 const struct fl_elf_section *table, struct fl_err *err)
{
	struct target t = {.size_B = o->memory.size_B};
	struct fl_elf_section s;
	struct fl_elf_rela r;
	enum fl_code code = FL_OK;

	if (e->type == FL_ELF_REL) {
		if (!fl_cik_code_section(e, table->info, &t.at_B) || !fl_elf_section(e, table->info, &s))
			return FL_OK; /* of what no program reads */
		t.size_B = s.size_B;
		t.data = s.data;
	}
	for (uint32_t i = 0; !code && fl_elf_rela(table, i, &r); i++)
		code = relocate(o, e, table, &t, &r, err);
	return code;
}

static void zeros(const struct fl_code_object *o, uint64_t at_B, uint64_t n_B)
{
	static const uint32_t none[64];

	for (uint64_t i = 0; i < n_B; i += sizeof(none))
		fl_vram_write(o->compute->chip.dev, o->memory.offset_B + at_B + i, none,
			      n_B - i < sizeof(none) ? (size_t)(n_B - i) : sizeof(none));
}

enum fl_code fl_cik_code_place(const struct fl_code_object *o, struct fl_err *err)
{
	struct fl_elf e;
	struct fl_elf_section s;
	uint64_t at_B;
	enum fl_code code = fl_elf_open(&e, o->file, o->size_B, err);

	if (code)
		return code;
	zeros(o, 0, o->memory.size_B);
	for (uint32_t i = 0; fl_elf_section(&e, i, &s); i++)
		if (s.data && fl_cik_code_section(&e, i, &at_B))
			fl_vram_write(o->compute->chip.dev, o->memory.offset_B + at_B, s.data, s.size_B);
	for (uint32_t i = 0; !code && fl_elf_section(&e, i, &s); i++)
		if ((s.type == FL_ELF_RELA || s.type == FL_ELF_REL_NO_ADDEND) &&
		    (e.type == FL_ELF_REL || s.flags & FL_ELF_ALLOC))
			code = relocate_all(o, &e, &s, err);
	return code;
}
