/** Stores of runtimes: SQLite of Node, and Durable Objects of workerd. Both pass the suite. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storeCases } from "../../testing/store/index.js";
import { run } from "../../tools/run.js";
import { startWorker, workerdBinary } from "./drivers.js";
import { programs, type Programs } from "./programs.js";

const modules = join(import.meta.dirname, "node_modules");
const isAsked = process.env["RUNTIMES"] !== undefined;
const whole = { cases: storeCases.length, failed: [] };

/** Code that runs the suite: `open` is an expression. */
const suite = (open: string): string => `
  const failed = [];
  await Promise.all(storeCases.map((one) =>
    one.run({ open: () => ${open} }).catch((error) => failed.push(one.name + ": " + (error.cause ?? error)))));
  const result = JSON.stringify({ cases: storeCases.length, failed });`;

let files: Programs;
beforeAll(async () => {
  files = await programs();
});
afterAll(() => files.remove());

describe.each(["node22", "node24", "node26"])("node:sqlite on %s", (name) => {
  const binary = join(modules, name, "bin/node");
  test.skipIf(!isAsked || !existsSync(binary))("passes the suite", async () => {
    const code = `import { DatabaseSync } from "node:sqlite";
      import { sqliteStore } from "../../runtime/store/index.ts";
      import { storeCases } from "../../testing/store/index.ts";
      const database = new DatabaseSync(":memory:");
      ${suite("sqliteStore(database)")}
      console.log("RESULT " + result);`;
    const file = await files.make(`sqlite-${name}.mjs`, code, "node");
    const { output } = await run(binary, [file]);
    expect(JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? JSON.stringify(output))).toEqual(whole);
  });
});

describe.skipIf(!isAsked || !existsSync(workerdBinary))("Durable Objects on workerd", () => {
  test("pass the suite, inside of the object and through its stub", async () => {
    const code = `import { DurableObject } from "cloudflare:workers";
      import { durableObjectStore } from "../../runtime/store/index.ts";
      import { storeCases } from "../../testing/store/index.ts";
      export class Store extends DurableObject {
        store = durableObjectStore(this.ctx.storage);
        get(key) { return this.store.get(key); }
        put(key, value, options) { return this.store.put(key, value, options); }
        delete(key, options) { return this.store.delete(key, options); }
        async list(prefix) {
          const keys = [];
          for await (const key of this.store.list(prefix)) keys.push(key);
          return keys;
        }
        async check() { ${suite("this.store")} return result; }
      }
      export default {
        async fetch(request, env) {
          const { pathname } = new URL(request.url);
          if (pathname === "/up") return new Response("up");
          const stub = env.Store.get(env.Store.idFromName(pathname));
          if (pathname === "/inside") return new Response(await stub.check());
          ${suite(
            "({ get: (k) => stub.get(k), put: (k, v, o) => stub.put(k, v, o), delete: (k, o) => stub.delete(k, o), " +
              "list: (p) => stub.list(p), maxValueBytes: 126000 })",
          )}
          return new Response(result);
        },
      };`;
    const worker = await startWorker(files, { name: "store-worker", code, object: "Store" });
    try {
      for (const path of ["inside", "stub"]) {
        const response = await fetch(`${worker.url}/${path}`);
        expect([path, response.status, JSON.parse(await response.text())]).toEqual([path, 200, whole]);
      }
    } finally {
      worker.stop();
    }
  });
});
