//! Writes literals and matches as a deflate block: with dynamic Huffman codes, with the fixed codes, or stored.
//!
//! To produce the same bytes as zlib, ties must be resolved as in zlib. So the heap order, the depth rule and the choice between the three
//! kinds of block must not change.

/// Number of codes for literals, the end of a block, and lengths.
const LITERALS: usize = 286;
const DISTANCES: usize = 30;
const END: usize = 256;
/// The order in which the lengths of the code-length codes are written.
const ORDER: [u8; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Extra bits of the length codes.
pub(super) const LENGTH_EXTRA: [u8; 29] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
/// Extra bits of the distance codes.
pub(super) const DISTANCE_EXTRA: [u8; 30] =
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const CODE_EXTRA: [u8; 19] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 7];

/// Smallest length of each length code.
pub(super) const LENGTH_BASE: [u16; 29] =
    [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
/// Smallest distance of each distance code.
pub(super) const DISTANCE_BASE: [u16; 30] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385,
    24577,
];

/// Number of bits of the fixed code of a literal or length.
pub(super) fn fixed_length(code: usize) -> u8 {
    match code {
        144..=255 => 9,
        256..=279 => 7,
        _ => 8,
    }
}

/// A literal, or a match when `distance` is not zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    pub(super) distance: u16,
    /// The literal byte, or the match length minus 3.
    pub(super) value: u8,
}

fn length_code(value: u8) -> usize {
    LENGTH_BASE.partition_point(|&base| base <= u16::from(value) + 3) - 1
}

fn distance_code(distance: u16) -> usize {
    DISTANCE_BASE.partition_point(|&base| base <= distance).saturating_sub(1)
}

/// Writes bits to bytes, lowest bit first.
#[derive(Clone, Debug, Default)]
pub(super) struct BitWriter {
    pub(super) out: Vec<u8>,
    bits: u64,
    count: u32,
}

impl BitWriter {
    fn put(&mut self, value: u32, count: u32) {
        self.bits |= u64::from(value) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.out.push(self.bits as u8);
            self.bits >>= 8;
            self.count -= 8;
        }
    }

    /// Pads the last byte with zero bits.
    pub(super) fn align(&mut self) {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
    }

    /// Writes a stored block.
    pub(super) fn stored(&mut self, bytes: &[u8], last: bool) {
        self.put(u32::from(last), 3);
        self.align();
        let length = bytes.len() as u16;
        self.out.extend(length.to_le_bytes());
        self.out.extend((!length).to_le_bytes());
        self.out.extend_from_slice(bytes);
    }

    /// Writes an empty block with fixed codes. It completes the bytes of everything before it: a partial flush.
    pub(super) fn empty_fixed(&mut self) {
        self.put(2, 3);
        self.put(0, 7);
    }
}

/// The codes of an alphabet.
#[derive(Clone, Debug)]
struct Code {
    lengths: Vec<u8>,
    codes: Vec<u16>,
    /// The last symbol with a code.
    last: usize,
}

impl Code {
    /// Assigns codes by length, then by symbol. The bits of a code are reversed, because they are written highest bit first.
    #[expect(clippy::indexing_slicing, reason = "lengths are at most 16, or taken modulo 17")]
    fn of(lengths: Vec<u8>, last: usize) -> Self {
        let mut counts = [0_u16; 17];
        for &length in lengths.iter().filter(|&&length| length > 0) {
            counts[usize::from(length) % 17] += 1;
        }
        let mut next = [0_u16; 17];
        for bits in 1..17 {
            next[bits] = next[bits - 1].wrapping_add(counts[bits - 1]) << 1;
        }
        let number = |&length: &u8| {
            let place = &mut next[usize::from(length) % 17];
            let code = *place;
            *place = code.wrapping_add(1);
            if length == 0 { 0 } else { code.reverse_bits() >> (16 - u16::from(length).min(16)) }
        };
        let codes = lengths.iter().map(number).collect();
        Self { lengths, codes, last }
    }

