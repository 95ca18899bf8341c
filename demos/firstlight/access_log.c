/* SPDX-License-Identifier: MIT
 *
 * The log of accesses; see access_log.h.
 */
#include "demos/firstlight/access_log.h"

#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {"read",       "write",    "read8",     "write8", "vram read",
				    "vram write", "cfg read", "cfg write", "delay"};

void fl_access_print(FILE *f, const struct fl_access *a, const char *name)
{
	fprintf(f, "%10llu us  %-10s ", (unsigned long long)a->time_us, kinds[a->kind]);
	if (a->kind == FL_ACCESS_DELAY)
		fprintf(f, "%llu us\n", (unsigned long long)a->value);
	else if (a->kind != FL_ACCESS_VRAM_READ && a->kind != FL_ACCESS_VRAM_WRITE)
		fprintf(f, "0x%04llx  %-28s 0x%0*llx\n", (unsigned long long)a->offset_B, name,
			(int)a->size_B * 2, (unsigned long long)a->value);
	else if (a->size_B && a->size_B <= FL_ACCESS_BYTES)
		fprintf(f, "0x%06llx  %llu bytes 0x%0*llx\n", (unsigned long long)a->offset_B,
			(unsigned long long)a->size_B, (int)a->size_B * 2, (unsigned long long)a->value);
	else
		fprintf(f, "0x%06llx  %llu bytes\n", (unsigned long long)a->offset_B,
			(unsigned long long)a->size_B);
}

/* "0x1234" or "12" at *s; *s moves past it and what blanks follow. */
static bool take(const char **s, uint64_t *v)
{
	char *end;

	*s += strspn(*s, " ");
	if (**s < '0' || **s > '9')
		return false;
	*v = strtoull(*s, &end, 0);
	if (*end && *end != ' ')
		return false;
	*s = end + strspn(end, " ");
	return true;
}

static bool take_word(const char **s, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*s, word, n) || ((*s)[n] && (*s)[n] != ' '))
		return false;
	*s += n;
	*s += strspn(*s, " ");
	return true;
}

bool fl_access_scan(const char *line, struct fl_access *a)
{
	unsigned kind = 0;
	const char *last;

	*a = (struct fl_access){.size_B = 4};
	if (!take(&line, &a->time_us) || !take_word(&line, "us"))
		return false;
	while (kind <= FL_ACCESS_DELAY && !take_word(&line, kinds[kind]))
		kind++;
	if (kind > FL_ACCESS_DELAY)
		return false;
	a->kind = (enum fl_access_kind)kind;
	if (kind == FL_ACCESS_DELAY)
		return take(&line, &a->value) && take_word(&line, "us") && !*line;
	if (!take(&line, &a->offset_B))
		return false;
	if (kind == FL_ACCESS_VRAM_READ || kind == FL_ACCESS_VRAM_WRITE) {
		if (!take(&line, &a->size_B) || !take_word(&line, "bytes"))
			return false;
		return a->size_B && a->size_B <= FL_ACCESS_BYTES ? take(&line, &a->value) && !*line : !*line;
	}
	/* The value is the last word; before it there can be a name. */
	last = strrchr(line, ' ') ? strrchr(line, ' ') + 1 : line;
	a->size_B = strncmp(last, "0x", 2) ? 0 : (strlen(last) - 2) / 2;
	if (a->size_B != 1 && a->size_B != 2 && a->size_B != 4)
		return false;
	return take(&last, &a->value) && !*last &&
	       (a->size_B == 1) == (kind == FL_ACCESS_READ8 || kind == FL_ACCESS_WRITE8 ||
				    (kind >= FL_ACCESS_CFG_READ && a->size_B == 1)) &&
	       (a->size_B != 2 || kind >= FL_ACCESS_CFG_READ);
}

/* ---- doing it again ------------------------------------------------------------------------------------ */
bool fl_access_reaches(const struct fl_dev *d, const struct fl_access *a)
{
	switch (a->kind) {
	case FL_ACCESS_VRAM_READ:
	case FL_ACCESS_VRAM_WRITE:
		return a->offset_B < d->vram_size_B && a->size_B <= d->vram_size_B - a->offset_B;
	case FL_ACCESS_CFG_READ:
	case FL_ACCESS_CFG_WRITE:
		return a->offset_B < 4096 && a->offset_B % a->size_B == 0 && d->bus->cfg_read;
	case FL_ACCESS_DELAY:
		return a->value <= 3600000000;
	default:
		return a->offset_B < d->regs_size_B && a->offset_B % a->size_B == 0;
	}
}

uint64_t fl_access_read(struct fl_dev *d, const struct fl_access *a)
{
	uint64_t v = 0;

	switch (a->kind) {
	case FL_ACCESS_READ32:
		return fl_read32(d, (uint32_t)a->offset_B);
	case FL_ACCESS_READ8:
		return fl_read8(d, (uint32_t)a->offset_B);
	case FL_ACCESS_CFG_READ:
		return d->bus->cfg_read(d, (uint32_t)a->offset_B, (unsigned)a->size_B);
	default:
		fl_vram_read(d, a->offset_B, &v, (size_t)a->size_B);
		return v;
	}
}

bool fl_access_write(struct fl_dev *d, const struct fl_access *a)
{
	switch (a->kind) {
	case FL_ACCESS_WRITE32:
		fl_write32(d, (uint32_t)a->offset_B, (uint32_t)a->value);
		return true;
	case FL_ACCESS_WRITE8:
		fl_write8(d, (uint32_t)a->offset_B, (uint8_t)a->value);
		return true;
	case FL_ACCESS_CFG_WRITE:
		d->bus->cfg_write(d, (uint32_t)a->offset_B, (unsigned)a->size_B, (uint32_t)a->value);
		return true;
	case FL_ACCESS_VRAM_WRITE:
		if (a->size_B <= FL_ACCESS_BYTES)
			fl_vram_write(d, a->offset_B, &a->value, (size_t)a->size_B);
		return a->size_B <= FL_ACCESS_BYTES;
	case FL_ACCESS_DELAY:
		fl_delay_us(d, a->value);
		return true;
	default:
		return false;
	}
}
