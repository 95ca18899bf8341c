/* SPDX-License-Identifier: MIT
 *
 * Compute: kernels that a compiler made, or that are written in assembly, on a card with no driver.
 *
 *	static struct fl_compute c;
 *	struct fl_code_object code;
 *	struct fl_kernel add;
 *	struct fl_memory in, out;
 *	uint32_t n = 1000;
 *
 *	fl_compute_begin(&c, &chip, &err);                    // or fl_compute_open(): wakes the card, too
 *	fl_code_load(&code, &c, elf, elf_B, &err);            // what clang wrote
 *	fl_kernel_find(&add, &code, "add", &err);
 *	fl_memory_alloc(&c, 4096, &in, &err);
 *	fl_memory_alloc(&c, 4096, &out, &err);
 *	fl_memory_write(&c, &in, 0, numbers, 4096);
 *	const struct fl_arg args[] = {FL_ARG_MEMORY(out), FL_ARG_MEMORY(in), FL_ARG_VALUE(n)};
 *	fl_compute_run(&c, &add, &(struct fl_grid){.global = {1024}}, args, 3, &err);
 *	fl_compute_finish(&c, &err);
 *	fl_memory_read(&c, &out, 0, numbers, 4096);
 *
 * Each call returns an error code, and says why in *err; nothing happens after a failure of an earlier one
 * in the stream, whose code fl_compute_finish() returns. What is run, copied and filled goes one after the
 * other: a kernel sees all that those before it wrote. Results are in memory for the host after an event that
 * was waited for, or after fl_compute_finish().
 *
 * Kernels come as code objects (lib/FAMILY/code_object.h says whose): ELF files with machine code and with
 * notes of each kernel's arguments and needs. They may be damaged or hostile: what is not in order is an
 * error, nothing outside of the file is read, and nothing outside of its own memory is written.
 *
 * There is no heap, no lock and no hidden state: two struct fl_compute may work on two queues of a card.
 */
#ifndef LIB_FL_COMPUTE_H
#define LIB_FL_COMPUTE_H

#include "hw/fl_dev.h"
#include "lib/fl_cs.h"
#include "lib/fl_surface.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	FL_KERNEL_ARGS = 64,      /* of a kernel, hidden ones included */
	FL_KERNEL_ARGS_B = 4096,  /* all of them together */
	FL_KERNEL_WORDS = 8,      /* of the family's own */
	FL_MEMORY_ALIGN_B = 4096, /* of what fl_memory_alloc() gives */
};

/* ---- the card ------------------------------------------------------------------------------------------ */
struct fl_compute_backend;

/* What fl_compute_begin() is given: a chip whose command processor takes what is written to cs. */
struct fl_compute_chip {
	const struct fl_compute_backend *backend; /* lib/FAMILY/compute.h */
	const void *info;                         /* the backend's: which chip it is */
	struct fl_dev *dev;
	struct fl_cs *cs; /* its address is not 0: arguments of kernels travel in it */
	struct fl_vram *vram;
	uint64_t vram_addr;    /* where the chip sees the start of video memory */
	bool queue;            /* it is a compute queue, and not the ring that draws */
	uint64_t scratch_B;    /* for all waves together; 0: FL_SCRATCH_B */
	uint64_t timeout_us;   /* of waits; 0: 10 seconds */
	uint64_t private_base; /* what scratch of generic pointers is counted from */
	/* The upper halves of the addresses by which generic pointers reach a group's local memory and a
	 * thread's scratch; 0: there are no such windows, and kernels that want them are refused. */
	uint32_t local_window, private_window;
};

enum { FL_SCRATCH_B = 4 << 20 };

struct fl_compute {
	struct fl_compute_chip chip;
	uint64_t fence_B;    /* a dword of video memory: the number of the last event that happened */
	uint64_t scratch_at; /* an offset in video memory */
	uint32_t events;     /* that were asked for */
};

