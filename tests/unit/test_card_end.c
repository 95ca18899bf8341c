/* SPDX-License-Identifier: MIT
 *
 * A card in a machine, and how it ends: neither process outlives the other, whichever dies, and however; a
 * machine that is reset in the middle of a frame goes on; pictures on request; exit codes.
 */
#include "tests/unit/test_image.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { SOON_MS = 10000 };

static const char *const plain[] = {"--quiet", NULL};

static void run(struct qemu *q, const char *const card[], const char *line)
{
	/* -action reboot=reset: a reset is one, whatever -no-reboot said */
	start_card(q, card, (const char *const[]){IMAGE, "-append", line, "-action", "reboot=reset", NULL});
}

/* Frames without end, and the card awake. The machine's process. */
static pid_t run_frames(struct qemu *q)
{
	run(q, plain, "demo cube frames=100000");
	wait_text(q, "fence", 30000);
	cr_assert_gt(qemu_machine(q), 0);
	return qemu_machine(q);
}

/* No such process any more, or a zombie that nobody waited for. */
static bool ends(pid_t pid, unsigned timeout_ms)
{
	char name[64], text[256];

	for (unsigned ms = 0; ms < timeout_ms; ms += 20, usleep(20000)) {
		FILE *f;

		if (kill(pid, 0) && errno == ESRCH)
			return true;
		snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
		f = fopen(name, "r");
		if (!f)
			return true;
		bool zombie = fgets(text, sizeof text, f) && strstr(text, ") Z");
		fclose(f);
		if (zombie)
			return true;
	}
	return false;
}

Test(card_end, the_cards_process_is_killed, .timeout = 90)
{
	struct qemu q;
	pid_t machine = run_frames(&q);

	kill(q.pid, SIGKILL);
	cr_assert(ends(machine, SOON_MS), "QEMU runs on without its card");
	cr_assert_eq(qemu_wait_exit(&q, SOON_MS), -1); /* by a signal */
	qemu_end(&q);
}

Test(card_end, the_machine_is_killed, .timeout = 90)
{
	struct qemu q;
	pid_t machine = run_frames(&q);

	kill(machine, SIGKILL);
	cr_assert_eq(qemu_wait_exit(&q, SOON_MS), 128 + SIGKILL);
	qemu_end(&q);
}

Test(card_end, interrupted, .timeout = 90)
{
	static const int signals[] = {SIGINT, SIGTERM};

	for (unsigned i = 0; i < 2; i++) {
		struct qemu q;
		pid_t machine = run_frames(&q);

		kill(q.pid, signals[i]);
		cr_assert_eq(qemu_wait_exit(&q, SOON_MS), 128 + signals[i]);
		cr_assert(ends(machine, 100), "QEMU runs on");
		qemu_end(&q);
	}
}

Test(card_end, told_to_quit, .timeout = 90)
{
	struct qemu q;

	run_frames(&q);
	cr_assert(qemu_do(&q, "quit"));
	cr_assert_eq(qemu_wait_exit(&q, SOON_MS), 0);
	qemu_end(&q);
}

/* Stopped (SIGSTOP) the card keeps the machine waiting, and no longer than it is stopped. */
Test(card_end, stopped_and_continued, .timeout = 90)
{
	struct qemu q;

	run(&q, plain, "demo cube frames=30 exit");
	wait_text(&q, "fence", 30000);
	kill(q.pid, SIGSTOP);
	usleep(500000);
	kill(q.pid, SIGCONT);
	cr_assert_eq(qemu_wait_exit(&q, 60000), 1);
	qemu_end(&q);
}

static unsigned count(struct qemu *q, const char *text)
{
	char *log = qemu_serial(q);
	unsigned n = 0;

	for (const char *p = log; (p = strstr(p, text)); p++)
		n++;
	free(log);
	return n;
}

/* At moments that differ: while the firmware runs, while the card wakes, in frames. Each time it comes up
 * again. */
Test(card_end, reset_in_the_middle_of_a_frame, .timeout = 180)
{
	static const unsigned after_ms[] = {0, 3, 11, 50, 170, 333};
	struct qemu q;

	run(&q, plain, "demo cube frames=100000");
	for (unsigned i = 0; i < sizeof after_ms / sizeof *after_ms; i++) {
		unsigned n = count(&q, "ok   fence"), ms = 0;

		for (; count(&q, "ok   fence") == n && ms < 30000; ms += 10)
			usleep(10000);
		if (ms >= 30000) {
			qemu_end(&q);
			cr_assert_fail("it does not come up after reset %u", i);
		}
		usleep(after_ms[i] * 1000);
		if (!qemu_do(&q, "system_reset")) {
			qemu_end(&q);
			cr_assert_fail("QEMU does not take reset %u", i);
		}
		if (i % 2)
			qemu_do(&q, "system_reset"); /* and at once again */
	}
	cr_assert_eq(count(&q, "FAIL"), 0u);
	cr_assert(qemu_do(&q, "quit"));
	cr_assert_eq(qemu_wait_exit(&q, SOON_MS), 0);
	qemu_end(&q);
}

/* Every register written, at the image's monitor, past the checks that it has: as memory. The machine
 * answers, a reset puts the card right, and it wakes again. */
