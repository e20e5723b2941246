"""Sends `stockade serve` what its OpenAPI document allows and what it does not: `try_server.py STOCKADE SCHEMATHESIS`.

Schemathesis makes the requests, from a seed that is always the same, and looks at each answer: the status and the body are those of the document, none
is a fault of the server, and what was deleted is gone. That a request is served because it fits the document is not asked: a policy decides that.
"""

import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

SEED, EXAMPLES = 20261130, 20
TOKEN = "schema" * 8


def main():
    stockade, schemathesis = (str(pathlib.Path(path).absolute()) for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        tokens = pathlib.Path(folder) / "tokens.toml"
        digest = hashlib.sha256(TOKEN.encode()).hexdigest()
        tokens.write_text(f'[[tenant]]\nname = "a"\ntoken_sha256 = "{digest}"\nmetrics = true\n')
        command = [stockade, "serve", "--listen", "127.0.0.1:0", "--policy", "default", "--policy", "permissive", "--tokens", str(tokens), "--drain", "1s"]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            lines = iter(server.stderr.readline, "")
            url = next(f"http://{found[1]}" for found in (re.search(r"listening at (\S+)", line) for line in lines) if found)
            began = time.monotonic()
            tried = subprocess.run(
                [
                    schemathesis, "run", f"{url}/v1/openapi.json", "--url", url, "--header", f"Authorization: Bearer {TOKEN}", "--seed", str(SEED),
                    "--max-examples", str(EXAMPLES), "--exclude-checks", "positive_data_acceptance", "--request-timeout", "20", "--no-color",
                    "--generation-database=none",
                ],
                cwd=folder, capture_output=True, text=True, timeout=120,
            )
            said = tried.stdout + tried.stderr
            count = re.search(r"(\d+) generated", said)
            # A run that tried little would say nothing.
            if tried.returncode != 0 or count is None or int(count[1]) < 300:
                sys.exit(f"{said}\nschemathesis ended with status {tried.returncode}")
            with urllib.request.urlopen(f"{url}/readyz", timeout=10) as answer:
                assert answer.status == 200
            if server.poll() is not None:
                sys.exit(f"the server ended with status {server.returncode}")
            print(f"{count[1]} requests in {time.monotonic() - began:.0f} s")
        finally:
            server.terminate()
            server.wait(30)


main()
