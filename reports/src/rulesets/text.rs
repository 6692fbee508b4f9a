//! The answer of a search, for a terminal and as a page.

use std::fmt::Write;

use petteia_statistics::Estimate;
use petteia_statistics::identification::{Audit, Reason, Status};
use petteia_tables::{AgentKey, FoundRuleSet, RuleSearchResult};

use super::details::ParetoFrontDetails;
use super::phrases::{because, estimate, heading, limit};
use super::verdict::{agent_name, broken_names, near_misses, next_step, verdict};
use crate::number_format::grouped;
use crate::paper::changed_rules;
use crate::paper::markdown::{escaped, ruled};
use crate::phrases::listed;
use crate::strong_play::{self, StrongPlayEstimate};
use crate::terminal::{Layout, TableStyle, aligned, painted, wrapped};

/// Rule sets that are named in a text; others are only counted.
const MOST_NAMED: usize = 4;

/// Returns the answer for a terminal: a sentence, the front with the numbers that confirm it, and what was missed.
#[must_use]
pub fn search_text(found: &RuleSearchResult, details: &ParetoFrontDetails, style: TableStyle) -> String {
    let paragraph = |text: &str| wrapped(text, style.prose_width(), "");
    let mut lines = vec![paragraph(&verdict(found))];
    lines.extend(details.limits.iter().map(|limit| paragraph(limit)));
    if let Some((heading, misses)) = near_misses(found) {
        lines.push(heading.to_owned());
        lines.extend(misses.iter().map(|miss| wrapped(&format!("- {miss}"), style.prose_width(), "  ")));
    }
    // A command is copied as a whole.
    lines.extend([next_step(found, details), String::new()]);
    let rows = table(found);
    if rows.len() > 1 {
        // Names stand on lines of their own, where they need not be cut.
        let columns: Vec<Vec<String>> = rows.iter().map(|row| row[1..].to_vec()).collect();
        let printed = aligned(&columns, Layout { headings: 1, left: |column| column < 1, cut: 0 }, style);
        lines.extend_from_slice(&printed[..2]);
        let named = rows[1..].iter().zip(&printed[2..]).flat_map(|(row, line)| [row[0].clone(), line.clone()]);
        lines.extend(named.filter(|line| !line.is_empty()));
        lines.push(String::new());
    }
    lines.extend(remarks(found).iter().map(|text| paragraph(text)));
    for ((_, set), member) in found.front().zip(&details.candidates).take(MOST_NAMED) {
        let sentences = member.strong_play();
        // A sentence about a limit begins with the name.
        let name = if member.limits.is_empty() { format!("{}: ", set.name) } else { String::new() };
        if !sentences.is_empty() {
            lines.push(paragraph(&format!("{name}{}", sentences.join(" "))));
        }
    }
    lines.extend(painted(&note(found), "2", style));
    lines.join("\n") + "\n"
}

/// The front: a row for each member and confirming agent, or with the games of the search if nobody confirms it.
fn table(found: &RuleSearchResult) -> Vec<Vec<String>> {
    let mut headings = vec!["rule set".to_owned(), "agent".to_owned(), "distance".to_owned()];
    headings.extend(found.quantities.iter().map(|&about| format!("{} [95 %]", heading(about))));
    headings.push("limits".to_owned());
    let mut rows = vec![headings];
    for (index, set) in found.front() {
        let confirmed = found.confirmations_of(index);
        let mut lines: Vec<(&AgentKey, Vec<Option<Estimate>>, String)> =
            confirmed.map(|of| (&of.agent, of.values.clone(), limits_kept(found, &of.values))).collect();
        if lines.is_empty() {
            lines.push((&found.agent, set.values.iter().copied().map(Some).collect(), "not confirmed".to_owned()));
        }
        for (number, (agent, values, keeps)) in lines.into_iter().enumerate() {
            let head = |text: String| if number == 0 { text } else { String::new() };
            let mut row = vec![head(found.short_name(set)), agent_name(found, agent), head(set.distance.to_string())];
            row.extend(values.iter().zip(&found.quantities).map(|(value, &about)| estimate(about, *value)));
            row.push(keeps);
            rows.push(row);
        }
    }
    rows
}

