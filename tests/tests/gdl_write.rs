//! GDL out and in again: every preset with its variants, and what is rolled of it, comes back the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::{Design, Draft, Sources};
use fairmarch_tests::roll;
use formats::gdl::Module;
use formats::gdl_write::{BLOCK, ReadBack, WrittenVariant, write_gdl};
use pipeline::{Loaded, PRESETS, load_preset};
use world::Scenario;

/// What the forms alone make, and what is told of them.
fn read_forms(text: &str, choices: &BTreeMap<String, String>) -> (Option<ReadBack>, Vec<String>) {
    let module = Module::read("t", "t.g", text, &|_| None);
    let (game, found) = module.game(choices, &pipeline::known());
    let told = found.0.iter().map(|diagnostic| format!("{diagnostic:?}")).collect();
    (game.map(|game| ReadBack { design: Design::clone(&game.design), start: game.start }), told)
}

fn written(design: &Design, start: Option<&Scenario>, variants: &[WrittenVariant]) -> String {
    write_gdl(design, start, variants, &|text| read_forms(text, &BTreeMap::new()).0)
}

fn variants(loaded: &Loaded) -> Vec<WrittenVariant> {
    let values = |variant: &design::Variant| {
        let choose = |value: &String| {
            let choices = BTreeMap::from([(variant.name.clone(), value.clone())]);
            let chosen = loaded.with_variants(&choices).expect("it is offered");
            (value.clone(), Design::clone(&chosen.design))
        };
        variant.values.iter().map(choose).collect()
    };
    let variant = |variant: &design::Variant| WrittenVariant {
        name: variant.name.clone(),
        help: variant.help.clone(),
        default: variant.default.clone(),
        values: values(variant),
    };
    loaded.variants.iter().map(variant).collect()
}

/// A file with its comment taken into account, and one variant chosen.
fn read_whole(text: &str, choices: &BTreeMap<String, String>) -> ReadBack {
    let mut sources = Sources::default();
    let block = text.split_once(BLOCK).map_or("{}", |(_, block)| block.trim_end().strip_suffix("|#").expect("it ends"));
    let file = sources.add("block", block);
    let root = formats::read_tree(&sources, file).unwrap_or_else(|fault| panic!("{fault:?}\n{block}"));
    let variants = root.get("design").and_then(|design| design.get("variants"));
    // A variant of the block stands in place of one of the forms.
    let in_forms = |name: &String| variants.is_none_or(|variants| variants.get(name).is_none());
    let known: Vec<String> = {
        let module = Module::read("t", "t.g", text, &|_| None);
        let (game, _) = module.game(&BTreeMap::new(), &pipeline::known());
        game.expect("the forms are sound").variants.into_iter().map(|variant| variant.name).collect()
    };
    let of_forms = choices.iter().filter(|(name, _)| in_forms(name));
    assert!(of_forms.clone().all(|(name, _)| known.contains(name)), "{choices:?}");
    let of_forms = of_forms.map(|(name, value)| (name.clone(), value.clone())).collect();
    let mut back = read_forms(text, &of_forms).0.expect("the forms are sound");
    let builtin = root.get("built-in-namers").and_then(design::Node::text).unwrap_or_default();
    back.design.namers.retain(|namer| !builtin.split(' ').any(|name| name == namer.name));
    let take = |design: &Design, root: &design::Node| {
        let draft = Draft { file, root: root.clone() };
        design::patch(design, &draft, &sources, &pipeline::known()).unwrap_or_else(|faults| panic!("{faults:?}")).0
    };
    back.design = take(
        &back.design,
        root.get("design").unwrap_or(&design::Node { value: design::NodeValue::Map(Vec::new()), span: root.span }),
    );
    for (name, value) in choices {
        let patch = variants.and_then(|variants| variants.get(name)?.get("values")?.get(value));
        back.design = patch.map_or_else(|| back.design.clone(), |patch| take(&back.design, patch));
    }
    // Sections stand in place of those that the forms gave.
    let given = back.start.as_ref().map(formats::sections).unwrap_or_default();
    let own = |name: &str| root.get("scenario").and_then(|scenario| scenario.get(name));
    let without = root.get("without").and_then(design::Node::text).unwrap_or_default();
    let is_left = |name: &str| own(name).is_none() && !without.split(' ').any(|other| other == name);
    let mut whole: String =
        given.iter().filter(|(name, _)| is_left(name)).map(|(_, section)| section.as_str()).collect();
    for (name, node) in root.get("scenario").and_then(design::Node::entries).unwrap_or_default() {
        whole += &format!("\"{}\": {},\n", name.text, &block[node.span.start as usize..node.span.end as usize]);
    }
    if !whole.is_empty() {
        let design = formats::write_design(&back.design);
        let file = format!("{{ \"format\": 1, {whole} \"design\": {design} }}");
        let read = formats::read_scenario("t", &file, &|_| None, &pipeline::known());
        back.start = Some(read.unwrap_or_else(|faults| panic!("{faults:?}\n{file}")).0);
    }
    back
}

#[test]
fn presets_come_back_with_every_variant() {
    for known in PRESETS {
        let loaded = load_preset(known.name).expect("it is listed").expect("it is sound");
        let variants = variants(&loaded);
        let text = written(&loaded.design, None, &variants);
        let (_, told) = read_forms(&text, &BTreeMap::new());
        assert!(told.is_empty(), "{}: {told:#?}", known.name);
        let back = read_whole(&text, &BTreeMap::new()).design;
        assert!(back == *loaded.design, "{}: {:?}", known.name, formats::design_patch(&back, &loaded.design));
        for variant in &variants {
            for (value, design) in &variant.values {
                let choices = BTreeMap::from([(variant.name.clone(), value.clone())]);
                let back = read_whole(&text, &choices).design;
                assert!(back == *design, "{} {choices:?}: {:?}", known.name, formats::design_patch(&back, design));
            }
        }
    }
}

#[test]
fn rolled_scenarios_come_back() {
    for known in PRESETS {
        let rolled = roll(&format!("{}:3", known.name)).scenario;
        let text = written(&rolled.design, Some(&rolled), &[]);
        let (_, told) = read_forms(&text, &BTreeMap::new());
        assert!(told.is_empty(), "{}: {told:#?}", known.name);
        let mut back = read_whole(&text, &BTreeMap::new());
        let start = back.start.as_mut().expect("a scenario was written");
        start.design = Arc::new(back.design);
        assert_eq!(formats::write_scenario(start), formats::write_scenario(&rolled), "{}", known.name);
    }
}
