"""What differs between Linux, macOS, Windows and the browser: files, locks, names and streams.

Other modules ask this one, and are the same on every system. They see the errors of the operating
system as ``OSError``, with a text that says what to do.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from time import sleep
from typing import TYPE_CHECKING

from topboard.messages import say

if sys.platform == "win32":
    import msvcrt
elif sys.platform != "emscripten":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

NO_FOLDER_SYNC = (errno.EINVAL, errno.EBADF, errno.ENOTSUP)
"""The errors of file systems that cannot flush a folder to the disk."""
NO_FILE_MODES = (errno.EPERM, errno.EINVAL, errno.ENOTSUP)
"""The errors of file systems without permissions, such as FAT on a USB stick."""
OPEN_ELSEWHERE = (5, 32, 33)
"""The codes with which Windows refuses to change a file that a program has open."""
PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)
"""The times, in seconds, after which a refused change of a file is tried again.

Virus scanners and search indexes open a new file for a moment.
"""
LOCKED_ELSEWHERE = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""The errors for a file that a different program has locked."""
LOCK_ATTEMPTS, LOCK_PAUSE = 1500, 0.02
"""How often, and at which intervals in seconds, to try a lock on Windows."""
MOST_OF_PATH = 100
"""The number of characters of a folder's path that name its lock."""
DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"
}
"""The names that Windows reserves for devices, also with an extension, as in ``con.topboard``."""
FORBIDDEN = frozenset('<>:"|?*')
"""The characters that no name may have on Windows, besides control characters."""


# --- files ------------------------------------------------------------------------------------


def flush_file_to_disk(path: str) -> None:
    """Flush a finished file to the disk, so that its content survives a power failure."""
    # Windows flushes only files that are open for writing.
    descriptor = os.open(path, os.O_RDWR)
    try:
        flush_to_disk(descriptor)
    finally:
        os.close(descriptor)


def flush_to_disk(descriptor: int) -> None:
    """Flush an open file to the disk."""
    if sys.platform == "darwin":
        # There, fsync leaves the content in the cache of the disk.
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
        except OSError:
            pass
    os.fsync(descriptor)


def flush_folder_to_disk(path: str) -> None:
    """Flush the folder of a new file to the disk, so that the file survives a power failure.

    Do nothing if folders cannot be opened, as on Windows, or if the file system cannot flush them.
    """
    try:
        folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in NO_FOLDER_SYNC:
            raise
    finally:
        os.close(folder)


def set_file_mode(path: str, mode: int) -> None:
    """Set the permissions of a file that this program has created.

    Do nothing if the file system has no permissions. Windows knows only write protection.
    """
    try:
        os.chmod(path, mode)
    except OSError as error:
        if error.errno not in NO_FILE_MODES:
            raise


def replace_file(draft: str, path: str) -> None:
    """Rename a finished file to ``path``, replacing the file that is there.

    Windows refuses this while a program has that file open.
    """
    _retry_while_open_elsewhere(lambda: os.replace(draft, path), path)


def move_to_new_path(draft: str, path: str, mode: int) -> None:
    """Rename a finished file to ``path``. Raise ``FileExistsError`` if there is a file already.

    ``mode`` has the permissions of the new file.
    """
    if sys.platform == "win32":
        # There, a rename never replaces a file.
        _retry_while_open_elsewhere(lambda: os.rename(draft, path), path)
        return
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # The file system has no links. An empty file keeps other programs from taking the name.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
        try:
            os.replace(draft, path)
        except BaseException:
            os.unlink(path)
            raise


def delete_file(path: str) -> None:
    """Delete a file. Windows refuses this while a program has it open."""
    _retry_while_open_elsewhere(lambda: os.unlink(path), path)


def _retry_while_open_elsewhere(change: Callable[[], None], path: str) -> None:
    for pause in PAUSES:
        try:
            return change()
        except PermissionError as error:
            if not _is_open_elsewhere(error):
                raise
        sleep(pause)
    try:
        change()
    except PermissionError as error:
        if not _is_open_elsewhere(error):
            raise
        why = say("the file may be open in a different program. Close it there and try again")
        raise OSError(errno.EBUSY, why, path) from error


def _is_open_elsewhere(error: PermissionError) -> bool:
    return getattr(error, "winerror", None) in OPEN_ELSEWHERE


