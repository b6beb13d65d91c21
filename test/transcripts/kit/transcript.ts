import { canaryToken } from "../../support/test-client.js";
import type { Sent } from "./peer.js";

/** What crossed the wire at a moment: a request, or something that came back. */
export interface WireEvent {
  readonly atMs: number;
  readonly sent?: Sent;
  readonly answer?: string;
  /** Told as it is. */
  readonly line?: string;
}

/** A long text by its beginning and length. */
export const cut = (text: string, most = 300): string =>
  text.length > most ? `${text.slice(0, 60)}… (${text.length} characters)` : text;

/** What one way did in a scenario. */
export interface Run {
  readonly way: string;
  readonly events: readonly WireEvent[];
  readonly outcomes: readonly string[];
  readonly diagnostics: readonly string[];
}

/**
 * A scenario as a page: what all ways share once, and beside it who differs. Headers that are the `usual` ones of their
 * way are left out.
 */
export function transcript(title: string, runs: readonly Run[], usual: UsualHeaders = {}, outcome = "outcome"): string {
  const parts = [
    `## ${title}`,
    ...grouped(runs, wireLines, runs.length),
    ...grouped(runs, (run) => headerLines(run, usual[run.way]), runs.length, "headers"),
    ...grouped(runs, ({ outcomes }) => outcomes, runs.length, outcome),
    ...grouped(runs, ({ diagnostics }) => diagnostics, runs.length, "diagnostics"),
  ];
  return `${parts.join("\n")}\n`;
}

function grouped(
  runs: readonly Run[],
  linesOf: (run: Run) => readonly string[],
  all: number,
  name = "wire",
): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const run of runs) {
    const lines = withoutChance(
      linesOf(run)
        .map((line) => `    ${line || "none"}`)
        .join("\n"),
    );
    groups.set(lines, [...(groups.get(lines) ?? []), run.way]);
  }
  return [...groups].flatMap(([lines, of]) =>
    lines === "" ? [] : [`  ${name}${of.length === all ? "" : ` (${of.join(", ")})`}`, lines],
  );
}

const time = (atMs: number): string => `${Math.round(atMs * 100) / 100} ms`.padEnd(12);

function wireLines({ events }: Run): readonly string[] {
  let before = "";
  const lines = events.map(({ atMs, sent, answer = "", line }): readonly [number, string] => {
    if (line !== undefined) return [atMs, line];
    if (sent === undefined) return [atMs, `<- ${answer.trimEnd()}`];
    const { method, target, body } = sent;
    const request = `${method} ${target}${body === "" ? "" : `  ${body}`}`;
    const repeated = request === before;
    before = request;
    return [atMs, repeated ? "the same again" : request];
  });
  return withoutPolls(lines).map(([atMs, line]) => time(atMs) + line);
}

type Line = readonly [atMs: number, text: string];

/** Of more than two reads of an empty mailbox in a row, only the last, and how many they were. */
function withoutPolls(lines: readonly Line[]): readonly Line[] {
  const kept: Line[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    let polls = 0;
    const isPoll = (index: number): boolean =>
      lines[index]?.[1] === "the same again" && lines[index + 1]?.[1]?.startsWith('<- 200 {"events":[],') === true;
    while (isPoll(at + 2 * polls)) polls += 1;
    if (polls > 2) {
      at += 2 * (polls - 1);
      kept.push([lines[at]?.[0] ?? 0, `the same again, for the ${polls}th time`]);
    } else kept.push(lines[at] ?? [0, ""]);
  }
  return kept;
}

/** Headers of a request as texts, in order; the length of a body is in the body. */
export const headerTexts = ({ headers }: Sent): readonly string[] =>
  headers.map(([name, value]) => `${name}: ${name === "content-length" ? "…" : value}`);

/** By way: the headers of requests that nothing was asked of. */
export type UsualHeaders = Readonly<Record<string, readonly string[]>>;

/** The headers of each request that differ from those of the one before. */
function headerLines({ events }: Run, usual: readonly string[] = []): readonly string[] {
  const requests = events.flatMap(({ sent }) => sent ?? []);
  if (requests.every((sent) => usual.includes(headerTexts(sent).join(" | ")))) return [];
  let before: readonly string[] = [];
  return requests.flatMap((sent) => {
    const headers = headerTexts(sent);
    const last = before;
    before = headers;
    if (headers.join() === last.join()) return [];
    if (last.length === 0) return [headers.join(" | ")];
    const news = headers.filter((line) => !last.includes(line)).map((line) => `+ ${line}`);
    const gone = last.filter((line) => !headers.includes(line)).map((line) => `- ${line}`);
    const changes = [...gone, ...news].join(" | ");
    return [`then ${changes === "" ? headers.join(" | ") : changes}`];
  });
}

/** Replaces what chance decides, and credentials. Equal values stay equal. */
function withoutChance(text: string): string {
  const seen = new Map<string, string>();
  return text
    .replaceAll(canaryToken, "<token>")
    .replaceAll(/\bsvc_app\.\d+\.sandbox-[\w-]+/g, "<token>")
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, (uuid) => {
      const name = seen.get(uuid) ?? `<uuid ${seen.size + 1}>`;
      seen.set(uuid, name);
      return name;
    })
    .replaceAll(/node\/\d+\.\d+\.\d+/g, "node/<version>");
}
