//! Random rules.

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::switches::{SWITCHES, Switch};
use petteia_engine::rules::{
    Adjudication, Bound, CaptureAgain, Compulsory, DeadPosition, Entry, Hole, Hopeless, Komi, Leader, LeaderCapture,
    LeaderCaptures, LeaderMove, LeaderOwner, LeaderStart, LeaderSurrounded, Movement, NoMoves, Over, Placing, Progress,
    Removal, Repetition, Setup, TurnLimit, Undo,
};
use petteia_engine::{BoardSize, BySide, GameRng, Limits, Rules};

use super::positions::random_text;
use super::{Sample, one_in, pick};

/// Overlays, each with the values with which it may be drawn. Other switches are drawn with any of their values.
const OVERLAYS: [(&str, &[&str]); 20] = [
    ("+capture_again=", &["any", "any", "capturing", "off"]),
    ("+die=", &["1", "2", "3", "4", "20"]),
    ("+inciti", &["", "+hopeless=idle"]),
    ("+inciti+hopeless=", &["idle", "captured"]),
    (
        "+bound=",
        &[
            "one-turn",
            "trapped",
            "held",
            "held+removal=before-move",
            "held+entry=traps",
            "lasting",
            "lasting+removal=joined",
            "lasting+removal=joined+entry=safe",
            "chain",
            "chain+removal=all",
            "chain+entry=safe",
        ],
    ),
    (
        "+move=",
        &["slide", "step", "forward", "hop", "hop+over=any", "hop+over=own", "hop+bound=held+over=own-or-bound"],
    ),
    ("+no_moves=", &["draw", "loses", "passes", "adjudicate"]),
    ("+compulsory=", &["strict", "huff"]),
    ("+capture_target=", &["1", "2", "3", "6"]),
    ("+bare=", &["0", "1", "2", "5"]),
    ("+repetition=", &["forbidden", "forbidden-board", "forbidden-board", "0", "2", "4"]),
    ("+no_progress=", &["0", "3", "30", "board"]),
    ("+move_cap=", &["0", "1", "5", "30"]),
    ("+turn_cap=", &["0", "9", "60"]),
    ("+adjudication=", &["pieces", "pieces+komi=0.5", "free", "free+komi=1.5", "captures", "last-mover-loses", "draw"]),
    ("+komi=", &["0", "0.5", "1", "1.5", "3"]),
    ("+stakes=", &["4"]),
    ("-", &["vagi", "edge", "corner", "bare", "capture_target", "compulsory", "dead_position"]),
    ("-", &["hostile_corner", "capture_run", "capture_again", "leader_move", "over", "removal", "entry", "repetition"]),
    ("-", &["undo", "move_cap", "adjudication", "komi", "placing", "progress"]),
];

/// The switches of tafl and its kin, each with the values with which it may be drawn.
const SPECIAL: [(&str, &[&str]); 21] = [
    ("+goal=", &["edge", "corners", "corners", "crossing"]),
    ("+first=", &["white", "black"]),
    ("+throne_stop=", &["leader", "none", "all"]),
    ("+throne_pass=", &["leader", "none", "none", "all"]),
    ("+corner_stop=", &["leader", "none"]),
    ("+corner_size=", &["2", "1"]),
    ("+hostile_throne=", &["all", "stones", "leader", "white", "black", "off"]),
    ("+hostile_corner=", &["all", "stones", "leader", "white", "black"]),
    ("+linnaean", &[""]),
    ("+leader_reach=", &["1", "2", "3", "4"]),
    ("+leader_capture=", &["four-sided", "by-throne", "by-throne", "custodial", "never"]),
    ("+leader_edge=", &["captor", "safe"]),
    ("+leader_captures=", &["off", "anvil", "hammer"]),
    ("+leader_surrounded=", &["on", "open", "open"]),
    ("+shieldwall", &[""]),
    ("+intervention", &[""]),
    ("+captured=", &["converted", "cascading", "cascading"]),
    ("+edge_fort", &[""]),
    ("+encirclement", &[""]),
    ("+repeats=", &["mover-loses", "white-loses", "black-loses", "illegal", "illegal"]),
    ("+swap", &[""]),
];

/// Switches that the reference does not know.
const UNKNOWN_TO_THE_REFERENCE: [&str; 1] = ["fortress"];

