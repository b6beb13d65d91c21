import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileState } from "svc-apps";
import { expect, onTestFinished, test } from "vitest";

test("files of others in the folder of a store are none of its keys", async () => {
  const folder = await mkdtemp(join(tmpdir(), "state-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const store = fileState({ folder });
  await store.set("conversation:1", { a: 1 });
  for (const name of ["100%.json", "package.json", "notes.txt", "%E0%A4%A.json"])
    await writeFile(join(folder, name), "{}");
  expect(await store.keys("conversation:")).toEqual(["conversation:1"]);
});
