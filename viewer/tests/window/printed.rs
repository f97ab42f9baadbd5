//! The map at rest is the printed one.
use crate::{Desk, quick};

#[test]
fn at_rest_the_map_is_printed_and_a_lens_or_a_switch_takes_that_back() {
    let mut desk = Desk::with(quick());
    desk.viewer().context.open_named("classic:1:size=30x30");
    desk.settle();
    let is_shown = |desk: &mut Desk| {
        desk.harness.run_steps(6);
        desk.viewer().context.view.panes[0].printed.is_shown()
    };
    assert!(is_shown(&mut desk), "its scale has rested for a second");
    desk.run("show-printed");
    assert!(!is_shown(&mut desk), "it is switched off");
    desk.run("show-printed");
    assert!(is_shown(&mut desk));
    desk.run("style-flat");
    assert!(!is_shown(&mut desk), "a print has no flat colours");
}