/// The switches whose fields [`own`] draws in its own way; also `stakes`, which does not affect play, and `fortress`.
const DRAWN: [&str; 31] = [
    "adjudication",
    "bare",
    "bound",
    "capture_again",
    "capture_run",
    "capture_target",
    "compulsory",
    "corner",
    "dead_position",
    "die",
    "edge",
    "entry",
    "hopeless",
    "inciti",
    "komi",
    "leader_move",
    "move",
    "move_cap",
    "no_moves",
    "no_progress",
    "over",
    "placing",
    "progress",
    "removal",
    "repetition",
    "stakes",
    "surround",
    "turn_cap",
    "undo",
    "vagi",
    "fortress",
];

/// Adds some of the switches of tafl and its kin, in any order, as far as a check accepts them.
fn with_special<T>(rng: &mut GameRng, mut rules: T, one_in_so_many: u32, add: impl Fn(&T, &str) -> Option<T>) -> T {
    let mut switches = SPECIAL;
    for last in (1..switches.len()).rev() {
        let other = rng.below(u32::try_from(last + 1).expect("a short list")) as usize;
        switches.swap(last, other);
    }
    // Some of them need others.
    for (switch, values) in switches.iter().chain(&switches) {
        if one_in(rng, one_in_so_many) {
            let overlay = format!("{switch}{}", pick(rng, values));
            rules = add(&rules, &overlay).unwrap_or(rules);
        }
    }
    rules
}

/// Returns the switches that nothing here names: they are drawn for the games of [`own`] as for those of the catalogue, and
/// must make a difference in the comparison with the reference.
pub fn new_switches() -> impl Iterator<Item = &'static Switch> {
    SWITCHES.iter().filter(|switch| !DRAWN.contains(&switch.name) && !is_special(switch))
}

fn is_special(switch: &Switch) -> bool {
    SPECIAL.iter().any(|(overlay, _)| overlay.trim_matches(['+', '=']) == switch.name)
}

/// Returns a switch that is not among the overlays with any of its values.
fn with_any_value(rng: &mut GameRng, switch: &Switch) -> String {
    match switch.choices {
        [] if switch.example.is_empty() => format!("+{}", switch.name),
        [] => switch.example.clone(),
        words => format!("+{}={}", switch.name, pick(rng, words)),
    }
}

/// The number of squares above which a board is drawn rarely, because the reference is slow there.
const LARGE: u32 = 128;

/// Returns a game of the catalogue with random switches; `None` if the combination is rejected.
pub fn overlaid(rng: &mut GameRng) -> Option<Sample> {
    let game = &GAMES[rng.below(GAMES.len() as u32) as usize];
    if game.rules().board.squares() > LARGE && !one_in(rng, 20) {
        return None;
    }
    let mut name = game.id.to_owned();
    let one_in_so_many = pick(rng, &[3, 6, 12, 24]);
    for (overlay, values) in OVERLAYS {
        if one_in(rng, one_in_so_many) {
            name += overlay;
            name += pick(rng, values);
        }
    }
    let is_other = |switch: &&Switch| {
        let overlays = OVERLAYS.map(|(overlay, _)| overlay.trim_matches(['+', '=']));
        !overlays.contains(&switch.name) && !is_special(switch) && !UNKNOWN_TO_THE_REFERENCE.contains(&switch.name)
    };
    for switch in SWITCHES.iter().filter(is_other) {
        if one_in(rng, one_in_so_many) {
            name += &with_any_value(rng, switch);
        }
    }
    Rules::parse(&name).ok()?;
    let often = pick(rng, &[3, 6, 12, 100]);
    let name = with_special(rng, name, often, |name, overlay| {
        let longer = format!("{name}{overlay}");
        Rules::parse(&longer).is_ok().then_some(longer)
    });
    let rules = Rules::parse(&name).ok()?;
    Some(Sample { name, rules })
}

/// Files and ranks of small boards, on which everything soon touches everything else.
const SMALL_BOARDS: [(u8, u8); 12] =
    [(4, 4), (4, 4), (5, 4), (4, 5), (3, 6), (6, 3), (1, 6), (6, 1), (2, 5), (5, 5), (5, 3), (3, 3)];

const BOARDS: [(u8, u8); 5] = [(8, 8), (16, 8), (12, 10), (9, 9), (11, 11)];

const LARGE_BOARDS: [(u8, u8); 6] = [(12, 11), (11, 12), (7, 24), (24, 16), (17, 17), (20, 20)];

