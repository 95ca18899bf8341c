/* SPDX-License-Identifier: MIT
 *
 * Time on the render node: what the chip writes behind its work and what RADEON_INFO_TIMESTAMP says are one
 * counter, in periods of the crystal, and it goes as the machine's does. OpenGL has it as GL_TIMESTAMP.
 */
#include "hw/regs/r600.h"
#include "tests/unit/test_drm_rig.h"

#include <errno.h>
#include <time.h>

enum { SIZE_B = 4096, KHZ = 27000, WAIT_MS = 5, RAN = 40, CLOCK = 3u };

static int info(const struct client *c, uint32_t request, uint64_t *value)
{
	uint8_t answer[sizeof(struct drm_radeon_info) + sizeof(*value)] = {0};
	struct {
		struct drm_radeon_info i;
		uint32_t value;
	} q = {{.request = request}, 0};
	int result;

	cr_assert(say(c->channel, DRM_IOCTL_RADEON_INFO, &q, sizeof(q.i) + 4, -1));
	result = hear(c->channel, answer, sizeof(answer), NULL);
	memcpy(value, answer + sizeof(struct drm_radeon_info), sizeof(*value));
	return result;
}

/* What the chip has when it comes by. */
static uint64_t written(const struct client *c, uint32_t handle, const volatile uint64_t *at)
{
	const uint32_t dw[] = {0xc0000000u | 4u << 16 | R600_PKT3_EVENT_WRITE_EOP << 8,
			       RAN | 5 << 8,
			       0,
			       CLOCK << 29,
			       0,
			       0,
			       0xc0000000u | R600_PKT3_NOP << 8,
			       0};

	cr_assert_eq(submit(c, dw, sizeof(dw) / sizeof(dw[0]), handle), 0);
	wait_idle(c, handle);
	return *at;
}

Test(r600_drm_time, one_counter, .timeout = 60)
{
	const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000};
	uint64_t before, behind, khz, last = 0;
	struct client c;
	uint32_t handle;
	const volatile uint64_t *at;

	server_start("rv770", 0);
	c = client_open();
	handle = make_buffer(&c, SIZE_B);
	at = map_buffer(&c, handle, SIZE_B);
	cr_assert_eq(info(&c, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &khz), 0);
	cr_assert_eq((uint32_t)khz, KHZ);
	for (unsigned i = 0; i < 4; i++) {
		cr_assert_eq(info(&c, RADEON_INFO_TIMESTAMP, &before), 0);
		nanosleep(&pause, NULL);
		const uint64_t chip = written(&c, handle, at);

		cr_assert_eq(info(&c, RADEON_INFO_TIMESTAMP, &behind), 0);
		cr_expect_geq(chip, before + WAIT_MS * KHZ, "%llu behind %llu", (unsigned long long)chip,
			      (unsigned long long)before);
		cr_expect_leq(chip, behind);
		cr_expect_geq(before, last);
		last = behind;
	}
	client_close(&c);
	server_end();
}

/* Linux has this counter from R6xx on. */
Test(r600_drm_time, r5xx_has_none)
{
	struct client c;
	uint64_t value;

	server_start("r580", 0);
	c = client_open();
	cr_expect_eq(info(&c, RADEON_INFO_TIMESTAMP, &value), EINVAL);
	client_close(&c);
	server_end();
}
