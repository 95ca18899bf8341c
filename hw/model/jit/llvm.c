/* SPDX-License-Identifier: MIT
 *
 * LLVM's library, loaded when it is wanted: linked to the program it would cost every command the 20 ms
 * that its relocations take (jit.md), and a package would have to have it.
 */
#ifdef FL_JIT
#include "hw/model/jit/llvm.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

static struct fl_llvm table;

/* dlsym() gives pointers to objects. */
static bool find(void *library, const char *name, void *to)
{
	void *p = dlsym(library, name);

	memcpy(to, &p, sizeof p);
	return p;
}

const struct fl_llvm *fl_llvm_load(void)
{
	static const char *const start[] = {"LLVMInitializeX86TargetInfo", "LLVMInitializeX86Target",
					    "LLVMInitializeX86TargetMC", "LLVMInitializeX86AsmPrinter"};
	void *library = dlopen(FL_LLVM_SO, RTLD_NOW | RTLD_LOCAL);
	void (*f)(void);

	if (!library)
		return NULL;
#define FL_LLVM_FIND(name)                               \
	if (!find(library, "LLVM" #name, &table.name)) { \
		dlclose(library);                        \
		return NULL;                             \
	}
	FL_LLVM_FUNCTIONS(FL_LLVM_FIND)
#undef FL_LLVM_FIND
	for (unsigned i = 0; i < sizeof start / sizeof *start; i++) {
		if (!find(library, start[i], &f)) {
			dlclose(library);
			return NULL;
		}
		f();
	}
	return &table;
}
#endif
