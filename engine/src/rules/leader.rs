//! The leader and every rule about it (RULES §2, §3, §4, §8).

use serde::{Deserialize, Serialize};

/// The special piece of a side, and every rule about it (§2, §3, §4, §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// Where it starts; not used if the game starts from a [position](Setup::Position).
    #[serde(default)]
    pub start: LeaderStart,
    /// Who has one.
    #[serde(default)]
    pub owner: LeaderOwner,
    /// How it moves.
    #[serde(default, skip_serializing_if = "LeaderMove::is_slide")]
    pub movement: LeaderMove,
    /// Whether it may jump over a run of pieces instead of sliding.
    #[serde(default)]
    pub jump: bool,
    /// How it is captured.
    #[serde(default)]
    pub capture: LeaderCapture,
    /// Whether it counts as a captor.
    #[serde(default = "on")]
    pub captures: bool,
    /// Whether its owner loses with it.
    #[serde(default)]
    pub lose: bool,
    /// Whether its owner loses when all four neighbours hold pieces.
    #[serde(default)]
    pub surrounded: bool,
    /// Whether its owner wins when it reaches the enemy's back rank.
    #[serde(default)]
    pub crossing: bool,
}

fn on() -> bool {
    true
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
            return format!("{}{}", char::from(b'a' + file), u32::from(rank) + 1);
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

/// How a leader moves (§3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeaderMove {
    /// Any number of empty squares in one direction.
    #[default]
    Slide,
    /// To one empty neighbour.
    Step,
    /// A step, or one leap over an enemy piece, which stays.
    Hop,
}

impl LeaderMove {
    fn is_slide(&self) -> bool {
        *self == LeaderMove::Slide
    }
}

/// The sides that have a leader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeaderOwner {
    /// Each side has one.
    #[default]
    Both,
    /// Only White.
    White,
    /// Only Black.
    Black,
}

/// How a leader is captured (§4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderCapture {
    /// Like a stone.
    #[default]
    Custodial,
    /// Only with enemy pieces on all four neighbour squares.
    FourSided,
    /// Not at all.
    Never,
}