/* Begin on a chip: memory for scratch and events, and the state that kernels need. */
enum fl_code fl_compute_begin(struct fl_compute *c, const struct fl_compute_chip *chip, struct fl_err *err);

/* ---- memory -------------------------------------------------------------------------------------------- */
struct fl_memory {
	uint64_t offset_B, size_B; /* in video memory */
};

/* FL_FAILED: there is not so much left. It is given back by going back to a mark of chip.vram. */
enum fl_code fl_memory_alloc(struct fl_compute *c, uint64_t size_B, struct fl_memory *m, struct fl_err *err);
/* The host's bytes to memory and back; at_B is counted from its start. FL_USAGE: outside of it. Kernels that
 * still run are not waited for. */
enum fl_code fl_memory_write(struct fl_compute *c, const struct fl_memory *m, uint64_t at_B, const void *from,
			     size_t n_B, struct fl_err *err);
enum fl_code fl_memory_read(struct fl_compute *c, const struct fl_memory *m, uint64_t at_B, void *to,
			    size_t n_B, struct fl_err *err);
/* By the chip, behind what was run before. All counts are multiples of 4. FL_USAGE: outside of it. */
enum fl_code fl_memory_copy(struct fl_compute *c, const struct fl_memory *to, uint64_t to_B,
			    const struct fl_memory *from, uint64_t from_B, uint64_t n_B, struct fl_err *err);
enum fl_code fl_memory_fill(struct fl_compute *c, const struct fl_memory *m, uint64_t at_B, uint64_t n_B,
			    uint32_t value, struct fl_err *err);
/* Where the chip sees it. */
static inline uint64_t fl_memory_address(const struct fl_compute *c, const struct fl_memory *m)
{
	return c->chip.vram_addr + m->offset_B;
}

/* ---- kernels ------------------------------------------------------------------------------------------- */
/* A code object in video memory. The file must stay where it is as long as kernels are looked for in it. */
struct fl_code_object {
	struct fl_compute *compute;
	const uint8_t *file;
	size_t size_B;
	uint32_t kind;           /* the family's own */
	struct fl_memory memory; /* where its sections are */
};

/* Look at the file, and place it in memory. FL_USAGE: it is no code object of the card's, or not whole. */
enum fl_code fl_code_load(struct fl_code_object *o, struct fl_compute *c, const void *file, size_t size_B,
			  struct fl_err *err);
/* The name of kernel i, *length characters without a NUL; NULL: there are no more. */
const char *fl_code_kernel(const struct fl_code_object *o, uint32_t i, size_t *length);

/* What stands in a kernel's memory of arguments. Behind FL_IS_LOCAL they are hidden: the library knows their
 * values. */
enum fl_arg_kind {
	FL_IS_VALUE,
	FL_IS_MEMORY, /* a pointer to it */
	FL_IS_LOCAL,  /* a pointer to a piece of the group's local memory, whose size the caller says */
	FL_IS_NOTHING,
	FL_IS_GROUPS_X, /* how many groups there are */
	FL_IS_GROUPS_Y,
	FL_IS_GROUPS_Z,
	FL_IS_GROUP_SIZE_X, /* threads of a group */
	FL_IS_GROUP_SIZE_Y,
	FL_IS_GROUP_SIZE_Z,
	FL_IS_REMAINDER_X, /* threads of the last group, if it is not full */
	FL_IS_REMAINDER_Y,
	FL_IS_REMAINDER_Z,
	FL_IS_OFFSET_X, /* the number of the first thread */
	FL_IS_OFFSET_Y,
	FL_IS_OFFSET_Z,
	FL_IS_DIMENSIONS,
	FL_IS_LOCAL_WINDOW, /* of struct fl_compute_chip */
	FL_IS_PRIVATE_WINDOW,
	FL_ARG_KINDS
};

struct fl_kernel_arg {
	uint16_t offset_B, size_B, align_B; /* align_B: of FL_IS_LOCAL, of the piece */
	uint8_t kind;
};

