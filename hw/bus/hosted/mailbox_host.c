/* SPDX-License-Identifier: MIT
 *
 * The answering side of a mailbox; see mailbox_host.h.
 */
#include "hw/bus/hosted/mailbox_host.h"

#include <string.h>
#include <time.h>

enum { LONG_US = 100000 }; /* after a stop of the machine or of this process the chip does not catch up */

static uint64_t wall_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

void fl_mailbox_host_begin(struct fl_mailbox_host *h, void *ram, uint64_t ram_B, struct fl_model *model,
			   const char *chip)
{
	struct fl_mailbox_page p = {.version = FL_MAILBOX_VERSION,
				    .regs_B = fl_model_regs_size_B(model),
				    .vram_B = fl_model_vram_bar_B(model),
				    .vram_addr = fl_model_vram_addr(model)};

	for (unsigned i = 0; i < 4; i++)
		p.magic[i] = fl_mailbox_magic(i);
	strncpy(p.chip, chip, sizeof p.chip - 1);
	*h = (struct fl_mailbox_host){.ram = ram, .ram_B = ram_B, .model = model, .last_us = wall_us()};
	h->page = (volatile struct fl_mailbox_page *)((uint8_t *)ram + ram_B - FL_MAILBOX_B);
	memcpy((uint8_t *)ram + ram_B - FL_MAILBOX_B, &p, sizeof p);
}

/* Naturally aligned, as a bus passes it on. */
static bool sized(uint64_t offset_B, uint32_t size_B)
{
	return (size_B == 1 || size_B == 2 || size_B == 4) && offset_B <= UINT32_MAX &&
	       offset_B % size_B == 0;
}

static uint32_t hello(struct fl_mailbox_host *h, uint64_t addr)
{
	const struct fl_model_ram ram = {addr, h->ram_B, h->ram};

	return fl_model_set_ram(h->model, &ram, 1);
}

static uint32_t file(struct fl_mailbox_host *h, uint32_t i, uint64_t offset_B, uint8_t *data, uint32_t n)
{
	const struct fl_image *f = i < FL_IMAGES ? &h->images.of[i] : NULL;

	if (!f || !f->data)
		return 0;
	if (offset_B <= f->size_B && n <= f->size_B - offset_B)
		memcpy(data, (const uint8_t *)f->data + offset_B, n);
	return (uint32_t)f->size_B;
}

static uint32_t carry_out(struct fl_mailbox_host *h, uint32_t op, uint64_t offset_B, uint32_t n,
			  uint32_t value)
{
	uint8_t data[FL_MAILBOX_DATA_B];
	bool bulk = n <= sizeof data;

	switch (op) {
	case FL_MAILBOX_HELLO:
		return hello(h, offset_B);
	case FL_MAILBOX_READ:
		return sized(offset_B, n) ? fl_model_read(h->model, (uint32_t)offset_B, n) : UINT32_MAX;
	case FL_MAILBOX_WRITE:
		if (sized(offset_B, n))
			fl_model_write(h->model, (uint32_t)offset_B, n, value);
		return 0;
	case FL_MAILBOX_CFG_READ:
		return sized(offset_B, n) ? fl_model_cfg_read(h->model, (unsigned)offset_B, n) : UINT32_MAX;
	case FL_MAILBOX_CFG_WRITE:
		if (sized(offset_B, n))
			fl_model_cfg_write(h->model, (unsigned)offset_B, n, value);
		return 0;
	case FL_MAILBOX_VRAM_READ:
		if (bulk) {
			fl_model_vram_read(h->model, offset_B, data, n);
			memcpy((uint8_t *)h->page->data, data, n);
		}
		return 0;
	case FL_MAILBOX_VRAM_WRITE:
		if (bulk) {
			memcpy(data, (const uint8_t *)h->page->data, n);
			fl_model_vram_write(h->model, offset_B, data, n);
		}
		return 0;
	case FL_MAILBOX_FILE:
		value = bulk ? file(h, value, offset_B, data, n) : 0;
		if (bulk && value && offset_B <= value && n <= value - offset_B)
			memcpy((uint8_t *)h->page->data, data, n);
		return value;
	default:
		return UINT32_MAX;
	}
}

static void let_time_pass(struct fl_mailbox_host *h)
{
	uint64_t now_us = wall_us(), us = now_us - h->last_us;

	if (us)
		fl_model_tick(h->model, us < LONG_US ? us : LONG_US);
	h->last_us = us ? wall_us() : now_us;
}

bool fl_mailbox_host_serve(struct fl_mailbox_host *h)
{
	uint32_t asked = __atomic_load_n(&h->page->asked, __ATOMIC_ACQUIRE);

	let_time_pass(h);
	if (asked == h->answered)
		return false;
	h->page->answer = carry_out(h, h->page->op, h->page->offset_B, h->page->size_B, h->page->value);
	h->answered = asked;
	h->count++;
	__atomic_store_n(&h->page->answered, asked, __ATOMIC_RELEASE);
	return true;
}
