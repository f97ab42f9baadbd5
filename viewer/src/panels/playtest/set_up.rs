//! The settings of a playtest: the players of the seats, how many matches, when to stop.

use std::ops::RangeInclusive;
use std::sync::Arc;

use eframe::egui::{self, Ui};
use playtest::{MatchRunner, OwnPlayer, PlayerName, Session, SessionSettings, no_programs};

use crate::typed::bounded;

/// The numbers of matches, as in the command `play`: the default, the default maximum when it plays until it is sure, and the
/// limit.
const GAMES: u32 = 400;
const GAMES_UNTIL_SURE: u32 = 20_000;
const GAMES_MAX: u32 = 200_000;
/// The limits of turns of single seats; nobody would wait for a longer match.
const TURNS: RangeInclusive<u32> = 1..=100_000;
/// The tolerances that the command accepts, in points.
const POINTS: RangeInclusive<f64> = 0.5..=45.0;
/// The budgets of players that take one.
const BUDGETS: RangeInclusive<u32> = 1..=1_000_000;
const BUDGET: u32 = 200;

/// The settings.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaytestSettings {
    /// The players, by chair; if all have the same one, the first.
    pub players: Vec<PlayerName>,
    /// Whether all chairs have the same player.
    pub same: bool,
    /// Whether each team has a player, rather than each seat.
    pub by_team: bool,
    /// How many matches, if the number is fixed.
    pub games: u32,
    /// The most matches, if it plays until it is sure.
    pub games_max: u32,
    /// Whether to stop as soon as the verdict is sure.
    pub until_sure: bool,
    /// How far from its share a seat may be and still count as equal: 0.05 is 5 points.
    pub delta: f64,
    /// Turns of single seats after which a match ends undecided; the game's own if absent.
    pub turn_limit: Option<u32>,
    /// The seed of all matches.
    pub seed: u64,
}

impl Default for PlaytestSettings {
    fn default() -> PlaytestSettings {
        PlaytestSettings {
            players: Vec::new(),
            same: true,
            by_team: true,
            games: GAMES,
            games_max: GAMES_UNTIL_SURE,
            until_sure: false,
            delta: 0.05,
            turn_limit: None,
            seed: 1,
        }
    }
}

/// Whether a player takes a number behind its name; its summary then says what the number means.
fn takes_budget(name: &str, summary: &str) -> bool {
    summary.contains(&format!("{name}:N"))
}

impl PlaytestSettings {
    /// The most matches that may be played.
    #[must_use]
    pub fn most(&self) -> u32 {
        if self.until_sure { self.games_max } else { self.games }
    }

    /// The number of chairs.
    fn chairs(&self, runner: &MatchRunner) -> usize {
        if self.by_team { runner.team_count() } else { runner.seats() }
    }

    /// Gives every chair a player that this ruleset has.
    pub fn suit(&mut self, runner: &MatchRunner) {
        let known = runner.players();
        let usual =
            known.iter().find(|(name, _)| *name == "goal").or(known.first()).map_or("random", |(name, _)| *name);
        self.players.retain(|player| runner.check_player(player).is_ok());
        let last = self.players.last().cloned().unwrap_or_else(|| PlayerName::own(usual));
        self.players.resize(self.chairs(runner).max(1), last);
    }

    /// A session with these settings.
    ///
    /// # Errors
    /// A sentence with the fault in the settings.
    pub fn session(&self, runner: Arc<MatchRunner>) -> Result<Session, String> {
        let players = self.players[..if self.same { self.players.len().min(1) } else { self.players.len() }].to_vec();
        let settings = SessionSettings {
            seed: self.seed,
            turn_limit: self.turn_limit,
            delta: self.delta,
            until_sure: self.until_sure,
            keeps_moves: false,
        };
        Session::new(runner, players, settings, Arc::new(no_programs)).map_err(|error| error.to_string())
    }
}

