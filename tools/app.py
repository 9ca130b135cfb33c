"""The build of the app to double-click, for the system on which it runs.

    python tools/app.py [FOLDER]

The folder gets an archive with the app, a list of its parts with their versions and licences
(CycloneDX), and the checksums of both. All packages come from the package index, in the versions of
``constraints.txt``, into environments of their own. This program needs only Python, because the
computers that build apps have no ``.venv``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAME = "Topboard"
IDENTIFIER = "topboard.desk"
FREEZER, LISTER = "pyinstaller", "cyclonedx-bom"
"""The packages that build the app and list its parts."""
ENTRY = "import sys\nfrom topboard.desktop import main\nsys.exit(main())\n"
COLLECTED = (
    "--collect-submodules=topboard",
    "--collect-data=topboard",
    "--copy-metadata=topboard",
)
"""Most modules of Topboard are imported by name, so PyInstaller does not find them."""
LEFT_OUT = ("--exclude-module=pip", "--exclude-module=setuptools", "--exclude-module=tkinter")


def build_app(folder: Path, work: Path) -> None:
    """Build the app, the list of its parts and the checksums."""
    folder.mkdir(parents=True, exist_ok=True)
    lister = create_environment(work / "app-lister", LISTER)
    python = create_environment(work / "app", f"{ROOT}[desk]")
    version = read_version(python)
    stem = f"topboard-{version}-{system_name()}"
    parts = folder / f"{stem}.cdx.json"
    list_parts(lister, python, parts, version)
    built = freeze(python, work)
    archive = pack(built, folder / stem)
    write_checksums([archive, parts], folder / f"{stem}.sha256")
    print(f"The program is {program_path(built)}")
    print(f"The archive is {archive} ({archive.stat().st_size / 1e6:.0f} MB)")


def create_environment(folder: Path, package: str) -> Path:
    """Create an environment with this package, and return the path of its Python."""
    venv.create(folder, clear=True, with_pip=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    install(python, package)
    return python


def install(python: Path, package: str) -> None:
    """Install a package, with the pinned version of every package."""
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
        "--constraint", ROOT / "constraints.txt", package)  # fmt: skip


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return its output. If it fails, show all of it and stop."""
    done = subprocess.run([*map(str, words)], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def read_version(python: Path) -> str:
    """Return the version of the installed package."""
    return run(python, "-c", "import topboard; print(topboard.__version__)").strip()


def system_name() -> str:
    """Return the name of this system and its processor, such as ``linux-x86_64``."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"{system}-{platform.machine().lower()}"


def list_parts(lister: Path, python: Path, target: Path, version: str) -> None:
    """Write the packages inside the app, and its Python, with their versions and licences."""
    run(lister, "-m", "cyclonedx_py", "environment", "--output-reproducible",
        "--pyproject", ROOT / "pyproject.toml", "--output-file", target, python)  # fmt: skip
    listed = json.loads(target.read_text(encoding="utf-8"))
    listed["metadata"]["component"]["version"] = version
    # The tool that made the environment is no part of the app.
    parts = [one for one in listed["components"] if one["name"] not in ("pip", "setuptools")]
    kept = {one["bom-ref"] for one in parts} | {listed["metadata"]["component"]["bom-ref"]}
    inside = {
        "bom-ref": "cpython",
        "type": "platform",
        "name": "CPython",
        "version": platform.python_version(),
        "licenses": [{"license": {"id": "PSF-2.0"}}],
    }
    listed["components"] = [*parts, inside]
    listed["dependencies"] = [one for one in listed["dependencies"] if one["ref"] in kept]
    target.write_text(json.dumps(listed, indent=2) + "\n", encoding="utf-8")


def freeze(python: Path, work: Path) -> Path:
    """Build the app with PyInstaller, and return its folder or, on macOS, its bundle."""
    install(python, FREEZER)
    entry = work / "app_entry.py"
    entry.write_text(ENTRY, encoding="utf-8")
    # On Windows, a console that only the app uses is hidden, so that it is also a command.
    window = {"darwin": ["--windowed"], "win32": ["--console", "--hide-console=hide-early"]}
    run(python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level=WARN",
        f"--name={NAME}", *window.get(sys.platform, ["--console"]),
        f"--osx-bundle-identifier={IDENTIFIER}",
        f"--distpath={work / 'app-built'}", f"--workpath={work / 'app-work'}",
        f"--specpath={work}", *COLLECTED, *LEFT_OUT, entry)  # fmt: skip
    built = work / "app-built" / (f"{NAME}.app" if sys.platform == "darwin" else NAME)
    shutil.copy(ROOT / "LICENSE", built if built.suffix == "" else built / "Contents" / "Resources")
    return built


def program_path(built: Path) -> Path:
    """Return the path of the program inside the built app."""
    if sys.platform == "darwin":
        return built / "Contents" / "MacOS" / NAME
    return built / (f"{NAME}.exe" if sys.platform == "win32" else NAME)


def pack(built: Path, target: Path) -> Path:
    """Pack the app into one file, in the form that people expect on this system."""
    if sys.platform == "darwin":
        # Only this tool keeps the links and the signature of a bundle.
        archive = Path(f"{target}.zip")
        run("ditto", "-c", "-k", "--keepParent", built, archive)
        return archive
    if sys.platform == "win32":
        return Path(shutil.make_archive(str(target), "zip", built.parent, built.name))
    archive = Path(f"{target}.tar.gz")
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(built, built.name)
    return archive


def write_checksums(files: list[Path], target: Path) -> None:
    """Write the SHA-256 checksums in the form that ``sha256sum --check`` reads."""
    lines = [f"{hashlib.sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in files]
    target.write_text("".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the app to double-click.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "dist")
    work = ROOT / "build"
    work.mkdir(exist_ok=True)
    build_app(parser.parse_args().folder.resolve(), work)
