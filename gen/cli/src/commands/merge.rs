//! `merge`: the shards of a batch in one folder, as if it had been made in one.

use std::path::{Path, PathBuf};

use pipeline::BATCH_FILE;
use pipeline::batch::{BatchOrder, BatchScores};

use crate::args::MergeArgs;
use crate::batches::store::{self, Store};
use crate::batches::tell_summary;
use crate::report::{Failure, Reporter};

pub fn run(args: &MergeArgs, reporter: &Reporter) -> Result<(), Failure> {
    let orders = args.shards.iter().map(|folder| match store::read_order(folder)? {
        Some(order) => Ok(order.whole()),
        None => Err(Failure::io(format!("{} holds no {BATCH_FILE}: it is no batch", folder.display()))),
    });
    let orders = orders.collect::<Result<Vec<_>, _>>()?;
    let order = &orders[0];
    check_counts(&args.shards, &orders)?;
    for (folder, other) in args.shards.iter().zip(&orders) {
        let differences = order.differences(other);
        if !differences.is_empty() {
            let told = differences.iter().map(|[flag, first, other]| format!("{flag} is {first} and {other}"));
            let told = told.collect::<Vec<_>>().join("; ");
            let (first, other) = (args.shards[0].display(), folder.display());
            return Err(Failure::usage(format!("{first} and {other} are no shards of one batch: {told}")));
        }
    }
    let target = args.out.as_ref().unwrap_or(&args.shards[0]);
    let sources = find_sources(order, target, &args.shards)?;

    // From here on the target is a batch of its own, which `batch` or `merge` would go on with if this were killed.
    let store = Store::open(target, order, BatchOrder::whole)?;
    for (index, source) in sources {
        store.copy(index, source)?;
    }
    store.close_unfinished();
    let items = store::find_all(target, order, order.shard);
    let written = store::write_summary(target, order, &items)?;
    tell_summary(&BatchScores::new(&items), target, &written, reporter)
}

/// Checks that shards which are alike otherwise have the same number of items.
fn check_counts(shards: &[PathBuf], orders: &[BatchOrder]) -> Result<(), Failure> {
    let most = orders.iter().map(|order| order.count).max().unwrap_or(0);
    let is_alike = orders.iter().all(|order| orders[0].is_same_but_for_count(order));
    if !is_alike || orders.iter().all(|order| order.count == most) {
        return Ok(());
    }
    let told = shards.iter().zip(orders).map(|(shard, order)| format!("{} is one of {}", shard.display(), order.count));
    let told = told.collect::<Vec<_>>().join(", ");
    Err(Failure::usage(format!(
        "these are shards of batches with different counts: {told}; run each with --count {most}, then join them"
    )))
}

/// The items that the target lacks, each with the folder that has it.
fn find_sources<'a>(order: &BatchOrder, target: &Path, shards: &'a [PathBuf]) -> Result<Vec<(u32, &'a Path)>, Failure> {
    let mut lacking = Vec::new();
    let mut sources = Vec::new();
    for index in order.shard.items(order.count) {
        if store::find(target, order, index).is_some() {
            continue;
        }
        match shards.iter().find(|shard| store::find(shard, order, index).is_some()) {
            Some(shard) => sources.push((index, shard.as_path())),
            None => lacking.push(index),
        }
    }
    if let Some(first) = lacking.first() {
        let count = design::counted(lacking.len(), "item");
        return Err(Failure::usage(format!(
            "these folders lack {count} of {}, such as item {first}: name all shards, and run each to its end",
            order.count
        )));
    }
    Ok(sources)
}
