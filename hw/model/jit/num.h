/* SPDX-License-Identifier: MIT
 *
 * hw/model/num in LLVM's terms: floats in, floats out, and the same bits, if the code runs with the settings
 * of the processor that num's own run with. What each takes is said in hw/model/num/num.h.
 */
#ifndef HW_MODEL_JIT_NUM_H
#define HW_MODEL_JIT_NUM_H

#ifdef FL_JIT

#include "hw/model/jit/emit.h"

LLVMValueRef fl_emit_floor(struct fl_emit *e, LLVMValueRef x);
LLVMValueRef fl_emit_exp2(struct fl_emit *e, LLVMValueRef x); /* a NaN stays what it is */
LLVMValueRef fl_emit_log2(struct fl_emit *e, LLVMValueRef x);
LLVMValueRef fl_emit_rsq(struct fl_emit *e, LLVMValueRef x);
LLVMValueRef fl_emit_sin1(struct fl_emit *e, LLVMValueRef t, bool cosine); /* or num_cos1() */

#endif
#endif
