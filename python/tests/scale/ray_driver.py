"""What `test_ray.py` runs in a process of its own: a cluster of two nodes on this machine, and what the test asks of it. Prints JSON.

    python ray_driver.py FOLDER SECONDS
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster
from stockade.eval import Evaluator, ray_options

#: The CPUs that a node says it has.
CPUS = 3


class Mortal(Evaluator):
    """An evaluator whose process is killed within the batch that has a certain row, once. Also says where it lived."""

    def __init__(self, *, folder: str, dies_at: int, **settings: Any) -> None:
        super().__init__(**settings)
        self.folder, self.dies_at = Path(folder), dies_at
        (self.folder / f"actor-{ray.get_runtime_context().get_node_id()}-{os.getpid()}").touch()

    def __call__(self, batch: Any) -> Any:
        done = super().__call__(batch)
        if self.dies_at in batch.column("at").to_pylist():
            try:
                (self.folder / "killed").touch(exist_ok=False)
            except FileExistsError:
                return done
            os.kill(os.getpid(), signal.SIGKILL)
        return done


def main(folder: Path) -> dict[str, Any]:
    settings = json.loads((folder / "settings.json").read_text())
    options = ray_options()
    said: dict[str, Any] = {"num_cpus": options["num_cpus"], "size": options["compute"].min_size}
    begin = time.monotonic()
    rows = ray.data.read_parquet(str(folder / "in"))
    constructor = {"folder": str(folder), "dies_at": settings["dies_at"], "problems": settings["problems"], "limits": settings["limits"], "workers": 2}
    rows.map_batches(Mortal, fn_constructor_kwargs=constructor, batch_format="pyarrow", batch_size=20, **options).write_parquet(str(folder / "out"))
    said["seconds"] = time.monotonic() - begin
    # Ray's own kind of batch, arrays of numpy; and rows that need no problems.
    plain = ray.data.read_parquet(str(folder / "plain.parquet"))
    constructor = {"limits": settings["limits"], "workers": 2}
    plain.map_batches(Evaluator, fn_constructor_kwargs=constructor, batch_size=20, **options).write_parquet(str(folder / "plain"))
    # What the documentation says, where it says so.
    os.chdir(folder / "recipe")
    exec(compile((folder / "recipe.py").read_text(), "recipe.py", "exec"), {})
    return said


def hang(folder: Path, seconds: float) -> dict[str, Any]:
    """The same with all CPUs of each node taken. Gives whether it came to an end in that time after that, and how many CPUs were free at last."""
    settings = json.loads((folder / "settings.json").read_text())
    ended = threading.Event()

    def go() -> None:
        rows = ray.data.read_parquet(str(folder / "in"))
        rows.map_batches(Evaluator, fn_constructor_kwargs={"limits": settings["limits"]}, batch_format="pyarrow", **{**ray_options(), "num_cpus": CPUS}).take_all()
        ended.set()

    threading.Thread(target=go, daemon=True).start()
    begin = time.monotonic()
    while ray.available_resources().get("CPU", 0) and time.monotonic() < begin + 60:
        time.sleep(0.2)
    ended.wait(seconds)
    return {"ended": ended.is_set(), "free": ray.available_resources().get("CPU", 0)}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": CPUS, "object_store_memory": 100 << 20})
    cluster.add_node(num_cpus=CPUS, object_store_memory=100 << 20)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        said = main(folder)
        said["hang"] = hang(folder, float(sys.argv[2]))
        (folder / "said.json").write_text(json.dumps(said))
    finally:
        # Its threads may wait for ever. The nodes end with this process.
        cluster.shutdown()
        sys.stdout.flush()
        os._exit(0)
