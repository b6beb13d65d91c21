import { expect, test } from "vitest";
import { isVirtualClock } from "../../sandbox/clock/virtual.js";
import { prepareJudgement } from "../../sandbox/judge/judge.js";
import { judgeSequence } from "../../sandbox/judge/passive.js";
import { VerdictBook, type ObservableRule } from "../../sandbox/judge/verdicts.js";
import type { Sandbox, VirtualClock, WireRequest } from "svc-apps/sandbox";
import { SmallClient, type Vices } from "./judged-client.js";

/** Puts a client through everything on a virtual clock; gives the rules by how they stand. */
async function judge(vices: Vices): Promise<{ readonly kept: readonly string[]; readonly broken: readonly string[] }> {
  const judgement = await prepareJudgement({ sandbox: { clock: "virtual", seed: 1, port: null } });
  const { clock } = judgement.sandbox;
  if (!isVirtualClock(clock)) throw new Error("the clock is virtual");
  // The judge was given a virtual clock just above.
  const client = new SmallClient(judgement.sandbox as Sandbox<VirtualClock>, vices);
  void client.run();
  let verdicts: Awaited<ReturnType<typeof judgement.run>> | undefined;
  void judgement.run({ ended: () => client.done, stop: () => client.stop() }).then((result) => (verdicts = result));
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
];

test.each(vices)("SBX-08 a client whose vice is %s is found to break %s", async (vice, rule) => {
  expect((await judge({ [vice]: true })).broken).toContain(rule);
});

/** Judges a made-up sequence of requests. */
function sequence(
  ...seen: readonly (readonly [operation: string, atMs: number, url: string, status: number, body?: string])[]
): readonly string[] {
  const book = new VerdictBook();
  const witnessed = seen.map(([operation, atMs, url, status, body]) => {
    const request: WireRequest = { method: "GET", url, headers: {}, ...(body === undefined ? {} : { body }) };
    return { operation, atMs, status, request };
  });
  judgeSequence(book, witnessed);
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
