import type { SandboxClock } from "./clock/clock.js";
import { writeFile } from "node:fs/promises";
import { FaultInjector } from "./faults/faults.js";
import type { Listening } from "./http.js";
import { openReaders, type Readers } from "./gateway/feeds.js";
import { inProcess, type InProcess } from "./edge/inprocess.js";
import { type Machine, callsOn } from "./edge/machine.js";
import type { Service } from "./edge/service.js";
import { linesOf } from "./machine/lines.js";
import type { SandboxLog } from "./log.js";
import { PersonInteraction } from "./people/interaction.js";
import type { OutgoingDelivery, Place } from "./machine/tx.js";
import type { Assumptions } from "./settings.js";
import { type Person, personOf } from "./people/person.js";
import type { Portal } from "./portal/portal.js";
import type { WireAnswer, WireRequest, WireStream } from "./wire.js";
import type { CommandRecord } from "./world/records.js";
import { findDefaults, liveToken, type DefaultIds } from "./world/defaults.js";
import type { Table } from "./world/table.js";
import type { RecordOf, TableName } from "./world/world.js";

/** What a new sandbox holds, ready to use. */
export interface SandboxDefaults {
  readonly serverId: string;
  readonly channelId: string;
  readonly appId: string;
  /** The App's first live credential; empty once it has none. */
  readonly token: string;
  /** A member of the server. */
  readonly person: Person;
  /** The owner of the server and of the App. */
  readonly owner: Person;
}

export interface SandboxParts<C extends SandboxClock> {
  readonly machine: Machine;
  readonly clock: C;
  readonly service: Service;
  readonly portal: Portal;
  readonly server: Listening | undefined;
  readonly recording: (() => string) | undefined;
  /** Runs last when the sandbox stops. */
  readonly onStop: () => void | Promise<void>;
}

/** The platform on this machine. Made by `startSandbox`. */
export class Sandbox<C extends SandboxClock = SandboxClock> implements InProcess {
  /** Its time; has `advance(ms)` when it is virtual. */
  readonly clock: C;
  /** What happened, readable and bounded. */
  readonly log: SandboxLog;
  /** What people do in the portal. */
  readonly portal: Portal;
  /** What goes wrong. */
  readonly faults: FaultInjector;
  /** From what ids, secrets and keys are derived; the same seed and the same acts give the same world. */
  readonly seed: string;
  readonly #parts: SandboxParts<C>;
  readonly #carrier: InProcess;
  #stopped: Promise<void> | undefined;
  #control: Listening | undefined;

  constructor(parts: SandboxParts<C>) {
    this.#parts = parts;
    this.clock = parts.clock;
    this.log = parts.machine.log;
    this.portal = parts.portal;
    this.faults = new FaultInjector(parts.machine);
    this.seed = parts.machine.world.seed;
    this.#carrier = inProcess(parts.clock, parts.service);
  }

  get #ids(): DefaultIds {
    return findDefaults(this.#parts.machine.world);
  }

  /** Where REST and the gateway listen; without a port a name that only `request` and `openStream` understand. */
  get baseUrl(): string {
    return this.#parts.server?.baseUrl ?? "http://sandbox.invalid";
  }

  /** Where the control interface listens, if it does. */
  get controlUrl(): string | undefined {
    return this.#control?.baseUrl;
  }

  /** @internal Notes where the control interface listens. */
  controlledBy(control: Listening): void {
    this.#control = control;
  }

