import { afterEach, describe, expect, test } from "vitest";
import type { CallerOptions } from "../../runtime/caller/index.js";
import { compile, project } from "../codegen/support/compile.js";
import { filesOf } from "../codegen/support/describe.js";
import { answer, recording } from "./recording.js";
import { failure, json, READ, world } from "./world.js";

const none = { "204": { description: "none" } };
const document = (rest: object = {}): object => ({
  openapi: "3.0.3",
  info: { title: "Options", version: "1" },
  servers: [{ url: "https://{region}.example/v1", variables: { region: { default: "eu" } } }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: { "/t": { get: { operationId: "read", responses: none } } },
  ...rest,
});

describe("a call may have of its own", () => {
  test("headers, over those of the client and of the operation", async () => {
    const { operations, callerWith, seen } = await recording(document());
    const caller = callerWith({ auth: "k", headers: { "X-One": "1", "X-Two": "1" } });
    await caller.call(operations["read"]!, {}, { headers: { "x-one": "2", Accept: "text/csv" } });
    expect(seen[0]?.headers).toMatchObject({ "x-one": "2", "x-two": "1", accept: "text/csv" });
  });

  test("no header that none can have", async () => {
    const { caller } = world([() => json({})]);
    expect(await failure(caller.call(READ, { id: "1" }, { headers: { "X-A": "a\nb" } }))).toMatchObject({
      kind: "argument",
      message: 'read: X-A cannot be a header: "a\\nb"',
    });
  });

  test("credentials, instead of those of the client, and no other call has them", async () => {
    const { operations, service, callerWith, seen } = await recording(document());
    const caller = callerWith({ service, auth: { key: "theirs" } });
    await caller.call(operations["read"]!, {}, { auth: { key: "mine" } });
    await caller.call(operations["read"]!, {});
    expect(seen.map(({ headers }) => headers["x-key"])).toEqual(["mine", "theirs"]);
  });

  test("a token for credentials of a client of its own, which is kept for those alone", async () => {
    const oauth = {
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: "/oauth/token?v=2", scopes: {} } },
    };
    const described = document({
      security: [{ oauth: [] }],
      components: { securitySchemes: { oauth } },
    });
    const token = (name: string) => answer({ access_token: name, expires_in: 3600 });
    const empty = answer({});
    const { operations, service, callerWith, baseUrl, seen } = await recording(described, [
      token("one"),
      empty,
      token("two"),
      empty,
      empty,
    ]);
    const client = (clientId: string) => ({ oauth: { clientId, clientSecret: `secret of ${clientId}` } });
    const caller = callerWith({ service, baseUrl: `${baseUrl}/v1`, auth: client("a") });
    await caller.call(operations["read"]!, {});
    await caller.call(operations["read"]!, {}, { auth: client("b") });
    await caller.call(operations["read"]!, {});
    expect(seen.map(({ url, headers }) => [url, headers["authorization"]?.replace(/Basic .*/, "Basic")])).toEqual([
      ["/oauth/token?v=2", "Basic"],
      ["/v1/t", "Bearer one"],
      ["/oauth/token?v=2", "Basic"],
      ["/v1/t", "Bearer two"],
      ["/v1/t", "Bearer one"],
    ]);
  });

  test("an address, or a server of the service with its variables", async () => {
    const { operations, service } = await recording(document());
    const { caller, sent } = world([() => json({})], { service });
    const read = { ...operations["read"]!, auth: false as const };
    await caller.call(read, {}, { baseUrl: "https://other.example/v2" });
    await caller.call(read, {}, { server: { variables: { region: "us" } } });
    await caller.call(read, {});
    expect(sent.map(({ url }) => url)).toEqual([
      "https://other.example/v2/t",
      "https://us.example/v1/t",
      "https://api.example/v1/t",
    ]);
  });

  test("no credentials of the client at an address of another origin, unless it brings its own", async () => {
    const { operations, service } = await recording(document());
    const { caller, sent } = world([() => json({})], {
      service,
      auth: { key: "theirs" },
      baseUrl: "https://api.example",
    });
    const read = operations["read"]!;
    const keys = () => sent.map(({ headers }) => headers.get("x-key"));
    expect(await failure(caller.call(read, {}, { baseUrl: "https://other.example" }))).toMatchObject({
      kind: "argument",
      message: "read: no credential was passed; it takes key",
    });
    expect(keys()).toEqual([]);
    await caller.call(read, {}, { baseUrl: "https://other.example", auth: { key: "mine" } });
    await caller.call(read, {}, { baseUrl: "https://api.example/v2" });
    await caller.call(read, {}, { server: { variables: { region: "us" } } });
    expect(keys()).toEqual(["mine", "theirs", "theirs"]);
  });

  test("a token of the server that gave it, and no other server of the service gets it", async () => {
    const oauth = { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } };
    const { operations, service } = await recording(
      document({ security: [{ oauth: [] }], components: { securitySchemes: { oauth } } }),
    );
    const token = (name: string) => () => json({ access_token: name, expires_in: 3_600 });
    const auth = { oauth: { clientId: "a", clientSecret: "hush-hush" } };
    const empty = () => json({});
    const { caller, sent } = world([token("of eu"), empty, token("of us"), empty], { service, auth });
    const read = operations["read"]!;
    for (const region of ["eu", "us", "eu"]) await caller.call(read, {}, { server: { variables: { region } } });
    expect(
      sent.map(({ url, headers }) => `${url} ${headers.get("authorization")?.replace(/^Basic .*/, "Basic")}`),
    ).toEqual([
      "https://eu.example/token Basic",
      "https://eu.example/v1/t Bearer of eu",
      "https://us.example/token Basic",
      "https://us.example/v1/t Bearer of us",
      "https://eu.example/v1/t Bearer of eu",
    ]);
  });

  test.each([
    ["an address without encryption", { baseUrl: "http://other.example" }, "http://other.example is http"],
    ["a server that is not described", { server: { which: 7 } }, "no server is described"],
  ])("no %s", async (_says, options, why) => {
    const { caller, sent } = world([() => json({})]);
    expect(await failure(caller.call(READ, { id: "1" }, options))).toMatchObject({
      kind: "argument",
      message: expect.stringContaining(why) as string,
    });
    expect(sent).toEqual([]);
  });
});

