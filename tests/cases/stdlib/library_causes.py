"""What an error of the library was raised in the handling of, and other second looks at errors."""
import argparse
import ast
import concurrent.futures
import configparser
import copy
import statistics
import timeit
import unittest
import unittest.mock
import warnings
import xml.etree.ElementTree as ET


def told(call, *args, **kwargs):
    try:
        print(call(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, '|', error, '|', repr(error.__context__), error.__suppress_context__)


def read(text):
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return parser


told(statistics.mean, ['a'])
told(statistics.fmean, [1, 2], [1])
told(read('[a]\nx=1').get, 'a', 'y')
print(read('[a]\nx=1').get('a', 'y', fallback=None))
parser = argparse.ArgumentParser(prog='p', exit_on_error=False)
parser.add_argument('--n', type=int)
told(parser.parse_args, ['--n', 'x'])
told(unittest.TestCase, 'x')
told(unittest.mock.patch, 'json')
told(concurrent.futures.wait, [concurrent.futures.Future()], return_when='x')
told(timeit.timeit, 'x +', number=1)
told(timeit.timeit, 'x +', setup='a = 1\nb = 2', number=1)
told(ET.parse, 'nofile.xml')
print(unittest.defaultTestLoader.loadTestsFromName('nope.x'))
try:
    read('[a]\nbad line\nx=1\nanother bad\n')
except configparser.ParsingError as error:
    print(error, error.errors)
    error.append(7, 'more')
    print(error.errors[-1], error.message.splitlines()[-1])
with warnings.catch_warnings():
    warnings.simplefilter('error')
    tree = ast.parse('def f(a: int = 1): return [x.y for x in a if not x]')
    print(ast.dump(copy.deepcopy(tree)) == ast.dump(tree))
    kind, args, state = ast.Name('x').__reduce__()
    print(kind, args, sorted(state))
