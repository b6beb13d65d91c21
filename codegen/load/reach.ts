import { isIP } from "node:net";
import { type FoundAddress, hostOf, isPrivateIp, isPrivateName, type LookUp, lookUpAll } from "./private-address.js";
import { RemoteError } from "./remote-error.js";

/**
 * Which addresses may be connected to. A document that the caller names may be anywhere. What it refers to may be at a
 * public address, or at its own host, and there only at the very address that it came from.
 */
export class Reach {
  readonly #lookUp: LookUp;
  /** Addresses that documents came from which the caller named, by host. */
  readonly #named = new Map<string, string>();

  constructor(lookUp: LookUp = lookUpAll) {
    this.#lookUp = lookUp;
  }

  /** The addresses of a host. What has none is left to a proxy of the environment. */
  async addressesOf(url: URL): Promise<readonly FoundAddress[]> {
    const host = hostOf(url);
    const family = isIP(host);
    return family === 0 ? this.#lookUp(host).catch(() => []) : [{ address: host, family }];
  }

  /**
   * Those of the addresses of a host that somebody else's document may lead to.
   *
   * @throws RemoteError if there are addresses, and all of them are private
   */
  open(url: URL, found: readonly FoundAddress[]): readonly FoundAddress[] {
    const host = hostOf(url);
    const named = this.#named.get(host);
    const open = found.filter(({ address }) => address === named || !isPrivateIp(address));
    if ((named === undefined && isPrivateName(host)) || (found.length > 0 && open.length === 0))
      throw new RemoteError("a private address, and the caller did not name it", "");
    return open;
  }

  /** Notes where a document came from that the caller named. */
  came(url: URL, address: string): void {
    this.#named.set(hostOf(url), address);
  }
}
