import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ArgumentError, createClient, MissingCredentialError } from "svc-apps";
import type { Operation } from "svc-apps/rest";
import { fakeTransport, ok, refused } from "../support/fake-transport.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const baseUrl = "http://127.0.0.1:1";
const read: Operation = { id: "readThing", method: "GET", path: "/api/thing", retry: "safe" };
const open: Operation = { id: "readKeys", method: "GET", path: "/api/keys", retry: "safe", auth: false };
const make = (token: unknown) =>
  createClient({ baseUrl, token: token as string, transport: fakeTransport(ok({})).transport });

const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(ArgumentError);
    return (error as ArgumentError).message;
  }
  throw new Error("nothing was thrown");
};

test("AUTH-01 AUTH-02 a credential splits at its first two dots; its Application ID is public on the client", () => {
  expect(make("svc_app.71.s").appId).toBe("71");
  expect(make("svc_app.71.se.cr..et").appId).toBe("71");
});

describe("AUTH-01 AUTH-09 a wrong credential is refused at construction, told apart, and not shown", () => {
  test.each([
    ["", "it is empty"],
    ["  ", "it is empty"],
    ["Bearer svc_app.71.hushhush", "the word Bearer"],
    ['"svc_app.71.hushhush"', "quotes"],
    ["svc_app.71.hushhush\n", "white space or a line break around it"],
    ["svc_app.71.hush hush", "white space inside"],
    ["svc_app.71.hushhush\u00e9", "characters outside visible ASCII"],
    ["svc_app.71.hush\u0000hush", "characters outside visible ASCII"],
    ["7100000000000000001", "only an Application ID"],
    ["xoxb.71.hushhush", "does not begin with svc_app."],
    ["svc_app", "its Application ID is missing"],
    ["svc_app..hushhush", "its Application ID is missing"],
    ["svc_app.7a.hushhush", "not made of digits"],
    ["svc_app.71", "its secret is missing"],
    ["svc_app.71.", "its secret is missing"],
    [undefined, "got undefined"],
    [null, "got null"],
    [42, "got number"],
  ])("%j", (token, why) => {
    const message = messageOf(() => make(token));
    expect(message).toContain(why);
    expect(message).not.toContain("hush");
  });

  test("no pasted text of any kind shows up in the refusal", () => {
    const word = fc.stringMatching(/^[\x20-\x7e]{12,40}$/).filter((text) => !text.startsWith("svc_app."));
    fc.assert(
      fc.property(word, (token) => {
        expect(messageOf(() => make(token))).not.toContain(token);
      }),
    );
  });
});

