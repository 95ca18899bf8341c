/* SPDX-License-Identifier: MIT
 *
 * A program on SDL2 that draws a field with a cross, and writes down each event. Run on SDL's driver
 * `offscreen`, in `firstlight gl --window`: tests/gl/window.sh. It ends with the key Escape, when its window
 * is closed, or after a minute. The cross is where the pointer is, and red while a button is down; the first
 * frames are darker, each by another step.
 */
#include <SDL.h>
#include <SDL_opengl.h>
#include <stdbool.h>
#include <stdio.h>

enum { W = 320, H = 240, MINUTE_MS = 60000, STEP_MS = 10, STILL = 3 };

static struct {
	void(APIENTRY *clear_color)(float r, float g, float b, float a);
	void(APIENTRY *clear)(GLbitfield what);
	void(APIENTRY *scissor)(GLint x, GLint y, GLsizei w, GLsizei h);
	void(APIENTRY *enable)(GLenum what);
	void(APIENTRY *disable)(GLenum what);
} gl;

static void fill(int x, int y, int w, int h, const float rgb[3])
{
	gl.scissor(x, H - y - h, w, h);
	gl.clear_color(rgb[0], rgb[1], rgb[2], 1);
	gl.clear(GL_COLOR_BUFFER_BIT);
}

static void draw(int frame, int x, int y, bool down)
{
	static const float quiet[] = {1, 1, 0}, red[] = {1, 0, 0};
	const float field[] = {0, 0, frame < STILL ? 0.1f * (float)frame : 0.5f};

	gl.disable(GL_SCISSOR_TEST);
	fill(0, 0, W, H, field);
	gl.enable(GL_SCISSOR_TEST);
	fill(x - 10, y - 1, 21, 3, down ? red : quiet);
	fill(x - 1, y - 10, 3, 21, down ? red : quiet);
}

static bool note(const SDL_Event *e, bool *down)
{
	switch (e->type) {
	case SDL_KEYDOWN:
	case SDL_KEYUP:
		printf("key %s %s%s\n", SDL_GetKeyName(e->key.keysym.sym), e->key.state ? "down" : "up",
		       SDL_GetKeyboardState(NULL)[e->key.keysym.scancode] == e->key.state ? ""
											  : ", not held");
		return e->key.keysym.sym != SDLK_ESCAPE;
	case SDL_TEXTINPUT:
		printf("text %s\n", e->text.text);
		return true;
	case SDL_MOUSEMOTION:
		printf("motion %d %d\n", e->motion.x, e->motion.y);
		return true;
	case SDL_MOUSEBUTTONDOWN:
	case SDL_MOUSEBUTTONUP:
		*down = e->type == SDL_MOUSEBUTTONDOWN;
		printf("button %d %s\n", e->button.button, *down ? "down" : "up");
		return true;
	case SDL_MOUSEWHEEL:
		printf("wheel %d %d\n", e->wheel.x, e->wheel.y);
		return true;
	default:
		return e->type != SDL_QUIT;
	}
}

int main(void)
{
	SDL_Window *window;
	SDL_Event e;
	bool on = true, down = false;
	int x = W / 2, y = H / 2;

	setvbuf(stdout, NULL, _IOLBF, 0);
	window = SDL_Init(SDL_INIT_VIDEO) ? NULL : SDL_CreateWindow("cross", 0, 0, W, H, SDL_WINDOW_OPENGL);
	if (!window || !SDL_GL_CreateContext(window)) {
		fprintf(stderr, "%s\n", SDL_GetError());
		return 77;
	}
	*(void **)&gl.clear_color = SDL_GL_GetProcAddress("glClearColor");
	*(void **)&gl.clear = SDL_GL_GetProcAddress("glClear");
	*(void **)&gl.scissor = SDL_GL_GetProcAddress("glScissor");
	*(void **)&gl.enable = SDL_GL_GetProcAddress("glEnable");
	*(void **)&gl.disable = SDL_GL_GetProcAddress("glDisable");
	for (int frame = 0; on && SDL_GetTicks() < MINUTE_MS; frame++) {
		draw(frame, x, y, down);
		SDL_GL_SwapWindow(window);
		while (SDL_PollEvent(&e))
			on &= note(&e, &down);
		if (frame > STILL)
			SDL_GetMouseState(&x, &y);
		if (x == 0 && y == 0) { /* there was no pointer yet */
			x = W / 2;
			y = H / 2;
		}
		SDL_Delay(STEP_MS);
	}
	SDL_Quit();
	return on;
}
