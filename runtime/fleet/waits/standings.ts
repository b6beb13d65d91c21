import { property } from "../../interaction/read.js";
import { fieldsOf } from "../engine/adapter.js";

/**
 * What an interaction is to the conversations of a member: it was `taken` as an answer; it came too `late` for one; one
 * is `over`; one waits for `others`. `gone`: a conversation waited in its channel, in a process that is no more.
 */
export type WaitAnswer = "taken" | "late" | "gone" | "over" | "others";

/** The most telling first. */
export const ANSWERS: readonly WaitAnswer[] = ["taken", "late", "gone", "over", "others"];

/**
 * What a member replies to an offer. A number: it could take the interaction, by a wait that has been pending since then,
 * engine time. `silent`: it did not reply, and may be alive all the same. Undefined: the offer is nothing to it.
 */
export type Reply = WaitAnswer | number | "silent" | undefined;

const STANDINGS = ["waiting", "over", "stopped"] as const;

/**
 * How a member stands in a channel. `waiting`: it has pending waits there. `over`: its waits there have ended. `stopped`:
 * it stopped, or did not reply any more, while it had pending waits there.
 */
export interface Standing {
  readonly is: (typeof STANDINGS)[number];
  /** When it was written, engine time. */
  readonly atMs: number;
}

/** How members stand in one channel, by their names. */
export type Standings = Readonly<Record<string, Standing>>;

/** A new standing of a member; `is` undefined removes it. */
export interface StandingChange {
  readonly member: string;
  readonly is: Standing["is"] | undefined;
  /** The change applies only while this is the member's latest standing. */
  readonly seen?: Standing;
}

/** Reads standings from their JSON, without those that were written before `sinceMs`. */
export function readStandings(text: string | undefined, sinceMs: number): Standings {
  const entries = Object.entries(fieldsOf(text ?? "{}")).flatMap(([member, standing]) => {
    const is = STANDINGS.find((one) => one === property(standing, "is"));
    const atMs = property(standing, "atMs");
    return is && typeof atMs === "number" && atMs > sinceMs ? [[member, { is, atMs }] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The standings after a change; undefined when it does not apply any more. */
export function changed(standings: Standings, change: StandingChange, nowMs: number): Standings | undefined {
  const { member, is, seen } = change;
  const { [member]: latest, ...others } = standings;
  if (seen !== undefined && latest?.atMs !== seen.atMs) return undefined;
  return is === undefined ? others : { ...others, [member]: { is, atMs: nowMs } };
}

/** Those that could take an interaction, the one with the youngest wait first; none where one has taken it already. */
export function ableToTake<Member>(replies: ReadonlyMap<Member, Reply>): readonly Member[] {
  const all = [...replies];
  if (all.some(([, reply]) => reply === "taken")) return [];
  return all
    .flatMap(([member, reply]) => (typeof reply === "number" ? [{ member, sinceMs: reply }] : []))
    .toSorted((one, other) => other.sinceMs - one.sinceMs)
    .map(({ member }) => member);
}

/** The most telling of several replies. A silent member may be the one that waits: then no conversation is `gone`. */
export function mostTelling(replies: Iterable<Reply>): WaitAnswer | undefined {
  const given = new Set(replies);
  if (given.has("silent")) given.delete("gone");
  return ANSWERS.find((answer) => given.has(answer));
}
