/**
 * The records of the world. All plain data that survives JSON unchanged; all times are milliseconds since the Unix
 * epoch on the sandbox's clock. These are the sandbox's own shapes; what crosses the wire is made in `rest/views.ts`.
 */

/** Anything JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface PersonRecord {
  readonly id: string;
  readonly name: string;
  /** Set while the account is suspended (`untilMs`) or banned (no end). Switches off the Apps it owns. */
  readonly sanction?: { readonly untilMs?: number };
}

export interface ServerRecord {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly notificationDefault: string;
  /** Counts administrative changes; goes out as text that means nothing. */
  readonly revision: number;
}

export interface CategoryRecord {
  readonly id: string;
  readonly serverId: string;
  readonly name: string;
}

export interface ChannelRecord {
  readonly id: string;
  readonly serverId: string;
  readonly name: string;
  readonly type: string;
  readonly voiceLimit?: number;
  readonly ageRestricted?: boolean;
  /** Null once it was taken out of its category. */
  readonly categoryId?: string | null;
  /** When set, only the owner and holders of these roles reach the channel. */
  readonly onlyRoleIds?: readonly string[];
  /** Archived channels stay for moderation and are gone from the product. */
  readonly archivedAtMs?: number;
}

export interface RoleRecord {
  readonly id: string;
  readonly serverId: string;
  readonly name: string;
  /** Higher outranks lower. */
  readonly rank: number;
  /** Exactly what was sent; see `permissions.ts` for how it is read. */
  readonly permissions: Json;
  readonly color?: Json;
  readonly displaySeparately?: boolean;
}

/** A person in a server. Its id is `<server>/<person>`. */
export interface MemberRecord {
  readonly id: string;
  readonly serverId: string;
  readonly personId: string;
  readonly roleIds: readonly string[];
}

export interface AppRecord {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** Open for installation by anyone with the link; private otherwise. */
  readonly open: boolean;
  /** Platform sanction: a suspension ends at `untilMs`, a ban has no end. */
  readonly sanction?: { readonly untilMs?: number };
  readonly endpoint?: EndpointRecord;
}

export type EndpointState = "off" | "probing" | "active" | "suspended";

export interface EndpointRecord {
  readonly url: string;
  /** The IP address that was checked, and the only one that is connected to; unset for this machine. */
  readonly address?: string;
  readonly state: EndpointState;
  /** Times of the failures since the last success that count toward suspension. */
  readonly failuresMs: readonly number[];
  /** All failures ever, those of a grace period included. */
  readonly failuresTotal: number;
}

/** An App in a server. Its id is `<server>/<app>`. */
export interface InstallRecord {
  readonly id: string;
  readonly serverId: string;
  readonly appId: string;
  readonly scopes: readonly string[];
  readonly roleIds: readonly string[];
}

export interface CredentialRecord {
  readonly id: string;
  readonly appId: string;
  /** 1 or 2. */
  readonly slot: number;
  /** Counter from which the secret is derived; it is never stored. */
  readonly derivation: number;
  /** Set once dead; the record stays so that a late mailbox read can be told apart. */
  readonly revokedAtMs?: number;
}

/** Who did something. */
export interface Actor {
  readonly kind: "person" | "app";
  readonly id: string;
}

export interface MessageRecord {
  readonly id: string;
  readonly serverId: string;
  readonly channelId: string;
  readonly author: Actor;
  readonly content: string;
  readonly createdAtMs: number;
  readonly editedAtMs?: number;
  /** A deleted message stays for moderation, and so does its idempotency key. */
  readonly deletedAtMs?: number;
  readonly clientRef?: string;
  readonly attachments?: readonly Json[];
  readonly components?: readonly Json[];
}

/** One emoji on one message. Its id is `<message>/<canonical emoji>`. */
export interface ReactionRecord {
  readonly id: string;
  readonly messageId: string;
  readonly emoji: string;
  /** `person:<id>` or `app:<id>`, in the order of reacting. */
  readonly by: readonly string[];
}

export interface CommandRecord {
  readonly id: string;
  readonly appId: string;
  readonly serverId?: string;
  readonly version: number;
  readonly type: string;
  readonly name: string;
  /** The documented fields of the definition as they were sent, `requiredPermission` included. */
  readonly definition: { readonly [key: string]: Json };
}

export type InteractionType =
  "command" | "command_on_user" | "command_on_message" | "autocomplete" | "component" | "form";

/** Where an interaction was sent. */
export type InteractionPath = "gateway" | "endpoint" | "nowhere";

export interface InteractionRecord {
  readonly id: string;
  readonly appId: string;
  readonly type: InteractionType;
  readonly serverId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly data: { readonly [key: string]: Json };
  readonly path: InteractionPath;
  readonly openedAtMs: number;
  readonly windowMs: number;
  readonly state: string;
  readonly confirmedAtMs?: number;
  /** The type of the confirmation. */
  readonly confirmedBy?: string;
  readonly answeredAtMs?: number;
  /** Message ids of the follow-ups; empty text for private ones. */
  readonly followUps: readonly string[];
  /** Public messages it wrote, follow-ups included. */
  readonly messageIds: readonly string[];
  /** The form or the choices that its confirmation shows to the person. */
  readonly shown?: Json;
  /** Its form was filled in and sent. */
  readonly submitted?: true;
  /** How many streams and mailboxes it was written to, of one sent that way. */
  readonly readers?: number;
  /** How its delivery went, in words, of one sent to an endpoint. */
  readonly delivered?: string;
}

/** Something said for an interaction, as its person sees it. */
export interface SeenText {
  readonly content: string;
  readonly private: boolean;
  /** Absent for private text, which is no message. */
  readonly messageId?: string;
  readonly components?: readonly Json[];
}

export interface SigningKeyRecord {
  /** The public `key_id`. */
  readonly id: string;
  readonly state: "current" | "previous";
  readonly sinceMs: number;
  readonly untilMs?: number;
  /** Counter from which the pair is derived; the private half is never stored. */
  readonly derivation: number;
}

export interface AttachmentRecord {
  readonly id: string;
  readonly serverId: string;
  readonly name: string;
}

/** What moderation remarks about messages that contain the text which is its id. */
export interface RemarkRecord {
  readonly id: string;
  readonly remark: string;
}

/** A permission name the service knows. */
export interface PermissionRecord {
  readonly id: string;
}

/** The counter of one kind of derived value. */
export interface CounterRecord {
  readonly id: string;
  readonly value: number;
}
