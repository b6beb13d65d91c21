import { createClient, createCommand } from "svc-apps";
import { startSandbox } from "svc-apps/sandbox";
import type { Sandbox } from "svc-apps/sandbox";
import { afterEach, expect, test } from "vitest";
import { run } from "../../cli/doctor.js";
import { checkClock } from "../../cli/doctor/checks.js";
import { UsageError } from "../../cli/usage-error.js";
import { checkEndpoint } from "../../cli/doctor/endpoint.js";
import { nodeTransport } from "../../runtime/http/transport/node.js";

let sandbox: Sandbox | undefined;
afterEach(async () => {
  await sandbox?.stop();
  sandbox = undefined;
});

async function examine(
  prepare: (sandbox: Sandbox) => unknown = () => undefined,
  more: {
    readonly token?: string;
    readonly argv?: readonly string[];
    readonly skewMs?: number;
    readonly streamPatienceMs?: number;
    readonly env?: Readonly<Record<string, string>>;
    readonly controlled?: boolean;
  } = {},
) {
  const started = await startSandbox({ seed: 1, ...(more.controlled ? { controlPort: 0 } : {}) });
  sandbox = started;
  await prepare(started);
  let said = "";
  const carry = nodeTransport();
  const env = {
    SVC_BASE_URL: started.baseUrl,
    SVC_APP_TOKEN: more.token ?? started.defaults.token,
    ...(started.controlUrl === undefined ? {} : { SVC_SANDBOX_CONTROL: started.controlUrl }),
    ...more.env,
  };
  const code = await run(more.argv ?? [], {
    env,
    out: (text) => void (said += text),
    ...(more.streamPatienceMs === undefined ? {} : { streamPatienceMs: more.streamPatienceMs }),
    transport: async (request) => {
      const answer = await carry(request);
      const date = new Date(Date.now() + (more.skewMs ?? 0)).toUTCString();
      return { ...answer, headers: { ...answer.headers, date } };
    },
  });
  return { code, said };
}

const withCommand = async ({ baseUrl, defaults }: Sandbox): Promise<void> => {
  const client = createClient({ baseUrl, token: defaults.token });
  await createCommand(client, { command: { type: "chat", name: "hello", description: "x" } });
};

