//! The rules of a game as data (RULES §2 to §9): one value of [`Rules`] is one game.
//!
//! [`Rules::parse`] reads a game of the [catalogue] with [switches], serde reads a whole table, and
//! [`Rules::check`] rejects rules that make no sense. Only [`CheckedRules`] can be played;
//! [`explain`](fn@explain) puts them into words.

pub mod catalogue;
mod check;
mod checked;
mod combinations;
mod errors;
mod explain;
pub mod fields;
mod komi;
mod leader;
mod limits;
mod links;
mod slot;
mod support;
pub mod switches;
mod table;
mod values;

use serde::{Deserialize, Serialize};

pub use checked::CheckedRules;
pub use errors::{RulesError, RulesErrors, did_you_mean, nearest};
pub use explain::{Section, explain};
use fields::{Takes, choice, field, flag, whole};
pub use komi::Komi;
pub use leader::{Leader, LeaderStart};
pub use limits::{Limits, Repetition, TurnLimit};
use links::{HELD, STONES_ARE_BOUND, is, on};
pub use support::{Method, Unsupported};
use table::table;
pub use values::{
    Adjudication, Bound, CaptureAgain, Compulsory, DeadPosition, Entry, Hole, Hopeless, LeaderCapture, LeaderMove,
    LeaderOwner, Movement, NoMoves, Over, Placing, Progress, Removal, Undo,
};

use crate::vocab::{BoardSize, BySide, EndReason, MOST_FILES, MOST_RANKS, MOST_SQUARES, Side};