struct fl_kernel {
	const struct fl_code_object *object;
	const char *name; /* the caller's */
	uint64_t entry;   /* where its code begins, as the chip sees it */
	uint32_t n_args;  /* in arg[]; hidden ones are behind the others */
	uint32_t n_given; /* that the caller gives */
	struct fl_kernel_arg arg[FL_KERNEL_ARGS];
	bool no_signature;               /* what it takes is not in the file: fl_kernel_signature() */
	uint32_t args_B;                 /* of memory for them */
	uint32_t local_B;                /* of local memory that it always needs */
	uint32_t private_B;              /* of scratch, for each thread */
	uint32_t group_most;             /* threads of a group at most */
	uint32_t group_is[3];            /* the only size of a group that it is made for; 0: any */
	uint32_t words[FL_KERNEL_WORDS]; /* the family's */
};

/* FL_NO_DEVICE: the object has no such kernel; name NULL: its only one. FL_USAGE: it wants what the library
 * cannot give (images, printf, …), or is not in order. */
enum fl_code fl_kernel_find(struct fl_kernel *k, const struct fl_code_object *o, const char *name,
			    struct fl_err *err);

/* ---- running ------------------------------------------------------------------------------------------- */
struct fl_arg {
	uint8_t kind; /* FL_IS_VALUE, FL_IS_MEMORY or FL_IS_LOCAL */
	uint32_t size_B;
	const void *value;       /* FL_IS_VALUE: size_B bytes */
	struct fl_memory memory; /* FL_IS_MEMORY */
};

#define FL_ARG_VALUE(v)                                                 \
	{                                                               \
		.kind = FL_IS_VALUE, .size_B = sizeof(v), .value = &(v) \
	}
#define FL_ARG_MEMORY(m)                                         \
	{                                                        \
		.kind = FL_IS_MEMORY, .size_B = 8, .memory = (m) \
	}
#define FL_ARG_LOCAL(n_B)                            \
	{                                            \
		.kind = FL_IS_LOCAL, .size_B = (n_B) \
	}

/* Threads in up to three directions: those that are 0 behind the first count as 1. */
struct fl_grid {
	uint32_t global[3]; /* all of them; they need not be whole groups */
	uint32_t local[3];  /* of a group; 0 0 0: the library chooses */
	uint32_t offset[3]; /* the number of the first one */
};

/* Of an object without signatures: the kernel takes arguments like these, one after the other, each aligned
 * to its size. */
enum fl_code fl_kernel_signature(struct fl_kernel *k, const struct fl_arg *args, uint32_t n,
				 struct fl_err *err);
/* What the library makes of a grid for this kernel: a group's size in g->local, all directions at least 1.
 * local_B: of local memory beside the kernel's own. FL_USAGE: a size that the kernel or the chip has not. */
enum fl_code fl_kernel_grid(const struct fl_kernel *k, struct fl_grid *g, uint64_t local_B,
			    struct fl_err *err);
/* Run it, behind all that came before. FL_USAGE: the grid, or arguments that are not the kernel's: how many,
 * of which kind, of which size. */
enum fl_code fl_compute_run(struct fl_compute *c, const struct fl_kernel *k, const struct fl_grid *g,
			    const struct fl_arg *args, uint32_t n, struct fl_err *err);

/* ---- events -------------------------------------------------------------------------------------------- */
/* Happens when all that was asked for before it is done, and in memory. */
struct fl_event {
	uint32_t number;
};

enum fl_code fl_compute_event(struct fl_compute *c, struct fl_event *e, struct fl_err *err);
/* Has it happened? Asks the card once, and waits for nothing; what was not sent yet is sent. */
enum fl_code fl_event_test(struct fl_compute *c, const struct fl_event *e, bool *happened,
			   struct fl_err *err);
/* FL_TIMEOUT: it has not happened in the time of struct fl_compute_chip. */
enum fl_code fl_event_wait(struct fl_compute *c, const struct fl_event *e, struct fl_err *err);
/* All of it: an event, and its wait. */
enum fl_code fl_compute_finish(struct fl_compute *c, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
