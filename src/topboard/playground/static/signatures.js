// Ed25519 signatures of publications, verified by the browser.

const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));

export async function verifySignature({ key, signature, signed }) {
  if (!signature) return "missing";
  let imported;
  try {
    imported = await crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]);
  } catch {
    // No encryption on this address, or a browser without Ed25519. A key that is none is wrong.
    return (await canVerify()) ? "wrong" : "unchecked";
  }
  const genuine = await crypto.subtle.verify(
    "Ed25519",
    imported,
    fromHex(signature),
    fromHex(signed),
  );
  return genuine ? "good" : "wrong";
}

async function canVerify() {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}
