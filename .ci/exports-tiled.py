"""Compares a picture by tmxrasterizer with cells.png, which has one pixel for each cell.

exports-tiled.py FOLDER SHAPE AXIS NAME: in the folder drawn.png, cells.png. Where a cell lies follows from its shape alone, not from
what the map says of itself: so a wrong stagger shows. Exits with 1 at a difference.
"""

import struct
import sys
import zlib


def read_png(path):
    """Width, height and rows of pixels (red, green, blue, opacity) of a PNG with 8 bits for each part."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed, palette, clear = 8, b"", b"", b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and interlace == 0, (path, depth, interlace)
        packed += body if kind == b"IDAT" else b""
        palette = body if kind == b"PLTE" else palette
        clear = body if kind == b"tRNS" else clear
        at += 12 + length
    parts = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    raw, size = zlib.decompress(packed), width * parts
    rows, before = [], bytearray(size)
    for row in range(height):
        start = row * (size + 1)
        way, line = raw[start], bytearray(raw[start + 1 : start + 1 + size])
        for place in range(size):
            left = line[place - parts] if place >= parts else 0
            corner = before[place - parts] if place >= parts else 0
            up = before[place]
            if way == 1:
                add = left
            elif way == 2:
                add = up
            elif way == 3:
                add = (left + up) // 2
            elif way == 4:
                guess = left + up - corner
                add = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            else:
                break
            line[place] = (line[place] + add) & 255
        before = line
        rows.append(line)

    def pixel(x, y):
        own = rows[y][x * parts : (x + 1) * parts]
        if color == 3:
            return tuple(palette[3 * own[0] : 3 * own[0] + 3]) + (clear[own[0]] if own[0] < len(clear) else 255,)
        own = tuple(own[:1]) * 3 + tuple(own[1:]) if parts < 3 else tuple(own)
        return own if len(own) == 4 else own + (255,)

    return width, height, pixel


def center(shape, axis, width, height, column, row):
    """The centre of a cell, by its column and its row from the north, and the size of the picture."""
    if shape in ("square4", "square8", "torus4", "torus8"):
        return (column * 32 + 16, row * 32 + 16), (width * 32, height * 32)
    up = height - 1 - row
    # Odd rows from the south lie half a cell to the east; in a hexagon, those that differ from its middle row in that.
    shift = (up + height // 2) % 2 if shape == "hexagon" else up % 2
    across, along = column * 28 + shift * 14 + 14, (width * 28 + 14, height * 24 + 8)
    if axis == "columns":
        # Turned clockwise by a quarter: the south is in the west.
        return (up * 24 + 16, across), (along[1], along[0])
    return (across, row * 24 + 16), along


def main(folder, shape, axis, name):
    wide, high, drawn = read_png(f"{folder}/drawn.png")
    width, height, cell = read_png(f"{folder}/cells.png")
    count, wrong = 0, []
    for row in range(height):
        for column in range(width):
            (x, y), size = center(shape, axis, width, height, column, row)
            if (wide, high) != size:
                sys.exit(f"{name} {axis}: the picture has {wide}x{high} pixels, and should have {size[0]}x{size[1]}")
            ours, theirs = cell(column, row), drawn(x, y)
            if ours[3] == 0:
                if theirs[3] != 0:
                    wrong.append((column, row, ours, theirs))
                continue
            count += 1
            if ours[:3] != theirs[:3]:
                wrong.append((column, row, ours, theirs))
    print(f"{name} {axis}: {wide}x{high} pixels, {count - len(wrong)} of {count} cells alike")
    if wrong:
        sys.exit(f"{name} {axis}: column, row, ours, theirs: {wrong[:5]}")


main(*sys.argv[1:])
