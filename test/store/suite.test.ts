import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { fileStore, memoryStore } from "../../runtime/store/index.js";
import { testStore } from "./suite.js";

describe.concurrent("the store in memory", () => {
  const store = memoryStore();
  testStore(() => ({ open: () => store }));
});

describe.concurrent("the store in files", () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "svc-store-"))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  testStore(() => ({ open: () => fileStore({ folder }) }));
});
