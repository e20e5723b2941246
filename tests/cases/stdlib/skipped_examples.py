# What `summarize` says of examples that passed, failed and were left out; numbers too large for a half.
import doctest
import struct


def run(text):
    test = doctest.DocTestParser().get_doctest(text, {}, "T", None, 0)
    runner = doctest.DocTestRunner(verbose=True)
    runner.run(test, out=lambda text: None)
    print(runner.summarize(), runner.summarize(verbose=False))


passes, fails, skips = ">>> 1\n1\n", ">>> 1\n2\n", ">>> 5 # doctest: +SKIP\n6\n"
for text in (passes, fails, skips, passes + fails, passes + skips, fails + skips, passes * 2 + fails * 2 + skips * 2, ""):
    run(text)
for form, value in (("e", 70000), ("f", 10**40), ("d", 10**400), ("<e", -70000), ("f", 1e40), ("e", 1e6), ("e", True)):
    try:
        print(struct.pack(form, value))
    except (struct.error, OverflowError) as error:
        print(form, type(error).__name__, error)
