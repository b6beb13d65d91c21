import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileStore } from "../../../runtime/store/index.js";

const module_ = JSON.stringify(join(import.meta.dirname, "../../../runtime/store/file.ts"));

/** Counts one key up for ever and says each write that was confirmed. */
const program = (folder: string): string => `
  import { fileStore } from ${module_};
  const store = fileStore({ folder: ${JSON.stringify(folder)} });
  for (;;) {
    const found = await store.get("n");
    const etag = await store.put("n", String(Number(found?.value ?? 0) + 1), { expected: found?.etag ?? null });
    if (etag !== undefined) process.stdout.write("+");
  }`;

test("four processes that write one key in files lose no write, though they are killed and paused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-store-file-"));
  const file = join(folder, "writer.mts");
  writeFileSync(file, program(join(folder, "store")));
  let told = 0;
  let started = 0;
  const start = (): ChildProcess => {
    started += 1;
    const child = spawn(process.execPath, ["--import", "tsx", file], { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", (piece: Buffer) => (told += piece.length));
    return child;
  };
  const gone = async (child: ChildProcess): Promise<void> => {
    const closed = new Promise<void>((resolve) => void child.once("close", () => resolve()));
    child.kill("SIGKILL");
    await closed;
  };
  const writers = [start(), start(), start(), start()];
  for (let round = 0; round < 12; round += 1) {
    const before = told;
    await expect.poll(() => told - before, { timeout: 60_000 }).toBeGreaterThan(20);
    writers[0]!.kill("SIGSTOP");
    await gone(writers[1]!);
    writers[1] = start();
    writers[0]!.kill("SIGCONT");
  }
  await Promise.all(writers.map(gone));
  const count = Number((await fileStore({ folder: join(folder, "store") }).get("n"))?.value);
  // A killed process may have written once more than it could say.
  expect(count).toBeGreaterThanOrEqual(told);
  expect(count).toBeLessThanOrEqual(told + started);
  rmSync(folder, { recursive: true, force: true });
});
