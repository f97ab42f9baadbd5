"""freeciv-server, as the judges of its exports run it."""
import glob, os, pathlib, random, subprocess, time


def play(folder, server, turns, seconds):
    """Has the server load `freeciv.sav` of a folder, save it as it is as `loaded.sav`, and play it with its own players to the end of a turn.
    The save of that turn (None if it did not come so far), what the server said, and the seconds that it took."""
    folder = os.path.abspath(folder)
    pathlib.Path(folder, "play.serv").write_text(
        f"""load {folder}/freeciv.sav
set compresstype PLAIN
save {folder}/loaded
set savename game
set saveturns {turns}
set autosaves "TURN|GAMEOVER"
set minplayers 0
set timeout -1
set endturn {turns}
start
"""
    )
    subprocess.run(["chown", "-R", "nobody", folder], check=True)
    # The server refuses root, and wants a home. It ends when it is told.
    user = ["runuser", "-u", "nobody", "--", "env", f"HOME={folder}"]
    last, started = f"{folder}/game-T{turns:04d}-*", time.time()
    with open(f"{folder}/log", "w") as log:
        run = subprocess.Popen(
            [*user, server, "-e", "-r", "play.serv", "-p", str(random.randint(20000, 50000))],
            cwd=folder, stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, text=True,
        )
        while run.poll() is None and not glob.glob(last) and time.time() - started < seconds:
            time.sleep(0.5)
        took = time.time() - started
        try:
            run.communicate("quit\n", timeout=30)
        except subprocess.TimeoutExpired:
            run.kill()
    said = pathlib.Path(folder, "log").read_text()
    return next(iter(glob.glob(last)), None), said, took
