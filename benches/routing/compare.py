"""Prints the tables of `benches/routing/run`: `compare.py SKREG DATA SCRATCH`.

Every way sees the same tickets. What it has to choose (a threshold, a gate) it chooses on the newest of the tickets to learn from.
"""

import collections
import gzip
import itertools
import json
import math
import pathlib
import re
import sys
from dataclasses import replace

import figures
import others
from central import Central
from figures import Figures

SKREG, DATA, SCRATCH = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
LEARNED, FOLDS = 0.7, 5
# What tells a ticket's Jira project, which is the answer where projects are those of Jira.
KEY = re.compile(r"\b[A-Z][A-Z0-9_]+-\d+\b")
numbers = itertools.count()


def read(name: str) -> list[dict]:
    with gzip.open(DATA / name, "rt") as file:
        return [json.loads(line) for line in file]


def of_whole(tickets: list[dict]) -> tuple[list[dict], list[dict]]:
    """The oldest tickets, and the others."""
    ordered = sorted(tickets, key=lambda ticket: ticket.get("created") or "")
    at = int(len(ordered) * LEARNED)
    return ordered[:at], ordered[at:]


def of_each(tickets: list[dict]) -> tuple[list[dict], list[dict]]:
    """The oldest tickets of each project, and the others."""
    projects = collections.defaultdict(list)
    for ticket in tickets:
        projects[ticket["expected"]].append(ticket)
    parts = [of_whole(own) for own in projects.values()]
    by_age = lambda ticket: ticket.get("created") or ""
    return tuple(sorted(itertools.chain(*part), key=by_age) for part in zip(*parts))


def without_keys(ticket: dict) -> dict:
    return {
        "summary": KEY.sub(" ", ticket["summary"] or ""),
        "description": KEY.sub(" ", ticket["description"] or ""),
        "expected": ticket["expected"],
    }


class Skreg:
    """skreg taught with the tickets of one split, and measured on the others."""

    def __init__(self, learn: list[dict], test: list[dict], names: list[str]):
        self.central = Central(SKREG, SCRATCH / f"central-{next(numbers)}", names)
        self.test = write(test)
        run = self.central.learn(write(learn))
        self.seconds, self.learned = run.seconds, self.central.read()

    def eval(self, *arguments: str, **scoring) -> dict:
        self.central.set_scoring(**scoring)
        return self.central.eval(self.test, *arguments)

    def figures(self, **scoring) -> Figures:
        return self.sized(figures.of_eval(self.eval(**scoring)))

    def without_model(self) -> Figures:
        """The rule alone: decisions are the same, and choices come in the order of points."""
        text = self.eval()["text_model"]
        found, size = self.figures(), self.central.registry.stat().st_size
        return replace(found, asked_top3=round(text["asked_top3_by_rule"] * text["asked"]), size=size)

    def sized(self, found: Figures) -> Figures:
        return replace(found, seconds=self.seconds, size=self.central.model.stat().st_size)


def write(tickets: list[dict]) -> pathlib.Path:
    path = SCRATCH / f"tickets-{next(numbers)}.jsonl"
    path.write_text("".join(json.dumps(ticket) + "\n" for ticket in tickets))
    return path


def titanium(hold_back) -> list[tuple[str, Figures]]:
    tickets = read("titanium.jsonl.gz")
    names = sorted({ticket["expected"] for ticket in tickets})
    learn, test = hold_back(tickets)
    skreg, held_back = Skreg(learn, test, names), Skreg(*hold_back(learn), names)
    chosen = held_back.eval("--precision", str(others.WANTED))
    text_min = chosen["text_model"]["text"]["chosen"] or 0.95
    gate = chosen["gate"]["chosen"] or chosen["gate"]["current"]
    strict_gate = held_back.eval("--precision", str(others.WANTED), strict=True)["gate"]
    strict_gate = strict_gate["chosen"] or strict_gate["current"]
    rows = [
        ("skreg, the rule without the text model", skreg.without_model()),
        ("skreg as learned: the model orders the choices", skreg.figures()),
        ('skreg, `"strict": true`', skreg.figures(strict=True)),
        (f'skreg, `"text": true`, `text_min` {text_min:g}', skreg.figures(text=True, text_min=text_min)),
        (f"skreg, gate {told(gate)}", skreg.figures(**gate)),
        (f'skreg, gate {told(strict_gate)}, `"strict": true`', skreg.figures(strict=True, **strict_gate)),
    ]
    return rows + of_others(learn, test, hold_back, has_names=True)


