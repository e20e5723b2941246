"""What an interrupt from the keyboard does where the program has not set that: a running loop of `asyncio` tells `signal`."""
action = None
