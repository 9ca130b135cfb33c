"use strict";
/* Check-in: tiles are found by the first letters of a name and change where they are. Without this
   script the search is a form, and a tile a button that sends it. */
function initCheckIn(form) {
  const search = document.querySelector("[data-first-letters]");
  const told = document.getElementById("told");
  const tiles = () => [...form.querySelectorAll("li[data-key]")];
  const tile = (key) => form.querySelector(`li[data-key="${key}"]`);
  const names = new WeakMap();

  // --- search: every word begins a part of the name, or is the number -------------------------
  function isLookedFor(li, wanted) {
    if (!names.has(li)) names.set(li, plainWords(li.querySelector("b").textContent));
    const number = li.dataset.key.split("/").pop();
    return wanted.every((word) => word === number || names.get(li).some((part) => part.startsWith(word)));
  }

  function filter() {
    const wanted = plainWords(search.value);
    tiles().forEach((li) => { li.hidden = !isLookedFor(li, wanted); });
  }

  function recount() {
    form.querySelectorAll("ul[data-state]").forEach((list) => {
      const count = list.querySelectorAll("li[data-key]").length;
      list.parentElement.querySelector("[data-count]").textContent = count;
      list.querySelector(".nobody").hidden = count > 0;
      if (list.dataset.state === "away") list.parentElement.hidden = !count;
    });
  }

  // --- a tile is pressed ------------------------------------------------------------------------
  const mark = (item, words) => {
    const state = tile(item.id)?.querySelector(".target span");
    if (state) state.textContent = words;
  };

  const outbox = new Outbox(form.action, {
    sending: (item) => mark(item, form.dataset.saving),
    waiting: (item) => mark(item, form.dataset.waiting),
    done: (item, answer) => {
      const before = tile(item.id);
      const had = before && before.contains(document.activeElement);
      const made = document.createElement("template");
      made.innerHTML = answer.tile;
      const li = made.content.querySelector("li");
      if (before) before.remove();
      place(li, answer.state);
      told.textContent = answer.note;
      document.body.dataset.last = String(Number(document.body.dataset.last) + answer.written);
      if (had) li.querySelector("button").focus();
      recount();
      filter();
    },
    refused: (item, answer) => {
      // What asks for a word of somebody has a page of its own: there the form goes by itself.
      if (answer.kind === "confirmation" || answer.kind === "authority") {
        const button = tile(item.id).querySelector(`button[name="${item.fields[0][0]}"]`);
        form.dataset.plain = "yes";
        form.requestSubmit(button);
        return;
      }
      const words = wordsOf(answer.problems);
      mark(item, words);
      told.textContent = words;
    },
  });

  // Into its place by the alphabet.
  function place(li, state) {
    const list = form.querySelector(`ul[data-state="${state}"]`);
    const name = li.querySelector("b").textContent.toLowerCase();
    const later = [...list.querySelectorAll("li[data-key]")].find((one) => one.querySelector("b").textContent.toLowerCase() > name);
    list.insertBefore(li, later || list.querySelector(".nobody"));
  }

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (form.dataset.plain || !button || !button.name || button.name === "all") return;
    event.preventDefault();
    const key = button.value;
    const own = [...new FormData(form)].filter(([name]) => name.endsWith(`/${key}`));
    outbox.add({ id: key, fields: [[button.name, key], ...own] });
    if (!search.value) return;
    search.value = "";
    filter();
    search.focus();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("li input")) return;
    event.preventDefault();
    const near = event.target.closest("details") || event.target.closest("li");
    form.requestSubmit(near.querySelector("button"));
  });

  search.addEventListener("input", filter);
  search.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = tiles().filter((li) => !li.hidden && !li.querySelector(".target").disabled);
    if (found.length === 1 && search.value) form.requestSubmit(found[0].querySelector(".target"));
  });

  // --- somebody else checks in, too -------------------------------------------------------------
  document.body.addEventListener("news", async (event) => {
    event.preventDefault();
    if (outbox.items.length) return;
    const now = new DOMParser().parseFromString(await (await desk.fetch(location.href)).text(), "text/html");
    const fresh = now.getElementById("check-in");
    if (!fresh || outbox.items.length || form.contains(document.activeElement)) return;
    document.body.dataset.last = now.body.dataset.last;
    form.querySelectorAll("section").forEach((part) => part.replaceWith(now.getElementById(part.id)));
    filter();
  });

  outbox.left().filter((item) => tile(item.id)).forEach((item) => outbox.add(item));
  if (search.value) filter();
}

document.querySelectorAll("form#check-in").forEach(initCheckIn);
