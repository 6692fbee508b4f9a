//! Tests what the rules of tafl and their kin exclude, and the change of sides.

use petteia_engine::rules::{Goal, Leader};
use petteia_engine::{AnyGame, AnyState, Game, Outcome, Rules, Side};

/// Combinations that are refused, each with a word of the reason.
const REFUSED: [(&str, &str); 44] = [
    ("city-8+throne_stop=all", "`throne_stop`"),
    ("city-8+throne_pass=all", "`throne_pass`"),
    ("city-8+hostile_throne=off", "`hostile_throne`"),
    ("lemery-compact+linnaean", "`linnaean`"),
    ("lemery-compact+leader_capture=by-throne", "`leader_capture=by-throne`"),
    ("hasami+move=hop+throne_stop=none", "`throne_stop=none`"),
    ("hasami+inciti+throne_pass=none", "`throne_pass=none`"),
    ("city-8+move=hop+corner_stop=none", "`corner_stop=none`"),
    ("hasami+throne_stop=leader", "`leader`"),
    ("city-8+corner_stop=leader", "`leader`"),
    ("city-8+hostile_corner=leader", "`leader`"),
    ("hasami-capture_run+hostile_throne=leader", "`leader`"),
    ("hasami+linnaean", "`leader`"),
    ("city-8+goal=none", "`goal`"),
    ("city-8+leader_reach=0", "`leader_reach`"),
    ("city-8+leader_edge=open", "`leader_edge`"),
    ("city-8+leader_capture=never", "`leader_capture`"),
    ("city-8+leader_surrounded", "`leader_surrounded`"),
    ("city-8+edge_fort", "`edge_fort`"),
    ("city-8+encirclement", "`encirclement`"),
    ("city-8+corner_size=2", "`corner_size`"),
    ("city-8+hostile_corner+corner_size=5", "half a side"),
    ("hasami+hostile_throne", "`capture_run`"),
    ("brandubh+bound=held", "`bound=held`"),
    ("city-8+inciti+shieldwall", "`shieldwall`"),
    ("lemery-latrunculi+intervention", "`intervention`"),
    ("city-8+bound=held+shieldwall", "`shieldwall`"),
    ("lemery-compact+inciti+leader_captures=anvil", "`leader.captures=anvil`"),
    ("lemery-compact+inciti+leader_edge=safe", "`leader.edge=safe`"),
    ("lemery-compact+leader_edge=captor", "`leader.edge=captor`"),
    ("old-hnefatafl+edge", "`edge`"),
    ("kowalski-8x12+leader_edge=safe", "`leader.edge=safe`"),
    ("ard-ri-step+leader_reach=2", "`leader.reach`"),
    ("city-8+captured=converted+surround", "`surround`"),
    ("lemery-compact+captured=cascading", "`leader`"),
    ("city-8+captured=converted+compulsory=huff", "`compulsory=huff`"),
    ("bell-8x8+goal=edge", "`setup.placement`"),
    ("copenhagen+goal=edge", "`edge_fort`"),
    ("copenhagen+intervention", "`intervention`"),
    ("lemery-compact+goal=edge+encirclement", "`encirclement`"),
    ("city-8+repetition=0+repeats=mover-loses", "`repeats=mover-loses`"),
    ("piso+repeats=illegal", "`repeats=illegal`"),
    ("city-8+die=4+repeats=illegal", "`die`"),
    ("city-8+swap+capture_again=any", "`swap`"),
];

#[test]
fn what_makes_no_sense_is_refused() {
    for (game, reason) in REFUSED {
        let error = Rules::parse(game).expect_err(game).to_string();
        let words = reason.trim_matches('`').replace("setup.", "").replace("leader.", "");
        assert!(error.contains(reason) || error.contains(&words), "{game}: {error}");
    }
}

#[test]
fn a_goal_is_kept_in_one_field() {
    let leader = |game: &str| -> Leader { Rules::parse(game).expect(game).leader.expect("it has a leader") };
    assert_eq!(leader("lemery-crossing").goal(), Goal::Crossing);
    assert_eq!(leader("lemery-crossing-goal").goal(), Goal::None);
    assert_eq!(leader("lemery-crossing+goal=edge").goal(), Goal::Edge);
    assert!(leader("lemery-compact+goal=crossing").crossing);
}

fn play(game: &AnyGame, state: &mut AnyState, moves: &[&str]) {
    for text in moves {
        let decision = game.parse_move_in(state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(state, decision);
    }
}

#[test]
fn players_change_sides_once() {
    let game = Game::of(Rules::parse("brandubh+swap").expect("a game"));
    let mut state = game.begin();
    play(&game, &mut state, &["d1-c1", "swap"]);
    assert!(game.text(state.position()).ends_with(" w 0,0 0,0 2 2 swapped"), "{}", game.text(state.position()));
    assert_eq!((state.position().side(), state.position().player()), (Side::White, Side::Black));
    assert!(game.parse_move_in(&state, "swap").is_err());
    let won = Outcome::win(Side::White, petteia_engine::EndReason::Escape);
    assert_eq!(state.position().outcome_by_player(won).winner, Some(Side::Black));
}
