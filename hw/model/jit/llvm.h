/* SPDX-License-Identifier: MIT
 *
 * LLVM's functions, by their names without LLVM in front, as llvm.c finds them in its library.
 */
#ifndef HW_MODEL_JIT_LLVM_H
#define HW_MODEL_JIT_LLVM_H

#ifdef FL_JIT

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

/* clang-format off */
#define FL_LLVM_FUNCTIONS(X) \
	/* contexts, modules, types */ \
	X(ContextCreate) X(ContextDispose) X(ModuleCreateWithNameInContext) X(DisposeModule) X(SetTarget) \
	X(SetModuleDataLayout) X(VerifyModule) X(DisposeMessage) X(IntTypeInContext) \
	X(FloatTypeInContext) X(DoubleTypeInContext) X(VoidTypeInContext) X(VectorType) X(PointerType) \
	X(FunctionType) X(TypeOf) X(PrintModuleToString) X(HalfTypeInContext) \
	/* functions, blocks */ \
	X(AddFunction) X(GetNamedFunction) X(GetParam) X(AppendBasicBlockInContext) X(GetInsertBlock) \
	X(CreateBuilderInContext) X(DisposeBuilder) X(PositionBuilderAtEnd) X(AddAttributeAtIndex) \
	X(CreateEnumAttribute) X(CreateStringAttribute) X(GetEnumAttributeKindForName) \
	X(LookupIntrinsicID) X(GetIntrinsicDeclaration) X(IntrinsicGetType) X(SetAlignment) \
	/* constants */ \
	X(ConstInt) X(ConstNull) X(ConstAllOnes) X(ConstVector) X(GetUndef) \
	/* instructions */ \
	X(BuildRetVoid) X(BuildBr) X(BuildCondBr) X(BuildPhi) X(AddIncoming) X(BuildCall2) X(BuildLoad2) \
	X(BuildStore) X(BuildGEP2) X(BuildBitCast) X(BuildIntToPtr) X(BuildZExt) X(BuildSExt) X(BuildTrunc) \
	X(BuildAdd) X(BuildSub) X(BuildMul) X(BuildAnd) X(BuildOr) X(BuildXor) X(BuildNot) X(BuildShl) \
	X(BuildLShr) X(BuildAShr) X(BuildICmp) X(BuildFCmp) X(BuildSelect) X(BuildFAdd) X(BuildFSub) \
	X(BuildFMul) X(BuildFDiv) X(BuildSIToFP) X(BuildUIToFP) X(BuildInsertElement) \
	X(BuildExtractElement) X(BuildShuffleVector) X(BuildFPTrunc) X(BuildFPExt) X(BuildFPToSI) \
	X(BuildFPToUI) \
	/* machine code */ \
	X(GetTargetFromTriple) X(CreateTargetMachine) X(CreateTargetDataLayout) X(DisposeTargetData) \
	X(TargetMachineEmitToMemoryBuffer) X(GetBufferStart) X(GetBufferSize) X(DisposeMemoryBuffer)
/* clang-format on */

struct fl_llvm {
#define FL_LLVM_MEMBER(name) __typeof__(LLVM##name) *name;
	FL_LLVM_FUNCTIONS(FL_LLVM_MEMBER)
#undef FL_LLVM_MEMBER
};

/* Loads the library, and has it know this machine. NULL: it is not there, or misses something. */
const struct fl_llvm *fl_llvm_load(void);

#endif
#endif
