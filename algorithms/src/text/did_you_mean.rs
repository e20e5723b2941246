//! "Did you mean": finds the nearest name by CPython's edit distance (substitutions cost 2, a change of case 1, insertions 2).

/// The costs of CPython's weighted edit distance.
const MOVE: usize = 2;
const CASE: usize = 1;
/// A longer name, without the prefix and suffix that both share, gets no suggestion. Neither does a name with this many candidates.
const MAX_LEN: usize = 40;
const MAX_CANDIDATES: usize = 750;

fn substitution(a: u8, b: u8) -> usize {
    if a == b {
        0
    } else if a.eq_ignore_ascii_case(&b) {
        CASE
    } else {
        MOVE
    }
}

/// The weighted distance, or `None` when it exceeds `max`.
fn distance(a: &[u8], b: &[u8], max: usize) -> Option<usize> {
    let prefix = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(prefix..)?, b.get(prefix..)?);
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(..a.len() - suffix)?, b.get(..b.len() - suffix)?);
    if a.is_empty() || b.is_empty() {
        let cost = (a.len() + b.len()) * MOVE;
        return (cost <= max).then_some(cost);
    }
    if a.len() > MAX_LEN || b.len() > MAX_LEN {
        return None;
    }
    if a.len().abs_diff(b.len()) * MOVE > max {
        return None;
    }
    let mut row: Vec<usize> = (1..=a.len()).map(|at| at * MOVE).collect();
    let mut result = 0;
    for (at, y) in b.iter().enumerate() {
        let mut diagonal = at * MOVE;
        result = at * MOVE + MOVE;
        let mut least = usize::MAX;
        for (slot, x) in row.iter_mut().zip(a) {
            let substituted = diagonal + substitution(*x, *y);
            diagonal = *slot;
            let moved = result.min(diagonal) + MOVE;
            result = substituted.min(moved);
            *slot = result;
            least = least.min(result);
        }
        if least > max {
            return None;
        }
    }
    (result <= max).then_some(result)
}

/// The nearest candidate, if it is near enough.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    let candidates: Vec<&str> = candidates.take(MAX_CANDIDATES).collect();
    if candidates.len() >= MAX_CANDIDATES {
        return None;
    }
    for candidate in candidates {
        if candidate == name {
            continue;
        }
        let mut max = (name.len() + candidate.len() + 3) * MOVE / 6;
        if let Some((known, _)) = best {
            max = max.min(known.saturating_sub(1));
        }
        if let Some(found) = distance(name.as_bytes(), candidate.as_bytes(), max) {
            best = Some((found, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}
