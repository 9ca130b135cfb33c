// The answers of Topboard as elements of the page. Texts come from the page or from Topboard.

const texts = JSON.parse(document.getElementById("texts").textContent);

export function say(name, places = {}) {
  return texts[name].replace(/\{(\w+)\}/g, (_, place) => String(places[place]));
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

export const paragraphs = (lines) => lines.map((line) => element("p", {}, line));

const bullets = (lines) => element("ul", {}, ...lines.map((line) => element("li", {}, line)));

const cell = (text, style = "") => element("td", { class: style || null }, String(text ?? ""));

const heading = (text, style = "") =>
  element("th", { scope: "col", class: style || null }, String(text));

const name = (text) => element("bdi", {}, text);

function table(caption, headings, rows, style) {
  return element(
    "div",
    { class: "scroll" },
    element(
      "table",
      { class: style },
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...headings)),
      element("tbody", {}, ...rows),
    ),
  );
}

export function problemList(problems) {
  return problems.map((one) =>
    element(
      "div",
      { class: "alert" },
      element("p", {}, element("strong", {}, capitalize(one.what))),
      one.quoted ? element("p", {}, say("quoted", { quoted: one.quoted })) : null,
      one.where ? element("p", {}, say("where", { where: one.where })) : null,
      one.remedy ? element("p", {}, one.remedy) : null,
    ),
  );
}

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function noteList(event) {
  const notes = event.notes.map((note) =>
    [capitalize(note.what), note.quoted, note.remedy].filter(Boolean).join(" · "),
  );
  const lines = [...event.findings, ...notes];
  return lines.length ? [element("div", { class: "warning" }, ...paragraphs(lines))] : [];
}

export function roundButtons(event, verdicts, shown, onChoose) {
  const made = event.rounds.map(({ round, checked }) => {
    const verdict = checked ? verdicts.get(round) : "not_checked";
    const label = verdict ? say(`round_${verdict}`, { round }) : say("round", { round });
    const mark = { agrees: "✓", differs: "≠", not_checked: "–" }[verdict] || "…";
    return roundButton(round, mark, label, verdict, shown, onChoose);
  });
  if (event.next) {
    const label = say("round_next", { round: event.next });
    made.push(roundButton(event.next, "+", label, "next", shown, onChoose));
  }
  return made;
}

function roundButton(round, mark, label, verdict, shown, onChoose) {
  return element(
    "button",
    {
      type: "button",
      class: `quiet round ${verdict || ""}`,
      "data-round": round,
      "aria-label": label,
      title: label,
      "aria-pressed": String(round === shown),
      onclick: () => onChoose(round),
    },
    `${round} ${mark}`,
  );
}

export function roundView(found, onExplain, onDecisions) {
  const style = { true: "agrees", false: "differs", null: "" }[String(found.agrees)];
  const parts = [
    element("h3", { tabindex: "-1" }, found.summary),
    ...(found.differences.length
      ? [element("div", { class: "warning" }, bullets(found.differences))]
      : []),
    boardTable(say("round_pairings", { round: found.round }), found, found.boards, onExplain, style),
    ...paragraphs(found.notes || []),
  ];
  if (found.by_rules && found.by_rules.length) {
    const own = boardTable(say("by_rules"), found, found.by_rules, onExplain, "agrees");
    parts.push(element("details", {}, element("summary", {}, say("by_rules")), own));
  }
  if (onDecisions) {
    const body = element("div");
    const details = element("details", {}, element("summary", {}, say("decisions")), body);
    details.addEventListener("toggle", () => details.open && onDecisions(body), { once: true });
    parts.push(details);
  }
  return parts;
}

function boardTable(caption, found, boards, onExplain, style) {
  const headings = [
    heading(found.board_heading, "r"),
    heading(say("white")),
    heading(say("result"), "c"),
    heading(say("black")),
    heading(say("reason")),
  ];
  const rows = boards.flatMap((board) => boardRows(board, found.round, onExplain));
  return table(caption, headings, rows, `boards ${style}`);
}

function boardRows(board, round, onExplain) {
  const known = board.white_number && board.black_number;
  const answer = element("td", { colspan: 5, class: "why" });
  const hidden = element("tr", { class: "explanation", hidden: true }, answer);
  const button = element(
    "button",
    {
      type: "button",
      class: "link",
      "aria-expanded": "false",
      "aria-label": say("why_board", board),
      onclick: async () => {
        const opening = hidden.hidden;
        hidden.hidden = !opening;
        button.setAttribute("aria-expanded", String(opening));
        if (opening && !answer.childNodes.length) await onExplain(round, board, answer);
      },
    },
    say("why"),
  );
  const side = (colour) =>
    element(
      "td",
      {},
      name(board[colour]),
      " ",
      element("small", {}, [`#${board[`${colour}_number`]}`, board[`${colour}_points`]].join(" · ")),
    );
  const mark = board.agrees ? null : element("span", { class: "tag warn" }, say("differs"));
  return [
    element(
      "tr",
      { class: board.agrees ? null : "differs" },
      element("th", { scope: "row", class: "r" }, String(board.board)),
      side("white"),
      cell(board.result, "c"),
      side("black"),
      element("td", {}, known ? button : null, mark),
    ),
    hidden,
  ];
}

