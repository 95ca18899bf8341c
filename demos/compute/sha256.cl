/* SPDX-License-Identifier: MIT
 *
 * SHA-256 (FIPS 180-4) of many messages at once, each of one block of up to 55 bytes: a thread pads its
 * message and hashes it. message: 64 bytes each; length: bytes of each.
 */
constant uint K[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint right(uint x, uint n)
{
	return rotate(x, 32 - n);
}

kernel void sha256(global uint *digest, global const uchar *message, global const uint *length)
{
	const uint id = get_global_id(0), n = length[id];
	uint h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	uint w[16], s[8];

	for (uint i = 0; i < 16; i++) {
		w[i] = 0;
		for (uint b = 4 * i; b < 4 * i + 4; b++) {
			const uint byte = b < n ? message[64 * id + b] : b == n ? 0x80 : 0;

			w[i] = w[i] << 8 | byte;
		}
	}
	w[15] = 8 * n;
	for (uint i = 0; i < 8; i++)
		s[i] = h[i];
	for (uint t = 0; t < 64; t++) {
		const uint e = s[4], a = s[0];
		uint one, two;

		if (t >= 16) {
			const uint x = w[(t - 15) & 15], y = w[(t - 2) & 15];

			w[t & 15] += (right(x, 7) ^ right(x, 18) ^ x >> 3) + w[(t - 7) & 15] +
				     (right(y, 17) ^ right(y, 19) ^ y >> 10);
		}
		one = s[7] + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + K[t] + w[t & 15];
		two = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
		for (uint i = 7; i; i--)
			s[i] = s[i - 1];
		s[4] += one;
		s[0] = one + two;
	}
	for (uint i = 0; i < 8; i++)
		digest[8 * id + i] = h[i] + s[i];
}
