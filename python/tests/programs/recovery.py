# Steps that fail, and what they leave behind.
# %% step fails
kept = [1, 2]
print("first attempt")
kept.append(missing_value)
# %% step fails
kept.append(3)
print(kept)
kept[10]
# %% step fails
print({"a": 1}["b"])
# %% step fails
total = 0
for n in kept:
    total += n
    print(total)
1 / (total - 6)
# %% step
print("kept:", kept, total)
final_answer(sum(kept) * 7)
