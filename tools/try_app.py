"""A short trial of the built app on any system: it starts, prints a document and stops.

    python tools/try_app.py DIST

DIST has the archive that ``tools/app.py`` packed. The Linux app is also driven in a browser
(``make app-test``). It needs only Python.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

TOKEN = re.compile(r'name="token" value="([^"]+)"')
SAMPLE = "topboard/samples/chennai-2022-open-round-6.json"


def unpack(dist: Path, folder: Path) -> Path:
    """Unpack the archive as a user does, and return the path of the program."""
    (archive,) = [*dist.glob("*.tar.gz"), *dist.glob("*.zip")]
    if sys.platform == "darwin":
        # Only this tool restores the links of a bundle.
        subprocess.run(["ditto", "-x", "-k", str(archive), str(folder)], check=True)
        return folder / "Topboard.app" / "Contents" / "MacOS" / "Topboard"
    shutil.unpack_archive(archive, folder)
    return folder / "Topboard" / ("Topboard.exe" if sys.platform == "win32" else "Topboard")


def try_app(program: Path, folder: Path) -> None:
    """Print a document with the app, start its desk and quit it from the first page."""
    sample = next(program.parents[1].rglob(SAMPLE))
    sheet = folder / "sheet.pdf"
    command = [str(program), "document", "pairing-sheet", str(sample), "-o", str(sheet)]
    subprocess.run(command, check=True, timeout=120)
    assert sheet.read_bytes().startswith(b"%PDF")
    events = folder / "events"
    events.mkdir()
    # On macOS, the process that a double-click starts would otherwise only start the desk.
    variables = {**os.environ, "TOPBOARD_IN_BACKGROUND": "1"}
    command = [str(program), str(events)]
    with subprocess.Popen(
        command, env=variables, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as desk:
        assert desk.stdout is not None
        address = desk.stdout.readline().split()[-1]
        opener = build_opener(HTTPCookieProcessor(CookieJar()))
        page = opener.open(address, timeout=60).read().decode()
        token = TOKEN.search(page)
        assert token is not None, page
        form = urlencode({"token": token[1]}).encode()
        last = opener.open(f"{address}about/quit", form, timeout=60).read().decode()
        assert "Topboard has stopped" in last, last
        code = desk.wait(60)
    assert code == 0, f"the app ended with exit code {code}"
    print(f"The app works: {program}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        try_app(unpack(Path(sys.argv[1]).resolve(), place), place)
