//! The verdict on a claim, from what its players show.

use petteia_statistics::Estimate;
use serde::Serialize;

use super::published::{Answer, Assertion};
use crate::number_format::grouped;

/// What an agent shows of a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Witness {
    /// The agent.
    pub agent: String,
    /// The kind of agent, such as `alphabeta`.
    pub kind: String,
    /// Whether it beats each player of the same kind as the author's in a match with both colours: all of the 95 % interval
    /// of its mean score is above one half.
    pub is_stronger: bool,
    /// The quantity in its games.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of games, of the smaller cell if two are compared.
    pub games: u64,
    /// The number of games of which the quantity is a share.
    #[serde(skip)]
    pub(super) counted: u64,
    /// Whether the claim holds in its games.
    pub answer: Answer,
}

impl Witness {
    pub(super) fn estimate(&self) -> Estimate {
        Estimate { value: self.value, low: self.low, high: self.high, n: self.counted }
    }
}

/// The court's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Players of the same kind are compatible with the published number, and the claim holds for all players.
    Confirmed,
    /// A claim of never or always has no exception in the games of any player.
    NoCounterexample,
    /// A claim of never or always has an exception.
    Counterexample,
    /// It holds for players of the same kind, but not for others.
    BelongsToThePlayer,
    /// It does not hold, whoever plays.
    NotReproduced,
    /// None of these.
    NotDecided,
}

impl Verdict {
    /// Returns the verdict in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::NoCounterexample => "no counterexample",
            Verdict::Counterexample => "counterexample",
            Verdict::BelongsToThePlayer => "belongs to the player",
            Verdict::NotReproduced => "not reproduced",
            Verdict::NotDecided => "not decided",
        }
    }
}

/// The players of a claim that have games of it.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    pub witnesses: &'a [Witness],
    /// The number of players that the claim names.
    pub named: usize,
}

/// What the players of a group show of a claim together.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Holds,
    Fails,
    Open,
    Disagree,
    Incomplete,
}

impl Shown {
    const fn words(self) -> &'static str {
        match self {
            Shown::Holds => "show it",
            Shown::Fails => "do not show it",
            Shown::Open => "leave it open",
            Shown::Disagree => "disagree",
            Shown::Incomplete => "lack games that tell of it",
        }
    }
}

impl Group<'_> {
    fn is_complete(self) -> bool {
        self.witnesses.len() == self.named
    }

    fn shown(self) -> Shown {
        let all = |answer| self.witnesses.iter().all(|w| w.answer == answer);
        let any = |answer| self.witnesses.iter().any(|w| w.answer == answer);
        if !self.is_complete() || self.named == 0 {
            Shown::Incomplete
        } else if all(Answer::Holds) {
            Shown::Holds
        } else if all(Answer::Fails) {
            Shown::Fails
        } else if any(Answer::Holds) && any(Answer::Fails) {
            Shown::Disagree
        } else {
            Shown::Open
        }
    }

    /// Returns what players other than those of the same kind are called: stronger only if matches show it.
    fn name(self) -> String {
        if !self.is_complete() {
            return "other players".to_owned();
        }
        let strength = if self.witnesses.iter().all(|w| w.is_stronger) { "stronger" } else { "other" };
        let one_kind = self.witnesses.iter().all(|w| w.kind == self.witnesses[0].kind);
        format!("{strength} players of {}", if one_kind { "one kind" } else { "several kinds" })
    }
}

/// A claim and its players.
pub(super) struct Case<'a> {
    pub asserted: Assertion,
    pub theirs: Option<Estimate>,
    /// Players of the author's kind.
    pub alike: Group<'a>,
    /// Players that are not.
    pub others: Group<'a>,
    /// What the quantity counts, such as decided games.
    pub counted: &'static str,
}