table! {
/// Everything that defines a game. Missing keys of a table take the values of `city-8`, the usual modern form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules at "" by |rules| Some(rules);

/// The board.
board: BoardSize = BoardSize { files: 8, ranks: 8 };
rows [
    whole(1, MOST_FILES.into(), 1, "columns of the board").at("board.files").note("at most 400 squares in all"),
    whole(1, MOST_RANKS.into(), 1, "rows of the board").at("board.ranks").note("at most 400 squares in all"),
];

/// The setup of the pieces (§2).
setup: Setup = Setup::Rows(BySide::both(1));
rows [
    whole(0, MOST_RANKS.into(), 2, "each side's stones fill this many ranks, from its back rank on").at("setup.rows").by_side()
        .note("excludes `setup.placement` and `setup.position`; a side with 0 needs a leader"),
    whole(1, MOST_SQUARES / 2, 2, "the board starts empty, and each side places this many stones in turn").at("setup.placement")
        .note("excludes `setup.rows` and `setup.position`; a leader needs `leader.start = \"placed-last\"`"),
    field(Takes::Position, 2, "the game starts from this position; after the board, the rest may be left out (White to move)").at("setup.position")
        .note("excludes `setup.rows` and `setup.placement`; each side that has a leader needs its `L` or `l` on the board"),
];

/// How many stones a placing turn has; only with placement (§2).
#[serde(skip_serializing_if = "is_one")]
per_turn: u8 = 1;
row whole(1, 255, 2, "how many stones a player places per turn").needs(&[], [on("setup.placement")]);

/// A square on which no stone is placed; only with placement (§2).
#[serde(skip_serializing_if = "Option::is_none")]
hole: Option<Hole> = None;
row choice::<Hole>(2, "the square on which no piece may be placed; after the placement it is like any other").or_off()
    .needs(&[], [on("setup.placement")]).note("needs a board with a centre square");

/// Where stones may be placed; only with placement, `free` by default (§2).
#[serde(skip_serializing_if = "Option::is_none")]
placing: Option<Placing> = None;
row choice::<Placing>(2, "where a stone may be placed: anywhere, not where enemy stones hold it, or nor where it holds an enemy stone").or_off()
    .needs(&[], [on("setup.placement")])
    .excludes(&["safe", "quiet"], [on("leader"), is("no_moves", &["passes"])])
    .switch("where a stone may be placed");

/// How stones move (§3).
movement: Movement = Movement::Slide;
row choice::<Movement>(3, "how stones move: any distance, one square, one square straight ahead, a step or a chain of leaps that capture (`leap`), or a step or a chain of leaps that do not (`hop`)")
    .excludes(&["leap"], [on("leader"), on("edge"), on("corner"), on("hostile_corner"), on("capture_run"), on("capture_again"), on("surround"), on("vagi"), on("compulsory")])
    .excludes(&["hop"], [on("leader"), on("inciti"), on("vagi"), on("die")])
    .excludes(&["forward"], [on("inciti")])
    .switch("how stones move").named("move").only(&["slide", "step", "forward", "hop"]).stays();

/// Whether a side may take back its last move (§3).
#[serde(skip_serializing_if = "is_default")]
undo: Undo = Undo::Allowed;
row choice::<Undo>(3, "whether a side may move a piece straight back to where it came from in its last turn")
    .excludes(&["forbidden"], [on("capture_again")])
    .switch("whether a side may take back its last move");

/// What stones that hop may cross; only with `hop`, `any` by default (§3).
#[serde(skip_serializing_if = "Option::is_none")]
over: Option<Over> = None;
row choice::<Over>(3, "which stones a hop may cross: any, those of its own side, or these and bound enemy stones").or_off()
    .needs(&[], [is("movement", &["hop"])]).needs(&["own-or-bound"], [is("bound", HELD)])
    .switch("which stones a hop may cross");

/// The special piece, for games that have one.
leader: Option<Leader> = None;
rows Leader::fields();

/// Stones captured against the edge of the board (§4).
edge: bool = false;
row flag(4, "the edge of the board captures: a stone on it is taken between the edge and an enemy")
    .switch("the edge of the board captures");

/// Pieces captured in a corner by their two neighbours (§4).
corner: bool = false;
row flag(4, "a piece in a corner is captured by enemies on both neighbouring squares")
    .switch("a piece in a corner is captured by its two neighbours");

/// A piece between an enemy and a corner square without a piece of its own side is captured (§4).
#[serde(skip_serializing_if = "std::ops::Not::not")]
hostile_corner: bool = false;
row flag(4, "a corner square captures: a piece is taken between it and an enemy, unless the corner holds a piece of its own side")
    .excludes(&[], [on("capture_run"), on("inciti")])
    .switch("corner squares capture");

/// Whole lines of pieces between two enemies are captured (§4).
#[serde(skip_serializing_if = "std::ops::Not::not")]
capture_run: bool = false;
row flag(4, "an unbroken line of pieces between two enemies is captured whole")
    .switch("an unbroken line of pieces between two enemies is captured whole");

/// Whether a piece that captures may go on (§4).
#[serde(skip_serializing_if = "is_default")]
capture_again: CaptureAgain = CaptureAgain::Off;
row choice::<CaptureAgain>(4, "whether a piece that has captured may move again in the same turn: no, with any move, or only to capture again")
    .excludes(&[], [on("inciti"), on("vagi"), on("die"), on("compulsory")])
    .switch("whether a piece that has captured may move again in the same turn");

/// Groups without an empty neighbour are captured (§4).
surround: bool = false;
row flag(4, "a group without an empty neighbouring square is captured")
    .switch("a group without an empty neighbour is captured");

/// Captured pieces leave a dead square (§5).
inciti: bool = false;
row flag(5, "captured pieces leave dead squares (Callen's rule; in Isidore inciti are pieces that cannot move)")
    .switch("captured pieces leave dead squares (Callen's rule)");

/// What happens to hopeless pieces; only with `inciti`, `captured` by default (§5).
hopeless: Option<Hopeless> = None;
row choice::<Hopeless>(5, "what happens to pieces that dead squares cut off from every capture").or_off()
    .needs(&[], [on("inciti")])
    .switch("what happens to pieces that dead squares cut off from every capture");

/// Stones that end their move away from every enemy are turned over: the rule of Poleis (§6).
vagi: bool = false;
row flag(6, "a stone that ends its move away from every enemy is turned over, and may then only move next to an enemy, until a capture turns it back (the rule of Poleis; Isidore's vagi only wander)")
    .switch("a stone that ends its move away from every enemy is turned over, and may then only move next to an enemy (the rule of Poleis, not of Isidore)");

/// How long a stone stays bound: `trapped` (the default) or `one-turn` with `leap`; `held`, `lasting` or `chain` without
/// (§6).
bound: Option<Bound> = None;
row choice::<Bound>(6, "how long a stone stays bound: while it is trapped, until the end of the trappers' next turn, or, where moves bind and do not capture, while two free enemy stones hold it, until it is removed, or while it is held and stones set free bind in turn").or_off()
    .needs(&["trapped", "one-turn"], [is("movement", &["leap"])])
    .excludes(HELD, [is("movement", &["leap", "forward"]), on("leader"), on("edge"), on("hostile_corner"), on("capture_run"), on("capture_again"), on("surround"), on("inciti"), on("vagi"), on("die"), on("compulsory")])
    .switch("how long a stone stays bound");

/// When bound stones are removed; only where moves bind, `instead` by default (§6).
#[serde(skip_serializing_if = "Option::is_none")]
removal: Option<Removal> = None;
row choice::<Removal>(6, "when bound stones are removed: one instead of a move, exactly one before every move, the same as one whole with the move, or all of them with every move").or_off()
    .needs(&[], [is("bound", HELD)])
    .switch("when a bound stone is removed");

/// Whether a stone may move between two enemies; only where moves bind, `free` by default (§6).
#[serde(skip_serializing_if = "Option::is_none")]
entry: Option<Entry> = None;
row choice::<Entry>(6, "when a stone may move between two enemies: always, only if the move binds an enemy stone, or only if no free enemies hold it then").or_off()
    .needs(&[], [is("bound", HELD)])
    .switch("when a stone may move between two enemies");

/// A die with this many faces limits the distance of every move (§3).
die: Option<u8> = None;
row whole(1, 255, 3, "a die with this many faces, rolled every turn, limits how far a piece moves").or_off()
    .switch("a die limits how far a piece moves").counts("faces", "4");

/// What each side must do when it can capture (§4).
compulsory: BySide<Compulsory> = BySide::both(Compulsory::Off);
row choice::<Compulsory>(4, "whether a side that can capture must do so: no, only captures are legal, or the piece may be huffed").by_side()
    .switch("whether a side must capture when it can");

/// A side that has captured this many stones wins (§8, test 4).
capture_target: Option<u16> = None;
row whole(1, 65_535, 8, "a side that has captured this many stones wins").or_off()
    .switch("a side that has captured this many stones wins").counts("stones", "5");

/// A side with at most this many pieces left loses (§8, test 5).
bare: BySide<Option<u16>> = BySide::both(Some(0));
row whole(0, 65_535, 8, "a side with this many pieces left, or fewer, loses").or_off().by_side()
    .switch("a side with this many pieces left, or fewer, loses").counts("pieces", "1");

/// Whether the leader counts as a piece in `bare`.
count_leader: bool = true;
row flag(8, "the leader counts as a piece in `bare`");

/// The result when the player to move has no legal move (§8, test 6).
no_moves: NoMoves = NoMoves::Loses;
row choice::<NoMoves>(8, "what happens when a player cannot move: a loss, a draw, a pass (adjudication if neither side can move), or adjudication")
    .excludes(&["passes"], [on("die"), is("hopeless", &["idle"])])
    .excludes(&["passes", "adjudicate"], [is("adjudication", &["last-mover-loses"])])
    .switch("what happens when a player cannot move");

/// Whether a dead position ends the game (§8, test 7).
dead_position: DeadPosition = DeadPosition::Default;
row choice::<DeadPosition>(8, "whether the game ends when no capture can ever happen; `default` is yes, except with `vagi` or `forward` and without `inciti`")
    .excludes(&["off"], [on("inciti")])
    .switch("whether the game ends when no capture can ever happen").only(&["on", "off"]);

/// How deadlocks and limits are decided (§8).
adjudication: Adjudication = Adjudication::Draw;
row choice::<Adjudication>(8, "who wins a dead or stopped game: nobody, more captured pieces, more pieces left, more pieces left that are not bound, or in a dead position the side that did not move last (a draw at a limit)")
    .needs(&["free"], STONES_ARE_BOUND)
    .switch("who wins a dead or stopped game");

/// What is added to Black's count when pieces are compared (§8).
#[serde(skip_serializing_if = "is_default")]
komi: Komi = Komi::default();
row field(Takes::Halves, 8, "what is added to Black's pieces when an adjudication compares them")
    .needs(&[], [is("adjudication", &["pieces", "free"])])
    .switch("what is added to Black's pieces when an adjudication compares them").counts("pieces", "1.5");

/// Faces of the die rolled for coins at each capture; does not affect play (§8).
stakes: Option<u8> = None;
row whole(1, 255, 8, "each captured piece is paid by a roll of a die with this many faces; never changes play").or_off()
    .switch("each captured piece is paid by a roll of the die").counts("faces", "6");

/// Limits that stop a game that does not end on the board (§8).
limits: Limits = Limits::default();
rows Limits::fields();
}

