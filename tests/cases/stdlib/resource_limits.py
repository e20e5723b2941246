# Limits that a program sets for itself, as programs of contests do.
import resource

print(resource.RLIM_INFINITY, resource.RLIMIT_STACK, resource.RLIMIT_AS, resource.RLIMIT_OFILE == resource.RLIMIT_NOFILE, resource.error is OSError)
print(resource.getrlimit(resource.RLIMIT_AS), resource.getpagesize())
resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, resource.RLIM_INFINITY))
print(resource.getrlimit(resource.RLIMIT_STACK))
resource.setrlimit(resource.RLIMIT_STACK, [resource.RLIM_INFINITY] * 2)
print(resource.getrlimit(resource.RLIMIT_STACK), resource.prlimit(0, resource.RLIMIT_STACK))


def wrong(f, *args):
    try:
        print(f(*args))
    except Exception as error:
        print(type(error).__name__, error)


for number in (99, -1, 16, 'a', 1.5, None):
    wrong(resource.getrlimit, number)
for limits in ((5, 1), 5, (1, 2, 3), (), ('a', 2), (1.5, 2), (1 << 70, -1), ('a',), None):
    wrong(resource.setrlimit, resource.RLIMIT_CPU, limits)
wrong(resource.setrlimit, 99, (1, 1))
wrong(resource.getrusage, 9)
wrong(resource.getrusage, 'a')

used = resource.getrusage(resource.RUSAGE_SELF)
print(type(used), isinstance(used, tuple), len(used), used[0] == used.ru_utime, used[:2] == (used.ru_utime, used.ru_stime), used.ru_utime >= 0)
print(repr(used).startswith('resource.struct_rusage(ru_utime='), resource.struct_rusage.n_fields, resource.struct_rusage.__match_args__[:3])
print(resource.struct_rusage(range(16)))
wrong(resource.struct_rusage, (1, 2))
