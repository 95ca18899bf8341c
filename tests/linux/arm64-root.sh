#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a Linux guest for ARM is made of, out of Debian's packages for it, unpacked and not installed:
# tests/linux/arm64-root.sh DIR MODULE... makes DIR/root (the libraries that the command needs), DIR/vmlinuz,
# and DIR/modules with those modules of that kernel's.
set -eu
. "$(dirname "$0")/../arm64-packages.sh"
dir=$1
shift
begin "$dir"
mkdir "$new/modules"
unpack libc6 libpci3 libpng16-16 libedit2 libjansson4 liblzma5 libseccomp2
kernel=$(own apt-cache depends linux-image-arm64 | sed -n 's/.*Depends: \(linux-image-[^ ]*\).*/\1/p')
(cd "$apt" && own apt-get download "$kernel")
dpkg-deb --fsys-tarfile "$apt"/linux-image-*.deb | tar x -C "$apt" --wildcards './boot/vmlinuz-*' \
	$(for module in "$@"; do echo "*/$module.ko"; done)
find "$apt/lib" -name '*.ko' -exec cp {} "$new/modules/" ';'
cp "$apt"/boot/vmlinuz-* "$new/vmlinuz"
rm -rf "$apt" "$dir"
mv "$new" "$dir"
