#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Debian's Mesa for ARM, which alone has Vivante's driver, unpacked and not installed:
# tests/gl/arm64-root.sh DIR [PACKAGE...], with further packages and what they need. DIR is made whole or not
# at all.
set -eu
. "$(dirname "$0")/../arm64-packages.sh"
dir=$1
shift
[ -d "$dir" ] && exit 0
echo "Fetching Mesa for ARM (65 MB)${*:+, and $*}"
begin "$dir"
unpack libc6 libegl1 libegl-mesa0 libopengl0 libgl1-mesa-dri "$@"
[ -e "$new/root/usr/lib/aarch64-linux-gnu/dri/etnaviv_dri.so" ]
rm -rf "$apt"
mv "$new/root" "$dir"
rmdir "$new"
