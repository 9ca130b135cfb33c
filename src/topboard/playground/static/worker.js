// The web worker in which Python runs. Each request gets one answer. A diagnosis also reports its
// progress, and it can be stopped.

// Only then can Python wait for a message in the middle of a search.
const canStop = "Suspending" in WebAssembly;
let program = null;
let stopWanted = false;

const toHex = (bytes) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function fetchProgram(setup) {
  const answer = await fetch(setup.wheel);
  if (!answer.ok) throw new Error(`${setup.wheel}: ${answer.status}`);
  const content = await answer.arrayBuffer();
  // Without encryption, browsers offer no digests, and the version is compared below.
  if (crypto.subtle) {
    const digest = toHex(await crypto.subtle.digest("SHA-256", content));
    if (digest !== setup.sha256) throw Object.assign(new Error(setup.wheel), { kind: "other_version" });
  }
  return content;
}

const stage = (name) => postMessage({ stage: name });

async function startPython(setup) {
  const { loadPyodide } = await import(`${setup.pyodide}pyodide.mjs`);
  stage("start");
  return loadPyodide({ indexURL: setup.pyodide });
}

async function start(setup) {
  stage("download");
  const wheel = fetchProgram(setup);
  const starting = startPython(setup);
  // A wrong program file is reported at once, and not after Python has started.
  const [python, content] = await Promise.all([starting, wheel]);
  stage("unpack");
  python.unpackArchive(content, "wheel");
  const reportProgress = (round, trials) => postMessage({ round, trials });
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  python.globals.set("pause", pause);
  python.globals.set("is_stop_wanted", () => stopWanted);
  python.globals.set("report_progress", reportProgress);
  program = python.runPython(`
from time import monotonic
from pyodide.ffi import can_run_sync, run_sync
from topboard.playground.requests import Playground

PAUSE = 0.2
playground = Playground()
last_pause = 0.0

def should_stop():
    global last_pause
    if monotonic() - last_pause > PAUSE:
        last_pause = monotonic()
        if can_run_sync():
            run_sync(pause())
    return is_stop_wanted()

def answer(request, content):
    content = content.to_bytes() if content is not None else b""
    return playground.answer(request, content, report_progress, should_stop)

answer
`);
  const version = python.runPython("playground.version");
  if (version !== setup.version) throw Object.assign(new Error(version), { kind: "other_version" });
}

async function answerRequest({ id, request, content }) {
  stopWanted = false;
  const bytes = content ? new Uint8Array(content) : undefined;
  try {
    const text = canStop ? await program.callPromising(request, bytes) : program(request, bytes);
    postMessage({ id, answer: JSON.parse(text) });
  } catch (error) {
    postMessage({ id, failed: String(error.message || error) });
  }
}

let queue = Promise.resolve();

addEventListener("message", ({ data }) => {
  if (data.stop) {
    stopWanted = true;
  } else if (data.setup) {
    queue = start(data.setup).then(
      () => postMessage({ stage: "ready", canStop }),
      (error) => postMessage({ broken: String(error.message || error), kind: error.kind || "" }),
    );
  } else {
    queue = queue.then(() =>
      program ? answerRequest(data) : postMessage({ id: data.id, failed: "Python" }),
    );
  }
});
