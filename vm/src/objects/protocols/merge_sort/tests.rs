//! The sort asks for the pairs that CPython asks for, and in that order.

#![expect(clippy::indexing_slicing, reason = "the tests index what they made")]

use super::*;

/// The generator of the program below.
struct Draws(u64);

impl Draws {
    fn draw(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize
    }
}

/// The key of an item among as many; None answers each comparison at random.
type Pattern = fn(&mut Draws, usize, usize) -> Option<isize>;

/// Kinds of keys, and what CPython 3.13 prints for each with this program:
///
/// ```python
/// seed = 1
/// def draw():
///     global seed
///     seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
///     return seed >> 33
/// class Key:
///     def __init__(self, at, key): self.at, self.key = at, key
///     def __lt__(self, other):
///         global digest
///         for at in (self.at, other.at):
///             digest = ((digest ^ at) * 0x100000001b3) % 2**64
///         return draw() % 2 == 0 if self.key is None else self.key < other.key
/// PATTERNS = [lambda i, n: draw() % (n // 2 + 1), lambda i, n: draw() % 4, lambda i, n: i, lambda i, n: -i, lambda i, n: i % 17,
///     lambda i, n: min(i, n - i), lambda i, n: i if draw() % 8 else draw() % n, lambda i, n: -(i // 3), lambda i, n: i % 700,
///     lambda i, n: None]
/// for pattern in PATTERNS:
///     digest = 0xcbf29ce484222325
///     for n in [*range(201), 1000, 2500, 4097]:
///         for reverse in (False, True):
///             for item in sorted([Key(i, pattern(i, n)) for i in range(n)], reverse=reverse):
///                 digest = ((digest ^ item.at) * 0x100000001b3) % 2**64
///     print(f'0x{digest:016x}')
/// ```
const PATTERNS: [(Pattern, u64); 10] = [
    (|draws, _, n| Some((draws.draw() % (n / 2 + 1)) as isize), 0xc8bc_d09d_fdc3_377f),
    (|draws, _, _| Some((draws.draw() % 4) as isize), 0xd7ec_19c4_3225_0b0e),
    (|_, i, _| Some(i as isize), 0x201f_4a5c_87ce_aad5),
    (|_, i, _| Some(-(i as isize)), 0xb884_4bef_f467_886d),
    (|_, i, _| Some((i % 17) as isize), 0x66d3_9b3e_6641_c3d3),
    (|_, i, n| Some(i.min(n - i) as isize), 0x3673_9228_36a2_37cd),
    (|draws, i, n| Some((if draws.draw() % 8 > 0 { i } else { draws.draw() % n }) as isize), 0x5b80_9ea9_df89_ffe8),
    (|_, i, _| Some(-((i / 3) as isize)), 0x8ff0_7df0_8fab_5efe),
    (|_, i, _| Some((i % 700) as isize), 0x0003_75fa_391b_bfc3),
    (|_, _, _| None, 0x9445_ac33_1d3c_de03),
];

fn sizes() -> impl Iterator<Item = (usize, bool)> {
    (0..=200).chain([1000, 2500, 4097]).flat_map(|count| [(count, false), (count, true)])
}

fn mix(digest: &mut u64, number: usize) {
    *digest = (*digest ^ number as u64).wrapping_mul(0x100_0000_01b3);
}

/// Sorts with a driver, and compares pairs and results with CPython's.
fn compare_with_cpython(drive: impl Fn(&mut MergeSort, &mut dyn FnMut(usize, usize) -> bool)) {
    let mut draws = Draws(1);
    for (at, (pattern, expected)) in PATTERNS.into_iter().enumerate() {
        let mut digest = 0xcbf2_9ce4_8422_2325;
        for (count, reverse) in sizes() {
            let keys: Vec<_> = (0..count).map(|i| pattern(&mut draws, i, count)).collect();
            let mut sort = MergeSort::new(count, reverse);
            drive(&mut sort, &mut |a, b| {
                mix(&mut digest, a);
                mix(&mut digest, b);
                if keys[a].is_none() { draws.draw().is_multiple_of(2) } else { keys[a] < keys[b] }
            });
            sort.finish().into_iter().for_each(|at| mix(&mut digest, at));
        }
        assert_eq!(digest, expected, "pattern {at}");
    }
}

#[test]
fn it_compares_as_cpython_does() {
    compare_with_cpython(|sort, less| {
        assert_eq!(sort.run(&mut |a, b| Ok::<bool, ()>(less(a, b))), Ok(()));
    });
}

#[test]
fn it_compares_the_same_when_it_is_suspended() {
    compare_with_cpython(|sort, less| {
        let mut answer = None;
        while let Some((a, b)) = sort.next(answer) {
            assert_eq!(sort.next(None), Some((a, b)), "asked once more");
            answer = Some(less(a, b));
        }
        assert_eq!(sort.next(None), None);
    });
}

#[test]
fn items_stay_when_a_comparison_fails() {
    let mut draws = Draws(7);
    for count in [0, 1, 2, 10, 63, 64, 65, 150, 400] {
        let keys: Vec<usize> = (0..count).map(|i| if i % 50 < 30 { i } else { draws.draw() % count }).collect();
        let mut sort = MergeSort::new(count, count % 2 == 0);
        let mut answer = None;
        loop {
            let mut order = sort.clone().finish();
            order.sort_unstable();
            assert!(order.into_iter().eq(0..count), "not a permutation of {count}");
            let Some((a, b)) = sort.next(answer) else { break };
            answer = Some(keys[a] < keys[b]);
        }
    }
}

#[test]
fn vectors_keep_to_their_bytes() {
    let mut draws = Draws(3);
    for (count, reverse) in sizes() {
        let keys: Vec<usize> = (0..count).map(|i| if !draws.draw().is_multiple_of(40) { i } else { draws.draw() }).collect();
        let mut sort = MergeSort::new(count, reverse);
        let mut answer = None;
        while let Some((a, b)) = sort.next(answer) {
            answer = Some(keys[a] < keys[b]);
            let positions = charged_size::<usize>() * (sort.work.order.capacity() + sort.work.aside.capacity());
            assert!(positions + charged_size::<Run>() * sort.runs.capacity() <= MergeSort::bytes(count), "{count}");
        }
    }
}