impl Case<'_> {
    /// Returns the verdict and why.
    pub(super) fn judge(&self) -> (Verdict, String) {
        let of_same_kind = self.alike.shown();
        let of_others = (self.others.named > 0).then(|| self.others.shown());
        let players = self.sentence(of_same_kind, of_others);
        match self.theirs.map(|theirs| self.asserted.answer(theirs)) {
            Some(Answer::Fails) => {
                return (Verdict::NotDecided, format!("the published number does not show it; {players}"));
            }
            Some(Answer::Open) => {
                return (Verdict::NotDecided, format!("the published number leaves it open; {players}"));
            }
            Some(Answer::Holds) | None => {}
        }
        let is_compatible = self.is_compatible();
        let compatible = match is_compatible {
            None => "",
            Some(true) => "compatible with the published number; ",
            Some(false) => "not compatible with the published number; ",
        };
        if let Some(word) = self.asserted.word() {
            let (verdict, why) = self.judge_by_exceptions(word);
            return (verdict, format!("{compatible}{why}"));
        }
        let verdict = match (of_same_kind, of_others) {
            (Shown::Holds, None | Some(Shown::Holds)) if is_compatible != Some(false) => Verdict::Confirmed,
            (Shown::Holds, Some(Shown::Fails)) => Verdict::BelongsToThePlayer,
            (Shown::Fails, None | Some(Shown::Fails)) => Verdict::NotReproduced,
            _ => Verdict::NotDecided,
        };
        (verdict, format!("{compatible}{players}"))
    }

    /// Returns whether the interval of a player of the same kind overlaps the published one, if there are both.
    fn is_compatible(&self) -> Option<bool> {
        let theirs = self.theirs.filter(|_| !self.alike.witnesses.is_empty())?;
        Some(self.alike.witnesses.iter().any(|w| w.low <= theirs.high && theirs.low <= w.high))
    }

    /// Returns what the players show.
    fn sentence(&self, of_same_kind: Shown, of_others: Option<Shown>) -> String {
        let alike = "players of the same kind";
        let shows = of_same_kind.words();
        match of_others {
            None => format!("{alike} {shows}"),
            Some(shown) if shown == of_same_kind => format!("{alike} and {} {shows}", self.others.name()),
            Some(shown) => format!("{alike} {shows}, {} {}", self.others.name(), shown.words()),
        }
    }

    /// Returns the verdict on a claim of never or always, and why: one exception decides it, whatever the shares.
    fn judge_by_exceptions(&self, word: &str) -> (Verdict, String) {
        let witnesses = || self.alike.witnesses.iter().chain(self.others.witnesses);
        let share = |w: &&Witness| self.asserted.exceptions(w.estimate()).unwrap_or(0.0);
        let most = witnesses().filter(|w| share(w) > 0.0).max_by(|a, b| share(a).total_cmp(&share(b)));
        if let Some(witness) = most {
            let exceptions = (share(&witness) * witness.counted as f64).round();
            let (exceptions, all) = (grouped(exceptions), grouped(witness.counted as f64));
            let of = format!("{exceptions} of {all} {} of `{}`", self.counted, witness.agent);
            return (Verdict::Counterexample, format!("*{word}* does not hold, by {of}"));
        }
        if !(self.alike.is_complete() && self.others.is_complete()) {
            return (Verdict::NotDecided, "some players lack games that tell of it".to_owned());
        }
        let all: u64 = witnesses().map(|w| w.counted).sum();
        (Verdict::NoCounterexample, format!("none in {} {}", grouped(all as f64), self.counted))
    }
}

#[cfg(test)]
mod tests {
    use petteia_statistics::wilson;

    use super::*;

    const MORE: Assertion = Assertion::Within { low: 0.5, high: f64::INFINITY };

    fn witness(kind: &str, estimate: Estimate, asserted: Assertion) -> Witness {
        let Estimate { value, low, high, n } = estimate;
        Witness {
            agent: kind.into(),
            kind: kind.into(),
            is_stronger: false,
            value,
            low,
            high,
            games: n,
            counted: n,
            answer: asserted.answer(estimate),
        }
    }

    /// A player whose games show a claim of more than one half with an interval.
    fn of(low: f64, high: f64) -> Witness {
        witness("alphabeta", Estimate { value: f64::midpoint(low, high), low, high, n: 100 }, MORE)
    }

    fn judge(
        asserted: Assertion,
        theirs: Option<Estimate>,
        alike: &[Witness],
        others: &[Witness],
    ) -> (Verdict, String) {
        let group = |witnesses| Group { witnesses, named: <[Witness]>::len(witnesses) };
        Case { asserted, theirs, alike: group(alike), others: group(others), counted: "games" }.judge()
    }

