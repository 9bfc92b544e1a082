"""Prints the tables of `benches/routing/run --speed`: `speed.py SKREG SCRATCH`, on made-up tickets."""

import gzip
import json
import os
import pathlib
import re
import shutil
import sys
import time

import figures
import generate
from central import Central, Run

SKREG, SCRATCH = sys.argv[1], pathlib.Path(sys.argv[2])
MANY, PROJECTS = 100_000, 50
WIDE, KEYWORDS, TICKETS, BY_HAND = 1_000, 50, 4_000, 100


def central(name: str, routings: list[dict]) -> Central:
    return Central(SKREG, SCRATCH / name, [generate.name(at) for at in range(len(routings))], routings)


def row(what: str, run: Run) -> None:
    figures.row([what, f"{run.seconds:.1f}", f"{run.processor:.1f}", f"{run.megabytes:,.0f}"])


def many() -> None:
    """Many tickets against some projects."""
    routings = [generate.routing(project, KEYWORDS) for project in range(PROJECTS)]
    measured = central("many", routings)
    plain = generate.write_tickets(SCRATCH / "many.jsonl", generate.tickets(MANY, routings))
    packed = SCRATCH / "many.jsonl.gz"
    with plain.open("rb") as source, gzip.open(packed, "wb") as target:
        shutil.copyfileobj(source, target)
    print(f"{MANY:,} tickets, {plain.stat().st_size / 1e6:.0f} MB, {PROJECTS} projects of {KEYWORDS} keywords\n")
    figures.row(["", "seconds", "processor seconds", "most memory, MB"])
    figures.row(["---", "---:", "---:", "---:"])
    first = measured.run("eval", plain, "--json")
    row("`skreg eval`", first)
    row("`skreg eval`, packed with gzip", measured.run("eval", packed, "--json"))
    row("`skreg learn --write`", measured.run("learn", plain, "--write", "--json"))
    row("`skreg eval` with the text model", measured.run("eval", plain, "--json"))
    verdict("100,000 tickets evaluated in under 10 s", first.seconds < 10, f"{first.seconds:.1f} s")


def wide() -> None:
    """One ticket against many projects, on one processor, beside Python's regular expressions."""
    routings = [generate.routing(project, KEYWORDS) for project in range(WIDE)]
    measured = central("wide", routings)
    made = list(generate.tickets(TICKETS, routings))
    all_of_them = generate.write_tickets(SCRATCH / "wide.jsonl", made)
    one = generate.write_tickets(SCRATCH / "one.jsonl", made[:1])
    here = {min(os.sched_getaffinity(0))}
    seconds = [measured.run("eval", path, "--json", processors=here).processor for path in (all_of_them, one)]
    ours = (seconds[0] - seconds[1]) / (TICKETS - 1)
    theirs = by_regex(routings, made[:BY_HAND])
    print(f"\none ticket of some 500 letters, {WIDE:,} projects of {KEYWORDS} keywords, one processor\n")
    figures.row(["", "µs a ticket"])
    figures.row(["---", "---:"])
    figures.row([f"`skreg eval`, reading the ticket and counting it with it ({TICKETS:,} tickets less one)", f"{ours * 1e6:.0f}"])
    figures.row([f"Python, a compiled regex for each project ({BY_HAND} tickets)", f"{theirs * 1e6:,.0f}"])
    verdict("at least 100 times the same rule in Python", theirs >= 100 * ours, f"{theirs / ours:,.0f} times")
    print("- under 50 µs for scoring alone: `cargo bench --bench scoring`")


def by_regex(routings: list[dict], made: list[dict]) -> float:
    """The seconds that a ticket takes by the same rule: names by sets, keywords by one regex for each project."""
    rules = [
        (
            {name.lower() for name in routing["components"]},
            {name.lower() for name in routing["labels"]},
            re.compile(r"\b(?:" + "|".join(map(re.escape, routing["keywords"])) + r")\b"),
        )
        for routing in routings
    ]
    start = time.perf_counter()
    for ticket in made:
        text = f"{ticket['summary']}\n{ticket['description']}".lower()
        components, labels = ({name.lower() for name in ticket[kind]} for kind in ("components", "labels"))
        scores = []
        for own_components, own_labels, keywords in rules:
            words = set(keywords.findall(text))
            scores.append(10 * len(components & own_components) + 5 * len(labels & own_labels) + min(10, 2 * len(words)))
        max(scores)
    return (time.perf_counter() - start) / len(made)


def verdict(what: str, is_met: bool, seen: str) -> None:
    print(f"\n- {what}: **{'met' if is_met else 'not met'}** ({seen})")


many()
wide()
