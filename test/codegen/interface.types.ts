import {
  assignAppRole,
  assignMemberRole,
  type Caller,
  createChannel,
  createMessage,
  createRole,
  deleteMessage,
  editChannel,
  editRole,
  toggleReaction,
  unknownField,
} from "svc-apps/rest";
import type * as T from "svc-apps/types";

declare const caller: Caller;
declare const serverId: T.ServerId;
declare const channelId: T.ChannelId;
declare const categoryId: T.CategoryId;
declare const messageId: T.MessageId;
declare const accountId: T.AccountId;
declare const appId: T.AppId;
declare const roleId: T.RoleId;
declare const revision: T.Revision;
declare const snapshot: T.ServerSnapshot;
declare const members: T.MemberList;
declare const page: T.MessagePage;
declare const event: T.GatewayEvent;
declare const interaction: T.Interaction;
declare const outcome: T.InteractionOutcome;
declare const refusal: T.KnownErrorBody;

// ADM-09: the kind of a channel is open, with the documented one on offer.
void createChannel(caller, { serverId, revision, name: "a", type: "text" });
void createChannel(caller, { serverId, revision, name: "a", type: "stage" });
// @ts-expect-error but it is text
void createChannel(caller, { serverId, revision, name: "a", type: 1 });

// ADM-12: a move answers with categories, any other change without.
export const moved: Promise<readonly T.Category[]> = editChannel(caller, {
  serverId,
  channelId,
  revision,
  categoryId,
}).then(({ categories }) => categories);
export const changed: Promise<T.ChannelsChanged> = editChannel(caller, { serverId, channelId, revision, name: "a" });
// @ts-expect-error nothing was moved
export const notMoved: Promise<T.ChannelMoved> = editChannel(caller, { serverId, channelId, revision, name: "a" });

// ADM-18: a role needs name, permissions and revision.
void createRole(caller, { serverId, name: "a", permissions: {}, revision });
void createRole(caller, { serverId, name: "a", permissions: {}, revision, color: 1, displaySeparately: true });
// @ts-expect-error the name is missing
void createRole(caller, { serverId, permissions: {}, revision });
// @ts-expect-error the revision is missing
void createRole(caller, { serverId, name: "a", permissions: {} });

// ADM-21: editing a role asks for the revision alone.
void editRole(caller, { serverId, roleId, revision });
// @ts-expect-error
void editRole(caller, { serverId, roleId, name: "a" });

// ADM-22: a member's role is given to an account, and roles come back.
export const given: Promise<readonly T.Role[]> = assignMemberRole(caller, {
  serverId,
  accountId,
  roleId,
  revision,
}).then(({ roles }) => roles);
// @ts-expect-error an App is no account
void assignMemberRole(caller, { serverId, accountId: appId, roleId, revision });

// ADM-23: an App's role comes back under apps, and what would be roles is unknown.
export const apps: Promise<readonly T.InstalledApp[]> = assignAppRole(caller, {
  serverId,
  appId,
  roleId,
  revision,
}).then((answer) => answer.apps);
export const noRoles: Promise<readonly T.Role[]> = assignAppRole(caller, { serverId, appId, roleId, revision }).then(
  // @ts-expect-error there are no roles in it
  (answer) => answer.roles,
);

// END-20, ERR-02: extras are reached by narrowing on the code; only two codes have any.
if (refusal.code === "ENDPOINT_UNREACHABLE") {
  const probe: T.ProbeResult = refusal.probe;
  const latency: unknown = probe.latencyMs;
  void latency;
  // @ts-expect-error never what the endpoint answered
  void (probe.body satisfies string);
}
if (refusal.code === "STALE_REVISION") void (refusal.currentRevision satisfies T.Revision);
export type CodesWithExtras = keyof T.ErrorExtras;
export const withExtras: Record<CodesWithExtras, true> = { ENDPOINT_UNREACHABLE: true, STALE_REVISION: true };

// EVT-02: families are open text.
export const family: T.IntentFamily = "messages";
export const laterFamily: T.IntentFamily = "voice";

