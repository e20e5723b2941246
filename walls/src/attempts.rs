//! What a worker must not be able to do, as system calls: `stockade doctor` and the tests make each of them behind the walls, in a process
//! of its own.

use std::io;

use crate::Wall::{Landlock, Rlimits, Seccomp};
use crate::calls::raw;
use crate::{Attempt, Wall};

/// An attempt and what it does.
pub(crate) struct Row {
    pub(crate) attempt: Attempt,
    pub(crate) make: fn() -> io::Result<()>,
}

const fn row(
    name: &'static str,
    what: &'static str,
    works_outside: bool,
    stopped_by: &'static [Wall],
    make: fn() -> io::Result<()>,
) -> Row {
    Row { attempt: Attempt { name, what, works_outside, stopped_by }, make }
}

/// The folder of the process, for calls that take a path beside it.
const HERE: usize = libc::AT_FDCWD as usize;
/// A place where any process may write.
const SCRATCH: &str = "/tmp\0";

/// The address of a text that ends with a zero byte.
fn path(text: &'static str) -> usize {
    debug_assert!(text.ends_with('\0'), "{text}");
    text.as_ptr() as usize
}

fn done(result: io::Result<usize>) -> io::Result<()> {
    result.map(|_| ())
}

fn open(text: &'static str, flags: i32) -> io::Result<usize> {
    raw(libc::SYS_openat, &[HERE, path(text), flags as usize, 0o600])
}

fn socket(family: i32, kind: i32) -> io::Result<usize> {
    raw(libc::SYS_socket, &[family as usize, kind as usize, 0])
}

/// `sockaddr_in` of a port of this machine.
fn loopback(port: u16) -> [u8; 16] {
    let mut address = [0; 16];
    let family = (libc::AF_INET as u16).to_ne_bytes();
    let [high, low] = port.to_be_bytes();
    for (slot, byte) in address.iter_mut().zip(family.into_iter().chain([high, low, 127, 0, 0, 1])) {
        *slot = byte;
    }
    address
}

fn map(protection: i32) -> io::Result<usize> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    raw(libc::SYS_mmap, &[0, 4096, protection as usize, flags as usize, usize::MAX, 0])
}

const READ_WRITE: i32 = libc::PROT_READ | libc::PROT_WRITE;

