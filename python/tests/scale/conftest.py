"""Tests with Ray, Daft and `datasets`. They run where STOCKADE_SCALE is set, in the environment that `.ci/run` makes for them; there a
package that is missing is a failure."""

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest

if not os.environ.get("STOCKADE_SCALE"):
    collect_ignore_glob = ["*"]


@pytest.fixture(scope="session", autouse=True)
def own_ray() -> Iterator[None]:
    """Ray notes the last cluster of a machine in its folder, and tries that first. The path must be short: sockets are in there."""
    folder = tempfile.mkdtemp(prefix="ray-")
    # Its workers give way to everything else by themselves. Here they are what the tests wait for.
    os.environ |= {"RAY_TMPDIR": folder, "RAY_worker_niceness": "0", "RAY_USAGE_STATS_ENABLED": "0", "RAY_DATA_DISABLE_PROGRESS_BARS": "1"}
    yield
    shutil.rmtree(folder, ignore_errors=True)
