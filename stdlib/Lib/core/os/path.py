"""`os.path` is `posixpath`."""
from posixpath import *
from posixpath import __all__, expandvars, genericpath, realpath, supports_unicode_filenames
