/* SPDX-License-Identifier: MIT
 *
 * The picture in the terminal, read back as a terminal would: characters and their colors, sixels, kitty's
 * protocol. And which of them is chosen: on a pseudo-terminal that answers, or does not.
 */
#include "demos/firstlight/preview.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <math.h>
#include <png.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(preview, .timeout = 60);

Test(preview, colors_by_the_environment)
{
	static const struct {
		const char *term, *colorterm, *no_color;
		unsigned colors;
	} t[] = {
	    {"xterm-256color", NULL, NULL, 256},
	    {"xterm-256color", "truecolor", NULL, 1 << 24},
	    {"xterm-256color", "24bit", "", 1 << 24},
	    {"xterm-direct", NULL, NULL, 1 << 24},
	    {"xterm-kitty", NULL, NULL, 1 << 24},
	    {"tmux-256color", "", NULL, 256},
	    {"xterm", NULL, NULL, 16},
	    {"linux", NULL, NULL, 16},
	    {"dumb", "truecolor", NULL, 0},
	    {"", NULL, NULL, 0},
	    {NULL, "truecolor", NULL, 0},
	    {"xterm-256color", "truecolor", "1", 0},
	};

	for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
		cr_expect_eq(fl_terminal_colors(t[i].term, t[i].colorterm, t[i].no_color), t[i].colors,
			     "case %u", i);
}

Test(preview, answers)
{
	static const struct {
		const char *text;
		bool last, kitty, sixel;
		unsigned w, h;
	} t[] = {
	    {"\033[?62;4;22c", true, false, true, 0, 0},
	    {"\033[?62;22;44c", true, false, false, 0, 0},
	    {"\033[?4c", true, false, false, 0, 0}, /* the first number is the terminal's class */
	    {"\033_Gi=31;OK\033\\\033[6;20;10t\033[?62c", true, true, false, 10, 20},
	    {"\033_Gi=31;ENOTSUPPORTED\033\\\033[?62;4c", true, false, true, 0, 0},
	    {"\033[6;20;10t", false, false, false, 10, 20},
	    {"\033[6;0;0t\033[?1;2c", true, false, false, 0, 0},
	    {"\033[?62;4", false, false, false, 0, 0}, /* not all of it yet */
	    {"\033[62;4c", false, false, false, 0, 0},
	    {"\033[?1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18c", false, false, false, 0, 0},
	    {"", false, false, false, 0, 0},
	    {"\033", false, false, false, 0, 0},
	    {"\033[?", false, false, false, 0, 0},
	};

	for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
		struct fl_terminal f = {0};

		cr_expect_eq(fl_terminal_answered(&f, t[i].text, strlen(t[i].text)), t[i].last, "case %u", i);
		cr_expect(f.kitty == t[i].kitty && f.sixel == t[i].sixel && f.cell_w == t[i].w &&
			      f.cell_h == t[i].h,
			  "case %u", i);
	}
}

/* ---- a picture, and what the terminal makes of it ------------------------------------------------------ */
static struct fl_picture cube(void)
{
	png_image image = {.version = PNG_IMAGE_VERSION};
	uint8_t *rgb;

	cr_assert(png_image_begin_read_from_file(&image, "demos/cube.png"));
	image.format = PNG_FORMAT_RGB;
	rgb = malloc(PNG_IMAGE_SIZE(image));
	cr_assert(png_image_finish_read(&image, NULL, rgb, 0, NULL));
	return (struct fl_picture){rgb, image.width, image.height, image.width * 3};
}

static char *shown(const struct fl_terminal *t, const struct fl_picture *p, size_t *n)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, n);

	fl_preview_to(f, t, p);
	cr_assert_eq(fclose(f), 0);
	return text;
}

enum { MAX_W = 400, MAX_H = 400 };

/* Pixels as they stand on the screen. */
static struct screen {
	unsigned w, h;
	uint8_t px[MAX_H][MAX_W][3];
} screen;

static void palette(unsigned i, uint8_t rgb[3])
{
	static const uint8_t level[] = {0, 95, 135, 175, 215, 255};

	for (unsigned c = 0; c < 3; c++)
		if (i < 16)
			rgb[c] = i == 7 ? 229 : i == 8 ? 127 : i >> c & 1 ? (i < 8 ? 205 : 255) : 0;
	if (i >= 232)
		memset(rgb, (int)(8 + 10 * (i - 232)), 3);
	else if (i >= 16)
		rgb[0] = level[(i - 16) / 36], rgb[1] = level[(i - 16) / 6 % 6], rgb[2] = level[(i - 16) % 6];
}

