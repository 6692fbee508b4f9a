//! A fixed share of the work on a question, for several machines.

use std::str::FromStr;

/// A fixed part of the chunks of a question: the `number`-th of `total`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u32,
    /// The number of shards.
    pub total: u32,
}

impl Shard {
    /// Returns whether a chunk of a cell belongs to the shard, each given by its place. Chunks are dealt to all shards in
    /// turn, moved on by one after each round, so that a shard does not get the same pairing of every variant.
    #[must_use]
    pub fn has(self, cell: usize, chunk: u64) -> bool {
        let (cell, total) = (cell as u64, u64::from(self.total));
        (cell + cell.div_euclid(total) + chunk) % total == u64::from(self.number - 1)
    }

    /// Reads a shard that is counted from 0, as batch systems do: `1/8` is the second of eight.
    pub fn from_index(text: &str) -> Result<Self, String> {
        match numbers(text) {
            Some((index, total)) if index < total => Ok(Shard { number: index + 1, total }),
            _ => Err("give I/N with I from 0 to N-1, such as 1/8 for the second of eight".into()),
        }
    }
}

fn numbers(text: &str) -> Option<(u32, u32)> {
    let (number, total) = text.split_once('/')?;
    Some((number.parse().ok()?, total.parse().ok()?))
}

impl FromStr for Shard {
    type Err = String;

    /// Reads a shard that is counted from 1: `2/8` is the second of eight.
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text) {
            Some((number, total)) if 1 <= number && number <= total => Ok(Shard { number, total }),
            Some((0, total)) if total > 0 => {
                Err(format!("shards are counted from 1: give 1/{total} to {total}/{total}, or --shard-index 0/{total}"))
            }
            _ => Err("give K/N with K from 1 to N, such as 2/8".into()),
        }
    }
}

/// Returns the name of a process, used for its ledger, its lock and its temporary files.
#[must_use]
pub fn label(shard: Option<Shard>) -> String {
    shard.map_or_else(|| "whole".into(), |shard| format!("shard-{}-of-{}", shard.number, shard.total))
}

/// Returns the shard of a label; `None` for the label of a process that plays everything, and for other names.
#[must_use]
pub fn shard_of(label: &str) -> Option<Shard> {
    label.strip_prefix("shard-")?.replacen("-of-", "/", 1).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_1_and_indices_from_0() {
        assert_eq!("2/8".parse(), Shard::from_index("1/8"));
        let zero = "0/8".parse::<Shard>().expect_err("it is counted from 1");
        assert!(zero.contains("--shard-index 0/8"), "{zero}");
        for wrong in ["9/8", "0/0", "2", "a/b", "-1/8"] {
            assert!(wrong.parse::<Shard>().is_err() && Shard::from_index(wrong).is_err(), "{wrong}");
        }
        assert!(Shard::from_index("8/8").is_err());
        let shard = Shard { number: 3, total: 4 };
        assert_eq!((shard_of(&label(Some(shard))), shard_of(&label(None))), (Some(shard), None));
    }
}
