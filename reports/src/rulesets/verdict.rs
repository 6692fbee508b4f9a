//! The verdict of a search: whether other players confirm what it found, what came near, and what to do next.

use std::cmp::Ordering;

use petteia_statistics::Estimate;
use petteia_statistics::identification::{Reason, Status, Threshold};
use petteia_tables::{AgentKey, Confirmation, FoundRuleSet, QuantityAbout, RuleSearchResult};

use super::details::ParetoFrontDetails;
use super::phrases::{estimate, range};
use crate::labels::{player, within};
use crate::number_format::grouped;
use crate::phrases::{
    Caveat, after_opening, after_random_moves, begins_to_choose, ending, listed, percent, whole_percent,
};

/// Near misses that are named.
const MOST_MISSES: usize = 3;

/// What misses a limit by more, as a share, is not near.
const NEAR: f64 = 0.2;

/// The most games of a confirming player that a next step advises.
const MOST_GAMES: f64 = 100_000.0;

/// Whether other players confirm a member of the front.
pub(super) enum Confirmed<'a> {
    /// All of them keep all limits.
    Yes(&'a Confirmation),
    /// This player breaks a limit.
    No(&'a Confirmation),
    /// The games of this player are too few.
    Open(&'a Confirmation),
    /// No other player has played it.
    Untested,
}

/// Returns whether other players confirm a member of the front.
pub(super) fn confirmed(found: &RuleSearchResult, member: usize) -> Confirmed<'_> {
    let all = || found.confirmations_of(member);
    let with = |keeps| all().find(|of| found.keeps(&of.values) == keeps);
    match (all().find(|of| of.games > 0), with(Some(false)), with(None)) {
        (None, ..) => Confirmed::Untested,
        (_, Some(of), _) => Confirmed::No(of),
        (.., Some(of)) => Confirmed::Open(of),
        (Some(of), None, None) => Confirmed::Yes(of),
    }
}

/// Returns the name of an agent in tables: `alphabeta, 1,000 positions`.
pub(super) fn agent_name(found: &RuleSearchResult, agent: &AgentKey) -> String {
    within(&player_name(found, agent))
}

/// Returns the name of an agent in sentences: `alphabeta (1,000 positions)`, or its text if another one has the same name.
fn player_name(found: &RuleSearchResult, agent: &AgentKey) -> String {
    let name = player(agent);
    let mut all = found.confirmations.iter().map(|of| &of.agent).chain([&found.agent]);
    let is_unclear = all.any(|other| other != agent && player(other) == name);
    if is_unclear { agent.display_name().to_owned() } else { name }
}

/// Returns the verdict, and what may be wrong with White's score.
pub(super) fn verdict(found: &RuleSearchResult) -> String {
    let is_judged = found.limits.iter().any(|limit| found.quantities[limit.quantity].name == "white_score");
    let is_settled = confirmed_leader(found).is_some() && begins_to_choose(found.opening);
    let doubt = after_random_moves(found.opening).filter(|_| is_judged && !is_settled);
    [answer(found)].into_iter().chain(doubt.map(Caveat::advised)).collect::<Vec<_>>().join(" ")
}

/// Returns the verdict in a sentence.
fn answer(found: &RuleSearchResult) -> String {
    let Some((member, set)) = leading(found) else {
        let open = found.with(|status| matches!(status, Some(Status::Undecided(_)))).count();
        let so_far = if open > 0 { format!("; undecided: {open}") } else { String::new() };
        let breaks = found.with(|status| matches!(status, Some(Status::Out(Reason::Breaks(_))))).count();
        let all = match found.rule_sets.len() {
            all if all > 1 && all == breaks => {
                format!("each of the {} rule sets of {} breaks a limit", grouped(all as f64), found.base)
            }
            1 => format!("the only rule set of {} is not known to meet the limits", found.base),
            all => {
                format!("none of the {} rule sets of {} is known to meet the limits", grouped(all as f64), found.base)
            }
        };
        return format!("Nothing confirmed: {all}{so_far}.");
    };
    let rules = changes(found, set);
    match confirmed(found, member) {
        Confirmed::Yes(of) => {
            let others =
                found.front().filter(|(other, _)| matches!(confirmed(found, *other), Confirmed::Yes(_))).count() - 1;
            let more = match others {
                0 => String::new(),
                1 => " One more rule set is confirmed.".to_owned(),
                others => format!(" {others} more rule sets are confirmed."),
            };
            let player = player_name(found, &of.agent);
            let after = after_opening(found.opening).map_or_else(String::new, |after| format!(" {after}"));
            format!("Confirmed: {rules}. When {player} plays{after}, {}.{more}", outcome(found, set, &of.values))
        }
        Confirmed::No(of) => {
            format!("Nothing confirmed. The nearest is {}{}.", told(found, set, Some(of)), others(found, member, of))
        }
        Confirmed::Open(of) => format!(
            "Nothing confirmed yet; {} games are too few to tell. The nearest is {}{}.",
            grouped(of.games as f64),
            told(found, set, Some(of)),
            others(found, member, of)
        ),
        Confirmed::Untested => {
            format!("Nothing confirmed: no other player has played. The nearest is {}.", told(found, set, None))
        }
    }
}

/// Returns what the games of other players than the deciding one say against a rule set: `; when mcts plays, …`.
fn others(found: &RuleSearchResult, member: usize, deciding: &Confirmation) -> String {
    let doubts = found.confirmations_of(member).filter(|of| found.keeps(&of.values) != Some(true));
    let doubts = doubts.filter(|of| of.agent != deciding.agent);
    let told = |of: &Confirmation| {
        let player = player_name(found, &of.agent);
        format!("; when {player} plays, {}", outcome(found, &found.rule_sets[member], &of.values))
    };
    doubts.map(told).collect()
}

/// Returns how many games of each player would decide about a rule set that is open, if its shares stay as they are; `None` if
/// no affordable number does.
fn deciding_games(found: &RuleSearchResult) -> Option<u64> {
    // How many games decide about a limit, and whether they would show that it is broken.
    let of_limit = |of: &Confirmation, limit: &Threshold| {
        let Some(Estimate { value, low, high, .. }) = of.values[limit.quantity] else { return (0.0, false) };
        let nearest = if (value - limit.least).abs() < (limit.most - value).abs() { limit.least } else { limit.most };
        let half = if nearest < value { value - low } else { high - value };
        (of.games as f64 * (half / (value - nearest)).powi(2), value < limit.least || limit.most < value)
    };
    // One broken limit refutes; all must be kept to confirm.
    let of_member = |member: usize| {
        let open = found.confirmations_of(member).filter(|of| found.keeps(&of.values).is_none());
        let needed = open.flat_map(|of| broken(found, &of.values).into_iter().map(move |limit| of_limit(of, limit)));
        let (breaks, keeps): (Vec<_>, Vec<_>) = needed.partition(|&(_, is_broken)| is_broken);
        let games = |of: Vec<(f64, bool)>| of.into_iter().map(|(games, _)| games);
        games(breaks).reduce(f64::min).unwrap_or_else(|| games(keeps).fold(0.0, f64::max))
    };
    let open = found.front().filter(|&(member, _)| matches!(confirmed(found, member), Confirmed::Open(_)));
    let games = open.map(|(member, _)| of_member(member)).fold(f64::INFINITY, f64::min);
    (0.0 < games && games < MOST_GAMES).then(|| 1000 * (1.1 * games / 1000.0).ceil() as u64)
}

/// Returns a heading and what came near: rule sets with their numbers and the limits that they break; if one is confirmed, those
/// of the front that change less.
pub(super) fn near_misses(found: &RuleSearchResult) -> Option<(&'static str, Vec<String>)> {
    if let Some((_, set)) = confirmed_leader(found) {
        let mut nearer: Vec<_> = found.front().filter(|(_, other)| other.distance < set.distance).collect();
        nearer.sort_by(|(_, a), (_, b)| a.distance.total_cmp(&b.distance));
        let told = nearer.into_iter().map(|(member, set)| told(found, set, deciding(found, member)) + ".");
        let told: Vec<String> = told.take(MOST_MISSES).collect();
        return (!told.is_empty()).then_some(("With fewer changes, but not confirmed:", told));
    }
    let leading = leading(found);
    let others = found.with(Option::is_some).filter(|(index, _)| leading.is_none_or(|(member, _)| member != *index));
    let mut misses: Vec<([f64; 2], String)> = others
        .map(|(index, set)| {
            let of = deciding(found, index);
            let text = told(found, set, of) + if of.is_none() { "; no other player has played it." } else { "." };
            (distance_from_limits(found, &values(set, of)), text)
        })
        .collect();
    // An interval of all values says nothing. Of equals the nearest to the source comes first.
    misses.retain(|([_, width], _)| *width < 1.0);
    misses.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    // Rule sets with the same numbers are often one game.
    misses.dedup_by(|a, b| a.0 == b.0);
    let heading = if misses.first()?.0[0] > NEAR { "Nearest, but far from the limits:" } else { "Near misses:" };
    Some((heading, misses.into_iter().take(MOST_MISSES).map(|(_, text)| text).collect()))
}

/// Returns the confirmation that decides about a rule set; `None` if no other player has played it.
fn deciding(found: &RuleSearchResult, index: usize) -> Option<&Confirmation> {
    match confirmed(found, index) {
        Confirmed::No(of) | Confirmed::Open(of) | Confirmed::Yes(of) => Some(of),
        Confirmed::Untested => None,
    }
}

/// Returns the values of a rule set in the games of a confirmation, or else of the search.
fn values(set: &FoundRuleSet, of: Option<&Confirmation>) -> Vec<Option<Estimate>> {
    of.map_or_else(|| set.values.iter().copied().map(Some).collect(), |of| of.values.clone())
}

/// Returns a rule set with the player on whose games its numbers rest: `vagi: when alphabeta plays, …`.
fn told(found: &RuleSearchResult, set: &FoundRuleSet, of: Option<&Confirmation>) -> String {
    let player = player_name(found, of.map_or(&found.agent, |of| &of.agent));
    format!("{}: when {player} plays, {}", changes(found, set), outcome(found, set, &values(set, of)))
}

/// Returns what to do next.
pub(super) fn next_step(found: &RuleSearchResult, details: &ParetoFrontDetails) -> String {
    let open = found.with(|status| matches!(status, Some(Status::Undecided(_)))).count();
    let Some((member, _)) = leading(found) else {
        return match open {
            0 => add_rules(details),
            _ => "Next: raise `each` and, if it is set, `all` in [games], and give the same command again.".to_owned(),
        };
    };
    let number = found.front().position(|(other, _)| other == member).unwrap_or_default();
    let file = details.candidates.get(number).map(|of| format!("{}/{}", details.folder, of.file)).unwrap_or_default();
    match confirmed(found, member) {
        Confirmed::Yes(_) => format!("Next: `petteia play {file}`"),
        Confirmed::Untested if found.confirmations.is_empty() => {
            "Next: name other players in `confirm`, and give the same command again.".to_owned()
        }
        Confirmed::Untested => "Next: give the same command again, so that the other players play.".to_owned(),
        Confirmed::Open(_) if let Some(games) = deciding_games(found) => {
            format!("Next: set `confirm = {games}` in [games], and give the same command again.")
        }
        _ if found.hidden() > 0 => format!(
            "Next: raise `refuted` in [games], and give the same command again: {} rule sets that only unconfirmed ones beat were \
             not played again.",
            found.hidden()
        ),
        _ => add_rules(details),
    }
}

/// Returns the advice to search a larger space, with rules that it lacks.
fn add_rules(details: &ParetoFrontDetails) -> String {
    let lacking = listed(details.lacking.iter().map(|rule| format!("`{rule}`")));
    let rules =
        if lacking.is_empty() { "rules".to_owned() } else { format!("a rule that it lacks, such as {lacking},") };
    format!(
        "Next: add {rules} to [space], or widen a limit in [goal], and give the same command again; games are kept."
    )
}

/// Returns the member of the front with which the verdict begins: one that is confirmed, or else open; of these the nearest to
/// the source, or to the limits if it is refuted.
fn leading(found: &RuleSearchResult) -> Option<(usize, &FoundRuleSet)> {
    let rank = |member: usize| match confirmed(found, member) {
        Confirmed::Yes(_) => [0.0; 2],
        Confirmed::Open(_) => [1.0, 0.0],
        Confirmed::Untested => [2.0, 0.0],
        Confirmed::No(of) => [3.0, distance_from_limits(found, &of.values)[0]],
    };
    let key = |member: usize| (rank(member), found.rule_sets[member].distance);
    found.front().min_by(|(a, _), (b, _)| key(*a).partial_cmp(&key(*b)).unwrap_or(Ordering::Equal))
}

/// Returns the same if other players confirm it.
fn confirmed_leader(found: &RuleSearchResult) -> Option<(usize, &FoundRuleSet)> {
    leading(found).filter(|(member, _)| matches!(confirmed(found, *member), Confirmed::Yes(_)))
}

/// Returns how far values are outside the limits at most, and how uncertain they are: shares, or hundreds of turns.
fn distance_from_limits(found: &RuleSearchResult, values: &[Option<Estimate>]) -> [f64; 2] {
    let of = |limit: &Threshold| {
        let scale = if found.quantities[limit.quantity].is_share { 1.0 } else { 100.0 };
        let Some(Estimate { value, low, high, .. }) = values[limit.quantity] else { return [f64::INFINITY; 2] };
        [(limit.least - value).max(value - limit.most).max(0.0) / scale, (high - low) / scale]
    };
    found.limits.iter().map(of).fold([0.0; 2], |[most, width], [part, next]| [most.max(part), width.max(next)])
}

/// Returns the limits that values break, or else those that they may break.
fn broken<'a>(found: &'a RuleSearchResult, values: &[Option<Estimate>]) -> Vec<&'a Threshold> {
    let with = |keep: Option<bool>| {
        let is_so = |limit: &&Threshold| values[limit.quantity].is_some_and(|value| limit.keeps(value) == keep);
        found.limits.iter().filter(is_so).collect::<Vec<_>>()
    };
    let outside = with(Some(false));
    if outside.is_empty() { with(None) } else { outside }
}

