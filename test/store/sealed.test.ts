import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileStore, memoryStore, sealed } from "../../runtime/store/index.js";
import { testStore } from "./suite.js";

const secretOf = (fill: number): string => Buffer.alloc(32, fill).toString("base64");
const key1 = { id: "one", secret: secretOf(1) };
const key2 = { id: "two", secret: new Uint8Array(32).fill(2) };

describe.concurrent("a sealed store", () => {
  const store = sealed(memoryStore(), { keys: [key1] });
  testStore(() => ({ open: () => store }));

  test("a value is found in no file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-sealed-"));
    const files = sealed(fileStore({ folder }), { keys: [key1] });
    const canary = "canary-7f3a";
    await files.put("a", `{"text":"${canary}"}`, { expected: null });
    const written = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), "utf8"));
    rmSync(folder, { recursive: true });
    expect(written).toHaveLength(1);
    expect(written.join("")).not.toContain(canary);
    expect(written.join("")).not.toContain(Buffer.from(canary).toString("base64").slice(0, 12));
  });

  test("an old key still opens, and the first one seals", async () => {
    const inner = memoryStore();
    const etag = await sealed(inner, { keys: [key1] }).put("a", "old", { expected: null });
    const both = sealed(inner, { keys: [key2, key1] });
    expect((await both.get("a"))?.value).toBe("old");
    await both.put("a", "new", { expected: etag ?? null });
    expect((await sealed(inner, { keys: [key2] }).get("a"))?.value).toBe("new");
    await expect(sealed(inner, { keys: [key1] }).get("a")).rejects.toMatchObject({
      reason: "unreadable",
      message: 'The value under "a" is sealed by the key "two", which is not among the keys. It is left as it is.',
    });
  });

  test.each([
    ["plain", async () => "plain", /is not sealed/],
    [
      "changed",
      async (text: string) => `${text.slice(0, -6)}${text.at(-6) === "A" ? "B" : "A"}${text.slice(-5)}`,
      /was changed/,
    ],
    ["of another entry", async (_: string, other: string) => other, /moved from another entry/],
  ])("a value that is %s is refused", async (_, made, words) => {
    const inner = memoryStore();
    const own = sealed(inner, { keys: [key1] });
    const etag = await own.put("a", "value of a", { expected: null });
    await own.put("b", "value of b", { expected: null });
    const [a, b] = [await inner.get("a"), await inner.get("b")];
    await inner.put("a", await made(a?.value ?? "", b?.value ?? ""), { expected: etag ?? null });
    await expect(own.get("a")).rejects.toMatchObject({ reason: "unreadable", message: expect.stringMatching(words) });
  });

  test.each([
    [[], "at least one"],
    [[{ id: "a b", secret: secretOf(1) }], "keys[0].id must be"],
    [[{ id: "a", secret: "short" }], "keys[0].secret must be 32 bytes"],
    [[{ id: "a", secret: new Uint8Array(16) }], "keys[0].secret must be 32 bytes"],
    [[{ id: "a", secret: "not base64 at all!" }], "keys[0].secret must be 32 bytes"],
    [[key1, key1], 'two keys have the id "one"'],
  ])("%j are no keys", (keys, words) => {
    const make = () => sealed(memoryStore(), { keys });
    expect(make).toThrow(words);
    expect(make).not.toThrow(secretOf(1));
  });
});
