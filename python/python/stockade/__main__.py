"""The command line: ``python -m stockade`` and the script ``stockade`` are the ``stockade`` command itself, in this process."""

from __future__ import annotations

import signal
import sys

from ._packages import folders
from ._pool import start_command
from ._stockade import command, set_own_command, set_package_folders


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line and gives its exit status."""
    if arguments is None:
        # Python's own handler would wait for the command to end.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    given = sys.argv[1:] if arguments is None else arguments
    sys.stdout.flush()
    # `--package NAME` means what is installed for this interpreter.
    set_package_folders(folders())
    if sys.executable:
        set_own_command(start_command())
    return command(["stockade", *given])


if __name__ == "__main__":
    sys.exit(main())
