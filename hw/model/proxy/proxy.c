/* SPDX-License-Identifier: MIT
 *
 * The proxy: one message after the other, and time. See proxy.h.
 */
#include "hw/model/proxy/internal.h"
#include "hw/model/proxy/shadow.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
	CFG_AFTER_BARS = 0x28, /* QEMU takes seven BARs, and the last for the ROM (its PCI_ROM_SLOT) */
	BUSY_MS = 1,
	IDLE_MS = 20,
	ONE_GO = 4096, /* messages before the caller has its turn */
	LONG_US = 100000,
};

static uint64_t wall_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

struct fl_proxy *fl_proxy_new(int fd, struct fl_model *m, const struct fl_proxy_config *config, char *why,
			      size_t why_size)
{
	struct fl_proxy *p = calloc(1, sizeof(*p));

	if (!p || fcntl(fd, F_GETFD) < 0) {
		snprintf(why, why_size, "%s", p ? "that is no open socket" : "out of memory");
		free(p);
		return NULL;
	}
	p->fd = fd;
	p->m = m;
	p->config = *config;
	p->irq_fd = p->resample_fd = -1;
	p->probing = true;
	p->last_us = wall_us();
	fl_model_reset(m);
	fl_proxy_size_windows(p);
	return p;
}

void fl_proxy_free(struct fl_proxy *p)
{
	if (!p)
		return;
	fl_proxy_drop_ram(p);
	fl_proxy_drop_irq(p);
	close(p->fd);
	free(p);
}

/* ---- configuration space ------------------------------------------------------------------------------- */
static bool good_cfg(struct fl_proxy *p, const struct fl_msg_cfg *c)
{
	if (c->size_B == 1 || c->size_B == 2 || c->size_B == 4)
		return true;
	return fl_proxy_fail(p, "an access of %d bytes to configuration space; 1, 2 or 4 are possible",
			     (int)c->size_B);
}

static uint32_t cfg_read(struct fl_proxy *p, const struct fl_msg_cfg *c)
{
	if (p->probing && c->where_B == CFG_AFTER_BARS)
		return p->probe_rom;
	return fl_model_cfg_read(p->m, c->where_B, (unsigned)c->size_B);
}

static void cfg_write(struct fl_proxy *p, const struct fl_msg_cfg *c)
{
	uint32_t rom_B = p->window_B[FL_PROXY_ROM];

	if (p->probing && c->where_B == CFG_AFTER_BARS)
		p->probe_rom = rom_B ? c->value & ~(rom_B - 1) : 0;
	else
		fl_model_cfg_write(p->m, c->where_B, (unsigned)c->size_B, c->value);
}

/* ---- the shadow ---------------------------------------------------------------------------------------- */
/* Before an access to a BAR is answered: the shadow belongs where the VRAM BAR is, as long as the chip shows
 * its memory there as it is; and an access to VRAM that came here means that it is not on top. */
static void place_shadow(struct fl_proxy *p, bool vram)
{
	uint32_t at = 0;

	if (!p->config.shadow)
		return;
	for (unsigned i = 0; i < FL_PROXY_BARS; i++)
		if (fl_proxy_is_vram(p, i))
			at = fl_proxy_window_at(p, i);
	if (!fl_model_vram_plain(p->m))
		at = 0;
	if (at != p->shadow_at || (at && vram))
		p->shadow_at = fl_shadow_place(p->config.shadow, at) ? at : 0;
}

/* ---- messages ------------------------------------------------------------------------------------------ */
static bool carry_out(struct fl_proxy *p, struct fl_msg *msg)
{
	uint64_t value = 0;
	bool vram = false;

	switch (msg->cmd) {
	case FL_MSG_SYNC_SYSMEM:
		return fl_proxy_sync_ram(p, msg);
	case FL_MSG_SET_IRQFD:
		return fl_proxy_set_irq(p, msg);
	case FL_MSG_CFG_READ:
		return good_cfg(p, &msg->cfg) && fl_proxy_answer(p, cfg_read(p, &msg->cfg));
	case FL_MSG_CFG_WRITE:
		if (!good_cfg(p, &msg->cfg))
			return false;
		cfg_write(p, &msg->cfg);
		return fl_proxy_answer(p, 0);
	case FL_MSG_BAR_READ:
		if (!fl_proxy_window_read(p, &msg->bar, &value, &vram))
			return false;
		place_shadow(p, vram);
		return fl_proxy_answer(p, value);
	case FL_MSG_BAR_WRITE:
		if (!fl_proxy_window_write(p, &msg->bar, &vram))
			return false;
		place_shadow(p, vram);
		return fl_proxy_answer(p, 0);
	case FL_MSG_RESET:
		p->probing = false;
		fl_model_reset(p->m);
		p->shadow_at = 0;
		if (p->config.shadow)
			fl_shadow_reset(p->config.shadow);
		return fl_proxy_answer(p, 0);
	case FL_MSG_RET:
	case FL_MSG_COUNT:
		break;
	}
	return fl_proxy_fail(p, "command %d", (int)msg->cmd);
}

static void let_time_pass(struct fl_proxy *p)
{
	uint64_t now_us = wall_us(), us = now_us - p->last_us;

	/* after a stop of the machine or of this process the chip does not catch up */
	if (us)
		fl_model_tick(p->m, us < LONG_US ? us : LONG_US);
	p->last_us = us ? wall_us() : now_us;
}

enum fl_proxy_state fl_proxy_serve(struct fl_proxy *p)
{
	int got = 1;

	for (unsigned n = 0; got > 0 && n < ONE_GO; n++) {
		struct fl_msg msg;

		got = p->error[0] ? -1 : fl_proxy_receive(p, &msg);
		if (got <= 0)
			break;
		p->count++;
		let_time_pass(p);
		if (!carry_out(p, &msg) || !fl_proxy_ram_there(p) || !fl_proxy_tell_irq(p))
			got = -1;
		fl_msg_close(&msg);
	}
	if (got >= 0) {
		let_time_pass(p);
		if (!fl_proxy_ram_there(p) || !fl_proxy_tell_irq(p))
			got = -1;
	}
	return got >= 0 ? FL_PROXY_ON : p->error[0] ? FL_PROXY_BAD : FL_PROXY_GONE;
}

void fl_proxy_fds(const struct fl_proxy *p, int fds[FL_PROXY_FDS])
{
	fds[0] = p->fd;
	fds[1] = p->irq_was_told ? p->resample_fd
				 : -1; /* else nobody reads it, and it could be readable for ever */
}

int fl_proxy_patience_ms(const struct fl_proxy *p)
{
	return fl_model_busy(p->m) ? BUSY_MS : IDLE_MS;
}

const char *fl_proxy_error(const struct fl_proxy *p)
{
	return p->error;
}

uint64_t fl_proxy_count(const struct fl_proxy *p)
{
	return p->count;
}
