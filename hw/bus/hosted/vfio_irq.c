/* SPDX-License-Identifier: MIT
 *
 * VFIO: the card's interrupt, which arrives at an eventfd. The line (INTx) first: unlike a message (MSI) it
 * needs nothing of the card, and the kernel masks it until it is asked to let the next one through.
 */
#include "hw/bus/hosted/vfio.h"

#include <errno.h>
#include <linux/vfio.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { LOOK_MS = 50 }; /* how often somebody who wants an end is listened to */

/* An action on the first vector of an index; fd -1: without a descriptor. */
static int set(const struct fl_vfio *v, uint32_t index, uint32_t flags, uint32_t count, int fd)
{
	union {
		struct vfio_irq_set set;
		uint8_t bytes[sizeof(struct vfio_irq_set) + sizeof(fd)];
	} u = {.set = {.argsz = sizeof(u), .flags = flags, .index = index, .count = count}};

	if (fd < 0)
		u.set.argsz = sizeof(u.set);
	memcpy(u.bytes + sizeof(u.set), &fd, sizeof(fd));
	return fl_system_ioctl(v->o, v->device, VFIO_DEVICE_SET_IRQS, &u);
}

static bool switch_on(struct fl_vfio *v, uint32_t index)
{
	struct vfio_irq_info info = {.argsz = sizeof(info), .index = index};

	if (index >= v->n_irqs || fl_system_ioctl(v->o, v->device, VFIO_DEVICE_GET_IRQ_INFO, &info) ||
	    !info.count || !(info.flags & VFIO_IRQ_INFO_EVENTFD))
		return false;
	if (set(v, index, VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER, 1, v->eventfd))
		return false;
	v->irq_index = index;
	v->irq_masks = info.flags & VFIO_IRQ_INFO_AUTOMASKED;
	return true;
}

static enum fl_code begin(struct fl_vfio *v, const char *card, struct fl_err *err)
{
	int why;

	v->eventfd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (v->eventfd < 0)
		return fl_fail(err, FL_FAILED, "%s: no eventfd: %s", card, strerror(errno));
	if (switch_on(v, VFIO_PCI_INTX_IRQ_INDEX) || switch_on(v, VFIO_PCI_MSI_IRQ_INDEX))
		return FL_OK;
	why = errno;
	close(v->eventfd);
	v->eventfd = -1;
	return fl_fail(err, FL_NO_DEVICE,
		       "%s: VFIO gives it no interrupt, neither by line nor by message (%s)", card,
		       strerror(why));
}

void fl_vfio_irq_off(struct fl_vfio *v)
{
	if (v->eventfd < 0)
		return;
	set(v, v->irq_index, VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER, 0, -1);
	close(v->eventfd);
	v->eventfd = -1;
}

enum fl_code fl_vfio_irq_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	struct fl_vfio *v = ((struct fl_hosted *)d->priv)->vfio;
	uint64_t end = fl_now_us(d) + timeout_us, now;
	enum fl_code code = v->eventfd < 0 ? begin(v, d->name, err) : FL_OK;
	uint64_t count;

	if (code)
		return code;
	/* What it came for last time is cleared by now. */
	if (v->irq_masked && set(v, v->irq_index, VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_UNMASK, 1, -1))
		return fl_fail(err, FL_FAILED, "%s: its interrupt stays masked: %s", d->name,
			       strerror(errno));
	v->irq_masked = false;
	for (;;) {
		struct pollfd p = {v->eventfd, POLLIN, 0};

		if (read(v->eventfd, &count, sizeof(count)) == sizeof(count)) {
			v->irq_masked = v->irq_masks;
			return FL_OK;
		}
		now = fl_now_us(d);
		if (now >= end || fl_stopped(d))
			break;
		poll(&p, 1, end - now < LOOK_MS * 1000 ? (int)((end - now + 999) / 1000) : LOOK_MS);
	}
	return fl_fail(err, FL_TIMEOUT, "%s: no interrupt in %llu ms%s", d->name,
		       (unsigned long long)(timeout_us / 1000), fl_stopped(d) ? ": interrupted" : "");
}
