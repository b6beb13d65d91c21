import { readFileSync } from "node:fs";
import { transform } from "esbuild";
import type { Caller, Operation } from "svc-apps/abi";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { extract } from "../tools/snippets/extract.js";

/** The client of the page, as a reader would take it. */
let clientOf: (baseUrl: string, credentials: Record<string, string>) => Caller;
beforeAll(async () => {
  const page = extract("docs/generate.md", readFileSync("docs/generate.md", "utf8"));
  const program = page.programs.find(({ code }) => code.includes("const clientOf"))?.code ?? "";
  const own = program.slice(program.indexOf("const clientOf"), program.indexOf("const client ="));
  const { code } = await transform(`export ${own}`, { loader: "ts", format: "esm" });
  ({ clientOf } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`));
});

/** What goes out for a call, and what comes back to the caller for an answer. */
async function call(operation: Partial<Operation>, params: object, answer = new Response("{}")) {
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(answer);
  try {
    const client = clientOf("https://api.example/v2", { "x-key": "k" });
    const whole = { id: "tryIt", method: "GET", path: "/things", retry: "safe", ...operation } as const;
    const result: unknown = await client.call(whole, params);
    const [url, init] = fetched.mock.calls[0] ?? [];
    const request = new Request(url ?? "", init);
    return { result, request, text: await request.text() };
  } finally {
    fetched.mockRestore();
  }
}

describe("the client that the page about generating shows", () => {
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
    expect((await call({}, {}, new Response('{"a":1}'))).result).toEqual({ a: 1 });
    expect((await call({}, {}, new Response(null, { status: 204 }))).result).toBeUndefined();
    await expect(call({}, {}, new Response("no", { status: 403 }))).rejects.toThrow("tryIt: 403 no");
  });

  test("goes nowhere else when a parameter of the path would climb", async () => {
    const operation = { path: "/things/{id}", pathParams: { id: "id" } };
    for (const id of ["", ".", ".."])
      await expect(call(operation, { id })).rejects.toThrow("would lead to another path");
    expect((await call(operation, { id: "..." })).request.url).toBe("https://api.example/v2/things/...");
  });
});
