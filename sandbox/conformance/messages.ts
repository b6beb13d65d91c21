import type { ObservedRequest } from "../wire.js";
import type { Stage } from "./stage.js";

const textIn = ({ request }: ObservedRequest, field: string): string | undefined =>
  new RegExp(`"${field}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(request.body ?? "")?.[1];

const clientRefOf = (one: ObservedRequest): string | undefined => textIn(one, "clientRef");
const contentOf = (one: ObservedRequest): string => textIn(one, "content") ?? "";

/** How long an answer to a message is waited for, and how long silence is listened to, milliseconds. */
const answerMs = 1500;

/**
 * Somebody writes; an App that writes back is watched doing so, once with a failure and once with a wait. What an App
 * writes by itself belongs to no event, and texts that are equal cannot be told from one text sent twice: both are left
 * alone.
 */
export async function playMessages(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  const { owner, channelId } = sandbox.defaults;
  if (stage.after(0, "createMessage").length > 0) return;
  stage.say("a user writes a message");
  const started = stage.mark();
  owner.post(channelId, "hello, is anybody there?");
  await stage.wait(answerMs);
  const written = stage.after(started, "createMessage");
  const silence = stage.mark();
  await stage.wait(answerMs);
  if (written.length === 0 || stage.after(silence, "createMessage").length > 0) return;
  for (const one of written) {
    const why = "a message was written because of an event, without a clientRef";
    book.judge("MSG-13", clientRefOf(one) !== undefined, why);
  }
  if (new Set(written.map(contentOf)).size < written.length) return;
  await playLostAnswer(stage);
  await playWait(stage);
}

async function playLostAnswer(stage: Stage): Promise<void> {
  stage.say("writing back fails after it was done");
  const fault = stage.sandbox.faults.serverError({ operation: "createMessage", when: "after" });
  const [first, ...again] = await writtenBack(stage, fault, "hello again");
  if (first === undefined) return;
  for (const one of again) {
    const same = clientRefOf(one) !== undefined && clientRefOf(one) === clientRefOf(first);
    stage.book.judge("MSG-09", same, "a message was sent again without the clientRef of the first time");
  }
}

const waitMs = 2000;

async function playWait(stage: Stage): Promise<void> {
  stage.say("writing back is refused for two seconds");
  const fault = stage.sandbox.faults.rateLimit({ operation: "createMessage", retryAfter: "2" });
  const [first, again] = await writtenBack(stage, fault, "and once more");
  if (first?.status !== 429 || again === undefined) return;
  const afterMs = again.atMs - first.atMs;
  stage.book.judge("RATE-01", afterMs >= waitMs, `repeated after ${Math.round(afterMs)} ms instead of ${waitMs}`);
}

/** What is written back to a text while a fault stands: the first message, and those of the same content after it. */
async function writtenBack(stage: Stage, fault: { remove(): void }, text: string) {
  const { owner, channelId } = stage.sandbox.defaults;
  const mark = stage.mark();
  owner.post(channelId, text);
  await stage.wait(5000);
  fault.remove();
  const [first, ...others] = stage.after(mark, "createMessage");
  return first === undefined ? [] : [first, ...others.filter((one) => contentOf(one) === contentOf(first))];
}