/// All attempts: files, other processes, network, memory that can be executed, rights.
pub(crate) const ALL: &[Row] = &[
    // Files.
    row("read-file", "read a file of the host", true, &[Landlock, Seccomp, Rlimits], || done(open("/etc/passwd\0", libc::O_RDONLY))),
    row("read-folder", "list a folder of the host", true, &[Landlock, Seccomp, Rlimits], || {
        done(open("/\0", libc::O_RDONLY | libc::O_DIRECTORY))
    }),
    row("write-file", "open a device for writing", true, &[Landlock, Seccomp, Rlimits], || done(open("/dev/null\0", libc::O_WRONLY))),
    row("create-file", "create a file without a name", true, &[Landlock, Seccomp, Rlimits], || {
        done(open(SCRATCH, libc::O_TMPFILE | libc::O_WRONLY))
    }),
    row("open2", "open a file by the newer call", true, &[Landlock, Seccomp, Rlimits], || {
        let how = [libc::O_RDONLY as u64, 0, 0];
        done(raw(libc::SYS_openat2, &[HERE, path("/etc/passwd\0"), how.as_ptr() as usize, size_of_val(&how)]))
    }),
    row("read-own-memory", "open its memory as a file", true, &[Landlock, Seccomp, Rlimits], || {
        done(open("/proc/self/mem\0", libc::O_RDWR))
    }),
    row("read-own-environment", "read its environment", true, &[Landlock, Seccomp, Rlimits], || {
        done(open("/proc/self/environ\0", libc::O_RDONLY))
    }),
    row("read-processes", "read about other processes", true, &[Landlock, Seccomp, Rlimits], || {
        done(open("/proc/1/status\0", libc::O_RDONLY))
    }),
    row("make-folder", "make a folder", false, &[Landlock, Seccomp], || {
        done(raw(libc::SYS_mkdirat, &[HERE, path("/tmp/stockade-doctor\0"), 0o700]))
    }),
    row("remove", "remove a file", false, &[Landlock, Seccomp], || {
        done(raw(libc::SYS_unlinkat, &[HERE, path("/tmp/stockade-doctor\0"), 0]))
    }),
    row("rename", "rename a file", false, &[Seccomp], || {
        done(raw(libc::SYS_renameat2, &[HERE, path("/tmp/stockade-doctor\0"), HERE, path("/tmp/stockade-doctor2\0"), 0]))
    }),
    row("link", "make a symbolic link", false, &[Landlock, Seccomp], || {
        done(raw(libc::SYS_symlinkat, &[path("/\0"), HERE, path("/tmp/stockade-doctor\0")]))
    }),
    row("change-mode", "change rights of a file", false, &[Seccomp], || {
        done(raw(libc::SYS_fchmodat, &[HERE, path("/tmp/stockade-doctor\0"), 0o600]))
    }),
    row("change-owner", "change the owner of a file", false, &[Seccomp], || {
        done(raw(libc::SYS_fchownat, &[HERE, path("/tmp/stockade-doctor\0"), usize::MAX, usize::MAX, 0]))
    }),
    row("read-link", "read where a link of the host leads", true, &[Seccomp], || {
        let mut target = [0_u8; 256];
        done(raw(libc::SYS_readlinkat, &[HERE, path("/proc/self/exe\0"), target.as_mut_ptr() as usize, target.len()]))
    }),
    row("file-exists", "find out whether a file exists", true, &[Seccomp], || {
        done(raw(libc::SYS_faccessat, &[HERE, path("/etc/passwd\0"), 0]))
    }),
    row("change-folder", "change its folder", true, &[Seccomp], || done(raw(libc::SYS_chdir, &[path("/\0")]))),
    row("watch-files", "watch files change", true, &[Seccomp, Rlimits], || done(raw(libc::SYS_inotify_init1, &[0]))),
    row("memory-file", "make a file in memory", true, &[Seccomp, Rlimits], || done(raw(libc::SYS_memfd_create, &[path("x\0"), 0]))),
    row("file-handle", "open a file by its handle", false, &[Seccomp], || {
        let handle = [0_u64; 32];
        done(raw(libc::SYS_open_by_handle_at, &[HERE, handle.as_ptr() as usize, 0]))
    }),
    row("duplicate", "duplicate a descriptor", true, &[Seccomp, Rlimits], || done(raw(libc::SYS_dup, &[0]))),
    // Network.
    row("socket", "make a socket for the internet", true, &[Seccomp, Rlimits], || done(socket(libc::AF_INET, libc::SOCK_STREAM))),
    row("datagram", "make a socket for datagrams", true, &[Seccomp, Rlimits], || done(socket(libc::AF_INET, libc::SOCK_DGRAM))),
    row("local-socket", "make a socket of this machine", true, &[Seccomp, Rlimits], || done(socket(libc::AF_UNIX, libc::SOCK_STREAM))),
    row("netlink", "make a socket to the kernel", true, &[Seccomp, Rlimits], || done(socket(libc::AF_NETLINK, libc::SOCK_RAW))),
    row("socket-pair", "make a pair of sockets", true, &[Seccomp, Rlimits], || {
        let mut pair = [0_i32; 2];
        done(raw(libc::SYS_socketpair, &[libc::AF_UNIX as usize, libc::SOCK_STREAM as usize, 0, pair.as_mut_ptr() as usize]))
    }),
    row("bind", "listen at a port", true, &[Landlock, Seccomp, Rlimits], || {
        let (socket, address) = (socket(libc::AF_INET, libc::SOCK_STREAM)?, loopback(0));
        done(raw(libc::SYS_bind, &[socket, address.as_ptr() as usize, address.len()]))
    }),
    row("connect", "connect to a port", false, &[Landlock, Seccomp, Rlimits], || {
        let (socket, address) = (socket(libc::AF_INET, libc::SOCK_STREAM)?, loopback(1));
        done(raw(libc::SYS_connect, &[socket, address.as_ptr() as usize, address.len()]))
    }),
    // Processes.
    row("execute", "execute a program", true, &[Landlock, Seccomp], || {
        let (arguments, environment) = ([path("true\0"), 0], [0_usize; 1]);
        done(raw(libc::SYS_execve, &[path("/bin/true\0"), arguments.as_ptr() as usize, environment.as_ptr() as usize]))
    }),
    row("execute-at", "execute a program by the newer call", true, &[Landlock, Seccomp], || {
        let (arguments, environment) = ([path("true\0"), 0], [0_usize; 1]);
        done(raw(libc::SYS_execveat, &[HERE, path("/bin/true\0"), arguments.as_ptr() as usize, environment.as_ptr() as usize, 0]))
    }),
    row("fork", "start a process", true, &[Seccomp], || match raw(libc::SYS_clone, &[libc::SIGCHLD as usize, 0, 0, 0, 0])? {
        0 => std::process::exit(0),
        _ => Ok(()),
    }),
    row("fork3", "start a process by the newer call", true, &[Seccomp], || {
        let mut arguments = [0_u64; 11];
        if let Some(signal) = arguments.get_mut(4) {
            *signal = libc::SIGCHLD as u64;
        }
        match raw(libc::SYS_clone3, &[arguments.as_ptr() as usize, size_of_val(&arguments)])? {
            0 => std::process::exit(0),
            _ => Ok(()),
        }
    }),
    row("signal-parent", "send a signal to its parent", true, &[Seccomp], || {
        let parent = raw(libc::SYS_getppid, &[])?;
        done(raw(libc::SYS_kill, &[parent, 0]))
    }),
    row("abort-parent", "abort its parent", false, &[Landlock, Seccomp], || {
        // The first process, so that nothing is hurt where a test makes this attempt without walls: signals of others do not end it.
        done(raw(libc::SYS_tgkill, &[1, 1, libc::SIGABRT as usize]))
    }),
    row("trace", "be traced by its parent", true, &[Seccomp], || done(raw(libc::SYS_ptrace, &[libc::PTRACE_TRACEME as usize, 0, 0, 0]))),
    row("read-memory-of-another", "read the memory of its parent", false, &[Seccomp], || {
        let mut bytes = [0_u8; 8];
        let here = [bytes.as_mut_ptr() as usize, bytes.len()];
        let there = [0x1000_usize, 8];
        let parent = raw(libc::SYS_getppid, &[])?;
        done(raw(libc::SYS_process_vm_readv, &[parent, here.as_ptr() as usize, 1, there.as_ptr() as usize, 1, 0]))
    }),
    row("process-handle", "open a handle to its parent", true, &[Seccomp, Rlimits], || {
        let parent = raw(libc::SYS_getppid, &[])?;
        done(raw(libc::SYS_pidfd_open, &[parent, 0]))
    }),
    row("priority", "change its priority", true, &[Seccomp], || done(raw(libc::SYS_setpriority, &[0, 0, 19]))),
    row("dumpable-again", "become readable to others again", true, &[Seccomp], || {
        done(raw(libc::SYS_prctl, &[libc::PR_SET_DUMPABLE as usize, 1]))
    }),
    // Memory that can be executed.
    row("executable-memory", "map memory that can be executed", true, &[Seccomp], || done(map(READ_WRITE | libc::PROT_EXEC))),
    row("make-executable", "make memory executable", true, &[Seccomp], || {
        let page = map(READ_WRITE)?;
        done(raw(libc::SYS_mprotect, &[page, 4096, (libc::PROT_READ | libc::PROT_EXEC) as usize]))
    }),
    row("make-executable-by-key", "make memory executable by the newer call", true, &[Seccomp], || {
        let page = map(READ_WRITE)?;
        done(raw(libc::SYS_pkey_mprotect, &[page, 4096, (libc::PROT_READ | libc::PROT_EXEC) as usize, usize::MAX]))
    }),
    row("shared-memory", "make memory that others share", true, &[Seccomp], || {
        done(raw(libc::SYS_shmget, &[libc::IPC_PRIVATE as usize, 4096, 0o600]))
    }),
    // Rights.
    row("become-root", "become another user", false, &[Seccomp], || done(raw(libc::SYS_setuid, &[0]))),
    row("new-namespace", "make namespaces of its own", false, &[Seccomp], || done(raw(libc::SYS_unshare, &[libc::CLONE_NEWUSER as usize]))),
    row("change-root", "change its root folder", false, &[Seccomp], || done(raw(libc::SYS_chroot, &[path("/\0")]))),
    row("mount", "mount a file system", false, &[Landlock, Seccomp], || {
        done(raw(libc::SYS_mount, &[path("none\0"), path("/tmp\0"), path("nosuchfs\0"), 0, 0]))
    }),
    row("keys", "read keys of the kernel", true, &[Seccomp], || {
        /// `KEYCTL_GET_KEYRING_ID` of the keys of a process.
        const OF_PROCESS: usize = -2_isize as usize;
        done(raw(libc::SYS_keyctl, &[0, OF_PROCESS, 1]))
    }),
    row("load-program", "load a program into the kernel", false, &[Seccomp], || {
        let attributes = [0_u64; 16];
        done(raw(libc::SYS_bpf, &[5, attributes.as_ptr() as usize, size_of_val(&attributes)]))
    }),
    row("count-events", "read counters of the processor", false, &[Seccomp], || {
        let attributes = [0_u64; 16];
        done(raw(libc::SYS_perf_event_open, &[attributes.as_ptr() as usize, 0, usize::MAX, usize::MAX, 0]))
    }),
    row("page-faults", "handle page faults", false, &[Seccomp], || done(raw(libc::SYS_userfaultfd, &[0]))),
    row("kernel-queue", "make calls through a queue that no filter sees", false, &[Seccomp, Rlimits], || {
        let mut parameters = [0_u64; 15];
        done(raw(libc::SYS_io_uring_setup, &[4, parameters.as_mut_ptr() as usize]))
    }),
    row("execution-domain", "change its execution domain", true, &[Seccomp], || done(raw(libc::SYS_personality, &[0xffff_ffff]))),
    row("terminal-input", "type into the terminal", false, &[Seccomp], || {
        let letter = [b'x'];
        done(raw(libc::SYS_ioctl, &[0, 0x5412, letter.as_ptr() as usize]))
    }),
    row("another-filter", "take its walls down by another filter", false, &[Seccomp], || done(raw(libc::SYS_seccomp, &[1, 0, 0]))),
];
