import { isLoopbackHost } from "../sandbox/delivery/address.js";

/** What went wrong, in words, whatever was thrown; a connection that nobody took on this machine with a hint. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message.includes("is the sandbox running?") ? thrown.message : thrown.message + hintOf(thrown);
}

/** The code of an error, as Node gives it to its own; empty where there is none. */
export const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined; // any Error may carry one
  return typeof code === "string" ? code : "";
};

/**
 * What a connection that nobody took most probably means: on this machine a sandbox that is not running. Looks through
 * causes and through the several attempts that one name can stand for. Empty when that is not what happened.
 */
function hintOf(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error) || depth > 5) return "";
  // Node's own words for it, which a client's error keeps of its cause.
  const [, address, port] = /^connect ECONNREFUSED (\S+):(\d+)/.exec(thrown.message) ?? [];
  if (address !== undefined && isLoopbackHost(address))
    return `; nothing listens at ${address.includes(":") ? `[${address}]` : address}:${port}: is the sandbox running?`;
  const inner: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  return [thrown.cause, ...inner].map((one) => hintOf(one, depth + 1)).find((hint) => hint !== "") ?? "";
}
