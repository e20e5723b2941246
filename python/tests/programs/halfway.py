# A result shown on the way and given at the end.
boxes = 12 * 7
print(f"So far: {boxes} boxes")
final_answer(boxes - 4)
