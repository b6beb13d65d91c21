/** What the control interface tells the page. Types only: the page is compiled for a browser. */
import type { LogEntry } from "../../log.js";
import type {
  AppRecord,
  ChannelRecord,
  CommandRecord,
  CredentialRecord,
  InstallRecord,
  InteractionRecord,
  Json,
  MemberRecord,
  MessageRecord,
  PersonRecord,
  RoleRecord,
  SeenText,
  ServerRecord,
  SigningKeyRecord,
} from "../../world/records.js";
import type { ActionSpec, CallSpec } from "../spec.js";

/** A credential without its secret. */
export interface PageCredential extends Pick<CredentialRecord, "id" | "appId" | "slot"> {
  readonly isLive: boolean;
}

export type PageKey = Pick<SigningKeyRecord, "id" | "state" | "sinceMs">;

export type PageCommand = Omit<CommandRecord, "version">;

/** A fault that was ordered, as it stands. */
export interface PageFault {
  readonly fault: { readonly [key: string]: unknown };
  readonly struck: number;
}

/** Why an endpoint failed last, and the entry of the log that says so. */
export interface PageFailure {
  readonly number: number;
  readonly atMs: number;
  readonly why: string;
}

/** Everything that is small, as it stands. */
export interface PageState {
  readonly nowMs: number;
  readonly clock: "real" | "virtual";
  readonly isRecording: boolean;
  readonly baseUrl: string;
  readonly defaults: {
    readonly serverId: string;
    readonly channelId: string;
    readonly appId: string;
    readonly personId: string;
    readonly ownerId: string;
  };
  readonly people: readonly PersonRecord[];
  readonly servers: readonly ServerRecord[];
  readonly channels: readonly ChannelRecord[];
  readonly roles: readonly RoleRecord[];
  readonly members: readonly MemberRecord[];
  readonly apps: readonly AppRecord[];
  readonly installs: readonly InstallRecord[];
  readonly credentials: readonly PageCredential[];
  readonly keys: readonly PageKey[];
  readonly commands: readonly PageCommand[];
  readonly permissions: readonly string[];
  /** Streams and mailboxes that each App has open, by App. */
  readonly readers: Readonly<Record<string, { readonly streams: number; readonly mailboxes: number }>>;
  /** Why the endpoint of an App failed last, by App. */
  readonly failures: Readonly<Record<string, PageFailure>>;
  readonly faults: readonly PageFault[];
  readonly skewMs: number;
  readonly assumptions: Readonly<Record<string, unknown>>;
}

export interface PageReaction {
  readonly emoji: string;
  readonly count: number;
  /** Whether the person who looks gave it too. */
  readonly isOwn: boolean;
}

export interface PageMessage extends MessageRecord {
  readonly reactions: readonly PageReaction[];
}

/** What of an interaction is not told, or told in another form. */
type Untold = "serverId" | "shown" | "readers" | "delivered" | "followUps" | "submitted";

/** An interaction from the side of its person, with what its machine waits for. */
export interface PageInteraction extends Omit<InteractionRecord, Untold> {
  /** When the state ends by itself, if it does. */
  readonly deadlineMs?: number;
  readonly followUps: number;
  readonly texts: readonly SeenText[];
  readonly choices?: readonly Json[];
  readonly form?: Json;
  readonly isSubmitted: boolean;
  readonly why?: string;
}

export interface PageChannel {
  /** Oldest first. */
  readonly messages: readonly PageMessage[];
  /** What this person triggered in this channel lately, oldest first; only with the newest messages. */
  readonly interactions: readonly PageInteraction[];
}

/** Entries of the log, oldest first. */
export interface PageEntries {
  readonly entries: readonly PageEntry[];
  /** Number of the oldest entry that the sandbox keeps; what came before is gone. */
  readonly oldest: number;
}

/** How an entry is to be read. */
export type Tone = "good" | "warn" | "bad" | "plain";

/** What came of a call that the page made for an App. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly tookMs: number;
  /** Its entry of the log. */
  readonly number: number;
}

/** What is new. */
export interface PageNews extends PageEntries {
  /** Messages whose text or reactions changed, or that are gone. */
  readonly changed: readonly string[];
  /** Everything may be another: a snapshot was put back. */
  readonly isAnew: boolean;
}

/** One entry of the log without its bodies. */
export interface PageEntry extends Omit<LogEntry, "detail"> {
  /** What was called, told or done: an operation, a type of event, an action. */
  readonly title: string;
  /** What came of it, in a few words. */
  readonly outcome: string;
  readonly tone: Tone;
  /** Of a request the time to its answer, of an interaction the time since it was opened, milliseconds. */
  readonly tookMs?: number;
  readonly messageId?: string;
  readonly appId?: string;
  readonly interactionId?: string;
  readonly status?: number;
  readonly operation?: string;
  readonly code?: string;
}

/** What does not change while the sandbox runs: the description, and what can be ordered. */
export interface PageDescription {
  readonly operations: Named<{ readonly method: string; readonly path: string; readonly retry?: string }>;
  readonly errorCodes: Named<{ readonly condition: string; readonly advice: string }>;
  readonly closeCodes: Named<{ readonly meaning: string; readonly reconnect: boolean }>;
  readonly eventFamilies: Named<string>;
  readonly limits: Named<number>;
  readonly transitions: Named<readonly Named<unknown>[]>;
  readonly assumptions: Named<{ readonly values?: readonly string[]; readonly types?: readonly string[] }>;
  readonly faults: Named<CallSpec>;
  readonly streamFaults: Named<CallSpec>;
  readonly portalActions: Named<ActionSpec>;
}

type Named<Entry> = Readonly<Record<string, Entry>>;
