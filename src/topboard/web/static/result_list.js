"use strict";
/* The list of boards on the results page: a typed number leads to its board, and the finished boards
   stay folded or open as the user left them. Without this script, the server finds the board. */

// A board in the folded list is shown before it is marked.
function unfold(element) {
  const fold = element.closest("details.finished");
  if (fold) fold.open = true;
}

function jumpTo(number) {
  const place = document.getElementById(`t${number}`);
  if (!place) return false;
  unfold(place);
  place.scrollIntoView({ block: "center" });
  document.getElementById("results").jumpTo(place);
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

// What a click opened stays open on the next page; what a key or a jump opened does not.
function initFold(fold) {
  const name = `topboard ${fold.dataset.remember}`;
  try {
    if (localStorage.getItem(name)) fold.open = true;
  } catch { /* The browser keeps nothing for us. */ }
  fold.querySelector("summary").addEventListener("click", () => {
    try {
      if (fold.open) localStorage.removeItem(name);
      else localStorage.setItem(name, "open");
    } catch { /* The same. */ }
  });
}

document.querySelectorAll("details[data-remember]").forEach(initFold);

// What names keys is said in other words where there are none.
function textsForFingers(texts) {
  const touch = Object.entries(texts).filter(([name]) => name.endsWith("Touch"));
  return { ...texts, ...Object.fromEntries(touch.map(([name, words]) => [name.slice(0, -5), words])) };
}

function makeField(label, value) {
  const input = document.createElement("input");
  input.setAttribute("aria-label", label);
  Object.assign(input, { placeholder: label, value, autocomplete: "off" });
  return input;
}

function makeButton(words, act, kind = "quiet") {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: kind, textContent: words });
  made.addEventListener("click", act);
  return made;
}

function makeLink(address, words, label) {
  const link = document.createElement("a");
  Object.assign(link, { href: address, textContent: words });
  link.setAttribute("aria-label", label);
  return link;
}

function isBehind(element, other) {
  return Boolean(element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

const fill = (text, places) => text.replace(/\{(\w+)\}/g, (_, name) => places[name]);
const inOneLine = (...parts) => parts.flat().filter(Boolean).join(" · ");
