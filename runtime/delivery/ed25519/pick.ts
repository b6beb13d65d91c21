import type { Ed25519 } from "./edge.js";
import { type CryptoOfNode, nodeEd25519 } from "./node.js";
import { nobleEd25519 } from "./noble.js";
import { type SubtleEd25519, supportsEd25519, webCryptoEd25519 } from "./webcrypto.js";

let picked: Ed25519 | undefined;

/**
 * The best Ed25519 of this runtime, determined once: `node:crypto` on Node, the Web Cryptography API where it supports the
 * algorithm, noble elsewhere.
 */
export async function pickEd25519(): Promise<Ed25519> {
  // The result is kept rather than the promise, which never settles if the request that made it is cancelled.
  picked ??= await find();
  return picked;
}

async function find(): Promise<Ed25519> {
  const node = nodeCrypto();
  if (node !== undefined && worksAsOnNode(node)) return nodeEd25519(node);
  const subtle = (globalThis as { crypto?: { subtle?: SubtleEd25519 } }).crypto?.subtle; // absent in some browsers
  if (subtle !== undefined && (await supportsEd25519(subtle))) return webCryptoEd25519(subtle);
  return nobleEd25519();
}

/**
 * `node:crypto` on Node itself. Taken from `process` rather than imported, so that bundles for other runtimes hold no
 * import that they cannot resolve. Bun, Deno and Workers are faster with their Web Cryptography.
 */
function nodeCrypto(): CryptoOfNode | undefined {
  const versions = globalThis.process?.versions as Readonly<Record<string, string | undefined>> | undefined; // absent off Node
  const agent = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent; // absent before Node 21
  if (versions?.["node"] === undefined || versions["bun"] !== undefined || versions["deno"] !== undefined)
    return undefined;
  if (agent === "Cloudflare-Workers") return undefined;
  return globalThis.process.getBuiltinModule?.("node:crypto");
}

/** Whether the needed functions work: in some runtimes they are stubs that throw. */
function worksAsOnNode(crypto: CryptoOfNode): boolean {
  try {
    clearImmediate(setImmediate(() => undefined));
    return typeof crypto.verify === "function" && typeof crypto.createPublicKey === "function";
  } catch {
    return false;
  }
}