def user_data_folder() -> str:
    """Return the folder in which programs keep the data of this user."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support")
    return os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")


# --- names of files -------------------------------------------------------------------------------


def is_device_name(name: str) -> bool:
    """Return whether Windows reserves a file name for a device, ignoring its extension."""
    return name.partition(".")[0].rstrip(" ").casefold() in DEVICES


def is_device(path: str) -> bool:
    """Return whether a path is a device to write to, such as ``NUL`` or ``/dev/null``, or a folder.

    Windows would also write to a device if the name has an extension, as in ``con.pdf``. No user
    means that.
    """
    if os.path.isfile(path) or not os.path.exists(path):
        return False
    name = path.replace("\\", "/").rpartition("/")[2]
    return sys.platform != "win32" or name.casefold() in DEVICES or not is_device_name(name)


def check_new_path(path: str) -> None:
    """Raise ``OSError`` if a path cannot be the name of a new file on this system.

    Windows accepts some of these paths, but uses a device, a different name or a different folder.
    """
    if sys.platform == "win32" and (why := _find_problem_with_windows_path(path)):
        raise OSError(errno.EINVAL, why, path)


def _find_problem_with_windows_path(path: str) -> str:
    # This prefix is for paths of any length.
    rest = path.removeprefix("\\\\?\\").replace("\\", "/")
    if rest[1:2] == ":":
        drive, rest = rest[:2], rest[2:]
        if not rest.startswith("/"):
            return say(
                "the path depends on the current folder of drive {drive}. Write the whole path, "
                "such as {example}",
                drive=drive,
                example=f"{drive}\\{path[2:]}",
            )
    for name in rest.split("/"):
        if name in ("", ".", ".."):
            continue
        if is_device_name(name):
            return say(
                "Windows reserves the name {name!r} for a device. Choose a different name",
                name=name.partition(".")[0],
            )
        if name[-1] in " .":
            return say("Windows allows no dot or space at the end of a name. Leave it out")
        if found := [one for one in name if one in FORBIDDEN or one < " "]:
            return say(
                "Windows allows no {character!r} in a name. Leave it out", character=found[0]
            )
    return ""


# --- locks ------------------------------------------------------------------------------------


def open_lock_of_folder(folder: str) -> int:
    """Return the descriptor of a file to lock, so that other programs wait that use a folder.

    It is the folder itself or, where folders cannot be opened, a file outside of it.
    """
    if sys.platform != "win32":
        return os.open(folder, os.O_RDONLY)
    own = os.path.normcase(os.path.realpath(folder))[-MOST_OF_PATH:]
    name = "".join(one if one.isalnum() else "-" for one in own)
    place = os.path.join(user_data_folder(), "topboard", "locks")
    os.makedirs(place, exist_ok=True)
    return os.open(os.path.join(place, f"{name}.lock"), os.O_RDWR | os.O_CREAT)


def lock_or_close(held: int) -> None:
    """Wait until no other program holds the lock of an open file, and take it.

    If this fails, because the other program keeps the lock or there are no locks, close the file
    and raise ``OSError``.
    """
    try:
        _wait_for_lock(held)
    except BaseException:
        os.close(held)
        raise


def _wait_for_lock(held: int) -> None:
    if sys.platform == "win32":
        for _ in range(LOCK_ATTEMPTS):
            if try_to_lock_descriptor(held):
                return
            sleep(LOCK_PAUSE)
        raise TimeoutError(errno.ETIMEDOUT, say("a different program keeps the file locked"))
    elif sys.platform != "emscripten":
        fcntl.flock(held, fcntl.LOCK_EX)


def try_to_lock_descriptor(held: int) -> bool:
    """Take the lock of an open file, or return False if a different program holds it."""
    try:
        if sys.platform == "win32":
            os.lseek(held, 0, os.SEEK_SET)
            msvcrt.locking(held, msvcrt.LK_NBLCK, 1)
        elif sys.platform != "emscripten":
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Windows has one reason to refuse a lock; Wine leaves its number out.
        if sys.platform == "win32" or error.errno in LOCKED_ELSEWHERE:
            return False
        raise
    return True


def unlock_and_close(held: int) -> None:
    """Release the lock of an open file and close it."""
    try:
        if sys.platform == "win32":
            # Windows releases the lock of a closed file only when it finds the time.
            os.lseek(held, 0, os.SEEK_SET)
            msvcrt.locking(held, msvcrt.LK_UNLCK, 1)
    finally:
        os.close(held)


# --- consoles and pipes -----------------------------------------------------------------------


def write_utf8_if_redirected(stream: TextIO) -> None:
    """Make a standard stream write UTF-8 into files and pipes.

    A terminal keeps its encoding. PYTHONIOENCODING overrides this.
    """
    if (
        isinstance(stream, io.TextIOWrapper)
        and not os.environ.get("PYTHONIOENCODING")
        and not stream.isatty()
    ):
        stream.reconfigure(encoding="utf-8")


def decode_input(line: bytes) -> str:
    """Return text from a file or a pipe, which is in UTF-8 or in the encoding of this system."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode(sys.stdin.encoding or "latin-1", "surrogateescape")


def is_closed_pipe(error: OSError) -> bool:
    """Return whether an error means that the reader of the output has closed the pipe."""
    # Windows reports such a pipe as an invalid argument.
    invalid = error.errno == errno.EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and invalid)


def can_open_browser() -> bool:
    """Return whether the computer can show a graphical browser.

    A text browser would block the shell.
    """
    windows = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return windows or sys.platform in ("darwin", "win32")
