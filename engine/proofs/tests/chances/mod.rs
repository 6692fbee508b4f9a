//! Compares tables of expectations with a plain value iteration on small boards, and with games played by the tables.

use std::collections::HashMap;
use std::fs;

use petteia_engine::{AnyPosition, BoardSize, BySide, Dynamic, Game, GameRng, Position, Rules, Side};
use petteia_proofs::endgame::{Chances, Ending, MEAN_PLIES, Sample};

use crate::endgame::{ending, folder, options};
use crate::support::{Key, SmallGame, key, positions};

fn chances(game: &str, files: u8, ranks: u8) -> Chances {
    let rules = Rules { board: BoardSize { files, ranks }, ..Rules::read(game).unwrap() };
    Chances::new(&rules.check().unwrap()).unwrap()
}

/// What a decision leads to: a result for the player who made it, or the number of a position for the opponent.
type Reply = Result<f64, usize>;

/// A position of the plain solver: finished with a score, or with the replies to each face.
enum Plain {
    Over(f64),
    Open(Vec<Vec<Reply>>),
}

/// Finds what follows a position, by games played on in the engine.
fn look_at(game: &SmallGame, position: &Position<u64>, numbers: &HashMap<Key, usize>) -> Plain {
    let side = position.side();
    let score = |winner: Option<Side>| winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    let state = game.resume(*position);
    if let Some(outcome) = state.outcome() {
        return Plain::Over(score(outcome.winner));
    }
    let faces = game.awaits_roll(position).expect("the die has yet to be rolled");
    let replies = |face| {
        let mut rolled = state.clone();
        game.roll(&mut rolled, face);
        let replies = game.legal_moves(&rolled).into_iter().map(|decision| {
            let mut after = rolled.clone();
            game.play(&mut after, decision);
            after.outcome().map_or_else(|| Err(numbers[&key(after.position())]), |outcome| Ok(score(outcome.winner)))
        });
        replies.collect()
    };
    Plain::Open((1..=faces).map(replies).collect())
}

/// Returns the expected scores of all positions, iterated until none is farther than a millionth from the truth.
fn expectations(plain: &[Plain]) -> Vec<f64> {
    let stops = 1.0 / f64::from(MEAN_PLIES);
    let mut scores = vec![0.5; plain.len()];
    loop {
        let of_reply = |reply: &Reply| match *reply {
            Ok(score) => score,
            Err(number) => 1.0 - (stops * 0.5 + (1.0 - stops) * scores[number]),
        };
        let of_face = |replies: &Vec<Reply>| replies.iter().map(of_reply).fold(0.0, f64::max);
        let next: Vec<f64> = plain
            .iter()
            .map(|position| match position {
                Plain::Over(score) => *score,
                Plain::Open(faces) => faces.iter().map(of_face).sum::<f64>() / faces.len() as f64,
            })
            .collect();
        let change = next.iter().zip(&scores).map(|(now, before)| (now - before).abs()).fold(0.0, f64::max);
        scores = next;
        if change < stops * 1e-6 {
            return scores;
        }
    }
}

