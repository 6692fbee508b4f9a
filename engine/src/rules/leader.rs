//! The leader and every rule about it (RULES §2, §3, §4, §8).

use serde::{Deserialize, Serialize};

use super::fields::{Takes, choice, field, flag, whole};
use super::is_default;
use super::links::{is, on};
use super::slot::Value;
use super::table::table;
use super::values::{Goal, LeaderCapture, LeaderCaptures, LeaderEdge, LeaderMove, LeaderOwner, LeaderSurrounded};
use crate::vocab::file_letter;

table! {
/// The special piece of a side, and every rule about it (§2, §3, §4, §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Leader at "leader." by |rules| rules.leader.as_mut();

/// Where it starts; not used if the game starts from a [position](crate::rules::Setup::Position).
start: LeaderStart = LeaderStart::LeftCentre;
row field(Takes::Place(&LeaderStart::NAMES), 2, "where the leader starts: on the rank beyond its stones, or on a square, in the place of the stone there (White's leader; Black's on the square opposite, with the board turned by 180°)")
    .note("`left-centre` and `right-centre` need an even number of files, `back-rank-centre` an odd one; `placed-last` needs `setup.placement`; not read with `setup.position`");

/// Who has one.
owner: LeaderOwner = LeaderOwner::Both;
row choice::<LeaderOwner>(2, "who has a leader")
    .note("any field of `leader` gives the game a leader; `leader = \"off\"` removes it");

/// How it moves.
#[serde(skip_serializing_if = "is_default")]
movement: LeaderMove = LeaderMove::Slide;
row choice::<LeaderMove>(3, "how a leader moves: any distance, one square, or one square or one leap over an enemy piece")
    .excludes(&["step", "hop"], [on("leader.jump")])
    .switch("how a leader moves").named("leader_move");

/// Whether it may jump over a run of pieces instead of sliding.
jump: bool = false;
row flag(3, "a leader may jump over a run of pieces instead of sliding");

/// How many squares its move covers at most; 0 for any number (§3).
#[serde(skip_serializing_if = "is_default")]
reach: u32 = 0;
row whole(0, u32::MAX, 3, "a leader moves at most this many squares; 0 for no limit")
    .needs(&[], [is("leader.movement", &["slide"])])
    .switch("a leader moves at most this many squares").named("leader_reach").counts("squares", "4");

/// How it is captured.
capture: LeaderCapture = LeaderCapture::Custodial;
row choice::<LeaderCapture>(4, "how a leader is captured: like a stone, by enemies on all four sides, so only on the throne and next to it, or not at all")
    .excludes(&["by-throne"], [on("inciti")])
    .note("`\"by-throne\"` needs a board with a centre square")
    .switch("how a leader is captured").named("leader_capture");

/// What the edge of the board means for a leader on it (§4).
#[serde(skip_serializing_if = "is_default")]
edge: LeaderEdge = LeaderEdge::Open;
row choice::<LeaderEdge>(4, "what the edge means for a leader on it: nothing, it counts as a captor in the four-sided test, or the leader cannot be captured there")
    .needs(&["captor"], [is("leader.capture", &["four-sided", "by-throne"])])
    .excludes(&["captor"], [on("edge")]).excludes(&["safe"], [is("leader.capture", &["never"])])
    .excludes(&["captor", "safe"], [on("inciti")])
    .switch("what the edge of the board means for a leader on it").named("leader_edge");

/// Whether it counts as a captor.
captures: LeaderCaptures = LeaderCaptures::On;
row choice::<LeaderCaptures>(4, "whether a leader captures: with its move and as the piece opposite, not at all, only as the piece opposite (`anvil`), or only with its move (`hammer`)")
    .excludes(&["anvil", "hammer"], [on("inciti")])
    .or_flag().switch("whether a leader is a captor").named("leader_captures");

/// Whether its owner loses with it.
lose: bool = false;
row flag(8, "a side that loses its leader loses the game").excludes(&[], [is("leader.capture", &["never"])]);

/// Whether its owner loses when it is shut in.
surrounded: LeaderSurrounded = LeaderSurrounded::Off;
row choice::<LeaderSurrounded>(8, "whether a side loses when all four neighbours of its leader hold pieces, or also when none of them is a way out (`open`)")
    .or_flag().switch("whether a side loses when its leader is surrounded").named("leader_surrounded").alone("on");

/// Whether its owner wins when it reaches the enemy's back rank.
crossing: bool = false;
row flag(8, "a side wins when its leader reaches the enemy's back rank: the same as `leader.goal = \"crossing\"`");

/// The squares on which its owner wins with it (§8). Checked rules have the enemy's back rank as `crossing`:
/// [`Leader::goal`] returns either.
#[serde(skip_serializing_if = "is_default")]
goal: Goal = Goal::None;
row choice::<Goal>(8, "the squares on which a leader wins: none, the enemy's back rank, the edge of the board, or the corner squares")
    .excludes(&["edge", "corners"], [on("setup.placement"), on("leader.crossing")])
    .switch("the squares on which a leader wins").named("goal");
}

