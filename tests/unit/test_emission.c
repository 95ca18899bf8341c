/* SPDX-License-Identifier: MIT
 *
 * Between submissions emission is arithmetic and stores: no system call, no allocation, no lock. Counted over
 * 100,000 draws with every kind of change, in a process whose system calls all end in a counter (seccomp,
 * SECCOMP_RET_TRAP).
 */
#include "lib/fl_buffer.h"
#include "lib/fl_text.h"
#include "lib/r500/program.h"
#include "lib/r500/draw.h"
#include "lib/r500/surface.h"
#include "lib/r500/e2.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DRAWS = 100000, WORDS = 16384 };

/* What the child found; shared with it. */
struct found {
	volatile uint32_t calls, calls_with_control; /* system calls; the same after one made on purpose */
	uint32_t batches, code;
	uint64_t dwords;
	bool heap_same, no_seccomp;
};
static struct found *found;

static struct fl_cs cs;
static struct fl_draw draw;
static struct fl_2d plane;
static struct fl_program programs[2];
static struct fl_texture textures[2];
static struct fl_surface color, depth, more_color;
static uint32_t words[WORDS];

static enum fl_code forget(struct fl_cs *c, struct fl_err *err)
{
	found->dwords += (uint64_t)(c->at - c->start);
	c->at = c->start;
	return FL_OK;
}

static void trapped(int signal_number)
{
	found->calls++;
}

/* From here on each system call but these two is a SIGSYS. */
static bool trap_calls(void)
{
	struct sock_filter f[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 1, 0),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
	};
	struct sock_fprog program = {.len = sizeof f / sizeof f[0], .filter = f};

	signal(SIGSYS, trapped);
	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

