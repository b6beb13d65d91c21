import { Gateway, type HeldConnection } from "../gateway/gateway.js";
import { probeStream } from "../gateway/probe.js";
import { Mailbox } from "../mailbox/mailbox.js";
import { linkedTo } from "../linked.js";
import { waitFor } from "../wait.js";
import { Overlap } from "./overlap.js";
import type { Session } from "./session.js";

/** Gives back what is still held of the service. Called once everything is handled. */
export type Release = () => Promise<void>;

const nothingHeld: Release = () => Promise.resolve();

/**
 * Brings events by the transport that was asked for, until it is closed from this side.
 * @throws EventsEndedError when going on cannot help
 */
export async function runTransports(session: Session): Promise<Release> {
  const { signal, options } = session;
  if (options.transport === "mailbox") return runMailbox(session);
  if (options.transport === "gateway") {
    await new Gateway(session, signal).run({ untilSilent: false });
    return nothingHeld;
  }
  return runAuto(session);
}

/** The stream, and the mailbox for as long as the stream opens but stays silent. */
async function runAuto(session: Session): Promise<Release> {
  const { signal, reporter } = session;
  let held: HeldConnection | undefined;
  if (session.restored?.transport === "mailbox") {
    // A former process had to use the mailbox, and may have left one with events in it.
    const change = await untilStreamLives(session);
    if ("closed" in change) return change.closed;
    held = change;
  }
  for (;;) {
    const gateway = new Gateway(session, signal);
    const how = await gateway.run({ untilSilent: true, ...(held !== undefined && { held }) });
    if (how === "closed") return nothingHeld;
    reporter.tell({ type: "transport-changed", from: "gateway", to: "mailbox", why: "The stream stays silent." });
    const change = await untilStreamLives(session);
    if ("closed" in change) return change.closed;
    held = change;
  }
}

/** A mailbox that can go on no further is given back at once: nothing it holds will be asked for. */
async function runMailbox(session: Session): Promise<Release> {
  const mailbox = new Mailbox(session, session.signal);
  const release = () => mailbox.release();
  try {
    await mailbox.run();
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

/** Reads a mailbox, and now and then looks whether the stream carries something again. */
async function untilStreamLives(session: Session): Promise<HeldConnection | { readonly closed: Release }> {
  const { signal, reporter } = session;
  const leaving = linkedTo(signal);
  const looking = linkedTo(signal);
  const mailbox = new Mailbox(session, leaving.signal);
  const found = lookForStream(session, looking).finally(() => leaving.abort());
  // Its failure is heard below, once the mailbox has come to rest; until then it must not count as heard by nobody.
  found.catch(() => undefined);
  let held: HeldConnection | undefined;
  try {
    await mailbox.run();
    held = await found;
    if (held === undefined || signal.aborted) {
      letGo(held);
      return { closed: () => mailbox.release() };
    }
    await mailbox.readLast(signal);
  } catch (error) {
    looking.abort();
    letGo(held ?? (await found.catch(() => undefined)));
    await mailbox.release();
    throw error;
  }
  // From here on its positions would be taken for ids of the stream, which may break off before it says its own.
  session.startOver(String(session.clock.now()));
  await mailbox.release();
  reporter.tell({ type: "transport-changed", from: "mailbox", to: "gateway", why: "The stream is back." });
  return held;
}

function letGo(held: HeldConnection | undefined): void {
  held?.connection.answer.close();
  held?.release();
}

/**
 * A stream that carries something, opened beside the mailbox; only ever with a connection that nobody else needs. It
 * lives on `looking`, which is fired when it is given back.
 */
async function lookForStream(session: Session, looking: AbortController): Promise<HeldConnection | undefined> {
  const { clock, options, slots } = session;
  while (await waitFor(clock, options.returnAfterMs, looking.signal)) {
    const giveBack = slots.tryTake();
    if (giveBack === undefined) continue;
    const release = () => {
      looking.abort();
      giveBack();
    };
    session.overlap = new Overlap();
    let connection;
    try {
      connection = await probeStream(session, looking.signal);
    } finally {
      if (connection === undefined) {
        session.overlap = undefined;
        giveBack();
      }
    }
    if (connection !== undefined) return { connection, release };
  }
  return undefined;
}
