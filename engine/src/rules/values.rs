//! The values of the rules that are choices among a few words.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A choice among a few words, of which the first is the default.
pub trait Choice: Copy + Default + PartialEq + 'static {
    const WORDS: &'static [&'static str];
    /// Their values.
    const VALUES: &'static [Self];

    /// Returns the value of a word.
    fn of(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|known| *known == word).map(|place| Self::VALUES[place])
    }

    fn word(self) -> &'static str {
        let place = Self::VALUES.iter().position(|known| *known == self);
        place.map_or("", |place| Self::WORDS[place])
    }
}

/// Defines choices, each with its words in files and switches.
macro_rules! choices {
    ($(
        $(#[$meta:meta])*
        $name:ident { $($(#[$value_meta:meta])* $value:ident = $word:literal,)* }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$value_meta])* #[serde(rename = $word)] $value,)* }

        words! { $name { $($value = $word,)* } }
    )* };
}

/// Gives a choice its words.
macro_rules! words {
    ($name:ident { $($value:ident = $word:literal,)* }) => {
        impl Choice for $name {
            const WORDS: &'static [&'static str] = &[$($word),*];
            const VALUES: &'static [Self] = &[$(Self::$value),*];
        }

        impl Default for $name {
            fn default() -> Self {
                Self::VALUES[0]
            }
        }
    };
}

/// Defines choices of which one is written `true` in files and one `false`, because they were flags once.
macro_rules! former_flags {
    ($(
        $(#[$meta:meta])*
        $name:ident, true for $on:ident, false for $off:ident { $($(#[$value_meta:meta])* $value:ident = $word:literal,)* }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$value_meta])* $value,)* }

        words! { $name { $($value = $word,)* } }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $name::$on => serializer.serialize_bool(true),
                    $name::$off => serializer.serialize_bool(false),
                    #[allow(unreachable_patterns, reason = "a choice may have no other value")]
                    other => serializer.serialize_str(other.word()),
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(FlagOrWord { yes: $name::$on, no: $name::$off })
            }
        }
    )* };
}

/// Reads a flag or a word.
struct FlagOrWord<C> {
    yes: C,
    no: C,
}

impl<C: Choice> Visitor<'_> for FlagOrWord<C> {
    type Value = C;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "`true`, `false` or one of {}", C::WORDS.join(", "))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<C, E> {
        Ok(if flag { self.yes } else { self.no })
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<C, E> {
        C::of(word).ok_or_else(|| E::unknown_variant(word, C::WORDS))
    }
}

choices! {
    /// How stones move (§3).
    Movement {
        /// Any number of empty squares in one direction.
        Slide = "slide",
        /// To one empty neighbour.
        Step = "step",
        /// To the empty neighbour straight ahead.
        Forward = "forward",
        /// A step, or a chain of leaps that removes what it crosses; enemies between two pieces are bound.
        Leap = "leap",
        /// A step, or a chain of leaps that removes nothing (§3).
        Hop = "hop",
    }

    /// A square on which no stone is placed (§2).
    Hole {
        /// The centre square, on boards that have one.
        Centre = "centre",
    }

    /// Where a stone may be placed (§2).
    Placing {
        /// On any empty square.
        Free = "free",
        /// Not where enemy stones would hold it.
        Safe = "safe",
        /// Nor where an enemy stone next to it would then be held.
        Quiet = "quiet",
    }

    /// Whether a side may take back its last move (§3).
    Undo {
        /// It may.
        Allowed = "allowed",
        /// It may not.
        Forbidden = "forbidden",
    }

    /// What a stone that hops may cross (§3).
    Over {
        /// Any piece.
        Any = "any",
        /// Pieces of its own side.
        Own = "own",
        /// Pieces of its own side and bound enemy stones.
        OwnOrBound = "own-or-bound",
    }

    /// Whether a piece that captures may go on (§4).
    CaptureAgain {
        /// It may not.
        Off = "off",
        /// With any move.
        Any = "any",
        /// With moves that capture.
        Capturing = "capturing",
    }

    /// What happens to a piece that the inciti cut off from every capture (§5).
    Hopeless {
        /// It is captured.
        Captured = "captured",
        /// It stays; its moves do not save its side from having none.
        Idle = "idle",
    }

    /// How long a stone stays bound (§6).
    Bound {
        /// As long as it stands between two enemies on one axis.
        Trapped = "trapped",
        /// At most until the end of its trappers' next turn.
        OneTurn = "one-turn",
        /// As long as two free enemies hold it; nothing is captured by a move.
        Held = "held",
        /// Until it is removed; it is bound as with `held`.
        Lasting = "lasting",
        /// As with `held`; stones of the mover that a move sets free bind in turn.
        Chain = "chain",
    }

    /// When bound stones are removed, in games in which they are held (§6).
    Removal {
        /// Instead of a move.
        Instead = "instead",
        /// One of them before the move, always.
        BeforeMove = "before-move",
        /// One of them before the move, always; both are one whole, so that a move must be able to follow.
        Joined = "joined",
        /// All of them at the beginning of every move.
        All = "all",
    }

    /// Whether a stone may move between two enemies, in games in which stones are held (§6).
    Entry {
        /// It may.
        Free = "free",
        /// Only with a move that binds an enemy.
        Traps = "traps",
        /// Only if no free enemies hold it once the move has bound and freed.
        Safe = "safe",
    }

    /// What a side must do when it can capture (§4, §7).
    Compulsory {
        /// It may do anything.
        Off = "off",
        /// Only captures are legal.
        Strict = "strict",
        /// It may decline, and may lose a piece that could have captured.
        Huff = "huff",
    }

    /// The result when the player to move has no legal move (§8, test 6).
    NoMoves {
        /// That player loses.
        Loses = "loses",
        /// A draw.
        Draw = "draw",
        /// That player passes; if neither side has a move, the game is adjudicated.
        Passes = "passes",
        /// The game is adjudicated.
        Adjudicate = "adjudicate",
    }

    /// Whether a dead position ends the game (§8, test 7).
    DeadPosition {
        /// On; but off with `vagi` or `forward`, where a game without captures still ends.
        Default = "default",
        /// Off; but `inciti` turns it on.
        OffWithoutInciti = "off-without-inciti",
        /// On, whatever the other rules.
        On = "on",
        /// Off, whatever the other rules; refused with `inciti`.
        Off = "off",
    }

    /// What counts as progress, for the limit `no_progress` (§8).
    Progress {
        /// A capture.
        Captures = "captures",
        /// A capture, or the binding of an enemy stone.
        Binds = "binds",
    }

    /// How deadlocks and limits are decided (§8).
    Adjudication {
        /// A draw.
        Draw = "draw",
        /// More captured pieces win, a lost leader counted.
        Captures = "captures",
        /// More pieces win, then more ordinarii.
        Pieces = "pieces",
        /// More pieces that are not bound win.
        Free = "free",
        /// In a dead position the player who made the last move loses; at a limit it is a draw.
        LastMoverLoses = "last-mover-loses",
    }

    /// How a leader moves (§3).
    LeaderMove {
        /// Any number of empty squares in one direction.
        Slide = "slide",
        /// To one empty neighbour.
        Step = "step",
        /// A step, or one leap over an enemy piece, which stays.
        Hop = "hop",
    }

    /// The sides that have a leader.
    LeaderOwner {
        /// Each side has one.
        Both = "both",
        /// Only White.
        White = "white",
        /// Only Black.
        Black = "black",
    }

    /// How a leader is captured (§4).
    LeaderCapture {
        /// Like a stone.
        Custodial = "custodial",
        /// Only with enemy pieces on all four neighbour squares.
        FourSided = "four-sided",
        /// On the throne and next to it only from four sides, elsewhere like a stone (§4).
        ByThrone = "by-throne",
        /// Not at all.
        Never = "never",
    }

    /// Who makes the first turn (§2).
    First {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }

    /// Who may end a move on a special square, or pass over it (§3).
    Access {
        /// Every piece.
        All = "all",
        /// Only leaders.
        Leader = "leader",
        /// Nobody.
        None = "none",
    }

    /// What the edge of the board means for a leader on it (§4).
    LeaderEdge {
        /// Nothing.
        Open = "open",
        /// Off the board counts as held in the four-sided test.
        Captor = "captor",
        /// It cannot be captured there.
        Safe = "safe",
    }

    /// The squares on which a leader wins (§8).
    Goal {
        /// None.
        None = "none",
        /// The enemy's back rank.
        Crossing = "crossing",
        /// The squares on the edge of the board.
        Edge = "edge",
        /// The corner squares.
        Corners = "corners",
    }

    /// What becomes of captured stones (§4).
    Captured {
        /// They leave the board.
        Removed = "removed",
        /// They become stones of their captor.
        Converted = "converted",
        /// They become stones of their captor and capture in their turn.
        Cascading = "cascading",
    }

    /// What the last occurrence of a position means that `repetition` allows (§8).
    Repeats {
        /// The game is adjudicated.
        Adjudicated = "adjudicated",
        /// The side that completes it loses.
        MoverLoses = "mover-loses",
        /// White loses.
        WhiteLoses = "white-loses",
        /// Black loses.
        BlackLoses = "black-loses",
        /// A move that would complete it is not legal.
        Illegal = "illegal",
    }
}

former_flags! {
    /// To whom a special square is hostile (§4).
    Hostile, true for All, false for Off {
        /// To nobody.
        Off = "off",
        /// To every piece.
        All = "all",
        /// To stones.
        Stones = "stones",
        /// To leaders.
        Leader = "leader",
        /// To White's stones.
        White = "white",
        /// To Black's stones.
        Black = "black",
    }

    /// Whether a leader counts as a captor (§4).
    LeaderCaptures, true for On, false for Off {
        /// It does not.
        Off = "off",
        /// It captures with its move, and as the piece opposite.
        On = "on",
        /// It only supports: it is the piece opposite.
        Anvil = "anvil",
        /// It only strikes: it captures with its move.
        Hammer = "hammer",
    }

    /// When a side loses because its leader is shut in (§8).
    LeaderSurrounded, true for On, false for Off {
        /// Never.
        Off = "off",
        /// When all four neighbours hold pieces.
        On = "on",
        /// Also when no neighbour is a way out.
        Open = "open",
    }
}

impl Hostile {
    /// Returns whether a square is hostile to some piece.
    #[inline(always)]
    pub fn captures(self) -> bool {
        self != Hostile::Off
    }
}

impl LeaderSurrounded {
    /// Returns whether a leader can be shut in.
    #[inline(always)]
    pub fn ends(self) -> bool {
        self != LeaderSurrounded::Off
    }
}
