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
mod queries;
mod setup;
mod slot;
mod support;
pub mod switches;
mod table;
mod tafl;
mod values;

use serde::{Deserialize, Serialize};

pub use checked::CheckedRules;
pub use errors::{RulesError, RulesErrors, did_you_mean, nearest};
pub use explain::{IN_SHORT, Section, explain};
use fields::{Takes, choice, field, flag, whole};
pub use komi::Komi;
pub use leader::{Leader, LeaderStart};
pub use limits::{Limits, Repetition, TurnLimit};
use links::{CAPTURE, HELD, LIMITED, STONES_ARE_BOUND, is, on};
pub use setup::Setup;
pub use support::{Method, Unsupported};
use table::table;
pub use values::{
    Access, Adjudication, Bound, CaptureAgain, Captured, Compulsory, DeadPosition, Entry, First, Goal, Hole, Hopeless,
    Hostile, LeaderCapture, LeaderCaptures, LeaderEdge, LeaderMove, LeaderOwner, LeaderSurrounded, Movement, NoMoves,
    Over, Placing, Progress, Removal, Repeats, Undo,
};

use crate::vocab::{BoardSize, BySide, MOST_FILES, MOST_RANKS, MOST_SQUARES};

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

/// Who makes the first turn; White by default, or the side that the start position names (§2).
#[serde(skip_serializing_if = "Option::is_none")]
first: Option<First> = None;
row choice::<First>(2, "who makes the first turn; without it White, or the side that `setup.position` names").or_off()
    .switch("who makes the first turn");

/// Who may end a move on the throne, the centre square; `all` by default (§3).
#[serde(skip_serializing_if = "Option::is_none")]
throne_stop: Option<Access> = None;
row choice::<Access>(3, "who may end a move on the throne, the centre square of the board: every piece, only leaders, or nobody").or_off()
    .needs(&["leader"], [on("leader")]).excludes(LIMITED, [is("movement", &["leap", "hop"]), on("inciti")])
    .note("needs a board with a centre square")
    .switch("who may end a move on the throne");

/// Who may slide over the empty throne; `all` by default (§3).
#[serde(skip_serializing_if = "Option::is_none")]
throne_pass: Option<Access> = None;
row choice::<Access>(3, "who may slide over the throne when it is empty: every piece, only leaders, or nobody").or_off()
    .needs(&["leader"], [on("leader")]).excludes(LIMITED, [is("movement", &["leap", "hop"]), on("inciti")])
    .note("needs a board with a centre square")
    .switch("who may slide over the empty throne");

/// Who may end a move on a corner square (§3).
#[serde(skip_serializing_if = "is_default")]
corner_stop: Access = Access::All;
row choice::<Access>(3, "who may end a move on a corner square: every piece, only leaders, or nobody")
    .needs(&["leader"], [on("leader")]).excludes(LIMITED, [is("movement", &["leap", "hop"]), on("inciti")])
    .switch("who may end a move on a corner square");

/// The side of the square of corner squares in each corner (§3).
#[serde(skip_serializing_if = "is_one")]
corner_size: u8 = 1;
row whole(1, MOST_FILES as u32 / 2, 1, "each corner has this many rows of as many corner squares; at most half a side of the board")
    .needs(&[], [on("corner_stop"), on("hostile_corner"), is("leader.goal", &["corners"])])
    .switch("how many rows of corner squares each corner has").counts("rows", "2");

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

/// To whom the corner squares are hostile: a piece between an enemy and a hostile square without a piece of its own side is
/// captured (§4).
#[serde(skip_serializing_if = "is_default")]
hostile_corner: Hostile = Hostile::Off;
row choice::<Hostile>(4, "to whom corner squares are hostile: a piece is taken between an enemy and a square that is hostile to it and holds no piece of its own side")
    .needs(&["leader"], [on("leader")])
    .excludes(&[], [on("capture_run"), on("inciti")])
    .or_flag().switch("to whom corner squares are hostile; alone, to every piece").alone("all");

/// To whom the throne is hostile (§4).
#[serde(skip_serializing_if = "Option::is_none")]
hostile_throne: Option<Hostile> = None;
row choice::<Hostile>(4, "to whom the throne, the centre square, is hostile: a piece is taken between an enemy and a square that is hostile to it and holds no piece of its own side").or_off().or_flag()
    .needs(&["leader"], [on("leader")])
    .excludes(CAPTURE, [is("movement", &["leap"]), on("inciti"), on("capture_run"), is("bound", HELD)])
    .note("needs a board with a centre square")
    .switch("to whom the throne is hostile; alone, to every piece").alone("all");

