/* SPDX-License-Identifier: MIT
 *
 * The language of fuzz_model's inputs, which seeds.c writes. Little endian.
 *
 *     u8 chip (number in fl_model_chips()), u8 FUZZ_HOW_*, then operations until the end: u8 enum fuzz_op,
 *     its operands.
 *
 * Memory is mapped in blocks of the heap, so that a sanitizer sees the first byte beyond one.
 */
#ifndef TESTS_FUZZ_OPS_H
#define TESTS_FUZZ_OPS_H

enum {
	FUZZ_HOW_PATH = 3, /* 0: scalar, 1: base, 2: avx2, 3: avx512; the widest that there is if it is not */
	FUZZ_HOW_BOTH = 4, /* then the same by the scalar path on one thread: all must come out alike */
	FUZZ_HOW_STATE = 24, /* 0: off, 8: posted, else running */
	FUZZ_HOW_THREADS = 32,
	FUZZ_HOW_FINE = 64,
	FUZZ_HOW_BESIDE = 128, /* a second thread writes to all mapped memory meanwhile: beside.h */
};

enum fuzz_op {
	FUZZ_WRITE,    /* u16 register / 4, u32 value */
	FUZZ_WRITE_AS, /* u32 offset, u8 size, u32 value: any of them wrong */
	FUZZ_READ,     /* u32 offset, u8 size */
	FUZZ_RUN,      /* u16 n, n dwords: fl_model_run() */
	FUZZ_RUN_IB,   /* u32 address, u16 n: fl_model_run_ib() */
	/* u16 n, n dwords: into the ring, if it is set up, and the write pointer moved; of Vivante cores
	 * after the WAIT that the front end goes round, which becomes a LINK to them */
	FUZZ_RING,
	FUZZ_MAP,   /* u32 address / 4096, u16 pages */
	FUZZ_UNMAP, /* u8 number of the block */
	FUZZ_MEM,   /* u32 address, u16 n, n bytes: the host writes what it mapped */
	FUZZ_FILL,  /* u32 address, u16 n, u32 seed: n noisy dwords */
	FUZZ_VRAM,  /* u32 offset, u16 n, n bytes: through the BAR, and read back */
	FUZZ_TICK,  /* u8: 2^n us */
	FUZZ_WAIT,
	FUZZ_CONFIG,  /* u8 offset, u8 size, u32 value: PCI configuration space, read and written */
	FUZZ_BREAK,   /* u8 number of the fault */
	FUZZ_REPORTS, /* read them all, and clear */
	FUZZ_OPS,
	/* Every other byte is taken modulo FUZZ_OPS. u8 number of the block (255: all), u16 n, u32 seed: the
	 * n-th fetch from it finds something else, once: writer.h */
	FUZZ_WRITER = 0xf0,
	FUZZ_WRITER_B = 7,
};

/* Streams that FUZZ_MEM writes here are mutated as those of FUZZ_RUN are. The front ends of old Vivante
 * cores reach 2 GiB. */
#define FUZZ_STREAM_AT    UINT32_C(0xf0000000)
#define FUZZ_STREAM_GC_AT UINT32_C(0x7c000000)

#endif
