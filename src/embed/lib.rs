//! Folders of texts that are compiled into a crate: for build scripts alone, so that a new file is found without being listed.

#![forbid(unsafe_code)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Embeds every file of `root/folder`, in the order of names: writes `<list>.rs` for `include!`, a slice of names and texts.
/// Names are paths below `root`, which is seen from the crate's own folder.
pub fn texts(list: &str, root: &str, folder: &str) -> io::Result<()> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join(root).canonicalize()?;
    let mut files = Vec::new();
    collect(&root.join(folder), &mut files)?;
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?;
        code.push_str(&format!(
            "    ({:?}, include_str!({:?})),\n",
            name.display().to_string(),
            file.display().to_string()
        ));
    }
    code.push_str("]\n");
    // Cargo looks at all that a folder holds, so a new file is noticed as well.
    println!("cargo::rerun-if-changed={}", root.join(folder).display());
    fs::write(PathBuf::from(variable("OUT_DIR")?).join(list).with_extension("rs"), code)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // What editors and systems leave behind is no text of ours.
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let path = entry.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

/// What cargo tells a build script.
fn variable(name: &str) -> io::Result<String> {
    std::env::var(name).map_err(io::Error::other)
}
