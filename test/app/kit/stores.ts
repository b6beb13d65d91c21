import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileState, memoryState } from "svc-apps";
import type { StateStore } from "svc-apps";
import { onTestFinished } from "vitest";

/** Every store of state that there is, by name. */
export const stores: readonly [string, () => Promise<StateStore>][] = [
  ["memory", async () => Promise.resolve(memoryState())],
  ["files", async () => fileState({ folder: await temporary() })],
];

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "state-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return join(folder, "made/when/missing");
}
