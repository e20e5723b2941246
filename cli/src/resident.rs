//! The memory that the process holds, as the system counts it. The VM counts what a program owns; what the process holds is more, and only
//! the system knows it.

use std::fs;

/// The highest resident memory of this process so far, in bytes. `None` where the system does not tell: it is read from Linux's `/proc`.
pub(crate) fn peak() -> Option<u64> {
    peak_of(&fs::read_to_string("/proc/self/status").ok()?)
}

/// The highest resident memory of a worker so far, in bytes. `None` where the system does not tell.
pub(crate) fn peak_of_worker(process: u32) -> Option<u64> {
    peak_of(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_line_of_the_peak() {
        assert_eq!(peak_of("Name:\tstockade\nVmHWM:\t   10240 kB\nVmRSS:\t     512 kB\n"), Some(10240 << 10));
        assert_eq!(peak_of("Name:\tstockade\n"), None);
        assert_eq!(peak_of("VmHWM:\tmany\n"), None);
    }
}
