"""Ways to run things side by side; see `concurrent.futures`."""
