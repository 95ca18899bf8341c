/* SPDX-License-Identifier: MIT
 *
 * firstlight gl: an OpenGL program, through the system's own Mesa, on a model or a card. This process holds
 * that; the program is its child.
 */
#include "demos/firstlight/child.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/keeper.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/preset.h"
#include "demos/firstlight/gl_card.h"
#include "demos/firstlight/gl_pictures.h"
#include "demos/firstlight/program.h"
#include "demos/firstlight/sandbox.h"
#include "hw/drm/fl_drm.h"
#include "hw/drm/wire.h"
#include "lib/stream/fl_stream.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

struct session {
	const struct fl_args *a;
	struct fl_drm *node;
	struct fl_file log, capture;
	struct fl_keeper keeper;
	int signal_fd;
	pid_t program;
	struct fl_gl_pictures pictures;
	struct fl_drm_metal metal;
	const char *card; /* with --device: as its drivers call it */
	unsigned objections, refused, hung;
	double began_s;
};

/* Drawn was something, and nothing says when it is to be seen. */
#define NO_FRAMES                                                                                     \
	"%s ended no frame, and the window stayed empty: a frame ends with eglSwapBuffers(), and in " \
	"contexts without a surface with glFinish() or glReadPixels(0, 0, ...)"

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static const char *chip_of(const struct session *s)
{
	return s->card ? s->card : s->a->chip ? s->a->chip : "r580";
}

/* ---- what is said -------------------------------------------------------------------------------------- */
static void log_line(void *arg, const char *line)
{
	struct session *s = arg;

	fprintf(s->log.f, "%10.6f %s\n", now_s() - s->began_s, line);
}

static void on_row(void *arg, uint32_t frame, uint32_t w, uint32_t h, uint32_t y, const uint8_t *row)
{
	struct session *s = arg;

	fl_gl_pictures_row(&s->pictures, frame, w, h, y, row);
}

static size_t on_input(void *arg, struct fl_drm_input *to, size_t max)
{
	struct session *s = arg;

	return fl_viewer_take(&s->pictures.viewer, to, max);
}

static void show_event(struct session *s, const struct fl_drm_event *e)
{
	static const char *const severity[] = {"note", "warning", "refused"};
	const struct fl_report *r = &e->report;
	enum fl_ink ink;

	switch (e->kind) {
	case FL_DRM_REPORT:
		s->objections += r->severity != FL_NOTE;
		if (s->a->quiet || (r->severity == FL_NOTE && !s->a->strict))
			return;
		ink = r->severity == FL_REFUSE ? FL_RED : r->severity == FL_WARN ? FL_YELLOW : FL_DIM;
		fprintf(stderr, "%smodel: %s: %s:%s %s (%s; submission %llu, %s)\n", fl_ink(stderr, ink),
			r->block, severity[r->severity], fl_ink(stderr, FL_PLAIN), r->text, r->section,
			(unsigned long long)e->submission, r->where);
		return;
	case FL_DRM_REFUSED:
		if (!s->refused++ || s->a->strict)
			fl_complain(FL_FAILED, "process %d: submission %llu was refused, as Linux would: %s",
				    e->pid, (unsigned long long)e->submission, e->text);
		return;
	case FL_DRM_HUNG:
		s->hung++;
		fl_complain(FL_FAILED, "process %d: submission %llu: %s", e->pid,
			    (unsigned long long)e->submission, e->text);
		return;
	}
}

static void show_events(struct session *s)
{
	struct fl_drm_event e;

	while (fl_drm_event(s->node, &e))
		show_event(s, &e);
}

static void summary(const struct session *s, const struct fl_drm_stats *t)
{
	const double took_s = now_s() - s->began_s;

	if (s->a->quiet)
		return;
	fprintf(stderr, "firstlight gl: %s on the %s%s; ", *t->renderer ? t->renderer : "an OpenGL driver",
		s->card ? "card " : "model of ", chip_of(s));
	if (t->frames)
		fprintf(stderr, "%llu frames, ", (unsigned long long)t->frames);
	fprintf(stderr, "%llu draws in %llu submissions; %.2f s in all, %.2f s of it the %s's",
		(unsigned long long)t->draws, (unsigned long long)t->submissions, took_s, t->model_s,
		s->card ? "card" : "model");
	fprintf(stderr, "; it objected to %u things\n", s->objections);
	if (t->clients_now)
		fprintf(stderr, "firstlight gl: %u clients are still there, with %u buffers\n",
			t->clients_now, t->buffers_now);
}

