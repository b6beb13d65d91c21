import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { SandboxRefusal } from "../refusal.js";

/** Finds the addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const ranges =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 " +
  "::/128 ::1/128 64:ff9b:1::/48 100::/64 2001:db8::/32 fc00::/7 fe80::/10 ff00::/8";

const notPublic = new BlockList();
for (const range of ranges.split(" ")) {
  const [network = "", prefix] = range.split("/");
  if (network.includes(":")) notPublic.addSubnet(network, Number(prefix), "ipv6");
  else refuseIpv4(network, Number(prefix));
}

/** Also where a gateway takes it out of an IPv6 address: NAT64 (RFC 6052) at its end, 6to4 (RFC 3056) at its begin. */
function refuseIpv4(network: string, prefix: number): void {
  notPublic.addSubnet(network, prefix, "ipv4");
  notPublic.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
  const [a = 0, b = 0, c = 0, d = 0] = network.split(".").map(Number);
  notPublic.addSubnet(`2002:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}::`, 16 + prefix, "ipv6");
}

export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  const family = isIP(address);
  return family !== 0 && !notPublic.check(address, family === 6 ? "ipv6" : "ipv4");
}

export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "localhost" || bare === "::1" || /^127(\.\d{1,3}){3}$/.test(bare);
}

const rejected = (why: string): SandboxRefusal => new SandboxRefusal(400, "ENDPOINT_REJECTED", why);

/** The host name that must be resolved before an address can be checked; undefined where nothing has to be asked. */
export function nameIn(text: string, allowLoopback: boolean): string | undefined {
  const host = URL.canParse(text) ? bareHost(new URL(text)) : "";
  const asks = host !== "" && isIP(host) === 0 && !(allowLoopback && isLoopbackHost(host));
  return asks ? host : undefined;
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/**
 * Checks the address of an endpoint, whose name resolved to `addresses`, and gives the IP address to connect to;
 * `undefined` leaves that to the system. `allowLoopback` lets `http` and any port through for this machine.
 */
export function checkAddress(text: string, addresses: readonly string[], allowLoopback: boolean): string | undefined {
  const url = parse(text);
  if (url.username !== "" || url.password !== "") throw rejected("The address must not carry a credential.");
  if (allowLoopback && isLoopbackHost(url.hostname) && /^https?:$/.test(url.protocol)) return undefined;
  if (url.protocol !== "https:") throw rejected(`The address must use https.${exception(url, allowLoopback)}`);
  if (url.port !== "" && url.port !== "443") throw rejected("The address must use port 443.");
  const found = isIP(bareHost(url)) === 0 ? addresses : [bareHost(url)];
  if (found.length === 0 || !found.every(isPublicAddress)) {
    throw rejected("The address must resolve to a public address.");
  }
  return found[0];
}

/** What the sandbox takes besides, for whoever means this machine. */
function exception({ hostname, protocol }: URL, allowLoopback: boolean): string {
  if (allowLoopback) return " An address on this machine may also use http.";
  const meant = isLoopbackHost(hostname) && protocol === "http:";
  return meant
    ? " For one on this machine start the sandbox with allowLoopbackEndpoints (--allow-loopback-endpoints)."
    : "";
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    if (text !== "") throw rejected("The address cannot be read.");
    const way = "saving the same one again sends interactions by the stream until it is probed";
    throw rejected(`The address is empty, and that takes none away; ${way}.`);
  }
}