/// Returns rules that no table contains, most of them on small boards; `None` if they are invalid.
pub fn own(rng: &mut GameRng) -> Option<Sample> {
    let (files, ranks) = match rng.below(60) {
        0 => pick(rng, &LARGE_BOARDS),
        1..=9 => pick(rng, &BOARDS),
        _ => pick(rng, &SMALL_BOARDS),
    };
    let rules = Rules {
        board: BoardSize { files, ranks },
        setup: setup(rng, u32::from(files) * u32::from(ranks)),
        capture_target: one_in(rng, 4).then(|| pick(rng, &[1, 2, 3])),
        bare: BySide::from_fn(|_| one_in(rng, 2).then(|| pick(rng, &[0, 0, 1, 2]))),
        no_moves: pick(rng, &[NoMoves::Loses, NoMoves::Draw, NoMoves::Passes, NoMoves::Passes, NoMoves::Adjudicate]),
        dead_position: dead_position(rng),
        undo: pick(rng, &[Undo::Allowed, Undo::Allowed, Undo::Forbidden]),
        adjudication: adjudication(rng),
        limits: Limits {
            repetition: repetition(rng),
            no_progress: pick(rng, &[0, 3, 40, 200].map(TurnLimit::Turns)),
            move_cap: if one_in(rng, 6) { pick(rng, &[1, 2, 5, 20]) } else { 0 },
            turn_cap: pick(rng, &[0, 60, 2000].map(TurnLimit::Turns)),
            ..Limits::default()
        },
        ..Rules::default()
    };
    let is_tafl = one_in(rng, 3);
    let rules = match rng.below(8) {
        _ if is_tafl => tafl(rng, rules),
        0 => leaping(rng, rules),
        1..=4 => binding(rng, rules),
        _ => capturing(rng, rules),
    };
    let rules = if matches!(rules.setup, Setup::Placement(_)) { placing(rng, rules) } else { rules };
    let rules = if one_in(rng, 12) { coming_back(rng) } else { rules };
    let rules = with_komi(rng, rules);
    let rules = with_new_switches(rng, rules);
    let often = if is_tafl { pick(rng, &[2, 3, 6]) } else { pick(rng, &[4, 12, 100]) };
    let rules = with_special(rng, rules, often, |rules, overlay| {
        let with = rules.clone().with_overlay(overlay).ok()?;
        with.clone().check().is_ok().then_some(with)
    });
    let from_position = if is_tafl { !one_in(rng, 4) } else { one_in(rng, 6) };
    let rules = if from_position { from_a_position(rng, rules) } else { rules };
    let name = serde_json::to_string(&rules).expect("rules are data");
    Some(Sample { name, rules: rules.check().ok()? })
}

/// Adds each new switch to a third of the rules with which it goes together.
fn with_new_switches(rng: &mut GameRng, mut rules: Rules) -> Rules {
    for switch in new_switches() {
        if one_in(rng, 3) {
            let with = rules.clone().with_overlay(&with_any_value(rng, switch));
            rules = with.ok().filter(|with| with.clone().check().is_ok()).unwrap_or(rules);
        }
    }
    rules
}

/// Boards for tafl, most of them with a centre square.
const TAFL_BOARDS: [(u8, u8); 16] = [
    (5, 5),
    (5, 5),
    (5, 5),
    (5, 5),
    (7, 7),
    (7, 7),
    (3, 3),
    (7, 5),
    (5, 7),
    (5, 3),
    (9, 9),
    (4, 4),
    (6, 5),
    (6, 6),
    (1, 5),
    (7, 3),
];

/// A leader among stones, as a rule of one side, on a board with special squares.
fn tafl(rng: &mut GameRng, rules: Rules) -> Rules {
    let (files, ranks) = pick(rng, &TAFL_BOARDS);
    let rules = Rules { board: BoardSize { files, ranks }, setup: Setup::Rows(BySide::both(1)), ..rules };
    let place = LeaderStart::Square { file: files / 2, rank: pick(rng, &[1, ranks / 2]) };
    let rules = capturing(rng, rules);
    let owner = pick(rng, &[LeaderOwner::White, LeaderOwner::White, LeaderOwner::Black, LeaderOwner::Both]);
    let leader = leader(rng, &rules.setup);
    let is_plain = !one_in(rng, 3);
    Rules {
        leader: (!one_in(rng, 5)).then_some(Leader { start: place, owner, ..leader }),
        movement: pick(rng, &[Movement::Slide, Movement::Slide, Movement::Slide, Movement::Step]),
        over: None,
        inciti: rules.inciti && one_in(rng, 4),
        hopeless: None,
        die: rules.die.filter(|_| !is_plain),
        vagi: rules.vagi && !is_plain,
        edge: rules.edge && !is_plain,
        surround: rules.surround && !is_plain,
        compulsory: if is_plain { BySide::default() } else { rules.compulsory },
        ..rules
    }
}

