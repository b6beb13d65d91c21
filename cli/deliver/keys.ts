import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createSigningPair, type SigningPair } from "../../testing/delivery/index.js";
import { codeOf, messageOf } from "../message.js";

/** The keys that this user's deliveries are signed with: an endpoint that trusts them once trusts later runs. */
export type OwnKeys = readonly [key: SigningPair, second: SigningPair];

/** One of them, as it is kept. */
interface Kept {
  readonly id: string;
  /** 32 bytes as base64url. */
  readonly seed: string;
}

/** Where they are kept: in the folder in which programs of this user keep their state. */
export function keysFile(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const byDefault = platform === "win32" ? env["LOCALAPPDATA"] : undefined;
  const state = env["XDG_STATE_HOME"] || byDefault || join(homedir(), ".local", "state");
  return join(state, "svc-apps", "deliver-keys.json");
}

/**
 * Reads the keys of this user, and makes random ones when there are none yet.
 *
 * @throws Error when the file cannot be read or made, holds something else, or can be read by other users
 */
export async function ownKeys(file = keysFile()): Promise<OwnKeys> {
  const text = (await textOf(file)) ?? (await make(file));
  const [key, second, ...more] = keptIn(text);
  if (key === undefined || second === undefined || more.length > 0)
    throw new Error(`${file} does not hold the keys of this command; remove it, and new ones are made`);
  return [await pairOf(key), await pairOf(second)];
}

const pairOf = async ({ id, seed }: Kept): Promise<SigningPair> =>
  createSigningPair(id, Uint8Array.from(Buffer.from(seed, "base64url")));

/** What the file holds; undefined when there is none. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new Error("other users may use it; remove it, and new keys are made");
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new Error(`the keys in ${file} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/** Makes the file as a whole, once: of two runs that begin together, the second takes what the first one made. */
async function make(file: string): Promise<string> {
  const keys = [1, 2].map(() => ({
    id: `ed25519-lab-${randomBytes(4).toString("hex")}`,
    seed: randomBytes(32).toString("base64url"),
  }));
  const text = `${JSON.stringify({ about: "Keys of svc-apps deliver. Private.", keys }, null, 2)}\n`;
  const beside = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(beside, text, { mode: 0o600, flag: "wx" });
    await link(beside, file);
    return text;
  } catch (error) {
    const found = codeOf(error) === "EEXIST" ? await textOf(file) : undefined;
    if (found !== undefined) return found;
    const elsewhere = "XDG_STATE_HOME may name another folder";
    throw new Error(`keys cannot be kept in ${file}: ${messageOf(error)}; ${elsewhere}`, { cause: error });
  } finally {
    await rm(beside, { force: true });
  }
}

function keptIn(text: string): readonly Kept[] {
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: unknown }; // checked here
    return Array.isArray(keys) && keys.every(isKept) ? keys : [];
  } catch {
    return [];
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  /^ed25519-lab-[0-9a-f]{8}$/.test(String(value.id)) &&
  "seed" in value &&
  /^[\w-]{43}$/.test(String(value.seed));
