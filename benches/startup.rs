//! From source text to outcome in this process: a session of its own for every run, with and without the check.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use stockade_benches::{config, program, session, source};
use stockade_compiler::ParseLimits;
use stockade_policy::{KnownNames, check_source, resolve_preset};
use stockade_vm::{BufferHost, Session, compile_source};

const PRINT: &str = "print(1)\n";

fn startup(c: &mut Criterion) {
    let limits = ParseLimits::default();
    c.bench_function("startup/source_to_outcome", |b| {
        b.iter(|| {
            let compiled = compile_source(&source(black_box(PRINT)), &limits);
            compiled.ok().map(|compiled| session().run(&Arc::new(compiled)))
        });
    });
    let Ok(policy) = resolve_preset("default") else { return };
    let known = KnownNames::standard();
    c.bench_function("startup/check_and_run", |b| {
        b.iter(|| {
            let source = source(black_box(PRINT));
            let report = check_source(&source, &policy, stockade_vm::catalog(&stockade_benches::LIBRARY), &known);
            let compiled = compile_source(&source, &limits);
            (report, compiled.ok().map(|compiled| session().run(&Arc::new(compiled))))
        });
    });
    let Some(compiled) = program(PRINT) else { return };
    c.bench_function("startup/compiled_to_outcome", |b| b.iter(|| black_box(session().run(&compiled))));
    let config = config();
    c.bench_function("startup/session", |b| b.iter(|| black_box(Session::new(&config, Box::new(BufferHost::default())))));
    let mut warm = session();
    c.bench_function("startup/step_of_a_session", |b| b.iter(|| black_box(warm.run(&compiled))));
}

criterion_group!(benches, startup);
criterion_main!(benches);
