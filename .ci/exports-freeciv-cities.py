"""Has freeciv-server play a scenario for 25 turns with its own players, and counts the seats that have a city then. Its answer begins with
`N seats of M`. Usage: exports-freeciv-cities.py FOLDER SERVER"""
import pathlib, re, sys

from freeciv_server import play

folder, server = sys.argv[1:]
TURNS = 25
last, said, _ = play(folder, server, TURNS, 120)
if last is None:
    sys.exit(f"freeciv: the game did not come to turn {TURNS}: {said[-400:]}")
text = pathlib.Path(last).read_text()
scenario = pathlib.Path(folder, "freeciv.sav").read_text()
seats = int(re.search(r"^startpos_count=(\d+)$", scenario, re.M)[1])
cities = []
for player in re.split(r"^\[player\d+\]$", text, flags=re.M)[1:]:
    player = player.split("\n[", 1)[0]
    count, barbarian = re.search(r"^ncities=(\d+)$", player, re.M), re.search(r'^ai\.barb_type="?(\w+)', player, re.M)
    # Animals and barbarians are players, too.
    if count and (not barbarian or barbarian[1].lower() == "none"):
        cities.append(int(count[1]))
print(f"{sum(count > 0 for count in cities)} seats of {seats} have a city after {TURNS} turns: {cities}")