describe("in a browser", () => {
  const page = (origin: string): void => void Object.assign(globalThis, { location: { origin } });
  afterEach(() => void Reflect.deleteProperty(globalThis, "location"));

  test("cookies are sent where the client says so, and not otherwise", async () => {
    const sent: unknown[] = [];
    const call = async (credentials: Partial<CallerOptions>): Promise<unknown> =>
      world([() => json({})], {
        fetch: (_url, init) => {
          sent.push(init?.credentials);
          return Promise.resolve(json({}));
        },
        ...credentials,
      }).caller.call(READ, { id: "1" });
    await call({});
    await call({ credentials: "include" });
    await call({ credentials: "same-origin" });
    expect(sent).toEqual(["omit", "include", "same-origin"]);
  });

  test("an address without a host is of the page", async () => {
    page("https://page.example");
    const { caller, sent } = world([() => json({})], { baseUrl: "/api/" });
    await caller.call(READ, { id: "1" });
    expect(sent[0]?.url).toBe("https://page.example/api/things/1");
  });

  test.each(["//evil.example", "/\\evil.example", "api"])("%s is refused, for it is of no page", (baseUrl) => {
    page("https://page.example");
    expect(() => world([], { baseUrl })).toThrow("is no address of a service");
  });

  test("an address without a host is refused where there is no page", () => {
    expect(() => world([], { baseUrl: "/api" })).toThrow("/api is no address of a service");
  });
});

describe("an answer in several media types", () => {
  const report = () =>
    recording("fixtures/wire/33-ranges.yaml", [
      (response, { headers }) => {
        const type = headers["accept"] === "application/pdf" ? "application/pdf" : "application/json";
        response.writeHead(200, { "content-type": type }).end(type.endsWith("pdf") ? "%PDF" : '{"a":"b"}');
      },
    ]);

  test("is JSON, unless another one is asked for", async () => {
    const { routes, callerWith, validators, seen } = await report();
    const caller = callerWith({ validators, headers: { Accept: "application/vnd.mine+json" } });
    expect(await routes["getReport"]!(caller)).toEqual({ a: "b" });
    const pdf = await routes["getReport"]!(caller, {}, { accept: "application/pdf" });
    expect(pdf).toBeInstanceOf(Blob);
    expect(await (pdf as Blob).text()).toBe("%PDF");
    expect(await routes["getReport"]!(caller, {}, { accept: "application/json" })).toEqual({ a: "b" });
    expect(seen.map(({ headers }) => headers["accept"])).toEqual([
      "application/vnd.mine+json",
      "application/pdf",
      "application/vnd.mine+json",
    ]);
  });

  test("is typed by what is asked for", async () => {
    const schema = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
    const content = { "application/json": { schema }, "text/csv": {}, "application/pdf": {} };
    const files = {
      "openapi.yaml": document({
        paths: { "/r": { get: { operationId: "report", responses: { "200": { description: "r", content } } } } },
      }),
    };
    const emitted = (await filesOf(files)).filter(({ path }) => ["types.ts", "routes.ts"].includes(path));
    const folder = await project(
      { made: emitted.map((file) => ({ ...file, text: file.text.replaceAll("./abi.js", "../abi/index.js") })) },
      {
        "use.ts": `import type { Caller } from "./abi/index.js";
import { report } from "./made/routes.js";
export const use = async (client: Caller): Promise<void> => {
  const plain: string = (await report(client)).a;
  const chosen: string = (await report(client, {}, { accept: "application/json", headers: { "x-a": "b" } })).a;
  const csv: string = await report(client, {}, { accept: "text/csv" });
  const pdf: number = (await report(client, {}, { accept: "application/pdf" })).size;
  // @ts-expect-error no answer has this type
  await report(client, {}, { accept: "image/png" });
  console.log(plain, chosen, csv, pdf);
};
`,
      },
    );
    expect(await compile(folder, "7.0")).toBe("");
  });
});
