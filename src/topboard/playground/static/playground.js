// The page: it opens files, asks Topboard in the worker and shows the answers.

import { LONGEST_LINK, buildFragment, compress, decompress, readFragment } from "./links.js";
import { Program } from "./program.js";
import { verifySignature } from "./signatures.js";
import * as views from "./views.js";

const { element, say } = views;
const setup = JSON.parse(document.getElementById("setup").textContent);
const get = (id) => document.getElementById(id);
const absolute = (path) => new URL(path, document.baseURI).href;

let event = null; // what Topboard said about the open file
let source = null; // the file as it was opened: name, content, system, section
let shown = 0; // the round on the page
let opened = 0; // counts the files, so that answers about an earlier one are not shown
const verdicts = new Map();

// --- the program ---------------------------------------------------------------------------------

const STAGES = ["download", "start", "unpack", "ready"];

const program = new Program(
  {
    version: setup.version,
    sha256: setup.sha256,
    wheel: absolute(setup.wheel),
    pyodide: absolute(setup.pyodide),
  },
  { onStage: showStage, onBroken: showBroken, onProgress: showProgress },
);

function showStage(stage) {
  get("loading-text").textContent = say(stage);
  get("loading-bar").value = STAGES.indexOf(stage);
  if (stage !== "ready") return;
  document.body.dataset.ready = String(Math.round(performance.now()));
  get("loading-bar").hidden = true;
  keepForLater();
}

function showBroken(reason, kind) {
  get("loading").hidden = true;
  const [what, remedy] =
    kind === "other_version"
      ? [say("other_version"), say("other_version_remedy")]
      : [say("failed", { reason }), say("failed_remedy")];
  showProblems([{ what, remedy }]);
}

async function keepForLater() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("service_worker.js");
    await navigator.serviceWorker.ready;
    get("loading-text").textContent = `${say("ready")} ${say("offline")}`;
    document.body.dataset.offline = "ready";
  } catch {
    // Without encryption, or with site data blocked, the page works with a network only.
  }
}

async function ask(verb, fields = {}, content = null) {
  const asked = opened;
  let answer;
  try {
    answer = await program.ask(verb, fields, content);
  } catch (error) {
    const what = say("stopped", { reason: error.message.trim().split("\n").pop() });
    answer = { problems: [{ what, remedy: say("stopped_remedy") }] };
  }
  return asked === opened ? answer : null;
}

/** Ask and show the answer, or its problems, in a part of the page. */
async function fill(part, verb, fields, show) {
  part.replaceChildren(element("p", { class: "muted" }, say("working")));
  const answer = await ask(verb, fields);
  if (!answer) return null;
  part.replaceChildren(...(answer.problems ? views.problemList(answer.problems) : show(answer)));
  return answer.problems ? null : answer;
}

function showProblems(problems) {
  get("problems").replaceChildren(...views.problemList(problems));
  if (problems.length) get("problems").scrollIntoView({ block: "nearest" });
}

// --- opening a file ------------------------------------------------------------------------------

async function openContent(name, content, { system = "", section = "", round = 0 } = {}) {
  source = { name, content, system, section };
  opened += 1;
  await showOpened(await openWith("open", { name, system, section }, content), round);
}

async function openSample(sample) {
  opened += 1;
  const answer = await openWith("sample", { sample });
  if (!answer) return;
  if (!answer.problems) {
    const content = new TextEncoder().encode(answer.content).buffer;
    source = { name: answer.file, content, system: "", section: "" };
  }
  await showOpened(answer, 0);
}

async function openWith(verb, fields, content = null) {
  document.body.removeAttribute("data-answered");
  showProblems([]);
  get("checked").textContent = "";
  get("event").hidden = true;
  get("loading-text").textContent = say("opening", { name: fields.name || fields.sample });
  const answer = await ask(verb, fields, content);
  get("loading-text").textContent = say("ready");
  return answer;
}

async function showOpened(answer, round) {
  if (!answer) return;
  if (answer.problems) {
    showProblems(answer.problems);
    return;
  }
  event = answer;
  verdicts.clear();
  get("event-name").textContent = event.name;
  get("event-about").textContent = [event.about, event.system_title].filter(Boolean).join(" · ");
  get("event-notes").replaceChildren(...views.noteList(event));
  fillSettings();
  for (const part of ["round", "standings", "proof", "diagnosis", "converted", "shared", "why-not-answer", "replayed"])
    get(part).replaceChildren();
  get("diagnosing").textContent = "";
  get("answers").hidden = !event.system_title;
  get("event").hidden = false;
  get("event-name").focus();
  if (!event.system_title) return;
  fillForms();
  await showJournal();
  await showFirstRound(round);
}

function fillSettings() {
  const known = event.systems.includes(event.system) ? event.systems : ["", ...event.systems];
  const option = (one, chosen) => element("option", { value: one, selected: one === chosen }, one || "…");
  get("system").replaceChildren(...known.map((one) => option(one, event.system)));
  get("system-field").hidden = event.kind !== "event";
  get("section").replaceChildren(...event.sections.map((one) => option(one, event.section)));
  get("section-field").hidden = event.sections.length < 2;
}

