#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a draw costs the processor of a Vivante core's board: tests/bench/arm/emit.sh BUILD CHIP... prints, for
# the draws of tests/bench/gl/emit.c, times of the library and of Debian's Mesa for ARM, both in qemu-user.
# An emulator's nanoseconds are no processor's: what says something is the ratio, for both sides are the same
# kind of code, and go through the same translation. The model takes Mesa's commands in a process of its own.
set -eu
build=$1
shift
export ARM64_ROOT=${ARM64_ROOT:-$build/arm64/root}
runs=20

printf '%-28s %9s %9s %6s %6s\n' 'a draw, in qemu-user' 'ours, ns' 'Mesa, ns' ratio words
for chip in "$@"; do
	name=$(echo "$chip" | tr a-z A-Z)
	for case in emit_plain emit_blend emit_uniform emit_immediate; do
		ours=$(qemu-aarch64-static -L "$ARM64_ROOT" "$build"/arm64/emit-arm "$name" $case $runs)
		mesa=$("$build"/firstlight gl --chip "$chip" -- tests/gl/arm64.sh "$build" \
			"$build"/arm64/bench-gl $case $runs 2>/dev/null)
		echo "$ours $mesa" | awk -v what="$chip $case" -v ns=50000 \
			'{ printf "%-28s %9.0f %9.0f %6.1f %6.1f\n", what, $1 * ns, $3 * ns, $3 / $1, $2 }'
	done
done
