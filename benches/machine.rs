//! Measures the interpreter where programs spend their time, with one workload per family of instructions.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use stockade_benches::{WORKLOADS, program, run};

fn machine(c: &mut Criterion) {
    let mut group = c.benchmark_group("machine");
    group.sample_size(20);
    for workload in WORKLOADS {
        let Some(compiled) = program(workload.text) else { continue };
        group.bench_function(workload.name, |b| b.iter(|| black_box(run(&compiled))));
    }
    group.finish();
}

criterion_group!(benches, machine);
criterion_main!(benches);
