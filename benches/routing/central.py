"""A scratch central repository, and skreg through its command line."""

import json
import os
import pathlib
import resource
import subprocess
import sys
import time
from dataclasses import dataclass, field


@dataclass
class Run:
    """What a command printed, and what it took."""

    stdout: str
    seconds: float
    processor: float
    megabytes: float


@dataclass
class Central:
    """A central repository of projects that have a name, and at first nothing that tells them."""

    program: str
    folder: pathlib.Path
    names: list[str]
    routings: list[dict] = field(default_factory=list)

    def __post_init__(self):
        (self.folder / "profiles/p").mkdir(parents=True)
        routings = self.routings or [{}] * len(self.names)
        self.write({
            "version": 1,
            "projects": {
                name: {"repo": f"/nowhere/{name}", "profile": "p", "routing": routing}
                for name, routing in zip(self.names, routings)
            },
        })

    @property
    def registry(self) -> pathlib.Path:
        return self.folder / "registry.json"

    @property
    def model(self) -> pathlib.Path:
        return self.folder / "routing-model.jsonl"

    def read(self) -> dict:
        return json.loads(self.registry.read_text())

    def write(self, registry: dict) -> None:
        self.registry.write_text(json.dumps(registry, indent=2))

    def set_scoring(self, **scoring) -> None:
        """Replaces all of the registry's `scoring`."""
        self.write(self.read() | {"scoring": scoring})

    def forget_keywords(self) -> None:
        registry = self.read()
        for project in registry["projects"].values():
            project.get("routing", {}).pop("keywords", None)
        self.write(registry)

    def learn(self, tickets: pathlib.Path) -> Run:
        return self.run("learn", tickets, "--write", "--json")

    def eval(self, tickets: pathlib.Path, *arguments: str) -> dict:
        return json.loads(self.run("eval", tickets, "--json", *arguments).stdout)

    def run(self, command: str, *arguments, processors: set[int] | None = None) -> Run:
        """Runs skreg, on these processors only if some are given."""
        words = [self.program, command, "--registry", self.folder, *arguments]
        home = {"HOME": str(self.folder), "PATH": os.environ["PATH"], "NO_COLOR": "1"}
        pin = (lambda: os.sched_setaffinity(0, processors)) if processors else None
        stdout, stderr = self.folder / "stdout", self.folder / "stderr"
        with stdout.open("w") as out, stderr.open("w") as err:
            start = time.perf_counter()
            child = subprocess.Popen(words, env=home, stdout=out, stderr=err, preexec_fn=pin)
            _, status, usage = os.wait4(child.pid, 0)
            seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            sys.exit(f"skreg {command} failed: {stderr.read_text() or stdout.read_text()}")
        return Run(stdout.read_text(), seconds, usage.ru_utime + usage.ru_stime, kilobytes(usage) / 1024)


def kilobytes(usage: resource.struct_rusage) -> float:
    """The most memory that a process held."""
    return usage.ru_maxrss / 1024 if sys.platform == "darwin" else usage.ru_maxrss
