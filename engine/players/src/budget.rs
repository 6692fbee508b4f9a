//! The budget of a search.

use std::time::Duration;

use crate::stopwatch::Stopwatch;

/// The largest number of positions or playouts per decision, which takes hours.
pub const MOST_NODES: u32 = 1_000_000_000;

/// The maximum depth of a search before extensions.
pub(crate) const MOST_DEPTH: u32 = 63;

/// The largest number of milliseconds per decision: one day.
pub(crate) const MOST_MILLISECONDS: u32 = 86_400_000;

/// What a search may spend on one decision. Games with a budget of time depend on the machine and cannot be reproduced;
/// all others can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of positions or playouts.
    Nodes(u32),
    /// A search depth in decisions.
    Depth(u32),
    /// Milliseconds.
    Milliseconds(u32),
}

impl Budget {
    /// Returns what it counts, as options name it, and the number.
    pub(crate) fn named(self) -> (&'static str, u32) {
        match self {
            Budget::Nodes(nodes) => ("nodes", nodes),
            Budget::Depth(depth) => ("depth", depth),
            Budget::Milliseconds(time) => ("ms", time),
        }
    }

    /// Returns roughly how many positions a search looks at for one decision.
    pub(crate) fn positions(self) -> u64 {
        const PLY: u64 = 6;
        const MILLISECOND: u64 = 500;
        match self {
            Budget::Nodes(nodes) => nodes.into(),
            Budget::Depth(depth) => PLY.saturating_pow(depth),
            Budget::Milliseconds(time) => MILLISECOND * u64::from(time),
        }
    }

    /// Returns how many positions a search remembers: `each` for every one of a number of positions or playouts, as far as
    /// this is reasonable.
    pub(crate) fn remembered(self, each: u64) -> usize {
        const MOST: u64 = 1 << 20;
        let positions = if let Budget::Nodes(nodes) = self { each * u64::from(nodes) } else { MOST };
        positions.clamp(1 << 12, MOST) as usize
    }

    /// Returns whether it is a number of positions or playouts, and at most this one.
    pub(crate) fn is_at_most(self, most: u32) -> bool {
        matches!(self, Budget::Nodes(nodes) if nodes <= most)
    }

    /// Returns the depth at which the search stops.
    pub(crate) fn most_depth(self) -> u32 {
        if let Budget::Depth(depth) = self { depth + 1 } else { u32::MAX }
    }

    /// Returns whether the search must stop.
    pub(crate) fn is_spent(self, nodes: u64, running: Stopwatch) -> bool {
        match self {
            Budget::Nodes(most) => nodes > u64::from(most),
            Budget::Depth(_) => false,
            Budget::Milliseconds(most) => running.elapsed() >= Duration::from_millis(u64::from(most)),
        }
    }
}
