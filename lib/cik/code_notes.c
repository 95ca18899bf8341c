/* SPDX-License-Identifier: MIT
 *
 * The notes of an amdhsa object: its kernels and their arguments, in msgpack (LLVM, "User Guide for AMDGPU
 * Backend", Code Object V3 Metadata and those after it).
 */
#include "hw/fl_str.h"
#include "lib/cik/code_object.h"

enum { NT_AMDGPU_METADATA = 32 };

static const struct {
	const char *text;
	uint8_t kind;
} kinds[] = {
    {"by_value", FL_IS_VALUE},
    {"global_buffer", FL_IS_MEMORY},
    {"dynamic_shared_pointer", FL_IS_LOCAL},
    {"hidden_none", FL_IS_NOTHING},
    {"hidden_hostcall_buffer", FL_IS_NOTHING}, /* nothing that the library runs calls the host, … */
    {"hidden_default_queue", FL_IS_NOTHING},   /* … or starts kernels of its own */
    {"hidden_completion_action", FL_IS_NOTHING},
    {"hidden_multigrid_sync_arg", FL_IS_NOTHING},
    {"hidden_heap_v1", FL_IS_NOTHING},
    {"hidden_queue_ptr", FL_IS_NOTHING},
    {"hidden_block_count_x", FL_IS_GROUPS_X},
    {"hidden_block_count_y", FL_IS_GROUPS_Y},
    {"hidden_block_count_z", FL_IS_GROUPS_Z},
    {"hidden_group_size_x", FL_IS_GROUP_SIZE_X},
    {"hidden_group_size_y", FL_IS_GROUP_SIZE_Y},
    {"hidden_group_size_z", FL_IS_GROUP_SIZE_Z},
    {"hidden_remainder_x", FL_IS_REMAINDER_X},
    {"hidden_remainder_y", FL_IS_REMAINDER_Y},
    {"hidden_remainder_z", FL_IS_REMAINDER_Z},
    {"hidden_global_offset_x", FL_IS_OFFSET_X},
    {"hidden_global_offset_y", FL_IS_OFFSET_Y},
    {"hidden_global_offset_z", FL_IS_OFFSET_Z},
    {"hidden_grid_dims", FL_IS_DIMENSIONS},
    {"hidden_private_base", FL_IS_PRIVATE_WINDOW},
    {"hidden_shared_base", FL_IS_LOCAL_WINDOW},
};

/* The notes' kernels: *n of them at *m. */
static bool find(const struct fl_elf *e, struct fl_msgpack *m, uint64_t *n)
{
	struct fl_elf_section s;
	struct fl_elf_note note;
	struct fl_msgpack_item key, value;

	for (uint32_t i = 0; fl_elf_section(e, i, &s); i++)
		for (uint64_t at = 0; s.type == FL_ELF_NOTE && fl_elf_note(&s, &at, &note);) {
			if (note.type != NT_AMDGPU_METADATA)
				continue;
			*m = (struct fl_msgpack){note.data, note.data + note.size_B};
			if (!fl_msgpack_next(m, &value) || value.kind != FL_MSGPACK_MAP)
				return false;
			for (uint64_t left = value.number; left; left--) {
				if (!fl_msgpack_next(m, &key))
					return false;
				if (fl_msgpack_is(&key, "amdhsa.kernels")) {
					*n = fl_msgpack_next(m, &value) ? value.number : 0;
					return value.kind == FL_MSGPACK_ARRAY;
				}
				if (!fl_msgpack_skip(m))
					return false;
			}
		}
	return false;
}

static bool three(struct fl_msgpack m, uint64_t to[3])
{
	struct fl_msgpack_item i;

	if (!fl_msgpack_next(&m, &i) || i.kind != FL_MSGPACK_ARRAY || i.number != 3)
		return false;
	for (unsigned k = 0; k < 3; k++) {
		if (!fl_msgpack_next(&m, &i) || i.kind != FL_MSGPACK_NUMBER)
			return false;
		to[k] = i.number;
	}
	return true;
}

