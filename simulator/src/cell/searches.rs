//! The searches of an agent as the tables have them.

use petteia_players::Depths;
use petteia_tables::searches::Searches;

/// Converts the depths of searches.
pub fn searches(depths: Depths) -> Searches {
    Searches { depth: depths.mean(), odd: depths.odd_share(), blind: depths.blind_share() }
}
