import type * as L from "./live.js";
import type * as R from "./records.js";
import { defaultSettings, type Settings } from "../settings.js";
import { ChannelHistory, Table } from "./table.js";
import { createHash } from "node:crypto";

/** Tables whose records a restart of the service does not survive: what was open, and what was only shown. */
const volatile = new Set(["connections", "mailboxes", "chains", "deliveries", "sights", "rates", "faults"]);

export type TableName = {
  [Name in keyof World]: World[Name] extends Table<infer _R> ? Name : never;
}[keyof World];

export type RecordOf<N extends TableName> = World[N] extends Table<infer R> ? R : never;

/** A world as plain data: the records of each table by its name. */
export type WorldDump = Readonly<Record<string, readonly { readonly id: string }[]>>;

/**
 * The state of the platform: everything it remembers, as tables of plain records. No clock, no sockets, no files. It is
 * changed by `apply` alone.
 */
export class World {
  readonly seed: string;
  /** How this platform reads what is not documented, and its own bounds. */
  settings: Settings;
  readonly counters = new Table<R.CounterRecord>("counters");
  readonly people = new Table<R.PersonRecord>("people");
  readonly servers = new Table<R.ServerRecord>("servers");
  readonly categories = new Table<R.CategoryRecord>("categories", (r) => r.serverId);
  readonly channels = new Table<R.ChannelRecord>("channels", (r) => r.serverId);
  readonly roles = new Table<R.RoleRecord>("roles", (r) => r.serverId);
  readonly members = new Table<R.MemberRecord>("members", (r) => r.serverId);
  readonly apps = new Table<R.AppRecord>("apps");
  readonly installs = new Table<R.InstallRecord>("installs", (r) => r.serverId);
  readonly credentials = new Table<R.CredentialRecord>("credentials", (r) => r.appId);
  readonly messages = new Messages();
  readonly reactions = new Table<R.ReactionRecord>("reactions", (r) => r.messageId);
  readonly commands = new Table<R.CommandRecord>("commands", (r) => r.appId);
  readonly interactions = new Table<R.InteractionRecord>("interactions");
  readonly keys = new Table<R.SigningKeyRecord>("keys");
  readonly attachments = new Table<R.AttachmentRecord>("attachments");
  readonly permissions = new Table<R.PermissionRecord>("permissions");
  readonly remarks = new Table<R.RemarkRecord>("remarks");
  readonly feeds = new Table<L.FeedRecord>("feeds");
  readonly connections = new Table<L.ConnectionRecord>("connections");
  readonly mailboxes = new Table<L.MailboxRecord>("mailboxes");
  readonly chains = new Table<L.ChainRecord>("chains");
  readonly deliveries = new Table<L.DeliveryRecord>("deliveries");
  readonly sights = new Table<L.SightRecord>("sights");
  readonly rates = new Table<L.RateRecord>("rates");
  readonly faults = new Table<L.FaultRecord>("faults");

  constructor(seed: string, settings: Settings = defaultSettings) {
    this.seed = seed;
    this.settings = settings;
  }

  /** Every table, in a fixed order. */
  get tables(): readonly Table<{ readonly id: string }>[] {
    // A table of any record serves readers that only move records about by id.
    return Object.values(this).filter((value) => value instanceof Table) as unknown as readonly Table<{
      readonly id: string;
    }>[];
  }

  /** The tables that outlive a restart. */
  get durable(): readonly Table<{ readonly id: string }>[] {
    return this.tables.filter(({ name }) => !volatile.has(name));
  }

  /** Messages of each channel in their order. */
  get history(): ChannelHistory {
    return this.messages.history;
  }

  /** All of it as plain data that nothing changes any more. */
  dump(): WorldDump {
    return structuredClone(Object.fromEntries(this.tables.map((table) => [table.name, table.list()])));
  }

  /** Puts back what `dump()` gave. */
  static from(seed: string, dump: WorldDump, settings?: Settings): World {
    const world = new World(seed, settings);
    for (const table of world.tables) for (const record of structuredClone(dump[table.name] ?? [])) table.put(record);
    return world;
  }

  restart(): void {
    for (const table of this.tables) if (volatile.has(table.name)) table.clear();
  }

  /** Raises the counter of `purpose` and gives its new value, from 1. */
  count(purpose: string): number {
    const value = (this.counters.get(purpose)?.value ?? 0) + 1;
    this.counters.put({ id: purpose, value });
    return value;
  }

  /*
   * Where what looks random comes from: hashes of the seed, a purpose, and how many there were of it before. Each is new,
   * and each follows from the state alone, on every machine and after a restart.
   */

  /** The next public id. */
  snowflake(): string {
    return snowflakeOf(this.seed, this.count("snowflake"));
  }

  /** The next UUID for `purpose`. */
  uuid(purpose: string): string {
    return uuidOf(deriveBytes(this.seed, purpose, this.count(purpose)));
  }

  /** The next text for `purpose` that nobody guesses: 24 bytes as base64url. */
  secret(purpose: string): string {
    return deriveSecret(this.seed, purpose, this.count(purpose));
  }

  /** The next number in [0, 1) for `purpose`. */
  fraction(purpose: string): number {
    return deriveBytes(this.seed, purpose, this.count(purpose)).readUIntBE(0, 6) / 2 ** 48;
  }
}

/** The messages, and their order in each channel, which follows from them. */
class Messages extends Table<R.MessageRecord> {
  readonly history = new ChannelHistory();

  constructor() {
    super("messages");
  }

  override put(message: R.MessageRecord): R.MessageRecord {
    this.history.note(message);
    return super.put(message);
  }

  override delete(id: string): boolean {
    this.history.forget(id);
    return super.delete(id);
  }

  override clear(): void {
    this.history.clear();
    super.clear();
  }
}

/** 32 bytes that follow from a seed, a purpose and a counter. */
export function deriveBytes(seed: string, purpose: string, counter: number): Buffer {
  return createHash("sha256").update(`${seed}\n${purpose}\n${counter}`).digest();
}

export const deriveSecret = (seed: string, purpose: string, counter: number): string =>
  deriveBytes(seed, purpose, counter).subarray(0, 24).toString("base64url");

function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex", 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Fixed instant from which sandbox snowflakes count, so that they never depend on the clock. */
const snowflakeBaseMs = 280_000_000_000n;

/** 19 digits, rising with `counter`, with seeded noise in the low bits so that two seeds do not share ids. */
function snowflakeOf(seed: string, counter: number): string {
  const noise = deriveBytes(seed, "snowflake", counter).readUInt32BE(0) & 0x3f_ffff;
  return (((snowflakeBaseMs + BigInt(counter)) << 22n) | BigInt(noise)).toString();
}
