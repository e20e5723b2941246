"""The files of a program whose policy lets it `open` some: a tree in the VM's own memory.

It begins with the folders that programs expect and the program's own text, is charged like every other object, goes with the session into
its snapshots and forks, and ends with it. Nothing of it is a file of the host. Where the policy does not grant `open` there is no tree:
nothing is found, and nothing can be made.

Paths are texts here, as `os.fsdecode` gives them. Who calls these functions has looked at the types of the arguments, and names the path
in errors as the program gave it: `named`. The program is its own superuser, so modes are kept and refuse nothing.
"""
from _stockade import files_granted, files_writable, package_data, package_entries

S_IFDIR, S_IFREG, S_IFLNK, S_IFCHR = 0o40000, 0o100000, 0o120000, 0o20000
O_WRONLY, O_RDWR, O_ACCMODE, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY, O_NOFOLLOW = 1, 2, 3, 0o100, 0o200, 0o1000, 0o2000, 0o200000, 0o400000
#: The limits of Linux: symbolic links in one path, and bytes of a name.
LINKS, NAME = 40, 255
#: The first number for open files. Lower numbers are the standard streams.
FIRST = 3
#: The umask: these permission bits are removed from new files.
MASK = 0o22


class Node:
    """The file or folder of a name in a folder."""
    __slots__ = 'mode', 'number', 'links', 'read', 'written', 'changed', 'is_given'
    #: Number of nodes made so far.
    count = 1

    def __init__(self, mode):
        Node.count += 1
        self.mode, self.number, self.links = mode, Node.count, 1
        self.read = self.written = self.changed = now()
        #: True while the file is as the host gave it.
        self.is_given = False

    def size(self):
        return 0


class File(Node):
    __slots__ = 'data',

    def __init__(self, mode):
        super().__init__(S_IFREG | mode)
        self.data = bytearray()

    def size(self):
        return len(self.data)


class Null(Node):
    """`/dev/null`."""
    __slots__ = ()


class Standard(Node):
    """`/dev/stdin` and the others: one of the standard streams."""
    __slots__ = 'fd',

    def __init__(self, fd):
        super().__init__(S_IFCHR | 0o620)
        self.fd = fd


class GivenFile(File):
    """A file of a package that the host gave. Its bytes are taken when they are first needed."""
    __slots__ = 'path', 'length', 'held'

    def __init__(self, path, length):
        Node.__init__(self, S_IFREG | 0o644)
        self.path, self.length, self.held, self.is_given = path, length, None, True

    @property
    def data(self):
        if self.held is None:
            self.held = bytearray(package_data(self.path))
        return self.held

    @data.setter
    def data(self, data):
        self.held = data

    def size(self):
        return self.length if self.held is None else len(self.held)


class Folder(Node):
    __slots__ = 'entries', 'above'

    def __init__(self, mode, above):
        super().__init__(S_IFDIR | mode)
        self.entries, self.above, self.links = {}, above or self, 2

    def size(self):
        return 4096


class GivenFolder(Folder):
    """A folder of packages. What is in it is listed when it is first looked into."""
    __slots__ = 'path', 'held'

    def __init__(self, path, above):
        Node.__init__(self, S_IFDIR | 0o755)
        self.path, self.held, self.above, self.links = path, None, above, 2

    @property
    def entries(self):
        if self.held is None:
            self.held = {}
            for name, size in package_entries(self.path):
                path = f'{self.path}/{name}'
                self.held[name] = GivenFolder(path, self) if size is None else GivenFile(path, size)
        return self.held


class Link(Node):
    __slots__ = 'target',

    def __init__(self, target):
        super().__init__(S_IFLNK | 0o777)
        self.target = target

    def size(self):
        return len(encoded(self.target))


class Open:
    """An open file: several numbers can stand for one."""
    __slots__ = 'node', 'place', 'reads', 'writes', 'appends', 'path'

    def __init__(self, node, flags, path):
        self.node, self.place, self.path = node, 0, path
        self.reads, self.writes = flags & O_ACCMODE != O_WRONLY, flags & O_ACCMODE != 0
        self.appends = flags & O_APPEND


#: The files of the standard streams, by their numbers.
STREAMS = '/dev/stdin', '/dev/stdout', '/dev/stderr'
#: The root and the current folder, made on first use, and the open files by number.
root = current = None
opened = {}
#: The node of the standard streams.
standard = None
#: Streams with unwritten data, by file. The program may have dropped a stream without closing it.
writers = {}
#: Maximum number of such streams.
HELD = 64
#: True while the host writes. What the policy says of writing is about the program.
host_writes = False


def now():
    """The time in nanoseconds, of the clock that the host lends."""
    from time import time_ns
    try:
        return time_ns()
    except OSError:
        return 0


def encoded(text):
    return text.encode('utf-8', 'surrogateescape')


