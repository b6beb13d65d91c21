import { beforeAll, describe, expect, test } from "vitest";
import type { Service } from "../../runtime/abi/index.js";
import type { CallerOptions } from "../../runtime/caller/index.js";
import { CREDENTIALS, FITTING, generated, type Generated } from "./support.js";
import { failure, json, never, READ, world } from "./world.js";

describe("credentials", () => {
  let made: Generated;
  beforeAll(async () => {
    made = await generated();
  });

  const header = async (
    name: string,
    auth: CallerOptions["auth"],
    which = "authorization",
  ): Promise<string | null | undefined> => {
    const { caller, sent } = world([() => json({ done: true })], {
      service: made.service,
      ...(auth === undefined ? {} : { auth }),
    });
    await made.routes[name]?.(caller, FITTING[name]);
    return sent[0]?.headers.get(which);
  };

  test.each([
    ["readPath", "authorization", "Bearer token"],
    ["sendForm", "authorization", "Basic dTpw"],
    ["sendFile", "authorization", "Bearer granted"],
    ["readHeaders", "x-key", "k"],
    ["readHeaders", "cookie", "theme=dark; session=c"],
    ["readFile", "authorization", null],
    ["sendBytes", "authorization", null],
  ])("%s has %s as its description says: %s", async (name, which, want) => {
    expect(await header(name, CREDENTIALS, which)).toBe(want);
  });

  test("a key of the query goes there", async () => {
    const { caller, sent } = world([() => json({}, 201)], { service: made.service, auth: CREDENTIALS });
    await made.routes["makeUser"]?.(caller, FITTING["makeUser"]);
    expect(sent[0]?.url).toBe("https://api.example/v1/users?key=q");
  });

  test("what gives a credential is asked for every attempt", async () => {
    let count = 0;
    expect(await header("readPath", { bearer: () => `t${++count}` })).toBe("Bearer t1");
  });

  test("without one nothing is sent", async () => {
    const { caller, sent } = world([() => json({})], { service: made.service, auth: { key: "k" } });
    const error = await failure(made.routes["readHeaders"]?.(caller, FITTING["readHeaders"]) ?? Promise.resolve());
    expect(error).toMatchObject({
      kind: "argument",
      message: "readHeaders: no credential was passed; it takes cookie and key",
    });
    expect(sent).toEqual([]);
  });

  test("an id and a secret are exchanged for a token, once for all calls at a time, and anew before it ends", async () => {
    let tokens = 0;
    const { caller, clock, sent } = world(
      [
        () => json({ access_token: `t${++tokens}`, expires_in: 60 }),
        () => json({ done: true }, 201),
        () => json({ done: true }, 201),
        () => json({ access_token: `t${++tokens}`, expires_in: 60 }),
        () => json({ done: true }, 201),
      ],
      { service: made.service, auth: { oauth: { clientId: "id", clientSecret: "s&", scopes: ["write"] } } },
    );
    const send = async (): Promise<unknown> => made.routes["sendFile"]?.(caller, FITTING["sendFile"]);
    await Promise.all([send(), send()]);
    await clock.advance(31_000);
    await send();
    expect(sent.map(({ url, headers }) => `${url} ${headers.get("authorization")}`)).toEqual([
      `https://auth.example/token Basic ${btoa("id:s%26")}`,
      "https://api.example/v1/files Bearer t1",
      "https://api.example/v1/files Bearer t1",
      `https://auth.example/token Basic ${btoa("id:s%26")}`,
      "https://api.example/v1/files Bearer t2",
    ]);
    expect(String(sent[0]?.body)).toBe("grant_type=client_credentials&scope=write");
  });
});

describe("alternatives of security", () => {
  const service: Service = {
    title: "T",
    version: "1",
    servers: [],
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" }, certificate: { type: "mutualTLS" } },
    security: [],
  };
  const keySent = async (security: Service["security"], auth?: CallerOptions["auth"]) => {
    const options = { service: { ...service, security }, ...(auth !== undefined && { auth }) };
    const { caller, sent } = world([() => json({})], options);
    await caller.call(READ, { id: "1" });
    return sent[0]?.headers.get("x-key");
  };

  test.each<Service["security"]>([
    [{}, { key: [] }],
    [{ key: [] }, {}],
  ])(
    "a credential that is given is sent, and none is needed, where it may be left out: %j, %j",
    async (...security) => {
      expect(await keySent(security, { key: "k" })).toBe("k");
      expect(await keySent(security)).toBeNull();
    },
  );

  test("a certificate of the client is none that could be given here", async () => {
    expect(await keySent([{ certificate: [] }])).toBeNull();
    expect(await keySent([{ certificate: [], key: [] }], { key: "k" })).toBe("k");
  });
});

