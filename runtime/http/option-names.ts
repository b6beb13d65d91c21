import { ArgumentError } from "./errors/index.js";
import { nearest } from "./nearest.js";
import type { ClientOptions } from "./options.js";

/** Every option of a client, for those who come without the types. */
export const CLIENT_OPTIONS: Readonly<Record<keyof ClientOptions, true>> = {
  baseUrl: true,
  token: true,
  apiVersion: true,
  assumptions: true,
  transport: true,
  streamTransport: true,
  clock: true,
  random: true,
  createClientRef: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  concurrency: true,
  maxBodyBytes: true,
  validation: true,
  onEvent: true,
};

/**
 * Refuses an option whose name is nearly a known one that was not given. Other unknown names pass: an object may hold
 * more than what is read here.
 *
 * @throws ArgumentError naming the option and the one that was probably meant.
 */
export function refuseMisspelled(maker: string, given: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue; // spares the search
    const meant = nearest(name, Object.keys(known));
    if (meant === undefined || Object.hasOwn(given, meant)) continue;
    throw new ArgumentError(`${maker} has no option "${name}". Did you mean "${meant}"?`);
  }
}
