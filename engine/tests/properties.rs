//! Tests properties that hold in every game, along random games of the whole catalogue and of some overlays.

use std::collections::{HashMap, HashSet};

use petteia_engine::rules::catalogue::GAMES;
use petteia_engine::rules::{LeaderCapture, LeaderOwner, Repeats};
use petteia_engine::{
    CheckedRules, EndReason, Events, Game, GameRng, Geometry, Move, OnBoard, Position, Recorder, Rules, Side,
    SquareSet, State, game_seed, with_geometry,
};
use rand_core::Rng;

use crate::all_cases::all_cases;

const OVERLAID: [&str; 17] = [
    "city-8+vagi+die=2",
    "city-8+compulsory=huff+no_moves=draw+corner",
    "city-8+inciti",
    "city-8-double+inciti+surround+edge",
    "poleis+move=step+compulsory=strict",
    "callen-double-petteia+inciti",
    "callen-simple-latrunculi+inciti+hopeless=idle+edge",
    "callen-simple-capture-leader+surround+vagi",
    "callen-double-passing-leader+inciti",
    "lemery-petteia+surround+inciti",
    "lemery-petteia-advanced+die=3+inciti",
    "lemery-latrunculi+inciti+bound=one-turn",
    "pessoi-6x6+compulsory=huff+repetition=forbidden",
    "lemery-petteia+undo=forbidden+repetition=forbidden-board",
    "seneca+bound=chain+removal=joined+entry=safe",
    "irrgo-6x6+removal=all",
    "bell-8x8+repetition=forbidden-board+move_cap=60",
];

fn rules(text: &str) -> CheckedRules {
    Rules::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A property that holds in every game.
trait Property {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng);
}

struct Check<'a, P>(&'a mut P, &'a str, CheckedRules);

impl<P: Property> OnBoard for Check<'_, P> {
    type Output = ();

    fn run<G: Geometry>(self, geometry: G) {
        let Check(property, name, rules) = self;
        property.check(name, &Game::new(rules, geometry), &mut GameRng::from_seed(game_seed(5, 0, name.len() as u64)));
    }
}

fn in_game<P: Property>(name: &str, property: &mut P) {
    let rules = rules(name);
    with_geometry(rules.board, Check(property, name, rules));
}

/// The largest boards on which games are played unless all cases are asked for, in squares: beyond, games take thousands of
/// turns.
const MOST_SQUARES: u32 = 128;

/// The names of the games.
fn names() -> impl Iterator<Item = &'static str> {
    let is_played = |name: &&str| {
        let board = rules(name).board;
        all_cases() || u32::from(board.files) * u32::from(board.ranks) <= MOST_SQUARES
    };
    GAMES.iter().map(|game| game.id).chain(OVERLAID).filter(is_played)
}

fn in_all_games<P: Property>(property: &mut P) {
    names().for_each(|name| in_game(name, property));
}

/// Plays random games and passes each position that is not over to `look`, with its die rolled.
fn each_position<G: Geometry>(game: &Game<G>, rng: &mut GameRng, games: u32, mut look: impl FnMut(&State<G>)) {
    for _ in 0..games {
        let mut state = game.begin();
        while state.outcome().is_none() {
            game.roll_if_needed(&mut state, rng);
            look(&state);
            let decision = game.random_move(&state, rng);
            game.play(&mut state, decision);
        }
    }
}

struct TextRoundTrip;

impl Property for TextRoundTrip {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng) {
        each_position(game, rng, 4, |state| {
            let text = game.text(state.position());
            let read = game.parse(&text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            assert_eq!(&read, state.position(), "{name} {text}");
            assert_eq!(game.text(&read), text, "{name}");
        });
    }
}

#[test]
fn a_position_comes_back_from_its_text() {
    in_all_games(&mut TextRoundTrip);
}

/// The number of positions compared.
#[derive(Default)]
struct Numbering(u32);

