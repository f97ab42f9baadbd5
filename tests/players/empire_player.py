"""A player of Empire for any number of seats, in JSON: see gen/playtest/PROTOCOL.md. Armies go to the front, and from there
to the weakest neighbour that they outnumber; with what gold is left it trains squads, near the front first."""
import json
import sys


def merge(old, patch):  # RFC 7396
    if not isinstance(patch, dict):
        return patch
    new = dict(old) if isinstance(old, dict) else {}
    for key, value in patch.items():
        new[key] = merge(new.get(key), value)
    return {key: value for key, value in new.items() if value is not None}


def strength(realm):  # Squads; a fort counts as some.
    fort = realm.get("fort", {"level": 0, "health": 0})
    return sum(realm["troops"].values()) + fort["level"] + fort["health"] / 100


def orders(world):
    places, realms, numbers, seats = world["map"], world["realms"], world["numbers"], world["seats"]
    me, gold = world["you"], seats[str(world["you"])]["gold"]
    friends = {int(seat) for seat, told in seats.items() if told["team"] == seats[str(me)]["team"]}
    own = [place for place, realm in realms.items() if realm["owner"] == me]
    reached = [place for place, realm in realms.items() if realm["owner"] not in friends]
    far = dict.fromkeys(reached, 0)  # Steps to the next foe.
    for place in reached:  # The list grows while it is walked.
        for to in places[place]["links"]:
            if to not in far:
                far[to] = far[place] + 1
                reached.append(to)
    for place in own:
        army, targets = realms[place]["troops"], places[place]["links"]
        if far[place] > 1:
            targets = [to for to in targets if realms[to]["owner"] == me and far[to] < far[place]]
        else:
            targets = [to for to in targets if far[to] == 0 and 1.3 * strength(realms[to]) < sum(army.values())]
        price = sum(army.values()) * numbers["march-price"]
        if army and targets and price <= gold:
            gold -= price
            to = min(targets, key=lambda to: strength(realms[to]))
            yield f"march {place} {to} " + ",".join(f"{kind}={count}" for kind, count in army.items())
    for place in sorted(own, key=far.get):
        for kind, most in places[place]["trains"].items():
            cost = numbers["troops"][kind]["cost"]
            count = min(most, gold // max(cost, 1))
            if count > 0:
                gold -= count * cost
                yield f"recruit {place} {kind} {count}"
    yield "end"


world = {}
print("json", flush=True)
for line in filter(lambda line: line.startswith("{"), sys.stdin):  # Other lines are from before the host heard `json`.
    told = json.loads(line)
    world = told["world"] if "world" in told else merge(world, told["changes"])
    answer = list(orders(world)) if world["now"] == "order" else ["strike"]
    print(json.dumps({"orders": answer}), flush=True)
