//! Tests lists of games: every recorded game of brandubh is legal and ends as its players say, and mistakes are reported
//! with line and move.

use std::collections::BTreeMap;

use petteia_players::record::{ListedGame, Record, read_list, result_text};

const BRANDUBH: &str = include_str!("../records/brandubh.csv");

#[test]
fn recorded_games_of_people_are_legal() {
    // In some of them nobody claimed a third repetition.
    for (game, going_on) in [("brandubh-repeats-repetition", 0), ("brandubh", 5)] {
        let games = read_list(game, BRANDUBH).expect("the games are legal, and the rules agree about the winners");
        assert_eq!(games.len(), 525);
        assert_eq!(games.iter().filter(|game| game.left_out > 0).count(), going_on);
        println!("{game}: {:#?}", ends(&games));
        let read = Record::read(&games[0].record.to_string()).expect("a game of a list is a record");
        assert_eq!(read, games[0].record);
    }
}

/// Returns how often the games ended in each way.
fn ends(games: &[ListedGame]) -> BTreeMap<String, u32> {
    let mut ends = BTreeMap::new();
    for game in games {
        *ends.entry(result_text(game.record.history.outcome())).or_default() += 1;
    }
    ends
}

#[test]
fn mistakes_are_reported_with_line_and_move() {
    let error = |text: &str| read_list("brandubh", text).expect_err("a mistake").to_string();
    let starts = |text: &str, start: &str| assert!(error(text).starts_with(start), "{}", error(text));
    starts("d6-c6\n\nd6-c6 e4-e8", "line 3: move 2: `e4-e8` is not a move");
    starts("d6-c6 e4-e1\nd6-d1", "line 2: move 1: `d6-d1` is not legal here");
    starts("d6-c6xd5", "line 1: move 1: `d6-c6xd5` captures nothing");
    starts("d6-c6 timeout e4-e1", "line 1: move 3: `e4-e1` comes after the end of the game: black by timeout");
    starts("d6-c6,1,0,Ongoing", "line 1: Black has captured 0, not `1`");
    starts("d6-c6,0,0,Red", "line 1: `Red` is not a result");
    starts("d6-c6,0,Black", "line 1: after the moves come two numbers of captures and the result");
    starts("d6-c6 timeout,0,0,White", "line 1: the result is black by timeout, but the list has a win for White");
    assert!(read_list("brandub", "").unwrap_err().to_string().contains("brandubh"));
}
