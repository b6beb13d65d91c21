import type * as NodeCrypto from "node:crypto";
import type { Ed25519 } from "./edge.js";
import { nodeEd25519 } from "./node.js";
import { nobleEd25519 } from "./noble.js";
import { supportsEd25519, webCryptoEd25519 } from "./webcrypto.js";

let picked: Promise<Ed25519> | undefined;

/**
 * The best Ed25519 of this environment, found once: `node:crypto` on Node, the Web Cryptography API where it knows
 * the algorithm, noble elsewhere.
 */
export function pickEd25519(): Promise<Ed25519> {
  picked ??= find();
  return picked;
}

async function find(): Promise<Ed25519> {
  const node = nodeCrypto();
  if (node !== undefined) return nodeEd25519(node);
  const subtle = (globalThis as { crypto?: NodeCrypto.webcrypto.Crypto }).crypto?.subtle; // absent in some browsers
  if (subtle !== undefined && (await supportsEd25519(subtle))) return webCryptoEd25519(subtle);
  return nobleEd25519();
}

/**
 * `node:crypto` where the process is Node itself. Asked of `process` rather than imported, so that bundles for other
 * runtimes hold no import that they cannot resolve; Bun and Deno are faster with their own Web Cryptography.
 */
function nodeCrypto(): typeof NodeCrypto | undefined {
  const versions = globalThis.process?.versions as Readonly<Record<string, string | undefined>> | undefined; // absent off Node
  if (versions?.["node"] === undefined || versions["bun"] !== undefined || versions["deno"] !== undefined)
    return undefined;
  return globalThis.process.getBuiltinModule?.("node:crypto");
}
