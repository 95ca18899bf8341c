/* SPDX-License-Identifier: MIT
 *
 * Compute on the model of a Sea Islands card that a driver has woken: batches go through its ring as indirect
 * buffers. And kernels of OpenCL C, compiled by clang where it is there.
 */
#ifndef TESTS_UNIT_CIK_COMPUTE_RIG_H
#define TESTS_UNIT_CIK_COMPUTE_RIG_H

#include "hw/bus/hosted/hosted.h"
#include "lib/cik/compute.h"
#include "tests/unit/cik/test_model_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMPUTE_BATCH_DW = 16384, COMPUTE_BATCH_AT = 0x700000, COMPUTE_FROM = 0x800000 };

struct compute_rig {
	struct cik_rig g;
	struct fl_dev dev;
	struct fl_vram vram;
	struct fl_cs cs;
	struct fl_compute c;
	uint32_t words[COMPUTE_BATCH_DW];
	uint8_t *object;
	struct fl_code_object code;
};

static inline enum fl_code compute_submit(struct fl_cs *cs, struct fl_err *err)
{
	enum { IB_DW = 4, VALID = 1 << 23 };
	struct compute_rig *r = cs->priv;
	const uint32_t n = (uint32_t)(cs->at - cs->start);
	const uint32_t ib[IB_DW] = {CIK_TYPE3(CIK_PKT3_INDIRECT_BUFFER, 3), COMPUTE_BATCH_AT, 0, n | VALID};

	fl_model_vram_write(r->g.m, COMPUTE_BATCH_AT, cs->start, 4ul * n);
	cs->at = cs->start;
	cs->fetched = false;
	return cik_rig_ring(&r->g, ib, IB_DW) ? FL_OK : fl_fail(err, FL_FAILED, "the model hangs");
}

static unsigned compute_threads = 1; /* of models that are opened from now on */

/* vram_B: of the card, a power of two of 16 MiB or more */
static inline void compute_open(struct compute_rig *r, const char *chip, uint64_t vram_B)
{
	struct fl_model_config cfg = {.running = true, .vram_B = vram_B, .threads = compute_threads};
	struct fl_compute_chip how = {
	    .backend = &fl_cik_compute, .dev = &r->dev, .cs = &r->cs, .vram = &r->vram};
	struct fl_err err = {0};
	char why[128];

	memset(r, 0, sizeof(*r));
	r->g.m = fl_model_new(chip, &cfg, why, sizeof(why));
	cr_assert_not_null(r->g.m, "%s", why);
	cr_assert(!fl_open_model(&r->dev, r->g.m, chip, &err), "%s", err.text);
	fl_vram_init(&r->vram, NULL, COMPUTE_FROM, vram_B - (1 << 20));
	cr_assert(!fl_cs_init(&r->cs, r->words, COMPUTE_BATCH_DW, compute_submit, r));
	r->cs.address = COMPUTE_BATCH_AT;
	cr_assert(!fl_compute_begin(&r->c, &how, &err), "%s", err.text);
}

static inline void compute_close(struct compute_rig *r)
{
	fl_dev_close(&r->dev);
	fl_model_delete(r->g.m);
	free(r->object);
}

/* ---- clang --------------------------------------------------------------------------------------------- */
/* The newest clang here that makes code for gfx704; NULL: there is none. */
static inline const char *compute_clang(void)
{
	static const char *const names[] = {"clang-15", "clang-14", "clang"};
	char command[128];

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(command, sizeof command,
			 "%s -target amdgcn--amdhsa -mcpu=gfx704 -print-target-triple >/dev/null 2>&1 && "
			 "%s --print-targets 2>/dev/null | grep -q amdgcn",
			 names[i], names[i]);
		if (system(command) == 0)
			return names[i];
	}
	return NULL;
}

/* The file's bytes, malloc()ed */
static inline uint8_t *compute_read(const char *path, size_t *size_B)
{
	FILE *f = fopen(path, "rb");
	uint8_t *file;

	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	*size_B = (size_t)ftell(f);
	rewind(f);
	file = malloc(*size_B + 1);
	cr_assert(file && fread(file, 1, *size_B, f) == *size_B);
	fclose(f);
	return file;
}

enum compute_kind { COMPUTE_HSA, COMPUTE_MESA };

/* Options for both kinds of objects: exact division and square roots, and nothing is contracted, as on the
 * host. */
