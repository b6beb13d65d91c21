import { createCaller, type Operation } from "svc-apps/rest";
import { describe, expect, test, vi } from "vitest";

/** What goes out for a call, and what comes back to the caller for an answer. */
async function call(operation: Partial<Operation>, params: object, answer = Response.json({})) {
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(answer);
  try {
    const client = createCaller({ baseUrl: "https://api.example/v2", headers: { "x-key": "k" } });
    const whole = { id: "tryIt", method: "GET", path: "/things", retry: "safe", ...operation } as const;
    const result: unknown = await client.call(whole, params);
    const [url, init] = fetched.mock.calls[0] ?? [];
    const request = new Request(url ?? "", init);
    return { result, request, text: await request.text() };
  } finally {
    fetched.mockRestore();
  }
}

describe("the client for any service, under its public name", () => {
  test("places parameters by their wire names, and the rest into the body", async () => {
    const { request, text } = await call(
      {
        method: "POST",
        path: "/things/{coisa}/parts",
        pathParams: { coisa: "thingId" },
        queryParams: { limite: "limit", cor: "colours", tag: "tags", sem: "absent" },
        repeated: ["tags"],
        queryConst: { view: "full" },
        headerParams: { "If-Match": "revision" },
        body: true,
      },
      { thingId: "a/b", limit: 5, colours: ["red", "blue"], tags: ["x", "y"], revision: "r1", name: "n", deep: [1] },
    );
    expect(request.method).toBe("POST");
    expect(decodeURIComponent(request.url)).toBe(
      "https://api.example/v2/things/a/b/parts?view=full&limite=5&cor=red,blue&tag=x&tag=y",
    );
    expect(request.url).toContain("/a%2Fb/");
    expect(Object.fromEntries(request.headers)).toMatchObject({ "if-match": "r1", "x-key": "k" });
    expect(text).toBe('{"name":"n","deep":[1]}');
  });

  test("sends a body that is one parameter whole, and none where the operation has none", async () => {
    expect((await call({ method: "PUT", bodyParam: "list" }, { list: [1, 2] })).text).toBe("[1,2]");
    expect((await call({}, {})).text).toBe("");
  });

  test("gives the answer, nothing for an empty one, and an error with the operation's name for a refusal", async () => {
    expect((await call({}, {}, Response.json({ a: 1 }))).result).toEqual({ a: 1 });
    expect((await call({}, {}, new Response(null, { status: 204 }))).result).toBeUndefined();
    await expect(call({}, {}, new Response("no", { status: 403 }))).rejects.toMatchObject({
      message: "tryIt: answered 403 without a code",
      body: "no",
    });
  });

  test("goes nowhere else when a parameter of the path would climb", async () => {
    const operation = { path: "/things/{id}", pathParams: { id: "id" } };
    for (const id of ["", ".", ".."]) await expect(call(operation, { id })).rejects.toThrow("tryIt: id cannot be");
    expect((await call(operation, { id: "..." })).request.url).toBe("https://api.example/v2/things/...");
  });
});