impl Property for Numbering {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng) {
        let mut skip = 0;
        each_position(game, rng, 2, |state| {
            skip = (skip + 1) % 7;
            if skip != 0 {
                return;
            }
            let (position, decisions) = (state.position(), state.decisions());
            let history = state.history();
            let nth = |k| game.nth_move(position, decisions, k, history);
            let moves: Vec<Move> = (0..decisions.count()).map(nth).collect();
            assert_eq!(moves, game.legal_moves(state), "{name}");
            // Any squares will do.
            let targets = G::Set::truncate(u128::from(position.key()) << 40 ^ u128::from(position.key()));
            let goes_there = |decision: &Move| !matches!(decision, Move::Go { to, .. } if !targets.has(*to));
            let expected: Vec<Move> = moves.iter().copied().filter(goes_there).collect();
            let mut visited = Vec::new();
            game.each_move(position, decisions, targets, history, |decision| visited.push(decision));
            assert_eq!(visited, expected, "{name} {}", game.text(position));
            let texts: HashSet<String> = moves.iter().map(|&decision| game.move_text(decision)).collect();
            assert_eq!(texts.len() as u32, decisions.count(), "{name} {}", game.text(position));
            self.0 += 1;
            for decision in moves {
                assert_eq!(game.parse_move_in(state, &game.move_text(decision)), Ok(decision), "{name}");
            }
        });
    }
}

#[test]
fn every_decision_has_its_number_and_its_text() {
    let mut numbering = Numbering::default();
    in_all_games(&mut numbering);
    assert!(numbering.0 > 1000, "{} positions", numbering.0);
}

/// Swaps the case of a letter: White's pieces become Black's.
fn other_colour(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// Returns a rank with its squares in reverse order.
fn reversed(rank: &str) -> String {
    let squares: Vec<String> = rank.split_inclusive(|c: char| !c.is_ascii_digit()).map(str::to_owned).collect();
    let split = |part: &String| {
        let run: String = part.chars().take_while(char::is_ascii_digit).collect();
        [run.clone(), part[run.len()..].to_owned()]
    };
    squares.iter().flat_map(split).rev().collect()
}

fn left_right(text: &str) -> String {
    let (board, rest) = text.split_once(' ').expect("a position text has fields");
    let ranks: Vec<String> = board.split('/').map(reversed).collect();
    format!("{} {}", ranks.join("/"), with_last(rest, board, false))
}

/// Returns the fields behind the board with the last moves mirrored: left and right, or the colours and their sides.
fn with_last(rest: &str, board: &str, colours: bool) -> String {
    let Some((before, last)) = rest.split_once(" last=") else { return rest.to_owned() };
    let files: u8 = reversed(board.split('/').next().expect("a rank"))
        .split_inclusive(|c: char| !c.is_ascii_digit())
        .map(|part| {
            let letters = part.trim_start_matches(|c: char| c.is_ascii_digit());
            part[..part.len() - letters.len()].parse::<u8>().unwrap_or(0) + u8::from(!letters.is_empty())
        })
        .sum();
    let ranks = board.split('/').count();
    let square = |name: &str| {
        let (file, rank) = (name.as_bytes()[0], &name[1..]);
        match colours {
            true => format!("{}{}", char::from(file), ranks + 1 - rank.parse::<usize>().expect("a rank")),
            false => format!("{}{rank}", char::from(b'a' + (files - 1 - (file - b'a')))),
        }
    };
    let turn = |text: &str| match text.split_once('-') {
        Some((from, to)) if !from.is_empty() => format!("{}-{}", square(from), square(to)),
        _ => text.to_owned(),
    };
    let (white, black) = last.split_once(',').expect("two turns");
    let (white, black) = if colours { (black, white) } else { (white, black) };
    format!("{before} last={},{}", turn(white), turn(black))
}

fn colours_swapped(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    let board: String = ranks.join("/").chars().map(other_colour).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let (white, black) = fields[3].split_once(',').expect("two numbers");
    let rest = with_last(&fields[4..].join(" "), fields[0], true);
    format!("{board} {side} {} {black},{white} {rest}", fields[2])
}

#[test]
fn mirrors_mirror() {
    let text = "s3L2#/8/8/8/8/8/2v5/10S1 b 0,0 3,1 4 5 d2";
    assert_eq!(left_right(text), "#2L3s/8/8/8/8/8/5v2/1S10 b 0,0 3,1 4 5 d2");
    assert_eq!(colours_swapped(text), "10s1/2V5/8/8/8/8/8/S3l2# w 0,0 1,3 4 5 d2");
    let text = "4/1s2/3S/4/4 w 0,0 0,0 3 9 last=-,b3-b4";
    assert_eq!(left_right(text), "4/2s1/S3/4/4 w 0,0 0,0 3 9 last=-,c3-c4");
    assert_eq!(colours_swapped(text), "4/4/3s/1S2/4 b 0,0 0,0 3 9 last=b3-b2,-");
}

/// The number of positions compared with the colours swapped.
#[derive(Default)]
struct Mirrors(u32);

impl Property for Mirrors {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng) {
        let leader_of_one = game.rules().leader.is_some_and(|leader| leader.owner != LeaderOwner::Both);
        let same_for_both = !leader_of_one;
        let mut skip = 0;
        each_position(game, rng, 2, |state| {
            let position = state.position();
            skip = (skip + 1) % 16;
            if skip != 0 || position.is_placing() || position.huff_is_open() {
                return;
            }
            let text = game.text(position);
            let perft = |text: &str| {
                let position = game.parse(text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
                (game.perft(&position, 1), game.perft(&position, 2))
            };
            let counts = perft(&text);
            assert_eq!(perft(&left_right(&text)), counts, "{name} {text}, left and right swapped");
            if same_for_both {
                self.0 += 1;
                assert_eq!(perft(&colours_swapped(&text)), counts, "{name} {text}, colours swapped");
            }
        });
    }
}

#[test]
fn mirrored_positions_have_the_same_counts() {
    let mut mirrors = Mirrors::default();
    in_all_games(&mut mirrors);
    assert!(mirrors.0 > 500, "{} positions", mirrors.0);
}

/// Checks the counts of each decision against the position before it.
struct Ledger<'a, G: Geometry> {
    game: &'a Game<G>,
    before: Position<G::Set>,
}

