import type { ObservedRequest } from "../wire.js";
import { brand } from "../spec.js";
import type { CommandRecord } from "../world/records.js";
import { trigger, type Stage } from "./stage.js";

/** How long a lost stream may take to come back, milliseconds: a quarter of the resume window. */
const patienceMs = 30_000;

/** What became of a program that lost its stream. */
interface Loss {
  /** Whether it came back, with a stream or with a mailbox. */
  readonly isBack: boolean;
  readonly tookMs: number;
  /** The first stream it asked for after the loss. */
  readonly reopening: ObservedRequest | undefined;
}

/** Loses the stream in some way, and says whether, and when, the program came back; nothing when there is no stream. */
async function lose(stage: Stage, how: () => void, withinMs = patienceMs): Promise<Loss | undefined> {
  if (!(await stage.until(() => stage.streaming, patienceMs))) return undefined;
  const lostMs = stage.now();
  const mark = stage.mark();
  how();
  const opened = (operation: string) => stage.after(mark, operation).find(({ status }) => status === 200);
  const back = () => opened("openStream") ?? opened("openMailbox");
  await stage.until(() => back() !== undefined, withinMs);
  const atMs = back()?.atMs ?? stage.now();
  return { isBack: back() !== undefined, tookMs: atMs - lostMs, reopening: stage.after(mark, "openStream")[0] };
}

/** Everything that can happen to a stream, one after another. */
export async function playStreams(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  const { streams } = sandbox.faults;
  await playUnknownEvent(stage);
  await playBrokenLine(stage);

  stage.say("the stream ends properly, without a close frame");
  const ended = await lose(stage, () => streams.end());
  if (ended) book.judge("EVT-34", ended.isBack, "the stream was not opened again after a proper end");

  stage.say("the service restarts");
  const restarted = await lose(stage, () => streams.closeFrame("SERVER_RESTARTING"));
  if (restarted) book.judge("EVT-26", restarted.isBack, "the stream was not opened again after SERVER_RESTARTING");

  stage.say("a close frame with an unknown code");
  const strange = await lose(stage, () => streams.strangeCloseFrame({ code: "UNHEARD_OF", reconnect: true }));
  if (strange) book.judge("EVT-28", strange.isBack, "the stream was not opened again after an unknown code");
  await playRefusedOpening(stage);
}

async function playUnknownEvent(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  const { owner, channelId } = sandbox.defaults;
  stage.say("an event of an unknown type, then the line breaks in the middle of a frame");
  const before = sandbox.log.last("connection")?.number ?? 0;
  const [family = "messages"] = stage.families;
  sandbox.faults.streams.event({ type: `${brand.value}_unheard_of`, answer: 42 }, { family });
  owner.post(channelId, "something to remember");
  await stage.wait(1000);
  const closed = stage.logged("connection", before).some(({ detail }) => detail["end"] === "client");
  book.judge("EVT-23", stage.streaming && !closed, "the stream was closed after an event of an unknown type");
}

async function playBrokenLine(stage: Stage): Promise<void> {
  const { book, sandbox } = stage;
  await stage.until(() => stage.streaming, patienceMs);
  const known = stage.readers.streams.map(({ lastId }) => lastId);
  const cut = await lose(stage, () => sandbox.faults.streams.cut({ midFrame: true }), 2 * patienceMs);
  if (cut === undefined) return;
  book.judge("EVT-34", cut.isBack, "the stream was not opened again after a broken line");
  if (cut.isBack) book.judge("EVT-16", cut.tookMs < patienceMs, `it took ${Math.round(cut.tookMs)} ms`);
  if (cut.reopening === undefined) return;
  const said = cut.reopening.request.headers["last-event-id"];
  const last = known.map((id) => id ?? "none").join(" or ");
  book.judge("EVT-11", known.includes(said), `Last-Event-ID was ${said ?? "missing"}, the last id was ${last}`);
}

const waitMs = 2000;

async function playRefusedOpening(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  stage.say("the stream is lost, and opening it is refused for two seconds");
  const refused = sandbox.faults.add({ on: "stream", effect: "answer", status: 429, headers: { "retry-after": "2" } });
  const started = stage.mark();
  const back = await lose(stage, () => sandbox.faults.streams.end());
  refused.remove();
  if (back === undefined) return;
  book.judge("EVT-35", back.isBack, "no other try after 429");
  const [first, second] = stage.after(started, "openStream");
  if (first?.status !== 429 || second === undefined) return;
  const afterMs = second.atMs - first.atMs;
  book.judge("RATE-01", afterMs >= waitMs, `opened after ${Math.round(afterMs)} ms instead of ${waitMs}`);
}

/** An interaction that is missed and arrives when its time is over. */
export async function playLateInteraction(stage: Stage, command: CommandRecord): Promise<void> {
  const { sandbox, book } = stage;
  stage.say(`a user runs ${command.name} while the stream is away`);
  if (!(await stage.until(() => stage.streaming, patienceMs))) return;
  const refused = sandbox.faults.add({ on: "stream", effect: "answer", status: 503, times: Number.POSITIVE_INFINITY });
  const started = stage.mark();
  sandbox.faults.streams.end();
  const late = trigger(stage, command);
  await stage.wait(3200);
  refused.remove();
  const isBack = (): boolean => stage.after(started, "openStream").some(({ status }) => status === 200);
  if (!(await stage.until(isBack, patienceMs))) return;
  await stage.wait(1500);
  book.judge("INT-04", stage.confirmations(late.id).length === 0, "an interaction without any time left was confirmed");
}

/** The platform revokes the credential: the close frame says that coming back is useless. */
export async function playRevocation(stage: Stage): Promise<void> {
  const { sandbox, book } = stage;
  stage.say("the platform revokes the credential");
  if (!(await stage.until(() => stage.streaming, patienceMs))) return;
  const revoked = stage.mark();
  sandbox.portal.revokeByPlatform({ appId: sandbox.defaults.appId });
  await stage.wait(6000);
  const opened = stage.after(revoked, "openStream").length;
  book.judge("EVT-27", opened === 0, `the stream was opened ${opened} times with a revoked credential`);
  const refused = stage.seen.slice(revoked).filter(({ status }) => status === 401).length;
  if (refused > 0) book.judge("AUTH-15", refused <= 2, `a refused credential was sent ${refused} times`);
}
