# ends: raised
import statistics as st
from bisect import bisect
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import attrgetter
@dataclass
class Student:
    name: str; year: int
    scores: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    @cached_property
    def means(self): return {k: round(st.mean(v), 2) for k, v in sorted(self.scores.items())}
    @property
    def gpa(self): return st.fmean(self.means.values()) if self.means else float("nan")
    def letter(self, breakpoints=(60, 70, 80, 90), letters="FDCBA"): return letters[bisect(breakpoints, self.gpa)]
RAW = """Ana,1,math:90 85 77;art:100
Bo,2,math:55 61;art:70 71.5
Cy,1,art:88
Dee,2,
Eli,x,math:1
Fay,1,math:ninety
Gus,1,math:101;art:59.99"""
students, problems = [], []
for n, line in enumerate(RAW.splitlines(), 1):
    try:
        name, year, rest = line.split(",", 2); s = Student(name, int(year))
        for part in filter(None, rest.split(";")):
            subject, _, marks = part.partition(":")
            for m in map(float, marks.split()):
                if not 0 <= m <= 100: raise ValueError(f"mark {m:g} out of range")
                s.scores[subject].append(m)
        students.append(s)
    except ValueError as e: problems.append(f"line {n}: {e}")
print(*problems, sep="\n")
for s in sorted(students, key=lambda s: (-s.gpa if s.gpa == s.gpa else 1, s.name)): print(f"{s.name:<5}{s.year} {s.gpa:>7.3f} {s.letter()} {s.means}")
for year, group in groupby(sorted(students, key=attrgetter("year", "name")), key=attrgetter("year")):
    group = list(group); print(year, [g.name for g in group], st.median([g.gpa for g in group if g.means]) if any(g.means for g in group) else None)
marks = [m for s in students for v in s.scores.values() for m in v]; print(len(marks), st.mean(marks), st.median(marks), st.pstdev(marks), st.variance(marks), st.quantiles(marks, n=4), st.mode([round(m, -1) for m in marks]), min(marks), max(marks), sum(marks))
hist = defaultdict(int)
for m in marks: hist[int(m // 10 * 10)] += 1
print("\n".join(f"{k:>3}-{k + 9:<3} {'█' * hist[k]}{hist[k]:>{6 - hist[k]}}" for k in range(50, 101, 10)), students[0] == Student("Ana", 1), students[3], sep="\n")
students[0].means["math"] = 0; print(students[0].gpa); del students[0].means; print(students[0].gpa)
z = [(m - st.mean(marks)) / st.stdev(marks) for m in marks]; print([f"{x:+.2f}" for x in z], abs(sum(z)) < 1e-9, st.correlation(marks, z), st.linear_regression(range(len(marks)), marks).slope)
print({s.name: s.letter(letters="abc") for s in students})
