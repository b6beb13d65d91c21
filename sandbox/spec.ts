/** What the sandbox takes from the description: everything it knows in numbers and names comes through here. */
import { brand, operations, type closeCodes } from "../generated/tables.js";

export {
  assumptionChoices,
  assumptionDefaults,
  brand,
  closeCodes,
  confirmationWindows,
  endpointRouting,
  errorCodes,
  eventFamilies,
  limits,
  operations,
  recipeVersion,
  transitions,
} from "../generated/tables.js";

export type { KnownIntentFamily, SandboxAssumptions } from "../generated/types.js";

export type CloseCode = keyof typeof closeCodes;

export type OperationId = keyof typeof operations;

export interface RouteOperation {
  readonly id: string;
  readonly method: string;
  /** Empty where the route is not documented. */
  readonly path: string;
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly queryParams?: Readonly<Record<string, string>>;
  readonly queryConst?: Readonly<Record<string, string>>;
  readonly auth?: false;
}

/** Method and path of the reaction toggle, from "POST /…"; undefined unless each parameter is a segment of the path. */
export function reactionRouteOf(text: string): Pick<RouteOperation, "method" | "path"> | undefined {
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(text) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const segments = path.split("/");
  const { pathParams }: RouteOperation = operations.toggleReaction;
  return Object.keys(pathParams ?? {}).every((name) => segments.includes(`{${name}}`)) ? { method, path } : undefined;
}

/** Present, with "1", on everything that a sandbox sends. */
export const sandboxHeader = `x-${brand.value}-sandbox`;
