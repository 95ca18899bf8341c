/* SPDX-License-Identifier: MIT
 *
 * Short words for those who say operations in LLVM's terms: l is what is at hand, and its e the struct
 * fl_emit. Values are vectors of dwords, but those of F_, AS_F and floats' arithmetic.
 */
#ifndef HW_MODEL_JIT_WORDS_H
#define HW_MODEL_JIT_WORDS_H

#include "hw/model/jit/emit.h"
#include "hw/model/num/num.h"

typedef LLVMValueRef LV;

/* For who has nothing else at hand: struct fl_words *l = WORDS(e) */
struct fl_words {
	struct fl_emit *e;
};
#define WORDS(e)              (&(struct fl_words){e})

#define LLVM_1(name, a)       (l->e->llvm->Build##name(l->e->at, a, ""))
#define LLVM_2(name, a, b)    (l->e->llvm->Build##name(l->e->at, a, b, ""))
#define LLVM_3(name, a, b, c) (l->e->llvm->Build##name(l->e->at, a, b, c, ""))
#define I_(value)             fl_emit_const(l->e, value)
#define F_(value)             fl_emit_float(l->e, fl_emit_const(l->e, (uint32_t)num_bits(value)))
#define AS_F(v)               fl_emit_float(l->e, v)
#define AS_I(v)               fl_emit_bits(l->e, v)
#define ADD(a, b)             LLVM_2(Add, a, b)
#define SUB(a, b)             LLVM_2(Sub, a, b)
#define MUL(a, b)             LLVM_2(Mul, a, b)
#define AND(a, b)             LLVM_2(And, a, b)
#define OR(a, b)              LLVM_2(Or, a, b)
#define XOR(a, b)             LLVM_2(Xor, a, b)
#define NOT(a)                LLVM_1(Not, a)
#define SHL(a, b)             LLVM_2(Shl, a, b)
#define LSHR(a, b)            LLVM_2(LShr, a, b)
#define ASHR(a, b)            LLVM_2(AShr, a, b)
#define FADD(a, b)            LLVM_2(FAdd, a, b)
#define FSUB(a, b)            LLVM_2(FSub, a, b)
#define FMUL(a, b)            LLVM_2(FMul, a, b)
#define FDIV(a, b)            LLVM_2(FDiv, a, b)
#define FCMP(how, a, b)       LLVM_3(FCmp, LLVMReal##how, a, b)
#define ICMP(how, a, b)       LLVM_3(ICmp, LLVMInt##how, a, b)
#define SELECT(m, a, b)       LLVM_3(Select, m, a, b) /* of dwords: a float might be compared with itself */
#define SELECT_F(m, a, b)     AS_F(SELECT(m, AS_I(a), AS_I(b)))

#endif
