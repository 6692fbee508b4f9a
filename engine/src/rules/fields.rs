//! Every field of a table of rules: its values and its meaning. The reader of tables, the template of a game and
//! docs/own-games.md use this list; a test compares it with [`Rules`](super::Rules).

use super::LeaderStart;
use crate::vocab::{MOST_FILES, MOST_RANKS, MOST_SQUARES};

/// A field of a table of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name with the tables around it, such as `board.files`.
    pub path: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Whether it also takes `"off"`.
    pub can_be_off: bool,
    /// Whether it takes one value for both sides or a table with `white` and `black`.
    pub by_side: bool,
    /// The section of docs/rules.md.
    pub section: u8,
    /// What it does.
    pub about: &'static str,
    /// What it needs or excludes; empty if it can be combined with everything.
    pub with: &'static str,
}

/// The values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `true` or `false`.
    Flag,
    /// A whole number in a range.
    Whole {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number in a range, or a word.
    WholeOr {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// The word.
        word: &'static str,
    },
    /// One of the named places of a leader, or a square.
    Place,
    /// A position text.
    Position,
}

impl Takes {
    /// Returns the values in words.
    ///
    /// ```
    /// use petteia_engine::rules::fields::Takes;
    /// assert_eq!(Takes::Whole { least: 1, most: 16 }.words(), "a whole number from 1 to 16");
    /// assert_eq!(Takes::Choice(&["draw", "loses"]).words(), "`\"draw\"` or `\"loses\"`");
    /// ```
    pub fn words(self) -> String {
        match self {
            Takes::Flag => "`true` or `false`".to_owned(),
            Takes::Whole { least, most: u32::MAX } => format!("a whole number, at least {least}"),
            Takes::Whole { least, most } => format!("a whole number from {least} to {most}"),
            Takes::WholeOr { least, most, word } => {
                format!("{}, or `\"{word}\"`", Takes::Whole { least, most }.words())
            }
            Takes::Choice(words) => either(words),
            Takes::Place => {
                let names = LeaderStart::NAMES.map(|name| format!("`\"{name}\"`")).join(", ");
                format!("{names} or a square such as `\"e1\"`")
            }
            Takes::Position => "a position text such as `\"3s/4/4/S3\"`".to_owned(),
        }
    }
}

impl Field {
    /// Returns everything that the field takes, in words.
    ///
    /// ```
    /// use petteia_engine::rules::fields;
    /// let words = |path| fields::find(path).unwrap().words();
    /// assert_eq!(words("die"), "a whole number from 1 to 255, or `\"off\"`");
    /// ```
    pub fn words(&self) -> String {
        self.takes.words() + if self.can_be_off { ", or `\"off\"`" } else { "" }
    }
}

fn either(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// Returns the field with a path.
pub fn find(path: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.path == path)
}

const fn field(path: &'static str, takes: Takes, section: u8, about: &'static str, with: &'static str) -> Field {
    Field { path, takes, can_be_off: false, by_side: false, section, about, with }
}

const fn flag(path: &'static str, section: u8, about: &'static str, with: &'static str) -> Field {
    field(path, Takes::Flag, section, about, with)
}

impl Field {
    const fn or_off(self) -> Self {
        Field { can_be_off: true, ..self }
    }

    const fn by_side(self) -> Self {
        Field { by_side: true, ..self }
    }
}

const fn whole(least: u32, most: u32) -> Takes {
    Takes::Whole { least, most }
}

const LEADER: &str = "any field of `leader` gives the game a leader; `leader = \"off\"` removes it";

