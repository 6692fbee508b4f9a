//! Random rules.

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::{
    Adjudication, Bound, Compulsory, DeadPosition, Hopeless, Leader, LeaderCapture, LeaderOwner, LeaderStart, Movement,
    NoMoves, Setup,
};
use petteia_engine::{BoardSize, BySide, GameRng, Limits, Rules};

use super::positions::random_text;
use super::{Sample, one_in, pick};

/// Overlays, each with the values with which it may be drawn.
const OVERLAYS: [(&str, &[&str]); 19] = [
    ("+vagi", &[""]),
    ("+edge", &[""]),
    ("+corner", &[""]),
    ("+surround", &[""]),
    ("+die=", &["1", "2", "3", "4", "20"]),
    ("+inciti", &["", "+hopeless=idle"]),
    ("+inciti+hopeless=", &["idle", "captured"]),
    ("+bound=", &["one-turn", "trapped"]),
    ("+move=", &["slide", "step", "forward"]),
    ("+dead_position=", &["on", "off"]),
    ("+no_moves=", &["draw", "loses"]),
    ("+compulsory=", &["strict", "huff"]),
    ("+leader_captures=", &["off"]),
    ("+capture_target=", &["1", "2", "3", "6"]),
    ("+bare=", &["0", "1", "2", "5"]),
    ("+no_progress=", &["0", "3", "30"]),
    ("+turn_cap=", &["0", "9", "60"]),
    ("+stakes=", &["4"]),
    ("-", &["vagi", "edge", "corner", "bare", "capture_target", "compulsory", "dead_position"]),
];

/// Returns a game of the catalogue with random switches; `None` if the combination is rejected.
pub fn overlaid(rng: &mut GameRng) -> Option<Sample> {
    let game = &GAMES[rng.below(26) as usize];
    let mut name = game.id.to_owned();
    let one_in_so_many = pick(rng, &[3, 6, 12]);
    for (overlay, values) in OVERLAYS {
        if one_in(rng, one_in_so_many) {
            name += overlay;
            name += pick(rng, values);
        }
    }
    let rules = Rules::parse(&name).ok()?;
    Some(Sample { name, rules })
}

/// Files and ranks of small boards, on which everything soon touches everything else.
const SMALL_BOARDS: [(u8, u8); 9] = [(4, 4), (4, 4), (5, 4), (4, 5), (3, 6), (6, 3), (1, 6), (6, 1), (2, 5)];

const BOARDS: [(u8, u8); 5] = [(8, 8), (16, 8), (12, 10), (9, 9), (11, 11)];

/// Returns rules that no table contains, most of them on small boards; `None` if they are invalid.
pub fn own(rng: &mut GameRng) -> Option<Sample> {
    let (files, ranks) = if one_in(rng, 6) { pick(rng, &BOARDS) } else { pick(rng, &SMALL_BOARDS) };
    let movement = pick(rng, &[Movement::Slide, Movement::Slide, Movement::Step, Movement::Forward, Movement::Leap]);
    let inciti = one_in(rng, 2);
    let leaps = movement == Movement::Leap;
    let vagi = one_in(rng, 3) && !leaps;
    let rules = Rules {
        board: BoardSize { files, ranks },
        setup: setup(rng, u32::from(files) * u32::from(ranks)),
        movement,
        leader: if one_in(rng, 3) || leaps { None } else { Some(leader(rng)) },
        edge: one_in(rng, 3) && !leaps,
        corner: one_in(rng, 3) && !leaps,
        surround: one_in(rng, 3) && !leaps,
        inciti,
        hopeless: (inciti && one_in(rng, 2)).then(|| pick(rng, &[Hopeless::Captured, Hopeless::Idle])),
        vagi,
        bound: leaps.then(|| pick(rng, &[Bound::Trapped, Bound::OneTurn])),
        die: one_in(rng, if vagi { 2 } else { 4 }).then(|| pick(rng, &[1, 2, 3, 6])),
        compulsory: if leaps { BySide::default() } else { BySide::from_fn(|_| compulsory(rng)) },
        capture_target: one_in(rng, 4).then(|| pick(rng, &[1, 2, 3])),
        bare: BySide::from_fn(|_| one_in(rng, 2).then(|| pick(rng, &[0, 0, 1, 2]))),
        count_leader: one_in(rng, 2),
        no_moves: pick(rng, &[NoMoves::Loses, NoMoves::Draw]),
        dead_position: dead_position(rng),
        adjudication: adjudication(rng),
        stakes: None,
        limits: Limits {
            no_progress: pick(rng, &[0, 3, 40, 200]),
            turn_cap: pick(rng, &[0, 60, 2000]),
            ..Limits::default()
        },
    };
    let rules = if one_in(rng, 6) { from_a_position(rng, rules) } else { rules };
    let name = serde_json::to_string(&rules).expect("rules are data");
    Some(Sample { name, rules: rules.check().ok()? })
}

/// The same rules from a random position instead of their own start.
fn from_a_position(rng: &mut GameRng, rules: Rules) -> Rules {
    let setup = Setup::Position(random_text(rng, &rules));
    Rules { setup, ..rules }
}

fn setup(rng: &mut GameRng, squares: u32) -> Setup {
    match rng.below(4) {
        0 => Setup::Placement(pick(rng, &[1, 2, 3, 4])),
        // A full board, or one with one or two squares left.
        1 => Setup::Placement(u8::try_from(squares / 2 - rng.below(2)).expect("a board is small")),
        _ => Setup::Rows(BySide::from_fn(|_| pick(rng, &[1, 1, 1, 2, 0]))),
    }
}

fn leader(rng: &mut GameRng) -> Leader {
    let capture = pick(
        rng,
        &[LeaderCapture::Custodial, LeaderCapture::FourSided, LeaderCapture::FourSided, LeaderCapture::Never],
    );
    Leader {
        start: match rng.below(3) {
            0 => LeaderStart::LeftCentre,
            1 => LeaderStart::ThirdFromRight,
            _ => LeaderStart::Square { file: rng.below(4) as u8, rank: rng.below(3) as u8 },
        },
        owner: pick(rng, &[LeaderOwner::Both, LeaderOwner::Both, LeaderOwner::White, LeaderOwner::Black]),
        jump: one_in(rng, 2),
        capture,
        captures: !one_in(rng, 3),
        lose: one_in(rng, 2) && capture != LeaderCapture::Never,
        surrounded: one_in(rng, 3),
        crossing: one_in(rng, 3),
    }
}

fn compulsory(rng: &mut GameRng) -> Compulsory {
    pick(rng, &[Compulsory::Off, Compulsory::Off, Compulsory::Strict, Compulsory::Huff])
}

fn dead_position(rng: &mut GameRng) -> DeadPosition {
    pick(rng, &[DeadPosition::Default, DeadPosition::OffWithoutInciti, DeadPosition::On, DeadPosition::Off])
}

fn adjudication(rng: &mut GameRng) -> Adjudication {
    pick(rng, &[Adjudication::Draw, Adjudication::Captures, Adjudication::Pieces, Adjudication::LastMoverLoses])
}
