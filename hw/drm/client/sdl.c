/* SPDX-License-Identifier: MIT
 *
 * Input for programs on SDL2, whose driver `offscreen` has none: what the user does in the window of
 * `firstlight gl --window` is asked for when the program looks for events, and put among them. SDL's own
 * state of the keyboard is kept too, and ours of the mouse stands in for SDL's.
 */
#include "hw/drm/client/client.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* As SDL_events.h of SDL 2.0 lays events out; its headers are not needed to build this. */
struct sdl_head {
	uint32_t type, timestamp, window;
};
union sdl_event {
	struct sdl_head head;
	struct {
		struct sdl_head head;
		uint8_t state, repeat, pad[2];
		int32_t scancode, sym;
		uint16_t mod;
		uint32_t unused;
	} key;
	struct {
		struct sdl_head head;
		uint32_t which, state;
		int32_t x, y, xrel, yrel;
	} motion;
	struct {
		struct sdl_head head;
		uint32_t which;
		uint8_t button, state, clicks, pad;
		int32_t x, y;
	} button;
	struct {
		struct sdl_head head;
		uint32_t which;
		int32_t x, y;
		uint32_t direction;
		float precise_x, precise_y;
		int32_t mouse_x, mouse_y;
	} wheel;
	struct {
		struct sdl_head head;
		char text[32];
	} text;
	uint8_t size[56];
};

enum {
	SDL_KEYDOWN = 0x300,
	SDL_KEYUP,
	SDL_TEXTINPUT = 0x303,
	SDL_MOUSEMOTION = 0x400,
	SDL_MOUSEBUTTONDOWN,
	SDL_MOUSEBUTTONUP,
	SDL_MOUSEWHEEL,
	SDL_QUERY = -1,
	SDL_SCANCODES = 512,
	LOOK_MS = 5, /* between questions to the server */
};

/* The mouse as the window has it; rel: since the program asked last. */
static struct {
	_Atomic int32_t x, y, rel_x, rel_y;
	atomic_uint buttons; /* 1 << (number - 1) */
	atomic_bool known;
} mouse;

