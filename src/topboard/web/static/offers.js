"use strict";
/* Names of the rating lists are offered while one is typed; without it the page has a search. */

const PAUSE = 120;  // milliseconds without a key, before the lists are asked

function initOffers(input) {
  const form = input.form;
  const list = document.createElement("ul");
  const status = document.createElement("p");
  list.id = "offers";
  list.className = "offers";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.dataset.label);
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("autocomplete", "off");
  input.closest("label").after(list, status);

  let found = [];
  let chosen = -1;
  let timer = 0;
  let asked = 0;

  function close() {
    list.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function mark(place) {
    const options = [...list.children];
    if (options[chosen]) options[chosen].setAttribute("aria-selected", "false");
    chosen = place;
    if (!options[chosen]) { input.removeAttribute("aria-activedescendant"); return; }
    options[chosen].setAttribute("aria-selected", "true");
    options[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[chosen].id);
  }

  function take(place) {
    Object.entries(found[place].fields).forEach(([name, value]) => {
      const field = form.elements.namedItem(name);
      if (field) field.value = value;
    });
    status.textContent = found[place].about;
    close();
  }

  function show() {
    list.replaceChildren(...found.map((one, place) => {
      const option = document.createElement("li");
      const name = document.createElement("bdi");
      const about = document.createElement("small");
      name.textContent = one.name;
      about.textContent = one.about;
      option.append(name, about);
      option.id = `offer-${place}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      // A click would come after the field has lost the focus, and the list is gone by then.
      option.addEventListener("pointerdown", (event) => { event.preventDefault(); take(place); });
      return option;
    }));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(Boolean(found.length)));
    mark(-1);
    status.textContent = input.dataset.found.replace("{count}", found.length);
  }

  async function ask() {
    const turn = ++asked;
    try {
      const answer = await fetch(`${input.dataset.offers}?q=${encodeURIComponent(input.value)}`, { headers: { Accept: "application/json" } });
      if (!answer.ok || turn !== asked) return;
      found = await answer.json();
      if (turn === asked && document.activeElement === input) show();
    } catch { close(); }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    form.elements.listed.value = "";
    if (!input.value.trim()) { asked += 1; close(); return; }
    timer = setTimeout(ask, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      const count = found.length + 1;
      mark((chosen + 1 + steps[event.key] + count) % count - 1);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
  input.addEventListener("blur", close);
}

document.querySelectorAll("input[data-offers]").forEach(initOffers);
