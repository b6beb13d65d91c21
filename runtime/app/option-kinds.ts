import { DELIVERY_OPTIONS } from "../delivery/handler/check-options.js";
import { ON_FAILURE, SHARED_OPTIONS } from "../events/check-options.js";
import { isRecord } from "../base/values.js";
import { withMethods } from "../http/check-given.js";
import { ANY, AT_LEAST_ONE, COUNT, FLAG, FUNCTION, type Kind, type Kinds, oneOf } from "../http/check-options.js";
import { CLIENT_OPTIONS } from "../http/options.js";
import { STORE } from "../store/kind.js";
import type { Decoders } from "./contexts/decoders.js";
import type { ConversationOptions } from "./conversations/conversations.js";
import type { AppCommandsOptions, AppDeliveryOptions, AppEventsOptions, AppOptions } from "./options.js";

export const either = (what: string, ...fits: readonly Kind[1][]): Kind => [
  what,
  (value) => fits.some((fit) => fit(value)),
];
export const one =
  (...values: readonly unknown[]): Kind[1] =>
  (value) =>
    values.includes(value);
const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** Those below `events`. */
export const EVENTS_OPTIONS = { ...SHARED_OPTIONS, onFailure: ON_FAILURE } satisfies Record<
  keyof AppEventsOptions,
  Kind
>;

/** Those below `syncCommands`. */
export const COMMANDS_OPTIONS = {
  serverId: ANY, // told at the start, where its value stands: see `syncAppCommands()`
  prune: FLAG,
  onlyScope: FLAG,
} satisfies Record<keyof AppCommandsOptions, Kinds[string]>;

/** Those below `conversations`. */
export const CONVERSATION_OPTIONS = {
  store: STORE,
  interruptedText: either("a non-empty string, or false", one(false), isText),
} satisfies Record<keyof ConversationOptions, Kind>;

const DECODERS = {
  command: FUNCTION,
  targetCommand: FUNCTION,
  component: FUNCTION,
  form: FUNCTION,
} satisfies Record<keyof Decoders, Kind>;

/** Every option of an App, for those who come without the types. */
export const APP_OPTIONS = {
  ...CLIENT_OPTIONS,
  // Null counts as missing, which is told when it is first needed.
  baseUrl: [
    "an absolute http(s) address",
    (value) => value === null || typeof value === "string" || value instanceof URL,
  ],
  events: either(
    '"auto", "gateway", "mailbox", false or an object',
    one("auto", "gateway", "mailbox", false),
    isRecord, // and see EVENTS_OPTIONS
  ),
  delivery: DELIVERY_OPTIONS satisfies Record<keyof AppDeliveryOptions, Kinds[string]>,
  syncCommands: ANY, // see COMMANDS_OPTIONS
  eventConcurrency: AT_LEAST_ONE,
  queueLimit: AT_LEAST_ONE,
  order: oneOf("none", "channel"),
  interactionConcurrency: AT_LEAST_ONE,
  handlerTimeoutMs: COUNT,
  autoDefer: FLAG,
  autoDeferLeadMs: ANY, // against the window of the platform, when the App is put together; so the next, and failureText
  marginMs: ANY,
  runExpired: FLAG,
  enforceFollowUps: FLAG,
  failureText: ANY,
  failureInChannel: FLAG,
  sendAfterLostRace: FLAG,
  decoders: DECODERS,
  conversations: CONVERSATION_OPTIONS,
  logger: either(
    "a logger, with debug(), info(), warn() and error(), or false",
    (value) => value === false,
    withMethods("a logger", "debug", "info", "warn", "error")[1],
  ),
  onDiagnostic: FUNCTION,
  around: FUNCTION,
  fleet: withMethods("what `await openFleet()` gives", "onDiagnostic"),
} satisfies Record<keyof AppOptions, Kinds[string]>;
