import { assumptionChoices, assumptionDefaults, reactionRouteOf, type SandboxAssumptions } from "./spec.js";

/** How the sandbox reads the points on which the platform's documentation is silent: one entry per assumption. */
export type Assumptions = SandboxAssumptions;

interface Choice {
  readonly values?: readonly string[];
  readonly types?: readonly string[];
  readonly scopes: readonly string[];
}

const choices: ReadonlyMap<string, Choice> = new Map(Object.entries<Choice>(assumptionChoices));

export const assumptionNames: readonly string[] = [...choices].flatMap(([name, { scopes }]) =>
  scopes.includes("sandbox") ? [name] : [],
);

/** Why something is not an assumption, in a sentence; undefined when it is one. */
export function problemOfAssumption(name: string, value: unknown): string | undefined {
  const choice = choices.get(name);
  if (choice === undefined) return `there is no assumption ${name}; there are ${assumptionNames.join(", ")}`;
  const { values, types = [] } = choice;
  const fits = values === undefined ? types.some((type) => isOf(type, value)) : values.some((one) => one === value);
  if (fits && name === "reactionRoute" && typeof value === "string" && reactionRouteOf(value) === undefined)
    return `the assumption ${name} takes "METHOD /path" with each parameter as a segment: POST /{servidor}/{canal}/{mensagem}`;
  if (fits) return undefined;
  return `the assumption ${name} takes ${(values ?? types).join(" or ")}, got ${JSON.stringify(value)}`;
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** @throws RangeError for what is not an assumption, or none of its values */
export function checkAssumptions(assumptions: Partial<Assumptions>): void {
  for (const [name, value] of Object.entries(assumptions)) {
    const problem = problemOfAssumption(name, value);
    if (problem !== undefined) throw new RangeError(problem);
  }
}

/**
 * Quantities that the platform has and does not publish, and bounds of the sandbox itself. They can be set; nothing in
 * an App should depend on their values.
 */
export interface SandboxParameters {
  /** `Retry-After` of a refused connection, seconds. Default: 5. */
  readonly slotRetryAfterS: number;
  /** REST calls one App may make per second; the next is refused with 429. Default: no limit. */
  readonly requestsPerSecond: number;
  /** How long a held mailbox read waits for an event, milliseconds. Default: 2,000. */
  readonly heldReadMs: number;
  /** What `focusedLimits.maxLength` says. Default: 100. */
  readonly focusedMaxLength: number;
  /** Whether `connection_open` carries the current position as its `id:`. Default: true. */
  readonly openCarriesId: boolean;
  /** Commands listed before the list says that it is truncated. Default: 500. */
  readonly commandList: number;
  /** Messages kept per channel; older ones are forgotten. Default: 100,000. */
  readonly historyLimit: number;
  /** Interactions kept; older ones are forgotten. Default: 50,000. */
  readonly interactionsKept: number;
  /** Largest request body, bytes. Default: 1 MiB. */
  readonly bodyLimitBytes: number;
  /** Bytes a stream may lag behind before it is dropped. Default: 16 MiB. */
  readonly streamBufferBytes: number;
  /** Largest answer read from an App's endpoint, bytes. Default: 1 MiB. */
  readonly endpointAnswerBytes: number;
  /** Entries the log keeps. Default: 10,000. */
  readonly logEntries: number;
}

const defaultParameters: SandboxParameters = {
  slotRetryAfterS: 5,
  requestsPerSecond: Number.MAX_VALUE,
  heldReadMs: 2000,
  focusedMaxLength: 100,
  openCarriesId: true,
  commandList: 500,
  historyLimit: 100_000,
  interactionsKept: 50_000,
  bodyLimitBytes: 1_048_576,
  streamBufferBytes: 16_777_216,
  endpointAnswerBytes: 1_048_576,
  logEntries: 10_000,
};

/** @throws RangeError for what is not a parameter */
export function checkParameters(parameters: Partial<SandboxParameters>): void {
  const unknown = Object.keys(parameters).find((name) => !Object.hasOwn(defaultParameters, name));
  if (unknown === undefined) return;
  throw new RangeError(`there is no parameter ${unknown}; there are ${Object.keys(defaultParameters).join(", ")}`);
}

/** Everything that steers one sandbox. */
export interface Settings {
  readonly parameters: SandboxParameters;
  /** How the sandbox reads the points on which the platform's documentation is silent; may be switched while it runs. */
  assumptions: Assumptions;
  /** Assumptions that were asked for by name. Where a request could be taken either way, only these exclude one. */
  pinned: ReadonlySet<string>;
  /** Whether endpoints on this machine may use `http` and any port. */
  readonly allowLoopbackEndpoints: boolean;
}

export interface SettingsGiven {
  readonly assumptions?: Partial<Assumptions>;
  readonly parameters?: Partial<SandboxParameters>;
  readonly allowLoopbackEndpoints?: boolean;
}

/** The settings asked for, and the defaults of the others. */
export function settingsOf({
  assumptions = {},
  parameters = {},
  allowLoopbackEndpoints = false,
}: SettingsGiven): Settings {
  return {
    parameters: finite({ ...defaultParameters, ...parameters }),
    assumptions: { ...assumptionDefaults, ...assumptions },
    pinned: new Set(Object.keys(assumptions)),
    allowLoopbackEndpoints,
  };
}

/** Settings are written down as JSON, which has no Infinity: the largest number stands for it. */
function finite<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value,
  ]);
  return Object.fromEntries(entries) as Values; // the same names, and values of the same types
}

/** What has to be asked for to get these settings: how recordings and files of a world begin. */
export function givenBy({ assumptions, pinned, parameters, allowLoopbackEndpoints }: Settings): SettingsGiven {
  const asked = Object.entries(assumptions).filter(([name]) => pinned.has(name));
  return { assumptions: Object.fromEntries(asked), parameters, allowLoopbackEndpoints };
}

/** The settings of a sandbox that was asked for nothing in particular. */
export const defaultSettings: Settings = settingsOf({});
