import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { settled } from "../../runtime/caller/index.js";
import { fileOf } from "../codegen/support/describe.js";
import { answer, type Answers, recording } from "./recording.js";
import { failure } from "./world.js";

test("a described redirect comes through settled, with its headers, and is not followed", async () => {
  const { routes, caller, seen } = await recording("fixtures/wire/29-json-lines.yaml", [
    (response) => void response.writeHead(302, { location: "/elsewhere", "x-id": "7" }).end("moved"),
  ]);
  const ended = await settled(routes["download"]!(caller));
  expect(ended).toMatchObject({ ok: false, status: 302, headers: { location: "/elsewhere", "x-id": "7" } });
  expect(await failure(routes["download"]!(caller))).toMatchObject({ kind: "protocol", status: 302 });
  expect(seen.map(({ url }) => url)).toEqual(["/redirect", "/redirect"]);
});

test("a status that nobody described comes through settled too", async () => {
  const { routes, caller } = await recording("fixtures/wire/29-json-lines.yaml", [
    (response) => void response.writeHead(418, { "content-type": "text/plain" }).end("short and stout"),
  ]);
  expect(await settled(routes["download"]!(caller))).toMatchObject({
    ok: false,
    status: 418,
    error: "short and stout",
  });
});

describe("lines of JSON", () => {
  const lines = (answers: Answers, document: object | string = "fixtures/wire/29-json-lines.yaml") =>
    recording(document, answers);
  const said =
    (...chunks: readonly string[]): Answers[number] =>
    (response) => {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      for (const chunk of chunks) response.write(chunk);
      response.end();
    };
  const all = async (items: unknown): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const item of items as AsyncIterable<unknown>) found.push(item);
    return found;
  };

  test("are items, however they are cut, without blank lines and with a last one that has no end", async () => {
    const { routes, caller, seen } = await lines([said('{"n":1}\n\n{"n"', ':2}\r\n{"n":', "3}")]);
    expect(await all(routes["generateText"]!(caller, { prompt: "p" }))).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(seen).toMatchObject([{ headers: { accept: "application/x-ndjson" }, body: '{"prompt":"p"}' }]);
  });

  test("come while the service still sends", async () => {
    let end = (): void => undefined;
    const { routes, caller } = await lines([
      (response) => {
        response.writeHead(200, { "content-type": "application/x-ndjson" }).write('{"n":1}\n');
        end = () => void response.end('{"n":2}\n');
      },
    ]);
    const items = routes["generateText"]!(caller, { prompt: "p" }) as unknown as AsyncGenerator<unknown>;
    expect((await items.next()).value).toEqual({ n: 1 });
    end();
    expect(await all(items)).toEqual([{ n: 2 }]);
  });

  test("are one request for each loop, and a loop that is left closes the connection", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { routes, caller } = await lines([
      (response) => {
        closed = once(response, "close");
        response.writeHead(200, { "content-type": "application/x-ndjson" }).write('{"n":1}\n');
      },
    ]);
    for await (const item of routes["generateText"]!(caller, { prompt: "p" }) as unknown as AsyncIterable<unknown>) {
      expect(item).toEqual({ n: 1 });
      break;
    }
    await closed;
  });

  test.each<[says: string, answer: Answers[number], error: object]>([
    ["that are not JSON", said('{"n":1}\n', "oops\n"), { kind: "protocol", message: /an item is not JSON/ }],
    ["that are too long", said(`{"n":"${"x".repeat(100)}`), { kind: "protocol", message: /more than 50 characters/ }],
    ["that are refused", answer({ title: "No" }, {}, 404), { kind: "http", status: 404 }],
  ])("%s are errors of the call", async (_says, answered, error) => {
    const { routes, callerWith } = await lines([answered]);
    const caller = callerWith({ maxBodyBytes: 50 });
    const thrown = await failure(all(routes["generateText"]!(caller, { prompt: "p" })));
    const { message, ...rest } = error as { message?: RegExp };
    expect(thrown).toMatchObject({ operation: "generateText", ...rest });
    if (message !== undefined) expect(thrown).toHaveProperty("message", expect.stringMatching(message));
  });

  test.each<[says: string, content: object, text: string]>([
    ["the items of a list", { schema: { type: "array", items: { type: "integer" } } }, "1\n2\n"],
    ["an itemSchema", { itemSchema: { type: "integer" } }, "1\n2\n"],
  ])("are typed by %s", async (_says, media, text) => {
    const document = {
      openapi: "3.2.0",
      info: { title: "Lines", version: "1" },
      paths: {
        "/n": {
          get: {
            operationId: "count",
            responses: { "200": { description: "n", content: { "application/jsonl": media } } },
          },
        },
      },
    };
    const { routes, caller } = await lines([said(text)], document);
    expect(await all(routes["count"]!(caller))).toEqual([1, 2]);
    expect(await fileOf("types.ts", { "openapi.yaml": document })).toContain("export type CountResult = number;");
    expect(await fileOf("routes.ts", { "openapi.yaml": document })).toContain(
      "AsyncGenerator<T.CountResult, void, undefined>",
    );
  });

  test("are a second function beside JSON, and a sequence of RFC 7464 is read by its marks", async () => {
    const integer = { schema: { type: "integer" } };
    const document = {
      openapi: "3.1.0",
      info: { title: "Lines", version: "1" },
      paths: {
        "/n": {
          get: {
            operationId: "count",
            responses: {
              "200": { description: "n", content: { "application/json": integer, "application/json-seq": integer } },
            },
          },
        },
      },
    };
    const { routes, caller, seen } = await recording(document, [
      answer("7", { "content-type": "application/json" }),
      answer("\u001e1\n\u001e{\n}\n", { "content-type": "application/json-seq" }),
    ]);
    expect(await routes["count"]!(caller)).toBe(7);
    expect(await all(routes["countStream"]!(caller))).toEqual([1, {}]);
    expect(seen.map(({ headers }) => headers["accept"])).toEqual([
      "application/json, */*;q=0.5",
      "application/json-seq",
    ]);
  });
});
