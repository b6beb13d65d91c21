import { isIP } from "node:net";
import { isLoopbackHost, isPublicAddress } from "../../sandbox/delivery/address.js";
import type { Resolve } from "../../sandbox/delivery/address.js";
import type { Finding } from "./finding.js";
import { failed, ok, warning } from "./finding.js";

/** The platform's rules for the address of an endpoint, each checked here, so that all that is wrong is told at once. */
export async function checkEndpoint(text: string, resolve: Resolve): Promise<readonly Finding[]> {
  const check = "endpoint";
  if (!URL.canParse(text)) return [failed(check, `${text} is no absolute address`)];
  const url = new URL(text);
  const found: Finding[] = [];
  if (url.protocol !== "https:") found.push(failed(check, `it must be https, and is ${url.protocol.slice(0, -1)}`));
  if (url.port !== "") found.push(failed(check, `it must be on port 443, and is on ${url.port}`));
  if (url.username !== "" || url.password !== "") found.push(failed(check, "it must hold no user name or password"));
  const problem = await problemOfHost(url.hostname.replace(/^\[|\]$/g, ""), resolve);
  if (problem !== undefined) found.push(failed(check, problem));
  if (/^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname)) {
    const text = "a sandbox takes it all the same when it is started with --allow-loopback-endpoints";
    return [...found, warning(check, text)];
  }
  return found.length > 0 ? found : [ok(check, "https, port 443, no credential in it, and a public address")];
}

async function problemOfHost(host: string, resolve: Resolve): Promise<string | undefined> {
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (addresses.length === 0) return `${host} does not resolve to any address from here`;
  const hidden = addresses.find((address) => !isPublicAddress(address));
  if (hidden === undefined) return undefined;
  return `${host === hidden ? host : `${host} resolves to ${hidden}, which`} is not on the public network`;
}
