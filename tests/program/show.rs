//! `petteia games GAME` and `petteia show`, as they are typed.

use std::fs;
use std::path::PathBuf;

use crate::support::{petteia, refused, succeeds, unwrapped};

/// A file that is removed at the end of its test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("petteia-show-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

const POSITION: &str = "5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66";

#[test]
fn rules_are_explained_with_the_start() {
    let text = succeeds(&["games", "callen-proto-tafl"], "");
    assert!(text.starts_with("callen-proto-tafl\n\n  8  ● ● ●"), "{text}");
    assert!(text.contains("White ○ stone △ leader   Black ● stone\n"), "{text}");
    assert!(text.contains("- Black must capture if it can"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(!text.contains('\x1b'), "no colour but on a terminal");
}

#[test]
fn the_start_is_shown_with_all_that_matters() {
    let text = succeeds(&["show", "lemery-latrunculi+die=4"], "");
    let last = "White to place; in hand: White 16, Black 16; captured: by White 0, by Black 0; clock 0; turn 0";
    assert!(unwrapped(&text).ends_with(last), "{text}");
    assert!(text.contains("  1  · · · · · · · ·\n     a b c d e f g h\n"), "{text}");
}

#[test]
fn states_differ_without_colour() {
    let text = succeeds(&["show", "city-8+vagi+inciti", "--fen", "SV4vs/8/3#4/8/8/8/8/S6s b 0,0 0,0 0 9"], "");
    assert!(text.contains("  8  ○ ◇ · · · · ◆ ●\n"), "{text}");
    assert!(text.contains("  6  · · · ╳ · · · ·\n"), "{text}");
    assert!(text.contains("White ○ ordinarius ◇ vagus   Black ● ordinarius ◆ vagus   ╳ incitus\n"), "{text}");
    let text =
        succeeds(&["show", "city-8+vagi+inciti", "--ascii", "--fen", "SV4vs/8/3#4/8/8/8/8/S6s b 0,0 0,0 0 9"], "");
    assert!(text.contains("  8  S V . . . . v s\n"), "{text}");
    assert!(text.is_ascii(), "{text}");
}

#[test]
fn die_huff_and_result_are_said() {
    let last = |arguments: &[&str]| {
        let text = succeeds(arguments, "");
        text.rsplit("\n\n").next().map(unwrapped).expect("a last paragraph")
    };
    assert!(last(&["show", "city-8+die=4"]).ends_with("; the die is to be rolled"));
    let rolled = format!("{POSITION} d3");
    assert!(last(&["show", "city-8+die=4", "--fen", &rolled]).ends_with("; the die shows 3"));
    let open = format!("{} huff=e6,g8", POSITION.replace(" w ", " b "));
    assert!(last(&["show", "city-8+compulsory=huff", "--fen", &open]).ends_with("; may huff e6, g8"));
    let over = "8/8/8/8/8/8/8/S7 b 0,0 8,0 0 9";
    assert!(
        last(&["show", "city-8", "--fen", over]).contains(" over: White wins: Black has too few pieces left (bare); ")
    );
}

#[test]
fn a_move_is_shown_with_what_it_captures() {
    let text = succeeds(&["show", "city-8", "--fen", POSITION, "--move", "e6-e8"], "");
    let line = "e6-e8 captures f8 and leads to 4S1S1/8/8/8/8/8/8/S7 b 0,0 8,5 0 67";
    assert!(text.lines().any(|found| found == line), "{text}");
    let message = refused(&["show", "city-8", "--fen", POSITION, "--move", "e6-f7"], "");
    assert!(message.contains("e6-f7"), "{message}");
    let message = refused(&["show", "city-8+die=4", "--fen", POSITION, "--move", "e6-e8"], "");
    assert!(message.contains("roll the die first"), "{message}");
}

#[test]
fn pictures_are_written_whole() {
    let (svg, png) = (Scratch::new("board.svg"), Scratch::new("board.png"));
    succeeds(&["show", "callen-double-latrunculi", "--svg", svg.path(), "--png", png.path()], "");
    let text = fs::read_to_string(&svg.0).expect("the SVG was written");
    assert!(text.contains("<svg") && text.trim_end().ends_with("</svg>"), "{text}");
    assert_eq!(text.matches("<circle").count(), 2 * 48, "each stone is an outline and its filling");
    assert!(fs::read(&png.0).expect("the PNG was written").starts_with(b"\x89PNG"));
    let nowhere = petteia(&["show", "city-8", "--svg", "no/such/folder/board.svg"], "");
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("no/such/folder"));
}

#[test]
fn pictures_go_into_devices_and_pipes() {
    // By way of a link, so that a program that replaces the file spares the device.
    let (full, pipe) = (Scratch::new("full.svg"), Scratch::new("pipe.svg"));
    std::os::unix::fs::symlink("/dev/full", &full.0).expect("it can be linked");
    let lost = petteia(&["show", "city-8", "--svg", full.path()], "");
    let said = String::from_utf8_lossy(&lost.stderr);
    assert!(lost.status.code() == Some(1) && said.contains("No space left on device"), "{said}");
    assert!(fs::symlink_metadata(&full.0).expect("it is there").is_symlink(), "it is not replaced");
    assert!(std::process::Command::new("mkfifo").arg(&pipe.0).status().expect("there is `mkfifo`").success());
    let reader = std::thread::spawn({
        let path = pipe.0.clone();
        move || fs::read_to_string(path).expect("it can be read")
    });
    succeeds(&["show", "city-8", "--svg", pipe.path()], "");
    assert!(!fs::metadata(&pipe.0).expect("it is there").is_file(), "it is not replaced");
    assert!(reader.join().expect("it ends").contains("<svg"));
}

#[test]
fn wrong_input_is_refused_with_a_hint() {
    assert!(refused(&["games", "poleiss"], "").contains("did you mean `poleis`"));
    assert!(refused(&["show", "city-8+vagy"], "").contains("did you mean `vagi`"));
    assert!(refused(&["show", "city-8", "--fen", "8/8 w"], "").contains("expected `<board>"));
    assert!(refused(&["games", "--toml"], "").contains("Usage: petteia games"));
}
