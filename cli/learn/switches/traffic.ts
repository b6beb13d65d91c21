import type { Exchange, Recording } from "../recording.js";
import { at, type Shape } from "../shape.js";

/** One thing on the wire that shows how the service reads an undocumented point. */
export interface Evidence {
  readonly reading: string;
  /** What showed it, as part of a sentence: names and statuses, no values. */
  readonly because: string;
  /** True where only a refusal speaks for it, which may have another reason: what was accepted outweighs it. */
  readonly refused?: boolean;
}

/** Finds what shows a reading of one switch. */
export type Rule = (traffic: Traffic) => readonly Evidence[];

/** A recording as rules read it. */
export class Traffic {
  readonly #recording: Recording;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  get events(): Shape | undefined {
    return this.#recording.events;
  }

  get facts(): readonly string[] {
    return this.#recording.facts;
  }

  get all(): readonly Exchange[] {
    return this.#recording.exchanges;
  }

  of(...operations: readonly string[]): readonly Exchange[] {
    return this.all.filter(({ operation }) => operations.includes(operation));
  }
}

export const isAccepted = ({ status }: Exchange): boolean => status >= 200 && status < 300;

/** A refusal of what was sent, not of who sent it and not for a limit. */
export const isRefused = ({ status }: Exchange): boolean => [400, 409, 410, 422].includes(status);

export const said = ({ operation, status, code }: Exchange): string =>
  `${operation} was answered ${status}${code === undefined ? "" : ` ${code}`}`;

export const sent = ({ body }: Exchange, path: string): Shape | undefined => at(body, path);
export const got = ({ answer }: Exchange, path: string): Shape | undefined => at(answer, path);

export const isOf = (shape: Shape | undefined, ...types: readonly string[]): boolean =>
  shape?.types.some((type) => types.includes(type)) ?? false;

export const hasNote = ({ notes }: Exchange, note: string): boolean => notes.includes(note);

/** What an accepted and a refused request each show, where the request is such that it decides. */
export function decides(
  exchange: Exchange,
  what: string,
  { accepted, refused }: { readonly accepted?: string; readonly refused?: string },
): readonly Evidence[] {
  const because = `${said(exchange)} ${what}`;
  if (isAccepted(exchange)) return accepted === undefined ? [] : [{ reading: accepted, because }];
  if (!isRefused(exchange) || refused === undefined) return [];
  return [{ reading: refused, because, refused: true }];
}

/** One reading for each type that stands at a place. */
export function byType(
  exchange: Exchange,
  path: string,
  readings: Readonly<Record<string, readonly string[]>>,
): readonly Evidence[] {
  const shape = isAccepted(exchange) ? got(exchange, path) : undefined;
  return Object.entries(readings).flatMap(([reading, types]) =>
    isOf(shape, ...types) ? [{ reading, because: `${exchange.operation} brought ${path} as ${types[0] ?? ""}` }] : [],
  );
}

/** One reading where a field is there, another where what holds it is there without it. */
export function byPresence(
  shape: Shape | undefined,
  [owner, field]: readonly [string, string],
  { there, absent, where }: { readonly there?: string; readonly absent?: string; readonly where: string },
): readonly Evidence[] {
  const holder = at(shape, owner);
  if (!isOf(holder, "object")) return [];
  const found = at(holder, field);
  const path = [owner, field].filter(Boolean).join(".");
  return [
    ...(found !== undefined && there !== undefined ? [{ reading: there, because: `${where} has ${path}` }] : []),
    ...((found === undefined || found.sometimes === true) && absent !== undefined
      ? [{ reading: absent, because: `${where} comes without ${path}` }]
      : []),
  ];
}
