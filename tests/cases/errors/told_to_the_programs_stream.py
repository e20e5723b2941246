"""What nobody caught is told to the standard error that the program put there, as much of it as it wants."""
import sys

sys.stderr = sys.stdout
sys.tracebacklimit = 1


def fail():
    1 / 0


def asked():
    fail()


asked()