function fillForms() {
  const options = event.participants.map((one) =>
    element("option", { value: `${one.number} ${one.name}` }, String(one.rating)),
  );
  get("participants").replaceChildren(...options);
  get("format").replaceChildren(...event.formats.map((one) => element("option", { value: one }, one)));
  get("first").value = get("second").value = "";
  get("diagnosis-part").hidden = event.kind !== "event" || !event.rounds.length;
  get("convert-part").hidden = event.kind === "proof";
}

async function showFirstRound(wanted) {
  const rounds = event.rounds.map((one) => one.round);
  const all = event.next ? [...rounds, event.next] : rounds;
  get("why-not-round").replaceChildren(
    ...all.map((one) => element("option", { value: one, selected: one === all.at(-1) }, String(one))),
  );
  get("prove").hidden = !all.length;
  if (!all.length) {
    get("rounds").replaceChildren();
    get("checked").textContent = say("no_rounds");
    return;
  }
  const last = rounds.length ? rounds.at(-1) : event.next;
  await showRound(all.includes(wanted) ? wanted : last);
  document.body.dataset.answered = String(Math.round(performance.now()));
  if (event.kind === "proof") await fill(get("proof"), "verify", {}, views.proofView);
  await checkRounds();
}

// --- rounds --------------------------------------------------------------------------------------

async function showRound(round) {
  shown = round;
  get("why-not-round").value = String(round);
  get("prove").textContent = say("prove", { round });
  get("prove").disabled = !event.provable;
  if (event.kind !== "proof")
    get("proof").replaceChildren(...(event.provable ? [] : views.paragraphs([say("no_proofs")])));
  drawRounds();
  const one = event.rounds.find((known) => known.round === round);
  if (one && !one.checked) {
    get("round").replaceChildren(...views.paragraphs([say("not_checked")]));
    return;
  }
  const found = await fill(get("round"), "round", { round }, (answer) =>
    views.roundView(answer, explainBoard, (body) =>
      fill(body, "decisions", { round }, (told) => [views.decisionList(told.decisions)]),
    ),
  );
  if (found && found.published) note(round, found.agrees);
}

function note(round, agrees) {
  verdicts.set(round, agrees ? "agrees" : "differs");
  drawRounds();
}

function drawRounds() {
  const focused = document.activeElement?.dataset?.round;
  get("rounds").replaceChildren(...views.roundButtons(event, verdicts, shown, showRound));
  if (focused) get("rounds").querySelector(`[data-round="${focused}"]`)?.focus();
  const checkable = event.rounds.filter((one) => one.checked).map((one) => one.round);
  const differing = checkable.filter((round) => verdicts.get(round) === "differs");
  let text = "";
  if (!checkable.length) text = say("no_rounds");
  else if (verdicts.size < checkable.length)
    text = say("rounds_checked", { checked: verdicts.size, total: checkable.length });
  else if (differing.length) text = say("some_differ", { rounds: differing.join(", ") });
  else text = say(checkable.length < event.rounds.length ? "checkable_agree" : "all_agree");
  get("checked").textContent = text;
}

async function checkRounds() {
  const asked = opened;
  for (const { round, checked } of event.rounds) {
    if (!checked || verdicts.has(round)) continue;
    const answer = await ask("check", { round });
    if (asked !== opened || !answer) return;
    if (!answer.problems) note(round, answer.agrees);
  }
  document.body.dataset.checked = String(Math.round(performance.now()));
}

function explainBoard(round, board, part) {
  const fields = { round, white: board.white_number, black: board.black_number };
  return fill(part, "board", fields, (answer) => views.paragraphs(answer.lines));
}

// --- why not, standings, proof -------------------------------------------------------------------

function findParticipant(text) {
  const wanted = text.trim().toLowerCase();
  const label = (one) => `${one.number} ${one.name}`.toLowerCase();
  const exact = event.participants.find(
    (one) => label(one) === wanted || String(one.number) === wanted || one.name.toLowerCase() === wanted,
  );
  if (exact || !wanted) return exact;
  const close = event.participants.filter((one) => one.name.toLowerCase().includes(wanted));
  return close.length === 1 ? close[0] : undefined;
}

get("why-not").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const part = get("why-not-answer");
  const found = ["first", "second"].map((id) => findParticipant(get(id).value));
  const missing = found.indexOf(undefined);
  if (missing >= 0) {
    const text = JSON.stringify(get(["first", "second"][missing]).value);
    part.replaceChildren(...views.problemList([{ what: say("unknown_participant", { text }) }]));
  } else if (found[0] === found[1]) {
    part.replaceChildren(...views.problemList([{ what: say("same_participant") }]));
  } else {
    const [a, b] = found.map((one) => one.number);
    const round = Number(get("why-not-round").value);
    fill(part, "why-not", { round, a, b }, (answer) => views.paragraphs(answer.lines));
  }
});

get("show-standings").addEventListener("click", () =>
  fill(get("standings"), "standings", {}, (found) => [
    views.standingsTable(found, (number, part) =>
      fill(part, "tie-breaks", { number }, (answer) => views.tieBreakList(answer.values)),
    ),
  ]),
);

