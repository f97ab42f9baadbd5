//! The start page: recent files, everything that can be opened, a card for each preset.

use design::parameters::global::{SIDES_MAX, SIDES_MIN};
use design::{Design, sentence};
use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    self, Align, Color32, ColorImage, FontId, Layout, Rect, RichText, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Vec2, WidgetInfo, pos2, vec2,
};
use pipeline::{PRESETS, Preset};
use playtest::{find_ruleset, ruleset_of};

use super::preset_pictures;
use super::recent_pictures::{RecentPictures, show_row};
use crate::open::BatchItem;
use crate::titles::title_of;
use crate::{Command, Job, Menu, News, Session, Sitters, ViewerContext};

/// The state of the page.
#[derive(Default)]
pub struct StartPage {
    cards: Vec<Card>,
    job: Option<Job<Vec<Made>>>,
    /// Whether the cards have all that they will have.
    is_made: bool,
    /// What the titles, words and facts of the shown cards have in them, as typed.
    filter: String,
    /// The game whose presets alone are shown, by the name of its rules; empty: all.
    game: &'static str,
    /// The batch that was opened last, and its items.
    pub batch: Option<(String, Vec<BatchItem>)>,
    /// Whether the most even of its items come first.
    evenest_first: bool,
    /// The pictures of what was opened.
    pub pictures_of_recent: RecentPictures,
    /// The preset that *Play* rolls, by name; empty: the first of `PLAYED_FIRST`.
    pub played: &'static str,
    /// Who plays it, by the place in the list of that.
    pub sitters: usize,
    /// The typed name of something to open.
    what: String,
    /// Whether the first widget has been offered the focus.
    is_met: bool,
}

impl StartPage {
    /// A page over these pictures.
    pub(crate) fn with(pictures_of_recent: RecentPictures) -> StartPage {
        StartPage { pictures_of_recent, ..StartPage::default() }
    }

    /// Whether a card has all the words of the filter, and is of its game.
    fn shows(&self, card: &Card) -> bool {
        let Card { preset, facts, game, .. } = card;
        let said = format!("{} {} {} {facts}", preset.name, preset.title(), preset.summary()).to_lowercase();
        let has_words = self.filter.to_lowercase().split_whitespace().all(|word| said.contains(word));
        has_words && (self.game.is_empty() || self.game == *game)
    }

    /// How many cards have a picture.
    #[must_use]
    pub fn pictures(&self) -> usize {
        self.cards.iter().filter(|card| card.picture.is_some()).count()
    }

    /// Leaves the cards without pictures: to read them takes longer than most tests.
    pub const fn skip_pictures(&mut self) {
        self.is_made = true;
    }

    /// Shows it.
    pub(crate) fn show(&mut self, context: &mut ViewerContext, ui: &mut egui::Ui) {
        make_cards(self, context, ui.ctx());
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let width = ui.available_width().min(2400.0);
            let side = (ui.available_width() - width) / 2.0 + 12.0;
            egui::Frame::new().inner_margin(egui::Margin::symmetric(side as i8, 10)).show(ui, |ui| {
                show_head(self, context, ui);
                ui.add_space(14.0);
                let is_wide = ui.available_width() > 820.0;
                if !is_wide {
                    show_aside(self, context, ui);
                    ui.add_space(10.0);
                    show_cards(self, context, ui);
                    return;
                }
                let room = ui.available_rect_before_wrap();
                let right = Rect::from_min_max(pos2(room.max.x - ASIDE, room.min.y), room.max);
                let left = Rect::from_min_max(room.min, pos2(right.min.x - 24.0, room.max.y));
                let down = Layout::top_down(Align::Min);
                ui.scope_builder(egui::UiBuilder::new().max_rect(left).layout(down), |ui| {
                    show_cards(self, context, ui)
                });
                ui.scope_builder(egui::UiBuilder::new().max_rect(right).layout(down), |ui| {
                    show_aside(self, context, ui)
                });
            });
        });
    }
}

/// A preset on its card.
struct Card {
    preset: &'static Preset,
    /// Size and sides, once known.
    facts: String,
    /// The name of its rules, once known.
    game: &'static str,
    picture: Option<TextureHandle>,
}

/// What is read for a card.
struct Made {
    facts: String,
    game: &'static str,
    picture: Option<ColorImage>,
}

