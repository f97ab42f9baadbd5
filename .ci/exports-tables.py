"""Compares the tables of a batch and of kept matches, as CSV and Parquet, in polars and DuckDB. Usage: NAME TOLD.json .."""
import json, sys

import duckdb
import polars

name, *told = sys.argv[1:]


def fail(why):
    sys.exit(f"tables: {name}: {why}")


def ask(query):
    """The only row of an answer: all versions of DuckDB have `fetchall`."""
    [row] = duckdb.sql(query).fetchall()
    return row


said = []
for path in told:
    document = json.load(open(path))
    files = document["files"]
    for table in document["tables"]:
        stem, rows = table["name"], table["rows"]
        csv_path, parquet_path = (next(f for f in files if f.endswith(f"/{stem}.{end}")) for end in ("csv", "parquet"))
        frame = polars.read_parquet(parquet_path)
        # A column without values has no kind in a CSV.
        text = polars.read_csv(csv_path, schema=frame.schema)
        if frame.height != rows or not text.equals(frame):
            fail(f"{stem} has {rows} rows by the command, {frame.height} in Parquet and {text.height} as CSV, or other values")
        numbers = [column for column, kind in frame.schema.items() if kind.is_numeric()]
        if not numbers or polars.String not in frame.schema.values() and stem != "turns":
            fail(f"{stem} has the kinds {frame.schema}")
        for column in numbers:
            count, mean = ask(f"select count(\"{column}\"), avg(\"{column}\") from '{parquet_path}'")
            values = [float(value) for value in frame[column] if value is not None]
            expected = sum(values) / len(values) if values else None
            if count != len(values) or (expected is None) != (mean is None) or (mean is not None and abs(mean - expected) > 1e-9 * max(1, abs(mean))):
                fail(f"{stem}.{column}: DuckDB finds {count} values with the mean {mean}, there are {len(values)} with {expected}")
        if stem == "seats":
            [share] = ask(f"select avg(s) from (select sum(predicted) as s from '{parquet_path}' group by item)")
            if abs(share - 1) > 1e-3:
                fail(f"the predicted shares of an item add up to {share}")
        said.append(f"{stem} {rows} x {frame.width}")
print(f"{name}: {', '.join(said)}: equal in CSV, Parquet, polars and DuckDB")
