"""Prints the tables of `benches/peers/run`: `table.py FOLDER COUNT…` reads `COUNT.NAME.json` of hyperfine in the folder.

Elapsed time is what a user waits for; processor time hardly changes with what else the machine does.
"""

import json
import pathlib
import sys

folder, counts = pathlib.Path(sys.argv[1]), [int(count) for count in sys.argv[2:]]

ROWS = [
    ("nothing to link", None, None),
    ("`skreg setup`", "skreg-setup", "skreg-setup"),
    ("`stow`, one call each", "stow-each", "skreg-setup"),
    ("`stow`, one call for all", "stow-once", "skreg-setup"),
    ("`skills add … -y`, one call each", "skills-add", "skreg-setup"),
    ("is all in order?", None, None),
    ("`skreg status`", "skreg-status", "skreg-status"),
    ("`skreg list`", "skreg-list", "skreg-status"),
    ("`stow -n -v`, one call each", "stow-dry", "skreg-status"),
    ("`chkstow -b`, one call each", "chkstow", "skreg-status"),
    ("`skills list`, one call each", "skills-list", "skreg-status"),
]


def elapsed(name: str, count: int) -> float:
    """The median of a command in milliseconds."""
    return result(name, count)["median"] * 1000


def processor(name: str, count: int) -> float:
    """The processor time of a command in milliseconds, that of the system included."""
    return (result(name, count)["user"] + result(name, count)["system"]) * 1000


def result(name: str, count: int) -> dict:
    return json.loads((folder / f"{count}.{name}.json").read_text())["results"][0]


def digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def row(cells: list[str]) -> None:
    print("| " + " | ".join(cells) + " |")


def table(heading: str, measure) -> None:
    total = [f"{count} repositories" if count > 1 else "1 repository" for count in counts]
    at = " / ".join(map(str, counts))
    row([f"**{heading}, ms**", *total, f"each, at {at}", f"times skreg, at {at}"])
    row(["---"] + ["---:"] * (len(counts) + 2))
    for title, name, base in ROWS:
        if name is None:
            row([f"*{title}*"] + [""] * (len(counts) + 2))
            continue
        times = [measure(name, count) for count in counts]
        each = " / ".join(digits(time / count) for time, count in zip(times, counts))
        ratios = " / ".join(digits(time / measure(base, count)) for time, count in zip(times, counts))
        row([title, *map(digits, times), each, "" if name == base else ratios])


table("Elapsed time", elapsed)
print()
table("Processor time", processor)