impl Rules {
    /// Reads rules like [`Rules::parse`], but does not check the combination, because a table may still change it.
    ///
    /// # Errors
    /// An unknown game or switch, a bad value, or a text longer than [`switches::MOST_BYTES`].
    pub fn read(text: &str) -> Result<Rules, RulesErrors> {
        switches::check_length(text)?;
        let (game, overlay) = catalogue::split(text)?;
        game.rules().with_overlay(overlay)
    }

    /// Splits the name of a game into the game and its switches, without `+`. A name outside the catalogue ends at its first
    /// `+`.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// assert_eq!(Rules::parts_of_name("city-8+vagi-edge+die=4"), ("city-8", vec!["vagi", "-edge", "die=4"]));
    /// assert_eq!(Rules::parts_of_name("my-nine+vagi"), ("my-nine", vec!["vagi"]));
    /// ```
    #[must_use]
    pub fn parts_of_name(name: &str) -> (&str, Vec<&str>) {
        let end =
            catalogue::split(name).map_or_else(|_| name.find('+').unwrap_or(name.len()), |(game, _)| game.id.len());
        let (game, overlay) = name.split_at(end);
        (game, switches::split(overlay))
    }

    /// Returns the same rules without limits, as proofs and evaluations use them. A rule that forbids repetition stays.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let unlimited = |game: &str| Rules::parse(game).unwrap().unlimited();
    /// assert_eq!(unlimited("city-8+repetition=5+turn_cap=300"), unlimited("city-8"));
    /// ```
    #[must_use]
    pub fn unlimited(&self) -> Rules {
        let repetition = if self.forbids_repetition() { self.limits.repetition } else { Repetition::OFF };
        Rules { limits: Limits { repetition, ..Limits::NONE }, ..self.clone() }
    }

