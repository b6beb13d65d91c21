import { brand } from "../spec.js";
import type { CommandRecord } from "../world/records.js";
import { trigger } from "./commands.js";
import type { Stage } from "./stage.js";

/** How long a lost stream may take to come back before it counts as not coming back, milliseconds. */
const patienceMs = 30_000;

/** Position of the newest event, as the stream wrote it. */
function newestId({ sandbox }: Stage): string {
  const entry = sandbox.log.last("event")?.detail["entry"];
  return typeof entry === "object" && entry !== null && "sequence" in entry ? String(entry.sequence) : "";
}

/** Loses the stream in some way, and says whether, and when, it came back. */
async function lose(stage: Stage, how: () => void): Promise<number | undefined> {
  await stage.until(() => stage.streaming, patienceMs);
  const lostMs = stage.now();
  const mark = stage.mark();
  how();
  const back = () => stage.after(mark, "openStream").find(({ status }) => status === 200);
  await stage.until(() => back() !== undefined, patienceMs);
  const reopened = back();
  return reopened === undefined ? undefined : reopened.atMs - lostMs;
}

/** Everything that can happen to a stream, one after another. */
export async function playStreams(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  const { owner, channelId } = sandbox.defaults;
  const { streams } = sandbox.faults;

  stage.say("an event of an unknown type, then the line breaks in the middle of a frame");
  const before = sandbox.log.last("connection")?.number ?? 0;
  streams.event({ type: `${brand.value}_unheard_of`, answer: 42 });
  owner.post(channelId, "something to remember");
  await stage.wait(1000);
  const closed = stage.logged("connection", before).some(({ detail }) => detail["end"] === "client");
  book.judge("EVT-23", stage.streaming && !closed, "the stream was closed after an event of an unknown type");
  const last = newestId(stage);
  const cutMark = stage.mark();
  const cut = await lose(stage, () => streams.cut({ midFrame: true }));
  book.judge("EVT-34", cut !== undefined, "the stream was not opened again after a broken line");
  if (cut !== undefined) book.judge("EVT-16", cut < patienceMs, `it took ${Math.round(cut)} ms`);
  const resumed = stage.after(cutMark, "openStream")[0]?.request.headers["last-event-id"];
  book.judge("EVT-11", resumed === last, `Last-Event-ID was ${resumed ?? "missing"}, the last id was ${last}`);

  stage.say("the stream ends properly, without a farewell");
  const ended = await lose(stage, () => streams.end());
  book.judge("EVT-34", ended !== undefined, "the stream was not opened again after a proper end");

  stage.say("the service restarts");
  const restarted = await lose(stage, () => streams.farewell("SERVER_RESTARTING"));
  book.judge("EVT-26", restarted !== undefined, "the stream was not opened again after SERVER_RESTARTING");

  stage.say("a farewell with a code that nobody knows");
  const strange = await lose(stage, () => streams.strangeFarewell({ code: "UNHEARD_OF", reconnect: true }));
  book.judge("EVT-28", strange !== undefined, "the stream was not opened again after an unknown code");
  await playRefusedOpening(stage);
}

const waitMs = 2000;

async function playRefusedOpening(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  stage.say("the stream is lost, and opening it is refused for two seconds");
  const refused = sandbox.faults.add({ on: "stream", effect: "answer", status: 429, headers: { "retry-after": "2" } });
  const started = stage.mark();
  const back = await lose(stage, () => sandbox.faults.streams.end());
  refused.remove();
  book.judge("EVT-35", back !== undefined, "no other try after 429");
  const [first, second] = stage.after(started, "openStream");
  if (first?.status !== 429 || second === undefined) return;
  book.judge(
    "RATE-01",
    second.atMs - first.atMs >= waitMs,
    `opened after ${Math.round(second.atMs - first.atMs)} ms instead of ${waitMs}`,
  );
}

/** An interaction that is missed and arrives when its time is over. */
export async function playLateInteraction(stage: Stage, command: CommandRecord): Promise<void> {
  const { sandbox, book } = stage;
  stage.say(`somebody uses ${command.name} while the stream is away`);
  await stage.until(() => stage.streaming, patienceMs);
  const refused = sandbox.faults.add({ on: "stream", effect: "answer", status: 503, times: Number.POSITIVE_INFINITY });
  const started = stage.mark();
  sandbox.faults.streams.end();
  const late = trigger(stage, command);
  await stage.wait(3200);
  refused.remove();
  const back = await stage.until(
    () => stage.after(started, "openStream").some(({ status }) => status === 200),
    patienceMs,
  );
  if (!back) return;
  await stage.wait(1500);
  book.judge("INT-04", stage.confirmations(late.id).length === 0, "an interaction without any time left was confirmed");
}

/** The platform revokes the credential: the farewell says that coming back is useless. */
export async function playRevocation(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  stage.say("the platform revokes the credential");
  await stage.until(() => stage.streaming, patienceMs);
  const revoked = stage.mark();
  sandbox.portal.revokeByPlatform({ appId: sandbox.defaults.appId });
  await stage.wait(6000);
  const opened = stage.after(revoked, "openStream").length;
  book.judge("EVT-27", opened === 0, `the stream was opened ${opened} times with a revoked credential`);
  const refused = stage.seen.slice(revoked).filter(({ status }) => status === 401).length;
  if (refused > 0) book.judge("AUTH-15", refused <= 2, `a refused credential was sent ${refused} times`);
}
