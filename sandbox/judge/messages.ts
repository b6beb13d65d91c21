import { pathOnly } from "../rest/routes.js";
import type { Witnessed } from "../rest/wire.js";
import type { Stage } from "./stage.js";

const clientRefOf = ({ request }: Witnessed): string | undefined =>
  /"clientRef"\s*:\s*"([^"]+)"/.exec(request.body ?? "")?.[1];

const contentOf = ({ request }: Witnessed): string | undefined =>
  /"content"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(request.body ?? "")?.[1];

/** Somebody writes; an App that writes back is watched doing so, once with a failure and once with a wait. */
export async function playMessages(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  const { owner, channelId } = sandbox.defaults;
  stage.say("somebody writes a message");
  const started = stage.mark();
  owner.post(channelId, "hello, is anybody there?");
  await stage.wait(1500);
  const written = stage.after(started, "createMessage");
  for (const one of written)
    book.judge(
      "MSG-13",
      clientRefOf(one) !== undefined,
      "a message was written because of an event, without a clientRef",
    );
  if (written.length === 0) return;

  stage.say("writing back fails after it was done");
  const failed = sandbox.faults.serverError({ operation: "createMessage", when: "after" });
  const mark = stage.mark();
  owner.post(channelId, "hello again");
  await stage.wait(5000);
  failed.remove();
  const [first, ...more] = stage.after(mark, "createMessage");
  for (const again of more.filter((one) => first !== undefined && contentOf(one) === contentOf(first))) {
    book.judge(
      "MSG-09",
      clientRefOf(again) !== undefined && clientRefOf(again) === clientRefOf(first ?? again),
      "a message was sent again without the clientRef of the first time",
    );
  }
  await playWait(stage);
}

const waitMs = 2000;

async function playWait(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  stage.say("writing back is refused for two seconds");
  const refused = sandbox.faults.rateLimit({ operation: "createMessage", retryAfter: "2" });
  const started = stage.mark();
  sandbox.defaults.owner.post(sandbox.defaults.channelId, "and once more");
  await stage.wait(5000);
  refused.remove();
  const [first, second] = stage
    .after(started, "createMessage")
    .filter(({ request }, _at, all) => pathOnly(request.url) === pathOnly(all[0]?.request.url ?? ""));
  if (first?.status !== 429 || second === undefined) return;
  book.judge(
    "RATE-01",
    second.atMs - first.atMs >= waitMs,
    `repeated after ${Math.round(second.atMs - first.atMs)} ms instead of ${waitMs}`,
  );
}
