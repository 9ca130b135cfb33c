// Live pages, the hall screen and the search for one's name. Every page works without it.
"use strict";
(() => {
  const body = document.body;
  const state = document.getElementById("state");

  // The row of pages scrolls on a phone if the open page is not seen: it is whole then, and so is
  // the one before it where both have room.
  const openPage = document.querySelector(".tabs [aria-current]");
  if (openPage) {
    const tab = openPage.closest("li"), row = tab.parentElement, before = tab.previousElementSibling;
    const room = row.clientWidth * 0.85;
    const first = before && before.offsetWidth + tab.offsetWidth < room ? before : tab;
    const mark = () => row.parentElement.classList.toggle("is-scrolled", row.scrollLeft > 1);
    row.addEventListener("scroll", mark, { passive: true });
    const start = row.firstElementChild.offsetLeft;
    const isSeen = tab.offsetLeft + tab.offsetWidth - start < row.clientWidth - 24;
    if (!isSeen) row.scrollLeft = first.offsetLeft - start;
    mark();
  }

  // --- news: what has changed on the page arrives line by line, and is changed in place ---
  let last = Number(body.dataset.last || 0);
  let source = null;  // the page as it was sent; local changes, such as what is open, are not in it
  let turn = Promise.resolve();

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const numberOf = (page) => Number(page.body.dataset.last || 0);

  // Brings what is shown from one state of the page to the next, and leaves alone what is the same.
  function follow(shown, before, after) {
    if (before.isEqualNode(after)) return shown;
    const alike = shown.nodeType === Node.ELEMENT_NODE && shown.nodeName === after.nodeName
      && shown.nodeName === before.nodeName && shown.childNodes.length === before.childNodes.length;
    if (!alike) {
      const made = document.importNode(after, true);
      shown.replaceWith(made);
      return made;
    }
    for (const { name } of [...before.attributes, ...after.attributes]) {
      const value = after.getAttribute(name);
      if (value === before.getAttribute(name)) continue;
      if (value === null) shown.removeAttribute(name); else shown.setAttribute(name, value);
    }
    followChildren(shown, before, after);
    return shown;
  }

  // Of the children that are not the same at both ends, those with an id are known again wherever
  // they have moved, others by their order.
  function followChildren(shown, before, after) {
    const old = [...before.childNodes], fresh = [...after.childNodes], there = [...shown.childNodes];
    while (old.length && fresh.length && old[0].isEqualNode(fresh[0])) [old, fresh, there].forEach((all) => all.shift());
    let next = null;
    while (old.length && fresh.length && old.at(-1).isEqualNode(fresh.at(-1))) {
      [old, fresh].forEach((all) => all.pop());
      next = there.pop();
    }
    const places = new Map(old.map((one, place) => [one.id, place]).filter(([id]) => id));
    const nameless = old.map((one, place) => place).filter((place) => !old[place].id);
    const wanted = fresh.map((one) => [one, one.id ? places.get(one.id) : nameless.shift()]);
    const kept = new Set(wanted.map(([, place]) => place));
    there.forEach((one, place) => { if (!kept.has(place)) one.remove(); });
    // From the last to the first, each before the one that follows it.
    for (const [one, place] of wanted.reverse()) {
      const made = place === undefined ? document.importNode(one, true) : follow(there[place], old[place], one);
      if (made.parentNode !== shown || made.nextSibling !== next) shown.insertBefore(made, next);
      next = made;
    }
  }

  // The page as it was sent lies in the cache of the browser: nothing is fetched for it.
  async function known() {
    if (source !== null) return source;
    const answer = await fetch(location.href, { cache: "force-cache" });
    const text = answer.ok ? await answer.text() : "";
    return numberOf(parsed(text)) === last ? text : null;
  }

  function show(before, after) {
    const [old, fresh] = [parsed(before), parsed(after)];
    const focused = document.activeElement;
    for (const place of ["header", "main", "body > footer", "body > .hash"]) {
      const [shown, was, now] = [document, old, fresh].map((page) => page.querySelector(place));
      if (shown && was && now) follow(shown, was, now);
    }
    if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
    [last, source] = [numberOf(fresh), after];
    body.dataset.last = String(last);
    if (state) {
      state.className = "updated";
      state.textContent = state.dataset.updated.replace("{time}", new Date().toLocaleTimeString());
    }
    findable();
    followable();
    showOwnBoard();
    notifyOfRounds(old, fresh);
  }

  async function change(told) {
    if (told.to <= last) return;
    const before = told.from === last ? await known() : null;
    if (before === null) { await renew(told.to); return; }
    const lines = before.split("\n");
    for (const [from, to, fresh] of told.lines) lines.splice(from, to - from, ...fresh);
    const after = lines.join("\n");
    if (numberOf(parsed(after)) === told.to) show(before, after); else await renew(told.to);
  }

  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }

  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  // Fetches the page as it is now, or from where it is kept, and shows it if it is newer.
  async function renew(number, address = location.href, cache = "no-cache") {
    if (number <= last) return;
    const before = await known();
    // Not everybody in the hall at the same moment.
    await wait(Math.random() * 1500);
    const answer = await fetch(address, { cache });
    if (!answer.ok && address !== location.href) { await renew(number); return; }
    if (!answer.ok) return;
    const after = await answer.text();
    if (numberOf(parsed(after)) <= last) return;
    if (before !== null) show(before, after); else location.reload();
  }

  if (body.dataset.news && !body.classList.contains("hall")) {
    const page = encodeURIComponent(body.dataset.page);
    const news = new EventSource(`${body.dataset.news}?page=${page}&after=${last}`);
    // One after the other: a change leads on from the one before.
    const then = (work) => { turn = turn.then(work).catch(() => {}); };
    news.addEventListener("change", (event) => then(() => change(JSON.parse(event.data))));
    news.addEventListener("packed", (event) => then(() => unpacked(event.data).then(change, () => renew(Number(event.lastEventId)))));
    news.addEventListener("news", (event) => then(() => renew(Number(event.data))));
    // The event is private from now on: its page is gone from here too.
    news.addEventListener("gone", () => { news.close(); location.reload(); });
  }

  // --- published pages: nobody tells them, so they look for news themselves ---
  const asked = new Map();  // how often the page was fetched because of an entry

  async function look(latest) {
    const answer = await fetch(latest, { cache: "no-cache" });
    if (!answer.ok) return false;
    const told = await answer.json();
    const page = body.dataset.page;
    const isNews = (one) => one.entry > last && (one.pages.includes(page) || (one.more && (asked.get(one.entry) || 0) < 3));
    const news = told.versions.find(isNews);
    if (news) {
      // A page that is kept never changes, so it is fetched once. A page that is not named may have changed,
      // and caches may be behind, so it is fetched up to three times.
      const kept = news.folder && news.pages.includes(page);
      const root = latest.slice(0, -"latest.json".length);
      asked.set(news.entry, (asked.get(news.entry) || 0) + 1);
      await renew(news.entry, kept ? `${root}${news.folder}/${page}` : undefined, kept ? "default" : undefined);
    }
    return told.closed;
  }

  async function lookAgain(latest) {
    for (let over = false; !over;) {
      // A phone in a pocket asks nobody; as soon as it is looked at, it does.
      if (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
      over = await look(latest).catch(() => false);
      await wait(20000 * (0.75 + Math.random() / 2));
    }
  }

  if (body.dataset.latest && !body.classList.contains("hall") && location.protocol !== "file:") lookAgain(body.dataset.latest);

  // --- the hall screen ---
  const screen = document.querySelector("main[data-next]");
  const pause = document.getElementById("pause");

  // Where no server is behind the pages, the next may be gone, or the net away: a screen in the hall stays up.
  async function turnSafely() {
    const next = screen.dataset.next;
    const answer = location.protocol === "file:" ? { ok: true } : await fetch(next).catch(() => null);
    if (answer === null) setTimeout(turnSafely, 5000);
    else location.replace(answer.ok ? next : "hall-1.html");
  }

  if (screen) {
    const turn = body.dataset.latest ? turnSafely : () => location.replace(screen.dataset.next);
    let timer = setTimeout(turn, screen.dataset.seconds * 1000);
    const words = [pause.textContent, pause.dataset.goOn];
    let stopped = false, moved = 0, spot = "";
    // A browser also sends this event when a page opens below a pointer that rests.
    document.addEventListener("mousemove", (event) => {
      const before = spot;
      spot = `${event.screenX} ${event.screenY}`;
      if (!before || before === spot) return;
      clearTimeout(moved);
      body.classList.add("is-moved");
      moved = setTimeout(() => body.classList.remove("is-moved"), 3000);
    });
    pause.hidden = false;
    pause.addEventListener("click", () => {
      clearTimeout(timer);
      stopped = !stopped;
      pause.textContent = words[Number(stopped)];
      if (!stopped) timer = setTimeout(turn, screen.dataset.seconds * 1000);
    });
  }

  // --- find one's name or board ---
  const NAMES = ".k-name, .k-white, .k-black, .k-title";
  const NUMBERS = ".k-number, .k-white_number, .k-black_number";

  function findable() {
    const field = document.getElementById("find");
    if (!field || !field.closest(".find").hidden) return;
    const told = document.getElementById("found");
    field.closest(".find").hidden = false;
    const search = () => {
      const wanted = field.value.trim().toLocaleLowerCase();
      const rows = [...document.querySelectorAll("main tbody tr")];
      const found = rows.filter((row) => wanted !== "" && (
        [...row.querySelectorAll(NUMBERS)].some((cell) => cell.textContent.trim() === wanted)
        || [...row.querySelectorAll(NAMES)].some((cell) => cell.textContent.toLocaleLowerCase().includes(wanted))));
      rows.forEach((row) => row.classList.toggle("found", found.includes(row)));
      told.textContent = wanted && !found.length ? told.dataset.none : "";
      return found;
    };
    field.addEventListener("input", () => search()[0]?.scrollIntoView({ block: "center" }));
    // Enter leads to the row, so that its links can be followed by keyboard.
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") search()[0]?.querySelector("a")?.focus();
    });
  }
  findable();

  // --- one's own board: kept in this browser only, and first on every page ---
  const root = new URL(body.dataset.root || "./", location.href).href;
  const kept = {
    name: `topboard ${root}`,
    read() { try { return JSON.parse(localStorage.getItem(this.name)) || {}; } catch { return {}; } },
    write(changes) { try { localStorage.setItem(this.name, JSON.stringify({ ...this.read(), ...changes })); } catch { /* nothing is kept */ } },
  };

  async function showOwnBoard() {
    const place = document.getElementById("own");
    const { section, number } = kept.read();
    if (!place || !number || (body.dataset.section && body.dataset.section !== section)) { place?.setAttribute("hidden", ""); return; }
    document.querySelectorAll("main tbody tr").forEach((row) => {
      // A row that only names the participant as an opponent belongs to somebody else.
      const links = [...row.querySelectorAll("a")].filter((link) => !link.closest(".k-entry, .k-game, .k-against, .k-opponent"));
      const own = links.some((link) => link.getAttribute("href").split("/").pop() === `who-${number}.html`);
      row.classList.toggle("own", own);
    });
    const address = `${root}${section}/who-${number}.html`;
    if (location.href.split("#")[0] === address || location.protocol === "file:") return;
    const answer = await fetch(address, { cache: "no-cache" }).catch(() => null);
    if (!answer?.ok) return;
    const page = parsed(await answer.text());
    const board = page.getElementById("own-board"), name = page.querySelector("h1");
    if (!board || !name) return;
    board.querySelectorAll("a").forEach((link) => { link.href = new URL(link.getAttribute("href"), address).href; });
    const link = document.createElement("a");
    link.href = address;
    link.append(...[...name.childNodes].map((one) => document.importNode(one, true)));
    const line = document.createElement("p");
    line.className = "whose";
    line.append(link);
    place.replaceChildren(line, ...[...board.childNodes].map((one) => document.importNode(one, true)));
    place.hidden = false;
  }

  function followable() {
    const button = document.getElementById("follow");
    if (!button || !body.dataset.section) return;
    const words = button.querySelector("span");
    const isFollowed = () => kept.read().section === body.dataset.section && kept.read().number === button.dataset.number;
    const tell = () => {
      button.setAttribute("aria-pressed", String(isFollowed()));
      words.textContent = isFollowed() ? button.dataset.stop : button.dataset.follow;
    };
    if (button.parentElement.hidden) {
      button.parentElement.hidden = false;
      button.addEventListener("click", () => {
        kept.write(isFollowed() ? { section: "", number: "" } : { section: body.dataset.section, number: button.dataset.number });
        tell();
      });
    }
    tell();
  }

  // --- a notification when a round is published while a page is open ---
  const roundsOf = (page) => new Map((page.querySelector("main")?.dataset.rounds || "").trim().split(/\s+/).map((one) => one.split(":")));
  const bell = document.getElementById("notify");

  async function notifyOfRounds(old, fresh) {
    if (!bell || !kept.read().notify || !("Notification" in window) || Notification.permission !== "granted") return;
    const before = roundsOf(old);
    const names = new Map(bell.dataset.names.split(";").map((one) => one.split("=")));
    for (const [section, number] of roundsOf(fresh)) {
      if (Number(number) <= Number(before.get(section) || 0)) continue;
      const words = bell.dataset.words.replace("{number}", number).replace("{section}", names.get(section) || "");
      const options = { body: words, tag: `${section} ${number}`, data: `${root}${section}/round-${number}.html` };
      const worker = await navigator.serviceWorker?.getRegistration(root);
      if (worker) await worker.showNotification(bell.dataset.title, options);
      else new Notification(bell.dataset.title, options);
    }
  }

  function tellWhetherNotified() {
    const words = bell.querySelector("span");
    const on = kept.read().notify && Notification.permission === "granted";
    bell.setAttribute("aria-pressed", String(Boolean(on)));
    if (on) words.textContent = bell.dataset.on;
    else if (Notification.permission === "denied") words.textContent = bell.dataset.off;
  }

  if (bell && "Notification" in window && window.isSecureContext && location.protocol !== "file:") {
    const words = bell.querySelector("span"), first = words.textContent;
    bell.hidden = false;
    if (kept.read().notify) tellWhetherNotified();
    bell.addEventListener("click", async () => {
      const on = kept.read().notify && Notification.permission === "granted";
      words.textContent = first;
      if (!on) {
        await Notification.requestPermission();
        await navigator.serviceWorker?.register(body.dataset.worker, { scope: root }).catch(() => {});
      }
      kept.write({ notify: !on });
      tellWhetherNotified();
    });
  }

  followable();
  if (!body.classList.contains("hall")) showOwnBoard();
})();