export function decisionList(decisions) {
  return element(
    "ol",
    { class: "decisions" },
    ...decisions.map(([first, ...others]) =>
      element("li", {}, first, others.length ? bullets(others) : null),
    ),
  );
}

export function standingsTable(found, onOpen) {
  const headings = [
    heading(say("place"), "r"),
    heading(say("name")),
    heading(say("points"), "r"),
    ...found.columns.map((column) =>
      element("th", { scope: "col", class: "r tie" }, element("abbr", { title: column.title }, column.code)),
    ),
  ];
  const width = headings.length;
  const rows = found.lines.flatMap((line) => standingsRows(line, width, onOpen));
  return table(say("standings_after", { round: found.after_round }), headings, rows, "standings");
}

function standingsRows(line, width, onOpen) {
  const answer = element("td", { colspan: width, class: "why" });
  const hidden = element("tr", { class: "explanation", hidden: true }, answer);
  const button = element(
    "button",
    {
      type: "button",
      class: "link name",
      "aria-expanded": "false",
      "aria-label": say("open_ties", { name: line.name }),
      onclick: async () => {
        const opening = hidden.hidden;
        hidden.hidden = !opening;
        button.setAttribute("aria-expanded", String(opening));
        if (opening && !answer.childNodes.length) await onOpen(line.number, answer);
      },
    },
    name(line.name),
  );
  return [
    element(
      "tr",
      {},
      element("th", { scope: "row", class: "r" }, String(line.place)),
      element("td", {}, line.values.length ? button : name(line.name), " ", element("small", {}, `#${line.number}`)),
      cell(line.points, "r"),
      ...line.values.map((value) => cell(value, "r tie")),
    ),
    hidden,
  ];
}

export function tieBreakList(values) {
  return values.map((one) =>
    element(
      "details",
      {},
      element("summary", {}, say("tie_break", one)),
      one.terms.length
        ? table(
            one.title,
            [heading(say("round", { round: "" }).trim(), "r"), heading(say("opponent")), heading(say("value"), "r")],
            one.terms.map(termRow),
            "terms",
          )
        : null,
    ),
  );
}

function termRow(term) {
  const notes = [term.note, term.counts ? "" : say("not_counted")].filter(Boolean).join(", ");
  return element(
    "tr",
    {},
    cell(term.round, "r"),
    element("td", {}, name(term.opponent), notes ? element("small", {}, ` ${notes}`) : null),
    cell(term.value, `r${term.counts ? "" : " left-out"}`),
  );
}

export function proofView(found) {
  const summary = element("p", { class: found.proved ? "good" : "alert" }, found.summary);
  const rows = found.steps.map((one) =>
    element("tr", {}, cell(one.step, "r"), cell(one.article), cell(one.what)),
  );
  const headings = [heading(say("step"), "r"), heading(say("article")), heading(say("decision"))];
  return [
    summary,
    ...(found.note ? paragraphs([found.note]) : []),
    element(
      "details",
      {},
      element("summary", {}, say("steps")),
      table(say("steps"), headings, rows, "steps"),
    ),
  ];
}

export function journalView(journal, verdicts) {
  const lines = journal.signatures.map((one, place) => {
    const verdict = verdicts[place];
    const bad = verdict === "wrong" || verdict === "missing";
    const style = bad ? "tag bad" : verdict === "good" ? "tag good" : "tag warn";
    return element("li", {}, `${one.what}: `, element("span", { class: style }, say(`signature_${verdict}`)));
  });
  return [
    ...paragraphs([journal.summary]),
    element("p", { class: "hash-line" }, say("head", { head: journal.head })),
    ...(journal.keys.length ? [] : paragraphs([say("no_key")])),
    ...journal.keys.map((key) => element("p", { class: "hash-line" }, say("key", { key }))),
    lines.length ? element("ul", { id: "signatures" }, ...lines) : "",
    ...(journal.keys.length && journal.unsigned ? paragraphs([journal.unsigned]) : []),
  ];
}

export function replayedView(rounds) {
  return element(
    "ul",
    {},
    ...rounds.map((one) => element("li", { class: one.good ? null : "bad" }, one.text)),
  );
}

export function downloadLink(label, file, text) {
  const type = file.endsWith(".json") ? "application/json" : "text/plain";
  const address = URL.createObjectURL(new Blob([text], { type }));
  return element("p", {}, element("a", { class: "button quiet", href: address, download: file }, label));
}