/// Returns the limits that values break, as nouns.
pub(super) fn broken_names(found: &RuleSearchResult, values: &[Option<Estimate>]) -> String {
    let limits = broken(found, values);
    listed(limits.iter().map(|limit| super::phrases::quantity(found.quantities[limit.quantity])))
}

/// Returns values of a rule set in a clause: `3 % are drawn, but White scores 65 % (limit 45–55 %)`.
fn outcome(found: &RuleSearchResult, set: &FoundRuleSet, values: &[Option<Estimate>]) -> String {
    let broken = broken(found, values);
    let is_broken = |place: usize| broken.iter().any(|limit| limit.quantity == place);
    let kept = (0..values.len()).filter(|&place| !is_broken(place));
    let keeps = found.keeps(values);
    let is_open = keeps.is_none();
    let kept =
        kept.filter_map(|place| Some(happens(set, found.quantities[place], values[place]?, keeps == Some(true))));
    let misses = broken.iter().filter_map(|limit| {
        let (about, value) = (found.quantities[limit.quantity], values[limit.quantity]?);
        Some(format!("{} (limit {})", happens(set, about, value, is_open), range(about, limit)))
    });
    let (kept, misses) = (listed(kept), listed(misses));
    let (alone, after) = if is_open {
        ("it is open whether this keeps the limits: ", "; it is open whether this keeps the limit: ")
    } else {
        ("", ", but ")
    };
    match (kept.is_empty(), misses.is_empty()) {
        (true, true) => "no game has ended".to_owned(),
        (_, true) => kept,
        (true, false) => format!("{alone}{misses}"),
        (false, false) => format!("{kept}{after}{misses}"),
    }
}

