//! Measures the time of searches, with the clock of the operating system or with one that is given from outside where
//! there is none, as in WebAssembly.

use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

/// Returns the time since a fixed moment.
pub type Time = fn() -> Duration;

static GIVEN: OnceLock<Time> = OnceLock::new();
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Sets the clock of all stopwatches. Only the first call has an effect, and it must precede the first stopwatch.
///
/// ```
/// use std::time::Duration;
/// use petteia_players::stopwatch::{Stopwatch, use_clock};
/// use_clock(|| Duration::from_secs(7));
/// assert_eq!(Stopwatch::start().elapsed(), Duration::ZERO);
/// ```
pub fn use_clock(time: Time) {
    GIVEN.get_or_init(|| time);
}

fn now() -> Duration {
    GIVEN.get().map_or_else(|| START.elapsed(), |time| time())
}

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Starts a stopwatch.
    #[must_use]
    pub fn start() -> Self {
        Stopwatch(now())
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        now().saturating_sub(self.0)
    }
}
