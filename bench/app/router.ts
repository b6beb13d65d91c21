/**
 * What the App adds to an event over a bare callback: finding the handler among 101, checking the arguments, making the
 * context, watching the deadline, confirming once. The time of sending is not in it.
 *
 *   npx esbuild bench/app/router.ts --bundle --platform=node --format=esm --log-level=warning | node --input-type=module
 */
import { systemClock } from "../../runtime/abi/index.js";
import { limits } from "../../generated/tables.js";
import type { Caller } from "../../runtime/abi/index.js";
import type { Interaction, InteractionOutcome, MessageCreateEvent } from "../../generated/types.js";
import { bindApi } from "../../runtime/app/api.js";
import { chatCommand } from "../../runtime/app/definitions/commands.js";
import { allDecoders } from "../../runtime/app/contexts/decoders.js";
import type { ConfirmableContext } from "../../runtime/app/definitions/contexts.js";
import { silentLogger } from "../../runtime/app/logger.js";
import { EventPermits } from "../../runtime/app/event-permits.js";
import { runEvent } from "../../runtime/app/run-event.js";
import { Registry } from "../../runtime/app/routing/registry.js";
import { Recorder } from "../../runtime/app/why/recorder.js";
import { Interactions } from "../../runtime/app/interactions/interactions.js";
import { InFlight } from "../../runtime/app/in-flight.js";
import { Conversations } from "../../runtime/app/conversations/conversations.js";
import { appReporter } from "../../runtime/app/report.js";
import { memoryDedupe } from "../../runtime/delivery/index.js";
import { DiagnosticListeners } from "../../runtime/diagnostics/diagnostics.js";
import type { Diagnostic } from "../../runtime/diagnostics/index.js";
import { claimsOf, interactionPrefix } from "../../runtime/interaction/claims.js";
import type { ResponseChannel } from "../../runtime/interaction/channel.js";

/** Few at a time, as they come in life: a hundred thousand waiting ones would measure the garbage collector. */
const EVENTS = 1_000;
const BATCHES = 100;
const ROUNDS = 5;

const command = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [{ type: "integer", name: "sides", description: "Sides", required: true, minValue: 2, maxValue: 100 }],
});
let handled = 0;
const registry = new Registry();
for (let index = 0; index < 100; index += 1) {
  registry.addCommand(chatCommand({ name: `other${index}`, description: "x" }), () => {}, {});
}
registry.addCommand(
  command,
  async (context) => {
    handled += 1;
    await (context as ConfirmableContext).reply("4"); // the bench's commands are chat commands
  },
  {},
);
registry.addEvent("message_create", () => (handled += 1));

const caller: Caller = {
  call() {
    throw new Error("nothing is sent here");
  },
};
const outcome = { interaction: { id: "1", state: "confirmed" } } as unknown as InteractionOutcome; // never looked at
const channel: ResponseChannel = {
  via: "rest",
  takesPrivate: true,
  confirm: async () => Promise.resolve({ was: "accepted", outcome }),
  answer: async () => Promise.resolve(outcome),
  followUp: async () => Promise.resolve(outcome),
};
const sink = new DiagnosticListeners<Diagnostic>();
const common = {
  registry,
  clock: systemClock,
  log: silentLogger,
  report: appReporter(sink),
  around: undefined,
  onError: () => {},
};
const claim = claimsOf(memoryDedupe(), interactionPrefix("1"));
const settings: ConstructorParameters<typeof Interactions>[0] = {
  ...common,
  sink,
  timing: {
    marginMs: 150,
    autoDeferLeadMs: 400,
    emptySuggestionsLeadMs: 150,
    failureText: false,
    failureInChannel: false,
    runExpired: false,
  },
  session: {
    random: Math.random,
    rules: limits,
    firstReply: { privateReply: "sent", replyComponents: "sent" },
    answerWarningMs: 10_000,
  },
  writeModal: (modal) => ({ type: "modal", modal }),
  decoders: allDecoders({}, "data.arguments"),
  claim: (id) => claim(id, 660_000),
  conversations: new Conversations({}, { ...common, sink }),
  rest: () => channel,
  api: () => bindApi(caller),
  inFlight: new InFlight(),
};
const all = new Interactions(settings);
/** With the recorder of `svc-apps/why` beside the App. */
const recorder = new Recorder(systemClock, 200);
const listeners = new DiagnosticListeners<Diagnostic>();
listeners.listen((diagnostic) => void recorder.note(diagnostic));
const recorded = new Interactions({
  ...settings,
  sink: listeners,
  report: appReporter(listeners),
  around: (work, run) => recorder.around(work, run),
});
/** What remembers interactions is not the machine of one: beside it, the same without. */
const unclaimed = new Interactions({ ...settings, claim: () => true });
const { signal: aborted } = new AbortController();
const signal = (): AbortSignal => aborted;

/** Interactions as they are after reading, each with an id of its own. */
function interactions(): Interaction[] {
  return Array.from({ length: EVENTS }, (_, index) => {
    const data = { command: { name: "roll" }, arguments: [{ name: "sides", type: "integer", value: 6 }] };
    const id = crypto.randomUUID();
    const whole = {
      id,
      type: "command",
      serverId: "1",
      channelId: "2",
      userId: String(index),
      expiresInMs: 3_000,
      data,
    };
    return whole as unknown as Interaction; // ids are branded; here any will do
  });
}

/** Processor time, collecting garbage included: what else runs on the machine does not count. */
async function perEventUs(make: () => readonly unknown[], run: (event: never) => Promise<unknown>): Promise<number> {
  let usedUs = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const events = make();
    const before = process.cpuUsage();
    for (const event of events) await run(event as never);
    const { user, system } = process.cpuUsage(before);
    usedUs += user + system;
  }
  return usedUs / (BATCHES * EVENTS);
}

async function best(make: () => readonly unknown[], run: (event: never) => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) least = Math.min(least, await perEventUs(make, run));
  return least;
}

const message = { type: "message_create", serverId: "1", message: { publicId: "2", channelId: "3", content: "x" } };
const messages = (): readonly unknown[] => Array.from({ length: EVENTS }, () => message);
const bare = await best(interactions, async () => Promise.resolve((handled += 1)));
const places = { clock: systemClock, limit: 16, timeoutMs: 60_000, keepsPlace: false };
const permits = new EventPermits({ ...places, report: () => undefined });
const taking = (by: Interactions) => async (one: Interaction) =>
  by.run({ interaction: one, source: "gateway", channel, receivedAtMs: systemClock.monotonicMs(), signal });
const interaction = await best(interactions, taking(all));
const noted = await best(interactions, taking(recorded));
const alone = await best(interactions, taking(unclaimed));
const eventSettings = { ...common, permits, appId: () => "1", caller };
const event = await best(messages, async (one: MessageCreateEvent) =>
  runEvent({ event: one, source: "gateway", identity: "m-2", backfilled: false, signal }, eventSettings),
);
if (handled < EVENTS * BATCHES * ROUNDS * 5) throw new Error("not every event was handled");
console.log(`bare callback   ${bare.toFixed(2)} µs an event`);
console.log(`an interaction  +${(interaction - bare).toFixed(2)} µs (at most 5)`);
console.log(`its recording   +${(noted - interaction).toFixed(2)} µs (at most 2)`);
console.log(`its machine     +${(alone - bare).toFixed(2)} µs, without the memory of duplicates`);
console.log(`a message       +${(event - bare).toFixed(2)} µs (at most 5)`);
