# What may be empty is named among what is missing where the positional before it was not given.
import argparse
import contextlib
import sys


def parse(parser, argv):
    try:
        with contextlib.redirect_stderr(sys.stdout):
            print(parser.parse_args(argv))
    except SystemExit as e:
        print("exit", e.code)


for declared in ({"nargs": "*"}, {"nargs": "*", "default": []}, {"nargs": "?"}, {"nargs": argparse.REMAINDER}, {"nargs": "+"}, {}):
    parser = argparse.ArgumentParser(prog="copy")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("target")
    action = parser.add_argument("files", **declared)
    print(declared, action.required)
    for argv in ([], ["a"], ["a", "b", "c"], ["--force"]):
        parse(parser, argv)

for declared in ({"nargs": "*"}, {"nargs": "*", "default": []}, {"nargs": argparse.REMAINDER}, {"nargs": 0}):
    parser = argparse.ArgumentParser(prog="copy")
    try:
        parser.add_mutually_exclusive_group().add_argument("files", **declared)
    except ValueError as e:
        print(e)
    else:
        parse(parser, [])
