/** Interim: what the sandbox reads from the description, until the generated tables are here. */
export const brand = {
  value: "svc",
  versionHeader: "x-svc-api-version",
  tokenPrefix: "svc_app",
  deliveryHeaders: {
    app: "x-svc-app",
    delivery: "x-svc-delivery",
    timestamp: "x-svc-timestamp",
    version: "x-svc-version",
    signature: "x-svc-signature",
  },
  labels: { interaction: "svc-interaction-v1", probe: "svc-probe-v1" },
  signingKeyPrefix: "ed25519-",
} as const;
export const recipeVersion = "1";
export const limits = {
  confirmationWindowMs: 3000,
  autocompleteWindowMs: 1000,
  deferredAnswerMs: 60_000,
  followUps: 5,
  followUpWindowMs: 600_000,
  heartbeatMs: 25_000,
  resumeEvents: 500,
  resumeWindowMs: 120_000,
  mailboxIdleMs: 45_000,
  mailboxEvents: 400,
  mailboxReadsPerMinute: 90,
  gatewayConnectionsPerApp: 2,
  gatewayConnectionsTotal: 50,
  credentialsPerApp: 2,
  messagePage: 50,
  memberList: 500,
  probeMs: 3000,
  timestampToleranceS: 300,
  signatureEntries: 4,
} as const;
export const closeCodes = {
  TRANSIENT_FAILURE: { reconnect: true },
  SERVER_RESTARTING: { reconnect: true },
  AUTHORIZATION_LOST: { reconnect: true },
  CONNECTION_LIMIT_EXCEEDED: { reconnect: true },
  CREDENTIAL_REVOKED: { reconnect: false },
  APP_DELETED: { reconnect: false },
  OWNER_SANCTIONED: { reconnect: false },
  APP_SANCTIONED: { reconnect: false },
  FATAL_ERROR: { reconnect: false },
} as const;
export type CloseCode = keyof typeof closeCodes;

/** What the sandbox needs of an operation. */
export interface RouteOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly queryParams?: Readonly<Record<string, string>>;
  readonly queryConst?: Readonly<Record<string, string>>;
  readonly auth?: false;
}
const names = {
  servidor: "serverId",
  canal: "channelId",
  mensagem: "messageId",
  cargo: "roleId",
  conta: "accountId",
  app: "appId",
  comando: "commandId",
  interacao: "interactionId",
};
const route = (id: string, method: string, path: string, more: Partial<RouteOperation> = {}): RouteOperation => ({
  id,
  method,
  path,
  pathParams: names,
  ...more,
});
const server = "/api/servidores/{servidor}";
const messages = `${server}/canais/{canal}/mensagens`;
const events = "/api/apps/eventos";
export const operations: Readonly<Record<string, RouteOperation>> = Object.fromEntries(
  [
    route("getMe", "GET", "/api/apps/me"),
    route("getServer", "GET", server),
    route("listMembers", "GET", `${server}/membros`),
    route("listMessages", "GET", messages),
    route("createMessage", "POST", messages),
    route("editMessage", "PATCH", `${messages}/{mensagem}`),
    route("deleteMessage", "DELETE", `${messages}/{mensagem}`),
    route("toggleReaction", "POST", ""),
    route("createChannel", "POST", `${server}/canais`),
    route("editChannel", "PATCH", `${server}/canais/{canal}`),
    route("deleteChannel", "DELETE", `${server}/canais/{canal}`),
    route("createRole", "POST", `${server}/cargos`),
    route("editRole", "PATCH", `${server}/cargos/{cargo}`),
    route("deleteRole", "DELETE", `${server}/cargos/{cargo}`),
    route("assignMemberRole", "PUT", `${server}/membros/{conta}/cargos/{cargo}`),
    route("removeMemberRole", "DELETE", `${server}/membros/{conta}/cargos/{cargo}`),
    route("assignAppRole", "PUT", `${server}/apps/{app}/cargos/{cargo}`),
    route("removeAppRole", "DELETE", `${server}/apps/{app}/cargos/{cargo}`),
    route("listCommands", "GET", "/api/apps/me/comandos"),
    route("createCommand", "POST", "/api/apps/me/comandos"),
    route("editCommand", "PATCH", "/api/apps/me/comandos/{comando}"),
    route("deleteCommand", "DELETE", "/api/apps/me/comandos/{comando}"),
    route("confirmInteraction", "POST", "/api/interacoes/{interacao}/confirmar"),
    route("answerInteraction", "POST", "/api/interacoes/{interacao}/resposta"),
    route("followUpInteraction", "POST", "/api/interacoes/{interacao}/seguimento"),
    route("openStream", "GET", events, { queryParams: { intents: "intents" } }),
    route("openMailbox", "GET", events, { queryConst: { format: "json" }, queryParams: { intents: "intents" } }),
    route("readMailbox", "GET", events, {
      queryConst: { format: "json" },
      queryParams: { mailbox: "mailboxId", since: "since" },
    }),
    route("closeMailbox", "DELETE", events, { queryParams: { mailbox: "mailboxId" } }),
    route("listSigningKeys", "GET", "/api/chaves-de-assinatura", { auth: false }),
  ].map((operation) => [operation.id, operation]),
);
