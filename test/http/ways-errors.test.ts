import { describe, expect, test } from "vitest";
import { createClient, fetchTransport, getMe, isAppsError } from "svc-apps";
import { createFetchClient } from "svc-apps/rest";
import { canaryToken, outcomeOf } from "../support/test-client.js";
import { ways } from "../support/ways.js";

const { createRawClient: _raw, ...throwing } = ways;

describe.each(Object.entries(throwing))("an error of %s", (_name, make) => {
  const headers = {
    "x-ratelimit-remaining": "3",
    "retry-after": "60",
    "set-cookie": "session=hush",
    "x-auth-token": "hush",
    "x-session-id": "hush",
    "x-client-secret": "hush",
    "x-signature": "hush",
    "x-echo": `Bearer ${canaryToken}`,
  };

  test("has the headers of the answer, without credentials, and prints none", async () => {
    const { read } = make([{ status: 429, headers, body: "" }]);
    const error = await outcomeOf(read());
    expect(error).toMatchObject({
      name: "RateLimitedError",
      headers: { "x-ratelimit-remaining": "3", "retry-after": "60" },
    });
    if (!isAppsError(error)) throw error;
    expect(Object.keys(error.headers ?? {})).not.toContain("set-cookie");
    expect(JSON.stringify(error.headers)).not.toMatch(/hush|canary/i);
    expect(error.headers?.["x-echo"]).toMatch(/\*\*\*$/);
    expect(JSON.stringify(error)).not.toContain("ratelimit");
    expect(Object.keys(error)).not.toContain("headers");
  });

  test("of an answer that is no success as described has them too, and one without an answer has none", async () => {
    const { read } = make([{ headers: { "x-region": "eu", "content-type": "application/json" }, body: "[" }]);
    expect(await outcomeOf(read())).toMatchObject({ kind: "protocol", headers: { "x-region": "eu" } });
    const { read: lost, clock } = make(["silence"]);
    const outcome = outcomeOf(lost({ deadlineMs: 1_000 }));
    await clock.advance(1_000);
    expect(await outcome).toMatchObject({ kind: "no-answer" });
    expect(await outcome).not.toHaveProperty("headers");
  });
});

let sent = 0;
const counting = async (): Promise<Response> => {
  sent += 1;
  return new Response("{}");
};
const given = { baseUrl: "https://chat.test", token: canaryToken };

describe.each([
  ["createClient", createClient({ ...given, transport: fetchTransport({ fetch: counting }) })],
  ["createFetchClient", createFetchClient({ ...given, fetch: counting })],
] as const)("one call of %s", (_name, client) => {
  test.each([{ headers: { a: "b" } }, { auth: "k" }, { baseUrl: "https://other.example" }, { server: {} }])(
    "refuses %j, which calls of createCaller() alone may have, before anything is sent",
    async (own) => {
      const [name = ""] = Object.keys(own);
      const message = expect.stringContaining(`getMe() has no option "${name}"`) as unknown;
      expect(await outcomeOf(getMe(client, {}, own))).toMatchObject({ kind: "argument", message });
      expect(sent).toBe(0);
    },
  );
});