#define SDL(name)                                                                       \
	__extension__({                                                                 \
		static void *known_;                                                    \
		(__typeof__(&name))fl_node_next_of(&known_, #name, "libSDL2-2.0.so.0"); \
	})

/* SDL's own, of which ours are the first five; the others are called here. */
int SDL_PollEvent(union sdl_event *e);
int SDL_WaitEventTimeout(union sdl_event *e, int timeout_ms);
int SDL_WaitEvent(union sdl_event *e);
int SDL_PeepEvents(union sdl_event *e, int n, int action, uint32_t min, uint32_t max);
void SDL_PumpEvents(void);
uint32_t SDL_GetMouseState(int *x, int *y);
uint32_t SDL_GetRelativeMouseState(int *x, int *y);
int SDL_PushEvent(union sdl_event *e);
uint8_t SDL_EventState(uint32_t type, int state);
const uint8_t *SDL_GetKeyboardState(int *n);
int SDL_GetModState(void);
void SDL_SetModState(int mod);
int32_t SDL_GetKeyFromScancode(int32_t scancode);
void *SDL_GL_GetCurrentWindow(void);
uint32_t SDL_GetWindowID(void *window);

/* ---- from the server to SDL ---------------------------------------------------------------------------- */
static uint32_t window(void)
{
	void *w = SDL(SDL_GL_GetCurrentWindow)();

	return w ? SDL(SDL_GetWindowID)(w) : 1; /* numbers begin with 1 */
}

/* Keys that modify others, as SDL_keycode.h has their bits; by usage, from left control (0xe0) on. */
static int modifier(int32_t usage)
{
	static const int bits[] = {0x40, 0x1, 0x100, 0x400, 0x80, 0x2, 0x200, 0x800};

	return usage >= 0xe0 && usage <= 0xe7 ? bits[usage - 0xe0] : 0;
}

static void key(const struct fl_drm_input *i)
{
	union sdl_event e = {.key.head.type = i->b ? SDL_KEYDOWN : SDL_KEYUP};
	int n = 0, bit = modifier(i->a), mod = SDL(SDL_GetModState)();
	uint8_t *keys = (uint8_t *)(uintptr_t)SDL(SDL_GetKeyboardState)(&n);

	if (i->a < 0 || i->a >= n || i->a >= SDL_SCANCODES)
		return;
	keys[i->a] = i->b != 0;
	mod = i->b ? mod | bit : mod & ~bit;
	if (bit)
		SDL(SDL_SetModState)(mod);
	e.key.head.window = window();
	e.key.state = i->b != 0;
	e.key.repeat = i->b == 2;
	e.key.scancode = i->a;
	e.key.sym = SDL(SDL_GetKeyFromScancode)(i->a);
	e.key.mod = (uint16_t)mod;
	SDL(SDL_PushEvent)(&e);
}

static void motion(const struct fl_drm_input *i)
{
	const int32_t x = mouse.known ? i->a - mouse.x : 0, y = mouse.known ? i->b - mouse.y : 0;
	union sdl_event e = {.motion = {.head = {SDL_MOUSEMOTION, 0, window()},
					.state = mouse.buttons,
					.x = i->a,
					.y = i->b,
					.xrel = x,
					.yrel = y}};

	mouse.x = i->a;
	mouse.y = i->b;
	mouse.rel_x += x;
	mouse.rel_y += y;
	mouse.known = true;
	SDL(SDL_PushEvent)(&e);
}

static void button(const struct fl_drm_input *i)
{
	union sdl_event e = {.button = {.head = {i->b ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP, 0, window()},
					.button = (uint8_t)i->a,
					.state = i->b != 0,
					.clicks = 1,
					.x = mouse.x,
					.y = mouse.y}};
	const unsigned bit = i->a >= 1 && i->a <= 5 ? 1u << (i->a - 1) : 0;

	mouse.buttons = i->b ? mouse.buttons | bit : mouse.buttons & ~bit;
	mouse.known = true;
	SDL(SDL_PushEvent)(&e);
}

static void wheel(const struct fl_drm_input *i)
{
	union sdl_event e = {.wheel = {.head = {SDL_MOUSEWHEEL, 0, window()},
				       .x = i->a,
				       .y = i->b,
				       .precise_x = (float)i->a,
				       .precise_y = (float)i->b,
				       .mouse_x = mouse.x,
				       .mouse_y = mouse.y}};

	SDL(SDL_PushEvent)(&e);
}

static void text(const struct fl_drm_input *i)
{
	union sdl_event e = {.text.head = {SDL_TEXTINPUT, 0, window()}};

	memcpy(e.text.text, i->text, sizeof i->text);
	e.text.text[sizeof i->text] = 0;
	if (SDL(SDL_EventState)(SDL_TEXTINPUT, SDL_QUERY))
		SDL(SDL_PushEvent)(&e);
}

static bool is_due(void)
{
	static _Atomic uint64_t next_ms;
	struct timespec ts;
	uint64_t now_ms;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	now_ms = (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
	if (now_ms < next_ms)
		return false;
	next_ms = now_ms + LOOK_MS;
	return true;
}

static void look(void)
{
	static void (*const take[])(const struct fl_drm_input *i) = {[FL_DRM_KEY] = key,
								     [FL_DRM_MOTION] = motion,
								     [FL_DRM_BUTTON] = button,
								     [FL_DRM_WHEEL] = wheel,
								     [FL_DRM_TEXT] = text};
	static atomic_flag busy = ATOMIC_FLAG_INIT;
	struct fl_drm_input in[FL_DRM_INPUTS];
	size_t got_B = 0;
	char name[64];
	int fd;

	if (!fl_frames_have_input() || !is_due() || atomic_flag_test_and_set(&busy))
		return;
	fd = fl_frames_node(name);
	if (fd >= 0 && !fl_node_ask(fd, name, FL_DRM_INPUT, NULL, 0, in, sizeof in, &got_B, NULL))
		for (size_t i = 0; i < got_B / sizeof *in; i++)
			if ((unsigned)in[i].kind < sizeof take / sizeof *take)
				take[in[i].kind](&in[i]);
	atomic_flag_clear(&busy);
}

/* ---- in place of SDL's --------------------------------------------------------------------------------- */
VISIBLE void SDL_PumpEvents(void)
{
	look();
	SDL(SDL_PumpEvents)();
}

VISIBLE int SDL_PollEvent(union sdl_event *e)
{
	look();
	return SDL(SDL_PollEvent)(e);
}

VISIBLE int SDL_PeepEvents(union sdl_event *e, int n, int action, uint32_t min, uint32_t max)
{
	look();
	return SDL(SDL_PeepEvents)(e, n, action, min, max);
}

/* SDL's own would sleep over what only this side hears of. timeout_ms < 0: without an end. */
VISIBLE int SDL_WaitEventTimeout(union sdl_event *e, int timeout_ms)
{
	if (!fl_frames_have_input())
		return SDL(SDL_WaitEventTimeout)(e, timeout_ms);
	for (int ms = 0;; ms += LOOK_MS) {
		const int rest_ms = timeout_ms < 0 || timeout_ms - ms > LOOK_MS ? LOOK_MS : timeout_ms - ms;

		look();
		if (SDL(SDL_WaitEventTimeout)(e, rest_ms > 0 ? rest_ms : 0))
			return 1;
		if (rest_ms < LOOK_MS)
			return 0;
	}
}

VISIBLE int SDL_WaitEvent(union sdl_event *e)
{
	return fl_frames_have_input() ? SDL_WaitEventTimeout(e, -1) : SDL(SDL_WaitEvent)(e);
}

VISIBLE uint32_t SDL_GetMouseState(int *x, int *y)
{
	if (!mouse.known)
		return SDL(SDL_GetMouseState)(x, y);
	if (x)
		*x = mouse.x;
	if (y)
		*y = mouse.y;
	return mouse.buttons;
}

VISIBLE uint32_t SDL_GetRelativeMouseState(int *x, int *y)
{
	const int32_t rel_x = atomic_exchange(&mouse.rel_x, 0), rel_y = atomic_exchange(&mouse.rel_y, 0);

	if (!mouse.known)
		return SDL(SDL_GetRelativeMouseState)(x, y);
	if (x)
		*x = rel_x;
	if (y)
		*y = rel_y;
	return mouse.buttons;
}

void *fl_sdl_in_place_of(const char *name)
{
	static const struct {
		const char *name;
		void *ours;
	} calls[] = {
	    {"SDL_PollEvent", (void *)SDL_PollEvent},
	    {"SDL_PumpEvents", (void *)SDL_PumpEvents},
	    {"SDL_PeepEvents", (void *)SDL_PeepEvents},
	    {"SDL_WaitEvent", (void *)SDL_WaitEvent},
	    {"SDL_WaitEventTimeout", (void *)SDL_WaitEventTimeout},
	    {"SDL_GetMouseState", (void *)SDL_GetMouseState},
	    {"SDL_GetRelativeMouseState", (void *)SDL_GetRelativeMouseState},
	};

	for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
		if (!strcmp(name, calls[i].name))
			return calls[i].ours;
	return NULL;
}