    /// Applies switches such as `+vagi-edge` to the rules.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let rules = Rules { edge: true, ..Rules::default() };
    /// assert_eq!(rules.with_overlay("+vagi-edge"), Rules::read("city-8+vagi"));
    /// ```
    ///
    /// # Errors
    /// An unknown switch, a bad value, or a text longer than [`switches::MOST_BYTES`].
    pub fn with_overlay(mut self, overlay: &str) -> Result<Rules, RulesErrors> {
        switches::apply(&mut self, overlay)?;
        Ok(self)
    }

    /// Returns whether `side` starts with a leader.
    pub fn has_leader(&self, side: Side) -> bool {
        self.leader.is_some_and(|leader| match leader.owner {
            LeaderOwner::Both => true,
            LeaderOwner::White => side == Side::White,
            LeaderOwner::Black => side == Side::Black,
        })
    }

    /// Returns how many pieces each side has in hand at the start: its stones, and a leader that is placed last.
    ///
    /// ```
    /// use petteia_engine::{BySide, Rules};
    /// assert_eq!(Rules::read("bell-8x8").unwrap().hands(), BySide::both(17));
    /// ```
    pub fn hands(&self) -> BySide<u8> {
        let stones = self.setup.hands();
        match self.setup {
            Setup::Placement(_) => BySide::from_fn(|side| stones[side].saturating_add(self.places_leader(side).into())),
            _ => stones,
        }
    }

    /// Returns whether a side places a leader, as the last piece of its hand (§2).
    pub fn places_leader(&self, side: Side) -> bool {
        let is_placed = self.leader.is_some_and(|leader| leader.start == LeaderStart::PlacedLast);
        is_placed && self.has_leader(side) && matches!(self.setup, Setup::Placement(_))
    }

    /// Returns whether stones may go between two enemies only on a condition (§6).
    #[inline(always)]
    pub fn guards_entry(&self) -> bool {
        matches!(self.entry, Some(Entry::Traps | Entry::Safe))
    }

    /// Returns whether a player removes a bound stone before moving (§6).
    #[inline(always)]
    pub fn removes_first(&self) -> bool {
        matches!(self.removal, Some(Removal::BeforeMove | Removal::Joined))
    }

