import argparse
import contextlib
import io


def parse(parser, argv):
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            ns = parser.parse_args(argv)
        print(argv, "->", ns)
    except SystemExit as e:
        print(argv, "exit", e.code, out.getvalue() + err.getvalue())
    except Exception as e:
        print(argv, type(e).__name__, e)


def positive(text):
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return value


class KeyValue(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        d = getattr(namespace, self.dest) or {}
        for v in values:
            k, _, x = v.partition("=")
            d[k] = x
        setattr(namespace, self.dest, d)


parser = argparse.ArgumentParser(prog="tool", description="Does things to files.", epilog="That's all.")
parser.add_argument("--version", action="version", version="%(prog)s 1.2")
parser.add_argument("-v", "--verbose", action="count", default=0, help="say more")
parser.add_argument("-q", "--quiet", action="store_true", help=argparse.SUPPRESS)
sub = parser.add_subparsers(dest="cmd", required=True, metavar="COMMAND", title="commands", help="what to do")
add = sub.add_parser("add", help="add items", aliases=["a"])
add.add_argument("items", nargs="+", type=positive, help="numbers > 0")
add.add_argument("--tag", action="append", choices=["red", "green"], help="one of %(choices)s")
add.add_argument("--set", nargs="*", action=KeyValue, metavar="K=V")
group = add.add_mutually_exclusive_group(required=True)
group.add_argument("--fast", action="store_const", const=2, dest="speed")
group.add_argument("--slow", action="store_const", const=1, dest="speed")
rm = sub.add_parser("remove", description="Remove an item", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
rm.add_argument("target", nargs="?", default="all", help="which")
rm.add_argument("-n", "--count", type=int, default=10, help="how many")
rm.add_argument("--ratio", type=float, default=0.5, metavar=("R"), help="ratio 100%% sure")
rm.add_argument("--no-op", dest="op", action="store_false", help="nothing")
rm.add_argument("--colour", action=argparse.BooleanOptionalAction, default=True, help="use colours")
rm.add_argument("rest", nargs=argparse.REMAINDER)
for argv in (["add", "1", "2", "--fast"], ["-vvv", "a", "5", "--slow", "--tag", "red", "--tag=green", "--set", "a=1", "b=2=3"], ["add", "0", "--fast"], ["add", "x", "--fast"], ["add", "1"], ["add", "1", "--fast", "--slow"], ["add", "1", "--fast", "--tag", "blue"], ["remove"], ["remove", "-n5", "x", "--", "-y", "z"], ["remove", "--no-colour", "--no-op", "--ratio", "1e-3"], ["remove", "--cou", "3"], ["remove", "--co", "3"], ["remove", "-n", "x"], ["remove", "-n"], [], ["fly"], ["--version"], ["-h"], ["add", "-h"], ["remove", "--help"], ["remove", "--bogus"], ["-q", "remove", "--", "a"]):
    parse(parser, argv)
p2 = argparse.ArgumentParser("calc", usage="%(prog)s [options] X Y", add_help=False, prefix_chars="-+", allow_abbrev=False, argument_default=argparse.SUPPRESS)
p2.add_argument("x", type=complex)
p2.add_argument("y", type=int, nargs=2)
p2.add_argument("+f", "++flag", action="store_true")
g = p2.add_argument_group("numbers", "all about numbers")
g.add_argument("--base", type=lambda s: int(s, 0), choices=range(2, 37, 17))
for argv in (["1+2j", "3", "4", "+f"], ["1", "2"], ["1", "2", "3", "--base", "0x13"], ["1", "2", "3", "--base", "3"], ["x", "1", "2"], ["-1", "2", "-3"], ["1", "2", "3", "--ba", "2"]):
    parse(p2, argv)
print(p2.format_help(), p2.format_usage(), parser.parse_known_args(["remove", "x"]), p2.parse_known_args(["1", "2", "3", "--zz"]), sep="\n")
ns = argparse.Namespace(a=1)
print(parser.parse_args(["remove"], namespace=ns) is ns, ns, "a" in ns, vars(ns) == ns.__dict__, ns == argparse.Namespace(**vars(ns)))
p3 = argparse.ArgumentParser(prog="p3", exit_on_error=False)
p3.add_argument("--n", type=int, required=True); p3.set_defaults(fn="f")
for argv in (["--n", "1"], ["--n", "q"], []):
    parse(p3, argv)
print(p3.get_default("fn"), p3)
for bad in (lambda: p3.add_argument("--n"), lambda: p3.add_argument("x", required=True), lambda: p3.add_argument("--z", action="fly"), lambda: p3.add_argument("--z", nargs=0), lambda: p3.add_argument("--z", type="int"), lambda: p3.add_argument("-"), lambda: p3.add_argument("--y", action="store_true", type=int)):
    try:
        print("ok", bad())
    except Exception as e:
        print(type(e).__name__, e)
