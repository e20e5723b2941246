"""What the program runs on: the sandbox, which says nothing about the host."""
import re
import sys
from collections import namedtuple

uname_result = namedtuple('uname_result', 'system node release version machine processor', module=__name__)

IOSVersionInfo = namedtuple('IOSVersionInfo', 'system release model is_simulator', module=__name__)
AndroidVer = namedtuple('AndroidVer', 'release api_level manufacturer model device is_emulator', module=__name__)


def uname():
    return uname_result('Linux', 'stockade', '', '', '', '')


def system():
    return 'Linux'


def node():
    return 'stockade'


def release():
    return ''


def version():
    return ''


def machine():
    return ''


def processor():
    return ''


def architecture(executable='', bits='', linkage=''):
    return ('64bit', 'ELF')


def platform(aliased=False, terse=False):
    return 'Linux'


_OWN = sys.version
_sys_version_cache, _platform_cache = {}, {}
_of_cpython = re.compile(r'([\w.+]+)\s*(?:experimental free-threading build\s+)?\(#?([^,]+)(?:,\s*([\w ]*)(?:,\s*([\w :]*))?)?\)\s*\[([^\]]+)\]?',
                         re.ASCII)
_of_others = re.compile(r'([\w.+]+)\s*\(#?([^,]+),\s*([\w ]+),\s*([\w :]+)\)\s*\[(PyPy )?[^\]]+\]?', re.ASCII)


def _sys_version(sys_version=None):
    """(name, version, branch, revision, number of the build, its date, compiler) that a text of `sys.version` tells."""
    if sys_version is None:
        sys_version = sys.version
    if sys_version == _OWN:
        return 'Stockade', '3.13.0', '', '', '', '', ''
    found = _sys_version_cache.get(sys_version)
    if found is not None:
        return found
    name = 'Jython' if sys.platform.startswith('java') else 'PyPy' if 'PyPy' in sys_version else 'CPython'
    match = (_of_cpython if name == 'CPython' else _of_others).match(sys_version)
    if match is None:
        raise ValueError(f'failed to parse {name} sys.version: {sys_version!r}')
    version, number, date, clock, compiler = match.groups()
    date = date or ''
    if name != 'CPython':
        compiler = sys.platform if name == 'Jython' else ''
    elif date and clock:
        date = f'{date} {clock}'
    if version.count('.') == 1:
        version += '.0'
    _, branch, revision = getattr(sys, '_git', ('', '', ''))
    found = _sys_version_cache[sys_version] = name, version, branch, revision, number, date, compiler
    return found


def python_implementation():
    return _sys_version()[0]


def python_version():
    return _sys_version()[1]


def python_version_tuple():
    return tuple(_sys_version()[1].split('.'))


def python_branch():
    return _sys_version()[2]


def python_revision():
    return _sys_version()[3]


def python_build():
    return _sys_version()[4:6]


def python_compiler():
    return _sys_version()[6]


_STAGES = {'dev': 10, 'alpha': 20, 'a': 20, 'beta': 30, 'b': 30, 'c': 40, 'RC': 50, 'rc': 50, 'pl': 200, 'p': 200}


def _comparable_version(version):
    """A version as a list that compares as versions do."""
    made = []
    for part in re.findall('[0-9]+|[^0-9._+-]+', version):
        if part.isdigit():
            made += [100, int(part)]
        else:
            # A word comes before any number, and those that are known in an order of their own.
            made += [_STAGES.get(part, 0), part]
    return made


def libc_ver(executable=None, lib='', version='', chunksize=16384):
    return (lib, version)


def mac_ver(release='', versioninfo=('', '', ''), machine=''):
    return (release, versioninfo, machine)


def win32_ver(release='', version='', csd='', ptype=''):
    return (release, version, csd, ptype)


def java_ver(release='', vendor='', vminfo=('', '', ''), osinfo=('', '', '')):
    from warnings import _deprecated
    _deprecated('java_ver', remove=(3, 15))
    return (release, vendor, vminfo, osinfo)


def win32_edition():
    return None


def win32_is_iot():
    return False


def ios_ver(system='', release='', model='', is_simulator=False):
    return IOSVersionInfo(system, release, model, is_simulator)


def android_ver(release='', api_level=0, manufacturer='', model='', device='', is_emulator=False):
    return AndroidVer(release, api_level, manufacturer, model, device, is_emulator)


_os_release_candidates = ('/etc/os-release', '/usr/lib/os-release')
_assignment = re.compile(r"""^(?P<name>[a-zA-Z0-9_]+)=(?P<quote>["']?)(?P<value>.*)(?P=quote)$""")
_escaped = re.compile(r"""\\([\\$"'`])""")


def _parse_os_release(lines):
    """What lines of `os-release` say, with what they leave out."""
    said = {'NAME': 'Linux', 'ID': 'linux', 'PRETTY_NAME': 'Linux'}
    for line in lines:
        match = _assignment.match(line)
        if match is not None:
            said[match['name']] = _escaped.sub(r'\1', match['value'])
    return said


def freedesktop_os_release():
    raise OSError(2, f'Unable to read files {", ".join(_os_release_candidates)}')


def system_alias(system, release, version):
    """Names as they are marketed."""
    if system == 'SunOS':
        if release < '5':
            return system, release, version
        # The major number is another one there.
        parts = release.split('.')
        if parts[0].isdigit():
            parts[0] = str(int(parts[0]) - 3)
            release = '.'.join(parts)
        system = 'Solaris' if release < '6' else system
    elif system in ('win32', 'win16'):
        version = f'{version} (16bit)' if system == 'win16' and version else version or '32bit'
        system = 'Windows'
    return system, release, version
