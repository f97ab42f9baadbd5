//! What is selected is copied or cut, turned, mirrored, and put down elsewhere.

use design::{counted, sentence};
use world::edit::{Edit, Stamp};

use super::{TOOLS, Tool};
use crate::{Command, Menu, ViewerContext};

pub(super) const STAMP: Tool = Tool {
    hindered: |tools, _| tools.stamp.is_none().then_some("Nothing was copied: select cells, and copy them."),
    marks: |tools, scenario, stroke| {
        let lands = tools.stamp.as_ref().map(|stamp| stamp.lands(&scenario.world.area, stroke.to));
        lands.into_iter().flatten().map(|(cell, _)| cell).collect()
    },
    trial: Some(|tools, scenario, stroke| {
        let Some(stamp) = &tools.stamp else { return Ok(None) };
        let edit = stamp.paste(scenario, stroke.to, tools.stamp_parts).map_err(|refusal| sentence(&refusal.words))?;
        Ok(Some((format!("Paste {}", counted(stamp.len(), "cell")), edit)))
    }),
    ..Tool::new("stamp", "Stamp", "puts down what was copied, with its middle where it is clicked")
};

impl ViewerContext {
    /// Copies the selected cells, else the chosen one. Returns whether there were any, and they can be copied.
    fn copy_selected(&mut self) -> bool {
        let Some(scenario) = self.shown().cloned() else { return false };
        let cells = self.selected_or_chosen();
        if cells.is_empty() {
            self.services.tell("Nothing is selected, and no cell is chosen.");
            return false;
        }
        match Stamp::of(&scenario, &cells) {
            Ok(stamp) => {
                let mut words = format!("Copied {}", counted(stamp.len(), "cell"));
                if stamp.unit_count() > 0 {
                    words = format!("{words} with {}", counted(stamp.unit_count(), "unit"));
                }
                let way = self.services.keys.with_words("paste puts it down", "paste");
                self.services.tell(format!("{words}: {way}."));
                // Systems send the keys of paste only where their clipboard holds something.
                self.services.egui.copy_text(words);
                self.tools.stamp = Some(stamp);
                self.tools.forget_trial();
                true
            }
            Err(refusal) => {
                self.services.tell(sentence(&refusal.words));
                false
            }
        }
    }

    /// The selected cells; where none is, the chosen one.
    pub(crate) fn selected_or_chosen(&self) -> Vec<grid::Cell> {
        let mut cells = self.selected();
        if cells.is_empty() {
            let area = self.shown().map(|scenario| scenario.world.area);
            let chosen = self.view.cursor.filter(|&cell| area.is_some_and(|area| area.contains(cell)));
            cells.extend(chosen);
        }
        cells
    }

    /// Copies the selected cells, and leaves the chosen terrain there.
    fn cut_selected(&mut self) {
        let Some(scenario) = self.shown().cloned() else { return };
        self.tools.fit(&scenario);
        let cells = self.selected_or_chosen();
        if self.copy_selected() {
            let ground = self.tools.terrain;
            let name = format!("Cut {}", counted(cells.len(), "cell"));
            let left = scenario.design.spoken_name(design::parameters::terrain::NAME, ground);
            if self.edit(&name, &Edit::emptied(&scenario, &cells, ground), false) {
                self.services.tell(format!("{name}: {left} is left there."));
            }
        }
    }

    /// What was copied is another: turned, or mirrored.
    fn turn_stamp(&mut self, turn: fn(&Stamp) -> Stamp) {
        self.tools.stamp = self.tools.stamp.as_ref().map(turn);
        self.tools.forget_trial();
    }
}

pub(super) fn commands() -> Vec<Command> {
    let command = |name, title, help, run: fn(&mut ViewerContext)| {
        Command::new(Menu::Edit, name, title, help, move |viewer| run(&mut viewer.context))
    };
    let of_stamp = |name, title, help, run: fn(&mut ViewerContext)| {
        command(name, title, help, run).unless(|viewer| {
            let is_there = viewer.context.tools.stamp.is_some();
            (!is_there).then(|| "Nothing was copied: select cells, and copy them.".to_owned())
        })
    };
    vec![
        command("cut", "Cut", "copies the selected cells, and leaves the chosen terrain in them", |context| {
            context.cut_selected();
        }),
        command(
            "copy",
            "Copy",
            "copies the selected cells with all that lies in them, else the chosen cell",
            |context| {
                _ = context.copy_selected();
            },
        ),
        of_stamp(
            "paste",
            "Paste",
            "takes what was copied as a stamp: a click, or the use of the tool, puts it down",
            |context| {
                if context.tools.chosen.is_none_or(|tool| tool.name != STAMP.name)
                    && let Some(tool) = TOOLS.iter().find(|tool| tool.name == STAMP.name)
                {
                    context.choose_tool(tool);
                }
            },
        ),
        of_stamp("stamp-turn", "Turn the stamp", "turns what was copied clockwise, as far as cells allow", |context| {
            context.turn_stamp(|stamp| {
                // All turns but one to the left are one to the right.
                (1..stamp.turns()).fold(stamp.clone(), |stamp, _| stamp.turned())
            });
        }),
        of_stamp("stamp-turn-back", "Turn the stamp back", "turns what was copied counterclockwise", |context| {
            context.turn_stamp(Stamp::turned);
        }),
        of_stamp("stamp-mirror", "Mirror the stamp", "east and west of what was copied change places", |context| {
            context.turn_stamp(Stamp::mirrored);
        }),
    ]
}
