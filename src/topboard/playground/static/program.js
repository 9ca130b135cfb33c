// Topboard in a web worker, and the requests that are waiting for its answers.

export class Program {
  constructor(setup, { onStage, onBroken, onProgress }) {
    this.setup = setup;
    this.waiting = new Map();
    this.count = 0;
    this.onStage = onStage;
    this.onBroken = onBroken;
    this.onProgress = onProgress;
    this.start();
  }

  start() {
    // A worker made from this text obeys the content policy of the page, so it cannot reach other
    // hosts either. A worker with an address of its own would have the policy of that address.
    const address = new URL("worker.js", import.meta.url).href;
    const text = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
    const source = URL.createObjectURL(text);
    this.worker = new Worker(source, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.receive(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.onBroken(event.message || address, "");
    });
    // Messages wait until the module has registered for them.
    this.worker.postMessage({ setup: this.setup });
  }

  receive(data) {
    if (data.stage) {
      this.canStop = Boolean(data.canStop);
      this.onStage(data.stage);
    } else if (data.broken) this.onBroken(data.broken, data.kind);
    else if (data.id) {
      const { resolve, reject } = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("failed" in data) reject(new Error(data.failed));
      else resolve(data.answer);
    } else this.onProgress(data);
  }

  ask(verb, fields = {}, content = null) {
    const id = ++this.count;
    const request = JSON.stringify({ verb, ...fields });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, request, content });
    });
  }

  /** Stop a search. Return whether its answer will follow; if not, the program starts again. */
  stop() {
    if (this.canStop) {
      this.worker.postMessage({ stop: true });
      return true;
    }
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error("stopped"));
    this.waiting.clear();
    this.start();
    return false;
  }
}
