import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileStore } from "../../runtime/store/index.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { gathered } from "./suite.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "svc-store-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [join(one.parentPath, one.name)] : [],
  );

describe("the store in files", () => {
  test("creates its folder and files for their owner alone", async () => {
    const inside = join(folder, "new/deep");
    await fileStore({ folder: inside }).put("a", "v", { expected: null });
    const [file = ""] = filesIn(inside);
    expect([statSync(file).mode & 0o777, statSync(inside).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test.each([
    ["is empty", ""],
    ["is damaged", '{"etag":"x","bef'],
    ["was written by another program", "[1]"],
  ])("a file that %s is named, and never overwritten", async (_, text) => {
    const store = fileStore({ folder });
    await store.put("a", "v", { expected: null });
    const [file = ""] = filesIn(folder);
    writeFileSync(file, text);
    for (const work of [
      () => store.get("a"),
      () => store.put("a", "w", { expected: null }),
      () => store.delete("a", { expected: "x" }),
    ]) {
      await expect(work()).rejects.toMatchObject({
        reason: "unreadable",
        message: expect.stringMatching(new RegExp(`^${file} .*delete it to begin anew`)),
      });
    }
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(await gathered(store.list(""))).toEqual(["a"]);
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be read rejects", async () => {
    const store = fileStore({ folder });
    await store.put("a", "v", { expected: null });
    chmodSync(filesIn(folder)[0] ?? "", 0);
    await expect(store.get("a")).rejects.toMatchObject({ code: "EACCES" });
  });

  test("a full disk rejects, leaves the former value and no file behind", () => {
    const program = `
      import { fileStore } from ${JSON.stringify(join(process.cwd(), "runtime/store/file.ts"))};
      process.on("SIGXFSZ", () => undefined);
      const store = fileStore({ folder: ${JSON.stringify(folder)} });
      const etag = await store.put("a", "small", { expected: null });
      const failed = await store.put("a", "x".repeat(200_000), { expected: etag }).catch((error) => error.code);
      console.log(JSON.stringify([failed, (await store.get("a")).value]));`;
    writeFileSync(join(folder, "run.mts"), program);
    const run = spawnSync("bash", ["-c", `ulimit -f 64; exec node --import tsx ${join(folder, "run.mts")}`], {
      encoding: "utf8",
    });
    expect([run.stdout.trim(), run.stderr]).toEqual(['["EFBIG","small"]', ""]);
    expect(filesIn(folder).filter((one) => one.endsWith(".tmp"))).toEqual([]);
  });

  test("a writer that was paused between its look and its write is refused, whatever happened since", async () => {
    const store = fileStore({ folder });
    const first = await store.put("a", "1", { expected: null });
    const [file = ""] = filesIn(folder);
    const second = await store.put("a", "2", { expected: first ?? "" });
    await store.put("a", "3", { expected: second ?? "" });
    // What the paused writer links now: a number that was taken and whose file is gone.
    writeFileSync(file.replace(/@1$/, "@2"), JSON.stringify({ etag: "stale", before: [first], value: "stale" }));
    expect((await store.get("a"))?.value).toBe("3");
  });

  test("a process that was killed between its steps leaves a value that is whole, and is cleaned up after", async () => {
    const clock = createVirtualClock({ startMs: Date.now() });
    const store = fileStore({ folder, clock });
    const etag = await store.put("a", "1", { expected: null });
    const [file = ""] = filesIn(folder);
    const part = file.slice(0, file.lastIndexOf("/"));
    writeFileSync(`${part}/unfinished.tmp`, '{"etag":');
    // Killed after the link of the second version and before the first was removed.
    writeFileSync(`${part}/a@2`, JSON.stringify({ etag: "second", before: [etag], value: "2" }));
    expect(await store.get("a")).toEqual({ value: "2", etag: "second" });
    const third = await store.put("a", "3", { expected: "second" });
    expect(readdirSync(part).sort()).toEqual(["a@3", "unfinished.tmp"]);
    await clock.advance(3_700_000);
    await store.put("a", "4", { expected: third ?? "" });
    expect(readdirSync(part)).toEqual(["a@4"]);
  });

  test("marks of deleted keys and what has expired are removed, and a deleted key never comes back", async () => {
    const clock = createVirtualClock({ startMs: Date.now() });
    const store = fileStore({ folder, clock });
    await store.put("x", "v", { expected: null, ttlMs: 1_000 });
    const [file = ""] = filesIn(folder);
    const part = file.slice(0, file.lastIndexOf("/"));
    // Another key, which belongs to the same part, deleted by a process that was killed before it removed the former version.
    writeFileSync(`${part}/ld@1`, JSON.stringify({ etag: "1", before: [], value: "old" }));
    writeFileSync(`${part}/ld@2`, JSON.stringify({ etag: "2", before: ["1"] }));
    await clock.advance(3_700_000);
    await store.put("x", "w", { expected: (await store.get("x"))?.etag ?? null });
    expect(readdirSync(part)).toEqual(["x@2"]);
    expect(await store.get("ld")).toBeUndefined();
  });

  test.each([[{}], [{ folder: "" }], [undefined]])("%j is no option of it", (options) => {
    expect(() => fileStore(options as { folder: string })).toThrow("fileStore() requires { folder }, a path");
  });

  test("rejects where the folder is a file", async () => {
    mkdirSync(join(folder, "in"));
    writeFileSync(join(folder, "in/file"), "");
    const store = fileStore({ folder: join(folder, "in/file") });
    await expect(store.put("a", "v", { expected: null })).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
  });
});
