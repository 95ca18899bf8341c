/* SPDX-License-Identifier: MIT
 *
 * Code objects for Sea Islands: what Debian's clang makes of OpenCL C, linked with libclc where it calls its
 * functions.
 *
 *	clang-15 -x cl -target amdgcn--amdhsa -mcpu=gfx704 -nogpulib -O2 -Xclang -finclude-default-header \
 *		-Xclang -mlink-builtin-bitcode -Xclang /usr/lib/clc/amdgcn--amdhsa.bc -c -o KERNEL.o KERNEL.cl
 *
 * gives an object in which each kernel is described (LLVM, "User Guide for AMDGPU Backend", code objects of
 * versions 3 to 5). With -target amdgcn-mesa-mesa3d -mcpu=bonaire and bonaire-amdgcn-mesa-mesa3d.bc the
 * object says what a kernel needs, and not what arguments it takes: there the caller gives the signature,
 * and the size of groups where the kernel is made for one.
 * Both may be the compiler's own file, or one that ld.lld has linked.
 *
 * The libclc of LLVM 15 looks for the number of the first thread (struct fl_grid, offset) where Clover puts
 * it: only objects of Mesa's kind see it. With -mcode-object-version=5 something else stands in that place,
 * and every get_global_id() is wrong.
 *
 * The functions are those of struct fl_compute_backend.
 */
#ifndef LIB_CIK_CODE_OBJECT_H
#define LIB_CIK_CODE_OBJECT_H

#include "lib/fl_compute_backend.h"
#include "lib/fl_elf.h"
#include "lib/fl_msgpack.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fl_cik_code_kind { FL_CIK_AMDHSA = 1, FL_CIK_MESA3D = 2 };

/* Of struct fl_kernel */
enum fl_cik_kernel_word { FL_CIK_RSRC1, FL_CIK_RSRC2, FL_CIK_PROPERTIES, FL_CIK_ARGS_B };

/* What a kernel wants in its first scalar registers, in this order ("Initial Kernel Execution State"). */
enum fl_cik_property {
	FL_CIK_PRIVATE_BUFFER = 1 << 0, /* 4: scratch as a buffer */
	FL_CIK_DISPATCH_PTR = 1 << 1,   /* 2: struct of the dispatch */
	FL_CIK_QUEUE_PTR = 1 << 2,      /* 2: of the queue, where the windows of generic pointers are */
	FL_CIK_ARGS_PTR = 1 << 3,       /* 2: the arguments */
	FL_CIK_DISPATCH_ID = 1 << 4,    /* 2 */
	FL_CIK_FLAT_SCRATCH = 1 << 5,   /* 2: scratch for generic pointers */
	FL_CIK_PRIVATE_SIZE = 1 << 6,   /* 1 */
	FL_CIK_GROUPS_X = 1 << 7,       /* 1 each, of objects of Mesa's kind */
	FL_CIK_GROUPS_Y = 1 << 8,
	FL_CIK_GROUPS_Z = 1 << 9,
};

enum fl_code fl_cik_code_check(struct fl_code_object *o, uint64_t *size_B, struct fl_err *err);
enum fl_code fl_cik_code_place(const struct fl_code_object *o, struct fl_err *err);
const char *fl_cik_code_name(const struct fl_code_object *o, uint32_t i, size_t *length);
enum fl_code fl_cik_code_kernel(struct fl_kernel *k, struct fl_err *err);
enum fl_code fl_cik_code_hidden(struct fl_kernel *k, uint32_t at_B, struct fl_err *err);

/* ---- between the files of the loader ------------------------------------------------------------------- */
/* Where section i is placed, counted from the start of the object's memory. False: it is not. */
bool fl_cik_code_section(const struct fl_elf *e, uint32_t i, uint64_t *at_B);
/* Where a symbol is, likewise; false: it is not in this object. */
bool fl_cik_code_symbol(const struct fl_elf *e, const struct fl_elf_symbol *s, uint64_t *at_B);

/* A kernel as the notes of an amdhsa object tell of it. */
struct fl_cik_note {
	const char *name, *symbol; /* name_n and symbol_n characters */
	size_t name_n, symbol_n;
	struct fl_msgpack args; /* n_args maps */
	uint64_t n_args, args_B, local_B, private_B, group_most, group_is[3];
	bool has_symbol;
};

/* Kernel i; false: there is none, or the notes are damaged. */
bool fl_cik_code_note(const struct fl_elf *e, uint32_t i, struct fl_cik_note *n);
/* What k takes, as its notes tell. */
enum fl_code fl_cik_code_args(struct fl_kernel *k, const struct fl_cik_note *n, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
