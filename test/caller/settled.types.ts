import type { Failure } from "svc-apps/rest";

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <Holds extends true>(): Holds | undefined => undefined;

interface Described {
  readonly 404: { readonly title: string };
  readonly "5XX": { readonly down: true };
}

/** Failures with a status of their own, of a range, and of none. */
export function read(failure: Failure<Described>): void {
  if (failure.status === 404) holds<Is<typeof failure.error, { readonly title: string }>>();
  else if (failure.status === 503) holds<Is<typeof failure.error, { readonly down: true }>>();
  else if (failure.status === 302) holds<Is<typeof failure.error, unknown>>();
  // @ts-expect-error no failure has the status of a success
  else if (failure.status === 200) holds<true>();
}

/** A range has the statuses without a key of their own, and a default has the rest: nothing stays undescribed. */
export function readAll(failure: Failure<{ 503: "a"; "5XX": "b"; default: "c" }>): void {
  if (failure.status === 503) holds<Is<typeof failure.error, "a">>();
  else if (failure.status === 500) holds<Is<typeof failure.error, "b">>();
  else holds<Is<typeof failure.error, "b" | "c">>();
}

/** Where nothing is described, every status may come. */
export function readAny(failure: Failure<unknown>): void {
  holds<Is<typeof failure.status, number>>();
  holds<Is<typeof failure.error, unknown>>();
}

/** One that nobody described can be made, as in a test of one's own. */
export const unforeseen: Failure<Described> = { ok: false, status: 418, error: "teapot", headers: {} };
