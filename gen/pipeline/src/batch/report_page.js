"use strict";
// `batch` is { measures, items }; an item is [index, seed, score, worst seat, ratios, warnings, string, told, picture].
// What cannot be met has no score, no ratios and no picture; where nothing is predicted, there is no score.
const PAGE = 50;
// What does not apply to the game has no column.
const measures = batch.measures.map((_, at) => at).filter(at => batch.items.some(item => item[4] && item[4][at] != null));
const columns = [
  { name: "" },
  { name: "item", of: item => item[0] },
  { name: "seed", of: item => item[1] },
  { name: "score", of: item => item[2], down: true },
  { name: "worst seat", of: item => item[3] },
  ...measures.map(at => ({ name: batch.measures[at], of: item => item[4] && item[4][at], down: true, ratio: true })),
  { name: "warnings", of: item => item[5], down: true },
  { name: "why, and the seed string" },
];
let by = 3, down = true, from = 0, shown = batch.items;

const element = (tag, text, kind) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};
const at = id => document.getElementById(id);

function order() {
  const word = at("filter").value.trim().toLowerCase();
  shown = batch.items.filter(item => !word || `${item[0]} ${item[1]} ${item[6]} ${item[7]}`.toLowerCase().includes(word));
  const of = columns[by].of;
  shown.sort((a, b) => {
    const [x, y] = [of(a), of(b)];
    // What cannot be met comes last either way; ties stand by index.
    if (x == null || y == null) return (x == null) - (y == null) || a[0] - b[0];
    return (down ? y - x : x - y) || a[0] - b[0];
  });
  from = 0;
  draw();
}

function draw() {
  const head = element("tr");
  columns.forEach((column, index) => {
    const cell = element("th", column.name, (column.ratio ? "ratio " : "") + (index === by ? (down ? "down" : "up") : ""));
    if (column.of) cell.onclick = () => {
      down = index === by ? !down : !!column.down;
      by = index;
      order();
    };
    head.append(cell);
  });
  const rows = shown.slice(from, from + PAGE).map(item => {
    const row = element("tr"), picture = element("td"), told = element("td", undefined, "told");
    if (item[8]) {
      const image = element("img"), label = `item ${item[0]}, seed ${item[1]}`;
      image.src = item[8];
      image.loading = "lazy";
      image.alt = `map of ${label}`;
      image.onclick = () => {
        at("large").firstElementChild.src = item[8];
        at("large").lastElementChild.textContent = item[2] == null ? label : `${label}, score ${item[2].toFixed(3)}`;
        at("large").className = "open";
      };
      picture.append(image, element("span", label, "label"));
    }
    told.append(element("span", item[7], item[4] == null ? "unmet" : ""), element("code", item[6]));
    row.append(picture, element("td", item[0], "number"), element("td", item[1], "number"),
      element("td", item[2] == null ? "" : item[2].toFixed(3), "number score"), element("td", item[3] ?? "", "number"));
    measures.forEach(at => {
      const ratio = item[4] && item[4][at];
      const cell = element("td", ratio == null ? "" : ratio.toFixed(2), "ratio");
      if (ratio != null) cell.style.background = `hsl(${Math.round(ratio * 115)} 55% 50% / .28)`;
      row.append(cell);
    });
    row.append(element("td", item[5] || "", "number"), told);
    return row;
  });
  at("table").replaceChildren(head, ...rows);
  const last = Math.min(from + PAGE, shown.length);
  at("place").textContent = shown.length ? `${from + 1} to ${last} of ${shown.length}` : "none";
  at("back").disabled = from === 0;
  at("on").disabled = last >= shown.length;
}

at("filter").oninput = order;
at("back").onclick = () => { from = Math.max(0, from - PAGE); draw(); };
at("on").onclick = () => { from += PAGE; draw(); };
at("large").onclick = () => { at("large").className = ""; };
order();
