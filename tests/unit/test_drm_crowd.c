/* SPDX-License-Identifier: MIT
 *
 * The render node while its engine is long with one submission: clients come and go by the thousand, each
 * with four GiB of addresses, and memory for a new model may be short. The engine is held at a gate: it
 * writes what it is about to run to a capture, whose file waits until the test lets it go on.
 */
#include "tests/unit/test_drm_rig.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { SIZE_B = 4096, CROWD = 700 };

static struct {
	pthread_mutex_t lock;
	pthread_cond_t moved;
	bool closed, waits;
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};

static ssize_t pass(void *unused, const char *data, size_t n)
{
	pthread_mutex_lock(&gate.lock);
	while (gate.closed) {
		gate.waits = true;
		pthread_cond_broadcast(&gate.moved);
		pthread_cond_wait(&gate.moved, &gate.lock);
	}
	gate.waits = false;
	pthread_mutex_unlock(&gate.lock);
	return (ssize_t)n;
}

static void gate_set(bool closed)
{
	pthread_mutex_lock(&gate.lock);
	gate.closed = closed;
	pthread_cond_broadcast(&gate.moved);
	pthread_mutex_unlock(&gate.lock);
}

/* The engine stands there. */
static void gate_holds(void)
{
	pthread_mutex_lock(&gate.lock);
	while (!gate.waits)
		pthread_cond_wait(&gate.moved, &gate.lock);
	pthread_mutex_unlock(&gate.lock);
}

static FILE *gated(void)
{
	FILE *f = fopencookie(NULL, "w", (cookie_io_functions_t){.write = pass});

	cr_assert(f);
	setvbuf(f, NULL, _IONBF, 0);
	return f;
}

/* A type-2 packet, which does nothing; both families have it. */
static int idle(const struct client *c, uint32_t handle)
{
	return submit(c, (const uint32_t[]){0x80000000u}, 1, handle);
}

static unsigned clients_at_most(unsigned n)
{
	unsigned now = server_stats().clients_now;

	for (unsigned ms = 0; ms < 2000 && now > n; ms++) {
		usleep(1000);
		now = server_stats().clients_now;
	}
	return now;
}

/* What never reached the engine does not wait for it: neither buffers and their memory, nor clients. */
static void comes_and_goes(const char *chip, uint32_t family)
{
	FILE *f = gated();
	struct client a;
	uint32_t handle;

	server_start_capture(chip, 0, f, family);
	a = client_open();
	handle = make_buffer(&a, SIZE_B);
	gate_set(true);
	cr_assert_eq(idle(&a, handle), 0);
	gate_holds();
	for (unsigned i = 0; i < CROWD; i++) {
		struct client c = client_open();

		cr_assert_eq(idle(&c, make_buffer(&c, SIZE_B)), 0);
		client_close(&c);
		if (i % 16 == 0)
			cr_assert_leq(clients_at_most(1), 1u, "client %u is still there", i);
	}
	cr_expect_eq(clients_at_most(1), 1u);
	cr_expect_eq(server_stats().buffers_now, 1u);
	gate_set(false);
	wait_idle(&a, handle);
	client_close(&a);
	cr_expect_eq(clients_at_most(0), 0u);
	cr_expect_eq(server_stats().resets, 0u);
	server_end();
	fclose(f);
}

Test(drm_crowd, does_not_wait_for_the_engine, .timeout = 60)
{
	comes_and_goes("rv770", 2);
}

/* Those that the engine has yet to let go of count: there are so many at a time at most. */
Test(drm_crowd, has_an_end, .timeout = 60)
{
	enum { RAN = 200 };
	const uint32_t magic = FL_DRM_MAGIC;
	int node[FL_DRM_CONNS];
	struct client a, c[RAN];
	FILE *f = gated();
	unsigned n = 0;
	uint32_t handle;
	bool more = true;

	server_start_capture("rv770", 0, f, 2);
	a = client_open();
	handle = make_buffer(&a, SIZE_B);
	for (unsigned i = 0; i < RAN; i++) {
		uint32_t h;

		c[i] = client_open();
		h = make_buffer(&c[i], SIZE_B);
		cr_assert_eq(idle(&c[i], h), 0);
		wait_idle(&c[i], h);
	}
	gate_set(true);
	cr_assert_eq(idle(&a, handle), 0);
	gate_holds();
	for (unsigned i = 0; i < RAN; i++)
		client_close(&c[i]);
	while (more && n < FL_DRM_CONNS - 2) {
		char name[64];

		snprintf(name, sizeof name, FL_DRM_NAME "crowd-%d-%u", (int)getpid(), n);
		node[n] = dial(name);
		cr_assert(say(node[n], FL_DRM_HELLO_NODE, &magic, 4, -1));
		more = !hear(node[n], NULL, 0, NULL);
		n++;
	}
	cr_expect(!more);
	cr_expect_eq(n - 1, FL_DRM_CONNS - 1u - RAN);
	gate_set(false);
	wait_idle(&a, handle);
	cr_expect_leq(clients_at_most(n), n);
	for (unsigned i = 0; i < n; i++)
		close(node[i]);
	client_close(&a);
	cr_expect_eq(clients_at_most(0), 0u);
	server_end();
	fclose(f);
}

static unsigned long long addresses_B(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	unsigned long long pages = 0;

	cr_assert(f && fscanf(f, "%llu", &pages) == 1);
	fclose(f);
	return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

/* The node said so within five seconds. */
static bool hung(void)
{
	for (unsigned ms = 0; ms < 5000; ms++) {
		int kind;

		server_event(&kind);
		if (kind == FL_DRM_HUNG)
			return true;
		if (kind < 0)
			usleep(1000);
	}
	return false;
}

/* A model that hung is made anew. Where there is no memory for it just then, the client that comes next is
 * not to blame: its submission runs once there is. */
Test(drm_crowd, who_comes_after_a_reset_is_not_to_blame, .timeout = 60)
{
	/* WAIT_REG_MEM of a register, until it is what it will not be: for ever. */
	static const uint32_t never[] = {0xc0053c00u, 3, 0x8040 / 4 * 4, 0, 0xffffffffu, 0xffffffffu, 10};
	FILE *f = gated();
	struct rlimit was, less;
	struct client a, b;
	uint32_t ha, hb;
	int kind;

	if (getenv("FL_SANITIZED"))
		cr_skip_test("sanitizers want addresses of their own at any time");
	server_start_capture("rv770", 0, f, 2);
	a = client_open();
	b = client_open();
	ha = make_buffer(&a, SIZE_B);
	hb = make_buffer(&b, SIZE_B);
	cr_assert_eq(idle(&b, hb), 0);
	wait_idle(&b, hb);
	gate_set(true);
	cr_assert_eq(submit(&a, never, sizeof never / 4, ha), 0);
	gate_holds();
	cr_assert_eq(getrlimit(RLIMIT_AS, &was), 0);
	less = was;
	less.rlim_cur = addresses_B() - (256u << 20); /* less than the model has, which is half a GiB */
	cr_assert_eq(setrlimit(RLIMIT_AS, &less), 0);
	gate_set(false);
	cr_expect(hung());
	cr_assert_eq(setrlimit(RLIMIT_AS, &was), 0);
	cr_expect_eq(idle(&b, hb), 0);
	wait_idle(&b, hb);
	cr_expect_eq(server_stats().resets, 1u, "who came next was blamed");
	cr_expect_eq((server_event(&kind), kind), -1);
	client_close(&a);
	client_close(&b);
	server_end();
	fclose(f);
}
