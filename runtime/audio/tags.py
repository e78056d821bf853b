"""Text fields in sound files: Vorbis comments of FLAC (RFC 9639), Ogg Vorbis and Opus (RFC 3533, 7845), frames of ID3v2, RIFF's INFO list.

libsndfile reads and writes a fixed set of fields only; the settings need one of their own. Reading believes no size that a file claims.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

Fields = dict[str, str]  # by upper-case name
LARGEST = 2**24  # bytes of a tag that is looked at; one that holds pictures has more, and no settings of ours
MOST_FIELDS = 10_000
COMMENT_HEADS = (b"\x03vorbis", b"OpusTags")
_VENDOR_BLOCK = 4
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def read(data: bytes) -> Fields:
    """The text fields of a FLAC, Ogg or MP3 file; none for any other, or where they are damaged."""
    try:
        if data[:4] == b"fLaC":
            return next((_comments(block) for kind, block in _flac_blocks(data) if kind == _VENDOR_BLOCK), {})
        if data[:4] == b"OggS":
            return _ogg_fields(data)
        return _id3_fields(data) if data[:3] == b"ID3" else {}
    except (struct.error, IndexError, ValueError):
        return {}


def write(data: bytes, fields: Fields) -> bytes:
    """The file with these fields in place of what its encoder wrote. Raises ValueError for another kind of file."""
    if data[:4] == b"fLaC":
        return _flac_with(data, fields)
    if data[:4] == b"OggS":
        return _ogg_with(data, fields)
    if data[:3] == b"ID3" or data[:1] == b"\xff":
        return id3(fields) + (data[10 + _synchsafe(data[6:10]) :] if data[:3] == b"ID3" else data)
    raise ValueError("this kind of file has no fields")


# -- Vorbis comments -------------------------------------------------------------------------------------------------------


def _comments(block: bytes) -> Fields:
    """Vendor and fields "NAME=text" in UTF-8, each behind its size."""
    vendor = struct.unpack_from("<I", block)[0]
    count, at = struct.unpack_from("<I", block, 4 + vendor)[0], 8 + vendor
    found: Fields = {}
    for _ in range(min(count, MOST_FIELDS)):
        size = struct.unpack_from("<I", block, at)[0]
        name, equals, text = block[at + 4 : at + 4 + size].partition(b"=")
        if len(block) < at + 4 + size:
            break
        if equals:
            found.setdefault(name.decode("ascii", "replace").upper(), text.decode("utf-8", "replace"))
        at += 4 + size
    return found


def _comment_block(vendor: bytes, fields: Fields) -> bytes:
    lines = [f"{name}={text}".encode() for name, text in fields.items()]
    counted = b"".join(struct.pack("<I", len(line)) + line for line in lines)
    return struct.pack("<I", len(vendor)) + vendor + struct.pack("<I", len(lines)) + counted


def _flac_blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    at, last = 4, False
    while not last and at + 4 <= len(data):
        kind, size = data[at], int.from_bytes(data[at + 1 : at + 4], "big")
        yield kind & 0x7F, data[at + 4 : at + 4 + size]
        at, last = at + 4 + size, bool(kind & 0x80)


def _flac_with(data: bytes, fields: Fields) -> bytes:
    blocks = list(_flac_blocks(data))
    audio = data[4 + sum(4 + len(block) for _, block in blocks) :]
    old = next((block for kind, block in blocks if kind == _VENDOR_BLOCK), struct.pack("<I", 0))
    vendor = old[4 : 4 + struct.unpack_from("<I", old)[0]]
    comment = _comment_block(vendor, fields)
    if len(comment) >= LARGEST:
        raise ValueError("FLAC holds no field of this size")
    kept = [blocks[0], (_VENDOR_BLOCK, comment), *(b for b in blocks[1:] if b[0] != _VENDOR_BLOCK)]
    heads = (
        bytes([kind | (0x80 if i == len(kept) - 1 else 0)]) + len(block).to_bytes(3, "big")
        for i, (kind, block) in enumerate(kept)
    )
    return b"fLaC" + b"".join(head + block for head, (_, block) in zip(heads, kept, strict=True)) + audio


# -- Ogg -------------------------------------------------------------------------------------------------------------------


def _pages(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """(start, lacing values, body) of every page, as far as they are whole."""
    at = 0
    while data[at : at + 4] == b"OggS" and at + 27 <= len(data):
        lacing = data[at + 27 : at + 27 + data[at + 26]]
        end = at + 27 + len(lacing) + sum(lacing)
        if end > len(data):
            return
        yield at, lacing, data[at + 27 + len(lacing) : end]
        at = end


def _packets(pages: list[tuple[int, bytes, bytes]]) -> list[bytes]:
    """The whole packets of these pages."""
    found, current = [], []
    for _, lacing, body in pages:
        at = 0
        for size in lacing:
            current.append(body[at : at + size])
            at += size
            if size < 255:
                found.append(b"".join(current))
                current = []
    return found


def _header_pages(data: bytes) -> tuple[list[tuple[int, bytes, bytes]], int]:
    """The pages of the header packets behind the first page, and how many packets those are: comments, and for Vorbis the setup."""
    wanted, pages, size, whole = 0, [], 0, 0
    for start, lacing, body in _pages(data[: LARGEST + 2**16]):
        if start == 0:
            wanted = 2 if b"\x01vorbis" in body[:7] else 1
            continue
        pages.append((start, lacing, body))
        size += len(body)
        whole += sum(value < 255 for value in lacing)
        if whole >= wanted or size > LARGEST:
            break
    return pages, wanted


def _ogg_fields(data: bytes) -> Fields:
    packets = _packets(_header_pages(data)[0])
    head = next((head for head in COMMENT_HEADS if packets and packets[0].startswith(head)), None)
    return _comments(packets[0][len(head) :]) if head else {}


def _ogg_with(data: bytes, fields: Fields) -> bytes:
    """The comment packet anew, its pages numbered and summed again, and with them all that follow."""
    pages, wanted = _header_pages(data)
    packets = _packets(pages)[:wanted]
    head = next((head for head in COMMENT_HEADS if packets and packets[0].startswith(head)), None)
    if head is None:
        raise ValueError("this stream has no fields")
    old = packets[0][len(head) :]
    vendor = old[4 : 4 + struct.unpack_from("<I", old)[0]]
    packets[0] = head + _comment_block(vendor, fields) + (b"\x01" if head == COMMENT_HEADS[0] else b"")
    first_start, serial = pages[0][0], data[14:18]
    result, number = [data[:first_start]], 1
    lacing = b"".join(b"\xff" * (len(packet) // 255) + bytes([len(packet) % 255]) for packet in packets)
    body, continued = b"".join(packets), False
    while lacing:
        part, lacing = lacing[:255], lacing[255:]
        size = sum(part)
        granule = 0 if any(value < 255 for value in part) else -1
        result.append(_page(bytes([1 if continued else 0]), granule, serial, number, part, body[:size]))
        body, continued, number = body[size:], part[-1] == 255, number + 1
    end = pages[-1][0] + 27 + len(pages[-1][1]) + len(pages[-1][2])
    for start, part, content in _pages(data[end:]):
        kind, granule = data[end + start + 5 : end + start + 6], struct.unpack_from("<q", data, end + start + 6)[0]
        result.append(_page(kind, granule, serial, number, part, content))
        number += 1
    return b"".join(result)


def _page(kind: bytes, granule: int, serial: bytes, number: int, lacing: bytes, body: bytes) -> bytes:
    head = b"OggS\0" + kind + struct.pack("<q", granule) + serial + struct.pack("<I", number)
    tail = bytes([len(lacing)]) + lacing + body
    return head + struct.pack("<I", ogg_checksum(head + bytes(4) + tail)) + tail


def ogg_checksum(data: bytes) -> int:
    """CRC-32 of polynomial 0x04C11DB7, high bit first, from 0: zlib's is the same sum with all bits reversed."""
    reversed_sum = zlib.crc32(data.translate(_REVERSED), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int(f"{reversed_sum:032b}"[::-1], 2)


# -- ID3 -------------------------------------------------------------------------------------------------------------------

ID3_NAMES = {"TITLE": "TIT2", "ENCODER": "TSSE"}  # all other fields are frames TXXX, which carry their name


def id3(fields: Fields) -> bytes:
    """An ID3v2.4 tag. The comment, where there is one, is frame COMM."""
    frames = b""
    for name, text in fields.items():
        encoding, coded = (b"\0", text.encode("latin-1")) if text.isascii() else (b"\3", text.encode())
        if name in ID3_NAMES:
            frames += _frame(ID3_NAMES[name], encoding + coded)
        elif name == "COMMENT":
            frames += _frame("COMM", encoding + b"eng\0" + coded)
        else:
            frames += _frame("TXXX", encoding + name.encode() + b"\0" + coded)
    return b"ID3\x04\0\0" + _to_synchsafe(len(frames)) + frames


def _frame(name: str, body: bytes) -> bytes:
    return name.encode() + _to_synchsafe(len(body)) + b"\0\0" + body


def _id3_fields(data: bytes) -> Fields:
    version, flags, size = data[3], data[5], _synchsafe(data[6:10])
    body = data[10 : 10 + min(size, LARGEST)]
    if version not in (3, 4):
        return {}
    if flags & 0x80:
        body = body.replace(b"\xff\0", b"\xff")
    at = 0
    if flags & 0x40:  # an extended header, whose size counts itself in version 4 only
        at = _synchsafe(body[:4]) if version == 4 else 4 + int.from_bytes(body[:4], "big")
    found: Fields = {}
    for _ in range(MOST_FIELDS):
        head = body[at : at + 10]
        if len(head) < 10 or not head[:4].strip(b"\0"):
            break
        size = _synchsafe(head[4:8]) if version == 4 else int.from_bytes(head[4:8], "big")
        name, content = head[:4].decode("latin-1"), body[at + 10 : at + 10 + size]
        at += 10 + size
        if not content or content[0] > 3:
            continue
        if name == "TXXX":
            key, _, text = _decoded(content[0], content[1:]).partition("\0")
            found.setdefault(key.upper(), text.rstrip("\0"))
        elif name == "COMM":
            found.setdefault("COMMENT", _decoded(content[0], content[4:]).partition("\0")[2].rstrip("\0"))
        else:
            known = next((field for field, frame in ID3_NAMES.items() if frame == name), None)
            if known:
                found.setdefault(known, _decoded(content[0], content[1:]).rstrip("\0"))
    return found


def _decoded(encoding: int, data: bytes) -> str:
    return data.decode(("latin-1", "utf-16", "utf-16-be", "utf-8")[encoding], "replace")


def _synchsafe(data: bytes) -> int:
    value = 0
    for byte in data[:4]:
        value = value << 7 | (byte & 0x7F)
    return value


def _to_synchsafe(value: int) -> bytes:
    if value >= 1 << 28:
        raise ValueError("ID3 holds no tag of this size")
    return bytes(value >> shift & 0x7F for shift in (21, 14, 7, 0))


# -- RIFF ------------------------------------------------------------------------------------------------------------------

INFO_NAMES = {"TITLE": b"INAM", "ENCODER": b"ISFT", "COMMENT": b"ICMT"}


def info_list(fields: Fields) -> bytes:
    """The content of a LIST chunk that other programs show: title, software, comment; UTF-8, each ended by a zero."""
    parts = b"INFO"
    for name, text in fields.items():
        if name in INFO_NAMES:
            coded = text.encode() + b"\0"
            parts += INFO_NAMES[name] + struct.pack("<I", len(coded)) + coded + b"\0" * (len(coded) % 2)
    return parts


def info_fields(content: bytes) -> Fields:
    """The text fields of a LIST chunk's content; none where it is another list."""
    found: Fields = {}
    at = 4
    for _ in range(MOST_FIELDS if content[:4] == b"INFO" else 0):
        if at + 8 > len(content):
            break
        name, size = content[at : at + 4], struct.unpack_from("<I", content, at + 4)[0]
        known = next((field for field, chunk in INFO_NAMES.items() if chunk == name), None)
        if known:
            found.setdefault(known, content[at + 8 : at + 8 + size].rstrip(b"\0").decode("utf-8", "replace"))
        at += 8 + size + size % 2
    return found
