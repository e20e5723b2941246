"""`os.path` is `posixpath`."""
from posixpath import *
from posixpath import expandvars, genericpath, realpath, supports_unicode_filenames
