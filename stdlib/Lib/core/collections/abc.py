"""`collections.abc`: the abstract base classes, written in `_collections_abc`."""
from _collections_abc import *
from _collections_abc import __all__
