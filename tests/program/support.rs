//! Runs the program as a user would.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for a test, empty.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the old folder can be removed");
    }
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Runs `petteia` with arguments and standard input.
pub fn petteia(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_petteia"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is piped");
    // A program that refuses its arguments closes its input before it is written.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Standard output of a call that must succeed.
pub fn succeeds(arguments: &[&str], input: &str) -> String {
    let output = petteia(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// Standard error of a call that must be refused with status 2, writing nothing to standard output.
pub fn refused(arguments: &[&str], input: &str) -> String {
    let output = petteia(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty(), "{arguments:?} wrote to standard output");
    String::from_utf8(output.stderr).expect("the errors are text")
}

/// Writes an experiment into a folder, and gives its path.
pub fn write(folder: &Path, text: &str) -> String {
    let path = folder.join("experiment.toml");
    std::fs::write(&path, text).expect("the file can be written");
    path.to_string_lossy().into_owned()
}

/// Plays an experiment into a folder; what is printed.
pub fn run(file: &str, out: &Path, more: &[&str]) -> String {
    let out = out.to_string_lossy();
    succeeds(&[&["run", file, "--out", &out, "--quiet"], more].concat(), "")
}

/// The tables, figures and manifest of a run with their bytes, by relative name: all that is to be the same in two runs of one
/// plan.
pub fn tables(run: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    fn collect(top: &Path, folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            let name = path.strip_prefix(top).expect("it lies below").to_owned();
            let how_it_went = ["units", "slurm", "lock"].iter().any(|other| name == Path::new(other));
            let put_aside = path.extension().is_some_and(|extension| extension == "rejected");
            if path.is_dir() && !how_it_went {
                collect(top, &path, files);
            } else if !how_it_went && !put_aside {
                files.push((name, std::fs::read(&path).expect("it can be read")));
            }
        }
    }
    let mut files = Vec::new();
    collect(run, run, &mut files);
    files.sort();
    files
}

/// Fails unless two runs have the same tables, naming the files that differ.
#[track_caller]
pub fn assert_same_tables(found: &Path, expected: &Path) {
    let (found, expected) = (tables(found), tables(expected));
    let names = |files: &[(PathBuf, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected));
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.1 == expected.1, "{} differs", found.0.display());
    }
}
