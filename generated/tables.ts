/**
 * Tables of Bot App Platform.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import {
  answerInteractionOperation,
  assignAppRoleOperation,
  assignMemberRoleOperation,
  closeMailboxOperation,
  confirmInteractionOperation,
  createChannelOperation,
  createCommandOperation,
  createMessageOperation,
  createRoleOperation,
  deleteChannelOperation,
  deleteCommandOperation,
  deleteMessageOperation,
  deleteRoleOperation,
  editChannelOperation,
  editCommandOperation,
  editMessageOperation,
  editRoleOperation,
  followUpInteractionOperation,
  getMeOperation,
  getServerOperation,
  listCommandsOperation,
  listMembersOperation,
  listMessagesOperation,
  listSigningKeysOperation,
  openMailboxOperation,
  openStreamOperation,
  readMailboxOperation,
  removeAppRoleOperation,
  removeMemberRoleOperation,
  toggleReactionOperation,
} from "./routes.js";
import type { Assumptions, ClientAssumptions, SandboxAssumptions } from "./types.js";

/** The table apiVersion of the description. */
export const apiVersion = "1" as const;

/** The table brand of the description. */
export const brand = {
  deliveryHeaders: {
    app: "x-svc-app",
    delivery: "x-svc-delivery",
    signature: "x-svc-signature",
    timestamp: "x-svc-timestamp",
    version: "x-svc-version",
  },
  labels: { interaction: "svc-interaction-v1", probe: "svc-probe-v1" },
  signingKeyPrefix: "ed25519-",
  tokenPrefix: "svc_app",
  value: "svc",
  versionHeader: "x-svc-api-version",
} as const;

/** The table closeCodes of the description. */
export const closeCodes = {
  APP_DELETED: { meaning: "The App was deleted.", reconnect: false, remedy: "none" },
  APP_SANCTIONED: {
    meaning: "The App is suspended, which ends by itself, or banned.",
    reconnect: false,
    remedy: "wait-or-appeal",
  },
  AUTHORIZATION_LOST: {
    freshView: true,
    meaning: "The App's authorization changed; reconnecting shows the new view.",
    reconnect: true,
  },
  CONNECTION_LIMIT_EXCEEDED: {
    meaning: "Too many connections of this App; wait before opening another.",
    reconnect: true,
    waitFirst: true,
  },
  CREDENTIAL_REVOKED: {
    meaning: "The credential that opened the stream was revoked.",
    reconnect: false,
    remedy: "new-credential",
    withNewCredential: true,
  },
  FATAL_ERROR: { meaning: "Trying again will not help.", reconnect: false, remedy: "report" },
  OWNER_SANCTIONED: {
    meaning: "The account that owns the App is suspended or banned.",
    reconnect: false,
    remedy: "owner-account",
  },
  SERVER_RESTARTING: { meaning: "The service restarts; reconnect shortly.", reconnect: true },
  TRANSIENT_FAILURE: { meaning: "A passing problem.", reconnect: true },
} as const;

/** The table confirmationWindows of the description. */
export const confirmationWindows = {
  autocomplete: "autocompleteWindowMs",
  command: "confirmationWindowMs",
  command_on_message: "confirmationWindowMs",
  command_on_user: "confirmationWindowMs",
  component: "confirmationWindowMs",
  form: "confirmationWindowMs",
} as const;

/** The table endpointRouting of the description. */
export const endpointRouting = {
  active: "endpoint",
  off: "gateway",
  probing: "gateway",
  suspended: "nowhere",
} as const;

/** The table recipeVersion of the description. */
export const recipeVersion = "1" as const;

/** The table refusesCredential of the description. */
export const refusesCredential = [
  "private conversation",
  "moderation over people",
  "categories",
  "ordering",
  "attachment upload",
  "the App's own configuration",
] as const;

/** The table tokenPrefix of the description. */
export const tokenPrefix = "svc_app" as const;

