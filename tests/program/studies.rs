//! Each study says by which version of the players its games were played, and the list of studies marks older ones.

use std::fs;

use petteia_simulator::cell::PLAY;

use crate::support::root;

/// The text between two marks.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

/// The version of the players in the head of a study.
fn play(head: &str) -> Option<u32> {
    let number = head.split_once(", play ")?.1;
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number[..digits].parse().ok()
}

#[test]
fn studies_by_older_players_are_marked() {
    let folder = root().join("experiments/studies");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let list = read("README.md");
    let names = list.lines().filter_map(|line| between(line, "](", ".md) |"));
    let names: Vec<String> = names.map(|name| format!("{name}.md")).collect();
    assert_eq!(names.len() + 1, fs::read_dir(&folder).expect("it exists").filter(is_page).count(), "{names:?}");
    for name in names {
        let text = read(&name);
        let head = between(&text, "*Numbers of ", "\n\n").unwrap_or_else(|| panic!("{name} has no date"));
        let commit = between(head, "commit `", "`").unwrap_or_else(|| panic!("{name} has no commit"));
        let player = match play(head) {
            None => "no games",
            Some(PLAY) => "present",
            Some(_) => "older",
        };
        let row = list.lines().find(|line| line.contains(&format!("]({name})"))).expect("it was found there");
        assert!(
            row.ends_with(&format!("| `{commit}` | {player} |")),
            "experiments/studies/README.md says of {name}: {row}"
        );
    }
}

fn is_page(entry: &std::io::Result<fs::DirEntry>) -> bool {
    entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|extension| extension == "md"))
}
