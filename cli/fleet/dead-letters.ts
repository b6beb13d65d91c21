import { decodeEnvelope, placeOf } from "../../runtime/fleet/envelope.js";
import { orderKeyOf, type StreamEvent } from "../../runtime/events/event-kinds.js";
import { type DeadLetters, type FleetDeadLetter, isFleetError } from "../../runtime/fleet/index.js";
import { UsageError } from "../usage-error.js";
import { plain } from "../../codegen/printable.js";
import { duration } from "./words.js";

/** What a command on dead letters prints and what it exits with. */
interface Answer {
  readonly text: string;
  readonly json: unknown;
  readonly code: number;
}

/** What was put aside, without what people wrote in it. */
interface LetterFacts extends Omit<FleetDeadLetter, "body"> {
  readonly type?: string;
  readonly channel?: string;
  readonly server?: string;
  readonly partition?: number | "interactions";
}

/** Which letters a command is about. */
export interface Chosen {
  readonly ids: readonly string[];
  readonly all: boolean;
}

/** What of a letter is shown: `body` only where it was asked for. */
export interface Shown {
  readonly body: boolean;
  readonly partitions: number;
  readonly nowMs: number;
}

/** What stands before the id of a server in the key by which its events are in order. */
const SERVER = "server ";

/** What can be done to dead letters, each with how what became of one is told. */
const acts = {
  replay: { carryOut: (letters: DeadLetters, id: string) => letters.replay(id), done: "is in the log again" },
  drop: { carryOut: (letters: DeadLetters, id: string) => letters.remove(id), done: "is removed" },
};

/** The name of something that can be done to dead letters. */
export type Act = keyof typeof acts;

export const isAct = (word: string | undefined): word is Act => word !== undefined && Object.hasOwn(acts, word);

/** @throws UsageError unless it is said which letters are meant */
export function checkChosen(act: Act, { ids, all }: Chosen): void {
  if (ids.length > 0 === all) throw new UsageError(`fleet dead-letters ${act} takes the ids of events, or --all`);
}

/** All letters, the oldest first. */
export async function listLetters(deadLetters: DeadLetters, { body, partitions, nowMs }: Shown): Promise<Answer> {
  const letters = await deadLetters.list();
  const lines = letters.map((letter) => line(factsOf(letter, partitions), nowMs) + (body ? bodyLine(letter) : ""));
  const json = letters.map((letter) => ({ ...factsOf(letter, partitions), ...(body ? { body: letter.body } : {}) }));
  return { text: lines.join("") || "Nothing was put aside.\n", json, code: 0 };
}

/** Does one thing to the chosen letters, one after the other; what cannot be done to one keeps none of the others. */
export async function carryOut(act: Act, deadLetters: DeadLetters, { ids, all }: Chosen): Promise<Answer> {
  const chosen = all ? (await deadLetters.list()).map(({ identity }) => identity) : [...new Set(ids)];
  const results: { readonly identity: string; readonly done: boolean; readonly error?: string }[] = [];
  for (const identity of chosen) {
    try {
      const done = await acts[act].carryOut(deadLetters, identity);
      results.push(done ? { identity, done } : { identity, done, error: "There is no entry with that id." });
    } catch (thrown) {
      if (!isFleetError(thrown)) throw thrown;
      results.push({ identity, done: false, error: thrown.message });
    }
  }
  const lines = results.map(({ identity, error }) => `${plain(identity)}  ${error ?? acts[act].done}\n`);
  const code = results.every(({ done }) => done) ? 0 : 1;
  return { text: lines.join("") || "Nothing was put aside.\n", json: results, code };
}

function factsOf({ body, ...letter }: FleetDeadLetter, partitions: number): LetterFacts {
  const decoded = decodeEnvelope(body);
  if (decoded.type !== "event") return letter;
  const { event, identity } = decoded.envelope;
  try {
    const type = event.type === "unknown" ? event.wireType : event.type;
    return { ...letter, type, ...scopeOf(event), partition: placeOf(event, identity, partitions) };
  } catch {
    return letter; // an event that lacks what its type has
  }
}

function scopeOf(event: StreamEvent): { readonly channel?: string; readonly server?: string } {
  const key = orderKeyOf(event);
  if (key === undefined) return {};
  return key.startsWith(SERVER) ? { server: key.slice(SERVER.length) } : { channel: key };
}

function line({ identity, reason, deliveries, atMs, ...about }: LetterFacts, nowMs: number): string {
  const { type, channel, server, partition } = about;
  const scope = channel === undefined ? (server === undefined ? "" : ` in server ${server}`) : ` in channel ${channel}`;
  const place = partition === "interactions" ? "lane of interactions" : `partition ${partition ?? "not known"}`;
  const what = type === undefined ? "" : `${type}${scope} (${place}), `;
  return plain(`${identity}  ${duration(nowMs - atMs)} ago, ${what}${deliveries} deliveries: ${reason}`) + "\n";
}

const bodyLine = ({ body }: FleetDeadLetter): string => `  ${plain(body)}\n`;
