//! The widgets of playing: who plays, whose turn it is, what the chosen unit can do, what happened.

use std::sync::Arc;

use contract::{Choice, ChoiceKind};
use eframe::egui::{self, RichText};
use human::choice_words;
use playtest::PlayerName;

use super::single_keys::{self, KeyOfMove};
use super::{PlayPanel, heading, queue, replay, seating, table, usual_players};
use crate::{Job, ViewerContext};

/// The most moves that are shown at once.
const MOVES_MAX: usize = 24;

pub(super) fn show(state: &mut PlayPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    if state.seating.is_some() {
        return show_waiting(state, context, ui);
    }
    let Some(table) = &state.table else { return show_set_up(state, context, ui) };
    if let Some(seat) = table.curtain {
        let side = table.of.sides.get(seat.index()).map_or(String::new(), |side| side.name.clone());
        ui.heading(format!("{side} is to act"));
        ui.label("Nobody else looks at the screen now.");
        let button = ui.button(format!("I am {side}"));
        button.request_focus();
        if button.clicked() {
            table::take_seat(state, context, seat);
        }
        return;
    }
    if let Some(shown) = &table.replay {
        ui.label(RichText::new(format!("Others move: step {} of {}", shown.shown, shown.count)).strong());
        for told in shown.told.iter().filter(|told| !told.words.trim().is_empty()) {
            ui.label(&told.words);
        }
        let skip = ui.button("Skip").on_hover_text("So does any key: your turn begins");
        if skip.clicked() {
            replay::finish(state, context);
        }
        return;
    }
    let (status, is_over) = (table.status.clone(), table.is_over());
    let (moves, can_end, is_turn) = (table.moves.clone(), table.can_end, table.person().is_some());
    let (keyed, making) = (single_keys::of_moves(table, context), table.making.clone());
    for line in status.lines().filter(|line| !line.trim().is_empty()) {
        ui.label(RichText::new(line.trim()).strong());
    }
    ui.horizontal_wrapped(|ui| {
        if is_over {
            if ui.button("Play again").clicked() {
                state.drop_table(&mut context.view);
                seating::begin(state, context);
            }
        } else {
            context.command_button(ui, "play-next");
            ui.add_enabled_ui(can_end && is_turn, |ui| context.command_button(ui, "play-end"));
            context.command_button(ui, "play-undo");
            context.command_button(ui, "play-hint");
            context.command_button(ui, "play-auto");
        }
        context.command_button(ui, "play-open-turn");
        context.command_button(ui, "play-leave");
    });
    ui.separator();
    let mut wanted = show_moves(ui, &moves, &keyed);
    if let Some(making) = making.filter(|_| is_turn) {
        wanted = queue::show(ui, &making).or(wanted);
    }
    if is_turn {
        ui.horizontal(|ui| {
            let label = ui.label("Or type");
            let field = egui::TextEdit::singleline(&mut state.typed)
                .hint_text("a move, or `help`")
                .desired_width(ui.available_width() - 12.0);
            let field = ui.add(field).labelled_by(label.id);
            if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
                let line = std::mem::take(&mut state.typed);
                table::obey(state, context, &line);
                field.request_focus();
            }
        });
    }
    let Some(table) = &state.table else { return };
    if is_turn {
        single_keys::show(table, context, ui);
    }
    show_meanwhile(table, context, ui);
    ui.separator();
    heading(ui, "What happened");
    let height = ui.text_style_height(&egui::TextStyle::Body);
    egui::ScrollArea::vertical().stick_to_bottom(true).auto_shrink([false, false]).show_rows(
        ui,
        height,
        table.lines.len(),
        |ui, rows| {
            for line in &table.lines[rows] {
                ui.add(egui::Label::new(line.trim()).truncate()).on_hover_text(line.trim());
            }
        },
    );
    if let Some(line) = wanted {
        table::obey(state, context, &line);
    }
}

/// What others did before this turn; a click on a line goes to its place.
fn show_meanwhile(table: &table::Table, context: &mut ViewerContext, ui: &mut egui::Ui) {
    if table.meanwhile.is_empty() {
        return;
    }
    ui.separator();
    heading(ui, "While others moved");
    let height = ui.text_style_height(&egui::TextStyle::Button).max(ui.spacing().interact_size.y);
    let area = egui::ScrollArea::vertical().id_salt("meanwhile").max_height(5.0 * height);
    area.show_rows(ui, height, table.meanwhile.len(), |ui, rows| {
        for told in &table.meanwhile[rows] {
            let words = design::sentence(told.words.trim());
            match told.cell {
                Some(cell) if ui.add(egui::Button::new(&words).truncate()).on_hover_text(&words).clicked() => {
                    context.view.go_to(cell);
                }
                Some(_) => {}
                None => _ = ui.add(egui::Label::new(&words).truncate()).on_hover_text(&words),
            }
        }
    });
}