/* Select graphic rendition: ECMA-48 8.3.117, with xterm's colors. */
static const char *rendition(const char *s, uint8_t ink[3], uint8_t ground[3])
{
	while (*s != 'm') {
		unsigned v = (unsigned)strtoul(s, (char **)(uintptr_t)&s, 10), mode, c[3];
		bool is_ground = v == 48 || (v >= 40 && v <= 47) || (v >= 100 && v <= 107);
		uint8_t *to = is_ground ? ground : ink;

		if (v == 38 || v == 48) {
			mode = (unsigned)strtoul(s + 1, (char **)(uintptr_t)&s, 10);
			for (unsigned i = 0; i < (mode == 2 ? 3 : 1); i++)
				c[i] = (unsigned)strtoul(s + 1, (char **)(uintptr_t)&s, 10);
			if (mode == 2)
				to[0] = (uint8_t)c[0], to[1] = (uint8_t)c[1], to[2] = (uint8_t)c[2];
			else
				palette(c[0], to);
		} else if (v) {
			palette(v >= 90 ? v % 10 + 8 : v % 10, to);
		}
		s += *s == ';';
		cr_assert(*s == 'm' || (*s >= '0' && *s <= '9'), "not a rendition: %.20s", s);
	}
	return s + 1;
}

/* Two rows a line, if `two`. */
static void read_characters(const char *s, bool two)
{
	uint8_t ink[3] = {1, 2, 3}, ground[3] = {4, 5, 6};
	unsigned x = 0;

	screen.w = screen.h = 0;
	while (*s) {
		const uint8_t *up = ground, *down = ground;

		if (*s == '\n') {
			screen.h += two ? 2 : 1;
			screen.w = x > screen.w ? x : screen.w;
			x = 0;
			s++;
			continue;
		}
		if (!strncmp(s, "\033[", 2)) {
			s = rendition(s + 2, ink, ground);
			continue;
		}
		if (*s == ' ') {
			s++;
		} else {
			cr_assert(two && !strncmp(s, "\xe2\x96", 2), "what is %.20s?", s);
			cr_assert(s[2] == '\x80' || s[2] == '\x84' || s[2] == '\x88');
			up = s[2] == '\x84' ? ground : ink;
			down = s[2] == '\x80' ? ground : ink;
			s += 3;
		}
		cr_assert(x < MAX_W && screen.h + 1 < MAX_H);
		memcpy(screen.px[screen.h][x], up, 3);
		memcpy(screen.px[screen.h + two][x++], down, 3);
	}
}

/* The mean difference of the screen from the picture, of 255; and the largest. */
static double off_by(const struct fl_picture *p, double *most)
{
	double sum = 0;

	*most = 0;
	for (unsigned y = 0; y < screen.h; y++)
		for (unsigned x = 0; x < screen.w; x++) {
			double mean[3] = {0}, n = 0;

			for (unsigned j = y * p->h / screen.h; j < (y + 1) * p->h / screen.h; j++)
				for (unsigned i = x * p->w / screen.w; i < (x + 1) * p->w / screen.w;
				     i++, n++)
					for (unsigned c = 0; c < 3; c++)
						mean[c] += p->rgb[j * p->stride_B + i * 3 + c];
			for (unsigned c = 0; c < 3; c++) {
				double d = fabs(mean[c] / n - screen.px[y][x][c]);

				sum += d;
				*most = d > *most ? d : *most;
			}
		}
	return sum / screen.w / screen.h / 3;
}

Test(preview, characters)
{
	static const struct {
		unsigned colors, columns, rows, w, h, most_B;
		bool utf8;
		double mean, most;
	} t[] = {
	    /* 4:3, so 100 columns take 75 rows of pixels; more than 0.51 off would be a wrong pixel */
	    {1 << 24, 120, 50, 100, 74, 70000, true, 0.51, 0.51},
	    {1 << 24, 80, 24, 58, 44, 30000, true, 0.51, 0.51},
	    {1 << 24, 20, 50, 20, 14, 7000, true, 0.51, 0.51},
	    {256, 120, 50, 100, 74, 40000, true, 14, 60},
	    {16, 120, 50, 100, 74, 22000, true, 40, 255},
	    {1 << 24, 80, 24, 58, 22, 20000, false, 0.51, 0.51},
	    {256, 80, 24, 58, 22, 8000, false, 14, 60},
	};
	struct fl_picture p = cube();

	for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
		struct fl_terminal f = {
		    .colors = t[i].colors, .utf8 = t[i].utf8, .columns = t[i].columns, .rows = t[i].rows};
		size_t n;
		char *text = shown(&f, &p, &n);
		double most, mean;

		read_characters(text, t[i].utf8);
		mean = off_by(&p, &most);
		cr_expect(screen.w == t[i].w && screen.h == t[i].h, "case %u: %u x %u", i, screen.w,
			  screen.h);
		cr_expect(mean <= t[i].mean && most <= t[i].most, "case %u: off by %f, %f", i, mean, most);
		cr_expect_lt(n, t[i].most_B, "case %u: %zu bytes", i, n);
		for (const char *s = text; !t[i].utf8 && *s; s++)
			cr_assert_geq(*s, 0, "case %u: not ASCII", i);
		free(text);
	}
}

