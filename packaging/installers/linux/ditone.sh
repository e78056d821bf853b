#!/bin/sh
# Starts the installed Ditone from wherever it lies. Nothing of the user's Python, current folder or PYTHONPATH is looked at (-I).
here=$(dirname "$(readlink -f "$0")")/..
python="$here/python/bin/python3.11"
if [ ! -x "$python" ] || [ ! -f "$here/start.py" ]; then
    echo "ditone: This installation is damaged: $python or start.py is missing. Install Ditone again; your sounds are kept." >&2
    exit 1
fi
if ! "$python" -I -S -c "" 2>/dev/null; then
    echo "ditone: This package needs glibc 2.35 or newer (Debian 12, Ubuntu 22.04) on a 64-bit Intel or AMD processor; this system says:" >&2
    "$python" -I -S -c "" >&2
    exit 1
fi
exec "$python" -I -X utf8 "$here/start.py" "$@"