impl Leader {
    /// Returns whether it steps to a neighbour, or hops over one, instead of sliding.
    #[inline(always)]
    pub(crate) fn steps(self) -> bool {
        self.movement != LeaderMove::Slide
    }

    /// Returns whether it moves over other pieces.
    #[inline(always)]
    pub(crate) fn jumps(self) -> bool {
        self.jump || self.movement == LeaderMove::Hop
    }

    /// Returns the squares on which its owner wins with it.
    ///
    /// ```
    /// use petteia_engine::{Rules, rules::Goal};
    /// assert_eq!(Rules::parse("lemery-crossing").unwrap().leader.unwrap().goal(), Goal::Crossing);
    /// ```
    #[inline(always)]
    pub fn goal(self) -> Goal {
        if self.crossing { Goal::Crossing } else { self.goal }
    }

    /// Keeps the goal in one field: `crossing` with the enemy's back rank, or in `goal`, where a switch changes it.
    pub(super) fn keep_goal(&mut self, as_crossing: bool) {
        if matches!((self.crossing, self.goal), (true, Goal::None) | (_, Goal::Crossing)) {
            (self.crossing, self.goal) = (as_crossing, if as_crossing { Goal::None } else { Goal::Crossing });
        }
    }

    /// Returns whether it may capture with its move (§4).
    #[inline(always)]
    pub(crate) fn strikes(self) -> bool {
        matches!(self.captures, LeaderCaptures::On | LeaderCaptures::Hammer)
    }

    /// Returns whether it may be the captor opposite the moved one (§4).
    #[inline(always)]
    pub(crate) fn supports(self) -> bool {
        matches!(self.captures, LeaderCaptures::On | LeaderCaptures::Anvil)
    }

    /// Returns whether it can be captured.
    #[inline(always)]
    pub(crate) fn can_fall(self) -> bool {
        self.capture != LeaderCapture::Never
    }
}

/// Where a leader starts beside the rows of stones (§2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum LeaderStart {
    /// On the first free rank beyond its side's stones, left of the middle as its owner sees it (Callen).
    #[default]
    LeftCentre,
    /// On the same rank, third square from its owner's right (Lemery).
    ThirdFromRight,
    /// On the same rank, right of the middle as its owner sees it (Kowalski).
    RightCentre,
    /// On the middle square of its side's back rank, in the place of the stone there (Kowalski).
    BackRankCentre,
    /// In hand, to be placed after its side's stones (Bell).
    PlacedLast,
    /// On a named square, in the place of the stone there: White's leader on this one, Black's on the square that it becomes when the
    /// board is turned by 180°. Where only Black has a leader, the square is Black's.
    Square {
        /// The file, from 0.
        file: u8,
        /// The rank, from 0.
        rank: u8,
    },
}

impl LeaderStart {
    /// The names of the places that are not squares.
    pub const NAMES: [&str; 5] = ["left-centre", "third-from-right", "right-centre", "back-rank-centre", "placed-last"];

    /// The places in the order of their names.
    const NAMED: [LeaderStart; 5] = [
        LeaderStart::LeftCentre,
        LeaderStart::ThirdFromRight,
        LeaderStart::RightCentre,
        LeaderStart::BackRankCentre,
        LeaderStart::PlacedLast,
    ];
}

impl From<LeaderStart> for String {
    fn from(start: LeaderStart) -> String {
        if let LeaderStart::Square { file, rank } = start {
            return format!("{}{}", file_letter(file), u32::from(rank) + 1);
        }
        let place = LeaderStart::NAMED.iter().position(|&named| named == start);
        place.map_or_else(String::new, |place| LeaderStart::NAMES[place].to_owned())
    }
}

impl TryFrom<String> for LeaderStart {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let square = || {
            let file = text.chars().next().filter(char::is_ascii_lowercase)? as u8 - b'a';
            let rank: u8 = text[1..].parse().ok()?;
            Some(LeaderStart::Square { file, rank: rank.checked_sub(1)? })
        };
        if let Some(place) = LeaderStart::NAMES.iter().position(|name| *name == text) {
            return Ok(LeaderStart::NAMED[place]);
        }
        square().filter(|&start| String::from(start) == text).ok_or_else(|| {
            let names = LeaderStart::NAMES.map(|name| format!("`{name}`")).join(", ");
            format!("`{text}` is no place of a leader; give {names} or a square such as `e1`")
        })
    }
}

impl Value for LeaderStart {
    const OFF: Self = LeaderStart::LeftCentre;

    fn write(self) -> Option<String> {
        Some(self.into())
    }

    fn read(self, text: &str) -> Option<Self> {
        LeaderStart::try_from(text.to_owned()).ok()
    }
}
