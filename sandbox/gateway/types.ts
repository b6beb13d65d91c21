import type { SandboxClock } from "../clock/clock.js";
import type { SandboxLog } from "../log.js";
import type { Tape } from "../replay/tape.js";
import type { Settings } from "../settings.js";
import type { Json } from "../world/records.js";
import type { World } from "../world/world.js";

/** An event's content. */
export interface EventBody {
  readonly type: string;
  readonly [key: string]: Json;
}

/** Something that happened, before it is known which Apps hear of it. */
export interface Happening {
  readonly family: string;
  readonly serverId: string;
  readonly channelId: string;
  /** Only this App hears of it. */
  readonly appId?: string;
  readonly interactionId?: string;
  readonly body: EventBody;
}

/** Who opens a stream or a mailbox, for what. */
export interface Subscriber {
  readonly appId: string;
  readonly credentialId: string;
  readonly families: ReadonlySet<string>;
}

/** How a stream is to be opened. The last three are faults. */
export interface StreamOpening {
  /** What `connection_open` names as the version in use. */
  readonly version: string;
  readonly lastEventId?: string | undefined;
  readonly outOfWindow?: boolean;
  readonly silent?: boolean;
  /** How many events a resumed stream gets that it had already. */
  readonly repeat?: number;
}

/** What the gateway is built on. */
export interface HubContext {
  readonly world: World;
  readonly clock: SandboxClock;
  readonly log: SandboxLog;
  readonly settings: Settings;
  readonly tape?: Tape | undefined;
}
