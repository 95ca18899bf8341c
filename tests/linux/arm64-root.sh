#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a Linux guest for ARM is made of, out of Debian's packages for it, unpacked and not installed:
# tests/linux/arm64-root.sh DIR MODULE... makes DIR/root (the libraries that the command needs), DIR/vmlinuz,
# and DIR/modules with those modules of that kernel's.
set -eu
dir=$1
shift
new=$dir.new
rm -rf "$new"
mkdir -p "$new/apt/lists/partial" "$new/apt/archives/partial" "$new/root" "$new/modules"
apt=$(cd "$new/apt" && pwd)
touch "$apt/status"

# A place of its own for lists, archives and what is installed (nothing): the machine's are not touched.
own()
{
	program=$1
	shift
	"$program" -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$apt" \
		-o Dir::State::status="$apt/status" -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt" \
		-o APT::Install-Recommends=false -o Debug::NoLocking=1 -o APT::Sandbox::User=root "$@"
}
own apt-get update
own apt-get -y --download-only install libc6 libpci3 libpng16-16 libedit2 libjansson4 liblzma5 libseccomp2 \
	>/dev/null
for package in "$apt"/archives/*.deb; do
	dpkg-deb -x "$package" "$new/root"
done
kernel=$(own apt-cache depends linux-image-arm64 | sed -n 's/.*Depends: \(linux-image-[^ ]*\).*/\1/p')
(cd "$apt" && own apt-get download "$kernel")
dpkg-deb --fsys-tarfile "$apt"/linux-image-*.deb | tar x -C "$apt" --wildcards './boot/vmlinuz-*' \
	$(for module in "$@"; do echo "*/$module.ko"; done)
find "$apt/lib" -name '*.ko' -exec cp {} "$new/modules/" ';'
cp "$apt"/boot/vmlinuz-* "$new/vmlinuz"
rm -rf "$new/apt" "$dir"
mv "$new" "$dir"
