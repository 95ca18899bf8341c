/* SPDX-License-Identifier: MIT
 *
 * What a driver costs the processor: a frame is many draws of one triangle outside the target. For a driver
 * whose submissions do nothing (tests/bench/node); a software renderer would draw.
 */
#include "tests/bench/gl/gl.h"
#include "tests/bench/peers.h"

enum { PLAIN, BLEND, UNIFORM, IMMEDIATE };

static GLint u_color;
static int which;

static void setup(int arg)
{
	static const float v[] = {2, 0, 0, 3, 0, 0, 2, 1, 0};

	which = arg;
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	if (which == IMMEDIATE)
		return;
	gl_buffer(GL_ARRAY_BUFFER, v, sizeof v);
	if (which == UNIFORM) {
		GLuint p =
		    gl_program("#version 120\nattribute vec3 pos;"
			       "void main() { gl_Position = vec4(pos, 1.0); }",
			       "#version 120\nuniform vec4 color; void main() { gl_FragColor = color; }");

		u_color = glGetUniformLocation(p, "color");
		glVertexAttribPointer(0, 3, GL_FLOAT, 0, 0, NULL);
		glEnableVertexAttribArray(0);
		return;
	}
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(3, GL_FLOAT, 0, NULL);
}

static void toggle(int i)
{
	if (i & 1)
		glEnable(GL_BLEND);
	else
		glDisable(GL_BLEND);
}

static void plain(void)
{
	for (int i = 0; i < BENCH_PEER_DRAWS; i++)
		glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void blend(void)
{
	for (int i = 0; i < BENCH_PEER_DRAWS; i++) {
		toggle(i);
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
}

static void uniform(void)
{
	for (int i = 0; i < BENCH_PEER_DRAWS; i++) {
		glUniform4f(u_color, (float)(i & 255) / 255, 0, 0, 1);
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
}

static void immediate(void)
{
	for (int i = 0; i < BENCH_PEER_DRAWS; i++) {
		toggle(i);
		glBegin(GL_TRIANGLES);
		glColor4ub((GLubyte)i, 2, 3, 4);
		glVertex3f(2, 0, 0);
		glVertex3f(3, 0, 0);
		glVertex3f(2, 1, 0);
		glEnd();
	}
}

const struct gl_case gl_emit[] = {
    {"emit_plain", setup, plain, PLAIN, 0},
    {"emit_blend", setup, blend, BLEND, 0},
    {"emit_uniform", setup, uniform, UNIFORM, 0},
    {"emit_immediate", setup, immediate, IMMEDIATE, 0},
    {0},
};
