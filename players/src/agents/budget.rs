//! How long a search may take.

use std::fmt;
use std::time::{Duration, Instant};

/// The most positions or playouts of a decision: hours.
pub const MOST_NODES: u32 = 1_000_000_000;

/// The most milliseconds of a decision: a day.
pub const MOST_MILLISECONDS: u32 = 86_400_000;

/// What a search may spend on one decision. Time depends on the machine, and so games cannot be repeated; the others can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Positions looked at, or playouts.
    Nodes(u32),
    /// Decisions deep.
    Depth(u32),
    /// Milliseconds.
    Milliseconds(u32),
}

impl Budget {
    /// The depth at which the search stops.
    pub fn most_depth(self) -> u32 {
        if let Budget::Depth(depth) = self { depth + 1 } else { u32::MAX }
    }

    /// Whether the search has to stop.
    pub fn is_spent(self, nodes: u64, started: Instant) -> bool {
        match self {
            Budget::Nodes(most) => nodes > u64::from(most),
            Budget::Depth(_) => false,
            Budget::Milliseconds(most) => started.elapsed() >= Duration::from_millis(u64::from(most)),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Nodes(n) => write!(f, "nodes={n}"),
            Budget::Depth(n) => write!(f, "depth={n}"),
            Budget::Milliseconds(n) => write!(f, "ms={n}"),
        }
    }
}