get("prove").addEventListener("click", () =>
  fill(get("proof"), "prove", { round: shown }, (found) => [
    ...views.proofView(found),
    views.downloadLink(say("download_proof"), found.file, found.text),
  ]),
);

// --- journals ------------------------------------------------------------------------------------

async function showJournal() {
  get("journal-part").hidden = !event.journal;
  if (!event.journal) return;
  const found = await Promise.all(event.journal.signatures.map(verifySignature));
  get("journal").replaceChildren(...views.journalView(event.journal, found));
}

get("replay").addEventListener("click", () =>
  fill(get("replayed"), "replay", {}, (answer) => [views.replayedView(answer.rounds)]),
);

// --- diagnosis -----------------------------------------------------------------------------------

async function diagnose(quick) {
  get("stop").hidden = false;
  get("diagnosing").textContent = say("working");
  await fill(get("diagnosis"), "diagnose", { quick }, (found) => [
    element("h3", {}, found.title),
    ...views.paragraphs(found.lines),
    found.text ? views.downloadLink(say("download_repaired"), found.file, found.text) : "",
  ]);
  get("stop").hidden = true;
  get("diagnosing").textContent = "";
}

function showProgress({ round, trials }) {
  get("diagnosing").textContent = say("diagnosing", { round, trials });
}

get("diagnose-quick").addEventListener("click", () => diagnose(true));
get("diagnose").addEventListener("click", () => diagnose(false));
get("stop").addEventListener("click", () => {
  if (program.stop()) return;
  get("stop").hidden = true;
  reopen({ round: shown });
});

// --- conversion and links ------------------------------------------------------------------------

get("convert").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  fill(get("converted"), "convert", { format: get("format").value }, (found) => [
    ...views.paragraphs(found.losses.length ? found.losses : [say("nothing_lost")]),
    views.downloadLink(say("download_file", { file: found.file }), found.file, found.text),
  ]);
});

get("share").addEventListener("click", async () => {
  const part = get("shared");
  if (event.kind === "journal") {
    part.replaceChildren(...views.paragraphs([say("link_of_journal")]));
    return;
  }
  const packed = await compress(source.content);
  if (packed.length > LONGEST_LINK) {
    const counts = { length: packed.length, limit: LONGEST_LINK };
    part.replaceChildren(...views.problemList([{ what: say("link_too_long", counts) }]));
    return;
  }
  const fragment = buildFragment({ packed, name: source.name, system: source.system, round: shown });
  const address = absolute("./") + fragment;
  const lines = [say("link_ready", { length: address.length })];
  try {
    await navigator.clipboard.writeText(address);
    lines.push(say("link_copied"));
  } catch {
    // The link below can be copied by hand.
  }
  part.replaceChildren(
    element("p", {}, lines.join(" ")),
    element("p", {}, element("a", { href: address, class: "share-link" }, source.name)),
  );
});

// --- choosing a file -----------------------------------------------------------------------------

async function openFile(file) {
  const limit = setup.largest_file;
  if (file.size > limit) {
    const places = { name: file.name, size: Math.ceil(file.size / 1e6), limit: limit / 1e6 };
    showProblems([{ what: say("too_large", places), remedy: say("too_large_remedy") }]);
    return;
  }
  try {
    await openContent(file.name, await file.arrayBuffer());
  } catch (error) {
    const what = say("unreadable", { name: file.name, reason: error.message });
    showProblems([{ what, remedy: say("unreadable_remedy") }]);
  }
}

get("file").addEventListener("change", () => {
  const [file] = get("file").files;
  if (file) openFile(file);
  get("file").value = "";
});

addEventListener("dragover", (drag) => {
  drag.preventDefault();
  get("drop").classList.add("over");
});
addEventListener("dragleave", (drag) => {
  if (!drag.relatedTarget) get("drop").classList.remove("over");
});
addEventListener("drop", (drop) => {
  drop.preventDefault();
  get("drop").classList.remove("over");
  const [file] = drop.dataTransfer.files;
  if (file) openFile(file);
});

get("paste").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const text = get("pasted").value;
  if (text.trim()) openContent("pasted.txt", new TextEncoder().encode(text).buffer);
  else showProblems([{ what: say("nothing_pasted"), remedy: say("nothing_pasted_remedy") }]);
});

for (const button of document.querySelectorAll("[data-sample]"))
  button.addEventListener("click", () => openSample(button.dataset.sample));

const reopen = (changes) =>
  openContent(source.name, source.content, { system: source.system, section: source.section, ...changes });
get("system").addEventListener("change", () => get("system").value && reopen({ system: get("system").value }));
get("section").addEventListener("change", () => reopen({ section: get("section").value }));
get("settings").addEventListener("submit", (submitted) => submitted.preventDefault());

async function openFragment() {
  const link = readFragment(location.hash);
  if (!link) return;
  let content;
  try {
    content = await decompress(link.packed);
  } catch {
    showProblems([{ what: say("bad_link"), remedy: say("bad_link_remedy") }]);
    return;
  }
  await openContent(link.name, content, link);
}

addEventListener("hashchange", openFragment);
openFragment();
