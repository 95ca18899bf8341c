/* SPDX-License-Identifier: MIT
 *
 * Kernels of code objects: what their descriptors ask for; see code_object.h.
 */
#include "lib/cik/code_object.h"
#include "hw/fl_str.h"
#include "hw/regs/cik.h"

/* LLVM, "User Guide for AMDGPU Backend", Kernel Descriptor: bytes, and where fields are. */
enum {
	DESCRIPTOR_B = 64,
	DESCRIPTOR_LOCAL = 0,
	DESCRIPTOR_PRIVATE = 4,
	DESCRIPTOR_RSRC1 = 48,
	DESCRIPTOR_RSRC2 = 52,
	DESCRIPTOR_PROPERTIES = 56,
	DESCRIPTOR_PROPERTY_BITS = 0x7f,
};
/* amd_kernel_code_t, which stands before the code of a kernel of Mesa's kind (LLVM, AMDKernelCodeT.h). */
enum {
	HEADER_B = 256,
	HEADER_VERSION = 0,
	HEADER_MACHINE = 10, /* amd_machine_version_major */
	HEADER_ENTRY = 16,
	HEADER_RSRC1 = 48,
	HEADER_RSRC2 = 52,
	HEADER_PROPERTIES = 56,
	HEADER_PRIVATE = 60,
	HEADER_LOCAL = 64,
	HEADER_ARGS = 72,
	HEADER_PROPERTY_BITS = 0x3ff,
	GFX7 = 7,
};
enum { KERNEL_SYMBOL = 10 /* STT_AMDGPU_HSA_KERNEL */, FUNCTION_SYMBOL = 2, ENTRY_ALIGN_B = 256 };
enum { MOST_USER = 16 };             /* scalar registers that a wave can be given */
enum { MOST_PRIVATE_B = 128 << 10 }; /* of a thread: 8 MB of a wave, in 13 bits of 1 KB */

/* n_B bytes of the file at a symbol; NULL: they are not all in its section. */
static const uint8_t *bytes(const struct fl_elf *e, const struct fl_elf_symbol *s, uint64_t n_B)
{
	struct fl_elf_section section;
	uint64_t at;

	if (s->section >= FL_ELF_RESERVED || !fl_elf_section(e, s->section, &section) || !section.data)
		return NULL;
	at = e->type == FL_ELF_REL ? s->value : s->value - section.addr;
	return at <= section.size_B && n_B <= section.size_B - at ? section.data + at : NULL;
}

static enum fl_code missing(const struct fl_kernel *k, const char *name, size_t n, const char *what,
			    struct fl_err *err)
{
	return fl_fail(err, FL_USAGE, "kernel %s: the code object has no %s %.*s", k->name, what,
		       n < 100 ? (int)n : 100, name);
}

/* What both kinds of objects say in the same way. */
static enum fl_code finish(struct fl_kernel *k, uint64_t entry_B, struct fl_err *err)
{
	static const uint8_t taken[] = {4, 2, 2, 2, 2, 2, 1, 1, 1, 1};
	const struct fl_compute *c = k->object->compute;
	const uint32_t rsrc2 = k->words[FL_CIK_RSRC2], properties = k->words[FL_CIK_PROPERTIES];
	uint32_t user = 0;

	for (unsigned i = 0; i < sizeof(taken); i++)
		user += properties >> i & 1 ? taken[i] : 0;
	if (user > MOST_USER || user != CIK_COMPUTE_PGM_RSRC2__USER_SGPR__GET(rsrc2))
		return fl_fail(
		    err, FL_USAGE,
		    "kernel %s begins with %u scalar registers (compute_pgm_rsrc2), and its properties "
		    "(0x%x) need %u: the code object is damaged",
		    k->name, CIK_COMPUTE_PGM_RSRC2__USER_SGPR__GET(rsrc2), properties, user);
	if (entry_B % ENTRY_ALIGN_B || entry_B >= k->object->memory.size_B)
		return fl_fail(
		    err, FL_USAGE,
		    "kernel %s: its code begins at 0x%llx of the object; it should be a multiple of "
		    "%u inside of it",
		    k->name, (unsigned long long)entry_B, ENTRY_ALIGN_B);
	if (k->args_B > FL_KERNEL_ARGS_B || k->private_B > MOST_PRIVATE_B ||
	    k->local_B > c->chip.backend->local_B)
		return fl_fail(
		    err, FL_USAGE,
		    "kernel %s: %u bytes of arguments (%u at most), %u of scratch a thread (%u), %u of "
		    "local memory (%u)",
		    k->name, k->args_B, FL_KERNEL_ARGS_B, k->private_B, MOST_PRIVATE_B, k->local_B,
		    c->chip.backend->local_B);
	if (properties & FL_CIK_QUEUE_PTR && !(c->chip.local_window && c->chip.private_window))
		return fl_fail(
		    err, FL_USAGE,
		    "kernel %s makes generic pointers of local or private ones, and the card was woken "
		    "without windows for them (SH_MEM_BASES is 0): give them their address spaces",
		    k->name);
	k->entry = fl_memory_address(c, &k->object->memory) + entry_B;
	return FL_OK;
}