def told(gate: dict) -> str:
    return f"`auto_min` {gate['auto_min']}, `auto_ratio` {gate['auto_ratio']:g}"


def of_others(learn, test, hold_back, has_names: bool) -> list[tuple[str, Figures]]:
    return [(way, others.measure(make, learn, hold_back, test)) for way, make in others.ways(has_names)]


def storypoints() -> list[tuple[str, Figures]]:
    tickets = [without_keys(ticket) for ticket in read("storypoints.jsonl.gz")]
    names = sorted({ticket["expected"] for ticket in tickets})
    rows = collections.defaultdict(list)
    for fold in range(FOLDS):
        learn = [ticket for at, ticket in enumerate(tickets) if at % FOLDS != fold]
        test = tickets[fold::FOLDS]
        skreg = Skreg(learn, test, names)
        rows["skreg, the rule without the text model"].append(skreg.without_model())
        rows["skreg as learned: the model orders the choices"].append(skreg.figures())
        every = skreg.figures(text=True, text_min=1e-9)
        rows['skreg, `"text": true`, `text_min` 1e-9'].append(as_decided(every))
        skreg.central.forget_keywords()
        every = skreg.figures(text=True, text_min=1e-9)
        rows["skreg, the same without keywords: the model alone"].append(as_decided(every))
        for way, found in of_others(learn, test, of_each, has_names=False):
            rows[way].append(found)
    return [(way, figures.mean(parts)) for way, parts in rows.items()]


def as_decided(found: Figures) -> Figures:
    """Where every ticket is decided, what is right is the first place; `skreg eval` ranks by points, which are none here."""
    return replace(found, top1=found.right, top3=math.nan, macro_recall=math.nan)


def print_unlearned(learn: list[dict], test: list[dict]) -> None:
    known = collections.Counter(ticket["expected"] for ticket in learn)
    none = sum(known[ticket["expected"]] == 0 for ticket in test) / len(test)
    few = sum(known[ticket["expected"]] < 3 for ticket in test) / len(test)
    print(f"{len(learn)} tickets to learn from, {len(test)} to measure: the project of {figures.percent(none)} of these has no ticket "
          f"to learn from, that of {figures.percent(few)} under 3.\n")


def target(what: str, is_met: bool, seen: str) -> None:
    print(f"- {what}: **{'met' if is_met else 'not met'}** ({seen})")


def targets(titanium_rows, storypoints_rows) -> None:
    print("\nTargets:\n")
    own = [(way, found) for way, found in titanium_rows if way.startswith("skreg")]
    told = lambda found: f"{figures.percent(found.rate('automatic'))} at {figures.percent(found.precision)}"
    precise = [(way, found) for way, found in own if found.precision >= 0.97]
    way, best = max(precise or own, key=lambda each: each[1].automatic)
    target("(a) at least 65 % automatic at 97 % or more in some way of skreg",
           bool(precise) and best.rate("automatic") >= 0.65, f"{told(best)}: {way}")
    default = own[1][1]
    target("(a) as learned not below 60 % automatic at 96 %", default.rate("automatic") >= 0.6 and default.precision >= 0.96,
           told(default))
    near = default.rate("asked_top3", "asked")
    target("(a) top 3 when asking at least 95 %", near >= 0.95, figures.percent(near))
    rows = dict(storypoints_rows)
    logistic = next(found for way, found in storypoints_rows if way.startswith("logistic")).rate("top1")
    for way in ('skreg, `"text": true`, `text_min` 1e-9', "skreg, the same without keywords: the model alone"):
        top1 = rows[way].rate("top1")
        target(f"(c) top 1 within 2 points of logistic regression ({way})", top1 >= logistic - 0.02,
               f"{figures.percent(top1)}, it {figures.percent(logistic)}")


def main() -> None:
    print("### (a) titanium: the oldest 70 % of each project's tickets to learn, the rest to measure\n")
    tickets = read("titanium.jsonl.gz")
    print_unlearned(*of_each(tickets))
    first = titanium(of_each)
    figures.table("titanium, each project", first)
    print("\n### (b) titanium: the oldest 70 % of the whole file to learn, the rest to measure\n")
    print_unlearned(*of_whole(tickets))
    figures.table("titanium, whole file", titanium(of_whole))
    print(f"\n### (c) storypoints: {FOLDS} folds, text only; keys are taken from the tickets and out of their text\n")
    last = storypoints()
    figures.table("storypoints", last)
    targets(first, last)


main()
