/* SPDX-License-Identifier: MIT
 *
 * A card behind a page of the machine's own memory, for emulated machines that no PCI device of ours can be
 * put into: QEMU's for ARM. The machine's memory is a file that another process maps as well; in the last
 * page of its first bank that process (hosted/mailbox_host.h) has left a head, and answers there, one
 * question at a time. What the card fetches and stores is the machine's memory, which both have.
 *
 * Both sides are little-endian. The asker fills in op to data, then counts `asked` up; the answerer does what
 * is asked, fills in answer and data, and makes `answered` the same number.
 */
#ifndef HW_BUS_MAILBOX_H
#define HW_BUS_MAILBOX_H

#include "hw/bus/bare.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_MAILBOX_B = 4096, FL_MAILBOX_DATA_B = 2048, FL_MAILBOX_VERSION = 2 };

enum fl_mailbox_op {
	FL_MAILBOX_HELLO = 1, /* offset_B: where the machine's memory begins, as it addresses it */
	FL_MAILBOX_READ,      /* the register at offset_B, of size_B 1 or 4 */
	FL_MAILBOX_WRITE,
	FL_MAILBOX_CFG_READ, /* configuration space, of size_B 1, 2 or 4 */
	FL_MAILBOX_CFG_WRITE,
	FL_MAILBOX_VRAM_READ, /* size_B bytes of the VRAM BAR, to data */
	FL_MAILBOX_VRAM_WRITE,
	/* Firmware: the answer is the size of file `value`, 0: there is none; size_B bytes of it from
	 * offset_B on go to data. */
	FL_MAILBOX_FILE,
};

struct fl_mailbox_page {
	uint32_t magic[4]; /* fl_mailbox_magic() */
	uint32_t version, regs_B;
	uint64_t vram_B, vram_addr; /* of the VRAM BAR; struct fl_dev */
	char chip[32];
	uint32_t asked, op, size_B, value;
	uint64_t offset_B;
	uint32_t answered, answer;
	uint8_t unused[FL_MAILBOX_B - FL_MAILBOX_DATA_B - 104];
	uint8_t data[FL_MAILBOX_DATA_B];
};
#ifndef __cplusplus
_Static_assert(sizeof(struct fl_mailbox_page) == FL_MAILBOX_B, "a page");
#endif

/* Word i of the head: no text, and nothing that memory holds by chance. */
static inline uint32_t fl_mailbox_magic(unsigned i)
{
	static const uint32_t word[4] = {0x464c4d42, 0x9b1f7c03, 0x2e64d5a8, 0xf00dca4d};

	return word[i];
}

/* ---- the asking side: freestanding --------------------------------------------------------------------- */
struct fl_mailbox {
	volatile struct fl_mailbox_page *page;
	const struct fl_machine *machine;
	bool gone; /* an answer did not come: from now on reads give ones, and nothing is waited for */
};

/* Is there a mailbox in the last page of this memory? Then *d becomes the card behind it: registers, VRAM and
 * configuration space by questions, time and memory of *machine. FL_NO_DEVICE: there is none. FL_TIMEOUT:
 * nobody answers. Both *b and *machine must stay. */
enum fl_code fl_mailbox_open(struct fl_dev *d, struct fl_mailbox *b, const struct fl_machine *machine,
			     uint64_t memory_addr, void *memory, uint64_t memory_B, struct fl_err *err);
/* The size of the i-th file of firmware, 0: there is none; at most max_B bytes of it are copied. */
size_t fl_mailbox_file(struct fl_mailbox *b, unsigned i, uint8_t *to, size_t max_B);

#ifdef __cplusplus
}
#endif

#endif
