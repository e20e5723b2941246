//! Runs each oracle on a few inputs, on threads with the stack size of host threads. `cargo run -p stockade-fuzz` runs longer.

#![expect(clippy::expect_used, clippy::panic, reason = "how a property says that it does not hold")]

use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};

use stockade_fuzz::corpus;
use stockade_fuzz::generators::{BOMBS, Choices, blocks, bomb, mutation, program, reach};
use stockade_fuzz::oracles::find;

/// The stack size that must suffice for everything.
const STACK: usize = 2 << 20;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread starts");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

fn holds(oracle: &str, text: &str) -> Result<(), TestCaseError> {
    let oracle = find(oracle).expect("the oracle exists");
    (oracle.check)(text).map_err(|what| TestCaseError::fail(format!("{}: {what}\n{text}", oracle.name)))
}

/// Runs oracles on texts that are made from `size` bytes of choices. The bytes are the same in each run of the tests.
fn over(cases: u32, size: usize, oracles: &'static [&'static str], make: impl Fn(&mut Choices<'_>) -> String + Send + 'static) {
    on_a_small_stack(move || {
        let config = Config {
            cases,
            failure_persistence: None::<Box<FileFailurePersistence>>.map(|none| none as _),
            max_shrink_iters: 200,
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(
            config,
            proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
        );
        let answer = runner.run(&proptest::collection::vec(any::<u8>(), 0..size), |bytes| {
            let text = make(&mut Choices::new(&bytes));
            oracles.iter().try_for_each(|oracle| holds(oracle, &text))
        });
        if let Err(failure) = answer {
            panic!("{failure}");
        }
    });
}

#[test]
fn any_text_gets_an_answer() {
    let corpus = corpus::all();
    assert!(corpus.len() > 100, "the corpus is missing");
    over(160, 64, &["front"], move |choices| mutation(choices, &corpus));
}

#[test]
fn almost_programs_end_within_their_budget() {
    let corpus = corpus::all();
    over(60, 64, &["budget"], move |choices| mutation(choices, &corpus));
}

#[test]
fn random_characters_get_an_answer() {
    on_a_small_stack(|| {
        let mut runner = TestRunner::deterministic();
        let answer = runner.run(&".{0,200}", |text| holds("front", &text));
        assert!(answer.is_ok(), "{answer:?}");
    });
}

#[test]
fn bombs_get_an_answer() {
    on_a_small_stack(|| {
        for row in BOMBS {
            for levels in [1, 3, 90, 199, 400, 1_100, 30_000] {
                let answer = holds("front", &bomb(row, levels));
                assert!(answer.is_ok(), "{} {levels}: {:.300?}", row.name, answer);
            }
        }
        for header in ["if a:", "def f():", "class C:", "for a in b:", "while a:", "try:", "with a:", "match a:", "async def f():"] {
            for levels in [1, 20, 99, 101, 1_100] {
                let answer = holds("front", &blocks(header, levels));
                assert!(answer.is_ok(), "{header} {levels}: {:.300?}", answer);
            }
        }
    });
}

#[test]
fn programs_end_within_their_budget() {
    over(120, 600, &["front", "budget"], program);
}

#[test]
fn what_is_clean_meets_no_refusal() {
    over(400, 60, &["front", "sound"], reach);
}

#[test]
fn runs_need_the_fuel_they_report() {
    over(60, 600, &["exact"], program);
}

#[test]
fn runs_repeat_exactly() {
    over(60, 600, &["determinism"], program);
}

#[test]
fn collections_change_nothing() {
    over(40, 400, &["collection"], program);
}

#[test]
fn quick_cases_change_nothing() {
    over(60, 600, &["plain"], program);
}

#[test]
fn stops_change_nothing() {
    over(40, 400, &["pause"], program);
}

#[test]
fn snapshots_change_nothing() {
    over(30, 400, &["snapshot"], program);
}

#[test]
fn the_same_state_is_the_same_bytes() {
    over(15, 400, &["bytes"], program);
}

/// A loop over pairs makes no tuple, also where a stop follows. Neither the registers nor the heap tell how often there was one.
#[test]
fn loops_over_pairs_leave_the_same_bytes() {
    on_a_small_stack(|| {
        for pairs in [
            "{1: 2, 3: 4}.items()",
            "enumerate('ab')",
            "zip([1], [2])",
            "[(1, 2), (3, 4)]",
            "((k, k) for k in range(3))",
            "zip([1], (k for k in [2]))",
        ] {
            for used in [
                "x = {v: k for k, v in PAIRS}.get(7, 0) // 0",
                "for k, v in PAIRS: x = k // (v - v)",
                "for pair in PAIRS:\n        k, v = pair\n        x = pair[0] // 0",
                "x = [a for a, b in PAIRS if b // 1] + [1 // 0]",
            ] {
                let text =
                    format!("import math\ntry:\n    {}\nexcept Exception as caught:\n    print(caught)\n", used.replace("PAIRS", pairs));
                for oracle in ["bytes", "snapshot", "pause", "plain"] {
                    holds(oracle, &text).expect("the property holds");
                }
            }
        }
    });
}

#[test]
fn damaged_snapshots_get_an_answer() {
    over(8, 400, &["damaged"], program);
}

#[test]
fn code_that_nobody_compiled_gets_an_answer() {
    over(8, 400, &["bytecode"], program);
}

/// Passes without a test when CPython 3.13 is not available.
#[test]
fn programs_print_what_cpython_prints() {
    over(20, 400, &["cpython"], program);
}
