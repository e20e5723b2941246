"""`io` under the name of CPython's version in Python: there is one here."""
from io import *
from io import BlockingIOError, IncrementalNewlineDecoder, text_encoding, DEFAULT_BUFFER_SIZE
