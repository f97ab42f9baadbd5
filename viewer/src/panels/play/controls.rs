//! The widgets of playing: who plays, whose turn it is, what the chosen unit can do, what happened.

use std::sync::Arc;

use contract::{Choice, ChoiceKind};
use eframe::egui::{self, RichText};
use human::choice_words;
use playtest::PlayerName;

use super::single_keys::{self, KeyOfMove};
use super::{PlayPanel, heading, questions, queue, replay, seating, spoken, table, usual_players};
use crate::{Job, ViewerContext};

/// The most moves that are shown at once.
const MOVES_MAX: usize = 24;

/// The most of what others did that is listed.
const MEANWHILE_MAX: usize = 100;

/// The lines of the status that are seen at once; more are scrolled to.
const STATUS_LINES: f32 = 4.0;

/// The part of the room that moves have, whether there are many or few.
const MOVES_PART: f32 = 0.35;

/// How far what cannot be taken back stands apart, in points.
const APART: f32 = 6.0;

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
        // The button comes first: what is told has more lines in one step than in the next.
        let skip = ui.button("Skip").on_hover_text("So does any key: your turn begins");
        for told in shown.told.iter().filter(|told| !told.words.trim().is_empty()) {
            ui.label(&told.words);
        }
        if skip.clicked() {
            replay::finish(state, context);
        }
        return;
    }
    if questions::show(state, context, ui) {
        return;
    }
    let Some(table) = &state.table else { return };
    let (status, is_over) = (table.status.clone(), table.is_over());
    let (moves, can_end, is_turn) = (table.moves.clone(), table.can_end, table.person().is_some());
    let (keyed, making) = (single_keys::of_moves(table, context), table.making.clone());
    show_buttons(state, context, ui, can_end && is_turn);
    show_status(ui, &status);
    if !is_over {
        show_field(state, context, ui);
    }
    ui.separator();
    let mut wanted = show_moves(ui, &moves, &keyed);
    if let Some(making) = making.filter(|_| is_turn) {
        wanted = queue::show(ui, &making).or(wanted);
    }
    let Some(table) = &state.table else { return };
    if is_turn {
        single_keys::show(table, context, ui);
    }
    show_meanwhile(table, context, ui);
    ui.separator();
    heading(ui, "What happened");
    egui::ScrollArea::vertical().stick_to_bottom(true).auto_shrink([false, false]).show(ui, |ui| {
        for line in &table.lines {
            ui.add(egui::Label::new(line.trim()).wrap());
        }
    });
    if let Some(line) = wanted {
        table::obey(state, context, &line);
    }
}

/// The buttons of a match. They come first, so that nothing that is told moves them; what cannot be taken back stands apart.
fn show_buttons(state: &mut PlayPanel, context: &mut ViewerContext, ui: &mut egui::Ui, can_end: bool) {
    let is_over = state.table.as_ref().is_some_and(table::Table::is_over);
    ui.horizontal_wrapped(|ui| {
        if is_over && ui.button("Play again").clicked() {
            state.drop_table(&mut context.view);
            seating::begin(state, context);
        }
        if !is_over {
            context.command_button(ui, "play-next");
            ui.add_enabled_ui(can_end, |ui| context.command_button(ui, "play-end"));
            context.command_button(ui, "play-undo");
            context.command_button(ui, "play-hint");
            context.command_button(ui, "play-do");
        }
    });
    ui.add_space(APART);
    ui.horizontal_wrapped(|ui| {
        if !is_over {
            context.command_button(ui, "play-auto");
        }
        context.command_button(ui, "play-open-turn");
        context.command_button(ui, "play-leave");
    });
    ui.separator();
}

/// Who is meant, and what can be done. Its height is always the same, so that nothing below moves under the pointer.
fn show_status(ui: &mut egui::Ui, status: &str) {
    let height = STATUS_LINES * (ui.text_style_height(&egui::TextStyle::Body) + ui.spacing().item_spacing.y);
    let area = egui::ScrollArea::vertical().id_salt("status").auto_shrink(false);
    area.min_scrolled_height(height).max_height(height).show(ui, |ui| {
        for line in status.lines().filter(|line| !line.trim().is_empty()) {
            ui.label(RichText::new(line.trim()).strong());
        }
    });
}

/// The field for what is typed. It stays while others move, and keeps what was typed.
fn show_field(state: &mut PlayPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
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

/// What others did before this turn; a click on a line goes to its place.
fn show_meanwhile(table: &table::Table, context: &mut ViewerContext, ui: &mut egui::Ui) {
    if table.meanwhile.is_empty() {
        return;
    }
    ui.separator();
    heading(ui, "While others moved");
    let height = ui.text_style_height(&egui::TextStyle::Button).max(ui.spacing().interact_size.y);
    let area = egui::ScrollArea::vertical().id_salt("meanwhile").max_height(5.0 * height);
    area.show(ui, |ui| {
        for told in table.meanwhile.iter().take(MEANWHILE_MAX) {
            let words = spoken::sentence(told.words.trim());
            match told.cell {
                Some(cell) if ui.add(egui::Button::new(&words).wrap()).clicked() => context.view.go_to(cell),
                Some(_) => {}
                None => _ = ui.add(egui::Label::new(&words).wrap()),
            }
        }
        if let Some(more) = table.meanwhile.len().checked_sub(MEANWHILE_MAX).filter(|more| *more > 0) {
            ui.weak(format!("and {more} more: type `news`"));
        }
    });
}

/// The moves of the chosen unit, by what they are about. Returns the line of the one that was clicked.
fn show_moves(ui: &mut egui::Ui, moves: &[Choice], keyed: &[(String, KeyOfMove)]) -> Option<String> {
    let mut wanted = None;
    let mut about = None;
    let height = ui.available_height() * MOVES_PART;
    let area = egui::ScrollArea::vertical().id_salt("moves").auto_shrink(false);
    area.min_scrolled_height(height).max_height(height).show(ui, |ui| {
        for choice in moves.iter().filter(|choice| choice.kind != ChoiceKind::End).take(MOVES_MAX) {
            if about.replace(choice.kind) != Some(choice.kind) {
                ui.label(RichText::new(choice.kind.heading()).weak());
            }
            let mut button = egui::Button::new(choice_words(choice)).wrap();
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
    // A sentence in a row is cut; a label of its own is broken into lines.
    ui.label("Matches are making this start even. You sit down as soon as it is.");
    if let Some(seating) = &state.seating {
        ui.add(egui::ProgressBar::new(seating.done).animate(true));
        ui.label(&seating.words);
    }
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