/// The preset that is played if nobody chooses one: the quickest, for two.
const PLAYED_FIRST: &str = "duel";

/// Who can sit down at once.
const SITTERS: [(Sitters, &str); 3] = [
    (Sitters::People(1), "you against programs"),
    (Sitters::People(2), "two people, others are programs"),
    (Sitters::Chosen, "seat by seat, as you choose"),
];

/// The width of the column at the right.
const ASIDE: f32 = 270.0;
const GAP: f32 = 14.0;
/// Seeds of matches that begin here lie below this, so that they are short to tell.
const SEEDS: u64 = 1_000_000_000;
/// The height of the words below a card's picture.
const WORDS: f32 = 106.0;

pub(crate) fn commands() -> Vec<Command> {
    let surprise =
        Command::new(Menu::File, "surprise", "Surprise me", "any preset with a seed that nobody chose", |viewer| {
            let seed = viewer.context.services.fresh_seed();
            let preset = PRESETS[(viewer.context.services.fresh_seed() % PRESETS.len() as u64) as usize].name;
            viewer.context.open_named(&format!("{preset}:{seed}"));
        });
    let resume =
        Command::new(Menu::File, "continue", "Continue", "opens what was open last time", |viewer| {
            match viewer.context.services.session.last.clone() {
                last if last.is_empty() => viewer.context.services.tell("Nothing was open before."),
                last => viewer.context.open_named(&last),
            }
        });
    vec![surprise.always(), resume.always()]
}

fn show_head(state: &mut StartPage, context: &mut ViewerContext, ui: &mut egui::Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Fairmarch").size(34.0).strong());
        ui.add_space(6.0);
        ui.label(RichText::new("worlds worth playing, and fair to everybody in them").size(16.0).weak());
    });
    ui.label(
        "Play begins a match at once. Or choose a preset below: its map is rolled, its seats are made even by matches, and you \
         can look, change, play and save it.",
    );
    ui.add_space(8.0);
    show_play(state, context, ui);
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding = vec2(12.0, 7.0);
        let offer = |ui: &mut egui::Ui, words: String, tip: &str| {
            let text = RichText::new(words).size(15.0).color(ui.visuals().selection.stroke.color);
            ui.add(egui::Button::new(text).fill(ui.visuals().selection.bg_fill)).on_hover_text(tip).clicked()
        };
        if let Some(open) = &context.documents.open {
            if offer(ui, format!("Back to {}", open.title()), "It is still open") {
                context.view.at_start = false;
            }
        } else if !context.services.session.last.is_empty() {
            let last = context.services.session.last.clone();
            if offer(ui, format!("Continue: {}", short(&last)), &last) {
                context.open_named(&last);
            }
        }
        if context.documents.recovery.is_waiting()
            && offer(
                ui,
                "Recover edits".to_owned(),
                "What was edited and not saved when the window ended without a word",
            )
        {
            context.run("recover");
        }
        let surprise = ui.add(egui::Button::new(RichText::new("Surprise me").size(15.0)));
        if surprise.on_hover_text("Any preset with a seed that nobody chose").clicked() {
            context.run("surprise");
        }
        ui.add_space(10.0);
        let field = egui::TextEdit::singleline(&mut state.what)
            .hint_text("preset, string such as classic:42, or path of a file")
            .char_limit(1000)
            .margin(egui::Margin::symmetric(8, 7))
            .desired_width((ui.available_width() - 120.0).clamp(160.0, 460.0));
        let field = ui.add(field);
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Preset, string or file"));
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let what = state.what.trim().to_owned();
        let button = egui::Button::new(RichText::new("Open").size(15.0));
        let clicked = ui.add_enabled(!what.is_empty(), button).clicked();
        if (clicked || enter) && !what.is_empty() {
            context.open_named(&what);
        }
    });
}

