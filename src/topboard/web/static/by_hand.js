"use strict";
/* Pairing by hand: names are dragged, chosen one after the other, or typed. Without this script the
   fields are typed in. Each participant is named in one field only, because places are only exchanged. */
function initByHand(form) {
  const seats = [...form.querySelectorAll("input[data-seat]")];
  const tiles = new Map();
  const told = document.getElementById("told");
  let held = null;

  const tell = (words, places = {}) => {
    told.textContent = words.replace(/\{(\w+)\}/g, (whole, name) => places[name] ?? whole);
  };

  function show(seat) {
    const tile = tiles.get(seat);
    tile.firstElementChild.textContent = seat.value || form.dataset.empty;
    tile.setAttribute("aria-label", `${seat.getAttribute("aria-label")}: ${seat.value || form.dataset.empty}`);
    tile.setAttribute("aria-pressed", String(seat === held));
    tile.classList.toggle("here", seat === held);
    tile.classList.toggle("away", !seat.value);
  }

  function hold(seat) {
    const before = held;
    held = seat;
    [before, seat].filter(Boolean).forEach(show);
    tell(seat ? form.dataset.held : "", { who: seat && (seat.value || form.dataset.empty) });
  }

  function exchange(one, other) {
    const words = { one: one.value || form.dataset.empty, other: other.value || form.dataset.empty };
    [one.value, other.value] = [other.value, one.value];
    hold(null);
    [one, other].forEach(show);
    tell(form.dataset.exchanged, words);
  }

  function choose(seat) {
    if (held && held !== seat) exchange(held, seat);
    else hold(held ? null : seat);
  }

  // --- typed: by number, or by the first letters of the parts of a name ----------------------
  function meant(text) {
    const words = plainWords(text);
    const fits = (seat) => {
      const parts = plainWords(seat.value);
      return words.every((word) => (/^\d+$/.test(word) ? parts[0] === word : parts.some((part) => part.startsWith(word))));
    };
    const found = seats.filter((seat) => seat.value && fits(seat));
    return words.length && found.length === 1 ? found[0] : null;
  }

  function write(seat) {
    const before = seat.value;
    seat.hidden = false;
    tiles.get(seat).hidden = true;
    seat.value = "";
    seat.focus();
    const done = (keep) => {
      seat.removeEventListener("blur", leave);
      seat.removeEventListener("keydown", key);
      const text = seat.value.trim();
      seat.value = before;
      seat.hidden = true;
      tiles.get(seat).hidden = false;
      if (keep && text) {
        const from = meant(text);
        if (!from) tell(form.dataset.nobody, { text });
        else if (from !== seat) exchange(from, seat);
      }
      show(seat);
      tiles.get(seat).focus();
    };
    const leave = () => done(true);
    const key = (event) => {
      if (event.key === "Enter") { event.preventDefault(); done(true); }
      if (event.key === "Escape") done(false);
    };
    seat.addEventListener("blur", leave);
    seat.addEventListener("keydown", key);
  }

  // --- tiles ------------------------------------------------------------------------------------
  const STEPS = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 };

  function tileOf(seat) {
    // A button cannot be dragged in every browser.
    const tile = document.createElement("div");
    tile.className = "button target";
    tile.tabIndex = 0;
    tile.draggable = true;
    tile.setAttribute("role", "button");
    tile.append(document.createElement("b"));
    tile.addEventListener("click", (event) => { event.preventDefault(); choose(seat); });
    tile.addEventListener("dblclick", () => { hold(null); write(seat); });
    tile.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(seat); }
      else if (event.key === "Escape") hold(null);
      else if (STEPS[event.key]) {
        const to = seats[seats.indexOf(seat) + STEPS[event.key]];
        if (to) { event.preventDefault(); tiles.get(to).focus(); }
      } else if (event.key.length === 1) { hold(null); write(seat); }
    });
    tile.addEventListener("dragstart", (event) => { event.dataTransfer.setData("text/plain", seat.value); hold(seat); });
    tile.addEventListener("dragover", (event) => event.preventDefault());
    tile.addEventListener("drop", (event) => {
      event.preventDefault();
      if (held && held !== seat) exchange(held, seat);
    });
    tile.addEventListener("dragend", () => hold(null));
    return tile;
  }

  seats.forEach((seat) => {
    const tile = tileOf(seat);
    tiles.set(seat, tile);
    seat.after(tile);
    seat.hidden = true;
    show(seat);
  });
  form.querySelectorAll(".with-script").forEach((one) => { one.hidden = false; });
}

document.querySelectorAll("form#by-hand").forEach(initByHand);
