"""What the program runs on: the sandbox, which says nothing about the host."""
from collections import namedtuple

uname_result = namedtuple('uname_result', 'system node release version machine processor', module=__name__)


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


def python_implementation():
    return 'Stockade'


def python_version():
    return '3.13.0'


def python_version_tuple():
    return ('3', '13', '0')


def python_branch():
    return ''


def python_revision():
    return ''


def python_build():
    return ('', '')


def python_compiler():
    return ''


def libc_ver(executable=None, lib='', version='', chunksize=16384):
    return (lib, version)


def mac_ver(release='', versioninfo=('', '', ''), machine=''):
    return (release, versioninfo, machine)


def win32_ver(release='', version='', csd='', ptype=''):
    return (release, version, csd, ptype)


def java_ver(release='', vendor='', vminfo=('', '', ''), osinfo=('', '', '')):
    return (release, vendor, vminfo, osinfo)