/// The first button: a preset, who plays it, whether its seats are made even, and go; and a match that was left.
fn show_play(state: &mut StartPage, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let known = PRESETS.iter().find(|preset| preset.name == state.played);
    let Some(preset) = known.or_else(|| PRESETS.iter().find(|preset| preset.name == PLAYED_FIRST)) else { return };
    let (sitters, who) = SITTERS[state.sitters.min(SITTERS.len() - 1)];
    ui.horizontal_wrapped(|ui| {
        let text = RichText::new("Play").size(20.0).strong().color(ui.visuals().selection.stroke.color);
        let button = egui::Button::new(text).fill(ui.visuals().selection.bg_fill).min_size(vec2(110.0, 40.0));
        let button = ui.add(button).on_hover_text(format!("Rolls {} and begins: {who}", preset.title()));
        let button = button.accessible_name(format!("Play {}", preset.title()));
        if !std::mem::replace(&mut state.is_met, true) {
            button.request_focus();
        }
        if button.clicked() {
            let seed = context.services.fresh_seed() % SEEDS;
            context.open_named(&format!("{}:{seed}", preset.name));
            context.tell_panels(News::MatchWanted(sitters));
        }
        let list = egui::ComboBox::from_id_salt("played").selected_text(preset.title()).height(420.0);
        let list = list.show_ui(ui, |ui| {
            for one in PRESETS {
                let row = ui.selectable_label(one.name == preset.name, one.title());
                if row.on_hover_text(sentence(one.summary())).clicked() {
                    state.played = one.name;
                }
            }
        });
        list.response.accessible_name("What is played");
        let list = egui::ComboBox::from_id_salt("sitters").selected_text(who).width(230.0).show_ui(ui, |ui| {
            for (index, (_, words)) in SITTERS.iter().enumerate() {
                ui.selectable_value(&mut state.sitters, index, *words);
            }
        });
        list.response.accessible_name("Who plays");
        let mut is_even = context.services.session.level_rolls;
        let even = ui.checkbox(&mut is_even, "Even start");
        if even
            .on_hover_text("Matches make the seats even before you sit down, as of all rolls: some seconds")
            .changed()
        {
            context.run("level-rolls");
        }
        let left = context.documents.recovery.left_match.clone();
        if let Some(left) = left
            && ui
                .add(egui::Button::new(RichText::new("Go on with the last match").size(15.0)))
                .on_hover_text("It was left before its end")
                .clicked()
        {
            context.open_named(&left.display().to_string());
            context.tell_panels(News::MatchWanted(Sitters::AsKept));
        }
    });
}

/// Recent and marked things, and other things to open.
fn show_aside(state: &mut StartPage, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let mut wanted = show_batch(state, ui);
    let Session { recent, favourites, .. } = &context.services.session;
    let names: Vec<String> = recent.iter().chain(favourites).cloned().collect();
    state.pictures_of_recent.poll(&context.services, &names);
    // One of them is the map of the match, whose person does not know it.
    let pictures = (!context.view.keeps_secrets()).then_some(&state.pictures_of_recent);
    let mut list = |ui: &mut egui::Ui, title: &str, names: &[String], empty: &str| {
        ui.label(RichText::new(title).size(17.0).strong());
        ui.add_space(2.0);
        for name in names {
            let row = show_row(pictures, ui, name, short(name));
            if row.on_hover_text(name).clicked() {
                wanted = Some(name.clone());
            }
        }
        if names.is_empty() {
            ui.weak(empty);
        }
        ui.add_space(14.0);
    };
    list(ui, "Recent", &context.services.session.recent, "What is opened will stand here.");
    if !context.services.session.favourites.is_empty() {
        list(ui, "Favourites", &context.services.session.favourites, "");
    }
    if let Some(wanted) = wanted {
        context.open_named(&wanted);
    }
    ui.label(RichText::new("Files").size(17.0).strong());
    if ui.button("Choose a file").on_hover_text(context.services.tip("choose-file")).clicked() {
        context.run("choose-file");
    }
    ui.weak("Or drop one anywhere in the window: a scenario or a design, in RON or GDL.");
    ui.add_space(14.0);
    ui.label(RichText::new("Keys").size(17.0).strong());
    egui::Grid::new("start-keys").num_columns(2).spacing(vec2(12.0, 3.0)).show(ui, |ui| {
        for (name, what) in [("palette", "find any command"), ("open", "open something"), ("keys-help", "change keys")]
        {
            let keys = context.services.keys.of(name).first().map(|chord| chord.on_keys()).unwrap_or_default();
            ui.monospace(keys);
            ui.weak(what);
            ui.end_row();
        }
    });
}

