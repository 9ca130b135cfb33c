"use strict";
/* The way to the desk. What a script sends while the desk does not answer waits on the page, is kept
   by the browser, and goes out in its order when the desk is back. */

const A_WHILE = 2000;  // between two attempts to reach the desk
const NOT_LONG = 10000;  // after the desk was last heard of, it is taken to be there
class NotReached extends Error {}

// Sentences follow each other; clauses without a full stop are separated by semicolons.
function wordsOf(problems) {
  const one = (p) => (p.quoted ? `${p.what.replace(/\.$/, "")}: ${p.quoted}` : p.what);
  return problems.map(one).join("; ").replaceAll(".; ", ". ");
}

const desk = {
  sign: document.getElementById("away"),
  isAway: false,
  heard: Date.now(),
  asked: 0,
  boxes: [],

  // --- what the page says -----------------------------------------------------------------------
  lost(words, leads) {
    this.isAway = true;
    const parts = [words];
    if (leads) {
      const link = document.createElement("a");
      Object.assign(link, { href: "/sign-in", target: "_blank", textContent: this.sign.dataset.signIn });
      parts.push(" ", link);
    }
    if (this.sign.dataset.says === words) return;
    this.sign.dataset.says = words;
    this.sign.className = "alert";
    this.sign.replaceChildren(...parts);
    this.sign.hidden = false;
  },

  found() {
    this.heard = Date.now();
    if (!this.isAway) return;
    this.isAway = false;
    this.sign.dataset.says = "";
    this.sign.className = "notes";
    this.sign.replaceChildren(this.sign.dataset.back);
    setTimeout(() => { if (!this.isAway) this.sign.hidden = true; }, 2 * A_WHILE);
  },

  // --- asking -----------------------------------------------------------------------------------
  async fetch(address, options) {
    try {
      return await fetch(address, { cache: "no-store", ...options });
    } catch {
      this.lost(this.boxes.length ? this.sign.dataset.kept : this.sign.dataset.unsent);
      throw new NotReached();
    }
  },

  async answers() {
    this.asked = Date.now();
    try {
      const answer = await this.fetch("/healthy", { method: "HEAD" });
      if (!answer.ok) {
        this.lost(this.boxes.length ? this.sign.dataset.kept : this.sign.dataset.unsent);
        return false;
      }
    } catch {
      return false;
    }
    this.found();
    return true;
  },

  // The desk was started anew, or somebody signed in: its forms have another token now.
  async fresh() {
    const page = new DOMParser().parseFromString(await (await this.fetch(location.href)).text(), "text/html");
    const token = page.querySelector("input[name=token]");
    if (token) document.querySelectorAll("input[name=token]").forEach((one) => { one.value = token.value; });
  },

  // What the desk answers to these fields: whether they are put down, and what it tells.
  async post(address, fields, again = false) {
    const body = new FormData();
    fields.forEach(([name, value]) => body.append(name, value));
    body.set("token", document.querySelector("input[name=token]").value);
    const answer = await this.fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!(answer.headers.get("content-type") || "").startsWith("application/json")) {
      this.lost(this.sign.dataset.kept);
      throw new NotReached();
    }
    const told = await answer.json();
    if (told.kind === "away") {
      this.lost(this.sign.dataset.kept);
      throw new NotReached();
    }
    if (told.kind === "sign-in") {
      this.lost(this.sign.dataset.signedOut, true);
      throw new NotReached();
    }
    if (told.kind === "stale" && !again) {
      await this.fresh();
      return this.post(address, fields, true);
    }
    this.found();
    return { ok: answer.ok, told };
  },
};

// --- what waits: the newest word under each name, in the order of the first -------------------
class Outbox {
  constructor(address, turns) {
    this.address = address;
    this.turns = turns;  // sending, waiting, done, refused: what the page does with each
    this.items = [];
    this.busy = false;
    this.name = `topboard ${address}`;
    desk.boxes.push(this);
  }

  // What an earlier visit to the page could not send.
  left() {
    try {
      return JSON.parse(localStorage.getItem(this.name)) || [];
    } catch {
      return [];
    }
  }

  keep() {
    try {
      if (this.items.length) localStorage.setItem(this.name, JSON.stringify(this.items));
      else localStorage.removeItem(this.name);
    } catch { /* The browser keeps nothing for us: the page still does. */ }
  }

  add(item) {
    const there = this.items.find((one) => one.id === item.id && one !== this.underway);
    if (there) Object.assign(there, item);
    else this.items.push(item);
    this.keep();
    if (desk.isAway) this.turns.waiting(there || item);
    return this.flush();
  }

  drop(id) {
    this.items = this.items.filter((one) => one.id !== id || one === this.underway);
    this.keep();
  }

  async flush() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.items.length) await this.send(this.items[0]);
    } catch (error) {
      if (!(error instanceof NotReached)) throw error;
      this.items.forEach((item) => this.turns.waiting(item));
    } finally {
      this.underway = null;
      this.busy = false;
      this.keep();
    }
  }

  async send(item) {
    this.underway = item;
    if (this.turns.prepare) this.turns.prepare(item);
    if (!desk.isAway) this.turns.sending(item);
    // Whether it got there before, nobody knows: the desk does not put it down twice.
    const fields = item.tried ? [...item.fields, ["again", "1"]] : item.fields;
    item.tried = true;
    const { ok, told } = await desk.post(item.address || this.address, fields);
    this.items.shift();
    this.underway = null;
    this.keep();
    if (ok) this.turns.done(item, told);
    else this.turns.refused(item, told);
  }
}

function tryAgain() {
  if (!desk.isAway) return;
  const full = desk.boxes.filter((box) => box.items.length);
  if (full.length) full.forEach((box) => box.flush());
  else desk.answers();
}

setInterval(tryAgain, A_WHILE);
addEventListener("online", tryAgain);
addEventListener("focus", tryAgain);
addEventListener("beforeunload", (event) => {
  if (desk.boxes.some((box) => box.items.length)) event.preventDefault();
});

// --- forms that the browser sends: not into the void ----------------------------------------
function isTyped(form) {
  return [...form.elements].some((one) => {
    if (one.type === "hidden") return false;
    if (one.type === "checkbox" || one.type === "radio") return one.checked !== one.defaultChecked;
    if (one.tagName === "SELECT") return [...one.options].some((choice) => choice.selected !== choice.defaultSelected);
    return "defaultValue" in one && one.value !== one.defaultValue;
  });
}

// Someone who types is told at once that the desk does not respond.
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form && form.method === "post" && Date.now() - desk.asked > A_WHILE) desk.answers();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const isHeard = !desk.isAway && Date.now() - desk.heard < NOT_LONG;
  if (event.defaultPrevented || form.method !== "post" || form.dataset.answered || isHeard) return;
  if (!desk.isAway && !isTyped(form)) return;
  event.preventDefault();
  if (!(await desk.answers())) return;
  form.dataset.answered = "yes";
  form.requestSubmit(event.submitter);
  delete form.dataset.answered;
});