  /** The first server, channel, App and people. */
  get defaults(): SandboxDefaults {
    const { serverId, channelId, appId, personId, ownerId } = this.#ids;
    const token = liveToken(this.#parts.machine.world, appId) ?? "";
    return { serverId, channelId, appId, token, person: this.person(personId), owner: this.person(ownerId) };
  }

  /** Somebody, by id. `home` is where they act by default: the first server and channel. */
  person(personId: string, home: Place = this.#ids): Person {
    return personOf(this.#parts.machine, personId, home);
  }

  /** An interaction from the side of its person, by id. */
  interaction(id: string): PersonInteraction {
    return new PersonInteraction(this.#parts.machine, id);
  }

  /** The whole world as text, one record per line: what `data` keeps and `from` reads. */
  snapshot(): string {
    return linesOf(this.#parts.machine.world, this.clock.now());
  }

  /** Writes the snapshot to a file. */
  async save(file: string): Promise<void> {
    await writeFile(file, this.snapshot(), { mode: 0o600 });
  }

  /**
   * Puts a snapshot in place of the world. Streams are told that the service restarts, mailboxes are gone, as after a
   * restart with that file; the App comes back by itself. What was ordered to go wrong stays. A recording goes on: the
   * snapshot is an input like any other.
   *
   * @throws Error when the text is not a snapshot
   */
  restore(snapshot: string): void {
    this.#parts.machine.apply({ type: "restored", snapshot });
  }

  /** Whether everything is being recorded. */
  get isRecording(): boolean {
    return this.#parts.recording !== undefined;
  }

  /** How the points are read on which the platform's documentation is silent. */
  get assumptions(): Assumptions {
    return this.#parts.machine.world.settings.assumptions;
  }

  /**
   * Reads some of these points in another way from now on.
   *
   * @throws RangeError when one of them is none, or none of its values
   */
  assume(assumptions: Partial<Assumptions>): void {
    callsOn(this.#parts.machine, { on: "settings" }).assume(assumptions);
  }

  /** @internal The records of a table of the world, or of one group of them. */
  records<N extends TableName>(table: N, group?: string): readonly RecordOf<N>[] {
    return this.#table(table).list(group);
  }

  /** @internal One record of a table of the world. */
  record<N extends TableName>(table: N, id: string): RecordOf<N> | undefined {
    return this.#table(table).get(id);
  }

  #table<N extends TableName>(name: N): Table<RecordOf<N> & { readonly id: string }> {
    // Each table holds the records that its name says.
    return this.#parts.machine.world[name] as unknown as Table<RecordOf<N> & { readonly id: string }>;
  }

  /** Everything recorded so far, without any secret. @throws unless the sandbox was started with `record: true` */
  recording(): string {
    const { recording } = this.#parts;
    if (recording === undefined) throw new Error("start the sandbox with record: true to have a recording");
    return recording();
  }

  /** @internal Registers a command as its App would. */
  addCommand(appId: string, command: CommandRecord["definition"]): CommandRecord {
    return callsOn(this.#parts.machine, { on: "portal" }).addCommand({ appId, command });
  }

  /** @internal The streams and mailboxes that an App has open. */
  readersOf(appId: string): Readers {
    return openReaders(this.#parts.machine.world, (one) => one.appId === appId);
  }

  /** @internal A delivery as it was sent, while it is among the newest. */
  sentDelivery(id: string): OutgoingDelivery | undefined {
    return this.#parts.machine.sender.sent(id);
  }

  /** @internal A live credential of an App, if it has one. */
  tokenOf(appId: string): string | undefined {
    return liveToken(this.#parts.machine.world, appId);
  }

  /** @internal Hears of each message that changed, or is gone, and of `undefined` where all may have. */
  watchMessages(listener: (messageId: string | undefined) => void): () => void {
    return this.#parts.machine.watchMessages(listener);
  }

  /** Creates a person, lets them into the first server, and gives them back. */
  newPerson(name: string): Person {
    const { personId } = this.portal.createPerson({ name });
    this.portal.join({ serverId: this.#ids.serverId, personId });
    return this.person(personId);
  }

  /** Carries one request without a socket: a transport for a client, with the same rules and faults as over HTTP. */
  readonly request = (request: WireRequest): Promise<WireAnswer> => this.#carrier.request(request);

  /** Opens a stream without a socket. */
  readonly openStream = (request: WireRequest): Promise<WireStream> => this.#carrier.openStream(request);

  /** Resolves once no delivery to an endpoint is under way. */
  idle(): Promise<void> {
    return this.#parts.machine.sender.idle();
  }

  /**
   * Stops everything. Throws when the sandbox made a mistake of its own while it ran (an answer that did not fit the
   * description, for one), so that no test passes over it.
   */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    const { machine, server, onStop } = this.#parts;
    machine.stop();
    await Promise.all([server?.close(), this.#control?.close()]);
    await onStop();
    const bug = this.log.last("bug");
    if (bug !== undefined) throw new Error(`the sandbox made a mistake: ${bug.text}`);
  }
}
