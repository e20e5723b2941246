"""Command lines parsed with argparse: subcommands, groups, custom types and actions, errors; help texts printed."""
import argparse
import contextlib
import io
import shlex
from datetime import date
from enum import Enum
from fractions import Fraction


class Size(Enum):
    SMALL = "s"
    LARGE = "l"

    def __str__(self):
        return self.value


class KeyValue(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        found = dict(getattr(namespace, self.dest) or {})
        for value in values:
            key, sep, rest = value.partition("=")
            if not sep:
                parser.error(f"{option_string}: {value!r} has no '='")
            found[key] = rest
        setattr(namespace, self.dest, found)


def percent(text: str) -> float:
    value = float(text.rstrip("%")) / 100
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0% and 100%")
    return value


def build() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="shop", description="Keeps a shop.", epilog="Prices are in %(prog)s units.", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version="%(prog)s 1.2")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="say more (-vv: even more)")
    parser.add_argument("--config", metavar="FILE", default="shop.ini", help="settings (default: %(default)s)")
    commands = parser.add_subparsers(dest="command", required=True, title="commands", metavar="COMMAND")
    add = commands.add_parser("add", aliases=["new"], help="adds items", description="Adds items to the stock.")
    add.add_argument("names", nargs="+", metavar="NAME")
    add.add_argument("-p", "--price", type=Fraction, required=True)
    add.add_argument("-t", "--tag", action="append", dest="tags", default=[], choices=["fresh", "old", "sale"])
    add.add_argument("--size", type=Size, choices=list(Size), default=Size.SMALL)
    add.add_argument("--set", nargs="*", action=KeyValue, dest="options", metavar="K=V")
    add.set_defaults(run=lambda args: f"{len(args.names)} at {args.price}")
    report = commands.add_parser("report", help="prints a report")
    how = report.add_mutually_exclusive_group()
    how.add_argument("--csv", action="store_const", const="csv", dest="form")
    how.add_argument("--json", action="store_const", const="json", dest="form")
    report.add_argument("--since", type=date.fromisoformat)
    report.add_argument("--discount", type=percent, nargs="?", const=0.5, default=0.0)
    report.add_argument("--cache", action=argparse.BooleanOptionalAction, default=True)
    report.add_argument("-n", type=int, default=10, choices=range(1, 21), metavar="1-20")
    report.add_argument("rest", nargs=argparse.REMAINDER)
    group = parser.add_argument_group("limits", "What may be used.")
    group.add_argument("--memory", type=lambda text: int(text, 0), help=argparse.SUPPRESS)
    group.add_argument("--jobs", "-j", type=int, help="how many (1 to 8)")
    return parser


parser = build()
lines = ["add apple pear -p 3/4 -t fresh -tsale --size l", "-vv --jobs=3 new x --price .5 --set a=1 b=2 c=x=y", "report --csv --since 2024-02-29 --discount --no-cache -n 5 extra --json", "report --discount 25%", "--memory 0x10 report",
         "report --csv --json", "add", "add x", "add x -p a/b", "add x -p 1 -t stale", "add x -p 1 --size m", "report --discount 150%", "report -n 99", "report --since tomorrow", "add x -p 1 --set ab", "sell", "", "--version", "--ver", "add x -p 1 --unknown 3", "-j x report", "--help", "add --help"]
for line in lines:
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            args = parser.parse_args(shlex.split(line))
        shown = {k: str(v) if not isinstance(v, (int, float, list, dict, type(None))) else v for k, v in sorted(vars(args).items()) if k != "run"}
        print(f"{line!r}\n  {shown}", args.run(args) if "run" in args else "")
    except SystemExit as leave:
        print(f"{line!r} leaves with {leave.code}")
        print("".join(f"  {text}\n" for text in (out.getvalue() + err.getvalue()).splitlines()), end="")
known, unknown = parser.parse_known_args(["add", "x", "-p", "1", "--odd", "y"])
print(known.names, unknown, parser.get_default("config"), parser.format_usage(), argparse.Namespace(a=1, b="x"), argparse.Namespace(a=1) == argparse.Namespace(a=1))
strict = argparse.ArgumentParser(exit_on_error=False, add_help=False, prefix_chars="-+", allow_abbrev=False, argument_default=argparse.SUPPRESS)
strict.add_argument("+x", "++extra", type=int)
strict.add_argument("pos", nargs="?")
print(strict.parse_args(["+x", "4"]), strict.parse_args([]), strict.parse_args(["here"]))
for wrong in (["+x", "four"], ["a", "b"], ["++ext", "3"]):
    try:
        print(strict.parse_args(wrong))
    except argparse.ArgumentError as error:
        print("ArgumentError", error)
    except SystemExit as leave:
        print("exit", leave.code)
for wrong in (lambda p: p.add_argument("x", "-y"), lambda p: p.add_argument("-x", nargs=0), lambda p: p.add_argument("--a", action="nope"), lambda p: (p.add_argument("--a"), p.add_argument("--a")), lambda p: p.add_argument("pos", required=True)):
    try:
        wrong(argparse.ArgumentParser())
    except (ValueError, TypeError, argparse.ArgumentError) as error:
        print(type(error).__name__, error)
