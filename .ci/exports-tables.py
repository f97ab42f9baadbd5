"""Compares the tables of a batch and of kept matches, as CSV and Parquet, in polars and DuckDB, with each other and with what other
commands print as JSON. Usage: NAME TOLD.json .."""
import glob, json, sys

import duckdb
import polars

name, *told = sys.argv[1:]


def fail(why):
    sys.exit(f"tables: {name}: {why}")


def read(path):
    with open(path) as file:
        return json.load(file)


def ask(query):
    """The only row of an answer: all versions of DuckDB have `fetchall`."""
    [row] = duckdb.sql(query).fetchall()
    return row


def near(one, other, tolerance):
    return one == other or None not in (one, other) and abs(one - other) <= tolerance * max(1, abs(other))


def same(what, table, expected):
    """Numbers of a table and of a JSON document, which rounds to four decimals."""
    table, expected = list(table), list(expected)
    if len(table) != len(expected) or not all(near(one, other, 6e-5) for one, other in zip(table, expected)):
        fail(f"{what}: the table has {table}, the JSON {expected}")
    compared.append(len(table))


said, frames, compared = [], {}, []
for path in told:
    document = read(path)
    files = document["files"]
    for table in document["tables"]:
        stem, rows = table["name"], table["rows"]
        csv_path, parquet_path = (next(f for f in files if f.endswith(f"/{stem}.{end}")) for end in ("csv", "parquet"))
        frame = frames[stem] = polars.read_parquet(parquet_path)
        # A column without values has no kind in a CSV.
        text = polars.read_csv(csv_path, schema=frame.schema)
        if frame.height != rows or not text.equals(frame):
            fail(f"{stem} has {rows} rows by the command, {frame.height} in Parquet and {text.height} as CSV, or other values")
        numbers = [column for column, kind in frame.schema.items() if kind.is_numeric()]
        if not numbers or polars.String not in frame.schema.values() and stem != "turns":
            fail(f"{stem} has the kinds {frame.schema}")
        for column in numbers:
            values = [value for value in frame[column] if value is not None]
            expected = (len(values), sum(values), sum(values) / len(values)) if values else (0, None, None)
            # In a CSV the numbers are texts for a start: what is empty is null.
            kind = "double" if frame.schema[column].is_float() else "hugeint"
            sources = {f"'{parquet_path}'": f'"{column}"', f"read_csv('{csv_path}', all_varchar = true)": f'cast("{column}" as {kind})'}
            for source, number in sources.items():
                found = ask(f"select count({number}), sum({number}), avg({number}) from {source}")
                if not all(near(None if one is None else float(one), other, 1e-9) for one, other in zip(found, expected)):
                    fail(f"{stem}.{column}: DuckDB finds count, sum and mean {found} in {source}, there are {expected}")
        said.append(f"{stem} {rows} x {frame.width}")

# What `pick`, `play`, `score` and `replay` say.
scenarios, seats, matches, turns = (frames[stem] for stem in ("scenarios", "seats", "matches", "turns"))
picked = {item["index"]: item for item in read("picked.json")["items"]}
same("score", scenarios["score"], [picked[item]["value"] for item in scenarios["item"]])
same("seed", scenarios["seed"], [picked[item]["seed"] for item in scenarios["item"]])
same("all matches", [seats.filter(polars.col("seat") == 1)["matches"].sum()], [read("played.json")["games"]])
same("points of all seats", [seats["points"].sum()], [read("played.json")["games"]])
for path in sorted(glob.glob("b/scenarios/000/*.json")):
    verdict = read(path)["fairness"]
    of_item = seats.filter(polars.col("item") == int(path[-11:-5]))
    same("seats", of_item["seat"], range(1, verdict["seats"] + 1))
    same("predicted", of_item["predicted"], verdict["predicted"])
    for measure in verdict["measures"]:
        same(measure["name"], of_item[measure["name"]], measure["values"])
        same(measure["name"] + " on the mean", [of_item[measure["name"]].mean()], [sum(measure["values"]) / verdict["seats"]])
play = read("kept.json")["play"]
same("kept matches", [matches["match"].n_unique()], [play["games"]])
same("won", [matches.filter(polars.col("won"))["match"].n_unique()], [play["endings"][0]])
for path in sorted(glob.glob("match-*.json")):
    number = int(path[6:-5])
    same("places", matches.filter(polars.col("match") == number)["place"], read(path)["ranks"])
    same("last places", turns.filter((polars.col("match") == number) & polars.col("last"))["place"], read(path)["ranks"])
print(f"{name}: {', '.join(said)}: equal in CSV, Parquet, polars and DuckDB; {sum(compared)} values as in JSON")
