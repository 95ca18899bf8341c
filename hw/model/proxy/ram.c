/* SPDX-License-Identifier: MIT
 *
 * The machine's memory, for DMA: pieces of files that both processes map. Each message replaces all that was
 * known.
 */
#include "hw/model/proxy/internal.h"
#include "hw/model/vanish.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#define REACH_B (UINT64_C(1) << 32) /* 32 bits of address are all that the chip and its BARs have */

void fl_proxy_drop_ram(struct fl_proxy *p)
{
	fl_model_set_ram(p->m, NULL, 0);
	for (unsigned i = 0; i < p->n_ram; i++) {
		fl_vanish_release(p->ram[i].host);
		munmap(p->ram[i].host, p->ram[i].size_B);
	}
	p->n_ram = 0;
}

bool fl_proxy_ram_there(struct fl_proxy *p)
{
	for (unsigned i = 0; i < p->n_ram; i++)
		if (fl_vanish_gone(p->ram[i].host))
			return fl_proxy_fail(
			    p,
			    "SYNC_SYSMEM, piece %u: memory that it passed is gone: its file was made smaller",
			    i);
	return true;
}

static bool same_file(const struct stat *a, int fd)
{
	struct stat b;

	return fd > 0 && !fstat(fd, &b) && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

/* What of [addr, addr + size) is below the limit. */
static uint64_t reachable(uint64_t addr, uint64_t size_B)
{
	return addr >= REACH_B ? 0 : size_B < REACH_B - addr ? size_B : REACH_B - addr;
}

/* A file that is memory: another one could keep whoever reads it waiting (a file of a FUSE or a network file
 * system), or is none that can be mapped. */
static bool is_memory(struct fl_proxy *p, unsigned i, int fd, const struct stat *st)
{
	struct statfs fs;
	int seals = fcntl(fd, F_GET_SEALS);

	if (!S_ISREG(st->st_mode) || fstatfs(fd, &fs))
		return fl_proxy_fail(p, "SYNC_SYSMEM, piece %u: the descriptor is not a file", i);
	if (fs.f_type != TMPFS_MAGIC && fs.f_type != HUGETLBFS_MAGIC && fs.f_type != RAMFS_MAGIC)
		return fl_proxy_fail(p,
				     "SYNC_SYSMEM, piece %u: a file that is not memory (of memfd_create, "
				     "/dev/shm or hugetlbfs)",
				     i);
	if (seals > 0 && seals & (F_SEAL_WRITE | F_SEAL_FUTURE_WRITE))
		return fl_proxy_fail(p, "SYNC_SYSMEM, piece %u: memory that is sealed against writing", i);
	return true;
}

/* The part of a file that message s names as its piece i is all there: a page beyond the end of the file
 * would be a bus error. */
static bool is_inside(struct fl_proxy *p, unsigned i, const struct fl_msg_sysmem *s, const struct stat *st)
{
	if (s->offset_B[i] >= 0 && s->size_B[i] <= INT64_MAX && st->st_size >= s->offset_B[i] &&
	    (uint64_t)(st->st_size - s->offset_B[i]) >= s->size_B[i])
		return true;
	return fl_proxy_fail(p, "SYNC_SYSMEM, piece %u: 0x%llx bytes at 0x%llx of a file of 0x%llx bytes", i,
			     (unsigned long long)s->size_B[i], (unsigned long long)s->offset_B[i],
			     (unsigned long long)st->st_size);
}

bool fl_proxy_sync_ram(struct fl_proxy *p, const struct fl_msg *msg)
{
	struct fl_model_ram ram[FL_MSG_MAX_FDS];
	const struct fl_msg_sysmem *s = &msg->sysmem;

	fl_proxy_drop_ram(p);
	for (unsigned i = 0; i < msg->n_fds; i++) {
		uint64_t size_B = reachable(s->addr[i], s->size_B[i]);
		struct stat st;
		void *host;

		if (fstat(msg->fd[i], &st))
			return fl_proxy_fail(p, "SYNC_SYSMEM, piece %u: %s", i, strerror(errno));
		if (!size_B || same_file(&st, p->config.vram_fd))
			continue;
		if (!is_memory(p, i, msg->fd[i], &st) || !is_inside(p, i, s, &st))
			return false;
		host = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, msg->fd[i],
			    s->offset_B[i]);
		if (host == MAP_FAILED)
			return fl_proxy_fail(p, "SYNC_SYSMEM, piece %u: mapping 0x%llx bytes: %s", i,
					     (unsigned long long)size_B, strerror(errno));
		ram[p->n_ram] = (struct fl_model_ram){s->addr[i], size_B, host};
		p->ram[p->n_ram++] = (struct fl_proxy_piece){host, size_B};
		/* the file may still be made smaller */
		if (!fl_vanish_guard(host, size_B, FL_VANISH_ZEROS))
			return fl_proxy_fail(p, "SYNC_SYSMEM, piece %u: too much memory to watch over", i);
	}
	if (!fl_model_set_ram(p->m, ram, p->n_ram))
		return fl_proxy_fail(p,
				     "SYNC_SYSMEM: pieces that overlap, or do not begin and end with a page");
	return true;
}
