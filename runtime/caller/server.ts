import type { Service } from "../abi/index.js";
import { ArgumentError } from "../http/parts.js";

/** Chooses the server of a service. */
export interface ServerChoice {
  /** Its place in the list, or its description. Default: 0. */
  readonly which?: number | string;
  /** Values of its variables. Default: those of the description. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * The address that paths are appended to. Throws an `ArgumentError` where there is none, or for an undescribed choice.
 */
export function addressOf(
  service: Service | undefined,
  baseUrl: string | undefined,
  choice: ServerChoice = {},
): string {
  if (baseUrl !== undefined) return checked(baseUrl);
  const { which = 0, variables = {} } = choice;
  const servers = service?.servers ?? [];
  const server = typeof which === "number" ? servers[which] : servers.find(({ description }) => description === which);
  if (server === undefined) throw new ArgumentError("no server is described: give a baseUrl");
  const address = server.url.replace(/\{([^}]*)\}/g, (_, name: string) => {
    const known = server.variables?.[name];
    const value = variables[name] ?? known?.default;
    if (value === undefined) throw new ArgumentError(`the variable ${name} of the server has no value`);
    if (known?.enum !== undefined && !known.enum.includes(value))
      throw new ArgumentError(`the variable ${name} of the server is one of ${known.enum.join(", ")}, not ${value}`);
    return value;
  });
  return checked(address);
}

function checked(address: string): string {
  // What may hold a user or a query is not shown: it may hold a secret. In a path an @ is only an @.
  if (/^https?:\/*[^/@]+(\/|$)/i.test(address) && !/[?#]/.test(address) && URL.canParse(address))
    return address.replace(/\/+$/, "");
  const shown = /[@?#]/.test(address) ? "baseUrl" : address;
  throw new ArgumentError(`${shown} is no address of a service, such as https://host/path`);
}
