//! Short names: what all variants share is said once, each is labelled with what differs.

/// How the cells of one run are called, in a figure or a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Short {
    /// What all have in common, to be said once; empty when nothing is.
    pub(crate) common: String,
    /// One label for each variant given, never empty.
    pub(crate) labels: Vec<String>,
}

/// Shortens texts of variants such as `city-8+vagi+die=4`, a game followed by its changes.
pub(crate) fn variants(texts: &[&str]) -> Short {
    let parted: Vec<Vec<&str>> = texts.iter().map(|text| text.split('+').collect()).collect();
    let all_equal = texts.windows(2).all(|pair| pair[0] == pair[1]);
    let first = parted.first().map_or(&[][..], Vec::as_slice);
    let common: Vec<&str> = if all_equal {
        Vec::new()
    } else {
        let everywhere = |part: &&str| parted.iter().all(|parts| parts.contains(part));
        first.iter().copied().filter(everywhere).collect()
    };
    // A shared change under different games is kept: "+edge" is no game one could point at.
    let shared_game = first.first().is_some_and(|game| common.first() == Some(game));
    if !shared_game {
        return Short { common: String::new(), labels: texts.iter().map(ToString::to_string).collect() };
    }
    let label = |parts: &Vec<&str>| {
        let rest: Vec<&str> = parts.iter().copied().filter(|p| !common.contains(p)).collect();
        if rest.is_empty() { common.join("+") } else { format!("+{}", rest.join("+")) }
    };
    Short { labels: parted.iter().map(label).collect(), common: common.join("+") }
}

/// Names of pairings of agents, White's first; one name when both sides play alike.
pub(crate) fn pairing(white: &str, black: &str) -> String {
    if white == black { white.to_owned() } else { format!("{white} v {black}") }
}

/// What [`pairing`]'s names mean, given whether any pairing has two different agents.
pub(crate) fn pairing_heading(some_differ: bool) -> &'static str {
    if some_differ { "Agents (White v Black)" } else { "Agent (both sides)" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_share_is_said_once() {
        let short = variants(&["city-8+edge", "city-8+edge+vagi", "city-8+edge+vagi+die=4"]);
        assert_eq!(short.common, "city-8+edge");
        assert_eq!(short.labels, ["city-8+edge", "+vagi", "+vagi+die=4"]);
    }

    #[test]
    fn different_games_keep_their_names() {
        let short = variants(&["city-8+edge", "xii+edge"]);
        assert_eq!(short.common, "");
        assert_eq!(short.labels, ["city-8+edge", "xii+edge"]);
    }

    #[test]
    fn a_single_variant_keeps_its_name() {
        assert_eq!(variants(&["city-8+edge", "city-8+edge"]).labels[0], "city-8+edge");
        assert!(variants(&[]).labels.is_empty());
    }

    #[test]
    fn agents_playing_themselves_are_named_once() {
        assert_eq!(pairing("random", "random"), "random");
        assert_eq!(pairing("random", "mcts"), "random v mcts");
    }
}
