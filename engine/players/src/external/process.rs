//! A process apart from ours: in a session of its own, without a terminal, with three pipes as its only descriptors, and
//! in a folder of its own. It ends with everything that it has started, also if petteia is killed.

use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf, absolute, is_separator};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use crate::agents::AgentError;

/// Waits for the end of its input, which petteia closes, or which the system closes if petteia is killed. Then ends the
/// group of processes, and those that have left it but have the name of the folder in their environment (on Linux), and
/// removes the folder.
const GUARD: &str = r#"read -r _
kill -s KILL -- "-$1"
for _ in 1 2 3 4 5 6 7 8 9; do
    found=$(grep -lsF -- "${2##*/}" /proc/[0-9]*/environ)
    [ -n "$found" ] || break
    for file in $found; do process=${file%/environ}; kill -s KILL -- "${process#/proc/}"; done
done
rm -rf -- "$2""#;

/// A running process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    folder: PathBuf,
    /// A shell that ends the process; `None` if there is no shell, or it has done its work.
    guard: Option<Child>,
}

impl Process {
    /// Starts a command in an empty folder. Words of the command that name files are relative to the present folder.
    ///
    /// # Errors
    /// There is no such program, or this computer has no room for it: no folder, process or descriptor.
    pub fn start(command: &[String]) -> Result<Self, AgentError> {
        let folder = own_folder().map_err(|(place, error)| {
            AgentError::shortage(format!("no folder for it in {}, which TMPDIR names: {error}", place.display()))
        })?;
        Self::start_in(folder, command).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => error.to_string().into(),
            _ => AgentError::shortage(error.to_string()),
        })
    }

    fn start_in(folder: PathBuf, command: &[String]) -> io::Result<Self> {
        let words: Vec<OsString> = command.iter().enumerate().map(|(at, word)| whole(word, at == 0)).collect();
        let child = apart(&words, |command| {
            command.current_dir(&folder).env("TMPDIR", &folder);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        });
        let child = child.inspect_err(|_| drop(std::fs::remove_dir(&folder)))?;
        // From here on, whatever fails ends the child.
        let mut process = Process { child, folder, guard: None };
        let guard: Vec<OsString> = ["sh", "-c", GUARD, "sh", &process.child.id().to_string()]
            .map(OsString::from)
            .into_iter()
            .chain([process.folder.clone().into()])
            .collect();
        let guard = apart(&guard, |command| {
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        });
        process.guard = match guard {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            guard => guard.ok(),
        };
        Ok(process)
    }

    /// Returns its input, output and standard error, once.
    pub fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        let Child { stdin, stdout, stderr, .. } = &mut self.child;
        Some((stdin.take()?, stdout.take()?, stderr.take()?))
    }

    /// Ends it, with everything that it has started and its folder; returns how it ended.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        // To wait closes the guard's input first.
        self.guard.take().map(|mut guard| guard.wait());
        self.child.kill().ok();
        // An empty folder can be removed without a descriptor, of which there may be none left.
        std::fs::remove_dir(&self.folder).or_else(|_| std::fs::remove_dir_all(&self.folder)).ok();
        self.child.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end().ok();
    }
}

/// Makes an empty folder among the temporary ones; if it cannot, returns where.
fn own_folder() -> Result<PathBuf, (PathBuf, io::Error)> {
    let place = std::env::temp_dir();
    let number = RandomState::new().build_hasher().finish();
    let folder = absolute(place.join(format!("petteia-player-{number:016x}")));
    let made = folder.and_then(|folder| std::fs::create_dir(&folder).map(|()| folder));
    made.map_err(|error| (place, error))
}

/// Starts a command in a session of its own, which has no terminal, and which Ctrl-C does not reach. Where there is no
/// `setsid`, it has at least its own group of processes.
fn apart(words: &[OsString], arrange: impl Fn(&mut Command)) -> io::Result<Child> {
    let start = |mut command: Command| {
        arrange(&mut command);
        // Descriptors that we have inherited are not for others.
        #[cfg(unix)]
        close_fds::set_fds_cloexec_threadsafe(3, &[]);
        command.spawn()
    };
    let mut in_session = Command::new("setsid");
    in_session.args(words);
    start(in_session).or_else(|error| {
        if error.kind() != io::ErrorKind::NotFound {
            return Err(error);
        }
        let mut in_group = Command::new(&words[0]);
        in_group.args(&words[1..]);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut in_group, 0);
        start(in_group)
    })
}

/// Returns a word of a command, a file with its whole path. A program without a path is searched for instead.
fn whole(word: &str, is_program: bool) -> OsString {
    let is_file = (!is_program || word.contains(is_separator)) && Path::new(word).is_file();
    let path = if is_file { absolute(word).ok() } else { None };
    path.map_or_else(|| word.into(), Into::into)
}
