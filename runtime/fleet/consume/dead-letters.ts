import { boundedId, fieldsOf } from "../engine/adapter.js";
import type { EngineSession } from "../engine/contract.js";
import { decodeEnvelope, placeOf } from "../envelope.js";
import { FleetError } from "../errors.js";
import { forgetStarts } from "./starts.js";

/** An event that was given up on. */
export interface FleetDeadLetter {
  readonly identity: string;
  /** Why, in words. */
  readonly reason: string;
  readonly deliveries: number;
  /** Engine time at which it was put aside. */
  readonly atMs: number;
  /** What the log held: the event with its identity, as JSON. */
  readonly body: string;
}

type Session = Pick<EngineSession, "deadLetters" | "claims" | "events">;

/** Events that were given up on, kept for a while so that a person can look at them. */
export class DeadLetters {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Puts one aside. A second time for the same event changes nothing. */
  async add(letter: FleetDeadLetter): Promise<void> {
    await this.#session.deadLetters.put(boundedId(letter.identity), JSON.stringify(letter));
  }

  /** All that are kept, the oldest first. */
  async list(): Promise<readonly FleetDeadLetter[]> {
    const entries = await this.#session.deadLetters.entries();
    const letters = entries.flatMap(({ value }) => readLetter(value) ?? []);
    return letters.toSorted((a, b) => a.atMs - b.atMs);
  }

  /** Forgets one; false when there is none of that identity. */
  async remove(identity: string): Promise<boolean> {
    const { deadLetters } = this.#session;
    const entry = await deadLetters.get(boundedId(identity));
    return entry !== undefined && (await deadLetters.delete(entry.key, entry.revision));
  }

  /**
   * Puts one into the log again, behind what is there, as if handling it had never begun, and forgets it here; false when
   * there is none of that identity.
   * @throws FleetError `argument` for what no handler could take: an interaction, or what cannot be read; `unavailable` when
   * the log has no room
   */
  async replay(identity: string): Promise<boolean> {
    const { deadLetters, claims, events } = this.#session;
    const entry = await deadLetters.get(boundedId(identity));
    const letter = entry && readLetter(entry.value);
    if (entry === undefined || letter === undefined) return false;
    const { partition, eventIdentity } = placeAgain(letter, events.partitions);
    await forgetStarts(claims, eventIdentity);
    // The log still knows the id that the event had. This one is the same however often this letter is tried.
    const id = `replay-${entry.revision}-${Buffer.from(boundedId(letter.identity)).toString("base64url")}`;
    const result = await events.append({ partition, id, body: letter.body });
    if (result === "full")
      throw new FleetError("unavailable", `Partition ${partition} of the log is full: try again once it has room.`);
    await deadLetters.delete(entry.key, entry.revision);
    return true;
  }
}

/** Where an event that was put aside belongs. @throws FleetError `argument` when that is nowhere */
function placeAgain({ body }: FleetDeadLetter, partitions: number) {
  const decoded = decodeEnvelope(body);
  if (decoded.type === "newer")
    throw new FleetError(
      "argument",
      `It was written by a newer version (${decoded.version}): replay it with that one.`,
    );
  if (decoded.type === "unreadable") throw new FleetError("argument", `It cannot be read: ${decoded.why}.`);
  const { event, identity: eventIdentity } = decoded.envelope;
  const partition = placeOf(event, eventIdentity, partitions);
  if (partition !== "interactions") return { partition, eventIdentity };
  throw new FleetError("argument", "It is an interaction, and the person no longer waits for it.");
}

function readLetter(text: string): FleetDeadLetter | undefined {
  const { identity, body, reason = "", deliveries = 0, atMs = 0 } = fieldsOf(text);
  if (typeof identity !== "string" || typeof body !== "string") return undefined;
  return { identity, body, reason: String(reason), deliveries: Number(deliveries), atMs: Number(atMs) };
}
