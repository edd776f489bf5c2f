//! Landlock: the kernel refuses what no rule allows, to a thread and all that it starts, for good.
//!
//! What is handled is all that the newest version knows and this kernel can do (the first version: files; from the third
//! truncation, from the fourth TCP, from the sixth signals to processes outside). What a kernel cannot do is in the
//! result's notes.

use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, Scope, path_beneath_rules,
};
use serde::{Deserialize, Serialize};

use super::{capabilities, filter};

/// The newest version that is known here.
const NEWEST: ABI = ABI::V9;

/// Devices that may be written.
const DEVICES: [&str; 6] =
    ["/dev/full", "/dev/null", "/dev/random", "/dev/tty", "/dev/urandom", "/dev/zero"];

/// What a run may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rules {
    /// What it may read and execute.
    pub(super) reads: Vec<PathBuf>,
    /// Where it may do anything with files.
    pub(super) writes: Vec<PathBuf>,
    /// Whether it may use TCP.
    pub(super) tcp: bool,
}

/// What is missing for it to work here, if something is.
pub(super) fn probe() -> Result<(), String> {
    if !filter::is_known() {
        return Err("klew has no filter of system calls for this machine".to_owned());
    }
    // To the kernel, without rules for anybody.
    let created = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .and_then(Ruleset::create);
    created.map(|_| ()).map_err(|_| {
        "the kernel has no Landlock (Linux 5.13, with lsm=landlock among its modules)".to_owned()
    })
}

/// Holds this thread and all that it starts to the rules.
///
/// # Errors
/// The kernel refuses.
pub(super) fn apply(rules: &Rules) -> Result<(), String> {
    capabilities::drop_all()?;
    restrict(rules).map_err(|error| format!("Landlock: {error}"))?;
    filter::apply(rules.tcp)
}

fn restrict(rules: &Rules) -> Result<(), landlock::RulesetError> {
    let devices = AccessFs::WriteFile | AccessFs::ReadFile | AccessFs::IoctlDev;
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?;
    if !rules.tcp {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    let all: BitFlags<AccessFs> = AccessFs::from_all(NEWEST);
    ruleset
        .create()?
        .add_rules(path_beneath_rules(&rules.reads, AccessFs::from_read(NEWEST)))?
        .add_rules(path_beneath_rules(&rules.writes, all))?
        .add_rules(path_beneath_rules(DEVICES, devices))?
        .restrict_self()?;
    Ok(())
}
