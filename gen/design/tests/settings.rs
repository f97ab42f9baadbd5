//! Settings that cannot be set by a text.

use std::sync::Arc;

use fairmarch_design::{Design, Settings};

#[test]
fn a_list_is_refused_with_where_it_can_be_set() {
    let mut settings = Settings::new(Arc::new(Design::default()));
    let told = settings.set_text("feature-namers", "[[\"islands\"]]").unwrap_err().to_string();
    assert_eq!(told, "`feature-namers` is a list: lists can be set in a design's file only");
}

#[test]
fn what_has_moved_is_refused_with_where_it_is_today() {
    let mut settings = Settings::new(Arc::new(Design::default()));
    let told = settings.set_text("order-dice", "8").unwrap_err().to_string();
    assert_eq!(
        told,
        "`order-dice` is an entry of the section `generals-view`: set it in a design's file, as \"generals-view\": { \
         \"order-dice\": .. }"
    );
}