    fn send(&self, out: &mut BitWriter, symbol: usize) {
        let length = self.lengths.get(symbol).copied().unwrap_or(0);
        out.put(u32::from(self.codes.get(symbol).copied().unwrap_or(0)), u32::from(length));
    }
}

/// A code, with the number of bits that it and the fixed code would need.
struct Built {
    code: Code,
    bits: i64,
    fixed_bits: i64,
}

/// The tree during construction: leaves first, then inner nodes.
struct Heap {
    /// A binary heap of nodes by weight. The lightest is at index 1.
    nodes: Vec<usize>,
    weights: Vec<u32>,
    depths: Vec<u8>,
}

impl Heap {
    fn lighter(&self, left: usize, right: usize) -> bool {
        let key = |node: usize| (self.weights.get(node).copied().unwrap_or(0), self.depths.get(node).copied().unwrap_or(0));
        key(left) <= key(right)
    }

    fn node(&self, at: usize) -> usize {
        self.nodes.get(at).copied().unwrap_or(0)
    }

    fn set(&mut self, at: usize, node: usize) {
        if let Some(place) = self.nodes.get_mut(at) {
            *place = node;
        }
    }

    fn sink(&mut self, from: usize) {
        let (node, length) = (self.node(from), self.nodes.len() - 1);
        let mut at = from;
        let mut child = at * 2;
        while child <= length {
            // When two children are fully equal, the second one is chosen, as in zlib.
            if child < length && self.lighter(self.node(child + 1), self.node(child)) {
                child += 1;
            }
            if self.lighter(node, self.node(child)) {
                break;
            }
            self.set(at, self.node(child));
            at = child;
            child *= 2;
        }
        self.set(at, node);
    }

    /// Removes the lightest node.
    fn pop(&mut self) -> usize {
        let top = self.node(1);
        let last = self.nodes.pop().unwrap_or(0);
        if self.nodes.len() > 1 {
            self.set(1, last);
            self.sink(1);
        }
        top
    }
}

/// Builds the code of an alphabet. Extra bits belong to the symbols from `extra_from` on.
fn build(frequencies: &[u32], extra: &[u8], extra_from: usize, most: u8, fixed: Option<fn(usize) -> u8>) -> Built {
    let symbols = frequencies.len();
    let mut heap = Heap { nodes: vec![0], weights: frequencies.to_vec(), depths: vec![0; symbols] };
    let (mut bits, mut fixed_bits) = (0_i64, 0_i64);
    let mut last = None;
    for (symbol, &weight) in frequencies.iter().enumerate() {
        if weight > 0 {
            heap.nodes.push(symbol);
            last = Some(symbol);
        }
    }
    // A code needs two symbols. Symbols that are added for this have no cost.
    while heap.nodes.len() < 3 {
        let symbol = match last {
            Some(at @ ..2) => at + 1,
            None => 0,
            _ => 0,
        };
        if last.is_none_or(|last| last < 2) {
            last = Some(symbol);
        }
        heap.nodes.push(symbol);
        if let Some(weight) = heap.weights.get_mut(symbol) {
            *weight = 1;
        }
        bits -= 1;
        fixed_bits -= fixed.map_or(0, |fixed| i64::from(fixed(symbol)));
    }
    let last = last.unwrap_or(0);
    for at in (1..=(heap.nodes.len() - 1) / 2).rev() {
        heap.sink(at);
    }
    // Joins the two lightest nodes until one is left. `taken` lists the nodes, heaviest last.
    let mut taken = Vec::with_capacity(symbols * 2);
    let mut parents = vec![0_usize; symbols];
    while heap.nodes.len() > 2 {
        let (light, heavy) = (heap.pop(), heap.node(1));
        taken.extend([light, heavy]);
        let sum = |values: &[u32]| values.get(light).copied().unwrap_or(0) + values.get(heavy).copied().unwrap_or(0);
        let weight = sum(&heap.weights);
        let depth = heap.depths.get(light).copied().unwrap_or(0).max(heap.depths.get(heavy).copied().unwrap_or(0)).saturating_add(1);
        let joint = heap.weights.len();
        heap.weights.push(weight);
        heap.depths.push(depth);
        parents.push(0);
        for child in [light, heavy] {
            if let Some(parent) = parents.get_mut(child) {
                *parent = joint;
            }
        }
        heap.set(1, joint);
        heap.sink(1);
    }
    let root = heap.node(1);
    let lengths = limited_lengths(&taken, &parents, root, symbols, last, most);
    for (symbol, &length) in lengths.iter().enumerate() {
        let weight = i64::from(heap.weights.get(symbol).copied().unwrap_or(0));
        let extra = symbol.checked_sub(extra_from).and_then(|at| extra.get(at)).copied().unwrap_or(0);
        if length > 0 {
            bits += weight * i64::from(length + extra);
            fixed_bits += fixed.map_or(0, |fixed| weight * i64::from(fixed(symbol) + extra));
        }
    }
    Built { code: Code::of(lengths, last), bits, fixed_bits }
}

