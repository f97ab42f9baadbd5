"""Has freeciv-server load a scenario, save it as it is, and play it; and compares. Usage: exports-freeciv.py FOLDER NAME SERVER COMMAND PRESET TURNS"""
import collections, json, os, pathlib, re, subprocess, sys

from freeciv_server import play

folder, name, server, command, preset, turns = sys.argv[1:]
folder = os.path.abspath(folder)
LETTERS = {
    "deep-water": ":", "shallow-water": " ", "lake": "+", "plains": "p", "grassland": "g", "forest": "f", "jungle": "j", "hills": "h",
    "mountains": "m", "desert": "d", "swamp": "s", "tundra": "t", "ice": "a", "floor": "p", "wall": "i", "space": ":",
}
TABLES = {"Hut", "River", "Road", "Railroad"}


def fail(why):
    sys.exit(f"freeciv: {name}: {why}")


def read(path):
    """Terrain by rows, settings, starts and the tiles of extras."""
    text = pathlib.Path(path).read_text()
    rows = re.findall(r'^t\d{4,}="(.*)"$', text, re.M)
    setting = dict(re.findall(r'^"(topology|xsize|ysize|maxplayers)",("[^"]*"|\d+),', text, re.M))
    block = text.split("startpos={", 1)[1].split("}", 1)[0]
    starts = sorted(tuple(map(int, line.split(",")[:2])) for line in block.splitlines()[1:])
    names = re.search(r"^extras_vector=(.*)$", text, re.M)
    names = [extra.strip('"') for extra in names[1].split(",")] if names else []
    extras = collections.defaultdict(set)
    for number, row, digits in re.findall(r'^e(\d\d)_(\d{4,})="([0-9a-f]*)"$', text, re.M):
        for bit in range(4):
            if 4 * int(number) + bit < len(names):
                extra = names[4 * int(number) + bit]
                tiles = {(x, int(row)) for x, digit in enumerate(digits) if int(digit, 16) >> bit & 1}
                extras[extra] |= tiles
    return rows, setting, starts, {extra: tiles for extra, tiles in extras.items() if extra in TABLES and tiles}


last, said, took = play(folder, server, int(turns), 300)
complaints = [line for line in said.splitlines() if re.search(r"(?i)^[01]: |fail|error|warning|unknown|cannot|couldn't|illegal|invalid|unused", line)]
if complaints:
    fail("the server says: " + "; ".join(complaints[:5]))
if not os.path.exists(f"{folder}/loaded.sav"):
    fail("the server did not save what it loaded")
ours, theirs = read(f"{folder}/freeciv.sav"), read(f"{folder}/loaded.sav")
for what, one, other in zip(["terrain", "settings", "starts", "extras"], ours, theirs):
    if one != other:
        fail(f"{what} differ: ours {str(one)[:300]}, theirs {str(other)[:300]}")
# What the scenario has, by another format of ours.
features = json.load(open(f"{folder}/map.geojson"))["features"]
expected = collections.Counter()
for feature in features:
    if feature["properties"]["layer"] == "terrain":
        expected[LETTERS[feature["properties"]["role"]]] += feature["properties"]["cells"]
found = collections.Counter("".join(theirs[0]))
found["i"] = expected["i"]
if +found != +expected:
    fail(f"terrain has counts {dict(found)}, and the scenario {dict(expected)}")
seats = sum(feature["properties"]["layer"] == "seat" for feature in features)
if len(theirs[2]) != seats:
    fail(f"{len(theirs[2])} starts for {seats} seats")
if last is None:
    fail(f"the game did not come to turn {turns}; the last words are {said.splitlines()[-3:]}")
# And back: the same letters on every cell.
back = f"{folder}/back.ron"
subprocess.run([command, "--quiet", "convert", f"{folder}/loaded.sav", back, "--palette", preset], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
subprocess.run([command, "--quiet", "convert", back, f"{folder}/back.sav", "--option", "climate=false"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
again = collections.Counter("".join(read(f"{folder}/back.sav")[0]))
same = "the way in gives equal counts" if +again == +collections.Counter("".join(ours[0])) else f"the way in gives {dict(again)}"
if "equal" not in same:
    fail(same)
sizes = f"{theirs[1]['xsize']}x{theirs[1]['ysize']} {theirs[1]['topology']}"
extras = ", ".join(f"{len(tiles)} {extra}" for extra, tiles in sorted(theirs[3].items()))
print(f"{name}: {sizes}, {sum(expected.values())} cells and {seats} starts as ours, {extras}; {turns} turns in {took:.0f} s; {same}")