/// The moves of the chosen unit, by what they are about. Returns the line of the one that was clicked.
fn show_moves(ui: &mut egui::Ui, moves: &[Choice], keyed: &[(String, KeyOfMove)]) -> Option<String> {
    let mut wanted = None;
    let mut about = None;
    let height = ui.available_height() * 0.5;
    egui::ScrollArea::vertical().id_salt("moves").max_height(height).show(ui, |ui| {
        for choice in moves.iter().filter(|choice| choice.kind != ChoiceKind::End).take(MOVES_MAX) {
            if about.replace(choice.kind) != Some(choice.kind) {
                ui.label(RichText::new(choice.kind.heading()).weak());
            }
            let mut button = egui::Button::new(choice_words(choice));
            let of_move = keyed.iter().find(|(line, _)| *line == choice.line).map(|(_, key)| key);
            if let Some(key) = of_move.filter(|key| key.rival.is_none()) {
                button = button.shortcut_text(&key.key);
            }
            let tip = of_move.map_or_else(|| choice.line.clone(), |key| format!("{}\n{}", choice.line, key.words()));
            if ui.add(button).on_hover_text(tip).clicked() {
                wanted = Some(choice.line.clone());
            }
        }
        if moves.len() > MOVES_MAX {
            ui.weak(format!("and {} more: click on the map, or type `moves`", moves.len() - MOVES_MAX));
        }
    });
    wanted
}

/// What those wait for who want to play.
fn show_waiting(state: &mut PlayPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label("Matches are making this start even. You sit down as soon as it is.");
    });
    if ui.button("Begin now").on_hover_text("The start stays as it was rolled").clicked() {
        seating::sit_down_now(state, context);
    }
}

/// Who plays, and the button that begins.
fn show_set_up(state: &mut PlayPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(open) = &context.documents.open else {
        ui.weak("Nothing is open. The start page has presets and files.");
        return;
    };
    let scenario = Arc::clone(&open.scenario);
    if state.players.as_ref().is_none_or(|(of, _)| !Arc::ptr_eq(of, &scenario)) {
        state.players = Some((Arc::clone(&scenario), usual_players(&scenario, 1, "goal")));
        let of = Arc::clone(&scenario);
        state.reading = Some(context.services.jobs.start("Reading the rules", move |_| {
            let runner = playtest::open(&of).map_err(|why| why.to_string())?;
            let mut known: Vec<String> = runner.players().iter().map(|(name, _)| (*name).to_owned()).collect();
            let usual = runner.usual_player().to_string();
            known.sort_by_key(|name| *name != usual);
            Ok(known)
        }));
    }
    if let Some(done) = state.reading.as_ref().and_then(Job::poll) {
        state.reading = None;
        match done {
            Ok(Ok(known)) => {
                if let (Some((_, players)), Some(usual)) = (&mut state.players, known.first()) {
                    *players = usual_players(&scenario, 1, usual);
                }
                (state.known, state.fault) = (known, String::new());
            }
            Ok(Err(why)) | Err(why) => state.fault = why,
        }
    }
    ui.label("Who plays? You, other people at this screen, or programs.");
    ui.add_space(4.0);
    let (known, players) = (&state.known, &mut state.players);
    egui::Grid::new("seats").num_columns(2).spacing([10.0, 5.0]).show(ui, |ui| {
        let seats = scenario.sides.iter().zip(players.iter_mut().flat_map(|(_, players)| players));
        for (seat, (side, player)) in seats.enumerate() {
            let label = ui.label(&side.name);
            let now = if player == PlayerName::HUMAN { "a person" } else { player.as_str() };
            let list = egui::ComboBox::from_id_salt(("player", seat)).selected_text(now).show_ui(ui, |ui| {
                ui.selectable_value(player, PlayerName::HUMAN.to_owned(), "a person");
                for name in known {
                    ui.selectable_value(player, name.clone(), name);
                }
            });
            list.response.labelled_by(label.id);
            ui.end_row();
        }
    });
    ui.add_space(6.0);
    if !state.fault.is_empty() {
        ui.colored_label(ui.visuals().error_fg_color, &state.fault);
    }
    if ui.button(RichText::new("Begin").size(15.0)).clicked() {
        seating::begin(state, context);
    }
    if seating::why_not_on(state, context).is_none() {
        ui.horizontal_wrapped(|ui| {
            context.command_button(ui, "play-on");
            ui.label("The match that was kept goes on.");
        });
    }
    ui.add_space(6.0);
    ui.weak(
        "A click chooses a unit, a click where it can go sends it there. The second button of the mouse, or a drag from the unit, \
         sends it farther, over turns.",
    );
}
