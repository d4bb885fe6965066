//! `adjutant init`: the folder of a new judge, ready to run without a mail server.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono_tz::Tz;
use clap::Args;

use super::config::{Config, MANUAL};
use super::remedy::{Remedy, failure};
use mail::Address;
use post::MaildirSource;

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant init judge --address judge@club.example --gm 'Ann Lee <ann@club.example>' --zone Europe/London
  adjutant init .

Makes adjutant.toml, which explains every setting; judge.key, readable by you alone; and the Maildirs mail/inbox and
mail/outbox. Change [mail.in] and [mail.out] in adjutant.toml to use a mail server. Nothing that is there already is
overwritten.";

/// What `init` is told.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The folder; it is made when it is not there.
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// The judge's own address.
    #[arg(long, value_parser = parse_address, default_value = "judge@adjutant.example")]
    pub address: Address,
    /// A game master, who may create games; may be given more than once.
    #[arg(long = "gm", value_name = "NAME <ADDRESS>", value_parser = parse_person, default_value = "Game Master <gm@adjutant.example>")]
    pub gms: Vec<(String, Address)>,
    /// The zone of deadlines.
    #[arg(long, default_value = "UTC", value_parser = parse_zone)]
    pub zone: Tz,
}

fn parse_address(text: &str) -> Result<Address, String> {
    Address::parse(text).ok_or_else(|| "an address is written like judge@club.example".to_owned())
}

fn parse_person(text: &str) -> Result<(String, Address), String> {
    let wrong = || "a person is written like 'Ann Lee <ann@club.example>'".to_owned();
    let Some((name, rest)) = text.split_once('<') else {
        let address = Address::parse(text.trim()).ok_or_else(wrong)?;
        return Ok((address.local().to_owned(), address));
    };
    let address = rest.trim().strip_suffix('>').and_then(|address| Address::parse(address.trim()));
    let name = name.trim().trim_matches('"');
    match address {
        Some(address) if !name.is_empty() => Ok((name.to_owned(), address)),
        _ => Err(wrong()),
    }
}

fn parse_zone(text: &str) -> Result<Tz, String> {
    text.parse().map_err(|_| "a zone is written like Europe/London or UTC".to_owned())
}

/// Makes the folder and says what comes next.
pub fn init(args: &InitArgs) -> anyhow::Result<()> {
    let folder = &args.folder;
    fs::create_dir_all(folder)
        .with_context(|| format!("make the folder {}", folder.display()))
        .or_do("name a folder that you may write to")?;
    let settings = folder.join("adjutant.toml");
    let config = Config::parse(&settings_for(args), folder).context("write the settings")?;
    for file in [&settings, &config.key_file, &config.database] {
        refuse_existing(file)?;
    }
    write_new(&config.key_file, &format!("{}\n", new_key()?), 0o600)?;
    write_new(&settings, &settings_for(args), 0o644)?;
    if let Some(maildir) = config.maildir() {
        MaildirSource::open(&maildir).or_do("name a folder that you may write to")?;
        let mut private = fs::DirBuilder::new();
        private
            .recursive(true)
            .mode(0o700)
            .create(&maildir.outbox)
            .with_context(|| format!("make {}", maildir.outbox.display()))?;
    }
    println!("{}", next_steps(&settings, &config));
    Ok(())
}

/// The manual with the settings of this judge in it.
fn settings_for(args: &InitArgs) -> String {
    let gms: Vec<String> = args.gms.iter().map(|(name, address)| gm_table(name, address.as_str(), args.zone)).collect();
    let (address, zone) = (quoted(args.address.as_str()), quoted(args.zone.name()));
    MANUAL
        .replace(&gm_table("Game Master", "gm@adjutant.example", Tz::UTC), &gms.join("\n"))
        .replace("address = \"judge@adjutant.example\"", &format!("address = {address}"))
        .replace("[timetable]\nzone = \"UTC\"", &format!("[timetable]\nzone = {zone}"))
}

fn gm_table(name: &str, address: &str, zone: Tz) -> String {
    let (name, address, zone) = (quoted(name), quoted(address), quoted(zone.name()));
    format!("[[gm]]\nname = {name}\naddress = {address}\nzone = {zone}\n")
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn new_key() -> anyhow::Result<String> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|why| failure(format!("draw a key: {why}"), "try again later"))?;
    Ok(data_encoding::HEXLOWER.encode(&bytes))
}

fn refuse_existing(file: &Path) -> anyhow::Result<()> {
    if !file.try_exists().with_context(|| format!("look for {}", file.display()))? {
        return Ok(());
    }
    let what = format!("make a new judge: {} is there already, and is never overwritten", file.display());
    Err(failure(what, "name another folder, or move that file away"))
}

fn write_new(file: &Path, text: &str, mode: u32) -> anyhow::Result<()> {
    let written = OpenOptions::new().write(true).create_new(true).mode(mode).open(file).and_then(|mut open| {
        open.write_all(text.as_bytes())?;
        open.sync_all()
    });
    written.with_context(|| format!("write {}", file.display())).or_do("name a folder that you may write to")
}

fn next_steps(settings: &Path, config: &Config) -> String {
    let inbox = config.maildir().map(|maildir| maildir.inbox).unwrap_or_default();
    format!(
        "Made {settings}: it explains every setting.\n\
         Made {key}: keep it safe and to yourself.\n\
         Letters to {address} arrive in {inbox} (a Maildir) until [mail.in] says otherwise.\n\
         Next: adjutant --config {settings} run",
        settings = settings.display(),
        key = config.key_file.display(),
        address = config.judge.address.as_str(),
        inbox = inbox.display(),
    )
}