test("the doctor finds nothing wrong with an App that is well", async () => {
  const { code, said } = await examine(withCommand);
  expect(said).toMatch(/ok {4}credential {3}it is that of “Dice” \(\d+\)/);
  expect(said).toMatch(/ok {4}clock {8}as the service's/);
  expect(said).toMatch(/ok {4}keys {9}\d published: ed25519-/);
  expect(said).toMatch(/ok {4}slots/);
  expect(said).toMatch(/ok {4}version {6}1, as asked for/);
  expect(said).toMatch(/ok {4}commands {5}1 registered/);
  expect(code).toBe(0);
});

test("END-15 the doctor explains why no interactions may come by either way", async () => {
  const { said, code } = await examine(undefined, { argv: ["interactions"] });
  expect(said).toMatch(/^No interactions on the stream/);
  expect(code).toBe(0);
  expect(said).toMatch(/suspended +they go nowhere and expire.*no way back/s);
  expect(said).toMatch(/active +they come to the endpoint alone/);
});

const save = async ({ portal, defaults }: Sandbox): Promise<{ readonly appId: string }> => {
  const { appId } = defaults;
  await portal.saveEndpoint({
    appId,
    url: "https://app.example/i",
    inProcess: async ({ body }) => Promise.resolve({ status: 200, body }),
  });
  return { appId };
};

test.each([
  ["off", async () => Promise.resolve(), /ok {4}endpoint {5}off: interactions come by the stream\n$/, 0],
  ["probing", save, /ok {4}endpoint {5}probing: https:\/\/app\.example\/i is saved and not proven, .*probeEndpoint/, 0],
  [
    "active",
    async (started: Sandbox) => started.portal.probeEndpoint(await save(started)),
    /note {2}endpoint {5}active: interactions go to https:\/\/app\.example\/i and nowhere else.*saveEndpoint/,
    0,
  ],
  [
    "suspended",
    async (started: Sandbox) => started.portal.suspendEndpoint(await save(started)),
    /FAIL {2}endpoint {5}suspended: interactions go nowhere.*retestEndpoint/,
    1,
  ],
] as const)("END-14 of an endpoint that is %s in the sandbox it is told where interactions go", async (...row) => {
  const [, prepare, line, expected] = row;
  const explained = await examine(prepare, { argv: ["interactions"], controlled: true });
  expect(explained.said).toMatch(/^No interactions on the stream/);
  expect(explained.said).toMatch(line);
  expect(explained.code).toBe(expected);
  await sandbox?.stop();
  const { said, code } = await examine(
    async (started) => {
      await withCommand(started);
      await prepare(started);
    },
    { controlled: true },
  );
  expect(said.split("\n\nNothing")[0] + "\n").toMatch(line);
  expect(code).toBe(expected);
});

test.each([
  ["http://127.0.0.1:9", "nothing answers at http://127.0.0.1:9/: is the sandbox running?"],
  ["nonsense", "SVC_SANDBOX_CONTROL needs an http(s) URL"],
])("where a sandbox at %s cannot be asked, that is a note with the reason", async (control, reason) => {
  const { said, code } = await examine(undefined, { argv: ["interactions"], env: { SVC_SANDBOX_CONTROL: control } });
  expect(said).toContain(`note  endpoint     its state in the sandbox of SVC_SANDBOX_CONTROL is not known: ${reason}`);
  expect(code).toBe(0);
});

test("what may be wrong all the same is pointed to, and not printed among the findings", async () => {
  const { said } = await examine(withCommand);
  expect(said).toMatch(
    /ok {4}commands .*\n\nNothing wrong was found\. When no interactions come all the same: svc-apps doctor interactions\n$/,
  );
  expect(said).not.toContain("suspended");
});

test("with --json the findings are data, and nothing else is printed", async () => {
  const { said, code } = await examine(withCommand, { argv: ["--json"] });
  const findings = JSON.parse(said) as readonly { readonly check: string; readonly verdict: string }[];
  expect(findings.map(({ check, verdict }) => `${check} ${verdict}`)).toContain("credential ok");
  expect(code).toBe(0);
  await sandbox?.stop();
  const interactions = await examine(withCommand, { argv: ["interactions", "--json"] });
  expect(JSON.parse(interactions.said)).toEqual([]);
});

test("a refused credential is told with what to do, and nothing else is tried", async () => {
  const { code, said } = await examine(undefined, { token: "svc_app.1.wrong" });
  expect(said).toMatch(/FAIL {2}credential {3}refused:.*the portal issues another/);
  expect(said).not.toMatch(/slots/);
  expect(said).not.toContain("wrong\n");
  expect(code).toBe(1);
});

test.each([
  [29_000, /ok|note/, 0],
  [200_000, /note {2}clock {8}\d+ s behind the service's; above 300 s/, 0],
  [-310_000, /FAIL {2}clock {8}\d+ s ahead of the service's: more than 300 s/, 1],
])("T-08 a clock that is %i ms off is told before deliveries are refused for it", async (skewMs, line, expected) => {
  const { code, said } = await examine(withCommand, { skewMs });
  expect(said).toMatch(line);
  expect(code).toBe(expected);
});

test("taken slots are a note that says how many there are", async () => {
  const { said, code } = await examine(async ({ baseUrl, defaults }) => {
    await withCommand(sandbox!);
    for (const _ of [1, 2]) {
      const headers = { authorization: `Bearer ${defaults.token}`, "x-svc-api-version": "1" };
      await fetch(`${baseUrl}/api/apps/eventos?format=json&intents=messages`, { headers });
    }
  });
  expect(said).toMatch(/note {2}slots {8}no place is free: 2 for an App, mailboxes included, 50 for all/);
  expect(said).not.toContain("Nothing wrong");
  expect(said).toContain("\nNothing has failed; one thing is noted above. When no interactions");
  expect(code).toBe(0);
}, 60_000);

test("EVT-41 a stream that opens and says nothing is a note, and the doctor goes on", async () => {
  const { said, code } = await examine(
    async (started) => {
      await withCommand(started);
      started.faults.add({ on: "stream", effect: "silent" });
    },
    { streamPatienceMs: 200 },
  );
  expect(said).toMatch(/ok {4}slots.*\n.*note {2}stream {7}it opened and said nothing/);
  expect(said).toMatch(/commands {5}1 registered/);
  expect(code).toBe(0);
});

test("a check that is answered with an error is told as such, and the others are still made", async () => {
  const { said, code } = await examine(async (started) => {
    await withCommand(started);
    started.faults.add({
      on: "rest",
      operation: "listCommands",
      effect: "answer",
      status: 400,
      body: {},
      times: Infinity,
    });
  });
  expect(said).toMatch(/ok {4}credential.*FAIL {2}commands {5}they cannot be listed: listCommands: answered 400/s);
  expect(code).toBe(1);
});

test.each([
  [["endpoint"], "endpoint takes one address: svc-apps doctor endpoint <url>"],
  [["endpoint", "https://a.example/", "more"], "endpoint takes one address"],
  [
    ["endpont", "https://a.example/"],
    "there is no doctor endpont https://a.example/; there are doctor, doctor endpoint",
  ],
  [["interactions", "more"], "there is no doctor interactions more"],
])("what it does not know is no order: %j", async (argv, why) => {
  const asked = run(argv, { env: {}, out: () => expect.unreachable("said something") });
  await expect(asked).rejects.toThrow(UsageError);
  await expect(asked).rejects.toThrow(why);
});

test("missing settings and an absent service are told in a line", async () => {
  let said = "";
  const out = (text: string) => void (said += text);
  const set = { SVC_BASE_URL: "http://127.0.0.1:1", SVC_APP_TOKEN: "svc_app.1.secret" };
  for (const [env, problem] of [
    [{}, "SVC_BASE_URL is not set"],
    [{ ...set, SVC_BASE_URL: "" }, "SVC_BASE_URL is empty"],
    [{ ...set, SVC_APP_TOKEN: undefined }, "SVC_APP_TOKEN is not set"],
    [{ ...set, SVC_APP_TOKEN: "" }, "SVC_APP_TOKEN is empty"], // as in the file that a new project is made with
  ] as const) {
    said = "";
    expect(await run([], { env, out })).toBe(1);
    expect(said).toBe(`FAIL  settings     ${problem} in the environment\n`);
  }
  said = "";
  expect(await run([], { env: set, out })).toBe(1);
  expect(said).toMatch(/^FAIL {2}credential {3}no answer: .*\(unreachable\) from http:\/\/127\.0\.0\.1:1: /);
  expect(said).toContain("; nothing listens at 127.0.0.1:1: is the sandbox running?\n");
  expect(said).not.toContain("secret");
});

test("END-19 each rule for the address of an endpoint is checked, and all that is wrong is told at once", async () => {
  const resolve = async (host: string) => Promise.resolve(host === "app.example" ? ["93.184.216.34"] : ["10.0.0.7"]);
  const check = async (url: string) =>
    (await checkEndpoint(url, resolve)).map(({ verdict, text }) => `${verdict} ${text}`);
  expect(await check("https://app.example/x")).toEqual([
    "ok https, port 443, no credential in it, and a public address",
  ]);
  expect(await check("https://app.example:443/x")).toHaveLength(1);
  expect(await check("http://user:pass@inside.example:8080/")).toEqual([
    "failed it must be https, and is http",
    "failed it must be on port 443, and is on 8080",
    "failed it must hold no user name or password",
    "failed inside.example resolves to 10.0.0.7, which is not on the public network",
  ]);
  expect(await check("https://10.0.0.1/")).toEqual(["failed 10.0.0.1 is not on the public network"]);
  expect(await check("nonsense")).toEqual(["failed nonsense is no absolute address"]);
  const none = await checkEndpoint("https://gone.example/", async () => Promise.reject(new Error("ENOTFOUND")));
  expect(none).toMatchObject([{ verdict: "failed", text: "gone.example does not resolve to any address from here" }]);
});

test.each(["https://127.0.0.1/", "https://[::1]/", "http://localhost:8080/x"])(
  "of %s, on this machine, it is said that a sandbox can be told to take it",
  async (url) => {
    const found = await checkEndpoint(url, async () => Promise.resolve(["127.0.0.1"]));
    expect(found.at(-1)).toEqual({
      check: "endpoint",
      verdict: "warning",
      text: "a sandbox takes it all the same when it is started with --allow-loopback-endpoints",
    });
    expect(found.at(-2)).toMatchObject({
      verdict: "failed",
      text: expect.stringContaining("not on the public network"),
    });
  },
);

test.each([
  [300_000, "warning"],
  [301_000, "failed"],
  [-300_000, "warning"],
  [-301_000, "failed"],
])(
  "T-08 a clock %i ms off the service's is judged %s, as its deliveries would be taken or refused",
  (skewMs, verdict) => {
    expect(checkClock({ skewMs }).verdict).toBe(verdict);
  },
);
