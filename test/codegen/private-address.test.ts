import { expect, test } from "vitest";
import { isPrivate } from "../../codegen/load/private-address.js";

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
  "router.home.arpa",
  "a.localhost.",
])("%s is this machine or the network around it, however it is spelled", async (host) => {
  expect(await isPrivate(new URL(`http://${host}/`))).toBe(true);
});

test.each(["192.0.1.1", "192.0.2.1", "[2001:db8::1]", "[2606:4700::1111]"])("%s is none of these", async (host) => {
  expect(await isPrivate(new URL(`http://${host}/`))).toBe(false);
});
