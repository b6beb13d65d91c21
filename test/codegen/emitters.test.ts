import { getResponse, http, type HttpHandler } from "msw";
import { describe, expect, test } from "vitest";
import { defineEmitter, generate, ModuleWriter } from "../../codegen/index.js";
import { emitAll, OPTIONAL } from "../../codegen/emit/index.js";
import { fileOf, modelOf } from "./support/describe.js";
import { type Guard, load } from "./support/guards.js";
import { ok, one, text } from "./support/operation.js";
import { pets, schemas } from "./support/pets.js";
import { temporaryFolder, writeFiles } from "./support/temporary.js";

async function loaded(entry: string): Promise<Readonly<Record<string, unknown>>> {
  return load((await modelOf(pets)).model, entry, OPTIONAL);
}

describe("what is generated besides", () => {
  test("fakers make values that pass the guards, from examples where there are some", async () => {
    const fakers = (await loaded("fakers.ts")) as Record<string, (overrides?: object) => unknown>;
    const guards = (await loaded("validators/guards.ts")) as Record<string, Guard>;
    for (const name of Object.keys(schemas)) {
      const value = fakers[`fake${name}`]?.();
      expect([name, value, guards[`is${name}`]?.(value)]).toEqual([name, value, true]);
    }
    expect(fakers["fakeGiven"]?.()).toEqual({ a: "from the example" });
    expect(fakers["fakePet"]?.({ id: 77 })).toMatchObject({ id: 77, kind: "cat" });
  });

  test("handlers of Mock Service Worker answer every operation, and let each be answered otherwise", async () => {
    const { createHandlers } = (await loaded("msw.ts")) as {
      createHandlers: (answers?: object, baseUrl?: string) => HttpHandler[];
    };
    const ask = async (handlers: HttpHandler[], method: string): Promise<Response | undefined> =>
      getResponse(handlers, new Request("https://api.example/pets/1", { method }));
    const found = await ask(createHandlers({}, "https://api.example"), "GET");
    expect([found?.status, await found?.json()]).toMatchObject([200, { kind: "cat" }]);
    expect((await ask(createHandlers(), "DELETE"))?.status).toBe(204);
    const own = createHandlers({
      getPet: ({ params }: { params: { id: string } }) => Response.json({ id: params.id }, { status: 404 }),
    });
    const answer = await ask(own, "GET");
    expect([answer?.status, await answer?.json()]).toEqual([404, { id: "1" }]);
    expect(http).toBeDefined();
  });

  test.each([
    ["/pets('{id}')/sold()", "/pets('1')/sold()", "/pets('1')/sold"],
    ["/pets/{id}:sell", "/pets/1:sell", "/pets/1-sell"],
    ["/pets:sell", "/pets:sell", "/petss"],
    ["/pets/{id}px", "/pets/1px", "/pets/1"],
  ])("handlers take the path %s as it stands", async (path, fits, other) => {
    const parameters = [{ name: "id", in: "path", required: true, schema: text }];
    const { model } = await modelOf(one({ parameters, responses: ok(text) }, path, "get"), { strict: false });
    const { createHandlers } = (await load(model, "msw.ts", OPTIONAL)) as { createHandlers: () => HttpHandler[] };
    const ask = async (url: string): Promise<number | undefined> =>
      (await getResponse(createHandlers(), new Request(`https://api.example${url}`)))?.status;
    expect([await ask(fits), await ask(other)]).toEqual([200, undefined]);
  });

  test("webhooks come to their functions when they are what is described", async () => {
    const { createWebhookHandler } = (await loaded("validators/webhooks.ts")) as {
      createWebhookHandler: (handlers: object) => (name: string, request: Request) => Promise<Response>;
    };
    const seen: unknown[] = [];
    const handle = createWebhookHandler({ petSold: (body: unknown) => void seen.push(body) });
    const request = (body: string): Request => new Request("https://own.example/", { method: "POST", body });
    expect((await handle("petSold", request('{"id":1}'))).status).toBe(204);
    expect((await handle("petSold", request('{"id":"1"}'))).status).toBe(400);
    expect((await handle("petSold", request("{"))).status).toBe(400);
    expect((await handle("petBorn", request("{}"))).status).toBe(404);
    expect(seen).toEqual([{ id: 1 }]);
  });

  test("what every object inherits is no handler of a webhook", async () => {
    const { createWebhookHandler } = (await loaded("validators/webhooks.ts")) as {
      createWebhookHandler: (handlers: object) => (name: string, request: Request) => Promise<Response>;
    };
    const handle = createWebhookHandler({ other: () => undefined });
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty", "other"])
      expect((await handle(name, new Request("https://own.example/", { method: "POST", body: "{}" }))).status).toBe(
        404,
      );
  });

  test("a webhook's body is read as far as it may be long", async () => {
    const { createWebhookHandler } = (await loaded("validators/webhooks.ts")) as {
      createWebhookHandler: (
        handlers: object,
        options?: object,
      ) => (name: string, request: Request) => Promise<Response>;
    };
    let pulled = 0;
    const body = (bytes: number): ReadableStream =>
      new ReadableStream({
        pull(controller) {
          pulled += 1000;
          controller.enqueue(new TextEncoder().encode(" ".repeat(1000)));
          if (pulled < bytes) return;
          controller.enqueue(new TextEncoder().encode('{"id":1}'));
          controller.close();
        },
      });
    const request = (bytes: number): Request =>
      new Request("https://own.example/", { method: "POST", body: body(bytes), duplex: "half" } as RequestInit);
    const handlers = { petSold: () => undefined };
    expect((await createWebhookHandler(handlers, { maxBytes: 2008 })("petSold", request(2000))).status).toBe(204);
    pulled = 0;
    expect((await createWebhookHandler(handlers, { maxBytes: 2007 })("petSold", request(2000))).status).toBe(413);
    pulled = 0;
    expect((await createWebhookHandler(handlers)("petSold", request(300 * 2 ** 20))).status).toBe(413);
    expect(pulled).toBeLessThan(2 ** 21);
    const said = new Request("https://own.example/", {
      method: "POST",
      body: "{}",
      headers: { "content-length": "99" },
    });
    expect((await createWebhookHandler(handlers, { maxBytes: 98 })("petSold", said)).status).toBe(413);
    expect((await createWebhookHandler(handlers, { maxBytes: NaN })("petSold", request(2000))).status).toBe(413);
  });

  test("groups have the functions of a tag", async () => {
    const { pets } = (await loaded("groups.ts")) as { pets: object };
    expect(Object.keys(pets)).toEqual(["deletePet", "getPet"]);
  });
});

