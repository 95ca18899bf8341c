/* SPDX-License-Identifier: MIT
 *
 * The compiler of the process: what was compiled, by its key, and how long it stays; see jit.h.
 */
#include "hw/model/jit/jit.h"
#include "hw/model/jit/code.h"
#include "hw/model/jit/emit.h"

#include <string.h>

bool fl_jit_when(const char *name, enum fl_jit_when *when)
{
	static const char *const names[] = {
	    [FL_JIT_AUTO] = "auto", [FL_JIT_OFF] = "off", [FL_JIT_ALWAYS] = "always"};

	*when = FL_JIT_AUTO;
	for (unsigned i = 0; name && i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i])) {
			*when = (enum fl_jit_when)i;
			return true;
		}
	return !name;
}

#ifndef FL_JIT
enum fl_jit_answer fl_jit_get(const struct fl_jit_ask *ask, const struct fl_jit_program **p)
{
	return FL_JIT_NEVER;
}

void fl_jit_put(const struct fl_jit_program *p)
{
}

bool fl_jit_built_in(void)
{
	return false;
}

bool fl_jit_start(void)
{
	return false;
}

struct fl_jit_counts fl_jit_counts(void)
{
	return (struct fl_jit_counts){0};
}
#else
#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>

enum { CHAINS = 1024, MOST_ENTRIES = 8192 };

struct entry {
	struct fl_jit_program program; /* first: it is what the owners have; NULL: it cannot be compiled */
	struct entry *next;
	uint64_t hash, used; /* when it was asked for last */
	struct fl_jit_ask ask;
	struct fl_jit_place place;
	unsigned owners;
};

static struct {
	pthread_mutex_t lock;
	bool tried;
	const struct fl_llvm *llvm;
	LLVMTargetMachineRef machine[FL_ISA_AVX512 + 1];
	struct entry *chain[CHAINS];
	unsigned n;
	uint64_t now;
	struct fl_jit_counts counts;
} jit = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- the compiler ------------------------------------------------------------------------------------- */
static bool load(void)
{
	if (!jit.tried) {
		jit.tried = true;
		jit.llvm = fl_llvm_load();
		if (jit.llvm && !fl_jit_code_open(FL_JIT_ROOM_B))
			jit.llvm = NULL;
	}
	return jit.llvm;
}

static LLVMTargetMachineRef machine_for(enum fl_isa isa)
{
	static const char triple[] = "x86_64-pc-linux-gnu";
	static const char *const cpu[] = {
	    [FL_ISA_BASE] = "x86-64", [FL_ISA_AVX2] = "x86-64-v3", [FL_ISA_AVX512] = "x86-64-v4"};
	LLVMTargetRef target;
	char *why = NULL;

	if (jit.machine[isa])
		return jit.machine[isa];
	if (jit.llvm->GetTargetFromTriple(triple, &target, &why)) {
		jit.llvm->DisposeMessage(why);
		return NULL;
	}
	jit.machine[isa] = jit.llvm->CreateTargetMachine(
	    target, triple, cpu[isa], isa == FL_ISA_AVX512 ? "-prefer-256-bit" : "", LLVMCodeGenLevelLess,
	    LLVMRelocPIC, LLVMCodeModelSmall);
	return jit.machine[isa];
}

/* ---- room -------------------------------------------------------------------------------------------- */
static void drop(struct entry *n)
{
	struct entry **at = &jit.chain[n->hash % CHAINS];

	while (*at != n)
		at = &(*at)->next;
	*at = n->next;
	if (n->program.run) {
		fl_jit_code_give(n->place);
		jit.counts.code_B -= (uint64_t)n->place.n * FL_JIT_GRAIN_B;
	}
	jit.counts.dropped++;
	jit.n--;
	free(n);
}

/* Of what nobody has, the half that was asked for longest ago goes. False: somebody has everything. */
static bool make_room(void)
{
	uint64_t oldest = UINT64_MAX, limit;
	unsigned n = 0;

	for (unsigned c = 0; c < CHAINS; c++)
		for (struct entry *k = jit.chain[c]; k; k = k->next)
			if (!k->owners && k->used < oldest)
				oldest = k->used;
	limit = oldest / 2 + jit.now / 2;
	for (unsigned c = 0; c < CHAINS && oldest <= jit.now; c++)
		for (struct entry *k = jit.chain[c], *next; k; k = next) {
			next = k->next;
			if (!k->owners && k->used <= limit) {
				drop(k);
				n++;
			}
		}
	return n;
}

