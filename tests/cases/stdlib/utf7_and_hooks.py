# Half a pair in UTF-7 before what ends its run, and a hook of threads that raises.
import io
import sys
import threading

for data in (b"a+2AE\xe1b", b"a+2AE+AGE-", b"a+2AEA-b", b"+2AE,b", b"+2AE-", b"x+2AHcAQ\xe1y"):
    for errors in ("strict", "replace", "ignore", "backslashreplace"):
        try:
            print(data, errors, ascii(data.decode("utf-7", errors)))
        except UnicodeDecodeError as error:
            print(data, error.start, error.end, error.reason)


def fails():
    raise ValueError("in the thread")


def hook(args):
    raise TypeError("in the hook")


threading.excepthook, shown = hook, sys.stderr
sys.stderr = io.StringIO()
thread = threading.Thread(target=fails)
thread.start()
thread.join()
lines, sys.stderr = sys.stderr.getvalue().splitlines(), shown
print(lines[0], lines[1], lines[-1], len([line for line in lines if line.startswith("Traceback")]), sep="\n")