/* A driver that fails to start is replaced by one of Mesa's own without a word. */
static int fell_back(const struct session *s, const struct fl_drm_stats *t)
{
	if (*t->stranger)
		return fl_complain(FL_FAILED, "%s was drawn by \"%s\": Mesa did not take the model's driver",
				   s->a->operand[0], t->stranger);
	if (t->submissions)
		return FL_OK;
	if (t->refused)
		return fl_complain(FL_FAILED, "all of %llu submissions were refused",
				   (unsigned long long)t->refused);
	if (!t->clients)
		return fl_complain(FL_FAILED,
				   "%s never opened " FL_DRM_NODE
				   ": nothing was drawn on the model (is it an OpenGL program? "
				   "Programs for X11 and Wayland are not served)",
				   s->a->operand[0]);
	if (t->buffers) /* the driver has started; the program had nothing to draw */
		return FL_OK;
	return fl_complain(FL_FAILED,
			   "%s opened the render node, and no driver started on it: "
			   "Mesa took another driver (libgl1-mesa-dri has r300, r600, radeonsi)",
			   s->a->operand[0]);
}

/* ---- the session --------------------------------------------------------------------------------------- */
/* Of the chip's family in a trace's head. */
static uint32_t trace_number(const char *chip)
{
	for (const struct fl_stream_family *const *f = fl_stream_families; *f; f++)
		if (fl_regs_chip((*f)->regs(), chip))
			return (*f)->trace;
	return 0;
}

/* From here on programs have a say in what this process does. */
static enum fl_code shut_in(const struct session *s, struct fl_err *err)
{
	enum { OWN_FDS = 4 };
	int fds[OWN_FDS + FL_GL_PICTURES_FDS + FL_DRM_FDS] = {s->signal_fd, s->keeper.fd,
							      s->log.f ? fileno(s->log.f) : -1,
							      s->capture.f ? fileno(s->capture.f) : -1};
	const struct fl_sandbox sandbox = {.fds = fds,
					   .n_fds = sizeof fds / sizeof *fds,
					   .messages = true,
					   .clients = FL_DRM_CONNS,
					   .client_gib = FL_DRM_CLIENT_GIB,
					   .child = s->program};

	fl_gl_pictures_fds(&s->pictures, fds + OWN_FDS);
	fl_drm_fds(s->node, fds + OWN_FDS + FL_GL_PICTURES_FDS);
	fl_device_jit_start(s->a, true);
	return fl_sandbox_enter(&sandbox, err);
}

static enum fl_code start(struct session *s, struct fl_err *err)
{
	const struct fl_args *a = s->a;
	struct fl_drm_config c = {.chip = chip_of(s),
				  .model = {.threads = a->threads,
					    .scalar = a->scalar,
					    .isa = a->isa,
					    .jit = a->jit,
					    .fine = a->fine},
				  .arg = s};
	char why[256], library[4096];
	enum fl_code code = fl_program_library(library, sizeof library, err);

	if (!code)
		code = fl_keeper_start(&s->keeper, err);
	if (!code)
		code = fl_gl_pictures_start(&s->pictures, a, &c, fl_model_describe(c.chip), err);
	c.picture = a->out || a->window ? on_row : NULL;
	c.input = a->window ? on_input : NULL;
	if (!code && a->log) {
		code = fl_file_create(&s->log, a->log, err);
		c.say = log_line;
	}
	if (!code && a->capture)
		code = fl_file_create(&s->capture, a->capture, err);
	c.capture = s->capture.f;
	c.capture_family = trace_number(c.chip);
	if (!code)
		code = fl_child_signals(0, &s->signal_fd, err);
	if (code)
		return code;
	if (a->device) {
		code = fl_gl_card_open(a, &s->metal, &s->card, err);
		if (code)
			return code;
		c.chip = s->card;
		c.metal = &s->metal;
		c.capture_family = trace_number(c.chip);
	}
	if (!fl_device_isa_known(a->isa))
		return fl_fail(err, FL_USAGE, "no instruction set \"%s\": base, avx2 or avx512", a->isa);
	if (!fl_device_jit_known(a->jit))
		return fl_fail(err, FL_USAGE, "--jit auto, off or always, not '%s'", a->jit);
	s->node = fl_drm_new(&c, why, sizeof why);
	if (!s->node) {
		fl_fail(err, s->card || fl_model_describe(chip_of(s)) ? FL_FAILED : FL_USAGE, "%s", why);
		return fl_preset_blame(a, err);
	}
	fl_keeper_folder(&s->keeper, fl_drm_folder(s->node));
	code = fl_program_start(&s->program, a->operand, library, fl_drm_folder(s->node), err);
	/* A card is reached by ways that a filter cannot leave open. */
	return code || a->device ? code : shut_in(s, err);
}

