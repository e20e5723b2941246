# static: nothing
# runtime: AttributeError
# a mock keeps what it has read of the object that it stands for
from unittest import mock

def steps():
    yield 1

made = mock.create_autospec(steps(), instance=True)
print("PWNED", made._mock_children["gi_frame"].spec if "gi_frame" in made._mock_children else made.nothing)
