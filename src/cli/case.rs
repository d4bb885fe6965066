//! `adjutant case`: tries rule cases, or lists the paths they can set.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::remedy::Remedy;
use base::order::path::list_paths;
use rules::Shelf;
use rules::case::{Case, opening};

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant case tests/rules/civil-war/*.toml     tries these cases
  adjutant case --paths civil-war                lists the values that [given] and the GM's SET can name

docs/cases.md tells how a case is written. Ends with 1 when a case fails.";

/// What `case` is told.
#[derive(Debug, Args)]
pub struct CaseArgs {
    /// The cases.
    #[arg(value_name = "FILE", required_unless_present = "paths")]
    pub files: Vec<PathBuf>,
    /// Lists the paths of a rule book's state instead.
    #[arg(long, value_name = "BOOK", conflicts_with = "files")]
    pub paths: Option<String>,
}

/// Tries the cases, prints how each fared; 1 when one failed.
pub fn case(args: &CaseArgs, shelf: &Shelf) -> anyhow::Result<ExitCode> {
    if let Some(book) = &args.paths {
        println!("{}", paths(book, shelf)?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut failed = 0;
    for file in &args.files {
        let words = try_case(file, shelf)?;
        failed += usize::from(!words.is_empty());
        match words.is_empty() {
            true => println!("ok      {}", file.display()),
            false => println!("FAILED  {}\n  {}", file.display(), words.join("\n  ")),
        }
    }
    println!("{} cases, {failed} failed", args.files.len());
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What went wrong with a case; nothing when it holds.
fn try_case(file: &Path, shelf: &Shelf) -> anyhow::Result<Vec<String>> {
    let text = fs::read_to_string(file)
        .with_context(|| format!("read the rule case {}", file.display()))
        .or_do("name a file that can be read; docs/cases.md tells how a case is written")?;
    let case = match Case::parse(&text) {
        Ok(case) => case,
        Err(error) => return Ok(vec![format!("{error}")]),
    };
    let title = format!("{}: {}", case.rule, case.name);
    Ok(match case.run(shelf) {
        Ok(differences) if differences.is_empty() => Vec::new(),
        Ok(differences) => std::iter::once(title).chain(differences.iter().map(ToString::to_string)).collect(),
        Err(error) => vec![title, error.to_string()],
    })
}

/// The paths of a book's opening position, one a line, each with its value there.
pub fn paths(book: &str, shelf: &Shelf) -> anyhow::Result<String> {
    let opening = opening(shelf, book).or_do("name a rule book")?;
    let lines = list_paths(&opening).into_iter().map(|(path, value)| format!("{path} = {value}"));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
