//! Every action of the window, by name: menus, keys, palette and tests use this one list.
//!
//! Each part of the window defines its commands beside their code (`map::commands`, ..); here they are joined. Each panel and each
//! lens has a command of its own.

use std::sync::LazyLock;

use crate::panels::{about, palette, start};
use crate::{Command, LENSES, Menu, PANELS, docks, keys, map, recovery, tools, viewer, watch};

static COMMANDS: LazyLock<Vec<Command>> = LazyLock::new(|| {
    let lens = |lens: &'static crate::Lens| {
        Command::new(Menu::Lens, &format!("lens-{}", lens.name), lens.title, lens.summary, |viewer| {
            viewer.context.view.set_lens(lens.name);
        })
        .on(|viewer| viewer.context.view.lens() == lens.name)
        .unless(|viewer| {
            let shown = viewer.context.shown()?;
            viewer.context.view.fitting.lack(shown, lens.name).map(ToOwned::to_owned)
        })
    };
    let panel = |panel: &'static crate::Panel| {
        let help = format!("{}: shows it, or hides it", panel.summary);
        Command::new(Menu::View, &format!("panel-{}", panel.name), panel.title, &help, |viewer| {
            viewer.context.services.toggle_panel(panel);
        })
        .always()
        .on(|viewer| viewer.context.services.shows_panel(panel))
    };
    let mut all = viewer::commands();
    all.extend(map::commands());
    all.extend(tools::commands());
    all.extend(recovery::commands());
    all.extend(watch::commands());
    all.extend(keys::commands());
    all.extend(docks::commands());
    all.extend(about::commands());
    all.extend(PANELS.iter().flat_map(|panel| {
        let own = (panel.commands)().into_iter();
        own.map(|command| Command { tells: panel.tells, ..command })
    }));
    all.extend(palette::commands());
    all.extend(start::commands());
    all.extend(LENSES.iter().map(|&found| lens(found)));
    all.extend(PANELS.iter().map(|&found| panel(found)));
    // Commands that open something come first in their menu, where everybody looks for them, and the way out comes last.
    let first = ["start-page", "open", "choose-file", "continue", "surprise"];
    all.sort_by_key(|command| match command.name.as_str() {
        "quit" => usize::MAX,
        name => first.iter().position(|known| *known == name).unwrap_or(first.len()),
    });
    all
});

/// Every command.
#[must_use]
pub fn commands() -> &'static [Command] {
    &COMMANDS
}

/// A command by its name.
#[must_use]
pub fn find_command(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_well() {
        for (index, command) in commands().iter().enumerate() {
            assert!(commands()[..index].iter().all(|other| other.name != command.name), "{} twice", command.name);
            assert!(command.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
            assert!(command.help.len() > 5 && !command.title.is_empty(), "{}", command.name);
            assert!(command.title.starts_with(|c: char| c.is_uppercase()), "{}", command.title);
        }
    }
}