/** The table transitions of the description. */
export const transitions = {
  credential: [
    { closeCode: "CREDENTIAL_REVOKED", from: "live", reach: "App", to: "dead", trigger: "swap" },
    { closeCode: "CREDENTIAL_REVOKED", from: "live", reach: "slot", to: "dead", trigger: "revoke-slot" },
    { closeCode: "APP_DELETED", from: "live", reach: "App", to: "dead", trigger: "app-deleted" },
    { closeCode: "OWNER_SANCTIONED", from: "live", reach: "owner", to: "switched-off", trigger: "owner-sanctioned" },
    { closeCode: "APP_SANCTIONED", from: "live", reach: "App", to: "sanctioned", trigger: "app-suspended" },
    { closeCode: "APP_SANCTIONED", from: "live", reach: "App", to: "dead", trigger: "app-banned" },
    { closeCode: "CREDENTIAL_REVOKED", from: "live", reach: "App", to: "dead", trigger: "platform-revoked" },
  ],
  endpoint: [
    { from: "off", to: "probing", trigger: "save", when: "address valid" },
    { from: "probing", refusal: "ENDPOINT_REJECTED", to: "probing", trigger: "save", when: "address invalid" },
    { from: "probing", to: "active", trigger: "probe", when: "challenge given back", withinMs: "probeMs" },
    {
      from: "probing",
      refusal: "ENDPOINT_UNREACHABLE",
      to: "undocumented",
      trigger: "probe",
      when: "probe did not close",
    },
    { from: "active", to: "suspended", trigger: "repeated-failures" },
    { from: "suspended", to: "undocumented", trigger: "test" },
    { from: "any", to: "off", trigger: "moderation" },
  ],
  interaction: [
    { from: "open", to: "confirmed", trigger: "confirm-reply", withinMs: "confirmationWindowMs" },
    { from: "open", to: "deferred", trigger: "confirm-defer", withinMs: "confirmationWindowMs" },
    { from: "open", to: "declined", trigger: "confirm-decline", withinMs: "confirmationWindowMs" },
    { from: "open", to: "form-opened", trigger: "confirm-modal", withinMs: "confirmationWindowMs" },
    {
      from: "open",
      only: "autocomplete",
      to: "suggested",
      trigger: "confirm-suggest",
      withinMs: "autocompleteWindowMs",
    },
    { from: "open", to: "expired", trigger: "window-passed" },
    { from: "deferred", to: "answered", trigger: "answer", withinMs: "deferredAnswerMs" },
    { from: "confirmed", refusal: "INTERACTION_ALREADY_CONFIRMED", to: "confirmed", trigger: "confirm" },
    { atMost: "followUps", from: "confirmed", to: "confirmed", trigger: "follow-up", withinMs: "followUpWindowMs" },
  ],
  mailbox: [
    { afterMs: "mailboxIdleMs", from: "open", to: "expired", trigger: "idle" },
    { above: "mailboxEvents", from: "open", to: "lost", trigger: "overflow" },
    { from: "open", to: "closed", trigger: "close" },
  ],
} as const;

/** The table versionHeader of the description. */
export const versionHeader = "x-svc-api-version" as const;

