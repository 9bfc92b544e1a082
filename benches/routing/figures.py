"""What is counted of every way, and how it is printed."""

import collections
import math
from dataclasses import dataclass, fields

COLUMNS = [
    "automatic", "precision (95 % interval)", "top 1", "top 3", "top 3 when asking", "macro recall",
    "seconds to learn", "size",
]


@dataclass
class Figures:
    """Counts of tickets but for the last three, which are means over the parts that were added up."""

    tickets: int = 0
    automatic: int = 0
    right: int = 0
    top1: int = 0
    top3: int = 0
    asked: int = 0
    asked_top3: int = 0
    macro_recall: float = 0.0
    seconds: float = 0.0
    size: float = 0.0

    @property
    def precision(self) -> float:
        return self.right / self.automatic if self.automatic else math.nan

    def rate(self, name: str, of: str = "tickets") -> float:
        whole = getattr(self, of)
        return getattr(self, name) / whole if whole else math.nan

    def cells(self) -> list[str]:
        low, high = wilson(self.right, self.automatic)
        return [
            percent(self.rate("automatic")),
            f"{percent(self.precision)} ({100 * low:.1f}–{100 * high:.1f})" if self.automatic else "–",
            percent(self.rate("top1")),
            percent(self.rate("top3")),
            percent(self.rate("asked_top3", "asked")),
            percent(self.macro_recall),
            f"{self.seconds:.1f}" if self.seconds else "–",
            f"{self.size / 1024:,.0f} KB",
        ]


def mean(parts: list[Figures]) -> Figures:
    """The counts of all parts, and the means of the rest."""
    total = {item.name: sum(getattr(part, item.name) for part in parts) for item in fields(Figures)}
    for name in ("macro_recall", "seconds", "size"):
        total[name] /= len(parts)
    return Figures(**total)


def of_ranks(expected: list[str], ranked: list[list[str]], sure: list[bool]) -> Figures:
    """The figures of a way that ranks projects for each ticket, and is sure of some."""
    found = Figures(tickets=len(expected))
    recall = collections.defaultdict(list)
    for wanted, order, is_sure in zip(expected, ranked, sure):
        is_first, is_near = order[0] == wanted, wanted in order[:3]
        recall[wanted].append(is_first)
        found.top1 += is_first
        found.top3 += is_near
        found.automatic += is_sure
        found.right += is_sure and is_first
        found.asked += not is_sure
        found.asked_top3 += is_near and not is_sure
    found.macro_recall = sum(sum(hits) / len(hits) for hits in recall.values()) / len(recall)
    return found


def of_eval(report: dict) -> Figures:
    """The figures that `skreg eval --json` reports; its rates have four digits."""
    tickets, auto, text = report["tickets"], report["auto"], report["text_model"]
    return Figures(
        tickets=tickets,
        automatic=auto["count"],
        right=auto["right"],
        top1=round(report["top1"] * tickets),
        top3=round(report["top3"] * tickets),
        asked=text["asked"],
        asked_top3=round((text["asked_top3"] or 0) * text["asked"]),
        macro_recall=report["macro_recall"],
    )


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a rate."""
    if not of:
        return math.nan, math.nan
    rate = hits / of
    middle = rate + z * z / (2 * of)
    half = z * math.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return tuple((middle + sign * half) / (1 + z * z / of) for sign in (-1, 1))


def percent(rate: float) -> str:
    return "–" if math.isnan(rate) else f"{100 * rate:.1f} %"


def row(cells: list[str]) -> None:
    print("| " + " | ".join(cells) + " |")


def table(title: str, rows: list[tuple[str, Figures]]) -> None:
    row([f"**{title}**", *COLUMNS])
    row(["---"] + ["---:"] * len(COLUMNS))
    for way, found in rows:
        row([way, *found.cells()])