static uint32_t least(uint64_t value)
{
	return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static enum fl_code hsa_kernel(struct fl_kernel *k, const struct fl_elf *e, const struct fl_cik_note *n,
			       struct fl_err *err)
{
	static const char suffix[] = ".kd";
	enum { SUFFIX = sizeof(suffix) - 1 };
	struct fl_elf_symbol s;
	const uint8_t *d;
	uint64_t entry_B;
	enum fl_code code;

	if (!fl_elf_find(e, n->symbol, n->symbol_n, &s) || !(d = bytes(e, &s, DESCRIPTOR_B)))
		return missing(k, n->symbol, n->symbol_n, "descriptor", err);
	if (n->symbol_n <= SUFFIX || memcmp(n->symbol + n->symbol_n - SUFFIX, suffix, SUFFIX) ||
	    !fl_elf_find(e, n->symbol, n->symbol_n - SUFFIX, &s) || !fl_cik_code_symbol(e, &s, &entry_B))
		return missing(k, n->symbol, n->symbol_n, "code for", err);
	k->local_B = fl_le32(d + DESCRIPTOR_LOCAL);
	k->private_B = fl_le32(d + DESCRIPTOR_PRIVATE);
	k->words[FL_CIK_RSRC1] = fl_le32(d + DESCRIPTOR_RSRC1);
	k->words[FL_CIK_RSRC2] = fl_le32(d + DESCRIPTOR_RSRC2);
	k->words[FL_CIK_PROPERTIES] = fl_le16(d + DESCRIPTOR_PROPERTIES) & DESCRIPTOR_PROPERTY_BITS;
	k->group_most = least(n->group_most);
	for (unsigned i = 0; i < 3; i++)
		k->group_is[i] = least(n->group_is[i]);
	code = fl_cik_code_args(k, n, err);
	if (!code && k->args_B < n->args_B)
		k->args_B = least(n->args_B);
	return code ? code : finish(k, entry_B, err);
}

static enum fl_code mesa_kernel(struct fl_kernel *k, const struct fl_elf *e, const struct fl_elf_symbol *s,
				struct fl_err *err)
{
	const uint8_t *h = bytes(e, s, HEADER_B);
	uint64_t at_B;

	if (!h || !fl_cik_code_symbol(e, s, &at_B))
		return missing(k, k->name, fl_str_length(k->name), "header of", err);
	if (fl_le32(h + HEADER_VERSION) != 1 || fl_le16(h + HEADER_MACHINE) != GFX7)
		return fl_fail(err, FL_USAGE,
			       "kernel %s: its header is of version %u for GFX%u, not 1 for GFX%u", k->name,
			       fl_le32(h + HEADER_VERSION), fl_le16(h + HEADER_MACHINE), GFX7);
	k->local_B = fl_le32(h + HEADER_LOCAL);
	k->private_B = fl_le32(h + HEADER_PRIVATE);
	k->words[FL_CIK_RSRC1] = fl_le32(h + HEADER_RSRC1);
	k->words[FL_CIK_RSRC2] = fl_le32(h + HEADER_RSRC2);
	k->words[FL_CIK_PROPERTIES] = fl_le32(h + HEADER_PROPERTIES) & HEADER_PROPERTY_BITS;
	k->args_B = k->words[FL_CIK_ARGS_B] = least(fl_le64(h + HEADER_ARGS));
	k->no_signature = true;
	return finish(k, at_B + fl_le64(h + HEADER_ENTRY), err);
}

/* Clover puts how many directions there are, and the first thread's numbers, behind the arguments. */
enum fl_code fl_cik_code_hidden(struct fl_kernel *k, uint32_t at_B, struct fl_err *err)
{
	enum { HIDDEN = 4, EACH_B = 4 };
	static const uint8_t kinds[HIDDEN] = {FL_IS_DIMENSIONS, FL_IS_OFFSET_X, FL_IS_OFFSET_Y,
					      FL_IS_OFFSET_Z};
	const uint32_t from_B = (at_B + EACH_B - 1) & ~(EACH_B - 1u), was_B = k->words[FL_CIK_ARGS_B];
	enum fl_code code = FL_OK;

	if (from_B == was_B)
		return FL_OK; /* the kernel reads none of them */
	if (from_B + HIDDEN * EACH_B != was_B)
		return fl_fail(
		    err, FL_USAGE,
		    "kernel %s takes %u bytes of arguments, and these have %u: are all of them there, "
		    "and of the kernel's types?",
		    k->name, was_B >= HIDDEN * EACH_B ? was_B - HIDDEN * EACH_B : was_B, from_B);
	for (uint32_t i = 0; i < HIDDEN && !code; i++) {
		const struct fl_kernel_arg a = {
		    .kind = kinds[i], .offset_B = (uint16_t)(from_B + EACH_B * i), .size_B = EACH_B};

		code = fl_kernel_add_arg(k, &a, err);
	}
	return code;
}

/* ---- looking for them ---------------------------------------------------------------------------------- */
/* Kernel i of an object of Mesa's kind. */
static bool mesa_symbol(const struct fl_elf *e, uint32_t i, struct fl_elf_symbol *s)
{
	for (uint32_t k = 0; fl_elf_symbol(e, k, s); k++)
		if (s->type == KERNEL_SYMBOL && s->section && !i--)
			return true;
	return false;
}

const char *fl_cik_code_name(const struct fl_code_object *o, uint32_t i, size_t *length)
{
	struct fl_elf e;
	struct fl_elf_symbol s;
	struct fl_cik_note n;

	if (fl_elf_open(&e, o->file, o->size_B, NULL))
		return NULL;
	if (o->kind == FL_CIK_AMDHSA) {
		if (!fl_cik_code_note(&e, i, &n))
			return NULL;
		*length = n.name_n;
		return n.name;
	}
	if (!mesa_symbol(&e, i, &s))
		return NULL;
	*length = fl_str_length(s.name);
	return s.name;
}

/* The number of the kernel that is asked for. */
static enum fl_code choose(struct fl_kernel *k, uint32_t *number, struct fl_err *err)
{
	enum { NAMES_B = 160 };
	char names[NAMES_B] = "";
	size_t length, at = 0, wanted = k->name ? fl_str_length(k->name) : 0;
	const char *name;
	uint32_t n = 0;

	for (; (name = fl_cik_code_name(k->object, n, &length)); n++) {
		if (k->name && length == wanted && !memcmp(name, k->name, length)) {
			*number = n;
			return FL_OK;
		}
		if (at + length + 2 < sizeof(names)) {
			names[at] = ' ';
			memcpy(names + at + 1, name, length);
			at += length + 1;
		}
	}
	if (!n)
		return fl_fail(err, FL_NO_DEVICE, "the code object has no kernels, or no notes of them");
	if (k->name || n > 1)
		return fl_fail(err, k->name ? FL_NO_DEVICE : FL_USAGE, "%s%s; the code object has:%s",
			       k->name ? "there is no kernel " : "which kernel is meant?",
			       k->name ? k->name : "", names);
	*number = 0;
	return FL_OK;
}

enum fl_code fl_cik_code_kernel(struct fl_kernel *k, struct fl_err *err)
{
	struct fl_elf e;
	struct fl_elf_symbol s;
	struct fl_cik_note n;
	uint32_t number = 0;
	enum fl_code code = fl_elf_open(&e, k->object->file, k->object->size_B, err);

	if (!code)
		code = choose(k, &number, err);
	if (code)
		return code;
	if (!k->name)
		k->name = "(the only one)";
	if (k->object->kind == FL_CIK_MESA3D)
		return mesa_symbol(&e, number, &s) ? mesa_kernel(k, &e, &s, err) : FL_NO_DEVICE;
	return fl_cik_code_note(&e, number, &n) ? hsa_kernel(k, &e, &n, err) : FL_NO_DEVICE;
}
