# A search that reports each of its turns.
from typing import Dict, List, Optional

def locate(shelf: List[str], title: str) -> Optional[int]:
    low, high, turn = 0, len(shelf) - 1, 1
    while low <= high:
        middle = (low + high) // 2
        print(f"  turn {turn}: {low:>2}..{high:<2} -> {shelf[middle]:>10}")
        if shelf[middle] == title:
            return middle
        if shelf[middle] < title:
            low = middle + 1
        else:
            high = middle - 1
        turn += 1
    return None

shelf = sorted(["pear", "fig", "plum", "kiwi", "lime", "date", "quince", "apple"])
found: Dict[str, Optional[int]] = {}
for title in ("lime", "melon"):
    print("looking for", title)
    found[title] = locate(shelf, title)
words = "; ".join(f"{title}: {'at ' + str(at) if at is not None else 'absent'}" for title, at in found.items())
final_answer(words)