impl<G: Geometry> Ledger<'_, G> {
    fn stones(&self, position: &Position<G::Set>, side: Side) -> u32 {
        let on_board = (position.pieces(side) & !position.leaders()).count();
        let leader_in_hand = self.game.rules().places_leader(side) && position.hands()[side] > 0;
        let gained = if self.game.rules().converts() { position.captured()[side] } else { 0 };
        on_board + u32::from(position.hands()[side]) - u32::from(leader_in_hand) + u32::from(position.captured()[!side])
            - u32::from(gained)
    }
}

impl<G: Geometry> Recorder<G> for Ledger<'_, G> {
    fn record(&mut self, choices: u32, decision: Move, events: &Events<G::Set>, after: &Position<G::Set>) {
        let (before, start) = (self.before, self.game.start());
        let text = || format!("{} in {}", self.game.move_text(decision), self.game.text(&before));
        assert!(choices > 0, "{}", text());
        assert_eq!(after.turn() - before.turn(), u32::from(events.turn_over), "{}", text());
        assert_eq!(after.side() != before.side(), events.turn_over, "{}", text());
        let had_captured = before.goes_on_with().is_some() || before.has_removed();
        let has_bound = after.turned() & after.pieces(after.side()) & !before.turned();
        let has_progress = self.game.rules().counts_binding() && events.turn_over && !has_bound.is_empty();
        let clock = match decision {
            _ if has_progress => 0,
            Move::Place(_) | Move::Decline => before.clock(),
            Move::Swap => before.clock() + u32::from(!before.is_placing()),
            Move::Huff(_) => 0,
            _ if events.captured() || had_captured => 0,
            _ => before.clock() + 1,
        };
        assert_eq!(after.clock(), clock, "{}", text());
        for side in Side::BOTH {
            assert_eq!(self.stones(after, side), self.stones(&start, side), "{}", text());
            let is_placed =
                before.hands()[side] == 1 && after.hands()[side] == 0 && self.game.rules().places_leader(side);
            let leader_before = (before.leaders() & before.pieces(side)).count() + u32::from(is_placed);
            let leader_after = (after.leaders() & after.pieces(side)).count();
            assert_eq!(leader_before - leader_after, u32::from(events.leader_fell[side]), "{}", text());
            let gained = if self.game.rules().converts() { events.lost[!side].count() } else { 0 };
            let fewer = before.pieces(side).count() + gained + u32::from(before.hands()[side])
                - after.pieces(side).count()
                - u32::from(after.hands()[side]);
            assert_eq!(fewer, events.lost[side].count(), "{}", text());
        }
        assert!((after.leaders() & !after.all_pieces()).is_empty(), "{}", text());
        assert!((after.turned() & !after.all_pieces()).is_empty(), "{}", text());
        assert!((after.inciti() & after.all_pieces()).is_empty(), "{}", text());
        let dead = if self.game.rules().inciti { events.lost.white | events.lost.black } else { G::Set::EMPTY };
        assert_eq!(after.inciti(), before.inciti() | dead, "{}", text());
        self.before = *after;
    }
}

