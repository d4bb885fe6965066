#!/bin/sh
# namespace.sh FOLDER PACKAGES PROGRAM ARGUMENTS: starts a program that finds unpacked packages as if they were installed. To be
# run by root in a mount namespace of its own (unshare -m): nobody else sees them, and what is written goes to memory.
set -eu
[ "$(readlink /proc/self/ns/mnt)" != "$(readlink /proc/$PPID/ns/mnt)" ] || { echo 'namespace.sh: not in a namespace of its own' >&2; exit 1; }

folder=$1 packages=$2
shift 2
layers=$folder/layers
mkdir -p "$layers"
mount -t tmpfs none "$layers"
for place in etc usr var; do
    mkdir -p "$layers/$place/new" "$layers/$place/work"
    mount -t overlay overlay \
        -o "lowerdir=$packages/$place:/$place,upperdir=$layers/$place/new,workdir=$layers/$place/work" "/$place"
done
mount -t tmpfs none /run
LD_LIBRARY_PATH=$(printf '%s:' "$packages"/lib/*-linux-gnu)
export LD_LIBRARY_PATH
exec "$@"
