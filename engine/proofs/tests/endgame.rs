//! Compares endgame tables with a plain solver on small boards, for all kinds of rules; tests their files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::all_cases::all_cases;
use crate::support;
use petteia_engine::rules::Setup;
use petteia_engine::{BoardSize, BySide, Dynamic, Event, Game, Position, Progress, Rules, Side};
use petteia_proofs::endgame::{Endgames, Ending, ProbeError, Sample, SolveError, SolveOptions, TablebaseBudget, Value};

/// Tables that threads can share.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Endgames>();
};

/// Returns an empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

pub fn options(folder: PathBuf) -> SolveOptions {
    SolveOptions { folder, memory: 1 << 30, save_every: Duration::from_secs(3600) }
}

fn endgames(game: &str, files: u8, ranks: u8) -> Endgames {
    let board = BoardSize { files, ranks };
    let mut rules = Rules { board, ..Rules::read(game).unwrap() };
    if let Setup::Placement(stones) = &mut rules.setup {
        *stones = (*stones).min((board.squares() as u8 - 1) / 4 * 2);
    }
    Endgames::new(&rules.check().unwrap()).unwrap()
}

pub fn ending(text: &str) -> Ending {
    text.parse().unwrap()
}

#[test]
fn a_cache_is_used_and_does_no_harm() {
    let rules =
        Rules { board: BoardSize { files: 4, ranks: 5 }, ..Rules::read("city-8+edge").unwrap() }.check().unwrap();
    let cache = folder("on-demand");
    let made = |cache: Option<&Path>| {
        let endgames = Endgames::on_demand(&rules, TablebaseBudget::UpTo(6), cache, &()).unwrap();
        endgames.held().into_iter().map(|seat| endgames.census(seat).unwrap().clone()).collect::<Vec<_>>()
    };
    let expected = made(None);
    assert!(expected.len() > 5);
    assert_eq!(made(Some(&cache)), expected);
    let place = fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    let file = place.join("3v1.endgame");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(made(Some(&cache)), expected, "a damaged table is computed again");
    assert_eq!(fs::read(&file).unwrap(), whole);
    let nowhere = file.join("below-a-file");
    assert_eq!(made(Some(&nowhere)), expected, "a cache that cannot be written is ignored");
}

#[test]
fn tables_that_another_process_makes_are_awaited() {
    let rules = Rules { board: BoardSize { files: 4, ranks: 4 }, ..Rules::read("city-8").unwrap() }.check().unwrap();
    let cache = folder("awaited");
    let small = Endgames::on_demand(&rules, TablebaseBudget::UpTo(2), Some(&cache), &()).unwrap();
    let place = small.folder_in(&cache);
    let lock = fs::OpenOptions::new().write(true).open(place.join("making.lock")).unwrap();
    lock.lock().unwrap();
    std::thread::scope(|scope| {
        let made = scope.spawn(|| Endgames::on_demand(&rules, TablebaseBudget::UpTo(3), Some(&cache), &()).unwrap());
        // The other one writes its table before it lets go; the one that waited reads it.
        let elsewhere = folder("made-meanwhile");
        endgames("city-8", 4, 4).solve(ending("2v1"), &options(elsewhere.clone()), &()).unwrap();
        let table = place.join("2v1.endgame");
        fs::copy(elsewhere.join("2v1.endgame"), &table).unwrap();
        let written = fs::metadata(&table).and_then(|file| file.modified()).unwrap();
        drop(lock);
        assert!(made.join().expect("it does not panic").holds(ending("2v1")));
        assert_eq!(fs::metadata(&table).and_then(|file| file.modified()).unwrap(), written);
    });
}

/// Solves a game on a small board and compares every position with the plain solver; returns the numbers of wins, draws
/// and losses.
fn compare(game: &str, files: u8, ranks: u8, pieces: &str) -> [usize; 3] {
    let mut tables = endgames(game, files, ranks);
    let name = format!("{game}-{files}x{ranks}-{pieces}");
    tables.solve(ending(pieces), &options(folder(&name)), &()).unwrap();
    let mut endings = tables.context().endings_below(ending(pieces));
    for &ending in &endings {
        tables.verify(ending, Sample::All, &()).unwrap_or_else(|fault| panic!("{name} {ending}: {fault}"));
    }
    // The plain solver does not exchange colours.
    let swapped = |ending: Ending| Ending { white: ending.black, black: ending.white };
    endings.extend(endings.clone().into_iter().map(swapped));
    endings.sort();
    endings.dedup();
    if !tables.context().colours_are_alike() {
        endings.retain(|ending| tables.holds(*ending));
    }
    let plain = &Game::new(tables.game().rules().clone(), Dynamic::<u64>::new(BoardSize { files, ranks }));
    let start = plain.start();
    let stones = BySide::from_fn(|side| {
        let on_board = (start.pieces(side) & !start.leaders()).count_ones() as u16;
        on_board + u16::from(start.hands()[side])
    });
    let values = support::values(plain, stones, &endings);
    let mut counts = [0; 3];
    for &ending in &endings {
        for position in support::positions(plain, stones, ending) {
            let expected = values[&support::key(&position)];
            let found = tables.exact_value(&position.cast()).expect("all endings are solved");
            assert_eq!(found, expected, "{name}: {}", plain.text(&position));
            match found {
                Value::Win(_) => counts[0] += 1,
                Value::Draw => counts[1] += 1,
                Value::Loss(_) => counts[2] += 1,
            }
        }
    }
    counts
}

