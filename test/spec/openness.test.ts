import { describe, expect, test } from "vitest";
import * as validators from "svc-apps/validators";

const {
  decodeGatewayEvent,
  decodeInteraction,
  isApp,
  isAppsChanged,
  isAutocompleteData,
  isChannel,
  isCommand,
  isCommandDefinition,
  isCommandOption,
  isCommandSaved,
  isConfirmation,
  isControlEvent,
  isErrorBody,
  isInteractionOutcome,
  isMember,
  isMemberList,
  isMessage,
  isMessageCreated,
  isMessagePage,
  isModal,
  isReactionSummary,
  isRole,
  isRolesChanged,
  isServerSnapshot,
  isSigningKey,
} = validators;

const id = "0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11";
const snapshot = {
  server: {},
  channels: [],
  categories: [],
  roles: [],
  revision: "1",
  can: null,
  myRank: 0,
  isOwner: false,
};
const message = { publicId: "3", channelId: "2", content: "" };
const interaction = { id, serverId: "1", channelId: "2", userId: "5", expiresInMs: 10 };
const outcome = (fields: object) => ({ interaction: { id, state: "x", followups: 0, expiresAt: "", ...fields } });
const command = { publicId: "6", type: "chat", name: "roll", description: "", requiredPermission: null };

const typing = {
  command: { publicId: "6", name: "roll", path: null },
  arguments: [],
  focused: "city",
  focusedType: "string",
  focusedLimits: {},
};
const nulls = {
  ...snapshot,
  channels: [{ name: "a", type: "text", voiceLimit: null, ageRestricted: null, categoryId: null }],
  roles: [{ name: "r", permissions: null, color: null, displaySeparately: null }],
};
const bare = { ...snapshot, channels: [{ name: "a", type: "text" }], roles: [{ name: "r", permissions: [] }] };
const oddly = {
  ...snapshot,
  channels: [{ name: "a", type: "text", voiceLimit: "10", ageRestricted: "no" }],
  roles: [{ name: "r", permissions: [], displaySeparately: 1 }],
  myRank: "7",
};

type Row = readonly [title: string, guard: (value: unknown) => boolean, value: unknown];

