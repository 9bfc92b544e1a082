"""Prints the table of `benches/peers/run`: `table.py FOLDER COUNT…` reads `COUNT.NAME.json` of hyperfine in the folder."""

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


def median(name: str, count: int) -> float:
    """The median of a command in milliseconds."""
    result = json.loads((folder / f"{count}.{name}.json").read_text())["results"][0]
    return result["median"] * 1000


def digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def row(cells: list[str]) -> None:
    print("| " + " | ".join(cells) + " |")


total = [f"{count} repositories, ms" if count > 1 else "1 repository, ms" for count in counts]
row(["", *total, f"ms each at {' / '.join(map(str, counts))}", f"times skreg at {' / '.join(map(str, counts))}"])
row(["---"] + ["---:"] * (len(counts) + 2))
for title, name, base in ROWS:
    if name is None:
        row([f"**{title}**"] + [""] * (len(counts) + 2))
        continue
    times = [median(name, count) for count in counts]
    each = " / ".join(digits(time / count) for time, count in zip(times, counts))
    ratios = " / ".join(digits(time / median(base, count)) for time, count in zip(times, counts))
    row([title, *map(digits, times), each, "" if name == base else ratios])