test("AUTH-03 neither printing nor serialising a client shows the secret", () => {
  const client = make("svc_app.71.canary-secret");
  for (const shown of [
    inspect(client, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(client),
    String(client),
  ]) {
    expect(shown).not.toContain("canary");
  }
});

test("AUTH-04 AUTH-05 the credential travels in the authorization header alone", async () => {
  const { transport, requests } = fakeTransport(ok({}));
  const write: Operation = {
    id: "write",
    method: "POST",
    path: "/a/{b}",
    pathParams: { b: "b" },
    body: true,
    retry: "never",
  };
  const client = createClient({ baseUrl, token: "svc_app.71.canary", transport, userAgent: false });
  await client.call(read, {});
  await client.call(write, { b: "1", c: "2" });
  for (const { headers, ...rest } of requests) {
    const { authorization, ...others } = headers;
    expect(authorization).toBe("Bearer svc_app.71.canary");
    expect(JSON.stringify([rest, others])).not.toContain("canary");
    expect(Object.keys(others).sort()).toEqual(
      rest.body ? ["accept", "content-type", "x-svc-api-version"] : ["accept", "x-svc-api-version"],
    );
  }
});

test("AUTH-06 VER-01 a public operation gets the version and no credential", async () => {
  const { transport, requests } = fakeTransport(ok({}));
  await createClient({ baseUrl, token: "svc_app.71.canary", transport, userAgent: false }).call(open, {});
  expect(requests[0]?.headers).toEqual({ accept: "application/json", "x-svc-api-version": "1" });
});

describe("AUTH-10 AUTH-15 rotation", () => {
  const dead = refused(401, "MISSING_CREDENTIAL");
  const used = (requests: readonly { headers: Readonly<Record<string, string>> }[]) =>
    requests.map(({ headers }) => headers["authorization"]?.split(".")[2]);

  test("a single refused credential is never tried again", async () => {
    const { transport, requests } = fakeTransport(dead);
    const call = createClient({ baseUrl, token: "svc_app.71.one", transport }).call(read, {});
    await expect(call).rejects.toBeInstanceOf(MissingCredentialError);
    expect(requests).toHaveLength(1);
  });

  test("of a pair, the second takes over once the first is refused, and stays", async () => {
    const { transport, requests } = fakeTransport(dead, ok({}), ok({}));
    const client = createClient({ baseUrl, token: ["svc_app.71.one", "svc_app.71.two"], transport });
    await client.call(read, {});
    await client.call(read, {});
    expect(used(requests)).toEqual(["one", "two", "two"]);
  });

  test("a pair of refused credentials ends after one more request, and later calls do not go back and forth", async () => {
    const { transport, requests } = fakeTransport(dead);
    const client = createClient({ baseUrl, token: ["svc_app.71.one", "svc_app.71.two"], transport });
    await expect(client.call(read, {})).rejects.toMatchObject({ code: "MISSING_CREDENTIAL", attempts: 2 });
    await expect(client.call(read, {})).rejects.toMatchObject({ attempts: 1 });
    expect(used(requests)).toEqual(["one", "two", "two"]);
  });

  test("a token function that answers differently gets exactly one more try", async () => {
    let asked = 0;
    const { transport, requests } = fakeTransport(dead);
    const client = createClient({ baseUrl, token: async () => `svc_app.71.t${(asked += 1)}`, transport });
    await expect(client.call(read, {})).rejects.toBeInstanceOf(MissingCredentialError);
    expect(used(requests)).toEqual(["t1", "t2"]);
  });

  test("a token function that answers the same gets none", async () => {
    const { transport, requests } = fakeTransport(dead);
    await expect(createClient({ baseUrl, token: () => "svc_app.71.same", transport }).call(read, {})).rejects.toThrow(
      "MISSING_CREDENTIAL",
    );
    expect(requests).toHaveLength(1);
  });

  test.each([null, undefined, 7, ["svc_app.71.a", "svc_app.71.b"]])(
    "a token function that answers with %j is told what it gave",
    async (answer) => {
      const { transport, requests } = fakeTransport(ok({}));
      const call = createClient({ baseUrl, token: () => answer as never, transport }).call(read, {});
      const got = answer === null ? "null" : typeof answer;
      await expect(call).rejects.toMatchObject({ kind: "argument", message: expect.stringContaining(`got ${got}`) });
      expect(requests).toEqual([]);
    },
  );

  test("credentials of two Apps do not mix", async () => {
    expect(messageOf(() => make(["svc_app.71.a", "svc_app.72.b"]))).toContain("different Apps");
    const answers = ["svc_app.71.a", "svc_app.72.b"];
    const { transport } = fakeTransport(dead);
    const call = createClient({ baseUrl, token: () => answers.shift() ?? "", transport }).call(read, {});
    await expect(call).rejects.toMatchObject({ kind: "argument" });
  });

  test("a token function that fails is told apart from a service that refuses; nothing is sent", async () => {
    const { transport, requests } = fakeTransport(ok({}));
    for (const token of [
      () => Promise.reject(new Error("vault closed")),
      () => {
        throw new Error("vault closed");
      },
    ]) {
      const error = await createClient({ baseUrl, token, transport })
        .call(read, {})
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "no-answer", reason: "credential", ambiguous: false, attempts: 0 });
      expect(error).toMatchObject({ cause: { message: "vault closed" } });
    }
    expect(requests).toHaveLength(0);
  });

  test("RATE-11 a token function that never answers takes an attempt's time at most, and none once the call is given up", async () => {
    const clock = createVirtualClock();
    const { transport, requests } = fakeTransport(ok({}));
    const token = () => new Promise<string>(() => {});
    const client = createClient({ baseUrl, token, transport, clock, timeoutMs: 2_000 });
    const late = client.call(read, {}).catch((thrown: unknown) => thrown);
    const stream = client.openStream(read, {}, { timeoutMs: 1_000 }).catch((thrown: unknown) => thrown);
    const giving = new AbortController();
    const aborted = client.call(read, {}, { signal: giving.signal }).catch((thrown: unknown) => thrown);
    await clock.settle();
    giving.abort();
    expect(await aborted).toMatchObject({ kind: "no-answer", reason: "aborted", attempts: 0, ambiguous: false });
    await clock.advance(1_000);
    expect(await stream).toMatchObject({ kind: "no-answer", reason: "credential", attempts: 0, ambiguous: false });
    await clock.advance(1_000);
    expect(await late).toMatchObject({ kind: "no-answer", reason: "credential", attempts: 0, ambiguous: false });
    expect([requests.length, clock.pending]).toEqual([0, 0]);
  });

  test("RATE-11 asking whether there is another credential takes no longer either, and ends with a typed error", async () => {
    const clock = createVirtualClock();
    const { transport } = fakeTransport(ok({}));
    let token: () => Promise<string> = () => new Promise(() => {});
    const client = createClient({ baseUrl, token: () => token(), transport, clock, timeoutMs: 2_000 });
    const caught = (asked: Promise<unknown>) => asked.catch((thrown: unknown) => thrown);
    const late = caught(client.credentialChanged(undefined));
    const giving = new AbortController();
    const aborted = caught(client.credentialChanged(undefined, { signal: giving.signal }));
    giving.abort();
    expect(await aborted).toMatchObject({ kind: "no-answer", reason: "aborted", attempts: 0 });
    await clock.advance(1_999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(await late).toMatchObject({ kind: "no-answer", reason: "credential", attempts: 0, ambiguous: false });
    expect(clock.pending).toBe(0);
    const fault = new Error('the vault gave "svc_app.71.canary" and closed');
    token = () => Promise.reject(Object.assign(fault, { headers: { "x-vault-token": "canary" } }));
    const ways = [client.credentialChanged.bind(client, undefined), client.call.bind(client, read, {})];
    for (const way of [...ways, client.openStream.bind(client, read, {})]) {
      const failed = await caught(way());
      const cause = { message: 'the vault gave "svc_app.71.*** and closed' };
      expect(failed).toMatchObject({ kind: "no-answer", reason: "credential", cause });
      expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain("canary");
    }
    token = async () => "not a token";
    expect(await caught(client.credentialChanged(undefined))).toMatchObject({ kind: "argument" });
  });

  test("RATE-11 a call aborted beforehand leaves no unhandled rejection of its token function", async () => {
    const unheard: unknown[] = [];
    const note = (reason: unknown) => unheard.push(reason);
    process.on("unhandledRejection", note);
    const token = () => Promise.reject(new Error("vault closed"));
    const client = createClient({ baseUrl, token, transport: fakeTransport(ok({})).transport });
    const call = client.call(read, {}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ reason: "aborted", attempts: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unheard).toEqual([]);
  });

  test("the id of an asynchronous function's App is known after its first answer, and asked for too early it says so", async () => {
    const { transport } = fakeTransport(ok({}));
    const client = createClient({ baseUrl, token: async () => "svc_app.71.a", transport });
    expect(messageOf(() => client.appId)).toContain("asynchronous token function");
    await client.call(read, {});
    expect(client.appId).toBe("71");
    expect(createClient({ baseUrl, token: () => "svc_app.71.a", transport }).appId).toBe("71");
  });
});

test("AUTH-14 the refusal of a credential does not claim to know which of the three causes it is", async () => {
  const { transport } = fakeTransport(refused(401, "MISSING_CREDENTIAL"));
  const error = await createClient({ baseUrl, token: "svc_app.71.a", transport })
    .call(read, {})
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/does not exist, was revoked, or its owner is sanctioned/);
});

test("AUTH-17 a bare 401 neither changes the credential nor counts as its refusal", async () => {
  const { transport, requests } = fakeTransport({ status: 401, body: "" }, ok({}));
  const client = createClient({ baseUrl, token: ["svc_app.71.one", "svc_app.71.two"], transport });
  await expect(client.call(read, {})).rejects.toMatchObject({ kind: "http", status: 401 });
  await client.call(read, {});
  expect(requests.map(({ headers }) => headers["authorization"])).toEqual(Array(2).fill("Bearer svc_app.71.one"));
});