/** Every number of the description that code needs; a name ends in its unit. */
export const limits = {
  /**
   * Time to confirm an autocomplete interaction.
   *
   * Unit: ms.
   */
  autocompleteWindowMs: 1000,
  /**
   * Time to confirm an interaction.
   *
   * Unit: ms.
   */
  confirmationWindowMs: 3000,
  /**
   * Live credentials of an App at the same time.
   *
   * Unit: count.
   */
  credentialsPerApp: 2,
  /**
   * Time to answer after deferring.
   *
   * Unit: ms.
   */
  deferredAnswerMs: 60000,
  /**
   * Time in which follow-ups are taken.
   *
   * Unit: ms.
   */
  followUpWindowMs: 600000,
  /**
   * Follow-ups of an interaction.
   *
   * Unit: count.
   */
  followUps: 5,
  /**
   * Open streams and mailboxes of an App; one more is answered 429 before it opens.
   *
   * Unit: count.
   */
  gatewayConnectionsPerApp: 2,
  /**
   * Open streams and mailboxes of all Apps together, counted separately from human connections.
   *
   * Unit: count.
   */
  gatewayConnectionsTotal: 50,
  /**
   * Longest wait before reopening a stream, whatever was asked.
   *
   * Unit: ms.
   */
  gatewayRetryAfterMs: 300000,
  /**
   * Time between two heartbeat comments on a stream.
   *
   * Unit: ms.
   */
  heartbeatMs: 25000,
  /**
   * Events between two reads; one more empties the mailbox.
   *
   * Unit: count.
   */
  mailboxEvents: 400,
  /**
   * Time without a read after which a mailbox expires.
   *
   * Unit: ms.
   */
  mailboxIdleMs: 45000,
  /**
   * Reads of a mailbox.
   *
   * Unit: per-minute.
   */
  mailboxReadsPerMinute: 90,
  /**
   * Members that the list carries at most.
   *
   * Unit: count.
   */
  memberList: 500,
  /**
   * Messages on a page; fixed.
   *
   * Unit: count.
   */
  messagePage: 50,
  /**
   * Time for an endpoint to give a challenge back.
   *
   * Unit: ms.
   */
  probeMs: 3000,
  /**
   * Longest wait of a REST call that is slept rather than reported.
   *
   * Unit: ms.
   */
  restRetryAfterMs: 30000,
  /**
   * Missed events that a stream can make good; the earlier of this and resumeWindowMs counts.
   *
   * Unit: count.
   */
  resumeEvents: 500,
  /**
   * Time for which missed events are kept.
   *
   * Unit: ms.
   */
  resumeWindowMs: 120000,
  /**
   * Entries in the signature header.
   *
   * Unit: count.
   */
  signatureEntries: 4,
  /**
   * How far a delivery's timestamp may be from now, in either direction; may be tightened.
   *
   * Unit: s.
   */
  timestampToleranceS: 300,
  /**
   * Tolerance that suits a well-kept clock.
   *
   * Unit: s.
   */
  timestampToleranceTightS: 60,
} as const;

/** The family each event belongs to, by event type. */
export const eventFamilies = {
  interaction_create: "interactions",
  message_create: "messages",
  reaction_update: "messages",
} as const;

/** Documented codes of refusals: when they come, and the status where it is documented. */
export const errorCodes = {
  APP_MISSING_SCOPE: {
    advice: "An App may do what its roles allow within the scopes of its installation; check both.",
    condition: "The command needs what the installation does not authorize.",
  },
  APP_NOT_FOUND: {
    advice: "Check the Application ID and the App's visibility in the portal.",
    condition: "The App does not exist, or is not open for installation; which of them is not said.",
  },
  ENDPOINT_REJECTED: {
    advice: "Correct the address in the portal.",
    condition: "The endpoint's address is not https on port 443 at a public address without credentials in it.",
  },
  ENDPOINT_UNREACHABLE: {
    advice: "Make the endpoint answer probes; test it again in the portal.",
    condition: "The endpoint did not give the challenge back in time.",
  },
  INTERACTION_ALREADY_CONFIRMED: {
    advice: "Confirm once; later text goes through answerInteraction or followUpInteraction.",
    condition: "The interaction was confirmed before.",
  },
  INVALID_INPUT: {
    advice: "Check the parameters against the description of the operation.",
    condition: "Malformed input; a reaction that is no emoji; `categoryId` together with other fields of a channel.",
  },
  MAILBOX_EXPIRED: {
    advice: "Check the credential and open another mailbox.",
    condition: "The mailbox was not read in time or overflowed; what it held is lost.",
    status: 409,
  },
  MISSING_CREDENTIAL: {
    advice: "Check the credential with getMe; issue another in the portal.",
    condition: "The credential does not exist, was revoked, or its owner is sanctioned; which of them is not said.",
  },
  STALE_REVISION: {
    advice: "Read the server again, decide again, and send the new revision.",
    condition: "The revision sent is not the current one.",
  },
} as const;

