//! Ends a program if petteia is killed and cannot do so itself.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Waits for the end of its input. If a line comes first, all is well; otherwise petteia is gone, and the program's group
/// and folder must go too.
const SCRIPT: &str = r#"read -r _ || { kill -s KILL -- "-$1"; rm -rf -- "$2"; }"#;

/// A shell that waits for the end of petteia.
#[derive(Debug)]
pub struct Guard(Child);

impl Guard {
    /// Starts the guard of a group of processes and its folder.
    ///
    /// # Errors
    /// There is no shell.
    pub fn start(group: u32, folder: &Path) -> io::Result<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "sh"]).arg(group.to_string()).arg(folder);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C, which ends petteia, must not end its guard.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        shell.spawn().map(Guard)
    }
}

/// Tells the guard that all is well.
impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(mut stdin) = self.0.stdin.take() {
            stdin.write_all(b"\n").ok();
        }
        self.0.wait().ok();
    }
}
