"""The build of the page that runs Topboard in the browser.

    python -m tools.playground [FOLDER]

The folder gets the page, this package's wheel and Pyodide, which is Python for browsers. Pyodide
comes from the npm registry once and is then kept in ``build/``. The page needs no other files, so
any web server can serve the folder.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from topboard import __version__
from topboard.messages import say
from topboard.playground.opened_files import LARGEST_FILE

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "topboard" / "playground"
SHARED = ROOT / "src" / "topboard" / "web" / "static"
SHARED_FILES = ("face.css", "mark.svg")
BUILT = ROOT / "build"
PYODIDE = "314.0.7"
INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pO"
    "ttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The hash of the package in the npm registry, as the registry itself and lock files give it."""
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
ABOUT_PYODIDE = ("package.json", "README.md")
"""Files of Pyodide that say what it is and under which licence. The page does not load them."""
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "form-action 'none'",
        "base-uri 'none'",
    )
)
"""The rules of the page about other hosts. Python in WebAssembly needs ``wasm-unsafe-eval``."""


class BuildError(Exception):
    """The page could not be built. The message says what to do."""


def build_playground(folder: Path) -> None:
    """Build the page in a folder, replacing an earlier build only once the new one is complete."""
    _refuse_other_folder(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as temporary:
        draft = Path(temporary) / "playground"
        draft.mkdir()
        _write_playground(draft)
        if folder.exists():
            shutil.rmtree(folder)
        draft.rename(folder)


def _refuse_other_folder(folder: Path) -> None:
    """Raise ``BuildError`` if the folder has other content, which must not be removed."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "service_worker.js").exists():
        raise BuildError(
            f"{folder} has other files. Choose a new folder: make playground PLAYGROUND=FOLDER"
        )


def _write_playground(draft: Path) -> None:
    python = f"pyodide-{PYODIDE}"
    unpack_pyodide(fetch_pyodide(), draft / python)
    wheel = build_wheel(draft)
    contents = _read_page_files()
    page = _render_page("", {"pyodide": python})
    digest = _compute_digest([*contents.values(), wheel.read_bytes(), page])
    assets = f"topboard-{digest}"
    (draft / assets).mkdir()
    for name, content in contents.items():
        (draft / assets / name).write_bytes(content)
    wheel = wheel.rename(draft / assets / wheel.name)
    setup = {
        "version": __version__,
        "wheel": f"{assets}/{wheel.name}",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "pyodide": f"{python}/",
        "largest_file": LARGEST_FILE,
    }
    (draft / "index.html").write_bytes(_render_page(assets, setup))
    kept = [
        "./",
        *(f"{assets}/{name}" for name in sorted((*contents, wheel.name))),
        *(f"{python}/{name}" for name in PYODIDE_FILES),
    ]
    worker = (SOURCES / "static" / "service_worker.js").read_text("utf-8")
    values = {"FILES_OF_PAGE": kept, "DIGEST_OF_PAGE": digest}
    for name, value in values.items():
        worker = worker.replace(f"self.{name}", json.dumps(value))
    (draft / "service_worker.js").write_text(worker, "utf-8")


def _read_page_files() -> dict[str, bytes]:
    """Return the scripts and style sheets, keyed by file name."""
    own = [
        path
        for path in sorted((SOURCES / "static").iterdir())
        if path.suffix in (".js", ".css") and path.name != "service_worker.js"
    ]
    return {path.name: path.read_bytes() for path in (*own, *(SHARED / n for n in SHARED_FILES))}


def _compute_digest(contents: list[bytes]) -> str:
    found = hashlib.sha256()
    for content in contents:
        found.update(hashlib.sha256(content).digest())
    return found.hexdigest()[:12]


def _render_page(assets: str, setup: dict[str, Any]) -> bytes:
    environment = Environment(
        loader=FileSystemLoader(SOURCES / "templates"), autoescape=True, undefined=StrictUndefined
    )
    environment.globals["say"] = say
    page = environment.get_template("playground.html").render(
        assets=assets, setup=setup, version=__version__, content_policy=CONTENT_POLICY
    )
    return page.encode()


# --- the wheel and Pyodide ------------------------------------------------------------------------


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this package in a folder, and return its path."""
    # The page has no use for the documentation, which is larger than everything else.
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "TOPBOARD_WITHOUT_DOCUMENTATION": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"The wheel could not be built:\n{done.stderr}")
    return next(folder.glob("*.whl"))


def fetch_pyodide() -> Path:
    """Return the archive of Pyodide, fetched from the npm registry if it is not in ``build/``."""
    archive = BUILT / f"pyodide-{PYODIDE}.tgz"
    if archive.exists() and compute_integrity(archive) == INTEGRITY:
        return archive
    npm = shutil.which("npm")
    if npm is None:
        raise BuildError(
            f"Pyodide {PYODIDE} comes from the npm registry, and npm is not installed. Install"
            f" Node.js with npm, or save the package pyodide@{PYODIDE} as {archive}. Then run make"
            " playground again."
        )
    BUILT.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=BUILT) as temporary:
        done = subprocess.run(
            [npm, "pack", f"pyodide@{PYODIDE}", "--pack-destination", temporary],
            cwd=temporary,
            capture_output=True,
            text=True,
            check=False,
        )
        found = next(Path(temporary).glob("*.tgz"), None)
        if done.returncode or found is None:
            raise BuildError(
                f"npm could not fetch Pyodide {PYODIDE}. Check the network, and the address of the"
                f" registry with npm config get registry. Then run make playground again.\n\n"
                f"{done.stderr}"
            )
        check_integrity(found)
        return found.replace(archive)


def check_integrity(archive: Path) -> None:
    """Raise ``BuildError`` if an archive is not the pinned version of Pyodide."""
    found = compute_integrity(archive)
    if found != INTEGRITY:
        raise BuildError(
            f"The package of Pyodide {PYODIDE} is not the expected one. Its hash is {found}, and"
            f" tools/playground.py expects {INTEGRITY}. Do not use it. Check which registry npm"
            " uses: npm config get registry"
        )


def compute_integrity(archive: Path) -> str:
    """Return the hash of a file as npm writes it."""
    return f"sha512-{base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()}"


def unpack_pyodide(archive: Path, folder: Path) -> None:
    """Write the files of Pyodide that a browser needs to a folder."""
    folder.mkdir()
    with tarfile.open(archive) as opened:
        for name in (*PYODIDE_FILES, *ABOUT_PYODIDE):
            found = opened.extractfile(f"package/{name}")
            assert found is not None, "the pinned version has this file"
            (folder / name).write_bytes(found.read())


def main(arguments: list[str] | None = None) -> int:
    """Build the page and print where it is. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.playground", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=BUILT / "playground")
    folder = parser.parse_args(arguments).folder
    try:
        build_playground(folder)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder} has the page ({size / 1e6:.0f} MB). To try it:")
    print(f"  {sys.executable} -m http.server --directory {folder} 8001")
    print("Then open http://localhost:8001/ in a browser.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
