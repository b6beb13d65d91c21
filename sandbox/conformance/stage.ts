import type { LogEntry } from "../log.js";
import { pathOnly } from "../rest/dispatch.js";
import type { ObservedRequest } from "../wire.js";
import type { Readers } from "../gateway/feeds.js";
import type { Sandbox } from "../sandbox.js";
import { judgeRequest } from "./requests.js";
import { VerdictBook } from "./verdicts.js";
import type { PersonInteraction } from "../people/interaction.js";
import { type ArgumentValue, optionsOf } from "../people/trigger.js";
import type { CommandRecord } from "../world/records.js";

/** How often a condition is looked at again, milliseconds. */
const lookMs = 50;

/** What all scenes share: the sandbox, everything seen so far, and the book of verdicts. */
export class Stage {
  readonly sandbox: Sandbox;
  readonly book = new VerdictBook();
  readonly seen: ObservedRequest[] = [];
  readonly say: (text: string) => void;

  constructor(sandbox: Sandbox, say: (text: string) => void) {
    this.sandbox = sandbox;
    this.say = say;
  }

  observe(seen: ObservedRequest): void {
    this.seen.push(seen);
    judgeRequest(this.book, seen);
  }

  now(): number {
    return this.sandbox.clock.monotonicMs();
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.sandbox.clock.schedule(resolve, ms));
  }

  /** Waits until `test` holds, no longer than `withinMs`; says whether it did. */
  async until(test: () => boolean, withinMs: number): Promise<boolean> {
    for (const endMs = this.now() + withinMs; !test();) {
      if (this.now() >= endMs) return false;
      await this.wait(lookMs);
    }
    return true;
  }

  /** A place in what was seen so far, to look on from. */
  mark(): number {
    return this.seen.length;
  }

  after(mark: number, operation: string): readonly ObservedRequest[] {
    return this.seen.slice(mark).filter((one) => one.operation === operation);
  }

  confirmations(interactionId: string): readonly ObservedRequest[] {
    return this.seen.filter(
      ({ operation, request }) => operation === "confirmInteraction" && pathOnly(request.url).includes(interactionId),
    );
  }

  logged(kind: LogEntry["kind"], afterNumber: number): readonly LogEntry[] {
    return this.sandbox.log.entries(kind).filter(({ number }) => number > afterNumber);
  }

  /** The streams and mailboxes that the program has open. */
  get readers(): Readers {
    return this.sandbox.readersOf(this.sandbox.defaults.appId);
  }

  get streaming(): boolean {
    return this.readers.streams.length > 0;
  }

  /** The families that the program asks for now. Only what happens in these can be held against it. */
  get families(): ReadonlySet<string> {
    const { streams, mailboxes } = this.readers;
    return new Set([...streams, ...mailboxes].flatMap(({ families }) => [...families]));
  }
}

export function sampleArguments(command: CommandRecord): Record<string, ArgumentValue> {
  const entries = optionsOf(command).map((option): [string, ArgumentValue] => {
    const lowest = typeof option["minValue"] === "number" ? Math.ceil(option["minValue"]) : 1;
    return [String(option["name"]), option["type"] === "integer" ? lowest : "sample"];
  });
  return Object.fromEntries(entries);
}

/** Triggers a command in the way its type is triggered. */
export function trigger({ sandbox }: Stage, command: CommandRecord): PersonInteraction {
  const { owner, person, channelId } = sandbox.defaults;
  const { type, id } = command;
  if (type === "user") return owner.runOnUser(id, person.id);
  if (type === "message") return owner.runOnMessage(id, owner.post(channelId, "a message to act on").id);
  return owner.run(id, sampleArguments(command));
}

/** Somebody uses every command of the App, and types in every option that suggests. */
export async function playCommands(stage: Stage, commands: readonly CommandRecord[]): Promise<void> {
  for (const command of commands) {
    stage.say(`a user runs the command ${command.name}`);
    const used = trigger(stage, command);
    await stage.until(() => used.state !== "open", 3500);
    stage.book.judge("INT-37", used.state !== "expired", `${command.name} was not confirmed in time`);
    for (const option of optionsOf(command).filter((one) => one["autocomplete"] === true)) {
      await playTyping(stage, command, String(option["name"]));
    }
  }
}

async function playTyping(stage: Stage, command: CommandRecord, option: string): Promise<void> {
  const typing = stage.sandbox.defaults.owner.type(command.id, option, "sa");
  await stage.until(() => typing.state !== "open", 1500);
  const others = stage
    .confirmations(typing.id)
    .filter(({ request }) => !/"type"\s*:\s*"suggest"/.test(request.body ?? ""));
  stage.book.judge("INT-11", others.length === 0, `${command.name}: autocomplete was answered by something else`);
  stage.book.judge("INT-37", typing.state !== "expired", `${command.name}: no suggestions in time`);
}
