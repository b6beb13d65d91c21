import type { DeliveryEffect } from "../faults/faults.js";
import type { LogEntry } from "../log.js";
import type { CommandRecord } from "../world/records.js";
import { trigger } from "./commands.js";
import type { Stage } from "./stage.js";
import type { ObservableRule } from "./verdicts.js";

/** Deliveries that must be refused, and the rule that says so. */
const refusals: readonly (readonly [DeliveryEffect, ObservableRule])[] = [
  ["wrong-recipe", "VER-06"],
  ["too-old", "SIG-02"],
  ["too-new", "SIG-02"],
  ["milliseconds", "SIG-04"],
  ["other-app", "SIG-07"],
  ["reserialized-body", "SIG-08"],
  ["altered-body", "SIG-08"],
  ["spliced-delivery-id", "SIG-09"],
  ["five-entries", "SIG-11"],
  ["unknown-key", "SIG-14"],
  ["no-signature", "SIG-14"],
  ["forged-signature", "SIG-14"],
  ["wrong-label", "SIG-23"],
];

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** What an endpoint answered, as the log has it. */
function answerOf(entry: LogEntry | undefined): Answer | undefined {
  const result = entry?.detail["result"];
  if (typeof result !== "object" || result === null || !("answer" in result)) return undefined;
  // The sender logs an answer of this shape.
  return result.answer as Answer;
}

const succeeded = (answer: Answer | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300;

/** Uses a command and waits for what the endpoint makes of the delivery, or deliveries. */
async function deliver(stage: Stage, command: CommandRecord, count = 1): Promise<readonly (Answer | undefined)[]> {
  const before = stage.sandbox.log.last("delivery")?.number ?? 0;
  trigger(stage, command);
  const results = () => stage.logged("delivery", before).filter(({ detail }) => "result" in detail);
  await stage.until(() => results().length >= count, 8000);
  return results().map(answerOf);
}

/** Delivers well and badly to an endpoint, and judges what it takes. */
export async function playEndpoint(stage: Stage, command: CommandRecord, url: string): Promise<void> {
  const { sandbox, book } = stage;
  const { appId } = sandbox.defaults;
  stage.say(`the endpoint ${url} is saved and probed`);
  await sandbox.portal.saveEndpoint({ appId, url });
  const proven = await sandbox.portal.probeEndpoint({ appId }).then(() => "", String);
  book.judge("END-02", proven === "", proven);
  if (proven !== "") return;

  const [good] = await deliver(stage, command);
  book.judge("END-04", succeeded(good), `a good delivery was answered with ${good?.status ?? "nothing"}`);
  for (const skewMs of [-290_000, 290_000]) {
    sandbox.faults.skewClock(skewMs);
    const [answer] = await deliver(stage, command);
    book.judge(
      "SIG-02",
      succeeded(answer),
      `a timestamp ${skewMs / 1000} s off was answered with ${answer?.status ?? "nothing"}`,
    );
  }
  sandbox.faults.skewClock(0);
  sandbox.portal.rotateKeys();
  sandbox.faults.delivery("unknown-key-beside");
  const [rotated] = await deliver(stage, command);
  book.judge(
    "SIG-13",
    succeeded(rotated),
    `two entries beside an unknown one were answered with ${rotated?.status ?? "nothing"}`,
  );
  await playRefusals(stage, command);
  await playReplay(stage, command);
}

async function playRefusals(stage: Stage, command: CommandRecord): Promise<void> {
  const { sandbox, book } = stage;
  const bodies = new Set<string>();
  for (const [effect, rule] of refusals) {
    stage.say(`a delivery is made badly: ${effect}`);
    sandbox.faults.delivery(effect);
    const [answer] = await deliver(stage, command);
    book.judge(
      rule,
      answer !== undefined && !succeeded(answer),
      `${effect} was answered with ${answer?.status ?? "nothing"}`,
    );
    if (answer === undefined || succeeded(answer)) continue;
    bodies.add(answer.body);
    book.judge(
      "END-12",
      answer.status === 401 && bodies.size === 1,
      `${effect} was answered with ${answer.status} and a body of its own`,
    );
  }
}

async function playReplay(stage: Stage, command: CommandRecord): Promise<void> {
  stage.say("a good delivery is replayed");
  stage.sandbox.faults.delivery("replay");
  const [, replayed] = await deliver(stage, command, 2);
  const confirms = /"type"\s*:\s*"(reply|modal|suggest)"/.test(replayed?.body ?? "");
  stage.book.judge(
    "END-11",
    succeeded(replayed) && !confirms,
    `a replay was answered with ${replayed?.status ?? "nothing"} ${replayed?.body ?? ""}`.slice(0, 120),
  );
}
