"use strict";
/* The desk works without this script; with it, results are saved as they are typed. */
document.documentElement.classList.add("has-script");

// --- results: one key saves and goes on -----------------------------------------------------
const A_MOMENT = 400;  // as long as a longer word, as in 1-0*, may be begun with a key that saves

function initResults(form) {
  const KEYS = JSON.parse(form.dataset.keys);
  let waiting = null;
  const inputs = () => [...form.querySelectorAll("input.result:not(:disabled)")];
  const home = (input) => input.closest("[data-table]");

  function next(input) {
    const all = inputs();
    const later = all.slice(all.indexOf(input) + 1).find((one) => !one.value);
    const to = later || all.find((one) => !one.value) || input;
    to.focus();
    return to;
  }

  function tell(place, words, bad) {
    const state = place.querySelector(".saved");
    state.textContent = words;
    state.classList.toggle("bad", Boolean(bad));
  }

  function complaint(told) {
    const words = told.problems.map((p) => [p.what, p.quoted].filter(Boolean).join(": ")).join("; ");
    const asks = told.kind === "confirmation" || told.kind === "authority";
    return asks ? `${words}; ${form.dataset.elsewhere}` : words;
  }

  const field = (item) => form.querySelector(`input.result[name="${item.id}"]:not(:disabled)`);
  const outbox = new Outbox(form.action, {
    sending: (item) => { field(item).readOnly = true; tell(home(field(item)), form.dataset.saving); },
    waiting: (item) => { field(item).readOnly = false; tell(home(field(item)), form.dataset.waiting, true); },
    done: (item, told) => finish(home(field(item)), [field(item)], told),
    refused: (item, told) => {
      const input = field(item);
      input.readOnly = false;
      input.classList.add("bad");
      tell(home(input), complaint(told), true);
    },
  });

  function finish(place, own, told) {
    own.forEach((one) => { one.disabled = true; one.classList.remove("bad"); });
    if (!place.querySelector("input.result:not(:disabled)")) place.classList.remove("open");
    const shown = told.saved[place.dataset.table];
    tell(place, [form.dataset.saved, shown, ...told.notices].filter(Boolean).join(" · "));
    document.getElementById("missing").textContent = told.missing;
    document.body.dataset.last = String(Number(document.body.dataset.last) + 1);
    if (told.missing === 0 && !outbox.items.length) location.reload();
  }

  function settle() {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    typed(waiting.input);
  }

  function typed(input) {
    waiting = null;
    input.value = KEYS[input.value.toLowerCase()] || input.value;
    outbox.add({ id: input.name, fields: [[input.name, input.value]] });
  }

  // A key waits a moment: what follows may make a longer word of it, or belong to the next table.
  form.addEventListener("input", (event) => {
    const input = event.target;
    if (!input.matches("input.result") || input.dataset.kind === "match") return;
    input.classList.remove("bad");
    const word = input.value.toLowerCase();
    const was = waiting && waiting.input === input;
    if (waiting) { clearTimeout(waiting.timer); if (!was) settle(); }
    if (KEYS[word]) {
      const timer = setTimeout(() => { if (document.activeElement === input) next(input); settle(); }, A_MOMENT);
      waiting = { input, timer };
    } else if (was && word.length === 2 && KEYS[word[1]]) {
      input.value = word[0];
      const to = next(input);
      settle();
      if (to !== input) { to.value = word[1]; to.dispatchEvent(new Event("input", { bubbles: true })); }
    } else if (was) {
      waiting = null;
    }
  });
  form.addEventListener("focusout", (event) => { if (waiting && event.target === waiting.input) settle(); });
  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.matches || !input.matches("input.result")) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!input.value) { next(input); return; }
      if (waiting) clearTimeout(waiting.timer);
      typed(input);
      next(input);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = inputs();
      const to = all[all.indexOf(input) + (event.key === "ArrowDown" ? 1 : -1)];
      if (to) { event.preventDefault(); to.focus(); }
    } else if (event.key === "Escape") {
      if (waiting) { clearTimeout(waiting.timer); waiting = null; }
      if (input.readOnly) return;
      input.value = "";
      outbox.drop(input.name);
      tell(home(input), "");
    }
  });
  // Fingers are larger than keys: three buttons beside each field.
  if (matchMedia("(pointer: coarse)").matches) {
    form.querySelectorAll("input.result:not([data-kind=match])").forEach((input) => {
      const buttons = document.createElement("span");
      buttons.className = "fingers";
      ["1", "½", "0"].forEach((key) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "quiet";
        button.textContent = key;
        button.setAttribute("aria-label", `${input.getAttribute("aria-label")}: ${KEYS[key]}`);
        button.addEventListener("click", () => {
          if (input.readOnly || input.disabled) return;
          input.value = key;
          typed(input);
          buttons.remove();
        });
        buttons.append(button);
      });
      input.after(buttons);
    });
  }

  // A result is corrected where it stands; the link leads to the page of the table without a script.
  form.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-correct]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const place = home(link);
    if (place.querySelector(".correction")) return;
    const entered = place.querySelector(".entered");
    const fields = document.createElement("span");
    fields.className = "correction";
    const field = (label, value) => {
      const input = document.createElement("input");
      input.setAttribute("aria-label", label);
      input.placeholder = label;
      input.value = value;
      return input;
    };
    const result = field(form.dataset.newResult.replace("{table}", place.dataset.table), entered.textContent);
    const reason = field(form.dataset.reason, "");
    const button = (words, act, kind) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = kind;
      made.textContent = words;
      made.addEventListener("click", act);
      return made;
    };
    const close = () => { fields.remove(); entered.hidden = false; link.focus(); };
    const send = async () => {
      tell(place, form.dataset.saving);
      const said = [[`t${place.dataset.table}`, result.value], ["reason", reason.value], ["seen", document.body.dataset.last]];
      try {
        const { ok, told } = await desk.post(link.href, said);
        if (!ok) throw new Error(complaint(told));
        entered.textContent = told.saved[place.dataset.table];
        document.body.dataset.last = String(Number(document.body.dataset.last) + 1);
        tell(place, [form.dataset.saved, ...told.notices].join(" · "));
        close();
      } catch (error) {
        tell(place, error.message || form.dataset.notSaved, true);
      }
    };
    fields.append(result, reason, button(form.dataset.save, send, ""), button(form.dataset.cancel, close, "quiet"));
    fields.addEventListener("keydown", (typing) => {
      if (typing.key === "Enter") { typing.preventDefault(); send(); }
      if (typing.key === "Escape") close();
    });
    entered.hidden = true;
    entered.after(fields);
    result.select();
  });

  // What could not be sent when the page was left is typed again.
  const open = (one) => field(one) && !field(one).value;
  outbox.left().filter(open).forEach((item) => {
    field(item).value = item.fields[0][1];
    outbox.add(item);
  });
  const first = inputs().find((one) => !one.value);
  if (first && !location.hash) first.focus();
}

