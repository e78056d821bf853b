#!/bin/sh
# install.sh            installs this folder for the current user: a link to the program, a desktop entry, the icon
# install.sh --remove   takes these away again; sounds, settings and this folder stay
set -eu
here=$(dirname "$(readlink -f "$0")")
data=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin
if [ "${1:-}" = "--remove" ]; then
    rm -f "$bin/ditone" "$data/applications/ditone.desktop"
    for size in 16 24 32 48 64 128 256 512; do rm -f "$data/icons/hicolor/${size}x$size/apps/ditone.png"; done
    rm -f "$data/icons/hicolor/scalable/apps/ditone.svg"
    echo "Ditone is no longer in the menu. Your sounds are kept in $data/ditone; this folder, $here, can be deleted."
    exit 0
fi
mkdir -p "$bin" "$data/applications"
ln -sfn "$here/bin/ditone" "$bin/ditone"
sed "s#^Exec=ditone#Exec=\"$here/bin/ditone\"#" "$here/share/ditone.desktop" > "$data/applications/ditone.desktop"
for size in 16 24 32 48 64 128 256 512; do
    mkdir -p "$data/icons/hicolor/${size}x$size/apps"
    cp "$here/share/icons/ditone-$size.png" "$data/icons/hicolor/${size}x$size/apps/ditone.png"
done
mkdir -p "$data/icons/hicolor/scalable/apps"
cp "$here/share/icons/ditone.svg" "$data/icons/hicolor/scalable/apps/ditone.svg"
echo "Ditone is in the menu, and \"$bin/ditone\" starts it. ./install.sh --remove takes that back."
