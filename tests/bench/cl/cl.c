/* SPDX-License-Identifier: MIT
 *
 * Kernels through OpenCL, for what implements it on the processor (pocl). Run from the top of the checkout:
 *
 *	bench-cl CASE REPEATS FILE
 *
 * prints the seconds of the best run, from the call to its end, and the platform's name; the result goes to
 * FILE. pocl takes as many threads as POCL_MAX_PTHREAD_COUNT says.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include "tests/bench/cl/cases.h"

#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void must(bool well, const char *what, int code)
{
	if (well)
		return;
	fprintf(stderr, "bench-cl: %s: %d\n", what, code);
	exit(1);
}

static void *filled(const struct cl_case *c, unsigned k)
{
	void *data = malloc(c->buffer[k].size_B);

	must(data, "memory", 0);
	cl_fill(c, k, data);
	return data;
}

static cl_program build(cl_context context, cl_device_id device, const char *path)
{
	static char text[65536], log[65536];
	const char *lines = text;
	FILE *f = fopen(path, "r");
	size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
	cl_int code;
	cl_program p;

	must(n, path, 0);
	fclose(f);
	p = clCreateProgramWithSource(context, 1, &lines, &n, &code);
	must(!code, "clCreateProgramWithSource", code);
	code = clBuildProgram(p, 1, &device, "", NULL, NULL);
	if (code)
		clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
	must(!code, log, code);
	return p;
}

int main(int argc, char **argv)
{
	const struct cl_case *c = NULL;
	double best = -1;
	char name[64] = "";
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_kernel kernel;
	cl_mem memory[CL_BUFFERS] = {NULL};
	cl_uint n = 0;
	cl_int code;

	for (unsigned i = 0; i < CL_CASES; i++)
		if (argc == 4 && !strcmp(argv[1], cl_cases[i].name))
			c = &cl_cases[i];
	must(c, "usage: bench-cl CASE REPEATS FILE", argc);
	code = clGetPlatformIDs(1, &platform, NULL);
	must(!code, "clGetPlatformIDs", code);
	clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
	code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL);
	must(!code, "clGetDeviceIDs", code);
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
	must(!code, "clCreateContext", code);
	queue = clCreateCommandQueue(context, device, 0, &code);
	must(!code, "clCreateCommandQueue", code);
	kernel = clCreateKernel(build(context, device, c->source), c->kernel, &code);
	must(!code, "clCreateKernel", code);
	for (unsigned k = 0; k < CL_BUFFERS && c->buffer[k].size_B; k++) {
		memory[k] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
					   c->buffer[k].size_B, filled(c, k), &code);
		must(!code, "clCreateBuffer", code);
		clSetKernelArg(kernel, n++, sizeof(cl_mem), &memory[k]);
	}
	if (c->local_B)
		clSetKernelArg(kernel, n++, c->local_B, NULL);
	if (c->number != 0)
		clSetKernelArg(kernel, n++, sizeof(float), &c->number);
	for (int i = 0; i <= atoi(argv[2]); i++) { /* the first compiles for this size of groups */
		const size_t global[2] = {c->global[0], c->global[1]}, local[2] = {c->local[0], c->local[1]};
		double start;

		for (unsigned k = 0; k < CL_BUFFERS && c->buffer[k].size_B; k++) {
			void *data = filled(c, k);

			clEnqueueWriteBuffer(queue, memory[k], CL_TRUE, 0, c->buffer[k].size_B, data, 0, NULL,
					     NULL);
			free(data);
		}
		start = now_s();
		code = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
		must(!code, "clEnqueueNDRangeKernel", code);
		code = clFinish(queue);
		must(!code, "clFinish", code);
		start = now_s() - start;
		best = i && (best < 0 || start < best) ? start : best;
	}
	void *result = malloc(c->buffer[0].size_B);
	FILE *f = fopen(argv[3], "wb");

	must(result && f, argv[3], 0);
	code = clEnqueueReadBuffer(queue, memory[0], CL_TRUE, 0, c->buffer[0].size_B, result, 0, NULL, NULL);
	must(!code && fwrite(result, 1, c->buffer[0].size_B, f) == c->buffer[0].size_B && !fclose(f),
	     "the result", code);
	printf("%.9f %s\n", best, name);
	return 0;
}
