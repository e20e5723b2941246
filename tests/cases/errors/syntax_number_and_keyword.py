print(1elseif 2)
