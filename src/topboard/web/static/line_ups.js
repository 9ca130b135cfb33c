"use strict";
/* Line-ups: what a link would fill in on a new page is filled in at once, so that nothing typed is
   lost, and each field says how many of its boards have a player. */
function initLineUps(form) {
  const count = (words) => {
    const number = words.dataset.counts;
    const typed = form.elements[`places${number}`].value.trim();
    const ticked = form.querySelectorAll(`[name="player${number}"]:checked`).length;
    const boards = Number(words.dataset.boards);
    const places = typed.includes(";") ? typed.split(";") : typed.replaceAll(",", " ").split(" ");
    const named = places.map((one) => one.trim()).filter(Boolean);
    // Digits may stand together, as in 1235.
    const isTogether = named.length === 1 && boards > 1 && /^[0-9-]+$/.test(typed);
    const filled = typed ? (isTogether ? typed.length : named.length) : ticked;
    words.textContent = filled ? words.dataset.words.replace("{filled}", () => filled) : "";
  };
  const countAll = () => form.querySelectorAll("[data-counts]").forEach(count);

  form.addEventListener("input", countAll);
  form.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-fill]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // A line-up that is known already has its field in a second place, below the names.
    const field = link.closest("div, details").querySelector(`[name="${link.dataset.fill}"]`);
    field.value = link.dataset.places;
    field.focus();
    countAll();
  });
  countAll();
}

document.querySelectorAll("form#line-ups").forEach(initLineUps);
