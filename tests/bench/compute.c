/* SPDX-License-Identifier: MIT
 *
 * Kernels on the model of a Bonaire, woken and given work by the library, and the same through pocl in a
 * process of its own. Both are timed from the call to its end, with everything compiled before.
 */
#include "tests/bench/compute.h"

#include "demos/firstlight/file.h"
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_family.h"
#include "lib/fl_compute_card.h"
#include "tests/bench/cl/cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Of a temporary file, which is there no more afterwards; malloc()ed. */
static uint8_t *content(const char *path, size_t *size_B)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;

	if (f && !fseek(f, 0, SEEK_END)) {
		*size_B = (size_t)ftell(f);
		rewind(f);
		data = malloc(*size_B + 1);
		if (data && fread(data, 1, *size_B, f) != *size_B)
			*size_B = 0;
	}
	if (f)
		fclose(f);
	unlink(path);
	return data;
}

/* As lib/cik/code_object.h says, with what pocl does of its own accord, too: the compiler's own defaults. */
static uint8_t *compile(const struct cl_case *c, size_t *size_B)
{
	char path[] = "/tmp/bench-XXXXXX", command[512];
	int fd = mkstemp(path);

	if (fd < 0)
		return NULL;
	close(fd);
	snprintf(command, sizeof command,
		 "clang-15 -x cl -cl-std=CL1.2 -target amdgcn--amdhsa -mcpu=gfx704 -nogpulib -O2 -fno-ident "
		 "-Xclang -finclude-default-header -Xclang -mlink-builtin-bitcode -Xclang "
		 "/usr/lib/clc/amdgcn--amdhsa.bc -c -o %s %s 2>/dev/null",
		 path, c->source);
	if (!system(command))
		return content(path, size_B);
	unlink(path);
	return NULL;
}

struct run {
	const struct cl_case *c;
	struct fl_model *m;
	struct fl_dev dev;
	struct fl_firmware firmware;
	struct fl_compute_card card;
	struct fl_memory memory[CL_BUFFERS];
	uint8_t *object, *result;
	size_t object_B;
};

static enum fl_code fill(struct run *r, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (unsigned k = 0; k < CL_BUFFERS && r->c->buffer[k].size_B && !code; k++) {
		const uint32_t n_B = r->c->buffer[k].size_B;
		void *data = malloc(n_B);

		if (!data)
			return fl_fail(err, FL_FAILED, "out of memory");
		cl_fill(r->c, k, data);
		code = fl_memory_write(&r->card.c, &r->memory[k], 0, data, n_B, err);
		free(data);
	}
	return code;
}

/* Seconds of the best of several runs; < 0: *err says why not. */
static double runs(struct run *r, unsigned repeats, struct fl_err *err)
{
	const struct cl_case *c = r->c;
	const struct fl_grid grid = {.global = {c->global[0], c->global[1]},
				     .local = {c->local[0], c->local[1]}};
	struct fl_arg args[CL_BUFFERS + 2];
	struct fl_code_object object;
	struct fl_kernel k;
	uint32_t n = 0;
	double best = -1;
	enum fl_code code = fl_code_load(&object, &r->card.c, r->object, r->object_B, err);

	if (!code)
		code = fl_kernel_find(&k, &object, c->kernel, err);
	for (; n < CL_BUFFERS && c->buffer[n].size_B && !code; n++) {
		code = fl_memory_alloc(&r->card.c, c->buffer[n].size_B, &r->memory[n], err);
		args[n] = (struct fl_arg)FL_ARG_MEMORY(r->memory[n]);
	}
	if (c->local_B)
		args[n++] = (struct fl_arg)FL_ARG_LOCAL(c->local_B);
	if (c->number != 0)
		args[n++] = (struct fl_arg)FL_ARG_VALUE(c->number);
	for (unsigned i = 0; i <= repeats && !code; i++) {
		double start;

		code = fill(r, err);
		start = now_s();
		if (!code)
			code = fl_compute_run(&r->card.c, &k, &grid, args, n, err);
		if (!code)
			code = fl_compute_finish(&r->card.c, err);
		start = now_s() - start;
		best = i && (best < 0 || start < best) ? start : best;
	}
	r->result = code ? NULL : malloc(c->buffer[0].size_B);
	if (r->result)
		code = fl_memory_read(&r->card.c, &r->memory[0], 0, r->result, c->buffer[0].size_B, err);
	return code || !r->result ? -1 : best;
}

