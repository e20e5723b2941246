//! Computes Huffman code lengths and codes.

/// Code lengths for symbols of these frequencies, none longer than `most`. The heap and its order of ties are those of libbz2.
pub(super) fn lengths(frequencies: &[u32], most: u8) -> Vec<u8> {
    let count = frequencies.len();
    // The upper bits hold the weight, the lower eight bits the depth of the subtree.
    let mut weights: Vec<u32> = std::iter::once(0).chain(frequencies.iter().map(|frequency| (*frequency).max(1) << 8)).collect();
    loop {
        weights.truncate(count + 1);
        let mut tree = Tree { weights, parents: vec![None; count + 1], heap: vec![0] };
        for node in 1..=count {
            tree.push(node);
        }
        while tree.heap.len() > 2 {
            let (Some(first), Some(second)) = (tree.pop(), tree.pop()) else { break };
            tree.join(first, second);
        }
        let found: Vec<u8> = (1..=count).map(|node| tree.depth(node)).collect();
        weights = tree.weights;
        if found.iter().all(|length| *length <= most) {
            return found;
        }
        for weight in weights.iter_mut().skip(1).take(count) {
            *weight = (1 + (*weight >> 8) / 2) << 8;
        }
    }
}

struct Tree {
    weights: Vec<u32>,
    parents: Vec<Option<usize>>,
    /// The heap starts at index 1. Index 0 has weight 0 and is the sentinel for moving a node up.
    heap: Vec<usize>,
}

impl Tree {
    fn weight_at(&self, place: usize) -> u32 {
        self.heap.get(place).and_then(|node| self.weights.get(*node)).copied().unwrap_or(0)
    }

    fn place(&mut self, place: usize, node: usize) {
        if let Some(slot) = self.heap.get_mut(place) {
            *slot = node;
        }
    }

    fn push(&mut self, node: usize) {
        self.heap.push(node);
        let weight = self.weights.get(node).copied().unwrap_or(0);
        let mut at = self.heap.len() - 1;
        while weight < self.weight_at(at / 2) {
            let above = self.heap.get(at / 2).copied().unwrap_or(0);
            self.place(at, above);
            at /= 2;
        }
        self.place(at, node);
    }

    fn pop(&mut self) -> Option<usize> {
        let top = self.heap.get(1).copied()?;
        let moved = self.heap.pop()?;
        let last = self.heap.len().saturating_sub(1);
        if last == 0 {
            return Some(top);
        }
        let weight = self.weights.get(moved).copied().unwrap_or(0);
        let mut at = 1;
        loop {
            let mut below = at * 2;
            if below > last {
                break;
            }
            if below < last && self.weight_at(below + 1) < self.weight_at(below) {
                below += 1;
            }
            if weight < self.weight_at(below) {
                break;
            }
            let node = self.heap.get(below).copied().unwrap_or(0);
            self.place(at, node);
            at = below;
        }
        self.place(at, moved);
        Some(top)
    }

    fn join(&mut self, first: usize, second: usize) {
        let node = self.weights.len();
        let weight = |node: usize| self.weights.get(node).copied().unwrap_or(0);
        let (a, b) = (weight(first), weight(second));
        let sum = (a & !0xff).wrapping_add(b & !0xff) | (1 + (a & 0xff).max(b & 0xff));
        self.weights.push(sum);
        self.parents.push(None);
        for child in [first, second] {
            if let Some(parent) = self.parents.get_mut(child) {
                *parent = Some(node);
            }
        }
        self.push(node);
    }

    fn depth(&self, node: usize) -> u8 {
        let (mut depth, mut at) = (0u8, node);
        while let Some(above) = self.parents.get(at).copied().flatten() {
            (depth, at) = (depth.saturating_add(1), above);
        }
        depth
    }
}

/// The code of each symbol. Codes are numbered by length, then by symbol.
pub(super) fn codes(lengths: &[u8]) -> Vec<u32> {
    let mut codes = vec![0; lengths.len()];
    let mut next = 0u32;
    for length in lengths.iter().min().copied().unwrap_or(0)..=lengths.iter().max().copied().unwrap_or(0) {
        for (code, own) in codes.iter_mut().zip(lengths) {
            if *own == length {
                *code = next;
                next = next.wrapping_add(1);
            }
        }
        next = next.wrapping_shl(1);
    }
    codes
}
