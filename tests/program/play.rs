//! `petteia play`: moves and words from standard input, and what is shown after each.

use std::fs;

use crate::support::{folder, succeeds};

/// Plays lines and returns what is shown.
#[track_caller]
fn play(arguments: &[&str], lines: &str) -> String {
    succeeds(&[&["play", "--ascii", "--seed", "3"], arguments].concat(), lines)
}

const TWO_PEOPLE: [&str; 3] = ["city-8", "--black", "human"];

#[test]
fn a_move_is_played_and_marked() {
    let shown = play(&TWO_PEOPLE, "a1-a4\n");
    assert!(shown.contains("\nWhite a1-a4\n"), "{shown}");
    assert!(shown.contains("\n 4 >S< .  .  ."), "{shown}");
    assert!(shown.contains("\n 1  :  S  S"), "{shown}");
    assert!(shown.ends_with("Black to move; captured: by White 0, by Black 0; clock 1; turn 1\nBlack: \n"), "{shown}");
}

#[test]
fn an_agent_answers_and_both_moves_are_taken_back() {
    let shown = play(&["city-8", "--black", "mcts:playouts=5"], "a1-a5\nundo\nundo\n");
    assert!(shown.contains("clock 2; turn 2\nWhite: \ntaken back\n"), "{shown}");
    assert!(shown.ends_with("turn 0\nWhite: there is nothing to take back\nWhite: \n"), "{shown}");
}

#[test]
fn a_huff_is_declined_and_a_capture_ends_the_game() {
    let fen = "8/8/8/4s3/8/1s6/S1S5/8 b 0,0 0,0 1 5 huff=a2,c2";
    let shown = play(&["city-8+compulsory=huff", "--black", "human", "--fen", fen], "moves\n--\n");
    assert!(shown.contains("may huff a2,\nc2\nBlack: !a2 !c2 --\n"), "{shown}");
    assert!(shown.ends_with("turn 5\nBlack: \n"), "{shown}");
    let fen = "8/8/8/8/2sS4/8/8/1S6 w 0,0 7,0 0 20";
    let shown = play(&["city-8", "--black", "human", "--fen", fen], "b1-b4\nmoves\nhint\nquit\nquit\n");
    assert!(shown.contains("White b1-b4; Black loses c4\n"), "{shown}");
    assert!(shown.contains("over: White wins: Black has too few pieces left (bare)"), "{shown}");
    assert!(shown.contains("The game is over: the game is over\nThe game is over: the game is over\n"), "{shown}");
    assert!(shown.ends_with("the game is not saved: `save` writes game.txt, `quit` again quits\nThe game is over: "));
}

#[test]
fn slips_are_explained_and_change_nothing() {
    let shown = play(&TWO_PEOPLE, "a1-b2\n\nload\nload no-such-file\nhint\nquit\n");
    assert!(shown.contains("`a1-b2` is not legal here"), "{shown}");
    assert!(shown.contains("White: type a move, or `help`\n"), "{shown}");
    assert!(shown.contains("White: name the file: `load game.txt`\n"), "{shown}");
    assert!(shown.contains("White: no-such-file: "), "{shown}");
    assert_eq!(shown.matches("White to move").count(), 1, "{shown}");
}

#[test]
fn a_game_is_saved_loaded_and_continued() {
    let folder = folder("play-save");
    let file = folder.join("mine.txt").display().to_string();
    let shown = play(&TWO_PEOPLE, &format!("a1-a4\nsave {file}\nquit\n"));
    assert!(shown.contains("saved as "), "{shown}");
    assert!(fs::read_to_string(&file).expect("the record").contains("1. a1-a4"));
    let shown = play(&TWO_PEOPLE, &format!("load {file}\nh8-h5\nload {file}\nsave\nquit\n"));
    assert!(shown.contains("the game is not saved: `save` it first, or `undo` its moves"), "{shown}");
    assert!(fs::read_to_string(&file).expect("the record").contains("2. h8-h5"));
    assert!(play(&["--load", &file], "").contains("turn 2\nWhite: \n"));
}

#[test]
fn agents_play_to_the_end_by_themselves() {
    let shown = play(&["city-8+turn_cap=3", "--white", "random", "--black", "random"], "");
    assert_eq!(shown.matches("; clock ").count(), 4, "{shown}");
    assert!(shown.contains("over: Unfinished: the limit of turns is reached (turn_cap)"), "{shown}");
}

/// The pieces are those of `petteia show`.
#[test]
fn pieces_are_symbols_by_default() {
    let shown = succeeds(&["play", "lemery-petteia", "--black", "human"], "");
    for part in [" ○ ", " ● ", " △ ", " ▲ ", " · "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}
