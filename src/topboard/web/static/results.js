"use strict";
/* Results are saved as they are typed, and corrected where they are shown. Every key is handled when
   it goes down, by the cell that has the focus at that time. Nothing waits for a timer, and no answer
   of the desk moves the focus to another row. A result that is longer than one key is written in a mode
   of its own, which begins with a key that saves nothing and ends with Enter. A correction is asked for
   first: nothing on record changes before Enter. The list around the cells is in result_list.js. */

function initResults(form) {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const texts = isTouch ? textsForFingers(form.dataset) : form.dataset;
  const KEYS = JSON.parse(texts.keys);
  const LONGER = new RegExp(texts.longer, "i");
  const NOT_PLAYED = ["+", "-"];
  const FINGERS = ["1", "½", "0"];

  // A cell holds one result: a field while there is none, then the result, and its editor.
  const cells = () => [...form.querySelectorAll("[data-cell]")];
  const cellOf = (element) => element.closest("[data-cell]");
  const cellNamed = (name) => form.querySelector(`[data-cell="${name}"]`);
  const rowOf = (element) => element.closest("[data-table]");
  const inputIn = (cell) => cell.querySelector("input.result");
  const editorIn = (cell) => cell.querySelector(".correction");
  const enteredIn = (cell) => cell.querySelector(".entered");
  const isKept = (cell) => cell.classList.contains("kept");
  const isUnderWay = (cell) => "sent" in cell.dataset;
  const isWriting = (cell) => inputIn(cell).classList.contains("writing");
  const isOneKey = (cell, key) => cell.dataset.kind !== "match" && key.toLowerCase() in KEYS;

  function tell(cell, words, kind = "") {
    const state = rowOf(cell).querySelector(".saved");
    state.textContent = words;
    state.className = `saved ${kind}`.trim();
  }

  // What a row says while nothing is typed in it.
  function report(cell, words, kind = "") {
    rowOf(cell).reported = [words, kind];
    if (!editorIn(cell)) tell(cell, words, kind);
  }

  // --- where the focus goes -------------------------------------------------------------------
  function stopIn(cell) {
    if (editorIn(cell)) return editorIn(cell).querySelector("input");
    return isKept(cell) ? enteredIn(cell) : inputIn(cell);
  }

  // To the next cell that has no result yet.
  function moveOn(cell) {
    const all = cells().filter((one) => one !== cell && !isKept(one) && !isUnderWay(one) && inputIn(one));
    const empty = all.filter((one) => !inputIn(one).value);
    const unsaved = all.find((one) => inputIn(one).matches(".bad, .writing"));
    stopIn(empty.find((one) => isBehind(cell, one)) || empty[0] || unsaved || cell).focus();
  }

  function step(from, down) {
    const all = cells().map(stopIn).filter((one) => one && one !== from && isBehind(from, one) === down);
    const to = down ? all[0] : all.at(-1);
    if (!to) return;
    unfold(to);
    to.focus();
  }

  // The cell that has the focus, or the only one of the row whose link or button has it.
  function marked(element) {
    if (cellOf(element)) return cellOf(element);
    const row = rowOf(element);
    const inside = row ? row.querySelectorAll("[data-cell]") : [];
    return inside.length === 1 ? inside[0] : null;
  }

  // --- what a cell shows ----------------------------------------------------------------------
  function labelEntered(cell) {
    const entered = enteredIn(cell);
    if (entered.matches("a")) {
      entered.setAttribute("aria-label", fill(texts.enteredLabel, { result: entered.textContent, table: rowOf(cell).dataset.table }));
    } else if ("mayCorrect" in texts) {
      entered.setAttribute("role", "button");
      entered.setAttribute("aria-label", inOneLine(cell.dataset.label, entered.textContent));
    }
    markStops(cell);
  }

  // Tab stops once in a cell that has no editor.
  function markStops(cell) {
    const entered = enteredIn(cell);
    entered.tabIndex = editorIn(cell) || !entered.matches("a, [role=button]") ? -1 : 0;
    if (inputIn(cell)) inputIn(cell).tabIndex = editorIn(cell) ? -1 : 0;
  }

  function settle(cell, shown) {
    const input = inputIn(cell);
    const isHere = input && document.activeElement === input;
    cell.dataset.shown = shown;
    enteredIn(cell).textContent = shown;
    labelEntered(cell);
    // The focus goes before the field is hidden, so that it never leaves the cell.
    if (isHere) enteredIn(cell).focus();
    cell.classList.add("kept");
    delete cell.dataset.sent;
    if (!input) return;
    input.classList.remove("writing", "bad");
    input.disabled = true;
    input.value = shown;
    showMore(cell, false);
  }

  // What leads from an open row to its other results; a result that is there leads to them itself.
  function showMore(cell, isShown) {
    const link = rowOf(cell).querySelector(".more");
    if (link) link.hidden = !isShown;
  }

  function reopen(cell) {
    const isHere = document.activeElement === enteredIn(cell);
    cell.dataset.shown = "";
    cell.classList.remove("kept");
    enteredIn(cell).textContent = "";
    unfold(cell);
    if (!inputIn(cell)) addInput(cell);
    unlock(cell);
    inputIn(cell).value = "";
    if (isHere) inputIn(cell).focus();
  }

  function addInput(cell) {
    const input = document.createElement("input");
    Object.assign(input, { name: cell.dataset.cell, className: "result", maxLength: 9, autocomplete: "off" });
    input.setAttribute("aria-label", cell.dataset.label);
    cell.prepend(input);
    if (cell.dataset.kind !== "match") addFingers(cell);
  }

  function unlock(cell) {
    delete cell.dataset.sent;
    Object.assign(inputIn(cell), { disabled: false, readOnly: false });
    markStops(cell);
    showMore(cell, true);
  }

  function showRow(place, row) {
    place.classList.toggle("open", row.state === "open");
    place.classList.toggle("unfinished", row.state === "unfinished");
    ["first", "second"].forEach((side) => place.classList.toggle(`won-${side}`, row.winner === side));
    showReports(place, row);
    const total = place.querySelector(".total");
    if (total) total.textContent = row.running || row.result;
    const link = place.querySelector(".state a:not(.more)");
    if (!link || row.state === "open") return;
    link.textContent = texts.correct;
    link.setAttribute("aria-label", fill(texts.correctLabel, { table: place.dataset.table }));
    if (place.querySelectorAll("[data-cell]").length === 1) link.dataset.correct = "";
  }

  function showReports(place, row) {
    place.querySelector(".reported").textContent = row.reported || "";
    const reported = row.reportedCells || {};
    place.querySelectorAll("[data-cell]").forEach((cell) => { cell.dataset.reported = reported[cell.dataset.cell] || ""; });
    const button = place.querySelector(".accept");
    if (button) button.hidden = !Object.keys(reported).length;
  }

  function showCounts({ missing, inPlay }) {
    document.getElementById("missing").textContent = missing;
    const unfinished = document.getElementById("unfinished");
    unfinished.querySelector("[data-count]").textContent = inPlay - missing;
    unfinished.hidden = inPlay === missing;
    const next = document.getElementById("complete");
    if (next) next.hidden = missing > 0;
  }

  // --- saving ---------------------------------------------------------------------------------
  let newest = Number(document.body.dataset.last);  // the last journal entry that an answer was about
  const isReplaced = (item) => outbox.items.some((one) => one !== item && one.id === item.id);
  const expand = (cell, word) => (isOneKey(cell, word) ? KEYS[word.toLowerCase()] : word);
  // The last one counts, where another is under way.
  const correctionOf = (cell) => outbox.items.findLast((one) => one.id === `correct ${cell.dataset.cell}`);
  // The result that the cell has, or will have when all that is under way has arrived.
  function known(cell) {
    const correction = correctionOf(cell);
    return correction ? expand(cell, correction.typed) : cell.dataset.sent ?? cell.dataset.shown;
  }

  const itemCell = (item) => cellNamed(item.cell || item.id);
  const outbox = new Outbox(form.action, {
    prepare: (item) => {
      // What is corrected may have been under way itself when the correction was typed.
      if (!item.address || item.fields.some(([name]) => name === "was")) return;
      item.fields = [...item.fields, ["was", item.was ?? itemCell(item).dataset.shown]];
    },
    sending: (item) => {
      const cell = itemCell(item);
      if (!item.address) lock(cell);
      report(cell, texts.saving);
    },
    waiting: (item) => {
      const cell = itemCell(item);
      if (!item.address) unlock(cell);
      report(cell, texts.waiting, "bad");
    },
    done: (item, told) => {
      newest = Math.max(newest, told.entry);
      // What others have recorded in between is still to be fetched.
      if (told.entry === Number(document.body.dataset.last) + 1) document.body.dataset.last = told.entry;
      // A correction that waits is compared with what this one has recorded.
      if (item.address || !isReplaced(item)) finish(itemCell(item), told);
    },
    refused: (item, told) => {
      if (isReplaced(item)) return;
      if (item.address) refuseCorrection(item, told);
      else refuse(itemCell(item), told);
    },
  });

  function lock(cell) {
    inputIn(cell).readOnly = true;
    cell.dataset.sent = inputIn(cell).value;
    showMore(cell, false);
  }

  function take(cell, word) {
    const input = inputIn(cell);
    input.value = expand(cell, word);
    input.classList.remove("writing", "bad");
    lock(cell);
    report(cell, texts.saving);
    // In the last row, Enter belongs to the key before it.
    if (cell.contains(document.activeElement)) cell.dataset.typed = "";
    outbox.add({ id: input.name, fields: [[input.name, input.value]] });
  }

  function finish(cell, told) {
    const table = rowOf(cell).dataset.table;
    const row = told.rows[table];
    settle(cell, row.cells[cell.dataset.cell]);
    showRow(rowOf(cell), row);
    showCounts(told);
    report(cell, inOneLine(texts.saved, told.saved[table], row.outcome, told.notices), "good");
  }

  function complaint(told) {
    const words = wordsOf(told.problems);
    const asks = told.kind === "confirmation" || told.kind === "authority";
    return asks ? `${words.replace(/\.?$/, ".")} ${texts.elsewhere}` : words;
  }

  function refuse(cell, told) {
    const typed = inputIn(cell).value;
    unlock(cell);
    inputIn(cell).classList.add("bad");
    const later = correctionOf(cell);
    if (later) {
      outbox.drop(later.id);
      openEditor(cell, later.typed, { reason: later.reason });
    }
    report(cell, told.kind === "conflict" ? inOneLine(complaint(told), fill(texts.lost, { typed })) : complaint(told), "bad");
    if (told.kind === "conflict") refresh();
  }

  // --- writing a longer result ----------------------------------------------------------------
  function beginWriting(cell, text) {
    const input = inputIn(cell);
    outbox.drop(input.name);
    input.value = text;
    input.classList.remove("bad");
    input.classList.add("writing");
    tell(cell, texts.writing);
  }

  function endWriting(cell) {
    const input = inputIn(cell);
    outbox.drop(input.name);
    input.value = "";
    input.classList.remove("writing", "bad");
    tell(cell, "");
  }

  const isResult = (cell, word) => isOneKey(cell, word) || LONGER.test(word)
    || (cell.dataset.kind !== "match" && NOT_PLAYED.includes(word));

  function enter(cell) {
    const input = inputIn(cell);
    const word = input.value.replace(/\s/g, "");
    if (!word) {
      // A user who types 1 and Enter has the next row marked already: it is not passed over.
      endWriting(cell);
    } else if (isResult(cell, word)) {
      moveOn(cell);
      take(cell, word);
    } else {
      // It stays here, so that what is typed next does not go to another row.
      input.classList.add("bad", "writing");
      tell(cell, fill(texts.noResult, { typed: input.value.trim() }), "bad");
    }
  }

  // --- correcting -----------------------------------------------------------------------------
  // A key on a saved result proposes another; only Enter or the button records it.
  function propose(cell, key) {
    if (!("mayCorrect" in texts)) {
      tell(cell, texts.fixed, "bad");
      return;
    }
    const word = expand(cell, key.trim());
    if (word === known(cell)) moveOn(cell);
    else openEditor(cell, word, { whole: isOneKey(cell, key), focus: true });
  }

  // "whole" says that the next key replaces the result, as it does in an open row.
  function openEditor(cell, word, { reason = "", whole = false, focus = false, select = whole } = {}) {
    const editor = editorIn(cell) || makeEditor(cell, reason);
    editor.offer(word, whole);
    const result = editor.querySelector("input");
    if (focus) result.focus();
    if (select) result.select();
  }

  function makeEditor(cell, reason) {
    const editor = document.createElement("span");
    editor.className = "correction";
    const result = makeField(fill(texts.newResult, { table: rowOf(cell).dataset.table }), "");
    const because = makeField(texts.reason, reason);
    const was = isUnderWay(cell) || correctionOf(cell) ? null : cell.dataset.shown;
    let isWhole = false;
    editor.ask = () => {
      delete editor.dataset.confirmed;
      const after = result.value.trim();
      const before = known(cell);
      const isNew = after && expand(cell, after) !== before;
      tell(cell, fill(isNew ? texts.ask : texts.again, { before, after: expand(cell, after) }));
    };
    editor.offer = (word, whole) => {
      result.value = word;
      isWhole = whole;
      if (whole) result.select();
      editor.ask();
    };
    const close = () => {
      editor.remove();
      markStops(cell);
      tell(cell, ...rowOf(cell).reported);
      stopIn(cell).focus();
    };
    const send = () => sendCorrection(cell, editor, { typed: result.value.replace(/\s/g, ""), reason: because.value, was });
    const fingers = cell.dataset.kind !== "match" ? FINGERS : [];
    editor.append(
      result,
      ...fingers.map((key) => makeFinger(key, () => { editor.offer(KEYS[key], true); if (!isTouch) result.focus(); })),
      because,
      makeButton(texts.save, send, ""),
      makeButton(texts.cancel, close),
      makeLink(`${form.action}/${rowOf(cell).dataset.table}`, texts.others, fill(texts.othersLabel, rowOf(cell).dataset)),
    );
    result.addEventListener("input", () => { isWhole = false; editor.ask(); });
    editor.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && event.target.matches("input")) {
        event.preventDefault();
        if (!event.repeat) send();
      } else if (event.key === "Escape") {
        close();
      } else if (event.target === result && isWhole && isOneKey(cell, event.key)) {
        event.preventDefault();
        editor.offer(expand(cell, event.key), true);
      }
    });
    enteredIn(cell).after(editor);
    markStops(cell);
    return editor;
  }

  function sendCorrection(cell, editor, { typed, reason, was }) {
    if (!isResult(cell, typed)) {
      tell(cell, fill(texts.noCorrection, { typed }), "bad");
      return;
    }
    if (expand(cell, typed) === known(cell)) {
      // Nothing changes, so nothing is sent.
      editor.remove();
      markStops(cell);
      tell(cell, ...rowOf(cell).reported);
      moveOn(cell);
      return;
    }
    const name = cell.dataset.cell;
    const fields = [[name, typed], ["reason", reason]];
    if (editor.dataset.confirmed) fields.push(["confirmed", editor.dataset.confirmed]);
    const address = `${form.action}/${rowOf(cell).dataset.table}`;
    moveOn(cell);
    const isHere = editor.contains(document.activeElement);
    editor.remove();
    markStops(cell);
    if (isHere) stopIn(cell).focus();
    report(cell, texts.saving);
    outbox.add({ id: `correct ${name}`, cell: name, address, fields, typed, reason, was });
  }

  function refuseCorrection(item, told) {
    const cell = itemCell(item);
    if (!editorIn(cell)) openEditor(cell, item.typed, { reason: item.reason });
    const words = wordsOf(told.problems).replace(/\.?$/, ".");
    if (told.kind === "confirmation") {
      editorIn(cell).dataset.confirmed = item.fields.some(([name]) => name === "confirmed") ? "again" : "yes";
      tell(cell, `${words} ${texts.confirm}`, "bad");
    } else {
      tell(cell, complaint(told), "bad");
    }
    if (told.kind === "conflict") refresh();
  }

  // --- keys -----------------------------------------------------------------------------------
  function press(event, cell) {
    const input = inputIn(cell);
    const isTyped = event.key.length === 1;
    if (isKept(cell) || isUnderWay(cell)) {
      const isStop = event.target === stopIn(cell);
      if (event.key === "Enter" && isStop) {
        event.preventDefault();
        // A user who types 1 and Enter in the last row has this row marked still: nothing happens.
        if (!event.repeat && "mayCorrect" in texts && !("typed" in cell.dataset)) openEditor(cell, known(cell), { focus: true, select: true });
      }
      if (!isTyped || (event.key === " " && event.target.matches("a, button") && !isStop)) return;
      event.preventDefault();
      if (!event.repeat) propose(cell, event.key);
    } else if (!isWriting(cell) && cell.dataset.reported && event.key.toLowerCase() === "a") {
      event.preventDefault();
      if (event.repeat) return;
      moveOn(cell);
      take(cell, cell.dataset.reported);
    } else if (!isWriting(cell) && isOneKey(cell, event.key)) {
      event.preventDefault();
      if (event.repeat) return;  // A key that is held down is one key.
      moveOn(cell);
      take(cell, event.key);
    } else if (input !== event.target) {
      return;
    } else if (event.key === "Enter") {
      event.preventDefault();
      enter(cell);
    } else if (event.key === "Escape") {
      endWriting(cell);
    } else if (isTyped && !isWriting(cell)) {
      beginWriting(cell, "");
      if (event.key === " ") event.preventDefault();
    }
  }

  form.addEventListener("keydown", (event) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if ((isShortcut && !event.getModifierState("AltGraph")) || event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.target, event.key === "ArrowDown");
    } else if (!event.target.closest(".correction")) {
      const cell = marked(event.target);
      if (cell && (inputIn(cell) || isKept(cell))) press(event, cell);
    }
  });
  // Keyboards on a screen name no keys, and a text may be pasted.
  form.addEventListener("input", (event) => {
    const input = event.target;
    if (!input.matches("input.result")) return;
    const cell = cellOf(input);
    if (isWriting(cell)) {
      if (input.classList.contains("bad")) beginWriting(cell, input.value);
    } else if (isOneKey(cell, input.value)) {
      moveOn(cell);
      take(cell, input.value);
    } else if (input.value) {
      beginWriting(cell, input.value);
    }
  });
  form.addEventListener("focusout", (event) => {
    const input = event.target;
    const left = cellOf(input);
    if (left && !left.contains(event.relatedTarget)) delete left.dataset.typed;
    if (event.target.closest(".correction")) {
      const state = rowOf(input).querySelector(".saved");
      if (!event.target.closest(".correction").contains(event.relatedTarget) && !state.matches(".bad")) tell(cellOf(input), texts.waiting, "bad");
      return;
    }
    if (!input.matches("input.result.writing")) return;
    if (!input.value.trim()) endWriting(cellOf(input));
    else if (!input.classList.contains("bad")) tell(cellOf(input), texts.waiting, "bad");
  });
  form.addEventListener("focusin", (event) => {
    const input = event.target;
    if (input.matches("input.result.writing:not(.bad)")) tell(cellOf(input), texts.writing);
    const editor = input.closest(".correction");
    if (editor && rowOf(editor).querySelector(".saved").textContent === texts.waiting) editor.ask();
  });
  form.addEventListener("click", (event) => {
    const opener = event.target.closest("a[data-correct], .entered, input.result:read-only");
    if (!opener || event.ctrlKey || event.metaKey || !("mayCorrect" in texts)) return;
    const cell = marked(opener);
    if (!cell || !(isKept(cell) || isUnderWay(cell))) return;
    event.preventDefault();
    openEditor(cell, known(cell), { focus: true, select: true });
  });

  // Three buttons beside each field, for fingers and for the mouse. Keys do the same without Tab.
  function makeFinger(key, act) {
    const button = makeButton(key, act);
    if (!isTouch) button.tabIndex = -1;
    return button;
  }

  function addFingers(cell) {
    const input = inputIn(cell);
    const buttons = document.createElement("span");
    buttons.className = "fingers";
    FINGERS.forEach((key) => {
      const button = makeFinger(key, () => {
        if (isKept(cell) || isUnderWay(cell)) return;
        // A field with the focus would open the keyboard of a phone.
        if (!isTouch) moveOn(cell);
        take(cell, key);
      });
      button.setAttribute("aria-label", `${input.getAttribute("aria-label")}: ${KEYS[key]}`);
      buttons.append(button);
    });
    input.after(buttons);
  }

  // --- what other users do --------------------------------------------------------------------
  async function refresh(who = "") {
    let answer;
    try {
      answer = await fetch(`${form.action}/live`, { cache: "no-store" });
    } catch {
      return; // No connection: the next turn asks again.
    }
    if (!answer.ok) {
      // The round is not there any more, or nobody is signed in.
      if (who) showNews(who);
      return;
    }
    const told = await answer.json();
    // A result of this page was saved after this was written: the next turn asks again.
    if (told.last < newest) return;
    if (told.pairing !== Number(texts.pairing)) {
      showNews(told.who);
      return;
    }
    const isComplete = Object.entries(told.rows).every(([table, row]) => showLive(table, row));
    document.body.dataset.last = told.last;
    showCounts(told);
    if (!isComplete) showNews(told.who);
  }

  // Whether the page has room for what is new in a row.
  function showLive(table, row) {
    const place = document.getElementById(`t${table}`);
    if (!place) return row.state !== "open";
    const names = Object.entries(row.cells).filter(([name]) => cellNamed(name));
    names.forEach(([name, shown]) => showLiveCell(cellNamed(name), shown, row));
    if (!place.querySelector("[data-sent]")) showRow(place, row);
    return names.length > 0 || row.state === "open";
  }

  function showLiveCell(cell, shown, row) {
    const before = cell.dataset.shown;
    if (before === shown || isUnderWay(cell) || outbox.items.some((one) => itemCell(one) === cell)) return;
    const input = inputIn(cell);
    const typed = !before && input ? input.value.trim() : "";
    const isTold = input && input.classList.contains("bad") && Boolean(rowOf(cell).querySelector(".saved.bad").textContent);
    const places = { who: row.by, result: shown, before, typed };
    if (!shown) {
      reopen(cell);
      report(cell, fill(texts.removed, places));
      return;
    }
    const words = before ? fill(texts.changed, places) : fill(texts.elsewhereEntered, places);
    settle(cell, shown);
    if (isTold) return;
    const lost = typed ? fill(texts.lost, places) : "";
    report(cell, inOneLine(words, row.outcome, lost), typed ? "bad" : "good");
    if (editorIn(cell)) tell(cell, words, "bad");
  }

  document.body.addEventListener("news", (event) => {
    event.preventDefault();
    refresh(event.detail);
  });

  // --- beginning ------------------------------------------------------------------------------
  cells().forEach((cell) => {
    labelEntered(cell);
    rowOf(cell).reported = [rowOf(cell).querySelector(".saved").textContent, ""];
    if (inputIn(cell) && cell.dataset.kind !== "match") addFingers(cell);
  });
  // What could not be sent when the page was left is typed again.
  const canBeSent = (item) => itemCell(item) && (item.address ? isKept(itemCell(item)) : inputIn(itemCell(item)) && !inputIn(itemCell(item)).value);
  outbox.left().filter(canBeSent).forEach((item) => {
    if (!item.address) inputIn(itemCell(item)).value = item.fields[0][1];
    outbox.add(item);
  });
  const first = cells().find((one) => !isKept(one) && inputIn(one) && !inputIn(one).value);
  if (first && !location.hash && !document.getElementById("unknown-table")) stopIn(first).focus();
  form.jumpTo = (place) => {
    const cell = place.querySelector("[data-cell]:not(.kept)") || place.querySelector("[data-cell]");
    if (cell && stopIn(cell)) stopIn(cell).focus();
  };
}

document.querySelectorAll("form#results").forEach(initResults);
document.querySelectorAll("form#jump").forEach(initJump);