/** What is assumed unless the caller says otherwise. */
export const assumptionDefaults: Assumptions = {
  answerTwice: "refused",
  answeredState: "words",
  apiVersion: "1",
  attemptTimeoutMs: 10000,
  autocompleteConfirmations: "suggest-only",
  callDeadlineMs: 60000,
  channelCategoryRemoval: "unsupported",
  closeMailboxAnswer: "no-content",
  commandArguments: "data.arguments",
  commandDescription: "required",
  commandEditedShape: "bare",
  commandNameUnique: "unique",
  commandPermission: "sent",
  commandSavedShape: "bare",
  commandScopeListed: "serverId",
  deleteRevisionPlacement: "body",
  deliveryBodyBytes: 1048576,
  duplicateClientRef: "original",
  emergencyGraceMs: 3600000,
  emptyEventId: "keep",
  emptySuggestions: "sent",
  errorBodyShape: "flat",
  eventFanOut: "all",
  eventIdScope: "app",
  expiredConfirmCode: "INTERACTION_EXPIRED",
  expiresAtShape: "iso",
  failedProbeState: "probing",
  firstByteMs: 30000,
  followUpAfterDecline: "taken",
  followUpWindowStart: "confirm",
  followupsShape: "count",
  formSubmissions: "once",
  frameBytes: 4194304,
  mailboxControlEvents: "absent",
  mailboxExpiryClock: "at-read",
  mailboxOverflow: "keep-reading",
  mailboxRead: "immediate",
  mailboxReread: "repeats",
  messageAuthor: "absent",
  messagePageBound: "exclusive",
  missingScopeRaised: "registration",
  modalPlacement: "nested",
  permissionsShape: "list",
  privateReply: "rerouted",
  probeLayout: "as-interaction",
  reactionRoute: null,
  replyComponents: "sent",
  requestIdHeader: "x-request-id",
  resumeWithOtherIntents: "resumed",
  retestState: "active",
  retryAfterFormat: "seconds",
  revisionPlacement: "body",
  revisionShape: "text",
  signatureSeparator: "comma",
  silenceMs: 60000,
  suspensionFailures: 5,
  suspensionPeriodMs: 600000,
  unknownCloseCode: "reconnect",
};

/** The same for the client alone. */
export const clientAssumptionDefaults: ClientAssumptions = {
  answerTwice: "refused",
  apiVersion: "1",
  attemptTimeoutMs: 10000,
  callDeadlineMs: 60000,
  channelCategoryRemoval: "unsupported",
  commandArguments: "data.arguments",
  commandDescription: "required",
  commandPermission: "sent",
  deleteRevisionPlacement: "body",
  deliveryBodyBytes: 1048576,
  emptyEventId: "keep",
  emptySuggestions: "sent",
  eventFanOut: "all",
  firstByteMs: 30000,
  followUpWindowStart: "confirm",
  frameBytes: 4194304,
  mailboxExpiryClock: "at-read",
  mailboxOverflow: "keep-reading",
  modalPlacement: "nested",
  privateReply: "rerouted",
  probeLayout: "as-interaction",
  reactionRoute: null,
  replyComponents: "sent",
  requestIdHeader: "x-request-id",
  revisionPlacement: "body",
  silenceMs: 60000,
  unknownCloseCode: "reconnect",
};

/** The same for the sandbox alone. */
export const sandboxAssumptionDefaults: SandboxAssumptions = {
  answerTwice: "refused",
  answeredState: "words",
  apiVersion: "1",
  autocompleteConfirmations: "suggest-only",
  channelCategoryRemoval: "unsupported",
  closeMailboxAnswer: "no-content",
  commandArguments: "data.arguments",
  commandDescription: "required",
  commandEditedShape: "bare",
  commandNameUnique: "unique",
  commandPermission: "sent",
  commandSavedShape: "bare",
  commandScopeListed: "serverId",
  deleteRevisionPlacement: "body",
  duplicateClientRef: "original",
  emergencyGraceMs: 3600000,
  emptySuggestions: "sent",
  errorBodyShape: "flat",
  eventFanOut: "all",
  eventIdScope: "app",
  expiredConfirmCode: "INTERACTION_EXPIRED",
  expiresAtShape: "iso",
  failedProbeState: "probing",
  followUpAfterDecline: "taken",
  followUpWindowStart: "confirm",
  followupsShape: "count",
  formSubmissions: "once",
  mailboxControlEvents: "absent",
  mailboxExpiryClock: "at-read",
  mailboxRead: "immediate",
  mailboxReread: "repeats",
  messageAuthor: "absent",
  messagePageBound: "exclusive",
  missingScopeRaised: "registration",
  modalPlacement: "nested",
  permissionsShape: "list",
  privateReply: "rerouted",
  probeLayout: "as-interaction",
  reactionRoute: null,
  replyComponents: "sent",
  resumeWithOtherIntents: "resumed",
  retestState: "active",
  retryAfterFormat: "seconds",
  revisionPlacement: "body",
  revisionShape: "text",
  signatureSeparator: "comma",
  suspensionFailures: 5,
  suspensionPeriodMs: 600000,
};

