import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Finds the addresses of a host name. */
export type LookUp = (host: string) => Promise<readonly FoundAddress[]>;

export interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

const PRIVATE = new BlockList();
for (const range of [
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16",
  "198.18.0.0/15 224.0.0.0/3 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
  // These carry an address of IPv4, which may be any.
  "::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16",
].flatMap((line) => line.split(" "))) {
  const [net = "", bits = ""] = range.split("/");
  PRIVATE.addSubnet(net, Number(bits), isIP(net) === 6 ? "ipv6" : "ipv4");
}

export const lookUpAll: LookUp = (host) => lookup(host, { all: true });

/** The host of an address as sockets take it: no brackets, no dot at the end. */
// Without a pattern as parameter: it would be part of the declaration, which then needs the types of the web.
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/** True for a name that no public server has. */
export const isPrivateName = (host: string): boolean =>
  isIP(host) === 0 && /(^|\.)(localhost|local|internal|home\.arpa)$/i.test(host);

/** True for an address of this machine or of the network around it. `::ffff:10.0.0.1` is `10.0.0.1`. */
export function isPrivateIp(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