/// Whether values keep the limits, and which they break.
fn limits_kept(found: &RuleSearchResult, values: &[Option<Estimate>]) -> String {
    match found.keeps(values) {
        Some(true) => "kept".to_owned(),
        Some(false) => format!("broken: {}", broken_names(found, values)),
        None => "open".to_owned(),
    }
}

/// What the verdict does not say: what was left out, undecided and missed.
fn remarks(found: &RuleSearchResult) -> Vec<String> {
    let mut remarks = Vec::new();
    let count = |is: &dyn Fn(&Option<Status>) -> bool| found.with(is).count();
    let played = count(&Option::is_some);
    let broken = count(&|status| matches!(status, Some(Status::Out(Reason::Breaks(_)))));
    let beaten = count(&|status| matches!(status, Some(Status::Out(Reason::Beaten(_)))));
    let open: Vec<&FoundRuleSet> =
        found.with(|status| matches!(status, Some(Status::Undecided(_)))).map(|(_, set)| set).collect();
    let rivals = match found.is_near {
        true => format!("at most {} better than a listed one with no more changes", tolerance(found)),
        false => "no better than a listed one".to_owned(),
    };
    let are = |count: usize, [one, more]: [&str; 2]| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {more}")),
    };
    let parts = [
        are(broken, ["breaks a limit", "break a limit"]),
        are(beaten, ["is", "are"]).map(|count| format!("{count} {rivals}")),
        are(found.front().count(), ["is listed", "are listed"]),
        are(open.len(), ["is undecided", "are undecided"]),
    ];
    remarks.push(format!(
        "{} of the {} rule sets were played, in {} games by {}: {}.",
        grouped(played as f64),
        grouped(found.rule_sets.len() as f64),
        grouped(found.games() as f64),
        agent_name(found, &found.agent),
        parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
    ));
    if !open.is_empty() {
        let names: Vec<String> = open.iter().take(MOST_NAMED).map(|set| doubt(found, set)).collect();
        let more = if open.len() > MOST_NAMED { ", …" } else { "" };
        remarks.push(format!("Undecided with the games allowed: {}{more}.", names.join(", ")));
    }
    remarks.extend(found.audit.map(audited));
    if found.audit.is_none() && played < found.rule_sets.len() {
        remarks.push("Nothing is known about the rule sets that were not played: no audit has tested them.".to_owned());
    }
    let combinations = [
        are(found.left_out.len(), ["makes no sense", "make no sense"])
            .map(|text| format!("{text} ({}{})", found.left_out[0], if found.left_out.len() > 1 { ", …" } else { "" })),
        are(found.same, ["is the same game as a nearer one", "are the same game as a nearer one"]),
    ];
    let combinations: Vec<String> = combinations.into_iter().flatten().collect();
    if !combinations.is_empty() {
        remarks.push(format!("Of the other combinations, {}.", combinations.join(" and ")));
    }
    if !found.proved.is_empty() {
        let more = if found.proved.len() > MOST_NAMED { ", …" } else { "" };
        remarks.push(format!(
            "Not played, because it is proved that they are draws with best play: {}{more}.",
            found.proved[..found.proved.len().min(MOST_NAMED)].join(", ")
        ));
    }
    remarks
}

/// A rule set and what has to be known about it.
fn doubt(found: &RuleSearchResult, set: &FoundRuleSet) -> String {
    because(found, set).map_or_else(|| set.name.clone(), |because| format!("{} (open: {because})", set.name))
}

/// What the audit says about the rule sets that were never chosen.
fn audited(audit: Audit) -> String {
    let Audit { unchosen, drawn, found, bound } = audit;
    let rest = if drawn == unchosen {
        "Nothing was missed.".to_owned()
    } else {
        format!("So at most {:.1} % of those that it left out belong to the front.", 100.0 * bound)
    };
    format!(
        "The search left out {unchosen} rule sets. {drawn} of them were drawn at random and tested: {found} of these belong to \
         the front, or may. {rest}"
    )
}

/// The difference that counts as none: `5 points`.
fn tolerance(found: &RuleSearchResult) -> String {
    let points = 100.0 * found.tolerance;
    format!("{points:.1}").trim_end_matches(".0").to_owned() + " points"
}

