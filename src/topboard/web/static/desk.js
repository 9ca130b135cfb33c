"use strict";
/* The desk works without this script; with it, results are saved as they are typed. */
document.documentElement.classList.add("has-script");

// --- search: rows are hidden as one types ----------------------------------------------------
function plainWords(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

function initFilter(input) {
  const list = input.dataset.filter;
  const rows = () => [...document.querySelectorAll(`${list} tbody tr, ${list} > li, ${list} > div`)];
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
function showNews(who) {
  const news = document.getElementById("news");
  const link = document.createElement("a");
  link.href = location.href;
  link.textContent = news.dataset.reload;
  news.replaceChildren(`${news.dataset.acted.replace("{who}", () => who)} `, link);
  news.hidden = false;
}

function initNews() {
  const stem = document.body.dataset.event;
  const news = document.getElementById("news");
  if (!stem || !news) return;
  // Rows of results fill in while they are looked at.
  const pause = document.querySelector("form#results") ? 2000 : 5000;
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(`/api/v1/events/${stem}/last`);
      const now = await answer.json();
      if (answer.ok && now.last > Number(document.body.dataset.last) && news.hidden) {
        // A page that can show what is new says so by stopping the event.
        if (!document.body.dispatchEvent(new CustomEvent("news", { cancelable: true, detail: now.who }))) return;
        showNews(now.who);
      }
    } catch { /* The desk is closed or the net is down: the page says so when it is used. */ }
  }, pause);
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
document.querySelectorAll("[data-filter]").forEach(initFilter);
document.querySelectorAll("[data-movable]").forEach(initRoster);
initNews();

// --- an open menu closes when something else is pressed, or with Escape ---
const menus = document.querySelectorAll("details[data-menu]");
document.addEventListener("click", event => {
  for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  for (const menu of menus) {
    if (!menu.open) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
});
