//! `adjutant login`: a person lets the judge in at a provider of mailboxes, once; the judge renews that by himself.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::config::Config;
use super::remedy::{Remedy, failure};
use base::game::schedule::print_deadline;
use post::oauth::{Client, Grant, Provider, log_in_by_browser, log_in_by_device};

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant login google --client-id ID --client-secret-file google.secret
  adjutant login microsoft --client-id ID
  adjutant login https://id.club.example --client-id ID --scope 'mail offline_access'

The client id is your own: docs/mailboxes.md says how to register one. Where the provider has codes for other devices, one is
shown, and any browser will do; else a page is, and the browser may be on another machine: paste the address it ends at.
The login goes to the file that the settings name as token_file in [mail.in] or [mail.out], with auth = \"xoauth2\".";

/// What `login` is told.
#[derive(Debug, Args)]
pub struct LoginArgs {
    /// google, microsoft, or the address of another provider, which begins with https://.
    #[arg(value_name = "PROVIDER")]
    pub provider: String,
    /// The judge's name at the provider, as you registered it.
    #[arg(long, value_name = "ID")]
    pub client_id: String,
    /// A file with the secret that the provider gave with it, on its first line.
    #[arg(long, value_name = "FILE")]
    pub client_secret_file: Option<PathBuf>,
    /// What to ask for, at a provider that is named by its address.
    #[arg(long)]
    pub scope: Option<String>,
    /// The file to write the login to; without it the token_file of the settings.
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Certificates to trust in place of the public authorities, for a provider of your own.
    #[arg(long, value_name = "FILE")]
    pub ca_file: Option<PathBuf>,
    /// By a page in a browser, though the provider has codes for other devices.
    #[arg(long)]
    pub browser: bool,
}

/// Logs in and writes the login down.
pub fn login(settings: impl FnOnce() -> anyhow::Result<Config>, args: &LoginArgs) -> anyhow::Result<()> {
    let file = match &args.token_file {
        Some(file) => file.clone(),
        None => file_of_settings(&settings()?)?,
    };
    let client = Client {
        id: args.client_id.clone(),
        secret: secret(args)?,
        ca_file: args.ca_file.as_deref().map(std::path::absolute).transpose()?,
    };
    let provider = provider(args, &client)?;
    let grant = let_in(&provider, &client, args.browser).or_do("log in again, as the provider's words say")?;
    grant.store(&file).or_do("name a file that can be written with --token-file")?;
    println!("{}", words(&grant, &file));
    Ok(())
}

fn file_of_settings(config: &Config) -> anyhow::Result<PathBuf> {
    let remedy =
        "set auth = \"xoauth2\" and token_file = \"judge.token\" in [mail.in] and [mail.out], or name it: --token-file";
    match config.token_files().as_slice() {
        [] => Err(failure("find the file of the login: the settings name none", remedy)),
        [file] => Ok((*file).to_owned()),
        [..] => Err(failure(
            "find the file of the login: the settings name two",
            "name the one that is meant: --token-file",
        )),
    }
}

fn secret(args: &LoginArgs) -> anyhow::Result<Option<String>> {
    let Some(file) = &args.client_secret_file else { return Ok(None) };
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("read the client's secret in {}", file.display()))
        .or_do("name the file that holds it with --client-secret-file")?;
    Ok(text.lines().next().map(|line| line.trim().to_owned()))
}

fn provider(args: &LoginArgs, client: &Client) -> anyhow::Result<Provider> {
    match args.provider.as_str() {
        "google" => Ok(Provider::google()),
        "microsoft" => Ok(Provider::microsoft()),
        address if address.starts_with("https://") => {
            let remedy = "say what to ask for: --scope 'mail offline_access', as the provider names it";
            let scope = args.scope.as_deref().ok_or_else(|| failure("log in there without a scope", remedy))?;
            Provider::discover(address, scope, client)
                .or_do("see that the address is the provider's own, and try again")
        }
        other => Err(failure(
            format!("log in at {other:?}"),
            "name google, microsoft, or the address of another provider: https://id.club.example",
        )),
    }
}

fn let_in(provider: &Provider, client: &Client, in_browser: bool) -> anyhow::Result<Grant> {
    let mut say = |words: &str| println!("{words}");
    match (&provider.device, &provider.authorize) {
        (Some(device), authorize) if !in_browser || authorize.is_none() => {
            Ok(log_in_by_device(provider, client, device, &mut say)?)
        }
        (_, Some(authorize)) => {
            let pasted = BufReader::new(io::stdin());
            Ok(log_in_by_browser(provider, client, authorize, &mut say, pasted)?)
        }
        (_, None) => Err(failure(
            format!("log in at {}: it says neither where codes are had nor where a browser goes", provider.name),
            "ask the provider for the address of its OpenID configuration",
        )),
    }
}

fn words(grant: &Grant, file: &Path) -> String {
    let file = file.display();
    let end = grant.ends.map_or_else(String::new, |ends| {
        let ends = print_deadline(ends, chrono_tz::UTC);
        format!("\nThe provider ends it {ends}, renewed or not; the judge warns three days before: log in again then.")
    });
    format!("The judge was let in. {file} holds the login, for you alone to read, and is renewed by itself.{end}")
}
