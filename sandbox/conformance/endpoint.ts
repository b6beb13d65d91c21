import type { EndpointAnswer as Answer } from "../wire.js";
import type { DeliveryEffect } from "../faults/shapes.js";
import type { LogEntry } from "../log.js";
import type { CommandRecord } from "../world/records.js";
import { trigger, type Stage } from "./stage.js";
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

function answerOf(entry: LogEntry | undefined): Answer | undefined {
  const result = entry?.detail["result"];
  if (typeof result !== "object" || result === null || !("answer" in result)) return undefined;
  // The sender logs an answer of this shape.
  return result.answer as Answer;
}

const succeeded = (answer: Answer | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300;

const said = (answer: Answer | undefined): string => `was answered with ${answer?.status ?? "nothing"}`;

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
  book.judge("END-04", succeeded(good), `a good delivery ${said(good)}`);
  for (const skewMs of [-290_000, 290_000]) {
    sandbox.faults.skewClock(skewMs);
    const [answer] = await deliver(stage, command);
    book.judge("SIG-02", succeeded(answer), `a timestamp ${skewMs / 1000} s off ${said(answer)}`);
  }
  sandbox.faults.skewClock(0);
  sandbox.portal.rotateKeys();
  sandbox.faults.delivery("unknown-key-beside");
  const [rotated] = await deliver(stage, command);
  book.judge("SIG-13", succeeded(rotated), `a delivery with two entries beside an unknown one ${said(rotated)}`);
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
    const isRefused = answer !== undefined && !succeeded(answer);
    book.judge(rule, isRefused, `${effect} ${said(answer)}`);
    if (!isRefused) continue;
    bodies.add(answer.body);
    const isSilent = answer.status === 401 && bodies.size === 1;
    book.judge("END-12", isSilent, `${effect} ${said(answer)} and a body of its own`);
  }
}

async function playReplay(stage: Stage, command: CommandRecord): Promise<void> {
  stage.say("a good delivery is replayed");
  stage.sandbox.faults.delivery("replay");
  const [, replayed] = await deliver(stage, command, 2);
  const confirms = /"type"\s*:\s*"(reply|modal|suggest)"/.test(replayed?.body ?? "");
  const why = `a replay ${said(replayed)} ${replayed?.body ?? ""}`.slice(0, 120);
  stage.book.judge("END-11", succeeded(replayed) && !confirms, why);
}
