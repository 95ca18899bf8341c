#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Records frames that `make bench` times: tests/bench/record.sh BUILD CHIP... Stock Mesa draws them on the
# model; for Vivante's cores it is Debian's Mesa for ARM, in qemu-user. Each picture is compared with that of
# llvmpipe where softpipe's agrees with it; the capture has checksums of it, which the frame is held to when
# it is timed. Amounts of work are those of the archive beside it.
set -eu
build=$1
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
LC_ALL=C
export LC_ALL

tar -xJf tests/bench/rv770.tar.xz -C "$dir"
for trace in "$dir"/rv770.*.trace; do
	case=${trace##*/rv770.}
	case=${case%.trace}
	work=$(grep -a -o 'work=[0-9]* unit=[a-z]* width=[0-9]* height=[0-9]*' "$trace")
	for renderer in llvmpipe softpipe; do
		LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=$renderer "$build"/bench-gl "$case" 0 "$dir/$renderer"
	done
	for chip in "$@"; do
		program=$build/bench-gl
		case $chip in
		gc*) program="tests/gl/arm64.sh $build $build/arm64/bench-gl" ;;
		esac
		if ! "$build"/firstlight gl --chip "$chip" --capture "$dir/$chip.$case.trace" -- \
			$program "$case" 0 "$dir/picture" "$case" "$work" >"$dir/log" 2>&1; then
			cat "$dir/log"
			echo "$chip.$case: not recorded"
			rm -f "$dir/$chip.$case.trace"
			continue
		fi
		/usr/bin/python3 - "$chip.$case" "$dir"/llvmpipe "$dir"/softpipe "$dir"/picture <<-'END'
			import sys
			name, *files = sys.argv[1:]
			a, b, got = (open(f, "rb").read() for f in files)
			sure = [i for i in range(0, len(a), 4)
			        if all(abs(a[i + k] - b[i + k]) <= 3 for k in range(4))]
			worst = [max(abs(a[i + k] - got[i + k]) for k in range(4)) for i in sure]
			off = sum(w > 2 for w in worst)
			print(f"{name}: {len(sure)} pixels are sure, {off} differ by more than 2,",
			      f"{max(worst)} at most")
		END
	done
done
# Textures of noise are the same for each chip: one archive, in the order of frames, has them once.
rm "$dir"/rv770.*
(cd "$dir" && ls *.trace | sort -t. -k2 >list)
tar --owner=0 --group=0 --numeric-owner --mtime=@0 -C "$dir" -T "$dir"/list -cf - |
	xz -T1 --lzma2=preset=9e,dict=64MiB >tests/bench/captures.tar.xz
ls -l tests/bench/captures.tar.xz
