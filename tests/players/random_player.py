"""A player of any ruleset that makes random moves: the protocol of gen/playtest/PROTOCOL.md in a few lines."""
import random
import sys


def hear():
    line = sys.stdin.readline()
    if not line or line.strip() == "quit":
        sys.exit(0)
    return line.strip()


def say(line):
    print(line, flush=True)


greeting = hear().split()  # fairmarch 1 generals-view seats 2 you 1
random.seed(int(greeting[-1]))
while True:
    while hear() != "go":  # the position, which it does not look at
        pass
    say("moves")
    count = int(hear().split()[1])
    moves = [hear() for _ in range(count)]
    # Most moves are marches: now and then it ends its turn.
    say("end" if "end" in moves and random.random() < 0.2 else random.choice(moves))