struct Accounts;

impl Property for Accounts {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng) {
        for _ in 0..20 {
            let mut state = game.begin();
            let mut ledger = Ledger { game, before: *state.position() };
            let outcome = game.playout(&mut state, rng, &mut ledger);
            let turn_cap = game.rules().turn_cap();
            let at = |count: u32, limit: u32| limit > 0 && count >= limit;
            let (turn, clock) = (state.position().turn(), state.position().clock());
            assert!(turn_cap == 0 || turn <= turn_cap, "{name}");
            assert!(game.rules().no_progress() == 0 || clock <= game.rules().no_progress(), "{name}");
            assert_eq!(outcome.reason == EndReason::TurnCap, at(turn, turn_cap), "{name}");
            let moves = turn.saturating_sub(game.rules().placing_turns());
            assert_eq!(outcome.reason == EndReason::MoveCap, at(moves, game.rules().limits.move_cap), "{name}");
            assert_eq!(state.outcome(), Some(outcome), "{name}");
        }
    }
}

#[test]
fn every_game_ends_and_its_counts_add_up() {
    in_all_games(&mut Accounts);
}

/// Checks that nothing is left to sweep: every piece has an empty square in its region. Counts the positions with dead
/// squares.
#[derive(Default)]
struct SweptClean(u32);

impl Property for SweptClean {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng) {
        if !game.rules().inciti {
            return;
        }
        let leaders_stay = game.rules().leader.is_some_and(|leader| leader.capture == LeaderCapture::Never);
        each_position(game, rng, 20, |state| {
            let position = state.position();
            self.0 += u32::from(!position.inciti().is_empty());
            let living = game.geometry().board() & !position.inciti();
            let open = game.geometry().flood(living & !position.all_pieces(), living);
            let mut sealed = position.all_pieces() & !open;
            if leaders_stay {
                sealed &= !position.leaders();
            }
            assert!(sealed.is_empty(), "{name} {}", game.text(position));
        });
    }
}

#[test]
fn a_sweep_leaves_no_sealed_piece() {
    let mut swept = SweptClean::default();
    in_all_games(&mut swept);
    assert!(swept.0 > 1000, "{} positions with dead squares", swept.0);
}

/// Checks that a game that is stopped and read again continues in the same way. Counts the games that continued.
#[derive(Default)]
struct Resumption(u32);