/* What the program leaves is given back; a child of its may go on. */
static void see_off(struct session *s)
{
	enum { LOOKS = 50, LOOK_MS = 10 };
	struct pollfd f = {.fd = fl_drm_fd(s->node), .events = POLLIN};
	struct fl_drm_stats t;

	fl_drm_serve(s->node);
	fl_drm_settle(s->node);
	fl_drm_stats(s->node, &t);
	for (unsigned i = 0; i < LOOKS && t.clients_now; i++) {
		poll(&f, 1, LOOK_MS);
		fl_drm_serve(s->node);
		fl_drm_stats(s->node, &t);
	}
}

/* Until the program ends; its exit code. */
static int serve(struct session *s)
{
	struct pollfd f[3] = {{.fd = s->signal_fd, .events = POLLIN},
			      {.fd = fl_drm_fd(s->node), .events = POLLIN},
			      {.fd = s->pictures.viewer.fd, .events = POLLIN}};
	struct signalfd_siginfo info;
	int code = FL_OK;

	while (!fl_child_ended(&s->program, &code)) {
		poll(f, 3, -1);
		while (read(s->signal_fd, &info, sizeof info) == sizeof info)
			if (info.ssi_signo != SIGCHLD) {
				fl_child_stop(&s->program);
				see_off(s);
				show_events(s);
				return FL_EXIT_SIGNAL + (int)info.ssi_signo;
			}
		if (!fl_viewer_listen(&s->pictures.viewer)) { /* the user closed it */
			fl_child_stop(&s->program);
			break;
		}
		fl_drm_serve(s->node);
		show_events(s);
	}
	see_off(s);
	show_events(s);
	return code;
}

int fl_cmd_gl(const struct fl_args *a)
{
	struct session s = {.a = a,
			    .signal_fd = -1,
			    .program = -1,
			    .keeper.fd = -1,
			    .pictures = {.scribe.fd = -1, .viewer.fd = -1},
			    .began_s = now_s()};
	struct fl_drm_stats t;
	struct fl_err err = {0};
	int code = start(&s, &err) ? fl_complain_err(&err) : 0;

	if (!err.code) {
		code = serve(&s);
		fl_drm_stats(s.node, &t);
		summary(&s, &t);
		if (!code || code > FL_EXIT_SIGNAL) { /* who ends a program early wants to know it too */
			const int elsewhere = fell_back(&s, &t);

			code = code ? code : elsewhere;
		}
		if (!code && a->window && !t.frames)
			code = fl_complain(FL_FAILED, NO_FRAMES, a->operand[0]);
		if (!code && (s.hung || (a->strict && (s.objections || s.refused))))
			code = fl_complain(FL_FAILED, s.hung ? "the chip hung"
							     : "the model or the kernel's checks objected");
	}
	if (s.capture.f && !err.code && !fl_drm_captured(s.node) && !code)
		code = fl_complain(FL_FAILED, "%s: the capture could not be written", a->capture);
	fl_child_stop(&s.program);
	fl_drm_free(s.node);
	code = fl_gl_card_close(code);
	code = fl_gl_pictures_stop(&s.pictures, code);
	if (s.capture.f && fl_file_close(&s.capture, &err) && !code)
		code = fl_complain_err(&err);
	if (s.log.f && fl_file_close(&s.log, &err) && !code)
		code = fl_complain_err(&err);
	if (s.signal_fd >= 0)
		close(s.signal_fd);
	fl_keeper_stop(&s.keeper);
	return code;
}
