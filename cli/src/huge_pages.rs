//! Huge pages for the commands that run programs.
//!
//! When Linux provides huge pages (2 MiB) on request, walking a large list or heap is up to a third faster. glibc's `malloc` requests them
//! (`madvise`) only if an environment variable was set at the start of the process (the GNU C Library manual, "Memory Allocation Tunables",
//! `glibc.malloc.hugetlb`). So the command executes itself again with that variable. This takes less than a millisecond, and the resident
//! memory stays as close to the accounted memory as before (`benches/history.md` has the results of other allocators).
//!
//! The other tunables keep freed memory in the process. Otherwise the kernel clears each page again when it is returned and requested
//! again, which took up to a tenth of the time of programs that make much garbage.
//!
//! If `STOCKADE_HUGE_PAGES` or `GLIBC_TUNABLES` is set in the environment, to any value, the command does not execute itself again.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;

const REEXECUTED: &str = "STOCKADE_HUGE_PAGES";
const TUNABLES: &str = "GLIBC_TUNABLES";

/// Requests huge pages, keeps up to 64 MiB of freed memory, and maps separately only blocks larger than 4 MiB, which are unmapped when they
/// are freed.
const TUNABLES_VALUE: &str = "glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=67108864:glibc.malloc.mmap_threshold=4194304";

/// What workers use: the same, and freed blocks of a session stay at hand for the next session. Without that
/// `malloc` merges and splits them each time, which took a tenth of a verdict.
const WORKER_TUNABLES: &str =
    "glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=67108864:glibc.malloc.mmap_threshold=4194304:glibc.malloc.tcache_count=200";

/// The kernel setting for huge pages: always, on request (madvise), or never. The active value is in brackets.
const KERNEL: &str = "/sys/kernel/mm/transparent_hugepage/enabled";

/// Executes the command again if that gives huge pages. Returns when it does not help or fails, since huge pages are optional.
pub fn reexecute_with_huge_pages() {
    let mut args = env::args_os();
    let name = args.next();
    let rest: Vec<_> = args.collect();
    let runs = rest.first().is_some_and(|command| command == "run" || command == "resume");
    if !runs || env::var_os(REEXECUTED).is_some() || env::var_os(TUNABLES).is_some() {
        return;
    }
    if !fs::read_to_string(KERNEL).is_ok_and(|text| !text.contains("[never]")) {
        return;
    }
    if let (Some(name), Ok(program)) = (name, env::current_exe()) {
        // `exec` returns only on failure. The new process sees `STOCKADE_HUGE_PAGES`, so it does not execute itself again.
        let _ = Command::new(program).arg0(name).args(rest).env(REEXECUTED, "1").env(TUNABLES, TUNABLES_VALUE).exec();
    }
}

/// What a worker has in its environment. Nothing if somebody has chosen tunables.
pub(crate) fn worker_environment() -> Vec<(OsString, OsString)> {
    // Those that this process has may be its own choice.
    let is_chosen = match env::var_os(TUNABLES) {
        Some(tunables) => tunables != TUNABLES_VALUE,
        None => env::var_os(REEXECUTED).is_some(),
    };
    if is_chosen {
        return Vec::new();
    }
    vec![(TUNABLES.into(), WORKER_TUNABLES.into())]
}