/// Returns a value as a clause, with its interval if that is asked for: `White scores 65 %`.
fn happens(set: &FoundRuleSet, about: QuantityAbout, value: Estimate, with_interval: bool) -> String {
    let number = match (about.is_share, with_interval) {
        (true, false) => whole_percent(value.value),
        (false, false) => format!("{:.0}", value.value),
        // Whole percents could show an interval inside a limit that it crosses.
        (true, true) => percent(value),
        (false, true) => estimate(about, Some(value)),
    };
    match about.name {
        "draws" => format!("{number} of the games are drawn"),
        "white_score" if set.may_swap => format!("the first player scores {number}"),
        "white_score" => format!("White scores {number}"),
        "on_board" => format!("{number} are won on the board"),
        "plies" => format!("games last {number} turns"),
        reason => {
            let reason = petteia_engine::EndReason::ALL.into_iter().find(|known| known.name() == reason);
            format!("{number} end by “{}”", reason.map_or(about.name, ending))
        }
    }
}

/// Returns the changes of a rule set: `vagi and move=step`, `without edge`, or `city-8 as it is`.
fn changes(found: &RuleSearchResult, set: &FoundRuleSet) -> String {
    if set.changes.is_empty() {
        return format!("{} as it is", found.base);
    }
    let (removed, added): (Vec<&String>, Vec<&String>) = set.changes.iter().partition(|change| change.starts_with('-'));
    let names = |changes: Vec<&String>| listed(changes.into_iter().map(|change| change[1..].to_owned()));
    match (added.is_empty(), removed.is_empty()) {
        (_, true) => names(added),
        (true, false) => format!("without {}", names(removed)),
        (false, false) => format!("{} without {}", names(added), names(removed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(value: f64, half: f64) -> Estimate {
        Estimate { value, low: value - half, high: value + half, n: 300 }
    }

    fn agent(budget: u64) -> AgentKey {
        let (kind, budget_kind) = ("alphabeta".to_owned(), Some("nodes".to_owned()));
        AgentKey {
            text: format!("alphabeta:nodes={budget}"),
            kind,
            budget_kind,
            budget: Some(budget),
            ..AgentKey::default()
        }
    }

    /// A search whose only find has this score of White when another player plays it; `None` if nobody does.
    fn found(score: Option<Estimate>, status: Status) -> RuleSearchResult {
        let set = |name: &str, changes: &[&str], status, values: [Estimate; 2]| FoundRuleSet {
            name: name.to_owned(),
            changes: changes.iter().map(ToString::to_string).collect(),
            levels: Vec::new(),
            may_swap: changes.contains(&"+swap"),
            distance: changes.len() as f64,
            status: Some(status),
            games: 300,
            values: values.to_vec(),
        };
        let confirmation = score.map(|score| Confirmation {
            rule_set: 1,
            agent: agent(1000),
            games: 300,
            values: vec![Some(value(0.03, 0.01)), Some(score)],
        });
        RuleSearchResult {
            base: "city-8".to_owned(),
            agent: agent(100),
            factors: Vec::new(),
            quantities: ["draws", "white_score"].map(|name| QuantityAbout { name, is_share: true }).to_vec(),
            limits: vec![
                Threshold { quantity: 0, least: f64::NEG_INFINITY, most: 0.2 },
                Threshold { quantity: 1, least: 0.45, most: 0.55 },
            ],
            minimised: vec![0],
            is_near: true,
            tolerance: 0.05,
            confidence: 0.95,
            rule_sets: vec![
                set("city-8", &[], Status::Out(Reason::Breaks(0)), [value(0.9, 0.02), value(0.5, 0.02)]),
                set("city-8+vagi", &["+vagi"], status, [value(0.03, 0.01), value(0.5, 0.02)]),
            ],
            members: if status == Status::In { vec![1] } else { Vec::new() },
            left_out: Vec::new(),
            same: 0,
            proved: Vec::new(),
            audit: None,
            opening: [4, 4],
            confirmations: confirmation.into_iter().collect(),
        }
    }

    #[test]
    fn a_verdict_says_first_whether_anything_is_confirmed() {
        let broken = found(Some(value(0.65, 0.03)), Status::In);
        assert_eq!(
            answer(&broken),
            "Nothing confirmed. The nearest is vagi: when alphabeta (1,000 positions) plays, 3 % of the games are drawn, but \
             White scores 65 % (limit 45–55 %)."
        );
        let far = "city-8 as it is: when alphabeta (100 positions) plays, White scores 50 %, but 90 % of the games are drawn \
                   (limit at most 20 %); no other player has played it.";
        assert_eq!(near_misses(&broken), Some(("Nearest, but far from the limits:", vec![far.to_owned()])));
        let kept = found(Some(value(0.5, 0.03)), Status::In);
        assert!(answer(&kept).starts_with(
            "Confirmed: vagi. When alphabeta (1,000 positions) plays after 4 random moves, 3.0 % [2.0, 4.0] of"
        ));
        assert!(near_misses(&kept).is_none());
        let open = answer(&found(Some(value(0.53, 0.04)), Status::In));
        let undecided =
            "drawn; it is open whether this keeps the limit: White scores 53.0 % [49.0, 57.0] (limit 45–55 %).";
        let few = found(Some(value(0.53, 0.04)), Status::In);
        assert!(next_step(&few, &ParetoFrontDetails::default()).starts_with("Next: set `confirm = 2000` in [games]"));
        let near = found(Some(value(0.5499, 0.04)), Status::In);
        assert!(next_step(&near, &ParetoFrontDetails::default()).contains("widen a limit"));
        let mut two = few;
        let second = Confirmation {
            agent: agent(2000),
            values: vec![Some(value(0.202, 0.014)), Some(value(0.5, 0.02))],
            ..two.confirmations[0].clone()
        };
        two.confirmations.push(second);
        let both = answer(&two);
        assert!(
            both.contains("; when alphabeta (2,000 positions) plays, White scores 50 %; it is open whether"),
            "{both}"
        );
        assert!(open.starts_with("Nothing confirmed yet; 300 games") && open.ends_with(undecided), "{open}");
        assert!(answer(&found(None, Status::In)).starts_with("Nothing confirmed: no other player has played."));
        assert!(verdict(&two).ends_with("offered. `opening = 2` leaves less to chance."));
        let mut unplayed = kept.clone();
        unplayed.confirmations[0] =
            Confirmation { games: 0, values: vec![None, None], ..kept.confirmations[0].clone() };
        assert!(answer(&unplayed).starts_with("Nothing confirmed: no other player has played."));
        assert!(next_step(&unplayed, &ParetoFrontDetails::default()).contains("so that the other players play"));
        let either = RuleSearchResult { opening: [4, 5], ..found(None, Status::In) };
        assert!(verdict(&either).ends_with("Set an even `opening`, such as 4."));
        let none = found(None, Status::Out(Reason::Breaks(1)));
        assert_eq!(answer(&none), "Nothing confirmed: each of the 2 rule sets of city-8 breaks a limit.");
        assert_eq!(near_misses(&none).expect("there are some").1.len(), 2);
        let mut unknown = none;
        unknown.rule_sets[1].values[1] = value(0.5, 0.5);
        assert_eq!(near_misses(&unknown).expect("there is one").1.len(), 1, "an interval from 0 to 100 % says nothing");
    }

    #[test]
    fn the_next_step_keeps_the_file_and_names_rules_that_it_lacks() {
        let broken = found(Some(value(0.65, 0.03)), Status::In);
        let lacking = vec!["swap = [\"\", \"+swap\"]".to_owned()];
        let next = next_step(&broken, &ParetoFrontDetails { lacking, ..ParetoFrontDetails::default() });
        assert!(
            next.contains("such as `swap = [\"\", \"+swap\"]`, to [space]") && !next.contains("petteia new"),
            "{next}"
        );
    }

    #[test]
    fn what_limits_a_confirmed_rule_set_and_what_changes_less_follow_it() {
        let mut found = found(Some(value(0.5, 0.03)), Status::In);
        let open = Confirmation {
            rule_set: 0,
            values: vec![Some(value(0.1, 0.02)), Some(value(0.55, 0.03))],
            ..found.confirmations[0].clone()
        };
        found.rule_sets[0].status = Some(Status::In);
        found.members.push(0);
        found.confirmations.push(open);
        assert!(verdict(&found).starts_with("Confirmed: vagi."));
        let (heading, nearer) = near_misses(&found).expect("city-8 changes less");
        assert_eq!((heading, nearer.len()), ("With fewer changes, but not confirmed:", 1));
        let whole = "city-8 as it is: when alphabeta (1,000 positions) plays, 10 % of the games are drawn; it is open";
        assert!(nearer[0].starts_with(whole), "{nearer:?}");
        let details =
            ParetoFrontDetails { limits: vec!["Set `opening = 0`.".to_owned()], ..ParetoFrontDetails::default() };
        let page = super::super::page::page(&found, &details, "");
        assert!(page.contains("<p>Set <code>opening = 0</code>.</p>"));
    }

    #[test]
    fn a_rule_set_inside_the_limits_is_nearer_than_one_that_stronger_players_refute() {
        let mut found = found(Some(value(0.65, 0.03)), Status::In);
        let hidden = FoundRuleSet {
            status: Some(Status::Out(Reason::Beaten(1))),
            name: "city-8+vagi+swap".to_owned(),
            changes: vec!["+vagi".to_owned(), "+swap".to_owned()],
            may_swap: true,
            distance: 2.0,
            ..found.rule_sets[1].clone()
        };
        found.rule_sets.push(hidden);
        let (_, misses) = near_misses(&found).expect("one came near");
        assert!(
            misses[0].starts_with("vagi and swap: ") && misses[0].contains("the first player scores 50.0 %"),
            "{misses:?}"
        );
        assert_eq!(found.hidden(), 1);
        let next = next_step(&found, &ParetoFrontDetails::default());
        assert!(next.contains("raise `refuted`"), "{next}");
    }
}
