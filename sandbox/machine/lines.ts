import { given, parseJson } from "../json.js";
import type { WireRequest } from "../wire.js";
import { readBearer, tokenOf } from "../rules/credentials.js";
import { givenBy, type SettingsGiven } from "../settings.js";
import { brand } from "../spec.js";
import type { World } from "../world/world.js";
import type { Input, Instant } from "./tx.js";

/*
 * How a world is written down: one JSON text per line. The first line names the seed and the settings; then comes the
 * state, a line `[time, table, id, record]` for each record; then what happened since, a line
 * `[time, monotonic time, input]` for each input. Applying those to that under those settings gives the world back. Plain lines were chosen over an embedded database: the records are
 * small and already plain data, a line at the end of a file is whole or visibly torn, anybody can read or diff it, and
 * nothing native has to be installed.
 */

interface Header {
  readonly format: "sandbox-world";
  readonly version: 2;
  readonly seed: string;
  /** Those under which the inputs were applied. Missing from files of former versions. */
  readonly settings?: SettingsGiven;
}

export interface WorldLines {
  readonly seed: string;
  readonly settings?: SettingsGiven | undefined;
  /** The newest time in them, milliseconds since the Unix epoch. */
  readonly lastMs: number;
  readonly records: readonly { readonly table: string; readonly record: { readonly id: string } }[];
  readonly inputs: readonly (Instant & { readonly input: Input })[];
}

/** The state as lines, as far as it outlives a restart. */
export function linesOf(world: World, nowMs: number): string {
  const settings = givenBy(world.settings);
  const header: Header = { format: "sandbox-world", version: 2, seed: world.seed, settings };
  const records = world.durable.flatMap((table) =>
    table.list().map((record) => [nowMs, table.name, record.id, record]),
  );
  return [header, ...records].map((line) => `${JSON.stringify(line, kept)}\n`).join("");
}

/** Since when an App has no stream is not part of it: a restart begins that anew. */
const kept = (name: string, value: unknown): unknown => (name === "offlineSinceMs" ? undefined : value);

export const inputLine = (input: Input, [nowMs, monotonicMs]: readonly [number, number]): string =>
  `${JSON.stringify([nowMs, monotonicMs, input])}\n`;

type Read = { readonly atMs: number } & (
  { readonly record: WorldLines["records"][number] } | { readonly happened: WorldLines["inputs"][number] }
);

/**
 * Reads lines. A torn last line, of a process killed while writing it, is left out; any other damage is refused.
 *
 * @throws when the text is not a world's, or damaged: it names the line
 */
export function readLines(text: string, name: string): WorldLines {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const [first = "", ...rest] = lines;
  const header = parseJson(first) as Partial<Header> | undefined;
  if (header?.format !== "sandbox-world" || header.version !== 2 || typeof header.seed !== "string") {
    throw new Error(`${name} is not a file of a sandbox's world`);
  }
  const read = rest.map((line, at): Read => {
    const found = readLine(line);
    if (found === undefined) throw new Error(`${name}, line ${at + 2} cannot be read`);
    return found;
  });
  const torn = readLine(last);
  const all = torn === undefined ? read : [...read, torn];
  return {
    seed: header.seed,
    settings: header.settings,
    lastMs: all.reduce((latest, { atMs }) => Math.max(latest, atMs), 0),
    records: all.flatMap((one) => ("record" in one ? [one.record] : [])),
    inputs: all.flatMap((one) => ("happened" in one ? [one.happened] : [])),
  };
}

function readLine(line: string): Read | undefined {
  const value = parseJson(line);
  if (!Array.isArray(value)) return undefined;
  const [atMs, second, third, record] = value as readonly unknown[];
  if (typeof atMs !== "number") return undefined;
  if (value.length === 4) {
    if (typeof second !== "string" || typeof record !== "object" || record === null) return undefined;
    return { atMs, record: { table: second, record: record as { readonly id: string } } }; // written from that table
  }
  if (typeof second !== "number" || typeof third !== "object" || third === null) return undefined;
  return { atMs, happened: { nowMs: atMs, monotonicMs: second, input: third as Input } }; // written from one
}

const keptHeaders = ["authorization", "content-type", "last-event-id", brand.versionHeader];

/**
 * An input as it is written down, before it is applied: the credential of a request by its place, never by its secret,
 * and of its headers only those that matter.
 */
export function written(world: World, input: Input, nowMs: number): Input {
  if (input.type !== "request" && input.type !== "stream") return input;
  const { method, url, headers, body } = input.request;
  const entries = keptHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined
      ? []
      : [[name, name === "authorization" ? placeOf(world, value, nowMs) : value] as const];
  });
  const request: WireRequest = {
    method,
    url: url.replace(/^[a-z]+:\/\/[^/]*/i, ""),
    headers: Object.fromEntries(entries),
    ...given({ body }),
  };
  return { ...input, request };
}

function placeOf(world: World, authorization: string, nowMs: number): string {
  const bearer = readBearer({ world, nowMs }, authorization);
  return bearer.kind === "none" ? "unknown" : `credential ${bearer.credential.id}`;
}

/** An input as it can be applied again: the secret of its credential back in its place. */
export function restored(world: World, input: Input): Input {
  if (input.type !== "request" && input.type !== "stream") return input;
  const { headers } = input.request;
  const { authorization } = headers;
  if (authorization === undefined) return input;
  const credential = world.credentials.get(/^credential (.+)$/.exec(authorization)?.[1] ?? "");
  const token = credential === undefined ? `${brand.tokenPrefix}.0.unknown` : tokenOf(world, credential);
  return { ...input, request: { ...input.request, headers: { ...headers, authorization: `Bearer ${token}` } } };
}