Test(preview, one_color_takes_a_letter_a_character)
{
	static uint8_t rgb[64 * 64 * 3];
	struct fl_picture p = {rgb, 64, 64, 64 * 3};
	struct fl_terminal t = {.colors = 1 << 24, .utf8 = true, .columns = 80, .rows = 40};
	size_t n;

	memset(rgb, 200, sizeof rgb);
	free(shown(&t, &p, &n));
	cr_expect_eq(n, 38u * (76 + strlen("\033[48;2;200;200;200m\033[m\n")), "%zu", n);
}

/* ---- sixels -------------------------------------------------------------------------------------------- */
static unsigned number(const char **s)
{
	return (unsigned)strtoul(*s, (char **)(uintptr_t)s, 10);
}

static void read_sixels(const char *s)
{
	static uint8_t color[256][3];
	unsigned x = 0, y = 0, now = 0;

	cr_assert(!strncmp(s, "\033Pq\"1;1;", 8));
	s += 8;
	screen.w = number(&s);
	s++;
	screen.h = number(&s);
	cr_assert(screen.w <= MAX_W && screen.h <= MAX_H);
	memset(screen.px, 0, sizeof screen.px);
	while (*s != '\033') {
		unsigned times = 1;

		if (*s == '#') {
			s++;
			now = number(&s);
			cr_assert_lt(now, 256u);
			for (unsigned i = 0; *s == ';' && i < 4; i++) {
				unsigned v;

				s++;
				v = number(&s);
				cr_assert(i ? v <= 100 : v == 2);
				if (i)
					color[now][i - 1] = (uint8_t)((v * 255 + 50) / 100);
			}
			continue;
		}
		if (*s == '$' || *s == '-') {
			x = 0;
			y += *s++ == '-' ? 6 : 0;
			continue;
		}
		if (*s == '!') {
			s++;
			times = number(&s);
		}
		cr_assert(*s >= 63 && *s < 127, "%.10s", s);
		for (; times; times--, x++)
			for (unsigned bit = 0; bit < 6; bit++)
				if ((*s - 63) >> bit & 1) {
					cr_assert(x < screen.w && y + bit < screen.h, "%u, %u", x, y + bit);
					memcpy(screen.px[y + bit][x], color[now], 3);
				}
		s++;
	}
	cr_expect_str_eq(s, "\033\\\n");
}

Test(preview, sixels)
{
	/* 30 columns of 10 pixels, 20 - 2 lines of 20: the width is what there is too little of */
	struct fl_terminal t = {
	    .colors = 256, .sixel = true, .columns = 30, .rows = 20, .cell_w = 10, .cell_h = 20};
	struct fl_picture p = cube();
	double most, mean;
	size_t n;
	char *text = shown(&t, &p, &n);

	read_sixels(text);
	cr_expect(screen.w == 300 && screen.h == 225, "%u x %u", screen.w, screen.h);
	mean = off_by(&p, &most);
	cr_expect(mean < 4 && most < 40, "off by %f, %f", mean, most);
	cr_expect_lt(n, 120000u, "%zu bytes", n);
	free(text);

	/* Black and white are what they are, and a picture that fits is not made larger. */
	static const uint8_t two[2 * 7 * 3] = {[3 * 5] = 255, 255, 255};

	text = shown(&t, &(struct fl_picture){two, 2, 7, 6}, &n);
	cr_expect_str_eq(text, "\033Pq\"1;1;2;7#0;2;0;0;0#1;2;100;100;100#0~z$#1?C-#0@@-\033\\\n", "%s",
			 text + 1);
	free(text);
}

/* ---- kitty's ------------------------------------------------------------------------------------------- */
static size_t from_base64(const char *s, size_t n, uint8_t *to)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t out = 0;

	cr_assert_eq(n % 4, 0);
	for (size_t i = 0; i < n; i += 4) {
		unsigned v = 0, pad = 0;

		for (unsigned k = 0; k < 4; k++) {
			const char *at = strchr(letters, s[i + k]);

			pad += s[i + k] == '=';
			v = v << 6 | (at ? (unsigned)(at - letters) : 0);
		}
		for (unsigned k = 0; k < 3 - pad; k++)
			to[out++] = (uint8_t)(v >> (16 - 8 * k));
	}
	return out;
}