    /// Returns whether the removal of a stone before a move and this move are one whole (§6).
    #[inline(always)]
    pub fn joins_removal(&self) -> bool {
        self.removal == Some(Removal::Joined)
    }

    /// Returns whether every move begins with the removal of all bound enemy stones (§6).
    #[inline(always)]
    pub fn removes_all(&self) -> bool {
        self.removal == Some(Removal::All)
    }

    /// Returns whether stones may not be placed on every square (§2).
    #[inline(always)]
    pub fn restricts_placing(&self) -> bool {
        matches!(self.placing, Some(Placing::Safe | Placing::Quiet))
    }

    /// Returns whether a player without a move passes (§8).
    #[inline(always)]
    pub fn passes(&self) -> bool {
        self.no_moves == NoMoves::Passes
    }

    /// Returns whether a side must capture if it can (§4).
    #[inline(always)]
    pub fn some_side_must_capture(&self) -> bool {
        self.compulsory != BySide::default()
    }

    /// Returns whether a side that does not capture can lose the piece (§4).
    #[inline(always)]
    pub fn some_side_is_huffed(&self) -> bool {
        self.compulsory.white == Compulsory::Huff || self.compulsory.black == Compulsory::Huff
    }

    /// Returns whether earlier positions matter (§8).
    #[inline(always)]
    pub fn counts_positions(&self) -> bool {
        self.forbids_repetition() || self.limits.repetition.limit() > 0
    }

    /// Returns whether moves bind stones between two free enemies and capture nothing: `bound` is `held`, `lasting` or
    /// `chain` (§6).
    #[inline(always)]
    pub fn holds(&self) -> bool {
        matches!(self.bound, Some(Bound::Held | Bound::Lasting | Bound::Chain))
    }

    /// Returns whether the binding of a stone counts as progress (§8).
    #[inline(always)]
    pub fn counts_binding(&self) -> bool {
        self.limits.progress == Some(Progress::Binds)
    }

    /// Returns whether enemy stones can be bound, by leaps or by holding them.
    #[inline(always)]
    pub fn binds(&self) -> bool {
        self.movement == Movement::Leap || self.holds()
    }

    /// Returns whether the adjudicator, not the board, decides games that end for this reason.
    ///
    /// ```
    /// use petteia_engine::{EndReason, Rules};
    /// let adjudicates = |game: &str| Rules::read(game).unwrap().adjudicates(EndReason::NoMoves);
    /// assert!(adjudicates("piso") && adjudicates("seega-5") && !adjudicates("city-8"));
    /// ```
    pub fn adjudicates(&self, reason: EndReason) -> bool {
        let standstill = matches!(self.no_moves, NoMoves::Passes | NoMoves::Adjudicate);
        reason.is_adjudicated() || (reason == EndReason::NoMoves && standstill)
    }

    /// Returns after how many turns without a capture the game is adjudicated; 0 for no limit (§8).
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let turns = |game: &str| Rules::read(game).unwrap().no_progress();
    /// assert_eq!((turns("city-8"), turns("seega-11x12"), turns("seega-11x12+no_progress=200")), (200, 412, 200));
    /// ```
    #[inline(always)]
    pub fn no_progress(&self) -> u32 {
        match self.limits.no_progress {
            TurnLimit::Turns(turns) => turns,
            TurnLimit::ByBoard => limits::no_progress_of(self.board),
        }
    }

    /// Returns after how many turns the game is stopped as unfinished; 0 for no limit (§8).
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let turns = |game: &str| Rules::read(game).unwrap().turn_cap();
    /// assert_eq!((turns("city-8"), turns("seega-17x18"), turns("seega-17x18+turn_cap=2000")), (2000, 19_120, 2000));
    /// ```
    #[inline(always)]
    pub fn turn_cap(&self) -> u32 {
        match self.limits.turn_cap {
            TurnLimit::Turns(turns) => turns,
            TurnLimit::ByBoard => limits::turn_cap_of(self.board),
        }
    }

    /// Returns whether a move that repeats a position or a board is illegal (§8).
    #[inline(always)]
    pub fn forbids_repetition(&self) -> bool {
        matches!(self.limits.repetition, Repetition::Forbidden | Repetition::ForbiddenBoard)
    }

