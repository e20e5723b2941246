# A program may add names to modules of the library, as it does for code that expects older ones.
import collections
import collections.abc
import json
import time

collections.Mapping = collections.abc.Mapping
time.clock = time.perf_counter
json.of_my_own = 5

print(getattr(collections, "Mapping") is collections.abc.Mapping, callable(getattr(time, "clock")))
print(getattr(json, "of_my_own"), hasattr(json, "other"))
del json.of_my_own
print(hasattr(json, "of_my_own"))
# What it has added, it may change.
json.of_my_own = 6
json.of_my_own += 1
print(getattr(json, "of_my_own"))
