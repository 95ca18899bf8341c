/* SPDX-License-Identifier: MIT
 *
 * The room of compiled code, and the way of an object file into it (hw/model/jit/code.h): one that is well is
 * executed, one that is cut off or does not add up is refused, and whatever its bytes are, what comes back
 * lies in the room.
 */
#include "hw/model/jit/code.h"
#include "hw/model/jit/jit.h"

#include <criterion/criterion.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

TestSuite(jit_object, .timeout = 60);

/* They are there where the compiler is built in. */
#pragma weak fl_jit_code_take
#pragma weak fl_jit_code_give
#pragma weak fl_jit_code_run
#pragma weak fl_jit_code_link

enum { NONE, TEXT, CONSTANTS, RELOCATIONS, SYMBOLS, NAMES, SECTIONS };
enum { VALUE = 0x12345678, DISTANCE_AT = 2, NAME_AT = 1 };

struct file {
	Elf64_Ehdr head;
	uint8_t text[16], constants[16];
	Elf64_Rela relocation;
	Elf64_Sym symbol[3];
	char names[8];
	Elf64_Shdr section[SECTIONS];
};

static Elf64_Shdr section(uint32_t type, uint64_t flags, size_t offset, size_t size_B)
{
	return (Elf64_Shdr){
	    .sh_type = type, .sh_flags = flags, .sh_offset = offset, .sh_size = size_B, .sh_addralign = 16};
}

#define PLACE(member) offsetof(struct file, member), sizeof(((struct file *)0)->member)

/* mov eax, [rip + constants]; mov [rdi], eax; ret */
static struct file good(void)
{
	static const uint8_t text[] = {0x8b, 0x05, 0, 0, 0, 0, 0x89, 0x07, 0xc3};
	const uint32_t value = VALUE;
	struct file f = {.head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB},
				  .e_type = ET_REL,
				  .e_machine = EM_X86_64,
				  .e_shoff = offsetof(struct file, section),
				  .e_shentsize = sizeof(Elf64_Shdr),
				  .e_shnum = SECTIONS},
			 .names = "\0run"};

	memcpy(f.text, text, sizeof text);
	memcpy(f.constants + 4, &value, sizeof value);
	f.relocation = (Elf64_Rela){DISTANCE_AT, ELF64_R_INFO(1, R_X86_64_PC32), 4 - 4};
	f.symbol[1] = (Elf64_Sym){.st_shndx = CONSTANTS};
	f.symbol[2] = (Elf64_Sym){.st_shndx = TEXT, .st_name = NAME_AT};
	f.section[TEXT] = section(SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, PLACE(text));
	f.section[CONSTANTS] = section(SHT_PROGBITS, SHF_ALLOC, PLACE(constants));
	f.section[RELOCATIONS] = section(SHT_RELA, 0, PLACE(relocation));
	f.section[RELOCATIONS].sh_link = SYMBOLS;
	f.section[RELOCATIONS].sh_info = TEXT;
	f.section[SYMBOLS] = section(SHT_SYMTAB, 0, PLACE(symbol));
	f.section[SYMBOLS].sh_link = NAMES;
	f.section[NAMES] = section(SHT_STRTAB, 0, PLACE(names));
	return f;
}

/* In memory of its own, so that a sanitizer sees what is read beyond it. True: it was taken. */
static bool takes(const void *file, size_t size_B)
{
	uint8_t *own = malloc(size_B ? size_B : 1);
	struct fl_jit_place p = {0, 0};
	const uint8_t *at;

	cr_assert(own);
	memcpy(own, file, size_B);
	at = fl_jit_code_link(own, size_B, "run", &p);
	free(own);
	if (!at)
		return false;
	cr_assert(at >= fl_jit_code_run(p) && at < fl_jit_code_run(p) + (size_t)p.n * FL_JIT_GRAIN_B,
		  "what is executed lies outside of its place");
	fl_jit_code_give(p);
	return true;
}

static void need_compiler(void)
{
	if (!fl_jit_start())
		cr_skip("there is no compiler");
}

Test(jit_object, is_executed)
{
	const struct file f = good();
	struct fl_jit_place p;
	uint32_t out = 0;
	void (*run)(uint32_t * to);
	const void *at;

	need_compiler();
	at = fl_jit_code_link((const uint8_t *)&f, sizeof f, "run", &p);
	cr_assert(at);
	memcpy(&run, &at, sizeof at);
	run(&out);
	cr_expect_eq(out, VALUE);
	fl_jit_code_give(p);
	cr_expect_not(fl_jit_code_link((const uint8_t *)&f, sizeof f, "ru", &p));
}

Test(jit_object, cut_off)
{
	const struct file f = good();

	need_compiler();
	for (size_t n = 0; n < sizeof f; n++)
		cr_expect_not(takes(&f, n), "%zu bytes of %zu", n, sizeof f);
	cr_expect(takes(&f, sizeof f));
}

