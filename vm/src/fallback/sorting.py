def _merge_order(keys, order):
    # CPython's timsort, step by step, so that it makes the same comparisons in the same order: find or make runs, merge them by their
    # powers,
    # gallop. `order` holds indices into `keys` and is sorted in place.
    n = len(order)
    if n < 64:
        if n > 1:
            _sort_insert(keys, order, 0, _sort_run(keys, order, 0, n), n)
        return
    least = n
    odd = 0
    while least >= 64:
        odd |= least & 1
        least >>= 1
    least += odd
    runs = []
    state = [7]
    lo = 0
    while lo < n:
        length = _sort_run(keys, order, lo, n)
        if length < least:
            forced = least
            if forced > n - lo:
                forced = n - lo
            _sort_insert(keys, order, lo, length, forced)
            length = forced
        if runs:
            last = runs[-1]
            power = _sort_power(last[0], last[1], length, n)
            while len(runs) > 1 and runs[-2][2] > power:
                _sort_merge_at(keys, order, runs, len(runs) - 2, state)
            runs[-1][2] = power
        runs.append([lo, length, 0])
        lo += length
    while len(runs) > 1:
        at = len(runs) - 2
        if at > 0 and runs[at - 1][1] < runs[at + 1][1]:
            at -= 1
        _sort_merge_at(keys, order, runs, at, state)


def _sort_flip(order, lo, hi):
    order[lo:hi] = order[lo:hi][::-1]


def _sort_run(keys, order, lo, end):
    # The length of the run that begins at `lo`. A descending run is reversed.
    if lo + 1 == end:
        return 1
    at = lo + 1
    while at < end:
        if keys[order[at]] < keys[order[at - 1]]:
            break
        at += 1
    else:
        return at - lo
    if at - lo > 1:
        if keys[order[lo]] < keys[order[at - 1]]:
            return at - lo
        # All items so far are equal. Reverse them now, so that they keep their order when the whole run is reversed.
        _sort_flip(order, lo, at)
    at += 1
    equal = 0
    while at < end:
        if keys[order[at]] < keys[order[at - 1]]:
            if equal:
                _sort_flip(order, at - equal - 1, at)
                equal = 0
        elif keys[order[at - 1]] < keys[order[at]]:
            break
        else:
            equal += 1
        at += 1
    if equal:
        _sort_flip(order, at - equal - 1, at)
    _sort_flip(order, lo, at)
    while at < end:
        if keys[order[at]] < keys[order[at - 1]]:
            break
        at += 1
    return at - lo


def _sort_insert(keys, order, lo, done, length):
    # Binary insertion sort. The first `done` items are sorted already.
    for at in range(lo + done, lo + length):
        pivot = order[at]
        key = keys[pivot]
        left = lo
        right = at
        while left < right:
            middle = (left + right) // 2
            if key < keys[order[middle]]:
                right = middle
            else:
                left = middle + 1
        order[left + 1:at + 1] = order[left:at]
        order[left] = pivot


def _sort_power(start, first, second, n):
    a = 2 * start + first
    b = a + first + second
    power = 0
    while True:
        power += 1
        if a >= n:
            a -= n
            b -= n
        elif b >= n:
            return power
        a *= 2
        b *= 2


def _sort_merge_at(keys, order, runs, at, state):
    lo, na, power = runs[at]
    mid, nb, above = runs[at + 1]
    runs[at] = [lo, na + nb, above]
    del runs[at + 1]
    skip = _sort_gallop_right(keys, keys[order[mid]], order, lo, na, 0)
    lo += skip
    na -= skip
    if not na:
        return
    nb = _sort_gallop_left(keys, keys[order[lo + na - 1]], order, mid, nb, nb - 1)
    if not nb:
        return
    if na <= nb:
        _sort_merge_low(keys, order, lo, na, nb, state)
    else:
        _sort_merge_high(keys, order, lo, na, nb, state)


def _sort_gallop_left(keys, key, run, base, n, hint):
    # The number of the `n` items from `base` on that are less than `key`. The search starts at `hint`.
    last = 0
    step = 1
    if keys[run[base + hint]] < key:
        most = n - hint
        while step < most and keys[run[base + hint + step]] < key:
            last = step
            step = step * 2 + 1
        if step > most:
            step = most
        last += hint
        step += hint
    else:
        most = hint + 1
        while step < most:
            if keys[run[base + hint - step]] < key:
                break
            last = step
            step = step * 2 + 1
        if step > most:
            step = most
        last, step = hint - step, hint - last
    last += 1
    while last < step:
        middle = (last + step) // 2
        if keys[run[base + middle]] < key:
            last = middle + 1
        else:
            step = middle
    return step


