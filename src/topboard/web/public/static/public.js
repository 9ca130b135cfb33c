// Live pages, the hall screen and the search for one's name. Every page works without it.
"use strict";
(() => {
  const body = document.body;
  const state = document.getElementById("state");

  // The one row of pages scrolls on a phone: the page that is open shall be in sight.
  const here = document.querySelector(".tabs [aria-current]");
  if (here) here.closest("ul").scrollLeft = here.offsetLeft - 60;

  // --- news: the page is fetched again when the journal has grown ---
  let last = Number(body.dataset.last || 0);
  let waiting = false;

  async function renew(number) {
    if (number <= last || waiting) return;
    waiting = true;
    // Not everybody in the hall at the same moment.
    await new Promise((done) => setTimeout(done, Math.random() * 1500));
    try {
      const answer = await fetch(location.href, { cache: "no-cache" });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      last = Number(fresh.body.dataset.last || number);
      const open = [...document.querySelectorAll("details[open][id]")].map((one) => one.id);
      document.getElementById("main").innerHTML = fresh.getElementById("main").innerHTML;
      for (const id of open) document.getElementById(id)?.setAttribute("open", "");
      body.dataset.last = String(last);
      if (state) {
        state.className = "updated";
        state.textContent = state.dataset.updated.replace("{time}", new Date().toLocaleTimeString());
      }
      findable();
    } finally {
      waiting = false;
    }
  }

  if (body.dataset.news && !body.classList.contains("hall")) {
    const news = new EventSource(body.dataset.news + "?after=" + last);
    news.addEventListener("news", (event) => renew(Number(event.data)));
  }

  // --- the hall screen ---
  const screen = document.querySelector("main[data-next]");
  const pause = document.getElementById("pause");
  if (screen) {
    const turn = () => location.replace(screen.dataset.next);
    let timer = setTimeout(turn, screen.dataset.seconds * 1000);
    const words = [pause.textContent, pause.dataset.goOn];
    let stopped = false;
    pause.hidden = false;
    pause.addEventListener("click", () => {
      clearTimeout(timer);
      stopped = !stopped;
      pause.textContent = words[Number(stopped)];
      if (!stopped) timer = setTimeout(turn, screen.dataset.seconds * 1000);
    });
  }

  // --- find one's name ---
  function findable() {
    const field = document.getElementById("find");
    if (!field) return;
    field.parentElement.hidden = false;
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLocaleLowerCase();
      let first = null;
      for (const row of document.querySelectorAll("main tbody tr")) {
        const [name, number] = [row.cells[0].textContent, row.cells[1].textContent];
        const found = wanted !== "" && (number.trim() === wanted || name.toLocaleLowerCase().includes(wanted));
        row.classList.toggle("found", found);
        if (found && !first) first = row;
      }
      first?.scrollIntoView({ block: "center" });
    });
  }
  findable();
})();