def failure(number, named=None, other=None):
    """The error of a call, with the path or the paths it is about."""
    from _error_texts import text_of
    if other is not None:
        return OSError(number, text_of(number), named, None, other)
    return OSError(number, text_of(number)) if named is None else OSError(number, text_of(number), named)


def tree():
    """The root; None where the policy lends no files: that of who runs it now, which for a fork can be another one."""
    global root, current
    if not files_granted():
        return None
    if root is None:
        root = Folder(0o755, None)
        for name in 'dev', 'home', 'tmp':
            root.entries[name] = Folder(0o755, root)
        # The program starts in an empty folder, so every name is free.
        current = root.entries['home'].entries['user'] = Folder(0o755, root.entries['home'])
        root.entries['tmp'].mode = S_IFDIR | 0o1777
        root.entries['dev'].entries['null'] = Null(S_IFCHR | 0o666)
        for fd, name in enumerate(STREAMS):
            root.entries['dev'].entries[name.removeprefix('/dev/')] = Standard(fd)
        if package_entries('/packages'):
            root.entries['packages'] = GivenFolder('/packages', root)
        own_text()
    return root


def has_no_modules(folder, name):
    """True if there is no file for a module of this name in a folder, because no file was used yet: the folder of the program is empty then,
    and the modules of packages are known without their files."""
    if root is not None:
        return False
    return folder in ('', '.', '/home/user') or name.isidentifier() and (folder + '/').startswith('/packages/')


def own_text():
    """The program finds itself where `__file__` says."""
    import sys
    path = getattr(sys.modules.get('__main__'), '__file__', None)
    if type(path) is str and path.startswith('/') and path.count('/') == 1:
        from _stockade import source_text
        text = source_text(sys.modules['__main__'])
        if text is not None:
            root.entries[path[1:]] = node = File(0o644)
            node.data += encoded(text)
            node.is_given = True


def found(path, named, follow=True, other=None):
    """The node that a path leads to."""
    folder, name, node = place(path, named, follow, other)
    if node is None:
        raise failure(2, named, other)
    return node


def place(path, named, follow=True, other=None):
    """(folder, name, node): where the last name of a path stands, and what does; None where there is nothing, and no name for the root
    and what ends in dots."""
    if tree() is None or not path:
        raise failure(2, named, other)
    node, name, links = root if path.startswith('/') else current, None, LINKS
    above, rest = node.above, names_in(path)
    # A slash after the last name requires a folder.
    folder_wanted = path.endswith(('/', '/.'))
    while rest:
        part = rest.pop()
        if not isinstance(node, Folder):
            raise failure(2 if node is None else 20, named, other)
        if part == '..':
            node, name = node.above, None
            above = node.above
            continue
        if len(part) > NAME or len(encoded(part)) > NAME:
            raise failure(36, named, other)
        above, name, node = node, part, node.entries.get(part)
        if isinstance(node, Link) and (follow or rest or folder_wanted):
            if not links:
                raise failure(40, named, other)
            links -= 1
            rest += names_in(node.target)
            node, name = root if node.target.startswith('/') else above, None
            above = node.above
    if folder_wanted and node is not None and not isinstance(node, Folder):
        raise failure(20, named, other)
    return above, name, node


def names_in(path):
    """The names of a path, the last first."""
    return [part for part in path.split('/')[::-1] if part and part != '.']


def hold(file, stream):
    """Remembers a stream that writes to an open file: whoever opens that next, or asks about it, has to see what a stream wrote that nobody
    closed, for in CPython it would be gone by then."""
    if len(writers) >= HELD:
        # There are too many to keep, so from now on they write immediately.
        for held in written():
            buffered = getattr(held, 'buffer', held)
            if held is not buffered:
                held.reconfigure(write_through=True)
            buffered.write = lambda data, stream=buffered: at_once(stream, data)
        writers.clear()
    writers[file] = stream


def at_once(stream, data):
    written = type(stream).write(stream, data)
    stream.flush()
    return written


def written(node=None):
    """The streams that write to a file, or all, which wrote what they held back; those that were taken apart have nothing to write."""
    found = []
    for file, stream in [*writers.items()]:
        if node is None or file.node is node:
            try:
                stream.flush()
                found.append(stream)
            except (OSError, ValueError):
                del writers[file]
    return found


