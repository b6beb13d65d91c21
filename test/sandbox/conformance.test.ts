import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isVirtualClock } from "../../sandbox/clock/clock.js";
import { prepareConformance } from "../../sandbox/conformance/run.js";
import { judgeRequest, judgeSequence } from "../../sandbox/conformance/requests.js";
import { observable, VerdictBook, type ObservableRule } from "../../sandbox/conformance/verdicts.js";
import type { Sandbox, VirtualClock, WireRequest } from "svc-apps/sandbox";
import { SmallClient, type Habits, type Vices } from "./conformance-client.js";

/** Puts a client through everything on a virtual clock; gives the rules by how they stand. */
async function judge(
  vices: Vices,
  habits: Habits = {},
): Promise<{ readonly kept: readonly string[]; readonly broken: readonly string[] }> {
  const conformance = await prepareConformance({ sandbox: { clock: "virtual", seed: 1, port: null } });
  const { clock } = conformance.sandbox;
  if (!isVirtualClock(clock)) throw new Error("the clock is virtual");
  // The judge was given a virtual clock just above.
  const client = new SmallClient(conformance.sandbox as Sandbox<VirtualClock>, vices, habits);
  void client.run();
  let verdicts: Awaited<ReturnType<typeof conformance.run>> | undefined;
  void conformance.run({ ended: () => client.done, stop: () => client.stop() }).then((result) => (verdicts = result));
  while (verdicts === undefined) await clock.advance(500);
  const by = (standing: string): string[] =>
    (verdicts ?? []).flatMap((one) => (one.standing === standing ? [one.rule] : []));
  return { kept: by("kept"), broken: by("broken") };
}

test("SBX-08 a client that does everything right keeps every rule in play and breaks none", async () => {
  const { kept, broken } = await judge({});
  expect(broken).toEqual([]);
  expect(kept).toEqual(
    expect.arrayContaining([
      "AUTH-04",
      "MSG-09",
      "MSG-13",
      "RATE-01",
      "INT-04",
      "INT-07",
      "INT-11",
      "INT-37",
      "EVT-11",
      "EVT-23",
      "EVT-27",
      "EVT-35",
    ]),
  );
});

const habits: readonly (readonly [says: string, Habits])[] = [
  ["asks for interactions only", { intents: "interactions" }],
  ["asks for messages only", { intents: "messages" }],
  ["asks for members only", { intents: "members" }],
  ["writes two texts back", { answers: ["I am here", "at your service"] }],
  ["writes the same text back twice", { answers: ["I am here", "I am here"] }],
  ["writes by itself once in a while", { ticks: true }],
  ["goes on by mailbox when its line breaks", { fallsBack: true }],
];

test.each(habits)("SBX-08 a client that %s is accused of nothing", async (_says, habit) => {
  expect((await judge({}, habit)).broken).toEqual([]);
});

const vices: readonly (readonly [keyof Vices, ObservableRule])[] = [
  ["tokenInQuery", "AUTH-04"],
  ["noVersion", "VER-01"],
  ["cookies", "AUTH-19"],
  ["forgetsLastId", "EVT-11"],
  ["neverComesBack", "EVT-34"],
  ["comesBackRevoked", "EVT-27"],
  ["ignoresWaits", "RATE-01"],
  ["freshClientRefs", "MSG-09"],
  ["noClientRefs", "MSG-13"],
  ["confirmsTwice", "INT-07"],
  ["confirmsLate", "INT-04"],
  ["neverConfirms", "INT-37"],
  ["repliesToTyping", "INT-11"],
  ["diesOfTheUnknown", "EVT-23"],
  ["comesBackRevoked", "AUTH-15"],
  ["comesBackLate", "EVT-16"],
  ["givesUpAtRestart", "EVT-26"],
  ["givesUpAtUnknownCode", "EVT-28"],
  ["givesUpWhenRefused", "EVT-35"],
  ["neverEnds", "EVT-49"],
];

test.each(vices)("SBX-08 a client whose vice is %s is found to break %s", async (vice, rule) => {
  expect((await judge({ [vice]: true })).broken).toContain(rule);
});

test("SBX-08 every rule that is judged has a program here that breaks it", async () => {
  const files = ["conformance.test.ts", "conformance-endpoint.test.ts"].map((name) => new URL(name, import.meta.url));
  const tests = (await Promise.all(files.map(async (file) => readFile(file, "utf8")))).join("");
  expect(Object.keys(observable).filter((rule) => !tests.includes(`"${rule}"`))).toEqual([]);
});

