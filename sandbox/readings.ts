/** Interim, until the generated type is here: the entries of the assumptions that concern the sandbox. */
export interface Readings {
  readonly apiVersion: string;
  readonly revisionPlacement: "body" | "query";
  readonly deleteRevisionPlacement: "body" | "query";
  readonly reactionRoute: string | null;
  readonly channelCategoryRemoval: "unsupported" | "null";
  readonly commandPermission: "sent" | "omitted";
  readonly commandDescription: "required" | "optional";
  readonly commandArguments: "data.arguments" | "data.command.arguments" | "data.options";
  readonly modalPlacement: "nested" | "inline";
  readonly privateReply: "sent" | "rerouted" | "refused";
  readonly emptySuggestions: "sent" | "silent";
  readonly expiredConfirmCode: "INTERACTION_EXPIRED" | "INVALID_INPUT" | "INTERACTION_ALREADY_CONFIRMED";
  readonly answeredState: "words" | "numbers";
  readonly followupsShape: "count" | "list";
  readonly expiresAtShape: "iso" | "epochMs";
  readonly followUpWindowStart: "confirm" | "creation" | "answer";
  readonly followUpAfterDecline: "taken" | "refused";
  readonly autocompleteConfirmations: "suggest-only" | "any";
  readonly duplicateClientRef: "original" | "refusal";
  readonly messagePageBound: "exclusive" | "inclusive";
  readonly revisionShape: "text" | "number";
  readonly permissionsShape: "list" | "map" | "bits";
  readonly commandSavedShape: "bare" | "wrapped";
  readonly commandEditedShape: "bare" | "wrapped" | "empty";
  readonly commandNameUnique: "unique" | "shared";
  readonly missingScopeRaised: "registration" | "trigger";
  readonly errorBodyShape: "flat" | "nested";
  readonly retryAfterFormat: "seconds" | "date";
  readonly closeMailboxAnswer: "no-content" | "ok";
  readonly mailboxReread: "repeats" | "empty";
  readonly mailboxControlEvents: "absent" | "present";
  readonly mailboxRead: "immediate" | "held";
  readonly mailboxExpiryClock: "at-read" | "at-arrival";
  readonly eventFanOut: "all" | "split";
  readonly eventIdScope: "app" | "connection";
  readonly signatureSeparator: "comma" | "comma-space" | "semicolon" | "space";
  readonly probeLayout: "as-interaction" | "label-and-body";
  readonly failedProbeState: "probing" | "off";
  readonly retestState: "active" | "probing";
  readonly suspensionFailures: number;
  readonly suspensionPeriodMs: number;
  readonly emergencyGraceMs: number;
}

export const defaultReadings: Readings = {
  apiVersion: "1",
  revisionPlacement: "body",
  deleteRevisionPlacement: "body",
  reactionRoute: null,
  channelCategoryRemoval: "unsupported",
  commandPermission: "sent",
  commandDescription: "required",
  commandArguments: "data.arguments",
  modalPlacement: "nested",
  privateReply: "sent",
  emptySuggestions: "sent",
  expiredConfirmCode: "INTERACTION_EXPIRED",
  answeredState: "words",
  followupsShape: "count",
  expiresAtShape: "iso",
  followUpWindowStart: "confirm",
  followUpAfterDecline: "taken",
  autocompleteConfirmations: "suggest-only",
  duplicateClientRef: "original",
  messagePageBound: "exclusive",
  revisionShape: "text",
  permissionsShape: "list",
  commandSavedShape: "bare",
  commandEditedShape: "bare",
  commandNameUnique: "unique",
  missingScopeRaised: "registration",
  errorBodyShape: "flat",
  retryAfterFormat: "seconds",
  closeMailboxAnswer: "no-content",
  mailboxReread: "repeats",
  mailboxControlEvents: "absent",
  mailboxRead: "immediate",
  mailboxExpiryClock: "at-read",
  eventFanOut: "all",
  eventIdScope: "app",
  signatureSeparator: "comma",
  probeLayout: "as-interaction",
  failedProbeState: "probing",
  retestState: "active",
  suspensionFailures: 5,
  suspensionPeriodMs: 600_000,
  emergencyGraceMs: 3_600_000,
};