/// What the numbers mean.
fn note(found: &RuleSearchResult) -> String {
    let limits: Vec<String> = found.limits.iter().map(|known| limit(found.quantities[known.quantity], known)).collect();
    let source = match (found.front().next().is_some(), found.confirmations.is_empty()) {
        (false, _) => "",
        (true, true) => {
            " The numbers are those of the games that chose the front, so they are too good; name agents in `confirm`."
        }
        (true, false) => {
            " The numbers are of new games, each interval for itself; the games that chose the front are not among them."
        }
    };
    let may_swap = found.rule_sets.iter().any(|set| set.may_swap);
    let swap = if may_swap { " With swap, White's score is that of the player who moves first." } else { "" };
    let bound = if found.audit.is_some() { " and the bound on what it left out" } else { "" };
    format!(
        "Limits: {}. Differences below {} count as equal, so another seed may list other rule sets that are as good. All \
         decisions of the search{bound} hold jointly with a probability of {} %.{swap}{source}",
        if limits.is_empty() { "none".to_owned() } else { limits.join("; ") },
        tolerance(found),
        100.0 * found.confidence,
    )
}

/// The page of a search, in Markdown.
pub(super) fn page(found: &RuleSearchResult, details: &ParetoFrontDetails) -> String {
    let mut text = format!("# Rules that work, from {}\n\n**{}**\n\n", escaped(&found.base), escaped(&verdict(found)));
    details.limits.iter().for_each(|limit| text += &format!("{}\n\n", escaped(limit)));
    if let Some((heading, misses)) = near_misses(found) {
        text += &format!("{heading}\n\n");
        misses.iter().for_each(|miss| text += &format!("- {}\n", escaped(miss)));
        text += "\n";
    }
    let _ = write!(text, "{}\n\n", next_step(found, details));
    let rows = table(found);
    if rows.len() > 1 {
        text += &ruled(&rows, 2);
    }
    remarks(found).iter().chain([&note(found)]).for_each(|remark| {
        let _ = write!(text, "\n{}\n", escaped(remark));
    });
    text += "\n![Front and rejected rule sets](figures/front.png)\n";
    if let Some(page) = &details.page {
        let _ = write!(text, "\nThe games of the front, all figures, and sample games on a board: [{page}]({page}).\n");
    }
    let mut earlier: Vec<(&FoundRuleSet, &[_])> = Vec::new();
    for (number, ((_, set), member)) in (1..).zip(found.front().zip(&details.candidates)) {
        let _ = write!(text, "\n## {number}. {}\n\n", escaped(&set.name));
        // What a member adds to those that it contains.
        let is_within = |a: &FoundRuleSet, b: &FoundRuleSet| a.changes.iter().all(|change| b.changes.contains(change));
        let parts: Vec<_> = earlier.iter().filter(|(other, _)| is_within(other, set)).collect();
        let is_largest =
            |part: &FoundRuleSet| !parts.iter().any(|(other, _)| other.name != part.name && is_within(part, other));
        let parts = parts.iter().filter(|(part, _)| is_largest(part));
        let (names, told): (Vec<String>, Vec<&[_]>) =
            parts.map(|(other, rules)| (found.short_name(other), *rules)).unzip();
        let beside =
            if told.is_empty() { String::new() } else { format!(", in addition to {}", listed(names.into_iter())) };
        let change =
            format!("Compared with {}{beside}: {}", found.base, changed_rules(&details.source, &member.rules, &told));
        earlier.push((set, &member.rules));
        let _ = writeln!(text, "{}", escaped(&change));
        for sentence in member.strong_play() {
            let _ = write!(text, "\n{}\n", escaped(&sentence));
        }
        let file = &member.file;
        let _ = write!(text, "\nIts file, to play it, to change it, or to search on from it: [{file}]({file}).\n");
    }
    let limits: Vec<StrongPlayEstimate> = details.candidates.iter().flat_map(|member| member.limits.clone()).collect();
    if !limits.is_empty() {
        let _ = write!(text, "\n## Limits of strong play\n\n{}\n", strong_play::method(&limits));
    }
    text
}
