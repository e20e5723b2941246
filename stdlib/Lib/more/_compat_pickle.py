"""The names that Python 2 had for modules and for what is in them: pickles of the protocols before 3 are written and read by them."""


def _pairs(text):
    return dict(entry.split('=') for entry in text.split())


def _names(text):
    """old.name=new.name, as pairs of modules and names."""
    found = {}
    for old, new in _pairs(text).items():
        (old_module, _, old_name), (new_module, _, new_name) = old.rpartition('.'), new.rpartition('.')
        found[old_module, old_name] = new_module, new_name
    return found


def _turned(mapping):
    return {new: old for old, new in mapping.items()}


IMPORT_MAPPING = _pairs('''
    __builtin__=builtins _abcoll=collections.abc _winreg=winreg anydbm=dbm commands=subprocess cookielib=http.cookiejar
    copy_reg=copyreg dbhash=dbm.bsd dbm=dbm.ndbm dumbdbm=dbm.dumb dummy_thread=_dummy_thread gdbm=dbm.gnu
    htmlentitydefs=html.entities httplib=http.client markupbase=_markupbase repr=reprlib robotparser=urllib.robotparser
    test.test_support=test.support thread=_thread ttk=tkinter.ttk urllib2=urllib.request urlparse=urllib.parse
    xmlrpclib=xmlrpc.client BaseHTTPServer=http.server ConfigParser=configparser Cookie=http.cookies HTMLParser=html.parser
    Queue=queue SimpleXMLRPCServer=xmlrpc.server SocketServer=socketserver
    Dialog=tkinter.dialog ScrolledText=tkinter.scrolledtext Tkconstants=tkinter.constants Tkdnd=tkinter.dnd Tkinter=tkinter
    tkColorChooser=tkinter.colorchooser tkCommonDialog=tkinter.commondialog tkFileDialog=tkinter.filedialog tkFont=tkinter.font
    tkMessageBox=tkinter.messagebox tkSimpleDialog=tkinter.simpledialog
''')
NAME_MAPPING = _names('''
    __builtin__.intern=sys.intern __builtin__.long=builtins.int __builtin__.reduce=functools.reduce __builtin__.unichr=builtins.chr
    __builtin__.unicode=builtins.str __builtin__.xrange=builtins.range
    itertools.ifilter=builtins.filter itertools.ifilterfalse=itertools.filterfalse itertools.imap=builtins.map
    itertools.izip=builtins.zip itertools.izip_longest=itertools.zip_longest
    UserDict.IterableUserDict=collections.UserDict UserList.UserList=collections.UserList UserString.UserString=collections.UserString
    whichdb.whichdb=dbm.whichdb _socket.fromfd=socket.fromfd
    _multiprocessing.Connection=multiprocessing.connection.Connection
    multiprocessing.forking.Popen=multiprocessing.popen_fork.Popen multiprocessing.process.Process=multiprocessing.context.Process
    urllib.ContentTooShortError=urllib.error.ContentTooShortError urllib2.HTTPError=urllib.error.HTTPError
    urllib2.URLError=urllib.error.URLError
''')
for _home, _moved in (('urllib.request', 'getproxies pathname2url url2pathname urlcleanup urlopen urlretrieve'),
                      ('urllib.parse', 'quote quote_plus unquote unquote_plus urlencode')):
    NAME_MAPPING.update({('urllib', _name): (_home, _name) for _name in _moved.split()})
PYTHON2_EXCEPTIONS = tuple('''
    ArithmeticError AssertionError AttributeError BaseException BufferError BytesWarning DeprecationWarning EOFError EnvironmentError
    Exception FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError KeyError
    KeyboardInterrupt LookupError MemoryError NameError NotImplementedError OSError OverflowError PendingDeprecationWarning
    ReferenceError RuntimeError RuntimeWarning StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TypeError
    UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError
    Warning ZeroDivisionError
'''.split())
MULTIPROCESSING_EXCEPTIONS = ('AuthenticationError', 'BufferTooShort', 'ProcessError', 'TimeoutError')
for _old, _home, _moved in (('exceptions', 'builtins', PYTHON2_EXCEPTIONS),
                            ('multiprocessing', 'multiprocessing.context', MULTIPROCESSING_EXCEPTIONS)):
    NAME_MAPPING.update({(_old, _name): (_home, _name) for _name in _moved})

# What is only read, or only written, in this direction comes after the tables were turned around.
REVERSE_IMPORT_MAPPING = _turned(IMPORT_MAPPING)
REVERSE_NAME_MAPPING = _turned(NAME_MAPPING)
IMPORT_MAPPING.update(_pairs('''
    cPickle=pickle _elementtree=xml.etree.ElementTree StringIO=io cStringIO=io UserDict=collections UserList=collections
    UserString=collections whichdb=dbm CGIHTTPServer=http.server SimpleHTTPServer=http.server DocXMLRPCServer=xmlrpc.server
    FileDialog=tkinter.filedialog SimpleDialog=tkinter.simpledialog
'''))
NAME_MAPPING.update(_names('''
    __builtin__.basestring=builtins.str exceptions.StandardError=builtins.Exception UserDict.UserDict=collections.UserDict
    socket._socketobject=socket.SocketType
'''))
REVERSE_IMPORT_MAPPING.update(_pairs('_bz2=bz2 _dbm=dbm _functools=functools _gdbm=gdbm _pickle=pickle'))
REVERSE_NAME_MAPPING.update(_names('''
    _functools.reduce=__builtin__.reduce _socket.socket=socket._socketobject
    http.server.CGIHTTPRequestHandler=CGIHTTPServer.CGIHTTPRequestHandler
    http.server.SimpleHTTPRequestHandler=SimpleHTTPServer.SimpleHTTPRequestHandler
    tkinter.filedialog.FileDialog=FileDialog.FileDialog tkinter.filedialog.LoadFileDialog=FileDialog.LoadFileDialog
    tkinter.filedialog.SaveFileDialog=FileDialog.SaveFileDialog tkinter.simpledialog.SimpleDialog=SimpleDialog.SimpleDialog
'''))
for _name in ('DocCGIXMLRPCRequestHandler', 'DocXMLRPCRequestHandler', 'DocXMLRPCServer', 'ServerHTMLDoc', 'XMLRPCDocGenerator'):
    REVERSE_NAME_MAPPING['xmlrpc.server', _name] = 'DocXMLRPCServer', _name
PYTHON3_OSERROR_EXCEPTIONS = tuple('''
    BrokenPipeError ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
    FileExistsError FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError PermissionError ProcessLookupError
    TimeoutError
'''.split())
PYTHON3_IMPORTERROR_EXCEPTIONS = ('ModuleNotFoundError',)
for _old, _moved in (('OSError', PYTHON3_OSERROR_EXCEPTIONS), ('ImportError', PYTHON3_IMPORTERROR_EXCEPTIONS)):
    REVERSE_NAME_MAPPING.update({('builtins', _name): ('exceptions', _old) for _name in _moved})
del _home, _moved, _name, _old
