import { deriveBytes, deriveFraction, deriveSnowflake, deriveUuid } from "./derive.js";
import { ChannelHistory } from "./history.js";
import type {
  AppRecord,
  AttachmentRecord,
  CategoryRecord,
  ChannelRecord,
  CommandRecord,
  CounterRecord,
  CredentialRecord,
  InstallRecord,
  InteractionRecord,
  MemberRecord,
  MessageRecord,
  PermissionRecord,
  PersonRecord,
  RemarkRecord,
  ReactionRecord,
  RoleRecord,
  ServerRecord,
  SigningKeyRecord,
} from "./records.js";
import { Table, type Change, type ChangeListener } from "./table.js";

/** Everything the platform remembers. No clock, no sockets, no files: those are handed in by who acts on it. */
export class World {
  readonly seed: string;
  readonly counters: Table<CounterRecord>;
  readonly people: Table<PersonRecord>;
  readonly servers: Table<ServerRecord>;
  readonly categories: Table<CategoryRecord>;
  readonly channels: Table<ChannelRecord>;
  readonly roles: Table<RoleRecord>;
  readonly members: Table<MemberRecord>;
  readonly apps: Table<AppRecord>;
  readonly installs: Table<InstallRecord>;
  readonly credentials: Table<CredentialRecord>;
  readonly messages: Table<MessageRecord>;
  readonly reactions: Table<ReactionRecord>;
  readonly commands: Table<CommandRecord>;
  readonly interactions: Table<InteractionRecord>;
  readonly keys: Table<SigningKeyRecord>;
  readonly attachments: Table<AttachmentRecord>;
  readonly permissions: Table<PermissionRecord>;
  readonly remarks: Table<RemarkRecord>;
  readonly history = new ChannelHistory();
  #listener: ChangeListener | undefined;

  constructor(seed: string) {
    this.seed = seed;
    const tell: ChangeListener = (change) => this.#changed(change);
    this.counters = new Table("counters", tell);
    this.people = new Table("people", tell);
    this.servers = new Table("servers", tell);
    this.categories = new Table("categories", tell, (r) => r.serverId);
    this.channels = new Table("channels", tell, (r) => r.serverId);
    this.roles = new Table("roles", tell, (r) => r.serverId);
    this.members = new Table("members", tell, (r) => r.serverId);
    this.apps = new Table("apps", tell);
    this.installs = new Table("installs", tell, (r) => r.serverId);
    this.credentials = new Table("credentials", tell, (r) => r.appId);
    this.messages = new Table("messages", tell);
    this.reactions = new Table("reactions", tell, (r) => r.messageId);
    this.commands = new Table("commands", tell, (r) => r.appId);
    this.interactions = new Table("interactions", tell);
    this.keys = new Table("keys", tell);
    this.attachments = new Table("attachments", tell);
    this.permissions = new Table("permissions", tell);
    this.remarks = new Table("remarks", tell);
  }

  /** Every table, in a fixed order. */
  get tables(): readonly Table<{ readonly id: string }>[] {
    const { counters, people, servers, categories, channels, roles, members, apps, installs, credentials } = this;
    const { messages, reactions, commands, interactions, keys, attachments, permissions, remarks } = this;
    const first = [counters, people, servers, categories, channels, roles, members, apps, installs, credentials];
    const second = [messages, reactions, commands, interactions, keys, attachments, permissions, remarks];
    // A table of any record serves readers that only move records about by id.
    return [...first, ...second] as unknown as readonly Table<{ readonly id: string }>[];
  }

  /** Hears of every change from now on; one listener, the journal. */
  listen(listener: ChangeListener | undefined): void {
    this.#listener = listener;
  }

  /** The next public id. */
  snowflake(): string {
    return deriveSnowflake(this.seed, this.count("snowflake"));
  }

  /** The next UUID for `purpose`. */
  uuid(purpose: string): string {
    return deriveUuid(this.seed, purpose, this.count(purpose));
  }

  /** The next secret for `purpose`: 24 bytes as base64url. */
  secret(purpose: string): string {
    return deriveBytes(this.seed, purpose, this.count(purpose)).subarray(0, 24).toString("base64url");
  }

  /** The next number in [0, 1) for `purpose`. */
  fraction(purpose: string): number {
    return deriveFraction(this.seed, purpose, this.count(purpose));
  }

  /** Raises the counter of `purpose` and gives its new value, from 1. */
  count(purpose: string): number {
    const value = (this.counters.get(purpose)?.value ?? 0) + 1;
    this.counters.put({ id: purpose, value });
    return value;
  }

  /** Tells the journal of a change outside the tables. */
  tell(change: Change): void {
    this.#listener?.(change);
  }

  #changed(change: Change): void {
    this.#index(change);
    this.#listener?.(change);
  }

  #index(change: Change): void {
    if (change.table !== "messages") return;
    // Only the messages table tells of changes under this name, so its records are messages.
    if (change.record === null) this.history.forget(change.id);
    else this.history.note(change.record as MessageRecord);
  }

  /** Rebuilds what is derived from the tables, after records were loaded from a file. */
  reindex(): void {
    this.history.clear();
    for (const message of this.messages.all()) this.history.note(message);
  }
}