static void set_up(void)
{
	static const char vertex[] =
	    "!!PVS\nin position\nin texcoord0\nout pos : position\nout uv : texcoord0\n"
	    "const state_mvp[4]\n"
	    "DP4 pos.x, state_mvp[0], position\nDP4 pos.y, state_mvp[1], position\n"
	    "DP4 pos.z, state_mvp[2], position\nDP4 pos.w, state_mvp[3], position\n"
	    "MOV uv, texcoord0\n";
	static const char *const fragment[2] = {
	    "!!US\nin uv : texcoord0\nconst tint[1]\nout pixel : A\ntemp t\nLD t, uv, tex0\nMUL pixel, t, "
	    "tint[0]\n",
	    "!!US\nin uv : texcoord0\nconst tint[1]\nout pixel : A\nADD pixel, uv, tint[0]\n"};
	struct fl_draw_chip chip = {.backend = &fl_r500_backend,
				    .info = fl_chip_find(&r500_chips, 0x1002, 0x7249)};
	struct fl_err err;

	fl_surface_init(&color, &fl_r500_surfaces, 1024, 768, FL_ARGB8888, 0, FL_USE_3D | FL_USE_2D, NULL);
	fl_surface_init(&depth, &fl_r500_surfaces, 1024, 768, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	depth.offset_B = 0x400000;
	fl_surface_init(&more_color, &fl_r500_surfaces, 1024, 768, FL_ARGB8888, 0, FL_USE_3D, NULL);
	more_color.offset_B = 0x1000000;
	cr_assert_eq(fl_cs_init(&cs, words, WORDS, forget, NULL), FL_OK);
	fl_draw_init(&draw, &cs, &chip);
	for (uint32_t i = 0; i < 2; i++) {
		cr_assert_eq(fl_program_make(&programs[i], vertex, fragment[i], &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_texture_init(&textures[i], &fl_r500_surfaces, FL_TEX_2D, 64, 64, 1, 1,
					     FL_ARGB8888, 0, &err),
			     FL_OK, "%s", err.text);
		textures[i].image.offset_B = 0x800000 + 0x10000 * i;
	}
	fl_r500_2d_stream(&plane, &cs, 0, FL_2D_ALL);
}

static void triangle(void)
{
	fl_begin(&draw, FL_TRIANGLES);
	for (int32_t v = 0; v < 3; v++) {
		fl_texcoord(&draw, (float)v, 0);
		fl_normal(&draw, 0, 0, 1);
		fl_vertex(&draw, (float)v, (float)(v & 1), 0);
	}
	fl_end(&draw);
}

/* Draw i: another change each, so that each comes after each in time (13 changes, 7 ways to draw). */
static void one(uint32_t i)
{
	static const struct fl_arrays arrays = {
	    .position = {.offset_B = 0x800000, .stride_B = 16, .type = FL_FLOAT, .size = 3},
	    .color = {.offset_B = 0x80000c, .stride_B = 16, .type = FL_UBYTE, .size = 4},
	};
	const float tint[1][4] = {{(float)(i & 255) / 255, 0, 0, 1}};

	switch (i % 13) {
	case 0:
		fl_blend(&draw, i & 1 ? FL_SRC_ALPHA : FL_ONE, i & 1 ? FL_ONE_MINUS_SRC_ALPHA : FL_ZERO);
		break;
	case 1:
		fl_color(&draw, (uint8_t)i, 2, 3, 4);
		break;
	case 2:
		fl_texture(&draw, 0, i & 1 ? &textures[i >> 1 & 1] : NULL);
		break;
	case 3:
		fl_program(&draw, i & 1 ? &programs[i >> 1 & 1] : NULL);
		break;
	case 4:
		fl_program_set(&programs[0], FL_FRAGMENT, 0, 1, tint);
		break;
	case 5:
		fl_rotate(&draw, 1, 0, 1, 0);
		break;
	case 6:
		fl_depth(&draw, i & 1, FL_LESS, i & 2);
		break;
	case 7:
		fl_lighting(&draw, i & 1);
		break;
	case 8:
		fl_fog(&draw, i & 1, 1, 100, 0xff808080);
		break;
	case 9:
		fl_draw_target(&draw, i & 1 ? &color : &more_color, &depth);
		break;
	case 10:
		fl_line_stipple(&draw, i & 1, 0x5555);
		break;
	case 11:
		fl_scissor(&draw, (int32_t)(i & 255), 0, 100, 100);
		break;
	default:
		break;
	}
	switch (i % 7) {
	case 0:
		fl_draw_arrays(&draw, FL_TRIANGLES, &arrays, 0, 3);
		break;
	case 1:
		fl_draw_elements(&draw, FL_TRIANGLES, &arrays, 0x900000, 2, 3, 3);
		break;
	case 2:
		fl_clear(&draw, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, i, 1, 0);
		break;
	case 3:
		fl_begin(&draw, FL_LINES);
		fl_vertex(&draw, 0, 0, 0);
		fl_vertex(&draw, 1, 0, 0);
		fl_end(&draw);
		break;
	default:
		triangle();
	}
}

static void two_dimensional(uint32_t i)
{
	switch (i % 4) {
	case 0:
		fl_fill_rect(&plane, (int32_t)(i & 255), 7, 5, 5, i);
		break;
	case 1:
		fl_blit(&plane, &color, (int32_t)(i & 255), 7, 5, 100, 5, 5);
		break;
	case 2:
		fl_line(&plane, (int32_t)(i & 255), 7, 5, 100, i);
		break;
	default:
		fl_text(&plane, 0, 0, &(struct fl_text_style){.color = i}, "text");
	}
}

static void child(void)
{
	struct mallinfo2 before = mallinfo2(), after;

	alarm(60); /* nothing else can end what waits in here */
	if (!trap_calls()) {
		found->no_seccomp = true;
		_exit(0);
	}
	fl_draw_target(&draw, &color, &depth);
	for (uint32_t i = 0; i < DRAWS; i++)
		one(i);
	fl_2d_target(&plane, &color);
	for (uint32_t i = 0; i < DRAWS; i++)
		two_dimensional(i);
	fl_cs_flush(&cs);
	found->calls_with_control = found->calls;
	after = mallinfo2();
	found->heap_same = before.arena == after.arena && before.uordblks == after.uordblks &&
			   before.hblkhd == after.hblkhd && before.ordblks == after.ordblks;
	syscall(SYS_getpid);
	found->calls_with_control = found->calls - found->calls_with_control;
	found->calls -= found->calls_with_control;
	found->batches = cs.batches;
	found->code = cs.code;
	/* Not _exit(): before a call that does not come back, sanitizers make others. */
	syscall(SYS_exit_group, 0);
}

Test(emission, no_system_call_and_no_allocation_between_submissions)
{
	int status;

	found = mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert_neq(found, MAP_FAILED);
	set_up();
	pid_t pid = fork();
	if (!pid)
		child();
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFEXITED(status) && !WEXITSTATUS(status), "status %x", status);
	if (found->no_seccomp)
		cr_skip_test("no seccomp here");
	cr_expect_eq(found->code, FL_OK);
	cr_expect_gt(found->batches, 100u);
	cr_expect_gt(found->dwords, 10u * DRAWS);
	cr_expect_eq(found->calls_with_control, 1u, "the counter counts what is made on purpose: %u",
		     found->calls_with_control);
	cr_expect_eq(found->calls, 0u, "%u system calls", found->calls);
	cr_expect(found->heap_same);
	munmap(found, sizeof *found);
}

/* A lock is an instruction with the prefix, or an exchange with memory; a system call of the archive's own
 * would be one too. */
Test(emission, no_locked_instruction_in_the_archive)
{
	char cmd[600], line[600];
	unsigned lines = 0, moves = 0;

#ifndef __x86_64__
	cr_skip_test("x86-64's instructions");
#endif
	if (getenv("FL_SANITIZED"))
		cr_skip_test("sanitizers add instructions of their own");
	snprintf(cmd, sizeof cmd, "objdump -d --no-show-raw-insn %s", built("libfirstlight.a"));
	FILE *f = popen(cmd, "r");
	cr_assert(f);
	while (fgets(line, sizeof line, f)) {
		char *at = strchr(line, '\t');
		bool memory = at && strchr(at, '(');

		if (!at)
			continue;
		lines++;
		moves += !strncmp(at + 1, "mov", 3);
		cr_expect(strncmp(at + 1, "lock", 4) && (strncmp(at + 1, "xchg", 4) || !memory) &&
			      strncmp(at + 1, "syscall", 7),
			  "%s", line);
	}
	pclose(f);
	cr_assert_gt(lines, 10000u, "is it built?");
	cr_assert_gt(moves, lines / 10, "is this how objdump writes?");
}