test("SBX-08 a program that leaves its mailbox open breaks BOX-03, one that had closed it before does not", async () => {
  expect((await judge({ leavesMailbox: true }, { fallsBack: true })).broken).toEqual(["BOX-03"]);
  expect((await judge({}, { fallsBack: true })).kept).toContain("BOX-03");
});

const fine = { authorization: "Bearer svc_app.1.secret", "x-svc-api-version": "1" };

const requests: readonly (readonly [ObservableRule | "nothing", string, Partial<WireRequest>, operation: string])[] = [
  ["nothing", "a proper request", {}, "getMe"],
  [
    "nothing",
    "a text that begins like a credential",
    { body: '{"content":"a token is svc_app.<id>.<secret>"}' },
    "getMe",
  ],
  ["AUTH-04", "a credential in a body", { body: '{"content":"svc_app.1.secret"}' }, "getMe"],
  ["AUTH-05", "no credential", { headers: { "x-svc-api-version": "1" } }, "getMe"],
  ["AUTH-06", "a credential for the keys", {}, "listSigningKeys"],
  ["VER-02", "a version in the query", { url: "/x?v=1" }, "getMe"],
  ["GEN-10", "a body that is not announced", { headers: fine, body: "{}" }, "getMe"],
  ["EVT-02", "a stream without families", { url: "/x?intents=" }, "openStream"],
];

test.each(requests)("SBX-08 %s is broken by %s", (rule, _says, given, operation) => {
  const book = new VerdictBook();
  const headers = given.body === undefined ? fine : { ...fine, "content-type": "application/json" };
  judgeRequest(book, { operation, atMs: 0, status: 200, request: { method: "GET", url: "/x", headers, ...given } });
  const broken = book.verdicts().flatMap((one) => (one.standing === "broken" ? [one.rule] : []));
  expect(broken).toEqual(rule === "nothing" ? [] : [rule]);
});

test("SBX-08 what was refused may be confirmed again, what was taken may not", () => {
  const confirm = (status: number) => ["confirmInteraction", 0, "/api/interacoes/1/confirmar", status] as const;
  expect(sequence(confirm(429), confirm(200))).toEqual([]);
  expect(sequence(confirm(400), confirm(503), confirm(200))).toEqual([]);
  expect(sequence(confirm(200), confirm(409))).toEqual(["INT-07"]);
});

/** Judges a made-up sequence of requests. */
function sequence(
  ...seen: readonly (readonly [operation: string, atMs: number, url: string, status: number, body?: string])[]
): readonly string[] {
  const book = new VerdictBook();
  const observed = seen.map(([operation, atMs, url, status, body]) => {
    const request: WireRequest = { method: "GET", url, headers: {}, ...(body === undefined ? {} : { body }) };
    return { operation, atMs, status, request };
  });
  judgeSequence(book, observed);
  return book.verdicts().flatMap(({ rule, standing }) => (standing === "broken" ? [rule] : []));
}

test("SBX-08 a mailbox that is read backward, too seldom or too often breaks the rule for it", () => {
  const read = (atMs: number, since: number) =>
    ["readMailbox", atMs, `/x?format=json&mailbox=a&since=${since}`, 200] as const;
  expect(sequence(read(0, 5), read(1000, 4))).toEqual(["BOX-04"]);
  expect(sequence(read(0, 1), read(44_999, 1))).toEqual([]);
  expect(sequence(read(0, 1), read(45_000, 1))).toEqual(["BOX-07"]);
  expect(sequence(...Array.from({ length: 90 }, (_, at) => read(at, 1)))).toEqual([]);
  expect(sequence(...Array.from({ length: 91 }, (_, at) => read(at, 1)))).toEqual(["BOX-11"]);
});

test("SBX-08 a command written twice without a change, and a mailbox opened without a look at the credential, are seen", () => {
  const edit = (body: string) => ["editCommand", 0, "/api/apps/me/comandos/1", 200, body] as const;
  expect(sequence(edit("a"), edit("b"), edit("a"))).toEqual([]);
  expect(sequence(edit("a"), edit("a"))).toEqual(["CMD-09"]);
  const lost = ["readMailbox", 0, "/x?mailbox=a&since=0", 409] as const;
  const open = ["openMailbox", 1, "/x?intents=messages", 200] as const;
  expect(sequence(lost, ["getMe", 1, "/api/apps/me", 200], open)).toEqual([]);
  expect(sequence(lost, open)).toEqual(["BOX-10"]);
});
