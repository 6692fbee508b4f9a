//! Fortresses of `petteia prove`, as it is typed.

use std::fs;

use crate::support::{folder, petteia, refused, succeeds};

const CORNER: &str = "ssssssss/8/8/8/8/8/SS6/S1S5 w 0,0 4,0 0 80";

#[test]
fn a_fortress_is_drawn_and_its_breach_explained() {
    let told = succeeds(&["prove", "city-8", "--fen", CORNER, "--ascii"], "");
    assert!(
        told.contains(
            "White has a fortress of 4 pieces\n  never moves: c1, a2, b2\n  moves: a1-b1, b1-a1 again and again"
        ),
        "{told}"
    );
    assert!(told.contains("White can no longer lose this game"), "{told}");
    assert!(told.contains("  2 │ W W             │\n  1 │ M m W           │"), "{told}");
    assert!(told.contains("Black has no fortress"), "{told}");
    let told = succeeds(&["prove", "city-8+edge", "--side", "white", "--fen", CORNER], "");
    assert!(told.contains("c1 does not hold: an enemy can reach the side opposite the edge"), "{told}");
}

#[test]
fn what_is_not_covered_is_said() {
    assert!(succeeds(&["prove", "poleis"], "").contains("not covered: stones are still to be placed"));
    assert!(refused(&["prove", "poleis", "--force", "both"], "").contains("stones are placed in this game"));
    assert!(refused(&["prove", "city-8+vagi", "--force", "white"], "").contains("does not cover `vagi`"));
    assert!(succeeds(&["prove", "piso"], "").contains("not covered: stones are still to be placed"));
    assert!(refused(&["prove", "piso", "--smallest"], "").contains("repetition=forbidden"));
    assert!(refused(&["prove", "pessoi-8x8-array", "--force", "both"], "").contains("undo=forbidden"));
    assert!(refused(&["prove"], "").contains("--check"));
    assert!(refused(&["prove", "city-8", "--moves", "3"], "").contains("--force"));
    assert!(refused(&["prove", "city-8", "--sample", "all"], "").contains("--pieces"));
    assert!(refused(&["prove", "city-8", "--memory", "2"], "").contains("--force"));
    assert!(refused(&["prove", "city-8", "--smallest", "--force", "white"], "").contains("cannot be used with"));
    assert!(refused(&["prove", "--check", "white.txt", "--pieces", "2v1"], "").contains("cannot be used with"));
    let both = ["prove", "city-12", "--force", "both", "--certificate", "never-written.txt"];
    assert!(refused(&both, "").contains("--force white"));
}

#[test]
fn the_smallest_are_listed() {
    let told = succeeds(&["prove", "city-8", "--smallest", "--ascii"], "");
    assert!(told.starts_with("The smallest fortresses of White have 4 pieces; 2 kinds:"), "{told}");
    let round = succeeds(&["prove", "pessoi-5x5", "--smallest", "--ascii"], "");
    assert!(round.starts_with("The smallest fortresses of White have 5 pieces; 5 kinds:"), "{round}");
    let none = succeeds(&["prove", "city-8+vagi", "--smallest"], "");
    assert_eq!(none, "White has no fortress of at most 8 pieces\n");
}

#[test]
fn a_forced_fortress_is_written_verified_and_refused_when_changed() {
    let path = folder("force").join("certificate.txt");
    let file = path.to_str().unwrap();
    let told = succeeds(&["prove", "city-12", "--force", "white", "--certificate", file], "");
    assert!(
        told.contains(
            "White forces a fortress within 3 moves, against every defence, unless the game\nends first\n  strategy: "
        ),
        "{told}"
    );
    let checked = succeeds(&["prove", "--check", file], "");
    let claim = "verified: in city-12 White has a fortress within 3 moves whatever the enemy\ndoes, unless the game ends first\n  strategy: ";
    assert!(checked.starts_with(claim), "{checked}");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.trim_end().rsplit_once('\n').unwrap().0).unwrap();
    let output = petteia(&["prove", "--check", file], "");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    for game in [["city-12", "--complete"].as_slice(), &["city-8", "--complete", "--memory", "0.1"]] {
        assert!(
            refused(&[&["prove", "--force", "both"], game].concat(), "").contains("leave out --complete"),
            "{game:?}"
        );
    }
    let open = succeeds(&["prove", "city-8", "--force", "black", "--moves", "3"], "");
    assert!(
        open.contains("Black forces no fortress within 3 moves in its first 2 ranks\n  openings: open after 9 of 9, "),
        "{open}"
    );
}
