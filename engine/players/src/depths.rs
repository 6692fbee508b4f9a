//! How deep a player searched in a game.

/// The depths of a player's searches in a game. Decisions without an alternative, and those that endgame tables make, are
/// no searches.
///
/// ```
/// use petteia_players::Depths;
/// let mut depths = Depths::default();
/// assert_eq!(depths.mean(), None);
/// for depth in [0, 2, 4] {
///     depths.add(depth);
/// }
/// assert_eq!((depths.mean(), depths.blind_share()), (Some(2.0), Some(1.0 / 3.0)));
/// assert_eq!(depths.odd_share(), Some(0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depths {
    searches: u32,
    plies: u32,
    odd: u32,
    blind: u32,
}

impl Depths {
    /// Adds a search with the depth that it completed, in decisions; 0 if it completed none.
    pub fn add(&mut self, depth: u32) {
        self.searches += 1;
        self.plies += depth;
        self.odd += depth % 2;
        self.blind += u32::from(depth == 0);
    }

    /// Returns the mean depth in decisions, or `None` without a search.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.per_search(self.plies)
    }

    /// Returns the share of the searches that completed an odd number of decisions, from 0 to 1, or `None` without a search.
    #[must_use]
    pub fn odd_share(&self) -> Option<f64> {
        self.per_search(self.odd)
    }

    /// Returns the share of the searches that completed no ply, from 0 to 1, or `None` without a search.
    #[must_use]
    pub fn blind_share(&self) -> Option<f64> {
        self.per_search(self.blind)
    }

    /// Returns the depths of two players as if they were one.
    #[must_use]
    pub fn joined(self, other: Depths) -> Depths {
        Depths {
            searches: self.searches + other.searches,
            plies: self.plies + other.plies,
            odd: self.odd + other.odd,
            blind: self.blind + other.blind,
        }
    }

    fn per_search(&self, sum: u32) -> Option<f64> {
        (self.searches > 0).then(|| f64::from(sum) / f64::from(self.searches))
    }
}
