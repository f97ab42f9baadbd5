//! Rolls that matches make even: played with a bar, and told of.

use std::time::Instant;

use design::{Diagnostic, counted};
use pipeline::{FairGoal, FairWish, Loaded, Options, Request, Roll};
use prove::{Event, FairEnd, FairRoll, MatchLog};
use world::Scenario;

use crate::batches::work;
use crate::made_starts::MadeStart;
use crate::refusals::{no_fair_roll, no_roll, too_small};
use crate::report::{self, Failure};

/// A roll that plays nothing, whatever is wished.
pub fn roll_plain(loaded: &Loaded, request: &Request, options: &Options) -> Result<FairRoll, Failure> {
    let request = Request { fair: None, ..request.clone() };
    let roll = pipeline::roll(loaded, &request, options)
        .map_err(|error| too_small(&error, loaded, &request, options).unwrap_or_else(|| no_roll(error)))?;
    Ok(FairRoll { roll, matches: 0, end: FairEnd::Plain })
}

/// The plain roll, levelled by matches; if nobody asks for that, only where there is something to level. Where somebody ends it, the plain
/// roll is left.
pub fn level(loaded: &Loaded, request: &Request, options: &Options) -> Result<FairRoll, Failure> {
    let plain = roll_plain(loaded, request, options)?;
    let wish = match &request.fair {
        Some(wish) => wish.clone(),
        None => {
            if let Some(why) = prove::why_plain(loaded, request, &plain.roll.scenario) {
                report::note(&format!("not levelled by matches: {why}"));
                return Ok(plain);
            }
            FairWish::even()
        }
    };
    let request = Request { fair: Some(wish), ..request.clone() };
    let made = play(loaded, &request, options, &MatchLog::none(), Some(plain.roll.clone()))?;
    let FairRoll { end, matches, .. } = made;
    if end == FairEnd::Stopped {
        return Ok(FairRoll { end, matches, ..plain });
    }
    Ok(made)
}

/// What a wish asks for: rolls, plays, levels and proves, with a bar.
pub fn make_fair(loaded: &Loaded, request: &Request, options: &Options, log: &MatchLog) -> Result<FairRoll, Failure> {
    play(loaded, request, options, log, None)
}

/// The start of a seed string that asks for matches, as `roll` makes it: played once, and then kept in the user's cache.
pub fn make_by_matches(loaded: &Loaded, request: &Request, preset: &str) -> Result<Scenario, Failure> {
    let place = MadeStart::of(request, loaded, preset);
    if let Some(scenario) = place.as_ref().and_then(MadeStart::read) {
        return Ok(scenario);
    }
    let FairRoll { roll, end, matches } = make_fair(loaded, request, &Options::new(preset), &MatchLog::none())?;
    if end == FairEnd::Stopped {
        let told = format!("ended after {} that make the start; none is made", counted(matches as usize, "match"));
        return Err(Failure::Interrupted(Diagnostic::error("interrupted", told)));
    }
    if let Some(place) = place {
        place.keep(&roll.scenario);
    }
    Ok(roll.scenario)
}

/// The same, of the plain roll if that is made already.
fn play(
    loaded: &Loaded,
    request: &Request,
    options: &Options,
    log: &MatchLog,
    plain: Option<Roll>,
) -> Result<FairRoll, Failure> {
    let stop = work::stop_on_signal()?;
    let is_even = request.fair.as_ref().is_some_and(|wish| wish.goal == FairGoal::Even);
    if is_even {
        report::note("levelling it by matches; --fair=none plays none");
    }
    let bar = report::progress_bar(0, "rolling");
    let begun = Instant::now();
    let watch = |event: Event| match event {
        Event::Match(progress) => {
            bar.set_length(progress.expected.into());
            bar.set_position(progress.matches.into());
            bar.set_message(progress.stage.words());
        }
        // What takes seconds tells of its end alone.
        Event::Found(_) if is_even => {}
        Event::Found(what) => bar.suspend(|| report::note(&what)),
    };
    let made = match plain {
        Some(plain) => prove::level(plain, loaded, request, options, log, stop, &watch),
        None => prove::roll(loaded, request, options, log, stop, &watch),
    };
    bar.finish_and_clear();
    let made = made.map_err(no_fair_roll)?;
    let seconds = begun.elapsed().as_secs_f64();
    report::note(&format!("{} in {seconds:.1} s", counted(made.matches as usize, "match")));
    Ok(made)
}

/// Whether what was asked for was done; what there is was written in any case.
pub fn check_end(end: FairEnd, matches: u32, scenario: &Scenario) -> Result<(), Failure> {
    match end {
        FairEnd::Plain | FairEnd::Proved | FairEnd::Found => Ok(()),
        FairEnd::Bound => {
            let words = scenario.played.as_ref().map_or("not proved", |played| &played.words);
            let told = Diagnostic::error("unproved", format!("{words}; the most even start so far was written"));
            let advice = "a larger --fair-matches goes on from here; or try another --seed, or a larger --fair";
            Err(Failure::Unmet(vec![told.suggest(advice)]))
        }
        FairEnd::Stopped => {
            let message =
                format!("ended after {}; the most even start so far was written", counted(matches as usize, "match"));
            let told = Diagnostic::error("interrupted", message).suggest("the same command goes on from here");
            Err(Failure::Interrupted(told))
        }
    }
}
