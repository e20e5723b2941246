//! Huge pages for the commands that run programs.
//!
//! Where Linux gives huge pages (2 MiB) to who asks for them, a large list or heap is walked up to a third faster in them. glibc's
//! `malloc` asks (`madvise`) only if the environment told it so when the process began (the GNU C Library manual, "Memory Allocation
//! Tunables", `glibc.malloc.hugetlb`). So the command begins once more, with that in its environment: under a millisecond, and the
//! memory it holds stays as near to what is accounted as before (`benches/history.md` has what other allocators did).
//!
//! What is set besides keeps freed memory in the process: a page that was given back and is asked for again is cleared by the kernel each
//! time, which took up to a tenth of programs that make much garbage.
//!
//! `STOCKADE_HUGE_PAGES` in the environment, whatever it says, leaves things as they are; so does a `GLIBC_TUNABLES` of the user's.

use std::env;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;

const ASKED: &str = "STOCKADE_HUGE_PAGES";
const TUNABLES: &str = "GLIBC_TUNABLES";

/// Huge pages; up to 64 MiB of freed memory stay; only what is larger than 4 MiB is mapped by itself, and unmapped when it is freed.
const TUNED: &str = "glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=67108864:glibc.malloc.mmap_threshold=4194304";

/// Where the kernel says whether it gives huge pages to all, to who asks, or to nobody: the word in brackets holds.
const KERNEL: &str = "/sys/kernel/mm/transparent_hugepage/enabled";

/// Begins the command anew if that helps. Returns where it does not, or cannot be done: everything works without.
pub(crate) fn begin() {
    let mut args = env::args_os();
    let name = args.next();
    let rest: Vec<_> = args.collect();
    let runs = rest.first().is_some_and(|command| command == "run" || command == "resume");
    if !runs || env::var_os(ASKED).is_some() || env::var_os(TUNABLES).is_some() {
        return;
    }
    if !fs::read_to_string(KERNEL).is_ok_and(|text| !text.contains("[never]")) {
        return;
    }
    if let (Some(name), Ok(program)) = (name, env::current_exe()) {
        // Comes back only if it failed. What was set is seen by the new process, which does not begin a third time.
        let _ = Command::new(program).arg0(name).args(rest).env(ASKED, "1").env(TUNABLES, TUNED).exec();
    }
}