/// The batch that was opened last. Returns the folder of the item that was chosen.
fn show_batch(state: &mut StartPage, ui: &mut egui::Ui) -> Option<String> {
    let (name, items) = state.batch.as_ref()?;
    ui.label(RichText::new(format!("Batch {}", short(name))).size(17.0).strong());
    if items.is_empty() {
        ui.weak("It holds no scenario.");
    }
    ui.checkbox(&mut state.evenest_first, "Most even first");
    let mut order: Vec<usize> = (0..items.len()).collect();
    if state.evenest_first {
        order.sort_by(|&one, &other| items[one].unevenness().total_cmp(&items[other].unevenness()));
    }
    let mut wanted = None;
    let height = ui.text_style_height(&egui::TextStyle::Button).max(ui.spacing().interact_size.y);
    let area = egui::ScrollArea::vertical().id_salt("batch").max_height(12.0 * (height + ui.spacing().item_spacing.y));
    area.show_rows(ui, height, order.len(), |ui, rows| {
        for &index in &order[rows] {
            let item = &items[index];
            let folder = item.folder.display().to_string();
            let words = format!("{}: {}", item.folder.file_name().unwrap_or_default().display(), item.words());
            let row = egui::Button::new(words).frame_when_inactive(false).truncate();
            if ui.add_enabled(item.is_made, row).on_hover_text(&folder).clicked() {
                wanted = Some(folder);
            }
        }
    });
    ui.add_space(14.0);
    wanted
}

/// The end of a long path, which says most.
fn short(name: &str) -> String {
    let letters = name.chars().count();
    match letters {
        0..=44 => name.to_owned(),
        _ => format!("..{}", name.chars().skip(letters - 42).collect::<String>()),
    }
}

/// The heading of the cards, with what chooses among them.
fn show_filter(state: &mut StartPage, ui: &mut egui::Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Presets").size(17.0).strong());
        let field = egui::TextEdit::singleline(&mut state.filter).char_limit(100).desired_width(150.0);
        ui.add(field.hint_text("such as islands, 4 sides")).accessible_name("Filter presets");
        let mut games: Vec<&'static str> = state.cards.iter().map(|card| card.game).collect();
        games.sort_unstable();
        games.dedup();
        if games.len() < 2 {
            return;
        }
        ui.selectable_value(&mut state.game, "", "All games");
        for game in games.into_iter().filter(|game| !game.is_empty()) {
            let title = title_of(game);
            let rules = find_ruleset(game).map_or("", |rules| (rules.info)().summary);
            ui.selectable_value(&mut state.game, game, title).on_hover_text(rules);
        }
    });
}

fn show_cards(state: &mut StartPage, context: &mut ViewerContext, ui: &mut egui::Ui) {
    show_filter(state, ui);
    ui.add_space(4.0);
    let width = ui.available_width();
    let least = (width / 5.4).clamp(210.0, 400.0);
    let columns = ((width + GAP) / (least + GAP)).floor().max(1.0);
    let card = (width - GAP * (columns - 1.0)) / columns;
    let size = vec2(card, (card * 0.58).round() + WORDS);
    let mut wanted = None;
    let shown: Vec<&Card> = state.cards.iter().filter(|card| state.shows(card)).collect();
    if shown.is_empty() {
        ui.weak("No preset has all of that in its title and its words.");
    }
    egui::Grid::new("cards").spacing(Vec2::splat(GAP)).min_col_width(0.0).show(ui, |ui| {
        for (index, card) in shown.into_iter().enumerate() {
            if show_card(ui, card, size) {
                wanted = Some(card.preset.name);
            }
            if (index + 1) % columns as usize == 0 {
                ui.end_row();
            }
        }
    });
    if let Some(wanted) = wanted {
        context.open_named(wanted);
    }
}

