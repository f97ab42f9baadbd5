"""Has Wesnoth play a scenario between its computer players and tell what it loaded; and compares.
Usage: exports-wesnoth.py FOLDER NAME GAME SEED TURNS"""
import collections, json, os, pathlib, re, subprocess, sys, time

folder, name, game, seed, turns = sys.argv[1:]
folder = pathlib.Path(folder).resolve()
SECONDS = 240
# What the program says of its music, which it has not, and of our add-on, which is none.
QUIET = re.compile(r"error audio: |has no _info\.cfg|XDG_RUNTIME_DIR")


def fail(why):
    sys.exit(f"wesnoth: {name}: {why}")


# Asked from within. Every answer is a line: FM, what it is, and words between tabs.
ASK = r"""
    turns=%s
    [event]
        name=start
        [lua]
            code=<<
local map = wesnoth.current.map
std_print("FM", "size", map.playable_width, map.playable_height, map.border_size)
for y = 0, map.playable_height + 1 do
    local row = {}
    for x = 0, map.playable_width + 1 do row[#row + 1] = map[{x, y}] end
    std_print("FM", "row", table.concat(row, ", "))
end
for i, side in ipairs(wesnoth.sides) do
    local start = map.special_locations[tostring(i)]
    local leader = wesnoth.units.find_on_map { side = i, canrecruit = true }[1]
    std_print("FM", "side", i, start[1], start[2], leader and leader.x or 0, leader and leader.y or 0, side.team_name, side.controller)
end
for i, at in ipairs(wesnoth.map.find { gives_income = true }) do
    std_print("FM", "village", at[1], at[2], wesnoth.map.get_owner(at) or 0)
end
for x = 1, map.playable_width do
    for y = 1, map.playable_height do
        local label = wesnoth.map.get_label({x, y})
        if label then std_print("FM", "label", x, y, label.text) end
    end
end
>>
        [/lua]
    [/event]
    [event]
        name=recruit
        first_time_only=no
        [lua]
            code=<< std_print("FM", "recruit", wesnoth.current.side) >>
        [/lua]
    [/event]
    [event]
        name=attack
        first_time_only=no
        [lua]
            code=<< std_print("FM", "attack", wesnoth.current.side) >>
        [/lua]
    [/event]
    [event]
        name=victory,defeat,time over
        [lua]
            code=<<
std_print("FM", "end", wesnoth.current.turn)
for i in ipairs(wesnoth.sides) do
    std_print("FM", "alive", i, #wesnoth.units.find_on_map { side = i, canrecruit = true })
end
>>
        [/lua]
    [/event]
""" % turns

scenario = (folder / "wesnoth.cfg").read_text()
head, sides = scenario.split("    [side]\n", 1)
addon = folder / "user/data/add-ons/fairmarch"
addon.mkdir(parents=True)
(addon / "_main.cfg").write_text(head + ASK + "    [side]\n" + sides)
id_of = re.search(r"^    id=(\S+)$", head, re.M)[1]

# What the files and the map for notebooks say.
rows, starts = [], {}
for y, line in enumerate((folder / "wesnoth.map").read_text().splitlines()):
    codes = line.split(", ")
    for x, code in enumerate(codes):
        if " " in code:
            seat, codes[x] = code.split(" ")
            starts[int(seat)] = (x, y)
    rows.append(codes)
features = json.loads((folder / "map.geojson").read_text())["features"]
layers = collections.defaultdict(list)
for feature in features:
    layers[feature["properties"]["layer"]].append(feature)
place = lambda feature: tuple(feature["geometry"]["coordinates"])
seats = {place(seat) for seat in layers["seat"] if seat["geometry"]}
towns = {place(unit) for unit in layers["unit"] if unit["properties"]["role"] in ("city", "town", "fort") and unit["geometry"]} - seats
blocks = re.findall(r"\[side\]\n(.*?)\[/side\]", scenario, re.S)
teams = [re.search(r'team_name="(.*)"', block)[1] for block in blocks]
owners = {}
for number, block in enumerate(blocks, 1):
    for x, y in re.findall(r"x,y=(\d+),(\d+)", block):
        owners[int(x), int(y)] = number
unquoted = lambda text: text.replace('""', '"')
labels = {(int(x), int(y)): unquoted(text) for x, y, text in re.findall(r'\[label\]\s+x,y=(\d+),(\d+)\s+text= _ "(.*)"\n', scenario)}

