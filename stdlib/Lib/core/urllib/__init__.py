"""Only `urllib.parse` is here: what fetches URLs is not."""