static inline const char *compute_options(enum compute_kind kind)
{
	return kind == COMPUTE_MESA
		   ? "-target amdgcn-mesa-mesa3d -mcpu=bonaire -Xclang -mlink-builtin-bitcode -Xclang "
		     "/usr/lib/clc/bonaire-amdgcn-mesa-mesa3d.bc"
		   : "-target amdgcn--amdhsa -mcpu=gfx704 -Xclang -mlink-builtin-bitcode -Xclang "
		     "/usr/lib/clc/amdgcn--amdhsa.bc";
}

static unsigned compute_clang_s; /* for as long clang may take; 0: as it likes */

/* Compiles a file of OpenCL C; NULL: it takes too long. Where there is no clang-15 with libclc the test is
 * skipped. */
static inline uint8_t *compute_compile(const char *source, enum compute_kind kind, const char *more,
				       size_t *size_B)
{
	enum { TIMED_OUT = 124 }; /* timeout(1) */
	char path[] = "/tmp/compute-XXXXXX", command[1024];
	int fd = mkstemp(path);
	uint8_t *object = NULL;
	int code;

	cr_assert(fd >= 0);
	close(fd);
	snprintf(command, sizeof command,
		 "timeout %u clang-15 -x cl -cl-std=CL1.2 %s -nogpulib -O2 -fno-ident "
		 "-cl-fp32-correctly-rounded-divide-sqrt -ffp-contract=off %s -Xclang "
		 "-finclude-default-header -c -o %s %s 2>%s.log",
		 compute_clang_s, compute_options(kind), more, path, source, path);
	code = system(command);
	if (code == 0)
		object = compute_read(path, size_B);
	snprintf(command, sizeof command, "cat %s.log; rm -f %s %s.log", path, path, path);
	if (system("command -v clang-15 >/dev/null && test -e /usr/lib/clc/amdgcn--amdhsa.bc"))
		cr_skip("no clang-15 with libclc-15");
	if (system(command) || (!object && !(WIFEXITED(code) && WEXITSTATUS(code) == TIMED_OUT)))
		cr_assert_fail("%s does not compile", source);
	return object;
}

/* A card with the kernels of a file; false: there is none, clang takes too long. */
static inline bool compute_load(struct compute_rig *r, const char *source, enum compute_kind kind,
				const char *more, uint64_t vram_B)
{
	size_t size_B;
	uint8_t *object = compute_compile(source, kind, more, &size_B);
	struct fl_err err = {0};

	if (!object)
		return false;
	compute_open(r, "bonaire", vram_B);
	r->object = object;
	cr_assert(!fl_code_load(&r->code, &r->c, object, size_B, &err), "%s", err.text);
	return true;
}

static inline struct fl_memory compute_memory(struct compute_rig *r, const void *data, size_t n_B)
{
	struct fl_memory m;
	struct fl_err err = {0};

	cr_assert(!fl_memory_alloc(&r->c, n_B, &m, &err), "%s", err.text);
	if (data)
		cr_assert(!fl_memory_write(&r->c, &m, 0, data, n_B, &err), "%s", err.text);
	return m;
}

/* Runs a kernel of the rig's code; nothing may go wrong. */
static inline void compute_run(struct compute_rig *r, const char *name, struct fl_grid grid,
			       const struct fl_arg *args, uint32_t n)
{
	struct fl_kernel k;
	struct fl_err err = {0};

	cr_assert(!fl_kernel_find(&k, &r->code, name, &err), "%s", err.text);
	if (k.no_signature)
		cr_assert(!fl_kernel_signature(&k, args, n, &err), "%s", err.text);
	cr_assert(!fl_compute_run(&r->c, &k, &grid, args, n, &err), "%s", err.text);
	cr_assert(!fl_compute_finish(&r->c, &err), "%s", err.text);
	no_reports(&r->g);
}

#define COMPUTE_RUN(r, name, grid, ...)                                              \
	do {                                                                         \
		const struct fl_arg args_[] = {__VA_ARGS__};                         \
		compute_run(r, name, grid, args_, sizeof(args_) / sizeof(args_[0])); \
	} while (0)

static inline void compute_get(struct compute_rig *r, struct fl_memory m, void *to, size_t n_B)
{
	struct fl_err err = {0};

	cr_assert(!fl_memory_read(&r->c, &m, 0, to, n_B, &err), "%s", err.text);
}

#endif
