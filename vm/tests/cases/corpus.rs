//! What no single program can tell.

use crate::Case;
use crate::lists::NotYet;
use crate::{program, run};

/// There are programs, the lists name programs that exist, the default policy lets many pass, and many can be written down halfway.
pub(crate) fn is_there(counts: [usize; 3], cases: &[Case]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (area, (count, least)) in ["cases", "limits", "escapes"].iter().zip(counts.into_iter().zip([500, 200, 60])) {
        if count < least {
            wrong.push(format!("{area}: only {count} programs"));
        }
    }
    wrong.extend(NotYet::cases().strangers().into_iter().chain(NotYet::limits().strangers()));
    let accepted = cases.iter().filter(|(name, path)| program::is_accepted(name, path)).take(31).count();
    if accepted <= 30 {
        wrong.push(format!("the default policy accepts hardly anything: {accepted} programs"));
    }
    let language = cases.iter().filter(|(name, _)| name.starts_with("language/"));
    let snapshots = language.filter(|(_, path)| program::has_snapshot_halfway(path)).take(101).count();
    if snapshots <= 100 {
        wrong.push(format!("only {snapshots} programs have a snapshot halfway"));
    }
    wrong
}

/// A run that copies its imports uses in most programs exactly the fuel of one that runs them. (`program.rs` says how far the rest may
/// differ.)
pub(crate) fn fuel_of_imports(cases: &[Case]) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = |first: usize| {
        let programs = cases.iter().skip(first).step_by(threads).filter_map(|(_, path)| program::compiled(path));
        programs.fold((0, 0), |(exact, compared), program| {
            let [copied, here] = run::imports_copied_and_run().map(|config| run::run(&program, &config).fuel);
            (exact + usize::from(copied == here), compared + 1)
        })
    };
    let (exact, compared) = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        parts.into_iter().fold((0, 0), |(exact, compared), part| {
            let (more_exact, more) = part.join().expect("the programs run");
            (exact + more_exact, compared + more)
        })
    });
    let is_most = compared > 500 && exact > compared * 19 / 20;
    (!is_most).then(|| format!("fuel is exact in {exact} of {compared} programs")).into_iter().collect()
}
