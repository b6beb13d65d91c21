/** The store over unstorage that the page gives, as it stands there, over a fake of that interface. */
import { readFileSync } from "node:fs";
import { type KeyValue } from "svc-apps/stores";
import ts from "typescript";
import { describe } from "vitest";
import { extract } from "../../tools/snippets/extract.js";
import { testStore } from "./suite.js";

const page = "docs/stores.md";
const { programs } = extract(page, readFileSync(new URL(`../../${page}`, import.meta.url), "utf8"));
const code = programs.find((program) => program.code.includes("unstorageStore"))?.code ?? "";
const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
const { outputText } = ts.transpileModule(code, { compilerOptions });
const { unstorageStore } = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
  unstorageStore: (storage: object) => KeyValue; // as the page types it
};

/** As the memory driver of the proposal: an etag for each write, and an error with a code. */
function fakeStorage(): object {
  const items = new Map<string, { value: string; etag: string }>();
  let writes = 0;
  return {
    getItemRaw: async (key: string) => items.get(key)?.value ?? null,
    getMeta: async (key: string) => ({ etag: items.get(key)?.etag }),
    getKeys: async (prefix: string) => [...items.keys()].filter((key) => key.startsWith(prefix)),
    setItemRaw: async (key: string, value: string, { ifMatch, ifNoneMatch }: Record<string, string | undefined>) => {
      const held = items.get(key)?.etag;
      if ((ifNoneMatch === "*" && held !== undefined) || (ifMatch !== undefined && ifMatch !== held))
        throw Object.assign(new Error("mismatch"), { code: "ERR_CAS_MISMATCH" });
      const etag = `"${(writes += 1)}"`;
      items.set(key, { value, etag });
      return { etag };
    },
  };
}

describe.concurrent("the store over unstorage", () => {
  const storage = fakeStorage();
  testStore(() => ({ open: () => unstorageStore(storage) }));
});
