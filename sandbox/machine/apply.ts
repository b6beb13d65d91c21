import { settle } from "../delivery/endpoint.js";
import { keepFaults, strike } from "../faults/rules.js";
import { beat, drop, forgetStream } from "../gateway/connections.js";
import { expireMailbox } from "../gateway/mailboxes.js";
import { execute, openByRequest } from "../rest/execute.js";
import { expireInteraction, watchDeadlines } from "../rules/interactions.js";
import { type Settings, settingsOf } from "../settings.js";
import { World } from "../world/world.js";
import { type Effect, type Timer, log, type Tx, type Input, type Instant } from "./tx.js";
import { callRules } from "./rules.js";
import { readLines, restored, type WorldLines } from "./lines.js";

export interface Applied {
  /** The state after it. The one handed in is not to be used any more, whether it is that one or not. */
  readonly world: World;
  readonly effects: readonly Effect[];
  /** What the input gives back to whoever handed it in, or what it was refused with. */
  readonly output: { readonly value?: unknown } | { readonly error: unknown };
}

/**
 * The platform: from a state and an input to the next state and what is to be done outside. Pure but for changing the
 * state in place: the same state, input and instant give the same, to the byte, on every machine. So the list of
 * inputs is the journal, the recording and the day itself.
 */
export function apply(world: World, input: Input, { nowMs, monotonicMs }: Instant): Applied {
  // By name: spreading would cost a tenth of an event.
  const tx: Tx = { world, settings: world.settings, nowMs, monotonicMs, effects: [] };
  try {
    if (input.type === "restored") return { world: replaced(tx, input.snapshot), effects: tx.effects, output: {} };
    return { world, effects: tx.effects, output: { value: outputOf(tx, input) } };
  } catch (error) {
    return { world, effects: tx.effects, output: { error } };
  }
}

function outputOf(tx: Tx, input: Exclude<Input, { type: "restored" }>): unknown {
  switch (input.type) {
    case "request":
      return execute(tx, input.request);
    case "stream":
      return openByRequest(tx, input.request, input.faults);
    case "closed":
      return forgetStream(tx, input.connectionId, input.end);
    case "due":
      return whenDue(tx, input.timer);
    case "delivered":
      return settle(tx, input.deliveryId, input.result);
    case "strike":
      return strike(tx, input.occasion);
    case "call":
      return callRules(tx, input.receiver, input.method, input.args);
    case "restarted":
      return restart(tx, input.offlineSinceMs);
  }
}

function whenDue(tx: Tx, timer: Timer): void {
  const id = timer.slice(timer.indexOf(":") + 1);
  if (timer.startsWith("interaction:")) expireInteraction(tx, id);
  else if (timer.startsWith("heartbeat:")) beat(tx, id);
  else expireMailbox(tx, id);
}

/** What was open is gone, Apps have been offline since then, and the deadlines that were running run on. */
function restart(tx: Tx, offlineSinceMs: number): void {
  const { world } = tx;
  world.restart();
  for (const feed of world.feeds.list()) world.feeds.put({ ...feed, offlineSinceMs });
  for (const interaction of world.interactions.list()) watchDeadlines(tx, interaction);
}

/**
 * The state that lines describe, to go on under these settings. Inputs are applied under the settings of their time:
 * others could refuse what was accepted, and every id after it would be another.
 *
 * @throws when the lines name a table that does not exist
 */
export function worldFrom({ seed, settings: then, records, inputs }: WorldLines, settings: Settings): World {
  let world = new World(seed, then === undefined ? { ...settings } : settingsOf(then));
  const tables = new Map(world.durable.map((table) => [table.name, table]));
  for (const { table, record } of records) {
    const target = tables.get(table);
    if (target === undefined) throw new Error(`there is no table ${table}`);
    target.put(record);
  }
  for (const { input, ...instant } of inputs) ({ world } = apply(world, restored(world, input), instant));
  world.settings = settings;
  return world;
}

/** Reads the snapshot whole before anything is given up, then closes what is open and goes on with the other state. */
function replaced(tx: Tx, snapshot: string): World {
  const world = worldFrom(readLines(snapshot, "the snapshot"), tx.settings);
  drop(tx, () => true, "SERVER_RESTARTING");
  for (const { id } of tx.world.interactions.list())
    tx.effects.push({ type: "timer", timer: `interaction:${id}`, afterMs: undefined });
  const next = { ...tx, world };
  restart(next, tx.nowMs);
  keepFaults(tx.world, world);
  tx.effects.push({ type: "message", messageId: undefined });
  log(next, "portal", "restore a snapshot", { action: "restore" });
  return world;
}
