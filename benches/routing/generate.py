"""Made-up tickets and registries, the same in every run.

Words follow Zipf's law as those of prose do; a third of the tickets have a component, a third a label, and in each a few of the
words of its project stand among the common ones. The median of the text is some 500 letters.
"""

import itertools
import json
import math
import pathlib
import random

SYLLABLES = "ba ter co lin de mon fra sig gu vel ho pra ki nor za tex".split()
VOCABULARY = 20_000


def word(number: int) -> str:
    """A made-up word of its own for every number."""
    made = SYLLABLES[number % 16]
    while number >= 16:
        number //= 16
        made += SYLLABLES[number % 16]
    return made


WORDS = [word(number) for number in range(VOCABULARY)]
ZIPF = list(itertools.accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))


def name(project: int) -> str:
    return f"project-{project:04}"


def routing(project: int, keywords: int) -> dict:
    """What a project claims: words of any frequency but the highest, which other projects may claim, too."""
    chance = random.Random(1_000_000 + project)
    return {
        "components": [f"Component {project} {at}" for at in range(3)],
        "labels": [f"label-{project}-{at}" for at in range(3)],
        "keywords": sorted(chance.sample(WORDS[200:], keywords)),
    }


def tickets(count: int, routings: list[dict], median: int = 500, seed: int = 1):
    """So many tickets of these projects, oldest first."""
    chance = random.Random(seed)
    for at in range(count):
        project = chance.randrange(len(routings))
        own = routings[project]
        letters = chance.lognormvariate(math.log(median), 0.8)
        # A word and the space after it have some seven letters.
        words = chance.choices(WORDS, cum_weights=ZIPF, k=max(5, int(letters / 7)))
        for _ in range(chance.randrange(1, 6)):
            words[chance.randrange(len(words))] = chance.choice(own["keywords"])
        yield {
            "key": f"MADE-{at + 1}",
            "summary": " ".join(words[:8]),
            "description": " ".join(words[8:]),
            "components": [chance.choice(own["components"])] if chance.random() < 1 / 3 else [],
            "labels": [chance.choice(own["labels"])] if chance.random() < 1 / 3 else [],
            "created": f"20{at * 20 // count:02}-01-01",
            "expected": name(project),
        }


def write_tickets(path: pathlib.Path, made) -> pathlib.Path:
    with path.open("w") as file:
        file.writelines(json.dumps(ticket) + "\n" for ticket in made)
    return path
