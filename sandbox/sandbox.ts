import type { SandboxClock } from "./clock/clock.js";
import { FaultDesk } from "./faults/desk.js";
import type { Listening } from "./http/server.js";
import { inProcess, type InProcess } from "./inprocess.js";
import type { SandboxLog } from "./log.js";
import { Person, type Place } from "./people/person.js";
import type { Platform } from "./platform.js";
import type { Portal } from "./portal/portal.js";
import type { WireAnswer, WireRequest, WireStream } from "./rest/wire.js";
import type { Service } from "./service.js";
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
  readonly control: Listening | undefined;
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

  constructor(parts: SandboxParts<C>) {
    this.#parts = parts;
    this.clock = parts.clock;
    this.log = parts.platform.log;
    this.portal = parts.portal;
    this.faults = new FaultDesk(parts.platform);
    this.seed = parts.platform.world.seed;
    this.#carrier = inProcess(parts.platform, parts.service);
  }

  /** Where REST and the gateway listen; without a port a name that only `request` and `openStream` understand. */
  get baseUrl(): string {
    return this.#parts.server?.baseUrl ?? "http://sandbox.invalid";
  }

  /** Where the control interface listens, if it does. */
  get controlUrl(): string | undefined {
    return this.#parts.control?.baseUrl;
  }

  /** The first server, channel, App and people. */
  get defaults(): SandboxDefaults {
    const { serverId, channelId, appId, personId, ownerId } = this.#parts.ids;
    const token = liveToken(this.#parts.platform, appId) ?? "";
    return { serverId, channelId, appId, token, person: this.person(personId), owner: this.person(ownerId) };
  }

  /** Somebody, by id. `home` is where they act by default: the first server and channel. */
  person(personId: string, home: Place = this.#parts.ids): Person {
    return new Person(this.#parts.platform, personId, home);
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
    const { platform, server, control, onStop } = this.#parts;
    for (const connection of platform.hub.connections) connection.end("stopped");
    await Promise.all([server?.close(), control?.close()]);
    await onStop();
    const bug = this.log.last("bug");
    if (bug !== undefined) throw new Error(`the sandbox made a mistake: ${bug.text}`);
  }
}