Test(card_end, nonsense_from_a_guest, .timeout = 180)
{
	static const char *const values[] = {"0xffffffff", "0xdeadbeef", "0x80000001", "0x4000"};
	char line[128], answer[32];
	unsigned at = 0;
	struct qemu q;

	run(&q, plain, "monitor");
	type_until(&q, "", "R580> ");
	type_until(&q, "ring\r", "fence 1 passed");
	type_until(&q, "pci.l read 0x18; echo bar\r", "\nbar\r");
	char *log = qemu_serial(&q), *p = strstr(log, "\n0x18: ");
	cr_assert(p && sscanf(p, "\n0x18: %x", &at) == 1 && at, "no BAR 2 in:\n%s", log);
	free(log);
	for (unsigned i = 0; i < 4; i++) {
		snprintf(line, sizeof line, "mw --force=unknown mem:0x%x %s 16384; echo over%u\r", at & ~15u,
			 values[i], i);
		snprintf(answer, sizeof answer, "\nover%u\r", i);
		type_until(&q, line, answer);
	}
	cr_assert(qemu_do(&q, "system_reset"));
	for (unsigned ms = 0; count(&q, "firstlight monitor") < 2 && ms < 30000; ms += 20)
		usleep(20000);
	wait_text(&q, "R580> ", 30000);
	cr_assert(qemu_type(&q, "ring\r"));
	for (unsigned ms = 0; count(&q, "fence 1 passed") < 2 && ms < 30000; ms += 20)
		usleep(20000);
	unsigned woken = count(&q, "fence 1 passed");
	cr_assert(qemu_do(&q, "quit"));
	cr_assert_eq(qemu_wait_exit(&q, SOON_MS), 0);
	qemu_end(&q);
	cr_assert_eq(woken, 2u, "it does not wake after the reset");
}

/* A guest that is content leaves through isa-debug-exit with 1, one that failed with 3 or more. With --strict
 * an indirect buffer that is started before the command processor is one that the model refuses: 1 becomes 3,
 * which no content guest gives. */
Test(card_end, strict_beside_the_guests_own_code, .timeout = 120)
{
	static const struct {
		const char *option, *typed;
		int code;
	} cases[] = {
	    {"--strict", "exit\r", 1},
	    {"--strict", "write --force=unknown CP_IB_BUFSZ=2; exit\r", 3},
	    {"--strict", "write --force=unknown CP_IB_BUFSZ=2; exit 4\r", 4 << 1 | 1},
	    {NULL, "write --force=unknown CP_IB_BUFSZ=2; exit\r", 1},
	};

	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct qemu q;
		int code;

		run(&q, (const char *const[]){cases[i].option, NULL}, "monitor exit");
		type_until(&q, "", "R580> ");
		cr_assert(qemu_type(&q, cases[i].typed));
		code = qemu_wait_exit(&q, SOON_MS);
		qemu_end(&q);
		cr_expect_eq(code, cases[i].code, "case %u: exit code %d", i, code);
	}
}

/* ---- what is written ----------------------------------------------------------------------------------- */
Test(card_end, a_picture_on_request, .timeout = 90)
{
	char dir[] = "/tmp/firstlight-card-XXXXXX", out[64];
	struct stat st = {0};
	struct qemu q;

	cr_assert(mkdtemp(dir));
	snprintf(out, sizeof out, "%s/now.png", dir);
	run(&q, (const char *const[]){"--out", out, NULL}, "demo cube frames=100000");
	wait_text(&q, "fence", 30000);
	usleep(300000);
	kill(q.pid, SIGUSR1);
	for (unsigned ms = 0; ms < SOON_MS && (stat(out, &st) || !st.st_size); ms += 20)
		usleep(20000);
	cr_assert_gt(st.st_size, 0, "no picture came");
	cr_assert_eq(kill(q.pid, 0), 0, "it goes on");
	cr_assert(qemu_do(&q, "quit"));
	cr_assert_eq(qemu_wait_exit(&q, SOON_MS), 0);
	qemu_end(&q);
	unlink(out);
	rmdir(dir);
}

/* Exit code and what is said, of the command alone. */
static void says(const char *args, int code, const char *text)
{
	char command[512], said[4096] = "";
	FILE *f;
	int status;

	snprintf(command, sizeof command, "SDL_VIDEODRIVER=none-such timeout 60 %s qemu %s 2>&1",
		 built("firstlight"), args);
	f = popen(command, "r");
	cr_assert(f);
	said[fread(said, 1, sizeof said - 1, f)] = 0;
	status = pclose(f);
	cr_assert_eq(WEXITSTATUS(status), code, "%s: exit code %d:\n%s", args, WEXITSTATUS(status), said);
	cr_assert(strstr(said, text), "%s: no '%s' in:\n%s", args, text, said);
}

Test(card_end, mistakes, .timeout = 90)
{
	says("", 2, "ARGUMENT");
	says("--chip r999 -- -S", 2, "r580");
	says("--vram 48 -- -S", 2, "a power of two");
	says("--break nothing -- -S", 2, "no fault");
	says("--rom /dev/null -- -S", 1, "a ROM of 1 byte to 128 KiB");
	says("--rom /nonexistent -- -S", 3, "No such file");
	says("--qemu /nonexistent/qemu -- -S", 3, "is not there");
	says("--qemu /dev/null -- -S", 4, "Permission denied");
	says("--window -- -S", 1, "no window"); /* no SDL2, or not the driver asked for above */
	says("-- -m many", 2, "-m 512");
	says("-- -device no-such-device", 1, "no-such-device"); /* QEMU's own words and exit code */
}