/** What can be assumed: one of these values, or any of these JSON types, and whom it concerns. */
export const assumptionChoices: Readonly<
  Record<
    keyof Assumptions,
    { readonly values?: readonly string[]; readonly types?: readonly string[]; readonly scopes: readonly string[] }
  >
> = {
  answerTwice: { scopes: ["client", "sandbox"], values: ["appends", "refused", "replaces"] },
  answeredState: { scopes: ["sandbox"], values: ["numbers", "words"] },
  apiVersion: { scopes: ["client", "sandbox"], types: ["string"] },
  attemptTimeoutMs: { scopes: ["client"], types: ["integer"] },
  autocompleteConfirmations: { scopes: ["sandbox"], values: ["any", "suggest-only"] },
  callDeadlineMs: { scopes: ["client"], types: ["integer"] },
  channelCategoryRemoval: { scopes: ["client", "sandbox"], values: ["null", "unsupported"] },
  closeMailboxAnswer: { scopes: ["sandbox"], values: ["no-content", "ok"] },
  commandArguments: {
    scopes: ["client", "sandbox"],
    values: ["data.arguments", "data.command.arguments", "data.options"],
  },
  commandDescription: { scopes: ["client", "sandbox"], values: ["optional", "required"] },
  commandEditedShape: { scopes: ["sandbox"], values: ["bare", "empty", "wrapped"] },
  commandNameUnique: { scopes: ["sandbox"], values: ["shared", "unique"] },
  commandPermission: { scopes: ["client", "sandbox"], values: ["omitted", "sent"] },
  commandSavedShape: { scopes: ["sandbox"], values: ["bare", "wrapped"] },
  commandScopeListed: { scopes: ["sandbox"], values: ["omitted", "serverId"] },
  deleteRevisionPlacement: { scopes: ["client", "sandbox"], values: ["body", "query"] },
  deliveryBodyBytes: { scopes: ["client"], types: ["integer"] },
  duplicateClientRef: { scopes: ["sandbox"], values: ["original", "refusal"] },
  emergencyGraceMs: { scopes: ["sandbox"], types: ["integer"] },
  emptyEventId: { scopes: ["client"], values: ["keep", "reset"] },
  emptySuggestions: { scopes: ["client", "sandbox"], values: ["sent", "silent"] },
  errorBodyShape: { scopes: ["sandbox"], values: ["flat", "nested"] },
  eventFanOut: { scopes: ["client", "sandbox"], values: ["all", "split"] },
  eventIdScope: { scopes: ["sandbox"], values: ["app", "connection"] },
  expiredConfirmCode: {
    scopes: ["sandbox"],
    values: ["INTERACTION_ALREADY_CONFIRMED", "INTERACTION_EXPIRED", "INVALID_INPUT"],
  },
  expiresAtShape: { scopes: ["sandbox"], values: ["epochMs", "iso"] },
  failedProbeState: { scopes: ["sandbox"], values: ["off", "probing"] },
  firstByteMs: { scopes: ["client"], types: ["integer"] },
  followUpAfterDecline: { scopes: ["sandbox"], values: ["refused", "taken"] },
  followUpWindowStart: { scopes: ["client", "sandbox"], values: ["answer", "confirm", "creation"] },
  followupsShape: { scopes: ["sandbox"], values: ["count", "list"] },
  formSubmissions: { scopes: ["sandbox"], values: ["once", "repeated"] },
  frameBytes: { scopes: ["client"], types: ["integer"] },
  mailboxControlEvents: { scopes: ["sandbox"], values: ["absent", "present"] },
  mailboxExpiryClock: { scopes: ["client", "sandbox"], values: ["at-arrival", "at-read"] },
  mailboxOverflow: { scopes: ["client"], values: ["declare-gap", "keep-reading"] },
  mailboxRead: { scopes: ["sandbox"], values: ["held", "immediate"] },
  mailboxReread: { scopes: ["sandbox"], values: ["empty", "repeats"] },
  messageAuthor: { scopes: ["sandbox"], values: ["absent", "authorId"] },
  messagePageBound: { scopes: ["sandbox"], values: ["exclusive", "inclusive"] },
  missingScopeRaised: { scopes: ["sandbox"], values: ["registration", "trigger"] },
  modalPlacement: { scopes: ["client", "sandbox"], values: ["inline", "nested"] },
  permissionsShape: { scopes: ["sandbox"], values: ["bits", "list", "map"] },
  privateReply: { scopes: ["client", "sandbox"], values: ["refused", "rerouted", "sent"] },
  probeLayout: { scopes: ["client", "sandbox"], values: ["as-interaction", "label-and-body"] },
  reactionRoute: { scopes: ["client", "sandbox"], types: ["string", "null"] },
  replyComponents: { scopes: ["client", "sandbox"], values: ["refused", "rerouted", "sent"] },
  requestIdHeader: { scopes: ["client"], types: ["string", "null"] },
  resumeWithOtherIntents: { scopes: ["sandbox"], values: ["resumed", "started-over"] },
  retestState: { scopes: ["sandbox"], values: ["active", "probing"] },
  retryAfterFormat: { scopes: ["sandbox"], values: ["date", "seconds"] },
  revisionPlacement: { scopes: ["client", "sandbox"], values: ["body", "query"] },
  revisionShape: { scopes: ["sandbox"], values: ["number", "text"] },
  signatureSeparator: { scopes: ["sandbox"], values: ["comma", "comma-space", "semicolon", "space"] },
  silenceMs: { scopes: ["client"], types: ["integer"] },
  suspensionFailures: { scopes: ["sandbox"], types: ["integer"] },
  suspensionPeriodMs: { scopes: ["sandbox"], types: ["integer"] },
  unknownCloseCode: { scopes: ["client"], values: ["honour-flag", "reconnect"] },
};

