"""A trial of the built packages outside of the checkout, as a user would install them.

    python tools/try_packages.py DIST [--python PATH ...]

DIST has the wheel and the source archive. For each Python, this installs the wheel without extras,
with ``desk`` and with ``hosted``, and the source archive without extras, each into an environment
of its own, and uses the commands. It needs only Python.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = "import topboard; print(topboard.__path__[0] + '/samples/chennai-2022-open-round-6.json')"
NO_SERVER = "postgresql://nobody@127.0.0.1:1/none"
"""An address at which no server answers."""


class Installed:
    """An environment with one of the packages."""

    def __init__(self, python: str, folder: Path, package: str) -> None:
        run([python, "-m", "venv", str(folder)])
        self.folder = folder
        self.programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([self.path("python"), *install, "-c", str(ROOT / "constraints.txt"), package])
        self.sample = run([self.path("python"), "-c", SAMPLE], folder).strip()

    def path(self, program: str) -> str:
        """Return the path of a program in the environment."""
        return str(self.programs / program)

    def topboard(self, *words: str, code: int = 0) -> str:
        """Run the command in the environment's folder and return what it prints."""
        return run([self.path("topboard"), *words], self.folder, code)


def run(words: list[str], folder: Path | None = None, code: int = 0) -> str:
    """Run a command and return its output. Stop if its exit code is not the expected one."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        words, cwd=folder, env=clean, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode != code:
        shown = " ".join(words)
        sys.exit(f"{shown}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(words: str, text: str) -> None:
    """Stop if the text does not contain these words."""
    if words not in text:
        sys.exit(f"{words!r} is missing in:\n{text}")


def try_core(installed: Installed) -> None:
    """Pair, explain, prove and verify, which every installation can do."""
    expect("(commit ", installed.topboard("--version"))
    expect("Cuba", installed.topboard("pair", installed.sample))
    expect("8.3.1", installed.topboard("explain", installed.sample, "--table", "4"))
    installed.topboard("prove", installed.sample, "-o", "proof.json")
    installed.topboard("verify", "proof.json")
    run([installed.path("topboard-engine"), "-r"], installed.folder)


def try_minimal(installed: Installed) -> None:
    """Use the package without extras, which has no dependency and names the extras."""
    listed = run([installed.path("python"), "-m", "pip", "list", "--format=freeze"])
    others = {line.partition("==")[0] for line in listed.split()} - {"pip", "setuptools", "wheel"}
    if {name for name in others if not name.startswith(("[", "WARNING"))} != {"topboard"}:
        sys.exit(f"the package without extras installed more than itself:\n{listed}")
    try_core(installed)
    expect("pip install 'topboard[desk]'", installed.topboard("serve", "events", code=5))
    sheet = ("document", "pairing-sheet", installed.sample, "-o", "sheet.pdf")
    expect("pip install 'topboard[pdf]'", installed.topboard(*sheet, code=5))
    expect("pip install 'topboard[hosted]'", installed.topboard("host", "check", NO_SERVER, code=5))


def try_desk(installed: Installed) -> None:
    """Use the desk: open its first page, print a document and stop it."""
    try_core(installed)
    installed.topboard("document", "pairing-sheet", installed.sample, "-o", "sheet.pdf")
    if not (installed.folder / "sheet.pdf").read_bytes().startswith(b"%PDF"):
        sys.exit("sheet.pdf is no PDF file")
    serve = [installed.path("topboard"), "serve", "events", "--sample", "--port", "0"]
    with subprocess.Popen(
        serve, cwd=installed.folder, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as desk:
        assert desk.stdout is not None
        address = desk.stdout.readline().split()[-1]
        try:
            with urlopen(address, timeout=60) as page:
                expect("Riverside Chess Festival", page.read().decode())
            with urlopen(f"{address}help/desk", timeout=60) as page:
                expect('<h2 id="type-results">', page.read().decode())
        finally:
            desk.terminate()
    if desk.returncode not in (0, 1):
        sys.exit(f"the desk ended with exit code {desk.returncode}")


def try_hosted(installed: Installed) -> None:
    """Use the commands for servers, as far as that is possible without one."""
    try_desk(installed)
    expect("127.0.0.1", installed.topboard("host", "check", NO_SERVER, code=5))


def try_packages(dist: Path, python: str) -> None:
    """Try every flavour of the packages with one version of Python."""
    (wheel,), (source,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    flavours = [
        (f"{wheel}", try_minimal),
        (f"{source}", try_minimal),
        (f"{wheel}[desk]", try_desk),
        (f"{wheel}[hosted]", try_hosted),
    ]
    version = run([python, "-c", "import platform; print(platform.python_version())"]).strip()
    for package, trial in flavours:
        with tempfile.TemporaryDirectory() as folder:
            trial(Installed(python, Path(folder), package))
        print(f"Python {version}: {Path(package).name} works", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Try the built packages outside the checkout.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("--python", nargs="+", default=[sys.executable])
    given = parser.parse_args()
    for one in given.python:
        try_packages(given.dist.resolve(), one)
