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
  if (options.transport === "mailbox") {
    const mailbox = new Mailbox(session, signal);
    await runMailbox(mailbox);
    return () => mailbox.release();
  }
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
async function runMailbox(mailbox: Mailbox): Promise<void> {
  try {
    await mailbox.run();
  } catch (error) {
    await mailbox.release();
    throw error;
  }
}

/** Reads a mailbox, and now and then looks whether the stream carries something again. */
async function untilStreamLives(session: Session): Promise<HeldConnection | { readonly closed: Release }> {
  const { signal, reporter } = session;
  const leaving = linkedTo(signal);
  const looking = linkedTo(signal);
  const mailbox = new Mailbox(session, leaving.signal);
  const found = lookForStream(session, looking.signal).finally(() => leaving.abort());
  try {
    await runMailbox(mailbox);
  } catch (error) {
    looking.abort();
    letGo(await found.catch(() => undefined));
    throw error;
  }
  const held = await found;
  if (held === undefined || signal.aborted) {
    letGo(held);
    return { closed: () => mailbox.release() };
  }
  await mailbox.readLast(signal);
  await mailbox.release();
  reporter.tell({ type: "transport-changed", from: "mailbox", to: "gateway", why: "The stream is back." });
  return held;
}

function letGo(held: HeldConnection | undefined): void {
  held?.connection.answer.close();
  held?.release();
}

/** A stream that carries something, opened beside the mailbox; only ever with a connection that nobody else needs. */
async function lookForStream(session: Session, signal: AbortSignal): Promise<HeldConnection | undefined> {
  const { clock, options, slots } = session;
  while (await waitFor(clock, options.returnAfterMs, signal)) {
    const release = slots.tryTake();
    if (release === undefined) continue;
    session.overlap = new Overlap();
    const connection = await probeStream(session, signal);
    if (connection !== undefined) return { connection, release };
    session.overlap = undefined;
    release();
  }
  return undefined;
}
