from functools import cmp_to_key


class Version:
    def __init__(self, major, minor):
        self.major = major
        self.minor = minor

    def __lt__(self, other):
        return (self.major, self.minor) < (other.major, other.minor)


versions = sorted(Version(n * 7919 % 101, n * 31 % 57) for n in range(4000))
print(versions[0].minor, versions[-1].major)
print(sorted(range(20000), key=cmp_to_key(lambda a, b: b % 1000 - a % 1000))[:3])
