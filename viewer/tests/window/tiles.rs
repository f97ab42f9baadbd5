//! The map is shown as it is printed, at every scale.

use crate::{Desk, quick};

/// A window on a small map that draws its tiles.
fn desk() -> Desk {
    let mut desk = Desk::with(quick());
    desk.viewer().start.skip_pictures();
    desk.viewer().context.open_named("classic:1:size=30x30");
    desk.settle();
    desk
}

/// Whether the tiles of the present map at the present scale are all there, after a while.
fn settles(desk: &mut Desk) -> bool {
    for _ in 0..60 {
        desk.harness.run_steps(1);
        if desk.viewer().context.view.panes[0].tiles.is_settled() {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    false
}

#[test]
fn tiles_are_drawn_at_rest_while_it_moves_and_through_every_lens() {
    let mut desk = desk();
    assert!(settles(&mut desk), "the map as it was opened");
    let first = desk.viewer().context.view.panes[0].tiles.drawn();
    assert!(first > 0);
    desk.run("zoom-in");
    assert!(settles(&mut desk));
    let zoomed = desk.viewer().context.view.panes[0].tiles.drawn();
    assert!(zoomed > first);
    for style in ["style-flat", "style-glyphs", "style-relief"] {
        desk.run(style);
        assert!(settles(&mut desk), "{style}");
    }
    let before = desk.viewer().context.view.panes[0].tiles.drawn();
    desk.viewer().context.view.set_lens("elevation");
    assert!(
        settles(&mut desk) && desk.viewer().context.view.panes[0].tiles.drawn() > before,
        "a lens is drawn in the same way"
    );
}

#[test]
fn what_is_no_longer_shown_has_its_tiles_drawn_anew_and_no_others() {
    let mut desk = desk();
    for _ in 0..4 {
        desk.run("zoom-in");
    }
    assert!(settles(&mut desk));
    let before = desk.viewer().context.view.panes[0].tiles.drawn();
    desk.viewer().context.services.session.overlays.units = false;
    assert!(settles(&mut desk));
    let all = desk.viewer().context.view.panes[0].tiles.visible();
    let hidden = desk.viewer().context.view.panes[0].tiles.drawn() - before;
    assert!(hidden > 0 && hidden <= all, "{hidden} of {all} tiles have units or their names on them");
    // Nothing changes when it is looked at again.
    let drawn = desk.viewer().context.view.panes[0].tiles.drawn();
    desk.harness.run_steps(10);
    assert_eq!(desk.viewer().context.view.panes[0].tiles.drawn(), drawn);
}