def status(node, given=None):
    """What `os.stat` says of a node; of one with so many bytes that the host gave, that it is a file of that size."""
    from os import stat_result
    times = node.read, node.written, node.changed
    mode, size = (0o100600, given) if given else (node.mode, node.size())
    more = dict(zip(('st_atime', 'st_mtime', 'st_ctime'), [time / 1000000000 for time in times]))
    more.update(zip(('st_atime_ns', 'st_mtime_ns', 'st_ctime_ns'), times))
    more.update(st_blksize=4096, st_blocks=(size + 511) // 512, st_rdev=0)
    return stat_result((mode, node.number, 1, node.links, 0, 0, size, *[time // 1000000000 for time in times]), more)


def touched(node):
    node.written = node.changed = now()
    node.is_given = False


def writable(named, other=None):
    if tree() is None:
        raise failure(13, named, other)
    if not (host_writes or files_writable()):
        raise failure(30, named, other)


# Files by path.

def open_file(path, flags, mode, named):
    """The number of a file that is opened now."""
    return numbered(open_node(path, flags, mode, named))


def open_node(path, flags, mode, named):
    """A file that is opened now, without a number."""
    if flags & (O_CREAT | O_ACCMODE) and path not in STREAMS:
        writable(named)
    folder, name, node = place(path, named, not flags & O_NOFOLLOW and not (flags & O_CREAT and flags & O_EXCL))
    if node is None:
        if not flags & O_CREAT:
            raise failure(2, named)
        if path.endswith('/'):
            raise failure(21, named)
        node = folder.entries[name] = File(mode & ~MASK & 0o7777)
        touched(folder)
    elif flags & O_CREAT and flags & O_EXCL:
        raise failure(17, named)
    elif not host_writes:
        # What a stream wrote is the program's, and may run functions of it: not while the host writes.
        written(node)
    if isinstance(node, Link):
        raise failure(40, named)
    if isinstance(node, Folder):
        if flags & (O_ACCMODE | O_CREAT):
            raise failure(21, named)
    elif flags & O_DIRECTORY:
        raise failure(20, named)
    elif flags & O_TRUNC and isinstance(node, File) and flags & O_ACCMODE:
        del node.data[:]
        touched(node)
    return Open(node, flags, path)


def numbered(file):
    number = FIRST
    while number in opened:
        number += 1
    opened[number] = file
    return number


def listed(path, named):
    """The folder of a path."""
    node = found(path, named)
    if not isinstance(node, Folder):
        raise failure(20, named)
    return node


def make_folder(path, mode, named):
    writable(named)
    folder, name, node = place(path, named, False)
    if node is not None:
        raise failure(17, named)
    folder.entries[name] = Folder(mode & ~MASK & 0o1777, folder)
    folder.links += 1
    touched(folder)


def remove_folder(path, named):
    if tree() is not None:
        writable(named)
    folder, name, node = place(path, named, False)
    if node is None:
        raise failure(2, named)
    if not isinstance(node, Folder):
        raise failure(20, named)
    if name is None:
        raise failure(16 if node is root else 22 if path.rstrip('/').endswith('/.') or path == '.' else 39, named)
    if node.entries:
        raise failure(39, named)
    del folder.entries[name]
    folder.links -= 1
    node.links = 0
    touched(folder)


def remove(path, named):
    if tree() is not None:
        writable(named)
    folder, name, node = place(path, named, False)
    if node is None:
        raise failure(2, named)
    if isinstance(node, Folder):
        raise failure(21, named)
    del folder.entries[name]
    node.links -= 1
    node.changed = now()
    touched(folder)


def move(source, target, named, other):
    if tree() is None:
        raise failure(2, named, other)
    writable(named, other)
    folder, name, node = place(source, named, False, other)
    if node is None:
        raise failure(2, named, other)
    there, new, held = place(target, named, False, other)
    if name is None or new is None:
        raise failure(16, named, other)
    if held is node:
        return
    if isinstance(node, Folder):
        above = there
        while True:
            if above is node:
                raise failure(22, named, other)
            if above is above.above:
                break
            above = above.above
        if held is not None and not isinstance(held, Folder):
            raise failure(20, named, other)
        if held is not None and held.entries:
            raise failure(39, named, other)
        node.above = there
        folder.links -= 1
        there.links += held is None
    elif isinstance(held, Folder):
        raise failure(21, named, other)
    elif target.endswith('/'):
        raise failure(20, named, other)
    if held is not None:
        held.links -= 1
    del folder.entries[name]
    there.entries[new] = node
    node.changed = now()
    touched(folder), touched(there)


def hard_link(source, target, named, other, follow):
    node = found(source, named, follow, other)
    if isinstance(node, Folder):
        raise failure(1, named, other)
    writable(named, other)
    there, new, held = place(target, named, False, other)
    if held is not None:
        raise failure(17, named, other)
    there.entries[new] = node
    node.links += 1
    node.changed = now()
    touched(there)


def soft_link(target, path, named, other):
    writable(named, other)
    if not target:
        raise failure(2, named, other)
    folder, name, node = place(path, named, False, other)
    if node is not None:
        raise failure(17, named, other)
    folder.entries[name] = Link(target)
    touched(folder)


def target_of(path, named):
    node = found(path, named, False)
    if not isinstance(node, Link):
        raise failure(22, named)
    return node.target


def cut(node, length, named=None):
    """Gives a file another length."""
    writable(named)
    if isinstance(node, Folder):
        raise failure(21, named)
    if not isinstance(node, File):
        raise failure(22, named)
    data = node.data
    if length < len(data):
        del data[length:]
    else:
        data.extend(bytes(length - len(data)))
    touched(node)


def go_to(path, named):
    global current
    current = listed(path, named)


def here():
    """The path of the current folder."""
    if tree() is None:
        return '/'
    names, folder = [], current
    while folder is not folder.above:
        above = folder.above
        name = next((name for name, node in above.entries.items() if node is folder), None)
        if name is None:
            raise failure(2)
        names.append(name)
        folder = above
    return '/' + '/'.join(names[::-1])


# Files by number.

def pipe():
    """What the numbers 0, 1 and 2 stand for."""
    global standard
    if standard is None:
        standard = Node(0o010600)
    return standard


def by_number(number):
    file = opened.get(number)
    if file is None:
        raise failure(9)
    return file


def close(number):
    by_number(number)
    del opened[number]


def read(file, length):
    """Reads bytes at the position of an open file."""
    node = file.node
    if isinstance(node, Folder):
        raise failure(21)
    if not file.reads:
        raise failure(9)
    if not files_granted():
        # The file was opened under another policy.
        raise failure(13)
    if isinstance(node, Standard):
        import sys
        return sys._read_input(length) if length and not node.fd else b''
    if not isinstance(node, File):
        return b''
    piece = bytes(memoryview(node.data)[file.place:file.place + length])
    file.place += len(piece)
    return piece


def write_standard(number, data):
    """Prints bytes to a standard stream."""
    import sys
    stream = (None, sys.__stdout__, sys.__stderr__)[number]
    if stream is None:
        raise failure(9)
    stream.flush()
    written = stream.buffer.write(data)
    stream.flush()
    return written


def write(file, data):
    """Writes bytes at the position of an open file."""
    node = file.node
    if not file.writes:
        raise failure(9)
    if isinstance(node, Standard):
        return write_standard(node.fd, data)
    writable(None)
    view = memoryview(data).cast('B')
    if not isinstance(node, File):
        return len(view)
    held = node.data
    at = len(held) if file.appends else file.place
    if at > len(held):
        held.extend(bytes(at - len(held)))
    if at == len(held):
        held.extend(view)
    else:
        held[at:at + len(view)] = view
    file.place = at + len(view)
    touched(node)
    return len(view)


def seek(file, place, whence):
    if whence not in (0, 1, 2):
        raise failure(22)
    if whence:
        place += file.place if whence == 1 else file.node.size()
    if place < 0:
        raise failure(22)
    file.place = place
    return place


# For the host, between steps.

def for_host(operation, path, data):
    """What the host asks of the files: an absolute path, or one below the folder in which the program starts."""
    if tree() is None:
        raise PermissionError("the policy grants no files: it must allow the builtin `open`")
    written()
    if not path.startswith('/'):
        path = '/home/user/' + path
    named = path
    if operation == 'list':
        return listing(path, named)
    if operation == 'remove':
        return remove(path, named)
    if operation == 'read':
        node = found(path, named)
        if isinstance(node, Folder):
            raise failure(21, named)
        return bytes(node.data) if isinstance(node, File) else b''
    global host_writes
    host_writes = True
    try:
        give(path, data, named)
    finally:
        host_writes = False


def give(path, data, named):
    """Makes or replaces a file of the host, and the folders that it lies in."""
    at = path.rpartition('/')[0]
    missing = []
    while at and not stands(at):
        missing.append(at)
        at = at.rpartition('/')[0]
    for folder in missing[::-1]:
        make_folder(folder, 0o777, named)
    node = open_node(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666, named).node
    if isinstance(node, File):
        node.data += data
        node.is_given = True


def stands(path):
    """Whether there is something at a path."""
    try:
        return place(path, path)[2] is not None
    except FileNotFoundError:
        return False


def listing(path, named):
    """The files below a folder: their paths and sizes, and whether the program wrote them."""
    rows, waiting = [], [(path.rstrip('/'), listed(path, named))]
    # The host knows its packages. It sees their files when it asks for that folder.
    in_packages = isinstance(waiting[0][1], GivenFolder)
    while waiting:
        path, folder = waiting.pop()
        for name, node in folder.entries.items():
            if isinstance(node, GivenFolder) and node.held is None and not in_packages:
                continue
            if isinstance(node, Folder):
                waiting.append((f'{path}/{name}', node))
            elif isinstance(node, File) and (in_packages or not isinstance(node, GivenFile) or not node.is_given):
                rows.append((f'{path}/{name}', node.size(), not node.is_given))
    return sorted(rows)
