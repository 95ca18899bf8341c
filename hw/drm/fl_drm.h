/* SPDX-License-Identifier: MIT
 *
 * A render node of Linux's radeon driver, without Linux and without a card: stock Mesa draws on a model.
 *
 *	n = fl_drm_new(&(struct fl_drm_config){.chip = "r580"}, why, sizeof why);
 *	setenv("FIRSTLIGHT_GL", fl_drm_folder(n), 1);
 *	setenv("LD_PRELOAD", ".../firstlight-gl.so", 1);   // in the program's environment
 *	for (;;) {
 *		poll() until fl_drm_fd() can be read
 *		fl_drm_serve(n);
 *	}
 *
 * The library in the program (hw/drm/client/) gives the calls that reach for /dev/dri/renderD128 to this side
 * (wire.h). Here one thread answers them, and one runs submissions on the model, in turn over the clients.
 * Buffers are ranges of a memory file, one file for each client, which the program, this process and the
 * model have in common: nothing is copied.
 *
 * A client is not trusted: sizes, handles and streams are checked; what is wrong is refused with an errno,
 * and what no library would send ends the connection.
 */
#ifndef HW_DRM_FL_DRM_H
#define HW_DRM_FL_DRM_H

#include "hw/drm/wire.h"
#include "hw/model/fl_model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct fl_drm;

enum {
	FL_DRM_CONNS = 512,    /* connections at a time: of each client one, and one of each of its threads */
	FL_DRM_CLIENT_GIB = 4, /* of addresses that a client's memory takes up here */
	FL_DRM_FDS = 3,
};

/* A card that somebody else has woken, in the model's place. All is called on one thread once the node
 * serves. */
struct fl_drm_metal {
	void *arg;
	uint64_t vram_B, vram_addr; /* video memory, and where the chip has it, */
	uint64_t first_B, end_B;    /* what of it is for programs */
	uint32_t (*cfg)(void *arg, uint32_t where, unsigned size_B); /* PCI configuration space */
	uint32_t (*reg)(void *arg, uint32_t reg);
	/* Video memory, by offsets. */
	void (*write)(void *arg, uint64_t at_B, const void *from, size_t n_B);
	void (*read)(void *arg, uint64_t at_B, void *to, size_t n_B);
	/* To the end, with all caches written back. False: the card does not come to it, and why. */
	bool (*run)(void *arg, const uint32_t *dw, uint32_t n_dw, char *why, size_t size);
	/* After that: it can be asked again. False: it cannot. */
	bool (*reset)(void *arg);
	/* Of a model behind a bus: report i, or NULL. */
	const struct fl_report *(*report)(void *arg, unsigned i);
};

struct fl_drm_config {
	const char *chip;
	/* NULL: a model of the chip, made by what follows. */
	const struct fl_drm_metal *metal;
	/* running is set; work is the limit of a submission: a chip that does not come to its end by then is
	 * reset. 0: 2^33 units, some ten seconds, after which Linux would reset a card too. */
	struct fl_model_config model;
	/* Everything that the chip gets, as a GTRC trace: NULL for none. The family's number there. */
	FILE *capture;
	uint32_t capture_family;
	/* Frames, from 0: of those first to last the pictures are wanted, a row of pixels (R, G, B, A) at a
	 * time, y from the top, if picture is not NULL; and captured are those alone, if some is set. A
	 * program's frames end with eglSwapBuffers(). */
	bool some;
	uint32_t first, last;
	void (*picture)(void *arg, uint32_t frame, uint32_t w, uint32_t h, uint32_t y, const uint8_t *row);
	/* Pictures of other frames too, as often as live_ms milliseconds at most; 0: of no others. */
	unsigned live_ms;
	/* What a user did before a window, at most so many, which go to the program that asks; NULL: there is
	 * no window. */
	size_t (*input)(void *arg, struct fl_drm_input *to, size_t max);
	void (*say)(void *arg, const char *line); /* each request and submission, if not NULL: a log */
	void *arg;
};

/* What happened so far. */
struct fl_drm_stats {
	uint64_t clients, requests, buffers, submissions, refused, draws, frames, resets;
	double model_s; /* time in which the model ran */
	unsigned clients_now, buffers_now;
	uint64_t memory_now_B;
	char renderer[64]; /* what a program's GL_RENDERER said last; "": none did */
	char stranger[64]; /* the same, if the chip's name was not in it: another driver drew */
};

/* Something that a user should hear of, once each. */
struct fl_drm_event {
	enum { FL_DRM_REPORT, FL_DRM_REFUSED, FL_DRM_HUNG } kind;
	int pid;                 /* of the client */
	uint64_t submission;     /* counted from 1, over all clients */
	struct fl_report report; /* FL_DRM_REPORT */
	char text[192];          /* the others */
};

/* NULL on failure, with the reason in why. */
struct fl_drm *fl_drm_new(const struct fl_drm_config *config, char *why, size_t why_size);
void fl_drm_free(struct fl_drm *n);
/* A folder that stands for /dev/dri and for the device's folder in /sys, and has the socket. */
const char *fl_drm_folder(const struct fl_drm *n);
/* Can be read when there is something to do. */
int fl_drm_fd(const struct fl_drm *n);
/* The descriptors that it holds before anybody has connected: for a process that closes all others. */
void fl_drm_fds(const struct fl_drm *n, int fds[FL_DRM_FDS]);
/* Answer what is waiting, without waiting. */
void fl_drm_serve(struct fl_drm *n);
/* Wait until all submissions are done. */
void fl_drm_settle(struct fl_drm *n);
void fl_drm_stats(const struct fl_drm *n, struct fl_drm_stats *out);
/* The next event that was not taken yet. */
bool fl_drm_event(struct fl_drm *n, struct fl_drm_event *e);
/* Was all of the capture written? To be asked when no submission is under way: fl_drm_settle(). */
bool fl_drm_captured(const struct fl_drm *n);

#endif