/// Stones that leap, and are bound by leaps.
fn leaping(rng: &mut GameRng, rules: Rules) -> Rules {
    let rules = counting_bound(rng, rules);
    Rules {
        movement: Movement::Leap,
        bound: Some(pick(rng, &[Bound::Trapped, Bound::OneTurn])),
        die: die(rng, 4),
        ..with_inciti(rng, rules)
    }
}

/// What counts where stones are bound.
fn counting_bound(rng: &mut GameRng, rules: Rules) -> Rules {
    let adjudication = if one_in(rng, 2) { Adjudication::Free } else { rules.adjudication };
    let progress = pick(rng, &[None, Some(Progress::Captures), Some(Progress::Binds), Some(Progress::Binds)]);
    Rules { adjudication, limits: Limits { progress, ..rules.limits }, ..rules }
}

/// Few stones that are placed, and no limits: a capture may come back to a board of the placement.
fn coming_back(rng: &mut GameRng) -> Rules {
    let (files, ranks) = pick(rng, &[(1, 6), (6, 1), (5, 1), (3, 3), (2, 4), (4, 3)]);
    let goes_on = one_in(rng, 2);
    Rules {
        board: BoardSize { files, ranks },
        setup: Setup::Placement(pick(rng, &[1, 2, 2, 3])),
        movement: pick(rng, &[Movement::Slide, Movement::Slide, Movement::Step]),
        edge: one_in(rng, 2),
        corner: one_in(rng, 2),
        capture_again: if goes_on {
            pick(rng, &[CaptureAgain::Any, CaptureAgain::Capturing])
        } else {
            CaptureAgain::Off
        },
        compulsory: if goes_on { BySide::default() } else { BySide::from_fn(|_| compulsory(rng)) },
        bare: BySide::both(if one_in(rng, 2) { None } else { Some(0) }),
        no_moves: if one_in(rng, 4) { NoMoves::Passes } else { NoMoves::Loses },
        dead_position: DeadPosition::Off,
        limits: Limits { repetition: Repetition::ForbiddenBoard, ..Limits::NONE },
        ..Rules::default()
    }
}

/// A komi, where it counts.
fn with_komi(rng: &mut GameRng, rules: Rules) -> Rules {
    let counts = matches!(rules.adjudication, Adjudication::Pieces | Adjudication::Free);
    Rules { komi: Komi::of_halves(if counts { pick(rng, &[0, 0, 1, 2, 3, 6]) } else { 0 }), ..rules }
}

/// Stones that are bound by moves.
fn binding(rng: &mut GameRng, rules: Rules) -> Rules {
    let movement = pick(rng, &[Movement::Slide, Movement::Step, Movement::Hop, Movement::Hop]);
    let over = pick(rng, &[None, Some(Over::Any), Some(Over::Own), Some(Over::OwnOrBound), Some(Over::OwnOrBound)]);
    let bound = pick(rng, &[Bound::Held, Bound::Lasting, Bound::Lasting, Bound::Chain, Bound::Chain]);
    let rules = counting_bound(rng, rules);
    Rules {
        movement,
        over: over.filter(|_| movement == Movement::Hop),
        corner: one_in(rng, 2),
        bound: Some(bound),
        removal: if one_in(rng, 8) {
            None
        } else {
            Some(pick(rng, &[Removal::Instead, Removal::BeforeMove, Removal::Joined, Removal::All]))
        },
        entry: if one_in(rng, 8) { None } else { Some(pick(rng, &[Entry::Free, Entry::Traps, Entry::Safe])) },
        ..rules
    }
}

/// Pieces that are captured by moves.
fn capturing(rng: &mut GameRng, rules: Rules) -> Rules {
    let movement = pick(rng, &[Movement::Slide, Movement::Slide, Movement::Step, Movement::Forward, Movement::Hop]);
    let hops = movement == Movement::Hop;
    let goes_on = one_in(rng, 4) && rules.undo == Undo::Allowed;
    let vagi = one_in(rng, 3) && !hops && !goes_on;
    let rules = if hops || goes_on { rules } else { with_inciti(rng, rules) };
    Rules {
        movement,
        over: if hops { pick(rng, &[None, Some(Over::Any), Some(Over::Own)]) } else { None },
        leader: if one_in(rng, 3) || hops { None } else { Some(leader(rng, &rules.setup)) },
        count_leader: one_in(rng, 2),
        edge: one_in(rng, 3),
        corner: one_in(rng, 3),
        capture_run: one_in(rng, 4),
        capture_again: if goes_on {
            pick(rng, &[CaptureAgain::Any, CaptureAgain::Capturing])
        } else {
            CaptureAgain::Off
        },
        surround: one_in(rng, 3),
        vagi,
        die: if hops || goes_on { None } else { die(rng, if vagi { 2 } else { 4 }) },
        compulsory: if goes_on { BySide::default() } else { BySide::from_fn(|_| compulsory(rng)) },
        ..rules
    }
}

