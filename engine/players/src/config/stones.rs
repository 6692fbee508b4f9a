//! `setup.stones`: a number of stones for each side, set up from the back rank on.

use toml::Table;

/// Returns the board of a position text in which each side has `stones`: ranks are filled from its back rank on, and those
/// that do not fill a rank stand in its middle. Black's stones stand as White's do, seen from the other side.
pub(super) fn board_of(into: &Table, stones: i64) -> Result<String, String> {
    let size = |key: &str| {
        into["board"].get(key).and_then(toml::Value::as_integer).and_then(|size| usize::try_from(size).ok())
    };
    let (files, ranks) =
        size("files").zip(size("ranks")).filter(|&(files, _)| files > 0).ok_or("the board has no size")?;
    let most = files * ranks.div_euclid(2);
    let stones = usize::try_from(stones).ok().filter(|stones| (1..=most).contains(stones));
    let stones = stones.ok_or_else(|| format!("give 1 to {most}, so that both sides fit on the board"))?;
    let used = stones.div_ceil(files);
    let text = |rank: usize, is_black| rank_text(files, (stones - rank * files).min(files), is_black);
    let top_down = (0..ranks).map(|row| match ranks - 1 - row {
        _ if row < used => text(row, true),
        rank if rank < used => text(rank, false),
        _ => files.to_string(),
    });
    Ok(top_down.collect::<Vec<_>>().join("/"))
}

/// Returns a rank with some stones in its middle.
fn rank_text(files: usize, stones: usize, is_black: bool) -> String {
    let (shorter, longer) = ((files - stones).div_euclid(2), (files - stones).div_ceil(2));
    let (left, right, stone) = if is_black { (longer, shorter, "s") } else { (shorter, longer, "S") };
    let empty = |count: usize| if count == 0 { String::new() } else { count.to_string() };
    format!("{}{}{}", empty(left), stone.repeat(stones), empty(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_stand_in_the_middle_of_their_last_rank() {
        let board = |files: i64, ranks: i64| -> Table {
            format!("board = {{ files = {files}, ranks = {ranks} }}").parse().expect("TOML")
        };
        assert_eq!(board_of(&board(8, 8), 4).as_deref(), Ok("2ssss2/8/8/8/8/8/8/2SSSS2"));
        assert_eq!(board_of(&board(8, 3), 3).as_deref(), Ok("3sss2/8/2SSS3"));
        assert_eq!(board_of(&board(8, 8), 11).as_deref(), Ok("ssssssss/3sss2/8/8/8/8/2SSS3/SSSSSSSS"));
        assert_eq!(board_of(&board(12, 8), 11).as_deref(), Ok("1sssssssssss/12/12/12/12/12/12/SSSSSSSSSSS1"));
        assert!(board_of(&board(5, 5), 11).unwrap_err().contains("give 1 to 10"));
        assert!(board_of(&board(5, 5), 0).is_err());
    }
}