/** What the platform leaves open must pass, whatever stands there. */
const open: readonly Row[] = [
  ["G-01 an App with fields nobody knows", isApp, { publicId: "1", name: "Dice", owner: { id: 1 } }],
  ["G-02 REST-11 a snapshot whose records hold nothing but what is required", isServerSnapshot, snapshot],
  [
    "G-02 REST-10 a notification level never heard of",
    isServerSnapshot,
    { ...snapshot, server: { notificationDefault: "dawn" } },
  ],
  ["G-02 REST-05 a revision that is a number", isServerSnapshot, { ...snapshot, revision: 17 }],
  ["G-24 what an actor may do, in any shape", isServerSnapshot, { ...snapshot, can: { anything: [1] } }],
  ["G-03 REST-14 a member that is not stated to be an App", isMember, { nick: "A" }],
  [
    "G-04 a message with an attachment of any shape",
    isMessagePage,
    { messages: [{ ...message, attachments: [{ k: 1 }, "key", 5] }], reactions: {} },
  ],
  ["G-04 MSG-15 a remark of moderation of any shape", isMessageCreated, { message, moderationWarning: { level: 2 } }],
  ["MSG-15 a message that moderation has no remark on", isMessageCreated, { message }],
  ["MSG-26 a message without its client reference", isMessageCreated, { message }],
  [
    "G-05 MSG-07 a reaction entry with more than emoji and count",
    isReactionSummary,
    { emoji: "👍", count: 2, mine: true },
  ],
  [
    "MSG-06 a page where a message without reactions is missing from the map",
    isMessagePage,
    { messages: [message], reactions: {} },
  ],
  ["G-06 ADM-09 a channel of another kind", isChannel, { publicId: "2", name: "stage", type: "stage" }],
  ["G-07 ADM-19 permissions as a list", isRole, { publicId: "4", name: "m", permissions: ["x"] }],
  ["G-07 ADM-19 permissions as a map", isRole, { publicId: "4", name: "m", permissions: { x: true } }],
  ["G-07 ADM-20 a colour as text", isRole, { publicId: "4", name: "m", permissions: 0, color: "#fff" }],
  ["G-07 ADM-20 a colour as a number", isRole, { publicId: "4", name: "m", permissions: 0, color: 16 }],
  ["G-08 CMD-17 an option of another type", isCommandOption, { type: "channel", name: "a", description: "" }],
  [
    "G-09 CMD-17 an option with options inside",
    isCommandOption,
    { type: "group", name: "a", description: "", options: [] },
  ],
  ["G-08 VER-08 a command with a version under any name", isCommand, { ...command, version: 3 }],
  ["VER-08 a command without a version", isCommand, command],
  ["CMD-12 a command that needs nothing", isCommand, { ...command, requiredPermission: null }],
  ["CMD-13 a command no one may trigger", isCommand, { ...command, requiredPermission: "desconhecida" }],
  ["G-18 CMD-26 a saved command, bare", isCommandSaved, command],
  [
    "G-18 CMD-26 a saved command that names its id alone",
    isCommandSaved,
    { publicId: "6", type: "chat", name: "roll" },
  ],
  ["G-18 CMD-26 a saved command, wrapped", isCommandSaved, { command }],
  [
    "G-11 INT-19 follow-ups as a list and an end as a number",
    isInteractionOutcome,
    outcome({ followups: [{}], expiresAt: 12 }),
  ],
  [
    "G-11 INT-19 follow-ups as a count and an end as text",
    isInteractionOutcome,
    outcome({ followups: 0, expiresAt: "2026" }),
  ],
  ["G-13 G-14 a state never heard of", isInteractionOutcome, outcome({ state: "quantum" })],
  [
    "G-12 a form field of another type",
    isModal,
    { id: "f", title: "", fields: [{ type: "date", id: "d", label: "" }] },
  ],
  [
    "G-22 INT-27 components of any shape",
    isConfirmation,
    { type: "reply", content: "x", components: [{ a: 1 }, null, "b"] },
  ],
  ["G-38 a snapshot whose optional fields are null", isServerSnapshot, nulls],
  ["G-38 a channel and a role that do not name their ids", isServerSnapshot, bare],
  ["G-37 a rank, a limit and flags of any type", isServerSnapshot, oddly],
  [
    "G-05 reactions to a message as one entry",
    isMessagePage,
    { messages: [], reactions: { "3": { emoji: "👍", count: 2 } } },
  ],
  [
    "G-38 a message whose reference and attachments are null",
    isMessage,
    { ...message, clientRef: null, attachments: null },
  ],
  ["G-38 a command whose options are null", isCommand, { ...command, options: null }],
  ["G-38 a key whose end is null", isSigningKey, { key_id: "ed25519-a", key: "AA", state: "current", until: null }],
  ["G-03 a person whose mark of Apps is null", isMember, { isApp: null }],
  [
    "G-38 a role of the member list that says nothing but its colour",
    isMemberList,
    { members: [], roles: [{ color: 1 }], truncated: false },
  ],
  [
    "G-37 an opening whose version and connection are numbers",
    isControlEvent,
    { type: "connection_open", version: 1, connectionId: 7 },
  ],
  [
    "G-38 a close frame of nulls",
    isControlEvent,
    { type: "connection_close", code: null, message: null, reconnect: null },
  ],
  ["G-37 a suggestion of any value", isConfirmation, { type: "suggest", choices: [{ name: "yes", value: true }] }],
  ["G-29 a definition with an empty name", isCommandDefinition, { type: "user", name: "", description: "" }],
  ["G-29 a form with an empty id", isModal, { id: "", title: "", fields: [] }],
  ["G-28 a refusal with a code never heard of", isErrorBody, { code: "NEW_CODE", hint: 1 }],
  ["G-28 a refusal that says nothing", isErrorBody, {}],
];