/** Takes tokens that an id and a secret are exchanged for. */
const service: Service = {
  title: "T",
  version: "1",
  servers: [],
  securitySchemes: { oauth: { type: "oauth2", tokenUrl: "https://auth.example/token" } },
  security: [{ oauth: [] }],
};
const auth = { oauth: { clientId: "id", clientSecret: "secret" } };

test("a token that is refused is not used again: the next call asks for another", async () => {
  let tokens = 0;
  const granted = (): Response => json({ access_token: `token-${++tokens}`, expires_in: 3_600 });
  const { caller, sent } = world([granted, () => json({}, 401), granted, () => json({ a: 1 })], { service, auth });
  expect(await failure(caller.call(READ, { id: "1" }))).toMatchObject({ kind: "http", status: 401 });
  expect(await caller.call(READ, { id: "1" })).toEqual({ a: 1 });
  expect(sent.map(({ headers }) => headers.get("authorization")?.split(" ")[1])).toEqual([
    btoa("id:secret"),
    "token-1",
    btoa("id:secret"),
    "token-2",
  ]);
});

test("an id and a secret go over plain http to this machine only, unless that is said", async () => {
  const at = (tokenUrl: string): Service => ({
    ...service,
    securitySchemes: { oauth: { type: "oauth2", tokenUrl } },
  });
  const answers = [() => json({ access_token: "token-1" }), () => json({ a: 1 })];
  const far = world(answers, { service: at("http://auth.example/token"), auth });
  expect(await failure(far.caller.call(READ, { id: "1" }))).toMatchObject({
    kind: "argument",
    message: "the token address of oauth is http: it needs allowInsecure",
  });
  expect(far.sent).toEqual([]);
  for (const [url, allowInsecure] of [
    ["http://auth.example/token", true],
    ["http://127.0.0.1:9/token", false],
  ] as const) {
    const { caller, sent } = world(answers, { service: at(url), auth, allowInsecure });
    await caller.call(READ, { id: "1" });
    expect(sent[0]?.url).toBe(url);
  }
});

test("the answer of a token address is limited as every other", async () => {
  const long = () => json({ access_token: "t", more: "x".repeat(1_000) });
  const { caller, sent } = world([long], { service, auth, maxBodyBytes: 1_000 });
  expect(await failure(caller.call(READ, { id: "1" }))).toMatchObject({
    reason: "credential",
    message: expect.stringContaining("the answer has more than 1000 bytes"),
  });
  expect(sent).toHaveLength(1);
});

describe("a token that does not come", () => {
  test("fails its calls when the time of an attempt is up, and the next call asks again", async () => {
    const granted = () => json({ access_token: "token-1", expires_in: 3_600 });
    const { caller, clock, sent } = world([never, granted, () => json({ a: 1 })], { service, auth, timeoutMs: 1_000 });
    const call = failure(caller.call(READ, { id: "1" }));
    await clock.advance(1_000);
    expect(await call).toMatchObject({ kind: "no-answer", reason: "credential", ambiguous: false });
    expect(sent[0]?.signal?.aborted).toBe(true);
    expect(await caller.call(READ, { id: "1" })).toEqual({ a: 1 });
    expect(clock.pending).toBe(0);
  });

  test("fails its calls with what the runtime says of the request", async () => {
    const refused = () => Promise.reject(new TypeError("error sending request", { cause: new Error("no route") }));
    const { caller } = world([refused], { service, auth });
    expect(await failure(caller.call(READ, { id: "1" }))).toMatchObject({
      reason: "credential",
      message: expect.stringContaining("error sending request"),
    });
  });

  test("is not looked for where a redirect leads: the secret stays with the address of the description", async () => {
    const elsewhere = () => new Response(null, { status: 307, headers: { location: "https://elsewhere.example" } });
    const { caller, sent } = world([elsewhere], { service, auth });
    expect(await failure(caller.call(READ, { id: "1" }))).toMatchObject({
      reason: "credential",
      message: expect.stringContaining("the scheme oauth got no token (status 307)"),
    });
    expect(sent).toMatchObject([{ url: "https://auth.example/token", redirect: "manual" }]);
  });
});

test("a function that gives no credential, or takes too long, fails the call before anything is sent", async () => {
  const broken = world([() => json({})], { auth: () => Promise.reject(new Error("vault is shut")) });
  expect(await failure(broken.caller.call(READ, { id: "1" }))).toMatchObject({
    kind: "no-answer",
    reason: "credential",
    attempts: 0,
  });
  const slow = world([() => json({})], { auth: () => new Promise<string>(() => undefined), timeoutMs: 1_000 });
  const call = failure(slow.caller.call(READ, { id: "1" }));
  await slow.clock.advance(1_000);
  expect(await call).toMatchObject({ kind: "no-answer", reason: "credential" });
  expect([...broken.sent, ...slow.sent]).toEqual([]);
});