/// All fields.
#[rustfmt::skip]
pub static FIELDS: [Field; 43] = [
    field("board.files", whole(1, MOST_FILES as u32), 1, "columns of the board", "at most 400 squares in all"),
    field("board.ranks", whole(1, MOST_RANKS as u32), 1, "rows of the board", "at most 400 squares in all"),
    field("setup.rows", whole(0, MOST_RANKS as u32), 2, "each side's stones fill this many ranks, from its back rank on", "excludes `setup.placement` and `setup.position`; a side with 0 needs a leader").by_side(),
    field("setup.placement", whole(1, MOST_SQUARES / 2), 2, "the board starts empty, and each side places this many stones in turn", "excludes `setup.rows` and `setup.position`; a leader needs `leader.start = \"placed-last\"`"),
    field("setup.position", Takes::Position, 2, "the game starts from this position; after the board, the rest may be left out (White to move)", "excludes `setup.rows` and `setup.placement`; each side that has a leader needs its `L` or `l` on the board"),
    field("per_turn", whole(1, 255), 2, "how many stones a player places per turn", "more than 1 needs `setup.placement`"),
    field("hole", Takes::Choice(&["centre"]), 2, "the square on which no piece may be placed; after the placement it is like any other", "needs `setup.placement` and a board with a centre square").or_off(),
    field("movement", Takes::Choice(&["slide", "step", "forward", "leap", "hop"]), 3, "how stones move: any distance, one square, one square straight ahead, a step or a chain of leaps that capture (`leap`), or a step or a chain of leaps that do not (`hop`)", "`leap` excludes leaders, `vagi`, `compulsory` and all other ways to capture; `hop` excludes leaders, `die`, `vagi` and `inciti`; `forward` excludes `inciti`"),
    field("over", Takes::Choice(&["any", "own", "own-or-bound"]), 3, "which stones a hop may cross: any, those of its own side, or these and bound enemy stones", "needs `hop`; `own-or-bound` also needs `bound = \"held\"`").or_off(),
    field("die", whole(1, 255), 3, "a die with this many faces, rolled every turn, limits how far a piece moves", "").or_off(),
    flag("edge", 4, "the edge of the board captures: a stone on it is taken between the edge and an enemy", "not with `leap`"),
    flag("corner", 4, "a piece in a corner is captured by enemies on both neighbouring squares", "not with `leap`"),
    flag("hostile_corner", 4, "a corner square captures: a piece is taken between it and an enemy, unless the corner holds a piece of its own side", "not with `leap`, `inciti` or `capture_run`"),
    flag("capture_run", 4, "an unbroken line of pieces between two enemies is captured whole", "not with `leap`"),
    field("capture_again", Takes::Choice(&["off", "any", "capturing"]), 4, "whether a piece that has captured may move again in the same turn: no, with any move, or only to capture again", "not with `leap`, `vagi`, `inciti`, `die` or `compulsory`"),
    flag("surround", 4, "a group without an empty neighbouring square is captured", "not with `leap`"),
    field("compulsory", Takes::Choice(&["off", "strict", "huff"]), 4, "whether a side that can capture must do so: no, only captures are legal, or the piece may be huffed", "not with `leap`").by_side(),
    flag("inciti", 5, "captured pieces leave dead squares", "not with `forward`"),
    field("hopeless", Takes::Choice(&["captured", "idle"]), 5, "what happens to pieces that dead squares cut off from every capture", "needs `inciti`").or_off(),
    flag("vagi", 6, "a stone that moves without attacking turns, and may then only attack", "not with `leap`"),
    field("bound", Takes::Choice(&["trapped", "one-turn", "held"]), 6, "how long a stone stays bound: while it is trapped, until the end of the trappers' next turn, or while two free enemy stones hold it (moves then bind and do not capture)", "`trapped` and `one-turn` need `leap`; `held` excludes leaders, `forward`, `vagi`, `inciti`, `die`, `compulsory` and all captures but `corner`").or_off(),
    field("removal", Takes::Choice(&["instead", "before-move"]), 6, "when bound stones are removed: one instead of a move, or exactly one before every move", "needs `bound = \"held\"`").or_off(),
    field("entry", Takes::Choice(&["free", "traps"]), 6, "when a stone may move between two enemies: always, or only if the move binds an enemy stone", "needs `bound = \"held\"`").or_off(),
    field("leader.start", Takes::Place, 2, "where the leader starts: on the rank beyond its stones, or on a square, in the place of the stone there (White's leader; Black's on the square opposite, with the board turned by 180°)", "`left-centre` and `right-centre` need an even number of files, `back-rank-centre` an odd one; `placed-last` needs `setup.placement`; not read with `setup.position`"),
    field("leader.owner", Takes::Choice(&["both", "white", "black"]), 2, "who has a leader", LEADER),
    field("leader.movement", Takes::Choice(&["slide", "step", "hop"]), 3, "how a leader moves: any distance, one square, or one square or one leap over an enemy piece", "`step` and `hop` exclude `leader.jump`"),
    flag("leader.jump", 3, "a leader may jump over a run of pieces instead of sliding", ""),
    field("leader.capture", Takes::Choice(&["custodial", "four-sided", "never"]), 4, "how a leader is captured: like a stone, by enemies on all four sides, or not at all", ""),
    flag("leader.captures", 4, "a leader counts as a captor", ""),
    flag("leader.lose", 8, "a side that loses its leader loses the game", "not with `leader.capture = \"never\"`"),
    flag("leader.surrounded", 8, "a side loses when all four neighbours of its leader hold pieces", ""),
    flag("leader.crossing", 8, "a side wins when its leader reaches the enemy's back rank", ""),
    field("capture_target", whole(1, 65_535), 8, "a side that has captured this many stones wins", "").or_off(),
    field("bare", whole(0, 65_535), 8, "a side with this many pieces left, or fewer, loses", "").or_off().by_side(),
    flag("count_leader", 8, "the leader counts as a piece in `bare`", ""),
    field("no_moves", Takes::Choice(&["loses", "draw", "passes", "adjudicate"]), 8, "what happens when a player cannot move: a loss, a draw, a pass (adjudication if neither side can move), or adjudication", "`passes` excludes `die` and `hopeless = \"idle\"`; `passes` and `adjudicate` exclude `last-mover-loses`"),
    field("dead_position", Takes::Choice(&["default", "off-without-inciti", "on", "off"]), 8, "whether the game ends when no capture can ever happen; `default` is yes, except with `vagi` or `forward` and without `inciti`", "`off` excludes `inciti`"),
    field("adjudication", Takes::Choice(&["draw", "captures", "pieces", "last-mover-loses"]), 8, "who wins a dead or stopped game: nobody, more captured pieces, more pieces left, or in a dead position the side that did not move last (a draw at a limit)", ""),
    field("stakes", whole(1, 255), 8, "each captured piece is paid by a roll of a die with this many faces; never changes play", "").or_off(),
    field("limits.repetition", Takes::WholeOr { least: 0, most: u32::MAX, word: "forbidden" }, 8, "the game is adjudicated when a position occurs this many times; 0 for no limit, never 1; with `forbidden`, no move may repeat a position", "`forbidden` excludes `die`"),
    field("limits.no_progress", whole(0, u32::MAX), 8, "the game is adjudicated after this many turns without a capture; 0 for no limit", ""),
    field("limits.turn_cap", whole(0, u32::MAX), 8, "the game is stopped as unfinished after this many turns; 0 for no limit", ""),
    flag("limits.fortress", 8, "the game is adjudicated when both sides have an unbreakable fortress", ""),
];
