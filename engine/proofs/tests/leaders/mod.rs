//! Leaders for the tests of fortresses.

use petteia_engine::rules::{Leader, LeaderCapture, LeaderMove, LeaderOwner, LeaderStart};

/// A leader of Black that hops and is captured like a stone, which loses nothing.
pub fn hopping(file: u8, rank: u8) -> Leader {
    Leader {
        start: LeaderStart::Square { file, rank },
        owner: LeaderOwner::Black,
        movement: LeaderMove::Hop,
        jump: false,
        capture: LeaderCapture::Custodial,
        ..Leader::default()
    }
}
