//! The games of tafl and their kin: positions and rules of the rows of the [catalogue](super::catalogue).

use super::{
    Access, Captured, DeadPosition, First, Goal, Hostile, Leader, LeaderCapture, LeaderCaptures, LeaderEdge,
    LeaderMove, LeaderOwner, Limits, Movement, Repeats, Repetition, Rules, Setup,
};
use crate::vocab::{BoardSize, BySide};

pub const BRANDUBH_CROSS: &str = "3s3/3s3/3S3/ssSLSss/3S3/3s3/3s3";
pub const BRANDUBH_CIRCLE: &str = "3s3/1s3s1/3S3/s1SLS1s/3S3/1s3s1/3s3";
const ARD_RI: &str = "2sss2/3s3/s1SSS1s/ssSLSss/s1SSS1s/3s3/2sss2";
pub const TABLUT: &str = "3sss3/4s4/4S4/s3S3s/ssSSLSSss/s3S3s/4S4/4s4/3sss3";
pub const SEA_CIRCLE: &str = "3sss3/1s5s1/4S4/s3S3s/s1SSLSS1s/s3S3s/4S4/1s5s1/3sss3";
pub const DIAMOND: &str = "3sssss3/5s5/11/s4S4s/s3SSS3s/ss1SSLSS1ss/s3SSS3s/s4S4s/11/5s5/3sssss3";
pub const T_CROSS: &str = "3sssss3/5s5/5S5/s4S4s/s4S4s/ssSSSLSSSss/s4S4s/s4S4s/5S5/5s5/3sssss3";
pub const BELL_DIAMOND: &str = "4sss4/4s1s4/5s5/5S5/ss2SSS2ss/s1sSSLSSs1s/ss2SSS2ss/5S5/5s5/4s1s4/4sss4";
pub const LEWIS_DIAMOND: &str = "4sss4/4sss4/11/5S5/ss2SSS2ss/ss1SSLSS1ss/ss2SSS2ss/5S5/11/4sss4/4sss4";
pub const LEWIS_CROSS: &str = "4sss4/4sss4/5S5/5S5/ss3S3ss/ssSSSLSSSss/ss3S3ss/5S5/5S5/4sss4/4sss4";
const ALEA: &str = "2s2s7s2s2/19/s4s7s4s/7s1s1s7/6s1S1S1s6/s1s2s7s2s1s/4s4S4s4/3s4S1S4s3/4S2S1S1S2S4/3s2S1SLS1S2s3/\
                    4S2S1S1S2S4/3s4S1S4s3/4s4S4s4/s1s2s7s2s1s/6s1S1S1s6/7s1s1s7/s4s7s4s/19/2s2s7s2s2";

/// Rules of a square board with a position.
fn on(position: &str) -> Rules {
    let side = 1 + position.matches('/').count() as u8;
    Rules {
        board: BoardSize { files: side, ranks: side },
        setup: Setup::Position(format!("{position} w 0,0 0,0 0 0")),
        ..Rules::default()
    }
}

/// What all games of tafl have in common: White's king, captured like a stone, wins on a goal, and Black begins.
fn tafl(position: &str, goal: Goal) -> Rules {
    Rules {
        first: Some(First::Black),
        leader: Some(Leader { owner: LeaderOwner::White, lose: true, goal, ..Leader::default() }),
        bare: BySide::both(None),
        dead_position: DeadPosition::OffWithoutInciti,
        ..on(position)
    }
}

fn with_leader(rules: Rules, change: impl FnOnce(&mut Leader)) -> Rules {
    let leader = rules.leader.map(|mut leader| {
        change(&mut leader);
        leader
    });
    Rules { leader, ..rules }
}

pub fn four_sided(rules: Rules) -> Rules {
    with_leader(rules, |king| king.capture = LeaderCapture::FourSided)
}

fn by_throne(rules: Rules) -> Rules {
    with_leader(rules, |king| king.capture = LeaderCapture::ByThrone)
}

/// The king alone ends a move on the throne, which is hostile to every piece.
fn with_throne(rules: Rules) -> Rules {
    Rules { throne_stop: Some(Access::Leader), hostile_throne: Some(Hostile::All), ..rules }
}

/// To the corners, on which only the king ends a move.
fn to_corners(position: &str, hostile_corner: Hostile) -> Rules {
    with_throne(Rules { corner_stop: Access::Leader, hostile_corner, ..tafl(position, Goal::Corners) })
}

