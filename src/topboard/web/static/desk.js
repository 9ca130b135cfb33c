"use strict";
/* The desk works without this script; with it, results are saved as they are typed. */
document.documentElement.classList.add("has-script");

// --- results: the marked row takes the key --------------------------------------------------
// Every key is handled when it goes down, by the row that has the focus at that time. Nothing waits
// for a timer, and no answer of the desk moves the focus. A result that is longer than one key is
// written in a mode of its own, which begins with a key that saves nothing and ends with Enter.
function initResults(form) {
  const KEYS = JSON.parse(form.dataset.keys);
  const LONGER = new RegExp(form.dataset.longer, "i");
  const NOT_PLAYED = ["+", "-"];
  const inputs = () => [...form.querySelectorAll("input.result:enabled")];
  const home = (input) => input.closest("[data-table]");
  const isWriting = (input) => input.classList.contains("writing");
  const isOneKey = (input, key) => input.dataset.kind !== "match" && key.toLowerCase() in KEYS;

  function tell(place, words, kind = "") {
    const state = place.querySelector(".saved");
    state.textContent = words;
    state.className = `saved ${kind}`.trim();
  }

  function complaint(told) {
    const words = wordsOf(told.problems);
    const asks = told.kind === "confirmation" || told.kind === "authority";
    return asks ? `${words.replace(/\.?$/, ".")} ${form.dataset.elsewhere}` : words;
  }

  // --- where the focus goes -------------------------------------------------------------------
  function moveOn(input) {
    const all = inputs().filter((one) => one !== input);
    const empty = all.filter((one) => !one.value);
    const to = empty.find((one) => isBehind(input, one)) || empty[0] || all.find((one) => one.matches(".bad, .writing"));
    if (to) to.focus();
    else input.blur();
  }

  function isBehind(element, other) {
    return Boolean(element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  }

  function step(from, down) {
    const all = inputs().filter((one) => one !== from && isBehind(from, one) === down);
    const to = down ? all[0] : all.at(-1);
    if (to) to.focus();
  }

  // The field of the row that has the focus, also while its link or one of its buttons has it.
  function marked(element) {
    if (element.matches("input.result")) return element;
    const place = home(element);
    const open = place ? place.querySelectorAll("input.result:enabled") : [];
    return open.length === 1 ? open[0] : null;
  }

  // --- saving ---------------------------------------------------------------------------------
  const field = (item) => form.querySelector(`input.result[name="${item.id}"]`);
  const isReplaced = (item) => outbox.items.some((one) => one !== item && one.id === item.id);
  const outbox = new Outbox(form.action, {
    sending: (item) => {
      field(item).disabled = true;
      tell(home(field(item)), form.dataset.saving);
    },
    waiting: (item) => {
      field(item).disabled = false;
      tell(home(field(item)), form.dataset.waiting, "bad");
    },
    done: (item, told) => { if (!isReplaced(item)) finish(field(item), told); },
    refused: (item, told) => {
      if (isReplaced(item)) return;
      field(item).disabled = false;
      field(item).classList.add("bad");
      tell(home(field(item)), complaint(told), "bad");
    },
  });

  function take(input, word) {
    input.value = isOneKey(input, word) ? KEYS[word.toLowerCase()] : word;
    input.classList.remove("writing", "bad");
    input.disabled = true;
    tell(home(input), form.dataset.saving);
    outbox.add({ id: input.name, fields: [[input.name, input.value]] });
  }

  function finish(input, told) {
    const place = home(input);
    const shown = told.saved[place.dataset.table];
    input.disabled = true;
    input.classList.remove("writing", "bad");
    input.classList.add("kept");
    if (input.name === `t${place.dataset.table}`) input.value = shown;
    if (!place.querySelector("input.result:not(.kept)")) place.classList.remove("open");
    tell(place, [form.dataset.saved, shown, ...told.notices].filter(Boolean).join(" · "), "good");
    document.getElementById("missing").textContent = told.missing;
    document.body.dataset.last = String(Number(document.body.dataset.last) + 1);
    if (told.missing === 0 && !outbox.items.length) location.reload();
  }

  // --- writing a longer result ----------------------------------------------------------------
  function beginWriting(input, text) {
    outbox.drop(input.name);
    input.value = text;
    input.classList.remove("bad");
    input.classList.add("writing");
    tell(home(input), form.dataset.writing);
  }

  function endWriting(input) {
    outbox.drop(input.name);
    input.value = "";
    input.classList.remove("writing", "bad");
    tell(home(input), "");
  }

  function enter(input) {
    const word = input.value.replace(/\s/g, "");
    const isShort = isOneKey(input, word) || (input.dataset.kind !== "match" && NOT_PLAYED.includes(word));
    if (!word) {
      // Whoever types 1 and Enter has the next row marked already: it is not passed over.
      endWriting(input);
    } else if (isShort || LONGER.test(word)) {
      moveOn(input);
      take(input, word);
    } else {
      // It stays here, so that what is typed next does not go to another row.
      input.classList.add("bad", "writing");
      tell(home(input), form.dataset.noResult.replace("{typed}", () => input.value.trim()), "bad");
    }
  }

  form.addEventListener("keydown", (event) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if ((isShortcut && !event.getModifierState("AltGraph")) || event.isComposing) return;
    if (event.target.closest(".correction")) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.target, event.key === "ArrowDown");
      return;
    }
    const input = marked(event.target);
    if (!input) return;
    if (!isWriting(input) && isOneKey(input, event.key)) {
      event.preventDefault();
      if (event.repeat) return;  // A key that is held down is one key.
      moveOn(input);
      take(input, event.key);
    } else if (input !== event.target) {
      return;
    } else if (event.key === "Enter") {
      event.preventDefault();
      enter(input);
    } else if (event.key === "Escape") {
      endWriting(input);
    } else if (event.key.length === 1 && !isWriting(input)) {
      beginWriting(input, "");
      if (event.key === " ") event.preventDefault();
    }
  });
  // Keyboards on a screen name no keys, and a text may be pasted.
  form.addEventListener("input", (event) => {
    const input = event.target;
    if (!input.matches("input.result")) return;
    if (isWriting(input)) {
      if (input.classList.contains("bad")) beginWriting(input, input.value);
    } else if (isOneKey(input, input.value)) {
      moveOn(input);
      take(input, input.value);
    } else if (input.value) {
      beginWriting(input, input.value);
    }
  });
  form.addEventListener("focusout", (event) => {
    const input = event.target;
    if (!input.matches("input.result.writing")) return;
    if (!input.value.trim()) endWriting(input);
    else if (!input.classList.contains("bad")) tell(home(input), form.dataset.waiting, "bad");
  });
  form.addEventListener("focusin", (event) => {
    const input = event.target;
    if (input.matches("input.result.writing:not(.bad)")) tell(home(input), form.dataset.writing);
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
          if (!input.disabled) take(input, key);
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
        tell(place, [form.dataset.saved, ...told.notices].join(" · "), "good");
        close();
      } catch (error) {
        tell(place, error.message || form.dataset.notSaved, "bad");
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
