//! Lists the networks in the folder `networks`, which become part of the program: `src/variant/networks.rs` has the list.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=networks");
    let variable = |name| env::var(name).map_err(|_| io::Error::other(format!("cargo has not set {name}")));
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("networks");
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "net") {
            files.push(path);
        }
    }
    files.sort();
    let line = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        format!("    ({name:?}, include_bytes!({path:?}).as_slice()),\n")
    };
    let list: String = files.iter().map(line).collect();
    fs::write(
        Path::new(&variable("OUT_DIR")?).join("networks.rs"),
        format!("&[\n{list}]\n"),
    )
}
