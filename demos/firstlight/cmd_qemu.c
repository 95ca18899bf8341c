/* SPDX-License-Identifier: MIT
 *
 * firstlight qemu: a model as the graphics card of a QEMU machine. This process is the card; QEMU is its
 * child, and neither outlives the other.
 */
#include "demos/firstlight/child.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/machine.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/film.h"
#include "demos/firstlight/sandbox.h"
#include "demos/firstlight/scribe.h"
#include "demos/firstlight/screen.h"
#include "demos/firstlight/window.h"
#include "hw/bus/hosted/mailbox_host.h"
#include "hw/model/proxy/proxy.h"
#include "hw/model/proxy/shadow.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* What one access of the guest may cost before the chip counts as hung: a few seconds, in which the machine
 * stands still. */
#define ONE_ACCESS (UINT64_C(1) << 31)

enum {
	ROM_MAX_B = 128 << 10,
	MIB = 1 << 20,
	GONE_MS = 5000,
	FRAME_US = 16667,
	LOOKS = 500,
	IDLE_LOOKS = 20000
};

struct card {
	const struct fl_args *a;
	struct fl_device d; /* only its model: for the reports */
	void *vram;
	uint64_t vram_B;
	/* An ARM machine's memory, with a mailbox at its end; NULL: a PC with a card. */
	void *ram;
	uint64_t ram_B;
	struct fl_mailbox_host box;
	int ram_fd, vram_fd, signal_fd, module_fd[FL_IMAGES];
	unsigned n_modules;
	struct fl_machine_run machine;
	uint8_t rom[ROM_MAX_B];
	size_t rom_B;
	struct fl_proxy *proxy;
	struct fl_shadow *shadow;
	struct fl_window *window; /* NULL: none */
	struct fl_scribe scribe;
};

/* ---- the card ------------------------------------------------------------------------------------------ */
static enum fl_code share(const char *what, uint64_t size_B, int *fd, void **at, struct fl_err *err)
{
	void *p;