    #[test]
    fn a_verdict_needs_the_published_number_and_what_both_groups_of_players_show() {
        let theirs = wilson(65, 100);
        let verdict = |alike: Witness, others: Witness| judge(MORE, theirs, &[alike], &[others]).0;
        assert_eq!(verdict(of(0.55, 0.65), of(0.6, 0.7)), Verdict::Confirmed);
        assert_eq!(verdict(of(0.8, 0.9), of(0.6, 0.7)), Verdict::NotDecided, "another number");
        assert_eq!(verdict(of(0.55, 0.65), of(0.3, 0.4)), Verdict::BelongsToThePlayer);
        assert_eq!(verdict(of(0.2, 0.3), of(0.3, 0.4)), Verdict::NotReproduced);
        assert_eq!(verdict(of(0.2, 0.3), of(0.6, 0.7)), Verdict::NotDecided, "only others show it");
        assert_eq!(verdict(of(0.55, 0.65), of(0.45, 0.55)), Verdict::NotDecided, "others leave it open");
        assert_eq!(
            verdict(of(0.45, 0.65), of(0.6, 0.7)),
            Verdict::NotDecided,
            "players of the same kind leave it open"
        );
        let disagree = judge(MORE, theirs, &[of(0.55, 0.65)], &[of(0.6, 0.7), of(0.3, 0.4)]);
        assert_eq!(disagree.0, Verdict::NotDecided);
        assert!(disagree.1.ends_with("players of the same kind show it, other players of one kind disagree"));
    }

    #[test]
    fn a_player_without_games_leaves_a_claim_undecided() {
        let (alike, others) = ([of(0.55, 0.65)], [of(0.6, 0.7)]);
        let group = |witnesses, named| Group { witnesses, named };
        let case = |named| Case {
            asserted: MORE,
            theirs: wilson(65, 100),
            alike: group(&alike, 1),
            others: group(&others, named),
            counted: "games",
        };
        assert_eq!(case(1).judge().0, Verdict::Confirmed);
        let (verdict, why) = case(2).judge();
        assert_eq!(verdict, Verdict::NotDecided);
        assert!(why.ends_with("other players lack games that tell of it"), "{why}");
    }

    #[test]
    fn without_a_published_number_nothing_is_compatible_with_it() {
        let (verdict, why) = judge(MORE, None, &[of(0.6, 0.7)], &[of(0.6, 0.7)]);
        assert_eq!((verdict, why.contains("number")), (Verdict::Confirmed, false), "{why}");
        let always = witness("greedy", wilson(90, 100).expect("a share"), Assertion::Always);
        let (verdict, why) = judge(Assertion::Always, None, &[always], &[]);
        assert_eq!((verdict, why.contains("number")), (Verdict::Counterexample, false), "{why}");
    }

    #[test]
    fn one_exception_refutes_never_whatever_the_author_played() {
        let never = |of: [u64; 2]| witness("alphabeta", wilson(of[0], of[1]).expect("a share"), Assertion::Never);
        for played in [1, 10, 98, 10_000] {
            let (verdict, why) = judge(Assertion::Never, wilson(0, played), &[never([41, 1_604])], &[]);
            assert_eq!(verdict, Verdict::Counterexample, "{played}");
            let compatible = if played <= 98 { "compatible" } else { "not compatible" };
            let words = "with the published number; *never* does not hold, by 41 of 1,604 games of `alphabeta`";
            assert_eq!(why, format!("{compatible} {words}"));
        }
        let (verdict, why) = judge(Assertion::Never, wilson(0, 98), &[never([0, 200])], &[never([0, 100])]);
        assert_eq!(verdict, Verdict::NoCounterexample);
        assert_eq!(why, "compatible with the published number; none in 300 games");
        let by_another = judge(Assertion::Never, wilson(0, 98), &[never([0, 200])], &[never([1, 100])]);
        assert_eq!(by_another.0, Verdict::Counterexample);
    }

    #[test]
    fn a_claim_that_too_few_published_games_show_is_not_confirmed() {
        for (wins, games, verdict) in [
            (2, 3, Verdict::NotDecided),
            (13, 20, Verdict::NotDecided),
            (65, 100, Verdict::Confirmed),
            (650, 1_000, Verdict::Confirmed),
            (0, 28, Verdict::NotDecided),
        ] {
            let judged = judge(MORE, wilson(wins, games), &[of(0.6, 0.7)], &[of(0.6, 0.7)]);
            assert_eq!(judged.0, verdict, "{wins} of {games}: {}", judged.1);
        }
    }
}