#define REFUSED(field, value)                                             \
	do {                                                              \
		struct file f = good();                                   \
                                                                          \
		f.field = (value);                                        \
		cr_expect_not(takes(&f, sizeof f), #field " is " #value); \
	} while (0)

Test(jit_object, does_not_add_up)
{
	need_compiler();
	REFUSED(head.e_ident[EI_CLASS], ELFCLASS32);
	REFUSED(head.e_ident[EI_DATA], ELFDATA2MSB);
	REFUSED(head.e_type, ET_EXEC);
	REFUSED(head.e_machine, EM_AARCH64);
	REFUSED(head.e_shnum, 0);
	REFUSED(head.e_shnum, SECTIONS + 1);
	REFUSED(head.e_shnum, 0xffff);
	REFUSED(head.e_shoff, UINT64_MAX);
	REFUSED(head.e_shoff, sizeof(struct file));
	REFUSED(section[TEXT].sh_offset, UINT64_MAX - 8);
	REFUSED(section[TEXT].sh_size, UINT64_MAX);
	REFUSED(section[TEXT].sh_size, 3); /* the distance is beyond it */
	REFUSED(section[TEXT].sh_addralign, 4096);
	REFUSED(section[TEXT].sh_flags, SHF_ALLOC); /* no code */
	REFUSED(section[TEXT].sh_flags, SHF_ALLOC | SHF_EXECINSTR | SHF_WRITE);
	REFUSED(section[TEXT].sh_type, SHT_NOBITS);
	REFUSED(section[CONSTANTS].sh_flags, 0); /* and they are wanted */
	REFUSED(section[RELOCATIONS].sh_type, SHT_REL);
	REFUSED(section[RELOCATIONS].sh_link, SECTIONS);
	REFUSED(section[RELOCATIONS].sh_link, UINT32_MAX);
	REFUSED(section[RELOCATIONS].sh_offset, UINT64_MAX);
	REFUSED(section[RELOCATIONS].sh_size, UINT64_MAX);
	REFUSED(section[SYMBOLS].sh_size, sizeof(Elf64_Sym));
	REFUSED(section[SYMBOLS].sh_offset, UINT64_MAX - 16);
	REFUSED(section[SYMBOLS].sh_link, SECTIONS);
	REFUSED(section[NAMES].sh_size, 4); /* no end of the name */
	REFUSED(section[NAMES].sh_offset, UINT64_MAX - 2);
	REFUSED(symbol[2].st_name, UINT32_MAX);
	REFUSED(symbol[2].st_value, sizeof(((struct file *)0)->text));
	REFUSED(symbol[2].st_value, UINT64_MAX);
	REFUSED(symbol[2].st_shndx, SHN_UNDEF);
	REFUSED(symbol[2].st_shndx, SHN_ABS);
	REFUSED(symbol[2].st_shndx, CONSTANTS); /* not to be executed */
	REFUSED(symbol[1].st_shndx, SHN_UNDEF); /* somebody else's */
	REFUSED(symbol[1].st_value, 1 << 20);
	REFUSED(relocation.r_info, ELF64_R_INFO(1, R_X86_64_64));
	REFUSED(relocation.r_info, ELF64_R_INFO(3, R_X86_64_PC32));
	REFUSED(relocation.r_info, ELF64_R_INFO(UINT32_MAX, R_X86_64_PC32));
	REFUSED(relocation.r_offset, 13);
	REFUSED(relocation.r_offset, UINT64_MAX);
	REFUSED(relocation.r_addend, 1 << 20);
	REFUSED(relocation.r_addend, -(1 << 20));
	REFUSED(relocation.r_addend, INT64_MAX);
	REFUSED(relocation.r_addend, INT64_MIN);
}

Test(jit_object, any_bytes)
{
	enum { TRIALS = 30000 };
	uint64_t x = 0x2545f4914f6cdd1dull;
	unsigned taken = 0;

	need_compiler();
	for (unsigned n = 0; n < TRIALS; n++) {
		struct file f = good();
		uint8_t *bytes = (uint8_t *)&f;

		for (unsigned k = 0; k <= n % 4; k++) {
			x = x * 6364136223846793005ull + 1442695040888963407ull;
			bytes[(x >> 33) % sizeof f] = (uint8_t)(n % 3 ? x >> 56 : x >> 63 ? 0xff : 0);
		}
		taken += takes(&f, sizeof f);
	}
	cr_expect(taken > TRIALS / 20 && taken < TRIALS * 19 / 20, "%u were taken", taken);
}

/* Pieces of all sizes, taken and given back at random, never lie on each other; and a room that is full says
 * so. */
Test(jit_object, room)
{
	enum { MOST = 4096, TURNS = 20000, LARGE_B = 1 << 20 };
	static struct fl_jit_place have[MOST];
	static uint8_t owned[FL_JIT_ROOM_B / FL_JIT_GRAIN_B];
	struct fl_jit_place p;
	unsigned n = 0, refused = 0;
	uint64_t x = 1;

	need_compiler();
	for (unsigned turn = 0; turn < TURNS; turn++) {
		x = x * 6364136223846793005ull + 1442695040888963407ull;
		if (n && (n == MOST || x >> 62 == 0)) {
			const unsigned k = (unsigned)(x >> 20) % n;

			memset(owned + have[k].first, 0, have[k].n);
			fl_jit_code_give(have[k]);
			have[k] = have[--n];
			continue;
		}
		const size_t size_B = 1 + (size_t)(x >> 30) % (turn % 100 ? 20000 : LARGE_B);

		if (!fl_jit_code_take(size_B, &p)) {
			refused++;
			continue;
		}
		cr_assert((size_t)p.n * FL_JIT_GRAIN_B >= size_B &&
			  (size_t)(p.first + p.n) * FL_JIT_GRAIN_B <= FL_JIT_ROOM_B);
		for (uint32_t g = p.first; g < p.first + p.n; g++)
			cr_assert_not(owned[g]);
		memset(owned + p.first, 1, p.n);
		have[n++] = p;
	}
	cr_expect(refused > 10, "%u were refused", refused);
	while (n)
		fl_jit_code_give(have[--n]);
	cr_expect(fl_jit_code_take(FL_JIT_ROOM_B, &p), "all of it is free again");
	cr_expect_not(fl_jit_code_take(1, &p));
	fl_jit_code_give(p);
	cr_expect_not(fl_jit_code_take((size_t)FL_JIT_ROOM_B + 1, &p));
	cr_expect_not(fl_jit_code_take(SIZE_MAX, &p));
}