/// Shows a card; returns whether it was clicked.
fn show_card(ui: &mut egui::Ui, card: &Card, size: Vec2) -> bool {
    let (place, response) = ui.allocate_exact_size(size, Sense::click());
    let label = format!("{}: {}", card.preset.title(), card.preset.summary());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &label));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if ui.is_rect_visible(place) {
        let visuals = ui.visuals();
        let is_lit = response.hovered() || response.has_focus();
        let paper = visuals.window_fill;
        let rim =
            if is_lit { Stroke::new(2.0, visuals.hyperlink_color) } else { visuals.widgets.noninteractive.bg_stroke };
        let painter = ui.painter_at(place.expand(2.0));
        painter.rect_filled(place, 8.0, paper);
        let picture = Rect::from_min_size(place.min, vec2(size.x, size.y - WORDS));
        paint_picture(&painter, picture, card, visuals);
        let inside = picture.max.y + 8.0;
        let text = |words: &str, font: f32, color: Color32, rows: usize| {
            let format = TextFormat::simple(FontId::proportional(font), color);
            let mut job = LayoutJob::single_section(words.to_owned(), format);
            job.wrap = TextWrapping { max_width: size.x - 24.0, max_rows: rows, ..TextWrapping::default() };
            painter.layout_job(job)
        };
        let (strong, plain) = (visuals.strong_text_color(), visuals.text_color());
        let title = text(card.preset.title(), 16.0, strong, 1);
        let summary = text(&sentence(card.preset.summary()), 13.0, plain, 3);
        let facts = text(&card.facts, 12.0, visuals.weak_text_color(), 1);
        let left = place.min.x + 12.0;
        let mut y = inside;
        for (galley, gap) in [(title, 2.0), (summary, 0.0)] {
            let height = galley.size().y;
            painter.galley(pos2(left, y), galley, plain);
            y += height + gap;
        }
        painter.galley(pos2(left, place.max.y - 21.0), facts, plain);
        painter.rect_stroke(place, 8.0, rim, StrokeKind::Inside);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

/// Paints the picture, cut so that it fills its place.
fn paint_picture(painter: &egui::Painter, place: Rect, card: &Card, visuals: &egui::Visuals) {
    let corners = egui::CornerRadius { nw: 8, ne: 8, sw: 0, se: 0 };
    let Some(picture) = &card.picture else {
        painter.rect_filled(place, corners, visuals.widgets.noninteractive.weak_bg_fill);
        let ink = visuals.weak_text_color();
        let initial: String = card.preset.title().chars().take(1).collect();
        painter.text(place.center(), egui::Align2::CENTER_CENTER, initial, FontId::proportional(44.0), ink);
        return;
    };
    let size = picture.size_vec2();
    let part = (place.width() / size.x).max(place.height() / size.y);
    let seen = vec2(place.width() / (size.x * part), place.height() / (size.y * part));
    let uv = Rect::from_center_size(pos2(0.5, 0.5), seen);
    let shape = egui::epaint::RectShape::filled(place, corners, Color32::WHITE).with_texture(picture.id(), uv);
    painter.add(shape);
}

/// Starts the job that reads what is on the cards, and takes its result.
fn make_cards(state: &mut StartPage, context: &mut ViewerContext, egui: &egui::Context) {
    if state.cards.is_empty() {
        let card = |preset| Card { preset, facts: String::new(), game: "", picture: None };
        state.cards = PRESETS.iter().map(card).collect();
    }
    if state.is_made {
        return;
    }
    let Some(job) = &state.job else {
        state.job = Some(context.services.jobs.start("Reading the presets", |_| PRESETS.iter().map(make).collect()));
        return egui.request_repaint();
    };
    let Some(done) = job.poll() else { return };
    (state.job, state.is_made) = (None, true);
    for (card, made) in state.cards.iter_mut().zip(done.unwrap_or_default()) {
        (card.facts, card.game) = (made.facts, made.game);
        card.picture = made.picture.map(|image| egui.load_texture(card.preset.name, image, TextureOptions::LINEAR));
    }
    egui.request_repaint();
}

fn make(preset: &Preset) -> Made {
    let picture = preset_pictures::of(preset.name).and_then(|bytes| read_png(bytes).ok());
    let design = pipeline::load_preset(preset.name).and_then(Result::ok).map(|loaded| loaded.design);
    let game = design.as_ref().and_then(|design| ruleset_of(design).ok()).map_or("", |rules| (rules.info)().name);
    Made { facts: design.map_or_else(String::new, |design| facts(&design)), game, picture }
}

/// A picture as egui has it.
pub(super) fn read_png(bytes: &[u8]) -> image::ImageResult<ColorImage> {
    let picture = image::load_from_memory_with_format(bytes, image::ImageFormat::Png)?.into_rgb8();
    Ok(ColorImage::from_rgb([picture.width() as usize, picture.height() as usize], picture.as_raw()))
}

fn facts(design: &Design) -> String {
    let (width, height) = design.supports.size;
    let (least, most) = (design.global_int(SIDES_MIN), design.global_int(SIDES_MAX));
    let sides = if least == most { format!("{least} sides") } else { format!("{least} to {most} sides") };
    format!("{width} by {height} cells, {sides}")
}