// EVT-18: control events are a union apart from events.
declare const control: T.ControlEvent;
// @ts-expect-error a control event is no event of a server
export const notAnEvent: T.GatewayEvent = control;
switch (control.type) {
  case "connection_open":
    void (control.connectionId satisfies T.ConnectionId);
    break;
  case "connection_close":
    void (control.reconnect satisfies boolean | null | undefined);
    break;
  case "connection_resume":
    break;
}

// EVT-20, EVT-21, EVT-24: events are told apart by the wire's own names; what is not described is unknown.
if (event.type === "message_create") {
  void (event.message.publicId satisfies T.MessageId);
  void (unknownField(event.message, "attachmentCount") satisfies unknown);
} else if (event.type === "reaction_update") {
  // @ts-expect-error nobody said that it names the message
  void (event["messageId"] satisfies T.MessageId);
} else if (event.type === "interaction_create") {
  void (event.interaction satisfies T.Interaction);
}
// @ts-expect-error no event is called so
export const camelCase: T.GatewayEvent["type"] = "messageCreate";

// INT-01: six kinds, and no seventh in the union.
export function kind(value: T.Interaction): string {
  switch (value.type) {
    case "command":
    case "command_on_user":
    case "command_on_message":
    case "autocomplete":
    case "component":
    case "form":
      return value.type;
    default:
      return value satisfies never;
  }
}

// INT-19: state, follow-ups and end are open: text and unknown.
void (outcome.interaction.state satisfies string);
export const followups: unknown = outcome.interaction.followups;
// @ts-expect-error neither a count nor a list is promised
export const count: number = outcome.interaction.followups;
// @ts-expect-error nor a text
export const ends: string = outcome.interaction.expiresAt;

// INT-36: who acted is an account.
void (interaction.userId satisfies T.AccountId);
// @ts-expect-error and no App
void (interaction.userId satisfies T.AppId);

// MSG-06: reactions are looked up by message id, and may not be there.
export const reactions: T.MessageReactions | undefined = page.reactions[messageId];
// @ts-expect-error it may not be there
export const always: T.MessageReactions = page.reactions[messageId];

// MSG-08: attachments do not stand in for content.
void createMessage(caller, { serverId, channelId, content: "", attachments: ["a"] });
// @ts-expect-error
void createMessage(caller, { serverId, channelId, attachments: ["a"] });

// MSG-14: a reference to an attachment is opaque.
export const attachment: T.AttachmentRef = Symbol("anything");
// @ts-expect-error nothing is known of what comes back
export const key: string = page.messages[0]?.attachments?.[0];

// MSG-17: deleting answers with a body that says so.
export const deleted: Promise<true> = deleteMessage(caller, { serverId, channelId, messageId }).then(({ ok }) => ok);

// MSG-22: a toggle tells count and state, and no emoji.
export const toggled: Promise<readonly [number, boolean]> = toggleReaction(caller, {
  serverId,
  channelId,
  messageId,
  emoji: "👍",
}).then(({ count: total, reacted }) => [total, reacted] as const);
export const emoji: Promise<string> = toggleReaction(caller, { serverId, channelId, messageId, emoji: "👍" }).then(
  // @ts-expect-error
  (answer) => answer.emoji,
);

// MSG-26: the client reference need not come back.
export const reference: string | null | undefined = page.messages[0]?.clientRef;

// REST-01: every documented key of the snapshot, one of them optional.
type Documented = "server" | "channels" | "categories" | "roles" | "revision" | "can" | "myRank" | "isOwner";
declare const everything: Required<Pick<T.ServerSnapshot, Documented>>;
export const whole: T.ServerSnapshot = everything;
// @ts-expect-error the revision is missing
export const partial: T.ServerSnapshot = {
  server: {},
  channels: [],
  categories: [],
  roles: [],
  can: {},
  myRank: 1,
  isOwner: true,
};

// REST-03: a managed channel is no channel.
// @ts-expect-error
export const channel: T.Channel | undefined = snapshot.managedChannels?.[0];

// REST-09: ownership is a boolean.
void (snapshot.isOwner satisfies boolean);

// REST-10: the suggested level is open text.
export const level: string | undefined = snapshot.server.notificationDefault;

// REST-14: a missing mark says nothing.
export const isApp: boolean | null | undefined = members.members[0]?.isApp;
// @ts-expect-error
export const certainly: boolean = members.members[0]?.isApp;
