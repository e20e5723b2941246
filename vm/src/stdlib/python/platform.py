"""What the program runs on: the sandbox, which says nothing about the host."""
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


def freedesktop_os_release():
    raise FileNotFoundError(2, 'Unable to read files /etc/os-release, /usr/lib/os-release')


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