static bool field(struct fl_cik_note *n, const struct fl_msgpack_item *key, struct fl_msgpack m)
{
	static const struct {
		const char *key;
		uint16_t at;
	} numbers[] = {
	    {".kernarg_segment_size", offsetof(struct fl_cik_note, args_B)},
	    {".group_segment_fixed_size", offsetof(struct fl_cik_note, local_B)},
	    {".private_segment_fixed_size", offsetof(struct fl_cik_note, private_B)},
	    {".max_flat_workgroup_size", offsetof(struct fl_cik_note, group_most)},
	};
	struct fl_msgpack_item value;
	const struct fl_msgpack at = m;

	if (!fl_msgpack_next(&m, &value))
		return false;
	for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (fl_msgpack_is(key, numbers[i].key)) {
			memcpy((char *)n + numbers[i].at, &value.number, sizeof(value.number));
			return value.kind == FL_MSGPACK_NUMBER;
		}
	if (fl_msgpack_is(key, ".reqd_workgroup_size"))
		return three(at, n->group_is);
	if (fl_msgpack_is(key, ".args")) {
		n->args = m;
		n->n_args = value.number;
		return value.kind == FL_MSGPACK_ARRAY;
	}
	if (fl_msgpack_is(key, ".name")) {
		n->name = value.text;
		n->name_n = (size_t)value.number;
		return value.kind == FL_MSGPACK_TEXT;
	}
	if (fl_msgpack_is(key, ".symbol")) {
		n->symbol = value.text;
		n->symbol_n = (size_t)value.number;
		n->has_symbol = value.kind == FL_MSGPACK_TEXT;
		return n->has_symbol;
	}
	return true;
}

bool fl_cik_code_note(const struct fl_elf *e, uint32_t i, struct fl_cik_note *n)
{
	struct fl_msgpack m;
	struct fl_msgpack_item item, key;
	uint64_t count;

	memset(n, 0, sizeof(*n));
	if (!find(e, &m, &count) || i >= count)
		return false;
	for (; i; i--)
		if (!fl_msgpack_skip(&m))
			return false;
	if (!fl_msgpack_next(&m, &item) || item.kind != FL_MSGPACK_MAP)
		return false;
	for (; item.number; item.number--)
		if (!fl_msgpack_next(&m, &key) || !field(n, &key, m) || !fl_msgpack_skip(&m))
			return false;
	return n->name && n->has_symbol;
}

/* ---- arguments ----------------------------------------------------------------------------------------- */
static enum fl_code kind(struct fl_kernel *k, const struct fl_msgpack_item *value, uint8_t *to,
			 struct fl_err *err)
{
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (fl_msgpack_is(value, kinds[i].text)) {
			*to = kinds[i].kind;
			return FL_OK;
		}
	return fl_fail(
	    err, FL_USAGE,
	    "kernel %s: argument %u is of the kind %.*s; this library has values, buffers and local "
	    "memory (no images, no printf)",
	    k->name, k->n_args, value->kind == FL_MSGPACK_TEXT && value->number < 60 ? (int)value->number : 0,
	    value->text ? value->text : "");
}

static enum fl_code damaged(const struct fl_kernel *k, struct fl_err *err)
{
	return fl_fail(err, FL_USAGE, "kernel %s: the code object's notes of argument %u are damaged",
		       k->name, k->n_args);
}

static enum fl_code arg(struct fl_kernel *k, struct fl_msgpack *m, struct fl_err *err)
{
	enum { OFFSET, SIZE, ALIGN, NUMBERS, MOST_ALIGN = 4096 };
	static const char *const numbers[] = {".offset", ".size", ".pointee_align"};
	struct fl_kernel_arg a = {.kind = FL_ARG_KINDS};
	struct fl_msgpack_item map, key, value;
	uint64_t number[NUMBERS] = {0, 0, 1};
	enum fl_code code = FL_OK;

	if (!fl_msgpack_next(m, &map) || map.kind != FL_MSGPACK_MAP)
		return damaged(k, err);
	for (; map.number; map.number--) {
		struct fl_msgpack at;

		if (!fl_msgpack_next(m, &key))
			return damaged(k, err);
		at = *m;
		if (!fl_msgpack_next(&at, &value) || !fl_msgpack_skip(m))
			return damaged(k, err);
		for (unsigned i = 0; i < NUMBERS; i++)
			if (fl_msgpack_is(&key, numbers[i]) && value.kind == FL_MSGPACK_NUMBER)
				number[i] = value.number;
		if (fl_msgpack_is(&key, ".value_kind") && (code = kind(k, &value, &a.kind, err)))
			return code;
	}
	if (a.kind == FL_ARG_KINDS || number[OFFSET] > FL_KERNEL_ARGS_B || number[SIZE] > FL_KERNEL_ARGS_B ||
	    number[ALIGN] > MOST_ALIGN || number[ALIGN] & (number[ALIGN] - 1))
		return damaged(k, err);
	a.offset_B = (uint16_t)number[OFFSET];
	a.size_B = (uint16_t)number[SIZE];
	/* What the compiler knows of a piece's alignment is the least; a vector of 16 has 128 bytes. */
	a.align_B = number[ALIGN] > 128 ? (uint16_t)number[ALIGN] : 128;
	return fl_kernel_add_arg(k, &a, err);
}

enum fl_code fl_cik_code_args(struct fl_kernel *k, const struct fl_cik_note *n, struct fl_err *err)
{
	struct fl_msgpack m = n->args;
	enum fl_code code = FL_OK;

	for (uint64_t i = 0; i < n->n_args && !code; i++)
		code = arg(k, &m, err);
	return code;
}
