"""`operator` under the name of CPython's compiled part of it."""
from operator import *
from hmac import compare_digest as _compare_digest
