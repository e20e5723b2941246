"""Logging of every shape to stdout and stderr, with filters, adapters, formatters, handlers in memory, and warnings caught."""
import io
import logging
import logging.handlers
import sys
import warnings
from contextlib import contextmanager, redirect_stderr
from string import Template

STREAM = io.StringIO()


class Redact(logging.Filter):
    def filter(self, record):
        record.msg = str(record.msg).replace("hunter2", "*****")
        record.length = len(record.getMessage())
        return not record.getMessage().startswith("noise")


class Columns(logging.Formatter):
    def format(self, record):
        text = super().format(record)
        head, *rest = text.splitlines()
        return "\n".join([head.ljust(60, ".") + f"[{record.length:>3}]", *("    | " + line for line in rest)])


class Collect(logging.Handler):
    def __init__(self):
        super().__init__(level=logging.WARNING)
        self.records = []

    def emit(self, record):
        self.records.append(record)


@contextmanager
def level(logger, wanted):
    before = logger.level
    logger.setLevel(wanted)
    try:
        yield logger
    finally:
        logger.setLevel(before)


root = logging.getLogger()
console = logging.StreamHandler(STREAM)
console.setFormatter(Columns("%(levelname)-8s %(name)s.%(funcName)s: %(message)s"))
console.addFilter(Redact())
collect = Collect()
root.addHandler(console)
root.addHandler(collect)
log = logging.getLogger("shop.orders")


def place(order, price):
    log.info("order %s for %.2f", order, price)
    if price > 100:
        log.warning("expensive: %(what)s %(price)d", {"what": order, "price": price})
    try:
        return 100 / price
    except ZeroDivisionError:
        log.exception("no price for %r", order)
        return None
    finally:
        log.debug("done %s", order)


with level(log, logging.DEBUG):
    print([place(*pair) for pair in (("apple", 2.5), ("yacht", 1e6), ("gift", 0))])
place("quiet", 500)
log.error("password %s", "is hunter2")
log.critical("noise %d", 1)
logging.getLogger("shop").log(35, "between", stacklevel=1)
logging.addLevelName(35, "NOTICE")
logging.getLogger("shop").log(35, "named")
adapter = logging.LoggerAdapter(log, {"user": "ann"})
adapter.process = lambda msg, kwargs: (f"<{adapter.extra['user']}> {msg}", kwargs)
adapter.warning("adapted %s", "text")
log.warning("bad args %d %d", 1, 2) if False else None
import re
print(re.sub(r'File ".*[/\\](\w+\.py)"', r'File "\1"', STREAM.getvalue()))
print([(r.levelname, r.lineno, r.funcName, r.args) for r in collect.records])
print(log.getEffectiveLevel(), log.isEnabledFor(logging.INFO), log.parent.name, log.hasHandlers(), log, logging.getLogger("shop"), log.manager.loggerDict["shop"] is log.parent)

memory = logging.handlers.MemoryHandler(3, flushLevel=logging.ERROR, target=logging.StreamHandler(sys.stdout))
quiet = logging.getLogger("quiet")
quiet.propagate = False
quiet.addHandler(memory)
for n in range(4):
    quiet.warning("kept %d", n)
print("buffered", len(memory.buffer))
quiet.error("flushed now")
memory.close()

for style, form in (("{", "{levelname:>10}|{message!r}|{name:^7}"), ("$", "$levelname: ${message}"), ("%", "%(asctime)s")):
    formatter = logging.Formatter(form, style=style, datefmt="%Y")
    record = logging.LogRecord("n", logging.INFO, "path/to/file.py", 3, "it is %s", ("me",), None)
    record.created = 86400 * 365
    print(formatter.format(record), record.module, record.filename, formatter.usesTime())
for wrong in ("{", "%(message)"):
    try:
        print(logging.Formatter(wrong, style="{" if wrong == "{" else "%"))
    except ValueError as error:
        print(error)

err = io.StringIO()
with redirect_stderr(err):
    lost = logging.StreamHandler(err)
    lonely = logging.getLogger("lonely")
    lonely.propagate = False
    lonely.warning("last resort %s", "here")
print(err.getvalue())


def old(x):
    warnings.warn(f"old({x}) is going", DeprecationWarning, stacklevel=2)
    return x


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(old(1) + old(2), warnings.warn("plain") or "none")
    warnings.warn(UserWarning("an instance"))
print([(w.category.__name__, str(w.message), w.lineno) for w in caught], warnings.formatwarning("text", UserWarning, "file.py", 7, line="x = 1"))
with warnings.catch_warnings():
    warnings.filterwarnings("error", message=".*going", category=DeprecationWarning)
    try:
        old(3)
    except DeprecationWarning as error:
        print("raised", error)
warnings.warn("told on stderr", RuntimeWarning)
for _ in range(2):
    warnings.warn("once a place")
logging.basicConfig(level=logging.INFO, stream=sys.stdout, force=True, format="%(levelname)s:%(message)s")
logging.info("basic %s", Template("$who says").substitute(who="he"))
warnings.simplefilter("always")
logging.captureWarnings(True)
warnings.warn("captured", FutureWarning)
logging.captureWarnings(False)
logging.shutdown()