/// Solves a game on a small board and compares every position with the plain solver.
fn compare(game: &str, files: u8, ranks: u8, pieces: &str) {
    let name = format!("chances-{game}-{files}x{ranks}-{pieces}");
    let mut tables = chances(game, files, ranks);
    tables.solve(ending(pieces), &options(folder(&name)), &()).unwrap();
    let context = tables.context();
    let mut endings = context.endings_below(ending(pieces));
    for &ending in &endings {
        tables.verify(ending, Sample::All, &()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
    // The plain solver does not exchange colours.
    if context.colours_are_alike() {
        endings
            .extend(endings.clone().into_iter().map(|Ending { white, black }| Ending { white: black, black: white }));
        endings.sort();
        endings.dedup();
    }
    let plain = &Game::new(tables.game().rules().clone(), Dynamic::<u64>::new(BoardSize { files, ranks }));
    let start = plain.start();
    let stones = BySide::from_fn(|side| (start.pieces(side) & !start.leaders()).count_ones() as u16);
    let all: Vec<Position<u64>> = endings.iter().flat_map(|&ending| positions(plain, stones, ending)).collect();
    let numbers: HashMap<Key, usize> =
        all.iter().enumerate().map(|(number, position)| (key(position), number)).collect();
    let looked: Vec<Plain> = all.iter().map(|position| look_at(plain, position, &numbers)).collect();
    let expected = expectations(&looked);
    let mut sums: HashMap<_, (f64, f64)> = HashMap::new();
    for (position, expected) in all.iter().zip(&expected) {
        let probed = tables.probe(&position.cast()).unwrap();
        let difference = (probed.expectation - expected).abs();
        assert!(difference <= probed.error + 1e-6, "{name}: {} {probed:?} {expected}", plain.text(position));
        let (sum, count) = sums.entry(tables.context().seat(&position.cast())).or_default();
        (*sum, *count) = (*sum + expected, *count + 1.0);
    }
    for (seat, (sum, count)) in sums {
        let census = tables.census(seat).unwrap();
        assert!((census.mean - sum / count).abs() < 2e-6, "{name} {seat}: {census:?}");
        assert!(census.error < 1e-5 && (count / census.placements as f64).fract() == 0.0, "{name} {seat}");
    }
}

#[test]
fn expectations_agree_with_plain_value_iteration() {
    compare("city-8+die=4", 4, 4, "2v1");
    compare("city-8+die=4", 4, 4, "2v2");
    compare("city-8+die=2", 4, 3, "3v2");
    compare("city-8+die=1+edge", 5, 3, "2v2");
}

#[test]
fn expectations_of_other_rules_agree_with_plain_value_iteration() {
    compare("city-8+die=3+compulsory=strict+edge", 4, 3, "2v2");
    compare("city-8+die=2+vagi", 4, 3, "2v1");
    compare("city-8-forward+die=2+no_moves=draw", 4, 4, "2v2");
    compare("callen-simple-petteia+capture_target=3+die=4", 4, 4, "2v2");
    compare("lemery-ultra-compact+die=4", 4, 3, "L1vL1");
    compare("callen-proto-tafl+die=3", 4, 4, "L1v2");
}

/// Plays a game by the tables, which is drawn after every turn with the probability of the tables; returns White's score.
fn play(tables: &Chances, start: &AnyPosition, rng: &mut GameRng) -> f64 {
    let game = tables.game();
    let mut state = game.resume(*start);
    while state.outcome().is_none() {
        if let Some(faces) = game.awaits_roll(state.position()) {
            let face = rng.below(u32::from(faces)) as u8 + 1;
            game.roll(&mut state, face);
        }
        let probed = tables.probe(state.position()).unwrap();
        game.play(&mut state, probed.rolls[0].moves[0].0);
        if state.outcome().is_none() && rng.below(MEAN_PLIES) == 0 {
            return 0.5;
        }
    }
    let winner = state.outcome().and_then(|outcome| outcome.winner);
    winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White)))
}

#[test]
fn games_by_the_tables_score_what_the_tables_expect() {
    for (files, ranks, pieces) in [(4, 4, "2v1"), (4, 4, "2v2"), (5, 4, "3v2")] {
        let mut tables = chances("city-8+die=4", files, ranks);
        let folder = folder(&format!("chances-play-{files}x{ranks}-{pieces}"));
        tables.solve(ending(pieces), &options(folder), &()).unwrap();
        let plain = &Game::new(tables.game().rules().clone(), Dynamic::<u64>::new(BoardSize { files, ranks }));
        let all = positions(plain, BySide::both(u16::from(files)), ending(pieces));
        let (mut rng, games) = (GameRng::from_seed(7), 4000);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..games {
            let start: AnyPosition = all[rng.below(all.len() as u32) as usize].cast();
            let own = tables.probe(&start).unwrap().expectation;
            let expected = if start.side() == Side::White { own } else { 1.0 - own };
            let surplus = play(&tables, &start, &mut rng) - expected;
            sum += surplus;
            squares += surplus * surplus;
        }
        let (mean, error) = (sum / f64::from(games), squares.sqrt() / f64::from(games));
        assert!(mean.abs() < 4.0 * error, "{pieces}: {mean} with a standard error of {error}");
    }
}

#[test]
fn expectations_are_read_as_they_were_written() {
    let here = folder("chances-files");
    let mut made = chances("city-8+die=4", 4, 4);
    made.solve(ending("2v1"), &options(here.clone()), &()).unwrap();
    let mut read = chances("city-8+die=4+repetition=5", 4, 4);
    read.read(ending("2v1"), &here).unwrap();
    let position = made.game().parse("4/4/S3/s2S b 0,0 3,2 0 0 d2").unwrap();
    assert_eq!(read.probe(&position), made.probe(&position));
    assert_eq!(read.probe(&position).unwrap().rolls.len(), 1, "the die shows 2");
    for seat in made.held() {
        assert_eq!(read.census(seat), made.census(seat));
    }
    let error = chances("city-8+die=3", 4, 4).read(ending("2v1"), &here).unwrap_err().to_string();
    assert!(error.contains("other rules"), "{error}");
    let path = here.join("2v1.endgame");
    let mut damaged = fs::read(&path).unwrap();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, damaged).unwrap();
    let error = chances("city-8+die=4", 4, 4).read(ending("2v1"), &here).unwrap_err().to_string();
    assert!(error.contains("checksum"), "{error}");
}

#[test]
fn games_without_a_die_have_no_expectations() {
    assert_eq!(Chances::new(&Rules::parse("city-8").unwrap()).unwrap_err().what, "no die");
    let huffs = Chances::new(&Rules::parse("city-8+die=4+compulsory=huff").unwrap()).unwrap_err().to_string();
    assert!(huffs.contains("`compulsory=huff`: which stones may be huffed"), "{huffs}");
}