describe("for programs", () => {
  test("generate gives back files and what was warned of, with emitters of one's own", async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, {
      "api.yaml": "openapi: 3.1\ninfo: { title: T, version: '1' }\ncomponents: { schemas: { A: { type: string } } }\n",
    });
    const names = defineEmitter({
      name: "names",
      emit: (model) => {
        const out = new ModuleWriter("names.ts", "Names.", model.sources);
        out.add(`export const names = ${JSON.stringify(model.schemas.map(({ name }) => name))};`);
        return [out];
      },
    });
    const made = await generate({ openapi: "api.yaml", folder, emitters: [names, "fakers"] });
    expect(made.files.map(({ path }) => path)).toContain("fakers.ts");
    expect(made.files.find(({ path }) => path === "names.ts")?.text).toContain('export const names = ["A"];');
    expect(made.warnings).toContain("api.yaml:1:10 - warning: `openapi` is not a string");
  });

  test("what does not exist is refused with what was probably meant", async () => {
    await expect(generate({ openapi: "a.yaml", emitters: ["fakrs"] })).rejects.toThrow("ENOENT");
    const folder = await temporaryFolder();
    await writeFiles(folder, { "api.yaml": "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n" });
    await expect(generate({ openapi: "api.yaml", folder, emitters: ["fakrs"] })).rejects.toThrow(
      "there is no emitter fakrs; did you mean fakers?",
    );
    const misspelled = { openapi: "api.yaml", folder, clahses: "nest" };
    await expect(generate(misspelled)).rejects.toThrow("there is no key clahses; did you mean clashes?");
  });

  test("two emitters that make one file differently are refused", async () => {
    const { model } = await modelOf(pets);
    const again = defineEmitter({ name: "again", emit: () => [{ path: "types.ts", text: "", layout: false }] });
    expect(() => emitAll(model, { runtime: "./abi.js" }, [again])).toThrow(
      "the emitters types and again both make types.ts",
    );
  });
});

test("a file that nobody asked for is not made", async () => {
  await expect(fileOf("fakers.ts", pets)).rejects.toThrow("fakers.ts was not emitted");
});