/// Shows them; returns whether another seed was asked for.
pub fn show(set_up: &mut PlaytestSettings, ui: &mut Ui, runner: &MatchRunner) -> bool {
    let mut other_luck = false;
    let info = runner.info;
    ui.label(egui::RichText::new(format!("{}: {}", info.name, info.summary)).weak());
    ui.add_space(4.0);
    show_players(set_up, ui, runner);
    ui.add_space(8.0);
    ui.heading("Matches");
    egui::Grid::new("matches set-up").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
        let stop = ui.label("Stop");
        ui.vertical(|ui| {
            ui.radio_value(&mut set_up.until_sure, false, "after a number")
                .on_hover_text("Plays as many matches as it says below");
            ui.radio_value(&mut set_up.until_sure, true, "when sure")
                .on_hover_text("Looks at the wins again and again, and stops when the verdict is sure");
        })
        .response
        .labelled_by(stop.id);
        ui.end_row();
        let (text, games) = match set_up.until_sure {
            true => ("At most", &mut set_up.games_max),
            false => ("Number", &mut set_up.games),
        };
        number(ui, text, games, 1..=GAMES_MAX, "matches", "Matches of the whole playtest");
        let label = ui.label("Tolerance");
        ui.horizontal(|ui| {
            let mut points = set_up.delta * 100.0;
            let drag = bounded(ui, "Points", &mut points, POINTS).speed(0.1).fixed_decimals(1);
            let help = "How many points a seat may be from its share of the wins and still count as equal";
            if ui.add(drag).labelled_by(label.id).on_hover_text(help).changed() {
                set_up.delta = points / 100.0;
            }
            ui.weak("points");
        });
        ui.end_row();
        let help = "Turns of single seats after which a match ends undecided, counted from its start";
        let mut turns = set_up.turn_limit.unwrap_or(runner.turn_limit);
        if number(ui, "Turn limit", &mut turns, TURNS, "turns", help) {
            set_up.turn_limit = Some(turns);
        }
        let label = ui.label("Seed of matches");
        ui.horizontal(|ui| {
            let drag = bounded(ui, "Seed", &mut set_up.seed, 0..=999_999_999_u64).speed(0.2);
            ui.add(drag).labelled_by(label.id).on_hover_text("The same seed plays the same matches");
            other_luck = ui.button("Other luck").on_hover_text("Another seed").clicked();
        });
        ui.end_row();
    });
    other_luck
}

/// A row with a number; whether it was changed.
fn number(ui: &mut Ui, text: &str, value: &mut u32, range: RangeInclusive<u32>, unit: &str, help: &str) -> bool {
    let label = ui.label(text);
    let changed = ui.horizontal(|ui| {
        let drag = ui.add(bounded(ui, text, value, range)).labelled_by(label.id).on_hover_text(help);
        ui.weak(unit);
        drag.changed()
    });
    ui.end_row();
    changed.inner
}

fn show_players(set_up: &mut PlaytestSettings, ui: &mut Ui, runner: &MatchRunner) {
    let known = runner.players();
    ui.heading("Players");
    ui.checkbox(&mut set_up.same, "The same player at all seats").on_hover_text("What is left to differ are the seats");
    let (seats, teams) = (runner.seats(), runner.team_count());
    if !set_up.same && teams < seats {
        ui.horizontal(|ui| {
            ui.radio_value(&mut set_up.by_team, true, "one for each team");
            ui.radio_value(&mut set_up.by_team, false, "one for each seat");
        });
    }
    set_up.suit(runner);
    let by_team = teams < seats && set_up.by_team;
    let shown = if set_up.same { 1 } else { set_up.players.len() };
    egui::Grid::new("players set-up").num_columns(3).spacing([10.0, 6.0]).show(ui, |ui| {
        for (chair, player) in set_up.players.iter_mut().enumerate().take(shown) {
            let name = match (set_up.same, by_team) {
                (true, _) => "All seats".to_owned(),
                (_, true) => format!("Team {}", chair + 1),
                _ => format!("Seat {}", chair + 1),
            };
            let label = ui.label(&name);
            if let (false, Some(side)) = (by_team || set_up.same, runner.sides.get(chair)) {
                label.clone().on_hover_text(format!("{side}, in the first match"));
            }
            choose_player(ui, &name, label.id, player, &known);
            ui.end_row();
        }
    });
    if let (true, Some(player)) = (set_up.same, set_up.players.first()) {
        let name = player.to_string();
        let name = name.split(':').next().unwrap_or_default();
        if let Some((_, summary)) = known.iter().find(|(known, _)| *known == name) {
            ui.weak(*summary);
        }
    } else {
        ui.weak("From match to match players move on by a seat, until all are where they began.");
    }
}

fn choose_player(
    ui: &mut Ui,
    chair: &str,
    label: egui::Id,
    player: &mut PlayerName,
    known: &[(&'static str, &'static str)],
) {
    let PlayerName::Own(OwnPlayer { name, budget }) = player else { return };
    egui::ComboBox::from_id_salt(("player", chair))
        .selected_text(name.as_str())
        .width(120.0)
        .show_ui(ui, |ui| {
            for (other, summary) in known {
                if ui.selectable_label(name == other, *other).on_hover_text(*summary).clicked() {
                    (*other).clone_into(name);
                    *budget = takes_budget(other, summary).then_some(BUDGET);
                }
            }
        })
        .response
        .labelled_by(label);
    let takes = known.iter().any(|(other, summary)| name == other && takes_budget(other, summary));
    if let (true, Some(budget)) = (takes, budget) {
        let drag = bounded(ui, "Playouts", budget, BUDGETS).suffix(" playouts");
        let help = "How often it plays on from a position before it decides: more is stronger and slower";
        let drag = ui.add(drag).on_hover_text(help);
        let value = drag.clone();
        ui.ctx().accesskit_node_builder(value.id, |node| node.set_label(format!("Budget of {chair}")));
    }
}