/// Adds dead squares to half of the rules, but to none on the largest boards, where the reference is too slow for them.
fn with_inciti(rng: &mut GameRng, rules: Rules) -> Rules {
    let inciti = one_in(rng, 2) && rules.board.squares() <= 140;
    let hopeless = (inciti && one_in(rng, 2)).then(|| pick(rng, &[Hopeless::Captured, Hopeless::Idle]));
    Rules { inciti, hopeless, ..rules }
}

/// Turns of several placements, a hole, and squares where stones would be between others.
fn placing(rng: &mut GameRng, rules: Rules) -> Rules {
    let has_centre = rules.board.files % 2 == 1 && rules.board.ranks % 2 == 1;
    Rules {
        per_turn: pick(rng, &[1, 1, 2, 2, 3]),
        hole: (has_centre && one_in(rng, 2)).then_some(Hole::Centre),
        placing: match rules.leader {
            None if rules.no_moves != NoMoves::Passes && !one_in(rng, 4) => {
                Some(pick(rng, &[Placing::Free, Placing::Safe, Placing::Quiet]))
            }
            _ => None,
        },
        ..rules
    }
}

fn die(rng: &mut GameRng, one_in_so_many: u32) -> Option<u8> {
    one_in(rng, one_in_so_many).then(|| pick(rng, &[1, 2, 3, 6]))
}

fn repetition(rng: &mut GameRng) -> Repetition {
    pick(
        rng,
        &[
            Repetition::Times(3),
            Repetition::Times(2),
            Repetition::OFF,
            Repetition::Forbidden,
            Repetition::ForbiddenBoard,
            Repetition::ForbiddenBoard,
        ],
    )
}

/// The same rules from a random position instead of their own start.
fn from_a_position(rng: &mut GameRng, rules: Rules) -> Rules {
    let setup = Setup::Position(random_text(rng, &rules));
    Rules { setup, ..rules }
}

fn setup(rng: &mut GameRng, squares: u32) -> Setup {
    match rng.below(4) {
        0 => Setup::Placement(pick(rng, &[1, 2, 3, 4])),
        // A full board, or one with a few squares left.
        1 => Setup::Placement(u8::try_from((squares / 2).saturating_sub(rng.below(3))).expect("half a board is small")),
        _ => Setup::Rows(BySide::from_fn(|_| pick(rng, &[1, 1, 1, 2, 0]))),
    }
}

fn leader(rng: &mut GameRng, setup: &Setup) -> Leader {
    let is_placed = matches!(setup, Setup::Placement(_));
    let capture = pick(
        rng,
        &[LeaderCapture::Custodial, LeaderCapture::FourSided, LeaderCapture::FourSided, LeaderCapture::Never],
    );
    let movement =
        pick(rng, &[LeaderMove::Slide, LeaderMove::Slide, LeaderMove::Step, LeaderMove::Hop, LeaderMove::Hop]);
    Leader {
        start: match rng.below(5) {
            _ if is_placed => LeaderStart::PlacedLast,
            0 => LeaderStart::LeftCentre,
            1 => LeaderStart::ThirdFromRight,
            2 => LeaderStart::RightCentre,
            3 => LeaderStart::BackRankCentre,
            _ => LeaderStart::Square { file: rng.below(4) as u8, rank: rng.below(3) as u8 },
        },
        owner: pick(rng, &[LeaderOwner::Both, LeaderOwner::Both, LeaderOwner::White, LeaderOwner::Black]),
        movement,
        jump: one_in(rng, 2) && movement == LeaderMove::Slide,
        capture,
        captures: if one_in(rng, 3) { LeaderCaptures::Off } else { LeaderCaptures::On },
        lose: one_in(rng, 2) && capture != LeaderCapture::Never,
        surrounded: if one_in(rng, 3) { LeaderSurrounded::On } else { LeaderSurrounded::Off },
        crossing: one_in(rng, 6) && !is_placed,
        ..Leader::default()
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
