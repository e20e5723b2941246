"""`os.path` is `posixpath`."""
from posixpath import *
from posixpath import __getattr__, expandvars, genericpath, realpath, supports_unicode_filenames