static bool emit(struct fl_emit *e, LLVMTargetMachineRef machine, struct entry *n)
{
	const struct fl_llvm *l = jit.llvm;
	LLVMMemoryBufferRef object = NULL;
	LLVMTargetDataRef layout;
	char *why = NULL;
	bool bad;

	layout = l->CreateTargetDataLayout(machine);
	l->SetModuleDataLayout(e->module, layout);
	l->DisposeTargetData(layout);
	if (!n->ask.build(e, n->ask.arg))
		return false;
	l->BuildRetVoid(e->at);
	bad = l->VerifyModule(e->module, LLVMReturnStatusAction, &why);
	l->DisposeMessage(why);
	why = NULL;
	if (bad || l->TargetMachineEmitToMemoryBuffer(machine, e->module, LLVMObjectFile, &why, &object)) {
		l->DisposeMessage(why);
		return false;
	}
	for (bool again = true; again;) {
		const void *at = fl_jit_code_link((const uint8_t *)l->GetBufferStart(object),
						  l->GetBufferSize(object), "run", &n->place);

		n->program.run = (fl_jit_code *)(uintptr_t)at;
		again = !at && make_room();
	}
	l->DisposeMemoryBuffer(object);
	return n->program.run;
}

static void compile(struct entry *n)
{
	LLVMTargetMachineRef machine = machine_for(n->ask.isa);
	struct fl_emit e;
	fenv_t was;

	fegetenv(&was); /* LLVM computes as C does, whatever the caller computes with */
	fesetenv(FE_DFL_ENV);
	if (machine && fl_emit_begin(&e, jit.llvm, n->ask.isa == FL_ISA_AVX512 ? 16 : 8)) {
		if (emit(&e, machine, n))
			jit.counts.compiled++;
		else
			jit.counts.refused++;
		fl_emit_free(&e);
	}
	fesetenv(&was);
	jit.counts.code_B += n->program.run ? (uint64_t)n->place.n * FL_JIT_GRAIN_B : 0;
}

/* ---- what there is ------------------------------------------------------------------------------------ */
static uint64_t hash_of(const struct fl_jit_ask *a) /* FNV-1a */
{
	const uint8_t *key = a->key;
	uint64_t h = 0xcbf29ce484222325ull ^ (uint64_t)a->isa ^ (uintptr_t)a->build;

	for (size_t i = 0; i < a->key_B; i++)
		h = (h ^ key[i]) * 0x100000001b3ull;
	return h;
}

static struct entry *find(const struct fl_jit_ask *a, uint64_t hash)
{
	for (struct entry *n = jit.chain[hash % CHAINS]; n; n = n->next)
		if (n->hash == hash && n->ask.isa == a->isa && n->ask.build == a->build &&
		    n->ask.key_B == a->key_B && !memcmp(n->ask.key, a->key, a->key_B))
			return n;
	return NULL;
}

static struct entry *add(const struct fl_jit_ask *a, uint64_t hash)
{
	struct entry *n = calloc(1, sizeof *n + a->key_B);

	if (!n)
		return NULL;
	n->ask = *a;
	n->ask.key = memcpy(n + 1, a->key, a->key_B);
	n->hash = hash;
	n->next = jit.chain[hash % CHAINS];
	jit.chain[hash % CHAINS] = n;
	jit.n++;
	n->owners++; /* or it could be dropped for itself */
	compile(n);
	n->owners--;
	return n;
}

static enum fl_jit_answer get(const struct fl_jit_ask *a, const struct fl_jit_program **p)
{
	const uint64_t hash = hash_of(a);
	struct entry *n = find(a, hash);

	if (n)
		jit.counts.found++;
	else if (jit.n < MOST_ENTRIES || make_room())
		n = add(a, hash);
	if (!n)
		return FL_JIT_NEVER;
	n->used = ++jit.now;
	if (!n->program.run)
		return FL_JIT_NEVER;
	n->owners++;
	*p = &n->program;
	return FL_JIT_HERE;
}

enum fl_jit_answer fl_jit_get(const struct fl_jit_ask *ask, const struct fl_jit_program **p)
{
	enum fl_jit_answer answer;

	*p = NULL;
	if (ask->isa == FL_ISA_SCALAR)
		return FL_JIT_NEVER;
	if (pthread_mutex_trylock(&jit.lock))
		return FL_JIT_LATER;
	answer = load() ? get(ask, p) : FL_JIT_NEVER;
	pthread_mutex_unlock(&jit.lock);
	return answer;
}

void fl_jit_put(const struct fl_jit_program *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&jit.lock);
	((struct entry *)(uintptr_t)p)->owners--;
	pthread_mutex_unlock(&jit.lock);
}

bool fl_jit_built_in(void)
{
	return true;
}

bool fl_jit_start(void)
{
	bool there;

	pthread_mutex_lock(&jit.lock);
	there = load();
	pthread_mutex_unlock(&jit.lock);
	return there;
}

struct fl_jit_counts fl_jit_counts(void)
{
	struct fl_jit_counts c;

	pthread_mutex_lock(&jit.lock);
	c = jit.counts;
	pthread_mutex_unlock(&jit.lock);
	return c;
}
#endif
