import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

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

/** Whether an address is one of this machine or of the network around it, names looked up. */
export async function isPrivate({ hostname }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(host) !== 0) return isPrivateIp(host);
  if (/(^|\.)(localhost|local|internal|home\.arpa)$/i.test(host)) return true;
  // What has no address cannot be fetched either.
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivateIp(address));
}

/** `::ffff:10.0.0.1` is `10.0.0.1`, which the list knows. */
function isPrivateIp(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
