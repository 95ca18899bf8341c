/* SPDX-License-Identifier: MIT
 *
 * Each BO record brings memory of its own, a window, which the model sees at its address, so that what the
 * driver never allocated is unmapped there. Of the kit this uses hw/model/fl_model.h alone.
 */
#include "demos/firstlight/readback.h"
#include "demos/firstlight/replay.h"
#include "demos/firstlight/visible.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define SPACE_B (UINT64_C(1) << 34)

struct window {
	uint64_t addr, size_B;
	uint8_t *host;
};

struct replay {
	const struct fl_replay_options *opt;
	struct fl_replay_result *res;
	struct fl_err *err;
	struct fl_model *model;
	struct fl_gtrc_expect expect;
	bool have_expect;
	struct fl_look look; /* what the model is given, if opt->look is there */
	bool timing;
	bool in_frame, once_more; /* from the mark that has its work to its end; for the second time */
	double frame_s;           /* this pass */
	unsigned pass;
	/* With a watched pixel: columns of the target before the picture is read from it, a pixel a word. */
	uint32_t *column;
	unsigned column_w, column_h;
	void *windows;      /* memory that the model sees: a tree of struct window */
	struct window done; /* the color buffer of a scene that is complete: see cpu_write() */
};

static enum fl_code damaged(struct replay *p, const struct fl_gtrc_record *r, const char *what)
{
	return fl_fail(p->err, FL_FAILED, "record %.4s at byte %zu: %s", (const char *)&r->tag, r->at, what);
}

static uint8_t *host_at(struct replay *p, uint64_t addr, uint64_t n);

/* ---- a film -------------------------------------------------------------------------------------------- */
static const uint8_t *film_row(void *of, uint32_t y)
{
	struct replay *p = of;

	return host_at(p, p->expect.addr + (uint64_t)y * (uint32_t)p->expect.pitch_B, 4ull * p->expect.w);
}

static void film_event(void *arg, struct fl_model *m, const struct fl_look_event *e)
{
	struct replay *p = arg;
	const bool same = p->expect.addr == p->res->target; /* the picture is read where it is drawn */

	fl_look_film_event(p->opt->film, m, e, same ? film_row : NULL, p);
	if (p->opt->look->event)
		p->opt->look->event(p->opt->look->arg, m, e);
}

static void film_texture(void *arg, struct fl_model *m, const struct fl_look_texture *t)
{
	struct replay *p = arg;

	p->opt->look->texture(p->opt->look->arg, m, t);
}

/* What the model is given: the look that is asked for, or one that films beside that. */
static bool look_into(struct replay *p)
{
	p->look = *p->opt->look;
	if (p->opt->film && p->res->target != FL_LOOK_NONE &&
	    fl_look_film_begin(p->opt->film, p->res->target, p->expect.w, p->expect.h)) {
		p->look.event = film_event;
		p->look.texture = p->opt->look->texture ? film_texture : NULL;
		p->look.arg = p;
		p->look.watched = true;
		p->look.target = p->res->target;
		p->look.x = p->look.y = UINT32_MAX; /* all of it, and no pixel */
	}
	return fl_model_look(p->model, &p->look);
}

static enum fl_code start_model(struct replay *p, const struct fl_gtrc_record *r)
{
	struct fl_model_config config = p->opt->model;
	char why[256], chip[sizeof p->res->chip], fine[8];

	fl_gtrc_info(r, "chip", chip, sizeof chip);
	fl_visible(p->res->chip, sizeof p->res->chip, chip);
	fl_gtrc_info(r, "fine", fine, sizeof fine);
	if (*fine) /* as the program that was captured had it */
		config.fine = !strcmp(fine, "1");
	p->model = fl_model_new(p->res->chip, &config, why, sizeof why);
	if (!p->model)
		return fl_fail(p->err, FL_FAILED, "model '%s': %s", p->res->chip, why);
	if (p->opt->look && !look_into(p))
		return fl_fail(p->err, FL_FAILED, "no memory to look into the model");
	return FL_OK;
}