command = [game, "--nogui", "--nosound", "--multiplayer", "--exit-at-end", "--userdata-dir", str(folder / "user")]
command += ["--scenario", id_of, "--rng-seed", seed]
for number in range(1, len(blocks) + 1):
    command += ["--controller", f"{number}:ai"]
# An unknown code hangs the program.
began = time.time()
run = subprocess.run(["timeout", str(SECONDS), *command], capture_output=True, text=True)
if run.returncode != 0:
    fail(f"it exits with {run.returncode} ({run.stderr[-600:]})")
wrong = [line for line in run.stderr.splitlines() if re.search(r"\b(error|assert)", line) and not QUIET.search(line)]
if wrong:
    fail("it complains: " + "; ".join(wrong[:5]))
told = collections.defaultdict(list)
for line in run.stdout.splitlines():
    if line.startswith("FM\t"):
        what, *words = line.split("\t")[1:]
        told[what].append(words)


def same(what, found, expected):
    if found != expected:
        fail(f"{what}: it has {found}, and we wrote {expected}")


same("size and border", told["size"], [[str(len(rows[0]) - 2), str(len(rows) - 2), "1"]])
for y, (words, expected) in enumerate(zip(told["row"], rows, strict=True)):
    for x, pair in enumerate(zip(words[0].split(", "), expected, strict=True)):
        same(f"hex {x},{y}", *pair)
at = {int(words[0]): tuple(map(int, words[1:3])) for words in told["side"]}
same("starts", at, starts)
same("seats", len(at), len(seats))
same("leaders", {int(words[0]): tuple(map(int, words[3:5])) for words in told["side"]}, starts)
same("teams", [words[5] for words in told["side"]], teams)
same("controllers", {words[6] for words in told["side"]}, {"ai"})
villages = {(int(x), int(y)): int(owner) for x, y, owner in told["village"]}
same("villages", len(villages), len(towns))
same("owners of villages", {at: owner for at, owner in villages.items() if owner}, owners)
same("labels", {(int(x), int(y)): text for x, y, text in told["label"]}, labels)
# Seats meet: a flood over what the usual units of its factions cross. Even columns, counted from 1, lie half a hex lower.
crossed = lambda code: not code.startswith(("X", "_")) and "^Xm" not in code and (not code.startswith("Wo") or "^V" in code)
seen, open_hexes = {at[1]}, [at[1]]
while open_hexes:
    x, y = open_hexes.pop()
    low = 1 - x % 2
    for near in ((x, y - 1), (x, y + 1), (x - 1, y - 1 + low), (x - 1, y + low), (x + 1, y - 1 + low), (x + 1, y + low)):
        is_on = 0 < near[0] < len(rows[0]) - 1 and 0 < near[1] < len(rows) - 1
        if is_on and near not in seen and crossed(rows[near[1]][near[0]]):
            seen.add(near)
            open_hexes.append(near)
apart = sorted(side for side, start in at.items() if start not in seen)
# Where no water leads to a seat, the warning has to name it.
warned = (folder / "warnings").read_text() if (folder / "warnings").exists() else ""
if apart and not all(re.search(rf"in wesnoth seats?[^:]*\b{side}\b[^:]* cannot reach", warned) for side in apart):
    fail(f"sides {apart} cannot reach side 1 on foot, and no warning names them")
cells = [code for row in rows[1:-1] for code in row[1:-1] if code != "_off^_usr"]
same("cells", len(cells), len(layers["cell"]))
recruits = collections.Counter(int(words[0]) for words in told["recruit"])
if set(recruits) != set(at):
    fail(f"sides {sorted(set(at) - set(recruits))} never recruit")
if not told["end"]:
    fail("no end of the game is told")
alive = [words[0] for words in told["alive"] if words[1] != "0"]
if len({teams[int(side) - 1] for side in alive}) == 1:
    end = f"side {' and '.join(alive)} won"
else:
    end = f"nobody won (alive: {', '.join(alive)})"
print(
    f"{name}: {len(cells)} cells of {len(set(cells))} codes, {len(at)} starts, {len(villages)} villages ({len(owners)} held) and "
    f"{len(labels)} labels as ours; {len(at) - len(apart)} seats meet; {sum(recruits.values())} recruits, {len(told['attack'])} attacks, {end} in turn "
    f"{told['end'][0][0]}, exit 0 after {time.time() - began:.0f} s",
    flush=True,
)