impl Property for Resumption {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng) {
        let mut skip = 0;
        let mut stopped: Vec<(State<G>, GameRng)> = Vec::new();
        let mut noise = *rng;
        each_position(game, rng, 2, |state| {
            skip = (skip + 1) % 13;
            if skip == 0 && state.position().roll().is_none() {
                noise.next_u64();
                stopped.push((state.clone(), noise));
            }
        });
        for (mut state, stream) in stopped {
            let text = game.text(state.position());
            let mut resumed = game.resume(game.parse(&text).expect("a position of a game"));
            if resumed.outcome().is_some() {
                // After the last placement, a game continues where the same position read from text is tested for an
                // end (§8).
                assert_eq!(state.position().clock(), 0, "{name} {text}");
                continue;
            }
            self.0 += 1;
            let end = |state: &mut State<G>| {
                let outcome = game.playout(state, &mut stream.clone(), &mut ());
                (outcome, game.text(state.position()))
            };
            assert_eq!(end(&mut resumed), end(&mut state), "{name} {text}");
        }
    }
}

#[test]
fn a_resumed_game_goes_on_as_before() {
    let mut resumption = Resumption::default();
    // Without `repetition`, because a text does not contain the history.
    for name in names() {
        let unlimited = if rules(name).repeats == Repeats::default() { "" } else { "-repeats" };
        in_game(&format!("{name}{unlimited}+repetition=0"), &mut resumption);
    }
    assert!(resumption.0 > 500, "{} games", resumption.0);
}

/// The keys of all positions of some games, each with the position that it identifies.
#[derive(Default)]
struct Keys {
    by_key: HashMap<u64, String>,
    /// The number of texts in the games before.
    texts: usize,
}

impl Property for Keys {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng) {
        self.texts += self.by_key.len();
        self.by_key.clear();
        let mut by_text: HashMap<String, u64> = HashMap::new();
        each_position(game, rng, 30, |state| {
            if state.position().is_placing() {
                return;
            }
            let text = game.text(&state.position().with_roll(0));
            let fields: Vec<&str> = text.split(' ').collect();
            let huff = fields.get(6).copied().unwrap_or("");
            let same = format!("{} {} {huff}", fields[0], fields[1]);
            let key = state.position().key();
            assert_eq!(*by_text.entry(same.clone()).or_insert(key), key, "{name} {same} has two keys");
            assert_eq!(*self.by_key.entry(key).or_insert(same.clone()), same, "{name}: a key for two positions");
        });
    }
}

#[test]
fn keys_tell_positions_apart() {
    let mut keys = Keys::default();
    in_all_games(&mut keys);
    assert!(keys.texts > 100_000, "{} positions", keys.texts);
}

/// The number of moves to squares that are not decisive.
#[derive(Default)]
struct QuietMoves(u32);

impl Property for QuietMoves {
    fn check<G: Geometry>(&mut self, name: &str, game: &Game<G>, rng: &mut GameRng) {
        let free = Game::new(game.rules().unlimited().check().expect("limits may be off"), game.geometry());
        each_position(game, rng, 1, |state| {
            let snapshot = free.snapshot(state.position().with_roll(0));
            // Some positions of the long games suffice.
            if state.position().turn() % 16 > 1 || snapshot.outcome().is_some() || snapshot.position().is_placing() {
                return;
            }
            let sites = free.decisive_sites(snapshot.position());
            for decision in free.moves(snapshot.position()) {
                let Move::Go { to, .. } = decision else { continue };
                if sites.has(to) {
                    continue;
                }
                let mut after = snapshot;
                let events = free.play_snapshot(&mut after, decision, &mut ());
                let text = free.text(snapshot.position());
                assert!(!events.captured() && after.outcome().is_none(), "{name} {text} {decision:?}");
                let taken = free.captures_on_arrival(after.position(), state.position().side(), to);
                assert!(taken.is_empty(), "{name} {text} {decision:?}");
                self.0 += 1;
            }
        });
    }
}

#[test]
fn moves_to_other_than_decisive_squares_neither_capture_nor_end_the_game() {
    let mut quiet = QuietMoves::default();
    in_all_games(&mut quiet);
    for name in ["city-8+vagi", "city-8-step+surround", "city-8+bare=7+corner", "lemery-ultra-compact+no_moves=passes"]
    {
        in_game(name, &mut quiet);
    }
    assert!(quiet.0 > 20_000, "{} moves", quiet.0);
}
