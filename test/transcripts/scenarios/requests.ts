import type { CallScenario, OperationName } from "../kit/calls.js";

const serverId = "7101000000000000001";
const channelId = "7102000000000000001";
const messageId = "7103000000000000001";
const roleId = "7104000000000000001";
const accountId = "7105000000000000001";
const appId = "7100000000000000001";
const commandId = "7106000000000000001";
const interactionId = "00000000-0000-4000-8000-000000000001";
const revision = "42";

/** Parameters of each operation: all that it has. */
const complete: Readonly<Record<Exclude<OperationName, "openStream">, object>> = {
  answerInteraction: { interactionId, content: "done", components: [] },
  assignAppRole: { serverId, appId, roleId, revision },
  assignMemberRole: { serverId, accountId, roleId, revision },
  closeMailbox: { mailboxId: "box 1/ä" },
  confirmInteraction: { interactionId, type: "defer" },
  createChannel: { serverId, name: "lobby", type: "text", revision },
  createCommand: { command: { type: "chat", name: "roll", description: "Roll" }, serverId },
  createMessage: { serverId, channelId, content: "hello", clientRef: "mine" },
  createRole: { serverId, name: "helpers", permissions: "0", revision },
  deleteChannel: { serverId, channelId, revision },
  deleteCommand: { commandId },
  deleteMessage: { serverId, channelId, messageId },
  deleteRole: { serverId, roleId, revision },
  editChannel: { serverId, channelId, name: "hall", revision },
  editCommand: { commandId, command: { type: "chat", name: "roll", description: "Roll" } },
  editMessage: { serverId, channelId, messageId, content: "hello again" },
  editRole: { serverId, roleId, name: "keepers", revision },
  followUpInteraction: { interactionId, content: "more" },
  getMe: {},
  getServer: { serverId },
  listCommands: {},
  listMembers: { serverId },
  listMessages: { serverId, channelId, before: messageId },
  listSigningKeys: {},
  openMailbox: { intents: ["messages", "members"] },
  readMailbox: { mailboxId: "box 1/ä", since: "7" },
  removeAppRole: { serverId, appId, roleId, revision },
  removeMemberRole: { serverId, accountId, roleId, revision },
  toggleReaction: { serverId, channelId, messageId, emoji: "👍" },
};

/** Operations that may answer without a body. */
const empty = new Set(["closeMailbox", "deleteCommand", "editCommand"]);

const callsOf = (operation: OperationName): CallScenario => ({
  title: operation,
  showHeaders: true,
  calls: [{ operation, params: complete[operation as keyof typeof complete] }],
  replies: [empty.has(operation) ? { status: 204 } : {}],
  ...(operation === "toggleReaction" && { without: ["fetch client", "caller", "raw"] }),
});

/** The request of every operation. */
export const requests: readonly CallScenario[] = Object.keys(complete).map((name) => callsOf(name as OperationName));

const message = { serverId, channelId, content: "hello" };
const createMessage = { operation: "createMessage", params: message } as const;
const getMe = { operation: "getMe" } as const;

/** What a client puts on requests, or refuses to send. */
export const parameters: readonly CallScenario[] = [
  {
    title: "a message without a key gets one, the same for each attempt",
    calls: [createMessage, createMessage],
    replies: [{ status: 503 }, {}],
  },
  {
    title: "characters that are not ASCII, and those of JSON",
    calls: [{ operation: "createMessage", params: { ...message, content: 'é "quoted" \u2028 👍\n' } }],
  },
  {
    title: "an optional parameter that is undefined",
    calls: [{ operation: "listMessages", params: { serverId, channelId, before: undefined } }],
  },
  {
    title: "a field that this version does not know",
    calls: [{ operation: "createMessage", params: { ...message, future: { deep: [1] } } }],
  },
  {
    title: "null as a field of the body",
    calls: [{ operation: "editChannel", params: { serverId, channelId, revision, name: null } }],
  },
  {
    title: "an id with reserved characters stays one segment",
    calls: [{ operation: "getServer", params: { serverId: "a/b?c#d%" } }],
  },
  { title: "dots as an id", calls: [{ operation: "getServer", params: { serverId: ".." } }] },
  { title: "an empty id", calls: [{ operation: "getServer", params: { serverId: "" } }] },
  { title: "a missing id", calls: [{ operation: "getServer", params: {} }] },
  {
    title: "a missing field of the body",
    calls: [{ operation: "createMessage", params: { serverId, channelId } }],
    without: ["raw"],
  },
  {
    title: "an empty key of a message",
    calls: [{ operation: "createMessage", params: { ...message, clientRef: "" } }],
  },
  { title: "another version of the interface", calls: [getMe], shared: { apiVersion: "7" }, without: ["caller"] },
  { title: "no user agent", calls: [getMe], client: { userAgent: false }, without: ["fetch client", "caller"] },
  {
    title: "the revision of a deletion in the query",
    calls: [{ operation: "deleteRole", params: { serverId, roleId, revision } }],
    client: { assumptions: { deleteRevisionPlacement: "query" } },
    without: ["fetch client", "caller", "raw"],
  },
  {
    title: "the revision of an assignment in the query",
    calls: [{ operation: "assignMemberRole", params: { serverId, accountId, roleId, revision } }],
    client: { assumptions: { revisionPlacement: "query" } },
    without: ["fetch client", "caller", "raw"],
  },
  {
    title: "middleware adds a header and replaces the credential",
    calls: [getMe],
    shared: {
      middleware: [
        async (call, next) =>
          next({
            ...call,
            request: {
              ...call.request,
              headers: { ...call.request.headers, "x-trace": "1", authorization: "Bearer other" },
            },
          }),
      ],
    },
  },
  {
    title: "middleware sends the call to another host",
    calls: [getMe],
    shared: {
      middleware: [
        async (call, next) =>
          next({ ...call, request: { ...call.request, url: "https://elsewhere.example/api/apps/me" } }),
      ],
    },
    without: ["client over node:http"],
  },
  {
    title: "middleware answers by itself",
    calls: [getMe],
    shared: { middleware: [async () => ({ status: 200, headers: {}, body: '{"app":{}}' })] },
  },
];