/// Code lengths from the tree. When a code would be too long, other codes become longer instead, and lengths are assigned by weight.
#[expect(clippy::indexing_slicing, reason = "lengths are at most 16, or taken modulo 17")]
fn limited_lengths(taken: &[usize], parents: &[usize], root: usize, symbols: usize, last: usize, most: u8) -> Vec<u8> {
    let mut all = vec![0_u8; parents.len()];
    let mut counts = [0_i32; 17];
    let mut overflow = 0;
    for &node in taken.iter().rev() {
        let parent = parents.get(node).copied().unwrap_or(root);
        let mut length = all.get(parent).copied().unwrap_or(0) + 1;
        if length > most {
            length = most;
            overflow += 1;
        }
        if let Some(place) = all.get_mut(node) {
            *place = length;
        }
        if node <= last && node < symbols {
            counts[usize::from(length) % 17] += 1;
        }
    }
    if overflow > 0 {
        let most_at = usize::from(most) % 17;
        while overflow > 0 {
            let mut bits = most_at - 1;
            while bits > 0 && counts[bits] == 0 {
                bits -= 1;
            }
            counts[bits] -= 1;
            counts[bits + 1] += 2;
            counts[most_at] -= 1;
            overflow -= 2;
        }
        // The lightest leaves get the longest codes.
        let mut leaves = taken.iter().filter(|&&node| node <= last && node < symbols);
        for length in (1..=most).rev() {
            for _ in 0..counts[usize::from(length) % 17] {
                if let Some(place) = leaves.next().and_then(|&leaf| all.get_mut(leaf)) {
                    *place = length;
                }
            }
        }
    }
    all.truncate(symbols);
    all
}

/// Run-length coding of code lengths: symbols and the values of their extra bits.
fn run_lengths(lengths: &[u8], out: &mut Vec<(u8, u8)>) {
    let mut rest = lengths;
    let mut before = None;
    while let Some(&length) = rest.first() {
        let same = rest.iter().take_while(|&&other| other == length).count();
        // A run of zeros has up to 138 items. Another run has up to 6, or 7 including the first item.
        let repeats = before == Some(length);
        let most = match (length, repeats) {
            (0, _) => 138,
            (_, true) => 6,
            _ => 7,
        };
        let count = same.min(most);
        rest = rest.get(count..).unwrap_or_default();
        let few = if length != 0 && !repeats { 4 } else { 3 };
        if count < few {
            out.extend(std::iter::repeat_n((length, 0), count));
        } else if length != 0 {
            let repeated = if repeats { count } else { count - 1 };
            if !repeats {
                out.push((length, 0));
            }
            out.push((16, (repeated - 3) as u8));
        } else if count <= 10 {
            out.push((17, (count - 3) as u8));
        } else {
            out.push((18, (count - 11) as u8));
        }
        before = Some(length);
    }
}

