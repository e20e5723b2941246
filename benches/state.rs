//! Measures snapshot, restore and fork of a session, small and with many objects.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stockade_benches::{config, program};
use stockade_vm::{CaptureHost, Session};

const SMALL: &str = "x = 1\n";
const MANY: &str = "import json\nclass P:\n    def __init__(self, n): self.n = n; self.kept = [n, str(n)]\n\
                    items = {i: P(i) for i in range(2000)}\n";

fn state(c: &mut Criterion) {
    let config = config();
    for (size, text) in [("small", SMALL), ("many", MANY)] {
        let Some(compiled) = program(text) else { continue };
        // The same configuration for all, because a fork under another policy takes a snapshot.
        let mut session = Session::new(&config, Box::new(CaptureHost::default()));
        session.run(&compiled);
        let Ok(bytes) = session.snapshot(None) else { continue };
        let mut group = c.benchmark_group(format!("state/{size}"));
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function("snapshot", |b| b.iter(|| black_box(session.snapshot(None))));
        group.bench_function("restore", |b| {
            b.iter(|| Session::restore(black_box(&bytes), None, &config, Box::new(CaptureHost::default())).is_ok())
        });
        group.bench_function("fork", |b| b.iter(|| session.fork(&config, Box::new(CaptureHost::default())).is_ok()));
        if let Ok(template) = session.template(&config, Box::new(CaptureHost::default())) {
            group.bench_function("template_fork", |b| b.iter(|| template.fork(&config, Box::new(CaptureHost::default())).is_ok()));
            let mut last = template.fork(&config, Box::new(CaptureHost::default())).ok();
            group.bench_function("template_fork_from", |b| {
                b.iter(|| {
                    last = last.take().and_then(|used| template.fork_from(used, &config, Box::new(CaptureHost::default())).ok());
                    last.is_some()
                })
            });
        }
        group.finish();
    }
}

criterion_group!(benches, state);
criterion_main!(benches);
