import statistics as s
from fractions import Fraction as F
from decimal import Decimal as D
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
d = [1, 2, 3, 4, 4]
print(s.mean(d), s.mean([1, 2]), s.mean([1.5, 2.5]), s.mean([F(1, 2), F(1, 3)]), s.mean([D("0.5"), D("0.75")]), s.mean([1, 2, 3]), s.fmean(d), s.fmean([1, 2], weights=[3, 1]), s.geometric_mean([54, 24, 36]), s.harmonic_mean([40, 60]), s.harmonic_mean([40, 60], weights=[5, 30]), s.mean([True, False]), s.mean([10 ** 20, 1]))
print(s.median(d), s.median([1, 2, 3, 4]), s.median_low([1, 2, 3, 4]), s.median_high([1, 2, 3, 4]), s.median_grouped([1, 2, 2, 3, 4, 4, 4, 4, 4, 5]), s.median_grouped([52, 52, 53, 54]), s.median([5]), s.median(["b", "a", "c"]), s.mode(d), s.mode("aabbb"), s.mode([1, 1, 2, 2]), s.multimode("aabbc"), s.multimode([]))
print(s.stdev(d), s.pstdev(d), s.variance(d), s.pvariance(d), s.variance([1, 2, 3], 2), s.pvariance([1, 2, 3], 2), s.stdev([1.5, 2.5, 4]), s.variance([F(1, 6), F(1, 2)]), s.variance([D("27.5"), D("30.25")]), s.pstdev([5]), s.stdev([D("1"), D("2")]), s.pvariance([0.0, 0.25, 1.25]))
print(s.quantiles(range(1, 11)), s.quantiles([1, 2, 3, 4], n=3), s.quantiles([1, 2, 3], n=4, method="inclusive"), s.quantiles([1.5], n=2), s.correlation([1, 2, 3], [2, 4, 7]), s.covariance([1, 2, 3], [1, 5, 7]), s.linear_regression([1, 2, 3], [2, 4, 6]), s.linear_regression([1, 2, 3], [2, 4, 7], proportional=True), s.correlation([1, 2, 3, 4], [1, 4, 9, 16], method="ranked"))
n = s.NormalDist(100, 15)
print(n, n.mean, n.stdev, n.variance, n.median, n.mode, n.pdf(100), n.cdf(115), n.inv_cdf(0.95), n.zscore(130), n + 5, n * 2, n - n, n / 3, -n, n.quantiles(4), n.overlap(s.NormalDist(110, 15)), s.NormalDist.from_samples([1, 2, 3]), n == s.NormalDist(100, 15), s.NormalDist(), n.samples(2, seed=1), s.NormalDist(mu=1, sigma=2) + s.NormalDist(2, 3))
k = s.kde([1, 2, 3], h=0.5); print(round(k(2), 10), s.kde([1.0], 1, "rectangular")(1.2))
for f in (lambda: s.mean([]), lambda: s.mean(["a"]), lambda: s.mean(5), lambda: s.mean([1, None]), lambda: s.fmean([]), lambda: s.fmean([1], weights=[1, 2]), lambda: s.fmean([1], [0]), lambda: s.geometric_mean([]), lambda: s.geometric_mean([-1]), lambda: s.geometric_mean([0, 1]), lambda: s.harmonic_mean([]), lambda: s.harmonic_mean([-1]), lambda: s.harmonic_mean([0, 1]), lambda: s.median([]), lambda: s.median_low([]), lambda: s.median_grouped([]), lambda: s.mode([]), lambda: s.stdev([1]), lambda: s.variance([]), lambda: s.pstdev([]), lambda: s.pvariance([]), lambda: s.quantiles([]), lambda: s.quantiles([1, 2], n=0), lambda: s.quantiles([1, 2], method="x"), lambda: s.correlation([1], [1]), lambda: s.correlation([1, 2], [1]), lambda: s.correlation([1, 1], [1, 2]), lambda: s.covariance([1], [2]), lambda: s.linear_regression([1, 1], [1, 2]), lambda: s.linear_regression([1], [1]), lambda: s.NormalDist(0, -1), lambda: n.inv_cdf(0), lambda: s.NormalDist(0, 0).pdf(1), lambda: s.NormalDist(0, 0).cdf(1), lambda: n.overlap(5), lambda: s.median([1, "a"]), lambda: s.stdev(["a", "b"]), lambda: s.kde([], 1), lambda: s.kde([1], -1), lambda: issubclass(s.StatisticsError, ValueError), lambda: s.mean([float("inf"), 1]), lambda: s.mean([float("nan")]), lambda: s.variance([1.0, float("inf")]), lambda: s.mode(5), lambda: s.multimode([1, [2]]), lambda: s.mean({1: "a", 2: "b"}), lambda: s.median(iter([3, 1, 2])), lambda: s.mean([1.5, F(1, 2)]), lambda: s.mean([D(1), F(1, 2)])):
    t(f)