	*fd = memfd_create(what, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (*fd < 0 || ftruncate(*fd, (off_t)size_B) ||
	    fcntl(*fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		return fl_fail(err, FL_FAILED, "memory to share with QEMU: %s", strerror(errno));
	p = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, *fd, 0);
	if (p == MAP_FAILED)
		return fl_fail(err, FL_FAILED, "mapping %llu MiB of memory: %s",
			       (unsigned long long)(size_B / MIB), strerror(errno));
	*at = p;
	return FL_OK;
}

static enum fl_code make_model(struct card *c, struct fl_err *err)
{
	const struct fl_args *a = c->a;
	struct fl_model_config cfg = {.threads = a->threads,
				      .scalar = a->scalar,
				      .jit = a->jit,
				      .isa = a->isa,
				      .vram_B = c->vram_B,
				      .vram = c->vram,
				      .conventional = true,
				      .work = ONE_ACCESS,
				      .posted = true};

	c->d.model = fl_device_model(a, &cfg, err);
	return c->d.model ? FL_OK : err->code;
}

/* What the usual card of the chip carries, as far as the size of a model's VRAM can be given
 * (fl_model_config.vram_B); 0: no such chip. */
static uint64_t usual_vram(const char *chip)
{
	const uint64_t most_B = UINT64_C(1) << 30;
	struct fl_model *m =
	    fl_model_new(chip ? chip : "r580", &(struct fl_model_config){.threads = 1}, NULL, 0);
	uint64_t size_B = 0;

	if (m)
		fl_model_vram(m, &size_B);
	fl_model_delete(m);
	return size_B < most_B ? size_B : most_B;
}

_Static_assert((int)FL_IMAGES <= (int)FL_MACHINE_MODULES, "a machine takes all files of a card");

/* What a bare-metal image loads into the card, as files without names. */
static enum fl_code make_modules(struct card *c, struct fl_err *err)
{
	const struct fl_image *image = c->d.firmware.images.of;
	enum fl_code code;

	/* The guest opens the card; here its identity is enough. */
	c->d.inner.vendor = (uint16_t)fl_model_cfg_read(c->d.model, FL_PCI_VENDOR, 2);
	c->d.inner.device = (uint16_t)fl_model_cfg_read(c->d.model, FL_PCI_DEVICE, 2);
	c->d.family = fl_family_of(&c->d.inner);
	code = fl_device_firmware(&c->d, c->a, err);
	for (; !code && c->n_modules < FL_IMAGES && image->data; image++) {
		int fd = memfd_create("microcode", MFD_CLOEXEC);

		if (fd >= 0)
			c->module_fd[c->n_modules++] = fd;
		if (fd < 0 || write(fd, image->data, image->size_B) != (ssize_t)image->size_B)
			code = fl_fail(err, FL_FAILED, "a file for the microcode: %s", strerror(errno));
	}
	return code;
}

static void close_modules(struct card *c)
{
	while (c->n_modules)
		close(c->module_fd[--c->n_modules]);
}

static enum fl_code read_rom(struct card *c, struct fl_err *err)
{
	FILE *f = fl_file_open(c->a->rom, err);

	if (!f)
		return err->code;
	c->rom_B = fread(c->rom, 1, sizeof c->rom, f);
	if (ferror(f))
		fl_file_fail(err, c->a->rom, errno);
	else if (!c->rom_B || fgetc(f) != EOF)
		fl_fail(err, FL_FAILED, "%s: a ROM of 1 byte to %u KiB is wanted", c->a->rom,
			ROM_MAX_B >> 10);
	fl_file_done(f);
	return err->code;
}

static enum fl_code share_ram(struct card *c, struct fl_err *err)
{
	c->ram_B = fl_machine_memory(c->a->n_operands, c->a->operand);
	if (!c->ram_B || c->ram_B % MIB)
		return fl_fail(err, FL_USAGE,
			       "-m: a whole number of megabytes is wanted, as in -m 512 or -m 1G");
	return share("firstlight-ram", c->ram_B, &c->ram_fd, &c->ram, err);
}

static enum fl_code open_card(struct card *c, struct fl_err *err)
{
	enum fl_code code;

	if (c->a->vram_mib & (c->a->vram_mib - 1))
		return fl_fail(err, FL_USAGE, "--vram %u: a power of two is wanted", c->a->vram_mib);
	c->vram_B = c->a->vram_mib ? (uint64_t)c->a->vram_mib * MIB : usual_vram(c->a->chip);
	if (fl_machine_is_board(c->a->qemu))
		code = share_ram(c, err);
	else
		code = c->a->slow_vram || !c->vram_B
			   ? FL_OK
			   : share("firstlight-vram", c->vram_B, &c->vram_fd, &c->vram, err);
	if (!code)
		code = make_model(c, err);
	if (!code && c->a->rom)
		code = read_rom(c, err);
	return code ? code : make_modules(c, err);
}

static enum fl_code start(struct card *c, struct fl_err *err)
{
	struct fl_machine_config mc = {.qemu = c->a->qemu,
				       .ram_fd = c->ram_fd,
				       .vram_fd = c->vram_fd,
				       .vram_B = fl_model_vram_bar_B(c->d.model),
				       .module_fd = c->module_fd,
				       .n_modules = c->n_modules,
				       .n_args = c->a->n_operands,
				       .args = c->a->operand};
	struct fl_proxy_config pc = {
	    .rom = c->rom, .rom_B = c->rom_B, .vram_fd = c->vram_fd > 0 ? c->vram_fd : 0};
	enum fl_code code;
	char why[256];

	if (c->a->window &&
	    !(c->window = fl_window_open(fl_model_describe(c->a->chip ? c->a->chip : "r580"), err)))
		return err->code;
	if (c->ram) {
		fl_mailbox_host_begin(&c->box, c->ram, c->ram_B, c->d.model,
				      c->a->chip ? c->a->chip : "r580");
		c->box.images = c->d.firmware.images;
	}
	code = fl_scribe_start(&c->scribe, c->a->out, err);
	if (!code)
		code = fl_machine_start(&c->machine, &mc, err);
	if (code || c->ram)
		return code;
	if (c->machine.test_fd >= 0)
		pc.shadow = c->shadow = fl_shadow_new(c->machine.test_fd);
	c->proxy = fl_proxy_new(c->machine.card_fd, c->d.model, &pc, why, sizeof why);
	return c->proxy ? FL_OK : fl_fail(err, FL_FAILED, "%s", why);
}

/* From here on the guest has a say in what this process does. A window is more than a sandbox can hold: the
 * libraries behind it talk to a display and to a graphics driver as they like. */
static enum fl_code shut_in(struct card *c, struct fl_err *err)
{
	const int fds[] = {c->ram_fd,          c->vram_fd,         c->signal_fd,
			   c->machine.card_fd, c->machine.test_fd, c->scribe.fd};
	const struct fl_sandbox s = {
	    .fds = fds, .n_fds = sizeof fds / sizeof *fds, .messages = true, .child = c->machine.pid};

	if (c->window)
		return FL_OK;
	close_modules(c);
	fl_device_jit_start(c->a, true);
	return fl_sandbox_enter(&s, err);
}

static void close_card(struct card *c)
{
	fl_child_stop(&c->machine.pid);
	fl_window_close(c->window);
	fl_shadow_free(c->shadow);
	fl_proxy_free(c->proxy);
	fl_device_close(&c->d, 0);
	fl_scribe_stop(&c->scribe);
	if (c->vram)
		munmap(c->vram, c->vram_B);
	if (c->ram)
		munmap(c->ram, c->ram_B);
	if (c->vram_fd >= 0)
		close(c->vram_fd);
	if (c->ram_fd >= 0)
		close(c->ram_fd);
	close_modules(c);
	if (c->signal_fd >= 0)
		close(c->signal_fd);
}

/* ---- signals ------------------------------------------------------------------------------------------- */
static enum fl_code write_picture(struct card *c)
{
	struct fl_err err = {0};
	unsigned w = 0, h = 0;
	uint8_t *rgb;

	if (!c->a->out)
		return fl_complain(FL_USAGE, "SIGUSR1: no --out FILE says where to write the picture");
	/* A surface that was just set is shown from the next frame on: that one is the picture. */
	fl_model_tick(c->d.model, FRAME_US);
	rgb = fl_screen_read(c->d.model, c->a->out, &w, &h, &err);
	if (rgb)
		fl_scribe_picture(&c->scribe, NULL, rgb, w, h, &err);
	free(rgb);
	return err.code ? fl_complain_err(&err) : FL_OK;
}

/* 0: go on; else the signal that ends it all. */
static int take_signals(struct card *c)
{
	struct signalfd_siginfo s;

	while (read(c->signal_fd, &s, sizeof s) == sizeof s) {
		if (s.ssi_signo == SIGUSR1)
			write_picture(c);
		else if (s.ssi_signo != SIGCHLD)
			return (int)s.ssi_signo;
	}
	return 0;
}

/* ---- as long as the machine runs ----------------------------------------------------------------------- */
static void wait_for_something(struct card *c, bool gone)
{
	struct pollfd f[FL_PROXY_FDS + 1] = {{.fd = c->signal_fd, .events = POLLIN}};
	int fds[FL_PROXY_FDS], ms = gone ? 10 : fl_proxy_patience_ms(c->proxy);

	fl_proxy_fds(c->proxy, fds);
	for (unsigned i = 0; i < FL_PROXY_FDS; i++)
		f[1 + i] = (struct pollfd){.fd = gone ? -1 : fds[i], .events = POLLIN};
	if (c->window && ms > FL_WINDOW_MS)
		ms = FL_WINDOW_MS;
	poll(f, FL_PROXY_FDS + 1, ms);
}

/* Nothing signals that the mailbox has something: while questions come it is looked at without a pause, and
 * after a while without any a thousand times a second. Returns the exit code. */
static int serve_mailbox(struct card *c)
{
	struct pollfd f = {.fd = c->signal_fd, .events = POLLIN};
	unsigned idle = 0;
	int code = 0;

	while (!fl_child_ended(&c->machine.pid, &code)) {
		int sig = take_signals(c);

		if (sig) {
			fl_child_stop(&c->machine.pid);
			return FL_EXIT_SIGNAL + sig;
		}
		for (unsigned i = 0; i < LOOKS; i++)
			idle = fl_mailbox_host_serve(&c->box) ? 0 : idle + 1;
		if (c->window && !fl_window_show(c->window, c->d.model)) {
			fl_child_stop(&c->machine.pid);
			return FL_OK;
		}
		if (!c->a->quiet)
			fl_device_reports(&c->d);
		poll(&f, 1, idle > IDLE_LOOKS);
	}
	return code;
}

/* Returns the exit code. */
static int serve(struct card *c)
{
	unsigned gone_ms = 0;
	bool gone = false;
	int code = 0;

	while (!fl_child_ended(&c->machine.pid, &code)) {
		int sig = take_signals(c);

		if (sig) {
			fl_child_stop(&c->machine.pid);
			return FL_EXIT_SIGNAL + sig;
		}
		if (!gone && fl_proxy_serve(c->proxy) != FL_PROXY_ON) {
			gone = true;
			if (*fl_proxy_error(c->proxy)) {
				fl_child_stop(&c->machine.pid);
				return fl_complain(FL_FAILED, "QEMU's side of the card: %s",
						   fl_proxy_error(c->proxy));
			}
		}
		if (c->window && !fl_window_show(c->window, c->d.model)) {
			fl_child_stop(&c->machine.pid);
			return FL_OK;
		}
		if (!c->a->quiet)
			fl_device_reports(&c->d); /* as they come: the guest may go on for long */
		/* it has closed the card's socket, and will end now */
		if (gone && (gone_ms += 10) > GONE_MS) {
			fl_child_stop(&c->machine.pid);
			return fl_complain(FL_FAILED,
					   "QEMU closed the card's socket, and went on for %u seconds",
					   GONE_MS / 1000);
		}
		wait_for_something(c, gone);
	}
	return code;
}

/* What --strict makes of QEMU's exit code when the model objected. 1 is no failure yet: a guest that leaves
 * through isa-debug-exit does so with its own code << 1 | 1 (QEMU hw/misc/debugexit.c), so 1 says that it is
 * content; it failed with 3. */
static int objected(int code)
{
	fl_complain(FL_FAILED, "the model objected: a card would perhaps show nothing");
	return code == 1 ? FL_FAILED << 1 | 1 : code ? code : FL_FAILED;
}

int fl_cmd_qemu(const struct fl_args *a)
{
	static struct card c;
	struct fl_err err = {0};
	unsigned objections;
	enum fl_code bad;
	int code;

	c = (struct card){
	    .a = a, .ram_fd = -1, .vram_fd = -1, .signal_fd = -1, .machine = {-1, -1, -1}, .scribe = {-1}};
	bad = fl_film_path(a->out, 1, false, &err);
	if (!bad)
		bad = fl_child_signals(SIGUSR1, &c.signal_fd, &err);
	if (!bad)
		bad = open_card(&c, &err);
	if (!bad)
		bad = start(&c, &err);
	if (!bad)
		bad = shut_in(&c, &err);
	if (bad) {
		close_card(&c);
		return fl_complain_err(&err);
	}
	code = c.ram ? serve_mailbox(&c) : serve(&c);
	bad = a->out ? write_picture(&c) : FL_OK;
	objections = !a->quiet || a->strict ? fl_device_reports(&c.d) : 0;
	close_card(&c);
	if (!code && bad)
		code = bad;
	return objections && a->strict ? objected(code) : code;
}
