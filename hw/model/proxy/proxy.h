/* SPDX-License-Identifier: MIT
 *
 * A model as a PCI device of a QEMU machine: the device's side of QEMU's multi-process protocol (`-device
 * x-pci-proxy-dev,fd=N`, QEMU 5.2 and later). QEMU asks over a stream socket for each access to configuration
 * space and to the windows; guest memory comes as file descriptors that both sides map.
 *
 *	cfg = (struct fl_model_config){.conventional = true, .posted = true};
 *	p = fl_proxy_new(fd, model, &(struct fl_proxy_config){0}, why, sizeof why);
 *	for (;;) {
 *		poll() for fl_proxy_fds(), at most fl_proxy_patience_ms()
 *		if (fl_proxy_serve(p) != FL_PROXY_ON)
 *			break;          // it is over: fl_proxy_error() says why
 *	}
 *
 * The model should be a conventional one (fl_model_config): the protocol carries BARs of 32 bits and no MSI.
 * What comes over the socket is not trusted: sizes, counts and addresses are checked, and the first thing
 * wrong ends the service.
 *
 * A machine's time is real time: the chip works while it passes, whether it is accessed or not.
 */
#ifndef HW_MODEL_PROXY_PROXY_H
#define HW_MODEL_PROXY_PROXY_H

#include "hw/model/fl_model.h"

enum { FL_PROXY_FDS = 2 };

struct fl_proxy;

struct fl_proxy_config {
	/* the expansion ROM's contents; what rom_B leaves of the ROM's window reads as ones */
	const uint8_t *rom;
	size_t rom_B;
	/* The file descriptor of the memory that is VRAM, if it is shared, else 0: it is not taken for the
	 * machine's memory. */
	int vram_fd;
	struct fl_shadow *shadow; /* NULL: each access to VRAM comes over the socket */
};

enum fl_proxy_state {
	FL_PROXY_ON,   /* goes on */
	FL_PROXY_GONE, /* the other side closed the socket */
	FL_PROXY_BAD,  /* it said something that the protocol does not know */
};

/* fd: the socket; the proxy closes it. Both the model and what config points to must stay. NULL on failure,
 * with the reason in why. */
struct fl_proxy *fl_proxy_new(int fd, struct fl_model *m, const struct fl_proxy_config *config, char *why,
			      size_t why_size);
void fl_proxy_free(struct fl_proxy *p);

/* Do what is waiting, and let the chip work for as long as time has passed. Returns when nothing is left to
 * read. A message that stops in its middle for more than a second is an error. */
enum fl_proxy_state fl_proxy_serve(struct fl_proxy *p);
/* The descriptors that make fl_proxy_serve() worth calling when they can be read; -1 where there is none. */
void fl_proxy_fds(const struct fl_proxy *p, int fds[FL_PROXY_FDS]);
/* How long to wait for them: shorter while the chip has something to do. */
int fl_proxy_patience_ms(const struct fl_proxy *p);
/* What was wrong, or "". */
const char *fl_proxy_error(const struct fl_proxy *p);
/* Messages so far. */
uint64_t fl_proxy_count(const struct fl_proxy *p);

#endif