/// Linnaeus' rule: a defender between an enemy and its leader on the throne is captured if the throne's other neighbours are
/// enemies (§4).
#[serde(skip_serializing_if = "std::ops::Not::not")]
linnaean: bool = false;
row flag(4, "a stone between an enemy and its own leader on the throne is captured if enemies stand on the throne's three other neighbours (Linnaeus)")
    .needs(&[], [on("leader")]).excludes(&[], [is("movement", &["leap"]), on("inciti")])
    .note("needs a board with a centre square")
    .switch("a stone between an enemy and its own leader on the throne is captured if the throne's other neighbours hold enemies (Linnaeus)");

/// A row of stones along the edge is captured whole if enemies stand before each of them and at both ends (§4).
#[serde(skip_serializing_if = "std::ops::Not::not")]
shieldwall: bool = false;
row flag(4, "a row of two or more stones on the edge is captured whole when an enemy moves to one end of it, enemies stand before each of them, and an enemy or a hostile corner is at the other end; a leader in the row stays")
    .excludes(&[], [is("movement", &["leap"]), on("inciti"), is("bound", HELD)])
    .switch("a row of stones on the edge is captured whole when enemies stand before each of them and at both ends");

/// Both enemies are captured by a piece that moves between them (§4).
#[serde(skip_serializing_if = "std::ops::Not::not")]
intervention: bool = false;
row flag(4, "a piece that moves between two enemies captures both")
    .excludes(&[], [is("movement", &["leap"]), on("inciti"), is("bound", HELD)])
    .switch("a piece that moves between two enemies captures both");

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

/// What becomes of captured stones (§4).
#[serde(skip_serializing_if = "is_default")]
captured: Captured = Captured::Removed;
row choice::<Captured>(4, "what becomes of captured stones: they are removed, turn into stones of their captor, or turn and capture in their turn")
    .excludes(&["converted", "cascading"], [is("movement", &["leap"]), on("inciti"), is("bound", HELD), on("vagi"), on("leader"), on("surround"), is("compulsory", &["huff"]), on("capture_again")])
    .switch("what becomes of captured stones");

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

/// A leader at the edge in a room that its stones shut off for good wins (§8).
#[serde(skip_serializing_if = "std::ops::Not::not")]
edge_fort: bool = false;
row flag(8, "a side wins when its leader stands on the edge, can move, and is shut off by stones that cannot be captured")
    .needs(&[], [is("leader.owner", &["white", "black"])]).needs(&[], [is("leader.goal", &["corners"])])
    .excludes(&[], [is("movement", &["leap"]), on("inciti"), on("edge"), on("corner"), on("surround"), on("intervention"), on("capture_run"), on("leader.jump"), is("leader.capture", &["never"])])
    .switch("a side wins when its leader has an unbreakable fort at the edge");

/// The side with a leader loses when enemies shut all its pieces off from the edge (§8).
#[serde(skip_serializing_if = "std::ops::Not::not")]
encirclement: bool = false;
row flag(8, "the side with a leader loses when enemies shut off all its pieces from the edge")
    .needs(&[], [is("leader.owner", &["white", "black"])]).needs(&[], [is("leader.goal", &["edge", "corners"])])
    .excludes(&[], [is("movement", &["leap"]), on("inciti")])
    .switch("the side with a leader loses when enemies shut off all its pieces from the edge");

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

/// Whether the side that makes the second turn may change sides instead (§2).
#[serde(skip_serializing_if = "std::ops::Not::not")]
swap: bool = false;
row flag(2, "at the second turn of the game the players may change sides once")
    .excludes(&[], [on("die"), is("compulsory", &["huff"]), on("capture_again")])
    .switch("at the second turn of the game the players may change sides");

/// What it means that a position occurs for the last time that `limits.repetition` allows (§8).
#[serde(skip_serializing_if = "is_default")]
repeats: Repeats = Repeats::Adjudicated;
row choice::<Repeats>(8, "what happens when a position occurs for the n-th time: the game is adjudicated, the mover, White or Black loses, or the move is illegal")
    .needs(&["mover-loses", "white-loses", "black-loses", "illegal"], [on("limits.repetition")])
    .excludes(&["mover-loses", "white-loses", "black-loses", "illegal"], [is("limits.repetition", &["forbidden", "forbidden-board"])])
    .excludes(&["illegal"], [on("die")])
    .switch("what happens when a position occurs for the n-th time");

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
        let (repetition, repeats) = if self.bars_repetition() {
            (self.limits.repetition, self.repeats)
        } else {
            (Repetition::OFF, Repeats::default())
        };
        Rules { limits: Limits { repetition, ..Limits::NONE }, repeats, ..self.clone() }
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
}

fn is_one(number: &u8) -> bool {
    *number == 1
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
