//! Tests the generators: programs compile and run far, few choices make small programs, and the same bytes make the same text.

use stockade_fuzz::generators::{Choices, Random, program};
use stockade_fuzz::run::{RunOptions, compile, run};
use stockade_vm::Outcome;

#[test]
fn no_choices_make_the_smallest_program() {
    assert_eq!(program(&mut Choices::new(&[])), "");
}

#[test]
fn most_programs_compile_run_to_their_end_and_print() {
    let mut random = Random::new(7);
    let (mut compiled, mut ended, mut printed) = (0, 0, 0);
    for _ in 0..60 {
        let bytes = random.bytes(600);
        let text = program(&mut Choices::new(&bytes));
        assert_eq!(text, program(&mut Choices::new(&bytes)));
        let Some(code) = compile(&text) else { continue };
        compiled += 1;
        let seen = run(&code, &RunOptions::default());
        ended += u32::from(matches!(seen.outcome, Outcome::Finished(_) | Outcome::Exited(_) | Outcome::Raised(_)));
        printed += u32::from(seen.stdout.lines().count() > 5);
    }
    assert!(compiled >= 45 && ended >= 40 && printed >= 35, "compiled {compiled}, ended {ended}, printed {printed} of 60");
}
