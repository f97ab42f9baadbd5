//! The methods of the recipe, with a widget for each of their parameters: made from the methods' descriptions and the registry.

use design::parameters::{find, rows};
use design::{Design, Kind, Parameter, Scope, Step, Value, counted};
use eframe::egui::{self, RichText, Ui};
use pipeline::Request;
use synth::{MethodInfo, Part};

use super::RecipePanel;
use super::field::{CHOICE_WIDTH, choice, number, row};
use crate::titles::title_of_step;

/// The text after the title of a method that is left out.
const LEFT_OUT: &str = "left out";

pub(super) fn show(state: &mut RecipePanel, ui: &mut Ui, design: &Design, request: &mut Request) {
    ui.heading("Methods, in order");
    if design.recipe.is_empty() {
        ui.label("The design has no recipe.");
    }
    for (index, step) in design.recipe.iter().enumerate() {
        let Some(method) = pipeline::method(&step.method) else { continue };
        let info = method.info();
        let is_again = design.recipe[..index].iter().any(|other| other.method == step.method);
        let changed = info.parameter_rows().filter(|row| asked(request, info.name, row).is_some()).count();
        let mark = match (request.no_balance && info.only_changes(), changed) {
            (true, _) => format!("  ({LEFT_OUT})"),
            (false, 0) => String::new(),
            (false, changed) => format!("  ({changed} changed)"),
        };
        let heading = egui::CollapsingHeader::new(format!("{}{mark}", title_of_step(step))).id_salt(("method", index));
        let shown = heading.show(ui, |ui| {
            ui.label(info.summary);
            show_parts(ui, info);
            if is_again {
                ui.label(RichText::new("It runs more than once; what is set above holds for every time.").weak());
                return;
            }
            if info.parameters.is_empty() {
                ui.label(RichText::new("It has no parameters.").weak());
            }
            for parameter in info.parameter_rows() {
                show_parameter(state, ui, design, step, parameter, request);
            }
        });
        shown.header_response.on_hover_text(format!("{}: {}", info.name, info.summary));
    }
}

fn show_parts(ui: &mut Ui, info: &MethodInfo) {
    let said = |verb: &str, parts: &[Part]| {
        let nouns: Vec<&str> = parts.iter().map(|part| part.noun()).collect();
        (!nouns.is_empty()).then(|| format!("{verb} {}", nouns.join(", ")))
    };
    let lines = [said("reads", info.reads), said("uses, if there,", info.optional_reads), said("writes", info.writes)];
    let text: Vec<String> = lines.into_iter().flatten().collect();
    ui.label(RichText::new(text.join("; ")).weak().size(11.0));
}

/// The requested value of a parameter, with its key in the request, which may use an older name.
fn asked<'a>(request: &'a Request, method: &str, parameter: &Parameter) -> Option<(&'a str, &'a str)> {
    request.set.iter().find_map(|(key, value)| {
        let (name, asked) = key.split_once('.')?;
        let number = find(Scope::Global, asked)?;
        let is_it = name == method && rows(Scope::Global)[number].name == parameter.name;
        is_it.then_some((key.as_str(), value.as_str()))
    })
}

/// The value of a parameter in the design and its recipe, as a user types it.
fn designed(design: &Design, step: &Step, parameter: &Parameter) -> String {
    let number = find(Scope::Global, parameter.name).expect("methods read what is registered");
    let is_it = |name: &str| find(Scope::Global, name) == Some(number);
    let own = step.with.iter().rev().find(|(name, _)| is_it(name)).map(|(_, value)| value);
    match own.or_else(|| design.global(number)) {
        Some(value) => words(design, parameter.kind, value),
        None => words(design, parameter.kind, &parameter.default.value(parameter.kind)),
    }
}

/// The text of a value, as a user types it.
fn words(design: &Design, kind: Kind, value: &Value) -> String {
    match (value, kind) {
        (Value::Int(number), Kind::Flag) => (*number != 0).to_string(),
        (Value::Int(number), Kind::Choice(words)) => {
            usize::try_from(*number).ok().and_then(|index| words.get(index)).copied().unwrap_or_default().to_owned()
        }
        (Value::Int(number), Kind::Reference(scope)) => {
            let names = &design.types(scope).names;
            usize::try_from(*number).ok().and_then(|index| names.get(index)).map_or("none", String::as_str).to_owned()
        }
        (Value::Int(number), _) => number.to_string(),
        (Value::Text(text), _) => text.clone(),
        (Value::Dice(dice), _) => dice.to_string(),
        (Value::List(rows), _) => counted(rows.len(), "row"),
        (Value::Form(parts), _) => counted(parts.len(), "entry").replace("entrys", "entries"),
    }
}

fn show_parameter(
    state: &mut RecipePanel,
    ui: &mut Ui,
    design: &Design,
    step: &Step,
    parameter: &'static Parameter,
    request: &mut Request,
) {
    let Some(method) = pipeline::method(&step.method).map(|method| method.info().name) else { return };
    let key = format!("{method}.{}", parameter.name);
    let usual = designed(design, step, parameter);
    let said = asked(request, method, parameter).map(|(key, value)| (key.to_owned(), value.to_owned()));
    let now = said.as_ref().map_or(usual.as_str(), |(_, value)| value);
    let meaning = format!(
        "{}\n{}; the design says {usual}, the default is {}",
        parameter.meaning,
        parameter.kind.expected(),
        parameter.default_text()
    );
    let mut typed: Option<String> = None;
    let back = row(ui, parameter.name, &key, &meaning, said.is_some(), |ui| {
        typed = edit(state, ui, design, parameter, &key, now);
    });
    if !back && typed.is_none() {
        return;
    }
    if let Some((known, _)) = said {
        request.set.remove(&known);
    }
    if let Some(value) = typed.filter(|value| !back && *value != usual) {
        // A value that is not allowed is reported when it is rolled, with what is allowed.
        request.set.insert(key, value);
    }
}

/// Shows the widget of a parameter. Returns its new value, as a user types it.
fn edit(
    state: &mut RecipePanel,
    ui: &mut Ui,
    design: &Design,
    parameter: &Parameter,
    key: &str,
    now: &str,
) -> Option<String> {
    match parameter.kind {
        Kind::Int(low, high) => {
            let mut value = now.parse().unwrap_or(low);
            number(ui, key, &mut value, low, high).changed().then(|| value.to_string())
        }
        Kind::Flag => {
            let mut on = matches!(now, "true" | "1");
            ui.checkbox(&mut on, "").accessible_name(key).changed().then(|| on.to_string())
        }
        Kind::Choice(words) => {
            choice(ui, key, now, &words.iter().map(|&word| (word, "")).collect::<Vec<_>>(), CHOICE_WIDTH)
        }
        Kind::Reference(scope) => {
            let names = design.types(scope).names.iter().map(String::as_str);
            choice(
                ui,
                key,
                now,
                &["none"].into_iter().chain(names).map(|name| (name, "")).collect::<Vec<_>>(),
                CHOICE_WIDTH,
            )
        }
        Kind::Text | Kind::Dice => {
            let field = state.typed.entry(key.to_owned()).or_default();
            field.show(ui, key, now, 90.0, "empty").map(|text| text.trim().to_owned())
        }
        Kind::List | Kind::Values(_) | Kind::Form(_) => {
            let help = format!("Set it in the design's file:\n\"globals\": {{ \"{}\": .. }}", parameter.name);
            ui.label(RichText::new(format!("{now}, in the file")).weak()).on_hover_text(help);
            None
        }
    }
}
