//! Measures from source text to outcome in this process, with a new session per run, with and without the check.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use stockade_benches::{config, program, session};
use stockade_vm::{CaptureHost, Sandbox, Session, StepOptions};

const PRINT: &str = "print(1)\n";

fn startup(c: &mut Criterion) {
    c.bench_function("startup/source_to_outcome", |b| {
        b.iter(|| session().step("bench.py", black_box(PRINT), StepOptions::default()));
    });
    let sandbox = Sandbox::default().library(&stockade_benches::LIBRARY);
    c.bench_function("startup/check_and_run", |b| b.iter(|| sandbox.run("bench.py", black_box(PRINT))));
    let Some(compiled) = program(PRINT) else { return };
    c.bench_function("startup/compiled_to_outcome", |b| b.iter(|| black_box(session().run(&compiled))));
    let config = config();
    c.bench_function("startup/session", |b| b.iter(|| black_box(Session::new(&config, Box::new(CaptureHost::default())))));
    let mut warm = session();
    c.bench_function("startup/step_of_a_session", |b| b.iter(|| black_box(warm.run(&compiled))));
}

criterion_group!(benches, startup);
criterion_main!(benches);
