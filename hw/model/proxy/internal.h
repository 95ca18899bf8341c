/* SPDX-License-Identifier: MIT
 *
 * What the files of the proxy share: the messages as they go over the socket (QEMU 7.2,
 * include/hw/remote/mpqemu-link.h), and the state.
 */
#ifndef HW_MODEL_PROXY_INTERNAL_H
#define HW_MODEL_PROXY_INTERNAL_H

#include "hw/model/proxy/proxy.h"

enum fl_proxy_cmd {
	FL_MSG_SYNC_SYSMEM, /* the machine's memory, one file descriptor for each piece */
	FL_MSG_RET,         /* an answer */
	FL_MSG_CFG_WRITE,
	FL_MSG_CFG_READ,
	FL_MSG_BAR_WRITE,
	FL_MSG_BAR_READ,
	FL_MSG_SET_IRQFD,
	FL_MSG_RESET,
	FL_MSG_COUNT,
};

enum { FL_MSG_MAX_FDS = 8, FL_PROXY_BARS = 6, FL_PROXY_ROM = 6, FL_PROXY_WINDOWS = 7 };

/* Little-endian, as on every machine that QEMU runs its multi-process code on. */
struct fl_msg_header {
	int32_t cmd;
	uint32_t pad;
	uint64_t size_B;
};
struct fl_msg_sysmem {
	uint64_t addr[FL_MSG_MAX_FDS], size_B[FL_MSG_MAX_FDS];
	int64_t offset_B[FL_MSG_MAX_FDS];
};
struct fl_msg_cfg {
	uint32_t where_B, value;
	int32_t size_B;
};
struct fl_msg_bar {
	uint64_t addr, value; /* absolute */
	uint32_t size_B;
	uint8_t memory, pad[3];
};
_Static_assert(sizeof(struct fl_msg_header) == 16 && sizeof(struct fl_msg_sysmem) == 192 &&
		   sizeof(struct fl_msg_cfg) == 12 && sizeof(struct fl_msg_bar) == 24,
	       "sizes on the wire");

struct fl_msg {
	enum fl_proxy_cmd cmd;
	unsigned n_fds;
	int fd[FL_MSG_MAX_FDS];
	union {
		struct fl_msg_sysmem sysmem;
		struct fl_msg_cfg cfg;
		struct fl_msg_bar bar;
	};
};

struct fl_proxy_piece { /* of the machine's memory */
	void *host;
	size_t size_B;
};

struct fl_proxy {
	int fd;
	struct fl_model *m;
	struct fl_proxy_config config;
	char error[256];
	uint64_t count;
	uint64_t last_us; /* when the chip was last given time */

	/* BARs 0 to 5 and the ROM: bytes, 0 for none; and how the register reads, its address left out. */
	uint32_t window_B[FL_PROXY_WINDOWS], window_flags[FL_PROXY_WINDOWS];
	bool probing;       /* QEMU itself asks what there is: until the first reset */
	uint32_t probe_rom; /* what it wrote where it looks for a seventh BAR */
	uint32_t shadow_at; /* 0: nowhere */

	unsigned n_ram;
	struct fl_proxy_piece ram[FL_MSG_MAX_FDS];

	int irq_fd, resample_fd; /* -1: none */
	bool irq_told;           /* and neither served nor taken back */
	bool irq_was_told;       /* an answer to that may come */
};

/* ---- wire.c -------------------------------------------------------------------------------------------- */
/* 1: a whole message, checked; 0: nothing is waiting; -1: the service is over, with p->error set unless the
 * other side simply left. The fds of a message are the caller's to close. */
int fl_proxy_receive(struct fl_proxy *p, struct fl_msg *msg);
bool fl_proxy_answer(struct fl_proxy *p, uint64_t value);
void fl_msg_close(struct fl_msg *msg);
/* Sets p->error, unless it is set already. Returns false. */
bool fl_proxy_fail(struct fl_proxy *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* ---- ram.c --------------------------------------------------------------------------------------------- */
bool fl_proxy_sync_ram(struct fl_proxy *p, const struct fl_msg *msg);
void fl_proxy_drop_ram(struct fl_proxy *p);
/* False, with p->error set: memory of the machine was taken away while the chip used it. */
bool fl_proxy_ram_there(struct fl_proxy *p);

/* ---- irq.c --------------------------------------------------------------------------------------------- */
/* The descriptors are kept. False: they are not what they must be. */
bool fl_proxy_set_irq(struct fl_proxy *p, struct fl_msg *msg);
void fl_proxy_drop_irq(struct fl_proxy *p);
/* Say what has become of the line. False: the other side made of the descriptors what they must not be. */
bool fl_proxy_tell_irq(struct fl_proxy *p);

/* ---- window.c ------------------------------------------------------------------------------------------ */
void fl_proxy_size_windows(struct fl_proxy *p);
/* Where window i answers; 0: nowhere. */
uint32_t fl_proxy_window_at(const struct fl_proxy *p, unsigned i);
bool fl_proxy_is_vram(const struct fl_proxy *p, unsigned i);
/* *vram becomes whether it was VRAM. False: no access has this size. */
bool fl_proxy_window_read(struct fl_proxy *p, const struct fl_msg_bar *a, uint64_t *value, bool *vram);
bool fl_proxy_window_write(struct fl_proxy *p, const struct fl_msg_bar *a, bool *vram);

#endif