/* Windows are kept in a tree (tsearch), in which those that share a byte count as the same: none do. */
static int by_place(const void *a, const void *b)
{
	const struct window *x = a, *y = b;

	return x->addr + x->size_B <= y->addr ? -1 : y->addr + y->size_B <= x->addr;
}

static struct window *window_at(struct replay *p, uint64_t addr)
{
	struct window **w = tfind(&(struct window){addr, 1, NULL}, &p->windows, by_place);

	return w ? *w : NULL;
}

/* Host memory of n bytes at a GPU address; NULL: they are not all in one window. */
static uint8_t *host_at(struct replay *p, uint64_t addr, uint64_t n)
{
	const struct window *w = window_at(p, addr);

	return w && n <= w->addr + w->size_B - addr ? w->host + (addr - w->addr) : NULL;
}

/* A later pass is there to be timed: its pages are there before it begins. */
static bool open_window(struct replay *p, uint64_t addr, uint64_t n)
{
	uint8_t *host = n > SIZE_MAX ? MAP_FAILED
				     : mmap(NULL, (size_t)n, PROT_READ | PROT_WRITE,
					    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct window *w;

	if (host == MAP_FAILED)
		return false;
	if (p->pass)
		memset(host, 0, (size_t)n);
	w = malloc(sizeof(*w));
	if (w && fl_model_map(p->model, addr, host, n)) {
		*w = (struct window){addr, n, host};
		if (tsearch(w, &p->windows, by_place))
			return true;
		fl_model_unmap(p->model, addr, n);
	}
	free(w);
	munmap(host, (size_t)n);
	return false;
}

/* The model lets go of what it holds of the memory before it goes. */
static bool close_window(struct replay *p, uint64_t addr, uint64_t n)
{
	struct window *w = window_at(p, addr);

	if (!w || w->addr != addr || w->size_B != n || !fl_model_unmap(p->model, addr, n))
		return false;
	tdelete(w, &p->windows, by_place);
	munmap(w->host, (size_t)n);
	free(w);
	return true;
}

static enum fl_code memory(struct replay *p, const struct fl_gtrc_record *r)
{
	uint64_t addr = fl_gtrc_u64(r->data), n = fl_gtrc_u64(r->data + 8);

	if (addr > SPACE_B || n > SPACE_B - addr || !n || (addr | n) % 4096)
		return damaged(p, r, "address or size outside 16 GiB, or not in pages");
	/* a frame that will be drawn again finds what it began with, and one that is drawn again has it */
	if (p->in_frame && (r->tag == FL_GTRC_FREE) != p->once_more)
		return FL_OK;
	if (r->tag == FL_GTRC_FREE)
		return close_window(p, addr, n) ? FL_OK : damaged(p, r, "frees what is not there");
	return open_window(p, addr, n) ? FL_OK : damaged(p, r, "overlaps other memory, or there is no room");
}

static void pixel(struct replay *p, unsigned x, unsigned y, uint8_t out[4]);

/* ---- which way up the picture is read -------------------------------------------------------------------
 *  */
enum { COLUMNS = 8 };

static unsigned column_x(const struct replay *p, unsigned i)
{
	return (2 * i + 1) * p->column_w / (2 * COLUMNS);
}

/* Recorders copy the target with OpenGL's rows from below, or as it is: the stream does not say, the pixels
 * do. Of pixels that have not four bytes a sum of them stands for the pixel. */
static void sample_columns(struct replay *p)
{
	uint8_t px[FL_LOOK_PIXEL_B];

	free(p->column);
	p->column = calloc((size_t)COLUMNS * p->column_h + 1, sizeof(*p->column));
	for (unsigned i = 0; p->column && i < COLUMNS * p->column_h; i++) {
		const unsigned n = fl_model_look_pixel(p->model, p->opt->look->target,
						       column_x(p, i / p->column_h), i % p->column_h, px);

		p->column[i] = n;
		for (unsigned k = 0; k < n; k++)
			p->column[i] = p->column[i] * 257 + px[k];
		if (n == 4)
			memcpy(&p->column[i], px, 4);
	}
}

/* How many pixels of the columns, or steps from one to the next, are others in the picture. */
static unsigned apart(struct replay *p, bool flip, bool swap)
{
	unsigned n = 0;

	for (unsigned i = 0; i < COLUMNS; i++)
		for (unsigned y = 0; y + 1 < p->column_h; y++) {
			const uint32_t *t = p->column + (size_t)i * p->column_h + y;
			const uint8_t *b = (const uint8_t *)t;
			const unsigned py = flip ? p->column_h - 1 - y : y;
			uint8_t got[4], next[4];

			pixel(p, column_x(p, i), py, got);
			pixel(p, column_x(p, i), flip ? py - 1 : py + 1, next);
			n += (t[0] != t[1]) != (memcmp(got, next, 3) != 0);
			n += abs(b[swap ? 2 : 0] - got[0]) > 2 || abs(b[1] - got[1]) > 2 ||
			     abs(b[swap ? 0 : 2] - got[2]) > 2;
		}
	return n;
}

static void find_up(struct replay *p)
{
	unsigned best = UINT32_MAX;

	for (unsigned i = 0; p->column && i < 4; i++) {
		const unsigned n = apart(p, i & 1, i & 2);

		if (n < best)
			p->res->flipped = i & 1;
		best = n < best ? n : best;
	}
}

/* The scene is drawn; what follows reads its color buffer back. */
static void complete(struct replay *p, const struct fl_gtrc_record *r)
{
	const struct window *w = window_at(p, fl_gtrc_u64(r->data));

	if (p->opt->look && p->opt->look->watched && p->column_h)
		sample_columns(p);
	memset(&p->done, 0, sizeof p->done);
	if (w)
		p->done = *w;
}

/* What the host writes to the target after the last event that is carried out is no part of the picture. */
static bool beyond(struct replay *p, uint64_t addr)
{
	const struct fl_look *look = p->opt->look;
	const struct window *w =
	    look && fl_model_look_events(p->model) >= look->stop && p->res->target != FL_LOOK_NONE
		? window_at(p, p->res->target)
		: NULL;

	return w && addr >= w->addr && addr - w->addr < w->size_B;
}

/* Between CBUF and the stream that reads the picture back, the recorder numbers the words of memory, to find
 * where the picture will land. Where it tried the color buffer itself, those numbers are no part of the
 * scene, and would replace the picture: they are left out. */
static enum fl_code cpu_write(struct replay *p, const struct fl_gtrc_record *r)
{
	uint64_t addr = fl_gtrc_u64(r->data);
	uint32_t n = fl_gtrc_u32(r->data + 8);

	uint8_t *to = host_at(p, addr, n);

	if (!to)
		return damaged(p, r, "writes where there is no memory");
	if (addr >= p->done.addr && addr - p->done.addr < p->done.size_B)
		return FL_OK;
	if (beyond(p, addr))
		return FL_OK;
	memcpy(to, r->data + 16, n);
	return FL_OK;
}

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* A scene's name, or one of the marks of a frame to time. */
static void mark(struct replay *p, const struct fl_gtrc_record *r)
{
	char text[96];

	snprintf(text, sizeof text, "%.*s", (int)r->size_B, (const char *)r->data);
	if (!strcmp(text, "frame begin")) {
		p->timing = true;
	} else if (!strcmp(text, "frame end")) {
		p->timing = p->in_frame = false;
	} else if (!strncmp(text, "work=", 5)) {
		fl_visible(p->res->work, sizeof p->res->work, text);
		p->in_frame = p->opt->passes > 1;
	} else if (!p->have_expect) {
		fl_visible(p->res->scene, sizeof p->res->scene, text);
	}
}

/* The stream that reads the picture back runs a program which the recording may lack: readback.h. */
static void repair(struct replay *p, const uint32_t *dw, uint32_t n)
{
	static const uint32_t nothing[FL_READBACK_DW];
	const uint32_t *program = fl_readback_program(p->res->chip);
	const uint64_t at = program ? fl_readback_place(dw, n) : 0;
	uint8_t *to = at ? host_at(p, at, sizeof nothing) : NULL;

	if (to && !memcmp(to, nothing, sizeof nothing)) {
		memcpy(to, program, sizeof nothing);
		p->res->repaired = true;
	}
}

static enum fl_code execute(struct replay *p, const struct fl_gtrc_record *r)
{
	uint32_t n = fl_gtrc_u32(r->data + 8);
	uint32_t *dw = malloc(n ? (size_t)n * 4 : 4);
	bool ok;

	if (!dw)
		return damaged(p, r, "out of memory");
	memcpy(dw, r->data + 16, (size_t)n * 4);
	if (p->done.size_B)
		repair(p, dw, n);
	fl_model_look_aside(p->model, p->done.size_B != 0);
	memset(&p->done, 0, sizeof p->done);
	double start = now_s();
	ok = fl_model_submit(p->model, dw, n);
	if (p->timing)
		p->frame_s += now_s() - start;
	free(dw);
	return ok ? FL_OK : damaged(p, r, "the model hangs or refuses, as the chip would; see its reports");
}

/* FNV-1a, by words of 64 bits: what the recorder of a capture does. */
static enum fl_code check_sum(struct replay *p, const struct fl_gtrc_record *r)
{
	uint64_t addr = fl_gtrc_u64(r->data), n = fl_gtrc_u64(r->data + 8), sum = 0xcbf29ce484222325, word;
	const uint8_t *of = host_at(p, addr, n);

	if (!of)
		return damaged(p, r, "of what is not there");
	for (uint64_t i = 0; i + 8 <= n; i += 8) {
		memcpy(&word, of + i, 8);
		sum = (sum ^ word) * 0x100000001b3;
	}
	p->res->sums++;
	p->res->sums_differ += sum != fl_gtrc_u64(r->data + 16);
	return FL_OK;
}

/* One pixel of memory as R,G,B,A; zeros where there is none. */
static void pixel(struct replay *p, unsigned x, unsigned y, uint8_t out[4])
{
	const struct fl_gtrc_expect *e = &p->expect;
	uint64_t at = e->addr + (uint64_t)y * (uint32_t)e->pitch_B + 4ull * x;
	const uint8_t *m = host_at(p, at, 4);

	memset(out, 0, 4);
	if (!m)
		return;
	out[0] = m[e->format ? 0 : 2];
	out[1] = m[1];
	out[2] = m[e->format ? 2 : 0];
	out[3] = m[3];
}

static unsigned pixel_diff(const struct replay *p, const uint8_t *want, const uint8_t *got)
{
	unsigned worst = 0;

	for (unsigned c = 0; c < (p->expect.flags & 2 ? 3 : 4); c++) {
		unsigned d = (unsigned)abs(want[c] - got[c]);

		worst = d > worst ? d : worst;
	}
	return worst;
}

static void judge(struct replay *p, const uint8_t *mask)
{
	struct fl_replay_result *res = p->res;
	const struct fl_gtrc_expect *e = &p->expect;
	/* Sample places of multisampling are the implementation's choice: such scenes have no mask, and pass
	 * when 98 % of their pixels are within 2. */
	unsigned tol = mask ? e->tol : 2;

	res->masked = mask != NULL;
	for (unsigned y = 0; y < e->h; y++)
		for (unsigned x = 0; x < e->w; x++) {
			const uint8_t *want = e->rgba + ((size_t)y * e->w + x) * 4;
			uint8_t got[4];

			if (mask && !mask[(size_t)y * e->w + x])
				continue;
			pixel(p, x, y, got);
			unsigned d = pixel_diff(p, want, got);
			res->pixels++;
			res->max_diff = d > res->max_diff ? d : res->max_diff;
			if (d <= tol)
				continue;
			if (!res->differ++) {
				res->x = x;
				res->y = y;
				memcpy(res->want, want, 4);
				memcpy(res->got, got, 4);
			}
		}
	res->pass = mask ? !res->differ : res->differ * 50u <= res->pixels;
}

/* Expected, got, and the difference (eight times, white where not compared), side by side. */
static void paint(struct replay *p, const uint8_t *mask)
{
	const struct fl_gtrc_expect *e = &p->expect;
	struct fl_replay_result *res = p->res;

	free(res->picture);
	res->w = e->w;
	res->h = e->h;
	res->picture = malloc((size_t)e->w * e->h * 9);
	for (unsigned y = 0; res->picture && y < e->h; y++)
		for (unsigned x = 0; x < e->w; x++) {
			const uint8_t *want = e->rgba + ((size_t)y * e->w + x) * 4;
			uint8_t got[4], *to = res->picture + ((size_t)y * e->w * 3 + x) * 3;

			pixel(p, x, y, got);
			for (unsigned c = 0; c < 3; c++) {
				unsigned d = 8u * (unsigned)abs(want[c] - got[c]);

				to[c] = want[c];
				to[(size_t)e->w * 3 + c] = got[c];
				to[(size_t)e->w * 6 + c] = mask && !mask[(size_t)y * e->w + x] ? 255
							   : d > 255                           ? 255
											       : (uint8_t)d;
			}
		}
}

static void shoot(struct replay *p)
{
	const struct fl_gtrc_expect *e = &p->expect;

	free(p->res->shot);
	p->res->w = e->w;
	p->res->h = e->h;
	p->res->shot = malloc((size_t)e->w * e->h * 4);
	for (unsigned i = 0; p->res->shot && i < e->w * e->h; i++)
		pixel(p, i % e->w, i / e->w, p->res->shot + 4ul * i);
	if (p->column && p->column_h == e->h && p->column_w == e->w)
		find_up(p);
	if (p->opt->film && p->res->shot && p->opt->film->w == e->w && p->opt->film->h == e->h)
		fl_look_film_end(p->opt->film, p->res->shot);
}

static enum fl_code record(struct replay *p, const struct fl_gtrc_record *r)
{
	enum fl_code code;

	if (r->tag != FL_GTRC_INFO && r->tag != FL_GTRC_MARK && !p->model)
		return damaged(p, r, "comes before INFO");
	switch (r->tag) {
	case FL_GTRC_INFO:
		if (p->model)
			return p->pass ? FL_OK : damaged(p, r, "comes twice");
		return start_model(p, r);
	case FL_GTRC_MARK:
		mark(p, r);
		return FL_OK;
	case FL_GTRC_BO:
	case FL_GTRC_FREE:
		return memory(p, r);
	case FL_GTRC_MEM:
		return cpu_write(p, r);
	case FL_GTRC_CBUF:
		complete(p, r);
		return FL_OK;
	case FL_GTRC_IB:
		return execute(p, r);
	case FL_GTRC_SUM: /* of all bytes, those too that nobody draws: they are what they were, once */
		return p->once_more ? FL_OK : check_sum(p, r);
	case FL_GTRC_EXPT:
		code = fl_gtrc_expect(r, &p->expect, p->err);
		p->have_expect = !code;
		if (!code) {
			judge(p, NULL);
			if (p->opt->want_picture)
				paint(p, NULL);
			if (p->opt->look)
				shoot(p);
		}
		return code;
	case FL_GTRC_MASK:
		if (!p->have_expect || r->size_B < p->expect.w * p->expect.h)
			return damaged(p, r, "does not fit the EXPT before it");
		p->res->pixels = p->res->differ = p->res->max_diff = 0;
		judge(p, r->data);
		if (p->opt->want_picture)
			paint(p, r->data);
		return FL_OK;
	default:
		return FL_OK;
	}
}

static void take_reports(struct replay *p)
{
	const struct fl_report *r;

	for (unsigned i = 0; p->model && (r = fl_model_report(p->model, i)); i++) {
		p->res->reports += r->severity != FL_NOTE;
		if (p->opt->report)
			p->opt->report(p->opt->arg, p->res->scene, r);
	}
}

static void drop(void *window)
{
	struct window *w = window;

	munmap(w->host, (size_t)w->size_B);
	free(w);
}

/* Where passes are timed a frame is drawn twice in each, and the second time counts: it finds memory and
 * tiles in the host's caches, as the frames of a program do that draws one after the other. */
static enum fl_code one_pass(struct replay *p, struct fl_gtrc t)
{
	struct fl_gtrc_record r;
	struct fl_gtrc frame = t;
	enum fl_code code = FL_OK;
	int more;

	while (p->windows) {
		const struct window *w = *(struct window **)p->windows; /* the root */

		close_window(p, w->addr, w->size_B);
	}
	p->have_expect = false;
	p->timing = p->in_frame = p->once_more = false; /* a trace may end inside of a frame */
	p->frame_s = 0;
	while (!code && (more = fl_gtrc_next(&t, &r, p->err)) != 0) {
		const bool was_in_frame = p->in_frame;

		code = more < 0 ? FL_FAILED : record(p, &r);
		if (p->in_frame && !was_in_frame)
			frame = t;
		if (p->in_frame || !was_in_frame)
			continue;
		p->once_more = !p->once_more;
		if (p->once_more) {
			t = frame;
			p->in_frame = true;
			p->frame_s = 0;
		}
	}
	if (!code && !p->have_expect && p->res->sums)
		p->res->pass = !p->res->sums_differ;
	else if (!code && !p->have_expect)
		code = fl_fail(p->err, FL_FAILED, "the trace has no picture to judge (no EXPT record)");
	if (!p->pass || p->frame_s < p->res->frame_s)
		p->res->frame_s = p->frame_s;
	return code;
}

/* Are there models of that family? Of which there are: into have. */
static bool has_models(const char *family, char *have, size_t size)
{
	const char *name;
	size_t n = 0;
	bool yes = false;

	for (unsigned i = 0; (name = fl_model_family(i)); i++) {
		yes |= !strcmp(name, family);
		n += (size_t)snprintf(have + (n < size ? n : size), n < size ? size - n : 0, "%s%s",
				      i ? ", " : "", name);
	}
	return yes;
}

/* Where the picture is drawn, and where and how it is read in the end. */
static uint64_t look_ahead(struct fl_gtrc t, struct fl_gtrc_expect *e)
{
	struct fl_gtrc_record r;
	struct fl_gtrc_expect found;
	struct fl_err err;
	uint64_t target = FL_LOOK_NONE;

	while (fl_gtrc_next(&t, &r, &err) > 0) {
		if (r.tag == FL_GTRC_CBUF && target == FL_LOOK_NONE)
			target = fl_gtrc_u64(r.data);
		if (r.tag == FL_GTRC_EXPT && !fl_gtrc_expect(&r, &found, &err))
			*e = found;
	}
	return target;
}

uint64_t fl_replay_target(const uint8_t *data, size_t size_B, uint32_t *w, uint32_t *h)
{
	struct fl_gtrc t;
	struct fl_gtrc_expect e = {.w = 0};
	struct fl_err err;
	uint64_t target = FL_LOOK_NONE;

	if (!fl_gtrc_open(&t, data, size_B, &err))
		target = look_ahead(t, &e);
	*w = e.w;
	*h = e.h;
	return target;
}

enum fl_code fl_replay(const uint8_t *data, size_t size_B, const char *name,
		       const struct fl_replay_options *opt, struct fl_replay_result *res, struct fl_err *err)
{
	struct replay p = {.opt = opt, .res = res, .err = err};
	struct fl_gtrc t;
	char have[80];
	enum fl_code code;

	memset(res, 0, sizeof *res);
	fl_visible(res->scene, sizeof res->scene, name);
	code = fl_gtrc_open(&t, data, size_B, err);
	if (code)
		return code;
	if (!has_models(t.family->name, have, sizeof have))
		return fl_fail(err, FL_NO_DEVICE,
			       "the trace is of the family %s, and there are models of %s only",
			       t.family->name, have);
	res->target = look_ahead(t, &p.expect);
	p.column_w = p.expect.w;
	p.column_h = p.expect.h;
	do
		code = one_pass(&p, t);
	while (!code && ++p.pass < opt->passes);
	take_reports(&p);
	if (p.model)
		res->events = fl_model_look_events(p.model);
	if (p.model)
		fl_model_delete(p.model);
	free(p.column);
	tdestroy(p.windows, drop);
	return code;
}
