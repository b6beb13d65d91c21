import type { SandboxClock } from "./clock/clock.js";
import { writeFile } from "node:fs/promises";
import { FaultDesk } from "./faults/desk.js";
import type { Listening } from "./http/server.js";
import { inProcess, type InProcess } from "./inprocess.js";
import type { SandboxLog } from "./log.js";
import { linesOf } from "./persist/lines.js";
import { PersonInteraction } from "./people/interaction.js";
import { recorded, type Receiver } from "./replay/recorded.js";
import { createCommand } from "./rules/commands.js";
import { tokenOf } from "./rules/credentials.js";
import { Person, type Place } from "./people/person.js";
import type { Platform } from "./platform.js";
import type { Portal } from "./portal/portal.js";
import type { WireAnswer, WireRequest, WireStream } from "./rest/wire.js";
import type { Service } from "./service.js";
import type { CommandRecord, MessageRecord } from "./world/records.js";
import { liveToken, type DefaultIds } from "./world/defaults.js";

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

/** What a sandbox is made of. */
export interface SandboxParts<C extends SandboxClock> {
  readonly platform: Platform;
  readonly clock: C;
  readonly service: Service;
  readonly portal: Portal;
  readonly ids: DefaultIds;
  readonly server: Listening | undefined;
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
  readonly faults: FaultDesk;
  /** From what ids, secrets and keys are derived; the same seed and the same acts give the same world. */
  readonly seed: string;
  readonly #parts: SandboxParts<C>;
  readonly #carrier: InProcess;
  #stopped: Promise<void> | undefined;
  #control: Listening | undefined;

  constructor(parts: SandboxParts<C>) {
    this.#parts = parts;
    this.clock = parts.clock;
    this.log = parts.platform.log;
    const { tape } = parts.platform;
    this.portal = tape === undefined ? parts.portal : recorded(parts.portal, { on: "portal" }, tape);
    const desk = new FaultDesk(parts.platform);
    this.faults = tape === undefined ? desk : recorded(desk, { on: "faults" }, tape);
    this.seed = parts.platform.world.seed;
    this.#carrier = inProcess(parts.platform, parts.service);
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
    const { serverId, channelId, appId, personId, ownerId } = this.#parts.ids;
    const token = liveToken(this.#parts.platform, appId) ?? "";
    return { serverId, channelId, appId, token, person: this.person(personId), owner: this.person(ownerId) };
  }

  /** Somebody, by id. `home` is where they act by default: the first server and channel. */
  person(personId: string, home: Place = this.#parts.ids): Person {
    const { platform } = this.#parts;
    const person = new Person(platform, personId, home);
    return platform.tape === undefined ? person : recorded(person, { on: "person", personId, home }, platform.tape);
  }

  /** An interaction from the side of its person, by id. */
  interaction(id: string): PersonInteraction {
    return new PersonInteraction(this.#parts.platform, id);
  }

  /** The whole world as text, one record per line: what `data` keeps and `from` reads. */
  snapshot(): string {
    return linesOf(this.#parts.platform);
  }

  /** Writes the snapshot to a file. */
  async save(file: string): Promise<void> {
    await writeFile(file, this.snapshot(), { mode: 0o600 });
  }

  /** Everything recorded so far, without any secret. @throws unless the sandbox was started with `record: true` */
  recording(): string {
    const { tape } = this.#parts.platform;
    if (tape === undefined) throw new Error("start the sandbox with record: true to have a recording");
    return tape.text();
  }

  /** @internal The commands that an App has registered. */
  commandsOf(appId: string): readonly CommandRecord[] {
    return this.#parts.platform.world.commands.list(appId);
  }

  /** @internal Registers a command as its App would. */
  addCommand(appId: string, command: CommandRecord["definition"]): CommandRecord {
    return createCommand(this.#parts.platform, appId, { command });
  }

  /** @internal A message of an App that this person sees. */
  pressable(personId: string, messageId: string): MessageRecord {
    return new Person(this.#parts.platform, personId, this.#parts.ids).pressable(messageId);
  }

  /** @internal The object on which a recorded call is played again. */
  receiver(receiver: Exclude<Receiver, { readonly on: "result" }>): object {
    switch (receiver.on) {
      case "portal":
        return this.portal;
      case "faults":
        return this.faults;
      case "streams":
        return this.faults.streams;
      case "person":
        // A recording holds the place that the person had.
        return this.person(receiver.personId, receiver.home as Place);
    }
  }

  /** @internal The token of a credential, by its id. */
  tokenOf(credentialId: string): string {
    const credential = this.#parts.platform.world.credentials.get(credentialId);
    return credential === undefined ? "" : tokenOf(credential);
  }

  /** Creates a person, lets them into the first server, and gives them back. */
  newPerson(name: string): Person {
    const { personId } = this.portal.createPerson({ name });
    this.portal.join({ serverId: this.#parts.ids.serverId, personId });
    return this.person(personId);
  }

  /** Carries one request without a socket: a transport for a client, with the same rules and faults as over HTTP. */
  readonly request = (request: WireRequest): Promise<WireAnswer> => this.#carrier.request(request);

  /** Opens a stream without a socket. */
  readonly openStream = (request: WireRequest): Promise<WireStream> => this.#carrier.openStream(request);

  /** Resolves once no delivery to an endpoint is under way. */
  idle(): Promise<void> {
    return this.#parts.platform.sender.idle();
  }

  /**
   * Stops everything. Throws when the sandbox made a mistake of its own while it ran (an answer that did not fit the
   * description, for one), so that no test passes over it.
   */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    const { platform, server, onStop } = this.#parts;
    for (const connection of platform.hub.connections) connection.end("stopped");
    await Promise.all([server?.close(), this.#control?.close()]);
    await onStop();
    const bug = this.log.last("bug");
    if (bug !== undefined) throw new Error(`the sandbox made a mistake: ${bug.text}`);
  }
}