/** What is documented must be there, and be what it is said to be. */
const firm: readonly Row[] = [
  ...["server", "channels", "categories", "roles", "revision", "can", "myRank", "isOwner"].map((key): Row => [
    `REST-01 a snapshot without ${key}`,
    isServerSnapshot,
    Object.fromEntries(Object.entries(snapshot).filter(([name]) => name !== key)),
  ]),
  ["REST-09 an owner that is neither yes nor no", isServerSnapshot, { ...snapshot, isOwner: null }],
  ["REST-14 a mark of Apps that is not true or false", isMember, { isApp: "yes" }],
  ["REST-12 a member list that does not say whether it is whole", isMemberList, { members: [], roles: [] }],
  ["MSG-07 a reaction entry without its count", isReactionSummary, { emoji: "👍" }],
  ["MSG-06 reactions that are no map", isMessagePage, { messages: [], reactions: [] }],
  [
    "CMD-12 a command that does not say what it requires",
    isCommand,
    { publicId: "6", type: "chat", name: "a", description: "" },
  ],
  ["INT-19 an outcome without its follow-ups", isInteractionOutcome, { interaction: { id, state: "x", expiresAt: 1 } }],
  ["INT-29 autocomplete without its limits", isAutocompleteData, { ...typing, focusedLimits: undefined }],
  ["INT-29 autocomplete without the type it is about", isAutocompleteData, { ...typing, focusedType: undefined }],
  [
    "INT-29 autocomplete whose command has no path",
    isAutocompleteData,
    { ...typing, command: { publicId: "6", name: "a" } },
  ],
  ["ADM-22 roles after an assignment under another key", isRolesChanged, { apps: [], revision: "1" }],
  ["ADM-23 apps after an assignment under another key", isAppsChanged, { roles: [], revision: "1" }],
  ["CMD-12 a permission that is a number", isCommand, { ...command, requiredPermission: 0 }],
  ["INT-17 INT-18 a message id that is null", isInteractionOutcome, { ...outcome({}), messageId: null }],
  ["INT-27 components that are no list", isConfirmation, { type: "reply", content: "x", components: {} }],
  ["INT-14 a form field without a label", isModal, { id: "f", title: "", fields: [{ type: "text", id: "d" }] }],
];

describe("guards", () => {
  test.each(open)("%s is accepted", (_, guard, value) => {
    expect(guard(value)).toBe(true);
  });

  test.each(firm)("%s is refused", (_, guard, value) => {
    expect(guard(value)).toBe(false);
  });
});

describe("unions", () => {
  test("INT-01 a seventh kind of interaction is decoded as unknown and kept whole", () => {
    const seventh = { ...interaction, type: "voice", data: {} };
    expect(decodeInteraction(seventh)).toEqual({
      type: "unknown",
      wireType: "voice",
      reason: "type",
      payload: seventh,
    });
  });

  test.each(["command_on_user", "command_on_message", "component", "form"])(
    "G-10 INT-35 CMD-02 the data of %s may be anything",
    (type) => {
      const value = { ...interaction, type, data: { whatever: [1, null] } };
      expect(decodeInteraction(value)).toBe(value);
    },
  );

  test("G-27 EVT-23 an event never heard of is handed on as unknown, whole", () => {
    const event = { type: "member_join", serverId: "1", member: {} };
    expect(decodeGatewayEvent(event)).toEqual({
      type: "unknown",
      wireType: "member_join",
      reason: "type",
      payload: event,
    });
  });

  test("EVT-23 a known event that does not fit is handed on as unknown, and says that its shape is the reason", () => {
    const event = { type: "message_create", serverId: 1 };
    expect(decodeGatewayEvent(event)).toMatchObject({ type: "unknown", wireType: "message_create", reason: "shape" });
  });

  test.each([null, 1, "text", [], {}, { type: 5 }])("EVT-23 %j is no event and throws nothing", (value) => {
    expect(decodeGatewayEvent(value)).toMatchObject({ type: "unknown", wireType: "", payload: value });
  });

  test("EVT-19 a resume may carry anything", () => {
    const event = { type: "connection_resume", missed: 3 };
    expect(decodeGatewayEvent(event)).toBe(event);
  });

  test("INT-29 autocomplete that says all of it is what is described", () => {
    expect(validators.isAutocompleteData(typing)).toBe(true);
  });

  test("EVT-18 control events and events of servers are two unions", () => {
    expect(validators.isControlEvent({ type: "connection_resume" })).toBe(true);
    expect(validators.isGatewayEvent({ type: "connection_resume" })).toBe(false);
  });

  test("EVT-21 G-27 a counted reaction may name more, and neither message nor channel is asked for", () => {
    const event = { type: "reaction_update", serverId: "1", emoji: "👍", count: 1 };
    expect(decodeGatewayEvent(event)).toBe(event);
    expect(decodeGatewayEvent({ ...event, messageId: "3" })).toMatchObject({ messageId: "3" });
  });
});
