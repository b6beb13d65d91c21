import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { abandon } from "../../runtime/abi/web.js";
import { placeAll } from "../placed.js";
import type { ReadRemote } from "./files.js";
import { isRecord } from "../../runtime/base/values.js";
import { connect, type Connect } from "./connection.js";
import type { LookUp } from "./private-address.js";
import { Reach } from "./reach.js";
import { RemoteError } from "./remote-error.js";

/** How documents of other machines are loaded. */
export interface RemoteOptions {
  /** File that pins each of them by its hash. The texts lie beside it, in a folder of its name with `.d`. */
  readonly lock: string;
  /** True to pin what comes, known or not. */
  readonly update: boolean;
  /** Sends a request. Default: over `node:http`, to the addresses that were found for the host and to no other. */
  readonly connect?: Connect;
  /** Finds the addresses of a host. Default: as the machine does. */
  readonly lookUp?: LookUp;
  /** Default: 30 seconds for each document, redirects included. */
  readonly timeoutMs?: number;
  /** Default: 50 MiB for each document. */
  readonly maxBytes?: number;
  /** Default: 1,000 documents in all. */
  readonly maxDocuments?: number;
}

const MOST_REDIRECTS = 5;
const MOST_DOCUMENTS = 1_000;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 50 * 1024 * 1024;

/** Documents by their address, each pinned by the SHA-256 of its text. */
export class RemoteDocuments {
  readonly #options: RemoteOptions;
  readonly #pins = new Map<string, string>();
  readonly #texts = new Map<string, Promise<string>>();
  readonly #reach: Reach;
  #loaded: Promise<void> | undefined;
  #changed = false;

  constructor(options: RemoteOptions) {
    this.#options = options;
    this.#reach = new Reach(options.lookUp);
  }

  /** The text of a document, which is the one that was pinned. It is loaded once. */
  readonly read: ReadRemote = (url, from) => {
    let text = this.#texts.get(url);
    if (text === undefined) this.#texts.set(url, (text = this.#read(url, from)));
    return text;
  };

  async #read(url: string, from: string | undefined): Promise<string> {
    const { maxDocuments = MOST_DOCUMENTS } = this.#options;
    if (this.#texts.size >= maxDocuments)
      throw new RemoteError(
        `${withoutSecrets(url)} is not loaded: more than ${maxDocuments} documents`,
        "Keep a copy of the description in one piece.",
      );
    await (this.#loaded ??= this.#load());
    const shownUrl = withoutSecrets(url);
    const pinned = this.#pins.get(url);
    if (pinned === undefined && !this.#options.update)
      throw new RemoteError(`${shownUrl} is not pinned in ${this.#options.lock}`, "Pin it with --update-lock.");
    const fetched = await this.#fetch(url, from).catch((error: unknown) => ({ failed: reasonOf(error) }));
    if ("failed" in fetched) return this.#cached(shownUrl, pinned, fetched.failed);
    const hash = createHash("sha256").update(fetched.bytes).digest("hex");
    if (hash !== pinned && !this.#options.update)
      throw new RemoteError(
        `${shownUrl} has changed: its SHA-256 is ${hash}, and ${pinned ?? ""} is pinned in ${this.#options.lock}`,
        "Look at what changed, and pin it with --update-lock.",
      );
    if (hash !== pinned) this.#changed = true;
    this.#pins.set(url, hash);
    await this.#keep(hash, fetched.bytes);
    return new TextDecoder().decode(fetched.bytes);
  }

  /** Writes the pins down where they are others than before. */
  async save(): Promise<void> {
    if (!this.#changed) return;
    const sorted = [...this.#pins].sort(([a], [b]) => (a < b ? -1 : 1));
    const documents = Object.fromEntries(sorted.map(([url, sha256]) => [url, { sha256 }]));
    const { lock } = this.#options;
    const text = `${JSON.stringify({ version: 1, documents }, undefined, 2)}\n`;
    await placeAll(dirname(lock), [{ path: basename(lock), text }]);
  }

  async #load(): Promise<void> {
    const { lock } = this.#options;
    const text = await readFile(lock, "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    });
    if (text === undefined) return;
    for (const [url, hash] of pinsOf(text, lock)) this.#pins.set(url, hash);
  }

  /** The text that was pinned, for a time when the document cannot be had. */
  async #cached(shownUrl: string, pinned: string | undefined, reason: string): Promise<string> {
    const bytes = pinned === undefined ? undefined : await readFile(this.#place(pinned)).catch(() => undefined);
    if (bytes !== undefined && createHash("sha256").update(bytes).digest("hex") === pinned)
      return bytes.toString("utf8");
    throw new RemoteError(
      `${shownUrl} cannot be loaded (${reason}), and no copy of what is pinned is kept beside ${this.#options.lock}`,
      "Check the address and the network.",
    );
  }

  async #keep(hash: string, bytes: Uint8Array): Promise<void> {
    const place = this.#place(hash);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, bytes);
  }

  #place(hash: string): string {
    return join(`${this.#options.lock}.d`, hash);
  }

  async #fetch(url: string, from: string | undefined): Promise<{ readonly bytes: Uint8Array }> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS);
    return this.#get(url, from, signal).catch((error: unknown) => {
      throw signal.aborted ? new RemoteError("no answer in time", "") : error;
    });
  }

  async #get(url: string, from: string | undefined, signal: AbortSignal): Promise<{ readonly bytes: Uint8Array }> {
    const { connect: call = connect, maxBytes = MAX_BYTES } = this.#options;
    let current = new URL(url);
    for (let redirects = 0; ; redirects++) {
      if (current.username !== "" || current.password !== "") throw new RemoteError("credentials in the address", "");
      const isNamed = from === undefined && redirects === 0;
      const found = await this.#reach.addressesOf(current);
      const { response, address } = await call(current, isNamed ? found : this.#reach.open(current, found), signal);
      if (isNamed) this.#reach.came(current, address);
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && location !== null) {
        abandon(response.body);
        const next = new URL(location, current);
        if (redirects === MOST_REDIRECTS) throw new RemoteError(`more than ${MOST_REDIRECTS} redirects`, "");
        if (next.protocol !== current.protocol && next.protocol !== "https:")
          throw new RemoteError(`a redirect to ${next.protocol}`, "");
        current = next;
        continue;
      }
      if (!response.ok) {
        abandon(response.body);
        throw new RemoteError(`status ${response.status}`, "");
      }
      const coding = response.headers.get("content-encoding") ?? "identity";
      if (coding !== "identity") {
        abandon(response.body);
        throw new RemoteError("a compressed answer, although none was asked for", "");
      }
      return { bytes: await bodyOf(response, maxBytes) };
    }
  }
}

/** Reads a body as far as it may be long. */
async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new RemoteError(`more than ${maxBytes} bytes`, "");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function pinsOf(text: string, lock: string): readonly (readonly [url: string, hash: string])[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    data = undefined;
  }
  const documents = isRecord(data) && data["version"] === 1 ? data["documents"] : undefined;
  if (!isRecord(documents))
    throw new RemoteError(`${lock} is not a lock file of version 1`, "Take it out and pin again with --update-lock.");
  return Object.entries(documents).map(([url, pin]) => {
    const hash = isRecord(pin) ? pin["sha256"] : undefined;
    if (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash))
      throw new RemoteError(`${lock} has no SHA-256 for ${withoutSecrets(url)}`, "Pin it again with --update-lock.");
    return [url, hash];
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

/** An address as it may be shown. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url;
  const shown = new URL(url);
  shown.username = shown.password = "";
  return shown.href;
}
