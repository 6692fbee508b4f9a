//! The files and folders that decide what the program does.

/// What counts besides the members of the workspace.
const OTHERS: [&str; 4] = ["reports/fonts", "src", "Cargo.toml", "Cargo.lock"];

/// Returns the paths whose changes count, from the text of the workspace's `Cargo.toml`.
pub fn sources(manifest: &str) -> Vec<String> {
    let list = manifest.split("members = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    let members = list.split(',').map(|member| member.trim().trim_matches('"'));
    // The Python package is made from the program.
    let members = members.filter(|member| !member.is_empty() && *member != "python");
    let of_member = |member: &str| [format!("{member}/src"), format!("{member}/Cargo.toml")];
    members.flat_map(of_member).chain(OTHERS.map(str::to_owned)).collect()
}
