import { expect, test } from "vitest";
import { type FoundAddress, type LookUp, lookUpAll } from "../../codegen/load/private-address.js";
import { Reach } from "../../codegen/load/reach.js";

const PUBLIC = { address: "192.0.2.1", family: 4 };
const LOOPBACK = { address: "127.0.0.1", family: 4 };
const REFUSED = "a private address, and the caller did not name it";

/** Where somebody else's document may lead to, by a reference to this host. */
async function led(host: string, lookUp: LookUp = lookUpAll, reach = new Reach(lookUp)) {
  const url = new URL(`http://${host}/`);
  return reach.open(url, await reach.addressesOf(url));
}
const answers =
  (...found: readonly FoundAddress[]): LookUp =>
  async () =>
    found;

test.each([
  "[::ffff:10.0.0.1]",
  "[::ffff:0:10.0.0.1]",
  "[::127.0.0.1]",
  "[::]",
  "[::1]",
  "[2002:7f00:1::1]",
  "[2001:0:7f00:1::1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[fec0::1]",
  "192.0.0.1",
  "127.1",
  "0x7f000001",
  "017700000001",
  "１２７.0.0.1",
  "127.0.0.1.",
])("%s is this machine or the network around it, however it is spelled", async (host) => {
  await expect(led(host)).rejects.toThrow(REFUSED);
});

test.each(["router.home.arpa", "a.localhost.", "metadata.google.internal", "printer.LOCAL"])(
  "%s is a private name, whatever address it has",
  async (host) => {
    await expect(led(host, answers(PUBLIC))).rejects.toThrow(REFUSED);
    await expect(led(host, answers())).rejects.toThrow(REFUSED);
  },
);

test.each(["192.0.1.1", "192.0.2.1", "[2001:db8::1]", "[2606:4700::1111]"])("%s is none of these", async (host) => {
  expect(await led(host)).toHaveLength(1);
});

test("a name leads to the public ones of its addresses", async () => {
  expect(await led("a.test", answers(LOOPBACK, PUBLIC))).toEqual([PUBLIC]);
  await expect(led("a.test", answers(LOOPBACK))).rejects.toThrow(REFUSED);
});

test("the host of the document leads back to the address that it came from, and to no other private one", async () => {
  const found = answers(LOOPBACK, { address: "10.0.0.1", family: 4 });
  const reach = new Reach(found);
  reach.came(new URL("http://a.test/"), "10.0.0.1");
  expect(await led("a.test", found, reach)).toEqual([{ address: "10.0.0.1", family: 4 }]);
  await expect(led("b.test", found, reach)).rejects.toThrow(REFUSED);
  reach.came(new URL("http://a.test/"), PUBLIC.address);
  await expect(led("a.test", found, reach)).rejects.toThrow(REFUSED);
});
