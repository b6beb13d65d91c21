import { any, flag, type OptionsOf, options } from "../base/options.js";
import type { Server, ServerChoice, Service } from "../abi/index.js";
import { ArgumentError, isUnencrypted } from "../http/parts.js";

/** Where calls go. */
export interface AddressOptions extends OptionsOf<typeof addressOptions> {}

export const addressOptions = /* @__PURE__ */ options(() => ({
  /**
   * Address that paths are appended to; in a browser also one without a host, such as `/api`, of the page's own origin.
   * Default: the chosen server of the service.
   */
  baseUrl: any<string>(),
  /** Which server of the service, and its variables. Default: the first, with its defaults. */
  server: any<ServerChoice>(),
  /** Lets credentials travel unencrypted to another machine, over an `http://` address. Default false. */
  allowInsecure: flag(false),
}));

/**
 * The address that paths are appended to. Throws an `ArgumentError` where there is none, for an undescribed choice, and
 * for one over which a credential would travel unencrypted.
 */
export function addressOf(
  service: Service | undefined,
  { baseUrl, server: { which = 0, variables = {} } = {}, allowInsecure = false }: AddressOptions,
): string {
  if (baseUrl !== undefined) return checked(ofPage(baseUrl), allowInsecure);
  const servers = service?.servers ?? [];
  const server = typeof which === "number" ? servers[which] : servers.find(({ description }) => description === which);
  if (server === undefined) throw new ArgumentError("no server is described: pass a baseUrl");
  const address = checked(ofPage(filled(server, variables)), allowInsecure);
  // Whatever the values are: the address is read as it is written, such as no 0x7f.1 as a host, and no dots as a path.
  const { hostname } = new URL(address);
  const [, host = ""] = /:\/\/([^/:]*)/.exec(address) ?? [];
  if ((/^[\w.-]*$/.test(host) && hostname !== host.toLowerCase()) || /\/\.{1,2}(\/|$)/.test(address))
    throw new ArgumentError(`the values of the server variables change the address: ${address}`);
  return address;
}

/** The address of a server with the values of its variables. */
function filled({ url, variables: known = {} }: Server, given: Readonly<Record<string, string>>): string {
  return url.replace(/\{([^}]*)\}/g, (whole: string, name: string, at: number) => {
    const { default: standard, enum: values } = known[name] ?? {};
    const value = given[name] ?? standard;
    const text = String(value);
    const isDescribed = text === standard || values !== undefined;
    const [fits, what] = placeOf(url.slice(0, at), url.slice(at + whole.length), isDescribed);
    const isOther = values?.includes(text) === false && `is one of ${values.join(", ")}`;
    const why = value === undefined ? "has no value" : isOther || (!fits.test(text) && `must be ${what}`);
    if (why) throw new ArgumentError(`the variable ${name} of the server ${why}, got ${JSON.stringify(value)}`);
    if (what !== "a segment") return text.replace(/\/+$/, "");
    return (isDescribed ? text.split("/") : [text]).map(encodeURIComponent).join("/");
  });
}

/**
 * What the value of a variable must be, by what stands around it in the address. One that is described may be several
 * labels, or several segments, or none.
 */
function placeOf(before: string, after: string, isDescribed: boolean): readonly [RegExp, string] {
  const isEnd = /^(\/|$)/.test(after);
  if (before === "" && isEnd) return [/^https?:\/\/[^/@?#\\\s]+(\/|$)/, "an address"];
  if (before === "") return [/^https?$/, "http or https"];
  if (/[^:/]\//.test(before)) return [isDescribed ? /^\P{Cs}*$/u : /^\P{Cs}+$/u, "a segment"];
  const isHostEnd = /^([:/]|$)/.test(after);
  if (before.endsWith("://") && isHostEnd) return [/^[\w-]+(\.[\w-]+)*(:\d+)?$/, "a host"];
  if (before.endsWith(":") && isEnd) return [/^\d+$/, "a port"];
  // What ends a host decides whose it is: after example.com, or instead of com.
  if (isDescribed) return [/^[\w.-]*$/, "a host"];
  return isHostEnd ? [/(?!)/, "described"] : [/^[\w-]{1,63}$/, "one label of a host"];
}

/** An address without a host as one of the page that this runs on; any other as it is. */
function ofPage(address: string): string {
  // Pages and their workers have it, other runtimes do not.
  const { location } = globalThis as { readonly location?: { readonly origin?: string } };
  const origin = location?.origin;
  if (!address.startsWith("/") || origin === undefined || !URL.canParse(address, origin)) return address;
  const url = new URL(address, origin);
  // Two slashes, or what the standard reads as such, are another host.
  return url.origin === origin ? url.href : address;
}

function checked(address: string, allowInsecure: boolean): string {
  // What may hold a user or a query is not shown: it may hold a secret. In a path an @ is only an @.
  if (!/^https?:\/*[^/@]+(\/|$)/i.test(address) || /[?#]/.test(address) || !URL.canParse(address)) {
    const shown = /[@?#]/.test(address) ? "baseUrl" : address;
    throw new ArgumentError(`${shown} is no address of a service, such as https://host/path`);
  }
  if (!allowInsecure && isUnencrypted(new URL(address)))
    throw new ArgumentError(`${address} is http: it needs allowInsecure`);
  return address.replace(/\/+$/, "");
}
