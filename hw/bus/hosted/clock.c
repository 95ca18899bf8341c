/* SPDX-License-Identifier: MIT
 *
 * The clock of the machine that the program runs on.
 */
#include "hw/bus/hosted/internal.h"

#include <errno.h>
#include <time.h>

uint64_t fl_clock_now_us(struct fl_dev *d)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

void fl_clock_delay_us(struct fl_dev *d, uint64_t us)
{
	uint64_t end = fl_clock_now_us(d) + us;

	/* A sleep takes 50 us and more to return: short waits spin. */
	if (us >= 100) {
		struct timespec t = {(time_t)(us / 1000000), (long)(us % 1000000) * 1000};

		while (nanosleep(&t, &t) && errno == EINTR)
			;
	}
	while (fl_clock_now_us(d) < end)
		;
}
