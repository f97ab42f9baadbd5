"""Has Wesnoth's computer players play a scenario to an end, and asks it from within what it has loaded. Usage: FOLDER NAME WESNOTH"""
import collections, json, os, pathlib, re, subprocess, sys, time

folder, name, wesnoth = sys.argv[1:]
folder = os.path.abspath(folder)
TURNS = 40


def fail(why):
    sys.exit(f"wesnoth: {name}: {why}")


ours = pathlib.Path(folder, "wesnoth.cfg").read_text()
rows = [line.split(", ") for line in pathlib.Path(folder, "wesnoth.map").read_text().splitlines()]
terrain, starts, villages = collections.Counter(), {}, 0
for y, row in enumerate(rows[1:-1], 1):
    for x, code in enumerate(row[1:-1], 1):
        if " " in code:
            seat, code = code.split(" ")
            starts[seat] = (x, y)
        terrain[code] += 1
        villages += "^V" in code
# What is only in this copy: questions to the game when it begins, and when it ends.
ask = """
    [event]
        name=prestart
        [lua]
            code=<<
                local count = {}
                local width, height = wesnoth.get_map_size()
                for x = 1, width do for y = 1, height do
                    local code = wesnoth.get_terrain(x, y)
                    count[code] = (count[code] or 0) + 1
                end end
                for code, number in pairs(count) do std_print("TERRAIN", code, number) end
                for side in ipairs(wesnoth.sides) do
                    local at = wesnoth.get_starting_location(side)
                    std_print("START", side, at[1], at[2], wesnoth.get_terrain(at[1], at[2]))
                end
                std_print("VILLAGES", #wesnoth.get_villages(), #wesnoth.sides)
            >>
        [/lua]
    [/event]
    [event]
        name=victory,defeat,time over
        first_time_only=no
        [lua]
            code=<< std_print("END", wesnoth.current.turn, #wesnoth.get_units({ canrecruit = true })) >>
        [/lua]
    [/event]
"""
addon = pathlib.Path(folder, "user/data/add-ons/fairmarch")
addon.mkdir(parents=True)
head, tail = ours.rsplit("[/multiplayer]", 1)
(addon / "_main.cfg").write_text(head + ask + "[/multiplayer]" + tail)
identity = re.search(r"^    id=(\S+)$", ours, re.M)[1]
sides = len(re.findall(r"^    \[side\]$", ours, re.M))
control = [word for side in range(1, sides + 1) for word in ("--controller", f"{side}:ai")]
start = time.time()
try:
    run = subprocess.run(
        [wesnoth, "--userdata-dir", f"{folder}/user", "--nogui", "--nosound", "--multiplayer", "--scenario", identity, *control,
         "--turns", str(TURNS), "--exit-at-end"],
        capture_output=True, text=True, timeout=280,
    )
except subprocess.TimeoutExpired:
    fail("it did not come to an end in 280 s")
took = time.time() - start
# A machine without music, and a folder that is no published add-on, are no faults of ours.
ignored = re.compile("cannot open track|XDG_RUNTIME_DIR|has no _info.cfg")
said = [line for line in (run.stdout + run.stderr).splitlines() if not ignored.search(line)]
complaints = [line for line in said if re.search(r"(?i)\berror\b|warning|unknown|invalid", line)]
if run.returncode or complaints:
    fail(f"exit {run.returncode}: " + "; ".join(complaints[:5] or said[-5:]))
words = [line.split("\t") for line in said]
loaded = {word[1]: int(word[2]) for word in words if word[0] == "TERRAIN"}
if loaded != dict(terrain):
    fail(f"terrain is {loaded}, and should be {dict(terrain)}")
found = {word[1]: (int(word[2]), int(word[3])) for word in words if word[0] == "START"}
keeps = {word[4] for word in words if word[0] == "START"}
if found != starts or not keeps <= {"Kh", "Km"}:
    fail(f"starts are {found} on {keeps}, and should be {starts}")
[counts] = [word[1:] for word in words if word[0] == "VILLAGES"]
features = [feature["properties"] for feature in json.load(open(f"{folder}/map.geojson"))["features"]]
seats = sum(feature["layer"] == "seat" for feature in features)
if counts != [str(villages), str(seats)]:
    fail(f"villages and sides are {counts}, and should be {[villages, seats]}")
# A place that stays where it is and is no seat's capital is a village; two in one cell are one.
cells = {
    tuple(feature["geometry"]["coordinates"])
    for feature in json.load(open(f"{folder}/map.geojson"))["features"]
    if feature["properties"]["layer"] == "unit" and feature["properties"]["role"] in ("city", "town", "fort") and feature["geometry"]
}
capitals = {
    tuple(feature["geometry"]["coordinates"])
    for feature in json.load(open(f"{folder}/map.geojson"))["features"]
    if feature["properties"]["layer"] == "seat" and feature["geometry"]
}
if villages != len(cells - capitals):
    fail(f"{villages} villages for {len(cells - capitals)} towns")
ends = [word[1:] for word in words if word[0] == "END"]
if not ends:
    fail("no end was told: " + "; ".join(said[-5:]))
print(f"{name}: {sum(terrain.values())} hexes of {len(terrain)} codes, {seats} keeps, {villages} villages as ours; ends in turn {ends[-1][0]}, {took:.0f} s")
