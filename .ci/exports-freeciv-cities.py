"""Has freeciv-server play a scenario for 25 turns with its own players, and counts the seats that have a city then. Its answer begins with
`N seats of M`. Usage: exports-freeciv-cities.py FOLDER SERVER"""
import glob, os, pathlib, random, re, subprocess, sys, time

folder, server = os.path.abspath(sys.argv[1]), sys.argv[2]
TURNS = 25
pathlib.Path(folder, "play.serv").write_text(
    f"""load {folder}/freeciv.sav
set compresstype PLAIN
set savename game
set saveturns {TURNS}
set autosaves "TURN|GAMEOVER"
set minplayers 0
set timeout -1
set endturn {TURNS}
start
"""
)
subprocess.run(["chown", "-R", "nobody", folder], check=True)
log = open(f"{folder}/log", "w")
# The server refuses root, and wants a home. It ends when it is told.
user = ["runuser", "-u", "nobody", "--", "env", f"HOME={folder}"]
run = subprocess.Popen(
    [*user, server, "-e", "-r", "play.serv", "-p", str(random.randint(20000, 50000))],
    cwd=folder, stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, text=True,
)
last, started = f"{folder}/game-T{TURNS:04d}-*", time.time()
while run.poll() is None and not glob.glob(last) and time.time() - started < 120:
    time.sleep(0.5)
try:
    run.communicate("quit\n", timeout=30)
except subprocess.TimeoutExpired:
    run.kill()
saved = glob.glob(last)
if not saved:
    sys.exit(f"freeciv: the game did not come to turn {TURNS}: {pathlib.Path(folder, 'log').read_text()[-400:]}")
text = pathlib.Path(saved[0]).read_text()
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