/// Plays every move of every placement to find those won by a move that ends the game, as opposed to those in which a
/// capture leads to a won ending.
#[test]
fn what_is_won_at_once_is_won_by_a_move_that_ends_the_game() {
    let mut later = 0;
    for (game, files, ranks, pieces) in [
        ("city-8+edge", 4, 4, "2v2"),
        ("city-8", 4, 3, "3v2"),
        ("city-8+bare=1", 4, 3, "3v2"),
        ("lemery-ultra-compact", 4, 4, "L1vL1"),
    ] {
        let mut tables = endgames(game, files, ranks);
        let whole = ending(pieces);
        tables.solve(whole, &options(folder(&format!("at-once-{game}-{pieces}"))), &()).unwrap();
        let plain = &Game::new(tables.game().rules().clone(), Dynamic::<u64>::new(BoardSize { files, ranks }));
        let start = plain.start();
        let stones = BySide::from_fn(|side| (start.pieces(side) & !start.leaders()).count_ones() as u16);
        for seat in tables.context().seats(whole) {
            let census = tables.census(seat).expect("it is solved");
            let counted = Ending { white: seat.own, black: seat.other };
            let counted =
                if seat.side == Side::White { counted } else { Ending { white: seat.other, black: seat.own } };
            let mine =
                support::positions(plain, stones, counted).into_iter().filter(|position| position.side() == seat.side);
            let ends = |position: &Position<u64>| {
                let mut outcomes =
                    plain.moves(position).into_iter().map(|decision| plain.outcome_after(position, decision).1);
                outcomes.any(|outcome| outcome.is_some_and(|outcome| outcome.winner == Some(position.side())))
            };
            let expected = mine.filter(|position| plain.outcome(position).is_none() && ends(position)).count() as u64;
            assert_eq!(census.won_at_once, expected, "{game} {seat}");
            later += census.wins_by_plies.get(1).map_or(0, |won| won - expected);
        }
    }
    assert!(later > 0, "some capture leads to a won ending");
}

#[test]
fn plain_games_agree_with_the_plain_solver() {
    assert!(compare("city-8", 4, 3, "3v2").iter().all(|&count| count > 0));
    compare("city-8", 5, 3, "2v2");
    compare("city-8+edge", 4, 4, "2v2");
    compare("city-8", 4, 4, "2v2");
    compare("city-8+corner", 4, 3, "3v2");
    compare("city-8+surround", 4, 3, "2v2");
    compare("city-8-step", 4, 4, "2v2");
}

#[test]
fn ends_and_duties_agree_with_the_plain_solver() {
    compare("city-8+bare=1", 4, 3, "3v2");
    compare("city-8-forward+no_moves=draw", 4, 4, "2v2");
    compare("city-8+compulsory=strict+edge", 4, 3, "2v2");
    compare("city-8+dead_position=off", 4, 3, "2v1");
    compare("callen-simple-petteia-capture_target", 4, 4, "2v2");
    compare("callen-simple-petteia+capture_target=3", 4, 4, "2v2");
}

#[test]
fn passes_agree_with_the_plain_solver() {
    assert!(compare("city-8-step+no_moves=passes", 4, 3, "3v2").iter().all(|&count| count > 0));
    compare("city-8-forward+no_moves=passes", 4, 4, "2v2");
    compare("city-8+vagi+no_moves=passes", 4, 3, "2v2");
    compare("city-8+compulsory=strict+edge+no_moves=passes", 4, 3, "2v2");
    compare("lemery-ultra-compact+no_moves=passes", 4, 4, "L1vL1");
    for game in ["seega-5", "kharebga-5"] {
        compare(game, 3, 3, "4v2");
        compare(game, 5, 3, "2v2");
    }
}