static double on_model(struct run *r, unsigned threads, unsigned repeats)
{
	static const char chip[] = "bonaire";
	const struct fl_model_config cfg = {.threads = threads, .posted = true, .plain_host = true};
	const struct fl_firmware_source from = {.model = chip};
	struct fl_compute_options o = {0};
	struct fl_err err = {0};
	double s = -1;
	char why[128] = "";

	r->m = fl_model_new(chip, &cfg, why, sizeof why);
	if (!r->m || fl_open_model(&r->dev, r->m, chip, &err)) {
		fprintf(stderr, "bench: %s: %s%s\n", r->c->name, why, err.text);
		fl_model_delete(r->m);
		return -1;
	}
	if (!fl_firmware_load(&r->firmware, fl_family_of(&r->dev), &r->dev, &from, &err)) {
		o.images = r->firmware.images;
		if (!fl_compute_open(&r->card, &r->dev, &o, &err)) {
			s = runs(r, repeats, &err);
			fl_compute_close(&r->card, NULL);
		}
	}
	if (s < 0)
		fprintf(stderr, "bench: %s: %s\n", r->c->name, err.text);
	if (fl_model_report(r->m, 0))
		fprintf(stderr, "bench: %s: %s\n", r->c->name, fl_model_report(r->m, 0)->text);
	fl_dev_close(&r->dev);
	fl_model_delete(r->m);
	return s;
}

/* Is it what the model computed? */
static bool same(const struct run *r, const uint8_t *theirs)
{
	const float *a = (const float *)(const void *)r->result, *b = (const float *)(const void *)theirs;
	float most = 0, differ = 0;

	if (r->c->tolerance == 0)
		return !memcmp(r->result, theirs, r->c->buffer[0].size_B);
	for (uint32_t i = 0; i < r->c->buffer[0].size_B / 4; i++) {
		most = fmaxf(most, fabsf(b[i]));
		differ = fmaxf(differ, a[i] == b[i] ? 0 : fabsf(a[i] - b[i]));
	}
	return most > 0 && differ <= most * r->c->tolerance;
}

static double on_pocl(const struct run *r, unsigned threads, unsigned repeats, bool *wrong)
{
	char self[2000], path[] = "/tmp/bench-XXXXXX", command[2400], platform[64] = "";
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	int fd = mkstemp(path);
	double s = -1;
	size_t size_B = 0;
	uint8_t *theirs;
	FILE *f;

	if (n < 0 || fd < 0)
		return -1;
	close(fd);
	self[n] = 0;
	snprintf(command, sizeof command,
		 "OCL_ICD_VENDORS=pocl.icd POCL_MAX_PTHREAD_COUNT=%u '%s-cl' %s %u %s 2>/dev/null", threads,
		 self, r->c->name, repeats, path);
	f = popen(command, "r");
	if (f &&
	    (fscanf(f, "%lf %63[^\n]", &s, platform) != 2 || strncmp(platform, "Portable Computing", 18)))
		s = -1;
	if (!f || pclose(f))
		s = -1;
	theirs = content(path, &size_B);
	if (s >= 0 && r->result)
		*wrong = size_B != r->c->buffer[0].size_B || !same(r, theirs);
	free(theirs);
	return s;
}

const char *bench_compute_name(unsigned i)
{
	return i < CL_CASES ? cl_cases[i].name : NULL;
}

bool bench_compute(unsigned i, unsigned threads, unsigned repeats, bool peers, struct bench_compute *result)
{
	static struct run r; /* large */

	memset(&r, 0, sizeof r);
	r.c = &cl_cases[i];
	*result = (struct bench_compute){.unit = r.c->unit, .pocl_s = -1, .work = r.c->work};
	r.object = compile(r.c, &r.object_B);
	if (!r.object)
		return false;
	result->model_s = on_model(&r, threads, repeats);
	if (peers)
		result->pocl_s = on_pocl(&r, threads, repeats, &result->wrong);
	free(r.object);
	free(r.result);
	return true;
}
