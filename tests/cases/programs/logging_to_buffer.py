import io
import logging
from logging import Filter, Formatter, Handler, LoggerAdapter, StreamHandler


class ListHandler(Handler):
    def __init__(self, level=logging.NOTSET):
        super().__init__(level)
        self.records = []

    def emit(self, record):
        self.records.append((record.name, record.levelname, record.getMessage(), record.funcName, record.lineno))


class Redact(Filter):
    def filter(self, record):
        if isinstance(record.args, tuple):
            record.args = tuple("***" if str(a).startswith("sk-") else a for a in record.args)
        return "skip" not in record.msg


buf = io.StringIO()
handler = StreamHandler(buf)
handler.setFormatter(Formatter("%(levelname)-8s|%(name)s|%(module)s:%(lineno)d|%(message)s"))
handler.addFilter(Redact())
root = logging.getLogger()
root.setLevel(logging.DEBUG)
root.addHandler(handler)
collected = ListHandler(logging.WARNING)
log = logging.getLogger("shop.cart")
log.addHandler(collected)
shop = logging.getLogger("shop")
shop.setLevel("INFO")


def checkout(user, key):
    log.debug("not shown %s", user)
    log.info("user=%s key=%s", user, key)
    log.warning("stock %(item)s: %(left)d left", {"item": "pen", "left": 3})
    try:
        return {}["price"] / 2
    except KeyError:
        log.exception("failed for %r", user)
    log.error("plain", exc_info=False)
    log.critical("with %d%%", 50)
    log.info("skip this")
    log.log(25, "custom level")


logging.addLevelName(25, "NOTICE")
checkout("ann", "sk-123")
print(buf.getvalue())
print(*collected.records, sep="\n")
print(log.level, log.getEffectiveLevel(), log.isEnabledFor(logging.DEBUG), log.parent, log.name, log.propagate, logging.getLevelName(25), logging.getLevelName("ERROR"), logging.getLevelName(33), shop.getChild("cart") is log, handler, collected, log.hasHandlers())
buf.seek(0), buf.truncate()
log.propagate = False
log.warning("only collected")
log.propagate = True
logging.disable(logging.ERROR)
log.error("disabled")
logging.disable(logging.NOTSET)
brace = StreamHandler(buf)
brace.setFormatter(Formatter("{levelname[0]}/{name:>12}/{message!r}", style="{"))
dollar = StreamHandler(buf)
dollar.setFormatter(Formatter("$levelno ${message} $extra", style="$", defaults={"extra": "-"}))
root.removeHandler(handler)
root.addHandler(brace)
root.addHandler(dollar)
log.warning("styled", extra={"extra": "E!"})
log.warning("styled too")


class Adapter(LoggerAdapter):
    def process(self, msg, kwargs):
        return f"[{self.extra['id']}] {msg}", kwargs


Adapter(log, {"id": 7}).info("adapted %s", "ok")
print(buf.getvalue())
for bad in (lambda: log.setLevel("LOUD"), lambda: log.setLevel(1.5), lambda: Formatter("%(message)s", style="!"), lambda: Formatter("{x", style="{"), lambda: Formatter("%s"), lambda: logging.getLogger(5), lambda: log.log("INFO", "x"), lambda: log.info("x", extra={"message": 1}), lambda: log.addHandler()):
    try:
        print("ok", bad())
    except Exception as e:
        print(type(e).__name__, e)
record = logging.LogRecord("n", 30, "/a/b/file.py", 12, "m %s", ("x",), None)
print(record, Formatter().format(record), Formatter("%(asctime)s", datefmt="%Y").usesTime(), record.filename, record.module, record.pathname, record.exc_info, record.stack_info)
print(logging.makeLogRecord({"msg": "made", "levelno": 20}).getMessage())
logging.basicConfig(stream=buf, force=True, format="%(message)s!", level=logging.ERROR)
logging.error("root %s", "error"); logging.warning("no")
print(buf.getvalue().splitlines()[-1], root.handlers, len(root.handlers))
