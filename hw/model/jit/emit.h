/* SPDX-License-Identifier: MIT
 *
 * For the files that write code with LLVM's C API (Makefile: JIT_SRC; their contents are nothing where
 * FL_JIT is not defined). LLVM is loaded at run time, so its functions are called through a table:
 * LLVMBuildAdd() is e->llvm->BuildAdd().
 *
 * A build function finds a module with one function of four pointers, positioned in its entry. Mostly it
 * loops over the lanes of a wave, a vector at a time, so that all registers of a vector fit in the
 * processor's:
 *
 *     fl_emit_loop(e, 64);                                     // e->lane: 0, e->lanes, 2 e->lanes, …
 *     v = fl_emit_load(e, fl_emit_at(e, e->arg[0], 3 * 256));   // lanes e->lane… of a plane of 64 dwords
 *     v = e->llvm->BuildAdd(e->at, v, fl_emit_splat(e, …), "");
 *     fl_emit_store(e, v, fl_emit_at(e, e->arg[0], 5 * 256));
 *     fl_emit_loop_end(e);
 *
 * and returns true; the room adds the return.
 *
 * Bits must be those of the interpreter. LLVM takes arithmetic to round to the nearest and to keep
 * denormals, and computes what it knows in advance; the models change both behind its back. So numbers that
 * are constants in a program stand in memory (an argument), where LLVM does not see them; floats are
 * selected as integers; signs are changed as integers; no flag of fast mathematics is set, and nothing is
 * contracted.
 */
#ifndef HW_MODEL_JIT_EMIT_H
#define HW_MODEL_JIT_EMIT_H

#ifdef FL_JIT

#include "hw/model/jit/jit.h"
#include "hw/model/jit/llvm.h"

struct fl_emit {
	const struct fl_llvm *llvm;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef at;
	LLVMValueRef function, arg[4];
	unsigned lanes;    /* of a vector: 16 with AVX-512, else 8 */
	LLVMValueRef lane; /* of 64 bits: in the loop, the first lane of the vectors at hand */
	/* types: of one, and of `lanes` of them */
	LLVMTypeRef i1, i8, i16, i32, i64, f32, f64, pointer;
	LLVMTypeRef v1, v16, v32, v64, vf32, vf64;
	LLVMBasicBlockRef head; /* of the loop */
	LLVMValueRef end;
};

/* A loop over n lanes, a multiple of 16; or over as many, one at least, as a dword says when the code runs:
 * the last vector may go beyond them. */
void fl_emit_loop(struct fl_emit *e, unsigned n);
void fl_emit_loop_of(struct fl_emit *e, LLVMValueRef pointer);
void fl_emit_loop_end(struct fl_emit *e);

/* The address of `lane` in a plane of dwords, so many bytes from a pointer; outside of a loop: its first. */
LLVMValueRef fl_emit_at(struct fl_emit *e, LLVMValueRef pointer, uint64_t offset_B);
/* A vector of dwords there, which need not be aligned. */
LLVMValueRef fl_emit_load(struct fl_emit *e, LLVMValueRef address);
void fl_emit_store(struct fl_emit *e, LLVMValueRef vector, LLVMValueRef address);
/* One dword, so many bytes from a pointer, in all lanes. */
LLVMValueRef fl_emit_spread(struct fl_emit *e, LLVMValueRef pointer, uint64_t offset_B);
/* A dword in all lanes; the constant likewise, which LLVM sees: not for floats. */
LLVMValueRef fl_emit_splat(struct fl_emit *e, LLVMValueRef dword);
LLVMValueRef fl_emit_const(struct fl_emit *e, uint32_t value);

/* Masks, a bit a lane, bit 0 for lane 0, so many bytes from a pointer: those of the lanes at hand as v1. */
LLVMValueRef fl_emit_mask(struct fl_emit *e, LLVMValueRef pointer, uint64_t offset_B);
void fl_emit_store_mask(struct fl_emit *e, LLVMValueRef mask, LLVMValueRef pointer, uint64_t offset_B);

/* The same bits as floats, and as dwords. */
LLVMValueRef fl_emit_float(struct fl_emit *e, LLVMValueRef dwords);
LLVMValueRef fl_emit_bits(struct fl_emit *e, LLVMValueRef floats);

/* An intrinsic of LLVM of n operands, which all have the type of its result: "llvm.sqrt". */
LLVMValueRef fl_emit_intrinsic(struct fl_emit *e, const char *name, LLVMValueRef *operand, unsigned n);

/* One of a processor's own, by its name: "llvm.x86.vcvtps2ph.256". */
LLVMValueRef fl_emit_machine(struct fl_emit *e, const char *name, LLVMTypeRef result, LLVMValueRef *operand,
			     unsigned n);

/* jit.c asks: a module with an empty function, and the end of it. */
bool fl_emit_begin(struct fl_emit *e, const struct fl_llvm *llvm, unsigned lanes);
void fl_emit_free(struct fl_emit *e);

#endif
#endif