    /// Returns whether a move that repeats a board is illegal, whoever is to move (§8).
    #[inline(always)]
    pub fn forbids_boards(&self) -> bool {
        self.limits.repetition == Repetition::ForbiddenBoard
    }

    /// Returns whether a side may not take back its last move (§3).
    #[inline(always)]
    pub fn forbids_undo(&self) -> bool {
        self.undo == Undo::Forbidden
    }

    /// Returns how many turns the placement takes, both sides together (§2).
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let turns = |game: &str| Rules::read(game).unwrap().placing_turns();
    /// assert_eq!((turns("city-8"), turns("poleis"), turns("seega-5"), turns("bell-8x8")), (0, 32, 12, 18));
    /// ```
    pub fn placing_turns(&self) -> u32 {
        let turns = |side| {
            let stones = u32::from(self.setup.hands()[side]);
            stones.div_ceil(u32::from(self.per_turn).max(1)) + u32::from(self.places_leader(side))
        };
        turns(Side::White) + turns(Side::Black)
    }

    /// Returns whether both sides have the same pieces, start and rules, so that they differ only in the first move.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let equal = |game: &str| Rules::read(game).unwrap().sides_are_equal();
    /// assert!(equal("city-8") && !equal("callen-proto-tafl"));
    /// ```
    pub fn sides_are_equal(&self) -> bool {
        let same_start = match &self.setup {
            Setup::Rows(rows) => rows.white == rows.black,
            Setup::Placement(_) => true,
            Setup::Position(text) => is_symmetric(text),
        };
        same_start
            && self.has_leader(Side::White) == self.has_leader(Side::Black)
            && self.compulsory.white == self.compulsory.black
            && self.bare.white == self.bare.black
            && self.komi == Komi::default()
    }
}

/// The setup of the pieces (§2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    /// Each side's stones fill this many ranks, from its back rank on.
    Rows(BySide<u8>),
    /// The board starts empty and each side places this many stones in turn.
    Placement(u8),
    /// The game starts from this position text (§10).
    Position(String),
}

impl Setup {
    /// Returns how many stones each side has in hand at the start.
    ///
    /// ```
    /// use petteia_engine::{BySide, rules::Setup};
    /// assert_eq!(Setup::Placement(16).hands(), BySide::both(16));
    /// assert_eq!(Setup::Position("4/4/4/S2s b 2,3 0,0 0 1".into()).hands(), BySide { white: 2, black: 3 });
    /// ```
    pub fn hands(&self) -> BySide<u8> {
        match self {
            Setup::Rows(_) => BySide::both(0),
            Setup::Placement(stones) => BySide::both(*stones),
            Setup::Position(text) => {
                let hands = text.split(' ').nth(2).and_then(|hands| hands.split_once(','));
                let read = |(white, black): (&str, &str)| {
                    Some(BySide { white: white.parse().ok()?, black: black.parse().ok()? })
                };
                hands.and_then(read).unwrap_or_default()
            }
        }
    }
}

/// Returns whether White is to move in a position text and both sides have the same pieces: with the colours exchanged, the board is
/// its own mirror image or its own image turned by 180°.
fn is_symmetric(position: &str) -> bool {
    let fields: Vec<&str> = position.split(' ').collect();
    let [board, "w", hands, captured, ..] = fields[..] else { return false };
    let are_equal = |pair: &str| pair.split_once(',').is_some_and(|(white, black)| white == black);
    let rows: Vec<String> = board.split('/').map(spelled_out).collect();
    let exchanged = |row: &String| -> String {
        row.chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let mirrored: Vec<String> = rows.iter().rev().map(exchanged).collect();
    let turned: Vec<String> = mirrored.iter().map(|row| row.chars().rev().collect()).collect();
    are_equal(hands) && are_equal(captured) && (rows == mirrored || rows == turned)
}

/// Returns a rank of a position text with a dot for each empty square.
fn spelled_out(rank: &str) -> String {
    let mut squares = String::new();
    let mut run = 0_usize;
    for c in rank.chars() {
        match c.to_digit(10) {
            Some(digit) => run = (10 * run + digit as usize).min(usize::from(u8::MAX)),
            None => {
                squares += &".".repeat(std::mem::take(&mut run));
                squares.push(c);
            }
        }
    }
    squares + &".".repeat(run)
}

fn is_one(number: &u8) -> bool {
    *number == 1
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