def _sort_gallop_right(keys, key, run, base, n, hint):
    # The number of the `n` items from `base` on that are not greater than `key`.
    last = 0
    step = 1
    if key < keys[run[base + hint]]:
        most = hint + 1
        while step < most and key < keys[run[base + hint - step]]:
            last = step
            step = step * 2 + 1
        if step > most:
            step = most
        last, step = hint - step, hint - last
    else:
        most = n - hint
        while step < most:
            if key < keys[run[base + hint + step]]:
                break
            last = step
            step = step * 2 + 1
        if step > most:
            step = most
        last += hint
        step += hint
    last += 1
    while last < step:
        middle = (last + step) // 2
        if key < keys[run[base + middle]]:
            step = middle
        else:
            last = middle + 1
    return step


def _sort_merge_low(keys, order, dest, na, nb, state):
    # Merges two adjacent runs. The first one is shorter and is copied to `aside`.
    aside = order[dest:dest + na]
    a = 0
    b = dest + na
    end = b + nb
    whole = False
    try:
        order[dest] = order[b]
        dest += 1
        b += 1
        if b == end:
            return
        if na == 1:
            whole = True
            return
        least = state[0]
        while True:
            run_a = run_b = 0
            while True:
                if keys[order[b]] < keys[aside[a]]:
                    order[dest] = order[b]
                    dest += 1
                    b += 1
                    run_b += 1
                    run_a = 0
                    if b == end:
                        return
                    if run_b >= least:
                        break
                else:
                    order[dest] = aside[a]
                    dest += 1
                    a += 1
                    run_a += 1
                    run_b = 0
                    if a == na - 1:
                        whole = True
                        return
                    if run_a >= least:
                        break
            least += 1
            while True:
                if least > 1:
                    least -= 1
                state[0] = least
                run_a = _sort_gallop_right(keys, keys[order[b]], aside, a, na - a, 0)
                if run_a:
                    order[dest:dest + run_a] = aside[a:a + run_a]
                    dest += run_a
                    a += run_a
                    if a == na - 1:
                        whole = True
                        return
                    if a == na:
                        return
                order[dest] = order[b]
                dest += 1
                b += 1
                if b == end:
                    return
                run_b = _sort_gallop_left(keys, keys[aside[a]], order, b, end - b, 0)
                if run_b:
                    order[dest:dest + run_b] = order[b:b + run_b]
                    dest += run_b
                    b += run_b
                    if b == end:
                        return
                order[dest] = aside[a]
                dest += 1
                a += 1
                if a == na - 1:
                    whole = True
                    return
                if run_a < 7 and run_b < 7:
                    break
            least += 1
            state[0] = least
    finally:
        if whole:
            # The rest of the second run goes before the last item of the first run.
            order[dest:dest + end - b] = order[b:end]
            order[end - 1] = aside[a]
        else:
            order[dest:dest + na - a] = aside[a:na]


def _sort_merge_high(keys, order, lo, na, nb, state):
    # As `_sort_merge_low`, from the right: the second run is shorter and is copied to `aside`.
    mid = lo + na
    aside = order[mid:mid + nb]
    # The next write goes to `dest - 1`, the next read is at `a - 1`, and `b` counts the items left in `aside`.
    dest = mid + nb
    a = mid
    b = nb
    whole = False
    try:
        dest -= 1
        a -= 1
        order[dest] = order[a]
        if a == lo:
            return
        if b == 1:
            whole = True
            return
        least = state[0]
        while True:
            run_a = run_b = 0
            while True:
                if keys[aside[b - 1]] < keys[order[a - 1]]:
                    dest -= 1
                    a -= 1
                    order[dest] = order[a]
                    run_a += 1
                    run_b = 0
                    if a == lo:
                        return
                    if run_a >= least:
                        break
                else:
                    dest -= 1
                    b -= 1
                    order[dest] = aside[b]
                    run_b += 1
                    run_a = 0
                    if b == 1:
                        whole = True
                        return
                    if run_b >= least:
                        break
            least += 1
            while True:
                if least > 1:
                    least -= 1
                state[0] = least
                left = a - lo
                run_a = left - _sort_gallop_right(keys, keys[aside[b - 1]], order, lo, left, left - 1)
                if run_a:
                    dest -= run_a
                    a -= run_a
                    order[dest:dest + run_a] = order[a:a + run_a]
                    if a == lo:
                        return
                dest -= 1
                b -= 1
                order[dest] = aside[b]
                if b == 1:
                    whole = True
                    return
                run_b = b - _sort_gallop_left(keys, keys[order[a - 1]], aside, 0, b, b - 1)
                if run_b:
                    dest -= run_b
                    b -= run_b
                    order[dest:dest + run_b] = aside[b:b + run_b]
                    if b == 1:
                        whole = True
                        return
                    if not b:
                        return
                dest -= 1
                a -= 1
                order[dest] = order[a]
                if a == lo:
                    return
                if run_a < 7 and run_b < 7:
                    break
            least += 1
            state[0] = least
    finally:
        if whole:
            # The rest of the first run goes after the first item of the second run.
            left = a - lo
            order[dest - left:dest] = order[lo:a]
            order[lo] = aside[0]
        else:
            order[dest - b:dest] = aside[:b]
