//! Which of many arms meet some limits and are best in several quantities, found with few observations and a guarantee.
//!
//! An *arm* is anything that can be observed again and again, such as a game under some rules. Each observation gives
//! quantities from 0 to 1, such as whether the game was drawn. [`judge`] says of every arm whether it belongs to the
//! front, from confidence sequences that hold for all arms, quantities and times together. A [`Search`] chooses what to
//! observe next. What it chooses never changes the guarantee.

mod judge;
mod search;
mod surface;

pub use judge::{Arm, Doubt, Goal, Reason, Status, Threshold, judge};
pub use search::{Audit, Search, Settings, Space};
pub use surface::Surface;