fn send_symbols(out: &mut BitWriter, symbols: &[Symbol], literals: &Code, distances: &Code) {
    for symbol in symbols {
        if symbol.distance == 0 {
            literals.send(out, usize::from(symbol.value));
            continue;
        }
        let code = length_code(symbol.value);
        literals.send(out, END + 1 + code);
        let base = LENGTH_BASE.get(code).copied().unwrap_or(3);
        out.put(u32::from((u16::from(symbol.value) + 3).wrapping_sub(base)), u32::from(LENGTH_EXTRA.get(code).copied().unwrap_or(0)));
        let code = distance_code(symbol.distance);
        distances.send(out, code);
        let base = DISTANCE_BASE.get(code).copied().unwrap_or(1);
        out.put(u32::from(symbol.distance.wrapping_sub(base)), u32::from(DISTANCE_EXTRA.get(code).copied().unwrap_or(0)));
    }
    literals.send(out, END);
}

/// Writes a block in the shortest of the three forms. `stored` holds the same data as bytes, while the bytes are still available.
#[expect(clippy::indexing_slicing, reason = "a byte is below the number of literals, and a kind is taken modulo 19")]
pub(super) fn block(out: &mut BitWriter, symbols: &[Symbol], stored: Option<&[u8]>, force_fixed: bool, last: bool) {
    let mut frequencies = [0_u32; LITERALS];
    let mut distances = [0_u32; DISTANCES];
    frequencies[END] = 1;
    for symbol in symbols {
        if symbol.distance == 0 {
            frequencies[usize::from(symbol.value)] += 1;
        } else {
            if let Some(place) = frequencies.get_mut(END + 1 + length_code(symbol.value)) {
                *place += 1;
            }
            if let Some(place) = distances.get_mut(distance_code(symbol.distance)) {
                *place += 1;
            }
        }
    }
    let literal = build(&frequencies, &LENGTH_EXTRA, END + 1, 15, Some(fixed_length));
    let distance = build(&distances, &DISTANCE_EXTRA, 0, 15, Some(|_| 5));
    let mut runs = Vec::new();
    run_lengths(literal.code.lengths.get(..=literal.code.last).unwrap_or_default(), &mut runs);
    run_lengths(distance.code.lengths.get(..=distance.code.last).unwrap_or_default(), &mut runs);
    let mut kinds = [0_u32; 19];
    for &(kind, _) in &runs {
        kinds[usize::from(kind) % 19] += 1;
    }
    let kind = build(&kinds, &CODE_EXTRA, 0, 7, None);
    let sent = |place: &u8| kind.code.lengths.get(usize::from(*place)).is_some_and(|&length| length > 0);
    let kinds_sent = ORDER.iter().rposition(sent).unwrap_or(0).max(3) + 1;
    let dynamic_bits = literal.bits + distance.bits + kind.bits + 3 * kinds_sent as i64 + 14;
    let fixed_bits = literal.fixed_bits + distance.fixed_bits;
    let (dynamic_bytes, fixed_bytes) = ((dynamic_bits + 10) >> 3, (fixed_bits + 10) >> 3);
    let use_fixed = fixed_bytes <= dynamic_bytes || force_fixed;
    let best = if use_fixed { fixed_bytes } else { dynamic_bytes };
    if let Some(bytes) = stored
        && bytes.len() as i64 + 4 <= best
    {
        return out.stored(bytes, last);
    }
    if use_fixed {
        out.put(2 | u32::from(last), 3);
        let literals = Code::of((0..288).map(fixed_length).collect(), 287);
        return send_symbols(out, symbols, &literals, &Code::of(vec![5; 30], 29));
    }
    out.put(4 | u32::from(last), 3);
    out.put((literal.code.last.saturating_sub(256)) as u32, 5);
    out.put(distance.code.last as u32, 5);
    out.put((kinds_sent - 4) as u32, 4);
    for &place in ORDER.iter().take(kinds_sent) {
        out.put(u32::from(kind.code.lengths.get(usize::from(place)).copied().unwrap_or(0)), 3);
    }
    for (symbol, value) in runs {
        kind.code.send(out, usize::from(symbol));
        out.put(u32::from(value), u32::from(CODE_EXTRA.get(usize::from(symbol)).copied().unwrap_or(0)));
    }
    send_symbols(out, symbols, &literal.code, &distance.code);
}
