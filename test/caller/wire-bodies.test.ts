import { describe, expect, test } from "vitest";
import { answer, recording } from "./recording.js";
import { failure } from "./world.js";

const bodies = () => recording("fixtures/wire/05-bodies.yaml");
const ranges = () => recording("fixtures/wire/33-ranges.yaml");

describe("an optional body", () => {
  test("is left out, with its media type, where a call has none of its fields", async () => {
    const { sent } = await bodies();
    for (const params of [{ id: "1" }, { id: "1", why: undefined }]) {
      const { method, body, headers } = await sent("removeOpt", params);
      expect([method, body, headers["content-type"]]).toEqual(["DELETE", "", undefined]);
    }
  });

  test("is sent where a field is there, null included", async () => {
    const { sent } = await bodies();
    expect((await sent("removeOpt", { id: "1", why: "no" })).body).toBe('{"why":"no"}');
    expect((await sent("removeOpt", { id: "1", why: null })).body).toBe('{"why":null}');
  });

  test("that is required is sent without fields", async () => {
    const { sent } = await bodies();
    expect(await sent("patchIt")).toMatchObject({
      body: "{}",
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect((await sent("postForm")).headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });
});

describe("a GET with a described body", () => {
  test("is warned of at generation, once, at its place", async () => {
    const { messages } = await bodies();
    expect(messages.filter((message) => message.startsWith("GET has a body"))).toHaveLength(1);
  });

  test("sends none, and nothing in its place, without a field of it", async () => {
    const { sent } = await bodies();
    const { method, body, headers } = await sent("getWithBody");
    expect([method, body, headers["content-type"], headers["content-length"]]).toEqual([
      "GET",
      "",
      undefined,
      undefined,
    ]);
  });

  test("sends it on Node", async () => {
    const { sent } = await bodies();
    expect(await sent("getWithBody", { q: "ä" })).toMatchObject({
      method: "GET",
      body: '{"q":"ä"}',
      headers: { "content-type": "application/json", "content-length": "10" },
    });
  });

  test("is read like any other answer, and fails like any other call", async () => {
    const { routes, callerWith } = await recording("fixtures/wire/05-bodies.yaml", [
      answer({ some: "thing" }, { "x-one": "1" }, 404),
    ]);
    const error = await failure(routes["getWithBody"]?.(callerWith({}), { q: "x" }) ?? Promise.resolve());
    expect(error).toMatchObject({ kind: "http", status: 404, body: { some: "thing" } });
  });

  test("is an argument error, before anything is sent, where there is only fetch", async () => {
    const { routes, caller, seen } = await bodies();
    const { getBuiltinModule } = process;
    Object.assign(process, { getBuiltinModule: undefined });
    try {
      expect(await failure(routes["getWithBody"]?.(caller, { q: "x" }) ?? Promise.resolve())).toMatchObject({
        kind: "argument",
        message: expect.stringContaining("getWithBody: fetch sends no body with GET") as string,
      });
    } finally {
      Object.assign(process, { getBuiltinModule });
    }
    expect(seen).toEqual([]);
  });
});

describe("a form", () => {
  test("omits null, and writes lists, objects and deep objects", async () => {
    const { sent } = await bodies();
    const { body } = await sent("postForm", { a: ["x", "y"], o: { k: "1" }, d: { k: ["p", "q"] }, n: null });
    expect([...new URLSearchParams(body)]).toEqual([
      ["a", "x"],
      ["a", "y"],
      ["o", '{"k":"1"}'],
      ["d[k]", "p"],
      ["d[k]", "q"],
    ]);
  });

  test("is one of two media types, which the call chooses", async () => {
    const { sent } = await bodies();
    expect((await sent("postTwo", { body: { a: "x" } })).body).toBe('{"a":"x"}');
    const form = { body: { b: "x" }, contentType: "application/x-www-form-urlencoded" };
    expect((await sent("postTwo", form)).body).toBe("b=x");
  });
});

describe("bytes of a range or of several media types", () => {
  const png = new Blob(["bytes"], { type: "image/png" });

  test("go out under the type of their Blob", async () => {
    const { sent } = await ranges();
    expect((await sent("putAvatar", { body: png })).headers["content-type"]).toBe("image/png");
    const any = await bodies();
    expect((await any.sent("putAny", { body: png })).headers["content-type"]).toBe("image/png");
    expect((await any.sent("putAny", { body: new Uint8Array([97]) })).headers["content-type"]).toBe(
      "application/octet-stream",
    );
    const several = await recording("fixtures/wire/26-multipart-31.yaml");
    expect((await several.sent("upC", { body: png })).headers["content-type"]).toBe("image/png");
  });

  test("that have no type take the one that the call names", async () => {
    const { sent } = await ranges();
    const { headers, body } = await sent("putAvatar", { body: new Uint8Array([97]), contentType: "image/webp" });
    expect([headers["content-type"], body]).toEqual(["image/webp", "a"]);
  });

  test.each([
    ["of another type", new Blob(["t"], { type: "text/plain" }), "the type image/*, got text/plain"],
    ["without one", new Uint8Array([1]), "the type image/*, got bytes without a type"],
  ])("%s are refused before anything is sent", async (_says, body, why) => {
    const { routes, caller, seen } = await ranges();
    expect(await failure(routes["putAvatar"]?.(caller, { body }) ?? Promise.resolve())).toMatchObject({
      kind: "argument",
      message: expect.stringContaining(why) as string,
    });
    expect(seen).toEqual([]);
  });
});
