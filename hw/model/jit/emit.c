/* SPDX-License-Identifier: MIT
 *
 * What families' compilers have in common: a module with a function, its loop over lanes, vectors, masks.
 */
#ifdef FL_JIT
#include "hw/model/jit/emit.h"

#include <stdio.h>
#include <string.h>

static void attribute(struct fl_emit *e, const char *name, const char *value)
{
	const struct fl_llvm *l = e->llvm;
	const LLVMAttributeRef a =
	    value ? l->CreateStringAttribute(e->context, name, (unsigned)strlen(name), value,
					     (unsigned)strlen(value))
		  : l->CreateEnumAttribute(e->context, l->GetEnumAttributeKindForName(name, strlen(name)), 0);

	l->AddAttributeAtIndex(e->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

static void make_types(struct fl_emit *e)
{
	const struct fl_llvm *l = e->llvm;

	e->i1 = l->IntTypeInContext(e->context, 1);
	e->i8 = l->IntTypeInContext(e->context, 8);
	e->i16 = l->IntTypeInContext(e->context, 16);
	e->i32 = l->IntTypeInContext(e->context, 32);
	e->i64 = l->IntTypeInContext(e->context, 64);
	e->f32 = l->FloatTypeInContext(e->context);
	e->f64 = l->DoubleTypeInContext(e->context);
	e->pointer = l->PointerType(e->i8, 0);
	e->v1 = l->VectorType(e->i1, e->lanes);
	e->v16 = l->VectorType(e->i16, e->lanes);
	e->v32 = l->VectorType(e->i32, e->lanes);
	e->v64 = l->VectorType(e->i64, e->lanes);
	e->vf32 = l->VectorType(e->f32, e->lanes);
	e->vf64 = l->VectorType(e->f64, e->lanes);
}

bool fl_emit_begin(struct fl_emit *e, const struct fl_llvm *llvm, unsigned lanes)
{
	*e = (struct fl_emit){.llvm = llvm, .lanes = lanes};
	e->context = llvm->ContextCreate();
	if (!e->context)
		return false;
	e->module = llvm->ModuleCreateWithNameInContext("firstlight", e->context);
	e->at = llvm->CreateBuilderInContext(e->context);
	make_types(e);

	LLVMTypeRef types[4] = {e->pointer, e->pointer, e->pointer, e->pointer};

	e->function = llvm->AddFunction(e->module, "run",
					llvm->FunctionType(llvm->VoidTypeInContext(e->context), types, 4, 0));
	attribute(e, "nounwind", NULL);
	attribute(e, "min-legal-vector-width", "512"); /* vectors of 16 lanes are not halved */
	attribute(e, "prefer-vector-width", "512");
	for (unsigned i = 0; i < 4; i++)
		e->arg[i] = llvm->GetParam(e->function, i);
	llvm->PositionBuilderAtEnd(e->at, llvm->AppendBasicBlockInContext(e->context, e->function, "entry"));
	e->lane = llvm->ConstInt(e->i64, 0, 0);
	return true;
}

void fl_emit_free(struct fl_emit *e)
{
	if (e->at)
		e->llvm->DisposeBuilder(e->at);
	if (e->module)
		e->llvm->DisposeModule(e->module);
	if (e->context)
		e->llvm->ContextDispose(e->context);
}

/* ---- the loop ----------------------------------------------------------------------------------------- */
static void loop(struct fl_emit *e, LLVMValueRef end)
{
	const struct fl_llvm *l = e->llvm;
	LLVMBasicBlockRef before = l->GetInsertBlock(e->at);
	LLVMValueRef zero = l->ConstInt(e->i64, 0, 0);

	e->head = l->AppendBasicBlockInContext(e->context, e->function, "vector");
	e->end = end;
	l->BuildBr(e->at, e->head);
	l->PositionBuilderAtEnd(e->at, e->head);
	e->lane = l->BuildPhi(e->at, e->i64, "lane");
	l->AddIncoming(e->lane, &zero, &before, 1);
}

void fl_emit_loop(struct fl_emit *e, unsigned n)
{
	loop(e, e->llvm->ConstInt(e->i64, n, 0));
}

void fl_emit_loop_of(struct fl_emit *e, LLVMValueRef pointer)
{
	const struct fl_llvm *l = e->llvm;
	LLVMValueRef at = l->BuildBitCast(e->at, pointer, l->PointerType(e->i32, 0), "");

	loop(e, l->BuildZExt(e->at, l->BuildLoad2(e->at, e->i32, at, ""), e->i64, ""));
}

void fl_emit_loop_end(struct fl_emit *e)
{
	const struct fl_llvm *l = e->llvm;
	LLVMBasicBlockRef last = l->GetInsertBlock(e->at),
			  after = l->AppendBasicBlockInContext(e->context, e->function, "after");
	LLVMValueRef next = l->BuildAdd(e->at, e->lane, l->ConstInt(e->i64, e->lanes, 0), "");

	l->AddIncoming(e->lane, &next, &last, 1);
	l->BuildCondBr(e->at, l->BuildICmp(e->at, LLVMIntULT, next, e->end, ""), e->head, after);
	l->PositionBuilderAtEnd(e->at, after);
	e->lane = l->ConstInt(e->i64, 0, 0);
}

/* ---- vectors in memory -------------------------------------------------------------------------------- */
/* So many bytes from a pointer, and once more as many for each lane before the ones at hand; as a pointer
 * to what is there. */
static LLVMValueRef place(struct fl_emit *e, LLVMValueRef pointer, uint64_t offset_B, LLVMValueRef more,
			  LLVMTypeRef of)
{
	const struct fl_llvm *l = e->llvm;
	LLVMValueRef at = l->ConstInt(e->i64, offset_B, 0), p;

	p = l->BuildGEP2(e->at, e->i8, pointer, &at, 1, "");
	if (more)
		p = l->BuildGEP2(e->at, e->i8, p, &more, 1, "");
	return l->BuildBitCast(e->at, p, l->PointerType(of, 0), "");
}

LLVMValueRef fl_emit_at(struct fl_emit *e, LLVMValueRef pointer, uint64_t offset_B)
{
	const struct fl_llvm *l = e->llvm;

	return place(e, pointer, offset_B, l->BuildShl(e->at, e->lane, l->ConstInt(e->i64, 2, 0), ""),
		     e->v32);
}

LLVMValueRef fl_emit_load(struct fl_emit *e, LLVMValueRef address)
{
	LLVMValueRef v = e->llvm->BuildLoad2(e->at, e->v32, address, "");

	e->llvm->SetAlignment(v, 4);
	return v;
}

void fl_emit_store(struct fl_emit *e, LLVMValueRef vector, LLVMValueRef address)
{
	e->llvm->SetAlignment(e->llvm->BuildStore(e->at, vector, address), 4);
}

LLVMValueRef fl_emit_splat(struct fl_emit *e, LLVMValueRef dword)
{
	const struct fl_llvm *l = e->llvm;
	LLVMValueRef one =
	    l->BuildInsertElement(e->at, l->GetUndef(e->v32), dword, l->ConstInt(e->i32, 0, 0), "");

	return l->BuildShuffleVector(e->at, one, l->GetUndef(e->v32), l->ConstNull(e->v32), "");
}

LLVMValueRef fl_emit_spread(struct fl_emit *e, LLVMValueRef pointer, uint64_t offset_B)
{
	LLVMValueRef v = e->llvm->BuildLoad2(e->at, e->i32, place(e, pointer, offset_B, NULL, e->i32), "");

	e->llvm->SetAlignment(v, 4);
	return fl_emit_splat(e, v);
}

LLVMValueRef fl_emit_const(struct fl_emit *e, uint32_t value)
{
	LLVMValueRef all[16];

	for (unsigned i = 0; i < e->lanes; i++)
		all[i] = e->llvm->ConstInt(e->i32, value, 0);
	return e->llvm->ConstVector(all, e->lanes);
}

/* ---- masks -------------------------------------------------------------------------------------------- */
static LLVMTypeRef mask_word(struct fl_emit *e)
{
	return e->lanes == 16 ? e->i16 : e->i8;
}

static LLVMValueRef mask_place(struct fl_emit *e, LLVMValueRef pointer, uint64_t offset_B)
{
	const struct fl_llvm *l = e->llvm;

	return place(e, pointer, offset_B, l->BuildLShr(e->at, e->lane, l->ConstInt(e->i64, 3, 0), ""),
		     mask_word(e));
}

LLVMValueRef fl_emit_mask(struct fl_emit *e, LLVMValueRef pointer, uint64_t offset_B)
{
	LLVMValueRef v = e->llvm->BuildLoad2(e->at, mask_word(e), mask_place(e, pointer, offset_B), "");

	e->llvm->SetAlignment(v, 1);
	return e->llvm->BuildBitCast(e->at, v, e->v1, "");
}

void fl_emit_store_mask(struct fl_emit *e, LLVMValueRef mask, LLVMValueRef pointer, uint64_t offset_B)
{
	LLVMValueRef word = e->llvm->BuildBitCast(e->at, mask, mask_word(e), "");

	e->llvm->SetAlignment(e->llvm->BuildStore(e->at, word, mask_place(e, pointer, offset_B)), 1);
}

/* ---- values ------------------------------------------------------------------------------------------- */
LLVMValueRef fl_emit_float(struct fl_emit *e, LLVMValueRef dwords)
{
	return e->llvm->BuildBitCast(e->at, dwords, e->vf32, "");
}

LLVMValueRef fl_emit_bits(struct fl_emit *e, LLVMValueRef floats)
{
	return e->llvm->BuildBitCast(e->at, floats, e->v32, "");
}

LLVMValueRef fl_emit_intrinsic(struct fl_emit *e, const char *name, LLVMValueRef *operand, unsigned n)
{
	const struct fl_llvm *l = e->llvm;
	LLVMTypeRef type = l->TypeOf(operand[0]);
	const unsigned id = l->LookupIntrinsicID(name, strlen(name));

	return l->BuildCall2(e->at, l->IntrinsicGetType(e->context, id, &type, 1),
			     l->GetIntrinsicDeclaration(e->module, id, &type, 1), operand, n, "");
}

LLVMValueRef fl_emit_machine(struct fl_emit *e, const char *name, LLVMTypeRef result, LLVMValueRef *operand,
			     unsigned n)
{
	enum { MOST = 8 };
	const struct fl_llvm *l = e->llvm;
	LLVMTypeRef types[MOST], type;
	LLVMValueRef f = l->GetNamedFunction(e->module, name);

	for (unsigned i = 0; i < n && i < MOST; i++)
		types[i] = l->TypeOf(operand[i]);
	type = l->FunctionType(result, types, n, 0);
	return l->BuildCall2(e->at, type, f ? f : l->AddFunction(e->module, name, type), operand, n, "");
}
#endif
