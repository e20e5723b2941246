# A single sum and its answer.
import math

side = math.sqrt(2209)
final_answer(side)
