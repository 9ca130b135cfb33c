// Events in the fragment of an address, which browsers do not send to the server.

export const LONGEST_LINK = 30000;
const LARGEST_EVENT = 5000000;

export function readFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!fields.has("event")) return null;
  return {
    packed: fields.get("event"),
    name: fields.get("name") || "event",
    system: fields.get("system") || "",
    round: Number(fields.get("round")) || 0,
  };
}

export function buildFragment({ packed, name, system, round }) {
  const fields = new URLSearchParams({ name });
  if (system) fields.set("system", system);
  if (round) fields.set("round", String(round));
  fields.set("event", packed);
  return `#${fields}`;
}

export async function compress(content) {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function decompress(packed) {
  const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST_EVENT) throw new Error("too large");
    parts.push(value);
  }
  return new Blob(parts).arrayBuffer();
}