// --- a table number typed jumps to its table -------------------------------------------------
function jumpTo(number) {
  const place = document.getElementById(`t${number}`);
  if (!place) return false;
  place.scrollIntoView({ block: "center" });
  (place.querySelector("input.result:not(:disabled)") || place.querySelector("a") || place).focus();
  return true;
}

function initJump(form) {
  form.addEventListener("submit", (event) => {
    const number = form.elements.table.value.trim();
    if (!jumpTo(number)) return;
    event.preventDefault();
    form.elements.table.value = "";
  });
  if (/^#t\d+$/.test(location.hash)) jumpTo(location.hash.slice(2));
}

// --- search: rows are hidden as one types ----------------------------------------------------
function plainWords(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

function initFilter(input) {
  const rows = () => [...document.querySelectorAll(`${input.dataset.filter} tbody tr, ${input.dataset.filter} > li`)];
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    rows().forEach((row) => { row.hidden = Boolean(wanted) && !row.textContent.toLowerCase().includes(wanted); });
  });
}

// --- rosters: rows move by button or by drag -------------------------------------------------
function initRoster(body) {
  const number = () => [...body.rows].forEach((row, place) => {
    const board = row.querySelector("[name=member_board]");
    if (board) board.value = place + 1;
  });
  body.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    const row = button.closest("tr");
    if (button.dataset.move === "up" && row.previousElementSibling) row.previousElementSibling.before(row);
    if (button.dataset.move === "down" && row.nextElementSibling) row.nextElementSibling.after(row);
    number();
    button.focus();
  });
  let moved = null;
  [...body.rows].forEach((row) => {
    const handle = row.cells[0];
    handle.addEventListener("mousedown", (event) => { row.draggable = event.target === handle; });
    row.addEventListener("dragstart", () => { moved = row; });
    row.addEventListener("dragend", () => { row.draggable = false; moved = null; number(); });
    row.addEventListener("dragover", (event) => {
      if (!moved || moved === row) return;
      event.preventDefault();
      const half = row.getBoundingClientRect();
      if (event.clientY < half.top + half.height / 2) row.before(moved); else row.after(moved);
    });
  });
}

// --- news: somebody else has acted -----------------------------------------------------------
function initNews() {
  const stem = document.body.dataset.event;
  const news = document.getElementById("news");
  if (!stem || !news) return;
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(`/api/v1/events/${stem}/last`);
      const now = await answer.json();
      if (answer.ok && now.last > Number(document.body.dataset.last) && news.hidden) {
        // A page that can show what is new says so by stopping the event.
        if (!document.body.dispatchEvent(new CustomEvent("news", { cancelable: true }))) return;
        const link = document.createElement("a");
        link.href = location.href;
        link.textContent = news.dataset.reload;
        news.replaceChildren(`${news.dataset.acted.replace("{who}", now.who)} `, link);
        news.hidden = false;
      }
    } catch { /* The desk is closed or the net is down: the page says so when it is used. */ }
  }, 5000);
}

// --- long work: the page follows it ----------------------------------------------------------
function initLabour(place) {
  const turn = setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href);
      const now = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = now.querySelector("[data-labour]");
      if (fresh) { place.replaceChildren(...fresh.childNodes); return; }
      clearInterval(turn);
      location.reload();
    } catch { /* The desk is closed or the net is down: the next turn asks again. */ }
  }, 1000);
}

document.querySelectorAll("[data-labour]").forEach(initLabour);
document.querySelectorAll("form#results").forEach(initResults);
document.querySelectorAll("form#jump").forEach(initJump);
document.querySelectorAll("[data-filter]").forEach(initFilter);
document.querySelectorAll("[data-movable]").forEach(initRoster);
initNews();

// --- the row of pages scrolls on a phone: the page that is open shall be in sight ------------
const openPage = document.querySelector(".tabs [aria-current]");
if (openPage) openPage.closest("ul").scrollLeft = openPage.offsetLeft - 60;
