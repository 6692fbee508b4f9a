//! Where a program may write: to a temporary folder of its own, to null devices, and to what its table names. Linux
//! enforces this, by Landlock from version 5.13 and by a filter of system calls; there a program cannot open the terminal
//! for writing either, nor send signals to other programs. Elsewhere nothing enforces it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};

/// A program's own folder, which is removed at the end, and the other places to which it may write.
#[derive(Debug)]
pub struct Confined {
    folder: PathBuf,
    writable: Vec<PathBuf>,
}

impl Confined {
    /// Creates the folder.
    ///
    /// # Errors
    /// It cannot be created, or one of the other places does not exist.
    pub fn new(writable: &[PathBuf]) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        if let Some(missing) = writable.iter().find(|path| !path.exists()) {
            let problem = format!("`writable` names {}, which does not exist", missing.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, problem));
        }
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let folder = std::env::temp_dir().join(format!("petteia-player-{}-{number}", std::process::id()));
            match std::fs::create_dir(&folder) {
                Ok(()) => return Ok(Confined { folder, writable: writable.to_vec() }),
                // Left by a process that had the same number and was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns its own folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// Returns whether this system keeps programs from writing elsewhere.
#[cfg(target_os = "linux")]
#[must_use]
pub fn is_confining() -> bool {
    use landlock::{AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    ruleset.handle_access(AccessFs::WriteFile).and_then(Ruleset::create).is_ok()
}

/// Returns whether this system keeps programs from writing elsewhere.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn is_confining() -> bool {
    false
}

/// Starts a program that is confined.
///
/// # Errors
/// It cannot be started, or it cannot be confined although the system can do so.
#[cfg(target_os = "linux")]
pub fn spawn(mut command: Command, confined: &Confined) -> io::Result<Child> {
    // A program inherits the restrictions of the thread that starts it, so that thread exists for nothing else.
    std::thread::scope(|scope| {
        let starter = scope.spawn(|| {
            keep_from_writing(confined).map_err(io::Error::other)?;
            keep_from_changing_attributes().map_err(io::Error::other)?;
            command.spawn()
        });
        starter.join().unwrap_or_else(|_| Err(io::Error::other("it could not be confined")))
    })
}

/// Forbids this thread to create, write, rename and delete files elsewhere, and to send signals.
#[cfg(target_os = "linux")]
fn keep_from_writing(confined: &Confined) -> Result<(), landlock::RulesetError> {
    use landlock::{
        ABI, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope, path_beneath_rules,
    };
    let writes = AccessFs::from_write(ABI::V5);
    let devices = ["/dev/null", "/dev/zero", "/dev/full"].map(PathBuf::from);
    let places = confined.writable.iter().chain([&confined.folder]).chain(&devices);
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(writes)?
        .scope(Scope::Signal)?
        .create()?
        .add_rules(path_beneath_rules(places, writes))?
        .restrict_self()?;
    Ok(())
}

/// Forbids this thread to change permissions, owners, times and other attributes of files, which Landlock does not cover,
/// and the interface by which such calls could be hidden.
#[cfg(target_os = "linux")]
fn keep_from_changing_attributes() -> Result<(), seccompiler::Error> {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};
    // Calls that are newer than the library of system calls.
    const FCHMODAT2: i64 = 452;
    const SETXATTRAT: i64 = 463;
    const REMOVEXATTRAT: i64 = 466;
    const FILE_SETATTR: i64 = 469;
    let mut forbidden = vec![
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        FCHMODAT2,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        SETXATTRAT,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        REMOVEXATTRAT,
        FILE_SETATTR,
        libc::SYS_io_uring_setup,
    ];
    #[cfg(target_arch = "x86_64")]
    forbidden.extend([
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ]);
    let Ok(processor) = std::env::consts::ARCH.try_into() else { return Ok(()) };
    let rules = forbidden.into_iter().map(|call| (call, Vec::new())).collect();
    let refuse = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    let filter: BpfProgram = SeccompFilter::new(rules, SeccompAction::Allow, refuse, processor)?.try_into()?;
    apply_filter(&filter)
}

/// Starts a program; this system has no means of confining it.
///
/// # Errors
/// It cannot be started.
#[cfg(not(target_os = "linux"))]
pub fn spawn(mut command: Command, _confined: &Confined) -> io::Result<Child> {
    command.spawn()
}
