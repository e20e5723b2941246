# what is said of programs that would be started, and of passwords that would be asked for
import getpass, io, os, subprocess, sys, warnings, zipimport


def tried(work, *arguments, **named):
    try:
        result = work(*arguments, **named)
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    print(result)


for words in (["a", "b c", ""], ['say "hi"', "back\\slash", "end \\", 'a\\"b', "\\\\server\\share x"], [b"bytes", "tab\there"], []):
    print(subprocess.list2cmdline(words))
done = subprocess.CompletedProcess(["ls", "-l"], 2, "out", None)
print(done, done.stdout, done.args)
tried(done.check_returncode)
print(subprocess.CompletedProcess("x", 0).check_returncode(), subprocess.CompletedProcess("x", 0), subprocess.CompletedProcess[str])
for error in (subprocess.CalledProcessError(1, "cmd", "out", "err"), subprocess.CalledProcessError(-9, ["cmd"]), subprocess.CalledProcessError(-99, "cmd"),
              subprocess.TimeoutExpired("cmd", 1.5, b"out")):
    print(error, error.stdout, error.stderr, isinstance(error, subprocess.SubprocessError), error.cmd)
    error.stdout = "other"
    print(error.output)
tried(subprocess.run, ["x"], input="", stdin=subprocess.PIPE)
tried(subprocess.run, ["x"], capture_output=True, stdout=subprocess.PIPE)
tried(subprocess.check_output, ["x"], stdout=None)
tried(subprocess.check_output, ["x"], check=True)
tried(subprocess.Popen, ["x"], bufsize="no")
tried(subprocess.Popen, ["x"], text=True, universal_newlines=False)
tried(subprocess.Popen, ["x"], creationflags=1)
print(subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL)

for path in ("", "/no/such/archive.zip", 3):
    tried(zipimport.zipimporter, path)
print(zipimport.ZipImportError.__mro__[1])

for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
    os.environ[name] = ""
os.environ["LNAME"] = "someone"
print(getpass.getuser())
sys.stdin, told = io.StringIO("secret\n\n"), io.StringIO()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    tried(getpass.fallback_getpass, "Say: ", told)
    tried(getpass.fallback_getpass, "", told)
    tried(getpass.fallback_getpass, stream=told)
print([(w.category.__name__, str(w.message)) for w in caught], told.getvalue().splitlines())

for work, *arguments in ((os.readlink, "/no/such"), (os.open, "/no/such", os.O_RDONLY), (os.chmod, "/no/such", 0o644), (os.link, "/no/such", "x"),
                         (os.close, 9999), (os.read, 9999, 1), (os.write, 9999, b""), (os.fstat, 9999), (os.popen, 3), (os.popen, "x", "q"),
                         (os.isatty, 9999), (os.truncate, "/no/such", 0), (os.utime, "/no/such")):
    tried(work, *arguments)
