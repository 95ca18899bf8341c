/* SPDX-License-Identifier: MIT
 *
 * The ARM images entered as U-Boot's `go` enters a program: MMU and caches on, at U-Boot's level, with a
 * count and texts in the first two registers. Debian 12's own `go` waits on these machines until a PL011 is
 * full, which it never is; so a debugger's port does what `go` would: it stops U-Boot at its prompt, and sets
 * the registers.
 */
#include "tests/unit/test_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

enum { IMAGE_AT = 0x42000000, ARGV_AT = 0x44000000, TEXTS_AT = 0x44000100, THUMB = 1 << 5 };
enum { A64_PC = 32, ARM_PC = 15, ARM_CPSR = 25 }; /* GDB's numbers */

static int port = -1;

/* One packet of GDB's remote protocol, and its answer without the frame. Connecting stops the machine, and so
 * does stop_by(): QEMU says so once or twice, at any time, and what it says is no answer. */
static const char *packet(const char *text)
{
	static char answer[1 << 16];
	char line[1024], *start = answer, *end;
	uint8_t sum = 0;
	size_t n = 0;

	for (const char *s = text; *s; s++)
		sum += (uint8_t)*s;
	snprintf(line, sizeof line, "$%s#%02x", text, sum);
	cr_assert_eq(send(port, line, strlen(line), MSG_NOSIGNAL), (ssize_t)strlen(line));
	*answer = 0;
	while (1) {
		char *frame = strchr(start, '$');

		end = frame ? strchr(frame, '#') : NULL;
		if (end && strlen(end) >= 3) {
			cr_assert_eq(send(port, "+", 1, MSG_NOSIGNAL), 1);
			start = end + 3;
			if (frame[1] == 'T')
				continue;
			*end = 0;
			return frame + 1;
		}
		ssize_t got = recv(port, answer + n, sizeof answer - 1 - n, 0);

		cr_assert_gt(got, 0, "no answer to %s", text);
		n += (size_t)got;
		answer[n] = 0;
	}
}

static void set_register(unsigned no, uint64_t v, unsigned size_B)
{
	char text[64];
	int n = snprintf(text, sizeof text, "P%x=", no);

	for (unsigned i = 0; i < size_B; i++)
		n += snprintf(text + n, sizeof text - (size_t)n, "%02x", (unsigned)(v >> 8 * i & 255));
	cr_assert_str_eq(packet(text), "OK", "%s", text);
}

static void set_memory(uint32_t at, const void *data, unsigned n)
{
	char text[900];
	int k = snprintf(text, sizeof text, "M%x,%x:", at, n);

	for (unsigned i = 0; i < n; i++)
		k += snprintf(text + k, sizeof text - (size_t)k, "%02x", ((const uint8_t *)data)[i]);
	cr_assert_str_eq(packet(text), "OK", "%s", text);
}

static void stop_by(const char *path)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	struct timeval limit = {.tv_sec = 10};

	snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
	port = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	cr_assert_eq(connect(port, (struct sockaddr *)&a, sizeof a), 0);
	setsockopt(port, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	packet("qSupported:xmlRegisters=arm");
	packet("qXfer:features:read:target.xml:0,fff"); /* from here on registers have numbers */
	cr_assert_eq(send(port, "\003", 1, MSG_NOSIGNAL), 1);
	packet("qC"); /* answered by a machine that has stopped */
}

/* word_B: 8 or 4. */
static void go(const char *program, const char *machine, const char *cpu, const char *u_boot,
	       const char *image, unsigned word_B)
{
	char dir[] = "/tmp/firstlight-go-XXXXXX", gdb[64], chardev[128], loader[400], texts[200];
	const char *const words[] = {"0x42000000", NULL, "demo", "text", "exit"};
	uint8_t argv[5 * 8] = {0};
	unsigned n = 0;
	struct qemu q;

	cr_assert(mkdtemp(dir));
	snprintf(gdb, sizeof gdb, "%s/gdb", dir);
	snprintf(chardev, sizeof chardev, "socket,id=gdb,path=%s,server=on,wait=off", gdb);
	snprintf(loader, sizeof loader, "loader,addr=%#x,force-raw=on,file=%s", IMAGE_AT, built(image));
	if (!qemu_start_arm(&q, program,
			    (const char *const[]){"-M", machine, "-cpu", cpu, "-m", "256", "-bios", u_boot,
						  "-device", loader, ATI_VGA, "-chardev", chardev, "-gdb",
						  "chardev:gdb", NULL}))
		fail_with_log(&q, "QEMU does not start");
	wait_text(&q, "stop autoboot", 20000);
	cr_assert(qemu_type(&q, " "));
	wait_text(&q, "=> ", 10000);
	cr_assert(qemu_type(&q, "printenv fdtcontroladdr\r"));
	wait_text(&q, "fdtcontroladdr=", 10000);
	usleep(200000);

	char *log = qemu_serial(&q), tree[20] = "";
	cr_assert_eq(sscanf(strstr(log, "fdtcontroladdr="), "fdtcontroladdr=%19[0-9a-f]", tree), 1);
	free(log);
	stop_by(gdb);
	for (unsigned i = 0; i < 5; i++) {
		uint64_t at = TEXTS_AT + n;

		memcpy(argv + i * word_B, &at, word_B);
		n += (unsigned)snprintf(texts + n, sizeof texts - n, "%s", words[i] ? words[i] : tree) + 1;
	}
	set_memory(ARGV_AT, argv, 5 * word_B);
	set_memory(TEXTS_AT, texts, n);
	set_register(0, 5, word_B);
	set_register(1, ARGV_AT, word_B);
	set_register(word_B == 8 ? A64_PC : ARM_PC, IMAGE_AT, word_B);
	if (word_B == 4) {
		/* Little-endian bytes in hexadecimal: the first two digits are the ones with T. */
		unsigned low = 0;

		cr_assert_eq(sscanf(packet("p19"), "%2x", &low), 1);
		set_register(ARM_CPSR, (low & ~(unsigned)THUMB) | 0x100, 4);
	}
	cr_assert_eq(send(port, "$c#63", 5, MSG_NOSIGNAL), 5);
	wait_text(&q, "started by U-Boot's go", 20000);
	wait_text(&q, "text: done", 20000);
	close(port);
	qemu_end(&q);
	unlink(gdb);
	rmdir(dir);
}

#define U_BOOT(arch) "/usr/lib/u-boot/qemu_" arch "/u-boot.bin"

Test(arm_go, at_el1_and_el2, .timeout = 90)
{
	go("qemu-system-aarch64", "virt", "cortex-a53", U_BOOT("arm64"), "aarch64/firstlight.img", 8);
	go("qemu-system-aarch64", "virt,virtualization=on", "cortex-a53", U_BOOT("arm64"),
	   "aarch64/firstlight.img", 8);
}

Test(arm_go, in_svc_and_hyp, .timeout = 90)
{
	go("qemu-system-arm", "virt,highmem=off", "cortex-a15", U_BOOT("arm"), "arm/firstlight.img", 4);
	go("qemu-system-arm", "virt,highmem=off,virtualization=on", "cortex-a15", U_BOOT("arm"),
	   "arm/firstlight.img", 4);
}