/** The same for the client alone. */
export const clientAssumptionChoices: Readonly<
  Record<keyof ClientAssumptions, { readonly values?: readonly string[]; readonly types?: readonly string[] }>
> = {
  answerTwice: { values: ["appends", "refused", "replaces"] },
  apiVersion: { types: ["string"] },
  attemptTimeoutMs: { types: ["integer"] },
  callDeadlineMs: { types: ["integer"] },
  channelCategoryRemoval: { values: ["null", "unsupported"] },
  commandArguments: { values: ["data.arguments", "data.command.arguments", "data.options"] },
  commandDescription: { values: ["optional", "required"] },
  commandPermission: { values: ["omitted", "sent"] },
  deleteRevisionPlacement: { values: ["body", "query"] },
  deliveryBodyBytes: { types: ["integer"] },
  emptyEventId: { values: ["keep", "reset"] },
  emptySuggestions: { values: ["sent", "silent"] },
  eventFanOut: { values: ["all", "split"] },
  firstByteMs: { types: ["integer"] },
  followUpWindowStart: { values: ["answer", "confirm", "creation"] },
  frameBytes: { types: ["integer"] },
  mailboxExpiryClock: { values: ["at-arrival", "at-read"] },
  mailboxOverflow: { values: ["declare-gap", "keep-reading"] },
  modalPlacement: { values: ["inline", "nested"] },
  privateReply: { values: ["refused", "rerouted", "sent"] },
  probeLayout: { values: ["as-interaction", "label-and-body"] },
  reactionRoute: { types: ["string", "null"] },
  replyComponents: { values: ["refused", "rerouted", "sent"] },
  requestIdHeader: { types: ["string", "null"] },
  revisionPlacement: { values: ["body", "query"] },
  silenceMs: { types: ["integer"] },
  unknownCloseCode: { values: ["honour-flag", "reconnect"] },
};

/** The same for the sandbox alone. */
export const sandboxAssumptionChoices: Readonly<
  Record<keyof SandboxAssumptions, { readonly values?: readonly string[]; readonly types?: readonly string[] }>
