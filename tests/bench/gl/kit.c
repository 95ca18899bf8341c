/* SPDX-License-Identifier: MIT
 *
 * Shaders, buffers and textures of the cases, and their random numbers.
 */
#include "tests/bench/gl/gl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned state;

void gl_seed(void)
{
	state = 12345;
}

unsigned gl_random(void)
{
	state = state * 1664525u + 1013904223u;
	return state >> 8;
}

float gl_between(float low, float high)
{
	return low + (high - low) * (float)(gl_random() & 0xffff) / 65535.0f;
}

static GLuint shader(GLenum type, const char *source)
{
	GLuint s = glCreateShader(type);
	char log[2000];
	GLint ok;

	glShaderSource(s, 1, &source, NULL);
	glCompileShader(s);
	glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
	if (!ok) {
		glGetShaderInfoLog(s, sizeof log, NULL, log);
		fprintf(stderr, "bench-gl: shader: %s\n", log);
		exit(1);
	}
	return s;
}

GLuint gl_program(const char *vertex, const char *fragment)
{
	GLuint p = glCreateProgram();
	char log[2000];
	GLint ok;

	glAttachShader(p, shader(GL_VERTEX_SHADER, vertex));
	glAttachShader(p, shader(GL_FRAGMENT_SHADER, fragment));
	glBindAttribLocation(p, 0, "pos");
	glBindAttribLocation(p, 1, "nrm");
	glLinkProgram(p);
	glGetProgramiv(p, GL_LINK_STATUS, &ok);
	if (!ok) {
		glGetProgramInfoLog(p, sizeof log, NULL, log);
		fprintf(stderr, "bench-gl: link: %s\n", log);
		exit(1);
	}
	glUseProgram(p);
	return p;
}

GLuint gl_buffer(GLenum target, const void *data, size_t size_B)
{
	GLuint b;

	glGenBuffers(1, &b);
	glBindBuffer(target, b);
	glBufferData(target, (GLsizeiptr)size_B, data, GL_STATIC_DRAW);
	return b;
}

void gl_wrap_and_filter(GLenum min, GLenum mag, GLenum wrap)
{
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)min);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)mag);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)wrap);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)wrap);
}

static void texel(int x, int y, int n, unsigned char *q)
{
	float turn = 6.28318530717958f / (float)n, u = turn * (float)x, v = turn * (float)y;

	q[0] = (unsigned char)(128 + 60 * sinf(3 * u + sinf(2 * v)) + 50 * cosf(5 * v - u));
	q[1] = (unsigned char)(128 + 70 * sinf(7 * v) * cosf(4 * u) + 40 * sinf(u + v));
	q[2] = (unsigned char)(128 + 100 * cosf(2 * u - 3 * v));
	q[3] = (unsigned char)(160 + 80 * sinf(u * 2) * cosf(v * 3));
	if (((x * 8 / n) ^ (y * 8 / n)) & 1)
		for (int c = 0; c < 3; c++)
			q[c] = (unsigned char)(q[c] * 3 / 4);
}

/* Half the size, in place: the mean of four. */
static void halve(unsigned char *p, int n)
{
	int m = n / 2;

	for (int y = 0; y < m; y++)
		for (int x = 0; x < m; x++)
			for (int c = 0; c < 4; c++) {
				const unsigned char *a = p + 4 * (2 * y * n + 2 * x) + c, *b = a + 4 * n;

				p[4 * (y * m + x) + c] = (unsigned char)((a[0] + a[4] + b[0] + b[4] + 2) / 4);
			}
}

GLuint gl_texture(int size_px, int mipmaps, GLenum min, GLenum mag)
{
	unsigned char *p = calloc((size_t)(size_px * size_px), 4);
	GLuint t;

	if (!p)
		exit(1);
	glGenTextures(1, &t);
	glBindTexture(GL_TEXTURE_2D, t);
	gl_wrap_and_filter(min, mag, GL_REPEAT);
	for (int y = 0; y < size_px; y++)
		for (int x = 0; x < size_px; x++)
			texel(x, y, size_px, p + 4 * (y * size_px + x));
	for (int level = 0, n = size_px;; level++, n /= 2) {
		glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, n, n, 0, GL_RGBA, GL_UNSIGNED_BYTE, p);
		if (!mipmaps || n == 1)
			break;
		halve(p, n);
	}
	free(p);
	return t;
}

void gl_light(float x, float y, float z)
{
	const float at[4] = {x, y, z, 0}, ambient[4] = {0.15f, 0.15f, 0.15f, 1}, diffuse[4] = {1, 1, 1, 1};

	glLightfv(GL_LIGHT0, GL_POSITION, at);
	glLightfv(GL_LIGHT0, GL_AMBIENT, ambient);
	glLightfv(GL_LIGHT0, GL_DIFFUSE, diffuse);
	glEnable(GL_LIGHT0);
	glEnable(GL_LIGHTING);
}
