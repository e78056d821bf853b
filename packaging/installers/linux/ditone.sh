#!/bin/sh
# Starts the installed Ditone from wherever it lies. Nothing of the user's Python, current folder or PYTHONPATH is looked at (-I), and
# nothing is written beside the program (-B), so that removing the package removes everything.
here=$(dirname "$(readlink -f "$0")")/..
python="$here/python/bin/python3.11"
if [ ! -x "$python" ] || [ ! -f "$here/start.py" ]; then
    echo "ditone: This installation is damaged: $python or start.py is missing. Install Ditone again; your sounds are kept." >&2
    exit 1
fi
said=$(LC_ALL=C "$python" -I -S -B -c "" 2>&1 >/dev/null)
if [ $? -ne 0 ]; then
    case $said in
    *GLIBC_* | *"not found"* | *"No such file"* | *"Exec format"* | *"cannot execute"* | *"Illegal instruction"*)
        echo "ditone: This package needs glibc 2.35 or newer (Debian 12, Ubuntu 22.04) on a 64-bit Intel or AMD processor; this system says: $said" >&2
        ;;
    *)
        echo "ditone: This installation is damaged: its Python does not start ($said). Install Ditone again; your sounds are kept." >&2
        ;;
    esac
    exit 1
fi
exec "$python" -I -B -X utf8 "$here/start.py" "$@"
