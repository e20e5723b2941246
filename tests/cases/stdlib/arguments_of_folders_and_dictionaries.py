# Numbers of open folders, and dictionaries of zlib, are refused for what they are before anything else is looked at.
import os
import zlib


class Indexed:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


for call in (
    lambda n: os.open("none here", 0, dir_fd=n), lambda n: os.stat("none here", dir_fd=n), lambda n: os.lstat("none here", dir_fd=n),
    lambda n: os.remove("none here", dir_fd=n), lambda n: os.rename("none here", "b", src_dir_fd=n),
    lambda n: os.replace("none here", "b", dst_dir_fd=n), lambda n: os.chmod("none here", 0, dir_fd=n),
    lambda n: os.utime("none here", dir_fd=n), lambda n: os.readlink("none here", dir_fd=n), lambda n: os.rmdir("none here", dir_fd=n),
    lambda n: os.access("none here", 0, dir_fd=n), lambda n: os.link("none here", "b", src_dir_fd=n),
):
    for number in ("a", 1.5, [], 2**70, -2**70, Indexed(2**40), None):
        try:
            print(call(number))
        except (TypeError, OverflowError, FileNotFoundError) as error:
            print(type(error).__name__, error)

for call in (
    lambda z: zlib.compressobj(wbits=-1, zdict=z), lambda z: zlib.compressobj(zdict=z), lambda z: zlib.decompressobj(zdict=z),
    lambda z: zlib.decompressobj(wbits=99, zdict=z), lambda z: zlib.compressobj("a", zdict=z), lambda z: zlib.decompressobj("a", z),
):
    for words in (None, 5, "a", b"", bytearray(b"abc"), memoryview(b"xy"), []):
        try:
            print(type(call(words)).__name__)
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)
