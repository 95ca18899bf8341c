#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The source tree with one family more: tests/toy/tree.sh DIR, from the top of the sources. DIR gets links to
# every source file, the toy's four folders in their places, and the one list with one line more. What a
# build in BUILD (default: build) has made already is copied, so that make compiles only what the list
# reaches:
#
#	tests/toy/tree.sh /tmp/toy && make -C /tmp/toy build
#	/tmp/toy/build/firstlight demo triangle --chip toy --out triangle.png
set -e
if [ $# -lt 1 ] || [ ! -f hw/fl_families.h ]; then
	echo "usage, from the top of the sources: $0 DIR [BUILD]"
	exit 2
fi
tree=$1 build=${2:-build}

mkdir -p "$tree"
cp -as "$PWD"/Makefile "$PWD"/README.md "$PWD"/boot "$PWD"/demos "$PWD"/hw "$PWD"/lib "$PWD"/linker \
	"$PWD"/tests "$tree"
cp -as "$PWD"/tests/toy/hw "$tree"/hw/toy
cp -as "$PWD"/tests/toy/lib "$tree"/lib/toy
cp -as "$PWD"/tests/toy/model "$tree"/hw/model/toy
cp -as "$PWD"/tests/toy/regs "$tree"/hw/regs/toy

# The line: below that of the first family, which has all parts.
rm "$tree"/hw/fl_families.h
row="(toy, yes, yes, no, no, yes, no, yes, yes, no, no)"
awk -v row="$row" '{ print } /^\tX\(/ && !n++ { sub(/\(.*\)/, row); print }' \
	hw/fl_families.h >"$tree"/hw/fl_families.h

# Objects keep their times, and make sees that they are younger than their sources. Depfiles name files below
# BUILD, so it has the same name in the tree.
case $build in
/*) ;;
*)
	mkdir -p "$tree/$build"
	for part in free host gen tool bare regsgen; do
		[ ! -e "$build/$part" ] || cp -a "$build/$part" "$tree/$build/"
	done
	;;
esac