/// The site's general rules: encirclement wins, and repetition loses for White.
fn by_the_site(rules: Rules) -> Rules {
    Rules { encirclement: true, repeats: Repeats::WhiteLoses, ..rules }
}

pub fn brandubh(position: &str) -> Rules {
    by_the_site(skalk_to_corners(position))
}

fn skalk_to_corners(position: &str) -> Rules {
    by_throne(to_corners(position, Hostile::All))
}

pub fn brandub_walker() -> Rules {
    Rules { throne_stop: Some(Access::None), ..skalk_to_corners(BRANDUBH_CROSS) }
}

pub fn magpie() -> Rules {
    let rules = Rules { throne_pass: Some(Access::Leader), ..to_corners(BRANDUBH_CIRCLE, Hostile::All) };
    with_leader(four_sided(rules), |king| king.reach = 1)
}

pub fn ard_ri() -> Rules {
    by_the_site(tafl(ARD_RI, Goal::Edge))
}

pub fn ard_ri_step() -> Rules {
    let rules = Rules {
        movement: Movement::Step,
        throne_stop: Some(Access::Leader),
        hostile_throne: Some(Hostile::Leader),
        ..tafl(ARD_RI, Goal::Edge)
    };
    with_leader(four_sided(rules), |king| king.movement = LeaderMove::Step)
}

pub fn tablut() -> Rules {
    by_throne(Rules {
        throne_stop: Some(Access::None),
        throne_pass: Some(Access::None),
        hostile_throne: Some(Hostile::All),
        linnaean: true,
        ..tafl(TABLUT, Goal::Edge)
    })
}

pub fn museum(position: &str) -> Rules {
    by_the_site(by_throne(with_throne(tafl(position, Goal::Edge))))
}

/// Games in which the king captures nothing and only four captors take him.
fn unarmed(position: &str) -> Rules {
    with_leader(four_sided(tafl(position, Goal::Edge)), |king| king.captures = LeaderCaptures::Off)
}

pub fn tablut_brainking() -> Rules {
    Rules { first: None, throne_stop: Some(Access::None), hostile_throne: Some(Hostile::Leader), ..unarmed(TABLUT) }
}

pub fn sea_battle(position: &str) -> Rules {
    by_the_site(unarmed(position))
}

pub fn imperial_contest() -> Rules {
    with_leader(unarmed(TABLUT), |king| king.reach = 4)
}

pub fn old_hnefatafl() -> Rules {
    with_leader(four_sided(to_corners(DIAMOND, Hostile::Stones)), |king| king.edge = LeaderEdge::Captor)
}

pub fn fetlar() -> Rules {
    Rules { encirclement: true, ..four_sided(to_corners(DIAMOND, Hostile::Stones)) }
}

pub fn copenhagen() -> Rules {
    Rules { shieldwall: true, edge_fort: true, repeats: Repeats::WhiteLoses, ..fetlar() }
}

pub fn skalk() -> Rules {
    skalk_to_corners(DIAMOND)
}

pub fn tawlbwrdd(position: &str) -> Rules {
    by_the_site(tafl(position, Goal::Edge))
}

pub fn alea_evangelii() -> Rules {
    Rules { first: None, hostile_throne: Some(Hostile::Leader), corner_size: 2, ..alea_to_corners() }
}

fn alea_to_corners() -> Rules {
    with_leader(four_sided(to_corners(ALEA, Hostile::Stones)), |king| king.edge = LeaderEdge::Captor)
}

pub fn mak_yek(capture_run: bool) -> Rules {
    Rules { intervention: true, capture_run, ..on("ssssssss/8/ssssssss/8/8/SSSSSSSS/8/SSSSSSSS") }
}

/// Stones all around a board of this size: White's to the left and below.
pub fn ming_mang(size: usize) -> Rules {
    let top = format!("S{}", "s".repeat(size - 1));
    let middle = vec![format!("S{}s", size - 2); size - 2].join("/");
    let bottom = format!("{}s", "S".repeat(size - 1));
    Rules { captured: Captured::Converted, capture_run: true, ..on(&format!("{top}/{middle}/{bottom}")) }
}

pub fn jul_gonu() -> Rules {
    Rules {
        board: BoardSize { files: 4, ranks: 4 },
        movement: Movement::Step,
        capture_run: true,
        bare: BySide::both(Some(1)),
        limits: Limits { repetition: Repetition::Forbidden, ..Limits::default() },
        ..Rules::default()
    }
}
