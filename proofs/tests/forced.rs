//! Forced fortresses: what the search finds is checked by a checker that shares nothing with it, and played.

use petteia_engine::{Fixed, Game, GameRng, Geometry, Move, Rules, Side, SquareSet};
use petteia_proofs::check::{CheckedCertificate, check_certificate};
use petteia_proofs::force::{Camp, Certificate, Goal, Search, Solved};
use petteia_proofs::fortress::prove;

type Square12 = Fixed<u128, 12, 8>;
type Square8 = Fixed<u64, 8, 8>;

fn camp<G: Geometry>(name: &str, geometry: G, side: Side, ranks: u8) -> Camp<G> {
    Camp::new(Game::new(Rules::parse(name).unwrap(), geometry), side, ranks).unwrap()
}

fn forced<G: Geometry>(name: &str, geometry: G, goal: Goal) -> (Solved, String) {
    let mut search = Search::new(camp(name, geometry, Side::White, 2), goal);
    let roots = search.roots(true);
    let solved = search.solve(&roots, 6, |_, _, _| {});
    (solved, Certificate::of(&mut search, name, &roots).text())
}

#[test]
fn the_first_player_forces_a_fortress() {
    for (name, within) in [("city-8", 5), ("city-8+corner", 5)] {
        let (solved, text) = forced(name, Square8::default(), Goal::Fortress);
        assert_eq!(solved, Solved::Within(within), "{name}");
        let checked = check_certificate(&text).unwrap();
        assert_eq!((checked.game.as_str(), checked.side, checked.within), (name, Side::White, within));
    }
    for (name, goal) in [("city-12", Goal::Fortress), ("callen-simple-petteia", Goal::Safe)] {
        let (solved, text) = forced(name, Square12::default(), goal);
        assert_eq!(solved, Solved::Within(3), "{name}");
        let CheckedCertificate { within, safe, .. } = check_certificate(&text).unwrap();
        assert_eq!((within, safe), (3, goal == Goal::Safe), "{name}");
    }
}

#[test]
fn both_sides_force_one_where_they_have_two_rows_or_step() {
    for (name, ranks, within) in [("city-8-double", 3, 1), ("city-8-double+edge+corner", 3, 2), ("city-8-step", 3, 4)] {
        for side in Side::BOTH {
            let mut search = Search::new(camp(name, Square8::default(), side, ranks), Goal::Safe);
            let roots = search.roots(side == Side::White);
            assert_eq!(search.solve(&roots, within, |_, _, _| {}), Solved::Within(within), "{name} {side:?}");
            let checked = check_certificate(&Certificate::of(&mut search, name, &roots).text()).unwrap();
            assert_eq!((checked.side, checked.within, checked.safe), (side, within, true), "{name}");
        }
    }
}

#[test]
fn a_certificate_with_any_line_changed_or_missing_is_refused() {
    let (_, text) = forced("city-12", Square12::default(), Goal::Fortress);
    let lines: Vec<&str> = text.lines().collect();
    let mut refused = 0;
    for i in (0..lines.len()).step_by(1 + lines.len() / 60) {
        let without: Vec<&str> = lines.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &line)| line).collect();
        assert!(check_certificate(&without.join("\n")).is_err(), "without `{}`", lines[i]);
        refused += 1;
    }
    assert!(refused >= 40, "{refused} lines");
    for (from, to) in [("side white", "side black"), ("game city-12", "game city-12+edge"), ("ranks 2", "ranks 3")] {
        assert!(check_certificate(&text.replace(from, to)).is_err(), "{to}");
    }
    let shorter = text.replacen(" 3 ", " 2 ", 1);
    assert!(check_certificate(&shorter).is_err(), "the first move is said to need two moves");
}

#[test]
fn the_strategy_holds_in_the_real_game() {
    let (_, text) = forced("city-8", Square8::default(), Goal::Fortress);
    let game = Game::new(Rules::parse("city-8").unwrap(), Square8::default());
    let mut rng = GameRng::from_seed(5);
    for number in 0..400 {
        let mut state = game.begin();
        let mut moves = 0;
        while prove(&game, state.position(), Side::White).fortress().is_none() {
            assert_eq!(state.outcome(), None, "game {number}");
            assert!(moves < 5, "game {number}: no fortress after {moves} moves");
            let told = game.text(state.position());
            let ranks: Vec<&str> = told.split(['/', ' ']).collect();
            let start = format!("{}/{} ", ranks[6], ranks[7]);
            let line = text.lines().find(|line| line.starts_with(&start) && !line.contains('=')).unwrap();
            let decision = line.split(' ').nth(2).unwrap();
            let decision = game.parse_move(state.position(), decision).unwrap();
            game.advance(&mut state, decision);
            moves += 1;
            if state.outcome().is_none() {
                let answer = sharpest(&game, &state, &mut rng);
                game.advance(&mut state, answer);
            }
        }
    }
}

/// A random answer, most often one that captures or comes into White's first ranks.
fn sharpest(game: &Game<Square8>, state: &petteia_engine::State<Square8>, rng: &mut GameRng) -> Move {
    let moves = game.moves(state.position());
    let near = |decision: &Move| matches!(decision, Move::Go { to, .. } if to.0 < 16);
    let captures: Vec<Move> = moves.iter().copied().filter(|&m| game.is_capture(state.position(), m)).collect();
    let intrusions: Vec<Move> = moves.iter().copied().filter(near).collect();
    let pick = |from: &[Move], rng: &mut GameRng| from[rng.below(from.len() as u32) as usize];
    if !captures.is_empty() {
        pick(&captures, rng)
    } else if !intrusions.is_empty() && rng.below(5) > 0 {
        pick(&intrusions, rng)
    } else {
        pick(&moves, rng)
    }
}

#[test]
fn what_the_game_in_a_camp_does_not_describe_is_refused() {
    for name in ["poleis", "city-8-forward", "lemery-petteia", "city-8+vagi", "city-8+surround", "city-8+inciti"] {
        let rules = Rules::parse(name).unwrap();
        let refused = match rules.board.files {
            8 => Camp::new(Game::new(rules, Square8::default()), Side::White, 2).err(),
            _ => Camp::new(Game::new(rules, Square12::default()), Side::White, 2).err(),
        };
        assert!(refused.is_some(), "{name}");
    }
    for ranks in [1, 7] {
        let game = Game::new(Rules::parse("city-8").unwrap(), Square8::default());
        assert!(Camp::new(game, Side::White, ranks).is_err(), "{ranks} ranks");
    }
    assert_eq!(camp("city-8", Square8::default(), Side::Black, 3).squares().count(), 24);
}