#[test]
fn vagi_agree_with_the_plain_solver() {
    compare("city-8+vagi", 4, 4, "2v1");
    compare("city-8+vagi+edge", 4, 3, "2v2");
    compare("city-8+vagi+corner+bare=1", 4, 3, "2v2");
}

#[test]
fn leaders_agree_with_the_plain_solver() {
    compare("lemery-ultra-compact", 4, 4, "L1vL1");
    compare("lemery-compact-crossing", 4, 6, "L1vL");
    compare("callen-simple-latrunculi-capture_target", 4, 4, "L1vL1");
    compare("callen-simple-passing-leader", 4, 4, "L1v1");
    compare("callen-proto-tafl", 4, 4, "L1v2");
    compare("callen-simple-capture-leader+vagi", 4, 4, "L1v1");
}

/// Stops the work when a stage begins, as if the program were interrupted.
struct StopAt(&'static str);

impl Progress for StopAt {
    fn on_progress(&self, event: Event) {
        let Event::Stage(stage, _) = event else { return };
        let stage = stage.split_once(": ").map_or(stage, |(_, stage)| stage);
        assert!(!stage.starts_with(self.0), "stopped");
    }
}

#[test]
fn stopped_work_goes_on_and_comes_to_the_same_table() {
    let at_once = folder("at-once");
    endgames("city-8+vagi", 4, 4).solve(ending("2v1"), &options(at_once.clone()), &()).unwrap();
    let table = fs::read(at_once.join("2v1.endgame")).unwrap();
    for stage in ["first pass, 1", "distance 1", "distance 2", "distance 3", "counting"] {
        let stopped = folder(&format!("stopped at {stage}"));
        let options = SolveOptions { save_every: Duration::ZERO, ..options(stopped.clone()) };
        // The ending 1v1 comes first and is interrupted too; when it is finished, 2v1 is interrupted.
        for _ in 0..2 {
            let stops = || endgames("city-8+vagi", 4, 4).solve(ending("2v1"), &options, &StopAt(stage));
            assert!(std::panic::catch_unwind(stops).is_err(), "{stage}");
            endgames("city-8+vagi", 4, 4).solve(ending("1v1"), &options, &()).unwrap();
        }
        assert!(stopped.join("2v1.unfinished").exists(), "{stage}");
        endgames("city-8+vagi", 4, 4).solve(ending("2v1"), &options, &()).unwrap();
        assert!(fs::read(stopped.join("2v1.endgame")).unwrap() == table, "{stage}");
        assert!(!stopped.join("2v1.unfinished").exists(), "{stage}");
    }
}

#[test]
fn files_are_refused_that_are_damaged_or_of_other_rules() {
    let here = folder("refused");
    endgames("city-8", 4, 4).solve(ending("2v1"), &options(here.clone()), &()).unwrap();
    let read = |game: &str| endgames(game, 4, 4).read(ending("2v1"), &here).map_err(|error| error.to_string());
    assert_eq!(read("city-8"), Ok(()));
    assert_eq!(read("city-8+repetition=5"), Ok(()), "limits do not matter");
    assert!(read("city-8+edge").unwrap_err().contains("other rules"));
    let path = here.join("2v1.endgame");
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    for (bytes, problem) in
        [(&damaged[..], "checksum"), (&whole[..whole.len() - 1], "cut short"), (&whole[1..], "not an endgame table")]
    {
        fs::write(&path, bytes).unwrap();
        let error = read("city-8").unwrap_err();
        assert!(error.contains(problem) && error.contains("2v1.endgame"), "{error}");
    }
    let first = whole.iter().position(|&byte| byte == b'\n').unwrap();
    fs::write(&path, [&b"petteia endgame table"[..], &whole[first..]].concat()).unwrap();
    let error = read("city-8").unwrap_err();
    assert!(error.contains("another version") && error.contains("solve again"), "{error}");
    fs::remove_file(&path).unwrap();
    let missing = endgames("city-8", 4, 4).read(ending("2v1"), &here).unwrap_err();
    assert!(matches!(missing, SolveError::Store(error) if error.is_missing()));
}

#[test]
fn no_changed_byte_of_a_header_is_believed() {
    let here = folder("header");
    endgames("city-8", 4, 4).solve(ending("2v1"), &options(here.clone()), &()).unwrap();
    let path = here.join("2v1.endgame");
    let whole = fs::read(&path).unwrap();
    let blocks = whole.windows(11).position(|window| window == b"\"checksum\":").unwrap();
    for at in 0..blocks {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let said = endgames("city-8", 4, 4).read(ending("2v1"), &here).expect_err("a byte is wrong").to_string();
        assert!(said.contains("2v1.endgame"), "{at}: {said}");
        assert!(endgames("city-8", 4, 4).recorded(&here).is_err(), "{at}");
    }
}

#[test]
fn what_tables_cannot_hold_is_refused() {
    let refusal = |game: &str| Endgames::new(&Rules::parse(game).unwrap()).unwrap_err().to_string();
    assert!(refusal("city-8+die=4").contains("with a die"));
    assert!(refusal("city-8+inciti").contains("without `inciti`: the dead squares"));
    assert!(refusal("lemery-latrunculi").contains("without `movement=leap`: which stones are bound depends"));
    assert!(refusal("city-8+compulsory=huff").contains("`compulsory=huff`: which stones may be huffed"));
    let mut tables = endgames("city-8", 5, 4);
    let refused = |text: &str| tables.context().ending(ending(text)).unwrap_err();
    assert!(refused("6v1").to_string().contains("cannot have more"));
    assert!(refused("L1v1").to_string().contains("cannot have more"));
    assert_eq!(tables.context().ending(ending("2v3")), Ok(ending("3v2")));
    let options = SolveOptions { memory: 1000, ..options(folder("large")) };
    let too_large = tables.solve(ending("3v2"), &options, &());
    assert!(matches!(too_large, Err(SolveError::TooLarge { .. })));
    assert!(!options.folder.exists(), "a refused ending leaves no files");
}

#[test]
fn a_probe_shows_the_value_of_each_move() {
    let mut tables = endgames("city-8", 4, 4);
    tables.solve(ending("2v1"), &options(folder("probe")), &()).unwrap();
    let game = tables.game();
    let probe = |text: &str| tables.probe(&game.parse(text).unwrap());
    let corner = probe("4/4/S3/1sS1 w 0,0 3,2 0 0").unwrap();
    let text = |index: usize| (game.move_text(corner.moves[index].0), corner.moves[index].1);
    assert_eq!((corner.value, text(0)), (Value::Win(1), ("a2-a1".to_owned(), Value::Win(1))));
    assert!(corner.moves.is_sorted_by(|(_, better), (_, worse)| better >= worse));
    assert_eq!(corner.moves.len(), game.moves(&game.parse("4/4/S3/1sS1 w 0,0 3,2 0 0").unwrap()).len());
    let over = probe("4/4/4/S2s w 0,0 3,3 0 0").unwrap();
    assert_eq!((over.value, over.moves.len(), over.outcome.is_some()), (Value::Draw, 0, true));
    assert_eq!(probe("4/4/SS2/ss2 w 0,0 2,2 0 0"), Err(ProbeError::NoTable(ending("2v2"))));
}

#[test]
fn a_probe_refuses_captures_that_the_tables_do_not_count() {
    let mut tables = endgames("callen-simple-petteia+capture_target=3", 4, 4);
    tables.solve(ending("2v2"), &options(folder("captures")), &()).unwrap();
    let game = tables.game();
    let probe = |text: &str| tables.probe(&game.parse(text).unwrap());
    assert!(probe("4/4/SS2/ss2 w 0,0 2,2 0 0").is_ok());
    let error = probe("4/4/SS2/ss2 w 0,0 1,2 0 0").unwrap_err();
    assert_eq!(error, ProbeError::OtherCaptures { expected: "2,2".to_owned() });
}

#[test]
fn endings_of_boards_with_more_than_64_squares_have_tables() {
    let on_board = |files, ranks| {
        let rules = Rules { board: BoardSize { files, ranks }, ..Rules::read("city-8+edge").unwrap() };
        rules.check().unwrap()
    };
    let mut city_12 = Endgames::new(&on_board(12, 8)).unwrap();
    city_12.solve(ending("2v1"), &options(folder("city-12-2v1")), &()).unwrap();
    city_12.verify(ending("2v1"), Sample::All, &()).unwrap();
    let mut wider = Endgames::new(&on_board(12, 11)).unwrap();
    assert!(wider.endings_on_demand(TablebaseBudget::Small).contains(&ending("2v1")));
    if all_cases() {
        wider.solve(ending("2v1"), &options(folder("city-12x11-2v1")), &()).unwrap();
        wider.verify(ending("2v1"), Sample::All, &()).unwrap();
    }
    let largest = Endgames::new(&on_board(20, 20)).unwrap();
    assert!(largest.context().entries(ending("2v2")) > TablebaseBudget::SMALL);
    assert_eq!(largest.context().entries(ending("8v8")), u64::MAX);
}
