//! Measures the steps before the run for a small and a long program: parse, check, compile.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stockade_benches::{REPORT, WORKLOADS, source};
use stockade_compiler::{CompileOptions, ParseLimits, compile, parse};
use stockade_policy::{KnownNames, check, resolve_preset};

fn front(c: &mut Criterion) {
    let workloads: String = WORKLOADS.iter().map(|workload| workload.text).collect();
    let long = workloads.repeat(8);
    let Ok(policy) = resolve_preset("default") else { return };
    let limits = ParseLimits::default();
    let known = KnownNames::standard();
    let catalog = stockade_vm::catalog(&stockade_benches::LIBRARY);
    for (size, text) in [("report", REPORT), ("long", long.as_str())] {
        let source = source(text);
        let Ok(tree) = parse(&source, &limits) else { continue };
        let mut group = c.benchmark_group(size);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("parse", |b| b.iter(|| black_box(parse(&source, &limits))));
        group.bench_function("check", |b| b.iter(|| black_box(check(&source, &tree, &policy, catalog, &known))));
        group.bench_function("compile", |b| b.iter(|| black_box(compile(&tree, Arc::clone(&source), &CompileOptions::default()))));
        group.finish();
    }
}

criterion_group!(benches, front);
criterion_main!(benches);