> = {
  answerTwice: { values: ["appends", "refused", "replaces"] },
  answeredState: { values: ["numbers", "words"] },
  apiVersion: { types: ["string"] },
  autocompleteConfirmations: { values: ["any", "suggest-only"] },
  channelCategoryRemoval: { values: ["null", "unsupported"] },
  closeMailboxAnswer: { values: ["no-content", "ok"] },
  commandArguments: { values: ["data.arguments", "data.command.arguments", "data.options"] },
  commandDescription: { values: ["optional", "required"] },
  commandEditedShape: { values: ["bare", "empty", "wrapped"] },
  commandNameUnique: { values: ["shared", "unique"] },
  commandPermission: { values: ["omitted", "sent"] },
  commandSavedShape: { values: ["bare", "wrapped"] },
  commandScopeListed: { values: ["omitted", "serverId"] },
  deleteRevisionPlacement: { values: ["body", "query"] },
  duplicateClientRef: { values: ["original", "refusal"] },
  emergencyGraceMs: { types: ["integer"] },
  emptySuggestions: { values: ["sent", "silent"] },
  errorBodyShape: { values: ["flat", "nested"] },
  eventFanOut: { values: ["all", "split"] },
  eventIdScope: { values: ["app", "connection"] },
  expiredConfirmCode: { values: ["INTERACTION_ALREADY_CONFIRMED", "INTERACTION_EXPIRED", "INVALID_INPUT"] },
  expiresAtShape: { values: ["epochMs", "iso"] },
  failedProbeState: { values: ["off", "probing"] },
  followUpAfterDecline: { values: ["refused", "taken"] },
  followUpWindowStart: { values: ["answer", "confirm", "creation"] },
  followupsShape: { values: ["count", "list"] },
  formSubmissions: { values: ["once", "repeated"] },
  mailboxControlEvents: { values: ["absent", "present"] },
  mailboxExpiryClock: { values: ["at-arrival", "at-read"] },
  mailboxRead: { values: ["held", "immediate"] },
  mailboxReread: { values: ["empty", "repeats"] },
  messageAuthor: { values: ["absent", "authorId"] },
  messagePageBound: { values: ["exclusive", "inclusive"] },
  missingScopeRaised: { values: ["registration", "trigger"] },
  modalPlacement: { values: ["inline", "nested"] },
  permissionsShape: { values: ["bits", "list", "map"] },
  privateReply: { values: ["refused", "rerouted", "sent"] },
  probeLayout: { values: ["as-interaction", "label-and-body"] },
  reactionRoute: { types: ["string", "null"] },
  replyComponents: { values: ["refused", "rerouted", "sent"] },
  resumeWithOtherIntents: { values: ["resumed", "started-over"] },
  retestState: { values: ["active", "probing"] },
  retryAfterFormat: { values: ["date", "seconds"] },
  revisionPlacement: { values: ["body", "query"] },
  revisionShape: { values: ["number", "text"] },
  signatureSeparator: { values: ["comma", "comma-space", "semicolon", "space"] },
  suspensionFailures: { types: ["integer"] },
  suspensionPeriodMs: { types: ["integer"] },
};

/** Every operation by its id. */
export const operations = {
  answerInteraction: answerInteractionOperation,
  assignAppRole: assignAppRoleOperation,
  assignMemberRole: assignMemberRoleOperation,
  closeMailbox: closeMailboxOperation,
  confirmInteraction: confirmInteractionOperation,
  createChannel: createChannelOperation,
  createCommand: createCommandOperation,
  createMessage: createMessageOperation,
  createRole: createRoleOperation,
  deleteChannel: deleteChannelOperation,
  deleteCommand: deleteCommandOperation,
  deleteMessage: deleteMessageOperation,
  deleteRole: deleteRoleOperation,
  editChannel: editChannelOperation,
  editCommand: editCommandOperation,
  editMessage: editMessageOperation,
  editRole: editRoleOperation,
  followUpInteraction: followUpInteractionOperation,
  getMe: getMeOperation,
  getServer: getServerOperation,
  listCommands: listCommandsOperation,
  listMembers: listMembersOperation,
  listMessages: listMessagesOperation,
  listSigningKeys: listSigningKeysOperation,
  openMailbox: openMailboxOperation,
  openStream: openStreamOperation,
  readMailbox: readMailboxOperation,
  removeAppRole: removeAppRoleOperation,
  removeMemberRole: removeMemberRoleOperation,
  toggleReaction: toggleReactionOperation,
};