Test(preview, kitty)
{
	struct fl_terminal t = {.colors = 1 << 24,
				.kitty = true,
				.sixel = true,
				.columns = 60,
				.rows = 12,
				.cell_w = 9,
				.cell_h = 18};
	struct fl_picture p = cube();
	size_t n, size = 0;
	char *text = shown(&t, &p, &n);
	uint8_t *png = malloc(n);
	const char *s = text;
	png_image image = {.version = PNG_IMAGE_VERSION};
	double most;
	unsigned more = 1;

	for (bool first = true; more; first = false) {
		const char *head = first ? "\033_Ga=T,f=100,q=2,m=" : "\033_Gm=", *end;

		cr_assert(!strncmp(s, head, strlen(head)), "%.20s", s + 1);
		s += strlen(head);
		more = number(&s);
		end = strchr(++s, '\033');
		cr_assert(end && end - s <= 4096 && (!more || end - s == 4096));
		size += from_base64(s, (size_t)(end - s), png + size);
		s = end + 2;
	}
	cr_expect_str_eq(s, "\n");
	cr_assert(png_image_begin_read_from_memory(&image, png, size));
	image.format = PNG_FORMAT_RGB;
	screen.w = image.width;
	screen.h = image.height;
	cr_assert(screen.w == 240 && screen.h == 180, "%u x %u", screen.w, screen.h); /* 10 lines of 18 */
	cr_assert(png_image_finish_read(&image, NULL, screen.px, MAX_W * 3, NULL));
	off_by(&p, &most);
	cr_expect_leq(most, 0.51);
	free(png);
	free(text);
}

/* ---- which one, on a terminal -------------------------------------------------------------------------- */
static char said[400000];

/* What `firstlight demo clear` sends to a terminal of 40 x 12 that answers so. */
static void on_a_terminal(const char *term, const char *locale, const char *answer)
{
	struct winsize ws = {.ws_row = 12, .ws_col = 40};
	size_t n = 0;
	int fd, status;
	pid_t pid = forkpty(&fd, NULL, NULL, &ws);

	cr_assert(pid >= 0);
	if (!pid) {
		setenv("TERM", term, 1);
		setenv("LC_ALL", locale, 1);
		unsetenv("COLORTERM");
		unsetenv("NO_COLOR");
		execl(built("firstlight"), "firstlight", "demo", "clear", "--size", "64x64", (char *)NULL);
		_exit(127);
	}
	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		ssize_t got;

		if (poll(&p, 1, 30000) <= 0)
			break;
		got = read(fd, said + n, sizeof said - 1 - n);
		if (got <= 0)
			break;
		said[n += (size_t)got] = 0;
		if (answer && strstr(said, "\033[c")) {
			cr_assert_eq(write(fd, answer, strlen(answer)), (ssize_t)strlen(answer));
			answer = NULL;
		}
	}
	close(fd);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect(WIFEXITED(status) && !WEXITSTATUS(status), "%s", said);
}

static unsigned count(const char *what)
{
	unsigned n = 0;

	for (const char *s = said; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

Test(preview, as_the_terminal_answers)
{
	on_a_terminal("xterm-256color", "C.UTF-8", "\033_Gi=31;OK\033\\\033[6;18;9t\033[?62;4c");
	cr_expect(strstr(said, "\033_Ga=T,") && !strstr(said, "\033Pq"), "%s", said);
	on_a_terminal("xterm-256color", "C.UTF-8", "\033[?62;4c");
	cr_expect(strstr(said, "\033Pq") && !strstr(said, "\033_Ga=T,"), "%s", said);
	/* Neither: 20 columns in 10 lines, as the window has 12; square, and half blocks are. */
	on_a_terminal("xterm-256color", "C.UTF-8", "\033[?1;2c");
	cr_expect(strstr(said, "48;5;") && !strstr(said, "\033Pq"), "%s", said);
	cr_expect_eq(count("\033[m\r\n"), 10u, "%s", said);
	/* No answer at all: it does not wait for ever. */
	on_a_terminal("xterm-256color", "C.UTF-8", NULL);
	cr_expect_eq(count("\033[m\r\n"), 10u, "%s", said);
}

Test(preview, as_the_environment_says)
{
	on_a_terminal("dumb", "C.UTF-8", NULL);
	cr_expect(!strchr(said, '\033') && strstr(said, "clear: 1 frame"), "%s", said);
	/* The kernel's console is asked nothing. */
	on_a_terminal("linux", "C", NULL);
	cr_expect(!strstr(said, "\033[c") && !strstr(said, "\033_G"), "%s", said);
	cr_expect_eq(count("\033[m\r\n"), 10u, "%s", said);
	for (const char *s = said; *s; s++)
		cr_assert_geq(*s, 0, "not ASCII: %s", said);
}
