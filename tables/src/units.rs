//! The units of numbers, by the names of their columns.

/// Each unit with the columns that have it. A column with an interval stands for its ends too.
const UNITS: [(&str, &str); 12] = [
    (
        "games",
        "games, games {}, duplicates, distinct, reason_{}, draws, unfinished, first_wins, second_wins, first_forfeits, \
         second_forfeits, white_wins, black_wins, wins, drawn_by_tables, won_by_tables, stopped {}, looked_at {}, \
         both_closed {}, drawn_ending {}, won_ending {}, one_closed {}, open {}, once_closed {}, {}_games, \
         placed_early",
    ),
    (
        "share, from 0 to 1",
        "white_rate, black_rate, draw_rate, draw_rate {}, draw_rate_adjudicated_drawn, unfinished_rate, \
         decisive_rate, won_share, drawn_share, lost_share, kept_share, decided, decided_won, truth, \
         ending_{}_won, ending_{}_drawn, ending_{}_lost, shapley, first_order, total, blind, blind_{}, \
         blind_white, blind_black, odd, odd_{}, odd_white, odd_black",
    ),
    ("decisions", "depth, depth_{}, depth_white, depth_black"),
    ("difference of shares, from -1 to 1", "decisive_advantage, marginal"),
    ("score per game, from 0 to 1", "score, reference_score, neighbour_score, mean_loss, corrected"),
    ("score per game, from -½ to ½", "first_move_advantage"),
    ("points", "points"),
    (
        "plies",
        "plies, plies_mean, plies_mean_low, plies_mean_high, plies_median, plies_q1, plies_q3, plies_min, \
         plies_max, first_capture_ply, first_capture_mean, longest_win, longest_loss",
    ),
    ("stones", "captures_white, captures_black, captures_white_mean, captures_black_mean, white_stones_fewer, even"),
    ("pieces", "final_white, final_black, arrivals, fortress_pieces, no_fortress_to"),
    ("Elo points", "elo, elo_low, elo_high, elo_at_most, elo_at_least"),
    ("seconds", "seconds"),
];

/// Returns the unit of a column of a table, or an empty text if its values have none, as those of numbers that only
/// name something, or if the unit depends on the row.
pub fn unit(table: &str, column: &str) -> &'static str {
    // The squares of a board and the placements of an ending count other things by these names.
    match (table, column) {
        ("squares", "losses") => return "pieces",
        ("depth", "losses") => return "games",
        ("exams", "drawn" | "won") => return "games",
        _ => {}
    }
    UNITS.iter().find(|(_, columns)| columns.split(", ").any(|known| known == column)).map_or("", |(unit, _)| unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TABLES;

    #[test]
    fn every_unit_is_that_of_a_column() {
        let has = |column: &str| TABLES.iter().flat_map(|table| table.columns).any(|about| about.name == column);
        for column in UNITS.iter().flat_map(|(_, columns)| columns.split(", ")) {
            assert!(has(column), "{column}");
        }
    }

    #[test]
    fn an_interval_has_a_unit_unless_it_depends_on_the_row() {
        let varies =
            ["estimate_{}", "difference", "limit", "lower_side", "upper_side", "variance", "log_odds", "odds_ratio"];
        for table in TABLES {
            for about in table.columns.iter().filter(|about| about.holds.contains("_low")) {
                assert_eq!(unit(table.name, about.name).is_empty(), varies.contains(&about.name), "{}", about.name);
            }
        }
    }
}
